// Contact forces λ n of a step, between two bounds, and as doubles for the picture. With friction they are λ n + μ e, with the edge e = J n.
// The normal n is that of the edge after the step. It acts on the body of the vertex, its opposite on that of the edge;
// people are told the one on the body that comes later in the scene, so that both ends of a flush contact read alike.

class Forces {
  constructor(film, states, places) {
    Object.assign(this, { film, states, places });
    this.lists = film.groups.map((groups) => groups.flatMap((group) => group.forces.map((force) => ({ ...force, group }))));
    this.vectors = new Map();
    this.usual = this.usualMagnitude();
  }

  /** The contacts that press in a step: { row, number, isImpact, along, slides, group }. */
  of(step) {
    return this.lists[step];
  }

  /** A contact of a step by its row. */
  find(step, row) {
    return this.lists[step].find((contact) => contact.row === row);
  }

  /** The direction of the force that is told. */
  direction(step, contact) {
    const row = this.film.scene.rows[contact.row];
    const [vertexBody, , , body] = row;
    const normal = this.states.normalOf(step, row);
    return vertexBody > body ? normal : normal.map(negate);
  }

  /** The body on which the force acts that is told. */
  receiver(row) {
    const [vertexBody, , , edgeBody] = this.film.scene.rows[row];
    return Math.max(vertexBody, edgeBody);
  }

  /** Two fractions with λ between them. */
  multiplierBounds({ leading }, number) {
    const { significand, exponent } = leading[number];
    const scaled = (m) => (exponent >= 0 ? fraction(m << BigInt(exponent)) : fraction(m, 1n << BigInt(-exponent)));
    return [scaled(significand), scaled(significand + 1n)];
  }

  /** The coordinates of a contact force, each exact, or null with bounds. */
  contactForce(step, contact) {
    const across = this.coordinate(contact.group, { number: contact.number, isNegative: false });
    const along = this.coordinate(contact.group, contact.along);
    const [x, y] = this.direction(step, contact);
    return [sumOf(timesOf(across, x), timesOf(along, negate(y))), sumOf(timesOf(across, y), timesOf(along, x))];
  }

  /** A coordinate: exact, or null with bounds. */
  coordinate(group, coordinate) {
    if (coordinate === null) {
      return { exact: ZERO, bounds: [ZERO, ZERO] };
    }
    const signed = (a) => (coordinate.isNegative ? negate(a) : a);
    return { exact: null, bounds: this.multiplierBounds(group, coordinate.number).map(signed) };
  }

  /** The same of the force of a pin on its first body. */
  pinForce({ group, coordinates }) {
    return coordinates.map((coordinate) => this.coordinate(group, coordinate));
  }

  /** The forces of pins in a step: { pin, coordinates, group }. */
  pinsOf(step) {
    return this.film.groups[step].flatMap((group) => group.pins.map((pin) => ({ ...pin, group })));
  }

  /** The force of a pin as doubles. */
  pinVector({ group, coordinates }) {
    return coordinates.map((coordinate) => this.coordinateNumber(group, coordinate));
  }

  coordinateNumber(group, coordinate) {
    if (coordinate === null) {
      return 0;
    }
    const { significand, exponent } = group.leading[coordinate.number];
    return (coordinate.isNegative ? -1 : 1) * Number(significand) * 2 ** exponent;
  }

  /** The forces of a step as doubles: [x, y] of each contact. */
  vectorsOf(step) {
    if (!this.vectors.has(step)) {
      this.vectors.set(step, this.of(step).map((contact) => this.vector(step, contact)));
    }
    return this.vectors.get(step);
  }

  vector(step, contact) {
    const row = this.film.scene.rows[contact.row];
    const [vertexBody, , , body] = row;
    const side = vertexBody > body ? 1 : -1;
    const across = side * this.coordinateNumber(contact.group, { number: contact.number, isNegative: false });
    const along = side * this.coordinateNumber(contact.group, contact.along);
    const [x, y] = this.pictureNormal(step - 1, row);
    return [across * x - along * y, across * y + along * x];
  }

  /** The normal of a contact at a time as doubles: that of its edge, or the vector from the second of two vertices to the first. */
  pictureNormal(time, [vertexBody, vertexPart, vertex, body, part, edge]) {
    const arms = this.states.bodies[body].pictureArms[part];
    if (edge < arms.length) {
      const { place } = this.states.bodies[body];
      const angle = place < 0 ? 0 : this.places.at(time, place)[2];
      const [from, to] = [arms[edge], arms[(edge + 1) % arms.length]];
      const [x, y] = turnedBy(angle, [to[0] - from[0], to[1] - from[1]]);
      return [y, -x];
    }
    const to = this.places.vertex(time, this.states.bodies[vertexBody], vertexPart, vertex);
    const from = this.places.vertex(time, this.states.bodies[body], part, edge - arms.length);
    return [to[0] - from[0], to[1] - from[1]];
  }

  /**
   * A force that few of those that occur exceed: arrows are drawn to a scale that suits it. Impacts are as strong as steps are short,
   * so they count only if there is nothing else.
   */
  usualMagnitude() {
    const sample = Math.max(1, Math.floor(this.film.steps / 200));
    const usual = [];
    const impacts = [];
    for (let step = 1; step <= this.film.steps; step += sample) {
      for (const contact of this.of(step)) {
        const kind = contact.isImpact ? impacts : usual;
        kind.push(Math.hypot(...this.vector(step, contact)));
      }
      usual.push(...this.pinsOf(step).map((pin) => Math.hypot(...this.pinVector(pin))));
    }
    const found = usual.length > 0 ? usual : impacts;
    found.sort((a, b) => a - b);
    this.occur = found.length > 0;
    return found[Math.floor(found.length * 0.9)] || 1;
  }

  /** The force that is drawn, as `zwang draw` has it: on the body that it pushes up, and on both where it pushes neither up. */
  drawnSides([x, y]) {
    const [gx, gy] = this.states.gravity.map(toNumber);
    const down = gx * x + gy * y;
    const isSideways = Math.abs(down) <= 1e-12 * Math.hypot(gx, gy) * Math.hypot(x, y);
    if (isSideways) {
      return [[x, y], [-x, -y]];
    }
    return down < 0 ? [[x, y]] : [[-x, -y]];
  }
}

/** A coordinate times a fraction. */
function timesOf({ exact, bounds }, factor) {
  return { exact: exact === null ? null : multiply(exact, factor), bounds: bounds.map((bound) => multiply(bound, factor)) };
}

/** The sum of two coordinates. */
function sumOf(one, two) {
  const exact = one.exact === null || two.exact === null ? null : add(one.exact, two.exact);
  const [first, second] = [ascending(one.bounds), ascending(two.bounds)];
  return { exact, bounds: [add(first[0], second[0]), add(first[1], second[1])] };
}

/** Two fractions, the smaller one first. */
function ascending([low, high]) {
  return subtract(high, low).n < 0n ? [high, low] : [low, high];
}

/** A vector turned by an angle, for pictures. */
function turnedBy(angle, [x, y]) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}
