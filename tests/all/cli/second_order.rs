//! Runs at every door: made, resumed, checked, cut and joined, drawn,
//! played, exported.
//!
//! A brick of 2 kg falls freely for 1/8 m at 8 m/s², beside 1 m/s to the right. The law is exact
//! there: after k steps of 1/128 s it has fallen k² 2^-12 m and falls with k 2^-4 m/s.

use crate::cli::film_data::FilmData;
use crate::cli::simulate::{FALL, workshop};
use crate::cli::workshop::Workshop;
use serde_json::Value;
use zwang_exact::{Rational, parse};

const LINE: &str = "simulate fall.toml --dt 1/128";

fn run(workshop: &Workshop, steps: u64) -> String {
    let line = format!("{LINE} --steps {steps} -o fall.run --force");
    workshop.zwang(&line).succeeds();
    workshop.text("fall.run")
}

#[test]
fn the_summary_tells_energies_and_landings() {
    let workshop = workshop("second-summary");
    let said = workshop.zwang(&format!("{LINE} --steps 32 -o fall.run"));
    let expected = "\
A brick falls on a floor
  run          fall.run
  steps        32 steps of 0.0078125 s, 0.25 s in all
  law          second order; each state is the rounding of the only motion
  symmetry     none
  events       2 impacts, 2 contacts made, 0 lost; contacts changed in 1 step
";
    assert!(said.succeeds().starts_with(expected), "{}", said.out);
    assert!(said.out.contains("energy       11 J after step 1, "));
    let line = format!("{LINE} --steps 3 -o fall.run --force --json");
    let told: Value = serde_json::from_str(workshop.zwang(&line).succeeds()).unwrap();
    for (pointer, expected) in [
        ("/format", "zwang-simulate-1"),
        ("/ending", "finished"),
        ("/energy_first/kinetic", "257/256"),
        ("/energy_first/potential", "2559/256"),
        ("/energy_last/kinetic", "265/256"),
        ("/energy_last/potential", "2551/256"),
        ("/penetration_squared/value", "0"),
    ] {
        assert_eq!(told.pointer(pointer), Some(&expected.into()), "{pointer}");
    }
    for (pointer, expected) in [
        ("/energy_first/kinetic_double", 257.0 / 256.0),
        ("/energy_last/potential_double", 2551.0 / 256.0),
        ("/penetration_squared/value_double", 0.0),
        ("/time_double", 3.0 / 128.0),
        ("/step_double", 1.0 / 128.0),
    ] {
        assert_eq!(told.pointer(pointer), Some(&expected.into()), "{pointer}");
    }
    for (pointer, expected) in [("/near_groups", 0), ("/steps", 3)] {
        assert_eq!(told.pointer(pointer), Some(&expected.into()), "{pointer}");
    }
}

/// A run that was cut off anywhere goes on to the same file, byte for byte, and its summary is that
/// of the whole run.
#[test]
fn a_run_goes_on_where_its_file_ends() {
    let workshop = workshop("second-resume");
    let whole = run(&workshop, 30);
    let summary = |steps: &str| {
        let line = format!("{LINE} --steps {steps} -o fall.run --resume");
        workshop.zwang(&line).succeeds().to_owned()
    };
    let expected = summary("30");
    assert_eq!(workshop.text("fall.run"), whole);
    let line_ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end + 1).collect();
    for cut in [
        0,
        40,
        line_ends[0],
        line_ends[1] + 7,
        line_ends[24],
        whole.len() - 3,
    ] {
        workshop.file("fall.run", &whole[..cut]);
        assert_eq!(summary("30"), expected, "{cut}");
        assert_eq!(workshop.text("fall.run"), whole, "{cut}");
    }
    let line = "simulate fall.toml --dt 1/128 --steps 30 -o fall.run --resume";
    workshop.file("fall.run", "{\"format\":\"zwang-run-1\",\"scene\":\"0\"}\n");
    workshop.zwang(line).refuses(&["fall.run: ", "zwang-run-2"]);
    workshop.file("fall.run", &whole);
    workshop
        .zwang("simulate fall.toml --dt 1/64 --steps 30 -o fall.run --resume")
        .refuses(&["fall.run: found a run whose time step is 1/128 s; expected 1/64 s"]);
    workshop
        .zwang("simulate fall.toml --dt 1/128 --steps 3 -o fall.run --resume")
        .refuses(&["fall.run: found step 4; expected at most 3"]);
    // A state that does not follow is found, at the end and before.
    for step in [12, 30] {
        let lines: Vec<&str> = whole.lines().collect();
        let text = lines[step].replace("\"state\":[[\"", "\"state\":[[\"1");
        assert_ne!(text, lines[step]);
        workshop.file("fall.run", whole.replace(lines[step], &text));
        workshop.zwang(line).refuses(&["fall.run: ", "L9"]);
    }
}

