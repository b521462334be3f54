// What part of the plane the picture shows, and the pointer and the keys that change it.

class Camera {
  constructor(canvas, box) {
    Object.assign(this, { canvas, box });
    this.isFitted = true;
    this.fit();
  }

  /** Shows everything. */
  fit() {
    const [left, bottom, right, top] = this.box;
    const [width, height] = [this.canvas.clientWidth || 1, this.canvas.clientHeight || 1];
    const [margin, foot] = [24, 44];
    this.centre = [(left + right) / 2, (bottom + top) / 2];
    const room = [Math.max(1, width - 2 * margin), Math.max(1, height - margin - foot)];
    this.scale = Math.min(room[0] / Math.max(right - left, 1e-9), room[1] / Math.max(top - bottom, 1e-9));
    this.shift = [0, (margin - foot) / 2];
    this.isFitted = true;
  }

  /** After the canvas has got another size. */
  resized() {
    if (this.isFitted) {
      this.fit();
    }
  }

  middle() {
    return [this.canvas.clientWidth / 2 + this.shift[0], this.canvas.clientHeight / 2 + this.shift[1]];
  }

  toPage([x, y]) {
    const [mx, my] = this.middle();
    return [mx + (x - this.centre[0]) * this.scale, my - (y - this.centre[1]) * this.scale];
  }

  toPlane([x, y]) {
    const [mx, my] = this.middle();
    return [this.centre[0] + (x - mx) / this.scale, this.centre[1] - (y - my) / this.scale];
  }

  /** Comes nearer by a factor; what is at this place of the page stays there. */
  zoom(factor, at = this.middle()) {
    const before = this.toPlane(at);
    this.scale = Math.min(Math.max(this.scale * factor, 1e-6), 1e9);
    const after = this.toPlane(at);
    this.centre = this.centre.map((value, axis) => value + before[axis] - after[axis]);
    this.isFitted = false;
  }

  /** Moves the picture by so many pixels. */
  pan(dx, dy) {
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale];
    this.isFitted = false;
  }
}

/** Wheel, drag and pinch on the picture. `on` has `changed()`, `pointed(place or null)` and `clicked(place)`. */
class Gestures {
  constructor(camera, on) {
    Object.assign(this, { camera, on });
    this.fingers = new Map();
    this.moved = 0;
    const { canvas } = camera;
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.up(event));
    canvas.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    canvas.addEventListener("pointerleave", () => on.pointed(null));
  }

  place(event) {
    const box = this.camera.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.camera.zoom(Math.exp(-0.0015 * lines * event.deltaY), this.place(event));
    this.on.changed();
  }

  down(event) {
    this.camera.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, this.place(event));
    this.moved = this.fingers.size > 1 ? Infinity : 0;
  }

  move(event) {
    const [place, before] = [this.place(event), this.fingers.get(event.pointerId)];
    if (before === undefined) {
      this.on.pointed(place);
      return;
    }
    this.fingers.set(event.pointerId, place);
    if (this.fingers.size === 2) {
      this.pinch(event.pointerId, before);
    } else {
      this.drag(place, before);
    }
  }

  drag(place, before) {
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
    this.moved += Math.hypot(dx, dy);
    // A click with an unsteady hand is no drag.
    if (this.moved > 4) {
      this.camera.pan(dx, dy);
      this.on.changed();
    }
  }

  pinch(finger, before) {
    const [other] = [...this.fingers].filter(([id]) => id !== finger).map(([, place]) => place);
    const now = this.fingers.get(finger);
    const distance = (place) => Math.max(10, Math.hypot(place[0] - other[0], place[1] - other[1]));
    const middle = (place) => [(place[0] + other[0]) / 2, (place[1] + other[1]) / 2];
    this.camera.pan(middle(now)[0] - middle(before)[0], middle(now)[1] - middle(before)[1]);
    this.camera.zoom(distance(now) / distance(before), middle(now));
    this.on.changed();
  }

  up(event) {
    const wasClick = this.fingers.delete(event.pointerId) && this.moved <= 4;
    if (wasClick) {
      this.on.clicked(this.place(event));
    }
  }
}
