// Writes to a string literal.
// levels: 0
int main(void)
{
    char *text = "constant";
    text[0] = 'C'; //~ read-only
    return 0;
}
