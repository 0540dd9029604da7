// <unwind.h>: unwinding itself is an instruction of the machine. Programs that ask where they are see nothing; Rust's backtraces do.
#include "library.h"

enum { FOREIGN_EXCEPTION_CAUGHT = 1, END_OF_STACK = 5 };

// The header of an exception.
struct exception {
    uint64_t class;
    void (*cleanup)(int reason, struct exception *exception);
};

LIBRARY void _Unwind_DeleteException(struct exception *exception) {
    if (exception->cleanup) {
        exception->cleanup(FOREIGN_EXCEPTION_CAUGHT, exception);
    }
}

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
