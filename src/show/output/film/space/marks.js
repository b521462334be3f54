// Marks over the bodies: names, velocities, and the axes.

class Marks {
  constructor(canvas, film, states, places) {
    Object.assign(this, { canvas, film, places });
    this.velocities = new Map();
    this.fastest = 0;
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
