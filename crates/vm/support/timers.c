// Timers: a thread of the library's own waits until one expires, which may be at any time.
#include "library.h"

enum { SIGALRM = 14, SIGVTALRM = 26, SIGPROF = 27, SI_TIMER = -2, SI_KERNEL = 0x80 };
enum { SIGEV_SIGNAL = 0, SIGEV_NONE = 1, SIGEV_THREAD = 2 };
enum { ITIMER_REAL = 0, ITIMERS = 3, TIMERS = 32 };

static const uint64_t SECOND = 1000000000;

struct timer {
    // Another one every time that it is set: the thread of the time before ends without an effect.
    unsigned setting;
    int is_used;
    int notification, signal;
    int code, unused;
    // Until it expires for the first time, and from one time to the next; 0: never.
    uint64_t first, interval;
    uint64_t value;
    void (*function)(uint64_t value);
};

struct timeval {
    long seconds, microseconds;
};

struct itimerval {
    struct timeval interval, first;
};

struct itimerspec {
    struct timespec interval, first;
};

struct sigevent {
    uint64_t value;
    int signal, notification;
    void (*function)(uint64_t value);
    void *attributes;
};

static struct timer timers[ITIMERS + TIMERS] = {
    {.is_used = 1, .signal = SIGALRM, .code = SI_KERNEL},
    {.is_used = 1, .signal = SIGVTALRM, .code = SI_KERNEL},
    {.is_used = 1, .signal = SIGPROF, .code = SI_KERNEL},
};

typedef void start(struct timer *timer, void *setting);
typedef void take(uint64_t address, int signal, int with_information, uint64_t mask, uint64_t phase, int code,
                  uint64_t value);

int getpid(void);
take __mazurka_take_signal;
int __mazurka_spawn_timer(const void *attributes, start *start, struct timer *timer, void *setting);
// Waits until the timer expires, if it was not set again, and begins a change of it; 0 if it was.
int __mazurka_expire(struct timer *timer, size_t size, unsigned setting, const uint64_t *time);
int __mazurka_timer_signal(int process, int signal, uint64_t value, int code, take *take);

static __attribute__((noinline)) void notify(int notification, int signal, int code, uint64_t value,
                                             void (*function)(uint64_t)) {
    if (notification == SIGEV_SIGNAL)
        __mazurka_timer_signal(getpid(), signal, value, code, __mazurka_take_signal);
    else if (notification == SIGEV_THREAD)
        function(value);
}

static void wait_and_notify(struct timer *timer, void *setting) {
    const uint64_t *time = &timer->first;
    int again = 1;
    while (again && __mazurka_expire(timer, sizeof *timer, (unsigned)(uintptr_t)setting, time)) {
        int notification = timer->notification, signal = timer->signal, code = timer->code;
        uint64_t value = timer->value;
        void (*function)(uint64_t) = timer->function;
        again = timer->interval > 0;
        if (!again)
            timer->first = 0;
        __mazurka_changed();
        notify(notification, signal, code, value, function);
        time = &timer->interval;
    }
    pthread_exit(NULL);
}

// Time hardly passes before a timer expires: all of it is left.
static void set(struct timer *timer, uint64_t first, uint64_t interval, uint64_t *old_first, uint64_t *old_interval) {
    __mazurka_change(timer, sizeof *timer);
    *old_first = timer->first;
    *old_interval = timer->interval;
    unsigned setting = ++timer->setting;
    timer->first = first;
    timer->interval = interval;
    __mazurka_changed();
    if (first > 0)
        __mazurka_spawn_timer(NULL, wait_and_notify, timer, (void *)(uintptr_t)setting);
}

LIBRARY unsigned alarm(unsigned seconds) {
    uint64_t first, interval;
    set(&timers[ITIMER_REAL], seconds * SECOND, 0, &first, &interval);
    return (first + SECOND - 1) / SECOND;
}

static uint64_t of_timeval(struct timeval time) {
    return (uint64_t)time.seconds * SECOND + (uint64_t)time.microseconds * 1000;
}

static struct timeval to_timeval(uint64_t time) {
    struct timeval value = {time / SECOND, time % SECOND / 1000};
    return value;
}

