// The flow of an order: the order process asks for credit, for the goods and for a lorry at once, and waits for their answers. If all
// agree, it confirms; if one refuses, it has those undone that agreed. ORDERS orders share one stock. With BUG, what was
// reserved is undone for all, whether they agreed or not.
// check -DORDERS=1 -DSERVICES=2: ok
// check -DORDERS=1 -DSERVICES=2 -DBUG: assertion
#include "mailbox.h"

#ifndef ORDERS
#define ORDERS 2
#endif
#ifndef SERVICES
#define SERVICES 3
#endif
#define STOCK 1
#define CREDIT 2

enum { ASK, UNDO, CONFIRM, END, AGREED, REFUSED };
enum { BANK, STORE, CARRIER };

typedef struct {
    mailbox *requests;
    // What is left of it, and how much was taken by orders that are not decided, and for good.
    pthread_mutex_t lock;
    int left, reserved, used;
} service;

static service services[SERVICES];
// Where the order processes get their answers.
static mailbox *answers[ORDERS];
static pthread_mutex_t summary_lock = PTHREAD_MUTEX_INITIALIZER;
static int confirmed, cancelled;

// Reserves one of what the service has, if there is one, and the service likes to.
static bool reserve(service *service)
{
    pthread_mutex_lock(&service->lock);
    bool agrees = service->left > 0 && mz_choose(2);
    if (agrees) {
        service->left--;
        service->reserved++;
    }
    pthread_mutex_unlock(&service->lock);
    return agrees;
}

static void settle(service *service, bool is_confirmed)
{
    pthread_mutex_lock(&service->lock);
    mz_assert(service->reserved > 0);
    service->reserved--;
    if (is_confirmed) {
        service->used++;
    } else {
        service->left++;
    }
    pthread_mutex_unlock(&service->lock);
}

static void *serve(void *arg)
{
    int self = (int)(intptr_t)arg;
    service *mine = &services[self];
    for (int open = ORDERS; open > 0;) {
        message request = receive(mine->requests);
        switch (request.kind) {
        case ASK: {
            int kind = reserve(mine) ? AGREED : REFUSED;
            send(answers[request.from], (message){.kind = kind, .from = self});
            break;
        }
        case UNDO: settle(mine, false); break;
        case CONFIRM: settle(mine, true); break;
        case END: open--; break;
        }
    }
    return NULL;
}

static void *order(void *arg)
{
    int self = (int)(intptr_t)arg;
    bool has_agreed[SERVICES] = {false};
    int agreed = 0;
    for (int i = 0; i < SERVICES; i++) send(services[i].requests, (message){.kind = ASK, .from = self});
    for (int i = 0; i < SERVICES; i++) {
        message answer = receive(answers[self]);
        has_agreed[answer.from] = answer.kind == AGREED;
        agreed += answer.kind == AGREED;
    }
    bool is_confirmed = agreed == SERVICES;
    for (int i = 0; i < SERVICES; i++) {
#ifdef BUG
        bool has_reserved = true;
#else
        bool has_reserved = has_agreed[i];
#endif
        message decision = {.kind = is_confirmed ? CONFIRM : UNDO, .from = self};
        if (has_reserved) send(services[i].requests, decision);
        send(services[i].requests, (message){.kind = END, .from = self});
    }
    pthread_mutex_lock(&summary_lock);
    *(is_confirmed ? &confirmed : &cancelled) += 1;
    pthread_mutex_unlock(&summary_lock);
    return NULL;
}

int main(void)
{
    static const int available[] = {[BANK] = CREDIT, [STORE] = STOCK, [CARRIER] = ORDERS};
    for (int i = 0; i < SERVICES; i++) {
        services[i].requests = new_mailbox();
        pthread_mutex_init(&services[i].lock, NULL);
        services[i].left = available[i];
    }
    for (int i = 0; i < ORDERS; i++) answers[i] = new_mailbox();
    pthread_t servers[SERVICES], orders[ORDERS];
    for (int i = 0; i < SERVICES; i++) servers[i] = start(serve, i);
    for (int i = 0; i < ORDERS; i++) orders[i] = start(order, i);
    for (int i = 0; i < ORDERS; i++) pthread_join(orders[i], NULL);
    for (int i = 0; i < SERVICES; i++) pthread_join(servers[i], NULL);
    mz_assert(confirmed + cancelled == ORDERS && confirmed <= STOCK);
    for (int i = 0; i < SERVICES; i++) {
        mz_assert(services[i].reserved == 0 && services[i].used == confirmed);
        mz_assert(services[i].left + services[i].used == available[i]);
        free_mailbox(services[i].requests);
    }
    for (int i = 0; i < ORDERS; i++) free_mailbox(answers[i]);
    return 0;
}
