// How a film plays, steps and is looked at, whatever it shows.

/** Milliseconds between two updates of the values while playing. */
const VALUES_EVERY = 120;
/** Milliseconds between two pictures where motion is to be reduced. */
const REDUCED_EVERY = 250;

/**
 * A film with a camera; kinds of films draw it (`draw`), show values (`showValues`), say a step in words (`words`), find what is at a place
 * (`subjectAt`) and follow the theme (`restyle`).
 */
class Transport {
  constructor(film) {
    this.film = film;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    Object.assign(this, { step: 0, time: 0, isPlaying: false, chosen: null, pointed: null, last: 0, valuesAt: 0 });
  }

  /** Fingers, pointer and wheel on the picture. */
  gestures() {
    return {
      changed: () => this.redraw(),
      pointed: (place) => this.pointTo(place),
      clicked: (place) => this.choose(this.subjectAt(place)),
    };
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

  /** Buttons, slider and choices that every film has. */
  wire() {
    const click = (id, action) => byId(id).addEventListener("click", action);
    click("play", () => this.toggle());
    click("first", () => this.go(0));
    click("last", () => this.go(this.film.steps));
    click("back", () => this.go(this.step - 1));
    click("forward", () => this.go(this.step + 1));
    click("zoom-in", () => this.look((camera) => camera.zoom(1.4)));
    click("zoom-out", () => this.look((camera) => camera.zoom(1 / 1.4)));
    click("zoom-fit", () => this.look((camera) => camera.fit()));
    click("help-open", () => byId("help").showModal());
    const slider = byId("slider");
    slider.max = String(this.film.steps);
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    document.querySelectorAll(".shows input").forEach((box) => box.addEventListener("change", () => this.redraw()));
    byId("subject").addEventListener("change", (event) => this.choose(subjectOf(event.target.value)));
    byId("theme").addEventListener("change", (event) => this.setTheme(event.target.value));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.restyle());
    const observer = new ResizeObserver(() => {
      this.camera.resized();
      this.redraw();
    });
    observer.observe(document.querySelector("main"));
    observer.observe(byId("picture"));
  }

  /** Goes to a step and stays there. */
  go(step) {
    this.setPlaying(false);
    this.step = Math.min(this.film.steps, Math.max(0, step));
    this.time = this.step;
    this.shown();
    say(this.words());
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

  /** What the values are about: what was clicked, else what is pointed at, else the whole step. */
  subject() {
    return this.chosen ?? this.pointed;
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

  look(change) {
    change(this.camera);
    this.redraw();
  }

  setTheme(theme) {
    document.documentElement.dataset.theme = theme;
    this.restyle();
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
}

/** The value of the list for a subject, and back. */
function valueOf(subject) {
  return subject === null ? "" : `${subject.kind} ${subject.index}`;
}

function subjectOf(value) {
  const [kind, index] = value.split(" ");
  return value === "" ? null : { kind, index: Number(index) };
}

/** Reads a film and starts the player that `make` makes of it; `proved` is what is said of this kind of film beside its proof. */
async function start(read, make, proved) {
  try {
    const film = await read();
    byId("title").textContent = film.scene.title ?? film.scene.name;
    showEnding(film.scene);
    showProof(film, proved);
    make(film);
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    byId("status").textContent = `This film cannot be shown: ${error.message}`;
    throw error;
  }
}
