// A file system after Daisy: a disk of blocks, inodes with a lock each, a map of free blocks with another one, and a directory. Users
// create a file, write to it, read it back, and remove it.
// check -DUSERS=2 -DSAME_NAME: ok
#include "objects.h"
#include <string.h>

#ifndef USERS
#define USERS 2
#endif
#ifndef BLOCKS
#define BLOCKS 2
#endif
#ifndef INODES
#define INODES 2
#endif
#ifndef BLOCK_SIZE
#define BLOCK_SIZE 4
#endif

enum { NONE = -1 };

struct block {
    char data[BLOCK_SIZE];
};

struct disk {
    struct block *blocks[BLOCKS];
};

struct inode {
    pthread_mutex_t lock;
    bool is_used;
    int size, block;
};

// The lowest lock but one: it is taken while an inode's is held.
struct free_map {
    pthread_mutex_t lock;
    bool is_used[BLOCKS];
};

struct entry {
    char name;
    int inode;
    struct entry *next;
};

struct directory {
    pthread_mutex_t lock;
    struct entry *entries;
    int created;
};

struct user;

struct file_system {
    struct disk *disk;
    struct inode *inodes[INODES];
    struct free_map *map;
    struct directory *root;
    struct user *users[USERS];
};

struct user {
    struct file_system *system;
    char name;
    int created, read;
};

static struct file_system *new_file_system(void)
{
    struct file_system *system = new_object(sizeof *system);
    system->disk = new_object(sizeof *system->disk);
    for (int i = 0; i < BLOCKS; i++) system->disk->blocks[i] = new_object(sizeof(struct block));
    for (int i = 0; i < INODES; i++) {
        system->inodes[i] = new_object(sizeof(struct inode));
        pthread_mutex_init(&system->inodes[i]->lock, NULL);
        system->inodes[i]->block = NONE;
    }
    system->map = new_object(sizeof *system->map);
    pthread_mutex_init(&system->map->lock, NULL);
    system->root = new_object(sizeof *system->root);
    pthread_mutex_init(&system->root->lock, NULL);
    return system;
}

static int allocate_block(struct free_map *map)
{
    int found = NONE;
    pthread_mutex_lock(&map->lock);
    for (int i = 0; i < BLOCKS && found == NONE; i++) {
        if (!map->is_used[i]) found = i;
    }
    if (found != NONE) map->is_used[found] = true;
    pthread_mutex_unlock(&map->lock);
    return found;
}

static void free_block(struct free_map *map, int block)
{
    pthread_mutex_lock(&map->lock);
    mz_assert(map->is_used[block]);
    map->is_used[block] = false;
    pthread_mutex_unlock(&map->lock);
}

static int allocate_inode(struct file_system *system)
{
    for (int i = 0; i < INODES; i++) {
        struct inode *inode = system->inodes[i];
        pthread_mutex_lock(&inode->lock);
        bool is_mine = !inode->is_used;
        if (is_mine) {
            inode->is_used = true;
            inode->size = 0;
        }
        pthread_mutex_unlock(&inode->lock);
        if (is_mine) return i;
    }
    return NONE;
}

static void free_inode(struct file_system *system, int number)
{
    struct inode *inode = system->inodes[number];
    pthread_mutex_lock(&inode->lock);
    if (inode->block != NONE) free_block(system->map, inode->block);
    inode->block = NONE;
    inode->is_used = false;
    pthread_mutex_unlock(&inode->lock);
}

static struct entry **find(struct directory *directory, char name)
{
    struct entry **place = &directory->entries;
    while (*place != NULL && (*place)->name != name) place = &(*place)->next;
    return place;
}

// NONE where there is a file of this name.
static int create(struct file_system *system, char name)
{
    int number = allocate_inode(system);
    if (number == NONE) return NONE;
    struct entry *entry = new_object(sizeof *entry);
    entry->name = name;
    entry->inode = number;
    pthread_mutex_lock(&system->root->lock);
    struct entry **place = find(system->root, name);
    bool is_new = *place == NULL;
    if (is_new) {
        *place = entry;
        system->root->created++;
    }
    pthread_mutex_unlock(&system->root->lock);
    if (is_new) return number;
    free(entry);
    free_inode(system, number);
    return NONE;
}

static int write_file(struct file_system *system, int number, const char *data, int size)
{
    struct inode *inode = system->inodes[number];
    int written = 0;
    pthread_mutex_lock(&inode->lock);
    if (inode->block == NONE) inode->block = allocate_block(system->map);
    if (inode->block != NONE) {
        written = size < BLOCK_SIZE ? size : BLOCK_SIZE;
        memcpy(system->disk->blocks[inode->block]->data, data, (size_t)written);
        inode->size = written;
    }
    pthread_mutex_unlock(&inode->lock);
    return written;
}

static int read_file(struct file_system *system, int number, char *data)
{
    struct inode *inode = system->inodes[number];
    pthread_mutex_lock(&inode->lock);
    int size = inode->size;
    if (inode->block != NONE) memcpy(data, system->disk->blocks[inode->block]->data, (size_t)size);
    pthread_mutex_unlock(&inode->lock);
    return size;
}

static void remove_file(struct file_system *system, char name)
{
    pthread_mutex_lock(&system->root->lock);
    struct entry **place = find(system->root, name), *entry = *place;
    mz_assert(entry != NULL);
    *place = entry->next;
    pthread_mutex_unlock(&system->root->lock);
    free_inode(system, entry->inode);
    free(entry);
}

static void *use(void *argument)
{
    struct user *user = argument;
    char written[BLOCK_SIZE], read[BLOCK_SIZE];
    memset(written, user->name, sizeof written);
    int number = create(user->system, user->name);
    if (number == NONE) return user;
    user->created++;
    int size = write_file(user->system, number, written, BLOCK_SIZE);
    user->read = read_file(user->system, number, read);
    mz_assert(user->read == size && memcmp(written, read, (size_t)size) == 0);
    remove_file(user->system, user->name);
    return user;
}

int main(void)
{
    struct file_system *system = new_file_system();
    pthread_t threads[USERS];
    for (int i = 0; i < USERS; i++) {
        struct user *user = new_object(sizeof *user);
        user->system = system;
#ifdef SAME_NAME
        user->name = 'a';
#else
        user->name = (char)('a' + i);
#endif
        system->users[i] = user;
    }
    for (int i = 0; i < USERS; i++) threads[i] = start(use, system->users[i]);
    for (int i = 0; i < USERS; i++) result_of(threads[i]);
    mz_assert(system->root->created > 0 && system->root->entries == NULL);
    return 0;
}
