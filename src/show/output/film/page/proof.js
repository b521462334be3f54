// What the checker has accepted, and how to have it checked again.

/** A term with its value, and a button that copies it. */
function term(list, label, text, isCopied = false) {
  const [name, value] = [document.createElement("dt"), document.createElement("dd")];
  name.textContent = label;
  const content = document.createElement(isCopied ? "code" : "span");
  content.textContent = text;
  value.append(content);
  if (isCopied) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.setAttribute("aria-label", `copy ${label}`);
    button.addEventListener("click", () => copied(text, button));
    value.append(" ", button);
  }
  list.append(name, value);
}

function counted(count, word) {
  return `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;
}

/** The line under the title. */
function statusLine(scene) {
  return `✓ ${counted(scene.steps, "step")} accepted by the checker (${scene.checker})`;
}

/** Above all else: where the run ends early, and why. */
function showEnding(scene) {
  if (scene.ended) {
    byId("ending").textContent = `The run ends early, after ${counted(scene.steps, "step")}: ${scene.ended}`;
    byId("ending").hidden = false;
  }
}

/** `forces` says what is known of them, or is null; `note` says what a step is. */
function showProof(film, { forces, note: meaning }) {
  const { scene } = film;
  byId("status").textContent = statusLine(scene);
  const list = document.createElement("dl");
  term(list, "accepted", `${counted(scene.steps, "step")}, by ${scene.checker}`);
  term(list, "run written by", scene.program);
  term(list, "time step", `${scene.step} s`);
  term(list, "grid", `states are multiples of 2^-${scene.grid}`);
  if (scene.restitution !== "0") {
    term(list, "restitution", scene.restitution);
  }
  term(list, "states", "exact in all steps");
  if (forces !== null) {
    term(list, "forces", forces);
  }
  term(list, "scene digest", scene.digest, true);
  if (scene.run !== null) {
    term(list, "run file", scene.run.name);
    term(list, "its SHA-256", scene.run.sha256, true);
  }
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = `${meaning} This page shows what was accepted when it was made; it is no proof itself. `
    + "`zwang check SCENE RUN` checks the run again.";
  byId("proof").replaceChildren(list, note);
}
