// Two threads decompress: the static dictionary is shared.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <brotli/decode.h>
#include <brotli/encode.h>

static uint8_t packed[200];
static size_t length = sizeof packed;
static const char text[] = "one two one two one two three";

static void *unpack(void *argument)
{
    uint8_t unpacked[100];
    size_t size = sizeof unpacked;
    assert(BrotliDecoderDecompress(length, packed, &size, unpacked) == BROTLI_DECODER_RESULT_SUCCESS);
    assert(size == sizeof text && memcmp(unpacked, text, size) == 0);
    return argument;
}

int main(void)
{
    assert(BrotliEncoderCompress(0, BROTLI_MIN_WINDOW_BITS, BROTLI_MODE_TEXT, sizeof text, (const uint8_t *)text, &length, packed));
    pthread_t thread;
    pthread_create(&thread, NULL, unpack, NULL);
    unpack(NULL);
    pthread_join(thread, NULL);
    return 0;
}
