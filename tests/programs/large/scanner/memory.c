// part of main.c
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *allocate(size_t size)
{
    return grow(NULL, size);
}

void *grow(void *memory, size_t size)
{
    void *grown = realloc(memory, size ? size : 1);
    if (!grown) {
        fputs("out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    return grown;
}

char *copy_string(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(allocate(size), text, size);
}

char *join_path(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/')
        length--;
    char *path = allocate(length + 1 + strlen(name) + 1);
    memcpy(path, folder, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    return path;
}
