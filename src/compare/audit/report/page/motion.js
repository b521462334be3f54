// Pictures of the two motions, with the same view. Only states are shown, nothing between them.

/** The longer side of a picture, in its own units: differences of large coordinates are taken before the browser rounds them. */
const SIDE = 1000;
/** How far from its place something may be drawn. */
const FAR = 1e6;

/** [x, y, cos, sin] of a free body. */
function placement(states, state, place) {
  return states[state].slice(4 * place, 4 * place + 4);
}

/** [left, bottom, right, top] of the free bodies in a state, in metres. */
function box(states, state) {
  const found = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { place, arms, radii } of motion.bodies.filter((body) => body.place !== null)) {
    const [x, y, cosine, sine] = placement(states, state, place);
    arms.forEach((part, index) => part.forEach(([p, q]) => {
      const [u, v] = [x + cosine * p - sine * q, y + sine * p + cosine * q];
      const radius = radii[index];
      [found[0], found[1]] = [Math.min(found[0], u - radius), Math.min(found[1], v - radius)];
      [found[2], found[3]] = [Math.max(found[2], u + radius), Math.max(found[3], v + radius)];
    }));
  }
  return found.every(Number.isFinite) ? found : [-1, -1, 1, 1];
}

/** The outline of a part: its core, or with a radius edges at that distance and arcs between them. */
function outline(part, radius, scale) {
  const points = part.map(([p, q]) => [p * scale, q * scale]);
  const reach = radius * scale;
  if (reach === 0) {
    return `M${points.map((point) => point.join(" ")).join("L")}Z`;
  }
  const arc = (x, y) => `A${reach} ${reach} 0 0 1 ${x} ${y}`;
  if (points.length === 1) {
    const [[x, y]] = points;
    // The line shows how the disk turns.
    return `M${x - reach} ${y}${arc(x + reach, y)}${arc(x - reach, y)}L${x} ${y}Z`;
  }
  let path = "";
  let first = null;
  points.forEach(([x, y], index) => {
    const [u, v] = points[(index + 1) % points.length];
    const length = Math.hypot(u - x, v - y);
    const [right, up] = [reach * (v - y) / length, reach * (x - u) / length];
    path += first === null ? `M${x + right} ${y + up}` : arc(x + right, y + up);
    first ??= [x + right, y + up];
    path += `L${u + right} ${v + up}`;
  });
  return `${path}${arc(...first)}Z`;
}

/** Everything that bodies reach, but not farther than their own size away: what flies off does not make the rest small. */
function view() {
  const first = box(motion.run, 0);
  const size = Math.max(first[2] - first[0], first[3] - first[1]);
  const all = [...first];
  for (const states of [motion.run, motion.zwang]) {
    const every = Math.max(1, Math.floor(states.length / 100));
    for (let state = 0; state < states.length; state += every) {
      const found = box(states, state);
      [0, 1].forEach((axis) => { all[axis] = Math.max(first[axis] - size, Math.min(all[axis], found[axis])); });
      [2, 3].forEach((axis) => { all[axis] = Math.min(first[axis] + size, Math.max(all[axis], found[axis])); });
    }
  }
  const margin = 0.08 * Math.max(all[2] - all[0], all[3] - all[1]);
  const [left, bottom, right, top] = [all[0] - margin, all[1] - margin, all[2] + margin, all[3] + margin];
  return { left, top, scale: SIDE / Math.max(right - left, top - bottom), width: right - left, height: top - bottom };
}

class Motion {
  constructor(id, states, seen, ghosts) {
    Object.assign(this, { svg: byId(id), states, seen, ghosts });
    this.svg.setAttribute("viewBox", `0 0 ${seen.width * seen.scale} ${seen.height * seen.scale}`);
    this.bodies = this.drawBodies("");
    this.outlines = ghosts === null ? [] : this.drawBodies("ghost");
  }

  drawBodies(kind) {
    const { scale } = this.seen;
    const wanted = motion.bodies.filter((body) => kind === "" || body.place !== null);
    return wanted.map((body) => {
      const path = drawn("path", { d: body.arms.map((part, index) => outline(part, body.radii[index], scale)).join(""), class: body.place === null ? "fixed" : kind });
      const title = drawn("title", {});
      title.textContent = body.name;
      path.append(title);
      this.svg.append(path);
      return { ...body, path };
    });
  }

  show(state) {
    this.move(this.bodies, this.states, state);
    if (this.ghosts !== null) {
      this.move(this.outlines, this.ghosts, state);
    }
  }

  move(bodies, states, state) {
    const { left, top, scale } = this.seen;
    const limited = (value) => Math.min(FAR, Math.max(-FAR, value));
    for (const { place, path } of bodies) {
      const at = Math.min(state, states.length - 1);
      const [x, y, cosine, sine] = place === null ? [0, 0, 1, 0] : placement(states, at, place);
      path.setAttribute("transform", `matrix(${cosine} ${-sine} ${-sine} ${-cosine} ${limited((x - left) * scale)} ${limited((top - y) * scale)})`);
      path.classList.toggle("ended", at < state && place !== null);
    }
  }

  /** Marks the bodies with these names. */
  mark(names) {
    this.bodies.forEach(({ name, path }) => path.classList.toggle("marked", names.includes(name)));
  }

  showGhosts(isShown) {
    this.outlines.forEach(({ path }) => { path.style.display = isShown ? "" : "none"; });
  }
}
