// Two threads compress and decompress texts of their own: the library shares nothing but constant tables.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <zlib.h>

static void *round_trip(void *argument)
{
    const char *text = argument;
    uLong length = (uLong)strlen(text) + 1;
    Bytef packed[200], unpacked[200];
    uLongf packed_length = sizeof packed, unpacked_length = sizeof unpacked;
    int result = compress2(packed, &packed_length, (const Bytef *)text, length, 1);
    assert(result == Z_OK);
    result = uncompress(unpacked, &unpacked_length, packed, packed_length);
    assert(result == Z_OK && unpacked_length == length && memcmp(unpacked, text, length) == 0);
    assert(crc32(0, unpacked, (uInt)unpacked_length) == crc32(0, (const Bytef *)text, (uInt)length));
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, round_trip, "aaaaaaaaaaaaaaaabbbbbbbb");
    round_trip("one two one two one two");
    pthread_join(thread, NULL);
    return 0;
}
