// The main thread hands a block to a worker of the threaded decoder, which meets corrupt data before all of it has arrived.
#include <lzma.h>

enum { SIZE = 64, FIRST = 4, HELD_BACK = 2 };

int main(void)
{
    static uint8_t data[SIZE], file[1024], decoded[SIZE];
    lzma_options_lzma options;
    lzma_lzma_preset(&options, 0);
    options.dict_size = LZMA_DICT_SIZE_MIN;
    lzma_filter filters[] = {{LZMA_FILTER_LZMA2, &options}, {LZMA_VLI_UNKNOWN, NULL}};
    lzma_stream_flags flags = {.version = 0, .check = LZMA_CHECK_NONE};
    lzma_block block = {.check = LZMA_CHECK_NONE, .filters = filters};
    if (lzma_stream_header_encode(&flags, file) != LZMA_OK)
        return 1;
    size_t length = LZMA_STREAM_HEADER_SIZE;
    if (lzma_block_uncomp_encode(&block, data, SIZE, file, &length, sizeof file) != LZMA_OK)
        return 1;
    // A reserved control byte of LZMA2.
    file[LZMA_STREAM_HEADER_SIZE + block.header_size] = 3;

    lzma_stream stream = LZMA_STREAM_INIT;
    lzma_mt mt = {.threads = 2, .memlimit_threading = UINT64_MAX, .memlimit_stop = UINT64_MAX};
    if (lzma_stream_decoder_mt(&stream, &mt) != LZMA_OK)
        return 1;
    stream.next_out = decoded;
    stream.avail_out = SIZE;
    stream.next_in = file;
    stream.avail_in = LZMA_STREAM_HEADER_SIZE + block.header_size + FIRST;
    lzma_ret result = lzma_code(&stream, LZMA_RUN);
    if (result == LZMA_OK) {
#ifdef WHOLE_BLOCK
        stream.avail_in = (size_t)(file + length - stream.next_in);
#else
        stream.avail_in = (size_t)(file + length - HELD_BACK - stream.next_in);
#endif
        result = lzma_code(&stream, LZMA_RUN);
    }
    lzma_end(&stream);
    return 0;
}
