// Plots of figures over time. On a logarithmic scale 0 has a line of its own below; what is below 0 is drawn by its magnitude, dashed.

const PLOT_HEIGHT = 180;
/** Room around a plot, px. */
const ROOM = { left: 52, right: 12, top: 12, bottom: 22 };
/** Height of the line for 0, px. */
const ZERO_BAND = 22;

/** A value for a plot: `sign` is 0 where it is exactly 0 and null where it is not told apart from 0. */
function plotted(value) {
  if (value === null) {
    return null;
  }
  const [low, high] = value.map(Number);
  if (value[0] === "0" && value[1] === "0") {
    return { sign: 0, size: 0, number: 0 };
  }
  if (low <= 0 && high >= 0) {
    return { sign: null, size: 0, number: 0 };
  }
  return low > 0 ? { sign: 1, size: high, number: high } : { sign: -1, size: -low, number: low };
}

/** A scale with powers of ten, over sizes that are not 0. */
function logarithmic(values, bottom, top) {
  const sizes = values.filter((value) => value?.sign).map((value) => Math.log10(value.size));
  const hasZero = values.some((value) => value !== null && !value.sign);
  const floor = hasZero ? bottom - ZERO_BAND : bottom;
  const [least, most] = sizes.reduce(([low, high], size) => [Math.min(low, size), Math.max(high, size)], [Infinity, -Infinity]);
  const ticks = hasZero ? [{ y: bottom - 6, text: "0" }] : [];
  if (sizes.length === 0) {
    return { y: () => bottom - 6, ticks };
  }
  const [from, to] = [Math.floor(least), Math.max(Math.ceil(most), Math.floor(least) + 1)];
  const height = (exponent) => floor - ((exponent - from) / (to - from)) * (floor - top);
  const every = Math.ceil((to - from) / 5);
  for (let exponent = from; exponent <= to; exponent += every) {
    ticks.push({ y: height(exponent), text: `1e${exponent}` });
  }
  return { y: (value) => (value.sign ? height(Math.log10(value.size)) : bottom - 6), ticks };
}

/** An even scale that has 0. */
function even(values, bottom, top) {
  const numbers = values.filter((value) => value !== null).map((value) => value.number);
  const [least, most] = numbers.reduce(([low, high], number) => [Math.min(low, number), Math.max(high, number)], [0, 0]);
  const height = (number) => bottom - 6 - ((number - least) / (most - least || 1)) * (bottom - 6 - top);
  const marks = [...new Set([least, 0, most])];
  return { y: (value) => height(value.number), ticks: marks.map((number) => ({ y: height(number), text: number === 0 ? "0" : number.toExponential(1) })) };
}

