// Scenes as the server writes them in JSON ("zwang-scene-1"), and changes of them. A scene is never changed in place; every change makes a new
// one, so that the history can keep the old.

import { Fraction, HALF, ZERO } from "/page/fraction.js";

const pair = (x, y) => [x.toString(), y.toString()];
const read = ([x, y]) => [Fraction.of(x), Fraction.of(y)];

// A table whose edge is at 0 and a floor below, with nothing on them.
export function emptyScene() {
  return {
    format: "zwang-scene-1",
    name: "tower",
    gravity: ["0", "-1"],
    body: [
      { name: "floor", fixed: true, rectangle: { center: ["0", "-5/4"], size: ["6", "1/2"] } },
      { name: "table", fixed: true, rectangle: { center: ["-3/2", "-1/4"], size: ["3", "1/2"] } },
    ],
  };
}

// Whether no body has a velocity or a spin.
export function isAtRest(scene) {
  return scene.body.every(({ velocity, spin }) => [...(velocity ?? []), spin ?? "0"].every((value) => Fraction.of(value).isZero()));
}

export function body(scene, name) {
  return scene.body.find((body) => body.name === name);
}

// What follows from a body that never changes need be computed only once.
function once(compute) {
  const known = new WeakMap();
  return (body) => {
    if (!known.has(body)) known.set(body, compute(body));
    return known.get(body);
  };
}

// A part is a list of vertices, or has `vertices` and a `radius`.
const isList = (part) => Array.isArray(part);

// The radius of each part: all points within it of the core, whose vertices `parts` has, belong to the part.
export const radii = once((body) => {
  const round = body.disk ?? body.capsule;
  if (round) return [Fraction.of(round.radius)];
  return (body.parts ?? [null]).map((part) => (part === null || isList(part) ? ZERO : Fraction.of(part.radius)));
});

export function isRounded(body) {
  return radii(body).some((radius) => !radius.isZero());
}

// The parts of a body: lists of exact vertices, those of their cores if they are rounded.
export const parts = once((body) => {
  if (body.disk) return [[read(body.disk.center)]];
  if (body.capsule) return [[read(body.capsule.from), read(body.capsule.to)]];
  if (!body.rectangle) return body.parts.map((part) => (isList(part) ? part : part.vertices).map(read));
  const [x, y] = read(body.rectangle.center);
  const [width, height] = read(body.rectangle.size).map((length) => length.times(HALF));
  return [
    [
      [x.minus(width), y.minus(height)],
      [x.plus(width), y.minus(height)],
      [x.plus(width), y.plus(height)],
      [x.minus(width), y.plus(height)],
    ],
  ];
});

// The exact bounding box of a body.
export const box = once((body) => {
  const around = ([x, y], radius) => [
    [x.minus(radius), y.minus(radius)],
    [x.plus(radius), y.plus(radius)],
  ];
  const points = parts(body).flatMap((part, index) => part.flatMap((point) => around(point, radii(body)[index])));
  const extreme = (axis, sign) =>
    points.map((point) => point[axis]).reduce((best, value) => (value.compare(best) === sign ? value : best));
  return { left: extreme(0, -1), bottom: extreme(1, -1), right: extreme(0, 1), top: extreme(1, 1) };
});

// The middle of the bounding box, which for a rectangle is its centre.
export function middle(body) {
  const { left, bottom, right, top } = box(body);
  return [left.plus(right).times(HALF), bottom.plus(top).times(HALF)];
}

function shifted(body, dx, dy) {
  const shift = (point) => {
    const [x, y] = read(point);
    return pair(x.plus(dx), y.plus(dy));
  };
  const moved = { ...body };
  if (body.rectangle) moved.rectangle = { ...body.rectangle, center: shift(body.rectangle.center) };
  if (body.disk) moved.disk = { ...body.disk, center: shift(body.disk.center) };
  if (body.capsule) moved.capsule = { ...body.capsule, from: shift(body.capsule.from), to: shift(body.capsule.to) };
  if (body.parts) {
    moved.parts = body.parts.map((part) => (isList(part) ? part.map(shift) : { ...part, vertices: part.vertices.map(shift) }));
  }
  if (body.centroid) moved.centroid = shift(body.centroid);
  return moved;
}

