// The data of the film of a run in space.

/** The state of a free body, as integers over 2^g; one component of the quaternion w, x, y, z, the `chart`, is 1. */
function readState(reader) {
  const three = () => times(3, () => reader.integer());
  const displacement = three();
  const chart = reader.natural();
  return { displacement, chart, turn: three(), velocity: three(), momentum: three() };
}

/** A surface about the home of a body: places and normals of the corners of its triangles, and the ends of its edges, as floats. */
function readShapes(reader) {
  return times(reader.natural(), () => {
    const [corners, ends] = [reader.natural(), reader.natural()];
    const shape = { corners: reader.floats(6 * corners), edges: reader.floats(3 * ends) };
    return { ...shape, reach: reachOf(shape) };
  });
}

/** The whole film. States and kinetic energies are those of the scene, and after each step. */
async function readSolids() {
  const scene = JSON.parse(byId("film-scene").textContent);
  const free = scene.bodies.flatMap((body, index) => (body.free === null ? [] : [index]));
  const reader = new Reader(await unpacked("film-steps"));
  const states = times(scene.steps + 1, () => free.map(() => readState(reader)));
  const energies = times(scene.steps + 1, () => reader.fraction());
  const surfaces = new Reader(await unpacked("film-shapes"));
  const shapes = readShapes(surfaces);
  if (!reader.isAtEnd() || !surfaces.isAtEnd()) {
    throw new Error("the film is damaged: its data do not end where they should");
  }
  return { scene, free, states, energies, shapes, steps: scene.steps, step: parseFraction(scene.step) };
}
