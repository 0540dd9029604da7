// part of main.c
#include "lz77.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "huffman.h"

enum {
    MIN_MATCH = 3, MAX_MATCH = 258, MAX_CHAIN = 16, HASH_BITS = 10,
    END = 256, FIRST_LENGTH = 257, BUCKETS = 20, SYMBOLS = FIRST_LENGTH + BUCKETS,
};

/* A literal has distance 0 and its byte as length. */
struct token {
    uint32_t length, distance;
};

struct matcher {
    const unsigned char *data;
    size_t size;
    /* Position + 1 of the latest occurrence of a hash, and of the previous occurrence of each position's hash. */
    uint32_t heads[1 << HASH_BITS];
    uint32_t *previous;
};

static unsigned hash(const unsigned char *p)
{
    uint32_t three = (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16;
    return three * 2654435761u >> (32 - HASH_BITS);
}

static void remember(struct matcher *matcher, size_t position)
{
    if (matcher->size - position < MIN_MATCH)
        return;
    unsigned h = hash(matcher->data + position);
    matcher->previous[position] = matcher->heads[h];
    matcher->heads[h] = (uint32_t)position + 1;
}

static struct token longest_match(const struct matcher *matcher, size_t position)
{
    struct token best = { 0, 0 };
    size_t limit = matcher->size - position;
    if (limit < MIN_MATCH)
        return best;
    if (limit > MAX_MATCH)
        limit = MAX_MATCH;
    const unsigned char *here = matcher->data + position;
    uint32_t candidate = matcher->heads[hash(here)];
    for (int tries = 0; candidate && tries < MAX_CHAIN; tries++) {
        const unsigned char *there = matcher->data + candidate - 1;
        uint32_t length = 0;
        while (length < limit && there[length] == here[length])
            length++;
        if (length >= MIN_MATCH && length > best.length)
            best = (struct token){ length, (uint32_t)(here - there) };
        candidate = matcher->previous[candidate - 1];
    }
    return best;
}

/* Greedy parsing with one step of laziness: a literal is preferred when the next position matches longer. */
static size_t tokenize(const unsigned char *data, size_t size, struct token *tokens)
{
    struct matcher *matcher = calloc(1, sizeof *matcher);
    uint32_t *previous = calloc(size ? size : 1, sizeof *previous);
    if (!matcher || !previous)
        abort();
    matcher->data = data;
    matcher->size = size;
    matcher->previous = previous;
    size_t count = 0, position = 0;
    while (position < size) {
        struct token match = longest_match(matcher, position);
        remember(matcher, position);
        if (match.length && position + 1 < size && longest_match(matcher, position + 1).length > match.length)
            match.length = 0;
        if (!match.length) {
            tokens[count++] = (struct token){ data[position++], 0 };
            continue;
        }
        tokens[count++] = match;
        for (uint32_t i = 1; i < match.length; i++)
            remember(matcher, position + i);
        position += match.length;
    }
    free(previous);
    free(matcher);
    return count;
}

/* A value from 1 is its bit length, which is the bucket, and the bits below the highest one. */
static int bucket_of(uint32_t value)
{
    return 31 - __builtin_clz(value);
}

static void put_bucketed(struct bit_writer *writer, uint32_t value)
{
    int bucket = bucket_of(value);
    if (bucket)
        bits_put(writer, value - (1u << bucket), bucket);
}

static uint32_t get_bucketed(struct bit_reader *reader, int bucket)
{
    return (1u << bucket) + (bucket ? bits_get(reader, bucket) : 0);
}

static int symbol_of(struct token token)
{
    return token.distance ? FIRST_LENGTH + bucket_of(token.length - MIN_MATCH + 1) : (int)token.length;
}

void lz77_compress(const unsigned char *data, size_t size, struct buffer *out)
{
    struct token *tokens = calloc(size ? size : 1, sizeof *tokens);
    if (!tokens)
        abort();
    size_t count = tokenize(data, size, tokens);

    uint32_t symbols[SYMBOLS] = { 0 }, distances[BUCKETS] = { 0 };
    symbols[END] = 1;
    for (size_t i = 0; i < count; i++) {
        symbols[symbol_of(tokens[i])]++;
        if (tokens[i].distance)
            distances[bucket_of(tokens[i].distance)]++;
    }
    struct huffman_encoder symbol_code, distance_code;
    huffman_build(&symbol_code, symbols, SYMBOLS);
    huffman_build(&distance_code, distances, BUCKETS);

    struct bit_writer writer = { out, 0, 0 };
    huffman_write_code(&writer, &symbol_code);
    huffman_write_code(&writer, &distance_code);
    for (size_t i = 0; i < count; i++) {
        huffman_put(&writer, &symbol_code, symbol_of(tokens[i]));
        if (tokens[i].distance) {
            put_bucketed(&writer, tokens[i].length - MIN_MATCH + 1);
            huffman_put(&writer, &distance_code, bucket_of(tokens[i].distance));
            put_bucketed(&writer, tokens[i].distance);
        }
    }
    huffman_put(&writer, &symbol_code, END);
    bits_flush(&writer);
    free(tokens);
}

static bool copy_match(struct buffer *out, size_t start, size_t end, uint32_t length, uint32_t distance)
{
    if (distance > out->size - start || length > end - out->size)
        return false;
    buffer_reserve(out, length);
    /* Byte by byte, because a match may overlap what it produces. */
    for (uint32_t i = 0; i < length; i++) {
        out->data[out->size] = out->data[out->size - distance];
        out->size++;
    }
    return true;
}

bool lz77_decompress(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out)
{
    struct bit_reader reader = { .data = packed, .size = packed_size };
    struct huffman_decoder symbol_code, distance_code;
    if (!huffman_read_code(&reader, &symbol_code, SYMBOLS) || !huffman_read_code(&reader, &distance_code, BUCKETS))
        return false;
    size_t start = out->size, end = start + size;
    for (;;) {
        int symbol = huffman_get(&reader, &symbol_code);
        if (symbol < 0 || reader.overrun)
            return false;
        if (symbol == END)
            return out->size == end;
        if (symbol < END) {
            if (out->size == end)
                return false;
            buffer_append_byte(out, (unsigned char)symbol);
            continue;
        }
        uint32_t length = get_bucketed(&reader, symbol - FIRST_LENGTH) + MIN_MATCH - 1;
        int bucket = huffman_get(&reader, &distance_code);
        if (bucket < 0 || !copy_match(out, start, end, length, get_bucketed(&reader, bucket)))
            return false;
    }
}