#[test]
fn pieces_join_to_the_verdict_of_the_whole() {
    let workshop = workshop("second-pieces");
    run(&workshop, 30);
    let whole = workshop
        .zwang("check fall.run --json")
        .succeeds()
        .to_owned();
    let listed = workshop.zwang("split fall.run --steps 12 -o pieces");
    assert_eq!(
        listed.succeeds(),
        "1\t12\tpieces/steps-1-12.run\n\
         13\t24\tpieces/steps-13-24.run\n\
         25\t30\tpieces/steps-25-30.run\n"
    );
    for (first, last) in [(1, 12), (13, 24), (25, 30)] {
        let line = format!("check pieces/steps-{first}-{last}.run --from {first} --json");
        let verdict = workshop.zwang(&line).succeeds().to_owned();
        assert!(verdict.starts_with("{\"format\":\"zwang-verdict-2\","));
        workshop.file(&format!("{first}.verdict"), verdict);
    }
    let joined = workshop.zwang("check --join 13.verdict 1.verdict 25.verdict --json");
    assert_eq!(joined.succeeds(), whole);
    let text = workshop.zwang("check --join 1.verdict 13.verdict 25.verdict");
    let said = workshop.zwang("check fall.run");
    assert!(said.succeeds().starts_with("accepted: 30 steps, scene "));
    assert_eq!(
        text.succeeds().replace("steps 1 to 30", "30 steps"),
        said.succeeds()
    );
    let gap = workshop.zwang("check --join 1.verdict 25.verdict");
    assert_eq!(
        (gap.code, gap.err.as_str()),
        (
            1,
            "rejected: L10 pieces: the piece from step 25 on: found `from` 25, required 13\n"
        )
    );
}

/// Whatever stands in a file, only what the checker accepts is shown.
#[test]
fn a_forged_run_is_refused_at_every_door() {
    let workshop = workshop("second-forged");
    let whole = run(&workshop, 30);
    let mut lines = whole.lines().rev();
    let line = lines.find(|line| line.contains("\"forces\":[[")).unwrap();
    let (start, rest) = line.split_once("\"forces\":[[").unwrap();
    let (_, rest) = rest.split_once("]]").unwrap();
    let forged = whole.replace(line, &format!("{start}\"forces\":[]{rest}"));
    assert_ne!(forged, whole);
    workshop.file("forged.run", forged);
    for line in [
        "check forged.run",
        "film forged.run -o forged.html",
        "export forged.run -o forged.csv",
        "export forged.run --events -o events.csv",
        "draw forged.run -o forged.svg",
    ] {
        let said = workshop.zwang(line);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{line}: {said:?}");
        assert!(said.err.starts_with("rejected: L"), "{line}: {said:?}");
    }
    assert_eq!(
        workshop
            .names()
            .iter()
            .filter(|name| name.contains("forged."))
            .count(),
        1
    );
}

/// The rows of a table in CSV, by the names of its columns.
fn table(text: &str) -> Vec<Vec<(String, String)>> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let fields = names.iter().zip(line.split(','));
        fields
            .map(|(name, field)| (name.to_string(), field.to_owned()))
            .collect()
    };
    lines.map(row).collect()
}

