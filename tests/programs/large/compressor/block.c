// part of main.c
#include "block.h"

#include "bwt.h"
#include "crc32.h"
#include "lz77.h"

static void store(const unsigned char *data, size_t size, struct buffer *out)
{
    buffer_append(out, data, size);
}

static bool unstore(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out)
{
    if (packed_size != size)
        return false;
    buffer_append(out, packed, size);
    return true;
}

static const struct {
    const char *name;
    void (*compress)(const unsigned char *data, size_t size, struct buffer *out);
    bool (*decompress)(const unsigned char *packed, size_t packed_size, size_t size, struct buffer *out);
} methods[METHODS] = {
    [METHOD_STORED] = { "stored", store, unstore },
    [METHOD_BWT] = { "bwt", bwt_compress, bwt_decompress },
    [METHOD_LZ77] = { "lz77", lz77_compress, lz77_decompress },
};

const char *method_name(enum method method)
{
    return methods[method].name;
}

struct block_header block_compress(const struct buffer *raw, struct buffer *packed)
{
    struct buffer candidate = BUFFER_EMPTY;
    enum method best = METHOD_STORED;
    buffer_clear(packed);
    methods[best].compress(raw->data, raw->size, packed);
    for (enum method method = METHOD_BWT; method < METHODS; method++) {
        buffer_clear(&candidate);
        methods[method].compress(raw->data, raw->size, &candidate);
        if (candidate.size < packed->size) {
            struct buffer smaller = candidate;
            candidate = *packed;
            *packed = smaller;
            best = method;
        }
    }
    buffer_free(&candidate);
    return (struct block_header){ best, (uint32_t)raw->size, (uint32_t)packed->size, crc32(0, raw->data, raw->size) };
}

bool block_decompress(const struct block_header *header, const struct buffer *packed, struct buffer *raw)
{
    buffer_clear(raw);
    return methods[header->method].decompress(packed->data, packed->size, header->raw_size, raw)
        && crc32(0, raw->data, raw->size) == header->crc;
}
