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
