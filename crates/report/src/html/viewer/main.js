// Brings the parts of the page together: which finding, which step, keys, search, light and dark.

const timeline = new Timeline((index) => choose(index));
const source = new SourcePane(chooseLine);
const inspector = new Inspector((index) => choose(index), (frame, thread) =>
  source.show(frame, thread, execution.positionsAt(chosen)),
);
const executions = new Map();
let execution = null;
let chosen = 0;
let hits = [];

function showFinding(number) {
  if (!executions.has(number)) executions.set(number, new Execution(data.findings[number]));
  execution = executions.get(number);
  const { kind, message, executions: seen, total, switches, confirmed } = execution.finding;
  const { stepCount, transactions } = execution;
  const omitted = total - stepCount;
  page("kind").textContent = kind;
  page("message").textContent = message;
  page("figures").textContent = [
    data.program,
    counted(total, "step") + (omitted > 0 ? ` (${omitted} omitted here)` : ""),
    counted(execution.threads.length, "thread"),
    counted(switches, "context switch").replace(/chs$/, "ches"),
    ...(transactions.length > 0 ? [counted(transactions.length, "transaction")] : []),
    ...(execution.finding.steps.some((step) => step.choices) ? [`${FORK} marks choices of the search`] : []),
    ...(seen > 1 ? [`${seen} executions have this bug`] : []),
    ...(confirmed ? [] : ["not confirmed: its replay was stopped"]),
  ].join(" · ");
  document.title = `${kind}: ${message}`;
  page("findings").value = String(number);
  chosen = firstOfOutcome();
  timeline.show(execution, chosen);
  choose(chosen);
  search();
}

/** A reader starts where it went wrong, and goes back from there. */
const firstOfOutcome = () => Math.min(execution.stepCount, execution.events.length - 1);

function choose(index) {
  chosen = between(0, index, execution.events.length - 1);
  const event = execution.events[chosen];
  timeline.choose(chosen);
  source.show(event.place, event.thread, execution.positionsAt(chosen));
  inspector.show(execution, chosen);
  sayHits();
}

/** A click on a source line goes to the next step there. */
function chooseLine(file, line) {
  const there = ({ place }) => place && place.file === file && place.line === line;
  const events = execution.events.filter(there);
  const next = events.find((event) => event.index > chosen) ?? events[0];
  if (next) choose(next.index);
}

function search() {
  hits = execution.search(page("query").value);
  timeline.mark(hits);
  sayHits();
}

function startSearch() {
  page("query").select();
}

function sayHits() {
  const at = hits.indexOf(chosen);
  const place = at < 0 ? counted(hits.length, "hit") : `${at + 1} of ${hits.length}`;
  page("hits").textContent = page("query").value.trim() === "" ? "" : place;
}

function goToHit(direction) {
  if (hits.length === 0) return;
  const next =
    direction > 0
      ? hits.find((hit) => hit > chosen) ?? hits[0]
      : hits.findLast((hit) => hit < chosen) ?? hits.at(-1);
  choose(next);
}

function switchTheme() {
  const { style } = document.documentElement;
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  style.colorScheme = (style.colorScheme || preferred) === "dark" ? "light" : "dark";
  // The map is painted, and does not follow by itself.
  timeline.relayout();
}

function nextFinding(direction) {
  const count = data.findings.length;
  showFinding((Number(page("findings").value) + direction + count) % count);
}

