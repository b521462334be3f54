// How bodies move in a step, which their colours tell as in `zwang draw`: they rest, shift or turn; the faster, the deeper the colour.
// Whether something rests is decided with the exact states; speeds are doubles.

class Motions {
  constructor(film, states, places) {
    Object.assign(this, { film, states, places });
    this.known = new Map();
    this.fastestShift = 0;
    this.fastestTurn = 0;
    this.fastest = 0;
    for (let step = 0; step <= film.steps; step += 1) {
      this.measure(this.of(step));
    }
    this.fastest ||= 1;
  }

  /** The fastest motions of each kind. */
  measure(motions) {
    for (const { kind, velocity, spin } of motions) {
      const speed = Math.hypot(...velocity);
      this.fastest = Math.max(this.fastest, speed);
      if (kind === "turns") {
        this.fastestTurn = Math.max(this.fastestTurn, Math.abs(spin));
      } else {
        this.fastestShift = Math.max(this.fastestShift, speed);
      }
    }
  }

  /** { kind, velocity, spin } of every free body in the step that led to a state; before the first, what the scene says. */
  of(step) {
    if (!this.known.has(step)) {
      this.known.set(step, this.film.free.map((body, place) => (step === 0 ? this.atFirst(body) : this.inStep(step, place))));
    }
    return this.known.get(step);
  }

  atFirst(body) {
    const { free } = this.states.bodies[body];
    const velocity = free.velocity.map(toNumber);
    const spin = toNumber(free.spin);
    return { kind: kindOf(free.velocity.every(({ n }) => n === 0n), free.spin.n === 0n), velocity, spin };
  }

  inStep(step, place) {
    const h = toNumber(this.film.step);
    const [now, before] = [this.places.at(step, place), this.places.at(step - 1, place)];
    const [x, y, angle] = now.map((value, index) => (value - before[index]) / h);
    const body = this.film.free[place];
    const [after, earlier] = [this.states.placement(step, body), this.states.placement(step - 1, body)];
    const isInPlace = isEqual(after.x, earlier.x) && isEqual(after.y, earlier.y);
    return { kind: kindOf(isInPlace, isSameRotation(after.rotation, earlier.rotation)), velocity: [x, y], spin: angle };
  }

  /** The colour of a free body. */
  colour(step, body, palette) {
    const { kind, velocity, spin } = this.of(step)[this.states.bodies[body].place];
    if (kind === "rests") {
      return palette.rests;
    }
    const pace = kind === "turns" ? Math.abs(spin) / (this.fastestTurn || 1) : Math.hypot(...velocity) / (this.fastestShift || 1);
    return mixed(palette[`${kind}-slow`], palette[`${kind}-fast`], pace);
  }
}

function kindOf(isInPlace, isStraight) {
  if (!isStraight) {
    return "turns";
  }
  return isInPlace ? "rests" : "shifts";
}

function isEqual(a, b) {
  return a.n * b.d === b.n * a.d;
}

function isSameRotation(a, b) {
  return a.re * b.length === b.re * a.length && a.im * b.length === b.im * a.length;
}

/** The mixture of two colours #rrggbb with so large a share of the second. */
function mixed(first, second, share) {
  const channels = [1, 3, 5].map((at) => {
    const [from, to] = [first, second].map((colour) => parseInt(colour.slice(at, at + 2), 16));
    return Math.round(from + (to - from) * Math.min(1, share));
  });
  return `rgb(${channels.join(" ")})`;
}
