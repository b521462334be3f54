// The data of the film of a run in the plane.

/** The placement of a free body as recorded; its centroid in the scene is at `origin`. */
function readPlacement(reader, grid, origin) {
  const unit = 1n << BigInt(grid);
  const [x, y] = origin.map((start) => add(start, fraction(reader.integer(), unit)));
  const quarter = reader.natural();
  const tangent = reader.integer();
  const [vx, vy, spin] = times(3, () => fraction(reader.integer(), unit));
  return { x, y, quarter, tangent, velocity: [vx, vy], spin };
}

function readFacts(reader) {
  const [bits, hasImpact] = [reader.natural(), reader.natural() === 1];
  const [kinetic, potential, depth, drift] = [reader.double(), reader.double(), reader.double(), reader.double()];
  const [depthSquare, driftSquare] = [reader.fraction(), reader.fraction()];
  return { bits, hasImpact, kinetic, potential, depth, drift, depthSquare, driftSquare };
}

/** A coordinate of a force: 0, or the index of its magnitude, and its sign. */
function readCoordinate(reader) {
  const found = reader.natural();
  return found === 0 ? null : { number: Math.floor((found - 1) / 2), isNegative: found % 2 === 0 };
}

/** A row that presses: which number it has; with friction also the coordinate along its edge, and whether it slides. */
function readContact(reader, hasFriction) {
  const row = reader.natural();
  const number = reader.natural();
  const along = hasFriction ? readCoordinate(reader) : null;
  const slides = hasFriction && reader.natural() === 1;
  return { row, number: Math.floor(number / 2), isImpact: number % 2 === 1, along, slides };
}

/** The forces of a group in a step: rows and pins, which number each has, and the leading bits of the numbers. */
function readGroup(reader, hasFriction) {
  const forces = times(reader.natural(), () => readContact(reader, hasFriction));
  const pins = Array.from({ length: reader.natural() }, () => {
    const pin = reader.natural();
    return { pin, coordinates: [readCoordinate(reader), readCoordinate(reader)] };
  });
  const leading = Array.from({ length: reader.natural() }, () => {
    const significand = reader.magnitude(6);
    return { significand, exponent: reader.small() };
  });
  return { forces, pins, leading };
}

/** What happens to contacts in a step, by kind; with friction some begin to slide, cease to, and slide back. */
function readChanges(reader, hasFriction) {
  const [made, lost] = [readEvents(reader), readEvents(reader)];
  const [slips, sticks, reverses] = times(3, () => (hasFriction ? readEvents(reader) : []));
  return { made, lost, slips, sticks, reverses };
}

/** The contacts to which one thing happens in a step; times are in the step, from 0 at its beginning to 1. */
function readEvents(reader) {
  return times(reader.natural(), () => {
    const row = reader.natural();
    const [earliest, latest] = [reader.natural() / 1024, reader.natural() / 1024];
    return { row, earliest, latest, jumps: reader.natural() === 1 };
  });
}

/** The whole film. Index 0 of states, facts, groups and changes is the scene itself, before the first step. */
async function readFilm() {
  const scene = JSON.parse(byId("film-scene").textContent);
  const free = scene.bodies.flatMap((body, index) => (body.free === null ? [] : [index]));
  const reader = new Reader(await unpacked("film-steps"));
  const origins = free.map((body) => scene.bodies[body].free.centroid.map(parseFraction));
  const states = [null, ...times(scene.steps, () => origins.map((origin) => readPlacement(reader, scene.grid, origin)))];
  const facts = [null, ...times(scene.steps, () => readFacts(reader))];
  const hasFriction = scene.friction === true;
  const groups = [[], ...times(scene.steps, () => times(reader.natural(), () => readGroup(reader, hasFriction)))];
  const changes = [null, ...times(scene.steps, () => readChanges(reader, hasFriction))];
  if (!reader.isAtEnd()) {
    throw new Error("the film is damaged: its data do not end where they should");
  }
  return { scene, free, states, facts, groups, changes, hasFriction, steps: scene.steps, step: parseFraction(scene.step) };
}
