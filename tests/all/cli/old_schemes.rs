//! The systems of other papers, for comparison: `zwang simulate --scheme momentum`,
//! `acceleration-cone` and `first-order`, `--float=impulses` with friction and shock propagation,
//! and `zwang potential`.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::Value;
use zwang_exact::{Rational, parse};

/// A brick that slides on a floor at 10 m/s; g = 10, μ = 3/10.
const SLIDER: &str = "format = \"zwang-scene-1\"\nname = \"slider\"\ngravity = [0, -10]\n\
friction = \"3/10\"\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = { center = [0, -1], size = [40, 2] }\n\
[[body]]\nname = \"brick\"\nrectangle = { center = [0, \"1/8\"], size = [1, \"1/4\"] }\n\
velocity = [10, 0]\n";

/// A brick goes down a slope of 3 on 4 at 2 m/s; g = 10, μ = 1.
const SLOPE: &str = "format = \"zwang-scene-1\"\nname = \"slope\"\ngravity = [0, -10]\n\
friction = 1\n\
[[body]]\nname = \"slope\"\nfixed = true\nparts = [[[-8, -6], [8, -6], [8, 6]]]\n\
[[body]]\nname = \"brick\"\nparts = [[[\"-2/5\", \"-3/10\"], [\"2/5\", \"3/10\"], \
[\"1/4\", \"1/2\"], [\"-11/20\", \"-1/10\"]]]\nvelocity = [\"-8/5\", \"-6/5\"]\n";

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("slider.toml", SLIDER);
    workshop.file("slope.toml", SLOPE);
    workshop.file("smooth.toml", CANTILEVER);
    workshop
}

fn number(text: &str) -> Rational {
    parse(text).unwrap()
}

