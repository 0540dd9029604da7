// A long execution at a glance: every step a dash in its lane's column, beside the scroll bar.

class Minimap {
  constructor(goTo) {
    this.canvas = page("minimap");
    this.viewport = page("viewport");
    const follow = ({ clientY }) => {
      const part = (clientY - this.canvas.getBoundingClientRect().top) / this.height;
      goTo(part * this.rows);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      follow(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (this.canvas.hasPointerCapture(event.pointerId)) follow(event);
    });
  }

  /** What fits into the window needs no map. */
  layout(scroller, sheetHeight) {
    this.hidden = sheetHeight < 2 * scroller.clientHeight;
    this.canvas.hidden = this.viewport.hidden = this.hidden;
    this.rows = sheetHeight / ROW;
    this.height = scroller.clientHeight;
    this.width = 44;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = this.width * scale;
    this.canvas.height = this.height * scale;
    this.scale = scale;
  }

  draw(execution, hits) {
    if (this.hidden) return;
    const context = this.canvas.getContext("2d");
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    const colours = [...document.querySelectorAll("#lanes .dot")].map((dot) => getComputedStyle(dot).backgroundColor);
    const column = (this.width - 10) / execution.threads.length;
    const dash = Math.max(1, this.height / this.rows);
    const dashes = (events, colour) => {
      for (const event of events) {
        context.fillStyle = colour(event);
        const y = (Math.min(event.index, execution.stepCount) / this.rows) * this.height;
        context.fillRect(4 + event.lane * column, y, Math.max(2, column - 1), event.outcome ? 4 : dash);
      }
    };
    dashes(execution.events, (event) => colours[event.lane]);
    const { color: bad } = getComputedStyle(page("kind"));
    const { color: found } = getComputedStyle(page("hits"));
    dashes(execution.outcome(), () => bad);
    context.fillStyle = found;
    for (const hit of hits) context.fillRect(this.width - 5, (hit / this.rows) * this.height - 1, 5, 2);
  }

  scrolled(scroller) {
    if (this.hidden) return;
    const factor = this.height / (this.rows * ROW);
    const { style } = this.viewport;
    const height = Math.max(6, scroller.clientHeight * factor);
    style.top = `${this.canvas.offsetTop + Math.min(scroller.scrollTop * factor, this.height - height)}px`;
    style.height = `${height}px`;
  }
}
