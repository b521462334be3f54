//! `zwang simulate`: what it computes, and what it tells.

use crate::cli::workshop::{CANTILEVER, Workshop};
use serde_json::{Value, json};
use zwang_certificate::run2::{Node, Record, read_header, read_record};
use zwang_exact::{Rational, parse};

/// A brick above a floor. With steps of 1/128 s the squares of its steps are multiples of 2^-11 m,
/// so nothing is rounded.
pub const FALL: &str = r#"format = "zwang-scene-1"
name = "fall"
title = "A brick falls on a floor"
gravity = [0, -8]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, -1], size = [8, 2] }
[[body]]
name = "brick"
rectangle = { center = [0, "5/8"], size = [2, 1] }
velocity = [1, 0]
"#;

/// A folder with that scene, and with the cantilever.
pub fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("fall.toml", FALL);
    workshop.file("scene.toml", CANTILEVER);
    workshop
}

/// The steps of a run.
fn records(workshop: &Workshop, run: &str) -> Vec<Record> {
    let text = workshop.text(run);
    let lines = text.lines().skip(1);
    lines.map(|line| read_record(line).unwrap()).collect()
}

/// The run of the README: bricks slide for ten seconds, and all of them are still on the floor.
#[test]
fn no_brick_of_the_built_in_tower_drops_off_its_floor() {
    let workshop = workshop("floor");
    workshop.zwang("simulate --steps 1000 --out run").succeeds();
    workshop.zwang("export run -o run.csv").succeeds();
    let table = workshop.text("run.csv");
    let wide = zwang::families::diamond(5, &zwang::families::Brick::default());
    let (low, high) = wide.unwrap().bodies[0].parts[0].bounding_box();
    let half = Rational::new(1.into(), 2.into());
    let mut farthest = Rational::default();
    for row in table.lines().filter(|row| row.starts_with("10.0,")) {
        let mut fields = row.split(',').skip(2);
        let [x, y] = [(); 2].map(|()| parse(fields.next().unwrap()).unwrap());
        assert!(
            y > Rational::default(),
            "a brick below the top of the floor"
        );
        assert!(x > &low.x + &half && x < &high.x - &half, "{x}");
        farthest = farthest.max(x);
    }
    assert!(farthest > Rational::from_integer(5.into()), "{farthest}");
}

#[test]
fn a_duration_says_how_many_steps_there_are() {
    let workshop = workshop("duration");
    for (options, steps) in [
        ("--duration 1/4 --dt 1/128", 32),
        ("--duration 0.25 --dt 1/10", 3),
        ("--duration 1e-9", 1),
        ("--duration 1/10", 10),
    ] {
        workshop
            .zwang(&format!("simulate fall.toml {options} -o run --force"))
            .succeeds();
        assert_eq!(records(&workshop, "run").len(), steps, "{options}");
    }
    for (options, words) in [
        ("--duration 0", "expected a number above 0"),
        ("--duration -1", "expected a number above 0"),
        ("--duration soon", "soon"),
        ("--duration 1 --steps 4", "--steps"),
    ] {
        let run = workshop.zwang(&format!("simulate fall.toml {options} -o other"));
        run.refuses(&["--duration", words]);
    }
}

#[test]
fn a_run_is_written_and_summed_up() {
    let workshop = workshop("simulate");
    let run = workshop.zwang("simulate fall.toml --steps 32 --dt 1/128");
    let expected = "\
A brick falls on a floor
  run          fall.run.ndjson
  steps        32 steps of 0.0078125 s, 0.25 s in all
  law          second order; each state is the rounding of the only motion
  symmetry     none
  events       2 impacts, 2 contacts made, 0 lost; contacts changed in 1 step
  penetration  none
  energy       11 J after step 1, 9 J after step 32
  numbers      up to ";
    assert!(run.succeeds().starts_with(expected), "{}", run.out);
    assert_eq!(
        workshop.names(),
        ["fall.run.ndjson", "fall.toml", "scene.toml"]
    );
    let file = workshop.text("fall.run.ndjson");
    let (header, records) = file.split_once('\n').unwrap();
    let header = read_header(header).unwrap();
    assert_eq!(
        (header.step.to_string().as_str(), header.grid),
        ("1/128", 64)
    );
    let records: Vec<_> = records
        .lines()
        .map(|line| read_record(line).unwrap())
        .collect();
    assert_eq!(
        records.iter().map(|record| record.k).collect::<Vec<_>>(),
        (1..=32).collect::<Vec<_>>()
    );
    assert!(file.ends_with('\n'));
}

