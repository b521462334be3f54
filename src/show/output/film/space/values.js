// The values of a solid, or of the whole step.

class SolidValues extends Panel {
  constructor(film, states) {
    super();
    Object.assign(this, { film, states });
  }

  /** The title, notes and lines of a subject in a step. */
  of(subject, step) {
    return subject === null ? this.ofStep(step) : this.ofBody(subject.index, step);
  }

  ofStep(step) {
    const lines = [
      exactLine("time", "time", "s", multiply(this.film.step, fraction(BigInt(step)))),
      exactLine("kinetic", "kinetic energy", "J", this.film.energies[step]),
      exactLine("potential", "potential energy of weights", "J", this.states.potential(step)),
    ];
    return { title: step === 0 ? "The scene" : `Step ${step}`, notes: [], lines };
  }

  ofBody(body, step) {
    const title = this.film.scene.bodies[body].name;
    if (this.states.bodies[body] === null) {
      return { title, notes: ["fixed: it never moves"], lines: [] };
    }
    const named = (name, label, unit, numbers) =>
      numbers.map((number, axis) => exactLine(`${name}-${"xyz"[axis]}`, `${label} ${"xyz"[axis]}`, unit, number));
    const [w, x, y, z] = this.states.quaternion(step, body);
    const lines = [
      ...named("at", "centroid", "m", this.states.position(step, body)),
      exactLine("turn-w", "quaternion of its turn (of any length) w", "", w),
      ...named("turn", "quaternion", "", [x, y, z]),
      ...named("velocity", "velocity", "m/s", this.states.velocity(step, body)),
      ...named("momentum", "angular momentum", "kg m²/s", this.states.momentum(step, body)),
      exactLine("mass", "mass", "kg", this.states.bodies[body].mass),
    ];
    const spin = this.states.spin(step, body).map(shortNumber).join(", ");
    return { title, notes: [`spins at about (${spin}) rad/s`], lines };
  }
}
