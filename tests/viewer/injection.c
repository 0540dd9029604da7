// A program that would like to be part of the page that shows it: in a comment </script><script>window.injected = 1</script>,
// with <!-- and --> and <img src=x onerror="window.injected = 1">, in the names it gives, and in what it prints.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static const char attack[] = "</script><script>window.injected = 1</script><img src=x onerror='window.injected = 1'>";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    printf("<b>%s</b><!--\n", attack);
    count++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    assert(count == 0 && "</script><script>window.injected = 1</script>");
    return 0;
}
