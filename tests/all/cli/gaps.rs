//! Parts that almost touch, or overlap a little: told by `collapse` and `stability`, mended by
//! `scene snap`.

use crate::cli::workshop::Workshop;
use serde_json::Value;

/// A table whose top is at 0, and bricks 1 × 1 above it with their lower sides at these heights.
fn tower(heights: &[&str]) -> String {
    let mut text = "format = \"zwang-scene-1\"\nname = \"tower\"\ngravity = [0, -1]\n\
        [[body]]\nname = \"table\"\nfixed = true\n\
        rectangle = { center = [0, -1], size = [9, 2] }\n"
        .to_owned();
    for (index, height) in heights.iter().enumerate() {
        let low = zwang_exact::parse(height).unwrap();
        let high = &low + zwang_exact::parse("1").unwrap();
        text += &format!(
            "[[body]]\nname = \"brick {index}\"\n\
             parts = [[[0, \"{low}\"], [1, \"{low}\"], [1, \"{high}\"], [0, \"{high}\"]]]\n"
        );
    }
    text
}

#[test]
fn pairs_that_almost_touch_are_told() {
    let workshop = Workshop::new("near");
    // 10^-9 above the table, 2·10^-9 above the first brick, and far above the second.
    let scene = tower(&["1e-9", "1.000000003", "2.01"]);
    workshop.file("tower.toml", &scene);
    let line = "  near       2 pairs almost touch; zwang scene snap --within mends those it can; \
                the nearest, brick 0 / table, by 1e-9 m";
    for command in ["collapse", "stability"] {
        let run = workshop.zwang(&format!("{command} tower.toml --no-proof"));
        assert!(run.out.lines().any(|told| told == line), "{run:?}");
        let run = workshop.zwang(&format!("{command} tower.toml --no-proof --json"));
        let json: Value = serde_json::from_str(&run.out).unwrap();
        let near = &json["almost_touching"];
        assert_eq!(near["pairs"], 2);
        assert_eq!(near["almost_flush"], 0);
        assert_eq!(near["nearest"], serde_json::json!(["brick 0", "table"]));
        assert_eq!(near["gap_squared"], "1/1000000000000000000");
    }
    for heights in [&["0", "1"][..], &["0", "1.0015"], &["1/2"]] {
        let run = workshop.zwang_reading("collapse - --no-proof", tower(heights));
        assert!(!run.out.contains("near "), "{run:?}");
    }
}

/// A parameter moves a brick over the edge of another one, beside which a third almost touches it.
#[test]
fn pairs_that_almost_touch_are_told_as_a_parameter_varies() {
    let workshop = Workshop::new("near-varied");
    let scene = tower(&["0"]).replacen("[[body]]", "[parameters]\nx = 0\n[[body]]", 1)
        + "[[body]]\nname = \"over\"\nrectangle = { center = [\"x\", \"3/2\"], size = [1, 1] }\n\
           [[body]]\nname = \"beside\"\n\
           rectangle = { center = [\"-0.500000001\", \"1/2\"], size = [1, 1] }\n";
    workshop.file("varied.toml", scene);
    for (range, told) in [("1/2..3/2", "at x 1, "), ("3/5..3/4", "at x 3/5, ")] {
        let command = format!("critical varied.toml --vary x={range} --within 1/100");
        let run = workshop.zwang(&command);
        let told = format!("note: varied.toml: {told}1 pair almost touches; ");
        assert!(run.err.contains(&told), "{run:?}");
        let run = workshop.zwang(&format!("{command} --json"));
        let json: Value = serde_json::from_str(run.succeeds()).unwrap();
        let near = &json["almost_touching"];
        assert_eq!(near["nearest"], serde_json::json!(["beside", "brick 0"]));
        assert_eq!(near["gap_squared"], "1/1000000000000000000");
    }
}

