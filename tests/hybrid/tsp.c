// Travelling salesman: threads take tours that are begun out of a pool, extend them, put back those that are short, and finish the others
// alone. The best tour is shared; its length is compared without its lock first, which is only ever too cautious.
// check: ok
#include "objects.h"

#ifndef CITIES
#define CITIES 3
#endif
#ifndef THREADS
#define THREADS 2
#endif
// Tours up to this length are put back into the pool.
#ifndef SHORT
#define SHORT 2
#endif

struct tour {
    int count, length;
    int cities[CITIES];
    struct tour *next;
};

struct map {
    int distances[CITIES][CITIES];
};

struct pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct tour *tours;
    int at_work;
};

struct best {
    pthread_mutex_t lock;
    int length;
    struct tour *tour;
};

struct salesman;

// What they share.
struct company {
    struct salesman *salesmen[THREADS];
};

struct salesman {
    struct company *company;
    struct map *map;
    struct pool *pool;
    struct best *best;
    int visited, completed;
};

static struct map *new_map(void)
{
    struct map *map = new_object(sizeof *map);
    for (int i = 0; i < CITIES; i++) {
        for (int j = 0; j < CITIES; j++) map->distances[i][j] = i == j ? 0 : 1 + (i * j + i + j) % 5;
    }
    return map;
}

static struct tour *extended(struct map *map, const struct tour *tour, int city)
{
    struct tour *longer = new_object(sizeof *longer);
    *longer = *tour;
    longer->next = NULL;
    if (longer->count > 0) longer->length += map->distances[longer->cities[longer->count - 1]][city];
    longer->cities[longer->count++] = city;
    return longer;
}

static bool visits(const struct tour *tour, int city)
{
    for (int i = 0; i < tour->count; i++) {
        if (tour->cities[i] == city) return true;
    }
    return false;
}

static void put(struct pool *pool, struct tour *tour)
{
    pthread_mutex_lock(&pool->lock);
    tour->next = pool->tours;
    pool->tours = tour;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}

// None where no thread can put another one into the pool.
static struct tour *take(struct pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->at_work--;
    while (pool->tours == NULL && pool->at_work > 0) pthread_cond_wait(&pool->changed, &pool->lock);
    struct tour *tour = pool->tours;
    if (tour != NULL) {
        pool->tours = tour->next;
        pool->at_work++;
    } else {
        pthread_cond_broadcast(&pool->changed);
    }
    pthread_mutex_unlock(&pool->lock);
    return tour;
}

static void complete(struct salesman *salesman, struct tour *tour)
{
    struct best *best = salesman->best;
    salesman->completed++;
    int length = tour->length + salesman->map->distances[tour->cities[tour->count - 1]][tour->cities[0]];
    pthread_mutex_lock(&best->lock);
    if (length < best->length) {
        struct tour *before = best->tour;
        best->length = length;
        best->tour = tour;
        tour = before;
    }
    pthread_mutex_unlock(&best->lock);
    free(tour);
}

// Uses up the tour.
static void extend(struct salesman *salesman, struct tour *tour)
{
    salesman->visited++;
    if (tour->length >= salesman->best->length) {
        free(tour);
        return;
    }
    if (tour->count == CITIES) {
        complete(salesman, tour);
        return;
    }
    for (int city = 0; city < CITIES; city++) {
        if (visits(tour, city)) continue;
        struct tour *longer = extended(salesman->map, tour, city);
        if (longer->count <= SHORT) {
            put(salesman->pool, longer);
        } else {
            extend(salesman, longer);
        }
    }
    free(tour);
}

static void *travel(void *argument)
{
    struct salesman *salesman = argument;
    struct tour *tour;
    while ((tour = take(salesman->pool)) != NULL) extend(salesman, tour);
    return salesman;
}

// The shortest tour, by trying all of them.
static int shortest(struct map *map, struct tour *tour)
{
    int last = tour->cities[tour->count - 1];
    if (tour->count == CITIES) return tour->length + map->distances[last][0];
    int best = INT32_MAX;
    for (int city = 0; city < CITIES; city++) {
        if (visits(tour, city)) continue;
        struct tour *longer = extended(map, tour, city);
        int length = shortest(map, longer);
        if (length < best) best = length;
        free(longer);
    }
    return best;
}

int main(void)
{
    struct map *map = new_map();
    struct pool *pool = new_object(sizeof *pool);
    struct best *best = new_object(sizeof *best);
    struct company *company = new_object(sizeof *company);
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->changed, NULL);
    pthread_mutex_init(&best->lock, NULL);
    best->length = INT32_MAX;
    pool->at_work = THREADS;
    // A tour for every second city, so that there is something for every thread to do.
    struct tour nowhere = {0};
    struct tour *home = extended(map, &nowhere, 0);
    int exact = shortest(map, home);
    for (int city = 1; city < CITIES; city++) put(pool, extended(map, home, city));
    free(home);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        struct salesman *salesman = new_object(sizeof *salesman);
        *salesman = (struct salesman){.company = company, .map = map, .pool = pool, .best = best};
        company->salesmen[i] = salesman;
    }
    for (int i = 0; i < THREADS; i++) threads[i] = start(travel, company->salesmen[i]);
    for (int i = 0; i < THREADS; i++) result_of(threads[i]);
    mz_assert(best->length == exact && best->tour->count == CITIES && pool->tours == NULL);
    return 0;
}
