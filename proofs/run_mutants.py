#!/usr/bin/env python3
"""Writes runs that are spoilt at random, but consistently: what follows from what was spoilt is computed anew.

    python3 run_mutants.py FOLDER COUNT [SEED]

For each scene FOLDER gets NAME.toml, NAME.runs with all mutants of its runs, one after the other, and NAME.said with a
line for each: what the second checker says, see `said` in run_check.py. COUNT is the number for each scene."""

import random
import sys
sys.dont_write_bytecode = True

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import run_check
from fixture import friction_mutations
from fixture.accepted_runs import COLLAPSE, CRADLE, DROP, KITE, PASSENGER, PUSHED, WHIRL
from fixture.enclosed_corners import SQUEEZED, THIRDS
from fixture.run_draft import Draft, call, coarsen, enclose, larger_groups, list_fewer_rows, load_null_vector
from fixture.run_friction_draft import FrictionDraft
from fixture.scenes import *
from fixture.spoilt_runs import APART, DROP_AND_REST, FLYING, NEAR, TWO_DROPS
from run_conditions import digest_of_rows
from run_file import HEADER, leaves

HALF = {"restitution": "1/2"}
BASES = {
    "drop": (DROP, HALF), "two-drops": (TWO_DROPS, HALF), "passenger": (PASSENGER, HALF), "flying": (FLYING, HALF),
    "drop-and-rest": (DROP_AND_REST, HALF | {"step": "1/10"}), "tie-first": (TIE, {"corner": "first"}),
    "tie-last": (TIE, {"corner": "last"}), "corner": (CORNER, {}), "away": (AWAY_CORNER, {}), "kite": (KITE, {}),
    "beam": (BEAM, {}), "pyramid": (PYRAMID, {}), "two-groups": (TWO_GROUPS, {}), "pendulum": (PENDULUM, {"grid": 24}),
    "double-pendulum": (DOUBLE_PENDULUM, {}),
    "links": (LINKS, {"grid": 24}), "overlap": (CROSSED_LINKS, {"grid": 24}),
    "near": (NEAR, {}), "apart": (APART, {}), "stack": (FALLING_STACK, {}),
    "cantilever-exact": (CANTILEVER, {"grid": None, "step": "1/16"}),
    "enclosed-bricks": (COLLAPSE, {"grid": 64, "opening": "0 -1/2"}),
    "enclosed-wedge": (WEDGE, {"grid": 24, "opening": "motion"}),
    "enclosed-whirl": (WHIRL, {"grid": 24, "opening": "motion"}),
    "enclosed-corner": (PUSHED, {"grid": 24, "opening": "-1/2 -1/2"}),
    "enclosed-pressing-corner": (THIRDS, {"grid": 24, "opening": "-1/2 -1/2"}),
    "enclosed-pressing-corners": (SQUEEZED, {"grid": 24, "opening": "motion"}),
    "enclosed-and-exact": (TWO_GROUPS, {"grid": 24, "opening": "-1 -1/2", "exact": (3,)}),
    "enclosed-cradle": (CRADLE, HALF | {"step": "1/4", "grid": 24, "opening": "0 -1/2"})}
MUTATIONS = []


def mutation(function):
    MUTATIONS.append(function)
    return function


class Spoiler:
    """One mutant in the making."""

    def __init__(self, draft, chance):
        self.chance, self.draft = chance, draft
        self.steps, self.at = chance.randint(1, 3), 0
        self.lists_fewer_rows = chance.random() < 0.3

    def grow(self, change=None, moved=None, told=None, without=None):
        """Makes the run; one step of it, chosen at random, is changed, and those after it go on from there."""
        self.at = self.chance.randint(1, self.steps)
        for k in range(1, self.steps + 1):
            if k != self.at:
                self.draft.advance(self.list_rows)
                continue
            rows = without(self.draft.solved()) if without else ()
            self.draft.advance(lambda record: self.change_and_list(change, record), moved, told, rows)

    def change_and_list(self, change, record):
        call(change, record)
        self.list_rows(record)

    def list_rows(self, record):
        """In some runs, lists the rows that have a force, and perhaps others, with the digest of all."""
        if self.lists_fewer_rows:
            list_fewer_rows(record, [row for row in record.rows if self.chance.random() < 0.2])

    def pick(self, items):
        return self.chance.choice(list(items)) if items else None

    def leaf(self, record):
        group = self.pick(record.groups)
        return self.pick([leaf for _, leaf in leaves(group.tree)]) if group else None

    def resize_a_force(self, resized):
        def change(record):
            leaf = self.leaf(record)
            if leaf and leaf.forces:
                i = self.chance.randrange(len(leaf.forces))
                row, size = leaf.forces[i]
                leaf.forces[i] = row, resized(size)
        self.grow(change)


