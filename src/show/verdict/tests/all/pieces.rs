//! A run in pieces: slices are checked as the run is, and verdicts join only if nothing is missing
//! or different between them. The fixtures were made by the second checker.

use crate::run_stage::produce::produce;
use crate::run_stage::{scenes, text};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zwang_check::Rejection;
use zwang_check::run::{Accepted, RunError, Steps, join, verify_steps};
use zwang_scene::Scene;
use zwang_verdict::join::{JoinError, Pieces};
use zwang_verdict::run::AcceptedRun;
use zwang_verdict::{json, read};

const STEPS: u64 = 9;

/// A run, line by line, each with its end.
struct Lines {
    scene: Scene,
    lines: Vec<String>,
}

impl Lines {
    fn new() -> Self {
        let (scene, header, _) = scenes::landing();
        let records = produce(&scene, &header, STEPS as usize);
        let text = text(&header, &records);
        let lines = text.split_inclusive('\n').map(str::to_owned).collect();
        Self { scene, lines }
    }

    fn text(&self) -> String {
        self.lines.concat()
    }

    /// The header and the lines that the steps from one to another need, the two before included.
    fn slice(&self, from: u64, to: u64) -> String {
        let context = from.saturating_sub(2).max(1) as usize;
        let records = &self.lines[context..=to as usize];
        self.lines[0].clone() + &records.concat()
    }

    fn check(&self, text: &str, from: u64, to: u64) -> Result<Accepted, RunError> {
        let steps = Steps { from, to: Some(to) };
        verify_steps(Some(&self.scene), &mut text.as_bytes(), steps, 1, |_| {})
    }

    /// The verdicts on pieces of so many steps.
    fn pieces(&self, steps: u64) -> Vec<Accepted> {
        let mut pieces = Vec::new();
        let mut from = 1;
        while from <= STEPS {
            let to = STEPS.min(from + steps - 1);
            let slice = self.slice(from, to);
            let piece = self.check(&slice, from, to).unwrap();
            pieces.push(piece);
            from = to + 1;
        }
        pieces
    }
}

#[test]
fn a_slice_is_checked_as_the_run_is() {
    let run = Lines::new();
    let text = run.text();
    for from in 1..=STEPS {
        for to in from..=STEPS {
            let of_the_run = run.check(&text, from, to).unwrap();
            let slice = run.slice(from, to);
            let of_the_slice = run.check(&slice, from, to).unwrap();
            assert_eq!(of_the_slice, of_the_run);
        }
    }
}

#[test]
fn a_slice_is_refused_from_any_other_step() {
    let run = Lines::new();
    let slice = run.slice(5, 7);
    for from in [1, 2, 3, 4, 6, 7] {
        let error = run.check(&slice, from, 7).unwrap_err().to_string();
        assert!(error.contains("k\":3,") || error.contains("`k`"), "{error}");
    }
    let mut broken = run.slice(5, 7);
    broken.truncate(broken.len() - 2);
    let error = run.check(&broken, 5, 7).unwrap_err().to_string();
    assert!(error.starts_with("line 6: "), "{error}");
}

#[test]
fn pieces_of_any_size_and_in_any_order_say_together_what_is_said_of_the_run() {
    let run = Lines::new();
    let whole = run.check(&run.text(), 1, STEPS).unwrap();
    for steps in 1..=STEPS {
        let mut pieces = run.pieces(steps);
        assert_eq!(join(pieces.clone()).unwrap(), whole);
        pieces.reverse();
        assert_eq!(join(pieces).unwrap(), whole);
    }
}

/// No step is counted twice where numbers end.
#[test]
fn steps_end_before_2_to_the_63() {
    let run = Lines::new();
    let last = i64::MAX as u64;
    let mut slice = run.lines[0].clone();
    for (line, k) in [
        (3, last - 2),
        (4, last - 1),
        (5, last),
        (6, last),
        (7, last),
    ] {
        let good = format!("{{\"k\":{line},");
        let changed = format!("{{\"k\":{k},");
        slice += &run.lines[line].replacen(&good, &changed, 1);
    }
    let steps = Steps {
        from: last,
        to: None,
    };
    let error =
        verify_steps(Some(&run.scene), &mut slice.as_bytes(), steps, 1, |_| {}).unwrap_err();
    assert!(error.to_string().contains("2^63"), "{error}");
}

