"""How far can a stack of n bricks, one on another, hang over the edge of a table?

    python3 examples/python/overhang.py [LARGEST] [PICTURE]

For each n the bricks are pushed out one after the other, from the top, as far as the stack stands:
the border is found by bisection among exact positions, guessed as the simplest fraction that is
left, and proved: the stack stands there, and falls if the brick is 10^-30 further out. Both proofs
are checked. The answer is half the harmonic number, Σ 1/(2k). The last stack is drawn."""

import sys
from fractions import Fraction

import zwang

WIDTH, HEIGHT = Fraction(1), Fraction(1, 4)
LITTLE = Fraction(1, 10**30)


def stack(overhangs: list[Fraction]) -> zwang.Scene:
    """Bricks on a table whose edge is at 0; each lies so far over the one below, the first brick
    being the lowest."""
    table = {"name": "table", "fixed": True, "rectangle": {"center": [-5, "-1/2"], "size": [10, 1]}}
    bodies = [table]
    edge = Fraction(0)
    for level, overhang in enumerate(overhangs):
        edge += overhang
        center = [edge - WIDTH / 2, HEIGHT / 2 + level * HEIGHT]
        bodies.append(
            {
                "name": f"brick {level + 1}",
                "rectangle": {"center": center, "size": [WIDTH, HEIGHT]},
            }
        )
    return zwang.Scene.from_dict({"name": f"{len(overhangs)} bricks", "body": bodies})


def stands(overhangs: list[Fraction]) -> bool:
    return bool(zwang.stability(stack(overhangs)))


def largest(above: list[Fraction]) -> Fraction:
    """How far these bricks, as they lie on each other, can be pushed out together with one more
    brick below them."""
    low, high = Fraction(0), WIDTH
    while True:
        for _ in range(8):
            middle = (low + high) / 2
            if stands([middle, *above]):
                low = middle
            else:
                high = middle
        guess = simplest(low, high)
        if stands([guess, *above]) and not stands([guess + LITTLE, *above]):
            return guess


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two (Stern and Brocot), ends included."""
    whole = low.numerator // low.denominator
    if whole == low:
        return low
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    overhangs: list[Fraction] = []
    print("bricks  overhang (brick lengths)")
    for bricks in range(1, count + 1):
        overhangs.insert(0, largest(overhangs))
        total = sum(overhangs)
        print(f"{bricks:6}  {total} = {float(total):.6f}")
        assert total == sum(Fraction(1, 2 * k) for k in range(1, bricks + 1))
    answer = zwang.stability(stack(overhangs))
    forces = answer.forces or ()
    print(f"{answer.verdict}, proved by {len(forces)} forces of at most {answer.bits} bits")
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", encoding="utf-8") as picture:
            picture.write(answer.svg())
        print(f"picture written to {sys.argv[2]}")


if __name__ == "__main__":
    main()
