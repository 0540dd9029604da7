// What there is to know about the selected step: its call stack, what it waited for, variables, output.

/** Where more was printed, the beginning is left out. */
const SHOWN_OUTPUT = 20000;
/** Where more variables were touched, those that changed last come first to mind. */
const SHOWN_VARIABLES = 40;

class Inspector {
  #allVariables = false;

  constructor(choose, showFrame) {
    this.choose = choose;
    this.showFrame = showFrame;
  }

  show(execution, index) {
    this.execution = execution;
    const event = execution.events[index];
    page("step").replaceChildren(
      element(
        "h2",
        {},
        event.outcome ? "Outcome" : `Step ${event.number + 1} of ${execution.finding.total}`,
      ),
      element(
        "p",
        { class: `what ${event.outcome ? "bad" : ""}` },
        element("span", { class: `chip ${threadColour(event.thread)}` }, threadName(event.thread)),
        event.words,
      ),
      ...this.#value(event),
      ...this.#choice(event),
      ...this.#transaction(event),
      ...this.#choices(event),
      ...this.#section("Call stack", this.#stack(event)),
      ...this.#section("Holds", this.#locks(event)),
      ...this.#section("Had to wait for", event.after.map((other) => this.#link(other))),
      ...this.#section("Had to come before", event.before.map((other) => this.#link(other))),
      ...this.#section("Held by", this.#holders(event)),
      ...this.#section("Notes", event.outcome ? this.#notes() : []),
    );
    page("step").scrollTop = 0;
    this.#showVariables(index);
    this.#showOutput(event);
  }

  #value({ value }) {
    if (!value) return [];
    return [element("p", { class: "value-line" }, element("code", {}, value[0]), ` ${valueWords(value)}`)];
  }

  /** Where the value does not tell it. */
  #choice({ choice, chance, value }) {
    if (chance) return [element("p", {}, `By chance, it ${chance}.`)];
    if (value || choice === undefined || choice === null) return [];
    return [element("p", { class: "quiet" }, `This step could have gone several ways; this is way ${choice + 1}.`)];
  }

  #transaction({ within, index }) {
    if (!within) return [];
    const { number, start, end, commit } = within;
    const name = (step) => String(this.execution.events[step].number + 1);
    const steps = end - start > 1 ? `steps ${name(start)} to ${name(end - 1)}` : "this step alone";
    const words = [`Transaction ${number + 1}: ${steps}`];
    if (commit === index) words.push(", committed here");
    else if (commit !== null) words.push(`, committed ${commit < index ? "before" : "later"}, in `, this.#link(commit));
    return [element("p", { class: "quiet" }, ...words)];
  }

  /** Where the search has explored other threads, too. */
  #choices({ choices }) {
    if (!choices) return [];
    const { count, reasons } = choices;
    const item = ([times, why]) => [reasons.length > 1 ? `${times}: ` : "", why].join("");
    return this.#section(`Here the search made ${counted(count, "choice")}`, reasons.map(item));
  }

  #section(title, items) {
    if (items.length === 0) return [];
    return [element("h3", {}, title), element("ul", {}, ...items.map((item) => element("li", {}, item)))];
  }

  #stack({ stack, thread }) {
    return stack.map((frame) => {
      if (frame.file === null) return element("code", {}, `${frame.name}()`);
      const where = `${baseName(data.files[frame.file].name)}:${frame.line}`;
      return button(
        { class: "link" },
        () => this.showFrame(frame, thread),
        element("code", {}, `${frame.name}()`),
        element("span", { class: "quiet" }, ` ${where}`),
      );
    });
  }

  #locks({ index, lane }) {
    return this.execution.locksAt(index, lane).map(({ lock, start }) =>
      button(
        { class: "link" },
        () => this.choose(start),
        element("span", { class: `lock ${lockColour(this.execution.locks.get(lock))}` }, lock),
        element("span", { class: "quiet" }, ` since step ${this.execution.events[start].number + 1}`),
      ),
    );
  }

  #link(index) {
    const { thread, words, number } = this.execution.events[index];
    return button(
      { class: "link" },
      () => this.choose(index),
      element("span", { class: `dot ${threadColour(thread)}` }),
      element("span", { class: "quiet" }, `${number + 1} `),
      words,
    );
  }

  #holders({ holders = [], object }) {
    return holders.map((holder) => {
      const taken = this.execution.taken(holder, object);
      return taken ? this.#link(taken.index) : threadName(holder.thread);
    });
  }

  #notes() {
    return this.execution.finding.notes.map(({ message, thread, stack }) => {
      const place = placeOf(data.stacks[stack]);
      return place ? button({ class: "link" }, () => this.showFrame(place, thread), message) : message;
    });
  }

  #showVariables(index) {
    const known = this.execution.variablesAt(index);
    const latest = known.map(({ by }) => by).sort((a, b) => b - a);
    const oldest = this.#allVariables ? 0 : latest[Math.min(SHOWN_VARIABLES, latest.length) - 1];
    const shown = known.filter(({ by }) => by >= oldest);
    const showAll = () => {
      this.#allVariables = true;
      this.#showVariables(index);
    };
    const hidden = known.length - shown.length;
    page("variables").replaceChildren(
      element("table", {}, element("tbody", {}, ...shown.map((variable) => this.#variable(variable, index)))),
      known.length === 0 ? element("p", { class: "quiet" }, "No variable was touched so far.") : "",
      hidden > 0 ? button({ class: "link quiet" }, showAll, `Show ${hidden} more that changed earlier`) : "",
    );
  }

  #variable({ name, thread: owner, shared, before, after, changed, by }, index) {
    const now = changed && by === index;
    const { thread, number } = this.execution.events[by];
    const whose = shared ? element("span", { class: "quiet" }, ` of ${threadName(owner)}`) : null;
    const step = button(
      { class: "link", title: `${threadName(thread)}, step ${number + 1}`, "aria-label": `step ${number + 1}` },
      () => this.choose(by),
      element("span", { class: `dot ${threadColour(thread)}` }),
      String(number + 1),
    );
    return element(
      "tr",
      { class: now ? "changed" : null },
      element("th", { scope: "row" }, name, whose),
      element("td", {}, now ? element("s", {}, before) : null, now ? " → " : null, element("span", {}, after)),
      element("td", {}, step),
    );
  }

  #showOutput({ printedFrom, printedTo }) {
    const { output } = this.execution;
    const from = Math.max(0, printedTo - SHOWN_OUTPUT);
    const start = Math.max(from, printedFrom);
    page("output").replaceChildren(
      from > 0 ? element("span", { class: "quiet" }, `… ${counted(from, "character")} before\n`) : "",
      output.slice(from, start),
      element("mark", {}, output.slice(start, printedTo)),
    );
    page("output").classList.toggle("empty", printedTo === 0);
    page("output").scrollTop = page("output").scrollHeight;
  }
}
