// reach_error and __VERIFIER_error without a body are the checker's own.
// exit: 1
// stderr~ error[assertion]
extern void reach_error(void);
extern void __VERIFIER_error(void);

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 5)
        __VERIFIER_error();
    reach_error();
    return 0;
}
