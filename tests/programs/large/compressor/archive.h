/* The container: a header, blocks, a trailer with the checksum of everything.
 *
 * header:  "MZBC", version (1 byte), block size (4 bytes)
 * block:   method (1 byte), raw size, packed size, CRC-32 (4 bytes each), packed bytes
 * trailer: 0xff, number of blocks, raw size, CRC-32 of all raw bytes (4 bytes each)
 */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stdint.h>
#include <stdio.h>

#include "block.h"

struct summary {
    uint32_t blocks, crc;
    uint64_t raw_size, packed_size;
    uint32_t by_method[METHODS];
};

/* Both return NULL, or what went wrong. */
const char *archive_compress(FILE *in, FILE *out, size_t block_size, int workers, struct summary *summary);
const char *archive_decompress(FILE *in, FILE *out, int workers, struct summary *summary);

#endif
