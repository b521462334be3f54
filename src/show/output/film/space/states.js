// Where solids are and how they move, exactly (proofs/RUN.md, section 14), and as doubles for the picture.

/** The exact states of a film in space. */
class SolidStates {
  constructor(film) {
    this.film = film;
    this.unit = 1n << BigInt(film.scene.grid);
    this.gravity = film.scene.gravity.map(parseFraction);
    this.bodies = film.scene.bodies.map(({ free }, index) => free === null ? null : {
      place: film.free.indexOf(index),
      mass: parseFraction(free.mass),
      centroid: film.scene.bodies[index].home.map(parseFraction),
      inertia: free.inertia.map((row) => row.map((number) => toNumber(parseFraction(number)))),
    });
  }

  found(step, body) {
    return this.film.states[step][this.bodies[body].place];
  }

  inUnits(integers) {
    return integers.map((integer) => fraction(integer, this.unit));
  }

  position(step, body) {
    const moved = this.inUnits(this.found(step, body).displacement);
    return moved.map((move, axis) => add(this.bodies[body].centroid[axis], move));
  }

  /** The quaternion w, x, y, z of the turn since the scene; it is not 1 long. */
  quaternion(step, body) {
    const { chart, turn } = this.found(step, body);
    return this.inUnits(turn.toSpliced(chart, 0, this.unit));
  }

  velocity(step, body) {
    return this.inUnits(this.found(step, body).velocity);
  }

  /** The angular momentum about the centroid. */
  momentum(step, body) {
    return this.inUnits(this.found(step, body).momentum);
  }

  /** The angular velocity I⁻¹ L, about. */
  spin(step, body) {
    const turn = unitQuaternion(this.quaternion(step, body).map(toNumber));
    const own = turned(inverse(turn), this.momentum(step, body).map(toNumber));
    return turned(turn, solutionOf(this.bodies[body].inertia, own));
  }

  /** The potential energy of weights after a step, 0 where centroids are at 0. */
  potential(step) {
    let sum = ZERO;
    for (const body of this.film.free) {
      const position = this.position(step, body);
      const lift = this.gravity.reduce((rest, value, axis) => add(rest, multiply(value, position[axis])), ZERO);
      sum = reduced(subtract(sum, multiply(this.bodies[body].mass, lift)));
    }
    return sum;
  }
}

function unitQuaternion(quaternion) {
  const length = Math.hypot(...quaternion);
  return quaternion.map((component) => component / length);
}

/** The states as doubles: place and quaternion of every body after every step; a fixed one has one pose. */
class SolidPlaces {
  constructor(film, states) {
    this.film = film;
    this.poses = film.scene.bodies.map(({ home, free }, body) =>
      free === null ? [{ place: home.map(parseFraction).map(toNumber), turn: [1, 0, 0, 0] }] : this.posesOf(states, body));
  }

  /** Quaternions have the sign that is nearer to the one before. */
  posesOf(states, body) {
    let last = [1, 0, 0, 0];
    return times(this.film.steps + 1, (step) => {
      const turn = unitQuaternion(states.quaternion(step, body).map(toNumber));
      const isFar = turn.reduce((sum, component, index) => sum + component * last[index], 0) < 0;
      last = isFar ? turn.map((component) => -component) : turn;
      return { place: states.position(step, body).map(toNumber), turn: last };
    });
  }

  /** { place, turn } of a body at a time counted in steps; between two states on the straight way. */
  at(time, body) {
    const poses = this.poses[body];
    const step = Math.min(Math.floor(time), poses.length - 1);
    const [from, rest] = [poses[step], time - step];
    if (rest <= 0 || step === poses.length - 1) {
      return from;
    }
    const to = poses[step + 1];
    const between = (a, b) => a.map((value, index) => value + rest * (b[index] - value));
    return { place: between(from.place, to.place), turn: unitQuaternion(between(from.turn, to.turn)) };
  }
}
