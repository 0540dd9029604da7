// The twin of scope.rs: the same reference counts, and a semaphore for park and unpark.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct { atomic_ulong references, running; sem_t *main; atomic_ulong *handle; } scope_t;
typedef struct { atomic_ulong references; scope_t *scope; int result; } packet_t;
typedef struct { packet_t *packet; atomic_ulong *handle; } start_t;

static int release(atomic_ulong *references)
{
    if (atomic_fetch_sub_explicit(references, 1, memory_order_release) != 1) return 0;
    atomic_thread_fence(memory_order_acquire);
    return 1;
}

static void drop_handle(atomic_ulong *handle)
{
    if (release(handle)) free(handle);
}

static void drop_scope(scope_t *scope)
{
    if (!release(&scope->references)) return;
    drop_handle(scope->handle);
    free(scope);
}

static void drop_packet(packet_t *packet)
{
    if (!release(&packet->references)) return;
    scope_t *scope = packet->scope;
    if (atomic_fetch_sub_explicit(&scope->running, 1, memory_order_release) == 1) sem_post(scope->main);
    drop_scope(scope);
    free(packet);
}

static void *body(void *argument)
{
    start_t start = *(start_t *)argument;
    free(argument);
    start.packet->result = 1;
    drop_packet(start.packet);
    drop_handle(start.handle);
    return NULL;
}

static void spawn(scope_t *scope)
{
    atomic_ulong *handle = malloc(sizeof *handle);
    packet_t *packet = malloc(sizeof *packet);
    start_t *start = malloc(sizeof *start);
    pthread_t thread;
    atomic_init(handle, 1);
    atomic_fetch_add_explicit(handle, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&scope->references, 1, memory_order_relaxed);
    atomic_init(&packet->references, 1);
    packet->scope = scope;
    atomic_fetch_add_explicit(&packet->references, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&scope->running, 1, memory_order_relaxed);
    *start = (start_t){packet, handle};
    pthread_create(&thread, NULL, body, start);
    pthread_detach(thread);
    drop_handle(handle);
    drop_packet(packet);
}

int main(void)
{
    static sem_t token;
    scope_t *scope = malloc(sizeof *scope);
    atomic_ulong *handle = malloc(sizeof *handle);
    sem_init(&token, 0, 0);
    atomic_init(handle, 1);
    atomic_fetch_add_explicit(handle, 1, memory_order_relaxed);
    atomic_init(&scope->references, 1);
    atomic_init(&scope->running, 0);
    scope->main = &token;
    scope->handle = handle;
    spawn(scope);
    spawn(scope);
    while (atomic_load_explicit(&scope->running, memory_order_acquire) != 0) sem_wait(&token);
    drop_scope(scope);
    drop_handle(handle);
    return 0;
}
