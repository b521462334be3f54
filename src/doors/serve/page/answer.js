// The verdict: asked after every change, shown when the server has answered for the scene as it is now.

import { isMoving } from "/page/drawing.js";
import { shown } from "/page/fraction.js";
import { hasFriction, isAtRest } from "/page/scene.js";
import { Latest, Refused, ask } from "/page/service.js";

const PAUSE = 40;
const SLOW = 400;

const WORDS = {
  rests: "Rests",
  moves: "Moves",
  ambiguous: "Ambiguous",
  impossible: "Impossible",
};

export function installAnswer(app) {
  const latest = new Latest();
  let timer = null;
  let slow = null;
  const panel = document.getElementById("verdict");

  const request = async (scene) => {
    const signal = latest.begin();
    try {
      const response = await ask("/api/collapse", { body: JSON.stringify(scene), signal });
      const answer = await response.json();
      if (scene === app.scene) app.setAnswer(hasFriction(scene) ? withFriction(answer) : answer);
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

// What a contact with friction does, in the words of the others, which sliding ones are new to.
const STATES = { slides: "sliding", "begins to slide": "sliding", sticks: "pressing", opens: "opening", idle: "idle" };

// An answer about a scene with friction in the form of the others: the first answer of each group.
function withFriction(answer) {
  const firsts = answer.groups.flatMap(({ answers }) => answers.slice(0, 1));
  const bodies = firsts.flatMap((first) => first.bodies);
  const contacts = firsts.flatMap((first) => first.contacts);
  return {
    digest: answer.digest,
    verdict: answer.verdict,
    hasFriction: true,
    isOnly: answer.unique,
    another: answer.another_motion,
    motions: Math.max(...answer.groups.map(({ answers }) => answers.length), 0),
    bodies,
    contacts: contacts.map((contact) => ({ ...contact, state: STATES[contact.behaviour] })),
    pins: firsts.flatMap((first) => first.pins),
  };
}

function show(app) {
  const panel = document.getElementById("verdict");
  const verdict = app.answer?.verdict ?? "none";
  panel.dataset.verdict = verdict;
  document.getElementById("word").textContent = WORDS[verdict] ?? "No answer";
  document.getElementById("reason").textContent = app.answer ? reason(app.answer, isAtRest(app.scene)) : (app.wrong ?? "");
  const proof = document.getElementById("proof");
  proof.textContent = app.answer ? `Proved, and accepted by the checker. Scene ${app.answer.digest.slice(0, 12)}…` : "";
  proof.title = app.answer?.digest ?? "";
}

function reason(answer, isFromRest) {
  const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
  const moving = answer.bodies.filter(isMoving).length;
  const pressing = answer.contacts.filter((contact) => contact.force.some((value) => value !== "0")).length;
  const opening = answer.contacts.filter((contact) => contact.state === "opening").length;
  const sliding = answer.contacts.filter((contact) => contact.state === "sliding").length;
  if (answer.hasFriction) return reasonWithFriction(answer, moving, sliding, opening, count);
  if (answer.verdict === "moves" && !isFromRest) return `In motion; these accelerations continue it. Restraint ${shown(answer.restraint)} J/s².`;
  switch (answer.verdict) {
    case "rests":
      return pressing === 0
        ? "Nothing has to be held."
        : `Forces at ${count(pressing, "contact point")} hold it exactly.`;
    case "moves":
      return `${moving} of ${answer.bodies.length} bodies ${moving === 1 ? "starts" : "start"} to move, ${count(opening, "contact point")} ${opening === 1 ? "opens" : "open"}. Restraint ${shown(answer.restraint)} J/s².`;
    case "ambiguous":
      return "Corners meet corners, and several motions have the same restraint: the model itself leaves the choice open. One of them is drawn.";
    default:
      return "No acceleration keeps all contacts and pins.";
  }
}

// Whether a motion obeys the law beside rest: one is known, none does, none was found.
const OTHERS = new Map([
  [true, "A motion obeys it, too."],
  [false, "Nothing else does."],
  [null, "That nothing else does is not proved."],
]);

// The same by Coulomb's law of friction.
function reasonWithFriction(answer, moving, sliding, opening, count) {
  switch (answer.verdict) {
    case "rests":
      return `Forces with friction hold it: rest obeys Coulomb's law. ${OTHERS.get(answer.another)}`;
    case "moves":
      return `${moving} of ${answer.bodies.length} bodies accelerate by Coulomb's law of friction, ${count(sliding, "contact point")} ${sliding === 1 ? "slides" : "slide"}, ${opening} ${opening === 1 ? "opens" : "open"}.${answer.isOnly ? "" : " This is one of several motions that obey the law."}`;
    case "ambiguous":
      return `Coulomb's law of friction leaves a choice: at least ${answer.motions} motions obey it. The first of them is drawn.`;
    default:
      return "No acceleration obeys Coulomb's law of friction, so velocities have to jump. A run shows how.";
  }
}
