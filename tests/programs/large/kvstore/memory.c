// part of main.c
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *memory)
{
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return memory;
}

void *allocate(size_t size) { return checked(malloc(size ? size : 1)); }
void *allocate_zeroed(size_t count, size_t size) { return checked(calloc(count ? count : 1, size)); }
void *grow(void *memory, size_t size) { return checked(realloc(memory, size ? size : 1)); }
char *copy_string(const char *text) { return copy_bytes(text, strlen(text)); }

char *copy_bytes(const char *bytes, size_t count)
{
    char *copy = allocate(count + 1);
    memcpy(copy, bytes, count);
    copy[count] = '\0';
    return copy;
}
