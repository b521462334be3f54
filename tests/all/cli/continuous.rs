//! `zwang continuous`: how far runs are from the continuous motion, and what is no such run.

use crate::cli::workshop::Workshop;
use serde_json::Value;
use std::path::Path;

fn scene(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join(name).display().to_string()
}

/// Half the step leaves a quarter of the error: the law is of second order.
#[test]
fn a_pendulum_is_followed_in_second_order() {
    let workshop = Workshop::new("continuous");
    let pendulum = scene("scenes/pendulum.toml");
    let distances = [50, 100].map(|denominator| {
        let steps = denominator / 5;
        let run = format!("{denominator}.run");
        let line = format!("simulate {pendulum} --dt 1/{denominator} --steps {steps} -q -o {run}");
        workshop.zwang(&line).succeeds();
        let compared = workshop.zwang(&format!("continuous {run} -q --json"));
        let told: Value = serde_json::from_str(compared.succeeds()).unwrap();
        assert_eq!(told["format"], "zwang-continuous-1");
        assert_eq!(told["until"], "1/5");
        assert_eq!(told["states"].as_array().unwrap().len(), steps);
        assert_eq!(told["end"], Value::Null);
        let distance = told["distance"].as_str().unwrap();
        let (digits, exponent) = distance.split_once("e-").unwrap();
        let thousandths: u64 = digits.replace('.', "").parse().unwrap();
        let exponent: u32 = exponent.parse().unwrap();
        thousandths * 10_u64.pow(12 - exponent)
    });
    let [coarse, fine] = distances;
    assert!(
        coarse > 38 * fine / 10 && coarse < 42 * fine / 10,
        "{distances:?}"
    );
    let compared = workshop.zwang("continuous 100.run -q");
    let text = compared.succeeds();
    assert!(text.starts_with("within "), "{text}");
    assert!(
        text.contains(" m of the continuous motion until t = 0.2 s\n"),
        "{text}"
    );
}

/// Stacks whose forces are not unique have no equations that could be followed, and friction has
/// none either.
/// What is known of a run is not told of one that was cut off.
#[test]
fn a_run_that_was_cut_off_is_refused() {
    let workshop = Workshop::new("continuous-torn");
    let pendulum = scene("scenes/pendulum.toml");
    workshop
        .zwang(&format!("simulate {pendulum} --steps 2 -q -o whole.run"))
        .succeeds();
    let whole = workshop.text("whole.run");
    workshop.file("torn.run", &whole[..whole.len() - 9]);
    workshop.zwang("continuous torn.run -q").refuses(&[
        "torn.run",
        "line 3",
        "found a line cut off",
    ]);
}

#[test]
fn other_motions_are_not_known() {
    let workshop = Workshop::new("discontinuous");
    let diamond = scene("scenes/diamond-5.toml");
    let line = format!("simulate {diamond} --steps 1 -q -o stack.run");
    workshop.zwang(&line).succeeds();
    let told = workshop.zwang("continuous stack.run -q");
    assert_eq!(told.code, 1, "{told:?}");
    assert_eq!(
        told.out,
        "the continuous motion is not known for the first step\n\
         not known further: pins or contacts may depend on each other\n"
    );
    let line = "scene wedge --friction 1/2 -o wedge.toml";
    workshop.zwang(line).succeeds();
    workshop
        .zwang("simulate wedge.toml --steps 1 -q -o wedge.run")
        .succeeds();
    workshop
        .zwang("continuous wedge.run -q")
        .refuses(&["friction"]);
}
