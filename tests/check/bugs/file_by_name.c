// A thread writes to a file through a descriptor. Main looks at the size of the file by its name, and expects
// that the thread has not written yet. Traces: the size is read before the write, and after it.
// verdict: bug
// bug: assertion
// traces: 2
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>
#include <unistd.h>

static int file;

static void *write_line(void *arg)
{
    ssize_t written = write(file, "line\n", 5);
    assert(written == 5);
    return arg;
}

int main(void)
{
    pthread_t writer;
    struct stat status;
    int other = open("mazurka-other", O_CREAT | O_RDWR | O_TRUNC, 0600);
    file = open("mazurka-file", O_CREAT | O_RDWR | O_TRUNC, 0600);
    assert(other >= 0 && file >= 0);
    pthread_create(&writer, NULL, write_line, NULL);
    int error = stat("mazurka-file", &status);
    assert(error == 0 && status.st_size == 0); //~ assertion
    pthread_join(writer, NULL);
    close(file);
    close(other);
    unlink("mazurka-file");
    unlink("mazurka-other");
    return 0;
}
