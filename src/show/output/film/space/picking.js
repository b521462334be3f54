// The body at a place of the page.

/** The body that is seen there, or null. */
function bodyAt(film, places, camera, time, place) {
  const { eye } = camera.axes();
  const from = camera.toSpace(place);
  let [nearest, found] = [-Infinity, null];
  film.scene.bodies.forEach(({ shape: index }, body) => {
    const [pose, shape] = [places.at(time, body), film.shapes[index]];
    const [x, y] = camera.toPage(pose.place);
    if (Math.hypot(x - place[0], y - place[1]) > shape.reach * camera.scale + 1) {
      return;
    }
    const height = heightOn(shape, pose, from, eye);
    if (height > nearest) {
      [nearest, found] = [height, body];
    }
  });
  return found;
}

/** How far towards the eye the line through a point first meets a surface, as seen from there; -∞ where it does not. */
function heightOn({ corners }, pose, from, eye) {
  const back = inverse(pose.turn);
  const [start, direction] = [turned(back, plus(from, pose.place, -1)), turned(back, eye)];
  let highest = -Infinity;
  for (let at = 0; at < corners.length; at += 18) {
    const triangle = [0, 6, 12].map((next) => corners.subarray(at + next, at + next + 3));
    highest = Math.max(highest, meets(triangle, start, direction));
  }
  return highest;
}

/** The s at which start + s direction is on a triangle; -∞ if there is none. */
function meets([a, b, c], start, direction) {
  const [first, second, away] = [plus(b, a, -1), plus(c, a, -1), plus(start, a, -1)];
  const across = cross(direction, second);
  const size = dot(first, across);
  if (size === 0) {
    return -Infinity;
  }
  const u = dot(away, across) / size;
  const other = cross(away, first);
  const v = dot(direction, other) / size;
  return u < 0 || v < 0 || u + v > 1 ? -Infinity : dot(second, other) / size;
}
