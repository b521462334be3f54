// The mouse, the pen and fingers: bodies are dragged on the grid, loads are pulled by their tips, the ground is dragged to move the view, the wheel and two fingers zoom.

import { Fraction, nearby } from "/page/fraction.js";
import { body as bodyOf, box, loaded, middle, moved, pointOf, tops, withForce } from "/page/scene.js";

const MAGNET = 12;

// How far a body may be moved so that it is on the grid: its middle to the left and right, its bottom up and down, unless the top of another body
// is near, on which it then lies exactly.
export function snapped(scene, name, dx, dy, step, magnet) {
  const original = bodyOf(scene, name);
  const [x] = middle(original);
  const own = box(original);
  const right = x.plus(dx).nearestMultiple(step).minus(x);
  const wanted = own.bottom.plus(dy);
  const shifted = { ...own, left: own.left.plus(right), right: own.right.plus(right) };
  const near = tops(scene, name, shifted).map((top) => [top, Math.abs(top.minus(wanted).toNumber())]);
  const [top, distance] = near.reduce((best, entry) => (entry[1] <= best[1] ? entry : best), [null, Infinity]);
  const bottom = distance <= magnet ? top : wanted.nearestMultiple(step);
  return [right, bottom.minus(own.bottom)];
}

// The force of a load whose tip is so many pixels from where it acts, in two significant digits of what the arrow can tell.
export function pulledForce([dx, dy], pixelsPerNewton) {
  const [x, y] = [dx / pixelsPerNewton, -dy / pixelsPerNewton];
  const size = Math.hypot(x, y);
  const power = Math.floor(Math.log10(Math.max(size, 1e-6))) - 1;
  const step = Fraction.of(power < 0 ? `1/${10n ** BigInt(-power)}` : `${10n ** BigInt(power)}`);
  return [x, y].map((value) => nearby(value).nearestMultiple(step));
}

export function installPointer(app, picture) {
  const pointers = new Map();
  let drag = null;

  const at = (event) => {
    const frame = picture.getBoundingClientRect();
    return [event.clientX - frame.left, event.clientY - frame.top];
  };

  const moveBody = (event) => {
    const [x, y] = app.view.toWorld(at(event));
    const [fromX, fromY] = drag.from;
    const [dx, dy] = snapped(
      drag.scene,
      drag.name,
      nearby(x - fromX),
      nearby(y - fromY),
      app.options.grid,
      MAGNET / app.view.scale,
    );
    app.preview(moved(drag.scene, drag.name, dx, dy));
  };

  const pullLoad = (event) => {
    const { scene, place, scale } = drag;
    const from = app.view.toPicture(pointOf(scene, scene.load[place]).map((value) => value.toNumber()));
    const force = pulledForce(at(event).map((value, axis) => value - from[axis]), scale);
    if (force.some((value) => !value.isZero())) app.preview(withForce(scene, place, force));
  };

  // A load on a body at the point of the grid that is pressed, without a force yet.
  const beginLoad = (event, name) => {
    const point = app.view.toWorld(at(event)).map((value) => nearby(value).nearestMultiple(app.options.grid));
    const zero = new Fraction(0n);
    const scene = loaded(app.scene, name, point, [zero, zero]);
    drag = { scene, place: scene.load.length - 1, scale: app.loadScale };
    app.isPulling = false;
    app.tell("pulling");
  };

  picture.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, at(event));
    picture.setPointerCapture(event.pointerId);
    const group = event.target.closest("[data-body]");
    const contact = event.target.closest("[data-contact]");
    const handle = event.target.closest("[data-load]");
    if (pointers.size > 1) {
      if (drag?.scene) app.cancelPreview();
      drag = { view: true };
    } else if (handle) {
      drag = { scene: app.scene, place: Number(handle.dataset.load), scale: app.loadScale };
    } else if (group && app.isPulling && !bodyOf(app.scene, group.dataset.body).fixed) {
      app.select(group.dataset.body);
      beginLoad(event, group.dataset.body);
    } else if (contact) {
      app.selectContact(Number(contact.dataset.contact));
      drag = null;
    } else if (group) {
      app.select(group.dataset.body);
      group.focus({ preventScroll: true });
      drag = { name: group.dataset.body, scene: app.scene, from: app.view.toWorld(at(event)) };
    } else {
      drag = { view: true, start: at(event) };
    }
    event.preventDefault();
  });

  picture.addEventListener("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return;
    const [before, now] = [pointers.get(event.pointerId), at(event)];
    if (drag?.name) moveBody(event);
    else if (drag?.place !== undefined) pullLoad(event);
    else if (pointers.size === 2) pinch(event.pointerId, before, now);
    else if (drag?.view) app.changeView((view) => view.pan(now[0] - before[0], now[1] - before[1]));
    pointers.set(event.pointerId, now);
  });

  const pinch = (id, before, now) => {
    const [, other] = [...pointers].find(([key]) => key !== id);
    const distance = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
    const factor = distance(now) / Math.max(distance(before), 1);
    const halfway = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2];
    app.changeView((view) => {
      view.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
      view.zoom(factor, halfway);
    });
  };

  const end = (event, isCancelled) => {
    if (!pointers.delete(event.pointerId)) return;
    if (drag?.scene && isCancelled) app.cancelPreview();
    else if (drag?.scene) app.commitPreview();
    else if (drag?.start && Math.hypot(...at(event).map((value, axis) => value - drag.start[axis])) < 4) app.select(null);
    drag = null;
  };
  picture.addEventListener("pointerup", (event) => end(event, false));
  picture.addEventListener("pointercancel", (event) => end(event, true));
  picture.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      app.changeView((view) => view.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), at(event)));
    },
    { passive: false },
  );
  picture.addEventListener("focusin", (event) => {
    const group = event.target.closest("[data-body]");
    if (group && !drag) app.select(group.dataset.body);
  });
  app.cancelDrag = () => {
    if (drag?.scene) app.cancelPreview();
    drag = null;
    app.isPulling = false;
    app.tell("pulling");
  };
}

// A button from which a new body is dragged into the picture. Pressed without dragging, it puts the body on top.
export function installPalette(app, button, picture, make, putOnTop) {
  let name = null;
  let before = null;
  let wasDragged = false;

  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    wasDragged = false;
    before = app.scene;
  });
  button.addEventListener("pointermove", (event) => {
    if (!before || !button.hasPointerCapture(event.pointerId)) return;
    const frame = picture.getBoundingClientRect();
    const place = [event.clientX - frame.left, event.clientY - frame.top];
    const isInside = place[0] >= 0 && place[1] >= 0 && place[0] <= frame.width && place[1] <= frame.height;
    if (!isInside) {
      if (name) app.cancelPreview();
      name = null;
      return;
    }
    wasDragged = true;
    const made = make(before, app.view.toWorld(place).map(nearby));
    if (!made) return;
    name = made.name;
    const [dx, dy] = snapped(made.scene, name, nearby(0), nearby(0), app.options.grid, MAGNET / app.view.scale);
    app.preview(moved(made.scene, name, dx, dy), name);
  });
  const end = () => {
    if (name) app.commitPreview();
    [name, before] = [null, null];
  };
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
  button.addEventListener("click", () => {
    if (!wasDragged) putOnTop();
    wasDragged = false;
  });
}