#[test]
fn a_piece_ends_with_a_step_of_its_own_or_has_none() {
    let run = Lines::new();
    let [mut first, mut second] = [(1, 9), (10, 10)].map(|(from, to)| {
        let mut piece = run.check(&run.text(), 1, STEPS).unwrap();
        (piece.from, piece.to) = (from, to);
        piece
    });
    second.seams.enters.clone_from(&second.seams.leaves);
    assert_eq!(join(vec![first.clone(), second.clone()]).unwrap().to, 10);
    second.to = 3;
    refused(join(vec![first.clone(), second.clone()]).unwrap_err());
    (first.to, second.from, second.to) = (u64::MAX, u64::MAX, u64::MAX);
    refused(join(vec![first, second]).unwrap_err());
}

#[test]
fn a_file_with_too_many_verdicts_is_refused() {
    let run = Lines::new();
    let line = json::accepted_run(&run.pieces(9)[0]) + "\n";
    let many = line.repeat(read::LARGEST as usize / line.len() + 1);
    let error = Pieces::default().read(many.as_bytes()).unwrap_err();
    assert!(matches!(error, JoinError::TooLarge), "{error}");
}

#[test]
fn long_numbers_are_read_again() {
    let run = Lines::new();
    let mut piece = run.check(&run.text(), 1, STEPS).unwrap();
    let long = format!("1/1{}", "0".repeat(200_000));
    piece.extremes.penetration_squared = long.parse().unwrap();
    let line = json::accepted_run(&piece);
    assert_eq!(of_first_order(read::accepted_run(&line).unwrap()), piece);
}

#[test]
fn no_piece_may_be_missing() {
    let run = Lines::new();
    let last = run.pieces(2).len() - 1;
    for missing in 0..last {
        let mut pieces = run.pieces(2);
        pieces.remove(missing);
        refused(join(pieces).unwrap_err());
    }
    refused(join(Vec::new()).unwrap_err());
}

/// Whoever changes a byte of what a slice believes is found out: by the reader, by the check of the
/// first steps, or by those who join.
#[test]
fn a_changed_byte_in_an_overlap_is_found() {
    let run = Lines::new();
    let [before, middle, after] = [(1, 3), (4, 6), (7, 9)];
    let verdict = |(from, to): (u64, u64)| run.check(&run.slice(from, to), from, to).unwrap();
    let mut joined_and_refused = 0;
    for believed in [2, 3] {
        let good = &run.lines[believed];
        for place in (0..good.len()).step_by(5) {
            let mut bytes = good.clone().into_bytes();
            bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
            let mut lines = run.lines.clone();
            lines[believed] = String::from_utf8(bytes).unwrap();
            let changed = Lines {
                scene: run.scene.clone(),
                lines,
            };
            let slice = changed.slice(middle.0, middle.1);
            let Ok(piece) = run.check(&slice, middle.0, middle.1) else {
                continue;
            };
            refused(join(vec![verdict(before), piece, verdict(after)]).unwrap_err());
            joined_and_refused += 1;
        }
    }
    assert!(joined_and_refused > 20, "{joined_and_refused}");
}

#[track_caller]
fn refused(rejection: Rejection) {
    assert_eq!(rejection.condition().to_string(), "R11", "{rejection}");
}

#[test]
fn verdicts_are_read_as_they_were_written() {
    let run = Lines::new();
    for piece in run.pieces(4) {
        let line = json::accepted_run(&piece);
        assert_eq!(of_first_order(read::accepted_run(&line).unwrap()), piece);
        for (from, to) in [
            ("verdict-1", "verdict-2"),
            ("\"stop\"", "\"halt\""),
            ("\"grid\":", "\"mesh\":"),
            (",\"leaves\"", ",\"leaves\":\"\",\"leaves\""),
            ("\"1/100\"", "\"1/0\""),
            ("}", ""),
        ] {
            let changed = line.replacen(from, to, 1);
            assert_ne!(changed, line);
            assert!(read::accepted_run(&changed).is_err(), "{changed}");
        }
    }
}

