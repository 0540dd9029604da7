// Wide-character basics: lengths, copies, comparison, searching, memory, numbers, classification, ASCII conversion.
// native: same
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    wchar_t b[32];
    wcscpy(b, L"wide");
    wcscat(b, L" text");
    printf("%zu %zu %ls\n", wcslen(b), wcsnlen(b, 3), b);
    wcsncpy(b, L"abcdef", 3);
    b[3] = L'\0';
    wcsncat(b, L"xyz", 2);
    printf("%ls %d %d %d\n", b, sign(wcscmp(L"a", L"b")), wcscmp(L"q", L"q"), wcsncmp(L"abc", L"abd", 2));
    const wchar_t *s = L"find the wide needle";
    printf("%td %td %td\n", wcschr(s, L't') - s, wcsrchr(s, L'e') - s, wcsstr(s, L"wide") - s);
    printf("%zu %zu %td\n", wcsspn(s, L"dinf"), wcscspn(s, L"w"), wcspbrk(s, L"xyzn") - s);
    wmemset(b, L'*', 4);
    wmemcpy(b + 4, L"end", 4);
    printf("%ls %d %td\n", b, wmemcmp(L"ab", L"ab", 2), wmemchr(b, L'd', 7) - b);
    wchar_t *end;
    printf("%ld ", wcstol(L"-77rest", &end, 10));
    printf("%lc %g\n", (wint_t)*end, wcstod(L"2.5", NULL));
    printf("%d %d %d %lc\n", iswalpha(L'x') != 0, iswdigit(L'x') != 0, iswspace(L' ') != 0, towupper(L'q'));
    char narrow[16];
    size_t n = wcstombs(narrow, L"to bytes", sizeof narrow);
    printf("%zu %s\n", n, narrow);
    n = mbstowcs(b, "to wide", 32);
    printf("%zu %ls\n", n, b);
    wchar_t c;
    printf("%d ", mbtowc(&c, "Z", 1));
    printf("%d\n", (int)c);
    int written = swprintf(b, 32, L"%d-%ls-%s", 5, L"wide", "narrow");
    printf("%d %ls\n", written, b);
    return 0;
}
