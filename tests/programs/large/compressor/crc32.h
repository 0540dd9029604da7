/* CRC-32 as in IEEE 802.3: reflected polynomial 0xedb88320. */
#ifndef CRC32_H
#define CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Continues `crc`, which is 0 at the start. May be called from several threads. */
uint32_t crc32(uint32_t crc, const unsigned char *data, size_t size);

#endif
