// The tools that build: the grid, new bricks, and the numbers of the selected body.

import { Fraction, HALF, ONE } from "/page/fraction.js";
import { added, asPolygon, body as bodyOf, box, freeName, isRounded, middle, moved, rectangle, replaced, wedge } from "/page/scene.js";
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
const isNotNegative = (value) => value.sign() >= 0;

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
  for (const [id, stem] of [
    ["palette", "brick"],
    ["palette-fixed", "support"],
    ["palette-polygon", "wedge"],
  ]) {
    const make = (scene, center) => {
      const brick = size();
      if (!brick) return null;
      const name = freeName(scene, stem);
      const { lengths, mass } = brick;
      const body = stem === "wedge" ? wedge(name, center, lengths, mass) : rectangle(name, center, lengths, mass, stem === "support");
      return { scene: added(scene, body), name };
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

const FIELDS = ["name", "x", "y", "width", "height", "vertices", "fixed", "vx", "vy", "spin", "density", "friction"];

function installForm(app) {
  const form = by("body-form");
  const wrong = by("body-wrong");
  const fields = Object.fromEntries(FIELDS.map((name) => [name, by(`body-${name}`)]));

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
    by("to-polygon").hidden = !body.rectangle;
    by("body-polygon").hidden = Boolean(body.rectangle) || isRounded(body);
    by("body-motion").hidden = body.fixed === true;
    by("body-density-label").hidden = body.fixed === true || body.mass !== undefined;
    if (body.rectangle) [fields.width.value, fields.height.value] = body.rectangle.size;
    else if (!isRounded(body)) fields.vertices.value = spelled(body.parts);
    [fields.vx.value, fields.vy.value] = body.velocity ?? ["0", "0"];
    fields.spin.value = body.spin ?? "0";
    fields.density.value = body.density ?? "1";
    fields.friction.value = body.friction ?? "";
    for (const field of Object.values(fields)) field.removeAttribute("aria-invalid");
  };

  const apply = () => {
    const body = bodyOf(app.scene, app.selected);
    const problem = body ? changeBody(app, body, fields) : "";
    wrong.textContent = problem;
    if (problem) return;
    for (const field of Object.values(fields)) delete field.dataset.edited;
    // One field may change what others tell: new vertices have another centre.
    show();
  };
  form.addEventListener("input", (event) => {
    event.target.dataset.edited = "yes";
  });
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    apply();
  });
  by("to-polygon").addEventListener("click", () => {
    const body = bodyOf(app.scene, app.selected);
    if (body) app.change(replaced(app.scene, body.name, asPolygon(body)));
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
  const isReshaped = !body.rectangle && !isRounded(body) && fields.vertices.value !== spelled(body.parts);
  if (isReshaped) {
    changed.parts = verticesIn(fields.vertices);
    if (changed.parts === null) return "Vertices: expected at least three lines “x, y” for each part";
    // These were of the old shape.
    for (const key of ["mass", "centroid", "inertia"]) delete changed[key];
  }
  const problem = changeProperties(changed, fields);
  if (problem) return problem;
  if (fields.fixed.checked !== (body.fixed === true)) changed = fields.fixed.checked ? fixed(changed) : freed(changed);
  const scene = replaced(app.scene, body.name, changed);
  // Where new vertices are is where they are wanted.
  const [oldX, oldY] = isReshaped ? [x, y] : middle(changed);
  app.change(moved(scene, name, x.minus(oldX), y.minus(oldY)), name);
  return "";
}

// Velocity, spin, density and friction as the fields have them. Returns what is wrong with them.
function changeProperties(body, fields) {
  const velocity = [numberIn(fields.vx), numberIn(fields.vy)];
  const spin = numberIn(fields.spin);
  const density = numberIn(fields.density, isPositive);
  const ownFriction = fields.friction.value.trim() === "" ? undefined : numberIn(fields.friction, isNotNegative);
  if ([...velocity, spin].includes(null)) return "Velocity and spin: expected numbers such as 3, -1/3 or 0.25";
  if (density === null) return "Density: expected a positive number";
  if (ownFriction === null) return "Friction: expected a number that is not negative, or nothing";
  const properties = {
    velocity: velocity.every((value) => value.isZero()) ? undefined : velocity.map(String),
    spin: spin.isZero() ? undefined : spin.toString(),
    density: body.mass !== undefined || density.equals(ONE) ? undefined : density.toString(),
    friction: ownFriction?.toString(),
  };
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) delete body[key];
    else body[key] = value;
  }
  return "";
}

// Vertices as lines “x, y”, with an empty line between parts.
function spelled(parts) {
  return parts.map((part) => part.map(([x, y]) => `${x}, ${y}`).join("\n")).join("\n\n");
}

// The parts that a field tells, or null.
function verticesIn(field) {
  const parts = field.value
    .trim()
    .split(/\n\s*\n/)
    .map((part) => part.trim().split("\n").map(vertexIn));
  const isRight = parts.every((part) => part.length >= 3 && !part.includes(null));
  field.setAttribute("aria-invalid", String(!isRight));
  return isRight ? parts : null;
}

function vertexIn(line) {
  const numbers = line.split(/[,;\s]+/).filter((word) => word !== "");
  const vertex = numbers.map((word) => Fraction.parse(word));
  return vertex.length === 2 && !vertex.includes(null) ? vertex.map(String) : null;
}

function fixed({ name, rectangle: upright, disk, capsule, parts, friction, restitution }) {
  const shapes = Object.entries({ rectangle: upright, disk, capsule, parts });
  const shape = Object.fromEntries(shapes.filter(([, value]) => value !== undefined));
  const rubs = friction === undefined ? {} : { friction };
  const bounces = restitution === undefined ? {} : { restitution };
  return { name, fixed: true, ...shape, ...rubs, ...bounces };
}

function freed({ fixed: _, ...rest }) {
  return rest;
}
