// Runs of bit fields that clang accesses as one integer of more than 128 bits: reads, writes, volatile, initialisers.
// native: same
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) run {
    unsigned a : 31;
    long b : 49;
    unsigned c : 7;
    int d : 29;
    unsigned long e : 53;
    int f : 3;
    unsigned long g : 60;
    signed char h : 5;
};

static struct run plain;
static volatile struct run shaky;
static struct run initialised = {1, -2, 3, -4, 5, -1, 7, -8};

static unsigned next(void)
{
    static unsigned state = 7;
    return state = state * 1664525 + 1013904223;
}

static void fill(void)
{
    plain.a = next();
    plain.b = (long)next() * next();
    plain.c = next();
    plain.d = next();
    plain.e = (unsigned long)next() << 20 ^ next();
    plain.f = next();
    plain.g = ((unsigned long)next() << 32) + next();
    plain.h = next();
}

static unsigned hash(const volatile void *object, size_t size)
{
    unsigned h = 0;
    for (size_t i = 0; i < size; i++)
        h = h * 31 + ((const volatile unsigned char *)object)[i];
    return h;
}

static void print(const volatile struct run *r)
{
    printf("%u %ld %u %d %lu %d %lu %d\n", r->a, (long)r->b, r->c, r->d, (unsigned long)r->e, r->f,
           (unsigned long)r->g, r->h);
}

int main(void)
{
    for (int i = 0; i < 50; i++) {
        fill();
        memcpy((void *)&shaky, &plain, sizeof plain);
        shaky.d ^= 5;
        shaky.e += 77;
        shaky.h--;
        shaky.b = -shaky.b;
        print(&plain);
        print(&shaky);
        printf("%x %x\n", hash(&plain, sizeof plain), hash(&shaky, sizeof shaky));
    }
    print(&initialised);
    printf("%zu\n", sizeof initialised);
    return 0;
}