/// The last line of a run.
fn last_step(workshop: &Workshop, run: &str) -> Value {
    let text = workshop.text(run);
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

/// The momentum program lifts the brick by 297/109 m/s in a step of 1/30 s, and says that nothing
/// of it is proved.
#[test]
fn the_momentum_program_shows_its_artefact() {
    let workshop = workshop("momentum");
    let line = "simulate slider.toml --scheme momentum --dt 1/30 --exact --steps 1 -o run";
    let text = workshop.zwang(line).succeeds().to_owned();
    assert!(text.contains("certified    no"), "{text}");
    assert!(
        text.contains("scheme       momentum, rigid, nearest-edge"),
        "{text}"
    );
    let x = number("990/3270");
    let y = number("1/8") + number("297/3270");
    let nodes = &last_step(&workshop, "run")["nodes"];
    assert_eq!(nodes[0], serde_json::json!([x.to_string(), y.to_string()]));
    workshop
        .zwang("check slider.toml run")
        .refuses(&["run", "uncertified run of a scheme for comparison"]);
}

/// At rest on a slope of tangent 3/4 acceleration cones hold with μ = 3/4 and not with less.
#[test]
fn acceleration_cones_hold_at_the_tangent() {
    let workshop = workshop("cones");
    for (friction, moves) in [("3/4", false), ("7499/10000", true)] {
        let still = SLOPE
            .replace("friction = 1\n", &format!("friction = \"{friction}\"\n"))
            .replace("velocity = [\"-8/5\", \"-6/5\"]\n", "");
        workshop.file("still.toml", still);
        let line = "simulate still.toml --scheme acceleration-cone --exact --steps 1 --json \
            --programs 2 -o run --force";
        let summary: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
        assert_eq!(summary["certified"], false);
        assert_eq!(summary["choices"]["programs"], 2);
        assert_eq!(summary["side_cases"], if moves { 2 } else { 0 });
        let step = last_step(&workshop, "run");
        let start = ["-3/40", "1/10"];
        assert_eq!(
            step["nodes"][0] != serde_json::json!(start),
            moves,
            "{friction}"
        );
    }
}

/// Such runs go on where they were, side cases and all.
#[test]
fn runs_with_cones_are_resumed() {
    let workshop = workshop("cones-resumed");
    let line = "simulate slope.toml --scheme acceleration-cone -o run";
    workshop.zwang(&format!("{line} --steps 6")).succeeds();
    let whole = workshop.text("run");
    let cut = whole.len() / 2;
    workshop.file("run", &whole[..cut]);
    workshop
        .zwang(&format!("{line} --steps 6 --resume"))
        .succeeds();
    assert!(workshop.text("run") == whole);
}

/// Schemes without friction refuse a scene with some, and options belong to their schemes.
#[test]
fn what_does_not_go_together_is_refused_in_one_line() {
    let workshop = workshop("old-schemes-refused");
    for (line, words) in [
        (
            "slider.toml --scheme framework",
            "found friction 3/10 of body",
        ),
        (
            "slider.toml --scheme acceleration",
            "found friction 3/10 of body",
        ),
        (
            "slider.toml --scheme first-order",
            "found friction 3/10 of body",
        ),
        ("slider.toml --float", "found friction 3/10 of body"),
        (
            "slider.toml --scheme momentum --programs 2",
            "found --programs with --scheme momentum; expected --scheme acceleration-cone",
        ),
        (
            "smooth.toml --scheme acceleration --relaxation 2",
            "found --relaxation with --scheme acceleration; expected --scheme first-order",
        ),
        (
            "slider.toml --scheme momentum --lengths printed",
            "found --lengths with --scheme momentum, which has rules of its own",
        ),
        (
            "smooth.toml --scheme first-order --relaxation 0",
            "the relaxation time is 0",
        ),
        (
            "slider.toml --float=impulses --dynamic-friction 2",
            "--dynamic-friction: found 2; expected a part",
        ),
        (
            "smooth.toml --float --shock-after 2",
            "expected --float=impulses",
        ),
    ] {
        let run = workshop.zwang(&format!("simulate {line} --steps 2 -o run"));
        run.refuses(&[words]);
        assert!(!workshop.path("run").exists(), "{line}");
    }
}

/// Iterated impulses let the brick on the slope stop after 1 m, as mechanics does; the table says
/// so, and the summary how many sweeps that took.
#[test]
fn impulses_stop_a_brick_on_a_slope() {
    let workshop = workshop("impulses-stop");
    let line = "simulate slope.toml --float=impulses --dt 1/30 --steps 40 -o table.csv --json";
    let summary: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
    assert_eq!(summary["dynamic_friction"], "1");
    assert!(summary["iterations"].as_u64().unwrap() > 40);
    let text = workshop.text("table.csv");
    let mut fields = text.lines().last().unwrap().split(',').skip(2);
    let left = number("-3/40") - number(fields.next().unwrap());
    let down = number("1/10") - number(fields.next().unwrap());
    let way = (left * number("4") + down * number("3")) / number("5");
    let off = way - number("1");
    assert!(off < number("1e-9") && off > number("-1e-9"), "{off}");
}

/// The built-in tower, as a stack of thin bricks: exact numbers as JSON, decimals as text.
#[test]
fn the_least_potential_energy_is_told() {
    let workshop = workshop("potential");
    let text = workshop.zwang("potential").succeeds().to_owned();
    assert!(
        text.starts_with("diamond-5: a stack of thin bricks"),
        "{text}"
    );
    assert!(text.contains("certified    no: a linear program"), "{text}");
    let energy = "energy       7.03125 J, of which ≈ 0.1364 J (exactly 3/22)";
    assert!(text.contains(energy), "{text}");
    assert!(text.contains("≈ -0.09091        ≈ 0.09091\n"), "{text}");
    assert!(
        text.ends_with("≈ rounded; --json has the fractions\n"),
        "{text}"
    );
    let json: Value = serde_json::from_str(workshop.zwang("potential --json").succeeds()).unwrap();
    assert_eq!(json["format"], "zwang-potential-1");
    assert_eq!(json["at_rest"], false);
    let energy = |key: &str| parse(json[key].as_str().unwrap()).unwrap();
    assert!(energy("energy") < energy("energy_of_scene"));
    assert_eq!(json["bricks"].as_array().unwrap().len(), 25);
    workshop
        .zwang("potential smooth.toml")
        .refuses(&["smooth.toml"]);
    workshop
        .zwang("potential slope.toml --set nothing=1")
        .refuses(&["slope.toml"]);
}