/// A crate on a floor does not move, and has made no contact. The table of events has the contacts
/// that bear it from the first step on.
#[test]
fn a_run_in_which_nothing_moves_says_that_it_rests() {
    let workshop = workshop("simulate-rests");
    let resting = FALL
        .replace("center = [0, \"5/8\"]", "center = [0, \"1/2\"]")
        .replace("velocity = [1, 0]", "friction = \"1/2\"");
    workshop.file("rests.toml", &resting);
    workshop.file("smooth.toml", resting.replace("friction", "# friction"));
    let told = workshop.zwang("simulate rests.toml --steps 8");
    let expected = "\
  law          second order; each state is the rounding of a motion that obeys the law; \
                others may obey it, too
  motion       rests: no body moves in any step; \
                zwang stability tells whether rest is the only motion
  symmetry     1 symmetry of the scene, exactly kept by every state
  events       0 impacts, 0 contacts made, 0 lost; 2 contacts at the start
";
    assert!(told.succeeds().contains(expected), "{}", told.out);
    let told = workshop.zwang("simulate smooth.toml --steps 8 -o smooth.run");
    let expected = "the only motion\n  motion       rests: no body moves in any step\n";
    assert!(told.succeeds().contains(expected), "{}", told.out);
    let line = "simulate rests.toml --steps 8 --json -o told.run";
    let told: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
    assert_eq!(told["rests"], true);
    assert_eq!(told["events"]["contacts_at_start"], 2);
    assert_eq!(told["events"]["contacts_made"], 0);
    // A brick that slides rests in no step.
    let slides = resting.replace("friction = ", "velocity = [1, 0]\nfriction = ");
    workshop.file("slides.toml", slides);
    let line = "simulate slides.toml --steps 8 --json -o slides.run";
    let told: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
    assert_eq!(told["rests"], false);
    assert_eq!(told["events"]["contacts_at_start"], 2);
}

#[test]
fn json_tells_the_exact_numbers() {
    let workshop = workshop("simulate-json");
    let text = workshop
        .zwang("simulate fall.toml --steps 3 --dt 1/128 --json")
        .succeeds()
        .to_owned();
    let told: Value = serde_json::from_str(&text).unwrap();
    let at = |pointer: &str| told.pointer(pointer).unwrap_or(&Value::Null).clone();
    // After k steps the brick of 2 kg has fallen k² 2^-12 m and falls at k 2^-4 m/s, beside 1 m/s
    // to the right: its energies are 1 + k²/256 and 16 (5/8 - k²/4096) joule.
    for (pointer, expected) in [
        ("/format", "zwang-simulate-1"),
        ("/scene", "fall"),
        ("/run", "fall.run.ndjson"),
        ("/step", "1/128"),
        ("/time", "3/128"),
        ("/ending", "finished"),
        ("/energy_first/kinetic", "257/256"),
        ("/energy_first/potential", "2559/256"),
        ("/energy_last/kinetic", "265/256"),
        ("/energy_last/potential", "2551/256"),
        ("/penetration_squared/value", "0"),
    ] {
        assert_eq!(at(pointer), Value::from(expected), "{pointer} in {text}");
    }
    for (pointer, expected) in [
        ("/steps", 3),
        ("/steps_wanted", 3),
        ("/symmetries", 0),
        ("/events/impacts", 0),
        ("/events/steps", 0),
    ] {
        assert_eq!(at(pointer), Value::from(expected), "{pointer}");
    }
}

