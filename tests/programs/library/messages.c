// err, warn, error and syslog: what they print, and that they end the program.
// exit: 3
// stdout: before
// stdout: cleaned up
// stderr~ messages: plain 1
// stderr~ messages: with errno: No such file or directory
// stderr~ messages: Invalid argument
// stderr~ messages: value 7: Permission denied
// stderr~ messages:file.c:12: at a line
// stderr~ messages: last 9
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdio.h>
#include <stdlib.h>
#include <syslog.h>

static void clean_up(void) {
    puts("cleaned up");
}

int main(void) {
    atexit(clean_up);
    puts("before");
    warnx("plain %d", 1);
    errno = ENOENT;
    warn("with %s", "errno");
    errno = EINVAL;
    warn(NULL);
    error(0, EACCES, "value %d", 7);
    error_at_line(0, 0, "file.c", 12, "at a line");
    openlog("name", LOG_PID, LOG_USER);
    syslog(LOG_ERR, "dropped %s", "message");
    closelog();
    if (error_message_count != 2)
        return 1;
    errx(3, "last %d", 9);
}
