// Successive over-relaxation: threads relax the rows of a grid, first the red points, then the black ones, with a barrier between. Each
// has its rows, and reads one row of each neighbour.
// check: ok
// check -DUSE_BARRIER: ok
#include "objects.h"

#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROWS
#define ROWS 4
#endif
#ifndef COLUMNS
#define COLUMNS 3
#endif
#ifndef ITERATIONS
#define ITERATIONS 1
#endif

struct grid {
    int *rows[ROWS];
};

#ifdef USE_BARRIER
struct meeting {
    pthread_barrier_t barrier;
};
#else
// The threads that have arrived are counted under a lock.
struct meeting {
    pthread_mutex_t lock;
    pthread_cond_t all_arrived;
    int arrived, generation;
};
#endif

struct total;

struct part {
    struct grid *grid;
    struct meeting *meeting;
    struct total *total;
    int first, end, points;
};

struct total {
    pthread_mutex_t lock;
    int sum, points;
    struct part *parts[THREADS];
};

static struct grid *new_grid(void)
{
    struct grid *grid = new_object(sizeof *grid);
    for (int i = 0; i < ROWS; i++) {
        grid->rows[i] = new_object(COLUMNS * sizeof *grid->rows[i]);
        for (int j = 0; j < COLUMNS; j++) grid->rows[i][j] = (i * 7 + j * 3) % 5 * 100;
    }
    return grid;
}

static struct meeting *new_meeting(void)
{
    struct meeting *meeting = new_object(sizeof *meeting);
#ifdef USE_BARRIER
    pthread_barrier_init(&meeting->barrier, NULL, THREADS);
#else
    pthread_mutex_init(&meeting->lock, NULL);
    pthread_cond_init(&meeting->all_arrived, NULL);
#endif
    return meeting;
}

static void meet(struct meeting *meeting)
{
#ifdef USE_BARRIER
    pthread_barrier_wait(&meeting->barrier);
#else
    pthread_mutex_lock(&meeting->lock);
    int generation = meeting->generation;
    if (++meeting->arrived == THREADS) {
        meeting->arrived = 0;
        meeting->generation++;
        pthread_cond_broadcast(&meeting->all_arrived);
    }
    while (generation == meeting->generation) pthread_cond_wait(&meeting->all_arrived, &meeting->lock);
    pthread_mutex_unlock(&meeting->lock);
#endif
}

// Points of one colour in a row that is not at the edge. Returns how many there are.
static int relax_row(struct grid *grid, int row, int colour)
{
    int points = 0;
    int *above = grid->rows[row - 1], *here = grid->rows[row], *below = grid->rows[row + 1];
    for (int j = 1 + (row + colour) % 2; j < COLUMNS - 1; j += 2) {
        int around = above[j] + below[j] + here[j - 1] + here[j + 1];
        // By 1.25.
        here[j] = around * 5 / 16 - here[j] / 4;
        points++;
    }
    return points;
}

static int sum_of(struct grid *grid, int first, int end)
{
    int sum = 0;
    for (int row = first; row < end; row++) {
        for (int j = 0; j < COLUMNS; j++) sum += grid->rows[row][j] * (row + j);
    }
    return sum;
}

static void *relax(void *argument)
{
    struct part *part = argument;
    for (int half = 0; half < 2 * ITERATIONS; half++) {
        for (int row = part->first; row < part->end; row++) {
            part->points += relax_row(part->grid, row, half % 2);
        }
        meet(part->meeting);
    }
    int sum = sum_of(part->grid, part->first, part->end);
    pthread_mutex_lock(&part->total->lock);
    part->total->sum += sum;
    part->total->points += part->points;
    pthread_mutex_unlock(&part->total->lock);
    return part;
}

// The same by one thread.
static int expected(void)
{
    struct grid *grid = new_grid();
    for (int half = 0; half < 2 * ITERATIONS; half++) {
        for (int row = 1; row < ROWS - 1; row++) relax_row(grid, row, half % 2);
    }
    return sum_of(grid, 1, ROWS - 1);
}

int main(void)
{
    int sequential = expected();
    struct grid *grid = new_grid();
    struct meeting *meeting = new_meeting();
    struct total *total = new_object(sizeof *total);
    pthread_mutex_init(&total->lock, NULL);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        struct part *part = new_object(sizeof *part);
        part->grid = grid;
        part->meeting = meeting;
        part->total = total;
        part->first = 1 + i * (ROWS - 2) / THREADS;
        part->end = 1 + (i + 1) * (ROWS - 2) / THREADS;
        total->parts[i] = part;
    }
    for (int i = 0; i < THREADS; i++) threads[i] = start(relax, total->parts[i]);
    for (int i = 0; i < THREADS; i++) result_of(threads[i]);
    mz_assert(total->points == ITERATIONS * (ROWS - 2) * (COLUMNS - 2) && total->sum == sequential);
    return 0;
}
