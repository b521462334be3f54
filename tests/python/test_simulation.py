"""Scenes in motion: laws that every step obeys, computed with fractions; run files; signals."""

import itertools
import subprocess
import sys
from fractions import Fraction

import pytest
import zwang
from zwang import families


def first(scene, count, *arguments, **options):
    return list(itertools.islice(zwang.simulate(scene, *arguments, **options), count))


FALLING = {
    "name": "falls",
    "gravity": [0, -10],
    "body": [
        {
            "name": "b",
            "rectangle": {"center": [0, 5], "size": [2, "1/2"]},
            "velocity": [3, "1/3"],
        }
    ],
}


def test_states_are_multiples_of_the_grid():
    for step in first(families.diamond(5), 3):
        for body in step.bodies.values():
            for number in body.position:
                assert 2**64 % number.denominator == 0


def test_rotations_are_rotations():
    for step in first(families.diamond(5), 5, "1/50"):
        for body in step.bodies.values():
            cosine, sine = body.rotation
            assert cosine**2 + sine**2 == 1


def test_a_symmetric_tower_falls_symmetrically(diamond, fall):
    (mirror,) = fall.symmetries
    free = {name for name, body in diamond.bodies.items() if not body.is_fixed}
    images = dict(zip(diamond.bodies, mirror.images, strict=True))
    for step in first(diamond, 10, "1/20"):
        for name in free:
            x, y = step.bodies[name].position
            cosine, sine = step.bodies[name].rotation
            image = step.bodies[images[name]]
            assert image.position == (-x, y)
            assert image.rotation == (cosine, -sine)


def test_what_stands_stays():
    scene = families.harmonic(4)
    for step in first(scene, 5, "1/10"):
        for name, body in step.bodies.items():
            assert body.position == scene.bodies[name].centroid
            assert body.rotation == (1, 0)
        assert step.kinetic == 0
        assert step.momentum == (0, 0)
        assert step.penetration_squared == 0


def test_the_forces_of_a_step_carry_the_bodies():
    """At rest the table carries all weight."""
    scene = families.harmonic(3)
    (step,) = first(scene, 1)
    weight = sum(body.mass for body in scene.bodies.values() if not body.is_fixed)
    fixed = {name for name, body in scene.bodies.items() if body.is_fixed}
    up = sum(force.force[1] for force in step.forces if force.second in fixed)
    assert abs(up - weight) < Fraction(1, 10**30)


def test_the_potential_energy_is_that_of_the_state():
    scene = families.diamond(5)
    (_, step) = first(scene, 2, "1/20")
    energy = 0
    for name, placement in step.bodies.items():
        gravity = scene.gravity
        x, y = placement.position
        energy -= scene.bodies[name].mass * (gravity[0] * x + gravity[1] * y)
    assert step.potential == energy


def test_a_pendulum_hangs_on_its_pin(root):
    scene = zwang.Scene.read(root / "scenes" / "pendulum.toml")
    steps = first(scene, 4)
    assert all(0 in step.pins for step in steps)
    assert all(step.pin_drift_squared < Fraction(1, 10**6) for step in steps)


def test_what_bounces_rises_again():
    scene = zwang.Scene.from_dict(
        {
            "name": "ball",
            "gravity": [0, -10],
            "body": [
                {"name": "floor", "fixed": True, "rectangle": {"center": [0, -1], "size": [9, 2]}},
                {"name": "ball", "rectangle": {"center": [0, 1], "size": [1, 1]}},
            ],
        }
    )

    def highest_after_impact(restitution, scene=scene):
        heights = [
            step.bodies["ball"].position[1] for step in first(scene, 60, restitution=restitution)
        ]
        lowest = heights.index(min(heights))
        return max(heights[lowest:]) - min(heights)

    assert highest_after_impact(0) < Fraction(1, 100)
    assert highest_after_impact("9/10") > Fraction(2, 10)
    keys = scene.to_dict()
    keys["body"][1]["restitution"] = "9/10"
    lively = zwang.Scene.from_dict(keys)
    assert highest_after_impact(None, lively) == highest_after_impact("9/10")
    assert highest_after_impact(0, lively) == highest_after_impact(0)


def test_steps_come_one_by_one():
    run = zwang.simulate(families.diamond(5))
    assert iter(run) is run
    assert [next(run).k, next(run).k] == [1, 2]
    assert run.step == Fraction(1, 100)
    assert run.scene == families.diamond(5)
    assert "zwang.Step 3" in repr(next(run))
    assert next(run)._repr_svg_().startswith("<svg")


