"""How many random piles stand: python3 examples/python/share_of_piles.py TABLE.csv [PICTURE.svg]

Reads the table of a sweep over random piles (docs/sweeps.md), prints for each height how many stand,
and beside it the share of all piles of that height on the grid, which is counted, not sampled. The
picture has both on a logarithmic axis."""

import csv
import sys
from collections import Counter
from fractions import Fraction
from math import log10
from pathlib import Path

GRID = 16
"""Offsets are multiples of 1/GRID of a width, less than a width."""


def shares(most: int) -> dict[int, Fraction]:
    """For each number of bricks which share of all piles stands: at each joint the centroid of what
    is above has to lie within the touching edges of the two bricks.

    Piles are built from the top down. Of what is above it, a brick only sees the sum of the levers
    of all bricks, here in units of 1/GRID of a width, about the lowest of them; so piles with the
    same sum are counted together."""
    found = {1: Fraction(1)}
    piles = Counter({0: 1})
    for above in range(1, most):
        longer: Counter[int] = Counter()
        for levers, number in piles.items():
            for offset in range(1 - GRID, GRID):
                moved = levers + above * offset
                left = max(-GRID, -GRID + 2 * offset)
                right = min(GRID, GRID + 2 * offset)
                if above * left <= 2 * moved <= above * right:
                    longer[moved] += number
        piles = longer
        found[above + 1] = Fraction(sum(piles.values()), (2 * GRID - 1) ** above)
    return found


def counted(table: Path) -> tuple[Counter[int], Counter[int]]:
    """How many piles of each height there are in a table, and how many stand."""
    all_piles: Counter[int] = Counter()
    standing: Counter[int] = Counter()
    with table.open(newline="") as file:
        for row in csv.DictReader(file):
            bricks = int(row["count"])
            all_piles[bricks] += 1
            if row["verdict"] in ("rests", "stands"):
                standing[bricks] += 1
    return all_piles, standing


def picture(measured: dict[int, float], exact: dict[int, Fraction]) -> str:
    """Shares against heights, as SVG: exact ones as a line, measured ones as circles."""
    def place(bricks: int, share: float) -> tuple[float, float]:
        return 70 + 55 * (bricks - 2), 30 - 90 * log10(share)

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 620 350"']
    parts.append('font-family="sans-serif" font-size="14">')
    parts.append('<rect width="620" height="350" fill="#fff"/>')
    for power in range(4):
        _, y = place(2, 10**-power)
        parts.append(f'<path d="M60 {y}H580" stroke="#ddd"/>')
        parts.append(f'<text x="52" y="{y + 5}" text-anchor="end">{10**-power:g}</text>')
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(k, float(exact[k])) for k in measured))
    parts.append(f'<polyline points="{line}" fill="none" stroke="#b5651d" stroke-width="2"/>')
    for bricks, share in measured.items():
        x, y = place(bricks, share)
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="#1d5fb5"/>')
        parts.append(f'<text x="{x:.1f}" y="322" text-anchor="middle">{bricks}</text>')
    parts.append('<text x="320" y="343" text-anchor="middle">bricks</text>')
    parts.append('<text x="570" y="50" text-anchor="end">share of piles that stand:</text>')
    parts.append('<text x="570" y="70" text-anchor="end" fill="#1d5fb5">proved one by one</text>')
    parts.append('<text x="570" y="90" text-anchor="end" fill="#b5651d">of all piles</text>')
    return "\n".join(parts) + "\n</svg>\n"


def main(table: Path, svg: Path | None) -> None:
    """Prints a line for each height."""
    all_piles, standing = counted(table)
    exact = shares(max(all_piles))
    measured = {}
    print("bricks | piles | stand | share | of all piles | the same, exactly")
    for bricks in sorted(all_piles):
        share = standing[bricks] / all_piles[bricks]
        if share > 0:
            measured[bricks] = share
        counts = f"{all_piles[bricks]:,} | {standing[bricks]:,}"
        print(f"{bricks} | {counts} | {share:.5f} | {float(exact[bricks]):.5f} | {exact[bricks]}")
    if svg:
        svg.write_text(picture(measured, exact))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)
