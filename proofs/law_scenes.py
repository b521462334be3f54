"""The scenes of the runs in law/accepted: of each its name, how many steps the run has, the scene, and options of `zwang
simulate`. Law_fixtures.py makes the runs."""

from fractions import Fraction


def box(name, center, size, **more):
    return {"name": name, "rectangle": {"center": center, "size": size}, **more}


def polygon(name, *vertices, **more):
    return {"name": name, "parts": [list(vertices)], **more}


def scene(name, *bodies, gravity=(0, -10), **more):
    return {"format": "zwang-scene-1", "name": name, "gravity": list(gravity), "body": list(bodies), **more}


def disk(name, center, radius, **more):
    return {"name": name, "disk": {"center": center, "radius": radius}, **more}


def capsule(name, start, end, radius, **more):
    return {"name": name, "capsule": {"from": start, "to": end, "radius": radius}, **more}


def rounded(name, center, size, radius, **more):
    return {"name": name, "rectangle": {"center": center, "size": size, "radius": radius}, "mass": 1, "inertia": "1/5", **more}


def without_parts(name, mass, inertia, center, **more):
    """A point mass, or a bar with a mass at each end."""
    return {"name": name, "parts": [], "mass": mass, "inertia": inertia, "centroid": center, **more}


FLOOR = box("floor", [0, "-1/2"], [20, 1], fixed=True)
PEG = box("peg", [0, 0], ["1/10", "1/10"], fixed=True)
SQUARE = box("box", [0, "1/2"], [1, 1])
LOW = box("low", [0, "1/8"], [1, "1/4"])
AT_A_CORNER = box("box", ["151/1000", "152/1000"], ["1/5", "1/5"], velocity=["-1/2", "-1/2"])

LEDGE = box("ledge", [1, -1], [2, 2], fixed=True)


def climber(height):
    """A box whose right side is at the ledge's left side after a third of a second, 1/15 m higher than now."""
    return box("box", ["-7/10", height], [1, 1], velocity=["3/5", "1/5"])


def bulging(name, low, high, side, **more):
    """A box whose left side, -1, or right side, 1, has 129 vertices on a parabola."""
    (left, bottom), (right, top) = low, high
    x, height, middle = right if side > 0 else left, Fraction(top - bottom), Fraction(top + bottom) / 2
    arc = [[str(x + side * Fraction(64**2 - j * j, 2**14)), str(middle + side * j * height / 128)] for j in range(-64, 65)]
    ends = [[left, top], [left, bottom]] if side > 0 else [[right, bottom], [right, top]]
    return polygon(name, *arc, *([str(end[0]), str(end[1])] for end in ends), **more)


ROUGH_FLOOR = box("floor", [0, "-1/2"], [10, 1], fixed=True, friction=3)


def spike(centre):
    return polygon("spike", [0, 0], [1, 4], [-1, 4], mass=1, inertia=1, centroid=[centre, 1], friction=9)


def beside(left, right):
    """Two fixed triangles with a vertex at 0, to its left and right, each with the heights of the others, from the lower one on."""
    (low, high), (lower, upper) = left, right
    return (polygon("left", [0, 0], [-4, high], [-4, low], fixed=True), polygon("right", [0, 0], [4, lower], [4, upper], fixed=True))


