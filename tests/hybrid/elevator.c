// Elevator: lifts share the controls of a building, where every floor has a list of people who wait. A lift claims a floor, takes in
// everybody there, and brings each where they want to go. Main presses the last button while the lifts are already moving. With BUG, a
// lift decides and claims in two critical sections, so that two of them come for the same people.
// check: ok
// check -DLATE=0: ok
// check -DBUG -DLATE=0: assertion
#include "objects.h"

#ifndef LIFTS
#define LIFTS 2
#endif
#ifndef FLOORS
#define FLOORS 2
#endif
#ifndef EARLY
#define EARLY 1
#endif
#ifndef LATE
#define LATE 1
#endif

enum { UNCLAIMED = -1 };

struct person {
    int to, rides;
    struct person *next;
};

struct floor {
    int claimed_by;
    struct person *waiting;
};

struct lift;

struct controls {
    pthread_mutex_t lock;
    pthread_cond_t pressed;
    struct floor *floors[FLOORS];
    struct lift *lifts[LIFTS];
    int delivered;
    bool is_closed;
};

struct lift {
    struct controls *controls;
    int number, at, moves, delivered;
    struct person *inside, *delivered_people;
};

static struct controls *new_controls(void)
{
    struct controls *controls = new_object(sizeof *controls);
    pthread_mutex_init(&controls->lock, NULL);
    pthread_cond_init(&controls->pressed, NULL);
    for (int i = 0; i < FLOORS; i++) {
        controls->floors[i] = new_object(sizeof *controls->floors[i]);
        controls->floors[i]->claimed_by = UNCLAIMED;
    }
    return controls;
}

static void press(struct controls *controls, int from, int to)
{
    struct person *person = new_object(sizeof *person);
    person->to = to;
    pthread_mutex_lock(&controls->lock);
    person->next = controls->floors[from]->waiting;
    controls->floors[from]->waiting = person;
    pthread_cond_signal(&controls->pressed);
    pthread_mutex_unlock(&controls->lock);
}

static void close_building(struct controls *controls)
{
    pthread_mutex_lock(&controls->lock);
    controls->is_closed = true;
    pthread_cond_broadcast(&controls->pressed);
    pthread_mutex_unlock(&controls->lock);
}

// The floor with people that is nearest, or none. The lock is held.
static int nearest(struct lift *lift)
{
    int best = -1;
    for (int i = 0; i < FLOORS; i++) {
        struct floor *floor = lift->controls->floors[i];
        if (floor->waiting == NULL || floor->claimed_by != UNCLAIMED) continue;
        if (best < 0 || abs(i - lift->at) < abs(best - lift->at)) best = i;
    }
    return best;
}

// Claims a floor, or returns -1 where the building is closed and nobody is left.
static int claim(struct lift *lift)
{
    struct controls *controls = lift->controls;
    pthread_mutex_lock(&controls->lock);
    int target;
    while ((target = nearest(lift)) < 0 && !controls->is_closed) {
        pthread_cond_wait(&controls->pressed, &controls->lock);
    }
#ifdef BUG
    pthread_mutex_unlock(&controls->lock);
    pthread_mutex_lock(&controls->lock);
#endif
    if (target >= 0) {
        mz_assert(controls->floors[target]->claimed_by == UNCLAIMED);
        controls->floors[target]->claimed_by = lift->number;
    }
    pthread_mutex_unlock(&controls->lock);
    return target;
}

static void move_to(struct lift *lift, int floor)
{
    lift->moves += abs(floor - lift->at);
    lift->at = floor;
}

// Everybody on the floor that was claimed gets in.
static void take_in(struct lift *lift, int target)
{
    struct controls *controls = lift->controls;
    move_to(lift, target);
    pthread_mutex_lock(&controls->lock);
    struct floor *floor = controls->floors[target];
    mz_assert(floor->claimed_by == lift->number && floor->waiting != NULL);
    lift->inside = floor->waiting;
    floor->waiting = NULL;
    floor->claimed_by = UNCLAIMED;
    pthread_mutex_unlock(&controls->lock);
}

static void deliver(struct lift *lift)
{
    while (lift->inside != NULL) {
        struct person *person = lift->inside;
        lift->inside = person->next;
        move_to(lift, person->to);
        mz_assert(++person->rides == 1);
        person->next = lift->delivered_people;
        lift->delivered_people = person;
        lift->delivered++;
    }
}

static void *operate(void *argument)
{
    struct lift *lift = argument;
    int target;
    while ((target = claim(lift)) >= 0) {
        take_in(lift, target);
        deliver(lift);
    }
    pthread_mutex_lock(&lift->controls->lock);
    lift->controls->delivered += lift->delivered;
    pthread_mutex_unlock(&lift->controls->lock);
    return lift;
}

int main(void)
{
    struct controls *controls = new_controls();
    for (int i = 0; i < EARLY; i++) press(controls, i % FLOORS, FLOORS - 1);
    pthread_t threads[LIFTS];
    for (int i = 0; i < LIFTS; i++) {
        struct lift *lift = new_object(sizeof *lift);
        lift->controls = controls;
        lift->number = i;
        lift->at = i % FLOORS;
        controls->lifts[i] = lift;
    }
    for (int i = 0; i < LIFTS; i++) {
        threads[i] = start(operate, controls->lifts[i]);
    }
    for (int i = 0; i < LATE; i++) press(controls, (i + 1) % FLOORS, 0);
    close_building(controls);
    for (int i = 0; i < LIFTS; i++) result_of(threads[i]);
    mz_assert(controls->delivered == EARLY + LATE);
    return 0;
}
