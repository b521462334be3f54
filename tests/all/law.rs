//! Runs of the law of second order before both checkers: ours, and `proofs/check.py`, whose part
//! for them was written from `proofs/RUN.md` alone.
//!
//! Every file in `proofs/law/accepted` is accepted with the same verdict by both, and every file in
//! `proofs/law/rejected` is refused by both with the condition its name starts with. What needs
//! Python is skipped, with a printed reason, where there is none.

use crate::python;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use zwang_certificate::run2::space::{
    read_record as read_space_record, write_record as write_space_record,
};
use zwang_certificate::run2::{Node, read_header, read_record, write_header, write_record};
use zwang_check::law::{self, Checker, RunError, Steps, VerifiedStep};
use zwang_verdict::join::{JoinError, Pieces};

const CONDITIONS: [&str; 13] = [
    "L0", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8", "L9", "L10", "L11", "L12",
];

/// The runs of a folder, by name.
fn runs(part: &str) -> BTreeMap<String, PathBuf> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(python::proofs().join("law").join(part)).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        found.insert(name, path);
    }
    found
}

/// What our checker says of some steps: the verdict in JSON, or the name of a condition.
fn ask_rust(run: &[u8], steps: Steps) -> String {
    match law::verify_any(None, &mut &run[..], steps, |_| ()) {
        Ok(accepted) => zwang_verdict::json::accepted_run(&accepted),
        Err(RunError::Rejected(rejection)) => rejection.condition().to_string(),
        Err(_) => "unreadable".into(),
    }
}

const ALL: Steps = Steps { from: 1, to: None };

#[test]
fn accepted_runs_have_one_verdict() {
    let runs = runs("accepted");
    assert!(runs.len() >= 15);
    let has_python = python::is_here();
    for (name, path) in runs {
        let ours = ask_rust(&fs::read(&path).unwrap(), ALL);
        assert!(ours.starts_with('{'), "{name}: {ours}");
        if has_python {
            let answer = python::check(&[path.as_path(), Path::new("--json")]);
            assert_eq!(answer.text, ours, "{name}");
        }
    }
}

#[test]
fn rejected_runs_violate_the_condition_of_their_name() {
    let runs = runs("rejected");
    let has_python = python::is_here();
    for (name, path) in &runs {
        let (condition, _) = name.split_once('-').unwrap();
        assert_eq!(ask_rust(&fs::read(path).unwrap(), ALL), condition, "{name}");
        if has_python {
            assert_eq!(python::check(&[path]).condition(), condition, "{name}");
        }
    }
    for condition in CONDITIONS {
        // Pieces are verdicts and no runs.
        let has_one = runs
            .keys()
            .any(|name| name.starts_with(&format!("{condition}-")));
        assert!(has_one || condition == "L10", "{condition}");
    }
}

#[test]
fn runs_in_space_are_judged_alike() {
    let has_python = python::is_here();
    let accepted = runs("space/accepted");
    assert!(accepted.len() >= 6);
    for (name, path) in accepted {
        let run = fs::read(&path).unwrap();
        let ours = ask_rust(&run, ALL);
        assert!(ours.starts_with('{'), "{name}: {ours}");
        if has_python {
            let answer = python::check(&[path.as_path(), Path::new("--json")]);
            assert_eq!(answer.text, ours, "{name}");
        }
        // A slice is checked from the state that the record before it has.
        let part = Steps {
            from: 2,
            to: Some(2),
        };
        assert!(
            ask_rust(&run, part).contains("\"from\":2,\"to\":2"),
            "{name}"
        );
    }
    for (name, path) in runs("space/rejected") {
        let (condition, _) = name.split_once('-').unwrap();
        assert_eq!(
            ask_rust(&fs::read(&path).unwrap(), ALL),
            condition,
            "{name}"
        );
        if has_python {
            assert_eq!(python::check(&[path]).condition(), condition, "{name}");
        }
    }
}

#[test]
fn lines_in_space_have_one_spelling() {
    for path in runs("space/accepted").into_values() {
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().skip(1) {
            let record = read_space_record(line).unwrap();
            assert_eq!(write_space_record(&record), line);
            assert!(read_space_record(&line.replace(",\"apart\"", ", \"apart\"")).is_err());
        }
    }
}

#[test]
fn the_runs_are_what_law_fixtures_py_writes() {
    fixtures_are_written_by("law_fixtures.py", "rejected");
}

#[test]
fn the_runs_in_space_are_what_law_space_fixtures_py_writes() {
    fixtures_are_written_by("law_space_fixtures.py", "space/rejected");
}

