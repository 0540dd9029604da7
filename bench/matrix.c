// Multiplication of matrices of doubles: nested loops over two-dimensional arrays.
#include <stdio.h>

#define N 110

static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j * 5) % 17 - 8;
            b[i][j] = (i * 7 + j * 2) % 13 - 6;
        }
    multiply();
    double trace = 0, sum = 0;
    for (int i = 0; i < N; i++) {
        trace += c[i][i];
        for (int j = 0; j < N; j++) sum += c[i][j] * ((i + j) % 3);
    }
    printf("matrix %.1f %.1f\n", trace, sum);
    return 0;
}