@mutation
def null_vector(spoiler):
    least = spoiler.pick([Fraction(0), Fraction(1, 2), Fraction(-1, 2), Fraction(-1)])

    def change(record):
        if all(group.tree.branches is None for group in record.groups):
            load_null_vector(spoiler.draft, record, least)
    spoiler.grow(change)


@mutation
def force_changed(spoiler):
    spoiler.resize_a_force(lambda size: size * spoiler.pick([2, -1, 3]) + spoiler.pick([0, 1]))


@mutation
def force_dropped_or_added(spoiler):
    def change(record):
        leaf = spoiler.leaf(record)
        if leaf and leaf.forces and spoiler.chance.random() < 0.5:
            leaf.forces.remove(spoiler.pick(leaf.forces))
        elif leaf and record.rows:
            known = {i for i, _ in leaf.forces}
            fresh = [i for i in range(len(record.rows)) if i not in known]
            if fresh:
                leaf.forces = sorted([*leaf.forces, (spoiler.pick(fresh), spoiler.chance.randint(0, 3))])
    spoiler.grow(change)


@mutation
def force_nudged(spoiler):
    """A force is changed by a power of 2 of its units; so groups that are enclosed may stay proved."""
    def nudged(size):
        return size + spoiler.pick([-1, 1]) * 2 ** spoiler.chance.randrange(size.bit_length() + 1)
    spoiler.resize_a_force(nudged)


@mutation
def forces_coarser(spoiler):
    def change(record):
        leaf, bits = spoiler.leaf(record), spoiler.draft.header.grid or 24
        if leaf and leaf.denominator and not leaf.pins:
            coarsen(leaf, spoiler.chance.randrange(bits, 3 * bits + 2))
    spoiler.grow(change)


@mutation
def enclosed_or_not(spoiler):
    """Encloses a group, in whatever run and with whatever tree, or leaves the opening out."""
    def change(record):
        leaf = spoiler.leaf(record)
        if leaf and leaf.opening:
            leaf.opening = None
        elif leaf and leaf.denominator:
            leaf.opening = SimpleNamespace(point=(Fraction(spoiler.chance.randint(-9, 9)), Fraction(-4)), motion=None)
            if not leaf.pins and not leaf.sides and spoiler.draft.header.grid:
                coarsen(leaf, 3 * spoiler.draft.header.grid)
    spoiler.grow(change)


@mutation
def opening_changed(spoiler):
    chance = spoiler.chance

    def change(record):
        step = spoiler.draft.step(record)
        group = spoiler.pick([group for group in record.groups if group.tree.branches is None and group.tree.opening])
        if group is None:
            return
        opening, what = group.tree.opening, chance.randrange(5)
        if what == 0:
            opening.point, opening.motion = tuple(Fraction(chance.randint(-64, 64), 16) for _ in (0, 1)), None
            return
        if opening.motion is None:
            enclose(step, group, "motion")
            opening = group.tree.opening
        i, place, factor = chance.randrange(len(opening.motion)), chance.randrange(3), 2 ** chance.randrange(200)
        if what == 1:
            triple = list(opening.motion[i])
            triple[place] = triple[place] * chance.randint(-1, 2) + spoiler.pick([-1024, 0, 1, 1024])
            opening.motion[i] = tuple(triple)
        elif what == 2:
            opening.motion = [tuple(factor * x for x in triple) for triple in opening.motion]
        elif what == 3:
            opening.motion = [(0, 0, 0), *opening.motion[1:]]
    spoiler.grow(change)


@mutation
def enclosed_otherwise(spoiler):
    """What R2 forbids beside an opening, where nothing can follow from it."""
    def told(record):
        group = spoiler.pick([group for group in record.groups if group.tree.branches is None and group.tree.opening])
        if group is None:
            return
        leaf, what = group.tree, spoiler.chance.randrange(6)
        if what == 0:
            group.answer = spoiler.chance.randint(0, 2)
        elif what == 1:
            leaf.sides = [(0, 0, 1)]
        elif what == 2:
            leaf.pins = [(0, 1, 1)]
        elif what == 3:
            leaf.denominator = -leaf.denominator
        elif leaf.opening.motion and what == 4:
            leaf.opening.motion.append((0, 0, 0))
        elif leaf.opening.motion:
            leaf.opening.motion.pop()
    spoiler.grow(told=told)


@mutation
def row_dropped(spoiler):
    spoiler.grow(without=lambda record: [spoiler.pick(record.rows)] if record.rows else [])


@mutation
def row_added(spoiler):
    parts = [(b, p, len(part)) for b, body in enumerate(spoiler.draft.run.bodies) for p, part in enumerate(body.parts)]

    def told(record):
        (b, p, n), (c, q, m) = spoiler.pick(parts), spoiler.pick(parts)
        record.rows.append((b, p, spoiler.chance.randrange(n), c, q, spoiler.chance.randrange(m)))
    spoiler.grow(told=told)


