// A shipping service, after the example that the language of workflows has in its standard: a customer orders some items, and is sent
// one notice if they are shipped together, or one for each part. How many items a part has is nondeterministic. A packer brings what is
// shipped, and loses it now and then and packs it again. With BUG, a part may be larger than what is left.
// check: ok
// check -DBUG: assertion
#include "mailbox.h"

#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef CUSTOMERS
#define CUSTOMERS 1
#endif

enum { ORDER, TOGETHER, PART, PACK, PACKED, CLOSE };

static mailbox *service_box, *packer_box, *service_answers, *customer_boxes[CUSTOMERS];
static pthread_mutex_t stock_lock = PTHREAD_MUTEX_INITIALIZER;
static int on_shelf = ITEMS * CUSTOMERS, under_way, delivered;

static void *pack(void *arg)
{
    while (true) {
        message request = receive(packer_box);
        if (request.kind == CLOSE) return arg;
        // It may have to be packed again.
        while (mz_choose(2)) {
        }
        pthread_mutex_lock(&stock_lock);
        mz_assert(on_shelf >= request.value);
        on_shelf -= request.value;
        under_way += request.value;
        pthread_mutex_unlock(&stock_lock);
        send(service_answers, (message){.kind = PACKED, .value = request.value});
    }
}

static void ship(int customer, int items, int kind)
{
    send(packer_box, (message){.kind = PACK, .value = items});
    message packed = receive(service_answers);
    mz_assert(packed.kind == PACKED && packed.value == items);
    send(customer_boxes[customer], (message){.kind = kind, .value = items});
}

static void *serve(void *arg)
{
    for (int orders = 0; orders < CUSTOMERS; orders++) {
        message order = receive(service_box);
        mz_assert(order.kind == ORDER);
        if (mz_choose(2)) {
            ship(order.from, order.value, TOGETHER);
            continue;
        }
        for (int shipped = 0; shipped < order.value;) {
#ifdef BUG
            int part = 1 + (int)mz_choose(2);
#else
            int part = 1 + (int)mz_choose(order.value - shipped);
#endif
            ship(order.from, part, PART);
            shipped += part;
        }
    }
    send(packer_box, (message){.kind = CLOSE});
    return arg;
}

static void *buy(void *arg)
{
    int self = (int)(intptr_t)arg;
    send(service_box, (message){.kind = ORDER, .from = self, .value = ITEMS});
    int arrived = 0;
    while (arrived < ITEMS) {
        message notice = receive(customer_boxes[self]);
        arrived += notice.value;
        mz_assert(notice.kind == PART || (notice.kind == TOGETHER && arrived == ITEMS));
        pthread_mutex_lock(&stock_lock);
        mz_assert(under_way >= notice.value);
        under_way -= notice.value;
        delivered += notice.value;
        pthread_mutex_unlock(&stock_lock);
    }
    mz_assert(arrived == ITEMS);
    return NULL;
}

int main(void)
{
    service_box = new_mailbox();
    packer_box = new_mailbox();
    service_answers = new_mailbox();
    for (int i = 0; i < CUSTOMERS; i++) customer_boxes[i] = new_mailbox();
    pthread_t packer = start(pack, 0), service = start(serve, 0), customers[CUSTOMERS];
    for (int i = 0; i < CUSTOMERS; i++) customers[i] = start(buy, i);
    for (int i = 0; i < CUSTOMERS; i++) pthread_join(customers[i], NULL);
    pthread_join(service, NULL);
    pthread_join(packer, NULL);
    mz_assert(delivered == ITEMS * CUSTOMERS && on_shelf == 0 && under_way == 0);
    for (int i = 0; i < CUSTOMERS; i++) free_mailbox(customer_boxes[i]);
    free_mailbox(service_answers);
    free_mailbox(packer_box);
    free_mailbox(service_box);
    return 0;
}
