// What a process can ask about the system it runs on, and about itself. All answers are fixed.
#include "library.h"

typedef __builtin_va_list va_list;

pthread_t pthread_self(void);
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_getname_np(pthread_t thread, char *name, size_t size);
int fcntl(int descriptor, int command, ...);
int snprintf(char *text, size_t size, const char *format, ...);
long write(int descriptor, const void *bytes, size_t count);
int get_nprocs(void);
long __mazurka_incoming(int descriptor);
void __mazurka_function_name(void *address, char *text, size_t size);

extern char *program_invocation_name;

enum { ENOTTY = 25 };

LIBRARY int prctl(int option, ...) {
    enum { SET_DUMPABLE = 4, GET_DUMPABLE = 3, SET_NAME = 15, GET_NAME = 16, SET_TIMERSLACK = 29, NO_NEW_PRIVILEGES = 38 };
    enum { SIZE = 16 };
    va_list arguments;
    __builtin_va_start(arguments, option);
    char *text = __builtin_va_arg(arguments, char *), name[SIZE] = "";
    __builtin_va_end(arguments);
    switch (option) {
    case SET_NAME:
        // A longer one is cut off.
        for (int i = 0; i < SIZE - 1 && text[i]; i++)
            name[i] = text[i];
        return pthread_setname_np(pthread_self(), name);
    case GET_NAME:
        return pthread_getname_np(pthread_self(), text, SIZE);
    case GET_DUMPABLE:
        return 1;
    case SET_DUMPABLE:
    case SET_TIMERSLACK:
    case NO_NEW_PRIVILEGES:
        return 0;
    }
    errno = EINVAL;
    return -1;
}

struct sysinfo {
    long uptime;
    unsigned long loads[3], total, free, shared, buffers, total_swap, free_swap;
    unsigned short processes, padding;
    unsigned long total_high, free_high;
    unsigned unit;
};

LIBRARY int sysinfo(struct sysinfo *to) {
    memset(to, 0, sizeof *to);
    to->uptime = 1000;
    to->total = to->free = 1ul << 32;
    to->processes = 1;
    to->unit = 1;
    return 0;
}

