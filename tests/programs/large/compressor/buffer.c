// part of main.c
#include "buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = BUFFER_EMPTY;
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
}

void buffer_reserve(struct buffer *buffer, size_t extra)
{
    if (buffer->capacity - buffer->size >= extra)
        return;
    size_t capacity = buffer->capacity ? buffer->capacity : 64;
    while (capacity - buffer->size < extra)
        capacity *= 2;
    unsigned char *data = realloc(buffer->data, capacity);
    if (!data) {
        fprintf(stderr, "out of memory\n");
        exit(EXIT_FAILURE);
    }
    buffer->data = data;
    buffer->capacity = capacity;
}

void buffer_append(struct buffer *buffer, const void *bytes, size_t count)
{
    if (count == 0)
        return;
    buffer_reserve(buffer, count);
    memcpy(buffer->data + buffer->size, bytes, count);
    buffer->size += count;
}

void buffer_append_byte(struct buffer *buffer, unsigned char byte)
{
    buffer_reserve(buffer, 1);
    buffer->data[buffer->size++] = byte;
}

void buffer_append_u32(struct buffer *buffer, uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        buffer_append_byte(buffer, (unsigned char)(value >> shift));
}

uint32_t read_u32(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}
