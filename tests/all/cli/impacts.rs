//! `zwang impact` and `zwang orders`: text, JSON, exit codes, and what they refuse.

use crate::cli::workshop::Workshop;
use serde_json::{Value, json};

const CUE: &str = include_str!("../../../docs/cue.toml");

fn told(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// The velocities after, body by body.
fn velocities(bodies: &Value) -> Vec<Value> {
    let bodies = bodies.as_array().unwrap().iter();
    bodies.map(|body| body["velocity"].clone()).collect()
}

#[test]
fn an_impact_is_told_in_words_and_as_json() {
    let workshop = Workshop::new("impact");
    workshop.file("cue.toml", CUE);
    let run = workshop.zwang("impact cue.toml");
    let text = run.succeeds();
    for words in [
        "rule         in rounds, the steepest approaches first",
        "`cue` on `upper` closes at 0.8 m/s, restitution 1",
        "exactly (-7/57, 0)",
        "energy       0.5 J → 0.5 J",
        "symmetry     1 symmetry of the scene kept",
        "proof        none",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for (options, cue, energy) in [
        ("", "-7/57", "1/2"),
        ("--impacts simultaneous", "-7/57", "1/2"),
        ("--restitution 0", "25/57", "25/114"),
        ("--restitution 1/2", "3/19", "11/38"),
    ] {
        let run = workshop.zwang(&format!("impact cue.toml --json {options}"));
        let answer = told(run.succeeds());
        assert_eq!(answer["format"], "zwang-impact-1");
        assert_eq!(velocities(&answer["after"])[0], json!([cue, "0"]));
        assert_eq!(answer["energy_after"], energy, "{options}");
        assert_eq!(answer["is_symmetric"], true);
        assert_eq!(answer["rounds"].as_array().unwrap().len(), 1);
    }
    // A coefficient of one pair breaks the symmetry.
    let run = workshop.zwang("impact cue.toml --json --restitution-pair cue,upper,0");
    assert_eq!(told(run.succeeds())["symmetries"], 0);
    let pairs = "--restitution-pair cue,upper,0 --restitution-pair cue,lower,0";
    let run = workshop.zwang(&format!("impact cue.toml --json {pairs}"));
    let answer = told(run.succeeds());
    assert_eq!(answer["rounds"][0]["kind"], "stop");
    assert_eq!(velocities(&answer["after"])[0], json!(["25/57", "0"]));
}

/// A run of one step, which the checker accepts, leaves as the answer says.
#[test]
fn the_run_that_the_answer_names_is_accepted() {
    let workshop = Workshop::new("impact-run");
    workshop.file("cue.toml", CUE);
    workshop
        .zwang("simulate cue.toml --steps 1 -q -o cue.run")
        .succeeds();
    let verdict = workshop.zwang("check cue.run");
    assert!(verdict.succeeds().contains("accepted: 1 step"));
    let run = workshop.zwang("export cue.run -o cue.csv");
    run.succeeds();
    let table = workshop.text("cue.csv");
    let last = table.lines().rfind(|line| line.contains(",cue,")).unwrap();
    // -7/57 = -0.12280701754385964…
    assert!(last.contains("-0.12280701754385"), "{last}");
}

#[test]
fn both_orders_of_a_cue_ball_are_told() {
    let workshop = Workshop::new("orders");
    workshop.file("cue.toml", CUE);
    let run = workshop.zwang("orders cue.toml");
    let text = run.succeeds();
    for words in [
        "orders       2 outcomes; 4 impacts of one pair resolved",
        "1 order: `cue`–`upper`, `cue`–`lower`",
        "1 order: `cue`–`lower`, `cue`–`upper`",
        "by rounds    the outcome of none of these orders, symmetric",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let run = workshop.zwang("orders cue.toml --json");
    let answer = told(run.succeeds());
    let outcomes = answer["outcomes"].as_array().unwrap();
    assert_eq!(outcomes.len(), 2);
    for (outcome, side) in outcomes.iter().zip(["-84/625", "84/625"]) {
        assert_eq!(velocities(&outcome["after"])[0], json!(["-63/625", side]));
        assert_eq!(outcome["energy_after"], "1/2");
        assert_eq!(outcome["is_symmetric"], false);
        assert_eq!(outcome["is_by_rounds"], false);
    }
    assert_eq!(answer["rounds_are_symmetric"], true);
    // Without restitution there is one answer, which is the outcome of rounds.
    let run = workshop.zwang("orders cue.toml --json --restitution 0");
    let answer = told(run.succeeds());
    assert_eq!(answer["outcomes"][0]["is_by_rounds"], true);
    assert_eq!(answer["outcomes"].as_array().unwrap().len(), 1);
}

/// The work is bounded, and what was cut is told.
#[test]
fn orders_that_are_cut_end_with_3() {
    let workshop = Workshop::new("orders-cut");
    workshop.file("cue.toml", CUE);
    for (options, cut) in [("--most 3", "1"), ("--longest 1", "2"), ("--most 0", "1")] {
        let run = workshop.zwang(&format!("orders cue.toml --json {options}"));
        assert_eq!(run.code, 3, "{run:?}");
        assert_eq!(told(&run.out)["cut"], cut, "{options}");
    }
    let run = workshop.zwang("orders cue.toml --longest 1");
    assert!(
        run.out.contains("cut          2 beginnings of orders"),
        "{run:?}"
    );
}

#[test]
fn nothing_meets_in_a_scene_at_rest() {
    let workshop = Workshop::new("impact-none");
    workshop.file("cue.toml", CUE.replace("velocity = [1, 0]", ""));
    let run = workshop.zwang("impact cue.toml");
    assert!(
        run.succeeds()
            .contains("impacts      none: of 3 contacts none closes")
    );
    let run = workshop.zwang("orders cue.toml");
    assert!(
        run.succeeds()
            .contains("1 order, symmetric, the outcome of rounds: no impact")
    );
}

#[test]
fn wrong_scenes_and_numbers_are_refused() {
    let workshop = Workshop::new("impact-refusals");
    workshop.file("cue.toml", CUE);
    let overlap = CUE.replace("center = [4, 3]", "center = [3, 3]");
    workshop.file("overlap.toml", overlap);
    let pinned = format!("{CUE}\n[[pin]]\nbodies = [\"cue\"]\nat = [0, 0]\n");
    let pinned = pinned.replace("velocity = [1, 0]", "");
    workshop.file("pinned.toml", pinned);
    let space = workshop.zwang("scene space boxes 2 -o boxes.toml");
    if space.code != 0 {
        workshop
            .zwang("scene space pyramid 2 -o boxes.toml")
            .succeeds();
    }
    for command in ["impact", "orders"] {
        for (rest, words) in [
            ("overlap.toml", ["overlap.toml", "overlap"]),
            ("pinned.toml", ["found 1 pins", "simulate"]),
            (
                "boxes.toml",
                ["found a scene in space", "expected one of the plane"],
            ),
            (
                "cue.toml --restitution 2",
                ["restitution is 2", "expected 0 to 1"],
            ),
            (
                "cue.toml --restitution-pair cue,none,1",
                ["`none`", "expected"],
            ),
        ] {
            workshop.zwang(&format!("{command} {rest}")).refuses(&words);
        }
    }
}
