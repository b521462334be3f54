// The pointer on the picture: wheel, drag and pinch.

/**
 * Moves a camera, which has `canvas`, `zoom(factor, place)`, `pan(dx, dy)` and `drag(dx, dy, isShifted)`. `on` has `changed()`, `pointed(place or null)` and
 * `clicked(place)`.
 */
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
      this.drag(event, before);
    }
  }

  drag(event, before) {
    const place = this.place(event);
    const [dx, dy] = [place[0] - before[0], place[1] - before[1]];
    this.moved += Math.hypot(dx, dy);
    // A click with an unsteady hand is no drag.
    if (this.moved > 4) {
      this.camera.drag(dx, dy, event.shiftKey);
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
