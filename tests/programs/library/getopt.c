// getopt and getopt_long: clustered and separate arguments, optional arguments, long abbreviations, errors, permutation.
// args: -ab -c value -dattached file1 --verbose --output=out.txt --level 3 --outp short -x --unknown -- -z file2
// native: same
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

static void short_options(int argc, char **argv)
{
    int c;
    opterr = 0;
    optind = 1;
    while ((c = getopt(argc, argv, "+abc:d:")) != -1)
        printf("%c %s\n", c, c == 'c' || c == 'd' ? optarg : "-");
    printf("stopped at %s\n", argv[optind]);
}

static void missing_argument(void)
{
    char *argv[] = { "program", "-q", "-r", NULL };
    int c;
    optind = 0;
    while ((c = getopt(3, argv, ":qr:")) != -1)
        printf("%c %c\n", c, c == 'q' ? '-' : optopt);
    printf("%d\n", optind);
}

static void long_options(int argc, char **argv)
{
    int verbose = 0, c, index = -1;
    struct option options[] = {
        { "verbose", no_argument, &verbose, 7 },
        { "output", required_argument, NULL, 'o' },
        { "level", optional_argument, NULL, 'l' },
        { NULL, 0, NULL, 0 },
    };
    optind = 0;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "abc:d::x", options, &index)) != -1) {
        printf("%c arg %s index %d\n", c ? c : '0', optarg ? optarg : "(none)", index);
        index = -1;
    }
    printf("verbose %d rest", verbose);
    for (int i = optind; i < argc; i++)
        printf(" %s", argv[i]);
    putchar('\n');
}

int main(int argc, char **argv)
{
    short_options(argc, argv);
    missing_argument();
    long_options(argc, argv);
    return 0;
}
