// The words and tables of the report.

function writeVerdict() {
  byId("title").textContent = motion.title;
  byId("verdict").classList.add(audit.passed ? "passed" : "failed");
  byId("grade").append(element("strong", audit.grade), ` ${audit.worst_fault}`);
  byId("grade").dataset.grade = audit.grade;
  byId("answer").textContent = audit.sentence;
  if (audit.contradiction !== null) {
    byId("contradiction").hidden = false;
    byId("contradiction").textContent = contradictionWords(audit);
  }
  audit.hints.forEach((hint) => byId("hints").append(element("li", hint)));
  const proved = audit.verdict === null ? "nothing is proved of it" : `proved ${audit.verdict}`;
  const symmetries = ["no symmetry", "1 symmetry"][audit.symmetries] ?? `${audit.symmetries} symmetries`;
  const steps = audit.step === null ? `${audit.steps} steps of unequal length` : `${audit.steps} steps of ${plain(audit.step)} s`;
  writeFacts([
    ["scene", `${audit.scene}: ${proved}, ${symmetries}`],
    ["run", `${audit.engine ?? "an unnamed engine"}: ${steps}, ${audit.precision} precision`],
  ]);
}

function writeFacts(facts) {
  facts.forEach(([name, text]) => byId("facts").append(element("dt", name), element("dd", text)));
}

/** The contradiction, whose kind is not repeated where the verdict names it. */
function contradictionWords({ contradiction, passed, sentence }) {
  const evidence = evidenceWords(contradiction);
  if (sentence.endsWith(contradiction.kind)) return evidence;
  return `${passed ? "although" : "also,"} it ${contradiction.kind}: ${evidence}`;
}

function evidenceWords({ body, first_state: first, state, by, expected }) {
  if (expected === undefined) {
    return `body “${body}” moves by ${bounds(by.low, by.high)} m at step ${state}, and something from step ${first} on`;
  }
  const should = bounds(expected.low, expected.high);
  return `nothing moves by more than ${by.high} m, body “${body}” should have moved by ${should} m`;
}

/** An exact number as a decimal, after ≈ if it is rounded. */
function plain(text) {
  if (!text.includes("/")) return text;
  const [above, below] = text.split("/").map(Number);
  const value = Number((above / below).toPrecision(6));
  const isExact = Math.abs(value * below - above) < Math.abs(above) * 1e-12;
  return isExact ? String(value) : `≈ ${value}`;
}

/** The marks, the worst first. */
function writeMarks() {
  const row = ({ fault, grade, unit, worst }) => [fault, grade, bounds(worst.low, worst.high), unit, isZero(worst) ? "" : String(worst.state), worst.bodies.join(", ")];
  writeTable("marks", ["fault", "grade", "worst", "unit", "step", "bodies"], audit.marks.map(row));
  const missing = audit.not_graded.map(({ fault, reason }) => `not graded: ${fault} (${reason})`);
  byId("marks-words").textContent = [`The scene's size is ${plain(audit.size)} m`, ...missing].join("; ");
}

/** The exact number, its square, or both bounds of one of them; folded where it is long. */
function exactly(worst) {
  const root = worst.exact_square === undefined ? "" : "√ ";
  const value = worst.exact_square ?? worst.exact;
  const text = root + (Array.isArray(value) ? `[${value[0]}, ${value[1]}]` : value);
  if (text.length <= 24) {
    return element("code", text);
  }
  const [details, summary] = [element("details"), element("summary", Array.isArray(value) ? "enclosed" : "exact")];
  details.append(summary, element("code", text));
  return details;
}

/** The rows of the table of figures; `go` is told a figure whose worst step is wanted. */
function writeFigures(go) {
  const beyond = new Set(audit.beyond.map(({ figure }) => figure));
  for (const [name, figure] of figures) {
    if (figure.worst !== null) {
      byId("figures").tBodies[0].append(figureRow(name, figure, beyond.has(name), go));
    }
  }
}

