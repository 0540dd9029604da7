// Words of a made-up text are split, reversed, compared and counted in a hash table: work on single characters.
#include <stdio.h>

#define TEXT 60000
#define SLOTS 32768
#define ROUNDS 5

struct word {
    char text[16];
    unsigned count;
};

static char text[TEXT + 1];
static struct word table[SLOTS];

static unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n]) n++;
    return n;
}

static int equal(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void copy(char *to, const char *from) {
    while ((*to++ = *from++)) {}
}

static void reverse(char *s) {
    unsigned n = length(s);
    for (unsigned i = 0; i < n / 2; i++) {
        char c = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = c;
    }
}

static void count(const char *word) {
    unsigned hash = 5381;
    for (const char *s = word; *s; s++) hash = hash * 33 + (unsigned char)*s;
    unsigned slot = hash % SLOTS;
    while (table[slot].count && !equal(table[slot].text, word)) slot = (slot + 1) % SLOTS;
    if (!table[slot].count) copy(table[slot].text, word);
    table[slot].count++;
}

static void make_text(void) {
    unsigned seed = 7;
    for (unsigned i = 0; i < TEXT; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned r = seed >> 16;
        text[i] = r % 4 == 0 || i % 12 == 0 ? ' ' : (char)('a' + r % 3);
    }
}

static void count_words(void) {
    char word[16];
    unsigned size = 0;
    for (const char *s = text;; s++) {
        if (*s && *s != ' ') {
            word[size++] = *s;
            continue;
        }
        word[size] = 0;
        if (size) {
            count(word);
            reverse(word);
            count(word);
        }
        size = 0;
        if (!*s) return;
    }
}

int main(void) {
    make_text();
    for (int round = 0; round < ROUNDS; round++) count_words();
    unsigned words = 0, sum = 0;
    for (unsigned i = 0; i < SLOTS; i++) {
        words += table[i].count > 0;
        sum = sum * 31 + table[i].count * length(table[i].text);
    }
    printf("strings %u %08x\n", words, sum);
    return 0;
}
