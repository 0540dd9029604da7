// Loops that clang turns into vector code at -O2: sums, dot products, minima, counting, saturation, conversion, shuffles.
// native: same
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 203 };
static int8_t i8[N];
static uint8_t u8[N], other8[N];
static int16_t i16[N];
static uint16_t u16[N];
static int32_t i32[N], other32[N];
static uint32_t u32[N];
static int64_t i64[N];
static float f32[N];
static double f64[N];

static void fill(void)
{
    uint32_t seed = 12345;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        i8[i] = (int8_t)(seed >> 24);
        u8[i] = (uint8_t)(seed >> 16);
        other8[i] = (uint8_t)(seed >> 8);
        i16[i] = (int16_t)(seed >> 13);
        u16[i] = (uint16_t)(seed >> 11);
        i32[i] = (int32_t)(seed >> 3);
        other32[i] = (int32_t)(seed >> 20) - 2000;
        u32[i] = seed;
        i64[i] = (int64_t)seed * 77777 - 100000000000000;
        f32[i] = (float)(seed >> 20);
        f64[i] = (double)(seed >> 12);
    }
}

static void reductions(void)
{
    int sum8 = 0, count = 0, zeros = 0;
    unsigned sum32 = 0, all_or = 0, all_and = ~0u, all_xor = 0;
    int64_t sum64 = 0, dot = 0;
    for (int i = 0; i < N; i++) sum8 += u8[i];
    for (int i = 0; i < N; i++) sum32 += u32[i];
    for (int i = 0; i < N; i++) sum64 += i64[i];
    for (int i = 0; i < N; i++) dot += (int64_t)i16[i] * u16[i];
    for (int i = 0; i < N; i++) count += u8[i] > 100 && other8[i] < 200;
    for (int i = 0; i < N; i++) zeros += (u8[i] & 7) == 0;
    for (int i = 0; i < N; i++) all_or |= u32[i] & 0xff00ff;
    for (int i = 0; i < N; i++) all_and &= u32[i] | 0xffff0f;
    for (int i = 0; i < N; i++) all_xor ^= u32[i];
    printf("%d %u %lld %lld %d %d %x %x %x\n", sum8, sum32, (long long)sum64, (long long)dot, count, zeros, all_or,
           all_and, all_xor);
}

static void extremes(void)
{
    int lowest = i32[0], highest = i32[0];
    int8_t lowest8 = i8[0], highest8 = i8[0];
    uint16_t highest16 = 0;
    int64_t lowest64 = i64[0];
    uint32_t lowest_u = ~0u;
    for (int i = 0; i < N; i++) lowest = i32[i] < lowest ? i32[i] : lowest;
    for (int i = 0; i < N; i++) highest = i32[i] > highest ? i32[i] : highest;
    for (int i = 0; i < N; i++) lowest8 = i8[i] < lowest8 ? i8[i] : lowest8;
    for (int i = 0; i < N; i++) highest8 = i8[i] > highest8 ? i8[i] : highest8;
    for (int i = 0; i < N; i++) highest16 = u16[i] > highest16 ? u16[i] : highest16;
    for (int i = 0; i < N; i++) lowest64 = i64[i] < lowest64 ? i64[i] : lowest64;
    for (int i = 0; i < N; i++) lowest_u = u32[i] < lowest_u ? u32[i] : lowest_u;
    printf("%d %d %d %d %d %lld %u\n", lowest, highest, lowest8, highest8, highest16, (long long)lowest64, lowest_u);
}

static uint32_t checksum(const void *bytes, size_t size)
{
    const uint8_t *p = bytes;
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ p[i]) * 16777619u;
    return hash;
}
#define SHOW(array) printf("%s %08x\n", #array, checksum(array, sizeof array))

static void element_wise(void)
{
    static uint8_t saturated[N], averaged[N], swapped[N];
    static int16_t widened[N], clamped[N];
    static int32_t shifted[N], absolute[N], selected[N], reversed[N], strided[N];
    static uint32_t products[N], rotated[N], byte_swapped[N];
    static int64_t squares[N];
    for (int i = 0; i < N; i++) saturated[i] = (uint8_t)(u8[i] + other8[i] > 255 ? 255 : u8[i] + other8[i]);
    for (int i = 0; i < N; i++) averaged[i] = (uint8_t)((u8[i] + other8[i] + 1) / 2);
    for (int i = 0; i < N; i++) swapped[i] = (uint8_t)(u8[i] >> 4 | u8[i] << 4);
    for (int i = 0; i < N; i++) widened[i] = (int16_t)(i8[i] * 3 - u8[i]);
    for (int i = 0; i < N; i++) clamped[i] = (int16_t)(i32[i] > 1000 ? 1000 : i32[i] < -1000 ? -1000 : i32[i]);
    for (int i = 0; i < N; i++) shifted[i] = i32[i] >> (u8[i] & 15);
    for (int i = 0; i < N; i++) absolute[i] = abs(other32[i]);
    for (int i = 0; i < N; i++) selected[i] = other32[i] > 0 ? i32[i] : other32[i] * 2;
    for (int i = 0; i < N; i++) reversed[i] = i32[N - 1 - i];
    for (int i = 0; i < N / 3; i++) strided[i] = i32[3 * i] - i32[3 * i + 1] + i32[3 * i + 2] / 2;
    for (int i = 0; i < N; i++) products[i] = u32[i] * (uint32_t)other32[i];
    for (int i = 0; i < N; i++) rotated[i] = u32[i] << 7 | u32[i] >> 25;
    for (int i = 0; i < N; i++) byte_swapped[i] = __builtin_bswap32(u32[i]);
    for (int i = 0; i < N; i++) squares[i] = (int64_t)other32[i] * other32[i] + i64[i] / 16;
    SHOW(saturated); SHOW(averaged); SHOW(swapped); SHOW(widened); SHOW(clamped); SHOW(shifted); SHOW(absolute);
    SHOW(selected); SHOW(reversed); SHOW(strided); SHOW(products); SHOW(rotated); SHOW(byte_swapped); SHOW(squares);
}

static void floating(void)
{
    static float scaled[N], largest[N];
    static double mixed[N], from_int[N];
    static int32_t truncated[N];
    for (int i = 0; i < N; i++) scaled[i] = f32[i] * 0.5f + 3.0f;
    for (int i = 0; i < N; i++) largest[i] = f32[i] > 2000.0f ? f32[i] : 2000.0f;
    for (int i = 0; i < N; i++) mixed[i] = f64[i] / 3.0 - (double)f32[i];
    for (int i = 0; i < N; i++) from_int[i] = (double)other32[i] * 0.25;
    for (int i = 0; i < N; i++) truncated[i] = (int32_t)(f64[i] * 0.001);
    SHOW(scaled); SHOW(largest); SHOW(mixed); SHOW(from_int); SHOW(truncated);
}

static int equal(const uint8_t *a, const uint8_t *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return i;
    return n;
}

int main(void)
{
    fill();
    reductions();
    extremes();
    element_wise();
    floating();
    printf("%d %d\n", equal(u8, u8, N), equal(u8, other8, N));
    return 0;
}
