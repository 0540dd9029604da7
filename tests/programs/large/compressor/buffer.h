/* A growing array of bytes. */
#ifndef BUFFER_H
#define BUFFER_H

#include <stddef.h>
#include <stdint.h>

struct buffer {
    unsigned char *data;
    size_t size, capacity;
};

#define BUFFER_EMPTY ((struct buffer){ NULL, 0, 0 })

void buffer_free(struct buffer *buffer);
void buffer_clear(struct buffer *buffer);

/* Makes room for `extra` bytes beyond the present size. Ends the program when memory runs out. */
void buffer_reserve(struct buffer *buffer, size_t extra);
void buffer_append(struct buffer *buffer, const void *bytes, size_t count);
void buffer_append_byte(struct buffer *buffer, unsigned char byte);

/* Little-endian numbers. */
void buffer_append_u32(struct buffer *buffer, uint32_t value);
uint32_t read_u32(const unsigned char *bytes);

#endif
