// The sieve of Eratosthenes: byte stores with a stride.
#include <stdio.h>

#define LIMIT 300000
#define ROUNDS 3

static unsigned char composite[LIMIT + 1];

static unsigned sieve(void) {
    unsigned primes = 0;
    for (unsigned i = 0; i <= LIMIT; i++) composite[i] = 0;
    for (unsigned i = 2; i <= LIMIT; i++) {
        if (composite[i]) continue;
        primes++;
        for (unsigned long long j = (unsigned long long)i * i; j <= LIMIT; j += i) composite[j] = 1;
    }
    return primes;
}

int main(void) {
    unsigned sum = 0;
    for (int round = 0; round < ROUNDS; round++) sum += sieve();
    printf("sieve %u\n", sum);
    return 0;
}