def test_a_run_file_is_what_the_checker_accepts(diamond, tmp_path):
    path = tmp_path / "tower.run"
    with zwang.simulate(diamond, "1/50", out=path) as run:
        steps = list(itertools.islice(run, 5))
    verdict = zwang.check_run(diamond, path)
    assert (verdict.first, verdict.last, verdict.step, verdict.grid) == (1, 5, Fraction(1, 50), 64)
    assert verdict.penetration_squared == max(step.penetration_squared for step in steps)
    part = zwang.check_run(diamond, path, first=3, last=4, threads=2)
    assert (part.first, part.last) == (3, 4)
    assert list(run) == []


def test_a_run_is_resumed_where_its_file_ends(diamond, tmp_path):
    path, whole = tmp_path / "parts.run", tmp_path / "whole.run"
    with zwang.simulate(diamond, out=path) as run:
        assert [step.k for step in itertools.islice(run, 2)] == [1, 2]
    with pytest.raises(FileExistsError, match="existing=.resume. goes on with it"):
        zwang.simulate(diamond, out=path)
    with zwang.simulate(diamond, out=path, existing="resume") as run:
        assert [step.k for step in itertools.islice(run, 3)] == [3, 4, 5]
    with zwang.simulate(diamond, out=whole) as run:
        list(itertools.islice(run, 5))
    assert path.read_bytes() == whole.read_bytes()
    with pytest.raises(zwang.RunFileError, match="time step"):
        zwang.simulate(diamond, "1/3", out=path, existing="resume")
    with zwang.simulate(diamond, "1/3", out=path, existing="replace") as run:
        next(run)
    assert zwang.check_run(diamond, path).last == 1


def test_a_changed_run_is_rejected(diamond, tmp_path):
    path = tmp_path / "tower.run"
    with zwang.simulate(diamond, out=path) as run:
        list(itertools.islice(run, 3))
    with pytest.raises(zwang.Rejected) as rejected:
        zwang.check_run(families.diamond(4), path)
    assert rejected.value.condition == "L0"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], lines[3]]) + "\n")
    with pytest.raises((zwang.Rejected, zwang.RunFileError)):
        zwang.check_run(diamond, path)
    path.write_text("no run\n")
    with pytest.raises(zwang.RunFileError, match="tower.run: line 1"):
        zwang.check_run(diamond, path)
    with pytest.raises(FileNotFoundError):
        zwang.check_run(diamond, tmp_path / "nowhere.run")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"step": 0}, zwang.RunStopped, "expected a positive number of seconds"),
        ({"step": "-1/2"}, zwang.RunStopped, "expected a positive number of seconds"),
        ({"step": 0.01}, TypeError, "which is"),
        ({"restitution": 2}, zwang.RunStopped, "expected 0 to 1"),
        ({"existing": "keep"}, ValueError, "expected refuse, resume or replace"),
        ({"threads": 0}, ValueError, "threads: found 0"),
    ],
)
def test_what_is_out_of_range_is_refused(options, error, message):
    with pytest.raises(error) as refused:
        zwang.simulate(families.diamond(2), **options)
    assert message in str(refused.value)


def test_threads_change_nothing():
    scene = families.diamond(5)
    one = [step.bodies for step in first(scene, 3, threads=1)]
    two = [step.bodies for step in first(scene, 3, threads=2)]
    assert one == two == [step.bodies for step in first(scene, 3)]


