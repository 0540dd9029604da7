// A multithreaded block compressor: Burrows-Wheeler or LZ77 with Huffman codes, a worker pool, an ordered writer.
// The test compresses its inputs, expands them again, compares, and damages the archives to see that it is noticed.
// with: archive.c bits.c block.c buffer.c bwt.c crc32.c huffman.c lz77.c pipeline.c queue.c
// args: -j 3 -b 700 test prose.txt table.csv noise.bin runs.txt -
// stdin: standard input, standard input, standard input is compressed as well as files are\n
// file: prose.txt
// file: table.csv
// file: noise.bin
// file: runs.txt
// native: same
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive.h"

struct options {
    int workers;
    size_t block_size;
};

static const char usage[] =
    "usage: compressor [-j WORKERS] [-b BLOCK_SIZE] compress IN OUT | decompress IN OUT | test FILE...\n";

static FILE *open_or_die(const char *name, const char *mode)
{
    if (strcmp(name, "-") == 0)
        return mode[0] == 'r' ? stdin : stdout;
    FILE *file = fopen(name, mode);
    if (!file) {
        perror(name);
        exit(EXIT_FAILURE);
    }
    return file;
}

static void close_or_die(FILE *file, const char *name)
{
    if (file != stdin && file != stdout && fclose(file) != 0) {
        perror(name);
        exit(EXIT_FAILURE);
    }
}

/* One direction, from a named file to a named file. */
static const char *convert(const struct options *options, bool compress, const char *from, const char *to,
                           struct summary *summary)
{
    FILE *in = open_or_die(from, "rb"), *out = open_or_die(to, "wb");
    const char *error = compress ? archive_compress(in, out, options->block_size, options->workers, summary)
                                 : archive_decompress(in, out, options->workers, summary);
    close_or_die(in, from);
    close_or_die(out, to);
    return error;
}

static struct buffer read_file(const char *name)
{
    struct buffer contents = BUFFER_EMPTY;
    FILE *file = open_or_die(name, "rb");
    unsigned char chunk[512];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, file)) > 0;)
        buffer_append(&contents, chunk, n);
    close_or_die(file, name);
    return contents;
}

static void write_file(const char *name, const struct buffer *contents)
{
    FILE *file = open_or_die(name, "wb");
    if (contents->size && fwrite(contents->data, 1, contents->size, file) != contents->size)
        perror(name);
    close_or_die(file, name);
}

static void print_summary(const char *name, const struct summary *summary)
{
    printf("%s: %llu -> %llu bytes, crc %08x, %u blocks:", name, (unsigned long long)summary->raw_size,
           (unsigned long long)summary->packed_size, summary->crc, summary->blocks);
    for (enum method method = 0; method < METHODS; method++)
        printf(" %u %s", summary->by_method[method], method_name(method));
    putchar('\n');
}

static bool same(const struct buffer *a, const struct buffer *b)
{
    return a->size == b->size && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* Changes one byte at a time at a few places; each change must be noticed. */
static void test_damage(const struct options *options, const struct buffer *archive)
{
    int noticed = 0, tried = 0;
    for (size_t position = 0; position < archive->size; position += archive->size / 5 + 1) {
        struct buffer damaged = BUFFER_EMPTY;
        struct summary summary;
        buffer_append(&damaged, archive->data, archive->size);
        damaged.data[position] ^= 0x15;
        write_file("damaged.mzbc", &damaged);
        buffer_free(&damaged);
        noticed += convert(options, false, "damaged.mzbc", "damaged.out", &summary) != NULL;
        tried++;
    }
    printf("  %d of %d damages noticed", noticed, tried);
    struct buffer shortened = *archive;
    struct summary summary;
    shortened.size -= 20;
    write_file("damaged.mzbc", &shortened);
    printf(", shortened: %s\n", convert(options, false, "damaged.mzbc", "damaged.out", &summary));
    remove("damaged.mzbc");
    remove("damaged.out");
}

static bool test_input(const struct options *options, const char *name)
{
    struct buffer original = read_file(name);
    struct summary packed, unpacked;
    write_file("original", &original);
    const char *error = convert(options, true, "original", "packed.mzbc", &packed);
    print_summary(strcmp(name, "-") ? name : "standard input", &packed);
    if (!error)
        error = convert(options, false, "packed.mzbc", "unpacked", &unpacked);
    struct buffer again = read_file("unpacked"), archive = read_file("packed.mzbc");
    bool ok = !error && same(&original, &again) && packed.crc == unpacked.crc && archive.size == packed.packed_size;
    printf("  round trip %s\n", error ? error : ok ? "ok" : "DIFFERS");
    test_damage(options, &archive);
    buffer_free(&original);
    buffer_free(&again);
    buffer_free(&archive);
    remove("original");
    remove("packed.mzbc");
    remove("unpacked");
    return ok;
}

static int run(const struct options *options, int argc, char **argv)
{
    if (argc >= 2 && strcmp(argv[0], "test") == 0) {
        int failures = 0;
        for (int i = 1; i < argc; i++)
            failures += !test_input(options, argv[i]);
        return failures ? EXIT_FAILURE : EXIT_SUCCESS;
    }
    bool compress = argc == 3 && strcmp(argv[0], "compress") == 0;
    if (!compress && !(argc == 3 && strcmp(argv[0], "decompress") == 0)) {
        fputs(usage, stderr);
        return 2;
    }
    struct summary summary;
    const char *error = convert(options, compress, argv[1], argv[2], &summary);
    if (error) {
        fprintf(stderr, "%s: %s\n", argv[1], error);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct options options = { .workers = 2, .block_size = 64 * 1024 };
    for (int option; (option = getopt(argc, argv, "+j:b:")) != -1;) {
        long value = option == '?' ? 0 : strtol(optarg, NULL, 10);
        if (value <= 0 || (option == 'j' && value > 64) || value > MAX_BLOCK_SIZE) {
            fputs(usage, stderr);
            return 2;
        }
        if (option == 'j')
            options.workers = (int)value;
        else
            options.block_size = (size_t)value;
    }
    return run(&options, argc - optind, argv + optind);
}