@mutation
def rows_in_another_order(spoiler):
    def change(record):
        places = list(range(len(record.rows)))
        spoiler.chance.shuffle(places)
        record.rows = [record.rows[i] for i in places]
        found = {old: new for new, old in enumerate(places)}
        carriers = [leaf for group in record.groups for _, leaf in leaves(group.tree)] + (record.impact or [])
        for carrier in carriers:
            carrier.forces = sorted((found[i], size) for i, size in carrier.forces)
    spoiler.grow(change)


@mutation
def digest_changed(spoiler):
    """The digest becomes that of another list, or there is one or none."""
    def told(record):
        rows = spoiler.draft.step(record).rows
        lists = [rows, rows[::-1], rows[1:], record.rows]
        record.all_rows = spoiler.pick([None, *map(digest_of_rows, lists)])
    spoiler.grow(told=told)


@mutation
def denominator_multiplied(spoiler):
    def change(record):
        leaf, factor = spoiler.leaf(record), spoiler.chance.randint(-1, 5)
        if leaf and leaf.denominator and factor:
            leaf.denominator *= factor
            leaf.forces = [(i, factor * size) for i, size in leaf.forces]
            leaf.sides = [(i, row, factor * size) for i, row, size in leaf.sides]
            leaf.pins = [(k, factor * x, factor * y) for k, x, y in leaf.pins]
    spoiler.grow(change)


@mutation
def groups_merged(spoiler):
    def change(record):
        if all(group.tree.branches is None for group in record.groups):
            larger_groups(spoiler.draft, record)
    spoiler.grow(change)


@mutation
def body_added_to_a_group(spoiler):
    def change(record):
        used = {b for group in record.groups for b in group.bodies}
        others = [b for b in spoiler.draft.run.order if b not in used]
        if others:
            leaf = SimpleNamespace(denominator=1, forces=[], sides=[], pins=[], opening=None, branches=None)
            fresh = SimpleNamespace(bodies=[spoiler.pick(others)], tree=leaf, answer=0)
            record.groups = sorted([*record.groups, fresh], key=lambda group: group.bodies)
        elif record.groups:
            spoiler.pick(record.groups).bodies.pop()
    spoiler.grow(told=change)


@mutation
def needless_choice(spoiler):
    def change(record):
        step = spoiler.draft.step(record)
        for group in record.groups:
            corners = step.corners_of(group)
            if corners and group.tree.branches is None:
                key = spoiler.pick(corners)
                if key not in record.corners:
                    record.corners.append(key)
                branches = [SimpleNamespace(**vars(group.tree)) for _ in (0, 1)]
                group.tree = SimpleNamespace(corner=record.corners.index(key), branches=branches)
                group.answer = spoiler.pick([0, 0, 1])
    spoiler.grow(change)


@mutation
def another_answer(spoiler):
    def change(record):
        step = spoiler.draft.step(record)
        for group, optimal in zip(record.groups, step.optimal):
            group.answer = spoiler.pick(optimal)
    spoiler.grow(change)


@mutation
def branches_swapped(spoiler):
    def change(record):
        for group in record.groups:
            if group.tree.branches:
                group.tree.branches.reverse()
    spoiler.grow(told=change)


@mutation
def corner_listed(spoiler):
    def change(record):
        step = spoiler.draft.step(record)
        spare = [key for key in step.corners if key not in record.corners]
        if spare:
            record.corners.append(spoiler.pick(spare))
        elif record.corners:
            record.corners.append(record.corners[0])
    spoiler.grow(change)


@mutation
def state_off(spoiler):
    def moved(record):
        entry = spoiler.pick(record.state)
        place = spoiler.pick([0, 1, 3])
        grid = spoiler.draft.header.grid
        entry[place] += Fraction(spoiler.pick([-1, 1]), 2 ** (30 if grid is None else grid))
    spoiler.grow(moved=moved)


@mutation
def fact_wrong(spoiler):
    def told(record):
        facts = record.facts
        key = spoiler.pick(vars(facts))
        value = getattr(facts, key)
        if key in ("made", "lost", "impacts"):
            value = value[1:] if value else [spoiler.pick(record.rows)] if record.rows else value
        elif key in ("free", "sliding"):
            value = value[1:]
        elif key == "momentum":
            value = value[0] + 1, value[1]
        else:
            value = value + 1
        setattr(facts, key, value)
    spoiler.grow(told=told)