class Plot {
  constructor(parent, name, figure, go) {
    Object.assign(this, { figure, values: figure.values.map(plotted), isLogarithmic: true, state: 0 });
    this.frame = element("figure", "", "plot");
    this.frame.dataset.plot = name;
    this.now = element("span");
    const { worst } = figure;
    const words = `worst ${bounds(worst.low, worst.high)} ${figure.unit} at step ${worst.state}`;
    this.svg = drawn("svg", { role: "img", "aria-label": `${figure.title} over time: ${words}` });
    const caption = element("figcaption");
    caption.append(element("strong", `${figure.title}, ${figure.unit}`), this.now);
    this.frame.append(caption, this.svg);
    parent.append(this.frame);
    const point = (event) => go(this.stateAt(event.clientX - this.svg.getBoundingClientRect().left));
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      point(event);
    });
    this.svg.addEventListener("pointermove", (event) => event.buttons === 1 && point(event));
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  x(state) {
    const { times } = motion;
    return ROOM.left + (times[state] / (times[times.length - 1] || 1)) * (this.width - ROOM.left - ROOM.right);
  }

  /** The state whose time is nearest to a place. */
  stateAt(x) {
    let nearest = 0;
    motion.times.forEach((_, state) => {
      if (Math.abs(this.x(state) - x) < Math.abs(this.x(nearest) - x)) {
        nearest = state;
      }
    });
    return nearest;
  }

  draw() {
    this.width = this.svg.clientWidth;
    if (this.width === 0) {
      return;
    }
    const bottom = PLOT_HEIGHT - ROOM.bottom;
    this.scale = (this.isLogarithmic ? logarithmic : even)(this.values, bottom, ROOM.top);
    this.svg.setAttribute("viewBox", `0 0 ${this.width} ${PLOT_HEIGHT}`);
    this.svg.replaceChildren(...this.grid(bottom), ...this.lines(), ...this.marks());
    this.cursor = drawn("path", { class: "now" });
    this.svg.append(this.cursor);
    this.show(this.state);
  }

  grid(bottom) {
    const label = (x, y, anchor, text) => {
      const made = drawn("text", { x, y, "text-anchor": anchor });
      made.textContent = text;
      return made;
    };
    const lines = this.scale.ticks.map(({ y }) => `M${ROOM.left} ${y}H${this.width - ROOM.right}`);
    const texts = this.scale.ticks.map(({ y, text }) => label(ROOM.left - 5, y + 4, "end", text));
    const end = motion.times[motion.times.length - 1];
    const times = [label(ROOM.left, bottom + 16, "start", "0 s"), label(this.width - ROOM.right, bottom + 16, "end", `${shortNumber(end)} s`)];
    return [drawn("path", { class: "grid", d: lines.join("") || "M0 0" }), ...texts, ...times];
  }

  /** Lines through neighbours on the same side of 0; dots where a value has no such neighbour. */
  lines() {
    const paths = { above: "", below: "" };
    const dots = { above: "", below: "" };
    const nameOf = (value) => (value?.sign === 1 ? "above" : value?.sign === -1 ? "below" : null);
    this.values.forEach((value, state) => {
      const name = nameOf(value);
      if (name === null) {
        return;
      }
      const [before, after] = [nameOf(this.values[state - 1]), nameOf(this.values[state + 1])];
      const place = `${this.x(state).toFixed(2)} ${this.scale.y(value).toFixed(2)}`;
      paths[name] += `${before === name ? "L" : "M"}${place}`;
      dots[name] += before === name || after === name ? "" : `M${place}h0.01`;
    });
    const kinds = Object.keys(paths).filter((name) => paths[name] !== "");
    return kinds.flatMap((name) => [
      drawn("path", { class: name, d: paths[name] }),
      ...(dots[name] === "" ? [] : [drawn("path", { class: `${name} dots`, d: dots[name] })]),
    ]);
  }

  /** What is 0, what may be 0, and the worst. */
  marks() {
    const zeros = this.values.map((value, state) => (value?.sign === 0 ? `M${this.x(state).toFixed(2)} ${this.scale.y(value).toFixed(2)}h0.01` : "")).join("");
    const marks = zeros === "" ? [] : [drawn("path", { class: "zero", d: zeros })];
    this.values.forEach((value, state) => {
      if (value?.sign === null) {
        marks.push(drawn("circle", { class: "unknown", cx: this.x(state), cy: this.scale.y(value), r: 2.5 }));
      }
    });
    const { worst } = this.figure;
    const value = this.values[worst.state];
    if (!isZero(worst) && value) {
      const [x, y] = [this.x(worst.state), this.scale.y(value)];
      marks.push(drawn("path", { class: "peak", d: `M${x} ${y - 5}l6 10h-12z` }));
    }
    return marks;
  }

  show(state) {
    this.state = state;
    this.now.textContent = `now ${valueAt(this.figure, state)}`;
    if (this.cursor !== undefined) {
      this.cursor.setAttribute("d", `M${this.x(state).toFixed(2)} ${ROOM.top - 6}V${PLOT_HEIGHT - ROOM.bottom}`);
    }
  }
}

/** A time for people. */
function shortNumber(value) {
  return String(Number(value.toPrecision(6)));
}

/** Plots of all figures; those that everybody asks for first. */
function makePlots(go) {
  const first = ["symmetry", "penetration", "energy", "divergence"];
  const shown = figures.filter(([, figure]) => figure.worst !== null);
  const others = shown.filter(([name]) => !first.includes(name));
  byId("others").hidden = others.length === 0;
  const wanted = first.flatMap((name) => shown.filter(([other]) => other === name));
  return [[wanted, "plots"], [others, "other-plots"]].flatMap(([list, id]) => list.map(([name, figure]) => new Plot(byId(id), name, figure, go)));
}