fn fixtures(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("../../../proofs/runs/pieces").join(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        files.push(entry.unwrap().path());
    }
    files.sort();
    assert!(files.len() >= 6);
    files
}

fn of_first_order(accepted: AcceptedRun) -> Accepted {
    match accepted {
        AcceptedRun::First(accepted) => *accepted,
        AcceptedRun::Second(_) => panic!("{}", accepted.line()),
    }
}

fn joined(file: &Path) -> Result<Accepted, Rejection> {
    let text = fs::read(file).unwrap();
    let mut pieces = Pieces::default();
    match pieces.read(text.as_slice()) {
        Ok(()) => pieces.join().map(of_first_order),
        Err(JoinError::Rejected(rejection)) => Err(rejection),
        Err(error) => panic!("{}: {error}", file.display()),
    }
}

#[test]
fn the_fixtures_join_or_do_not() {
    let mut wholes = Vec::new();
    for file in fixtures("accepted") {
        let whole = joined(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        if whole.to == 5 {
            wholes.push(whole);
        }
    }
    assert!(wholes.len() >= 5);
    assert!(wholes.iter().all(|whole| *whole == wholes[0]));
    for file in fixtures("rejected") {
        refused(joined(&file).unwrap_err());
    }
}

fn zwang_check(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_zwang-check"));
    program.args(arguments).output().unwrap()
}

#[test]
fn the_program_joins_files_of_verdicts() {
    let run = Lines::new();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut names = Vec::new();
    for piece in run.pieces(3) {
        let path = folder.join(format!("pieces.{}", piece.from));
        let line = json::accepted_run(&piece) + "\n";
        fs::write(&path, line).unwrap();
        names.push(path.display().to_string());
    }
    let [one, two, three] = [0, 1, 2].map(|index| names[index].as_str());
    let scene = run.scene.digest();
    let said = |arguments: &[&str]| {
        let output = zwang_check(arguments);
        let status = output.status.code().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (status, out, error)
    };
    let (status, out, _) = said(&["--join", three, one, two]);
    let beginning = format!("accepted: steps 1 to 9, scene {scene}; ");
    assert!(status == 0 && out.starts_with(&beginning), "{out}");
    let (status, out, error) = said(&["--join", one, three]);
    let reason = "rejected: R11 pieces: the piece from step 7 on: found `from` 7, required 4\n";
    assert_eq!((status, out.as_str(), error.as_str()), (1, "", reason));
    let (status, out, _) = said(&["--json", "--join", one, three]);
    let verdict = r#"{"format":"zwang-verdict-1","verdict":"rejected","condition":"R11","#;
    assert!(status == 1 && out.starts_with(verdict), "{out}");
    let (status, _, error) = said(&["--join", one, "--from", "4"]);
    assert!(
        status == 2 && error.contains("--join with steps"),
        "{error}"
    );
    let (status, _, error) = said(&["--join", "no such file"]);
    assert!(status == 2 && error.contains("No such file"), "{error}");
}

/// Each term of a piece is that of the first one, and nothing comes before the first step.
#[test]
fn pieces_agree_in_all_their_terms() {
    let run = Lines::new();
    let pieces = run.pieces(5);
    let changes: [fn(&mut Accepted); 6] = [
        |piece| piece.step = zwang_exact::parse("1/9").unwrap(),
        |piece| piece.grid = piece.grid.map(|digits| digits + 1),
        |piece| piece.grid = None,
        |piece| piece.restitution = zwang_exact::parse("1/9").unwrap(),
        |piece| piece.is_coarse ^= true,
        |piece| piece.seams.enters.clone_from(&piece.seams.leaves),
    ];
    for change in changes {
        for changed in 0..2 {
            let mut pieces = pieces.clone();
            change(&mut pieces[changed]);
            refused(join(pieces).unwrap_err());
        }
    }
}
