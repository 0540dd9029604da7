// Two threads compress, each with a compressor of its own. The library looks for the processor's features once, lazily.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include "libdeflate.h"

static void *round_trip(void *argument)
{
    static const char text[] = "one two one two one two three";
    char packed[200], unpacked[sizeof text];
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    assert(compressor && decompressor);
    size_t length = libdeflate_zlib_compress(compressor, text, sizeof text, packed, sizeof packed);
    assert(length);
    enum libdeflate_result result =
        libdeflate_zlib_decompress(decompressor, packed, length, unpacked, sizeof unpacked, NULL);
    assert(result == LIBDEFLATE_SUCCESS && memcmp(text, unpacked, sizeof text) == 0);
    libdeflate_free_compressor(compressor);
    libdeflate_free_decompressor(decompressor);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, round_trip, NULL);
    round_trip(NULL);
    pthread_join(thread, NULL);
    return 0;
}