/// Commands that do not tell it in their answer tell it beside it.
#[test]
fn pairs_that_almost_touch_are_told_by_other_commands() {
    let workshop = Workshop::new("near-beside");
    workshop.file(
        "tower.toml",
        tower(&["1e-9", "1.000000003"])
            + "[[body]]\nname = \"disk\"\n\
        mass = 1\ndisk = { center = [4, 1.00000001], radius = 1 }\n",
    );
    let told = "note: tower.toml: 3 pairs almost touch; \
                zwang scene snap --within mends those it can; \
                the nearest, brick 0 / table, by 1e-9 m";
    for command in [
        "scene check tower.toml",
        "critical tower.toml --friction",
        "simulate tower.toml --steps 1 -o tower.run",
    ] {
        let run = workshop.zwang(command);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.err.contains(told), "{command}: {run:?}");
    }
    for command in [
        "critical tower.toml --friction --json",
        "critical tower.toml --tilt left --json",
    ] {
        let run = workshop.zwang(command);
        let json: Value = serde_json::from_str(run.succeeds()).unwrap();
        assert_eq!(json["almost_touching"]["pairs"], 3, "{run:?}");
    }
    let quiet = workshop.zwang("simulate tower.toml --steps 1 -o quiet.run --quiet");
    assert_eq!(quiet.err, "");
    workshop.file("flush.toml", tower(&["0", "1"]));
    assert_eq!(workshop.zwang("scene check flush.toml").err, "");
    workshop
        .zwang("scene snap tower.toml -o mended.toml --quiet")
        .succeeds();
    let mended = workshop.zwang("stability mended.toml --no-proof");
    assert!(
        mended.out.contains("stands") && !mended.out.contains("near"),
        "{mended:?}"
    );
}

#[test]
fn small_gaps_are_closed_by_exact_moves() {
    let workshop = Workshop::new("snap");
    workshop.file("tower.toml", tower(&["1e-9", "1.000000003", "2.01"]));
    let run = workshop.zwang("scene snap tower.toml -o closed.toml");
    let told = "zwang: note: tower.toml: 2 gaps closed: `brick 0` moved by (0, -1e-9) m, \
                `brick 1` moved by (0, -3e-9) m\n";
    assert_eq!((run.code, run.err.as_str()), (0, told));
    let same = |closed: &str, expected: &[&str]| {
        let closed = workshop.zwang_reading("collapse - --no-proof --json", closed);
        let expected = workshop.zwang_reading("collapse - --no-proof --json", tower(expected));
        assert_eq!(closed.succeeds(), expected.succeeds());
    };
    same(&workshop.text("closed.toml"), &["0", "1", "2.01"]);
    let wide = workshop.zwang("scene snap tower.toml --within 1/100 --quiet");
    same(wide.succeeds(), &["0", "1", "2"]);
    let none = workshop.zwang("scene snap tower.toml --within 1/10000000000 -o -");
    assert!(none.err.contains("no gap to close"), "{none:?}");
    same(&none.out, &["1e-9", "1.000000003", "2.01"]);
}

#[test]
fn gaps_that_cannot_be_closed_are_named() {
    let workshop = Workshop::new("snap-refused");
    let mut jammed = tower(&["0"]);
    for (name, left) in [("left", "-1.001"), ("right", "1.002")] {
        let right = zwang_exact::parse(left).unwrap() + zwang_exact::parse("1").unwrap();
        jammed += &format!(
            "[[body]]\nname = \"{name}\"\nfixed = true\n\
             parts = [[[\"{left}\", 0], [\"{right}\", 0], [\"{right}\", 1], [\"{left}\", 1]]]\n"
        );
    }
    workshop.file("jammed.toml", jammed);
    workshop
        .zwang("scene snap jammed.toml --within 1/100 -o out.toml")
        .refuses(&["jammed.toml: ", "`brick 0` / `left`", "`brick 0` / `right`"]);
    // One gap alone is narrow enough to count.
    workshop
        .zwang("scene snap jammed.toml --within 3/2000 -o out.toml --quiet")
        .succeeds();
    workshop.file("deep.toml", tower(&["-1/8"]));
    workshop.zwang("scene snap deep.toml").refuses(&[
        "deep.toml: lines 4 and 8: ",
        "overlap by 1/8 m",
        "moving `brick 0` by (0, 1/8) m",
        "try zwang scene snap deep.toml --within 0.13",
    ]);
    workshop
        .zwang("scene snap jammed.toml --within wide")
        .refuses(&["--within", "`wide`"]);
    workshop
        .zwang("scene snap jammed.toml --within 0")
        .refuses(&["--within", "found 0", "above 0"]);
}

#[test]
fn refusals_of_contacts_and_pins_have_lines() {
    let workshop = Workshop::new("contact-lines");
    let falling = tower(&["0"]) + "velocity = [0, -1]\n";
    let turning = tower(&["1"]) + "spin = 1\n[[pin]]\nbodies = [\"brick 0\"]\nat = [0, 0]\n";
    for (name, scene, told) in [
        ("deep.toml", tower(&["-1/8"]), "lines 4 and 8: body `table`"),
        ("falling.toml", falling, "lines 4 and 8: bodies `brick 0`"),
        ("turning.toml", turning, "line 12: pin 0"),
    ] {
        workshop.file(name, scene);
        let place = format!("{name}: {told}");
        for command in ["collapse", "draw -o picture.svg", "scene check"] {
            workshop
                .zwang(&format!("{command} {name}"))
                .refuses(&[&place]);
        }
    }
}