TILES = box("left", [-2, "-1/2"], [4, 1], fixed=True), box("right", [2, "-1/2"], [4, 1], fixed=True)
RUNS = {
    "flight": (3, scene("flight", box("box", [0, 2], [1, 1], velocity=[3, "1/3"], spin=2))),
    "rest": (3, scene("rest", FLOOR, LOW, box("high", ["1/5", "3/8"], [1, "1/4"]))),
    "topples": (4, scene("topples", FLOOR, LOW, box("high", ["3/5", "3/8"], [1, "1/4"]), gravity=(0, -1))),
    "equal-boxes": (2, scene("equal", FLOOR, box("low", [0, "1/2"], [1, 1]), box("high", [0, "3/2"], [1, 1]))),
    "gravity-aslant": (3, scene("aslant", FLOOR, SQUARE, gravity=(6, -8))),
    "without-gravity": (3, scene("drift", box("a", [-1, 0], [1, 1], velocity=[1, 0]),
                                 box("b", [0, "1/4"], ["99/100", "1/2"]), gravity=(0, 0))),
    "far": (3, scene("far", FLOOR, box("a", [-3, "1/2"], [1, 1]), box("b", [3, 2], [1, 1], velocity=[0, -1]))),
    "two-parts": (3, scene("two", FLOOR,
                           {"name": "angle", "spin": "1/2",
                            "parts": [[[0, 0], [2, 0], [2, "1/2"], [0, "1/2"]],
                                      [[0, "1/2"], ["1/2", "1/2"], ["1/2", 2], [0, 2]]]},
                           box("ball", ["3/2", "3/4"], ["1/2", "1/2"]))),
    "pulled-at-a-corner": (3, scene("load", FLOOR, SQUARE,
                                    load=[{"name": "pull", "body": "box", "at": ["1/2", 1], "force": [4, 9]}])),
    "falls-past-a-peg": (4, scene("peg", PEG, box("box", ["18/100", "1/5"], ["1/5", "1/5"], velocity=[0, -2]),
                                  box("wall", ["33/100", 0], ["1/10", 2], fixed=True))),
    "meets-a-corner": (3, scene("corner", PEG, AT_A_CORNER | {"spin": "1/2"})),
    "two-meet-corners": (2, scene("corners", PEG, AT_A_CORNER,
                                  box("other", ["-1515/10000", "-153/1000"], ["1/5", "1/5"], velocity=[1, 1]))),
    "comes-down-beside-a-peak": (3, scene("dart", polygon("peak", [0, 0], [-1, -1], [1, -1], fixed=True),
                                          polygon("dart", ["1/100", "1/1000"], ["51/100", "501/1000"],
                                                  ["1/100", "1001/1000"], ["-49/100", "501/1000"], velocity=[0, -3]))),
    "lands-on-a-corner": (4, scene("lands", FLOOR,
                                   polygon("box", [0, "1/500"], ["4/5", "301/500"], ["1/5", "701/500"],
                                           ["-3/5", "401/500"], velocity=[1, -1], spin=1))),
    "falls-beside-a-cut-box": (2, scene("cut", {"name": "box", "fixed": True, "parts": [[[0, 0], [-1, 0], [-1, -1]], [[0, 0], [-1, -1], [0, -1]]]},
                                        polygon("chip", [0, 0], [1, -1], [1, 0]), gravity=(0, -1))),
    "tips-in-a-fan": (2, scene("fan", {"name": "fan", "fixed": True, "parts": [
        [[0, 0], [-2, 2], [-2, 1]], [[0, 0], [-2, 1], [0, -2]], [[0, 0], [0, -1], [1, -1]], [[0, 0], [2, -2], [2, -1]], [[0, 0], [2, -1], [0, 2]]]},
                               polygon("spike", [0, 0], [0, 1], [-2, 4]), gravity=(-1, -1))),
    "slips-on-a-ridge": (2, scene("ridge", polygon("left", [-2, -1], [0, -1], [0, 0], [-2, "-1/5"], fixed=True),
                                  polygon("right", [0, -1], [2, -1], [2, 0], [0, 0], fixed=True),
                                  polygon("tip", [0, 0], [1, "1/2"], [0, 1]), gravity=(-1, -1), friction="1/10")),
    "passes-over-a-fan": (2, scene("fan", {"name": "fan", "fixed": True, "parts": [
        [[0, 0], [-4, 0], [-4, -1], [-1, -1]], [[0, 0], [-1, -1], [1, -1]], [[0, 0], [1, -1], [4, -1], [4, 0]]]},
                                   polygon("tip", ["1/100", 0], ["3/5", 1], ["-1/2", 1], velocity=[-5, 0]), gravity=(3, -10))),
    "passes-over-wedges": (2, scene("wedges", polygon("tip", ["-1/100", 0], ["1/2", 1], ["-3/5", 1], velocity=[5, 0]),
                                    polygon("left", [0, 0], [-4, 0], [-4, -1], [-1, -1], fixed=True),
                                    polygon("middle", [0, 0], [-1, -1], [1, -1], fixed=True),
                                    polygon("right", [0, 0], [1, -1], [4, -1], [4, 0], fixed=True), gravity=(-3, -10))),
    "passes-over-two-wedges": (2, scene("wedges", {"name": "wedges", "fixed": True, "parts": [
        [[0, 0], [-4, 0], [-4, -1], [-2, -1]], [[0, 0], [-2, -1], [0, -1]], [[0, 0], [0, -1], [2, -1]], [[0, 0], [2, -1], [4, -1], [4, 0]]]},
                                        polygon("tip", ["1/100", 0], ["7/20", "7/20"], ["1/10", 1], ["-13/20", "9/20"], velocity=[-1, 0]),
                                        gravity=(0, -10)), "--dt", "1/60"),
    "passes-over-a-deep-wedge": (2, scene("wedge", {"name": "wedge", "fixed": True, "parts": [
        [[-4, 0], [-4, "-1/2"], ["-1/2", "-1/2"], [0, 0]], [[0, 0], [-1, -1], [1, -1]], [[0, 0], ["1/2", "-1/2"], [4, "-1/2"], [4, 0]]]},
                                          polygon("tip", ["1/100", 0], ["51/100", 1], ["-59/100", 1], velocity=[-5, 0]), gravity=(1, -10))),
    "passes-over-a-deep-wedge-to-the-right": (2, scene("wedge", {"name": "wedge", "fixed": True, "parts": [
        [[-4, 0], [-4, "-1/2"], ["-1/2", "-1/2"], [0, 0]], [[0, 0], [-1, -1], [1, -1]], [[0, 0], ["1/2", "-1/2"], [4, "-1/2"], [4, 0]]]},
                                                       polygon("tip", ["-1/100", 0], ["59/100", 1], ["-51/100", 1], velocity=[5, 0]),
                                                       gravity=(-1, -10))),
    "slaps-a-table": (3, scene("slaps", polygon("table", [0, 0], [0, -1], [10, -1], [10, 0], fixed=True),
                               polygon("brick", ["-69993/250025", "-56/10001"], ["79992/250025", "64/10001"], ["77992/250025", "20318/50005"],
                                       ["-71993/250025", "19718/50005"], velocity=["10019/50005", "-7999/500050"], spin=-1),
                               gravity=(0, -10)), "--dt", "1/100"),
    "a-hull-turns-down": (3, scene("turns", polygon("table", [0, 0], [0, -1], [10, -1], [10, 0], fixed=True),
                                   polygon("hull", ["-2/5", "-1/250"], ["2/5", "1/250"], ["1/2", "3/500"], ["1/2", "2/5"], ["-2/5", "2/5"],
                                           velocity=["3/5", "-3/20"], spin=-3), gravity=(0, -10)), "--dt", "1/100"),
    "a-hull-turns-down-to-the-left": (3, scene("turns", polygon("table", [0, 0], [-10, 0], [-10, -1], [0, -1], fixed=True),
                                               polygon("hull", ["2/5", "-1/250"], ["2/5", "2/5"], ["-1/2", "2/5"], ["-1/2", "3/500"], ["-2/5", "1/250"],
                                                       velocity=["-3/5", "-3/20"], spin=3), gravity=(0, -10)), "--dt", "1/100"),
    "comes-into-a-corner": (2, scene("corner", polygon("slab", [-4, -1], ["3/4", -1], [1, 0], [-4, 0], fixed=True),
                                     polygon("wall", ["3/4", -1], ["7/4", -1], ["5/2", 2], ["3/2", 2], fixed=True),
                                     polygon("tip", ["11/12", 0], ["101/120", "3/5"], ["37/60", "3/10"], velocity=[5, -5]),
                                     gravity=(-1, -10)), "--dt", "1/60"),
    "rises-beside-a-cut-wedge": (2, scene("wedge", {"name": "wedge", "fixed": True, "parts": [[[0, 0], [1, 0], [1, 2]], [[0, 0], [1, 2], [-1, 2]]]},
                                          polygon("chip", [0, 0], [-3, -1], [-1, -1]), gravity=(-1, 1))),
    "leaves-a-needle": (2, scene("needle", polygon("needle", [0, 0], [-4, -2], [-1, -1], fixed=True),
                                 polygon("chip", [0, 0], ["1/2", 0], [3, 3], mass=1, inertia=1, centroid=[1, 1]), gravity=(1, 1), friction=3)),
    "slides-off-a-seam": (2, scene("slabs", polygon("left", [-2, -1], [0, -1], [0, 0], [-2, 0], fixed=True),
                                   polygon("right", [0, -1], [2, -1], [2, 0], [0, 0], fixed=True),
                                   box("brick", ["1/2", "1/2"], [1, 1]), gravity=("-1/2", -1), friction="1/10")),
    "slides-off-a-ridge": (2, scene("slabs", polygon("left", [-2, -1], [0, -1], [0, 0], [-2, "-1/5"], fixed=True),
                                    polygon("right", [0, -1], [2, -1], [2, 0], [0, 0], fixed=True),
                                    box("brick", ["1/2", "1/2"], [1, 1]), gravity=("-1/2", -1), friction="1/10")),
    "stands-in-a-groove": (2, scene("groove", {"name": "groove", "fixed": True,
                                               "parts": [[[0, 0], [-1, 1], [-1, -1], [0, -1]], [[0, 0], [0, -1], [1, -1], [1, 1]]]},
                                    polygon("spike", [0, 0], ["1/5", 1], ["-1/5", 1]), gravity=(0, -1), friction="1/10")),
    "stands-in-a-smooth-groove": (2, scene("groove", {"name": "groove", "fixed": True,
                                                      "parts": [[[0, 0], [-1, 1], [-1, -1], [0, -1]],
                                                                [[0, "-1/1237940039285380274899124224"], [0, -1], [1, -1], [1, "1237940039285380274899124223/1237940039285380274899124224"]]]},
                                           polygon("spike", [0, 0], ["1/5", 1], ["-1/5", 1]), gravity=(0, -1))),
    "slides-on-wedges-that-cover-the-floor": (2, scene("wedges", ROUGH_FLOOR, *beside([0, "1/5"], [0, "1/5"]), spike("-1/4"), gravity=("1/4", -1))),
    "slides-on-plates-above-the-floor": (2, scene("plates", ROUGH_FLOOR, *beside(["1/2", 1], ["1/2", 1]), spike("-1/2"), gravity=("1/2", -1))),
    "rubs-beside-a-wall": (2, scene("wall", ROUGH_FLOOR, box("wall", [0, 1], [1, 2], fixed=True),
                                    box("left", [-1, "1/2"], [1, 1], friction=3), box("right", [1, "1/2"], [1, 1], friction=3),
                                    gravity=("1/4", -1))),
    "spins-in-a-corner": (3, scene("spins", box("floor", [0, "-1/2"], [8, 1], fixed=True), box("wall", ["1/2", "1/2"], [1, 1], fixed=True),
                                   polygon("card", [0, 0], [-1, 2], [-1, 1], velocity=["1/4", "1/6"], spin="-1/4"),
                                   gravity=(0, -1), friction=1)),
    "turns-in-a-smooth-hinge": (2, scene("hinge", {"name": "sectors", "fixed": True, "parts": [
                                             [[0, 0], [2, -1], [2, 1]], [[0, 0], [-1, 3], [-2, 2]], [[0, 0], [-2, -2], [-1, -3]]]},
                                         {"name": "wheel", "velocity": [0, "-1/32"], "spin": "1/4", "parts": [
                                             [[0, 0], [2, 3], [1, 4]], [[0, 0], [-3, 1], [-3, -1]], [[0, 0], [1, -4], [2, -3]]]},
                                         gravity=(0, 0))),
    "meets-tip-to-tip": (2, scene("tips", polygon("left", [0, 0], [-2, 1], [-4, 0], [-2, -1], velocity=[1, 0]),
                                  polygon("right", [0, 0], [2, -1], [4, 0], [2, 1], velocity=[-1, 0]), friction=2)),
    "tips-in-a-corner": (4, scene("tips", box("floor", [0, "-1/2"], [8, 1], fixed=True),
                                  polygon("wall", ["-1/67108864", "1/33554432"], [1, "1/33554432"], [1, 1], ["-1/67108864", 1],
                                          fixed=True),
                                  polygon("card", [0, 0], [-1, 2], [-1, 1]), gravity=(0, -1), friction=1), "--dt", "1/10"),
    "turns-about-pins-in-a-corner": (3, scene("pins", box("floor", [0, "-1/2"], [8, 1], fixed=True),
                                              polygon("wall", ["-1/67108864", "1/33554432"], [1, "1/33554432"], [1, 1],
                                                      ["-1/67108864", 1], fixed=True),
                                              polygon("card", [0, 0], [-1, 2], [-1, 1]), polygon("other", [0, 0], [-3, 2], [-2, 1]),
                                              gravity=("1/4", -1), friction=1, pin=[
                                                  {"bodies": ["card"], "at": [0, 0]}, {"bodies": ["card", "other"], "at": [0, 0]}]),
                                     "--dt", "1/10"),
    "two-on-one-nail": (3, scene("nail", without_parts("near", 1, "1/12", [1, 0]), without_parts("far", 1, "1/3", [2, 1]), pin=[
        {"bodies": ["near"], "at": [0, 0]}, {"bodies": ["near", "far"], "at": [0, 0]}])),
    "ends-at-a-seam": (2, scene("seam", box("left", [-2, "-1/2"], [4, 1], fixed=True),
                                polygon("right", [0, -1], [4, -1], [4, "1/1000000000"], [0, "1/1000000000"], fixed=True),
                                polygon("tip", ["-5000001/100000000", 0], ["194999999/100000000", 1], ["-205000001/100000000", 1],
                                        velocity=[5, 0]))),
    "ends-before-a-seam": (2, scene("seam", box("left", [-2, "-1/2"], [4, 1], fixed=True),
                                    polygon("right", [0, -1], [4, -1], [4, "1/1000000000"], [0, "1/1000000000"], fixed=True),
                                    polygon("tip", ["-50003/1000000", 0], ["3949997/1000000", 1], ["-4050003/1000000", 1], velocity=[5, 0]))),
    "passes-a-seam-elastically": (2, scene("seam", box("left", [-2, "-1/2"], [4, 1], fixed=True),
                                           polygon("right", [0, -1], [4, -1], [4, "1/1000000000"], [0, "1/1000000000"], fixed=True),
                                           polygon("tip", ["-1/100000000", 0], ["199999999/100000000", 1], ["-200000001/100000000", 1],
                                                   velocity=[5, 0]), restitution="1/2")),
    "topples-beside-a-seam": (2, scene("seam", *TILES, polygon("tip", ["3/20000", 0], ["20003/20000", "51/50"], ["-19997/20000", "51/50"]),
                                       gravity=(-1, -10), friction="1/2"), "--dt", "1/1000"),
    "slips-off-a-seam": (3, scene("seam", *TILES, polygon("crate", [0, 0], ["3/5", "4/5"], ["-1/5", "7/5"], ["-4/5", "3/5"]),
                                  gravity=(-3, -10)), "--dt", "1/240"),
    "comes-down-on-a-seam": (4, scene("seam", *TILES, polygon("tip", [0, "1/100"], ["1/4", "101/100"], ["-1/4", "101/100"]),
                                      gravity=(0, -10)), "--dt", "1/60"),
    "bounces-beside-a-seam": (2, scene("wall", box("low", ["1/2", "1/2"], [1, 1], fixed=True), box("high", ["1/2", "3/2"], [1, 1], fixed=True),
                                       box("box", ["-1/2", "3/2"], [1, 1], velocity=[5, -5]), restitution="1/2")),
    "bounces-off-a-fan": (2, scene("fan", {"name": "fan", "fixed": True, "parts": [
                                       [[0, 0], [-4, 0], [-4, -1], [-1, -1]], [[0, 0], [-1, -1], [1, -1]], [[0, 0], [1, -1], [4, -1], [4, 0]]]},
                                   polygon("tip", [0, 0], ["1/2", 1], ["-3/4", 1], velocity=[1, -1]), restitution="1/2")),
    "hits-a-sliver": (2, scene("sliver", box("floor", [-1, "-1/2"], [2, 1], fixed=True), box("sliver", ["1/2000", "-1/2"], ["1/1000", 1], fixed=True),
                               polygon("tip", ["81/1000", 0], ["12533/13000", "5/13"], ["7013/13000", "17/13"], ["-4883/13000", "12/13"],
                                       velocity=[-8, 0], spin="1/4"), gravity=(-3, -10), friction="1/2", restitution="1/2"), "--dt", "1/60"),
    "lands-before-an-elastic-slab": (2, scene("slabs", box("left", [-2, "-1/2"], [4, 1], fixed=True, restitution=0),
                                              box("right", [2, "-1/2"], [4, 1], fixed=True, restitution=1),
                                              polygon("tip", ["-1/10000", 0], ["9999/10000", 1], ["-10001/10000", 1], velocity=[0, -1], restitution="1/2"),
                                              gravity=(0, -10))),
    "falls-from-below-a-seam": (2, scene("plates", polygon("left", [0, 0], [-1, 0], [-1, "-3/100"], ["3/80", "-3/100"], fixed=True),
                                         polygon("right", [0, 0], ["1/20", "-1/25"], [1, 0], fixed=True),
                                         polygon("tip", ["1/50", "-1001/25000"], ["1/2", -1], [1, "-1001/25000"]), gravity=(0, -10)), "--dt", "1/10"),
    "lands-before-a-seam": (2, scene("seam", box("right", [1, "-1/2"], [2, 1], fixed=True),
                                     box("left", [-1, "-1/2"], [2, 1], fixed=True),
                                     polygon("wedge", ["-1/500", "1/100"], [-1, 1], [-1, "1/2"], velocity=[1, -3]))),
    "runs-into-the-floor": (2, scene("into", FLOOR, SQUARE | {"velocity": [1, -1]})),
    "swings": (3, scene("swings", box("rod", ["1/2", 0], [1, "1/10"]), pin=[{"bodies": ["rod"], "at": [0, 0]}])),
    "swings-aslant": (3, scene("aslant", box("peg", [0, 0], ["1/5", "1/5"], fixed=True),
                               polygon("rod", [0, 0], ["4/5", "-3/5"], ["43/50", "-13/25"], ["3/50", "2/25"]),
                               box("weight", ["83/100", "-14/25"], ["1/5", "1/5"], density=1000),
                               pin=[{"bodies": ["peg", "rod"], "at": ["3/100", "1/25"]},
                                    {"bodies": ["rod", "weight"], "at": ["83/100", "-14/25"]}])),
    "two-links": (3, scene("links", box("upper", ["1/2", 0], [1, "1/10"]), box("lower", ["3/2", 0], [1, "1/10"], density=9),
                           pin=[{"bodies": ["upper"], "at": [0, 0]}, {"bodies": ["lower", "upper"], "at": [1, 0]}])),
    "held-by-two-pins": (2, scene("held", box("plank", [0, 0], [2, "1/5"]),
                                  pin=[{"bodies": ["plank"], "at": [-1, 0]}, {"bodies": ["plank"], "at": [1, 0]}])),
    "a-lever-on-the-floor": (3, scene("lever", FLOOR, box("lever", [0, "1/8"], [2, "1/4"]),
                                      pin=[{"bodies": ["floor", "lever"], "at": [-1, "1/8"], "collide": True}])),
    "brakes": (3, scene("brakes", FLOOR, SQUARE | {"velocity": [2, 0]}, friction="1/2")),
    "stops": (3, scene("stops", FLOOR, SQUARE | {"velocity": ["1/50", 0]}, friction="1/2")),
    "lets-go-of-what-it-pressed": (2, scene("rollers", FLOOR,
                                            disk("spins", ["-1/4", "1/4"], "1/4", mass=1, velocity=["3/200", 0], spin="-7/50"),
                                            disk("rolls", ["1/4", "1/4"], "1/4", mass=1, velocity=["3/200", 0], spin="-3/50"),
                                            load=[{"name": "holds back", "body": "spins", "at": ["-1/4", "1/4"], "force": ["-11/10", 0]}],
                                            friction="1/2")),
    "stays-on-a-slope": (2, scene("slope", FLOOR, SQUARE, gravity=(6, -8), friction=1)),
    "lands-with-friction": (3, scene("lands", FLOOR,
                                     polygon("box", [0, "1/500"], ["4/5", "301/500"], ["1/5", "701/500"],
                                             ["-3/5", "401/500"], velocity=[1, -1], spin=1), friction="1/3")),
    "leans-tip-to-tip": (2, scene("cards", FLOOR,
                                  polygon("left", ["-27/50", 0], ["-1/2", 0], [0, "6/5"], ["-1/50", "6/5"]),
                                  polygon("right", ["1/2", 0], ["27/50", 0], ["1/50", "6/5"], [0, "6/5"]), friction="3/10")),
    "slides-off-a-peak": (1, scene("dart", polygon("peak", [0, 0], [-1, -1], [1, -1], fixed=True),
                                   polygon("dart", [0, 0], ["1/2", "1/2"], [0, 1], ["-1/2", "1/2"], velocity=["1/50", 0]),
                                   friction="1/10")),
    "a-tip-strikes": (1, scene("strikes", FLOOR, polygon("diamond", [0, 0], ["1/2", "1/2"], [0, 1], ["-1/2", "1/2"], velocity=[1, -2]),
                               friction="1/10", restitution="1/2")),
    "bounces": (2, scene("bounces", FLOOR, box("box", ["1/3", "51/100"], [1, 1], velocity=[0, -2], spin="1/10"), restitution=1)),
    "bounces-on-a-corner": (1, scene("corner", FLOOR,
                                     polygon("box", [0, "1/500"], ["4/5", "301/500"], ["1/5", "701/500"],
                                             ["-3/5", "401/500"], velocity=[1, -1], spin=1), restitution="1/2")),
    "cradle": (2, scene("cradle", box("a", ["-101/100", 0], [1, 1], velocity=[3, 0]), box("b", [0, 0], [1, 1]),
                        box("c", [1, 0], [1, 1]), gravity=(0, 0), restitution=1)),
    "two-restitutions": (2, scene("two", FLOOR, box("low", [-1, "51/100"], [1, 1], velocity=[0, -2]),
                                  box("high", [1, "51/100"], [1, 1], velocity=[0, -2]),
                                  pair=[{"bodies": ["floor", "low"], "restitution": "1/5"},
                                        {"bodies": ["floor", "high"], "restitution": 1}])),
    "bounces-with-friction": (2, scene("rough", FLOOR, box("box", ["1/3", "51/100"], [1, 1], velocity=[3, -2], spin="1/10"),
                                       restitution="1/2", friction="1/4")),
    "slips-back": (1, scene("rod", FLOOR, polygon("rod", ["1/10", "1/500"], ["11/10", "501/500"], [1, "551/500"], [0, "51/500"],
                                                  velocity=["-1/2", -4]), restitution="1/2", friction=2)),
    "pendulums-collide": (2, scene("pendulums", box("a", [0, -1], ["1/5", 2], velocity=[2, 0], spin=2),
                                   box("b", ["211/1000", "-9/10"], ["1/5", 2]), pin=[{"bodies": ["a"], "at": [0, 0]},
                                                                                   {"bodies": ["b"], "at": ["211/1000", "1/10"]}],
                                   gravity=(0, 0), restitution="1/2", friction="1/10")),
    "a-bullet": (1, scene("bullet", box("plate", [0, 0], ["1/10", 2], fixed=True),
                          box("bullet", ["-1/2", "1/10"], ["1/10", "1/20"], velocity=[100, 0], spin=20))),
    "climbs-past-a-ledge": (1, scene("ledge", LEDGE, climber("9/20"), gravity=(0, 0)), "--dt", "1"),
    "runs-into-a-ledge": (1, scene("ledge", LEDGE, climber("2/5"), gravity=(0, 0)), "--dt", "1"),
    "stops-beside-a-ledge-of-many-vertices": (
        1, scene("ledge", bulging("ledge", (0, -2), (2, 0), 1, fixed=True),
                 bulging("box", (Fraction(-6, 5), Fraction(-1, 20)), (Fraction(-1, 5), Fraction(19, 20)), -1, velocity=["3/5", "1/5"]),
                 gravity=(0, 0)), "--dt", "1"),
    "falls-in-a-channel": (2, scene("channel", box("left", [-1, 0], [1, 9], fixed=True),
                                    box("right", [1, 0], [1, 9], fixed=True), box("box", [0, 0], [1, 2]),
                                    gravity=(3, -8))),
    "spins-fast": (2, scene("spins", box("box", [0, 2], [1, 1], spin=150))),
    "stands-on-a-plate": (2, scene("plate", box("slab", ["1/2", "-1/2"], [1, 1], fixed=True),
                                   box("plate", ["1/2", "1/2000"], [1, "1/1000"], fixed=True),
                                   polygon("diamond", ["3/10", "1/1000"], ["13/10", "1001/1000"], ["3/10", "2001/1000"],
                                           ["-9/10", "1001/1000"]))),
    "turns-almost-wholly": (2, scene("turns", box("rod", [0, 2], [2, "1/50"], spin=628), gravity=(0, 0),
                                     load=[{"name": "brake", "body": "rod", "torque": "-1/100"}])),
    "rests-for-days": (1, scene("rests", FLOOR, SQUARE, gravity=(0, "-1/1000000000000")), "--dt", "1000000"),
    "two-hit-one": (1, scene("rack", box("a", [-1, 0], [1, 1], velocity=[3, 0]), box("b", [0, 0], [1, 1]),
                             box("c", [1, 0], [1, 1], velocity=[-1, 0]), gravity=(0, 0), restitution=1)),
    "slides-over-tiles": (4, scene("tiles", box("left", [-1, "-1/2"], [2, 1], fixed=True),
                                   box("right", [1, "-1/2"], [2, 1], fixed=True),
                                   box("box", ["-3/5", "1/2"], [1, 1], velocity=[10, 0]))),
    "bounces-over-tiles": (3, scene("lively", box("left", [-1, "-1/2"], [2, 1], fixed=True),
                                    box("right", [1, "-1/2"], [2, 1], fixed=True),
                                    box("box", ["-52/100", "1/2"], [1, 1], velocity=[2, 0]), gravity=(0, -1), restitution="1/2")),
    "steps-on-a-seam": (2, scene("seam", box("left", [-1, "-1/2"], [2, 1], fixed=True),
                                 box("right", [1, "-1/2"], [2, 1], fixed=True),
                                 box("box", ["-1395864396/2684354560", "1/2"], [1, 1], velocity=[2, 0]), gravity=(0, -1),
                                 restitution="1/2")),
    "pushed-far-away": (1, scene("far", FLOOR, box("a", [-1, "1/2"], [1, 1], velocity=[1, 0]),
                                 box("b", ["1/1000", "1/2"], [1, 1]), box("far", [100, 50], [1, 1]), gravity=(0, -1), restitution=1,
                                 load=[{"name": "pull", "body": "far", "force": [0, 1000]}])),
    "slides-over-loose-bricks": (3, scene("loose", FLOOR, box("a", ["-1/2", "1/8"], [1, "1/4"]),
                                          box("b", ["1/2", "1/8"], [1, "1/4"]),
                                          box("rider", ["-1/10", "3/8"], ["1/2", "1/4"], velocity=[2, 0]))),
    "rests-under-pushes-that-it-just-bears": (2, scene("pushed", FLOOR, box("low", [0, "1/2"], [1, 1]), box("high", [0, "3/2"], [1, 1]),
                                                       box("box", [3, "1/2"], [1, 1]), gravity=(0, -1), friction=1,
                                                       load=[{"name": "tip", "body": "high", "force": ["2/3", 0]},
                                                             {"name": "push", "body": "box", "at": [3, 1], "force": ["1/2", 0]}])),
    "rests-flush-at-one-side": (2, scene("flush", FLOOR, box("low", [0, "1/2"], [2, 1]), box("high", ["-1/2", "3/2"], [1, 1]),
                                         gravity=(1, -4), friction="1/2")),
    "rests-on-a-narrow-corner": (2, scene("narrow", polygon("ramp", [-1, -1], [3, -1], [3, 1], [0, 0], fixed=True),
                                          polygon("spike", [0, 0], [6, 5], [-6, 7]), friction="1/2")),
    "turns-about-a-corner": (2, scene("turns", polygon("peak", [-1, -1], [1, -1], [0, 0], fixed=True),
                                      polygon("spike", [0, 0], [1, 2], [0, 4], [-1, 2], velocity=[-2, 0], spin=1), friction=2)),
    "rests-on-a-corner-askew": (2, scene("askew", polygon("ramp", [0, 0], [0, -8], [1, -1], fixed=True),
                                         polygon("spike", [0, 0], [4, 5], [3, 6]), gravity=(-7, -11), friction="1/10")),
    "rests-where-it-might-fly-off": (2, scene("spike", polygon("needle", [0, 0], [-5, -7], [0, -30], [6, -8], fixed=True),
                                              polygon("spike", [0, 0], [5, 4], [0, 16], [-5, 7], mass=1, inertia=4,
                                                      centroid=[-2, 2]), gravity=(2, -2), friction="2/9")),
    "comes-off-smooth-tips": (2, scene("bridge", polygon("left", [-3, 0], [-4, -9], [-3, -30], [-1, -7], fixed=True),
                                       polygon("right", [3, 1], [1, -8], [4, -30], [5, -8], fixed=True),
                                       polygon("bridge", [-3, 0], [0, -2], [3, 1], [4, 8], [2, 10], [-4, 4]), gravity=(-1, -10))),
    "rolls-on-a-slope": (3, scene("rolls", FLOOR, disk("disk", [0, "1/3"], "1/3", mass=1), gravity=(6, -8), friction="1/2")),
    "slides-and-rolls": (3, scene("slides", FLOOR, disk("disk", [0, "1/2"], "1/2", mass=1, velocity=[3, 0], spin=1), friction="1/5")),
    "rolls-over-a-seam": (3, scene("seam", box("left", [-1, -1], [2, 2], fixed=True), box("right", [1, -1], [2, 2], fixed=True),
                                   disk("disk", ["-3/200", "1/3"], "1/3", mass=1, velocity=[1, 0], spin=-3), friction="1/2")),
    "meets-a-seam": (2, scene("seam", box("left", [-1, -1], [2, 2], fixed=True), box("right", [1, -1], [2, 2], fixed=True),
                              disk("disk", ["-1/50000", "1/3"], "1/3", mass=1, velocity=["1/1000", 0]))),
    "rolls-off-a-ridge": (3, scene("ridge", polygon("left", [0, 0], [-2, 0], [-2, -1], [0, -1], fixed=True),
                                   polygon("right", [0, 0], [0, -1], [2, -1], [2, "-1/2"], fixed=True),
                                   disk("disk", ["-1/200", "1/3"], "1/3", mass=1, velocity=[1, 0]))),
    "rolls-off-an-edge": (4, scene("edge", box("left", [-1, -1], [2, 2], fixed=True),
                                   disk("disk", ["-1/200", "1/3"], "1/3", mass=1, velocity=[1, 0], spin=-3), friction="1/2")),
    "rolls-up-an-edge": (3, scene("up", box("right", [1, -1], [2, 2], fixed=True),
                                  disk("disk", ["-128/12291", "4095/12291"], "1/3", mass=1, velocity=[2, 0]))),
    "rolls-up-an-edge-slowly": (2, scene("up", box("right", [1, -1], [2, 2], fixed=True),
                                         disk("disk", ["-2048/3145731", "1048575/3145731"], "1/3", mass=1, velocity=["1/5", 0]))),
    "disks-collide": (3, scene("collide", disk("a", [0, 0], "1/2", mass=1, velocity=[3, 0]),
                               disk("b", ["7/8", "1/2"], "1/2", mass=2, spin=8), gravity=(0, 0), friction="1/3")),
    "a-disk-on-a-disk": (3, scene("on", disk("a", [0, 0], "1/2", fixed=True), disk("b", ["3/5", "4/5"], "1/2", mass=1),
                                  friction="1/5")),
    "a-capsule-lands": (4, scene("lands", FLOOR, capsule("rod", [-1, "13/50"], [1, "1/2"], "1/4", mass=1, inertia="1/2",
                                                         velocity=[1, -1], spin=-1), friction="1/2")),
    "capsules-lie-crosswise": (3, scene("lie", FLOOR, capsule("low", [-1, "1/4"], [1, "1/4"], "1/4", mass=1, inertia="1/2"),
                                        capsule("high", ["-1/2", "3/4"], ["3/2", "3/4"], "1/4", mass=1, inertia="1/2"),
                                        friction="1/3")),
    "rounded-boxes": (3, scene("boxes", FLOOR, rounded("low", [0, "1/2"], [1, "1/2"], "1/4"),
                               rounded("high", ["1/10", "3/2"], [1, "1/2"], "1/4", spin="1/10"), friction="1/2")),
    "equal-rounded-boxes": (2, scene("equal", FLOOR, rounded("low", [0, "1/2"], [1, "1/2"], "1/4"),
                                     rounded("high", [0, "3/2"], [1, "1/2"], "1/4"))),
    "falls-deep-on-a-corner": (2, scene("deep", box("ledge", [1, -1], [2, 2], fixed=True),
                                        disk("disk", ["-7/100", "8/100"], "1/10", mass=1, velocity=[9, -10]), gravity=(0, 0))),
    "passes-a-tip": (2, scene("tip", polygon("wedge", [0, 0], [-1, -4], [1, -4], fixed=True),
                              disk("disk", ["-11/100", "-1/50"], "1/10", mass=1, velocity=[15, 0]), gravity=(0, 0))),
    "a-cradle-of-disks": (2, scene("cradle", disk("a", ["-101/100", 0], "1/2", mass=1, velocity=[3, 0]), disk("b", [0, 0], "1/2", mass=1),
                                   disk("c", [1, 0], "1/2", mass=1), disk("d", [2, 0], "1/2", mass=2), gravity=(0, 0), restitution=1)),
    "a-cue-ball-meets-two": (1, scene("cue", disk("cue", [0, 0], 2, mass=1, velocity=[1, 0]), disk("upper", [4, 3], 3, mass=1),
                                      disk("lower", [4, -3], 3, mass=1), gravity=(0, 0), restitution=1)),
    "a-disk-bounces": (2, scene("bounces", FLOOR, disk("disk", [0, "51/100"], "1/2", mass=1, velocity=[1, -2], spin=2),
                                friction="1/4", restitution="1/2")),
    "a-disk-bounces-over-tiles": (3, scene("tiles", box("left", [-1, -1], [2, 2], fixed=True), box("right", [1, -1], [2, 2], fixed=True),
                                           disk("disk", ["-3/200", "1/3"], "1/3", mass=1, velocity=[1, 0]), gravity=(0, -1),
                                           restitution="1/2")),
    "a-disk-bounces-off-a-corner": (2, scene("corner", box("ledge", [1, -1], [2, 2], fixed=True),
                                             disk("disk", ["-8/25", "2/5"], "1/2", mass=1, velocity=[3, -4]), gravity=(0, 0),
                                             restitution="1/2")),
    "a-fast-disk": (1, scene("fast", box("wall", [0, 0], ["1/50", 2], fixed=True),
                             disk("disk", ["-1/2", "11/10"], "1/20", mass=1, velocity=[100, -10]), gravity=(0, 0))),
    "a-fast-disk-passes": (1, scene("passes", box("wall", [0, 0], ["1/50", 2], fixed=True),
                                    disk("disk", ["-1/2", "1051/1000"], "1/20", mass=1, velocity=[100, 0]), gravity=(0, 0))),
    "a-capsule-bounces": (2, scene("rod", FLOOR, capsule("rod", ["-1/2", "13/50"], ["1/2", "7/20"], "1/4", mass=1, inertia="1/5",
                                                         velocity=[0, -1], spin=-3), restitution=1)),
    "capsules-bounce": (2, scene("rods", capsule("one", ["-1/2", 0], ["1/2", 0], "1/4", mass=1, inertia="1/5", spin=1),
                                 capsule("other", ["2/5", "51/100"], ["7/5", "3/5"], "1/4", mass=1, inertia="1/5", velocity=[0, -2]),
                                 gravity=(0, 0), restitution="1/2")),
    "a-wheel-of-two-parts": (3, scene("wheel", FLOOR, {"name": "wheel", "mass": 1, "inertia": "1/4", "centroid": [0, "2/5"],
                                                       "velocity": [1, 0],
                                                       "parts": [{"vertices": [[0, "1/2"]], "radius": "1/2"},
                                                                 [["-1/10", "1/2"], ["1/10", "1/2"], [0, "3/2"]]]},
                                      friction="1/2")),
    # Its pin is as far from its centre as a bar reaches.
    "a-bar-spins": (3, scene("bar", without_parts("bar", 2, "25/2", ["3/2", -2], velocity=[4, 3], spin=2), gravity=(0, 0),
                             pin=[{"bodies": ["bar"], "at": [0, 0]}])),
}
