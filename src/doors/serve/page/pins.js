// Pins: which there are, and new ones.

import { numberIn } from "/page/build.js";
import { brief } from "/page/fraction.js";
import { body as bodyOf, middle, pinned, unpinned } from "/page/scene.js";

const WORLD = "the world";
const by = (id) => document.getElementById(id);

export function installPins(app) {
  const [first, second, x, y] = ["pin-first", "pin-second", "pin-x", "pin-y"].map(by);

  const list = () => {
    const items = (app.scene.pin ?? []).map((pin, place) => item(app, pin, place));
    by("pins").replaceChildren(...items);
  };
  const offer = () => {
    const before = [first.value, second.value];
    const free = app.scene.body.filter((body) => !body.fixed).map(({ name }) => new Option(name, name));
    const all = app.scene.body.map(({ name }) => new Option(name, name));
    first.replaceChildren(...free);
    second.replaceChildren(new Option(WORLD, ""), ...all);
    first.value = free.some(({ value }) => value === before[0]) ? before[0] : (free.at(-1)?.value ?? "");
    second.value = all.some(({ value }) => value === before[1]) ? before[1] : "";
    by("pin-add").disabled = free.length === 0;
    place();
  };
  // A pin is offered in the middle of its body, until somebody says where.
  const place = () => {
    const body = bodyOf(app.scene, first.value);
    if (!body || x.dataset.edited || y.dataset.edited) return;
    [x.value, y.value] = middle(body).map(String);
  };
  const choose = () => {
    const body = app.selected && bodyOf(app.scene, app.selected);
    if (!body || body.fixed) return;
    first.value = body.name;
    delete x.dataset.edited;
    delete y.dataset.edited;
    place();
  };
  for (const field of [x, y]) {
    field.addEventListener("input", () => {
      field.dataset.edited = "yes";
    });
  }
  first.addEventListener("change", place);
  by("pin-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const at = [numberIn(x), numberIn(y)];
    const problem = wrongWith(first.value, second.value, at);
    by("pin-wrong").textContent = problem;
    if (problem) return;
    const bodies = second.value === "" ? [first.value] : [first.value, second.value];
    delete x.dataset.edited;
    delete y.dataset.edited;
    app.change(pinned(app.scene, bodies, at));
  });
  for (const update of [list, offer]) app.addEventListener("scene", update);
  app.addEventListener("selection", choose);
  list();
  offer();
}

function wrongWith(first, second, at) {
  if (first === second) return "A pin joins two different bodies, or one and the world";
  return at.includes(null) ? "Expected numbers such as 3, -1/3 or 0.25" : "";
}

// One pin, and the button that takes it away.
function item(app, pin, place) {
  const [first, second = WORLD] = pin.bodies;
  const text = document.createElement("span");
  text.textContent = `${first} – ${second}, at ${pin.at.map((value) => brief(value)).join(", ")}`;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Remove";
  button.setAttribute("aria-label", `Remove the pin of ${first} and ${second}`);
  button.addEventListener("click", () => app.change(unpinned(app.scene, place)));
  const made = document.createElement("li");
  made.append(text, button);
  return made;
}
