// The verdict: asked after every change, shown when the server has answered for the scene as it is now.

import { isMoving } from "/page/drawing.js";
import { shown } from "/page/fraction.js";
import { hasFriction } from "/page/scene.js";
import { Latest, Refused, ask } from "/page/service.js";

const PAUSE = 40;
const SLOW = 400;

// Of an answer about forces alone, of a scene with friction, the verdicts are the last three.
const WORDS = {
  stable: "Stands",
  unstable: "Falls",
  moving: "Moves",
  ambiguous: "Undecided",
  impossible: "Impossible",
  stands: "Stands",
  "can stand": "Can stand",
  falls: "Falls",
};

export function installAnswer(app) {
  const latest = new Latest();
  let timer = null;
  let slow = null;
  const panel = document.getElementById("verdict");

  const request = async (scene) => {
    const signal = latest.begin();
    try {
      const isRough = hasFriction(scene);
      const address = isRough ? "/api/stability" : "/api/collapse";
      const response = await ask(address, { body: JSON.stringify(scene), signal });
      const answer = await response.json();
      if (scene === app.scene) app.setAnswer(isRough ? withFriction(answer) : answer);
    } catch (error) {
      if (signal.aborted || scene !== app.scene) return;
      app.setAnswer(null, error instanceof Refused ? error.message : String(error));
    }
  };

  app.addEventListener("scene", () => {
    // Forces of an earlier scene would be wrong here.
    app.answer = null;
    app.wrong = null;
    panel.setAttribute("aria-busy", "true");
    clearTimeout(timer);
    clearTimeout(slow);
    timer = setTimeout(() => request(app.scene), PAUSE);
    slow = setTimeout(() => panel.classList.add("waiting"), SLOW);
  });
  app.addEventListener("answer", () => {
    clearTimeout(slow);
    panel.classList.remove("waiting");
    panel.setAttribute("aria-busy", "false");
    show(app);
  });
}

// An answer about a scene with friction in the form of the others. It tells forces that hold the scene, one of several choices, and nothing
// of its motion.
function withFriction(answer) {
  const contacts = (answer.contacts ?? []).map((contact) => ({
    ...contact,
    unique: false,
    state: contact.force.some((value) => value !== "0") ? "pressing" : "idle",
  }));
  const pins = (answer.pins ?? []).map((pin) => ({ ...pin, unique: false }));
  return {
    digest: answer.digest,
    verdict: answer.verdict,
    bodies: [],
    contacts,
    pins,
  };
}

function show(app) {
  const panel = document.getElementById("verdict");
  const verdict = app.answer?.verdict ?? "none";
  panel.dataset.verdict = verdict;
  document.getElementById("word").textContent = WORDS[verdict] ?? "No answer";
  document.getElementById("reason").textContent = app.answer ? reason(app.answer) : (app.wrong ?? "");
  const proof = document.getElementById("proof");
  proof.textContent = app.answer ? `Proved, and accepted by the checker. Scene ${app.answer.digest.slice(0, 12)}…` : "";
  proof.title = app.answer?.digest ?? "";
}

function reason(answer) {
  const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
  const moving = answer.bodies.filter(isMoving).length;
  const pressing = answer.contacts.filter((contact) => contact.force.some((value) => value !== "0")).length;
  const opening = answer.contacts.filter((contact) => contact.state === "opening").length;
  switch (answer.verdict) {
    case "stable":
      return pressing === 0
        ? "Nothing has to be held."
        : `Forces at ${count(pressing, "contact point")} balance gravity exactly.`;
    case "unstable":
      return `${moving} of ${answer.bodies.length} bodies ${moving === 1 ? "starts" : "start"} to move, ${count(opening, "contact point")} ${opening === 1 ? "opens" : "open"}. Restraint ${shown(answer.restraint)}.`;
    case "moving":
      return `In motion; these accelerations continue it. Restraint ${shown(answer.restraint)}.`;
    case "ambiguous":
      return "Corners meet corners, and several motions have the same restraint: the model itself leaves the choice open. One of them is drawn.";
    case "stands":
      return "Forces without friction hold it, so nothing else can happen.";
    case "can stand":
      return "The forces below hold it, but mechanics does not say that they arise; a motion is not excluded.";
    case "falls":
      return "No forces within the bounds of friction balance gravity. A run shows how it falls.";
    default:
      return "No acceleration keeps all contacts and pins.";
  }
}
