// The twin of twins.rs.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t token;
static unsigned value, readable;

typedef void *body(void *);

static void run(int count, body *one, body *two, body *three)
{
    pthread_t threads[3];
    body *bodies[] = {one, two, three};
    for (int i = 0; i < count; i++) pthread_create(&threads[i], NULL, bodies[i], NULL);
    for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
}

static void *nothing(void *arg) { return arg; }

static void *take(void *arg)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *take_twice(void *arg)
{
    take(arg);
    return take(arg);
}

static void *look(void *arg)
{
    pthread_rwlock_rdlock(&readers);
    assert(readable < 2);
    pthread_rwlock_unlock(&readers);
    return arg;
}

static void *change(void *arg)
{
    pthread_rwlock_wrlock(&readers);
    readable++;
    pthread_rwlock_unlock(&readers);
    return arg;
}

static void initialise(void) {}

static void *begin(void *arg)
{
    pthread_once(&once, initialise);
    return arg;
}

static void *wait(void *arg)
{
    sem_wait(&token);
    return arg;
}

static void park(void)
{
    pthread_t thread;
    sem_init(&token, 0, 0);
    pthread_create(&thread, NULL, wait, NULL);
    sem_post(&token);
    pthread_join(thread, NULL);
}

int main(void)
{
    switch (mz_choose(7)) {
    case 0: run(2, nothing, nothing, NULL); break;
    case 1: run(2, take, take, NULL); break;
    case 2: run(2, take_twice, take_twice, NULL); break;
    case 3: run(3, take, take, take); break;
    case 4: run(2, look, change, NULL); break;
    case 5: run(2, begin, begin, NULL); break;
    default: park(); break;
    }
    return 0;
}
