// The tools that build: the grid, new bricks, and the numbers of the selected body.

import { Fraction, HALF } from "/page/fraction.js";
import { added, body as bodyOf, box, freeName, middle, moved, rectangle, replaced } from "/page/scene.js";
import { installPalette } from "/page/pointer.js";

const STEPS = ["1/2", "1/4", "1/8", "1/10", "1/100"];
const by = (id) => document.getElementById(id);

// A number that a field holds; marks the field if it holds none.
export function numberIn(field, isAllowed = () => true) {
  const value = Fraction.parse(field.value);
  const isRight = value !== null && isAllowed(value);
  field.setAttribute("aria-invalid", String(!isRight));
  return isRight ? value : null;
}

const isPositive = (value) => value.sign() > 0;

export function installBuild(app, picture) {
  installGrid(app);
  installPalettes(app, picture);
  installForm(app);
}

function installGrid(app) {
  for (const step of STEPS) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    input.type = "radio";
    input.name = "grid";
    input.value = step;
    input.checked = app.options.grid.toString() === step;
    const text = document.createElement("span");
    text.textContent = step;
    label.append(input, text);
    by("grid").append(label);
    input.addEventListener("change", () => {
      app.options.grid = Fraction.of(step);
      app.tell("view");
      app.tell("grid");
    });
  }
}

function installPalettes(app, picture) {
  const [width, height, density] = ["brick-width", "brick-height", "brick-density"].map(by);
  const size = () => {
    const lengths = [numberIn(width, isPositive), numberIn(height, isPositive)];
    const mass = numberIn(density, isPositive);
    return lengths.includes(null) || mass === null ? null : { lengths, mass };
  };
  for (const field of [width, height, density]) field.addEventListener("input", () => numberIn(field, isPositive));
  for (const [id, isFixed] of [
    ["palette", false],
    ["palette-fixed", true],
  ]) {
    const make = (scene, center) => {
      const brick = size();
      if (!brick) return null;
      const name = freeName(scene, isFixed ? "support" : "brick");
      return { scene: added(scene, rectangle(name, center, brick.lengths, brick.mass, isFixed)), name };
    };
    const putOnTop = () => {
      const made = make(app.scene, topPlace(app.scene, size()));
      if (made) app.change(made.scene, made.name);
    };
    installPalette(app, by(id), picture, make, putOnTop);
  }
}

// On the highest body, in its middle.
function topPlace(scene, brick) {
  const half = (brick?.lengths[1] ?? HALF).times(HALF);
  const boxes = scene.body.map(box);
  if (boxes.length === 0) return [new Fraction(0n), half];
  const highest = boxes.reduce((best, other) => (other.top.compare(best.top) > 0 ? other : best));
  return [highest.left.plus(highest.right).times(HALF), highest.top.plus(half)];
}

function installForm(app) {
  const form = by("body-form");
  const wrong = by("body-wrong");
  const fields = Object.fromEntries(["name", "x", "y", "width", "height", "fixed"].map((name) => [name, by(`body-${name}`)]));

  const show = () => {
    const body = app.selected ? bodyOf(app.scene, app.selected) : null;
    form.hidden = !body;
    by("body-none").hidden = Boolean(body);
    if (!body || (form.contains(document.activeElement) && document.activeElement.dataset.edited)) return;
    wrong.textContent = "";
    const [x, y] = middle(body);
    fields.name.value = body.name;
    fields.x.value = x;
    fields.y.value = y;
    fields.fixed.checked = body.fixed === true;
    by("body-size").hidden = !body.rectangle;
    if (body.rectangle) [fields.width.value, fields.height.value] = body.rectangle.size;
    for (const field of Object.values(fields)) field.removeAttribute("aria-invalid");
  };

  const apply = () => {
    const body = bodyOf(app.scene, app.selected);
    const problem = body ? changeBody(app, body, fields) : "";
    wrong.textContent = problem;
    if (!problem) for (const field of Object.values(fields)) delete field.dataset.edited;
  };
  form.addEventListener("input", (event) => {
    event.target.dataset.edited = "yes";
  });
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  form.addEventListener("focusout", (event) => {
    delete event.target.dataset.edited;
  });
  app.addEventListener("selection", show);
  app.addEventListener("scene", show);
}

// Takes over what the fields say. Returns what is wrong with them.
function changeBody(app, body, fields) {
  const name = fields.name.value.trim();
  if (name === "") return "Name: expected at least one character";
  if (name !== body.name && bodyOf(app.scene, name)) return `Name: there is another body \`${name}\``;
  const [x, y] = [numberIn(fields.x), numberIn(fields.y)];
  const size = body.rectangle ? [numberIn(fields.width, isPositive), numberIn(fields.height, isPositive)] : [];
  if ([x, y, ...size].includes(null)) return "Expected numbers such as 3, -1/3 or 0.25; width and height positive";
  let changed = { ...body, name };
  if (body.rectangle) changed.rectangle = { ...body.rectangle, size: size.map(String) };
  if (fields.fixed.checked !== (body.fixed === true)) changed = fields.fixed.checked ? fixed(changed) : freed(changed);
  const scene = replaced(app.scene, body.name, changed);
  const [oldX, oldY] = middle(changed);
  app.change(moved(scene, name, x.minus(oldX), y.minus(oldY)), name);
  return "";
}

function fixed({ name, rectangle: upright, parts }) {
  return { name, fixed: true, ...(upright ? { rectangle: upright } : { parts }) };
}

function freed({ fixed: _, ...rest }) {
  return rest;
}
