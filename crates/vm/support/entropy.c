// Random bytes from the system. Every thread has a sequence of its own, so that no interleaving shows in it; it is the same in
// every run.
#include "library.h"

int gettid(void);

enum { EIO = 5, MOST_ENTROPY = 256 };

static _Thread_local uint64_t state;

// Steps of a Weyl sequence, mixed (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
static uint64_t next(void) {
    if (state == 0)
        state = (uint64_t)gettid() << 40;
    uint64_t word = state += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

LIBRARY void arc4random_buf(void *buffer, size_t size) {
    for (size_t done = 0; done < size; done += 8) {
        uint64_t word = next();
        memcpy((char *)buffer + done, &word, size - done < 8 ? size - done : 8);
    }
}

LIBRARY uint32_t arc4random(void) {
    return (uint32_t)next();
}

LIBRARY uint32_t arc4random_uniform(uint32_t bound) {
    return bound < 2 ? 0 : (uint32_t)(next() % bound);
}

LIBRARY long getrandom(void *buffer, size_t size, unsigned flags) {
    if (flags & ~7u) {
        errno = EINVAL;
        return -1;
    }
    arc4random_buf(buffer, size);
    return (long)size;
}

LIBRARY int getentropy(void *buffer, size_t size) {
    if (size > MOST_ENTROPY) {
        errno = EIO;
        return -1;
    }
    arc4random_buf(buffer, size);
    return 0;
}
