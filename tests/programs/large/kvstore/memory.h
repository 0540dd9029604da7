/* Allocation that ends the program when memory runs out. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stddef.h>

void *allocate(size_t size);
void *allocate_zeroed(size_t count, size_t size);
void *grow(void *memory, size_t size);
char *copy_string(const char *text);
char *copy_bytes(const char *bytes, size_t count);

#endif
