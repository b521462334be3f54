// The part of the plane that the picture shows.

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

  /** Follows the pointer. */
  drag(dx, dy) {
    this.pan(dx, dy);
  }

  /** Moves the picture by so many pixels. */
  pan(dx, dy) {
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] + dy / this.scale];
    this.isFitted = false;
  }
}
