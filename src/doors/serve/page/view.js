// The part of the plane that the picture shows. World coordinates are metres with y upwards, those of the picture pixels with y downwards.

const MARGIN = 0.08;

export class View {
  constructor() {
    this.width = 800;
    this.height = 600;
    this.scale = 100;
    this.center = [0, 0];
  }

  resize(width, height) {
    this.width = Math.max(width, 50);
    this.height = Math.max(height, 50);
  }

  toPicture([x, y]) {
    return [this.width / 2 + (x - this.center[0]) * this.scale, this.height / 2 - (y - this.center[1]) * this.scale];
  }

  toWorld([x, y]) {
    return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
  }

  // Shows a box of the world completely.
  fit({ left, bottom, right, top }) {
    const width = Math.max(right - left, 0.5);
    const height = Math.max(top - bottom, 0.5);
    this.scale = Math.min(this.width / width, this.height / height) * (1 - 2 * MARGIN);
    this.scale = Math.min(Math.max(this.scale, 1e-3), 1e5);
    this.center = [(left + right) / 2, (bottom + top) / 2];
  }

  // Zooms, with the point of the picture `at` fixed.
  zoom(factor, at = [this.width / 2, this.height / 2]) {
    const fixed = this.toWorld(at);
    this.scale = Math.min(Math.max(this.scale * factor, 1e-3), 1e6);
    const now = this.toWorld(at);
    this.center = [this.center[0] + fixed[0] - now[0], this.center[1] + fixed[1] - now[1]];
  }

  // Moves what is seen by so many pixels.
  pan(dx, dy) {
    this.center = [this.center[0] - dx / this.scale, this.center[1] + dy / this.scale];
  }
}
