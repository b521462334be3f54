"""Pins: section 11 of RUN.md."""

from fractions import Fraction

from law_numbers import product, rounded
from law_rows import Form
from law_state import in_units, power_of_two_below
from reading import add, dot, scale, sub


class PinRows:
    """How far a pin gapes after a motion: two forms and their constants, of rotations with l bits."""

    def __init__(self, run, pin, rotations, gape):
        self.number, self.compliance, self.constants = pin.number, pin.compliance, gape
        self.bodies, self.arms = pin.bodies, pin.arms
        across, upward = {}, {}
        factor = run.row_unit // (run.denominator << run.l)
        for sign, b, arm, c in zip((1, -1), pin.bodies, pin.whole_arms, rotations):
            if not run.is_fixed(b):
                turned = product([in_units(u, 1 << run.l) for u in c], arm)
                x, y = scale(sign * factor, turned)
                across[b], upward[b] = (sign * run.row_unit, 0, -y), (0, sign * run.row_unit, x)
        self.forms = Form(across, run.row_unit), Form(upward, run.row_unit)

    def gape(self, x):
        return tuple(constant + form.of(x) for form, constant in zip(self.forms, self.constants))


def pulls(run, pins, loads):
    """The pull of each pin that has one, by its number, from the loads of the free bodies."""
    loads, found = dict(loads), {}
    left = {b: {} for b in loads}
    for pin in pins:
        for b in left.keys() & set(pin.bodies):
            left[b][pin.number] = pin
    ends = {b for b, own in left.items() if len(own) == 1}
    while ends:
        taken = {number: pin for b in ends for number, pin in left[b].items()}
        passed = []
        for pin in taken.values():
            first, second = pin.bodies
            if first in ends and second in ends:
                found[pin.number] = scale(Fraction(1, 2), sub(loads[first], loads[second]))
            elif first in ends:
                found[pin.number] = loads[first]
                passed.append((second, loads[first]))
            else:
                found[pin.number] = scale(-1, loads[second])
                passed.append((first, loads[second]))
        for b, load in passed:
            if b in loads:
                loads[b] = add(loads[b], load)
        lost = [(b, number) for number, pin in taken.items() for b in left.keys() & set(pin.bodies)]
        for b, number in lost:
            del left[b][number]
        ends = {b for b, _ in lost if len(left[b]) == 1}
    return found


def shares(run, pins, guess, target):
    """The share u of each body of a group."""
    loads = {b: scale(run.bodies[b].mass, sub(guess.of(b)[:2], target[b][:2])) for b in target}
    found, stiffness = pulls(run, pins, loads), dict.fromkeys(target, Fraction(0))
    for pin in pins:
        for sign, b, arm in zip((1, -1), pin.bodies, pin.arms):
            if pin.number in found and b in stiffness:
                stiffness[b] += Fraction(sign, 2) * dot(found[pin.number], product(guess.middle(b), arm))
    return {b: share(run.bodies[b].inertia, k) for b, k in stiffness.items()}


def share(inertia, k):
    if k <= 0:
        return Fraction(1)
    part = inertia / (inertia + k)
    unit = power_of_two_below(part) / 128
    return rounded(part / unit, 0) * unit
