// Inline assembly and built-in functions: questions about the processor, which has no extensions, and its clock, which is virtual.
// stdout: 1 MazurkaModel
// stdout: sse2 1 avx 0 cx16 1 osxsave 0
// stdout: leaf 7: 0
// stdout: long mode 1
// stdout: xcr0 3 3
// stdout: supports: avx2 0 sse2 1 intel 0
// stdout: time passes 1 1 1 1 1
// stdout: thread pointers 1 1 1
// stdout: carries: 1 0 1 ffffffffffffffff
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <x86intrin.h>

#include <cpuid.h>

static uint64_t time_stamp(void)
{
    uint32_t low, high;
    __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
}

static uint64_t time_stamp_and_processor(uint32_t *processor)
{
    uint32_t low, high;
    __asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(*processor));
    return (uint64_t)high << 32 | low;
}

static void *thread_pointer(void *unused)
{
    (void)unused;
    return __builtin_thread_pointer();
}

int main(void)
{
    uint32_t a, b, c, d;
    char vendor[13] = {0};
    __cpuid(0, a, b, c, d);
    memcpy(vendor, &b, 4);
    memcpy(vendor + 4, &d, 4);
    memcpy(vendor + 8, &c, 4);
    printf("%u %s\n", a, vendor);
    __asm__("cpuid" : "=a"(a), "=b"(b), "=c"(c), "=d"(d) : "0"(1));
    printf("sse2 %d avx %d cx16 %d osxsave %d\n", d >> 26 & 1, c >> 28 & 1, c >> 13 & 1, c >> 27 & 1);
    __cpuid_count(7, 0, a, b, c, d);
    printf("leaf 7: %x\n", a | b | c | d);
    __cpuid(0x80000001, a, b, c, d);
    printf("long mode %d\n", d >> 29 & 1);
    uint32_t low, high, as_bytes;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    __asm__(".byte 0x0f, 0x01, 0xd0" : "=a"(as_bytes), "=d"(high) : "c"(0));
    printf("xcr0 %u %u\n", low, as_bytes);
    __builtin_cpu_init();
    printf("supports: avx2 %d sse2 %d intel %d\n", !!__builtin_cpu_supports("avx2"), !!__builtin_cpu_supports("sse2"),
           !!__builtin_cpu_is("intel"));
    uint64_t times[6] = {time_stamp()};
    times[1] = time_stamp_and_processor(&a);
    times[2] = __rdtsc();
    times[3] = __rdtscp(&b);
    times[4] = __builtin_readcyclecounter();
    times[5] = time_stamp();
    printf("time passes");
    for (int i = 0; i < 5; i++)
        printf(" %d", times[i] < times[i + 1]);
    printf("\n");
    void *own = __builtin_thread_pointer(), *loaded, *others;
    __asm__("movq %%fs:0, %0" : "=r"(loaded));
    pthread_t thread;
    pthread_create(&thread, NULL, thread_pointer, NULL);
    pthread_join(thread, &others);
    printf("thread pointers %d %d %d\n", own == loaded, own != others, own == thread_pointer(NULL));
    unsigned long long sum, sum2, difference;
    unsigned char carry = _addcarry_u64(0, ~0ull, 1, &sum), carry2 = _addcarry_u64(carry, 1, 2, &sum2);
    unsigned char borrow = _subborrow_u64(1, 0, 0, &difference);
    printf("carries: %d %d %d %llx\n", carry, carry2, borrow, difference);
    return sum2 != 4;
}