/** One table for what keys do to the selected event and for what the help says. */
const KEYS = [
  { keys: ["ArrowDown", "j"], shown: "↓ j", help: "next step", action: () => choose(chosen + 1) },
  { keys: ["ArrowUp", "k"], shown: "↑ k", help: "previous step", action: () => choose(chosen - 1) },
  { keys: ["n"], shown: "n", help: "next step of the same thread", action: ({ next }) => follow(next) },
  { keys: ["p"], shown: "p", help: "previous step of the same thread", action: ({ previous }) => follow(previous) },
  { keys: ["ArrowLeft"], shown: "←", help: "back along an arrow", action: ({ after }) => follow(after.at(-1)) },
  { keys: ["ArrowRight"], shown: "→", help: "forward along an arrow", action: ({ before }) => follow(before[0]) },
  { keys: ["PageDown"], shown: "Page ↓", help: "a page on", action: () => choose(chosen + timeline.rowsInSight()) },
  { keys: ["PageUp"], shown: "Page ↑", help: "a page back", action: () => choose(chosen - timeline.rowsInSight()) },
  { keys: ["Home"], shown: "Home", help: "first step", action: () => choose(0) },
  { keys: ["End"], shown: "End", help: "last", action: () => choose(execution.events.length - 1) },
  { keys: ["b"], shown: "b", help: "where it goes wrong", action: () => choose(firstOfOutcome()) },
  { keys: ["/"], shown: "/", help: "search; Enter and Shift+Enter walk through the hits", action: startSearch },
  { keys: ["]"], shown: "] [", help: "next and previous finding", action: () => nextFinding(1) },
  { keys: ["["], action: () => nextFinding(-1) },
  { keys: ["t"], shown: "t", help: "light or dark", action: switchTheme },
  { keys: ["?"], shown: "?", help: "this help", action: () => page("keys").showModal() },
  { keys: ["Escape"], shown: "Esc", help: "leave the search or this help", action: leave },
];

/** Goes where the selected event leads, if it leads anywhere. */
function follow(index) {
  if (index !== undefined && index !== null) choose(index);
}

function leave() {
  page("query").value = "";
  search();
  page("scroller").focus({ preventScroll: true });
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || page("keys").open) return;
  const typing = event.target === page("query");
  if (typing && event.key === "Enter") goToHit(event.shiftKey ? -1 : 1);
  else if (typing && event.key !== "Escape") return;
  else if (event.target.closest?.("select, #divider") && event.key !== "Escape") return;
  else {
    const entry = KEYS.find(({ keys }) => keys.includes(event.key));
    if (!entry) return;
    entry.action(execution.events[chosen]);
  }
  event.preventDefault();
}

function fillHelp() {
  const rows = KEYS.filter(({ help }) => help).map(({ shown, help }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, ...shown.split(/ (?!↓|↑)/).map((key) => element("kbd", {}, key))),
      element("td", {}, help),
    ),
  );
  page("key-table").replaceChildren(element("tbody", {}, ...rows));
}

function fillFindings() {
  const options = data.findings.map(({ kind, message }, number) =>
    element("option", { value: number }, `${number + 1} of ${data.findings.length}: ${kind}, ${message}`),
  );
  page("findings").replaceChildren(...options);
  page("chooser").hidden = data.findings.length < 2;
}

/** The divider moves with the pointer and with the arrow keys. */
function letDivide() {
  const divider = page("divider");
  const main = document.querySelector("main");
  const divide = (percent) => {
    const width = between(20, percent, 80);
    main.style.setProperty("--timeline", `${width}%`);
    divider.setAttribute("aria-valuenow", String(Math.round(width)));
  };
  divide(54);
  divider.addEventListener("pointerdown", ({ pointerId }) => divider.setPointerCapture(pointerId));
  divider.addEventListener("pointermove", ({ pointerId, clientX }) => {
    if (divider.hasPointerCapture(pointerId)) divide((clientX / main.clientWidth) * 100);
  });
  divider.addEventListener("keydown", ({ key }) => {
    const move = { ArrowLeft: -2, ArrowRight: 2 }[key];
    if (move) divide(Number(divider.getAttribute("aria-valuenow")) + move);
  });
}

function start() {
  fillHelp();
  letDivide();
  page("theme").addEventListener("click", switchTheme);
  page("help").addEventListener("click", () => page("keys").showModal());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => timeline.relayout());
  if (data.findings.length === 0) {
    document.body.classList.add("nothing");
    page("message").textContent = data.nothing;
    page("figures").textContent = data.program;
    return;
  }
  fillFindings();
  page("findings").addEventListener("change", ({ target }) => showFinding(Number(target.value)));
  page("query").addEventListener("input", search);
  document.addEventListener("keydown", onKey);
  showFinding(0);
  page("scroller").focus({ preventScroll: true });
}

start();
