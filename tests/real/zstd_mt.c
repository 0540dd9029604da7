// The multithreaded compressor with one worker, and the single-threaded decompressor.
#include <assert.h>
#include <string.h>
#define ZSTD_STATIC_LINKING_ONLY
#include <zstd.h>

int main(void)
{
    static char text[] = "one two one two one two three", packed[400], unpacked[sizeof text];
    ZSTD_CCtx *context = ZSTD_createCCtx();
    assert(context);
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, 1);
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, ZSTD_WINDOWLOG_MIN);
    ZSTD_CCtx_setParameter(context, ZSTD_c_hashLog, ZSTD_HASHLOG_MIN);
    assert(!ZSTD_isError(ZSTD_CCtx_setParameter(context, ZSTD_c_nbWorkers, 1)));
    ZSTD_outBuffer out = {packed, sizeof packed, 0};
    // What is known to be small from the start is not given to workers.
    ZSTD_inBuffer first = {text, 10, 0}, second = {text + 10, sizeof text - 10, 0};
    size_t rest = ZSTD_compressStream2(context, &out, &first, ZSTD_e_continue);
    assert(!ZSTD_isError(rest) && first.pos == first.size);
    do {
        rest = ZSTD_compressStream2(context, &out, &second, ZSTD_e_end);
        assert(!ZSTD_isError(rest));
    } while (rest);
    size_t length = ZSTD_decompress(unpacked, sizeof unpacked, packed, out.pos);
    assert(length == sizeof text && memcmp(text, unpacked, sizeof text) == 0);
    ZSTD_freeCCtx(context);
    return 0;
}