fn fixtures_are_written_by(program: &str, part: &str) {
    if !python::is_here() {
        return;
    }
    let id = std::process::id();
    let folder = std::env::temp_dir().join(format!("zwang-{program}-{id}"));
    let output = python::run(&python::proofs().join(program), &[&folder]);
    assert_eq!(python::status(&output), 0, "{output:?}");
    let kept = runs(part);
    let mut written = 0;
    for entry in fs::read_dir(folder.join("rejected")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert_eq!(
            fs::read(&path).unwrap(),
            fs::read(&kept[&name]).unwrap(),
            "{name}"
        );
        written += 1;
    }
    assert_eq!(written, kept.len());
    fs::remove_dir_all(&folder).unwrap();
}

/// Runs that are changed at random, so that nothing but the law is violated, are judged alike by
/// both checkers, and none of them says of a scene what an honest run does not say. (`law_forge.py`
/// ends with an error otherwise.)
#[test]
fn forged_runs_are_judged_alike() {
    if !python::is_here() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("zwang-forged-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let program = python::proofs().join("law_forge.py");
    let output = python::run(&program, &[Path::new("1"), Path::new("200"), &folder]);
    assert_eq!(python::status(&output), 0, "{output:?}");
    let answers = fs::read_to_string(folder.join("answers")).unwrap();
    let mut accepted = 0;
    for (number, answer) in answers.lines().enumerate() {
        let run = fs::read(folder.join(format!("{number}.run"))).unwrap();
        let ours = ask_rust(&run, ALL);
        assert_eq!(ours, answer, "{}", String::from_utf8_lossy(&run));
        accepted += usize::from(ours.starts_with('{'));
    }
    assert!(accepted > 5 && accepted < 100, "{accepted}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Lines are spelled in one way, and a run in two pieces has the verdict of the whole.
#[test]
fn pieces_join_to_the_whole() {
    let mut joined = 0;
    // Its first record pays for all steps.
    let in_one = |name: &str| name.contains("pays-for-its-steps");
    for (name, path) in runs("accepted")
        .into_iter()
        .filter(|(name, _)| !in_one(name))
    {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let header = read_header(lines.next().unwrap()).unwrap();
        assert_eq!(write_header(&header), text.lines().next().unwrap());
        let mut states = Vec::new();
        let mut count = 0;
        for line in lines {
            let record = read_record(line).unwrap();
            assert_eq!(write_record(&record), line);
            count = record.k;
            if record.state.is_some() {
                states.push(record.k);
            }
        }
        let verify = |steps| law::verify_steps(None, &mut text.as_bytes(), steps, |_| ()).unwrap();
        for cut in states.into_iter().filter(|k| *k < count) {
            let first = verify(Steps {
                from: 1,
                to: Some(cut),
            });
            let second = verify(Steps {
                from: cut + 1,
                to: Some(count),
            });
            let whole = law::join(vec![second.clone(), first.clone()]).unwrap();
            assert_eq!(
                whole,
                verify(Steps {
                    from: 1,
                    to: Some(count)
                }),
                "{name}"
            );
            let again = law::join(vec![first.clone(), first]).unwrap_err();
            assert_eq!(again.condition().to_string(), "L10", "{name}");
            let alone = law::join(vec![second]).unwrap_err();
            assert_eq!(alone.condition().to_string(), "L10", "{name}");
            joined += 1;
        }
    }
    assert!(joined > 5, "{joined}");
}

/// The second checker joins verdicts on pieces to the same whole.
#[test]
fn both_join_pieces_to_one_whole() {
    if !python::is_here() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("zwang-pieces-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for name in ["rest", "brakes"] {
        let run = fs::read(&runs("accepted")[name]).unwrap();
        let first = Steps {
            from: 1,
            to: Some(1),
        };
        let pieces = [Steps { from: 2, to: None }, first].map(|steps| ask_rust(&run, steps));
        let file = folder.join(name);
        fs::write(&file, pieces.map(|piece| piece + "\n").concat()).unwrap();
        let join = [Path::new("--join"), file.as_path(), Path::new("--json")];
        assert_eq!(python::check(&join).text, ask_rust(&run, ALL), "{name}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Both refuse pieces of other terms, and neither reads what is no verdict.
#[test]
fn both_refuse_pieces_of_other_terms() {
    if !python::is_here() {
        return;
    }
    let folder = std::env::temp_dir().join(format!("zwang-terms-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let run = fs::read(&runs("accepted")["brakes"]).unwrap();
    let first = Steps {
        from: 1,
        to: Some(1),
    };
    let pieces = [first, Steps { from: 2, to: None }].map(|steps| ask_rust(&run, steps));
    for (found, changed, status) in [
        ("\"grid\":", "\"grid\":1", 1),
        ("\"step\":\"1/", "\"step\":\"3/", 1),
        ("\"touch\":\"1", "\"touch\":\"3", 1),
        ("\"verdict\":\"accepted\"", "\"verdict\":\"rejected\"", 1),
        ("\"verdict\":\"accepted\"", "\"verdict\":1.0", 2),
        (",\"one_of_several\":true", "", 2),
    ] {
        let other = pieces[1].replacen(found, changed, 1);
        assert_ne!(other, pieces[1], "{found}");
        let file = folder.join("pieces");
        fs::write(&file, format!("{}\n{other}\n", pieces[0])).unwrap();
        let second = python::check(&[Path::new("--join"), file.as_path(), Path::new("--json")]);
        let mut read = Pieces::default();
        let ours = match read
            .read(other.as_bytes())
            .and_then(|()| read.read(pieces[0].as_bytes()))
        {
            Ok(()) => i32::from(read.join().is_err()),
            Err(JoinError::Rejected(_)) => 1,
            Err(_) => 2,
        };
        assert_eq!(
            [ours, second.status],
            [status; 2],
            "{found}: {}",
            second.text
        );
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A state that is spelled for the other kind of scene is no state: no record is read.
#[test]
fn states_of_the_other_kind_are_not_read() {
    let plane = fs::read_to_string(&runs("accepted")["a-bar-spins"]).unwrap();
    let space = fs::read_to_string(&runs("space/accepted")["balls-meet"]).unwrap();
    let state_of = |text: &str| {
        let start = text.find("\"state\":[[").unwrap() + 10;
        let end = start + text[start..].find(']').unwrap() + 1;
        (start, end)
    };
    let [in_plane, in_space] = [&plane, &space].map(|text| state_of(text));
    for (text, place, other) in [
        (&plane, in_plane, &space[in_space.0..in_space.1]),
        (&space, in_space, &plane[in_plane.0..in_plane.1]),
    ] {
        let mut changed = text.clone();
        changed.replace_range(place.0 - 1..place.1, other);
        assert_eq!(ask_rust(changed.as_bytes(), ALL), "unreadable");
        if python::is_here() {
            let file = std::env::temp_dir().join(format!("zwang-state-{}", std::process::id()));
            fs::write(&file, &changed).unwrap();
            assert_eq!(python::check(&[file.as_path()]).status, 2);
            fs::remove_file(&file).unwrap();
        }
    }
}

/// Forces of fewer digits, with the same state or with the refusal L8 or L4, or L7 if the
/// velocities have too much friction beside them: nobody who changes forces gets another state out
/// of the checker.
#[test]
fn other_forces_have_no_other_state() {
    let mut same = 0;
    for (name, path) in runs("accepted") {
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let header = read_header(lines.next().unwrap()).unwrap();
        let scene = law::own_scene(&header).unwrap().unwrap();
        let checker = Checker::new(&scene, &header).unwrap();
        let start = checker.start();
        let record = read_record(lines.next().unwrap()).unwrap();
        let state = checker.step(&start, &record).unwrap().state().clone();
        for nudge in [-3_i64, 5, 1 << 40] {
            let mut changed = record.clone();
            for group in &mut changed.groups {
                for program in &mut group.parts[0].programs {
                    if let Node::Leaf(leaf) = program {
                        for (_, force) in &mut leaf.forces.rows {
                            *force += nudge;
                        }
                    }
                }
            }
            match checker.step(&start, &changed) {
                Ok(step) => {
                    assert_eq!(step.state(), &state, "{name}");
                    same += 1;
                }
                Err(rejection) => {
                    let condition = rejection.condition().to_string();
                    assert!(
                        ["L3", "L4", "L7", "L8"].contains(&&*condition),
                        "{name}: {rejection}"
                    );
                }
            }
        }
    }
    assert!(same > 10, "{same}");
}

/// A plank of 0.4 kg that is held at both ends: each pin carries 2 N.
#[test]
fn two_pins_share_a_weight() {
    let run = fs::read(&runs("accepted")["held-by-two-pins"]).unwrap();
    let small = zwang_exact::parse("1/1000000000").unwrap();
    let half = zwang_exact::parse("2").unwrap();
    let mut forces = 0;
    let on_step = |step: &VerifiedStep| {
        for pin in step.pin_forces() {
            forces += 1;
            let zwang_exact::Vector { x, y } = &pin.force;
            let off = y - &half;
            assert!(x * x < small && &off * &off < small, "{x} {y}");
        }
    };
    law::verify_steps(None, &mut &run[..], ALL, on_step).unwrap();
    assert_eq!(forces, 4);
}
