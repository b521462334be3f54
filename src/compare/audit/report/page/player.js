// Which state is shown, and everything that shows or changes it.

/** Milliseconds between two pictures where motion is to be reduced. */
const REDUCED_EVERY = 250;
/** The last state. */
const LAST = motion.times.length - 1;

/** Whether the element with the focus has its own use for a key. */
function isTaken(focused, key) {
  const kind = focused.tagName;
  if (["BUTTON", "SUMMARY"].includes(kind) || focused.type === "checkbox") {
    return key === " ";
  }
  // The slider takes steps by itself; wide tables are moved sideways.
  return kind === "SELECT" || (kind === "INPUT" && key !== " ") || focused.classList.contains("wide");
}

class Player {
  constructor() {
    Object.assign(this, { state: 0, isPlaying: false, time: 0, last: 0, chosen: mostTelling() });
    const [seen, go] = [view(), (state) => this.go(state)];
    const hasOwn = motion.zwang.length > 0;
    this.run = new Motion("run", motion.run, seen, hasOwn ? motion.zwang : null);
    this.own = hasOwn ? new Motion("own", motion.zwang, seen, null) : null;
    if (!hasOwn) showOneMotion();
    this.plots = makePlots(go);
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    writeVerdict();
    writeMarks();
    writeFigures((name) => this.toWorst(name));
    writeDivergence();
    writeRestraint();
    this.wire();
    this.choose(this.chosen);
    this.show();
  }

  wire() {
    const actions = {
      first: () => this.go(0),
      back: () => this.go(this.state - 1),
      play: () => this.toggle(),
      forward: () => this.go(this.state + 1),
      last: () => this.go(LAST),
      worst: () => this.toWorst(mostTelling()),
    };
    Object.entries(actions).forEach(([id, action]) => byId(id).addEventListener("click", action));
    const slider = byId("slider");
    slider.max = String(LAST);
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    byId("ghost").addEventListener("change", (event) => this.run.showGhosts(event.target.checked));
    byId("log").addEventListener("change", (event) => this.plots.forEach((plot) => {
      plot.isLogarithmic = event.target.checked;
      plot.draw();
    }));
    byId("theme").addEventListener("change", (event) => { document.documentElement.dataset.theme = event.target.value; });
    const worst = audit.figures[mostTelling()]?.worst;
    byId("worst").disabled = worst === undefined;
    byId("worst").textContent = worst === undefined ? "No worst step" : `Worst step: ${worst.state}`;
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const far = event.shiftKey ? 10 : 1;
    const keys = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.go(this.state - far),
      ArrowRight: () => this.go(this.state + far),
      Home: () => this.go(0),
      End: () => this.go(LAST),
    };
    const action = keys[event.key];
    if (action !== undefined && !isTaken(event.target, event.key) && !event.ctrlKey && !event.altKey && !event.metaKey) {
      event.preventDefault();
      action();
    }
  }

  /** Goes to a state and stays there. */
  go(state) {
    this.setPlaying(false);
    this.state = Math.min(LAST, Math.max(0, state));
    this.show();
    byId("live").textContent = this.words();
  }

  /** Goes to the worst step of a figure, and marks its bodies. */
  toWorst(name) {
    if (name !== null) {
      this.choose(name);
      this.go(audit.figures[name].worst.state);
    }
  }

  choose(name) {
    const figure = audit.figures[name];
    const names = figure?.worst?.bodies ?? [];
    [this.run, this.own].forEach((picture) => picture?.mark(names));
    byId("marked").textContent = figure === undefined ? "no figure: all are 0" : `the worst ${figure.title}: ${names.join(", ") || "no single one"}`;
    for (const row of byId("figures").tBodies[0].rows) {
      row.classList.toggle("chosen", row.dataset.figure === name);
      row.setAttribute("aria-current", String(row.dataset.figure === name));
    }
  }

  toggle() {
    if (!this.isPlaying && this.state === LAST) {
      this.state = 0;
    }
    this.setPlaying(!this.isPlaying);
    if (this.isPlaying) {
      [this.time, this.last] = [motion.times[this.state], performance.now()];
      requestAnimationFrame((now) => this.tick(now));
    }
  }

  setPlaying(isPlaying) {
    this.isPlaying = isPlaying;
    byId("play").textContent = isPlaying ? "Pause" : "Play";
    byId("play").setAttribute("aria-pressed", String(isPlaying));
  }

  tick(now) {
    if (!this.isPlaying) {
      return;
    }
    const passed = now - this.last;
    if (!this.calm.matches || passed >= REDUCED_EVERY) {
      this.last = now;
      this.time += (Math.max(0, passed) / 1000) * Number(byId("speed").value);
      const before = this.state;
      while (this.state < LAST && motion.times[this.state + 1] <= this.time) {
        this.state += 1;
      }
      if (this.state !== before) {
        this.show();
      }
    }
    if (this.state === LAST) {
      this.setPlaying(false);
      return;
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  words() {
    return `step ${this.state} of ${LAST}, ${shortNumber(motion.times[this.state])} s`;
  }

  show() {
    [this.run, this.own].forEach((picture) => picture?.show(this.state));
    this.plots.forEach((plot) => plot.show(this.state));
    showValues(this.state);
    byId("slider").value = String(this.state);
    byId("slider").setAttribute("aria-valuetext", this.words());
    byId("clock").textContent = this.words();
    byId("run-title").textContent = `the run: ${audit.engine ?? "an unnamed engine"}, ${this.words()}`;
    byId("own-title").textContent = this.ownWords();
  }

  ownWords() {
    if (this.own === null) {
      return `no run of zwang's own: ${audit.divergence.stopped}`;
    }
    const last = motion.zwang.length - 1;
    return this.state <= last ? "zwang's own run" : `zwang's own run, which ends at step ${last}: ${audit.divergence.stopped}`;
  }
}

/** Without a run of zwang's own there is no place for one, but its caption says why. */
function showOneMotion() {
  byId("motions-title").textContent = "The motion";
  byId("motions").classList.add("single");
  byId("own").remove();
  byId("dashed").hidden = true;
}

new Player();
document.documentElement.dataset.ready = "yes";
