// Alarm clock: clients set alarms in the list of a clock and sleep until they ring; a ticking thread moves the time on where an alarm
// is set, and rings those that are due. With BUG, a client reads the time before it takes the lock, so that its alarm may lie in the past.
// check: ok
// check -DBUG: assertion
#include "objects.h"

#ifndef CLIENTS
#define CLIENTS 2
#endif
#ifndef ALARMS
#define ALARMS 1
#endif

struct alarm {
    int time;
    bool has_rung;
    pthread_cond_t bell;
    struct alarm *next;
};

struct client;

struct clock {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int now, clients;
    // By time.
    struct alarm *alarms;
    struct client *members[CLIENTS];
};

struct client {
    struct clock *clock;
    // It is in the clock's list while it is set.
    struct alarm *alarm;
    int number, slept;
};

static struct clock *new_clock(int clients)
{
    struct clock *clock = new_object(sizeof *clock);
    pthread_mutex_init(&clock->lock, NULL);
    pthread_cond_init(&clock->changed, NULL);
    clock->clients = clients;
    return clock;
}

static struct alarm *new_alarm(void)
{
    struct alarm *alarm = new_object(sizeof *alarm);
    pthread_cond_init(&alarm->bell, NULL);
    return alarm;
}

// The lock is held.
static void insert(struct clock *clock, struct alarm *alarm)
{
    struct alarm **place = &clock->alarms;
    while (*place != NULL && (*place)->time <= alarm->time) place = &(*place)->next;
    alarm->next = *place;
    *place = alarm;
    pthread_cond_signal(&clock->changed);
}

// Returns the time when it rings.
static int sleep_for(struct client *client, int duration)
{
    struct clock *clock = client->clock;
    struct alarm *alarm = client->alarm;
#ifdef BUG
    alarm->time = clock->now + duration;
    pthread_mutex_lock(&clock->lock);
#else
    pthread_mutex_lock(&clock->lock);
    alarm->time = clock->now + duration;
#endif
    // It would never ring.
    mz_assert(alarm->time > clock->now);
    insert(clock, alarm);
    while (!alarm->has_rung) pthread_cond_wait(&alarm->bell, &clock->lock);
    int rang = clock->now;
    mz_assert(rang >= alarm->time);
    alarm->has_rung = false;
    pthread_mutex_unlock(&clock->lock);
    return rang;
}

static void *live(void *argument)
{
    struct client *client = argument;
    int last = 0;
    for (int i = 0; i < ALARMS; i++) {
        int rang = sleep_for(client, 1 + client->number % 2);
        mz_assert(rang > last);
        last = rang;
        client->slept++;
    }
    mz_assert(client->slept == ALARMS);
    pthread_mutex_lock(&client->clock->lock);
    client->clock->clients--;
    pthread_cond_signal(&client->clock->changed);
    pthread_mutex_unlock(&client->clock->lock);
    return client;
}

// Alarms that are due are taken out of the list, and rung. The lock is held.
static void ring(struct clock *clock)
{
    while (clock->alarms != NULL && clock->alarms->time == clock->now) {
        struct alarm *alarm = clock->alarms;
        clock->alarms = alarm->next;
        alarm->next = NULL;
        alarm->has_rung = true;
        pthread_cond_signal(&alarm->bell);
    }
}

static void *tick(void *argument)
{
    struct clock *clock = argument;
    pthread_mutex_lock(&clock->lock);
    while (clock->clients > 0) {
        if (clock->alarms == NULL) {
            pthread_cond_wait(&clock->changed, &clock->lock);
            continue;
        }
        clock->now++;
        ring(clock);
        pthread_mutex_unlock(&clock->lock);
        pthread_mutex_lock(&clock->lock);
    }
    pthread_mutex_unlock(&clock->lock);
    return clock;
}

int main(void)
{
    struct clock *clock = new_clock(CLIENTS);
    for (int i = 0; i < CLIENTS; i++) {
        struct client *client = new_object(sizeof *client);
        client->clock = clock;
        client->alarm = new_alarm();
        client->number = i;
        clock->members[i] = client;
    }
    pthread_t ticking = start(tick, clock), threads[CLIENTS];
    for (int i = 0; i < CLIENTS; i++) threads[i] = start(live, clock->members[i]);
    for (int i = 0; i < CLIENTS; i++) result_of(threads[i]);
    result_of(ticking);
    mz_assert(clock->alarms == NULL && clock->clients == 0);
    return 0;
}
