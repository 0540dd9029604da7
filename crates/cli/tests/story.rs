//! What the steps of a trace say: values, changes, locks, order and output.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

const PROGRAM: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

enum phase { IDLE, BUSY };
struct account {
    pthread_mutex_t lock;
    long balance;
    enum phase phase;
    unsigned open : 1, level : 5;
    char *owner;
    double rate;
};
static char name[4] = "eve";
static struct account accounts[2];
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static sem_t ready;
static atomic_int turn;
static atomic_bool done;

static void *worker(void *argument)
{
    (void)argument;
    sem_wait(&ready);
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&accounts[1].lock);
    accounts[1].balance = -50;
    accounts[1].phase = BUSY;
    accounts[1].level = 9;
    accounts[1].owner = &name[1];
    accounts[1].rate = 0.5;
    name[0] = 'E';
    printf("paid\n");
    fflush(stdout);
    pthread_mutex_unlock(&accounts[1].lock);
    pthread_rwlock_unlock(&table);
    turn++;
    done = true;
    return NULL;
}

int main(void)
{
    int seen = 0;
    pthread_t thread;
    sem_init(&ready, 0, 0);
    pthread_create(&thread, NULL, worker, &seen);
    turn = 41;
    sem_post(&ready);
    pthread_join(thread, NULL);
    assert(!done);
    return seen;
}
"#;

/// One line a step.
fn story(name: &str, source: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("story").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command
        .current_dir(folder)
        .args(["check", "--no-minimize", "--format", "json", "prog.c"])
        .stdin(Stdio::null());
    let output = command.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let trace = report["bugs"][0]["trace"].as_array().unwrap();
    trace.iter().enumerate().map(|(number, step)| line(number, step)).collect()
}

fn line(number: usize, step: &Value) -> String {
    let change = |change: &Value| {
        let part = |key: &str| change[key].as_str().unwrap().to_owned();
        format!("{}: {} → {}", part("variable"), part("before"), part("after"))
    };
    let list = |key: &str| step[key].as_array().unwrap().clone();
    let mut line = format!("{number} {} {}", step["thread"], step["operation"].as_str().unwrap());
    if step["value"].is_object() {
        line += &format!(" {}", change(&step["value"]));
    } else if let Some(object) = step["object"].as_str() {
        line += &format!(" {object}");
    }
    for changed in list("changes") {
        line += &format!("; {}", change(&changed));
    }
    for (word, key) in [("holds", "holds"), ("after", "happens_after")] {
        if !list(key).is_empty() {
            line += &format!("; {word} {}", Value::Array(list(key)));
        }
    }
    match step["output"].as_str().unwrap() {
        "" => line,
        output => format!("{line}; prints {output:?}"),
    }
}

#[test]
fn steps_tell_values_changes_locks_order_and_output() {
    let paid = r#"8 1 lock accounts[1].lock; accounts[1].balance: 0 → -50; accounts[1].phase: IDLE → BUSY; accounts[1].level: 0 → 9; accounts[1].owner: NULL → &name[1]; accounts[1].rate: 0 → 0.5; name[0]: 'e' → 'E'; holds ["table","accounts[1].lock"]; prints "paid\n""#;
    let expected = [
        "0 0 start",
        "1 0 write ready; thread: 0 → thread 1",
        "2 0 create thread 1",
        "3 1 start; after [2]",
        "4 0 write turn: 0 → 41",
        "5 0 post ready: 0 → 1",
        "6 1 acquire ready: 1 → 0; after [5]",
        r#"7 1 lock for reading table; holds ["table"]"#,
        paid,
        r#"9 1 unlock accounts[1].lock; holds ["table"]"#,
        "10 1 unlock after reading table",
        "11 1 update turn: 41 → 42",
        "12 1 write done: false → true",
        "13 0 join thread 1; after [12]",
        "14 0 read done: true → true",
    ];
    assert_eq!(story("bank", PROGRAM), expected);
}

const LIST: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};
static _Atomic(struct node *) head;
static int *numbers;

static void *push(void *argument)
{
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    node->next = head;
    head = node;
    return argument;
}

int main(void)
{
    pthread_t thread;
    numbers = malloc(4 * sizeof *numbers);
    numbers[2] = 5;
    push(NULL);
    pthread_create(&thread, NULL, push, &numbers[1]);
    pthread_join(thread, NULL);
    head->next->value = -1;
    assert(head == NULL);
    return 0;
}
"#;

#[test]
fn heap_blocks_are_called_by_the_pointers_that_lead_to_them() {
    // A number in front says which thread has allocated it, if it was not main. What a block is becomes known by accesses
    // to it, and holds for the steps before them, too.
    let expected = [
        "0 0 start; numbers: NULL → &int#1[0]; int#1[2]: ? → 5; node#2.value: ? → 7",
        "1 0 read head: NULL → NULL",
        "2 0 write head: NULL → &node#2; thread: 0 → thread 1",
        "3 0 create thread 1",
        "4 1 start; node#1.1.value: ? → 7; after [3]",
        "5 1 read head: &node#2 → &node#2; node#1.1.next: NULL → &node#2",
        "6 1 write head: &node#2 → &node#1.1",
        "7 0 join thread 1; after [6]",
        "8 0 read head: &node#1.1 → &node#1.1; node#2.value: 7 → -1",
        "9 0 read head: &node#1.1 → &node#1.1",
    ];
    assert_eq!(story("list", LIST), expected);
}