@mutation
def impact_bodies_changed(spoiler):
    def change(record):
        entry = spoiler.pick(record.impact or [])
        if entry:
            spare = [b for b in range(len(spoiler.draft.run.bodies)) if b not in entry.bodies]
            if spare and spoiler.chance.random() < 0.7:
                entry.bodies = sorted([*entry.bodies, spoiler.pick(spare)])
            else:
                entry.bodies = entry.bodies[1:]
    spoiler.steps = 1
    spoiler.grow(change)


@mutation
def impact_forces_changed(spoiler):
    def change(record):
        entry = spoiler.pick(record.impact or [])
        if entry:
            entry.denominator, entry.forces = entry.denominator * 2, [(i, 2 * size) for i, size in entry.forces]
            entry.pins = [(k, 2 * x, 2 * y) for k, x, y in entry.pins]
            if entry.forces and spoiler.chance.random() < 0.8:
                i = spoiler.chance.randrange(len(entry.forces))
                entry.forces[i] = entry.forces[i][0], entry.forces[i][1] + spoiler.pick([-1, 1, 0])
                spoiler.draft.solve_groups(record)
    spoiler.steps = 1
    spoiler.grow(change)


@mutation
def impact_group_dropped_or_added(spoiler):
    def change(record):
        if record.impact:
            if spoiler.chance.random() < 0.4:
                record.impact.remove(spoiler.pick(record.impact))
            else:
                fresh = SimpleNamespace(bodies=[spoiler.pick(spoiler.draft.run.order)], denominator=1, forces=[], pins=[])
                record.impact.append(fresh)
        else:
            record.impact = spoiler.pick([[], None])
    spoiler.steps = 1
    spoiler.grow(told=change)


@mutation
def steps_moved(spoiler):
    spoiler.steps = 3
    spoiler.grow()
    records, what = spoiler.draft.records, spoiler.chance.randrange(5)
    if what == 0:
        del records[spoiler.chance.randrange(3)]
    elif what == 1:
        records[0], records[1] = records[1], records[0]
    elif what == 2:
        records.append(SimpleNamespace(**vars(records[-1])))
    elif what == 3:
        records.pop()
    if spoiler.chance.random() < 0.7:
        for k, record in enumerate(records, 1):
            record.k = k
    elif what == 4:
        records[spoiler.chance.randrange(3)].k += 1


@mutation
def header_changed(spoiler):
    spoiler.grow()
    header, what = spoiler.draft.header, spoiler.chance.randrange(6)
    if what == 0 and header.grid:
        header.grid += spoiler.pick([-1, 1])
    elif what == 1:
        header.step *= spoiler.pick([2, -1, Fraction(1, 2)])
    elif what == 2:
        header.restitution = spoiler.pick([Fraction(0), Fraction(1), Fraction(1, 3), Fraction(2)])
    elif what == 3:
        header.corner = spoiler.pick(["stop", "first", "last"])
    elif what == 4:
        header.scene = header.scene[::-1]
    else:
        b, c = spoiler.chance.randrange(3), spoiler.chance.randrange(3)
        header.pairs = [(b, c, spoiler.pick([Fraction(0), Fraction(1)]))]


# What is spoilt in runs of either kind.
OF_BOTH_KINDS = [row_dropped, row_added, digest_changed, state_off, fact_wrong, steps_moved, header_changed]
# The drafts of both kinds, their scenes and headers, and how they are spoilt.
KINDS = [(Draft, BASES, MUTATIONS),
         (FrictionDraft, friction_mutations.BASES, friction_mutations.MUTATIONS + OF_BOTH_KINDS)]


def mutant(draft, mutations, chance):
    """A spoilt run, or None where the motion that would follow is beyond what the draft finds."""
    spoiler = Spoiler(draft, chance)
    try:
        spoiler.pick(mutations)(spoiler)
        return spoiler.draft
    except (AssertionError, LookupError, ValueError, ZeroDivisionError):
        return None


def mutants(name, new_draft, mutations, count, seed):
    """At most so many different runs, none of them as the draft makes it."""
    chance = random.Random(f"{seed} {name}")
    seen = {new_draft(steps).written() for steps in (1, 2, 3)}
    for _ in range(5 * count):
        draft = mutant(new_draft(0), mutations, chance)
        run = draft.written() if draft else None
        if run and run not in seen:
            seen.add(run)
            yield run, run_check.said(draft.scene, run.encode().splitlines(keepends=True))
            count -= 1
            if count == 0:
                return


def main(folder, count, seed=0):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for kind, bases, mutations in KINDS:
        write_all(folder, kind, bases, mutations, int(count), seed)


def write_all(folder, kind, bases, mutations, count, seed):
    for name, (text, header) in bases.items():
        found = list(mutants(name, lambda steps: kind(text, steps, **header), mutations, count, seed))
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        (folder / f"{name}.runs").write_text("".join(run for run, _ in found), encoding="utf-8")
        (folder / f"{name}.said").write_text("".join(f"{saying}\n" for _, saying in found), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
