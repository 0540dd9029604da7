// part of main.c
#include "huffman.h"

#include <string.h>

enum { ZERO_RUN_BITS = 6, LENGTH_BITS = 4 };

/* A binary heap of tree nodes; ties are broken by number, so that the code depends on the frequencies alone. */
struct heap {
    int nodes[HUFFMAN_MAX_SYMBOLS];
    int size;
    const uint32_t *weights;
};

static bool lighter(const struct heap *heap, int a, int b)
{
    uint32_t x = heap->weights[a], y = heap->weights[b];
    return x != y ? x < y : a < b;
}

static void heap_push(struct heap *heap, int node)
{
    int i = heap->size++;
    while (i > 0 && lighter(heap, node, heap->nodes[(i - 1) / 2])) {
        heap->nodes[i] = heap->nodes[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    heap->nodes[i] = node;
}

static int heap_pop(struct heap *heap)
{
    int top = heap->nodes[0], last = heap->nodes[--heap->size], i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= heap->size)
            break;
        if (child + 1 < heap->size && lighter(heap, heap->nodes[child + 1], heap->nodes[child]))
            child++;
        if (!lighter(heap, heap->nodes[child], last))
            break;
        heap->nodes[i] = heap->nodes[child];
        i = child;
    }
    heap->nodes[i] = last;
    return top;
}

/* Code lengths from a Huffman tree; returns the longest of them. */
static int tree_lengths(const uint32_t *frequencies, int symbols, uint8_t *lengths)
{
    uint32_t weights[2 * HUFFMAN_MAX_SYMBOLS];
    int parents[2 * HUFFMAN_MAX_SYMBOLS], depths[2 * HUFFMAN_MAX_SYMBOLS];
    struct heap heap = { .size = 0, .weights = weights };
    for (int i = 0; i < symbols; i++) {
        weights[i] = frequencies[i];
        if (frequencies[i])
            heap_push(&heap, i);
    }
    memset(lengths, 0, (size_t)symbols);
    if (heap.size == 0)
        return 0;
    if (heap.size == 1) {
        lengths[heap.nodes[0]] = 1;
        return 1;
    }
    int next = symbols;
    while (heap.size > 1) {
        int a = heap_pop(&heap), b = heap_pop(&heap);
        weights[next] = weights[a] + weights[b];
        parents[a] = parents[b] = next;
        heap_push(&heap, next++);
    }
    int longest = 0;
    depths[next - 1] = 0;
    for (int node = next - 2; node >= symbols; node--)
        depths[node] = depths[parents[node]] + 1;
    for (int i = 0; i < symbols; i++)
        if (frequencies[i]) {
            lengths[i] = (uint8_t)(depths[parents[i]] + 1);
            longest = lengths[i] > longest ? lengths[i] : longest;
        }
    return longest;
}

static void assign_codes(struct huffman_encoder *encoder)
{
    unsigned code = 0;
    for (int length = 1; length <= HUFFMAN_MAX_LENGTH; length++) {
        for (int i = 0; i < encoder->symbols; i++)
            if (encoder->lengths[i] == length)
                encoder->codes[i] = (uint16_t)code++;
        code <<= 1;
    }
}

void huffman_build(struct huffman_encoder *encoder, const uint32_t *frequencies, int symbols)
{
    uint32_t scaled[HUFFMAN_MAX_SYMBOLS];
    memcpy(scaled, frequencies, (size_t)symbols * sizeof scaled[0]);
    encoder->symbols = symbols;
    /* Flatter frequencies make a flatter tree: repeat until the longest code is short enough. */
    while (tree_lengths(scaled, symbols, encoder->lengths) > HUFFMAN_MAX_LENGTH)
        for (int i = 0; i < symbols; i++)
            if (scaled[i])
                scaled[i] = scaled[i] / 2 + 1;
    assign_codes(encoder);
}

void huffman_put(struct bit_writer *writer, const struct huffman_encoder *encoder, int symbol)
{
    bits_put(writer, encoder->codes[symbol], encoder->lengths[symbol]);
}

void huffman_write_code(struct bit_writer *writer, const struct huffman_encoder *encoder)
{
    for (int i = 0; i < encoder->symbols;) {
        bits_put(writer, encoder->lengths[i], LENGTH_BITS);
        if (encoder->lengths[i]) {
            i++;
            continue;
        }
        int run = 1;
        while (i + run < encoder->symbols && run < 1 << ZERO_RUN_BITS && encoder->lengths[i + run] == 0)
            run++;
        bits_put(writer, (uint32_t)run - 1, ZERO_RUN_BITS);
        i += run;
    }
}

static bool build_decoder(struct huffman_decoder *decoder, const uint8_t *lengths, int symbols)
{
    memset(decoder, 0, sizeof *decoder);
    for (int i = 0; i < symbols; i++)
        decoder->count[lengths[i]]++;
    decoder->count[0] = 0;
    unsigned code = 0, offset = 0;
    for (int length = 1; length <= HUFFMAN_MAX_LENGTH; length++) {
        decoder->first[length] = (uint16_t)code;
        decoder->offset[length] = (uint16_t)offset;
        code += decoder->count[length];
        offset += decoder->count[length];
        if (code > 1u << length)
            return false;
        code <<= 1;
    }
    uint16_t next[HUFFMAN_MAX_LENGTH + 1];
    memcpy(next, decoder->offset, sizeof next);
    for (int i = 0; i < symbols; i++)
        if (lengths[i])
            decoder->ordered[next[lengths[i]]++] = (uint16_t)i;
    return true;
}

bool huffman_read_code(struct bit_reader *reader, struct huffman_decoder *decoder, int symbols)
{
    uint8_t lengths[HUFFMAN_MAX_SYMBOLS];
    for (int i = 0; i < symbols;) {
        uint32_t length = bits_get(reader, LENGTH_BITS);
        int run = length ? 1 : (int)bits_get(reader, ZERO_RUN_BITS) + 1;
        if (reader->overrun || run > symbols - i)
            return false;
        memset(lengths + i, (int)length, (size_t)run);
        i += run;
    }
    return build_decoder(decoder, lengths, symbols);
}

int huffman_get(struct bit_reader *reader, const struct huffman_decoder *decoder)
{
    unsigned code = 0;
    for (int length = 1; length <= HUFFMAN_MAX_LENGTH; length++) {
        code = code << 1 | bits_get(reader, 1);
        if (code - decoder->first[length] < decoder->count[length])
            return decoder->ordered[decoder->offset[length] + code - decoder->first[length]];
    }
    return -1;
}
