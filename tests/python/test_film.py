"""Films of runs."""

import html
import itertools

import pytest
import zwang


@pytest.fixture
def run(tmp_path):
    scene = zwang.families.cantilever()
    path = tmp_path / "fall.run"
    with zwang.simulate(scene, "1/50", out=path) as steps:
        list(itertools.islice(steps, 4))
    return scene, path


def test_a_run_is_played(run, tmp_path):
    film = zwang.film(*run)
    assert film.steps == 4
    assert film.html.startswith("<!")
    film.save(tmp_path / "fall.html")
    assert (tmp_path / "fall.html").read_text() == film.html


def test_a_notebook_shows_it_in_a_frame(run):
    film = zwang.film(*run)
    shown = film._repr_html_()
    before, page, after = shown.split('"', 2)[0], shown.split('"', 2)[1], shown.split('"', 2)[2]
    assert before == "<iframe srcdoc=" and after.endswith("</iframe>")
    assert html.unescape(page) == film.html


def test_only_checked_steps_are_played(run):
    scene, path = run
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n")
    with pytest.raises((zwang.Rejected, zwang.RunFileError)):
        zwang.film(scene, path)
    path.write_text(lines[0] + "\n")
    with pytest.raises(zwang.RunFileError, match="without steps"):
        zwang.film(scene, path)
    with pytest.raises(OSError):
        zwang.film(scene, path.with_name("nowhere.run"))
    with pytest.raises(zwang.ZwangError):
        zwang.film(zwang.families.diamond(2), run[1])
