// Pushing: one body, one parameter of a family, the friction or a load, moved through exact values with a slider. The strip below the slider says what the scene does at each
// of them, and the exactly critical positions between them are stops of the slider, too.

import { Fraction, ONE, ZERO } from "/page/fraction.js";
import { drawStrip, item, shortened } from "/page/strip.js";
import { numberIn } from "/page/build.js";
import { body as bodyOf, box, moved, withFriction, withLoadTimes } from "/page/scene.js";
import { sceneAddress } from "/page/sources.js";
import { Latest, Refused, ask } from "/page/service.js";

const PAUSE = 300;
const TENTH = Fraction.of("1/10");
const TWENTIETH = Fraction.of("1/20");
const MOST_POSITIONS = 401;
// Larger scenes are not looked through by themselves: every position is solved and checked.
const MOST_BODIES = 60;
const by = (id) => document.getElementById(id);
const words = { stands: "stands", "can stand": "can stand", falls: "falls", blocked: "overlaps" };
const HELD = ["stands", "can stand"];

export function installPush(app) {
  const push = new Push(app);
  app.addEventListener("selection", () => push.offer());
  app.addEventListener("scene", () => push.sceneChanged());
  app.addEventListener("families", () => push.offer());
  app.addEventListener("grid", () => push.begin());
  app.addEventListener("scene-kept", () => push.sceneChanged());
  by("push-what").addEventListener("change", () => push.begin());
  by("slider").addEventListener("input", () => {
    push.isHeld = true;
    push.go(push.stops[by("slider").value]);
  });
  by("slider").addEventListener("change", () => {
    push.isHeld = false;
    push.keep();
  });
  for (const id of ["push-from", "push-to", "push-step"]) by(id).addEventListener("change", () => push.setRange());
  push.offer();
}

class Push {
  constructor(app) {
    this.app = app;
    this.latest = new Latest();
    this.loading = new Latest();
    // What is pushed: { body, scene }, { parameter, source }, { vary, scene } or { vary, load, scene }; null for nothing.
    this.target = null;
    this.stops = [];
    this.standing = new Map();
    this.critical = [];
    // Where it is; null where the family has its own value.
    this.at = ZERO;
    // Whether a change of the scene is the slider's own, and whether the slider is still held.
    this.isOwn = false;
    this.isHeld = false;
  }

  // Does something to the scene that is no new beginning.
  own(action) {
    this.isOwn = true;
    try {
      action();
    } finally {
      this.isOwn = false;
    }
  }

  // Makes what the slider has done one change, unless it goes on.
  keep() {
    if (!this.isHeld) this.own(() => this.app.commitPreview());
  }

  // What can be pushed now.
  offer() {
    const { app } = this;
    const body = app.selected && bodyOf(app.scene, app.selected);
    const options = [];
    if (body) {
      options.push([`body-x`, `${body.name}, sideways`]);
      options.push([`body-y`, `${body.name}, up and down`]);
    }
    const family = app.families?.find(({ name }) => name === app.source?.family);
    for (const argument of family?.arguments ?? []) {
      if (argument.kind === "number")
        options.push([`parameter-${argument.name}`, `${family.name}: ${argument.name.replaceAll("-", " ")}`]);
    }
    if (app.scene.body.some(({ fixed }) => !fixed)) options.push(["friction", "friction of all contacts"]);
    for (const { name } of app.scene.load ?? []) options.push([`load-${name}`, `${name}: how many times as strong`]);
    const select = by("push-what");
    const key = JSON.stringify(options);
    if (this.offered === key) return;
    this.offered = key;
    const before = select.value;
    select.replaceChildren(...options.map(([value, text]) => new Option(text, value)));
    select.disabled = options.length === 0;
    if (options.length === 0) select.append(new Option("Select a body, or build a family"));
    // A body that has just been selected is what one wants to push.
    const isNew = body && body.name !== this.offeredBody;
    if (!isNew && options.some(([value]) => value === before)) select.value = before;
    this.offeredBody = body?.name ?? null;
    this.begin();
  }

  // A change that the slider has not made is a new beginning.
  sceneChanged() {
    if (this.isOwn) return;
    clearTimeout(this.timer);
    this.latest.cancel();
    if (this.app.before) return;
    this.offered = null;
    this.offer();
  }

  begin() {
    const { app } = this;
    const [kind, ...rest] = by("push-what").disabled ? [null] : by("push-what").value.split("-");
    const name = rest.join("-");
    const grid = app.options.grid;
    by("push-wrong").textContent = "";
    if (kind === "body") {
      const { left, right, bottom, top } = box(bodyOf(app.scene, app.selected));
      const axis = name;
      const length = axis === "x" ? right.minus(left) : top.minus(bottom);
      this.target = { body: app.selected, axis, scene: app.scene };
      this.at = ZERO;
      this.range(ZERO, length.compare(grid) < 0 ? grid : length, grid);
    } else if (kind === "parameter") {
      this.target = { parameter: name, source: app.source };
      const argument = app.families
        .find((family) => family.name === app.source.family)
        .arguments.find((other) => other.name === name);
      const given = app.source.given[name] ?? argument.default;
      this.at = given === undefined ? null : Fraction.parse(given);
      this.range(this.at ?? ONE, ONE, grid);
    } else if (kind === "friction") {
      this.target = { vary: "friction", scene: app.scene };
      this.at = Fraction.of(app.scene.friction ?? "0");
      this.from(ZERO, this.at.compare(ONE) > 0 ? this.at : ONE, TWENTIETH);
    } else if (kind === "load") {
      this.target = { vary: "load", load: name, scene: app.scene };
      this.at = ONE;
      this.from(ZERO, new Fraction(4n), TENTH);
    } else {
      this.target = null;
      this.stops = [];
      this.standing.clear();
      this.critical = [];
      this.show();
    }
  }

