// part of main.c
#include "bwt.h"

#include <stdlib.h>
#include <string.h>

#include "bits.h"
#include "huffman.h"

/* Runs of zeros after move-to-front are written as numbers of the digits 1 (RUN_A) and 2 (RUN_B), lowest first. */
enum { RUN_A = 0, RUN_B = 1, END = 257, SYMBOLS = 258, INDEX_BITS = 20 };

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        abort();
    return memory;
}

/* Sorts by the class of each rotation's first half; the rotations are already sorted by their second half. */
static void counting_sort(const int *rotations, const int *classes, int *sorted, int *counts, int class_count, int n)
{
    memset(counts, 0, (size_t)class_count * sizeof *counts);
    for (int i = 0; i < n; i++)
        counts[classes[rotations[i]]]++;
    for (int i = 1; i < class_count; i++)
        counts[i] += counts[i - 1];
    for (int i = n - 1; i >= 0; i--)
        sorted[--counts[classes[rotations[i]]]] = rotations[i];
}

/* Sorts the rotations of a block by doubling the length of the compared prefix. */
static int *sort_rotations(const unsigned char *data, int n)
{
    int class_count = 256, counts_size = n > 256 ? n : 256;
    int *sorted = allocate((size_t)n, sizeof *sorted), *shifted = allocate((size_t)n, sizeof *shifted);
    int *classes = allocate((size_t)n, sizeof *classes), *next = allocate((size_t)n, sizeof *next);
    int *counts = allocate((size_t)counts_size, sizeof *counts);
    for (int i = 0; i < n; i++) {
        shifted[i] = i;
        classes[i] = data[i];
    }
    counting_sort(shifted, classes, sorted, counts, class_count, n);
    for (int half = 0; half < n; half = half ? half * 2 : 1) {
        if (half) {
            for (int i = 0; i < n; i++)
                shifted[i] = (sorted[i] + n - half % n) % n;
            counting_sort(shifted, classes, sorted, counts, class_count, n);
        }
        int class = 0;
        for (int i = 0; i < n; i++) {
            int a = sorted[i], b = sorted[i > 0 ? i - 1 : 0];
            if (classes[a] != classes[b] || (half && classes[(a + half) % n] != classes[(b + half) % n]))
                class++;
            next[a] = class;
        }
        memcpy(classes, next, (size_t)n * sizeof *classes);
        class_count = class + 1;
        if (class_count == n)
            break;
    }
    free(shifted);
    free(classes);
    free(next);
    free(counts);
    return sorted;
}

/* The last column of the sorted rotations, and the row of the block itself. */
static int transform(const unsigned char *data, int n, unsigned char *last)
{
    int *sorted = sort_rotations(data, n), row = 0;
    for (int i = 0; i < n; i++) {
        last[i] = data[(sorted[i] + n - 1) % n];
        if (sorted[i] == 0)
            row = i;
    }
    free(sorted);
    return row;
}

static void invert(const unsigned char *last, int n, int row, unsigned char *data)
{
    int starts[256] = { 0 }, total = 0;
    int *previous = allocate((size_t)n, sizeof *previous);
    for (int i = 0; i < n; i++)
        starts[last[i]]++;
    for (int byte = 0; byte < 256; byte++) {
        int count = starts[byte];
        starts[byte] = total;
        total += count;
    }
    for (int i = 0; i < n; i++)
        previous[i] = starts[last[i]]++;
    for (int i = n - 1; i >= 0; i--) {
        data[i] = last[row];
        row = previous[row];
    }
    free(previous);
}

static int move_to_front(unsigned char *order, unsigned char byte)
{
    int position = 0;
    while (order[position] != byte)
        position++;
    memmove(order + 1, order, (size_t)position);
    order[0] = byte;
    return position;
}

static unsigned char take_and_move(unsigned char *order, int position)
{
    unsigned char byte = order[position];
    memmove(order + 1, order, (size_t)position);
    order[0] = byte;
    return byte;
}

static void initial_order(unsigned char *order)
{
    for (int i = 0; i < 256; i++)
        order[i] = (unsigned char)i;
}

static int put_run(uint16_t *symbols, int count, int run)
{
    for (; run > 0; run = (run - 1) / 2)
        symbols[count++] = run % 2 ? RUN_A : RUN_B;
    return count;
}

/* Returns how many symbols there are; a block of n bytes gives at most n + 1. */
static int to_symbols(const unsigned char *last, int n, uint16_t *symbols)
{
    unsigned char order[256];
    int count = 0, run = 0;
    initial_order(order);
    for (int i = 0; i < n; i++) {
        int position = move_to_front(order, last[i]);
        if (position == 0) {
            run++;
            continue;
        }
        count = put_run(symbols, count, run);
        run = 0;
        symbols[count++] = (uint16_t)(position + 1);
    }
    count = put_run(symbols, count, run);
    symbols[count++] = END;
    return count;
}

void bwt_compress(const unsigned char *data, size_t size, struct buffer *out)
{
    int n = (int)size;
    unsigned char *last = allocate(size, 1);
    uint16_t *symbols = allocate(size + 1, sizeof *symbols);
    int row = transform(data, n, last);
    int count = to_symbols(last, n, symbols);

    uint32_t frequencies[SYMBOLS] = { 0 };
    for (int i = 0; i < count; i++)
        frequencies[symbols[i]]++;
    struct huffman_encoder encoder;
    huffman_build(&encoder, frequencies, SYMBOLS);

    struct bit_writer writer = { out, 0, 0 };
    bits_put(&writer, (uint32_t)row, INDEX_BITS);
    huffman_write_code(&writer, &encoder);
    for (int i = 0; i < count; i++)
        huffman_put(&writer, &encoder, symbols[i]);
    bits_flush(&writer);
    free(last);
    free(symbols);
}

/* Undoes run lengths and move-to-front; false when there are not exactly n bytes. */
static bool read_last_column(struct bit_reader *reader, const struct huffman_decoder *decoder, unsigned char *last,
                             int n)
{
    unsigned char order[256];
    int position = 0, digit = 1;
    initial_order(order);
    for (;;) {
        int symbol = huffman_get(reader, decoder);
        if (symbol < 0 || reader->overrun)
            return false;
        if (symbol == END)
            return position == n;
        if (symbol == RUN_A || symbol == RUN_B) {
            int run = digit * (symbol == RUN_A ? 1 : 2);
            if (run > n - position)
                return false;
            memset(last + position, order[0], (size_t)run);
            position += run;
            digit *= 2;
            continue;
        }
        digit = 1;
        if (position == n)
            return false;
        last[position++] = take_and_move(order, symbol - 1);
    }
}

bool bwt_decompress(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out)
{
    struct bit_reader reader = { .data = packed, .size = packed_size };
    struct huffman_decoder decoder;
    int row = (int)bits_get(&reader, INDEX_BITS), n = (int)size;
    if (row >= n || !huffman_read_code(&reader, &decoder, SYMBOLS))
        return false;
    unsigned char *last = allocate(size, 1);
    bool ok = read_last_column(&reader, &decoder, last, n);
    if (ok) {
        buffer_reserve(out, size);
        invert(last, n, row, out->data + out->size);
        out->size += size;
    }
    free(last);
    return ok;
}
