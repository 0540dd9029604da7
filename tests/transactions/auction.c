// An auction house as a workflow: N bidders send bids to the house, which answers each bid and notifies the winner at the end. A bidder
// that is outbid raises its bid or leaves. With BUG, the house accepts a bid that equals the best one.
// check -DN=2: ok
// check -DN=2 -DBUG: assertion
#include "mailbox.h"

#ifndef N
#define N 3
#endif
// The highest possible bid.
#ifndef LIMIT
#define LIMIT 2
#endif

enum { BID, LEAVE, ACCEPTED, REFUSED, WON, LOST };

static mailbox *house, *bidders[N];

// The result, for main.
static pthread_mutex_t book_lock = PTHREAD_MUTEX_INITIALIZER;
static int price, winner = -1;
// What each bidder has been told to pay.
static int paid[N];

static void note_winner(int bidder, int bid)
{
    pthread_mutex_lock(&book_lock);
    mz_assert(winner < 0);
    winner = bidder;
    price = bid;
    pthread_mutex_unlock(&book_lock);
}

// Whether a bid is taken.
static bool is_better(int bid, int best)
{
#ifdef BUG
    return bid >= best;
#else
    return bid > best;
#endif
}

static void *hold_auction(void *arg)
{
    int best = 0, leader = -1, present = N;
    // Ends when only the leader is left.
    while (present > (leader >= 0)) {
        message received = receive(house);
        if (received.kind == LEAVE) {
            present--;
            continue;
        }
        int kind = REFUSED;
        if (is_better(received.value, best)) {
            mz_assert(received.value > best);
            if (leader >= 0) send(bidders[leader], (message){.kind = REFUSED, .value = received.value});
            best = received.value;
            leader = received.from;
            kind = ACCEPTED;
        }
        send(bidders[received.from], (message){.kind = kind, .value = best});
    }
    note_winner(leader, best);
    if (leader >= 0) send(bidders[leader], (message){.kind = WON, .value = best});
    return arg;
}

// The bid that answers a higher one of another bidder, or 0.
static int next_bid(int best)
{
    if (best >= LIMIT || mz_choose(2)) return 0;
    return best + 1 + (int)mz_choose(LIMIT - best);
}

static void *bid(void *arg)
{
    int self = (int)(intptr_t)arg;
    int offer = next_bid(0);
    while (offer > 0) {
        send(house, (message){.kind = BID, .from = self, .value = offer});
        message answer = receive(bidders[self]);
        // While it leads, it waits for a higher bid, or for the end.
        if (answer.kind == ACCEPTED) answer = receive(bidders[self]);
        if (answer.kind == WON) {
            mz_assert(answer.value == offer);
            pthread_mutex_lock(&book_lock);
            paid[self] = offer;
            pthread_mutex_unlock(&book_lock);
            return NULL;
        }
        mz_assert(answer.kind == REFUSED);
        offer = next_bid(answer.value);
    }
    send(house, (message){.kind = LEAVE, .from = self});
    return NULL;
}

int main(void)
{
    house = new_mailbox();
    for (int i = 0; i < N; i++) bidders[i] = new_mailbox();
    pthread_t auctioneer = start(hold_auction, 0), threads[N];
    for (int i = 0; i < N; i++) threads[i] = start(bid, i);
    pthread_join(auctioneer, NULL);
    for (int i = 0; i < N; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < N; i++) mz_assert(paid[i] == (i == winner ? price : 0));
    mz_assert(winner < 0 || price > 0);
    for (int i = 0; i < N; i++) free_mailbox(bidders[i]);
    free_mailbox(house);
    return 0;
}
