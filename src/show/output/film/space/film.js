// The film of a run in space.

/** What each key does. */
const KEYS = {
  ...COMMON_KEYS,
  v: (player) => player.switchShown("show-velocities"),
  q: (player) => player.look((camera) => camera.turn(-0.1, 0)),
  e: (player) => player.look((camera) => camera.turn(0.1, 0)),
  r: (player) => player.look((camera) => camera.turn(0, 0.1)),
  f: (player) => player.look((camera) => camera.turn(0, -0.1)),
};

class SolidPlayer extends Transport {
  constructor(film) {
    super(film);
    this.states = new SolidStates(film);
    this.places = new SolidPlaces(film, this.states);
    this.painter = new Painter(byId("picture"), film, this.places, () => this.redraw());
    this.marks = new Marks(byId("marks"), film, this.states, this.places);
    const seen = film.free.length > 0 ? film.free : film.scene.bodies.map((_, body) => body);
    this.camera = new SolidCamera(byId("picture"), boxOf(film, this.places, seen));
    const on = { step: (step) => this.go(step) };
    this.plots = [new Plot(byId("plots"), energyPlot(film, this.states), film.steps, on)];
    this.values = new SolidValues(film, this.states);
    this.isRestyled = false;
    byId("joints-key").hidden = this.marks.joints.length === 0;
    new Gestures(this.camera, this.gestures());
    this.wire();
    this.listSubjects();
    listenToKeys(this, KEYS);
    this.shown();
    this.begin();
  }

  showValues() {
    this.values.show(this.subject(), this.step);
    byId("subject").value = valueOf(this.chosen);
  }

  words() {
    return byId("clock").textContent;
  }

  draw() {
    const isChecked = (id) => byId(id).checked;
    this.painter.draw(this.camera, this.time, this.chosen?.index ?? null, this.pointed?.index ?? null);
    this.marks.draw(this.camera, this.painter.palette, {
      time: this.time, step: this.step, showNames: isChecked("show-names"), showVelocities: isChecked("show-velocities"),
    });
    this.plots.forEach((plot) => plot.draw(this.time, this.step, this.painter.palette, this.isRestyled));
    this.isRestyled = false;
  }

  restyle() {
    this.painter.restyle();
    this.isRestyled = true;
    this.redraw();
  }

  subjectAt(place) {
    const body = bodyAt(this.film, this.places, this.camera, this.time, place);
    return body === null ? null : { kind: "body", index: body };
  }

  nextSubject(_, direction) {
    const count = this.film.scene.bodies.length;
    const at = this.chosen?.index ?? (direction > 0 ? -1 : 0);
    this.choose({ kind: "body", index: (at + direction + count) % count });
    say(byId("values").querySelector("h3").textContent);
  }

  /** The list of bodies to choose from. */
  listSubjects() {
    const options = this.film.scene.bodies.map(({ name }, index) => new Option(name, `body ${index}`));
    byId("subject").replaceChildren(new Option("the whole step, or what is pointed at", ""), ...options);
  }
}

/** Energies over time. */
function energyPlot(film, states) {
  const kinetic = film.energies.map(toNumber);
  const potential = film.states.map((_, step) => toNumber(states.potential(step)));
  return {
    name: "energy", title: "Energy", unit: "J",
    lines: [
      { label: "kinetic", colour: "velocity", dash: [], numbers: kinetic },
      { label: "potential", colour: "potential", dash: [5, 3], numbers: potential },
      { label: "sum", colour: "ink", dash: [1.5, 2.5], numbers: kinetic.map((value, step) => value + potential[step]) },
    ],
  };
}

start(readSolids, (film) => new SolidPlayer(film), {
  forces: null,
  note: "Each state follows from the one before by the law, rounded to the grid.",
});
