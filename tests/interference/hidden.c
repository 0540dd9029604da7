// A pointer is handed over in a form in which memory does not show it.
// check -DXOR: assertion
// check -DTAG: assertion
// check -DTAG -O1: assertion
// check -DBYTES: assertion
// check -DUNALIGNED: assertion
// check -DUNALIGNED -DBY_THREAD: assertion
// check -DUNALIGNED -DBY_THREAD -O1: assertion
// check -DNUMBER: assertion
// check -DNUMBER -O1: assertion
// check -DCOPY: assertion
// check -DCOPY -DBY_THREAD: assertion
// check -DNUMBER -DBY_THREAD: assertion
// check -DBYTES -DBY_THREAD: assertion
// check -DALONE: assertion
// check -DALONE -O1: assertion
#include "moment.h"

#define KEY 0x5555aaaa5555aaaa

#if defined XOR || defined TAG
static uintptr_t hidden;
#ifdef XOR
static uintptr_t code(uintptr_t word) { return word ^ KEY; }
#else
static uintptr_t code(uintptr_t word) { return word ^ (uintptr_t) 1 << 60; }
#endif
static void hide(struct object *object) { hidden = code((uintptr_t)object); }
static struct object *find(void) { return hidden ? (struct object *)code(hidden) : 0; }
#elif defined BYTES
static unsigned char hidden[16];
static void hide(struct object *object)
{
    for (int i = 0; i < 8; i++) hidden[2 * i] = ((unsigned char *)&object)[i];
    hidden[1] = 1;
}
static struct object *find(void)
{
    struct object *object;
    for (int i = 0; i < 8; i++) ((unsigned char *)&object)[i] = hidden[2 * i];
    return object;
}
#elif defined UNALIGNED
static struct __attribute__((packed)) {
    char before;
    struct object *object;
} hidden;
static void hide(struct object *object) { hidden.object = object; }
static struct object *find(void) { return hidden.object; }
#elif defined COPY
static char hidden[24];
static void hide(struct object *object) { memcpy(hidden + 3, &object, sizeof object); }
static struct object *find(void)
{
    struct object *object;
    memcpy(&object, hidden + 3, sizeof object);
    return object;
}
#else
// Not a cast: the program's text does not call it a pointer when it becomes a number.
static uint64_t hidden;
static void hide(struct object *object)
{
    uint64_t number;
    memcpy(&number, &object, sizeof number);
    hidden = number ^ KEY;
}
static struct object *find(void)
{
    if (!hidden) return 0;
    struct object *object;
    uint64_t number = hidden ^ KEY;
    memcpy(&object, &number, sizeof number);
    return object;
}
#endif

static void *reader(void *argument)
{
#ifdef BYTES
    // All of it, or nothing.
    if (!hidden[1]) return 0;
#endif
    look(find());
    return 0;
}

static void *writer(void *object)
{
    hide(object);
    change(object);
    return 0;
}

int main(void)
{
    struct object *object = new_object();
#if defined ALONE
    hide(object);
    start(reader, 0);
#elif defined BY_THREAD
    // Where the pointer is found, no other thread is left.
    start(writer, object);
    reader(0);
    return 0;
#else
    start(reader, 0);
    hide(object);
#endif
    change(object);
    return 0;
}
