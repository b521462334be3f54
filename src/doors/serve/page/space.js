// Bodies in space: a picture that can be turned. Doubles draw; the words come from the checked answer.

import { Latest, Refused, ask } from "/page/service.js";

const by = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const EXAMPLE = `format = "zwang-space-1"
name = "a beam on two posts"

[[body]]
name = "floor"
fixed = true
box = { center = [0, 0, "-1/4"], size = [10, 6, "1/2"] }

[[body]]
name = "post"
box = { center = [-2, 0, 1], size = [1, 1, 2] }
copies = { count = 2, step = [4, 0, 0] }

[[body]]
name = "beam"
box = { center = [0, 0, "9/4"], size = [6, 1, "1/2"] }
`;
// The eye: turned about the upright axis, and raised.
const eye = { turn: -0.7, raise: 0.5, near: 1 };
const latest = new Latest();
let shown = { bodies: [], answer: null };

const minus = (a, b) => a.map((number, axis) => number - b[axis]);
const double = (text) => {
  const [above, below = "1"] = text.split("/");
  return Number(above) / Number(below);
};
const point = (texts) => texts.map(double);
// A number for people: four digits, marked if that rounds it.
const decimal = (number) => {
  const short = Number(number.toPrecision(4));
  return short === number ? `${short}` : `≈ ${short}`;
};

