/* The Burrows-Wheeler transform of a block, followed by move-to-front, run lengths and a Huffman code. */
#ifndef BWT_H
#define BWT_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

void bwt_compress(const unsigned char *data, size_t size, struct buffer *out);

/* Appends exactly `size` bytes to `out`; false when the input is damaged. */
bool bwt_decompress(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out);

#endif
