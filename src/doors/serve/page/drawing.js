// The picture: bodies, grid, forces, motion. Exact numbers become pixels here and nowhere else.

import { Fraction } from "/page/fraction.js";
import { arrow, element, openArrow, round, turn } from "/page/shapes.js";
import { body as bodyOf, box, isAtRest, middle, parts, pointOf, radii } from "/page/scene.js";

const LONGEST_ARROW = 70;
// The shortest arrow: weaker forces are drawn with it, too.
const SHORTEST_ARROW = 9;
const CLOSEST_LINES = 11;

// Numbers of an answer may have thousands of digits, and are drawn again with every move of the view.
const numbers = new Map();
const MOST_NUMBERS = 20000;

function number(text) {
  let value = numbers.get(text);
  if (value !== undefined) return value;
  if (numbers.size >= MOST_NUMBERS) numbers.clear();
  value = Fraction.of(text).toNumber();
  numbers.set(text, value);
  return value;
}

const vector = (texts) => texts.map(number);

export class Drawing {
  constructor(picture, view) {
    this.picture = picture;
    this.view = view;
    const hatch = element(
      "pattern",
      { id: "hatch", width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      element("rect", { width: 8, height: 8, class: "hatch-ground" }),
      element("path", { d: "M0 0V8", class: "hatch-line" }),
    );
    this.layers = Object.fromEntries(
      ["grid", "bodies", "ghosts", "motion", "velocities", "contacts", "forces", "pins", "loads"].map((name) => [name, element("g", { class: name })]),
    );
    picture.replaceChildren(element("defs", {}, hatch), ...Object.values(this.layers));
    this.bodies = new Map();
  }

  // Draws everything. `answer` is what the server said of this very scene, or null.
  draw({ scene, selected, answer, options, overlapping, isHeld }) {
    const { width, height } = this.view;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawGrid(options.grid);
    this.drawBodies(scene, selected, answer, overlapping);
    this.drawPins(scene);
    const instant = answer?.bodies ? answer : null;
    // What arrows of each kind mean: { most, longest }, the largest magnitude and how long its arrow is, for the legend.
    this.scales = { force: null, motion: null, velocity: null, load: null, hasSeveral: false, weakest: null };
    this.drawLoads(scene, isHeld);
    this.layers.velocities.replaceChildren(...(options.motion ? this.velocities(scene) : []));
    this.layers.ghosts.replaceChildren(
      ...(instant && options.motion && isAtRest(scene) ? this.ghosts(scene, instant) : []),
    );
    this.layers.motion.replaceChildren(...(instant && options.motion ? this.motions(scene, instant) : []));
    this.layers.contacts.replaceChildren(...(instant ? this.contacts(instant) : []));
    this.layers.forces.replaceChildren(...(instant && options.forces ? this.forces(scene, instant) : []));
  }

  drawGrid(step) {
    let spacing = step.toNumber() * this.view.scale;
    let unit = step.toNumber();
    for (const factor of [2, 5, 10, 20, 50, 100, 1000, 10000]) {
      if (spacing >= CLOSEST_LINES) break;
      unit = step.toNumber() * factor;
      spacing = unit * this.view.scale;
    }
    const [left, top] = this.view.toWorld([0, 0]);
    const [right, bottom] = this.view.toWorld([this.view.width, this.view.height]);
    const { width, height } = this.view;
    let fine = "";
    let axes = "";
    for (let line = Math.ceil(left / unit); line * unit <= right && spacing >= CLOSEST_LINES; line += 1) {
      const x = round(this.view.toPicture([line * unit, 0])[0]);
      if (line === 0) axes += `M${x} 0V${height}`;
      else fine += `M${x} 0V${height}`;
    }
    for (let line = Math.ceil(bottom / unit); line * unit <= top && spacing >= CLOSEST_LINES; line += 1) {
      const y = round(this.view.toPicture([0, line * unit])[1]);
      if (line === 0) axes += `M0 ${y}H${width}`;
      else fine += `M0 ${y}H${width}`;
    }
    this.layers.grid.replaceChildren(element("path", { d: fine, class: "line" }), element("path", { d: axes, class: "axis" }));
  }

  // The elements of bodies stay the same as long as the bodies do, so that the focus stays where it is.
  drawBodies(scene, selected, answer, overlapping) {
    const motions = new Map((answer?.bodies ?? []).map((body) => [body.name, body]));
    const present = new Set();
    scene.body.forEach((body, place) => {
      present.add(body.name);
      let group = this.bodies.get(body.name);
      if (!group) {
        group = element("g", { class: "body", tabindex: "0", role: "button" }, element("path"), element("text"));
        group.dataset.body = body.name;
        this.bodies.set(body.name, group);
      }
      const [path, label] = group.children;
      path.setAttribute(
        "d",
        parts(body)
          .map((part, index) => this.path(part.map(([x, y]) => [x.toNumber(), y.toNumber()]), radii(body)[index].toNumber()))
          .join(""),
      );
      group.classList.toggle("fixed", body.fixed === true);
      group.classList.toggle("selected", body.name === selected);
      group.classList.toggle("overlapping", overlapping.includes(body.name));
      group.classList.toggle("moves", isMoving(motions.get(body.name)));
      group.setAttribute("aria-pressed", String(body.name === selected));
      group.setAttribute("aria-label", describe(body, motions.get(body.name)));
      this.drawLabel(label, body);
      if (this.layers.bodies.children[place] !== group)
        this.layers.bodies.insertBefore(group, this.layers.bodies.children[place] ?? null);
    });
    for (const [name, group] of this.bodies) {
      if (present.has(name)) continue;
      group.remove();
      this.bodies.delete(name);
    }
  }

  drawLabel(label, body) {
    const { left, bottom, right, top } = box(body);
    const corners = [
      [left, bottom],
      [right, top],
    ];
    const points = corners.map(([x, y]) => this.view.toPicture([x.toNumber(), y.toNumber()]));
    const [xs, ys] = [points.map((point) => point[0]), points.map((point) => point[1])];
    const [width, height] = [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
    const fits = height >= 15 && width >= body.name.length * 7.2 + 8;
    label.textContent = fits ? body.name : "";
    label.setAttribute("x", round((Math.max(...xs) + Math.min(...xs)) / 2));
    label.setAttribute("y", round((Math.max(...ys) + Math.min(...ys)) / 2 + 4));
  }

  // The path around a part: its polygon, or an arc around each vertex of its core and lines between them.
  path(points, radius) {
    const at = (point) => this.view.toPicture(point).map(round).join(" ");
    if (radius === 0) {
      const [first, ...others] = points.map(at);
      return `M${first}L${others.join("L")}Z`;
    }
    const size = round(radius * this.view.scale);
    const arc = (point) => `A${size} ${size} 0 0 0 ${at(point)}`;
    if (points.length === 1) {
      const [[x, y]] = points;
      return `M${at([x + radius, y])}${arc([x - radius, y])}${arc([x + radius, y])}Z`;
    }
    const ends = points.flatMap(([x, y], index) => {
      const [qx, qy] = points[(index + 1) % points.length];
      const length = Math.hypot(qx - x, qy - y);
      const [nx, ny] = [(radius * (qy - y)) / length, (radius * (x - qx)) / length];
      return [
        [
          [x + nx, y + ny],
          [qx + nx, qy + ny],
        ],
      ];
    });
    const [start] = ends;
    return `M${at(start[0])}${ends.map(([, to], index) => `L${at(to)}${arc(ends[(index + 1) % ends.length][0])}`).join("")}Z`;
  }

  drawPins(scene) {
    const pins = (scene.pin ?? []).map((pin) => {
      const [x, y] = this.view.toPicture(vector(pin.at));
      return element("circle", { cx: round(x), cy: round(y), r: 5, class: "pin" });
    });
    this.layers.pins.replaceChildren(...pins);
  }

  // The loads, each with a handle at its tip. While one is pulled, the scale stays.
  drawLoads(scene, isHeld) {
    const loads = scene.load ?? [];
    const forces = loads.map(({ force }) => vector(force ?? ["0", "0"]));
    const sizes = forces.map((force) => Math.hypot(...force));
    if (!isHeld || !this.loadScale) this.loadScale = this.longestArrow / (Math.max(...sizes, 0) || heaviest(scene));
    if (sizes.some((size) => size > 0)) this.scales.load = { most: this.longestArrow / this.loadScale, longest: this.longestArrow };
    const drawn = loads.flatMap((load, place) => {
      const [x, y] = this.view.toPicture(pointOf(scene, load).map((value) => value.toNumber()));
      const torque = number(load.torque ?? "0");
      const made = torque === 0 ? [] : [turn([x, y], Math.sign(torque), 18 * this.marks, "load-torque")];
      if (sizes[place] === 0) return made;
      const [fx, fy] = forces[place];
      const length = Math.max(sizes[place] * this.loadScale, this.shortestArrow);
      const [dx, dy] = [(fx / sizes[place]) * length, (-fy / sizes[place]) * length];
      const handle = element("circle", { cx: round(x + dx), cy: round(y + dy), r: 7, class: "handle" });
      const name = element("title");
      name.textContent = `${load.name}: (${load.force.join(", ")}) N`;
      handle.append(name);
      handle.dataset.load = place;
      return [...made, ...arrow([x, y], [dx, dy], length, "load"), handle];
    });
    this.layers.loads.replaceChildren(...drawn);
  }

  // Where bodies that are at rest would be a little later if they kept their accelerations.
  ghosts(scene, answer) {
    const moving = answer.bodies.filter(isMoving);
    const sizes = moving.map((motion) => reach(bodyOf(scene, motion.name), motion));
    const most = Math.max(...sizes.map(({ displacement }) => displacement), 0);
    if (most === 0) return [];
    const typical = Math.max(...sizes.map(({ size }) => size));
    const time = (typical * 0.22) / most;
    return moving.map((motion) => {
      const body = bodyOf(scene, motion.name);
      const [ax, ay] = vector(motion.acceleration).map((value) => value * time);
      const angle = number(motion.angular_acceleration) * time;
      const [cx, cy] = center(body);
      const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
      const place = ([x, y]) => {
        const [dx, dy] = [x.toNumber() - cx, y.toNumber() - cy];
        return [cx + ax + cosine * dx - sine * dy, cy + ay + sine * dx + cosine * dy];
      };
      return element("path", {
        d: parts(body)
          .map((part, index) => this.path(part.map(place), radii(body)[index].toNumber()))
          .join(""),
      });
    });
  }

  // How large marks are: 1, or less where bodies are small.
  get marks() {
    return Math.min(1, Math.max(0.3, this.view.scale / 70));
  }

  // Pixels of the longest and of the shortest arrow; where bodies are small, so are arrows.
  get longestArrow() {
    return Math.min(LONGEST_ARROW, this.view.scale * 0.6);
  }

  get shortestArrow() {
    return Math.min(SHORTEST_ARROW, this.view.scale / 5, this.longestArrow);
  }

  // Pixels of an arrow whose length is so large a part of the longest.
  arrowLength(ratio) {
    return Math.max(this.shortestArrow, this.longestArrow * ratio);
  }

  motions(scene, answer) {
    const moving = answer.bodies.filter(isMoving);
    const lengths = moving.map((motion) => Math.hypot(...vector(motion.acceleration)));
    const longest = Math.max(...lengths, 0);
    const turns = moving.map((motion) => Math.abs(number(motion.angular_acceleration)));
    const fastest = Math.max(...turns, 0);
    if (longest > 0) this.scales.motion = { most: longest, longest: this.longestArrow };
    return moving.flatMap((motion, index) => {
      const at = this.view.toPicture(center(bodyOf(scene, motion.name)));
      const [ax, ay] = vector(motion.acceleration);
      const drawn = [];
      if (lengths[index] > 0) drawn.push(...arrow(at, [ax, -ay], this.arrowLength(lengths[index] / longest), "acceleration"));
      if (turns[index] > 0) drawn.push(turn(at, number(motion.angular_acceleration) / fastest, 13 * this.marks));
      return drawn;
    });
  }

  contacts(answer) {
    const size = this.marks;
    return answer.contacts.map((contact, index) => {
      const [x, y] = this.view.toPicture(vector(contact.point)).map(round);
      const mark =
        contact.state === "pressing"
          ? element("circle", { cx: x, cy: y, r: 3.5 * size })
          : contact.state === "opening" || contact.state === "sliding"
            ? element("circle", { cx: x, cy: y, r: 4.5 * size })
            : element("rect", {
                x: x - 3 * size,
                y: y - 3 * size,
                width: 6 * size,
                height: 6 * size,
                transform: `rotate(45 ${x} ${y})`,
              });
      const touch = element("circle", { cx: x, cy: y, r: 9 * size, class: "touch" });
      const group = element("g", { class: `contact ${contact.state}` }, touch, mark);
      if (contact.state === "sliding") group.append(element("circle", { cx: x, cy: y, r: 2 * size, class: "press" }));
      group.dataset.contact = index;
      return group;
    });
  }

  // The forces, each on the body that it pushes up, and on both where it pushes neither up: symmetric forces have symmetric arrows.
  forces(scene, answer) {
    const gravity = vector(scene.gravity ?? ["0", "-1"]);
    const forces = [
      ...answer.contacts.map((contact) => ({ at: contact.point, force: contact.force, isUnique: contact.unique !== false })),
      ...answer.pins.map((pin) => ({ at: pin.at, force: pin.force, isUnique: pin.unique !== false })),
    ].filter(({ force }) => force.some((value) => value !== "0"));
    const lengths = forces.map(({ force }) => Math.hypot(...vector(force)));
    const longest = Math.max(...lengths, 0);
    if (longest === 0) return [];
    this.scales.force = { most: longest, longest: this.longestArrow };
    const least = (longest * this.shortestArrow) / this.longestArrow;
    if (lengths.some((length) => length < least)) this.scales.weakest = least;
    this.scales.hasSeveral = forces.some(({ isUnique }) => !isUnique);
    return forces.flatMap(({ at, force, isUnique }, index) => {
      const place = this.view.toPicture(vector(at));
      const length = this.arrowLength(lengths[index] / longest);
      const kind = isUnique ? "force" : "force several";
      return sides(vector(force), gravity).flatMap(([x, y]) => arrow(place, [x, -y], length, kind));
    });
  }

  // The velocities that the scene gives its bodies.
  velocities(scene) {
    const moving = scene.body.filter((body) => body.velocity !== undefined || body.spin !== undefined);
    const speeds = moving.map((body) => Math.hypot(...vector(body.velocity ?? ["0", "0"])));
    const longest = Math.max(...speeds, 0);
    const spins = moving.map((body) => number(body.spin ?? "0"));
    const fastest = Math.max(...spins.map(Math.abs), 0);
    if (longest > 0) this.scales.velocity = { most: longest, longest: this.longestArrow };
    return moving.flatMap((body, index) => {
      const at = this.view.toPicture(center(body));
      const drawn = [];
      if (speeds[index] > 0) {
        const [x, y] = vector(body.velocity);
        drawn.push(openArrow(at, [x, -y], this.arrowLength(speeds[index] / longest)));
      }
      if (spins[index] !== 0) drawn.push(turn(at, spins[index] / fastest, 18 * this.marks, "spinning"));
      return drawn;
    });
  }
}

// A force, or its opposite, or both, as the arrows have it.
function sides([x, y], [gx, gy]) {
  const down = gx * x + gy * y;
  const isSideways = Math.abs(down) <= 1e-12 * Math.hypot(gx, gy) * Math.hypot(x, y);
  if (isSideways) {
    return [
      [x, y],
      [-x, -y],
    ];
  }
  return down < 0 ? [[x, y]] : [[-x, -y]];
}

export function isMoving(motion) {
  return motion !== undefined && [...motion.acceleration, motion.angular_acceleration].some((value) => value !== "0");
}

function center(body) {
  return body.centroid ? vector(body.centroid) : middle(body).map((value) => value.toNumber());
}

// About the largest weight of a body, N: how long arrows of loads are before there is one.
function heaviest(scene) {
  const gravity = Math.hypot(...vector(scene.gravity ?? ["0", "-1"])) || 1;
  const weights = scene.body
    .filter((body) => !body.fixed)
    .map((body) => {
      if (body.mass !== undefined) return number(body.mass) * gravity;
      const { left, bottom, right, top } = box(body);
      const area = right.minus(left).toNumber() * top.minus(bottom).toNumber();
      return area * number(body.density ?? "1") * gravity;
    });
  return Math.max(...weights, 0) || 1;
}

// How large a body is, and how fast its fastest point moves away.
function reach(body, motion) {
  const [cx, cy] = center(body);
  const sizes = parts(body).map((part, index) => {
    const arms = part.map(([x, y]) => Math.hypot(x.toNumber() - cx, y.toNumber() - cy));
    return Math.max(...arms) + radii(body)[index].toNumber();
  });
  const size = Math.max(...sizes);
  return {
    size,
    displacement: Math.hypot(...vector(motion.acceleration)) + size * Math.abs(number(motion.angular_acceleration)),
  };
}

function describe(body, motion) {
  const [x, y] = middle(body);
  const does = body.fixed ? "fixed" : motion === undefined ? "free" : isMoving(motion) ? "free, starts to move" : "free, stays";
  return `${body.name}, ${does}, centre ${x}, ${y}`;
}
