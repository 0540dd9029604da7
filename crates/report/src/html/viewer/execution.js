// A finding's execution: the data of the page, and what follows from it.

const data = JSON.parse(page("data").textContent);
data.stacks = data.stacks.map((frames) =>
  frames.map(([name, file, line, column]) => ({ name, file, line, column })),
);

/** The innermost position that is known. */
const placeOf = (stack) => stack.find((frame) => frame.file !== null);

const samePlace = (a, b) => a && b && a.file === b.file && a.line === b.line && a.column === b.column;

/**
 * The steps of a finding, but for those that are omitted where there are very many, then its outcome: where each thread that matters is at the end. Both are events, numbered
 * through.
 */
class Execution {
  constructor(finding) {
    this.finding = finding;
    this.stepCount = finding.steps.length;
    this.#findGaps(finding);
    this.events = finding.steps.map((step, index) => ({
      ...step,
      index,
      stack: data.stacks[step.stack],
      words: step.object === null ? step.operation : `${step.operation} ${step.object}`,
      omitted: this.gaps.get(index) ?? 0,
      outcome: false,
    }));
    this.#addOutcome(finding.outcome);
    this.threads = [...new Set(this.events.map((event) => event.thread))].sort((a, b) => a - b);
    this.lanes = new Map(this.threads.map((thread, lane) => [thread, lane]));
    for (const event of this.events) {
      event.lane = this.lanes.get(event.thread);
      event.place = placeOf(event.stack);
    }
    this.#findOrder();
    this.#findRuns();
    this.#findTransactions();
    this.#findBars();
    this.#markCauses();
    this.output = finding.steps.map((step) => step.output).join("");
    this.#measureOutput();
  }