#[test]
fn pins_move_with_their_bodies() {
    let workshop = Workshop::new("snap-pins");
    let pinned = |by: &str| {
        let low = zwang_exact::parse(by).unwrap();
        let top = &low + zwang_exact::parse("1").unwrap();
        tower(&[by])
            + &format!(
                "[[body]]\nname = \"flag\"\n\
                 parts = [[[2, \"{low}\"], [3, \"{top}\"], [2, \"{top}\"]]]\n\
                 [[pin]]\nbodies = [\"brick 0\", \"flag\"]\nat = [2, \"{top}\"]\n"
            )
    };
    let closed = workshop.zwang_reading("scene snap - --quiet", pinned("1/1000000000"));
    let answer = workshop.zwang_reading("collapse - --no-proof --json", closed.succeeds());
    let expected = workshop.zwang_reading("collapse - --no-proof --json", pinned("0"));
    assert_eq!(answer.succeeds(), expected.succeeds());
}

#[test]
fn overlaps_of_several_bodies_are_told_at_once_and_undone_at_once() {
    let workshop = Workshop::new("snap-overlaps");
    // 10^-9 in the table, 2·10^-9 in the first brick, 10^-9 above the second.
    let scene = tower(&["-1e-9", "0.999999997", "1.999999998"]);
    workshop.file("tower.toml", scene);
    let told = "tower.toml: lines 4 and 8: body `table` (part 0) and body `brick 0` (part 0) \
                overlap by 1/1000000000 m; expected disjoint interiors (moving `brick 0` by \
                (0, 1/1000000000) m parts these two); 1 more pair overlaps: `brick 0` / `brick 1` \
                by 1/500000000 m; try zwang scene snap tower.toml --within 2e-9";
    for command in [
        "collapse",
        "stability",
        "scene check",
        "draw -o picture.svg",
    ] {
        workshop
            .zwang(&format!("{command} tower.toml"))
            .refuses(&[told]);
    }
    let run = workshop.zwang("scene snap tower.toml --within 2e-9 -o closed.toml");
    let told = "zwang: note: tower.toml: 1 gap closed, 2 overlaps undone: `brick 0` moved by \
                (0, 1e-9) m, `brick 1` moved by (0, 3e-9) m, `brick 2` moved by (0, 2e-9) m\n";
    assert_eq!((run.code, run.err.as_str()), (0, told));
    let closed = workshop.zwang("collapse closed.toml --no-proof --json");
    let expected = workshop.zwang_reading("collapse - --no-proof --json", tower(&["0", "1", "2"]));
    assert_eq!(closed.succeeds(), expected.succeeds());
}

/// A crate on a ramp of 1 to 3, typed with a rounded angle and a rounded place.
const CRATE_ON_A_RAMP: &str = "format = \"zwang-space-1\"\nname = \"ramp\"\nfriction = \"1/3\"\n\
    [[body]]\nname = \"ramp\"\nfixed = true\n\
    parts = [[[0, 0, 0], [3, 0, 0], [3, 0, 1], [0, 2, 0], [3, 2, 0], [3, 2, 1]]]\n\
    [[body]]\nname = \"crate\"\n\
    box = { center = [\"1.45\", 1, \"0.74\"], size = [\"0.5\", \"0.5\", \"0.5\"], \
    rotation = { axis = [0, 1, 0], degrees = \"-18.4\" } }\n";

/// The tangent of the slope is 1/3: that much friction holds the crate, exactly, once it is flush.
#[test]
fn a_crate_on_a_ramp_in_space_is_turned_until_it_is_flush() {
    let workshop = Workshop::new("crate_on_a_ramp");
    workshop.file("ramp.toml", CRATE_ON_A_RAMP);
    let refused = workshop.zwang("stability ramp.toml");
    assert!(refused.err.contains("overlap by"), "{refused:?}");
    let run = workshop.zwang("scene snap ramp.toml --within 0.02 -o flush.toml");
    let told = "1 overlap undone, 1 pair of faces made flush: `crate` moved by";
    assert!(run.err.contains(told), "{run:?}");
    let turned = "turned by ≈ 0.0349696 degrees about (0, -1, 0), its size off by less than 2^-";
    assert!(run.err.contains(turned), "{run:?}");
    let critical = workshop.zwang("critical --friction flush.toml");
    assert!(
        critical
            .succeeds()
            .contains("critical   ≈ 0.333333333333 (exactly 1/3)"),
        "{critical:?}"
    );
}
