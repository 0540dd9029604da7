// Three hash functions over a buffer: shifts, multiplications and xors of 32 and 64 bits.
#include <stdint.h>
#include <stdio.h>

#define SIZE 65536
#define ROUNDS 14

static uint8_t data[SIZE];

static uint32_t fnv1a(const uint8_t *bytes, unsigned size) {
    uint32_t hash = 2166136261u;
    for (unsigned i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static uint32_t adler32(const uint8_t *bytes, unsigned size) {
    uint32_t low = 1, high = 0;
    for (unsigned i = 0; i < size; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

static uint64_t mixed(const uint8_t *bytes, unsigned size) {
    uint64_t hash = 0x9e3779b97f4a7c15u;
    for (unsigned i = 0; i + 8 <= size; i += 8) {
        uint64_t word = 0;
        for (unsigned j = 0; j < 8; j++) word |= (uint64_t)bytes[i + j] << 8 * j;
        hash ^= word * 0xff51afd7ed558ccdu;
        hash = hash << 29 | hash >> 35;
        hash *= 0xc4ceb9fe1a85ec53u;
    }
    return hash ^ hash >> 33;
}

int main(void) {
    uint32_t seed = 12345;
    for (unsigned i = 0; i < SIZE; i++) {
        seed = seed * 1103515245u + 12345u;
        data[i] = (uint8_t)(seed >> 16);
    }
    uint64_t sum = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        data[round] ^= 0x55;
        sum = sum * 31 + fnv1a(data, SIZE);
        sum = sum * 31 + adler32(data, SIZE);
        sum = sum * 31 + mixed(data, SIZE);
    }
    printf("hashing %016llx\n", (unsigned long long)sum);
    return 0;
}
