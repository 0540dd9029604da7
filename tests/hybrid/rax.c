// Remote agent experiment, extended: tasks in a ring, each of which waits for the event of the task before it, works on a plan that it is
// handed, and signals its own event. With BUG, a task looks whether the event has occurred before it takes the lock, and then waits for
// one that does not occur again.
// check: ok
// check -DTASKS=3: ok
// check -DBUG: deadlock
#include "objects.h"

#ifndef TASKS
#define TASKS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef STEPS
#define STEPS 2
#endif

// Handed on with an event; only the task that has it accesses it.
struct plan {
    int owner, length;
    int steps[TASKS * ROUNDS * STEPS];
};

struct event {
    pthread_mutex_t lock;
    pthread_cond_t occurred;
    int count;
    struct plan *plan;
};

struct task {
    int number, seen, rounds;
    struct event *awaited, *own;
};

struct agent {
    struct event *events[TASKS];
    struct task *tasks[TASKS];
};

static struct event *new_event(void)
{
    struct event *event = new_object(sizeof *event);
    pthread_mutex_init(&event->lock, NULL);
    pthread_cond_init(&event->occurred, NULL);
    return event;
}

static void signal_event(struct event *event, struct plan *plan)
{
    pthread_mutex_lock(&event->lock);
    event->plan = plan;
    event->count++;
    pthread_cond_broadcast(&event->occurred);
    pthread_mutex_unlock(&event->lock);
}

static struct plan *wait_for_event(struct task *task)
{
    struct event *event = task->awaited;
#ifdef BUG
    bool has_occurred = event->count != task->seen;
    pthread_mutex_lock(&event->lock);
    if (!has_occurred) pthread_cond_wait(&event->occurred, &event->lock);
#else
    pthread_mutex_lock(&event->lock);
    while (event->count == task->seen) pthread_cond_wait(&event->occurred, &event->lock);
#endif
    task->seen = event->count;
    struct plan *plan = event->plan;
    event->plan = NULL;
    pthread_mutex_unlock(&event->lock);
    return plan;
}

static void work_on(struct plan *plan, int owner)
{
    plan->owner = owner;
    for (int i = 0; i < STEPS; i++) plan->steps[plan->length++] = owner;
    mz_assert(plan->owner == owner);
}

static void *run_task(void *argument)
{
    struct task *task = argument;
    for (int round = 0; round < ROUNDS; round++) {
        struct plan *plan = wait_for_event(task);
        mz_assert(plan != NULL && plan->length == STEPS * (TASKS * round + task->number));
        work_on(plan, task->number);
        task->rounds++;
        signal_event(task->own, plan);
    }
    mz_assert(task->rounds == ROUNDS);
    return task;
}

static void check_plan(struct plan *plan)
{
    mz_assert(plan->length == TASKS * ROUNDS * STEPS);
    for (int i = 0; i < plan->length; i++) mz_assert(plan->steps[i] == i / STEPS % TASKS);
}

int main(void)
{
    struct agent *agent = new_object(sizeof *agent);
    for (int i = 0; i < TASKS; i++) agent->events[i] = new_event();
    pthread_t threads[TASKS];
    for (int i = 0; i < TASKS; i++) {
        struct task *task = new_object(sizeof *task);
        task->number = i;
        task->awaited = agent->events[(i + TASKS - 1) % TASKS];
        task->own = agent->events[i];
        agent->tasks[i] = task;
    }
    for (int i = 0; i < TASKS; i++) threads[i] = start(run_task, agent->tasks[i]);
    signal_event(agent->events[TASKS - 1], new_object(sizeof(struct plan)));
    for (int i = 0; i < TASKS; i++) result_of(threads[i]);
    check_plan(agent->events[TASKS - 1]->plan);
    return 0;
}
