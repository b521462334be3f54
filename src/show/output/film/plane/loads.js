// Loads: forces and torques from outside, which move with their bodies and keep their directions. If there are loads, these classes
// stand in for those of states, forces, picture and values, and add what each shows of loads.

/** The largest turn of the arrow of a torque is four times the angle with this tangent, 280 degrees. */
const LARGEST_TANGENT = Math.tan((70 * Math.PI) / 180);

class StatesWithLoads extends States {
  /** The potential energy is that of weights and of the forces of loads, without the work of their torques. */
  energy(step) {
    const { kinetic, potential } = super.energy(step);
    const works = this.film.scene.loads.map((load) => this.work(step, load));
    return { kinetic, potential: works.reduce((rest, work) => reduced(subtract(rest, work)), potential) };
  }

  /** The work of a force that does not change on the way of its point from 0 to where it is. */
  work(step, { body, at, force }) {
    const { centroid } = this.bodies[body].free;
    const arm = at.map((text, axis) => subtract(parseFraction(text), centroid[axis]));
    const turned = product(this.rotation(step, body), arm);
    const { x, y } = this.placement(step, body);
    const [fx, fy] = force.map(parseFraction);
    return reduced(add(multiply(fx, add(x, turned[0])), multiply(fy, add(y, turned[1]))));
  }
}

class ForcesWithLoads extends Forces {
  /** As of forces; where nothing presses, of loads. */
  usualMagnitude() {
    this.loads = this.film.scene.loads.map((load) => this.readLoad(load));
    const usual = super.usualMagnitude();
    const strongest = Math.max(...this.loads.map(({ force }) => Math.hypot(...force)));
    if (this.occur || strongest === 0) {
      return usual;
    }
    this.occur = true;
    return strongest;
  }

  /** A load as doubles; its arm is from the centroid of its body, in the scene. */
  readLoad({ body, at, force, torque }) {
    const numbers = (texts) => texts.map((text) => toNumber(parseFraction(text)));
    const { free, place } = this.states.bodies[body];
    const centroid = free.centroid.map(toNumber);
    const arm = numbers(at).map((coordinate, axis) => coordinate - centroid[axis]);
    return { place, arm, force: numbers(force), torque: toNumber(parseFraction(torque)) };
  }
}

class PictureWithLoads extends Picture {
  /** Everything, with the points of loads and room for arrows that end there. */
  extent(radii) {
    const wider = [...radii];
    for (const { place, arm } of this.forces.loads) {
      wider[place] = Math.max(wider[place], Math.hypot(...arm) + this.module);
    }
    return super.extent(wider);
  }

  restyle() {
    super.restyle();
    this.colours.load = getComputedStyle(this.canvas).getPropertyValue("--load").trim();
  }

  drawForces(context, camera, view) {
    super.drawForces(context, camera, view);
    const { loads } = this.forces;
    const largest = Math.max(...loads.map(({ torque }) => Math.abs(torque)));
    for (const { place, arm, force, torque } of loads) {
      const [x, y, angle] = this.places.at(view.time, place);
      const [dx, dy] = turnedBy(angle, arm);
      const at = camera.toPage([x + dx, y + dy]);
      this.drawPush(context, camera, at, force);
      if (torque !== 0) {
        this.drawTwist(context, camera, at, torque / largest);
      }
    }
  }

  /** A force that ends at a place of the page, with a bar across its tail. */
  drawPush(context, camera, at, [x, y]) {
    const magnitude = Math.hypot(x, y);
    if (magnitude === 0) {
      return;
    }
    const longest = Math.max(SHORTEST_ARROW, LONGEST_ARROW * this.module * camera.scale);
    const length = magnitude * this.forceScale(camera);
    const factor = Math.min(longest, Math.max(SHORTEST_ARROW, length)) / magnitude;
    const [vx, vy] = [x * factor, -y * factor];
    const tail = [at[0] - vx, at[1] - vy];
    const pen = this.pen(camera);
    drawArrow(context, tail, [vx, vy], pen, this.colours.load, length > longest);
    const half = (1.9 * pen) / Math.hypot(vx, vy);
    context.lineWidth = pen;
    context.beginPath();
    context.moveTo(tail[0] - vy * half, tail[1] + vx * half);
    context.lineTo(tail[0] + vy * half, tail[1] - vx * half);
    context.stroke();
  }

  /** A torque as an arrow around a place of the page; the largest has the share 1, one that is clockwise is negative. */
  drawTwist(context, camera, [x, y], share) {
    const pen = this.pen(camera);
    const radius = Math.min(22, Math.max(6, 0.4 * this.module * camera.scale));
    const turn = 4 * Math.atan(share * LARGEST_TANGENT);
    const end = Math.PI / 2 - turn;
    context.strokeStyle = this.colours.load;
    context.fillStyle = this.colours.load;
    context.lineWidth = pen;
    context.beginPath();
    context.arc(x, y, radius, Math.PI / 2, end, turn > 0);
    context.stroke();
    const [ux, uy] = [Math.cos(end), Math.sin(end)];
    const forward = 3.2 * pen * Math.sign(-turn);
    const [ex, ey] = [x + radius * ux, y + radius * uy];
    const side = 1.6 * pen;
    trace(context, [[ex + side * ux, ey + side * uy], [ex - forward * uy, ey + forward * ux], [ex - side * ux, ey - side * uy]]);
    context.fill();
  }
}

class ValuesWithLoads extends Values {
  /** With notes of the loads on the body. */
  ofBody(body, step) {
    const found = super.ofBody(body, step);
    const own = this.film.scene.loads.filter((load) => load.body === body);
    const notes = own.map(({ name, force, torque }) => `load ${name}: force (${force.join(", ")}) N, torque ${torque} N m`);
    return { ...found, notes: [...found.notes, ...notes] };
  }
}

/** Explains loads in the legend, after forces. */
function addLoadsToLegend() {
  const forces = document.querySelector(".legend .of-forces");
  const item = forces.cloneNode(true);
  const path = item.querySelector("path");
  path.setAttribute("class", "load");
  path.setAttribute("d", "M1 5H16M1 1V9M16 1.5L25 5L16 8.5Z");
  item.lastChild.textContent = "load, at its point; a torque around it";
  forces.after(item);
}
