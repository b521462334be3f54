"""The functions of `zwang.families`, held against the registry of the library."""

import inspect
from fractions import Fraction

import pytest
import zwang
from zwang import _zwang, families

REGISTRY = {name: (about, choices) for name, about, choices in _zwang.families()}


def test_every_family_has_a_function():
    assert families.names == tuple(REGISTRY)
    assert set(families.__all__) == {"names", *REGISTRY}


@pytest.mark.parametrize("name", REGISTRY)
def test_a_function_has_the_arguments_of_its_family(name):
    about, choices = REGISTRY[name]
    function = getattr(families, name)
    arguments = inspect.signature(function).parameters
    assert [key.replace("_", "-") for key in arguments] == [key for key, _ in choices] + [
        "friction"
    ]
    for (_, default), argument in zip(choices, arguments.values(), strict=False):
        if default is not None:
            assert str(argument.default) == default
        else:
            assert argument.default in (None, False, inspect.Parameter.empty)
    assert function.__doc__


SMALL = {
    "harmonic": (3,),
    "diamond": (2,),
    "triangle": (2,),
    "wall": (2, 3),
    "heap": (4,),
    "pile": (4,),
    "parabolic": (2,),
    "beam": (2,),
}


@pytest.mark.parametrize("name", REGISTRY)
def test_a_scene_of_each_family(name):
    """The defaults of the functions are those of the registry: the same scene."""
    _, choices = REGISTRY[name]
    given = SMALL.get(name, ())
    scene = getattr(families, name)(*given)
    texts = [(key, str(value)) for (key, _), value in zip(choices, given, strict=False)]
    assert scene == _zwang.family(name, texts, Fraction(0))
    assert scene.bodies
    assert zwang.collapse(scene).verdict in ("rests", "moves")


def test_numbers_of_families_are_exact():
    scene = families.diamond(2, width=Fraction(1, 3), height="0.1", density=7)
    bricks = [body for body in scene.bodies.values() if not body.is_fixed]
    assert {brick.mass for brick in bricks} == {Fraction(7, 30)}
    with pytest.raises(TypeError, match="which is 3602879701896397/36028797018963968"):
        families.diamond(2, height=0.1)


def test_friction_is_that_of_all_bodies():
    scene = families.diamond(2, friction="1/3")
    assert {body.friction for body in scene.bodies.values()} == {Fraction(1, 3)}
    assert families.diamond(2, friction=0) == families.diamond(2)
    with pytest.raises(
        zwang.SceneError, match="friction: found `-1`; expected a number, at least 0"
    ):
        families.diamond(2, friction=-1)


def test_bricks_of_a_diamond_are_counted():
    for size in range(1, 6):
        scene = families.diamond(size)
        assert sum(not body.is_fixed for body in scene.bodies.values()) == size**2


def test_seeds_determine_heaps():
    assert families.heap(9, seed=4) == families.heap(9, seed=4)
    assert families.heap(9, seed=4) != families.heap(9, seed=5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: families.diamond(0), "expected at least 1"),
        (lambda: families.diamond(-1), "size: found `-1`; expected a whole number"),
        (lambda: families.diamond("x"), "size: found `x`; expected a whole number"),
        (lambda: families.diamond(2, height=0), "height is 0; expected a positive number"),
        (lambda: families.diamond(10**30), "expected a smaller number"),
        (lambda: families.wall(2, 2, bond="loose"), "bond: found `loose`; expected one of"),
        (lambda: families.diamond(2, height="1/0"), "divides by zero"),
        (lambda: _zwang.family("diamont", [], Fraction(0)), "the nearest is `diamond`"),
    ],
)
def test_arguments_that_make_no_scene(make, message):
    with pytest.raises(zwang.SceneError) as refused:
        make()
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
