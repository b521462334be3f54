// The film itself: which step is shown, and everything on the page that shows or changes it.

/** Milliseconds between two updates of the values while playing. */
const VALUES_EVERY = 120;
/** Milliseconds between two pictures where motion is to be reduced. */
const REDUCED_EVERY = 250;

class Player {
  constructor(film) {
    this.film = film;
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
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    Object.assign(this, { step: 0, time: 0, isPlaying: false, chosen: null, pointed: null, last: 0, valuesAt: 0, isRestyled: false });
    this.gestures = new Gestures(this.camera, {
      changed: () => this.redraw(),
      pointed: (place) => this.pointTo(place),
      clicked: (place) => this.choose(this.subjectAt(place)),
    });
    document.body.classList.toggle("frictionless", !film.hasFriction);
    if (film.scene.loads) {
      addLoadsToLegend();
    }
    this.wire();
    this.shown();
    this.begin();
  }

  /** Plays at once and again and again, if the film or its address says so; never by itself where motion is to be reduced. */
  begin() {
    const { plays, loops } = this.film.scene;
    const wishes = location.hash.slice(1).split("&");
    byId("loop").checked = loops || wishes.includes("loop");
    const isWanted = plays || wishes.includes("autoplay");
    if (isWanted && !this.calm.matches) {
      this.toggle();
    }
  }

  wire() {
    const click = (id, action) => byId(id).addEventListener("click", action);
    click("play", () => this.toggle());
    click("first", () => this.go(0));
    click("last", () => this.go(this.film.steps));
    click("back", () => this.go(this.step - 1));
    click("forward", () => this.go(this.step + 1));
    click("event-back", () => this.toEvent(-1));
    click("event-forward", () => this.toEvent(1));
    click("zoom-in", () => this.look((camera) => camera.zoom(1.4)));
    click("zoom-out", () => this.look((camera) => camera.zoom(1 / 1.4)));
    click("zoom-fit", () => this.look((camera) => camera.fit()));
    click("help-open", () => byId("help").showModal());
    const slider = byId("slider");
    slider.max = String(this.film.steps);
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    ["show-forces", "show-velocities", "show-names"].forEach((id) => byId(id).addEventListener("change", () => this.redraw()));
    byId("subject").addEventListener("change", (event) => this.choose(subjectOf(event.target.value)));
    byId("theme").addEventListener("change", (event) => this.setTheme(event.target.value));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    new ResizeObserver(() => {
      this.camera.resized();
      this.redraw();
    }).observe(document.querySelector("main"));
    listenToKeys(this);
  }

  /** Goes to a step and stays there. */
  go(step) {
    this.setPlaying(false);
    this.step = Math.min(this.film.steps, Math.max(0, step));
    this.time = this.step;
    this.shown();
    say(this.words());
  }

  toEvent(direction) {
    this.go(this.events.neighbour(this.step, direction));
  }