#[test]
fn no_answer_is_an_exit_code_and_keeps_the_steps_before() {
    let workshop = workshop("stopped");
    workshop.file("tie.toml", include_str!("../../../scenes/corner-tie.toml"));
    let message =
        "zwang: tie.toml: step 1: ambiguous: body `square` and what it touches can pass a corner";
    let run = workshop.zwang("simulate tie.toml --steps 4 --out run --force");
    assert_eq!((run.code, run.err.lines().count()), (1, 1), "{run:?}");
    assert!(run.err.starts_with(message), "{run:?}");
    let steps = "\n  steps        0 of 4 steps of 0.01 s, 0 s in all\n";
    assert!(run.out.contains(steps), "{run:?}");
    // First thing below the title: at which step, and why.
    let second = run.out.lines().nth(1).unwrap();
    let (_, why) = message.split_once(".toml: ").unwrap();
    let told = format!("  ends early   {why}");
    assert!(second.starts_with(&told), "{run:?}");
    let run = workshop.zwang("simulate tie.toml --steps 4 --out run --force --json");
    let told: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.code, &told["ending"]), (1, &Value::from("ambiguous")));
    assert_eq!(workshop.text("run").lines().count(), 1);
}

#[test]
fn impacts_and_free_groups_are_summed_up() {
    let workshop = workshop("impacts");
    let line = "simulate fall.toml --steps 24 --dt 1/128 --restitution 1/2 --out run --json";
    let told: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
    assert!(
        told["impact_kinetic_most"]
            .as_str()
            .unwrap()
            .starts_with('-'),
        "{told}"
    );
    assert_eq!(told["symmetry_kept"], true);
    // Both vertices hit the floor in step 23 (see `events_are_listed_with_names`) and bounce. They
    // come at √2 m/s and leave at half of it: of 2 kg, 3/4 of 2 J are lost.
    let lost = parse(told["impact_kinetic_most"].as_str().unwrap()).unwrap();
    let error = lost + Rational::new(3.into(), 2.into());
    assert!(error.pow(2) < parse("1e-12").unwrap(), "{error}");
    let events = &told["events"];
    assert_eq!(
        (&events["impacts"], &events["contacts_made"]),
        (&2.into(), &0.into())
    );
}

/// The summary and the table of events have every row that is hit, whether it presses afterwards,
/// bounces, or pressed already.
#[test]
fn impacts_of_restitution_are_counted_and_listed() {
    let workshop = workshop("impacts-listed");
    // The brick comes to rest on the floor, a puck hits it from the side, and a plate falls on it.
    let others = r#"[[body]]
name = "puck"
rectangle = { center = [-2, "1/4"], size = [1, "1/2"] }
velocity = [4, 0]
[[body]]
name = "plate"
rectangle = { center = [0, "7/4"], size = [1, "1/8"] }
velocity = [1, 0]
"#;
    workshop.file("three.toml", FALL.to_owned() + others);
    let line = "simulate three.toml --steps 120 --dt 1/128 \
                --restitution-pair plate,brick,1/2 --restitution-pair puck,brick,1 \
                --out run --json";
    let told: Value = serde_json::from_str(workshop.zwang(line).succeeds()).unwrap();
    workshop
        .zwang("export three.toml run --events -o events.csv --quiet")
        .succeeds();
    let table = workshop.text("events.csv");
    let mut bounced = 0;
    for line in workshop.text("run").lines().skip(1) {
        let step: Value = serde_json::from_str(line).unwrap();
        let start = format!("{},", step["k"]);
        let of_step = table.lines().filter(|line| line.starts_with(&start));
        let listed = of_step.filter(|line| line.contains(",impact,")).count();
        let mut rounds = 0;
        for group in step["groups"].as_array().unwrap() {
            for part in group["parts"].as_array().unwrap() {
                rounds += part["rounds"].as_array().unwrap().len();
            }
        }
        assert!(rounds == 0 || listed > 0, "step {start}");
        bounced += usize::from(rounds > 0);
    }
    let events = &told["events"];
    let count = |key: &str| events[key].as_u64().unwrap() as usize;
    assert!(bounced > 1 && count("contacts_made") > 4, "{events}");
    // The puck's contacts with the floor are there from the start.
    assert_eq!(count("contacts_at_start"), 2);
    for (kind, counted) in [
        ("impact", count("impacts")),
        ("made", count("contacts_at_start") + count("contacts_made")),
        ("lost", count("contacts_lost")),
    ] {
        let listed = table.matches(&format!(",{kind},")).count();
        assert_eq!(listed, counted, "{kind}");
    }
}

