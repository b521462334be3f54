// The eye: far away, so that what is parallel stays parallel, as in pictures of space.

/** From where pictures of space are seen: the direction (1, -1, 1). */
const ISOMETRIC = { around: -Math.PI / 4, above: Math.atan(Math.SQRT1_2) };

class SolidCamera {
  /** `box` has the least and the greatest corner of what is to be seen. */
  constructor(canvas, box) {
    Object.assign(this, { canvas, box });
    this.fit();
  }

  /** Shows all that moves, as pictures do. */
  fit() {
    Object.assign(this, ISOMETRIC);
    const [low, high] = this.box;
    this.target = low.map((value, axis) => (value + high[axis]) / 2);
    this.isFitted = true;
    this.resized();
  }

  /** After the canvas has got another size. */
  resized() {
    if (!this.isFitted) {
      return;
    }
    const corners = times(8, (index) => [0, 1, 2].map((axis) => this.box[(index >> axis) & 1][axis]));
    const { right, up } = this.axes();
    const reach = (direction) => Math.max(...corners.map((corner) => Math.abs(dot(direction, plus(corner, this.target, -1)))));
    const room = [this.canvas.clientWidth, this.canvas.clientHeight].map((size) => Math.max(1, size / 2 - 24));
    this.scale = Math.min(room[0] / (reach(right) || 1), room[1] / (reach(up) || 1));
    this.fitting = this.scale;
  }

  /** The directions to the right of the page, to its top, and to the eye. */
  axes() {
    const [sine, cosine] = [Math.sin(this.around), Math.cos(this.around)];
    const eye = [cosine * Math.cos(this.above), sine * Math.cos(this.above), Math.sin(this.above)];
    const right = [-sine, cosine, 0];
    return { right, up: cross(eye, right), eye };
  }

  middle() {
    return [this.canvas.clientWidth / 2, this.canvas.clientHeight / 2];
  }

  toPage(point) {
    const { right, up } = this.axes();
    const [away, [x, y]] = [plus(point, this.target, -1), this.middle()];
    return [x + this.scale * dot(right, away), y - this.scale * dot(up, away)];
  }

  /** The point of the plane through the target that is seen at a place of the page. */
  toSpace([x, y]) {
    const { right, up } = this.axes();
    const [mx, my] = this.middle();
    return plus(plus(this.target, right, (x - mx) / this.scale), up, (my - y) / this.scale);
  }

  /** Comes nearer by a factor; what is at this place of the page stays there. */
  zoom(factor, at = this.middle()) {
    const before = this.toSpace(at);
    this.scale = Math.min(Math.max(this.scale * factor, 1e-4 * this.fitting), 1e6 * this.fitting);
    this.target = plus(plus(this.target, before, 1), this.toSpace(at), -1);
    this.isFitted = false;
  }

  /** Moves the picture by so many pixels. */
  pan(dx, dy) {
    const { right, up } = this.axes();
    this.target = plus(plus(this.target, right, -dx / this.scale), up, dy / this.scale);
    this.isFitted = false;
  }

  /** Turns the scene with the pointer, or moves it with Shift. */
  drag(dx, dy, isShifted) {
    if (isShifted) {
      this.pan(dx, dy);
    } else {
      this.turn(-0.008 * dx, 0.008 * dy);
    }
  }

  /** Goes around by an angle, and above by another one. */
  turn(around, above) {
    this.around += around;
    this.above = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, this.above + above));
    this.isFitted = false;
  }
}
