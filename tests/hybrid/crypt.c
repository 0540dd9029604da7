// Crypt: threads encrypt parts of a text, then others decrypt it again. They share the key, which does not change, and the texts, of which
// each has its part.
// check: ok
#include "objects.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef WORDS
#define WORDS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

struct key {
    uint32_t words[ROUNDS];
};

struct text {
    int length;
    uint32_t words[];
};

struct job {
    const struct key *key;
    const struct text *from;
    struct text *to;
    int begin, end, count;
    // What decrypting must lead to, if that is done.
    const struct text *expected;
};

static struct text *new_text(int length)
{
    struct text *text = new_object(sizeof *text + (size_t)length * sizeof *text->words);
    text->length = length;
    return text;
}

static struct key *new_key(uint32_t seed)
{
    struct key *key = new_object(sizeof *key);
    for (int i = 0; i < ROUNDS; i++) {
        seed = seed * 1664525 + 1013904223;
        key->words[i] = seed;
    }
    return key;
}

static uint32_t rotate(uint32_t word, int by)
{
    return word << by | word >> (32 - by);
}

static uint32_t encrypt_word(const struct key *key, uint32_t word)
{
    for (int i = 0; i < ROUNDS; i++) word = rotate(word ^ key->words[i], 5) + key->words[ROUNDS - 1 - i];
    return word;
}

static uint32_t decrypt_word(const struct key *key, uint32_t word)
{
    for (int i = ROUNDS - 1; i >= 0; i--) word = rotate(word - key->words[ROUNDS - 1 - i], 27) ^ key->words[i];
    return word;
}

static void *run_job(void *argument)
{
    struct job *job = argument;
    for (int i = job->begin; i < job->end; i++) {
        uint32_t word = job->from->words[i];
        job->to->words[i] = job->expected ? decrypt_word(job->key, word) : encrypt_word(job->key, word);
        mz_assert(job->expected ? job->to->words[i] == job->expected->words[i] : job->to->words[i] != word);
        job->count++;
    }
    return job;
}

// In parallel.
static struct text *crypt_text(const struct key *key, const struct text *from, const struct text *expected)
{
    struct text *to = new_text(from->length);
    struct job *jobs[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        struct job *job = jobs[i] = new_object(sizeof *job);
        *job = (struct job){.key = key, .from = from, .to = to, .expected = expected};
        job->begin = i * from->length / THREADS;
        job->end = (i + 1) * from->length / THREADS;
    }
    for (int i = 0; i < THREADS; i++) threads[i] = start(run_job, jobs[i]);
    for (int i = 0; i < THREADS; i++) result_of(threads[i]);
    return to;
}

int main(void)
{
    struct key *key = new_key(42);
    struct text *plain = new_text(WORDS);
    for (int i = 0; i < WORDS; i++) plain->words[i] = (uint32_t)(i * i);
    struct text *secret = crypt_text(key, plain, NULL);
    crypt_text(key, secret, plain);
    return 0;
}
