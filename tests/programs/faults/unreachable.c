// Reaches __builtin_unreachable.
// levels: 0
static int name_length(int kind)
{
    switch (kind) {
    case 0: return 3;
    case 1: return 5;
    default: __builtin_unreachable(); //~ unreachable
    }
}

int main(void)
{
    return name_length(2);
}