static int is_timeval(struct timeval time) {
    return time.seconds >= 0 && time.microseconds >= 0 && time.microseconds < 1000000;
}

LIBRARY int setitimer(int which, const struct itimerval *new, struct itimerval *old) {
    if ((unsigned)which >= ITIMERS || !is_timeval(new->first) || !is_timeval(new->interval)) {
        errno = EINVAL;
        return -1;
    }
    uint64_t first, interval;
    set(&timers[which], of_timeval(new->first), of_timeval(new->interval), &first, &interval);
    if (old) {
        old->first = to_timeval(first);
        old->interval = to_timeval(interval);
    }
    return 0;
}

static void get(struct timer *timer, uint64_t *first, uint64_t *interval) {
    __mazurka_change(timer, sizeof *timer);
    *first = timer->first;
    *interval = timer->interval;
    __mazurka_changed();
}

LIBRARY int getitimer(int which, struct itimerval *now) {
    if ((unsigned)which >= ITIMERS) {
        errno = EINVAL;
        return -1;
    }
    uint64_t first, interval;
    get(&timers[which], &first, &interval);
    now->first = to_timeval(first);
    now->interval = to_timeval(interval);
    return 0;
}

static struct timer *unused(void) {
    for (int i = ITIMERS; i < ITIMERS + TIMERS; i++)
        if (!timers[i].is_used)
            return &timers[i];
    return NULL;
}

LIBRARY int timer_create(int clock, const struct sigevent *event, void **id) {
    (void)clock;
    if (event && (unsigned)event->notification > SIGEV_THREAD) {
        errno = EINVAL;
        return -1;
    }
    __mazurka_change(timers, sizeof timers);
    struct timer *timer = unused();
    if (timer) {
        timer->is_used = 1;
        timer->code = SI_TIMER;
        timer->notification = event ? event->notification : SIGEV_SIGNAL;
        timer->signal = event ? event->signal : SIGALRM;
        timer->value = event ? event->value : (uint64_t)(timer - timers);
        timer->function = event ? event->function : NULL;
        timer->first = timer->interval = 0;
    }
    __mazurka_changed();
    if (!timer) {
        errno = EAGAIN;
        return -1;
    }
    *id = (void *)(timer - timers);
    return 0;
}

static struct timer *named(void *id) {
    uintptr_t index = (uintptr_t)id;
    if (index >= ITIMERS && index < ITIMERS + TIMERS)
        return &timers[index];
    errno = EINVAL;
    return NULL;
}

static uint64_t of_timespec(struct timespec time) {
    return (uint64_t)time.seconds * SECOND + (uint64_t)time.nanoseconds;
}

static struct timespec to_timespec(uint64_t time) {
    struct timespec value = {time / SECOND, time % SECOND};
    return value;
}

static int is_timespec(struct timespec time) {
    return time.seconds >= 0 && (uint64_t)time.nanoseconds < SECOND;
}

// An absolute time counts as one from now on: no clock is looked at.
LIBRARY int timer_settime(void *id, int flags, const struct itimerspec *new, struct itimerspec *old) {
    (void)flags;
    struct timer *timer = named(id);
    if (!timer)
        return -1;
    if (!is_timespec(new->first) || !is_timespec(new->interval)) {
        errno = EINVAL;
        return -1;
    }
    uint64_t first, interval;
    set(timer, of_timespec(new->first), of_timespec(new->interval), &first, &interval);
    if (old) {
        old->first = to_timespec(first);
        old->interval = to_timespec(interval);
    }
    return 0;
}

LIBRARY int timer_gettime(void *id, struct itimerspec *now) {
    struct timer *timer = named(id);
    if (!timer)
        return -1;
    uint64_t first, interval;
    get(timer, &first, &interval);
    now->first = to_timespec(first);
    now->interval = to_timespec(interval);
    return 0;
}

LIBRARY int timer_getoverrun(void *id) {
    return named(id) ? 0 : -1;
}

LIBRARY int timer_delete(void *id) {
    struct timer *timer = named(id);
    if (!timer)
        return -1;
    __mazurka_change(timer, sizeof *timer);
    timer->setting++;
    timer->is_used = 0;
    timer->first = timer->interval = 0;
    __mazurka_changed();
    return 0;
}