// What the author announced no longer holds once a scene is changed.
function changed(scene, change) {
  const { expect, title, ...rest } = scene;
  return { ...rest, ...change };
}

export function renamed(scene, name) {
  return { ...scene, name };
}

// The scene with a body elsewhere, and the pins and loads of the body with it.
export function moved(scene, name, dx, dy) {
  if (dx.isZero() && dy.isZero()) return scene;
  const change = { body: scene.body.map((body) => (body.name === name ? shifted(body, dx, dy) : body)) };
  const pointShifted = (item) => {
    const [x, y] = read(item.at);
    return { ...item, at: pair(x.plus(dx), y.plus(dy)) };
  };
  if (scene.pin) change.pin = scene.pin.map((pin) => (pin.bodies.includes(name) ? pointShifted(pin) : pin));
  // A load without a point acts at the centroid, wherever that is.
  if (scene.load) change.load = scene.load.map((load) => (load.body === name && load.at ? pointShifted(load) : load));
  return changed(scene, change);
}

// A name like `stem` that no body has.
export function freeName(scene, stem) {
  const base = stem.replace(/ \d+$/, "");
  const names = new Set(scene.body.map((body) => body.name));
  let number = 1;
  while (names.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

export function added(scene, body) {
  return changed(scene, { body: [...scene.body, body] });
}

export function rectangle(name, [x, y], [width, height], density, fixed) {
  const made = { name, rectangle: { center: pair(x, y), size: pair(width, height) } };
  if (fixed) made.fixed = true;
  else if (density && !density.equals(new Fraction(1n))) made.density = density.toString();
  return made;
}

// The scene without a body, and without the pins, pairs and loads that name it.
export function removed(scene, name) {
  const change = { body: scene.body.filter((body) => body.name !== name) };
  for (const kind of ["pin", "pair"]) {
    change[kind] = (scene[kind] ?? []).filter(({ bodies }) => !bodies.includes(name));
  }
  change.load = (scene.load ?? []).filter((load) => load.body !== name);
  return withoutEmpty(changed(scene, change));
}

// The scene without lists of pins, pairs and loads that are empty.
function withoutEmpty(scene) {
  const isEmpty = ([key, value]) => ["pin", "pair", "load"].includes(key) && value.length === 0;
  return Object.fromEntries(Object.entries(scene).filter((entry) => !isEmpty(entry)));
}

// The scene with one pin more; `bodies` has two names, or one that is pinned to the world.
export function pinned(scene, bodies, [x, y]) {
  return changed(scene, { pin: [...(scene.pin ?? []), { bodies, at: pair(x, y) }] });
}

export function unpinned(scene, place) {
  return withoutEmpty(changed(scene, { pin: scene.pin.filter((_, index) => index !== place) }));
}

// The scene with another gravity and another friction of all bodies that have none of their own.
export function withSurroundings(scene, [x, y], friction) {
  const { friction: _, ...rest } = changed(scene, { gravity: pair(x, y) });
  return friction.isZero() ? rest : { ...rest, friction: friction.toString() };
}

// The scene with one friction for all contacts.
export function withFriction(scene, friction) {
  const rubless = ({ friction: _, ...rest }) => rest;
  const gravity = read(scene.gravity ?? ["0", "-1"]);
  const body = scene.body.map(rubless);
  const pair = (scene.pair ?? []).map(rubless).filter((rest) => Object.keys(rest).length > 1);
  return withSurroundings(withoutEmpty(changed(scene, { body, pair })), gravity, friction);
}

// The scene with one load more, a force at a point of a body.
export function loaded(scene, body, at, force) {
  const names = new Set((scene.load ?? []).map(({ name }) => name));
  let number = 1;
  while (names.has(`load ${number}`)) number += 1;
  const load = { name: `load ${number}`, body, at: pair(...at), force: pair(...force) };
  return changed(scene, { load: [...(scene.load ?? []), load] });
}

// The scene with another force of a load.
export function withForce(scene, place, force) {
  return changed(scene, { load: scene.load.map((load, index) => (index === place ? { ...load, force: pair(...force) } : load)) });
}

// The scene with a load so many times as strong.
export function withLoadTimes(scene, name, factor) {
  const times = (text) => Fraction.of(text).times(factor).toString();
  const scaled = (load) => {
    const change = {};
    if (load.force) change.force = load.force.map(times);
    if (load.torque) change.torque = times(load.torque);
    return { ...load, ...change };
  };
  return changed(scene, { load: scene.load.map((load) => (load.name === name ? scaled(load) : load)) });
}

export function unloaded(scene, place) {
  return withoutEmpty(changed(scene, { load: scene.load.filter((_, index) => index !== place) }));
}

// Where a load acts: at its point, or at the centroid of its body.
export function pointOf(scene, load) {
  if (load.at) return read(load.at);
  const loadedBody = body(scene, load.body);
  return loadedBody.centroid ? read(loadedBody.centroid) : middle(loadedBody);
}

// Whether anything in a scene rubs.
export function hasFriction(scene) {
  const all = [scene, ...scene.body, ...(scene.pair ?? [])];
  return all.some(({ friction }) => friction !== undefined && !Fraction.of(friction).isZero());
}

// A polygon as wide and high as a brick: a wedge.
export function wedge(name, [x, y], [width, height], density) {
  const [across, up] = [width.times(HALF), height.times(HALF)];
  const corners = [pair(x.minus(across), y.minus(up)), pair(x.plus(across), y.minus(up)), pair(x, y.plus(up))];
  const made = { name, parts: [corners] };
  if (!density.equals(new Fraction(1n))) made.density = density.toString();
  return made;
}

// A body whose rectangle is told by its vertices.
export function asPolygon(body) {
  const { rectangle: _, ...rest } = body;
  return { ...rest, parts: parts(body).map((part) => part.map(([x, y]) => pair(x, y))) };
}

// The scene with a copy of a body right above it.
export function duplicated(scene, name) {
  const original = body(scene, name);
  const { bottom, top } = box(original);
  const copy = { ...shifted(original, ZERO, top.minus(bottom)), name: freeName(scene, name) };
  return { scene: added(scene, copy), name: copy.name };
}

// The scene with another body in place of one; pins, pairs and loads follow its name, but a fixed body has no loads.
export function replaced(scene, name, other) {
  const change = { body: scene.body.map((body) => (body.name === name ? other : body)) };
  const rename = (joined) => ({ ...joined, bodies: joined.bodies.map((body) => (body === name ? other.name : body)) });
  if (scene.pin) change.pin = scene.pin.map(rename);
  if (scene.pair) change.pair = scene.pair.map(rename);
  const followed = (load) => (load.body === name ? { ...load, body: other.name } : load);
  const isKept = (load) => !other.fixed || load.body !== name;
  if (scene.load) change.load = scene.load.filter(isKept).map(followed);
  return withoutEmpty(changed(scene, change));
}

const overlaps = (one, other) => one.left.compare(other.right) < 0 && other.left.compare(one.right) < 0;

// How far a body can go down until its bounding box lies on another one; null if there is nothing below.
export function fallTo(scene, name) {
  const own = box(body(scene, name));
  const others = scene.body.filter((other) => other.name !== name).map(box);
  const below = others.filter((other) => overlaps(own, other) && other.top.compare(own.bottom) <= 0);
  if (below.length === 0) return null;
  const top = below.map((other) => other.top).reduce((best, value) => (value.compare(best) > 0 ? value : best));
  return top.minus(own.bottom);
}

// The tops of bodies on which a box could lie, lowest first.
export function tops(scene, name, own) {
  const others = scene.body
    .filter((other) => other.name !== name)
    .map(box)
    .filter((other) => overlaps(own, other));
  return others.map((other) => other.top).sort((one, other) => one.compare(other));
}
