// The source pane: the file of the selected step, with every thread's position in its margin.

const LINE = 20;

class SourcePane {
  #file = null;
  #drawn = "";

  constructor(chooseLine) {
    this.code = page("code");
    this.texts = new Map();
    this.marks = new Map();
    this.code.addEventListener("scroll", () => requestAnimationFrame(() => this.#draw()));
    new ResizeObserver(() => this.#redraw()).observe(this.code);
    page("lines").addEventListener("click", ({ target }) => {
      const line = target.closest("[data-line]");
      if (line) chooseLine(this.#file, Number(line.dataset.line));
    });
  }

  /** Shows a place, and marks where the threads are: a map of threads to places. */
  show(place, thread, positions) {
    page("place").textContent = place ? `line ${place.line}, column ${place.column}` : "this step has no position";
    this.marks = new Map();
    this.thread = thread;
    this.place = place;
    if (!place && this.#file === null) this.#file = data.files.length > 0 ? 0 : null;
    if (place) this.#file = place.file;
    for (const [other, { place: at }] of positions) {
      if (!at || at.file !== this.#file) continue;
      this.marks.set(at.line, [...(this.marks.get(at.line) ?? []), other]);
    }
    page("file").textContent = this.#file === null ? "Source" : data.files[this.#file].name;
    this.#measure();
    if (place) this.#reveal(place.line);
    this.#redraw();
  }

  #lines() {
    if (this.#file === null) return [];
    if (!this.texts.has(this.#file)) {
      const { text } = data.files[this.#file];
      this.texts.set(this.#file, text === null ? [] : highlightedLines(text));
    }
    return this.texts.get(this.#file);
  }

  #measure() {
    const lines = this.#lines();
    const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
    Object.assign(page("lines").style, { height: `${lines.length * LINE + LINE}px`, minWidth: `${longest + 12}ch` });
  }

  #reveal(line) {
    const { code } = this;
    const y = (line - 1) * LINE;
    const margin = Math.min(4 * LINE, code.clientHeight / 3);
    if (y - margin < code.scrollTop || y + LINE + margin > code.scrollTop + code.clientHeight) {
      code.scrollTop = y - code.clientHeight / 2;
    }
  }

  #redraw() {
    this.#drawn = "";
    this.#draw();
  }

  #draw() {
    const lines = this.#lines();
    const start = Math.max(0, Math.floor(this.code.scrollTop / LINE) - 10);
    const end = Math.min(lines.length, Math.ceil((this.code.scrollTop + this.code.clientHeight) / LINE) + 10);
    if (this.#drawn === `${start} ${end}`) return;
    this.#drawn = `${start} ${end}`;
    if (lines.length === 0) {
      page("lines").replaceChildren(element("p", { class: "quiet" }, "The text of this file is not available."));
      return;
    }
    page("lines").replaceChildren(...lines.slice(start, end).map((line, at) => this.#line(line, start + at + 1)));
  }

  #line(line, number) {
    const here = this.place && this.place.file === this.#file && this.place.line === number;
    // Where there are many, the selected step's thread is the one that must be seen.
    const threads = (this.marks.get(number) ?? []).toSorted((a, b) => (a === this.thread) - (b === this.thread));
    const dots = threads.map((thread) =>
      element("span", { class: `dot ${threadColour(thread)}`, title: `${threadName(thread)} is here` }),
    );
    const row = element(
      "div",
      {
        class: here ? `source-line here ${threadColour(this.thread)}` : "source-line",
        "data-line": number,
        "aria-current": here ? "location" : null,
      },
      element("span", { class: "margin" }, ...dots),
      element("span", { class: "line-number" }, String(number)),
      element("span", { class: "text" }, ...this.#pieces(line, here)),
    );
    row.style.top = `${(number - 1) * LINE}px`;
    return row;
  }

  /** The line's words in their colours; the column of the step is underlined to the end of its word. */
  #pieces(line, here) {
    const pieces = [];
    const column = here && this.place.column > 0 ? this.place.column - 1 : -1;
    let at = 0;
    for (const { text, kind } of line.pieces) {
      const cut = column - at;
      if (cut >= 0 && cut < text.length) {
        const word = /^(?:\w+|.)/su.exec(text.slice(cut))[0];
        const parts = [text.slice(0, cut), word, text.slice(cut + word.length)];
        const caret = element("span", { class: "caret" }, parts[1]);
        pieces.push(element("span", { class: kind }, parts[0], caret, parts[2]));
      } else {
        pieces.push(kind ? element("span", { class: kind }, text) : text);
      }
      at += text.length;
    }
    return pieces;
  }
}
