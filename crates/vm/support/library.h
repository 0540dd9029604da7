// What the library's own C code shares: this directory holds the functions that call back into the program, on top of
// the ones that crates/vm/src/library implements. It uses no system header, so it compiles to the same everywhere.
#ifndef MAZURKA_LIBRARY_H
#define MAZURKA_LIBRARY_H

#include <stddef.h>
#include <stdint.h>

// Definitions of the program's own win over ours.
#define LIBRARY __attribute__((weak))

typedef uint64_t pthread_t;

// The library's visible operation on hidden state of its own: what follows it, up to the end of the change and before
// the next visible operation, belongs to it and races with nothing.
void __mazurka_change(const void *object, size_t size);
void __mazurka_changed(void);

void *malloc(size_t size);
void free(void *block);
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
size_t strlen(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
int *__errno_location(void);
int setjmp(void *buffer) __attribute__((returns_twice));
_Noreturn void longjmp(void *buffer, int value);
_Noreturn void exit(int code);
_Noreturn void _exit(int code);
_Noreturn void pthread_exit(void *result);

enum { EINTR = 4, EAGAIN = 11, ENOMEM = 12, EBUSY = 16, EEXIST = 17, ENOENT = 2, EINVAL = 22, ETIMEDOUT = 110 };

#define errno (*__errno_location())

struct timespec {
    long seconds, nanoseconds;
};

#endif