  from(from, to, step) {
    [by("push-from").value, by("push-to").value, by("push-step").value] = [from, to, step].map(String);
    this.setRange();
  }

  // From `center` so far in both directions.
  range(center, length, step) {
    const count = length.over(step).floor();
    const most = BigInt((MOST_POSITIONS - 1) / 2);
    const reach = step.times(new Fraction(count > most ? most : count < 1n ? 1n : count));
    this.from(center.minus(reach), center.plus(reach), step);
  }

  setRange() {
    const [from, to] = ["push-from", "push-to"].map((id) => numberIn(by(id)));
    const step = numberIn(by("push-step"), (value) => value.sign() > 0);
    if (!this.target || from === null || to === null || step === null) return;
    const count = to.minus(from).over(step).floor() + 1n;
    if (count < 2n || count > BigInt(MOST_POSITIONS)) {
      by("push-wrong").textContent = `Found ${count} positions; expected 2 to ${MOST_POSITIONS}`;
      return;
    }
    by("push-wrong").textContent = "";
    this.positions = { from, to, step };
    this.grid = Array.from({ length: Number(count) }, (_, place) => from.plus(step.times(new Fraction(BigInt(place)))));
    this.standing.clear();
    this.critical = [];
    this.arrange();
    clearTimeout(this.timer);
    if (this.app.scene.body.length <= MOST_BODIES) this.timer = setTimeout(() => this.look(), PAUSE);
  }

  // The stops of the slider: the positions asked for, the critical ones, and where it is.
  arrange() {
    const all = [...this.grid, ...this.critical.map(({ at }) => at), ...(this.at ? [this.at] : [])].sort((one, other) =>
      one.compare(other),
    );
    this.stops = all.filter((stop, place) => place === 0 || !stop.equals(all[place - 1]));
    this.show();
  }

  async look() {
    const { from, to, step } = this.positions;
    const { target } = this;
    const range = { from, to, step };
    const signal = this.latest.begin();
    try {
      const { scene, ...what } = target;
      const response = scene
        ? await ask(`/api/sweep?${new URLSearchParams({ ...what, ...range })}`, { body: JSON.stringify(scene), signal })
        : await ask(
            `/api/sweep/${target.source.family}?${new URLSearchParams({ ...target.source.given, parameter: target.parameter, ...range })}`,
            { signal },
          );
      const sweep = await response.json();
      this.standing = new Map(sweep.positions.map(({ at, standing }) => [at, standing]));
      const borders = [...sweep.critical, ...sweep.near.map((border) => ({ ...border, isNear: true }))];
      this.critical = borders.map((border) => ({
        ...border,
        at: Fraction.of(border.at),
        beyond: Fraction.of(border.beyond),
      }));
      const isHeld = sweep.positions.find(({ standing }) => HELD.includes(standing))?.standing ?? "stands";
      for (const { at } of this.critical) this.standing.set(at.toString(), isHeld);
      this.arrange();
    } catch (error) {
      if (!signal.aborted) by("push-wrong").textContent = error instanceof Refused ? error.message : String(error);
    }
  }

  // Moves to a position.
  async go(at) {
    const { app, target } = this;
    this.at = at;
    this.show();
    if (target.body) {
      const shift = target.axis === "x" ? [at, ZERO] : [ZERO, at];
      this.own(() => app.preview(moved(target.scene, target.body, ...shift)));
    } else if (target.vary === "friction") {
      this.own(() => app.preview(withFriction(target.scene, at)));
    } else if (target.vary === "load") {
      this.own(() => app.preview(withLoadTimes(target.scene, target.load, at)));
    } else {
      await this.load(at);
    }
  }

  async load(at) {
    const { app, target } = this;
    const given = { ...target.source.given, [target.parameter]: at.toString() };
    const signal = this.loading.begin();
    by("push-wrong").textContent = "";
    try {
      const scene = await (await ask(sceneAddress(target.source.family, given), { signal })).json();
      app.source = { ...target.source, given, scene };
      this.own(() => app.preview(scene));
      this.keep();
    } catch (error) {
      if (!signal.aborted) by("push-wrong").textContent = error instanceof Refused ? error.message : String(error);
    }
  }

  // To a position that may be no stop yet.
  async jump(at) {
    await this.go(at);
    this.keep();
    this.arrange();
  }

  show() {
    const slider = by("slider");
    const { at } = this;
    const place = at ? this.stops.findIndex((stop) => stop.equals(at)) : 0;
    slider.disabled = this.stops.length === 0;
    slider.max = String(Math.max(this.stops.length - 1, 0));
    slider.value = String(Math.max(place, 0));
    by("push-controls").hidden = !this.target;
    const does = at && words[this.standing.get(at.toString())];
    const border = at && this.critical.find((other) => other.at.equals(at));
    const isCritical = border && !border.isNear;
    const told = at
      ? [shortened(at), isCritical ? "exactly critical" : does].filter(Boolean).join(", ")
      : "as usual; the slider changes it";
    by("position").textContent = this.target ? `${this.target.body ? "Moved by" : "Value"} ${told}` : "";
    by("position").dataset.at = String(at ?? "");
    slider.setAttribute("aria-valuetext", told);
    drawStrip(by("strip"), this);
    by("critical").replaceChildren(...this.critical.map((border) => item(border, (at) => this.jump(at))));
  }
}
