// Calendar time of fixed instants in UTC: gmtime, timegm, mktime, strftime, asctime, difftime, normalisation.
// native: same
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void instant(time_t t)
{
    struct tm tm;
    gmtime_r(&t, &tm);
    printf("%lld: %d-%02d-%02d %02d:%02d:%02d wday %d yday %d dst %d back %d\n", (long long)t, tm.tm_year + 1900,
           tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday, tm.tm_isdst, timegm(&tm) == t);
}

static void formats(time_t t)
{
    struct tm tm;
    gmtime_r(&t, &tm);
    static const char *const list[] = { "%Y-%m-%d %H:%M:%S", "%a %A %b %B %d %e", "%C %y %G %g %V %U %W %u %w %j",
        "%I %l %p %k %M", "%D %F %R %T %r", "%c", "%x %X", "%h%n%t|%%", "%s", "%z" };
    for (unsigned i = 0; i < sizeof list / sizeof list[0]; i++) {
        char text[128];
        size_t n = strftime(text, sizeof text, list[i], &tm);
        printf("%zu [%s]\n", n, text);
    }
    char small[5];
    printf("%zu\n", strftime(small, sizeof small, "%Y-%m", &tm));
}

static void normalise(int year, int month, int day, int hour, int minute, int second)
{
    struct tm tm = { .tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day, .tm_hour = hour, .tm_min = minute,
        .tm_sec = second };
    time_t t = mktime(&tm);
    printf("%lld %d-%d-%d %d:%d:%d %d %d\n", (long long)t, tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour,
           tm.tm_min, tm.tm_sec, tm.tm_wday, tm.tm_yday);
}

int main(void)
{
    setenv("TZ", "UTC0", 1);
    tzset();
    static const long long times[] = { 0, 1, -1, 951782400, 1078012799, 1234567890, 1709164800, 2147483647, 2147483648,
        4102444800, -2208988800, 253402300799 };
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++)
        instant((time_t)times[i]);
    formats(1234567890);
    formats(1704067199);
    formats(951868800);
    normalise(2024, 1, 60, 0, 0, 0);
    normalise(2023, 14, -5, 25, 61, 3600);
    normalise(1970, 1, 1, 0, 0, -1);
    normalise(2000, 2, 30, 12, 0, 0);
    time_t t = 1000000000;
    char text[32];
    struct tm *local = localtime(&t);
    printf("%d %s", local->tm_hour, asctime(local));
    printf("%s", ctime_r(&t, text));
    printf("%s", asctime_r(gmtime(&t), text));
    printf("%.1f\n", difftime(t + 90, t));
    struct tm parsed;
    memset(&parsed, 0, sizeof parsed);
    const char *rest = strptime("2021-07-04 15:16:17 tail", "%Y-%m-%d %H:%M:%S", &parsed);
    printf("%s %lld\n", rest, (long long)timegm(&parsed));
    return 0;
}
