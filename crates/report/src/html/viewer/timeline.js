// The interleaving: lanes, boxes, bars and arrows. Only what is in sight is part of the page.

const ROW = 32;
const BOX = 26;
const GUTTER = 60;
/** Before steps where the search has made a choice. */
const FORK = "\u25c6";
/** Room beside the numbers for brackets, where there are transactions. */
const BRACKETS = 18;
const BAR = 17;
/** Height of what says that steps are omitted. */
const GAP = 14;
/** A lane is never narrower, even if some boxes cannot show everything, and never wider, even if there is room. */
const NARROWEST_LANE = 164;
const WIDEST_LANE = 380;
/** Outcomes are sentences, and have room for some lines. */
const OUTCOME_BOX = 112;
const OUTCOME_ROW = 124;
const OUTCOME_GAP = 14;
/** Room below the outcome for what connects its boxes. */
const ARCS = 90;
/** Rows that are drawn above and below those in sight. */
const SPARE = 8;

class Timeline {
  #execution = null;
  #chosen = 0;
  #hits = new Set();
  #drawn = "";

  constructor(choose) {
    this.scroller = page("scroller");
    this.minimap = new Minimap((row) => this.#centre(row * ROW));
    this.scroller.addEventListener("scroll", () => requestAnimationFrame(() => this.#draw()));
    page("boxes").addEventListener("click", ({ target }) => {
      const box = target.closest("[data-event]");
      if (box) choose(Number(box.dataset.event));
    });
    new ResizeObserver(() => this.relayout()).observe(this.scroller);
  }

  show(execution, chosen) {
    this.#execution = execution;
    this.#chosen = chosen;
    this.#hits = new Set();
    this.needed = execution.threads.map(() => 0);
    for (const event of execution.events) {
      this.needed[event.lane] = Math.max(this.needed[event.lane], neededWidth(event));
    }
    this.relayout();
  }

  choose(index) {
    this.#chosen = index;
    this.#reveal(index);
    this.#redraw();
  }

  mark(hits) {
    this.#hits = new Set(hits);
    this.minimap.draw(this.#execution, this.#hits);
    this.#redraw();
  }

  /** How many rows a page is, for who leafs through them. */
  rowsInSight() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / ROW) - 2);
  }

  /** Sizes depend on the window, on the number of lanes, and on how many locks each of them holds at once. */
  relayout() {
    const execution = this.#execution;
    if (!execution) return;
    this.gutter = GUTTER + (execution.transactions.length > 0 ? BRACKETS : 0);
    page("numbers").style.width = `${this.gutter}px`;
    const bars = execution.slots.map((slots) => slots * BAR);
    const room = this.scroller.clientWidth - this.gutter - sum(bars);
    let left = this.gutter;
    this.lanes = laneWidths(this.needed, room).map((inner, lane) => {
      const width = inner + bars[lane];
      const box = left + 8 + bars[lane];
      const place = { left, width, bars: left + 7, box, boxWidth: left + width - box - arrowRoom(inner) };
      left += width;
      return place;
    });
    this.width = left;
    this.outcomeTop = execution.stepCount * ROW + OUTCOME_GAP;
    const height = this.outcomeTop + execution.outcomeLevels * OUTCOME_ROW + ARCS;
    Object.assign(page("sheet").style, { width: `${left}px`, height: `${height}px` });
    this.#drawLanes(left);
    this.#reveal(this.#chosen);
    this.minimap.layout(this.scroller, height);
    this.minimap.draw(execution, this.#hits);
    this.#redraw();
  }

  top(event) {
    return event.outcome ? this.outcomeTop + event.level * OUTCOME_ROW : event.index * ROW + (ROW - BOX) / 2;
  }

  height(event) {
    return event.outcome ? OUTCOME_BOX : BOX;
  }

  #centre(y) {
    this.scroller.scrollTop = y - this.scroller.clientHeight / 2;
  }

  /** Scrolls no further than needed, but leaves some rows around the box. */
  #reveal(index) {
    const event = this.#execution.events[index];
    const { scroller } = this;
    const top = this.top(event) - 2 * ROW;
    const bottom = this.top(event) + this.height(event) + (event.outcome ? ARCS : 2 * ROW);
    const far = bottom < scroller.scrollTop || top > scroller.scrollTop + scroller.clientHeight;
    if (far) this.#centre((top + bottom) / 2);
    else if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
    const { left, width } = this.lanes[event.lane];
    if (left < scroller.scrollLeft + this.gutter) scroller.scrollLeft = left - this.gutter;
    else if (left + width > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = left + width - scroller.clientWidth;
    }
  }

