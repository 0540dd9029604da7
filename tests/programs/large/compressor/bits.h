/* Reading and writing of bits, most significant bit first. */
#ifndef BITS_H
#define BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buffer.h"

struct bit_writer {
    struct buffer *out;
    uint32_t pending;
    int count;
};

/* `width` is at most 24. */
void bits_put(struct bit_writer *writer, uint32_t value, int width);

/* Fills the last byte with zeros. */
void bits_flush(struct bit_writer *writer);

struct bit_reader {
    const unsigned char *data;
    size_t size, position;
    uint32_t pending;
    int count;
    /* Set when more was read than there is; the bits read beyond the end are zeros. */
    bool overrun;
};

uint32_t bits_get(struct bit_reader *reader, int width);

#endif