INTERRUPTED = """
import itertools, os, signal, threading, zwang
# A process in the background may have been told to ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
scene = zwang.families.diamond(12)
run = zwang.simulate(scene, "1/20")
steps = []
threading.Timer(0.7, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True:
        steps.append(next(run).k)
except KeyboardInterrupt:
    print("interrupted")
steps.append(next(run).k)
print(steps == list(range(1, len(steps) + 1)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to oneself")
def test_after_an_interrupt_a_run_goes_on_where_it_was():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=120
    )
    assert (done.stdout, done.returncode) == ("interrupted\nTrue\n", 0), done.stderr


PUSHED = {
    "name": "pushed",
    "gravity": [0, -10],
    "friction": "1/2",
    "body": [
        {"name": "floor", "fixed": True, "rectangle": {"center": [0, -1], "size": [99, 2]}},
        {
            "name": "brick",
            "rectangle": {"center": [0, "1/8"], "size": [1, "1/4"]},
            "velocity": [3, 0],
        },
    ],
}


def told(events):
    return [(event.kind, event.vertex, event.earliest, event.latest) for event in events]


def test_a_pushed_brick_is_made_slides_and_sticks():
    """It has the speed 3 - 5 k / 30 after step k, and is at rest after 3 / 5 s = 18 steps."""
    scene = zwang.Scene.from_dict(PUSHED)
    step = Fraction(1, 30)
    steps = first(scene, 20, step)
    assert [event.kind for event in steps[0].events] == ["made", "made"]
    for event in steps[0].events:
        assert isinstance(event, zwang.Event)
        assert event.vertex[:2] == ("brick", 0) and event.edge[:2] == ("floor", 0)
        # The floor is below: its upper edge goes to the left, and the brick to the right.
        way = (3 - 5 * step / 2) * step
        assert abs(event.slip + way) < Fraction(1, 10**15)
        assert event.slip_before == 0 and event.gap == 0
        assert not event.velocity_jumps
    for k, found in enumerate(steps[1:], 2):
        kinds = [event.kind for event in found.events]
        assert kinds == (["sticks"] * 2 if k == 18 else [])
    for event in steps[17].events:
        assert 17 * step <= event.earliest <= Fraction(3, 5) <= event.latest <= 18 * step
        # It slides on for the whole step, and stops at its end.
        assert abs(event.slip + 5 * step**2 / 2) < Fraction(1, 10**15) and event.slip_before < 0


def test_events_go_on_where_a_file_is_resumed(tmp_path):
    scene = zwang.Scene.from_dict(PUSHED)
    step = Fraction(1, 30)
    expected = [told(found.events) for found in first(scene, 20, step)]
    for split in (1, 2, 3, 4, 16, 17, 18):
        out = tmp_path / f"{split}.run"
        with zwang.simulate(scene, step, out=out) as run:
            begun = [told(found.events) for found in itertools.islice(run, split)]
        with zwang.simulate(scene, step, out=out, existing="resume") as run:
            rest = [told(found.events) for found in itertools.islice(run, 20 - split)]
        assert begun + rest == expected


def test_free_fall_is_exact():
    """z = z_0 + v t + ½ g t², and the velocity is v + g t, on a grid that rounds nothing."""
    scene = zwang.Scene.from_dict(FALLING | {"body": [FALLING["body"][0] | {"velocity": [3, "1/4"]}]})
    step = Fraction(1, 8)
    for k, found in enumerate(first(scene, 6, step), 1):
        time = k * step
        assert found.bodies["b"].position == (3 * time, 5 + time / 4 - 5 * time**2)
        speed = Fraction(1, 4) - 10 * time
        body = scene.bodies["b"]
        assert found.kinetic == body.mass * (9 + speed**2) / 2
        assert found.bodies["b"].rotation == (1, 0)
        assert (found.k, found.time) == (k, time)
        assert found.forces == () and found.pins == {}
        assert not found.has_impact


def test_a_run_file_is_read_back(tmp_path):
    scene = families.diamond(5)
    path = tmp_path / "tower.run"
    with zwang.simulate(scene, "1/50", out=path) as run:
        steps = list(itertools.islice(run, 4))
    read = zwang.read_run(path)
    assert (read.scene, read.step) == (scene, Fraction(1, 50))
    for one, other in zip(steps, read, strict=True):
        assert one.bodies == other.bodies
        assert one.forces == other.forces
        assert one.events == other.events
        assert (one.kinetic, one.momentum) == (other.kinetic, other.momentum)
    with pytest.raises(zwang.Rejected):
        zwang.read_run(path, families.diamond(4))
    (tmp_path / "torn.run").write_text("{}\n")
    with pytest.raises(zwang.RunFileError):
        zwang.read_run(tmp_path / "torn.run")
    verdict = zwang.check_run(scene, path)
    assert (verdict.first, verdict.last) == (1, 4)
    lines = path.read_text().splitlines(keepends=True)
    state = lines[2].replace('"state":[["', '"state":[["1')
    assert state != lines[2]
    path.write_text("".join([*lines[:2], state, *lines[3:]]))
    with pytest.raises(zwang.Rejected) as rejected:
        list(zwang.read_run(path))
    assert rejected.value.condition == "L9"


def test_a_run_file_is_a_frame(tmp_path):
    pytest.importorskip("pandas")
    scene = families.diamond(5)
    path = tmp_path / "tower.run"
    with zwang.simulate(scene, "1/50", out=path) as run:
        list(itertools.islice(run, 3))
    frame = zwang.read_run(path, scene).to_pandas()
    assert len(frame) == 3 * 25
    assert len(zwang.read_run(path, scene).to_pandas(2)) == 2 * 25
