// Two threads insert rows: through a connection each, or through one that they share.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "sqlite3.h"

static sqlite3 *database[2];

static void *insert(void *argument)
{
    sqlite3 *to = argument;
    int result = sqlite3_exec(to, "INSERT INTO t VALUES (1)", NULL, NULL, NULL);
    assert(result == SQLITE_OK);
    return NULL;
}

static int count(void *sum, int columns, char **values, char **names)
{
    (void)columns, (void)names;
    *(int *)sum = values[0][0] - '0';
    return 0;
}

static sqlite3 *opened(void)
{
    sqlite3 *opened = NULL;
    assert(sqlite3_open(":memory:", &opened) == SQLITE_OK);
    assert(sqlite3_exec(opened, "CREATE TABLE t (n)", NULL, NULL, NULL) == SQLITE_OK);
    return opened;
}

int main(void)
{
    database[0] = opened();
#ifdef SHARED
    database[1] = database[0];
#else
    database[1] = opened();
#endif
    pthread_t thread;
    pthread_create(&thread, NULL, insert, database[1]);
    insert(database[0]);
    pthread_join(thread, NULL);
    int rows = 0;
    sqlite3_exec(database[0], "SELECT count(*) FROM t", count, &rows, NULL);
    assert(rows == (database[0] == database[1] ? 2 : 1));
    return 0;
}
