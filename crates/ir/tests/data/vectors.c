// Vectors: written as such, and made by the optimiser.
typedef int int4 __attribute__((vector_size(16)));
typedef float float8 __attribute__((vector_size(32)));
typedef unsigned char byte16 __attribute__((vector_size(16)));

int4 constant = { 1, 2, 3, 4 };

int4 blend(int4 a, int4 b) {
    int4 mask = a > b;
    return (a & mask) | (b & ~mask) | __builtin_shufflevector(a, b, 0, -1, 5, 7);
}

float8 scale(float8 v, float by, int lane) {
    v[lane & 7] = -v[0];
    return v * by + (float8){ 1, 2, 3 };
}

byte16 splat(unsigned char c) { return (byte16){ c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c } + 3; }

int total(const int *values, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] * 3;
    return sum;
}

void saturate(short *restrict to, const int *restrict from, int count) {
    for (int i = 0; i < count; i++)
        to[i] = from[i] > 32767 ? 32767 : from[i] < -32768 ? -32768 : (short)from[i];
}

double dot(const float *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += a[i] * b[i];
    return sum;
}

void invert(unsigned char *bytes) {
    for (int i = 0; i < 256; i++)
        bytes[i] = ~bytes[i];
}
