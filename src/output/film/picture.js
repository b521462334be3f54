// The picture of the bodies at one time, on a canvas. Doubles place things on the page and nothing else.

/** Colours of the style sheet by name. */
function paletteOf(element) {
  const style = getComputedStyle(element);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const names = ["paper", "ink", "muted", "line", "body", "chosen", "fixed", "force", "velocity", "impact", "made", "lost", "corner", "potential"];
  return Object.fromEntries(names.map((name) => [name, colour(name)]));
}

/** Gives a canvas as many pixels as it has on the screen; returns its context, its size in CSS pixels, and whether the size is new. */
function sharpened(canvas) {
  const [ratio, width, height] = [window.devicePixelRatio || 1, canvas.clientWidth, canvas.clientHeight];
  const size = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  const isNew = canvas.width !== size[0] || canvas.height !== size[1];
  if (isNew) {
    [canvas.width, canvas.height] = size;
  }
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { context, width, height, isNew };
}

function trace(context, points) {
  context.beginPath();
  points.forEach(([x, y]) => context.lineTo(x, y));
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
    const radii = film.free.map((body) => Math.max(...states.bodies[body].pictureArms.flat().map(([x, y]) => Math.hypot(x, y))));
    this.module = radii.length === 0 ? 1 : radii.reduce((sum, radius) => sum + radius, 0) / radii.length;
    this.box = this.extent(radii);
    this.fastest = this.fastestMotion();
    this.restyle();
  }

  /** Reads the colours again. */
  restyle() {
    this.colours = paletteOf(this.canvas);
    this.hatch = null;
  }

  /** Where the bodies are in the course of the run; what flies off far does not count. */
  extent(radii) {
    const around = (step) => {
      const box = [Infinity, Infinity, -Infinity, -Infinity];
      radii.forEach((radius, place) => {
        const [x, y] = this.places.at(step, place);
        [x - radius, y - radius].forEach((value, axis) => { box[axis] = Math.min(box[axis], value); });
        [x + radius, y + radius].forEach((value, axis) => { box[axis + 2] = Math.max(box[axis + 2], value); });
      });
      const pins = this.film.scene.pins.map((pin) => pin.at.map((text) => toNumber(parseFraction(text))));
      pins.flatMap((at) => at.map((value, axis) => [value, axis])).forEach(([value, axis]) => {
        [box[axis], box[axis + 2]] = [Math.min(box[axis], value), Math.max(box[axis + 2], value)];
      });
      return box;
    };
    if (radii.length === 0) {
      return [-1, -1, 1, 1];
    }
    const first = around(0);
    const size = Math.max(first[2] - first[0], first[3] - first[1]);
    const box = [...first];
    for (let step = 1; step <= this.film.steps; step += Math.max(1, Math.floor(this.film.steps / 100))) {
      around(step).forEach((value, side) => {
        const kept = side < 2 ? Math.max(value, first[side] - size / 2) : Math.min(value, first[side] + size / 2);
        box[side] = side < 2 ? Math.min(box[side], kept) : Math.max(box[side], kept);
      });
    }
    return box;
  }

  fastestMotion() {
    let fastest = 0;
    const h = toNumber(this.film.step);
    for (let step = 1; step <= this.film.steps; step += Math.max(1, Math.floor(this.film.steps / 200))) {
      for (let place = 0; place < this.film.free.length; place += 1) {
        const [now, before] = [this.places.at(step, place), this.places.at(step - 1, place)];
        fastest = Math.max(fastest, Math.hypot(now[0] - before[0], now[1] - before[1]) / h);
      }
    }
    return fastest || 1;
  }

  /** The corners of the parts of a body on the page. */
  outlines(camera, time, body) {
    const { place, pictureArms } = this.states.bodies[body];
    const [x, y, angle] = place < 0 ? [0, 0, 0] : this.places.at(time, place);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    return pictureArms.map((part) => part.map(([p, q]) => camera.toPage([x + c * p - s * q, y + s * p + c * q])));
  }

  /** Where the vertex of a row is on the page. */
  contactPoint(camera, time, row) {
    const [body, part, vertex] = this.film.scene.rows[row];
    return this.outlines(camera, time, body)[part][vertex];
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
    this.outlines(camera, view.time, body).forEach((points) => {
      trace(context, points);
      context.fillStyle = isFixed ? this.hatching(context) : this.colours.body;
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
    const [step, h] = [Math.max(1, view.step), toNumber(this.film.step)];
    const scale = (1.6 * this.module * camera.scale) / this.fastest;
    if (this.film.steps === 0) {
      return;
    }
    this.film.free.forEach((_, place) => {
      const [now, before] = [this.places.at(step, place), this.places.at(step - 1, place)];
      const [x, y] = this.places.at(view.time, place);
      const vector = [((now[0] - before[0]) / h) * scale, (-(now[1] - before[1]) / h) * scale];
      drawArrow(context, camera.toPage([x, y]), vector, this.pen(camera), this.colours.velocity, false);
    });
  }

  /** How long the arrow of one newton is on the page. */
  forceScale(camera) {
    return (1.4 * this.module * camera.scale) / this.forces.usual;
  }

  pen(camera) {
    return Math.min(2.6, Math.max(1, 0.05 * this.module * camera.scale));
  }

  /** The arrow of a force at a place of the page; one that would be very long is cut. */
  drawForce(context, camera, at, [x, y], colour) {
    const [scale, longest] = [this.forceScale(camera), 2.8 * this.module * camera.scale];
    const length = Math.hypot(x, y) * scale;
    const factor = length > longest ? (scale * longest) / length : scale;
    drawArrow(context, at, [x * factor, -y * factor], this.pen(camera), colour, length > longest);
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
    });
  }

  /** The lengths of a bar and of an arrow, told at the lower edge. */
  drawScale(context, camera, view, height) {
    context.font = "12px system-ui, sans-serif";
    [context.textAlign, context.textBaseline] = ["left", "alphabetic"];
    const bar = roundLength(90 / camera.scale);
    const [x, y] = [12, height - 14];
    const label = `${shortNumber(bar)} m`;
    context.fillStyle = this.colours.paper;
    context.globalAlpha = 0.8;
    context.fillRect(0, height - 38, view.showForces ? 270 : 130, 38);
    context.globalAlpha = 1;
    context.strokeStyle = this.colours.ink;
    context.lineWidth = 1.4;
    context.beginPath();
    [[x, y - 5], [x, y], [x + bar * camera.scale, y], [x + bar * camera.scale, y - 5]].forEach((point) => context.lineTo(...point));
    context.stroke();
    context.fillStyle = this.colours.ink;
    context.fillText(label, x, y - 8);
    if (view.showForces && this.film.steps > 0) {
      const force = roundLength(80 / this.forceScale(camera));
      drawArrow(context, [150, y], [force * this.forceScale(camera), 0], this.pen(camera), this.colours.force, false);
      context.fillStyle = this.colours.ink;
      context.fillText(`${shortNumber(force)} N`, 150, y - 8);
    }
  }
}

/** 1, 2 or 5 times a power of ten, at most this. */
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].find((factor) => factor * power <= most) * power || power;
}

/** A number for a label of a picture. */
function shortNumber(value) {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(3)));
}
