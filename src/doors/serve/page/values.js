// Exact values: in short beside the pointer, in full in the panel, each with a button that copies it.

import { body as bodyOf, middle } from "/page/scene.js";
import { Fraction, brief, shown } from "/page/fraction.js";

const LONG = 44;

export function installValues(app, picture) {
  const tip = document.getElementById("tip");
  const panel = document.getElementById("values");
  const subject = document.getElementById("subject");
  let hovered = "";

  picture.addEventListener("pointermove", (event) => {
    const rows = event.buttons === 0 ? rowsAt(app, event.target) : null;
    tip.hidden = !rows;
    if (!rows) return;
    const frame = picture.getBoundingClientRect();
    const text = rows.title + JSON.stringify(rows.rows);
    if (text !== hovered)
      tip.replaceChildren(heading(rows.title, "strong"), ...rows.rows.map(([name, value]) => line(name, shown(value))));
    hovered = text;
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    tip.classList.toggle("left", x > frame.width / 2);
    tip.style.left = x > frame.width / 2 ? "" : `${x + 14}px`;
    tip.style.right = x > frame.width / 2 ? `${frame.width - x + 14}px` : "";
    tip.style.top = `${Math.min(y + 14, frame.height - tip.offsetHeight - 4)}px`;
  });
  picture.addEventListener("pointerleave", () => {
    tip.hidden = true;
  });

  const show = () => {
    const found = app.contact !== null ? contactRows(app, app.contact) : app.selected ? bodyRows(app, app.selected) : null;
    if (!found) {
      const note = document.createElement("p");
      note.className = "note";
      note.textContent = "Point at a body or a contact; select it to keep its values here.";
      panel.replaceChildren(note);
      return;
    }
    const table = document.createElement("dl");
    table.append(...found.rows.flatMap(([name, value, unit]) => entry(name, value, unit)));
    panel.replaceChildren(heading(found.title, "h3"), table);
  };
  const offer = () => {
    const contacts = (app.answer?.contacts ?? []).map(
      ({ bodies, point }, index) =>
        new Option(`${bodies[0]} on ${bodies[1]} at ${brief(point[0])}, ${brief(point[1])}`, `contact ${index}`),
    );
    const bodies = app.scene.body.map(({ name }) => new Option(name, `body ${name}`));
    subject.replaceChildren(new Option("none selected", ""), grouped("Bodies", bodies), grouped("Contacts", contacts));
  };
  const mark = () => {
    subject.value = app.contact !== null ? `contact ${app.contact}` : app.selected ? `body ${app.selected}` : "";
  };
  subject.addEventListener("change", () => {
    const [, kind, name] = /^(\w*) ?(.*)$/.exec(subject.value);
    if (kind === "contact") app.selectContact(Number(name));
    else app.select(name || null);
  });
  for (const event of ["scene", "answer"]) app.addEventListener(event, offer);
  for (const event of ["selection", "answer", "scene"]) {
    app.addEventListener(event, mark);
    app.addEventListener(event, show);
  }
}

function grouped(label, options) {
  const group = document.createElement("optgroup");
  group.label = label;
  group.append(...options);
  return group;
}

function rowsAt(app, target) {
  const contact = target.closest("[data-contact]");
  if (contact) return contactRows(app, Number(contact.dataset.contact));
  const group = target.closest("[data-body]");
  return group ? bodyRows(app, group.dataset.body) : null;
}

// Rows are [name, value, unit].
function bodyRows(app, name) {
  const body = bodyOf(app.scene, name);
  if (!body) return null;
  const [x, y] = middle(body);
  const rows = [
    ["centre x", x.toString(), "m"],
    ["centre y", y.toString(), "m"],
  ];
  const motion = app.answer?.bodies.find((other) => other.name === name);
  if (motion && !body.fixed) {
    rows.push(
      ["acceleration x", motion.acceleration[0], "m/s²"],
      ["acceleration y", motion.acceleration[1], "m/s²"],
      ["angular acceleration", motion.angular_acceleration, "rad/s²"],
    );
  }
  return { title: body.fixed ? `${name} (fixed)` : name, rows };
}

function contactRows(app, index) {
  const contact = app.answer?.contacts[index];
  if (!contact) return null;
  const mark = contact.unique === false ? " *" : "";
  const rows = [
    ["point x", contact.point[0], "m"],
    ["point y", contact.point[1], "m"],
    [`force x${mark}`, contact.force[0], "N"],
    [`force y${mark}`, contact.force[1], "N"],
  ];
  if (contact.friction !== undefined) rows.push(["friction", contact.friction, ""]);
  if (contact.sliding_acceleration !== undefined) rows.push(["sliding acceleration", contact.sliding_acceleration, ""]);
  if (contact.gap_acceleration !== undefined) rows.push(["gap acceleration", contact.gap_acceleration, ""]);
  const several = mark ? ", * one of several forces that would do" : "";
  return { title: `${contact.bodies[0]} on ${contact.bodies[1]}, ${contact.state}${several}`, rows };
}

function heading(text, tag) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function line(name, value) {
  const made = document.createElement("span");
  made.textContent = `${name} ${value}`;
  return made;
}

function entry(name, value, unit) {
  const term = heading(name, "dt");
  const definition = document.createElement("dd");
  const exact = document.createElement("code");
  exact.dataset.value = name;
  exact.textContent = value;
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.textContent = "Copy";
  copy.setAttribute("aria-label", `Copy ${name}`);
  copy.addEventListener("click", async () => {
    await copyText(value);
    copy.textContent = "Copied";
    setTimeout(() => {
      copy.textContent = "Copy";
    }, 1200);
  });
  const about = document.createElement("span");
  const fraction = Fraction.of(value);
  about.className = "about";
  // The decimal comes first, unless it is the number as it is written.
  about.textContent = fraction.isWhole() ? unit : `${brief(value)} ${unit}`.trimEnd();
  if (value.length > LONG) {
    const details = document.createElement("details");
    details.append(heading(`${value.length} characters`, "summary"), exact);
    definition.append(about, copy, details);
  } else {
    const number = document.createElement("span");
    number.append(...(fraction.isWhole() ? [exact, " ", about] : [about, " ", exact]));
    definition.append(number, copy);
  }
  return [term, definition];
}

// Where the clipboard is not to be had, the text is selected in a field and copied from there.
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
