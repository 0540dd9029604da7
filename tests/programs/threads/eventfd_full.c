// A write to an eventfd that has no room for the number waits until it is read; one that does not wait fails.
// native: same
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int events;

static void *take(void *unused)
{
    uint64_t value;
    usleep(20000);
    printf("read %zd", read(events, &value, sizeof value));
    printf(" %llx\n", (unsigned long long)value);
    return unused;
}

int main(void)
{
    pthread_t thread;
    uint64_t most = UINT64_MAX - 1, two = 2, never = UINT64_MAX;
    events = eventfd(0, 0);
    printf("write %zd\n", write(events, &most, sizeof most));
    pthread_create(&thread, NULL, take, NULL);
    ssize_t written = write(events, &two, sizeof two);
    pthread_join(thread, NULL);
    printf("write %zd\n", written);
    printf("read %zd", read(events, &two, sizeof two));
    printf(" %d\n", (int)two);
    printf("never %zd", write(events, &never, sizeof never));
    printf(" %d\n", errno == EINVAL);
    int impatient = eventfd(5, EFD_NONBLOCK);
    printf("full %zd", write(impatient, &most, sizeof most));
    printf(" %d\n", errno == EAGAIN);
    return 0;
}
