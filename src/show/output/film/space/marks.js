// Marks over the bodies: names, velocities, and the axes.

class Marks {
  constructor(canvas, film, states, places) {
    Object.assign(this, { canvas, film, places });
    this.velocities = new Map();
    this.fastest = 0;
    this.joints = (film.scene.joints ?? []).map(jointOf);
    for (const body of film.free) {
      const found = times(film.steps + 1, (step) => states.velocity(step, body).map(toNumber));
      this.velocities.set(body, found);
      this.fastest = found.reduce((fastest, velocity) => Math.max(fastest, lengthOf(velocity)), this.fastest);
    }
  }

  /** Draws them at a time; velocities are those of the state after a step. */
  draw(camera, palette, { time, step, showNames, showVelocities }) {
    const { context, width, height } = sharpened(this.canvas);
    context.clearRect(0, 0, width, height);
    this.drawAxes(context, camera, palette, height);
    this.joints.forEach((joint) => this.drawJoint(context, camera, palette, time, joint));
    for (const body of this.film.free) {
      if (showVelocities && this.fastest > 0) {
        this.drawVelocity(context, camera, palette, { time, step, body, length: 0.15 * Math.min(width, height) });
      }
      if (showNames) {
        const [x, y] = camera.toPage(this.places.at(time, body).place);
        drawText(context, this.film.scene.bodies[body].name, [x, y], palette);
      }
    }
  }

  drawVelocity(context, camera, palette, { time, step, body, length }) {
    const place = this.places.at(time, body).place;
    const reach = length / (this.fastest * camera.scale);
    const velocity = this.velocities.get(body)[step];
    drawPointer(context, camera.toPage(place), camera.toPage(plus(place, velocity, reach)), palette.velocity);
  }

  /** A ring at a joint with lines along its axes, or the ends of a rod with a line between them. */
  drawJoint(context, camera, palette, time, { bodies, points, axes }) {
    const at = points.map((point, side) => camera.toPage(this.carried(time, bodies[side], point)));
    const lines = axes.map(([side, axis]) => {
      const { turn } = this.places.at(time, bodies[side]);
      const along = plus([0, 0, 0], turned(turn, axis), JOINT.half / (lengthOf(axis) * camera.scale));
      const middle = this.carried(time, bodies[0], points[0]);
      return [-1, 1].map((sign) => camera.toPage(plus(middle, along, sign)));
    });
    context.strokeStyle = palette.ink;
    context.fillStyle = palette.paper;
    context.lineWidth = 1.6;
    for (const [from, to] of at.length > 1 ? [at] : lines) {
      context.beginPath();
      context.moveTo(...from);
      context.lineTo(...to);
      context.stroke();
    }
    for (const [x, y] of at) {
      context.beginPath();
      context.arc(x, y, JOINT.radius, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  }

  /** A point of the scene that moves with a body. */
  carried(time, body, point) {
    const { place, turn } = this.places.at(time, body);
    const home = this.film.scene.bodies[body].home.map(parseFraction).map(toNumber);
    return plus(place, turned(turn, plus(point, home, -1)), 1);
  }

  /** Three arrows in the lower left corner. */
  drawAxes(context, camera, palette, height) {
    const { right, up } = camera.axes();
    const from = [46, height - 46];
    ["x", "y", "z"].forEach((name, axis) => {
      const [x, y] = [28 * right[axis], -28 * up[axis]];
      drawPointer(context, from, [from[0] + x, from[1] + y], palette.muted);
      drawText(context, name, [from[0] + 1.35 * x, from[1] + 1.35 * y], palette);
    });
  }
}

/** Sizes of the marks of joints, px. */
const JOINT = { radius: 3.5, half: 16 };

/** A joint as numbers: a point of its first body, or one of each, and axes with the side to which each belongs. */
function jointOf({ bodies, at, axis, axes, ends }) {
  const numbers = (vector) => vector.map(parseFraction).map(toNumber);
  const directions = axis ? [axis] : (axes ?? []);
  return { bodies, points: (ends ?? [at]).map(numbers), axes: directions.map((direction, side) => [side, numbers(direction)]) };
}

/** A text about a place, readable over anything. */
function drawText(context, text, [x, y], palette) {
  context.font = "12px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeStyle = palette.paper;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.strokeText(text, x, y);
  context.fillStyle = palette.ink;
  context.fillText(text, x, y);
}

/** An arrow from one place to another. */
function drawPointer(context, [fromX, fromY], [toX, toY], colour) {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = Math.hypot(dx, dy);
  if (length < 1) {
    return;
  }
  const head = Math.min(8, length);
  const [ux, uy] = [(dx / length) * head, (dy / length) * head];
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(fromX, fromY);
  context.lineTo(toX - ux, toY - uy);
  context.stroke();
  context.beginPath();
  context.moveTo(toX, toY);
  context.lineTo(toX - ux - 0.45 * uy, toY - uy + 0.45 * ux);
  context.lineTo(toX - ux + 0.45 * uy, toY - uy - 0.45 * ux);
  context.fill();
}
