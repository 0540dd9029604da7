// What connects boxes: which step had to come before which, who waits for whom, what races with what.

class Arrows {
  constructor(timeline, execution) {
    this.timeline = timeline;
    this.execution = execution;
  }

  /** Everything that crosses these rows. */
  inSight(start, end, chosen) {
    const { events, arrows, stepCount } = this.execution;
    const paths = arrows
      .filter(({ from, to }) => from < end && to >= start)
      .map(({ from, to }) => this.#order(events[from], events[to], from === chosen || to === chosen));
    if (end >= stepCount) paths.push(...this.#outcome());
    return paths;
  }

  #order(from, to, chosen) {
    const forward = to.lane > from.lane ? 1 : -1;
    const [x1, x2] =
      forward > 0 ? [this.#right(from), this.#left(to) - 1] : [this.#left(from), this.#right(to) + 1];
    const [y1, y2] = [this.#middle(from), this.#middle(to)];
    const bend = forward * between(18, Math.abs(x2 - x1) / 2, 90);
    const path = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`;
    const tip = chosen ? "url(#tip-chosen)" : "url(#tip)";
    return drawing("path", { class: chosen ? "order chosen" : "order", d: path, "marker-end": tip });
  }

  /** Bars stand between a box and what comes from the left. */
  #left({ lane, barred }) {
    const { box, bars } = this.timeline.lanes[lane];
    return barred ? bars : box;
  }

  #right({ lane }) {
    const { box, boxWidth } = this.timeline.lanes[lane];
    return box + boxWidth;
  }

  #middle(event) {
    return this.timeline.top(event) + this.timeline.height(event) / 2;
  }

  /** Below the boxes of the outcome: from who waits to who holds, or between two accesses that race. */
  #outcome() {
    const outcome = this.execution.outcome();
    if (this.execution.finding.opposed) {
      const [second, first] = outcome;
      return [...this.#arc(first, second, { both: true, label: "nothing orders these two" })];
    }
    const arcs = [];
    for (const waiter of outcome) {
      for (const { thread } of waiter.holders) {
        const holder = outcome.find((event) => event.thread === thread && event !== waiter);
        if (holder) arcs.push(...this.#arc(waiter, holder, { both: false, label: "waits for" }));
      }
    }
    return arcs;
  }

  #arc(from, to, { both, label }) {
    const { timeline } = this;
    const middle = ({ lane }) => timeline.lanes[lane].box + timeline.lanes[lane].boxWidth / 2;
    const direction = to.lane > from.lane ? 1 : -1;
    // Arcs in both directions between the same boxes must not lie on each other, and long ones not on short ones.
    const shift = both ? 0 : 26 * direction;
    const lanes = Math.abs(to.lane - from.lane);
    const depth = Math.min(34 + 16 * (lanes - 1) + (direction < 0 ? 36 : 0), 104);
    const [x1, x2] = [middle(from) + shift, middle(to) - shift];
    const bottom = (event) => timeline.top(event) + timeline.height(event) + 3;
    const low = Math.max(bottom(from), bottom(to)) + depth;
    const path = `M${x1} ${bottom(from)} C${x1} ${low} ${x2} ${low} ${x2} ${bottom(to)}`;
    const tip = "url(#tip-bad)";
    const arc = drawing("path", {
      class: "bad",
      d: path,
      "marker-end": tip,
      "marker-start": both ? tip : null,
    });
    const height = (bottom(from) + bottom(to) + 6 * low) / 8;
    const text = drawing("text", { x: (x1 + x2) / 2, y: height + (both ? 17 : 4), "text-anchor": "middle" }, label);
    return [arc, text];
  }
}
