// How far bodies reach.

/** The box around some bodies in all states: least and greatest corner. */
function boxOf(film, places, bodies) {
  const box = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (const body of bodies) {
    const { reach } = film.shapes[film.scene.bodies[body].shape];
    for (const { place } of places.poses[body]) {
      place.forEach((value, axis) => {
        box[0][axis] = Math.min(box[0][axis], value - reach);
        box[1][axis] = Math.max(box[1][axis], value + reach);
      });
    }
  }
  return box;
}

/** The distance of the farthest corner of a surface from the home of its body. */
function reachOf({ corners }) {
  let reach = 0;
  for (let at = 0; at < corners.length; at += 6) {
    reach = Math.max(reach, Math.hypot(corners[at], corners[at + 1], corners[at + 2]));
  }
  return reach;
}
