// Reservations, after the demo of component reliability extensions: travellers show a ticket at a desk and get a token for the network
// of an airport, use it, and give it back; a supervisor closes the desk at some time, and refuses the rest. Tickets are looked up in the
// data of an airline, which is filled before.
// check: ok
#include "objects.h"

#ifndef TRAVELLERS
#define TRAVELLERS 2
#endif
#ifndef PLACES
#define PLACES 1
#endif
#ifndef REQUESTS
#define REQUESTS 1
#endif

struct ticket {
    int number, flight;
    bool is_valid;
    struct ticket *next;
};

struct airline {
    struct ticket *tickets;
};

struct token {
    int ticket, uses;
    struct token *next;
};

struct traveller;

struct desk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct airline *airline;
    struct token *tokens;
    int places, granted, refused;
    bool is_closed;
    struct traveller *travellers[TRAVELLERS];
};

struct traveller {
    struct desk *desk;
    int ticket, granted, refused;
};

static struct airline *new_airline(void)
{
    struct airline *airline = new_object(sizeof *airline);
    for (int i = 0; i < TRAVELLERS; i++) {
        struct ticket *ticket = new_object(sizeof *ticket);
        ticket->number = 100 + i;
        ticket->flight = i % 2;
        // The last of many has a ticket of yesterday.
        ticket->is_valid = i < 2;
        ticket->next = airline->tickets;
        airline->tickets = ticket;
    }
    return airline;
}

static struct desk *new_desk(void)
{
    struct desk *desk = new_object(sizeof *desk);
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->changed, NULL);
    desk->airline = new_airline();
    desk->places = PLACES;
    return desk;
}

static bool is_valid(struct airline *airline, int number)
{
    for (struct ticket *ticket = airline->tickets; ticket != NULL; ticket = ticket->next) {
        if (ticket->number == number) return ticket->is_valid;
    }
    return false;
}

// Waits for a place; returns nothing where the desk is closed.
static struct token *reserve(struct desk *desk, int number)
{
    if (!is_valid(desk->airline, number)) return NULL;
    struct token *token = new_object(sizeof *token);
    token->ticket = number;
    pthread_mutex_lock(&desk->lock);
    while (desk->places == 0 && !desk->is_closed) pthread_cond_wait(&desk->changed, &desk->lock);
    bool is_granted = !desk->is_closed;
    if (is_granted) {
        desk->places--;
        desk->granted++;
        token->next = desk->tokens;
        desk->tokens = token;
    } else {
        desk->refused++;
    }
    mz_assert(desk->places >= 0);
    pthread_mutex_unlock(&desk->lock);
    if (is_granted) return token;
    free(token);
    return NULL;
}

static void release(struct desk *desk, struct token *token)
{
    pthread_mutex_lock(&desk->lock);
    struct token **place = &desk->tokens;
    while (*place != token) place = &(*place)->next;
    *place = token->next;
    desk->places++;
    pthread_cond_signal(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
    mz_assert(token->uses == 1);
    free(token);
}

static void *travel(void *argument)
{
    struct traveller *traveller = argument;
    for (int i = 0; i < REQUESTS; i++) {
        struct token *token = reserve(traveller->desk, traveller->ticket);
        if (token == NULL) {
            traveller->refused++;
            continue;
        }
        mz_assert(token->ticket == traveller->ticket);
        token->uses++;
        traveller->granted++;
        release(traveller->desk, token);
    }
    mz_assert(traveller->granted + traveller->refused == REQUESTS);
    return traveller;
}

static void *supervise(void *argument)
{
    struct desk *desk = argument;
    pthread_mutex_lock(&desk->lock);
    desk->is_closed = true;
    pthread_cond_broadcast(&desk->changed);
    pthread_mutex_unlock(&desk->lock);
    return desk;
}

int main(void)
{
    struct desk *desk = new_desk();
    pthread_t threads[TRAVELLERS];
    for (int i = 0; i < TRAVELLERS; i++) {
        struct traveller *traveller = new_object(sizeof *traveller);
        traveller->desk = desk;
        traveller->ticket = 100 + i;
        desk->travellers[i] = traveller;
    }
    pthread_t supervisor = start(supervise, desk);
    for (int i = 0; i < TRAVELLERS; i++) threads[i] = start(travel, desk->travellers[i]);
    for (int i = 0; i < TRAVELLERS; i++) result_of(threads[i]);
    result_of(supervisor);
    mz_assert(desk->tokens == NULL && desk->places == PLACES);
    return 0;
}
