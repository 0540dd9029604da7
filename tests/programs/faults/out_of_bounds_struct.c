// A block that is too small for the struct it is used as.
// levels: 0
#include <stdlib.h>

struct record { int id; char name[20]; int age; };

int main(void)
{
    struct record *record = malloc(sizeof record);
    record->id = 1;
    record->age = 30; //~ out-of-bounds
    free(record);
    return 0;
}
