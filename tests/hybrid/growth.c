// Growth: threads take cells out of a pool, work on them alone and put them back. HEAP more cells are in the pool, and CODE hundreds of
// functions are there that a thread would call if it found a cell that was damaged: both make the program larger, and not its
// state space. With LOCAL, the pool is reached only from what main and the threads have on their stacks.
// check: ok
// check -DHEAP=20 -DCODE=2: ok
#include "objects.h"

#ifndef HEAP
#define HEAP 2
#endif
// Hundreds of functions.
#ifndef CODE
#define CODE 1
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

struct cell {
    int value, checks, repairs;
    bool is_damaged;
    struct cell *next, *twin;
};

struct worker;

struct pool {
    pthread_mutex_t lock;
    struct cell *cells;
    struct worker *workers[WORKERS];
    int taken, returned;
};

struct worker {
    struct pool *pool;
    int number, rounds, repairs;
};

// A function that accesses most of what there is.
#define REPAIR(name)                                                                                                   \
    static int repair_##name(struct worker *worker, struct cell *cell)                                                 \
    {                                                                                                                  \
        int before = cell->repairs;                                                                                    \
        for (struct cell *other = cell->next; other != NULL; other = other->next) {                                    \
            if (other->is_damaged) {                                                                                   \
                other->repairs += cell->checks;                                                                        \
                other->is_damaged = false;                                                                             \
            } else if (other->twin != NULL) {                                                                          \
                other->twin->value = other->value;                                                                     \
                other->twin = NULL;                                                                                    \
            }                                                                                                          \
        }                                                                                                              \
        if (cell->twin != NULL && cell->twin->is_damaged) cell->value = worker->pool->taken;                           \
        worker->repairs++;                                                                                             \
        return cell->repairs - before;                                                                                 \
    }
#define CALL(name) repaired += repair_##name(worker, cell);

#define TEN(what, prefix)                                                                                              \
    what(prefix##0) what(prefix##1) what(prefix##2) what(prefix##3) what(prefix##4) what(prefix##5) what(prefix##6)    \
        what(prefix##7) what(prefix##8) what(prefix##9)
#define HUNDRED(what, prefix)                                                                                          \
    TEN(what, prefix##0) TEN(what, prefix##1) TEN(what, prefix##2) TEN(what, prefix##3) TEN(what, prefix##4)           \
        TEN(what, prefix##5) TEN(what, prefix##6) TEN(what, prefix##7) TEN(what, prefix##8) TEN(what, prefix##9)

HUNDRED(REPAIR, a)
#if CODE > 1
HUNDRED(REPAIR, b)
#endif
#if CODE > 2
HUNDRED(REPAIR, c)
HUNDRED(REPAIR, d)
HUNDRED(REPAIR, e)
HUNDRED(REPAIR, f)
HUNDRED(REPAIR, g)
HUNDRED(REPAIR, h)
HUNDRED(REPAIR, i)
HUNDRED(REPAIR, j)
#endif

static int repair(struct worker *worker, struct cell *cell)
{
    int repaired = 0;
    HUNDRED(CALL, a)
#if CODE > 1
    HUNDRED(CALL, b)
#endif
#if CODE > 2
    HUNDRED(CALL, c)
    HUNDRED(CALL, d)
    HUNDRED(CALL, e)
    HUNDRED(CALL, f)
    HUNDRED(CALL, g)
    HUNDRED(CALL, h)
    HUNDRED(CALL, i)
    HUNDRED(CALL, j)
#endif
    return repaired;
}

static struct pool *new_pool(void)
{
    struct pool *pool = new_object(sizeof *pool);
    pthread_mutex_init(&pool->lock, NULL);
    for (int i = 0; i < WORKERS + HEAP; i++) {
        struct cell *cell = new_object(sizeof *cell);
        cell->twin = pool->cells;
        cell->next = pool->cells;
        pool->cells = cell;
    }
    return pool;
}

static struct cell *take(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct cell *cell = pool->cells;
    pool->cells = cell->next;
    pool->taken++;
    pthread_mutex_unlock(&pool->lock);
    return cell;
}

static void put(struct pool *pool, struct cell *cell)
{
    pthread_mutex_lock(&pool->lock);
    cell->next = pool->cells;
    pool->cells = cell;
    pool->returned++;
    pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    for (int i = 0; i < ROUNDS; i++) {
        struct cell *cell = take(worker->pool);
        cell->checks++;
        if (cell->is_damaged) cell->repairs += repair(worker, cell);
        cell->value += 1;
        worker->rounds++;
        put(worker->pool, cell);
    }
    return worker;
}

static struct pool *known_to_all;

int main(void)
{
    struct pool *pool = new_pool();
#ifndef LOCAL
    known_to_all = pool;
#endif
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        struct worker *worker = new_object(sizeof *worker);
        worker->pool = pool;
        worker->number = i;
        pool->workers[i] = worker;
    }
    for (int i = 0; i < WORKERS; i++) threads[i] = start(work, pool->workers[i]);
    for (int i = 0; i < WORKERS; i++) result_of(threads[i]);
    mz_assert(pool->taken == WORKERS * ROUNDS && pool->returned == pool->taken);
    return 0;
}
