/* One block of an archive: compressed by the method that makes it smallest. */
#ifndef BLOCK_H
#define BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"

enum method { METHOD_STORED, METHOD_BWT, METHOD_LZ77, METHODS };

enum { MAX_BLOCK_SIZE = 1 << 19 };

struct block_header {
    enum method method;
    uint32_t raw_size, packed_size, crc;
};

const char *method_name(enum method method);

/* `raw` is not empty. */
struct block_header block_compress(const struct buffer *raw, struct buffer *packed);

/* False when the block is damaged. */
bool block_decompress(const struct block_header *header, const struct buffer *packed, struct buffer *raw);

#endif
