// The panel with the values of a body, of a contact, or of the whole step: decimals, and behind them fractions in full, to be copied with one click.

/** Digits of the decimals. */
const DIGITS = 10;

/** A line of the panel: a name, a label, a unit, and the exact number or two bounds of it. */
function exactLine(name, label, unit, exact) {
  return { name, label, unit, exact, bounds: null };
}

/** The same of a square root, which is told between two bounds where it is irrational. */
function rootLine(name, label, unit, square) {
  const { low, high } = squareRoot(square);
  const isExact = low.n * high.d === high.n * low.d;
  return { name, label, unit, exact: isExact ? low : null, bounds: [low, high] };
}

/** Shows the values of a subject; `of(subject, step)`, which kinds of films have, is their title, notes and lines. */
class Panel {
  constructor() {
    this.panel = byId("values");
    this.open = new Set();
  }

  /** Shows a subject. */
  show(subject, step) {
    const { title, notes, lines } = this.of(subject, step);
    const heading = document.createElement("h3");
    heading.textContent = title;
    const texts = notes.map((note) => {
      const text = document.createElement("p");
      text.textContent = note;
      return text;
    });
    const focused = document.activeElement?.dataset?.focus;
    this.panel.replaceChildren(heading, ...texts, ...lines.map((line) => this.line(line)));
    if (focused !== undefined) {
      this.panel.querySelector(`[data-focus="${focused}"]`)?.focus();
    }
  }

  line(line) {
    const row = document.createElement("div");
    row.className = "value";
    row.dataset.value = line.name;
    const { text, isExact } = line.exact === null ? decimalWithin(line.bounds, DIGITS) : decimal(line.exact, DIGITS);
    const label = document.createElement("span");
    label.className = "label";
    label.textContent = line.label;
    const number = document.createElement("span");
    number.className = "decimal";
    number.textContent = `${isExact ? "=" : "≈"} ${text} ${line.unit}`.trimEnd();
    row.append(label, number);
    if (line.exact !== null) {
      row.append(this.buttons(line, row));
      this.unfold(line, row);
    }
    return row;
  }

  buttons(line, row) {
    const toggle = document.createElement("button");
    toggle.type = "button";
    toggle.textContent = "p/q";
    toggle.title = "The fraction in full";
    toggle.dataset.focus = `${line.name}-fraction`;
    toggle.setAttribute("aria-label", `fraction of ${line.label}`);
    toggle.addEventListener("click", () => {
      this.open[this.open.has(line.name) ? "delete" : "add"](line.name);
      this.unfold(line, row);
    });
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "copy";
    copy.textContent = "copy";
    copy.title = "Copy the fraction";
    copy.dataset.focus = `${line.name}-copy`;
    copy.setAttribute("aria-label", `copy fraction of ${line.label}`);
    copy.addEventListener("click", () => copied(spelled(line.exact), copy));
    const group = document.createElement("span");
    group.className = "buttons";
    group.append(toggle, copy);
    return group;
  }

  /** The fraction below its decimal, if it is asked for. */
  unfold(line, row) {
    const isOpen = this.open.has(line.name);
    row.querySelector(".fraction")?.remove();
    row.querySelector("button").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) {
      const fractionText = document.createElement("code");
      fractionText.className = "fraction";
      fractionText.tabIndex = 0;
      fractionText.textContent = spelled(line.exact);
      row.append(fractionText);
    }
  }
}

/** Copies a text and says so on the button. */
async function copied(text, button) {
  let isDone = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    isDone = copiedBySelection(text);
  }
  const label = button.textContent;
  button.textContent = isDone ? "copied" : "no access";
  say(isDone ? "copied" : "the browser does not allow copying");
  setTimeout(() => { button.textContent = label; }, 1500);
}

/** The way for browsers without a clipboard for files. */
function copiedBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}

/** Tells listeners of a screen reader. */
function say(text) {
  byId("live").textContent = text;
}
