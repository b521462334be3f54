"""Section 12 of FORMAT.md, trees: which rows the leaves of a tree have."""

from reading import add, scale
from space_scene import primitive

MOST_NARROWINGS = 64


class Way:
    """The splits on the way to an entry, with what they have done. Entries are listed as they are walked: a branch begins when the
    one before it is left, so that there is one way at a time."""

    def __init__(self):
        self.splits, self.rows, self.hinges = [], [], {}

    def begin_branch(self):
        """Leaves the branch that was walked, and begins the next one of the last split that has one; nothing at the root."""
        while self.splits:
            split = self.splits[-1]
            if split.has_begun and split.is_by_normal:
                self.hinges[split.corner] = split.before
            elif split.has_begun:
                self.rows.pop()
            branch = next(split.branches, None)
            if branch is not None:
                split.has_begun = True
                if split.is_by_normal:
                    self.hinges[split.corner] = branch
                else:
                    self.rows.append(branch)
                return
            self.splits.pop()


class Begun:
    """A split whose branches are walked. Each has a row, or a part of the normals, with how often these were parted."""

    def __init__(self, corner, branches, before=None):
        self.corner, self.branches, self.before = corner, branches, before
        self.is_by_normal, self.has_begun = before is not None, False


def grown(tree, corners, own):
    """The leaves of a list of entries, each with its rows, (corner, x, n), and with the number of splits above it; and what is
    wrong with the list, or None. `corners` are all corners, `own` the numbers of those that touch the group."""
    leaves, way, waiting = [], Way(), 1
    for k, entry in enumerate(tree):
        if not waiting:
            return leaves, f"entry {k} beyond the last branch"
        waiting -= 1
        way.begin_branch()
        if entry.corner is None:
            entry.places, entry.above = way.rows[:], len(way.splits)
            leaves.append(entry)
            continue
        if entry.corner not in own:
            return leaves, f"entry {k} of corner {entry.corner}, which does not touch the group"
        corner = corners[entry.corner]
        normals, narrowings = here = way.hinges.get(entry.corner, (corner.normals, 0))
        if entry.between is None:
            if entry.vertex >= len(corner.points):
                return leaves, f"entry {k} of vertex {entry.vertex}"
            way.splits.append(Begun(entry.corner, rows_of(corner, corner.points[entry.vertex], normals)))
            waiting += len(normals)
        else:
            if len(corner.points) != 2 or 0 in entry.between or narrowings == MOST_NARROWINGS:
                return leaves, f"entry {k}, a normal between {entry.between}"
            (i, j), (first, second) = entry.between, normals
            middle = primitive(add(scale(i, first), scale(j, second)))
            parts = (first, middle), (middle, second)
            way.splits.append(Begun(entry.corner, iter([(part, narrowings + 1) for part in parts]), here))
            waiting += len(parts)
    return leaves, f"{waiting} branches too few" if waiting else None


def rows_of(corner, x, normals):
    return ((corner, x, n) for n in normals)
