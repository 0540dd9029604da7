// part of main.c
#include "crc32.h"

#include <pthread.h>

static uint32_t table[256];
static pthread_once_t table_once = PTHREAD_ONCE_INIT;

static void fill_table(void)
{
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t remainder = byte;
        for (int bit = 0; bit < 8; bit++)
            remainder = remainder & 1 ? remainder >> 1 ^ 0xedb88320u : remainder >> 1;
        table[byte] = remainder;
    }
}

uint32_t crc32(uint32_t crc, const unsigned char *data, size_t size)
{
    pthread_once(&table_once, fill_table);
    crc = ~crc;
    for (size_t i = 0; i < size; i++)
        crc = crc >> 8 ^ table[(crc ^ data[i]) & 0xff];
    return ~crc;
}
