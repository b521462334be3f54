// Vectors, as lists of three doubles, and quaternions w, x, y, z. They are for the picture and for numbers that are told as “about”.

function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** a + s b. */
function plus(a, b, s) {
  return a.map((value, axis) => value + s * b[axis]);
}

function lengthOf(a) {
  return Math.hypot(...a);
}

/** A vector turned by a quaternion of length 1. */
function turned([w, x, y, z], vector) {
  const axis = [x, y, z];
  const twice = cross(axis, vector).map((value) => 2 * value);
  return plus(plus(vector, twice, w), cross(axis, twice), 1);
}

/** The opposite turn. */
function inverse([w, x, y, z]) {
  return [w, -x, -y, -z];
}

/** The solution of three linear equations, by Cramer's rule. */
function solutionOf(rows, right) {
  const [a, b, c] = rows;
  const determinant = dot(a, cross(b, c));
  const columns = [cross(b, c), cross(c, a), cross(a, b)];
  return [0, 1, 2].map((axis) => columns.reduce((sum, column, index) => sum + column[axis] * right[index], 0) / determinant);
}