#[test]
fn arguments_that_make_no_sense_are_refused() {
    let workshop = workshop("simulate-arguments");
    for (arguments, words) in [
        (
            "--dt 0",
            "the time step is 0; expected a positive number of seconds",
        ),
        (
            "--dt -1/8",
            "the time step is -1/8; expected a positive number of seconds",
        ),
        ("--dt soon", "`soon` is not a number"),
        ("--steps -1", "expected a whole number"),
        ("--grid 64", "expected 2^-1 to 2^-4096, like 2^-64"),
        ("--grid 2^-0", "expected 2^-1 to 2^-4096, like 2^-64"),
        ("--grid 2^-4097", "expected 2^-1 to 2^-4096, like 2^-64"),
        ("--grid 2^-+6", "expected 2^-1 to 2^-4096, like 2^-64"),
        ("--grid 2^-8 --exact", "--exact"),
        ("--grid 2^-8", "whose states are multiples of 2^-64"),
        ("--max-bits 100", "--exact"),
        (
            "--restitution 3/2",
            "a coefficient of restitution is 3/2; expected 0 to 1",
        ),
        (
            "--restitution -1",
            "a coefficient of restitution is -1; expected 0 to 1",
        ),
        (
            "--restitution-pair brick",
            "--restitution-pair brick: expected BODY,BODY,NUMBER",
        ),
        (
            "--restitution-pair 1/2",
            "--restitution-pair 1/2: expected BODY,BODY,NUMBER",
        ),
        (
            "--restitution-pair brick,floor,much",
            "`much` is not a number",
        ),
        (
            "--restitution-pair brick,roof,1",
            "found no body `roof` in the scene; expected the names of two bodies",
        ),
        (
            "--restitution-pair brick,brick,1",
            "found one body twice; expected two bodies",
        ),
        (
            "--restitution-pair brick,floor,1 --restitution-pair floor,brick,1",
            "floor,brick,1: found these bodies again",
        ),
        (
            "--restitution-pair brick,floor,2",
            "a coefficient of restitution is 2; expected 0 to 1",
        ),
        ("--resume --force", "--force"),
        (
            "--out missing/run",
            "missing/run: no such folder as missing",
        ),
        ("--out .", ".: is a folder; expected the name of a file"),
        (
            "--out - --json",
            "found --json and -o -, which both write to standard output",
        ),
        (
            "--out - --resume",
            "standard output: found --resume with an output that cannot be read again",
        ),
    ] {
        workshop
            .zwang(&format!("simulate fall.toml {arguments}"))
            .refuses(&[words]);
    }
    assert_eq!(workshop.names(), ["fall.toml", "scene.toml"]);
}

/// [`FALL`] with these lines of the scene, of its brick, and at its end.
fn bouncing(scene: &str, brick: &str, end: &str) -> String {
    let text = FALL.replace(
        "gravity = [0, -8]\n",
        &format!("gravity = [0, -8]\n{scene}"),
    );
    text + brick + end
}

/// A run without the scene in its header.
fn without_scene(run: &str) -> String {
    let (header, steps) = run.split_once('\n').unwrap();
    let (header, _) = header.split_once("\"scene_file\"").unwrap();
    format!("{header}\n{steps}")
}