  toggle() {
    if (!this.isPlaying && this.time >= this.film.steps) {
      this.time = 0;
    }
    this.setPlaying(!this.isPlaying);
    if (this.isPlaying) {
      say("playing");
      this.last = performance.now();
      requestAnimationFrame((now) => this.tick(now));
    } else {
      // What stands still is a state of the run.
      this.go(this.step);
    }
  }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    byId("play").textContent = isPlaying ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", String(isPlaying));
  }

  /** The next picture of the film that plays. */
  tick(now) {
    if (!this.isPlaying) {
      return;
    }
    if (!this.calm.matches || now - this.last >= REDUCED_EVERY) {
      const seconds = Math.max(0, now - this.last) / 1000;
      this.last = now;
      const wasAtEnd = this.time >= this.film.steps;
      this.time = wasAtEnd ? 0 : Math.min(this.film.steps, this.time + (seconds * Number(byId("speed").value)) / toNumber(this.film.step));
      this.step = Math.ceil(this.time);
      if (this.calm.matches) {
        this.time = this.step;
      }
      if (this.time >= this.film.steps && !byId("loop").checked) {
        this.go(this.film.steps);
        return;
      }
      this.shown(now);
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  /** Shows the step that it is, while playing now and then only where that takes long. */
  shown(now = Infinity) {
    const slider = byId("slider");
    slider.value = String(this.step);
    const seconds = decimal(multiply(this.film.step, fraction(BigInt(this.step))), 6).text;
    const clock = `step ${this.step} of ${this.film.steps}, ${seconds} s`;
    slider.setAttribute("aria-valuetext", clock);
    byId("clock").textContent = clock;
    if (!this.isPlaying || now - this.valuesAt >= VALUES_EVERY) {
      this.valuesAt = now === Infinity ? 0 : now;
      this.showValues();
    }
    this.redraw();
  }

  showValues() {
    byId("happenings").textContent = this.events.words(this.step, 4) || "no event in this step";
    this.values.show(this.subject(), this.step);
    if (!this.isPlaying) {
      this.listSubjects();
    }
  }

  /** What the values are about: what was clicked, else what is pointed at, else the whole step. */
  subject() {
    return this.chosen ?? this.pointed;
  }

  words() {
    const events = this.events.words(this.step, 3);
    return `${byId("clock").textContent}. ${events || "no event"}`;
  }

  /** Asks for a picture. */
  redraw() {
    if (this.isAsked) {
      return;
    }
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.draw();
    });
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

  look(change) {
    change(this.camera);
    this.redraw();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.restyle();
  }

  restyle() {
    this.picture.restyle();
    this.isRestyled = true;
    this.redraw();
  }

  changeSpeed(direction) {
    const select = byId("speed");
    select.selectedIndex = Math.min(select.options.length - 1, Math.max(0, select.selectedIndex + direction));
    say(`speed ${select.selectedOptions[0].text}`);
  }

  switchShown(id) {
    byId(id).checked = !byId(id).checked;
    const [on, off] = id === "loop" ? ["on", "off"] : ["shown", "hidden"];
    say(`${id.replace("show-", "")} ${byId(id).checked ? on : off}`);
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
      this.picture.outlines(this.camera, this.time, index).some((points) => isInside(points, place)));
    return body < 0 ? null : { kind: "body", index: body };
  }

  pointTo(place) {
    const found = place === null ? null : this.subjectAt(place);
    if (valueOf(found) !== valueOf(this.pointed)) {
      this.pointed = found;
      this.showValues();
      this.redraw();
    }
  }

  choose(subject) {
    this.chosen = subject;
    this.showValues();
    this.redraw();
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

/** The value of the list for a subject, and back. */
function valueOf(subject) {
  return subject === null ? "" : `${subject.kind} ${subject.index}`;
}

function subjectOf(value) {
  const [kind, index] = value.split(" ");
  return value === "" ? null : { kind, index: Number(index) };
}

/** Whether a place is in a convex polygon of the page. */
function isInside(points, [x, y]) {
  const sides = points.map(([px, py], index) => {
    const [qx, qy] = points[(index + 1) % points.length];
    return (qx - px) * (y - py) - (qy - py) * (x - px);
  });
  return sides.every((side) => side <= 0) || sides.every((side) => side >= 0);
}

/** The classes of what a film shows. */
function partsOf(film) {
  if (film.scene.loads) {
    return { States: StatesWithLoads, Forces: ForcesWithLoads, Picture: PictureWithLoads, Values: ValuesWithLoads };
  }
  return { States, Forces, Picture, Values };
}

/** Reads the film and starts. */
async function start() {
  try {
    const film = await readFilm();
    byId("title").textContent = film.scene.title ?? film.scene.name;
    showEnding(film.scene);
    showProof(film);
    new Player(film);
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    byId("status").textContent = `This film cannot be shown: ${error.message}`;
    throw error;
  }
}

start();
