// What the page is made of: the report as `zwang audit --json` prints it, and placements for the pictures.

/** The element with this id. */
function byId(id) {
  return document.getElementById(id);
}

const audit = JSON.parse(byId("audit-json").textContent);
/** { title, times, bodies: [{ name, place, arms, radii }], run: [[x, y, cos, sin, …]], zwang: likewise, stopped }; the doubles nearest to the exact numbers. */
const motion = JSON.parse(byId("motion-json").textContent);
/** [name, figure] of every figure. */
const figures = Object.entries(audit.figures);

/** A new element of HTML with this text; texts are never read as markup. */
function element(kind, text = "", classes = "") {
  const made = document.createElement(kind);
  made.textContent = text;
  if (classes !== "") {
    made.className = classes;
  }
  return made;
}

/** A new element of SVG. */
function drawn(kind, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, String(value)));
  return made;
}

/** A number as the report has it: one decimal, or two with the number between them. */
function bounds(low, high) {
  return low === high ? low : `${low} .. ${high}`;
}

/** The value of a figure at a state. */
function valueAt(figure, state) {
  const value = figure.values[state];
  return value === null || value === undefined ? "–" : bounds(value[0], value[1]);
}

function isZero(value) {
  return value.low === "0" && value.high === "0";
}

/** The name of the figure whose worst step counts most: the first beyond its tolerance, else the first of these that is not 0. */
function mostTelling() {
  const order = ["divergence", "penetration", "symmetry", "displacement", "pins", "energy", ...Object.keys(audit.figures)];
  const isTelling = (name) => audit.figures[name]?.worst && !isZero(audit.figures[name].worst);
  return audit.beyond[0]?.figure ?? order.find(isTelling) ?? null;
}
