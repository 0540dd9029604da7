// Byte order, and internet addresses as text.
// native: same
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

// One after the other: in which order arguments are evaluated is up to the compiler.
#define SAY(first, second)               \
    do {                                 \
        long x = (first), y = (second);  \
        printf("%ld %ld\n", x, y);       \
    } while (0)

static void v6(const char *text) {
    struct in6_addr address;
    char back[INET6_ADDRSTRLEN];
    int result = inet_pton(AF_INET6, text, &address);
    printf("%s: %d", text, result);
    if (result == 1)
        printf(" %s", inet_ntop(AF_INET6, &address, back, sizeof back));
    printf("\n");
}

static void v4(const char *text) {
    struct in_addr address;
    char back[INET_ADDRSTRLEN];
    int strict = inet_pton(AF_INET, text, &address);
    printf("%s: %d", text, strict);
    if (strict == 1)
        printf(" %08x %s", ntohl(address.s_addr), inet_ntop(AF_INET, &address, back, sizeof back));
    if (inet_aton(text, &address))
        printf(" %s", inet_ntoa(address));
    printf("\n");
}

int main(void) {
    uint32_t (*volatile long_order)(uint32_t) = htonl;
    uint16_t (*volatile short_order)(uint16_t) = ntohs;
    printf("%x %x %x\n", long_order(0x01020304), short_order(0x0102), htons(80));
    v4("127.0.0.1");
    v4("255.255.255.255");
    v4("1.2.3");
    v4("1.2.3.256");
    v4("01.2.3.4");
    v4("0x7f.1");
    v4("1.2.3.4.5");
    v4("");
    v6("::");
    v6("::1");
    v6("1::");
    v6("2001:db8::ff00:42:8329");
    v6("1:2:3:4:5:6:7:8");
    v6("1:0:0:4:0:0:0:8");
    v6("::ffff:10.0.0.1");
    v6("::10.0.0.1");
    v6("1:2:3");
    v6("1::2::3");
    v6("12345::");
    v6(":1");
    char small[4];
    struct in_addr any = {0};
    errno = 0;
    SAY(inet_ntop(AF_INET, &any, small, sizeof small) == NULL, errno == ENOSPC);
    SAY(inet_pton(77, "x", &any), errno == EAFNOSUPPORT);
    printf("%d\n", inet_addr("nothing") == INADDR_NONE);
    printf("%d\n", in6addr_loopback.s6_addr[15]);
    return 0;
}
