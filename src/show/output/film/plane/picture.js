// The picture of the bodies at one time, on a canvas. Doubles place things on the page and nothing else.

function trace(context, points) {
  context.beginPath();
  points.forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
}

/**
 * Traces all points of the page within a radius of a core, whose corners go round counter-clockwise: a line along each edge and an
 * arc round each corner.
 */
function traceRounded(context, points, radius) {
  context.beginPath();
  if (points.length === 1) {
    context.arc(...points[0], radius, 0, 2 * Math.PI);
    return;
  }
  points.forEach(([x, y], index) => {
    const before = points[(index + points.length - 1) % points.length];
    const after = points[(index + 1) % points.length];
    context.arc(x, y, radius, Math.atan2(x - before[0], before[1] - y), Math.atan2(after[0] - x, y - after[1]), true);
  });
  context.closePath();
}

/** A filled arrow; one that is `cut` has a hollow head and is longer than drawn. */
function drawArrow(context, [x, y], [dx, dy], shaft, colour, isCut) {
  const length = Math.hypot(dx, dy);
  if (length < 0.5) {
    return;
  }
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(4.5 * shaft, 0.7 * length);
  const [nx, ny] = [x + ux * (length - head), y + uy * (length - head)];
  const wing = 0.42 * head;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = Math.min(shaft, wing);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(nx, ny);
  context.stroke();
  trace(context, [[nx - uy * wing, ny + ux * wing], [x + dx, y + dy], [nx + uy * wing, ny - ux * wing]]);
  if (isCut) {
    context.lineWidth = 1;
    context.stroke();
  } else {
    context.fill();
  }
}

class Picture {
  constructor(canvas, film, states, places, forces) {
    Object.assign(this, { canvas, film, states, places, forces });
    const radii = film.free.map((body) => reach(states.bodies[body]));
    this.module = radii.length === 0 ? 1 : radii.reduce((sum, radius) => sum + radius, 0) / radii.length;
    this.box = this.extent(radii);
    this.motions = new Motions(film, states, places);
    this.restyle();
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = paletteOf(this.canvas);
    this.hatch = null;
  }

  /** Everything: where free bodies and pins are in the course of the run, and the fixed bodies around. */
  extent(radii) {
    if (radii.length === 0) {
      return [-1, -1, 1, 1];
    }
    const box = emptyBox();
    for (let step = 0; step <= this.film.steps; step += 1) {
      radii.forEach((radius, place) => {
        const [x, y] = this.places.at(step, place);
        enclose(box, [x - radius, y - radius, x + radius, y + radius]);
      });
    }
    for (const pin of this.film.scene.pins) {
      const [x, y] = pin.at.map((text) => toNumber(parseFraction(text)));
      enclose(box, [x, y, x, y]);
    }
    return this.withFixed(box);
  }

  /** A box widened until fixed bodies are in view: small parts as a whole, of floors and walls the side that is nearest. */
  withFixed(moving) {
    const box = [...moving];
    const span = spanOf(moving);
    const fixed = this.states.bodies.filter(({ free }) => free === null);
    for (const own of fixed.flatMap(boxesOf)) {
      const gap = Math.max(0, own[0] - moving[2], own[1] - moving[3], moving[0] - own[2], moving[1] - own[3]);
      if (gap > FARTHEST_FIXED * span) {
        continue;
      }
      const [left, bottom, right, top] = moving;
      const reach = [left - gap, bottom - gap, right + gap, top + gap];
      enclose(box, spanOf(own) <= span ? own : cutTo(own, reach));
    }
    return box;
  }

  /** The corners of the parts of a body on the page; of rounded parts those of their cores. */
  outlines(camera, time, body) {
    const { place, pictureArms } = this.states.bodies[body];
    const [x, y, angle] = place < 0 ? [0, 0, 0] : this.places.at(time, place);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return pictureArms.map((part) => part.map(([p, q]) => camera.toPage([x + c * p - s * q, y + s * p + c * q])));
  }

