//! Crates on ramps that are typed in decimals: placed by `on`, or typed and closed by `scene snap`.
//!
//! Closed form: a crate that is flush with a ramp, and wide enough not to tip, is held by friction
//! if and only if its coefficient is at least the slope of the ramp, which is the fraction that the
//! file says. So is a stack of crates, each flush with the one below.

use crate::cli::workshop::Workshop;

/// Ten times the tangents of 10, 20 and 35 degrees, to 3, 6 and 9 digits.
const RISES: [&str; 9] = [
    "1.76",
    "1.763270",
    "1.76326981",
    "3.64",
    "3.639702",
    "3.63970234",
    "7.00",
    "7.002075",
    "7.00207538",
];

/// A ramp that rises so much on 10 to the right, or its mirror image, and these bodies.
fn with_ramp(rise: &str, mirrored: bool, bodies: &str) -> String {
    let ramp = if mirrored {
        format!("[[0, 0], [-10, {rise}], [-10, 0]]")
    } else {
        format!("[[0, 0], [10, 0], [10, {rise}]]")
    };
    format!(
        "format = \"zwang-scene-1\"\nname = \"ramp\"\ngravity = [0, -10]\nfriction = \"mu\"\n\
         parameters = {{ mu = 1 }}\n\
         [[body]]\nname = \"ramp\"\nfixed = true\nparts = [{ramp}]\n{bodies}"
    )
}

/// Holds a scene with the friction `mu` against the slope.
#[track_caller]
fn assert_slides_below_the_slope(workshop: &Workshop, file: &str, rise: &str) {
    let slope = zwang_exact::parse(rise).unwrap() / zwang_exact::parse("10").unwrap();
    let below = &slope * zwang_exact::parse("0.999999999999999999999999999999").unwrap();
    for (friction, code) in [(slope, 0), (below, 1)] {
        let line = format!("stability {file} --no-proof --set mu={friction}");
        let run = workshop.zwang(&line);
        assert_eq!(run.code, code, "{rise}: {run:?}");
    }
}

#[test]
fn what_is_placed_on_a_ramp_slides_where_its_slope_is_the_friction() {
    let workshop = Workshop::new("slopes-on");
    for rise in RISES {
        for (mirrored, edge, name) in [(false, 2, "right.toml"), (true, 0, "left.toml")] {
            let bodies = format!(
                "[[body]]\nname = \"crate\"\nrectangle = {{ size = [1, 1] }}\n\
                 on = {{ body = \"ramp\", edge = {edge}, at = 5 }}\n\
                 [[body]]\nname = \"brick\"\nrectangle = {{ size = [\"1/2\", \"1/4\"] }}\n\
                 on = {{ body = \"crate\", edge = 2 }}\n"
            );
            workshop.file(name, with_ramp(rise, mirrored, &bodies));
            assert_slides_below_the_slope(&workshop, name, rise);
        }
    }
}

#[test]
fn the_template_of_a_slope_has_its_slope_as_critical_friction() {
    let workshop = Workshop::new("slopes-template");
    let slope = include_str!("../../../scenes/templates/slope.toml");
    workshop.file("slope.toml", slope);
    for (set, value) in [
        ("", "36397/100000"),
        ("--set rise=4", "2/5"),
        ("--set rise=1/3", "1/30"),
    ] {
        let line = format!("critical slope.toml --friction --no-proof --json {set}");
        let run = workshop.zwang(&line);
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["stands_at"], value, "{run:?}");
        // A crate that slides while it is typed as sliding: its velocity is along the slope.
        let sliding = slope.replace(
            "edge = 2, at = 5 }",
            "edge = 2, at = 5 }\nvelocity = [-3, 0]",
        );
        let run = workshop.zwang_reading(&format!("collapse - --no-proof {set}"), sliding);
        assert_eq!(run.code, 0, "{run:?}");
    }
}

/// A crate typed at 20 degrees, 1.6 mm deep in a ramp that is typed in decimals.
const TYPED: &str = "format = \"zwang-scene-1\"\nname = \"typed\"\ngravity = [0, -10]\n\
    friction = \"mu\"\nparameters = { mu = 1 }\n\
    [[body]]\nname = \"ramp\"\nfixed = true\nparts = [[[0, 0], [10, 0], [10, 3.6397]]]\n\
    [[body]]\nname = \"crate\"\n\
    rectangle = { center = [4.829, 2.2880], size = [1, 1], angle = { degrees = 20 } }\n";

#[test]
fn a_typed_crate_has_the_slope_as_critical_friction_once_it_is_snapped() {
    let workshop = Workshop::new("slopes-snap");
    for (name, raise) in [("deep", "2.2880"), ("high", "2.2910")] {
        workshop.file(
            &format!("{name}.toml"),
            TYPED.replace("2.2880", raise).replace("\"mu\"", "0.5"),
        );
        let line = format!("scene snap {name}.toml --within 0.01 -o flush.toml --force");
        let run = workshop.zwang(&line);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(
            run.err
                .contains("1 pair of faces made flush: `crate` moved by (≈ ")
                && run.err.contains(
                    "and turned by ≈ 0.000150036 degrees, its size off by less than 2^-66 of it"
                ),
            "{run:?}"
        );
        let run = workshop.zwang("critical flush.toml --friction --no-proof --json");
        let answer: serde_json::Value = serde_json::from_str(run.succeeds()).unwrap();
        assert_eq!(answer["stands_at"], "36397/100000");
    }
    let run = workshop.zwang("stability flush.toml --no-proof");
    assert!(!run.out.contains("near "), "{run:?}");
}

#[test]
fn a_crate_on_one_corner_is_told_to_be_almost_flush() {
    let workshop = Workshop::new("slopes-near");
    // A brick on the lower edge of a slope of 1/1000000: it touches at one corner.
    let scene = "format = \"zwang-scene-1\"\nname = \"corner\"\ngravity = [0, -1]\n\
        [[body]]\nname = \"table\"\nfixed = true\n\
        parts = [[[-5, -1], [5, -1], [5, 0], [-5, 0]]]\n\
        [[body]]\nname = \"brick\"\nparts = [[[0, 0], [1, \"1/1000000\"], [1, 1], [0, 1]]]\n";
    workshop.file("corner.toml", scene);
    let line = "  near       1 pair is almost flush; zwang scene snap --within mends those it can; \
                the nearest, brick / table, by 1e-6 m";
    for command in ["collapse", "stability"] {
        let run = workshop.zwang(&format!("{command} corner.toml --no-proof"));
        assert!(run.out.lines().any(|told| told == line), "{run:?}");
        let run = workshop.zwang(&format!("{command} corner.toml --no-proof --json"));
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        let near = &json["almost_touching"];
        assert_eq!(
            (&near["pairs"], &near["almost_flush"]),
            (&1.into(), &1.into())
        );
        assert_eq!(near["gap_squared"], "1/1000000000000");
    }
    let run = workshop.zwang("scene snap corner.toml -o flush.toml");
    assert!(
        run.err.contains("1 pair of faces made flush: `brick`"),
        "{run:?}"
    );
    let run = workshop.zwang("stability flush.toml --no-proof");
    assert!(run.code == 0 && !run.out.contains("near "), "{run:?}");
}