// Right, up, and towards the eye.
function seen([x, y, z]) {
  const [cosine, sine] = [Math.cos(eye.turn), Math.sin(eye.turn)];
  const [right, ahead] = [x * cosine - y * sine, x * sine + y * cosine];
  const [low, high] = [Math.cos(eye.raise), Math.sin(eye.raise)];
  return [right, z * low + ahead * high, z * high - ahead * low];
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

// The corners of a body, and the ends of its rounded parts along the axes.
function reaches({ faces, rounded }) {
  const ends = rounded.flatMap(({ radius, outlines }) =>
    outlines.flat().flatMap((at) => [radius, -radius].map((reach) => at.map((number) => number + reach))));
  return [...faces.flat(), ...ends];
}

// A rounded part: its core, under a round pen as wide as the part.
function round(outlines, radius, fill) {
  const path = element("path", { class: "rounded", fill, stroke: fill, "stroke-width": 2 * radius });
  path.setAttribute("stroke-linejoin", "round");
  path.setAttribute("stroke-linecap", "round");
  path.setAttribute("d", outlines.map((corners) => `M${corners.map(([x, y]) => `${x} ${y}`).join("L")}Z`).join(""));
  return path;
}

function draw() {
  const picture = by("picture");
  const [width, height] = [picture.clientWidth || 600, picture.clientHeight || 400];
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const free = shown.bodies.filter(({ fixed }) => !fixed);
  const points = (free.length ? free : shown.bodies).flatMap(reaches);
  if (points.length === 0) return picture.replaceChildren();
  const middle = [0, 1, 2].map((axis) => {
    const numbers = points.map((place) => place[axis]);
    return (Math.min(...numbers) + Math.max(...numbers)) / 2;
  });
  const size = Math.max(...points.map((place) => Math.hypot(...minus(place, middle)))) || 1;
  const scale = (0.4 * Math.min(width, height) * eye.near) / size;
  const place = (at) => {
    const [right, up, depth] = seen(minus(at, middle));
    return [width / 2 + right * scale, height / 2 - up * scale, depth];
  };
  const drawn = [];
  for (const { name, fixed, faces, rounded } of shown.bodies) {
    for (const { radius, outlines } of rounded) {
      const corners = outlines.map((outline) => outline.map(place));
      const depths = corners.flat().map(([, , depth]) => depth);
      const path = round(corners, radius * scale, fixed ? "#e4e4e4" : "hsl(205 45% 76%)");
      path.append(element("title", {}));
      path.firstChild.textContent = name;
      const depth = depths.reduce((sum, number) => sum + number, 0) / depths.length;
      drawn.push([fixed ? depth - 1e6 : depth, path]);
    }
    for (const face of faces) {
      const corners = face.map(place);
      const [a, b, c] = corners;
      // Faces that look away are hidden.
      const across = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
      if (across >= 0) continue;
      const depth = corners.reduce((sum, corner) => sum + corner[2], 0) / corners.length;
      const light = 78 + 14 * Math.abs(across) / (1 + Math.abs(across));
      const fill = fixed ? "#eee" : `hsl(205 45% ${light}%)`;
      const path = element("path", { class: "face", fill, "fill-opacity": fixed ? 0.6 : 0.85 });
      path.setAttribute("d", `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
      path.append(element("title", {}));
      path.firstChild.textContent = name;
      drawn.push([fixed ? depth - 1e6 : depth, path]);
    }
  }
  drawn.sort(([one], [other]) => one - other);
  const arrows = [];
  const contacts = (shown.answer?.contacts ?? []).filter(({ force_double }) => Math.hypot(...force_double) > 0);
  const largest = Math.max(...contacts.map(({ force_double }) => Math.hypot(...force_double)), 0);
  for (const { point: at, force_double: force } of contacts) {
    // On the body that it pushes up.
    const up = force[2] < 0 ? force.map((number) => -number) : force;
    const length = (0.6 * size) / largest;
    arrows.push(arrow(place(point(at)), place(point(at).map((number, axis) => number + up[axis] * length)), "force"));
  }
  picture.replaceChildren(...drawn.map(([, path]) => path), ...arrows);
}

function arrow([x, y], [toX, toY], kind) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [alongX, alongY] = [((toX - x) / length) * 7, ((toY - y) / length) * 7];
  const wing = (side) => `${toX - alongX + side * alongY * 0.5} ${toY - alongY - side * alongX * 0.5}`;
  return element("path", { class: kind, d: `M${x} ${y}L${toX} ${toY}M${wing(1)}L${toX} ${toY}L${wing(-1)}` });
}

async function answer() {
  const signal = latest.begin();
  const told = by("told");
  told.className = "note";
  told.textContent = "Asking…";
  try {
    const question = by("question").value;
    const response = await ask(`/api/space${question}`, { body: by("scene").value, signal });
    shown = await response.json();
    const report = shown.report ?? "";
    const verdict = /^ +verdict +(.+)$/m.exec(report);
    by("verdict").textContent = verdict?.[1] ?? shown.answer?.verdict ?? "answered";
    by("report").textContent = report;
    by("report").hidden = report === "";
    told.textContent = "accepted by the checker";
    const rows = (shown.answer?.contacts ?? []).map(({ bodies, point: at, force_double: force, unique }) => {
      const row = document.createElement("tr");
      const where = `(${point(at).map(decimal).join(", ")})`;
      const numbers = `(${force.map(decimal).join(", ")})${unique ? "" : " *"}`;
      for (const text of [bodies.join(" / "), where, numbers]) {
        row.insertCell().textContent = text;
      }
      return row;
    });
    by("forces").replaceChildren(...rows);
  } catch (error) {
    if (signal.aborted) return;
    told.className = "wrong";
    told.textContent = error instanceof Refused ? error.message : String(error);
    by("verdict").textContent = "no answer";
  }
  draw();
}

const turn = (right, up) => {
  eye.turn += right;
  eye.raise = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, eye.raise + up));
  draw();
};

// Where the pointer was, while its button is down.
let held = null;
by("picture").addEventListener("pointerdown", (event) => {
  held = [event.clientX, event.clientY];
  by("picture").setPointerCapture(event.pointerId);
});
by("picture").addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = held;
  held = [event.clientX, event.clientY];
  turn((event.clientX - x) / 150, (event.clientY - y) / 150);
});
for (const end of ["pointerup", "pointercancel"]) by("picture").addEventListener(end, () => (held = null));
by("picture").addEventListener("wheel", (event) => {
  event.preventDefault();
  eye.near *= Math.exp(-event.deltaY / 600);
  draw();
});
by("picture").addEventListener("keydown", (event) => {
  const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }[event.key];
  if (!turns) return;
  event.preventDefault();
  turn(...turns);
});
by("answer").addEventListener("click", answer);
by("question").addEventListener("change", answer);
by("file").addEventListener("change", async () => {
  by("scene").value = await by("file").files[0].text();
  answer();
});
addEventListener("resize", draw);
by("scene").value = EXAMPLE;
answer();
