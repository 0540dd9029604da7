// <arpa/inet.h>: byte order and the text of addresses.
#include "library.h"

int snprintf(char *text, size_t size, const char *format, ...);

enum { AF_INET = 2, AF_INET6 = 10, EAFNOSUPPORT = 97, ENOSPC = 28 };
enum { LONGEST_V4 = 16, LONGEST_V6 = 46, GROUPS = 8 };

struct in_addr {
    uint32_t address;
};

LIBRARY const uint8_t in6addr_any[16], in6addr_loopback[16] = {[15] = 1};

LIBRARY uint32_t htonl(uint32_t word) {
    return __builtin_bswap32(word);
}

LIBRARY uint32_t ntohl(uint32_t word) {
    return __builtin_bswap32(word);
}

LIBRARY uint16_t htons(uint16_t word) {
    return __builtin_bswap16(word);
}

LIBRARY uint16_t ntohs(uint16_t word) {
    return __builtin_bswap16(word);
}

static int digit(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 16;
}

// A number as C writes it: decimal, octal or hexadecimal. Returns where it ends, NULL if it is none or larger than the limit.
static const char *number(const char *text, uint64_t limit, uint64_t *value) {
    int base = 10, any = 0;
    if (text[0] == '0') {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : 8;
        text += base == 16 ? 2 : 0;
    }
    for (*value = 0; digit(*text) < base; text++, any = 1) {
        *value = *value * base + digit(*text);
        if (*value > limit)
            return NULL;
    }
    return any ? text : NULL;
}

// One to four numbers; the last one fills what the others leave.
LIBRARY int inet_aton(const char *text, struct in_addr *to) {
    uint32_t address = 0;
    for (int part = 0;; part++) {
        uint64_t value;
        if (!(text = number(text, UINT32_MAX, &value)))
            return 0;
        if (*text == '.' && part < 3 && value <= 255) {
            address |= (uint32_t)value << (24 - 8 * part);
            text++;
            continue;
        }
        int space = *text == ' ' || (*text >= '\t' && *text <= '\r');
        if ((*text && !space) || (part && value >> (32 - 8 * part)))
            return 0;
        if (to)
            to->address = htonl(address | (uint32_t)value);
        return 1;
    }
}

LIBRARY uint32_t inet_addr(const char *text) {
    struct in_addr address;
    return inet_aton(text, &address) ? address.address : (uint32_t)-1;
}

static void print_v4(const uint8_t *bytes, char *text) {
    snprintf(text, LONGEST_V4, "%u.%u.%u.%u", bytes[0], bytes[1], bytes[2], bytes[3]);
}

LIBRARY char *inet_ntoa(struct in_addr address) {
    static _Thread_local char text[LONGEST_V4];
    print_v4((const uint8_t *)&address, text);
    return text;
}

// The longest run of at least two groups of zeros: where it begins, and its length.
static int longest_zeros(const uint16_t *groups, int *length) {
    int best = -1;
    *length = 1;
    for (int i = 0; i < GROUPS; i++) {
        int end = i;
        while (end < GROUPS && groups[end] == 0)
            end++;
        if (end - i > *length) {
            best = i;
            *length = end - i;
        }
        if (end > i)
            i = end;
    }
    return best;
}

static void print_v6(const uint8_t *bytes, char *text) {
    uint16_t groups[GROUPS];
    for (int i = 0; i < GROUPS; i++)
        groups[i] = (uint16_t)(bytes[2 * i] << 8 | bytes[2 * i + 1]);
    int length, zeros = longest_zeros(groups, &length);
    // Addresses that contain one of version 4 end with its text.
    int v4 = zeros == 0 && (length == 6 || (length == 7 && groups[7] != 1) || (length == 5 && groups[5] == 0xffff));
    char *at = text;
    for (int i = 0; i < GROUPS; i++) {
        if (zeros >= 0 && i >= zeros && i < zeros + length) {
            if (i == zeros)
                *at++ = ':';
            continue;
        }
        if (i > 0)
            *at++ = ':';
        if (i == 6 && v4) {
            print_v4(bytes + 12, at);
            return;
        }
        at += snprintf(at, 5, "%x", groups[i]);
    }
    if (zeros >= 0 && zeros + length == GROUPS)
        *at++ = ':';
    *at = 0;
}

LIBRARY const char *inet_ntop(int family, const void *address, char *to, uint32_t size) {
    char text[LONGEST_V6];
    if (family != AF_INET && family != AF_INET6) {
        errno = EAFNOSUPPORT;
        return NULL;
    }
    (family == AF_INET ? print_v4 : print_v6)(address, text);
    if (strlen(text) >= size) {
        errno = ENOSPC;
        return NULL;
    }
    return memcpy(to, text, strlen(text) + 1);
}

// Four decimal numbers without leading zeros.
static int parse_v4(const char *text, uint8_t *to) {
    for (int part = 0; part < 4; part++) {
        int value = 0, digits = 0;
        for (; *text >= '0' && *text <= '9'; text++, digits++) {
            value = value * 10 + (*text - '0');
            if (value > 255 || (digits && value < 10))
                return 0;
        }
        if (!digits || *text++ != (part < 3 ? '.' : 0))
            return 0;
        to[part] = (uint8_t)value;
    }
    return 1;
}

static int parse_v6(const char *text, uint8_t *to) {
    uint8_t bytes[16] = {0};
    int count = 0, gap = -1;
    if (text[0] == ':' && *++text != ':')
        return 0;
    while (*text) {
        if (*text == ':') {
            if (gap >= 0)
                return 0;
            gap = count;
            text++;
            continue;
        }
        unsigned value = 0;
        int digits = 0;
        const char *start = text;
        for (; digit(*text) < 16; text++) {
            value = value * 16 + digit(*text);
            if (++digits > 4)
                return 0;
        }
        if (*text == '.') {
            if (count > 12 || !parse_v4(start, bytes + count))
                return 0;
            count += 4;
            break;
        }
        if (!digits || count > 14 || (*text && *text != ':'))
            return 0;
        bytes[count++] = (uint8_t)(value >> 8);
        bytes[count++] = (uint8_t)value;
        if (*text == ':' && !*++text)
            return 0;
    }
    if (gap < 0 ? count != 16 : count == 16)
        return 0;
    int behind = gap < 0 ? 0 : count - gap;
    memset(to, 0, 16);
    memcpy(to, bytes, count - behind);
    memcpy(to + 16 - behind, bytes + count - behind, behind);
    return 1;
}

LIBRARY int inet_pton(int family, const char *text, void *to) {
    if (family == AF_INET) {
        uint8_t bytes[4];
        if (!parse_v4(text, bytes))
            return 0;
        memcpy(to, bytes, sizeof bytes);
        return 1;
    }
    if (family == AF_INET6)
        return parse_v6(text, to);
    errno = EAFNOSUPPORT;
    return -1;
}
