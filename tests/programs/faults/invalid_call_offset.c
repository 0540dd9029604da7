// Calls an address inside a function.
// levels: 0
static int callee(int x) { return x; }

int main(void)
{
    int (*function)(int) = (int (*)(int))((char *)callee + 1);
    return function(1); //~ invalid-call
}
