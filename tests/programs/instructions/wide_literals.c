// Wide, UTF-8, UTF-16 and UTF-32 literals and their sizes; multi-character constants and escapes.
// native: same
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>
#include <wchar.h>

static const wchar_t wide[] = L"h\u00e9llo \U0001F600";
static const char16_t utf16[] = u"h\u00e9llo \U0001F600";
static const char32_t utf32[] = U"h\u00e9llo \U0001F600";
static const char utf8[] = u8"h\u00e9llo \U0001F600";

int main(void)
{
    printf("%zu %zu %zu %zu\n", sizeof wide, sizeof utf16, sizeof utf32, sizeof utf8);
    for (size_t i = 0; wide[i]; i++)
        printf("%x ", (unsigned)wide[i]);
    putchar('\n');
    for (size_t i = 0; utf16[i]; i++)
        printf("%x ", utf16[i]);
    putchar('\n');
    for (size_t i = 0; utf32[i]; i++)
        printf("%x ", (unsigned)utf32[i]);
    putchar('\n');
    for (size_t i = 0; utf8[i]; i++)
        printf("%x ", (unsigned char)utf8[i]);
    putchar('\n');
    printf("%d %d %d %d\n", L'\u20ac', u'\u20ac', (int)U'\U0001F600', 'A');
    printf("%d %d %d %d %d\n", '\a', '\0', '\377', '\x7f', 27);
    const wchar_t *p = &L"pointer"[2];
    printf("%lc%lc %d\n", (wint_t)p[0], (wint_t)p[1], L"abc"[3]);
    return 0;
}
