"""Options at seams: section 5 of RUN.md, At seams. Squares of lengths are over the square of the unit of the run."""

from fractions import Fraction

from reading import cross, dot, sub


def rows_at_seams(run, before, poses, options):
    """The options of a pair, given as they would be without seams, before and at the guess."""
    different = []
    for option in options:
        passing = dict.fromkeys(past_seam(run, before, poses, row) for row in option)
        rows = [row for row in passing if row is not None]
        if rows not in different:
            different.append(rows)
    return different


def past_seam(run, before, poses, row):
    """The row itself, or the one that takes its place; None if its part is inside of a whole at its vertex."""
    i, part, v, j, other, k = row
    seam = run.seams.seam((i, part), v, j)
    if seam is None:
        return row
    if seam.edge is None:
        return None
    end = near_end(run, poses, row, seam.edge)
    if end is None:
        return row
    held = (j, other, end, i, part, seam.edge)
    return held if is_over(run, poses, held, v) and is_outside(run, before, held) else row


def tolerance(run, first, second):
    """The square of the tolerance of two parts."""
    return min(run.widths[first], run.widths[second]) / 2**26 * run.unit**2


def near_squared(run, first, second):
    """D²: so near, corners of a whole and of a body are looked at together."""
    return max(2**20 * run.touch_in_units**2, 4 * tolerance(run, first, second))


def near_end(run, poses, row, bound):
    """The first end of the edge that is at a distance of at most D from the vertex; None if the whole is not bounded so far."""
    i, part, v, j, other, k = row
    at, outline = poses(i).points(part)[v], poses(j).points(other)
    most = near_squared(run, row[:2], row[3:5])
    if most > run.lengths[i, part][bound]:
        return None
    for end in (k, (k + 1) % len(outline)):
        way = sub(outline[end], at)
        if dot(way, way) <= most:
            return end
    return None


def is_over(run, poses, row, v):
    """Whether the vertex of a row is over its edge, as seen from the end v of this, or within touch of that."""
    j, other, end, i, part, f = row
    outline, point = poses(i).points(part), poses(j).points(other)[end]
    far = (f + 1) % len(outline) if f == v else f
    place = dot(sub(point, outline[v]), sub(outline[far], outline[v]))
    return place >= 0 or place**2 <= run.touch_in_units**2 * run.lengths[i, part][f]


def is_outside(run, before, row):
    """Whether before the guess the vertex of a row was outside of its edge, or overlapped by the tolerance at most."""
    j, other, end, i, part, f = row
    outline, point = before(i).points(part), before(j).points(other)[end]
    gap = cross(sub(point, outline[f]), sub(outline[(f + 1) % len(outline)], outline[f]))
    return gap >= 0 or gap**2 <= tolerance(run, (i, part), (j, other)) * run.lengths[i, part][f]


def is_covered(run, hidden, poses, own, k, other):
    """Whether others cover an edge where the vertices of a part are at the guess which are nearest to it then or before, and as
    far from there as they go, D at least."""
    if (own, k) not in hidden.covers:
        return False
    besides, nearest = [], set()
    for pose in poses:
        points, vertices = (pose(part[0]).points(part[1]) for part in (own, other))
        along = sub(points[(k + 1) % len(points)], points[k])
        beside = [sub(vertex, points[k]) for vertex in vertices]
        heights = [cross(way, along) for way in beside]
        nearest |= {v for v, height in enumerate(heights) if height == min(heights)}
        besides.append(beside)
    shares = [min(max(Fraction(dot(beside[v], along), dot(along, along)), 0), 1) for v in nearest]
    moves = [sub(*(beside[v] for beside in besides)) for v in nearest]
    far = max(near_squared(run, own, other), *(dot(move, move) for move in moves)) / run.lengths[own][k]
    covered = hidden.covered_about(own, k, other[0], min(shares))
    if covered is None:
        return False
    first, last = min(shares) - covered[0], covered[1] - max(shares)
    return (covered[0] <= 0 or first * first >= far) and (covered[1] >= 1 or last >= 0 and last * last >= far)
