// The page: its parts are put together here. They listen to the events of the one `App`, and change it by its methods only.

import { Fraction } from "/page/fraction.js";
import { App } from "/page/app.js";
import { Drawing } from "/page/drawing.js";
import { showLegend } from "/page/legend.js";
import { duplicated, emptyScene, fallTo, moved, removed, renamed } from "/page/scene.js";
import { installPointer } from "/page/pointer.js";
import { installKeyboard } from "/page/keyboard.js";
import { installAnswer } from "/page/answer.js";
import { installValues } from "/page/values.js";
import { installBuild } from "/page/build.js";
import { installPins } from "/page/pins.js";
import { installLoads } from "/page/loads.js";
import { installWhole } from "/page/whole.js";
import { installSources } from "/page/sources.js";
import { installPush } from "/page/push.js";
import { installRun } from "/page/run.js";
import { installDownloads } from "/page/downloads.js";
import { ask } from "/page/service.js";

const by = (id) => document.getElementById(id);

function installPicture(app) {
  const picture = by("picture");
  const drawing = new Drawing(picture, app.view);
  let isAsked = false;
  const draw = () => {
    isAsked = false;
    const overlapping = app.wrong
      ? app.scene.body.map((other) => other.name).filter((name) => app.wrong.includes(`\`${name}\``))
      : [];
    const isHeld = app.before !== null;
    drawing.draw({ scene: app.scene, selected: app.selected, answer: app.answer, options: app.options, overlapping, isHeld });
    app.loadScale = drawing.loadScale;
    showLegend(drawing.scales, app.view);
    by("key-ghosts").hidden = drawing.layers.ghosts.children.length === 0;
  };
  const later = () => {
    if (!isAsked) requestAnimationFrame(draw);
    isAsked = true;
  };
  for (const event of ["scene", "selection", "answer", "view"]) app.addEventListener(event, later);
  new ResizeObserver(([entry]) => {
    app.view.resize(entry.contentRect.width, entry.contentRect.height);
    if (!app.wasMoved) app.fit();
    else app.tell("view");
  }).observe(picture);
  return picture;
}

function installButtons(app) {
  const withSelected = (change) => () => {
    if (app.selected) change(app.selected);
  };
  const actions = {
    undo: () => app.undo(),
    redo: () => app.redo(),
    remove: withSelected((name) => app.change(removed(app.scene, name), null)),
    duplicate: withSelected((name) => {
      const copy = duplicated(app.scene, name);
      app.change(copy.scene, copy.name);
    }),
    drop: withSelected((name) => {
      const down = fallTo(app.scene, name);
      if (down) app.change(moved(app.scene, name, new Fraction(0n), down));
    }),
    escape: () => {
      app.cancelDrag();
      app.select(null);
    },
    help: () => by("keys").showModal(),
  };
  const buttons = {
    undo: actions.undo,
    redo: actions.redo,
    delete: actions.remove,
    duplicate: actions.duplicate,
    drop: actions.drop,
    help: actions.help,
    new: () => app.open(emptyScene()),
    fit: () => app.fit(),
    "zoom-in": () => app.changeView((view) => view.zoom(1.25)),
    "zoom-out": () => app.changeView((view) => view.zoom(0.8)),
    "keys-close": () => by("keys").close(),
  };
  for (const [id, action] of Object.entries(buttons)) by(id).addEventListener("click", action);
  for (const option of ["forces", "motion"]) {
    by(`show-${option}`).addEventListener("change", (event) => {
      app.options[option] = event.target.checked;
      app.tell("view");
    });
  }
  by("scene-name").addEventListener("change", (event) => app.change(renamed(app.scene, event.target.value.trim() || "tower")));
  const update = () => {
    by("undo").disabled = app.history.past.length === 0;
    by("redo").disabled = app.history.future.length === 0;
    if (document.activeElement !== by("scene-name")) by("scene-name").value = app.scene.name;
  };
  app.addEventListener("scene", update);
  app.addEventListener("scene-kept", update);
  update();
  return actions;
}

// Tabs of the tool panel: arrow keys go from one to the next.
function installTabs() {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const show = (tab) => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", String(other === tab));
      other.tabIndex = other === tab ? 0 : -1;
      by(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
  };
  tabs.forEach((tab, index) => {
    tab.addEventListener("click", () => show(tab));
    tab.addEventListener("keydown", (event) => {
      const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      const other = tabs.at(next % tabs.length);
      show(other);
      other.focus();
    });
  });
}

// What to begin with: the classical tower of three bricks, exactly at the critical point.
async function begin(app) {
  try {
    const response = await ask("/api/scene/harmonic?count=3&format=json");
    app.open(await response.json(), { family: "harmonic", given: { count: "3" } });
    app.history.past.length = 0;
    app.tell("scene-kept");
  } catch (error) {
    app.setAnswer(null, error.message);
  }
}

const app = new App();
const picture = installPicture(app);
installPointer(app, picture);
installTabs();
installAnswer(app);
installValues(app, picture);
const actions = installButtons(app);
installKeyboard(app, actions);
installBuild(app, picture);
installPins(app);
installLoads(app);
installWhole(app);
installSources(app);
installPush(app);
const film = installRun(app);
installDownloads(app, film);
begin(app);
