// Elements of the page, and words that all its parts use.
// Text of the program only ever becomes text nodes and attribute values: nothing here reads markup.

const page = (id) => document.getElementById(id);

/** A new element. Children are elements or text; attributes without a value are left out. */
function element(tag, attributes, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** A new element of a drawing. */
function drawing(tag, attributes, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** A button that does something. */
function button(attributes, action, ...children) {
  const node = element("button", { type: "button", ...attributes }, ...children);
  node.addEventListener("click", action);
  return node;
}

/** Puts an element somewhere; attributes of style are not allowed here, properties are. */
function position(node, { left, top, width, height }) {
  const { style } = node;
  style.left = `${left}px`;
  style.top = `${top}px`;
  style.width = `${width}px`;
  if (height !== undefined) style.height = `${height}px`;
  return node;
}

const threadName = (thread) => (thread === 0 ? "main" : `thread ${thread}`);

/** Classes that carry a colour; the style sheet has eight of them for threads and six for locks. */
const threadColour = (thread) => `thread-${thread % 8}`;
const lockColour = (number) => `lock-${number % 6}`;

/** `1 step`, `2 steps`. */
const counted = (count, what) => `${count} ${what}${count === 1 ? "" : "s"}`;

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const between = (low, value, high) => Math.max(low, Math.min(value, high));

/** A file without its folder. */
const baseName = (file) => file.slice(file.lastIndexOf("/") + 1);
