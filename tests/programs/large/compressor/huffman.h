/* Canonical Huffman codes of limited length. */
#ifndef HUFFMAN_H
#define HUFFMAN_H

#include <stdbool.h>
#include <stdint.h>

#include "bits.h"

enum { HUFFMAN_MAX_SYMBOLS = 320, HUFFMAN_MAX_LENGTH = 15 };

struct huffman_encoder {
    int symbols;
    uint8_t lengths[HUFFMAN_MAX_SYMBOLS];
    uint16_t codes[HUFFMAN_MAX_SYMBOLS];
};

struct huffman_decoder {
    /* Per code length: how many codes there are, the first of them, and where its symbol stands in `ordered`. */
    uint16_t count[HUFFMAN_MAX_LENGTH + 1], first[HUFFMAN_MAX_LENGTH + 1], offset[HUFFMAN_MAX_LENGTH + 1];
    uint16_t ordered[HUFFMAN_MAX_SYMBOLS];
};

/* Makes an optimal code for these frequencies; a symbol of frequency 0 gets no code. */
void huffman_build(struct huffman_encoder *encoder, const uint32_t *frequencies, int symbols);
void huffman_put(struct bit_writer *writer, const struct huffman_encoder *encoder, int symbol);

/* The code itself, as the list of its lengths. */
void huffman_write_code(struct bit_writer *writer, const struct huffman_encoder *encoder);
bool huffman_read_code(struct bit_reader *reader, struct huffman_decoder *decoder, int symbols);

/* -1 when the bits are no code word. */
int huffman_get(struct bit_reader *reader, const struct huffman_decoder *decoder);

#endif
