// Where bodies are and how they move, exactly (proofs/RUN.md, section 1), and as doubles for the picture.

/** c = (re + im i) / length of a placement, in integers. */
function rotationOf(placement, grid) {
  const [unit, t] = [1n << BigInt(grid), placement.tangent];
  let [re, im] = [unit * unit - t * t, 2n * unit * t];
  for (let turns = placement.quarter; turns > 0; turns -= 1) {
    [re, im] = [-im, re];
  }
  return { re, im, length: unit * unit + t * t };
}

/** The product of two complex numbers. */
function product([a, b], [x, y]) {
  return [subtract(multiply(a, x), multiply(b, y)), add(multiply(b, x), multiply(a, y))];
}

/** The exact states of a film. */
class States {
  constructor(film) {
    this.film = film;
    this.bodies = film.scene.bodies.map((body, index) => exactBody(body, film.free.indexOf(index)));
    this.gravity = film.scene.gravity.map(parseFraction);
  }

  /** { x, y, rotation } of a body after a step; a fixed one is at 0, and not turned. */
  placement(step, body) {
    const { free, place } = this.bodies[body];
    const still = { re: 1n, im: 0n, length: 1n };
    if (free === null) {
      return { x: ZERO, y: ZERO, rotation: still };
    }
    if (step === 0) {
      return { x: free.centroid[0], y: free.centroid[1], rotation: still };
    }
    const found = this.film.states[step][place];
    return { x: found.x, y: found.y, rotation: rotationOf(found, this.film.scene.grid) };
  }

  /** Re c and Im c after a step. */
  rotation(step, body) {
    const { re, im, length } = this.placement(step, body).rotation;
    return [fraction(re, length), fraction(im, length)];
  }

  /** A vertex after a step. */
  vertex(step, body, part, index) {
    const { x, y } = this.placement(step, body);
    const [armX, armY] = product(this.rotation(step, body), this.bodies[body].arms[part][index]);
    return [add(x, armX), add(y, armY)];
  }

  /** The vector from a vertex of a part to one of another part after a step: the normal of a contact of two arcs. */
  normalOfArcs(step, [other, otherPart, index], [body, part, vertex]) {
    const [to, from] = [this.vertex(step, body, part, vertex), this.vertex(step, other, otherPart, index)];
    return [subtract(to[0], from[0]), subtract(to[1], from[1])];
  }

  /** The normal n of a contact after a step, of a vertex and an edge, or of two vertices. */
  normalOf(step, [body, part, vertex, other, otherPart, edge]) {
    const count = this.bodies[other].arms[otherPart].length;
    return edge < count ? this.normal(step, other, otherPart, edge) : this.normalOfArcs(step, [other, otherPart, edge - count], [body, part, vertex]);
  }

  /** The outward normal n of an edge after a step, as long as the edge. */
  normal(step, body, part, index) {
    const arms = this.bodies[body].arms[part];
    const [from, to] = [arms[index], arms[(index + 1) % arms.length]];
    const [x, y] = product(this.rotation(step, body), [subtract(to[0], from[0]), subtract(to[1], from[1])]);
    return [y, negate(x)];
  }

  /** The velocity after a step; of the scene at first. */
  velocity(step, body) {
    const { free, place } = this.bodies[body];
    if (step === 0 || free === null) {
      return free === null ? [ZERO, ZERO] : free.velocity;
    }
    return this.film.states[step][place].velocity;
  }

  /** The spin after a step. */
  spin(step, body) {
    const { free, place } = this.bodies[body];
    if (step === 0 || free === null) {
      return free === null ? ZERO : free.spin;
    }
    return this.film.states[step][place].spin;
  }

  /** Kinetic and potential energy after a step. */
  energy(step) {
    const half = fraction(1n, 2n);
    let [kinetic, potential] = [ZERO, ZERO];
    for (const body of this.film.free) {
      const { mass, inertia } = this.bodies[body].free;
      const [[vx, vy], spin, at] = [this.velocity(step, body), this.spin(step, body), this.placement(step, body)];
      const translation = multiply(mass, add(multiply(vx, vx), multiply(vy, vy)));
      const turning = multiply(inertia, multiply(spin, spin));
      kinetic = add(kinetic, reduced(multiply(half, add(translation, turning))));
      const lift = add(multiply(this.gravity[0], at.x), multiply(this.gravity[1], at.y));
      potential = subtract(potential, reduced(multiply(mass, lift)));
    }
    return { kinetic, potential };
  }
}

/** A body of the scene in fractions; a part consists of all points within its radius of its core, which has the arms. Arms are from its centroid, those of fixed bodies from 0, and once more as doubles for the picture. */
function exactBody(body, place) {
  const free = body.free === null ? null : {
    mass: parseFraction(body.free.mass),
    inertia: parseFraction(body.free.inertia),
    centroid: body.free.centroid.map(parseFraction),
    velocity: body.free.velocity.map(parseFraction),
    spin: parseFraction(body.free.spin),
  };
  const [x, y] = free === null ? [ZERO, ZERO] : free.centroid;
  const arm = (vertex) => {
    const [p, q] = vertex.map(parseFraction);
    return [subtract(p, x), subtract(q, y)];
  };
  const arms = body.parts.map((part) => part.map(arm));
  const radii = (body.radii ?? body.parts.map(() => "0")).map(parseFraction);
  const pictureArms = arms.map((part) => part.map((pair) => pair.map(toNumber)));
  return { free, place, arms, radii, pictureArms, pictureRadii: radii.map(toNumber) };
}

/** The states as doubles for the picture: x, y and angle of every free body after every step, one after the other. */
class Places {
  constructor(film, states) {
    this.count = film.free.length;
    this.numbers = new Float64Array(3 * this.count * (film.steps + 1));
    film.free.forEach((body, place) => {
      const [x, y] = states.bodies[body].free.centroid.map(toNumber);
      this.numbers.set([x, y, 0], 3 * place);
    });
    for (let step = 1; step <= film.steps; step += 1) {
      film.states[step].forEach((placement, place) => this.put(step, place, placement, film.scene.grid));
    }
  }

  put(step, place, placement, grid) {
    const at = 3 * (step * this.count + place);
    const angle = placement.quarter * (Math.PI / 2) + 2 * Math.atan(scaledNumber(placement.tangent, grid));
    const before = this.numbers[at + 2 - 3 * this.count];
    const whole = 2 * Math.PI;
    // The shortest way from the angle before.
    this.numbers.set([toNumber(placement.x), toNumber(placement.y), angle - whole * Math.round((angle - before) / whole)], at);
  }

  /** A vertex of a body at a time counted in steps. */
  vertex(time, { place, pictureArms }, part, index) {
    const [x, y, angle] = place < 0 ? [0, 0, 0] : this.at(time, place);
    const [dx, dy] = turnedBy(angle, pictureArms[part][index]);
    return [x + dx, y + dy];
  }

  /** [x, y, angle] at a time counted in steps; between two states on the straight way. */
  at(time, place) {
    const step = Math.min(Math.floor(time), this.numbers.length / (3 * this.count) - 1);
    const [from, rest] = [3 * (step * this.count + place), time - step];
    const first = this.numbers.subarray(from, from + 3);
    if (rest <= 0) {
      return first;
    }
    const next = this.numbers.subarray(from + 3 * this.count, from + 3 * this.count + 3);
    return first.map((value, index) => value + rest * (next[index] - value));
  }
}
