// An assumption of SV-COMP that does not hold ends the run with exit code 3 before the error is reached.
// exit: 3
extern void abort(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    reach_error();
    return 0;
}
