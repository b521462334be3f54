"""Scenes from shapes of shapely."""

from fractions import Fraction

import pytest
import zwang

shapely = pytest.importorskip("shapely")

TABLE = shapely.box(-5, -1, 0, 0)
BRICK = shapely.box(-0.9, 0, 0.1, 0.3)


def test_a_brick_over_an_edge():
    """Its centre is 4/10 before the edge: it stands, and falls where it is pushed beyond."""
    shapes = {"table": TABLE, "brick": BRICK}
    scene = zwang.from_shapely(shapes, fixed={"table"}, grid="1/1000")
    assert scene.bodies["brick"].centroid == (Fraction(-2, 5), Fraction(3, 20))
    assert scene.bodies["brick"].mass == Fraction(3, 10)
    assert scene.bodies["table"].is_fixed
    assert zwang.stability(scene)
    assert zwang.stability(scene.moved("brick", x="2/5"))
    assert not zwang.stability(scene.moved("brick", x="401/1000"))


def test_doubles_are_taken_as_they_are_if_one_says_so():
    scene = zwang.from_shapely({"brick": BRICK}, floats="exact")
    width = Fraction(0.1) - Fraction(-0.9)
    assert scene.bodies["brick"].mass == width * Fraction(0.3)
    with pytest.raises(TypeError, match="expected grid=…, floats='decimal' or floats='exact'"):
        zwang.from_shapely({"brick": BRICK})


def test_doubles_are_the_decimals_that_spell_them():
    scene = zwang.from_shapely({"brick": BRICK}, floats="decimal")
    assert scene.bodies["brick"].mass == Fraction(3, 10)


def test_concave_polygons_and_holes_become_several_parts():
    """Areas by hand: 16 - 8 of four triangles, 9 - 1, and a square with a vertex on an edge."""
    shapes = {
        "dart": shapely.Polygon([(0, 0), (4, 0), (1, 1), (0, 4)]),
        "frame": shapely.box(10, 0, 13, 3).difference(shapely.box(11, 1, 12, 2)),
        "straight": shapely.Polygon([(20, 0), (21, 0), (22, 0), (22, 2), (20, 2)]),
    }
    bodies = zwang.from_shapely(shapes, grid=1).bodies
    assert [len(body.parts) for body in bodies.values()] == [2, 4, 1]
    assert [body.mass for body in bodies.values()] == [4, 8, 4]
    assert bodies["frame"].centroid == (Fraction(23, 2), Fraction(3, 2))


def test_collections_are_the_parts_of_a_body():
    shape = shapely.MultiPolygon([shapely.box(0, 0, 1, 2), shapely.box(1, 0, 3, 1)])
    scene = zwang.from_shapely({"b": shape}, grid=1, density="1/2", gravity=(0, -10))
    assert len(scene.bodies["b"].parts) == 2
    assert scene.bodies["b"].mass == 2
    assert scene.gravity == (0, -10)


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        (shapely.Point(0, 0), "expected polygons"),
        (shapely.Polygon(), "expected polygons"),
        (shapely.box(0, 0, 0.1, 0.1), "a polygon without an area"),
        ("a box", "expected polygons"),
    ],
)
def test_other_shapes_are_refused(shape, message):
    with pytest.raises(zwang.SceneError) as refused:
        zwang.from_shapely({"b": shape}, grid=1)
    assert message in str(refused.value)


def test_loads_and_restitution_of_shapes():
    wind = {"name": "wind", "body": "brick", "at": [0, 1], "force": [1, 0]}
    scene = zwang.from_shapely(
        {"table": TABLE, "brick": shapely.box(0, 0, 2, 1)},
        fixed={"table"},
        grid=1,
        force={"brick": (Fraction(1, 3), 0)},
        torque={"brick": "1/2"},
        loads=[wind],
        restitution="1/4",
    )
    own = zwang.Load("brick", "brick", (1, Fraction(1, 2)), (Fraction(1, 3), 0), Fraction(1, 2))
    assert scene.loads == (own, zwang.Load("wind", "brick", (0, 1), (1, 0), 0))
    assert {body.restitution for body in scene.bodies.values()} == {Fraction(1, 4)}
    with pytest.raises(zwang.SceneError, match="torque: found 'stone'; expected names of shapes"):
        zwang.from_shapely({"table": TABLE}, grid=1, torque={"stone": 1})


def test_arguments_out_of_range():
    with pytest.raises(zwang.SceneError, match="found 'tabel'; expected names of shapes"):
        zwang.from_shapely({"table": TABLE}, fixed={"tabel"}, grid=1)
    with pytest.raises(ValueError, match="grid: found 0; expected a positive number"):
        zwang.from_shapely({"table": TABLE}, grid=0)