  /** How many steps are omitted, by the row before which they are missing. */
  #findGaps({ steps, total }) {
    this.gaps = new Map();
    let next = 0;
    [...steps.map((step) => step.number), total].forEach((number, row) => {
      if (number > next) this.gaps.set(row, number - next);
      next = number + 1;
    });
  }

  #addOutcome(outcome) {
    const depth = new Map();
    for (const { thread, message, object, stack, holders } of outcome) {
      const level = depth.get(thread) ?? 0;
      depth.set(thread, level + 1);
      this.events.push({
        index: this.events.length,
        thread,
        words: message,
        object,
        stack: data.stacks[stack],
        holders: holders.map((holder) => ({ thread: holder.thread, place: placeOf(data.stacks[holder.stack]) })),
        level,
        outcome: true,
        value: null,
        changes: [],
        after: [],
      });
    }
    this.outcomeLevels = Math.max(0, ...depth.values());
  }

  /** Neighbours within a thread, and arrows between threads. */
  #findOrder() {
    const last = new Map();
    this.arrows = [];
    for (const event of this.events) event.before = [];
    for (const event of this.events) {
      event.previous = last.get(event.thread) ?? null;
      event.next = null;
      if (event.previous !== null) this.events[event.previous].next = event.index;
      last.set(event.thread, event.index);
      for (const cause of event.after) {
        this.arrows.push({ from: cause, to: event.index });
        this.events[cause].before.push(event.index);
      }
    }
  }

  /** Steps of one thread in a row. */
  #findRuns() {
    this.runs = [];
    for (const event of this.events.slice(0, this.stepCount)) {
      const run = this.runs.at(-1);
      if (run && run.lane === event.lane && event.omitted === 0) run.end = event.index + 1;
      else this.runs.push({ lane: event.lane, thread: event.thread, start: event.index, end: event.index + 1 });
    }
  }

  /** Steps of one transaction in a row, and its commit point, if it is among them. */
  #findTransactions() {
    this.transactions = [];
    for (const event of this.events.slice(0, this.stepCount)) {
      if (event.transaction === null) continue;
      const [number, commits] = event.transaction;
      let last = this.transactions.at(-1);
      if (last?.number !== number || last.end !== event.index) {
        last = { number, thread: event.thread, start: event.index, commit: null };
        this.transactions.push(last);
      }
      last.end = event.index + 1;
      if (commits) last.commit = event.index;
      event.within = last;
    }
  }

  /** Locks, for as long as they are held. A thread's bars take the leftmost slots that are free. */
  #findBars() {
    this.bars = [];
    this.locks = new Map();
    this.slots = this.threads.map(() => 0);
    const open = this.threads.map(() => []);
    for (const event of this.events.slice(0, this.stepCount)) {
      const { index, lane, holds } = event;
      const mine = open[lane];
      event.barred = holds.length > 0 || mine.some((bar) => bar !== null);
      mine.forEach((bar, slot) => {
        if (bar && !holds.includes(bar.lock)) {
          bar.end = index;
          mine[slot] = null;
        }
      });
      for (const lock of holds) {
        if (mine.some((bar) => bar && bar.lock === lock)) continue;
        if (!this.locks.has(lock)) this.locks.set(lock, this.locks.size);
        const free = mine.indexOf(null);
        const slot = free < 0 ? mine.length : free;
        mine[slot] = { lock, lane, slot, start: index, end: this.stepCount, kept: true };
        this.bars.push(mine[slot]);
      }
      this.slots[lane] = mine.length;
    }
    for (const bar of this.bars) bar.kept = open[bar.lane].includes(bar);
  }

  /** Steps without which the outcome would be another: where what is waited for was taken, and accesses that race. */
  #markCauses() {
    for (const step of this.finding.racing) this.events[step].culprit = true;
    for (const { holders, object } of this.outcome()) {
      for (const holder of holders) {
        const step = this.taken(holder, object);
        if (step) step.culprit = true;
      }
    }
  }

  /** The last step of a thread that touched something at a place. */
  taken({ thread, place }, object) {
    return this.events.findLast(
      (event) => !event.outcome && event.thread === thread && event.object === object && samePlace(event.place, place),
    );
  }

  #measureOutput() {
    let printed = 0;
    for (const event of this.events) {
      event.printedFrom = printed;
      printed += event.output?.length ?? 0;
      event.printedTo = printed;
    }
  }

  outcome() {
    return this.events.slice(this.stepCount);
  }

  /** What is known of variables after an event: their value, and the step that told it. */
  variablesAt(index) {
    let known = new Variables();
    for (const event of this.events.slice(0, index + 1)) {
      // What the omitted steps have changed is not known.
      if (event.omitted > 0) known = new Variables();
      // What a function chooses is told like a variable, and is none.
      if (event.value && !event.value[0].endsWith("()")) known.tell(event, event.value);
      for (const change of event.changes) known.tell(event, change);
    }
    return known.list();
  }

  /** Where every thread is after an event: at its last step, or where the outcome finds it. */
  positionsAt(index) {
    const last = new Map();
    const end = this.events[index].outcome ? this.events.length : index + 1;
    for (const event of this.events.slice(0, end)) last.set(event.thread, event);
    last.set(this.events[index].thread, this.events[index]);
    return last;
  }

  /** The locks that a thread holds after an event, and since when. */
  locksAt(index, lane) {
    const step = Math.min(index, this.stepCount - 1);
    return this.bars.filter(
      (bar) => bar.lane === lane && bar.start <= step && (step < bar.end || bar.kept),
    );
  }

  /** Events whose words, place, values, output or thread contain all words of a query. */
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return [];
    const found = this.events.filter((event) => {
      event.text ??= this.#textOf(event);
      return words.every((word) => event.text.includes(word));
    });
    return found.map((event) => event.index);
  }

  #textOf({ thread, words, place, stack, value, changes, output }) {
    const where = place ? `${data.files[place.file].name}:${place.line}` : "";
    const calls = stack.map((frame) => frame.name).join(" ");
    const values = [...(value ? [value] : []), ...changes].flat().join(" ");
    return [threadName(thread), words, where, calls, values, output ?? ""].join("\n").toLowerCase();
  }
}

/**
 * Values by name. Threads call different variables the same when these are local: a name whose value is not the one
 * that was last told is another variable, of the thread that tells it.
 */
class Variables {
  #byName = new Map();

  tell({ index, thread }, [name, before, after]) {
    if (!this.#byName.has(name)) this.#byName.set(name, []);
    const known = this.#byName.get(name);
    const own = known.find((variable) => variable.thread === thread);
    const variable =
      (own?.after === before ? own : known.find((other) => other.after === before)) ?? own ?? { name, thread };
    if (!known.includes(variable)) known.push(variable);
    const changed = before !== after;
    if (changed || variable.by === undefined) Object.assign(variable, { before, after, changed, by: index });
  }

  /** In the order in which their names came up; `shared` is a name of several. */
  list() {
    const named = [...this.#byName.values()];
    return named.flatMap((variables) => variables.map((one) => ({ ...one, shared: variables.length > 1 })));
  }
}
