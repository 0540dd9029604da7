// The threaded encoder with two workers and two blocks, and the single-threaded decoder.
#include <assert.h>
#include <lzma.h>
#include <string.h>

enum { SIZE = 60, BLOCK = 30 };

int main(void)
{
    static uint8_t data[SIZE], packed[1000], unpacked[SIZE];
    for (int i = 0; i < SIZE; i++)
        data[i] = (uint8_t)(i % 7);
    lzma_options_lzma options;
    lzma_lzma_preset(&options, 0);
    options.dict_size = LZMA_DICT_SIZE_MIN;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_mt mt = {.threads = THREADS, .block_size = BLOCK, .filters = filters, .check = LZMA_CHECK_CRC32};
    lzma_stream stream = LZMA_STREAM_INIT;
    assert(lzma_stream_encoder_mt(&stream, &mt) == LZMA_OK);
    stream.next_in = data;
    stream.avail_in = SIZE;
    stream.next_out = packed;
    stream.avail_out = sizeof packed;
    lzma_ret result;
    do
        result = lzma_code(&stream, LZMA_FINISH);
    while (result == LZMA_OK);
    assert(result == LZMA_STREAM_END);
    size_t length = sizeof packed - stream.avail_out, in = 0, out = 0;
    lzma_end(&stream);
    uint64_t limit = UINT64_MAX;
    assert(lzma_stream_buffer_decode(&limit, 0, NULL, packed, &in, length, unpacked, &out, SIZE) == LZMA_OK);
    assert(out == SIZE && memcmp(data, unpacked, SIZE) == 0);
    return 0;
}
