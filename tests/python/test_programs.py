"""Linear and quadratic programs, held against their duals, computed with fractions."""

from fractions import Fraction

import pytest
import zwang


def test_a_linear_program_and_its_dual():
    """The objective's gradient is Aᵀy + z, and the best values of both programs are equal."""
    text = "Maximize 2 x + 3/7 y Subject To a: 3 x + y <= 1 b: x + 3 y <= 1 End"
    found = zwang.solve(text)
    assert found.status == "optimal"
    x, y = found.point["x"], found.point["y"]
    assert 3 * x + y <= 1 and x + 3 * y <= 1 and min(x, y) >= 0
    assert found.objective == 2 * x + Fraction(3, 7) * y
    a, b = found.rows["a"], found.rows["b"]
    assert (3 * a + b + found.bounds["x"], a + 3 * b + found.bounds["y"]) == (2, Fraction(3, 7))
    assert found.objective == a + b
    assert found.ray is None


def test_a_quadratic_program():
    """The point of a line nearest to the origin: p n / |n|²."""
    found = zwang.solve(
        "Minimize [ x ^ 2 + y ^ 2 ] / 2 Subject To c: 2 x + 3 y = 5/3 Bounds x free y free End"
    )
    factor = Fraction(5, 3) / 13
    assert found.point == {"x": 2 * factor, "y": 3 * factor}
    assert found.objective == Fraction(5, 3) ** 2 / 26
    assert found.rows == {"c": factor}


def test_integers_are_relaxed_on_demand():
    text = "Maximize x + 1/2 Subject To c: 2 x <= 3 General x End"
    with pytest.raises(zwang.ProgramError, match="relax=True"):
        zwang.solve(text)
    found = zwang.solve(text, relax=True)
    assert (found.objective, found.unique) == (Fraction(2), True)


def test_a_linear_part_along_the_kernel_of_the_hessian():
    found = zwang.solve("Minimize [ x ^ 2 ] / 2 - y Subject To c: x + y <= 3 End")
    assert (found.objective, found.point) == (Fraction(-3), {"x": 0, "y": 3})


def test_no_point_is_feasible():
    """Farkas: Aᵀy + z = 0, and the right-hand sides add up to more than 0."""
    found = zwang.solve("Minimize x Subject To a: x + y >= 2 b: x + y <= 1 End")
    assert found.status == "infeasible"
    a, b = found.rows["a"], found.rows["b"]
    assert a > 0 > b
    assert (a + b + found.bounds["x"], a + b + found.bounds["y"]) == (0, 0)
    assert 2 * a + b > 0
    assert found.point is None and found.objective is None


def test_an_objective_without_bound():
    found = zwang.solve("Maximize x - 2 y Subject To a: x - y <= 1 End")
    assert found.status == "optimal"
    found = zwang.solve("Maximize x - 1/2 y Subject To a: x - y <= 1 End")
    assert found.status == "unbounded"
    ray = found.ray
    assert ray["x"] - ray["y"] <= 0 <= min(ray.values())
    assert ray["x"] - ray["y"] / 2 > 0
    assert found.point["x"] - found.point["y"] <= 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Minimize x",
        "Minimize x Subject To a: x >= 1/0 End",
        "Minimize [ x ^ 2 - y ^ 2 ] / 2 Subject To a: x + y >= 1 End",
    ],
)
def test_what_is_no_program_is_refused(text):
    with pytest.raises(zwang.ProgramError) as refused:
        zwang.solve(text)
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


def test_a_time_limit_of_a_program():
    text = "Minimize x Subject To a: x >= 1 End"
    with pytest.raises(zwang.TimeLimit):
        zwang.solve(text, time_limit=1e-9)
    assert zwang.solve(text, threads=1).objective == 1