function figureRow(name, figure, isBeyond, go) {
  const { worst } = figure;
  const row = element("tr", "", isBeyond ? "beyond" : "");
  row.dataset.figure = name;
  const title = element("th", isBeyond ? `${figure.title} – beyond its tolerance` : figure.title);
  title.scope = "row";
  const step = element("td");
  if (!isZero(worst)) {
    const button = element("button", String(worst.state));
    button.type = "button";
    button.setAttribute("aria-label", `Go to step ${worst.state}, the worst of ${figure.title}`);
    button.addEventListener("click", () => go(name));
    step.append(button);
  }
  const exact = element("td");
  exact.append(exactly(worst));
  row.append(title, element("td", bounds(worst.low, worst.high), "high"), element("td", figure.unit), step);
  row.append(element("td", worst.bodies.join(", "), "names"), element("td", "", "current"), exact);
  label(row, byId("figures").tHead.rows[0]);
  return row;
}

/** Brings the table to a state. */
function showValues(state) {
  for (const row of byId("figures").tBodies[0].rows) {
    row.querySelector(".current").textContent = valueAt(audit.figures[row.dataset.figure], state);
  }
}

/** Tells the cells of a row what their columns are called: on a narrow page there are no columns. */
function label(row, head) {
  [...row.cells].forEach((cell, index) => { cell.dataset.label = head.cells[index].textContent; });
}

function tableRow(kind, cells) {
  const row = element("tr");
  row.append(...cells.map((text, index) => element(index === 0 ? "th" : kind, text)));
  return row;
}

function writeTable(id, head, rows) {
  const [top, body] = [element("thead"), element("tbody")];
  top.append(tableRow("th", head));
  top.querySelectorAll("th").forEach((cell) => { cell.scope = "col"; });
  rows.forEach((cells) => body.append(tableRow("td", cells)));
  body.querySelectorAll("th").forEach((cell) => { cell.scope = "row"; });
  [...body.rows].forEach((row) => label(row, top.rows[0]));
  byId(id).append(top, body);
}

/** Where the run leaves zwang's own. */
function writeDivergence() {
  const { first, stopped } = audit.divergence;
  byId("apart").hidden = audit.divergence.own_states === 0 || (first === null && stopped === null);
  const where = first === null ? [] : [`At step ${first.state}, body “${first.body}”:`];
  byId("apart-words").textContent = [...(stopped === null ? [] : [`zwang's own run has ${audit.divergence.own_states} states: ${stopped}.`]), ...where].join(" ");
  if (first !== null) {
    const cells = (name, { x, y, cos, sin }) => [name, x, y, cos, sin];
    writeTable("apart-table", ["", "x, m", "y, m", "cos", "sin"], [cells("run", first.run), cells("zwang", first.zwang)]);
  }
}

/** The steps whose restraint was compared; the contacts of that which is farthest from its optimum. */
function writeRestraint() {
  const steps = audit.restraint;
  byId("restraint").hidden = steps.length + audit.undecided.length === 0;
  const undecided = audit.undecided.map(({ state, reason }) => `step ${state}: ${reason}`);
  byId("restraint-words").textContent = undecided.length === 0 ? "" : `Without a single optimum: ${undecided.join("; ")}`;
  if (steps.length === 0) {
    return;
  }
  const row = (gap) => [String(gap.state), bounds(gap.distance.low, gap.distance.high), String(gap.wrong_contacts.length)];
  writeTable("restraint-table", ["to step", "off the optimum, kg^(1/2) m/s^2", "contacts treated wrongly"], steps.map(row));
  const worst = audit.figures.distance?.worst?.state;
  const wrong = steps.find(({ state }) => state === worst)?.wrong_contacts ?? [];
  wrong.forEach((contact) => byId("contacts").append(element("li", contactWords(worst, contact))));
}

function contactWords(state, { vertex, edge, mistake, overlaps, gap, least_gap: least, force }) {
  const change = overlaps ? "too far by" : "gap";
  const optimum = `the optimum has force ${bounds(force.low, force.high)} N, gap ${bounds(least.low, least.high)} m`;
  return `step ${state}: vertex ${vertex.index} of “${vertex.body}” on edge ${edge.index} of “${edge.body}” ${mistake}: ${change} ${bounds(gap.low, gap.high)} m; ${optimum}`;
}