#[test]
fn a_run_bounces_as_the_scene_says() {
    let workshop = workshop("scene-restitution");
    let line = "--steps 30 --dt 1/128";
    let run = |text: String, options: &str| {
        workshop.file("bounce.toml", text);
        let line = format!("simulate bounce.toml {line} {options} --out run --force");
        workshop.zwang(&line).succeeds();
        workshop.text("run")
    };
    let plain = run(FALL.to_owned(), "");
    let half = run(FALL.to_owned(), "--restitution 1/2");
    let pair = run(FALL.to_owned(), "--restitution-pair brick,floor,1/2");
    assert_ne!(without_scene(&half), without_scene(&plain));
    let of_scene = bouncing("restitution = 0.5\n", "", "");
    let of_brick = bouncing("", "restitution = \"1/2\"\n", "");
    let of_pair = "[[pair]]\nbodies = [\"brick\", \"floor\"]\nrestitution = \"1/2\"\n";
    let of_pair = bouncing("restitution = 1\n", "", of_pair);
    for text in [of_scene.clone(), of_brick] {
        assert_eq!(without_scene(&run(text, "")), without_scene(&half));
    }
    let listed = run(of_pair.clone(), "");
    assert!(listed.contains(r#""restitution":"1","pairs":[[0,1,"1/2"]]"#));
    let steps = |run: &str| run.split_once('\n').unwrap().1.to_owned();
    assert_eq!(steps(&listed), steps(&half));
    assert_eq!(steps(&pair), steps(&half));
    // The option holds for all that the scene says, the one of pairs for its pair.
    for text in [of_scene, of_pair] {
        let without = run(text.clone(), "--restitution 0");
        assert_eq!(without_scene(&without), without_scene(&plain));
        let other = run(text, "--restitution-pair floor,brick,0");
        assert_eq!(steps(&other), steps(&plain));
    }
    workshop.zwang("check bounce.toml run").succeeds();
}

/// Whoever says 0 says nothing: runs of scenes without restitution are what they were.
#[test]
fn a_scene_that_says_0_runs_as_one_that_says_nothing() {
    let workshop = workshop("scene-restitution-0");
    workshop.file(
        "zero.toml",
        bouncing("restitution = 0\n", "restitution = 0.0\n", ""),
    );
    for scene in ["fall", "zero"] {
        let line = format!("simulate {scene}.toml --steps 30 --dt 1/128 --out {scene}.run");
        workshop.zwang(&line).succeeds();
    }
    assert_eq!(workshop.text("zero.run"), workshop.text("fall.run"));
    assert!(!workshop.text("zero.run").contains("restitution\\\""));
}

#[test]
fn what_leaves_restitution_out_names_that_of_the_scene() {
    let workshop = workshop("scene-restitution-refused");
    workshop.file("ball.toml", bouncing("", "restitution = \"1/2\"\n", ""));
    let pair = "[[pair]]\nbodies = [\"brick\", \"floor\"]\nrestitution = 1\n";
    workshop.file("pair.toml", bouncing("", "", pair));
    for (arguments, words) in [
        (
            "ball.toml --float",
            "ball.toml: found restitution 1/2 of body `brick` with --float=interior-point or a \
             scheme for comparison, where nothing bounces; expected --restitution 0, \
             --float=impulses, or a certified run, without --float and --scheme",
        ),
        (
            "ball.toml --scheme framework",
            "ball.toml: found restitution 1/2 of body `brick` with --float=interior-point or a \
             scheme for comparison, where nothing bounces; expected --restitution 0, \
             --float=impulses, or a certified run, without --float and --scheme",
        ),
    ] {
        workshop
            .zwang(&format!("simulate {arguments} --steps 2"))
            .refuses(&[words]);
    }
    // All of these know 0: then nothing bounces, as in the same scene without restitution.
    workshop.file("plain.toml", FALL);
    for options in ["--float", "--scheme framework --model rigid"] {
        for scene in ["ball", "plain"] {
            let line = format!(
                "simulate {scene}.toml {options} --restitution 0 --steps 30 --dt 1/128 \
                 --out {scene}.run --force"
            );
            workshop.zwang(&line).succeeds();
        }
        let ball = workshop.text("ball.run");
        let plain = workshop.text("plain.run");
        if options == "--float" {
            assert_eq!(ball, plain);
        } else {
            let steps = |run: &str| run.split_once('\n').unwrap().1.to_owned();
            assert_eq!(steps(&ball), steps(&plain), "{options}");
        }
    }
}

#[test]
fn names_with_commas_make_pairs() {
    let workshop = workshop("commas");
    workshop.file("odd.toml", FALL.replace("\"brick\"", "\"a,b\""));
    workshop
        .zwang("simulate odd.toml --steps 1 --restitution-pair a,b,floor,1/3 --out run")
        .succeeds();
    assert!(workshop.text("run").contains("\"pairs\":[[0,1,\"1/3\"]]"));
}

#[test]
fn a_run_goes_to_standard_output_without_a_summary() {
    let workshop = workshop("simulate-output");
    workshop
        .zwang("simulate fall.toml --steps 5 --out run")
        .succeeds();
    assert_eq!(
        workshop
            .zwang("simulate fall.toml --steps 5 --out -")
            .succeeds(),
        workshop.text("run")
    );
    assert_eq!(
        workshop
            .zwang_reading("simulate - --steps 5 --out - --quiet", FALL)
            .out,
        workshop.text("run")
    );
    let run = workshop.zwang("simulate fall.toml --steps 5 --out - --stats");
    assert!(
        run.out == workshop.text("run") && run.err.contains("programs solved"),
        "{run:?}"
    );
}

/// What `--stats` says of a run is what its file has: its groups, and at most a program for each
/// that has forces, as no body of this scene has a choice between edges.
#[test]
fn the_cost_of_a_run_is_that_of_all_its_steps() {
    let workshop = workshop("simulate-cost");
    let line = "simulate fall.toml --steps 40 --dt 1/128 --out run --force --stats";
    let run = workshop.zwang(line);
    assert_eq!(run.code, 0, "{run:?}");
    let told = |name: &str| -> usize {
        let found = run.err.lines().find_map(|line| line.strip_prefix(name));
        found.unwrap().trim().parse().unwrap()
    };
    let records = records(&workshop, "run");
    let groups: usize = records.iter().map(|record| record.groups.len()).sum();
    assert_eq!((groups, told("contact groups ")), (18, 18));
    let mut programs = 0;
    for part in records.iter().flat_map(|record| &record.groups) {
        let [part] = part.parts.as_slice() else {
            panic!("{part:?}")
        };
        let leaves = part.programs.iter().filter_map(|program| match program {
            Node::Leaf(leaf) => Some(leaf),
            _ => None,
        });
        let leaves = leaves.chain([&part.velocity]);
        programs += leaves.filter(|leaf| !leaf.forces.rows.is_empty()).count();
    }
    // The brick lands, rests, and then nothing changes, so that nothing is solved again.
    assert_eq!(programs, 19);
    assert!((2..=19).contains(&told("programs solved ")), "{run:?}");
    assert!(told("guesses confirmed ") > 0);
    let run = workshop.zwang(&format!("{line} --no-floats"));
    let confirmed = run.err.lines().find(|line| line.starts_with("guesses"));
    assert!(confirmed.unwrap().ends_with(" 0"), "{run:?}");
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let workshop = workshop("simulate-pipe");
    let run = workshop.shell(
        "zwang simulate fall.toml --steps 1000000000 --dt 1/128 --out - | head -n 2 | wc -l",
    );
    assert_eq!((run.out.trim(), run.err.as_str()), ("2", ""));
}

#[test]
fn a_run_with_friction_is_written_resumed_and_checked() {
    let workshop = Workshop::new("friction");
    let triangle = "scene triangle 3 --friction 1/4";
    workshop
        .zwang(&format!("{triangle} --output scene.toml"))
        .succeeds();
    workshop
        .zwang(&format!("{triangle} --output scene.json"))
        .succeeds();
    let line = "simulate scene.toml --steps 20 --out";
    workshop.zwang(&format!("{line} run")).succeeds();
    let whole = workshop.text("run");
    assert!(whole.starts_with(r#"{"format":"zwang-run-2","#));
    let start: Vec<&str> = whole.split_inclusive('\n').take(9).collect();
    workshop.file("again", start.concat() + r#"{"k":9,"gro"#);
    workshop.zwang(&format!("{line} again --resume")).succeeds();
    assert_eq!(workshop.text("again"), whole);
    workshop
        .zwang("simulate scene.json --steps 20 --out other")
        .succeeds();
    assert_eq!(workshop.text("other"), whole);
    let verdict = workshop.zwang("check scene.toml run --from 10");
    assert!(
        verdict.succeeds().contains("; all groups unique, "),
        "{verdict:?}"
    );
    let scheme = "simulate scene.toml --scheme acceleration --steps 2 --out none";
    workshop
        .zwang(scheme)
        .refuses(&["found friction 1/4 of body `floor`"]);
    let float = "simulate scene.toml --float --steps 2 --out none";
    workshop
        .zwang(float)
        .refuses(&["found friction 1/4 of body `floor`"]);
}

/// A brick of 1 m/s on a floor with friction 1/2 under gravity 10 loses 1/20 m/s in each step of
/// 1/100 s: up to the end of the 20th step its two lower vertices slide. Friction takes ½ m v², of
/// 1/4 kg 1/8 J.
#[test]
fn the_summary_counts_what_slides() {
    let workshop = Workshop::new("simulate-sliding");
    let sliding = "format = 'zwang-scene-1'\nname = 'sliding'\nfriction = '1/2'\n\
                   gravity = [0, -10]\n\
                   [[body]]\nname = 'floor'\nfixed = true\n\
                   rectangle = { center = [0, -1], size = [20, 2] }\n\
                   [[body]]\nname = 'brick'\nvelocity = [1, 0]\n\
                   rectangle = { center = [0, '1/8'], size = [1, '1/4'] }\n";
    workshop.file("sliding.toml", sliding);
    let line = "simulate sliding.toml --steps 30 --dt 1/100";
    let text = workshop.zwang(&format!("{line} -o one.run"));
    let words = "≈ 0.125 J of heat; contacts slid in 20 steps, 2 at most in one";
    assert!(text.succeeds().contains(words), "{text:?}");
    let json = workshop.zwang(&format!("{line} -o other.run --json"));
    let summary: Value = serde_json::from_str(json.succeeds()).unwrap();
    assert_eq!(summary["friction"]["sliding_steps"], json!(20));
    assert_eq!(summary["friction"]["most_sliding"], json!(2));
    workshop.file("rests.toml", sliding.replace("[1, 0]", "[0, 0]"));
    let rests = workshop.zwang("simulate rests.toml --steps 3 -o rests.run");
    assert!(
        rests.succeeds().contains("of heat; no contact slid"),
        "{rests:?}"
    );
}

/// A smooth square on a tip moves to either side; a rough one rests on it, as a rounded one would.
#[test]
fn a_tie_with_friction_rests_on_its_corner() {
    let workshop = Workshop::new("simulate-rough-tie");
    let tie = include_str!("../../../scenes/corner-tie.toml");
    workshop.file("smooth.toml", tie);
    let rough = tie.replacen("name = ", "friction = '1/2'\nname = ", 1);
    workshop.file("rough.toml", rough);
    let run = workshop.zwang("simulate smooth.toml --steps 3 -o smooth.run");
    assert_eq!(run.code, 1, "{run:?}");
    let words = "can pass a corner in several ways of equal restraint";
    assert!(run.err.contains(words), "{run:?}");
    let line = "simulate rough.toml --steps 3 -o rough.run";
    assert!(workshop.zwang(line).succeeds().contains("no contact slid"));
    // At an instant the tip rests, as if it were slightly rounded.
    let rests = workshop.zwang("collapse rough.toml --no-proof");
    assert!(rests.out.contains("verdict    rests: "), "{rests:?}");
    assert!(rests.out.contains("another_motion"), "{rests:?}");
}

/// Two cards of the slope 12 to 5 that lean on each other tip to tip: they rest if the friction is
/// at least 5/24, and then on a corner as if it were slightly rounded.
const CARDS: &str = r#"format = "zwang-scene-1"
name = "cards"
gravity = [0, -10]
[[body]]
name = "floor"
fixed = true
rectangle = { center = [0, "-1/2"], size = [10, 1] }
[[body]]
name = "left"
parts = [[["-27/50", 0], ["-1/2", 0], [0, "6/5"], ["-1/50", "6/5"]]]
[[body]]
name = "right"
parts = [[["1/2", 0], ["27/50", 0], ["1/50", "6/5"], [0, "6/5"]]]
"#;

#[test]
fn a_run_says_that_its_first_step_rests_on_a_corner() {
    let workshop = Workshop::new("simulate-corner");
    let line = "rests on the corner of right and left, as if slightly rounded";
    for (friction, rests) in [("1/4", true), ("1/10", false)] {
        let head = format!("name = \"cards\"\nfriction = \"{friction}\"");
        workshop.file("cards.toml", CARDS.replace("name = \"cards\"", &head));
        let command = "simulate cards.toml --steps 1 --out run --force";
        let run = workshop.zwang(command);
        let text = run.succeeds();
        assert_eq!(text.contains(line), rests, "{friction}\n{text}");
        if rests {
            let collapse = workshop.zwang("collapse cards.toml");
            assert!(collapse.succeeds().contains(line), "{friction}");
        }
        let run = workshop.zwang(&format!("{command} --json"));
        let told: Value = serde_json::from_str(run.succeeds()).unwrap();
        let corners = rests.then(|| json!([["right", "left"]]));
        assert_eq!(told.get("rounded_corners"), corners.as_ref());
    }
}
