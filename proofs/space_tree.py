"""Section 12 of FORMAT.md, trees: which rows the leaves of a tree have."""

from reading import add, scale
from space_scene import primitive

MOST_NARROWINGS = 64


def grown(tree, corners, own):
    """The leaves of a list of entries, each with its rows, (corner, x, n), and with the number of splits above it; and what is
    wrong with the list, or None. `corners` are all corners, `own` the numbers of those that touch the group."""
    leaves, waiting = [], [([], {}, 0)]
    for k, entry in enumerate(tree):
        if not waiting:
            return leaves, f"entry {k} beyond the last branch"
        rows, hinges, above = waiting.pop()
        if entry.corner is None:
            entry.places, entry.above = rows, above
            leaves.append(entry)
            continue
        if entry.corner not in own:
            return leaves, f"entry {k} of corner {entry.corner}, which does not touch the group"
        corner = corners[entry.corner]
        normals, narrowings = hinges.get(entry.corner, (corner.normals, 0))
        if entry.between is None:
            if entry.vertex >= len(corner.points):
                return leaves, f"entry {k} of vertex {entry.vertex}"
            sides = [[*rows, (corner, corner.points[entry.vertex], n)] for n in normals]
            branches = [(side, hinges, above + 1) for side in sides]
        else:
            if len(corner.points) != 2 or 0 in entry.between or narrowings == MOST_NARROWINGS:
                return leaves, f"entry {k}, a normal between {entry.between}"
            (i, j), (first, second) = entry.between, normals
            middle = primitive(add(scale(i, first), scale(j, second)))
            parts = (first, middle), (middle, second)
            branches = [(rows, hinges | {entry.corner: (part, narrowings + 1)}, above + 1) for part in parts]
        waiting += reversed(branches)
    return leaves, f"{len(waiting)} branches too few" if waiting else None
