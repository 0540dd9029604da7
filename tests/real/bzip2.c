// Two threads compress and decompress texts of their own.
#include <assert.h>
#include <bzlib.h>
#include <pthread.h>
#include <string.h>

void bz_internal_error(int error)
{
    (void)error;
    assert(0);
}

static void *round_trip(void *argument)
{
    char text[40], packed[400], unpacked[40];
    memcpy(text, argument, sizeof text);
    unsigned packed_length = sizeof packed, unpacked_length = sizeof unpacked;
    int result = BZ2_bzBuffToBuffCompress(packed, &packed_length, text, sizeof text, 1, 0, 0);
    assert(result == BZ_OK);
    result = BZ2_bzBuffToBuffDecompress(unpacked, &unpacked_length, packed, packed_length, 1, 0);
    assert(result == BZ_OK && unpacked_length == sizeof text && memcmp(unpacked, text, sizeof text) == 0);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    char first[40] = "aaaaaaaaaaaaaaaabbbbbbbb", second[40] = "one two one two one two";
    pthread_create(&thread, NULL, round_trip, first);
    round_trip(second);
    pthread_join(thread, NULL);
    return 0;
}
