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

class Values {
  constructor(film, states, places, forces) {
    Object.assign(this, { film, states, places, forces });
    this.panel = byId("values");
    this.open = new Set();
  }

  /** The title, notes and lines of a subject in a step. */
  of(subject, step) {
    switch (subject?.kind) {
      case "body": return this.ofBody(subject.index, step);
      case "contact": return this.ofContact(subject.index, step);
      case "pin": return this.ofPin(subject.index, step);
      default: return this.ofStep(step);
    }
  }

  ofStep(step) {
    const { film } = this;
    const facts = film.facts[step];
    const { kinetic, potential } = this.states.energy(step);
    const lines = [
      exactLine("time", "time", "s", multiply(film.step, fraction(BigInt(step)))),
      exactLine("kinetic", "kinetic energy", "J", kinetic),
      exactLine("potential", "potential energy", "J", potential),
    ];
    if (facts !== null) {
      lines.push(rootLine("depth", "deepest penetration", "m", facts.depthSquare));
      lines.push(exactLine("penetration", "its square, exactly", "m²", facts.depthSquare));
      if (film.scene.pins.length > 0) {
        lines.push(rootLine("drift-length", "largest drift of a pin", "m", facts.driftSquare));
        lines.push(exactLine("drift", "its square, exactly", "m²", facts.driftSquare));
      }
    }
    return { title: step === 0 ? "The scene" : `Step ${step}`, notes: [], lines };
  }

  ofBody(body, step) {
    const { scene } = this.film;
    const { free } = this.states.bodies[body];
    const title = scene.bodies[body].name;
    if (free === null) {
      return { title, notes: ["fixed: it never moves"], lines: [] };
    }
    const [{ x, y, rotation }, [vx, vy]] = [this.states.placement(step, body), this.states.velocity(step, body)];
    const lines = [
      exactLine("x", "centroid x", "m", x),
      exactLine("y", "centroid y", "m", y),
      ...this.rotationLines(step, body, rotation),
      exactLine("vx", "velocity x", "m/s", vx),
      exactLine("vy", "velocity y", "m/s", vy),
      exactLine("spin", "spin", "rad/s", this.states.spin(step, body)),
      exactLine("mass", "mass", "kg", free.mass),
      exactLine("inertia", "moment of inertia", "kg m²", free.inertia),
    ];
    const angle = (this.places.at(step, this.states.bodies[body].place)[2] * 180) / Math.PI;
    return { title, notes: [`turned by about ${angle.toFixed(3)}° since the scene`], lines };
  }

  rotationLines(step, body, { re, im, length }) {
    const lines = [
      exactLine("cosine", "cosine of its rotation", "", fraction(re, length)),
      exactLine("sine", "sine of its rotation", "", fraction(im, length)),
    ];
    const found = step === 0 ? null : this.film.states[step][this.states.bodies[body].place];
    if (found !== null && this.film.scene.grid !== null) {
      const tangent = fraction(found.tangent, 1n << BigInt(this.film.scene.grid));
      lines.push(exactLine("tangent", `after ${found.quarter} quarter turns, tangent of half the angle`, "", tangent));
    }
    return lines;
  }

  ofContact(row, step) {
    const [body, part, vertex] = this.film.scene.rows[row];
    const [title, [x, y]] = [contactName(this.film, row), this.states.vertex(step, body, part, vertex)];
    const contact = step === 0 ? undefined : this.forces.find(step, row);
    const place = [exactLine("at-x", "vertex x", "m", x), exactLine("at-y", "vertex y", "m", y)];
    if (contact === undefined) {
      return { title, notes: ["does not press in this step"], lines: place };
    }
    const force = this.forceLines(step, this.film.scene.bodies[this.forces.receiver(row)].name, this.forces.contactForce(step, contact));
    const notes = [];
    if (contact.isImpact) {
      notes.push("is hit");
    }
    if (contact.slides) {
      notes.push("slides");
    }
    return { title, notes: [...notes, ...force.notes], lines: [...force.lines, ...place] };
  }

  ofPin(pin, step) {
    const { first, second } = this.film.scene.pins[pin];
    const name = (body) => this.film.scene.bodies[body].name;
    const title = `Pin of ${name(first)} and ${second === null ? "the world" : name(second)}`;
    const found = this.forces.pinsOf(step).find((other) => other.pin === pin);
    if (found === undefined) {
      return { title, notes: ["no force in this step"], lines: [] };
    }
    return { title, ...this.forceLines(step, name(first), this.forces.pinForce(found)) };
  }

  /** The lines of a force on a body, and a note where the film has not all of it. */
  forceLines(step, on, coordinates) {
    const lines = coordinates.map(({ exact, bounds }, axis) =>
      ({ ...exactLine(`force-${"xy"[axis]}`, `force ${"xy"[axis]} on ${on}`, "N", exact), bounds }));
    const isExact = coordinates.every(({ exact }) => exact !== null);
    const note = `Forces are near those of the exact motion; the record of step ${step} in the run file, line ${step + 1}, has those that prove it.`;
    return { lines, notes: isExact ? [] : [note] };
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