LIBRARY unsigned long getauxval(unsigned long key) {
    static const unsigned char random[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    enum { PAGE_SIZE = 6, UID = 11, EUID, GID, EGID, PLATFORM = 15, HARDWARE, CLOCK_TICKS, SECURE = 23, RANDOM = 25, PROGRAM = 31 };
    switch (key) {
    case PAGE_SIZE:
        return 4096;
    case CLOCK_TICKS:
        return 100;
    case PLATFORM:
        return (unsigned long)"x86_64";
    case RANDOM:
        return (unsigned long)random;
    case PROGRAM:
        return (unsigned long)program_invocation_name;
    case UID:
    case EUID:
    case GID:
    case EGID:
    case HARDWARE:
    case SECURE:
        return 0;
    }
    errno = ENOENT;
    return 0;
}

LIBRARY int getcpu(unsigned *cpu, unsigned *node) {
    if (cpu)
        *cpu = 0;
    if (node)
        *node = 0;
    return 0;
}

LIBRARY int getloadavg(double *loads, int count) {
    for (int i = 0; i < count && i < 3; i++)
        loads[i] = 0;
    return count < 3 ? count : 3;
}

LIBRARY const char *gnu_get_libc_version(void) {
    return "2.36";
}

LIBRARY const char *gnu_get_libc_release(void) {
    return "stable";
}

LIBRARY int __sched_cpucount(size_t size, const uint64_t *set) {
    int count = 0;
    for (size_t i = 0; i < size / 8; i++)
        count += __builtin_popcountll(set[i]);
    return count;
}

LIBRARY void *__sched_cpualloc(size_t count) {
    return malloc((count + 63) / 64 * 8);
}

LIBRARY void __sched_cpufree(void *set) {
    free(set);
}

// There are no devices, so only what works on all descriptors.
LIBRARY int ioctl(int descriptor, unsigned long request, ...) {
    enum { FIONREAD = 0x541b, FIONBIO = 0x5421, FIONCLEX = 0x5450, FIOCLEX = 0x5451 };
    enum { GET_DESCRIPTOR_FLAGS = 1, SET_DESCRIPTOR_FLAGS, GET_FLAGS, SET_FLAGS, NONBLOCK = 04000 };
    va_list arguments;
    __builtin_va_start(arguments, request);
    int *argument = __builtin_va_arg(arguments, int *);
    __builtin_va_end(arguments);
    switch (request) {
    case FIONREAD: {
        long bytes = __mazurka_incoming(descriptor);
        if (bytes < 0)
            return -1;
        *argument = (int)bytes;
        return 0;
    }
    case FIONBIO: {
        int flags = fcntl(descriptor, GET_FLAGS);
        return flags < 0 ? -1 : fcntl(descriptor, SET_FLAGS, *argument ? flags | NONBLOCK : flags & ~NONBLOCK);
    }
    case FIOCLEX:
        return fcntl(descriptor, SET_DESCRIPTOR_FLAGS, 1);
    case FIONCLEX:
        return fcntl(descriptor, SET_DESCRIPTOR_FLAGS, 0);
    }
    if (fcntl(descriptor, GET_DESCRIPTOR_FLAGS) >= 0)
        errno = ENOTTY;
    return -1;
}

LIBRARY char *ttyname(int descriptor) {
    ioctl(descriptor, 0, NULL);
    return NULL;
}

// <dlfcn.h>: there are no shared libraries. The program's own symbols are found by name in a table that is made when a program is
// linked that asks for it; this is the one of all other programs.
struct symbol {
    const char *name;
    void *address;
};
LIBRARY const struct symbol __mazurka_symbols[] = {{NULL, NULL}};

#define RTLD_NEXT ((void *)-1L)

static char the_program;
static _Thread_local const char *problem;

LIBRARY void *dlopen(const char *file, int flags) {
    (void)flags;
    if (!file)
        return &the_program;
    problem = "there are no shared libraries";
    return NULL;
}

LIBRARY int dlclose(void *library) {
    if (library == &the_program)
        return 0;
    problem = "not a handle of dlopen";
    return -1;
}

LIBRARY void *dlsym(void *library, const char *name) {
    if (library && library != &the_program) {
        problem = library == RTLD_NEXT ? "there are no shared libraries" : "not a handle of dlopen";
        return NULL;
    }
    for (const struct symbol *symbol = __mazurka_symbols; symbol->name; symbol++)
        if (strcmp(symbol->name, name) == 0)
            return symbol->address;
    problem = "the program does not define a symbol of this name";
    return NULL;
}

LIBRARY void *dlvsym(void *library, const char *name, const char *version) {
    (void)version;
    return dlsym(library, name);
}

LIBRARY char *dlerror(void) {
    const char *text = problem;
    problem = NULL;
    return (char *)text;
}

LIBRARY int dladdr(const void *address, void *to) {
    (void)address;
    (void)to;
    return 0;
}

// <execinfo.h>
static int describe(void *address, char *text, size_t size) {
    char name[128];
    __mazurka_function_name(address, name, sizeof name);
    return snprintf(text, size, "%s(%s+0x0) [%p]", program_invocation_name, name, address);
}

LIBRARY char **backtrace_symbols(void *const *addresses, int count) {
    size_t size = count * sizeof(char *);
    for (int i = 0; i < count; i++)
        size += describe(addresses[i], NULL, 0) + 1;
    char **texts = malloc(size);
    if (!texts)
        return NULL;
    char *at = (char *)(texts + count);
    for (int i = 0; i < count; i++) {
        texts[i] = at;
        at += describe(addresses[i], at, (char *)texts + size - at) + 1;
    }
    return texts;
}

LIBRARY void backtrace_symbols_fd(void *const *addresses, int count, int descriptor) {
    char text[256];
    for (int i = 0; i < count; i++) {
        int length = describe(addresses[i], text, sizeof text);
        write(descriptor, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
        write(descriptor, "\n", 1);
    }
}

// <sys/eventfd.h>
long read(int descriptor, void *bytes, size_t count);

LIBRARY int eventfd_read(int descriptor, uint64_t *value) {
    return read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

LIBRARY int eventfd_write(int descriptor, uint64_t value) {
    return write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}

// shm_open: files of a folder of their own.
int open(const char *path, int flags, ...);
int unlink(const char *path);

static int shared_memory(const char *name, char *path, size_t size) {
    while (*name == '/')
        name++;
    const char *end = name;
    while (*end && *end != '/')
        end++;
    if (end == name || *end) {
        errno = EINVAL;
        return 0;
    }
    snprintf(path, size, "/dev/shm/%s", name);
    return 1;
}

LIBRARY int shm_open(const char *name, int flags, unsigned mode) {
    char path[300];
    return shared_memory(name, path, sizeof path) ? open(path, flags, mode) : -1;
}

LIBRARY int shm_unlink(const char *name) {
    char path[300];
    return shared_memory(name, path, sizeof path) ? unlink(path) : -1;
}
