// What the page knows, and who is told when that changes: the events `scene`, `scene-kept`, `selection`, `answer`, `view`, `grid` and `families`.

import { Fraction } from "/page/fraction.js";
import { History } from "/page/history.js";
import { View } from "/page/view.js";
import { body, box, emptyScene } from "/page/scene.js";

export class App extends EventTarget {
  constructor() {
    super();
    this.scene = emptyScene();
    this.history = new History();
    this.view = new View();
    this.options = { grid: new Fraction(1n, 10n), forces: true, motion: true };
    this.selected = null;
    this.contact = null;
    this.answer = null;
    // What the server refused, in one line, and the bodies that the line names.
    this.wrong = null;
    // The scene before a drag, while it lasts.
    this.before = null;
    // The family that made the scene, until it is changed by hand.
    this.source = null;
    // Whether the next drag from a body pulls at it, and how long the arrow of 1 N is, in pixels.
    this.isPulling = false;
    this.loadScale = 1;
    // Whether somebody has looked elsewhere since everything was shown.
    this.wasMoved = false;
  }

  tell(event) {
    this.dispatchEvent(new Event(event));
  }

  setScene(scene) {
    if (scene === this.scene) return;
    this.scene = scene;
    if (this.source && this.source.scene !== scene) this.source = null;
    if (this.selected && !body(scene, this.selected)) this.select(null);
    this.contact = null;
    this.tell("scene");
  }

  change(scene, selected = this.selected) {
    if (scene !== this.scene) this.history.record(this.before ?? this.scene);
    this.before = null;
    this.setScene(scene);
    if (selected !== this.selected) this.select(selected);
  }

  // Shows a change that is not finished.
  preview(scene, selected = this.selected) {
    this.before ??= this.scene;
    this.setScene(scene);
    if (selected !== this.selected) this.select(selected);
  }

  commitPreview() {
    if (this.before && this.before !== this.scene) this.history.record(this.before);
    this.before = null;
    this.tell("scene-kept");
  }

  cancelPreview() {
    const before = this.before;
    this.before = null;
    if (before) this.setScene(before);
  }

  // Another scene altogether.
  open(scene, source = null) {
    const isAnother = scene !== this.scene;
    if (isAnother) this.history.record(this.scene);
    this.before = null;
    this.selected = null;
    this.source = source ? { ...source, scene } : null;
    if (isAnother) this.setScene(scene);
    this.tell("selection");
    this.fit();
  }

  undo() {
    this.travel(this.history.undo(this.scene));
  }

  redo() {
    this.travel(this.history.redo(this.scene));
  }

  travel(scene) {
    if (scene) this.setScene(scene);
  }

  select(name) {
    if (name === this.selected && this.contact === null) return;
    this.selected = name;
    this.contact = null;
    this.tell("selection");
  }

  selectContact(index) {
    this.selected = null;
    this.contact = index;
    this.tell("selection");
  }

  setAnswer(answer, wrong = null) {
    this.answer = answer;
    this.wrong = wrong;
    this.tell("answer");
  }

  changeView(change) {
    change(this.view);
    this.wasMoved = true;
    this.tell("view");
  }

  fit() {
    if (this.scene.body.length === 0) return;
    const [free, fixed] = [false, true].map((kind) => this.scene.body.filter((other) => Boolean(other.fixed) === kind));
    const around = surroundings((free.length > 0 ? free : fixed).map(numbers));
    // A floor may be much wider than what stands on it: bodies that move decide, and of few bodies what is near them.
    if (free.length > 0 && this.scene.body.length < 4) {
      const near = Math.max(around.right - around.left, around.top - around.bottom);
      const limit = [around.left - near, around.right + near, around.bottom - near, around.top + near];
      const all = surroundings([around, ...fixed.map(numbers)]);
      around.left = Math.max(all.left, limit[0]);
      around.right = Math.min(all.right, limit[1]);
      around.bottom = Math.max(all.bottom, limit[2]);
      around.top = Math.min(all.top, limit[3]);
    }
    // Where nothing stands yet, there is room for it.
    if (this.scene.body.every((other) => other.fixed)) around.top += 1.2;
    const margin = Math.max(around.right - around.left, around.top - around.bottom) * 0.06;
    this.changeView((view) =>
      view.fit({
        left: around.left - margin,
        right: around.right + margin,
        bottom: around.bottom - margin,
        top: around.top + margin,
      }),
    );
    this.wasMoved = false;
  }
}

/** The box of a body as doubles. */
function numbers(other) {
  return Object.fromEntries(Object.entries(box(other)).map(([key, value]) => [key, value.toNumber()]));
}

/** The smallest box around others. */
function surroundings(all) {
  return {
    left: Math.min(...all.map((side) => side.left)),
    right: Math.max(...all.map((side) => side.right)),
    bottom: Math.min(...all.map((side) => side.bottom)),
    top: Math.max(...all.map((side) => side.top)),
  };
}
