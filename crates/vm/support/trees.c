// <search.h>: binary trees. They are not balanced, which no program can observe.
#include "library.h"

typedef int comparison(const void *a, const void *b);
enum visit { PREORDER, POSTORDER, ENDORDER, LEAF };

// The program may look at the first member: a node is a pointer to its key.
struct node {
    const void *key;
    struct node *left, *right;
};

// The link that leads to the key, or where it would have to be.
static struct node **place(const void *key, struct node **link, comparison *compare) {
    while (*link) {
        int order = compare(key, (*link)->key);
        if (order == 0)
            break;
        link = order < 0 ? &(*link)->left : &(*link)->right;
    }
    return link;
}

LIBRARY void *tsearch(const void *key, void **root, comparison *compare) {
    if (!root)
        return NULL;
    struct node **link = place(key, (struct node **)root, compare);
    if (!*link) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return NULL;
        new->key = key;
        new->left = new->right = NULL;
        *link = new;
    }
    return *link;
}

LIBRARY void *tfind(const void *key, void *const *root, comparison *compare) {
    return root ? *place(key, (struct node **)root, compare) : NULL;
}

// Returns the parent of the deleted node, or some other non-null pointer for the root.
LIBRARY void *tdelete(const void *key, void **root, comparison *compare) {
    if (!root || !*root)
        return NULL;
    struct node **link = (struct node **)root, *parent = *link;
    while (*link) {
        int order = compare(key, (*link)->key);
        if (order == 0)
            break;
        parent = *link;
        link = order < 0 ? &parent->left : &parent->right;
    }
    struct node *dead = *link;
    if (!dead)
        return NULL;
    if (dead->left && dead->right) {
        struct node **next = &dead->right;
        while ((*next)->left)
            next = &(*next)->left;
        struct node *successor = *next;
        *next = successor->right;
        successor->left = dead->left;
        successor->right = dead->right;
        *link = successor;
    } else {
        *link = dead->left ? dead->left : dead->right;
    }
    free(dead);
    return parent;
}

static void walk(const struct node *node, void (*action)(const void *, enum visit, int), int depth) {
    if (!node->left && !node->right) {
        action(node, LEAF, depth);
        return;
    }
    action(node, PREORDER, depth);
    if (node->left)
        walk(node->left, action, depth + 1);
    action(node, POSTORDER, depth);
    if (node->right)
        walk(node->right, action, depth + 1);
    action(node, ENDORDER, depth);
}

LIBRARY void twalk(const void *root, void (*action)(const void *, enum visit, int)) {
    if (root && action)
        walk(root, action, 0);
}

LIBRARY void tdestroy(void *root, void (*destroy)(void *)) {
    struct node *node = root;
    if (!node)
        return;
    tdestroy(node->left, destroy);
    tdestroy(node->right, destroy);
    destroy((void *)node->key);
    free(node);
}
