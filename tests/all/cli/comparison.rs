//! `zwang simulate --scheme acceleration|framework`: what the papers' schemes do, and that nobody
//! takes it for certified.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::Value;
use zwang_exact::{Rational, parse};

/// A brick that spins freely by 1/50 rad in a step of 1/100 s.
const SPINNER: &str = include_str!("../../../docs/comparison/spinner.toml");

/// A brick turns over the corner (0, 0) of a table and slides off it along (4, -3) / 5.
const TIPPING: &str = "format = \"zwang-scene-1\"\nname = \"tipping\"\ngravity = [0, -10]\n\
[[body]]\nname = \"table\"\nfixed = true\n\
rectangle = { center = [\"-3/2\", \"-1/2\"], size = [3, 1] }\n\
[[body]]\nname = \"brick\"\n\
parts = [[[\"-3/5\", \"9/20\"], [1, \"-3/4\"], [\"13/10\", \"-7/20\"], [\"-3/10\", \"17/20\"]]]\n\
velocity = [\"41/120\", \"-29/40\"]\nspin = \"-3/2\"\n";

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("scene.toml", CANTILEVER);
    workshop.file("spinner.toml", SPINNER);
    workshop.file("tipping.toml", TIPPING);
    workshop
}

/// The lines of a run.
fn lines(workshop: &Workshop, run: &str) -> Vec<Value> {
    workshop
        .text(run)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The nodes after the first step of the brick that tips, with these options, and how many rows
/// press.
fn first_step(workshop: &Workshop, options: &str) -> (Value, usize) {
    let line = format!(
        "simulate tipping.toml --steps 1 --exact --selection resting --out run --force {options}"
    );
    workshop.zwang(&line).succeeds();
    let step = lines(workshop, "run").remove(1);
    (
        step["nodes"].clone(),
        step["pressing"].as_array().unwrap().len(),
    )
}

/// Theorem 5.1, and that (S') as printed fails it.
#[test]
fn acceleration_and_position_steps_agree_as_corrected_but_not_as_printed() {
    let workshop = workshop("theorem-5-1");
    for model in ["corners", "nine-points", "rigid"] {
        let accelerations =
            first_step(&workshop, &format!("--scheme acceleration --model {model}"));
        let positions = |sidedness: &str| {
            let line = format!(
                "--scheme framework --model {model} --lengths printed --sidedness {sidedness}"
            );
            first_step(&workshop, &line)
        };
        assert_eq!(accelerations.1, 1, "{model}");
        assert_eq!(positions("acceleration"), accelerations, "{model}");
        for misprint in [
            "printed",
            "printed-division",
            "printed-weights",
            "last-step",
        ] {
            assert_ne!(positions(misprint).0, accelerations.0, "{model} {misprint}");
        }
    }
}

/// In 10 rad the printed rule shrinks a brick by 12 %, the projection makes it 9 % too long, and
/// the midpoint rule keeps it.
#[test]
fn length_rules_drift_as_they_must() {
    let workshop = workshop("drift");
    let lengths = |rule: &str| {
        let line = "simulate spinner.toml --steps 500 --scheme framework --model corners \
            --bracing redundant --out run --force";
        let run = workshop.zwang(&format!("{line} --lengths {rule}"));
        let text = run.succeeds();
        let found = text
            .lines()
            .find_map(|line| line.strip_prefix("  lengths      ").map(str::to_owned));
        assert!(text.contains("\n  certified    no: "), "{text}");
        found.unwrap()
    };
    assert_eq!(
        lengths("printed"),
        "≈ -12.0 % too short at most, after step 500"
    );
    let found = lengths("projection");
    assert!(
        found.starts_with("≈ +8.7") && found.ends_with("% too long at most, after step 500"),
        "{found}"
    );
    lengths("correcting-midpoint");
    let last = lines(&workshop, "run").pop().unwrap();
    for error in last["length_errors"].as_array().unwrap() {
        let error = zwang_exact::parse(error.as_str().unwrap()).unwrap();
        let bound = zwang_exact::parse("1e-17").unwrap();
        assert!(error < bound && -error < bound);
    }
}

/// §8.5 with ties broken by index: the 5-diamond is asymmetric within 20 steps; with rows of
/// nearest edges it is not.
#[test]
fn an_index_breaks_the_symmetry() {
    let workshop = workshop("index");
    let line = "simulate --scheme framework --model rigid --reach 1/8 --grid 2^-48 --json --out \
        run --force";
    let summary = |options: &str| -> Value {
        serde_json::from_str(workshop.zwang(&format!("{line} {options}")).succeeds()).unwrap()
    };
    let told = summary("--selection critical-edge --ties last --steps 20");
    assert_eq!(
        (&told["certified"], &told["symmetric_scene"]),
        (&Value::from(false), &Value::from(true))
    );
    let first = told["first_asymmetric_step"].as_u64().unwrap();
    assert!((2..=20).contains(&first), "{first}");
    let steps = lines(&workshop, "run");
    let asymmetric = steps
        .iter()
        .position(|step| step["asymmetry"].as_str().is_some_and(|value| value != "0"));
    assert_eq!(asymmetric, Some(first as usize));
    let told = summary("--selection nearest-edge --steps 6");
    assert_eq!(told["first_asymmetric_step"], Value::Null);
}

/// Without any option, Figure 6 lets a brick fall that touches nothing, keeps one that lies on the
/// floor for as long as one likes, and moves a tower as it should.
#[test]
fn accelerations_need_contact() {
    let workshop = workshop("contact");
    let scene = |bottom: &str| {
        format!(
            "format = \"zwang-scene-1\"\nname = \"brick\"\ngravity = [0, -1]\n\
[[body]]\nname = \"floor\"\nfixed = true\nrectangle = {{ center = [0, -1], size = [8, 2] }}\n\
[[body]]\nname = \"brick\"\nparts = [[[0, \"{bottom}\"], [1, \"{bottom}\"], [1, 1], [0, 1]]]\n\
velocity = [\"1/3\", 0]\n"
        )
    };
    workshop.file("lifted.toml", scene("1/10"));
    workshop.file("lying.toml", scene("0"));
    let lowest = |name: &str, options: &str| -> Vec<Rational> {
        let line =
            format!("simulate {name}.toml --scheme acceleration --out run --force {options}");
        workshop.zwang(&line).succeeds();
        let steps = lines(&workshop, "run");
        let first_corner = |step: &Value| parse(step["nodes"][0][1].as_str().unwrap()).unwrap();
        steps[1..].iter().map(first_corner).collect()
    };
    // It falls Δt² k (k + 1)/2 in k steps.
    for (step, found) in (1..).zip(lowest("lifted", "--steps 20 --exact")) {
        let fallen = Rational::new((step * (step + 1) / 2).into(), 10_000.into());
        assert_eq!(found, parse("1/10").unwrap() - fallen, "step {step}");
    }
    for options in ["--steps 8 --exact", "--steps 60", "--steps 60 --grid 2^-12"] {
        let off = lowest("lying", options).into_iter().max().unwrap();
        assert!(off < parse("1e-2").unwrap(), "{options}: {off}");
        assert!(
            off == parse("0").unwrap() || options.contains("--grid"),
            "{options}: {off}"
        );
    }
}

/// Critical edges without further options: the 5-diamond moves.
#[test]
fn by_default_critical_edges_let_bricks_tip() {
    let workshop = workshop("critical-edges");
    let first = |options: &str| {
        let line =
            "simulate --scheme framework --model rigid --selection critical-edge --reach 1/8";
        let line = format!("{line} --steps 1 --out run --force {options}");
        workshop.zwang(&line).succeeds();
        lines(&workshop, "run").remove(1)["nodes"].clone()
    };
    let still = first("--ties first");
    assert_eq!(first("--ties all"), still);
    assert_ne!(first(""), still);
    assert_eq!(first(""), first("--ties last"));
}

#[test]
fn nobody_takes_it_for_certified() {
    let workshop = workshop("uncertified");
    workshop
        .zwang("simulate scene.toml --scheme framework --steps 3")
        .succeeds();
    let run = "cantilever.comparison.ndjson";
    let header = lines(&workshop, run).remove(0);
    assert_eq!(
        (&header["format"], &header["certified"]),
        (&Value::from("zwang-comparison-1"), &Value::from(false))
    );
    workshop
        .zwang(&format!("check scene.toml {run}"))
        .refuses(&[run, "uncertified run of a scheme for comparison"]);
    let export = format!("export scene.toml {run} -o run.csv");
    workshop.zwang(&export).refuses(&[run, "uncertified"]);
    workshop
        .zwang(&format!(
            "simulate scene.toml --steps 4 --out {run} --resume"
        ))
        .refuses(&["not certified"]);
}

#[test]
fn a_run_for_comparison_goes_on_where_it_was() {
    let workshop = workshop("comparison-resume");
    let line = "simulate scene.toml --scheme framework --model corners";
    let whole_summary = workshop
        .zwang(&format!("{line} --steps 4 --out run"))
        .succeeds()
        .to_owned();
    let whole = workshop.text("run");
    for cut in [
        0,
        9,
        whole.find('\n').unwrap() + 1,
        whole.len() / 2,
        whole.len() - 1,
    ] {
        workshop.file("run", &whole[..cut]);
        assert_eq!(
            workshop
                .zwang(&format!("{line} --steps 4 --out run --resume"))
                .succeeds(),
            whole_summary,
            "{cut}"
        );
        assert!(workshop.text("run") == whole, "{cut}");
    }
    for (options, words) in [
        (
            "--lengths printed",
            "whose `lengths` is \"correcting-midpoint\"; expected \"printed\" to resume it",
        ),
        ("--dt 1/50", "whose `step` is \"1/100\""),
        (
            "--steps 2",
            "found step 3; expected at most 2, as --steps says",
        ),
    ] {
        let steps = if options.starts_with("--steps") {
            ""
        } else {
            "--steps 4"
        };
        workshop
            .zwang(&format!("{line} {steps} --out run --resume {options}"))
            .refuses(&[words]);
    }
    workshop
        .zwang(&format!("{line} --out run"))
        .refuses(&["--resume", "--force"]);
}

#[test]
fn options_that_do_not_go_together_are_refused() {
    let workshop = workshop("comparison-options");
    for (options, words) in [
        ("--model corners", "found --model with --scheme rigid"),
        ("--penalty 100", "found --penalty with --scheme rigid"),
        (
            "--scheme framework --restitution 1/2",
            "found --restitution 1/2 with --float=interior-point or a scheme for comparison, where \
             nothing bounces; expected 0, --float=impulses, or a certified run",
        ),
        (
            "--scheme framework --restitution-pair brick,table,0",
            "found --restitution-pair with a scheme for comparison",
        ),
        (
            "--scheme acceleration --stats",
            "found --stats with a scheme for comparison",
        ),
        (
            "--scheme acceleration --lengths printed",
            "found --lengths with --scheme acceleration",
        ),
        (
            "--scheme framework --ties all",
            "found --ties without critical edges",
        ),
        (
            "--scheme framework --selection resting --reach 1",
            "found --reach with rows of exact contacts only",
        ),
        ("--scheme framework --reach -1", "--reach: found -1"),
        (
            "--scheme framework --penalty -1",
            "the penalty factor is -1",
        ),
        (
            "--scheme framework --model rigid --bracing minimal",
            "found --bracing with --model rigid",
        ),
        (
            "--scheme framework --exact --rounding points",
            "found --rounding with --exact",
        ),
        ("--scheme framework --dt 0", "the time step is 0"),
    ] {
        workshop
            .zwang(&format!("simulate scene.toml --steps 1 {options}"))
            .refuses(&[words]);
    }
    workshop.file(
        "wedge.toml",
        include_str!("../../../scenes/wedge-movable.toml"),
    );
    workshop
        .zwang("simulate wedge.toml --scheme framework")
        .refuses(&["wedge.toml: body `", "expected one rectangle"]);
    assert_eq!(
        workshop.names(),
        ["scene.toml", "spinner.toml", "tipping.toml", "wedge.toml"]
    );
}

#[test]
fn exact_runs_for_comparison_end_at_the_limit_too() {
    let workshop = workshop("comparison-exact");
    let line = "simulate scene.toml --scheme framework --exact --steps 9 --max-bits 500 --out run";
    workshop.zwang(line).refuses(&[
        "the state needs numbers of",
        "expected at most 500",
        "--max-bits",
    ]);
    let run = workshop
        .zwang("simulate scene.toml --scheme framework --exact --steps 2 --out run --force");
    let bits = run
        .succeeds()
        .lines()
        .find_map(|line| line.strip_prefix("  bits         ").map(str::to_owned));
    assert_eq!(bits.unwrap().split(", ").count(), 2);
}