  /** Where the vertex of a row is on the page, or if its part is rounded the point of the arc that faces the other body. */
  contactPoint(camera, time, row) {
    const [body, part, vertex] = this.film.scene.rows[row];
    const [x, y] = this.outlines(camera, time, body)[part][vertex];
    const radius = this.states.bodies[body].pictureRadii[part] * camera.scale;
    if (radius === 0) {
      return [x, y];
    }
    const [nx, ny] = this.forces.pictureNormal(time, this.film.scene.rows[row]);
    const length = Math.hypot(nx, ny) || 1;
    return [x - (radius * nx) / length, y + (radius * ny) / length];
  }

  /** Whether a place of the page is on a body. */
  isOn(camera, time, body, place) {
    const radii = this.states.bodies[body].pictureRadii;
    return this.outlines(camera, time, body).some((points, part) =>
      isInside(points, place) || (radii[part] > 0 && isNear(points, place, radii[part] * camera.scale)));
  }

  /** Draws everything: { time, step, showForces, showVelocities, showNames, chosen, pointed }. */
  draw(camera, view) {
    const { context, width, height } = sharpened(this.canvas);
    context.fillStyle = this.colours.paper;
    context.fillRect(0, 0, width, height);
    context.lineJoin = "round";
    this.film.scene.bodies.forEach((_, body) => this.drawBody(context, camera, view, body));
    this.drawPins(context, camera, view);
    if (view.showNames) {
      this.drawNames(context, camera, view);
    }
    if (view.showVelocities) {
      this.drawVelocities(context, camera, view);
    }
    if (view.showForces) {
      this.drawForces(context, camera, view);
    }
    this.drawScale(context, camera, view, height);
  }

  drawBody(context, camera, view, body) {
    const isFixed = this.states.bodies[body].free === null;
    const isChosen = this.isMeant(view, "body", body);
    const radii = this.states.bodies[body].pictureRadii;
    this.outlines(camera, view.time, body).forEach((points, part) => {
      if (radii[part] > 0) {
        traceRounded(context, points, radii[part] * camera.scale);
      } else {
        trace(context, points);
      }
      context.fillStyle = isFixed ? this.hatching(context) : this.motions.colour(view.step, body, this.colours);
      context.fill();
      context.strokeStyle = isChosen ? this.colours.chosen : this.colours.line;
      context.lineWidth = isChosen ? 3 : 1.2;
      context.stroke();
    });
  }

  hatching(context) {
    if (this.hatch === null) {
      const tile = document.createElement("canvas");
      [tile.width, tile.height] = [8, 8];
      const pen = tile.getContext("2d");
      pen.strokeStyle = this.colours.fixed;
      pen.lineWidth = 1.3;
      [-8, 0, 8].forEach((offset) => {
        pen.moveTo(offset - 1, 9);
        pen.lineTo(offset + 9, -1);
      });
      pen.stroke();
      this.hatch = context.createPattern(tile, "repeat");
    }
    return this.hatch;
  }

  /** Where a pin is on the page, on its first body. */
  pinPoint(camera, time, index) {
    const pin = this.film.scene.pins[index];
    const { place, free } = this.states.bodies[pin.first];
    const at = pin.at.map((text) => toNumber(parseFraction(text)));
    const [x, y, angle] = place < 0 ? [0, 0, 0] : this.places.at(time, place);
    const [cx, cy] = free === null ? [0, 0] : free.centroid.map(toNumber);
    const [dx, dy] = turnedBy(angle, [at[0] - cx, at[1] - cy]);
    return camera.toPage([x + dx, y + dy]);
  }

  drawPins(context, camera, view) {
    this.film.scene.pins.forEach((_, index) => {
      const isChosen = this.isMeant(view, "pin", index);
      context.beginPath();
      context.arc(...this.pinPoint(camera, view.time, index), 4, 0, 2 * Math.PI);
      context.fillStyle = this.colours.paper;
      context.strokeStyle = isChosen ? this.colours.chosen : this.colours.ink;
      context.lineWidth = isChosen ? 3 : 1.5;
      context.fill();
      context.stroke();
    });
  }

