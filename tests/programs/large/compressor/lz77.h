/* LZ77 with hash chains, lengths and distances in logarithmic buckets, two Huffman codes. */
#ifndef LZ77_H
#define LZ77_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

void lz77_compress(const unsigned char *data, size_t size, struct buffer *out);

/* Appends exactly `size` bytes to `out`; false when the input is damaged. */
bool lz77_decompress(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out);

#endif
