// Two threads compress into one frame's worth of blocks each, and a third part is decompressed by the thread that joins them.
#include <assert.h>
#include <lz4.h>
#include <lz4hc.h>
#include <pthread.h>
#include <string.h>

struct job { const char *text; char packed[200]; int length, level; };

static void *pack(void *argument)
{
    struct job *job = argument;
    int length = (int)strlen(job->text) + 1;
    job->length = job->level ? LZ4_compress_HC(job->text, job->packed, length, sizeof job->packed, job->level)
                             : LZ4_compress_default(job->text, job->packed, length, sizeof job->packed);
    assert(job->length > 0);
    return NULL;
}

int main(void)
{
    struct job jobs[] = {{.text = "aaaaaaaaaaaaaaaabbbbbbbb"}, {.text = "one two one two one two", .level = 3}};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, pack, &jobs[i]);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        char unpacked[100];
        int length = LZ4_decompress_safe(jobs[i].packed, unpacked, jobs[i].length, sizeof unpacked);
        assert(length == (int)strlen(jobs[i].text) + 1 && strcmp(unpacked, jobs[i].text) == 0);
    }
    return 0;
}