  /** Whether the values shown are those of this thing. */
  isMeant(view, kind, index) {
    return [view.chosen, view.pointed].some((subject) => subject?.kind === kind && subject.index === index);
  }

  drawNames(context, camera, view) {
    context.fillStyle = this.colours.ink;
    context.font = "12px system-ui, sans-serif";
    [context.textAlign, context.textBaseline] = ["center", "middle"];
    this.film.free.forEach((body, place) => {
      const [x, y] = this.places.at(view.time, place);
      context.fillText(this.film.scene.bodies[body].name, ...camera.toPage([x, y]));
    });
  }

  drawVelocities(context, camera, view) {
    const scale = this.velocityScale(camera);
    this.film.free.forEach((_, place) => {
      const [x, y] = this.places.at(view.time, place);
      const { velocity } = this.motions.of(view.step)[place];
      const vector = [velocity[0] * scale, -velocity[1] * scale];
      drawArrow(context, camera.toPage([x, y]), vector, this.pen(camera), this.colours.velocity, false);
    });
  }

  /** How long the arrow of one metre per second is on the page. */
  velocityScale(camera) {
    return (1.6 * this.module * camera.scale) / this.motions.fastest;
  }

  /** How long the arrow of one newton is on the page. */
  forceScale(camera) {
    return (this.module * camera.scale) / this.forces.usual;
  }

  /** The weakest force whose arrow is as long as the scale has it, in newtons. */
  weakestToScale(camera) {
    return SHORTEST_ARROW / this.forceScale(camera);
  }

  pen(camera) {
    return Math.min(2.6, Math.max(1, 0.05 * this.module * camera.scale));
  }

  /** The arrows of a force at a place of the page; those that would be very long are cut, very short ones are drawn longer. */
  drawForce(context, camera, at, force, colour) {
    const longest = Math.max(SHORTEST_ARROW, LONGEST_ARROW * this.module * camera.scale);
    for (const [x, y] of this.forces.drawnSides(force)) {
      const magnitude = Math.hypot(x, y);
      if (magnitude > 0) {
        const length = magnitude * this.forceScale(camera);
        const factor = Math.min(longest, Math.max(SHORTEST_ARROW, length)) / magnitude;
        drawArrow(context, at, [x * factor, -y * factor], this.pen(camera), colour, length > longest);
      }
    }
  }

  drawForces(context, camera, view) {
    const vectors = this.forces.vectorsOf(view.step);
    for (const pin of this.forces.pinsOf(view.step)) {
      this.drawForce(context, camera, this.pinPoint(camera, view.time, pin.pin), this.forces.pinVector(pin), this.colours.force);
    }
    this.forces.of(view.step).forEach((contact, index) => {
      const at = this.contactPoint(camera, view.time, contact.row);
      const colour = contact.isImpact ? this.colours.impact : this.colours.force;
      this.drawForce(context, camera, at, vectors[index], colour);
      const isChosen = this.isMeant(view, "contact", contact.row);
      context.beginPath();
      context.arc(...at, isChosen ? 5 : this.pen(camera), 0, 2 * Math.PI);
      context.fillStyle = isChosen ? this.colours.chosen : colour;
      context.fill();
      if (contact.slides) {
        this.drawRing(context, camera, at, colour);
      }
    });
  }