fn field(row: &[(String, String)], name: &str) -> Rational {
    let (_, text) = row.iter().find(|(key, _)| key == name).unwrap();
    parse(text).unwrap()
}

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// The table has the exact fall, with its velocities, and the events its landing in step 23. Within
/// a step points go straight: of 45/4096 m that it would fall in this step 28/4096 m are left, so
/// that it lands after (22 + 28/45)/128 s, 0.03 ms before √(2 · 1/8 / 8) s.
#[test]
fn tables_have_the_fall_and_the_landing() {
    let workshop = workshop("second-tables");
    run(&workshop, 30);
    workshop.zwang("export fall.run -o fall.csv").succeeds();
    let rows = table(&workshop.text("fall.csv"));
    assert_eq!(rows.len(), 31);
    for (k, row) in (0..=22).zip(&rows) {
        assert_eq!(field(row, "time"), ratio(k, 128));
        assert_eq!(field(row, "x"), ratio(k, 128));
        assert_eq!(field(row, "y"), ratio(5, 8) - ratio(k * k, 4096));
        assert_eq!(field(row, "vx"), ratio(1, 1));
        assert_eq!(field(row, "vy"), ratio(-k, 16));
        assert_eq!(field(row, "spin"), ratio(0, 1));
    }
    let line = "export fall.run --events -o events.csv";
    workshop.zwang(line).succeeds();
    let events = table(&workshop.text("events.csv"));
    assert_eq!(events.len(), 4);
    let lands = ratio(22 * 45 + 28, 45 * 128);
    for event in &events {
        assert_eq!(field(event, "step"), ratio(23, 1));
        assert!(field(event, "earliest") <= lands, "{event:?}");
        assert!(field(event, "latest") >= lands, "{event:?}");
        assert_eq!(field(event, "gap"), ratio(1, 8) - ratio(22 * 22, 4096));
        assert_eq!(field(event, "speed"), ratio(-22, 16));
        assert!(event.contains(&("jump".to_owned(), "velocity".to_owned())));
    }
}

/// Steps are drawn and played with the forces that the checker has accepted: at rest two contacts
/// bear 8 N each.
#[test]
fn steps_are_drawn_and_played() {
    let workshop = workshop("second-film");
    workshop.file(
        "fall.toml",
        FALL.replace("\"5/8\"", "\"1/2\"")
            .replace("[1, 0]", "[0, 0]"),
    );
    run(&workshop, 4);
    let said = workshop.zwang("draw fall.run --step 2 -o two.svg");
    let expected = "step 2 is checked, from the state before it; steps of 0.0078125 s";
    assert!(said.succeeds().contains(expected), "{}", said.out);
    let svg = workshop.text("two.svg");
    assert!(svg.contains("checked from the state before it"), "{svg}");
    assert_eq!(svg.matches("class=\"force\"").count(), 2);
    let said = workshop.zwang("film fall.run -o fall.html");
    assert_eq!(
        said.succeeds(),
        "film written to fall.html; the checker accepts all of its 4 steps\n"
    );
    let film = FilmData::read(&workshop.text("fall.html"));
    assert_eq!(film.states.len(), 4);
    for (step, groups) in film.states.iter().zip(&film.groups) {
        let [state] = step.as_slice() else {
            panic!("{step:?}")
        };
        assert_eq!(
            state[..4],
            [ratio(0, 1), ratio(1, 2), ratio(0, 1), ratio(0, 1)]
        );
        let [group] = groups.as_slice() else {
            panic!("{groups:?}")
        };
        assert_eq!(group.rows.len(), 2);
        // 16 N in all, on an edge of 2 m or on one of the floor: multiples of the edge's length.
        assert!(!group.leading.is_empty());
    }
    workshop.zwang("film fall.run -o fall.gif").succeeds();
}

/// A run of an earlier version is told as such by every command, in one line.
#[test]
fn runs_of_earlier_versions_are_to_be_made_again() {
    let workshop = workshop("older-runs");
    for format in ["zwang-run-1", "zwang-friction-run-1"] {
        let line = format!("{{\"format\":\"{format}\",\"scene\":\"0\"}}\n");
        workshop.file("old.run", line);
        for command in [
            "check old.run",
            "check fall.toml old.run",
            "film old.run -o x.html",
            "draw old.run -o x.svg",
            "export old.run -o x.csv",
            "export old.run --events -o x.csv",
            "split old.run --steps 4 -o pieces",
            "simulate fall.toml -o old.run --resume",
        ] {
            let said = workshop.zwang(command);
            said.refuses(&["old.run: ", "zwang-run-2"]);
        }
    }
    assert_eq!(workshop.names(), ["fall.toml", "old.run", "scene.toml"]);
}

/// Options that only schemes for comparison have are told with a certified run.
#[test]
fn a_certified_run_has_one_grid() {
    let workshop = workshop("one-grid");
    for (option, name) in [("--exact", "--exact"), ("--grid 2^-32", "--grid")] {
        workshop
            .zwang(&format!("{LINE} {option} --steps 2 -o x.run"))
            .refuses(&[name, "whose states are multiples of 2^-64"]);
    }
    assert!(!workshop.names().contains(&"x.run".to_owned()));
}
