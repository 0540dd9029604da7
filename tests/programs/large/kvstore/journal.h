/* An append-only journal of changes. Changes that belong together are one frame and are recovered together or not at all.
 *
 * frame:  length of the payload, checksum of the payload (4 bytes each, little-endian), payload
 * change: kind (1 byte), length of key, length of value (4 bytes each), key, value
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum change_kind { CHANGE_SET = 'S', CHANGE_DELETE = 'D' };

struct change {
    enum change_kind kind;
    const char *key, *value;
};

struct journal {
    pthread_mutex_t mutex;
    char *path;
    int descriptor;
    unsigned long frames, bytes;
};

struct recovery {
    unsigned long frames, dropped_bytes;
};

/* Opens or creates the journal, hands all its changes to `apply`, and cuts off an incomplete or damaged end. */
bool journal_open(struct journal *journal, const char *path, void (*apply)(void *context, const struct change *change),
                  void *context, struct recovery *recovery);
void journal_close(struct journal *journal);

/* May be called from several threads. */
bool journal_append(struct journal *journal, const struct change *changes, size_t count);

/* Replaces the journal by one that holds just these changes, each in a frame of its own. Nobody appends meanwhile. */
bool journal_rewrite(struct journal *journal, const struct change *changes, size_t count);

#endif
