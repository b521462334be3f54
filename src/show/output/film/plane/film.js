// The film itself: which step is shown, and everything on the page that shows or changes it.

/** What each key does. */
const KEYS = {
  ...COMMON_KEYS,
  "[": (player) => player.toEvent(-1),
  "]": (player) => player.toEvent(1),
  f: (player) => player.switchShown("show-forces"),
  v: (player) => player.switchShown("show-velocities"),
  c: (player, event) => player.nextSubject("contact", event.shiftKey ? -1 : 1),
};

class Player extends Transport {
  constructor(film) {
    super(film);
    const parts = partsOf(film);
    this.states = new parts.States(film);
    this.places = new Places(film, this.states);
    this.forces = new parts.Forces(film, this.states, this.places);
    this.picture = new parts.Picture(byId("picture"), film, this.states, this.places, this.forces);
    this.camera = new Camera(byId("picture"), this.picture.box);
    const on = { step: (step) => this.go(step) };
    this.events = new Events(byId("event-line"), film, this.forces, on);
    this.plots = plotsOf(film, this.forces).map((plot) => new Plot(byId("plots"), plot, film.steps, on));
    this.values = new parts.Values(film, this.states, this.places, this.forces);
    this.isRestyled = false;
    new Gestures(this.camera, this.gestures());
    document.body.classList.toggle("frictionless", !film.hasFriction);
    if (film.scene.loads) {
      addLoadsToLegend();
    }
    this.wire();
    this.shown();
    this.begin();
  }

  wire() {
    super.wire();
    byId("event-back").addEventListener("click", () => this.toEvent(-1));
    byId("event-forward").addEventListener("click", () => this.toEvent(1));
    listenToKeys(this, KEYS);
  }

  toEvent(direction) {
    this.go(this.events.neighbour(this.step, direction));
  }

  showValues() {
    byId("happenings").textContent = this.events.words(this.step, 4) || "no event in this step";
    this.values.show(this.subject(), this.step);
    if (!this.isPlaying) {
      this.listSubjects();
    }
  }

  words() {
    const events = this.events.words(this.step, 3);
    return `${byId("clock").textContent}. ${events || "no event"}`;
  }

  draw() {
    const isChecked = (id) => byId(id).checked;
    this.picture.draw(this.camera, {
      time: this.time, step: this.step, chosen: this.chosen, pointed: this.pointed,
      showForces: isChecked("show-forces"), showVelocities: isChecked("show-velocities"), showNames: isChecked("show-names"),
    });
    const weakest = this.picture.weakestToScale(this.camera);
    byId("weak").textContent = `below ${shortNumber(weakest)} N, drawn longer`;
    document.querySelectorAll(".of-forces").forEach((item) => { item.hidden = !isChecked("show-forces"); });
    this.events.draw(this.time, this.picture.colours, this.isRestyled);
    this.plots.forEach((plot) => plot.draw(this.time, this.step, this.picture.colours, this.isRestyled));
    this.isRestyled = false;
  }

  restyle() {
    this.picture.restyle();
    this.isRestyled = true;
    this.redraw();
  }

  /** The contact or the body at a place of the picture. */
  subjectAt(place) {
    const near = this.forces.of(this.step).map(({ row }) => {
      const [x, y] = this.picture.contactPoint(this.camera, this.time, row);
      return { row, distance: Math.hypot(x - place[0], y - place[1]) };
    });
    const nearest = near.reduce((best, next) => (next.distance < best.distance ? next : best), { row: null, distance: 9 });
    if (nearest.row !== null && byId("show-forces").checked) {
      return { kind: "contact", index: nearest.row };
    }
    const pin = this.film.scene.pins.findIndex((_, index) => {
      const [x, y] = this.picture.pinPoint(this.camera, this.time, index);
      return Math.hypot(x - place[0], y - place[1]) < 7;
    });
    if (pin >= 0) {
      return { kind: "pin", index: pin };
    }
    const body = this.film.scene.bodies.findLastIndex((_, index) =>
      this.picture.isOn(this.camera, this.time, index, place));
    return body < 0 ? null : { kind: "body", index: body };
  }

  nextSubject(kind, direction) {
    const all = kind === "body" ? this.film.scene.bodies.map((_, index) => index) : this.forces.of(this.step).map(({ row }) => row);
    const at = this.chosen?.kind === kind ? all.indexOf(this.chosen.index) : direction > 0 ? -1 : 0;
    if (all.length > 0) {
      this.choose({ kind, index: all[(at + direction + all.length) % all.length] });
      say(byId("values").querySelector("h3").textContent);
    }
  }

  /** The list to choose from: bodies, and the contacts of this step. */
  listSubjects() {
    const select = byId("subject");
    const rows = [...new Set(this.forces.of(this.step).map(({ row }) => row))];
    if (this.chosen?.kind === "contact" && !rows.includes(this.chosen.index)) {
      rows.push(this.chosen.index);
    }
    const pins = this.film.scene.pins.map((_, index) => index);
    const group = (label, kind, indices, name) => {
      const options = indices.map((index) => new Option(name(index), `${kind} ${index}`));
      const element = document.createElement("optgroup");
      element.label = label;
      element.append(...options);
      return element;
    };
    select.replaceChildren(
      new Option("the whole step, or what is pointed at", ""),
      group("Bodies", "body", this.film.scene.bodies.map((_, index) => index), (index) => this.film.scene.bodies[index].name),
      ...(pins.length > 0 ? [group("Pins", "pin", pins, (pin) => this.values.of({ kind: "pin", index: pin }, 0).title)] : []),
      group("Contacts that press", "contact", rows, (row) => contactName(this.film, row)),
    );
    select.value = valueOf(this.chosen);
  }
}

/** The classes of what a film shows. */
function partsOf(film) {
  if (film.scene.loads) {
    return { States: StatesWithLoads, Forces: ForcesWithLoads, Picture: PictureWithLoads, Values: ValuesWithLoads };
  }
  return { States, Forces, Picture, Values };
}

start(readFilm, (film) => new Player(film), {
  forces: "near the exact ones, correctly rounded",
  note: "Each step is the rounding of a motion that its forces prove.",
});
