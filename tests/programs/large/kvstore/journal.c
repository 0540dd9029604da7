// part of main.c
#include "journal.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"

enum { FRAME_HEADER = 8, CHANGE_HEADER = 9 };

static uint32_t checksum(const unsigned char *bytes, size_t count)
{
    /* Fletcher's: two running sums. */
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < count; i++) {
        low = (low + bytes[i]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}

static void put_u32(unsigned char *bytes, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        bytes[i] = (unsigned char)(value >> 8 * i);
}

static uint32_t get_u32(const unsigned char *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Writing. */

static unsigned char *encode_frame(const struct change *changes, size_t count, size_t *size)
{
    *size = FRAME_HEADER;
    for (size_t i = 0; i < count; i++)
        *size += CHANGE_HEADER + strlen(changes[i].key) + strlen(changes[i].value);
    unsigned char *frame = allocate(*size), *p = frame + FRAME_HEADER;
    for (size_t i = 0; i < count; i++) {
        size_t key_length = strlen(changes[i].key), value_length = strlen(changes[i].value);
        *p = (unsigned char)changes[i].kind;
        put_u32(p + 1, (uint32_t)key_length);
        put_u32(p + 5, (uint32_t)value_length);
        memcpy(p + CHANGE_HEADER, changes[i].key, key_length);
        memcpy(p + CHANGE_HEADER + key_length, changes[i].value, value_length);
        p += CHANGE_HEADER + key_length + value_length;
    }
    put_u32(frame, (uint32_t)(*size - FRAME_HEADER));
    put_u32(frame + 4, checksum(frame + FRAME_HEADER, *size - FRAME_HEADER));
    return frame;
}

static bool write_all(int descriptor, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written <= 0)
            return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

bool journal_append(struct journal *journal, const struct change *changes, size_t count)
{
    size_t size;
    unsigned char *frame = encode_frame(changes, count, &size);
    pthread_mutex_lock(&journal->mutex);
    bool ok = write_all(journal->descriptor, frame, size);
    journal->frames++;
    journal->bytes += size;
    pthread_mutex_unlock(&journal->mutex);
    free(frame);
    return ok;
}

/* Reading. */

static unsigned char *read_all(int descriptor, size_t *size)
{
    struct stat status;
    *size = fstat(descriptor, &status) == 0 ? (size_t)status.st_size : 0;
    unsigned char *bytes = allocate(*size);
    size_t have = 0;
    while (have < *size) {
        ssize_t n = pread(descriptor, bytes + have, *size - have, (off_t)have);
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    *size = have;
    return bytes;
}

/* Calls `apply`, if there is one, for the changes of a payload; false if it does not have the right form. */
static bool decode(const unsigned char *payload, size_t size, void (*apply)(void *, const struct change *),
                   void *context)
{
    while (size > 0) {
        if (size < CHANGE_HEADER || (*payload != CHANGE_SET && *payload != CHANGE_DELETE))
            return false;
        size_t key_length = get_u32(payload + 1), value_length = get_u32(payload + 5), rest = size - CHANGE_HEADER;
        if (key_length > rest || value_length > rest - key_length)
            return false;
        if (apply) {
            const char *text = (const char *)payload + CHANGE_HEADER;
            char *key = copy_bytes(text, key_length), *value = copy_bytes(text + key_length, value_length);
            apply(context, &(struct change){ (enum change_kind)*payload, key, value });
            free(key);
            free(value);
        }
        payload += CHANGE_HEADER + key_length + value_length;
        size = rest - key_length - value_length;
    }
    return true;
}

/* The size of the whole frame at the start of `bytes`, or 0 if it is incomplete or damaged. */
static size_t valid_frame(const unsigned char *bytes, size_t size)
{
    if (size < FRAME_HEADER || get_u32(bytes) > size - FRAME_HEADER)
        return 0;
    size_t length = get_u32(bytes);
    const unsigned char *payload = bytes + FRAME_HEADER;
    bool valid = checksum(payload, length) == get_u32(bytes + 4) && decode(payload, length, NULL, NULL);
    return valid ? FRAME_HEADER + length : 0;
}

bool journal_open(struct journal *journal, const char *path, void (*apply)(void *context, const struct change *change),
                  void *context, struct recovery *recovery)
{
    *recovery = (struct recovery){ 0, 0 };
    journal->descriptor = open(path, O_RDWR | O_CREAT | O_APPEND, 0644);
    if (journal->descriptor < 0)
        return false;
    journal->path = copy_string(path);
    pthread_mutex_init(&journal->mutex, NULL);
    size_t size, position = 0;
    unsigned char *bytes = read_all(journal->descriptor, &size);
    for (size_t frame; (frame = valid_frame(bytes + position, size - position)) > 0; position += frame) {
        decode(bytes + position + FRAME_HEADER, frame - FRAME_HEADER, apply, context);
        recovery->frames++;
    }
    free(bytes);
    recovery->dropped_bytes = size - position;
    journal->frames = recovery->frames;
    journal->bytes = position;
    return recovery->dropped_bytes == 0 || ftruncate(journal->descriptor, (off_t)position) == 0;
}

void journal_close(struct journal *journal)
{
    close(journal->descriptor);
    pthread_mutex_destroy(&journal->mutex);
    free(journal->path);
}

bool journal_rewrite(struct journal *journal, const struct change *changes, size_t count)
{
    char temporary[256];
    snprintf(temporary, sizeof temporary, "%s.new", journal->path);
    int descriptor = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_APPEND, 0644);
    if (descriptor < 0)
        return false;
    bool ok = true;
    unsigned long bytes = 0;
    for (size_t i = 0; i < count && ok; i++) {
        size_t size;
        unsigned char *frame = encode_frame(&changes[i], 1, &size);
        ok = write_all(descriptor, frame, size);
        bytes += size;
        free(frame);
    }
    if (!ok || rename(temporary, journal->path) != 0) {
        close(descriptor);
        unlink(temporary);
        return false;
    }
    close(journal->descriptor);
    journal->descriptor = descriptor;
    journal->frames = count;
    journal->bytes = bytes;
    return true;
}
