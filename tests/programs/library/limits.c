// The constants of limits.h, stdint.h and float.h, and sizes of the basic types.
// native: same
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#define SHOW(constant) printf(#constant " %lld\n", (long long)(constant))
#define SHOW_UNSIGNED(constant) printf(#constant " %llu\n", (unsigned long long)(constant))
#define SHOW_DOUBLE(constant) printf(#constant " %.17g\n", (double)(constant))

int main(void)
{
    SHOW(CHAR_BIT); SHOW(SCHAR_MIN); SHOW(SCHAR_MAX); SHOW(UCHAR_MAX); SHOW(CHAR_MIN); SHOW(CHAR_MAX);
    SHOW(SHRT_MIN); SHOW(SHRT_MAX); SHOW(USHRT_MAX); SHOW(INT_MIN); SHOW(INT_MAX); SHOW(UINT_MAX);
    SHOW(LONG_MIN); SHOW(LONG_MAX); SHOW_UNSIGNED(ULONG_MAX); SHOW(LLONG_MIN); SHOW_UNSIGNED(ULLONG_MAX);
    SHOW(INT8_MIN); SHOW(INT16_MAX); SHOW(INT32_MIN); SHOW(INT64_MAX); SHOW_UNSIGNED(UINT64_MAX);
    SHOW_UNSIGNED(SIZE_MAX); SHOW(PTRDIFF_MAX); SHOW(INTPTR_MIN); SHOW(WCHAR_MAX); SHOW(sizeof(int_fast16_t));
    SHOW(sizeof(wchar_t)); SHOW(sizeof(void *)); SHOW(sizeof(long)); SHOW(sizeof(intmax_t));
    SHOW_DOUBLE(DBL_MAX); SHOW_DOUBLE(DBL_MIN); SHOW_DOUBLE(DBL_EPSILON); SHOW_DOUBLE(FLT_MAX); SHOW_DOUBLE(FLT_EPSILON);
    SHOW(DBL_MANT_DIG); SHOW(FLT_MANT_DIG); SHOW(DBL_MAX_EXP); SHOW(FLT_RADIX); SHOW(DBL_DIG);
    SHOW(INT64_C(1) << 40); SHOW_UNSIGNED(UINT32_C(4000000000)); SHOW(INTMAX_C(-5));
    return 0;
}
