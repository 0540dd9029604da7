// The nondeterministic values of SV-COMP are all 0 in a plain run, for every type.
// stdout: 0 0 0 0 0 0 0 0 0 0 0 1
#include <stdio.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    printf("%d %d %d %d %d %d %u %ld %lu %g %g %d\n", __VERIFIER_nondet_bool(), __VERIFIER_nondet_char(),
           __VERIFIER_nondet_uchar(),
           __VERIFIER_nondet_short(), __VERIFIER_nondet_ushort(), __VERIFIER_nondet_int(), __VERIFIER_nondet_uint(),
           __VERIFIER_nondet_long(), __VERIFIER_nondet_ulong(), __VERIFIER_nondet_double(), (double)__VERIFIER_nondet_float(),
           __VERIFIER_nondet_pointer() == NULL);
    return 0;
}
