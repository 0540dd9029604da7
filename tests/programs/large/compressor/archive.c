// part of main.c
#include "archive.h"

#include <string.h>

#include "crc32.h"
#include "pipeline.h"

enum { VERSION = 1, HEADER_SIZE = 9, BLOCK_HEADER_SIZE = 13, TRAILER = 0xff, TRAILER_SIZE = 13 };
static const char magic[4] = { 'M', 'Z', 'B', 'C' };

/* The producer owns the first group of members, the consumer the second. */
struct transfer {
    FILE *in;
    size_t block_size;
    const char *read_error;
    unsigned char trailer[TRAILER_SIZE];

    FILE *out;
    const char *write_error;
    struct summary *summary;
};

static void put(struct transfer *transfer, const void *bytes, size_t size)
{
    if (!transfer->write_error && fwrite(bytes, 1, size, transfer->out) != size)
        transfer->write_error = "cannot write";
}

static void count_block(struct summary *summary, const struct block_header *header, const struct buffer *raw)
{
    summary->blocks++;
    summary->by_method[header->method]++;
    summary->raw_size += header->raw_size;
    summary->packed_size += BLOCK_HEADER_SIZE + header->packed_size;
    summary->crc = crc32(summary->crc, raw->data, raw->size);
}

/* Compression. */

static bool read_raw_block(void *context, struct job *job)
{
    struct transfer *transfer = context;
    buffer_clear(&job->input);
    buffer_reserve(&job->input, transfer->block_size);
    job->input.size = fread(job->input.data, 1, transfer->block_size, transfer->in);
    if (ferror(transfer->in))
        transfer->read_error = "cannot read";
    return job->input.size > 0;
}

static void compress_job(struct job *job)
{
    job->header = block_compress(&job->input, &job->output);
}

static void write_packed_block(void *context, struct job *job)
{
    struct transfer *transfer = context;
    const struct block_header *header = &job->header;
    struct buffer head = BUFFER_EMPTY;
    buffer_append_byte(&head, (unsigned char)header->method);
    buffer_append_u32(&head, header->raw_size);
    buffer_append_u32(&head, header->packed_size);
    buffer_append_u32(&head, header->crc);
    put(transfer, head.data, head.size);
    put(transfer, job->output.data, job->output.size);
    buffer_free(&head);
    count_block(transfer->summary, header, &job->input);
}

const char *archive_compress(FILE *in, FILE *out, size_t block_size, int workers, struct summary *summary)
{
    struct transfer transfer = { .in = in, .block_size = block_size, .out = out, .summary = summary };
    struct buffer bytes = BUFFER_EMPTY;
    *summary = (struct summary){ .packed_size = HEADER_SIZE + TRAILER_SIZE };
    buffer_append(&bytes, magic, sizeof magic);
    buffer_append_byte(&bytes, VERSION);
    buffer_append_u32(&bytes, (uint32_t)block_size);
    put(&transfer, bytes.data, bytes.size);

    pipeline_run(&(struct stages){ &transfer, read_raw_block, compress_job, write_packed_block }, workers);

    buffer_clear(&bytes);
    buffer_append_byte(&bytes, TRAILER);
    buffer_append_u32(&bytes, summary->blocks);
    buffer_append_u32(&bytes, (uint32_t)summary->raw_size);
    buffer_append_u32(&bytes, summary->crc);
    put(&transfer, bytes.data, bytes.size);
    buffer_free(&bytes);
    return transfer.read_error ? transfer.read_error : transfer.write_error;
}

/* Decompression. */

static bool fail(struct transfer *transfer, const char *error)
{
    transfer->read_error = error;
    return false;
}

static bool read_packed_block(void *context, struct job *job)
{
    struct transfer *transfer = context;
    unsigned char head[BLOCK_HEADER_SIZE];
    if (fread(head, 1, sizeof head, transfer->in) != sizeof head)
        return fail(transfer, "truncated");
    if (head[0] == TRAILER) {
        memcpy(transfer->trailer, head, sizeof head);
        return fgetc(transfer->in) == EOF ? false : fail(transfer, "bytes after the end");
    }
    job->header = (struct block_header){ head[0], read_u32(head + 1), read_u32(head + 5), read_u32(head + 9) };
    if (head[0] >= METHODS)
        return fail(transfer, "unknown method");
    if (job->header.raw_size == 0 || job->header.raw_size > transfer->block_size
        || job->header.packed_size > transfer->block_size)
        return fail(transfer, "impossible size");
    buffer_clear(&job->input);
    buffer_reserve(&job->input, job->header.packed_size);
    job->input.size = fread(job->input.data, 1, job->header.packed_size, transfer->in);
    return job->input.size == job->header.packed_size || fail(transfer, "truncated");
}

static void decompress_job(struct job *job)
{
    job->failed = !block_decompress(&job->header, &job->input, &job->output);
}

static void write_raw_block(void *context, struct job *job)
{
    struct transfer *transfer = context;
    if (job->failed && !transfer->write_error)
        transfer->write_error = "damaged block";
    put(transfer, job->output.data, job->output.size);
    count_block(transfer->summary, &job->header, &job->output);
}

static const char *check_trailer(const struct transfer *transfer)
{
    const struct summary *summary = transfer->summary;
    if (read_u32(transfer->trailer + 1) != summary->blocks)
        return "blocks are missing";
    if (read_u32(transfer->trailer + 5) != (uint32_t)summary->raw_size)
        return "bytes are missing";
    return read_u32(transfer->trailer + 9) == summary->crc ? NULL : "checksum differs";
}

const char *archive_decompress(FILE *in, FILE *out, int workers, struct summary *summary)
{
    struct transfer transfer = { .in = in, .out = out, .summary = summary };
    unsigned char header[HEADER_SIZE];
    *summary = (struct summary){ .packed_size = HEADER_SIZE + TRAILER_SIZE };
    if (fread(header, 1, sizeof header, in) != sizeof header || memcmp(header, magic, sizeof magic) != 0)
        return "not an archive";
    if (header[4] != VERSION)
        return "unknown version";
    transfer.block_size = read_u32(header + 5);
    if (transfer.block_size == 0 || transfer.block_size > MAX_BLOCK_SIZE)
        return "impossible size";

    pipeline_run(&(struct stages){ &transfer, read_packed_block, decompress_job, write_raw_block }, workers);

    if (transfer.read_error)
        return transfer.read_error;
    return transfer.write_error ? transfer.write_error : check_trailer(&transfer);
}
