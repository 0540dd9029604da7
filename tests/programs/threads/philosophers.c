// Classic problems in one program: ordered dining philosophers, readers and writers with a turnstile, a sleeping barber.
// native: same
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { PHILOSOPHERS = 3, MEALS = 5 };
static pthread_mutex_t forks[PHILOSOPHERS];
static int meals[PHILOSOPHERS];

static void *dine(void *argument)
{
    int me = *(int *)argument, left = me, right = (me + 1) % PHILOSOPHERS;
    int first = left < right ? left : right, second = left < right ? right : left;
    for (int i = 0; i < MEALS; i++) {
        pthread_mutex_lock(&forks[first]);
        pthread_mutex_lock(&forks[second]);
        meals[me]++;
        pthread_mutex_unlock(&forks[second]);
        pthread_mutex_unlock(&forks[first]);
    }
    return NULL;
}

static sem_t turnstile, room_empty, reader_mutex;
static int readers, shared_value, reads_ok[2];

static void *write_values(void *unused)
{
    (void)unused;
    for (int i = 0; i < 5; i++) {
        sem_wait(&turnstile);
        sem_wait(&room_empty);
        shared_value += 2;
        sem_post(&turnstile);
        sem_post(&room_empty);
    }
    return NULL;
}

static void *read_values(void *argument)
{
    int *ok = argument;
    for (int i = 0; i < 5; i++) {
        sem_wait(&turnstile);
        sem_post(&turnstile);
        sem_wait(&reader_mutex);
        if (++readers == 1)
            sem_wait(&room_empty);
        sem_post(&reader_mutex);
        *ok += shared_value % 2 == 0;
        sem_wait(&reader_mutex);
        if (--readers == 0)
            sem_post(&room_empty);
        sem_post(&reader_mutex);
    }
    return NULL;
}

enum { CUSTOMERS = 6, CHAIRS = CUSTOMERS };
static pthread_mutex_t shop = PTHREAD_MUTEX_INITIALIZER;
static sem_t customer_waiting, barber_ready;
static int waiting, served;

static void *barber(void *unused)
{
    (void)unused;
    for (int i = 0; i < CUSTOMERS; i++) {
        sem_wait(&customer_waiting);
        pthread_mutex_lock(&shop);
        waiting--;
        served++;
        pthread_mutex_unlock(&shop);
        sem_post(&barber_ready);
    }
    return NULL;
}

static void *customer(void *argument)
{
    int *had_cut = argument;
    pthread_mutex_lock(&shop);
    waiting++;
    pthread_mutex_unlock(&shop);
    sem_post(&customer_waiting);
    sem_wait(&barber_ready);
    *had_cut = 1;
    return NULL;
}

static void philosophers(void)
{
    pthread_t threads[PHILOSOPHERS];
    int numbers[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++) {
        numbers[i] = i;
        pthread_mutex_init(&forks[i], NULL);
    }
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&threads[i], NULL, dine, &numbers[i]);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < PHILOSOPHERS; i++) {
        pthread_mutex_destroy(&forks[i]);
        printf("%d ", meals[i]);
    }
    putchar('\n');
}

static void readers_and_writers(void)
{
    sem_init(&turnstile, 0, 1);
    sem_init(&room_empty, 0, 1);
    sem_init(&reader_mutex, 0, 1);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? write_values : read_values, i < 2 ? NULL : &reads_ok[i - 2]);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    printf("%d %d %d\n", shared_value, reads_ok[0], reads_ok[1]);
}

static void barber_shop(void)
{
    sem_init(&customer_waiting, 0, 0);
    sem_init(&barber_ready, 0, 0);
    pthread_t barber_thread, customers[CUSTOMERS];
    int cuts[CUSTOMERS] = { 0 }, total = 0;
    pthread_create(&barber_thread, NULL, barber, NULL);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&customers[i], NULL, customer, &cuts[i]);
    for (int i = 0; i < CUSTOMERS; i++) {
        pthread_join(customers[i], NULL);
        total += cuts[i];
    }
    pthread_join(barber_thread, NULL);
    printf("%d %d %d\n", served, waiting, total);
}

int main(void)
{
    philosophers();
    readers_and_writers();
    barber_shop();
    return 0;
}
