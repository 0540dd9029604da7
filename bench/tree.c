// A binary search tree in an array of nodes: unpredictable branches and pointers to follow.
#include <stdint.h>
#include <stdio.h>

#define NODES 40000

struct node {
    uint32_t key;
    struct node *left, *right;
};

static struct node nodes[NODES];
static unsigned used;

static struct node **find(struct node **tree, uint32_t key) {
    while (*tree && (*tree)->key != key) tree = key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
    return tree;
}

static unsigned depth(const struct node *tree) {
    if (!tree) return 0;
    unsigned left = depth(tree->left), right = depth(tree->right);
    return 1 + (left > right ? left : right);
}

int main(void) {
    struct node *root = 0;
    uint32_t seed = 42, found = 0;
    for (unsigned i = 0; i < NODES; i++) {
        seed = seed * 1664525u + 1013904223u;
        struct node **place = find(&root, seed >> 12);
        if (*place) continue;
        *place = &nodes[used++];
        (*place)->key = seed >> 12;
    }
    for (unsigned i = 0; i < 2 * NODES; i++) {
        seed = seed * 1664525u + 1013904223u;
        found += *find(&root, seed >> 12) != 0;
    }
    printf("tree %u %u %u\n", used, depth(root), found);
    return 0;
}
