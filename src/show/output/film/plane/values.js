// The values of a body, of a contact, of a pin or of the whole step, of a run in the plane.

class Values extends Panel {
  constructor(film, states, places, forces) {
    super();
    Object.assign(this, { film, states, places, forces });
  }

  /** The title, notes and lines of a subject in a step. */
  of(subject, step) {
    switch (subject?.kind) {
      case "body": return this.ofBody(subject.index, step);
      case "contact": return this.ofContact(subject.index, step);
      case "pin": return this.ofPin(subject.index, step);
      default: return this.ofStep(step);
    }
  }

  ofStep(step) {
    const { film } = this;
    const facts = film.facts[step];
    const { kinetic, potential } = this.states.energy(step);
    const lines = [
      exactLine("time", "time", "s", multiply(film.step, fraction(BigInt(step)))),
      exactLine("kinetic", "kinetic energy", "J", kinetic),
      exactLine("potential", "potential energy", "J", potential),
    ];
    if (facts !== null) {
      lines.push(rootLine("depth", "deepest penetration", "m", facts.depthSquare));
      lines.push(exactLine("penetration", "its square, exactly", "m²", facts.depthSquare));
      if (film.scene.pins.length > 0) {
        lines.push(rootLine("drift-length", "largest drift of a pin", "m", facts.driftSquare));
        lines.push(exactLine("drift", "its square, exactly", "m²", facts.driftSquare));
      }
    }
    return { title: step === 0 ? "The scene" : `Step ${step}`, notes: [], lines };
  }

  ofBody(body, step) {
    const { scene } = this.film;
    const { free } = this.states.bodies[body];
    const title = scene.bodies[body].name;
    if (free === null) {
      return { title, notes: ["fixed: it never moves"], lines: [] };
    }
    const [{ x, y, rotation }, [vx, vy]] = [this.states.placement(step, body), this.states.velocity(step, body)];
    const lines = [
      exactLine("x", "centroid x", "m", x),
      exactLine("y", "centroid y", "m", y),
      ...this.rotationLines(step, body, rotation),
      exactLine("vx", "velocity x", "m/s", vx),
      exactLine("vy", "velocity y", "m/s", vy),
      exactLine("spin", "spin", "rad/s", this.states.spin(step, body)),
      exactLine("mass", "mass", "kg", free.mass),
      exactLine("inertia", "moment of inertia", "kg m²", free.inertia),
    ];
    const angle = (this.places.at(step, this.states.bodies[body].place)[2] * 180) / Math.PI;
    return { title, notes: [`turned by about ${angle.toFixed(3)}° since the scene`], lines };
  }

  rotationLines(step, body, { re, im, length }) {
    const lines = [
      exactLine("cosine", "cosine of its rotation", "", fraction(re, length)),
      exactLine("sine", "sine of its rotation", "", fraction(im, length)),
    ];
    const found = step === 0 ? null : this.film.states[step][this.states.bodies[body].place];
    if (found !== null && this.film.scene.grid !== null) {
      const tangent = fraction(found.tangent, 1n << BigInt(this.film.scene.grid));
      lines.push(exactLine("tangent", `after ${found.quarter} quarter turns, tangent of half the angle`, "", tangent));
    }
    return lines;
  }

  ofContact(row, step) {
    const [body, part, vertex] = this.film.scene.rows[row];
    const [title, [x, y]] = [contactName(this.film, row), this.states.vertex(step, body, part, vertex)];
    const contact = step === 0 ? undefined : this.forces.find(step, row);
    const point = toNumber(this.states.bodies[body].radii[part]) > 0 ? "centre of the arc" : "vertex";
    const place = [exactLine("at-x", `${point} x`, "m", x), exactLine("at-y", `${point} y`, "m", y)];
    if (contact === undefined) {
      return { title, notes: ["does not press in this step"], lines: place };
    }
    const force = this.forceLines(step, this.film.scene.bodies[this.forces.receiver(row)].name, this.forces.contactForce(step, contact));
    const notes = [];
    if (contact.isImpact) {
      notes.push("is hit");
    }
    if (contact.slides) {
      notes.push("slides");
    }
    return { title, notes: [...notes, ...force.notes], lines: [...force.lines, ...place] };
  }

  ofPin(pin, step) {
    const { first, second } = this.film.scene.pins[pin];
    const name = (body) => this.film.scene.bodies[body].name;
    const title = `Pin of ${name(first)} and ${second === null ? "the world" : name(second)}`;
    const found = this.forces.pinsOf(step).find((other) => other.pin === pin);
    if (found === undefined) {
      return { title, notes: ["no force in this step"], lines: [] };
    }
    return { title, ...this.forceLines(step, name(first), this.forces.pinForce(found)) };
  }

  /** The lines of a force on a body, and a note where the film has not all of it. */
  forceLines(step, on, coordinates) {
    const lines = coordinates.map(({ exact, bounds }, axis) =>
      ({ ...exactLine(`force-${"xy"[axis]}`, `force ${"xy"[axis]} on ${on}`, "N", exact), bounds }));
    const isExact = coordinates.every(({ exact }) => exact !== null);
    const note = `Forces are near those of the exact motion; the record of step ${step} in the run file, line ${step + 1}, has those that prove it.`;
    return { lines, notes: isExact ? [] : [note] };
  }
}