  /** The mark of a contact that slides. */
  drawRing(context, camera, at, colour) {
    context.beginPath();
    context.arc(...at, 3 * this.pen(camera), 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = 1.4;
    context.stroke();
  }

  /** The lengths of a bar and of arrows, told at the lower edge. */
  drawScale(context, camera, view, height) {
    const y = height - 14;
    const keys = [{ unit: "m", pixels: camera.scale, colour: null }];
    if (view.showForces && this.forces.occur) {
      keys.push({ unit: "N", pixels: this.forceScale(camera), colour: this.colours.force });
    }
    if (view.showVelocities) {
      keys.push({ unit: "m/s", pixels: this.velocityScale(camera), colour: this.colours.velocity });
    }
    context.font = "12px system-ui, sans-serif";
    [context.textAlign, context.textBaseline] = ["left", "alphabetic"];
    context.fillStyle = this.colours.paper;
    context.globalAlpha = 0.8;
    context.fillRect(0, height - 38, SCALE_WIDTH * keys.length + 12, 38);
    context.globalAlpha = 1;
    keys.forEach(({ unit, pixels, colour }, place) => {
      const x = 12 + SCALE_WIDTH * place;
      const magnitude = roundLength((SCALE_WIDTH - 28) / pixels);
      const length = magnitude * pixels;
      if (colour === null) {
        drawBar(context, [x, y], length, this.colours.ink);
      } else {
        drawArrow(context, [x, y], [length, 0], Math.max(2, this.pen(camera)), colour, false);
      }
      context.fillStyle = this.colours.ink;
      context.fillText(`${shortNumber(magnitude)} ${unit}`, x, y - 8);
    });
  }
}

/** How far away from moving bodies fixed ones are kept in view, in spans of the box around those that move. */
const FARTHEST_FIXED = 24;
/** The shortest arrow of a force, in pixels; and the longest, over the size of a body. */
const SHORTEST_ARROW = 6;
const LONGEST_ARROW = 2.8;
/** The room for each scale at the lower edge, in pixels. */
const SCALE_WIDTH = 112;

/** A bar with ends. */
function drawBar(context, [x, y], length, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1.4;
  context.beginPath();
  [[x, y - 5], [x, y], [x + length, y], [x + length, y - 5]].forEach((point) => context.lineTo(...point));
  context.stroke();
}

/** The largest distance of a point of a body from its centroid. */
function reach({ pictureArms, pictureRadii }) {
  return Math.max(...pictureArms.map((part, index) => pictureRadii[index] + Math.max(...part.map(([x, y]) => Math.hypot(x, y)))));
}

/** The boxes of the parts of a fixed body. */
function boxesOf({ pictureArms, pictureRadii }) {
  return pictureArms.map((part, index) => {
    const [box, radius] = [emptyBox(), pictureRadii[index]];
    part.forEach(([x, y]) => enclose(box, [x - radius, y - radius, x + radius, y + radius]));
    return box;
  });
}

/** A box [left, bottom, right, top] around nothing. */
function emptyBox() {
  return [Infinity, Infinity, -Infinity, -Infinity];
}

/** Widens a box to hold another one. */
function enclose(box, other) {
  for (const axis of [0, 1]) {
    box[axis] = Math.min(box[axis], other[axis]);
    box[axis + 2] = Math.max(box[axis + 2], other[axis + 2]);
  }
}

/** The longer side of a box. */
function spanOf([left, bottom, right, top]) {
  return Math.max(right - left, top - bottom);
}

/** The part of a box within another one that meets it. */
function cutTo(box, [left, bottom, right, top]) {
  const inside = ([x, y]) => [Math.min(Math.max(x, left), right), Math.min(Math.max(y, bottom), top)];
  return [...inside([box[0], box[1]]), ...inside([box[2], box[3]])];
}

/** 1, 2 or 5 times a power of ten, at most this. */
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].find((factor) => factor * power <= most) * power || power;
}

/** Whether a place is in a convex polygon of the page. */
function isInside(points, [x, y]) {
  if (points.length < 3) {
    return false;
  }
  const sides = points.map(([px, py], index) => {
    const [qx, qy] = points[(index + 1) % points.length];
    return (qx - px) * (y - py) - (qy - py) * (x - px);
  });
  return sides.every((side) => side <= 0) || sides.every((side) => side >= 0);
}

/** Whether a place is within a radius of the edges of a core. */
function isNear(points, [x, y], radius) {
  return points.some(([px, py], index) => {
    const [qx, qy] = points[(index + 1) % points.length];
    const [ex, ey] = [qx - px, qy - py];
    const along = ((x - px) * ex + (y - py) * ey) / (ex * ex + ey * ey || 1);
    const share = Math.min(1, Math.max(0, along));
    return Math.hypot(px + share * ex - x, py + share * ey - y) <= radius;
  });
}
