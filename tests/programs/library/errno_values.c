// errno belongs to the thread, survives successful calls, and perror and the error constants agree with strerror.
// native: same
// stderr~ context: No such file or directory
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *worker(void *unused)
{
    (void)unused;
    int initially = errno;
    close(-1);
    return (void *)(long)(initially * 1000 + errno);
}

int main(void)
{
    errno = ENOENT;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    void *result;
    pthread_join(thread, &result);
    printf("%d %ld\n", errno, (long)result);
    printf("%zu ", strlen("does not touch errno"));
    printf("%d\n", errno);
    fflush(stdout);
    errno = ENOENT;
    perror("context");
    int codes[] = { EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EACCES, EFAULT, EBUSY, EEXIST, ENOTDIR, EISDIR,
        EINVAL, EMFILE, ENOSPC, ESPIPE, EPIPE, EDOM, ERANGE, EDEADLK, ENOSYS, ETIMEDOUT, EOVERFLOW, ENOTSUP, ESRCH };
    for (unsigned i = 0; i < sizeof codes / sizeof codes[0]; i++)
        printf("%d %s\n", codes[i], strerror(codes[i]));
    int *address = &errno;
    *address = 77;
    printf("%d\n", errno);
    printf("%s\n", program_invocation_short_name ? "named" : "unnamed");
    return 0;
}
