// <unwind.h>, as far as programs ask where they are: there is nothing to see. Rust's backtraces and panics call these.
#include "library.h"

enum { END_OF_STACK = 5 };

LIBRARY int _Unwind_Backtrace(int (*each)(void *context, void *data), void *data) {
    (void)each;
    (void)data;
    return END_OF_STACK;
}

LIBRARY uintptr_t _Unwind_GetIP(void *context) {
    (void)context;
    return 0;
}

// <link.h>: no object of the program is listed.
LIBRARY int dl_iterate_phdr(int (*each)(void *object, size_t size, void *data), void *data) {
    (void)each;
    (void)data;
    return 0;
}
