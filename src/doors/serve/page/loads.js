// Loads: which there are, new ones, and the button after which the next drag from a body pulls at it.

import { numberIn } from "/page/build.js";
import { brief, shown } from "/page/fraction.js";
import { body as bodyOf, loaded, middle, pointOf, unloaded } from "/page/scene.js";

const by = (id) => document.getElementById(id);

export function installLoads(app) {
  const [body, atX, atY, x, y] = ["load-body", "load-at-x", "load-at-y", "load-x", "load-y"].map(by);

  const list = () => {
    const items = (app.scene.load ?? []).map((load, place) => item(app, load, place));
    by("loads").replaceChildren(...items);
  };
  const offer = () => {
    const before = body.value;
    const free = app.scene.body.filter((other) => !other.fixed).map(({ name }) => new Option(name, name));
    body.replaceChildren(...free);
    body.value = free.some(({ value }) => value === before) ? before : (free.at(-1)?.value ?? "");
    by("load-add").disabled = free.length === 0;
    by("pull").disabled = free.length === 0;
    place();
  };
  // A load is offered in the middle of its body, until somebody says where.
  const place = () => {
    const chosen = bodyOf(app.scene, body.value);
    if (!chosen || atX.dataset.edited || atY.dataset.edited) return;
    [atX.value, atY.value] = middle(chosen).map(String);
  };
  const chosenAnew = () => {
    delete atX.dataset.edited;
    delete atY.dataset.edited;
    place();
  };
  const choose = () => {
    const selected = app.selected && bodyOf(app.scene, app.selected);
    if (!selected || selected.fixed) return;
    body.value = selected.name;
    chosenAnew();
  };
  for (const field of [atX, atY]) {
    field.addEventListener("input", () => {
      field.dataset.edited = "yes";
    });
  }
  body.addEventListener("change", chosenAnew);
  by("load-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const [at, force] = [
      [atX, atY],
      [x, y],
    ].map((fields) => fields.map((field) => numberIn(field)));
    const isWrong = [...at, ...force].includes(null);
    by("load-wrong").textContent = isWrong ? "Expected numbers such as 3, -1/3 or 0.25" : "";
    if (!isWrong) app.change(loaded(app.scene, body.value, at, force));
  });
  by("pull").addEventListener("click", () => {
    app.isPulling = !app.isPulling;
    app.tell("pulling");
  });
  app.addEventListener("pulling", () => by("pull").setAttribute("aria-pressed", String(app.isPulling)));
  for (const update of [list, offer]) app.addEventListener("scene", update);
  app.addEventListener("selection", choose);
  list();
  offer();
}

// One load, and the button that takes it away.
function item(app, load, place) {
  const text = document.createElement("span");
  const told = (vector) => vector.map((value) => brief(String(value))).join(", ");
  const force = load.force ? [`(${told(load.force)}) N at (${told(pointOf(app.scene, load))})`] : [];
  const torque = load.torque ? [`${shown(load.torque)} N m`] : [];
  text.textContent = `${load.name} on ${load.body}: ${[...force, ...torque].join(", ")}`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Remove";
  button.setAttribute("aria-label", `Remove ${load.name}`);
  button.addEventListener("click", () => app.change(unloaded(app.scene, place)));
  const made = document.createElement("li");
  made.append(text, button);
  return made;
}