  #redraw() {
    this.#drawn = "";
    this.#draw();
  }

  #draw() {
    const { scroller } = this;
    page("lanes").firstElementChild.style.transform = `translateX(${-scroller.scrollLeft}px)`;
    page("numbers").style.transform = `translateX(${scroller.scrollLeft}px)`;
    this.minimap.scrolled(scroller);
    const start = Math.max(0, Math.floor(scroller.scrollTop / ROW) - SPARE);
    const end = Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW) + SPARE;
    if (this.#drawn === `${start} ${end}`) return;
    this.#drawn = `${start} ${end}`;
    const execution = this.#execution;
    const crosses = (part) => part.start < end && part.end >= start;
    const inSight = execution.events.slice(start, Math.min(end, execution.stepCount));
    if (end >= execution.stepCount) inSight.push(...execution.outcome());
    const steps = inSight.filter((event) => !event.outcome);
    page("numbers").replaceChildren(
      ...steps.map((event) => this.#number(event)),
      ...execution.transactions.filter(crosses).map((transaction) => this.#bracket(transaction)),
    );
    page("bands").replaceChildren(...execution.runs.filter(crosses).map((run) => this.#band(run)));
    page("bars").replaceChildren(...execution.bars.filter(crosses).map((bar) => this.#bar(bar)));
    const gaps = [...execution.gaps].filter(([row]) => row >= start && row <= end);
    page("gaps").replaceChildren(...gaps.map(([row, omitted]) => this.#gap(row, omitted)));
    page("boxes").replaceChildren(...inSight.map((event) => this.#box(event)));
    page("paths").replaceChildren(...new Arrows(this, execution).inSight(start, end, this.#chosen));
    scroller.setAttribute("aria-activedescendant", `event-${this.#chosen}`);
  }

  #drawLanes(width) {
    const names = this.#execution.threads.map((thread, lane) => {
      const first = this.#execution.events.find((event) => event.thread === thread && event.stack.length > 0);
      const entry = first?.stack.at(-1).name;
      const name = element(
        "div",
        { class: `lane ${threadColour(thread)}` },
        element("span", { class: "dot" }),
        element("strong", {}, threadName(thread)),
        entry && entry !== "main" ? element("code", {}, `${entry}()`) : null,
      );
      return position(name, { ...this.lanes[lane], top: 0 });
    });
    const strip = element("div", { class: "strip" }, ...names);
    strip.style.width = `${width}px`;
    page("lanes").replaceChildren(strip);
  }

  #number({ index, number }) {
    const chosen = index === this.#chosen ? " chosen" : "";
    const row = element("div", { class: `row-number${chosen}` }, String(number + 1));
    row.style.paddingRight = `${this.gutter - GUTTER + 10}px`;
    return position(row, { left: 0, top: index * ROW, width: this.gutter, height: ROW });
  }

  /** Beside the numbers of a transaction's steps, with a sign at its commit point. */
  #bracket({ thread, start, end, commit }) {
    const top = start * ROW + 4;
    const sign = commit === null ? null : element("span", { class: "commit" });
    if (sign) sign.style.top = `${(commit + 0.5) * ROW - top}px`;
    const bracket = element("div", { class: `bracket ${threadColour(thread)}` }, sign);
    return position(bracket, { left: GUTTER, top, width: BRACKETS - 9, height: (end - start) * ROW - 8 });
  }

  /** Between two rows: how many steps are missing there. */
  #gap(row, omitted) {
    const gap = element("div", { class: "gap" }, element("span", {}, `${counted(omitted, "step")} omitted`));
    return position(gap, { left: 0, top: row * ROW - GAP / 2, width: this.width, height: GAP });
  }

  #band({ lane, thread, start, end }) {
    const { left, box, boxWidth } = this.lanes[lane];
    const band = element("div", { class: `band ${threadColour(thread)}` });
    const width = box + boxWidth + 6 - (left + 2);
    return position(band, { left: left + 2, top: start * ROW, width, height: (end - start) * ROW });
  }

  #bar({ lock, lane, slot, start, end, kept }) {
    const colour = lockColour(this.#execution.locks.get(lock));
    const number = (index) => this.#execution.events[index].number + 1;
    const held = `${lock}, held from step ${number(start)} ${kept ? "to the end" : `until step ${number(end)}`}`;
    const bar = element("div", { class: `bar ${colour}`, title: held }, element("span", {}, lock));
    const top = start * ROW + (ROW - BOX) / 2;
    const bottom = kept ? this.outcomeTop + OUTCOME_BOX : (end + 1) * ROW - (ROW - BOX) / 2;
    return position(bar, { left: this.lanes[lane].bars + slot * BAR, top, width: BAR - 4, height: bottom - top });
  }

  #box(event) {
    const { index, outcome, culprit, thread, lane } = event;
    const chosen = index === this.#chosen;
    const classes = ["box", threadColour(thread)];
    if (chosen) classes.push("chosen");
    if (outcome) classes.push("outcome");
    if (culprit) classes.push("culprit");
    if (this.#hits.has(index)) classes.push("hit");
    const box = element(
      "div",
      {
        id: `event-${index}`,
        class: classes.join(" "),
        role: "option",
        "aria-selected": String(chosen),
        "aria-setsize": this.#execution.events.length,
        "aria-posinset": index + 1,
        "aria-label": this.#spoken(event),
        "data-event": index,
        title: this.#spoken(event),
      },
      ...(outcome ? this.#sentence(event) : this.#operation(event)),
    );
    const { box: left, boxWidth: width } = this.lanes[lane];
    return position(box, { left, top: this.top(event), width, height: this.height(event) });
  }

  #operation(event) {
    const { operation, object, place, output, choices } = event;
    const effect = effectWords(event);
    return [
      choices ? element("span", { class: "fork" }, FORK) : null,
      element("span", { class: "verb" }, operation),
      object === null ? null : this.#object(object),
      effect ? element("span", { class: "value" }, effect) : null,
      output ? element("span", { class: "prints" }, ">_") : null,
      place ? element("span", { class: "line" }, String(place.line)) : null,
    ];
  }

  #object(object) {
    const lock = this.#execution.locks.get(object);
    return element("span", { class: lock === undefined ? "object" : `object ${lockColour(lock)} lock` }, object);
  }

  #sentence({ words, place }) {
    return [
      element("span", { class: "sentence" }, words),
      place ? element("span", { class: "line" }, `line ${place.line}`) : null,
    ];
  }

  #spoken({ number, outcome, thread, words, value, output, place, transaction, choices }) {
    const what = outcome ? "outcome" : `step ${number + 1}`;
    const parts = [`${what}, ${threadName(thread)}: ${words}`];
    if (value) parts.push(valueWords(value));
    if (output) parts.push("prints");
    if (transaction) parts.push(`transaction ${transaction[0] + 1}${transaction[1] ? ", commit point" : ""}`);
    if (choices) parts.push(`${counted(choices.count, "choice")} of the search`);
    if (place) parts.push(`${baseName(data.files[place.file].name)} line ${place.line}`);
    return parts.join(", ");
  }
}

/** Every lane gets what it needs if there is room for that, and its share of what is left over or missing. */
function laneWidths(needed, room) {
  const wanted = needed.map((width) => between(NARROWEST_LANE, width, WIDEST_LANE));
  const missing = sum(wanted) - room;
  if (missing <= 0) return wanted.map((width) => Math.min(width - missing / wanted.length, WIDEST_LANE));
  const extra = sum(wanted) - NARROWEST_LANE * wanted.length;
  const kept = extra > 0 ? Math.max(0, 1 - missing / extra) : 0;
  return wanted.map((width) => NARROWEST_LANE + (width - NARROWEST_LANE) * kept);
}

/** Wide lanes leave more room for arrows to be told apart. */
const arrowRoom = (width) => between(10, (width - 150) / 4, 44);

/** The width of a box that shows all of an operation, by the number of its characters. */
function neededWidth(event) {
  const { outcome, operation, object, output, place, choices } = event;
  if (outcome) return 190;
  const effect = effectWords(event);
  let width = 56 + 6.8 * operation.length;
  if (object !== null) width += 14 + 7.1 * object.length;
  if (effect) width += 6 + 7.4 * effect.length;
  if (output) width += 22;
  if (choices) width += 18;
  if (place) width += 6 + 7 * String(place.line).length;
  return width;
}

/** What a box says about values: that of the operation's object, or the first variable that changes its value later. */
function effectWords({ value, changes }) {
  if (value) return valueWords(value);
  const change = changes.find(([, before]) => before !== "?");
  return change ? `${change[0]}: ${valueWords(change)}` : "";
}

/** `100 → 50`, or `= 100` where a variable is only looked at. */
function valueWords([, before, after]) {
  return before === after ? `= ${after}` : `${before} → ${after}`;
}
