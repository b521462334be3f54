//! A run in pieces: slices are checked as the run is, and verdicts join only if nothing is missing
//! or different between them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use zwang_certificate::run2::read_header;
use zwang_check::Rejection;
use zwang_check::law::{Accepted, Bounces, RunError, Steps, join, verify_steps};
use zwang_exact::Rational;
use zwang_scene::Scene;
use zwang_verdict::join::{JoinError, Pieces};
use zwang_verdict::{json, read};

const STEPS: u64 = 4;

/// A file of the fixtures of runs.
fn law(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("../../../proofs/law").join(name)
}

/// A run, line by line, each with its end.
struct Lines {
    scene: Scene,
    lines: Vec<String>,
}

impl Lines {
    /// The verdict on a fixture of the second checker.
    fn new() -> Self {
        let text = fs::read_to_string(law("accepted/topples.run")).unwrap();
        let lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
        assert_eq!(lines.len() as u64, STEPS + 1);
        let header = read_header(lines[0].trim_end()).unwrap();
        Self {
            scene: header.scene_file.unwrap().parse().unwrap(),
            lines,
        }
    }

    fn text(&self) -> String {
        self.lines.concat()
    }

    /// The header and the lines that the steps from one to another need, the one before included.
    fn slice(&self, from: u64, to: u64) -> String {
        let context = from.saturating_sub(1).max(1) as usize;
        let records = &self.lines[context..=to as usize];
        self.lines[0].clone() + &records.concat()
    }

    fn check(&self, text: &str, from: u64, to: u64) -> Result<Accepted, RunError> {
        let steps = Steps { from, to: Some(to) };
        verify_steps(Some(&self.scene), &mut text.as_bytes(), steps, |_| {})
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
    let slice = run.slice(3, 4);
    for from in [1, 2, 4] {
        let error = run.check(&slice, from, 4).unwrap_err().to_string();
        assert!(
            error.contains("k\":2,") || error.contains("`k`"),
            "{from}: {error}"
        );
    }
    let mut broken = run.slice(3, 4);
    broken.truncate(broken.len() - 2);
    let error = run.check(&broken, 3, 4).unwrap_err().to_string();
    assert!(error.starts_with("line 4: "), "{error}");
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

#[test]
fn a_file_with_too_many_verdicts_is_refused() {
    let run = Lines::new();
    let line = json::accepted_run(&run.pieces(4)[0]) + "\n";
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
    assert_eq!(read::accepted_run(&line).unwrap(), piece);
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
/// first step, or by those who join.
#[test]
fn a_changed_byte_in_an_overlap_is_found() {
    let run = Lines::new();
    let [before, after] = [(1, 2), (3, 4)];
    let verdict = |(from, to): (u64, u64)| run.check(&run.slice(from, to), from, to).unwrap();
    let mut found = 0;
    let good = &run.lines[2];
    for place in (0..good.len()).step_by(3) {
        let mut bytes = good.clone().into_bytes();
        bytes[place] = if bytes[place] == b'1' { b'2' } else { b'1' };
        let mut lines = run.lines.clone();
        lines[2] = String::from_utf8(bytes).unwrap();
        let changed = Lines {
            scene: run.scene.clone(),
            lines,
        };
        match run.check(&changed.slice(after.0, after.1), after.0, after.1) {
            // What the record has beside its state is not looked at.
            Ok(piece) if piece == verdict(after) => {}
            Ok(piece) => {
                refused(join(vec![verdict(before), piece]).unwrap_err());
                found += 1;
            }
            Err(_) => found += 1,
        }
    }
    assert!(found > 20, "{found}");
}

#[track_caller]
fn refused(rejection: Rejection) {
    assert_eq!(rejection.condition().to_string(), "L10", "{rejection}");
}

#[test]
fn verdicts_are_read_as_they_were_written() {
    let run = Lines::new();
    for piece in run.pieces(3) {
        let line = json::accepted_run(&piece);
        assert_eq!(read::accepted_run(&line).unwrap(), piece);
        for (from, to) in [
            ("verdict-2", "verdict-1"),
            ("\"near\"", "\"nigh\""),
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

fn zwang_check(arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_zwang-check"));
    program.args(arguments).output().unwrap()
}

#[test]
fn the_program_joins_files_of_verdicts() {
    let run = Lines::new();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut names = Vec::new();
    for piece in run.pieces(2) {
        let path = folder.join(format!("pieces.{}", piece.from));
        let line = json::accepted_run(&piece) + "\n";
        fs::write(&path, line).unwrap();
        names.push(path.display().to_string());
    }
    let [one, two] = [0, 1].map(|index| names[index].as_str());
    let scene = run.scene.digest();
    let said = |arguments: &[&str]| {
        let output = zwang_check(arguments);
        let status = output.status.code().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (status, out, error)
    };
    let (status, out, _) = said(&["--join", two, one]);
    let beginning = format!("accepted: steps 1 to 4, scene {scene}; ");
    assert!(status == 0 && out.starts_with(&beginning), "{out}");
    let (status, out, error) = said(&["--join", two]);
    let reason = "rejected: L10 pieces: the first piece: found `from` 3, required 1\n";
    assert_eq!((status, out.as_str(), error.as_str()), (1, "", reason));
    let (status, out, _) = said(&["--json", "--join", two]);
    let verdict = r#"{"format":"zwang-verdict-1","verdict":"rejected","condition":"L10","#;
    assert!(status == 1 && out.starts_with(verdict), "{out}");
    let (status, _, error) = said(&["--join", one, "--from", "3"]);
    assert!(
        status == 2 && error.contains("--join with steps"),
        "{error}"
    );
    let (status, _, error) = said(&["--join", "no such file"]);
    assert!(status == 2 && error.contains("No such file"), "{error}");
}

/// All that the header says is the same in each piece, and each enters the state that the one
/// before leaves.
#[test]
fn pieces_agree_in_their_terms() {
    let run = Lines::new();
    let pieces = run.pieces(2);
    let other = "0".repeat(64);
    let terms: [fn(&mut Accepted, &str); 8] = [
        |piece, other| other.clone_into(&mut piece.scene),
        |piece, other| other.clone_into(&mut piece.header),
        |piece, _| piece.step += Rational::from_integer(1.into()),
        |piece, _| piece.grid += 4,
        |piece, _| piece.touch += Rational::from_integer(1.into()),
        |piece, _| piece.has_friction ^= true,
        |piece, _| piece.bounces = Some(bounces(1)),
        |piece, other| other.clone_into(&mut piece.enters),
    ];
    for changed in 0..2 {
        for (term, change) in terms.iter().enumerate() {
            let mut pieces = pieces.clone();
            change(&mut pieces[changed], &other);
            let enters_first = term == 7 && changed == 0;
            match join(pieces) {
                Ok(_) => assert!(enters_first, "{term}"),
                Err(rejection) => refused(rejection),
            }
        }
    }
    // Impacts in another number of rounds are another run.
    let mut pieces = pieces;
    for (piece, rounds) in pieces.iter_mut().zip([1, 2]) {
        piece.bounces = Some(bounces(rounds));
    }
    refused(join(pieces).unwrap_err());
}

fn bounces(rounds: u64) -> Bounces {
    Bounces {
        restitution: Rational::from_integer(1.into()),
        pairs: 0,
        rounds,
    }
}

/// A verdict on the header alone is a piece before the first step: the one after it has to enter
/// the state that it leaves, which is state 0.
#[test]
fn the_first_state_is_compared_with_that_of_the_header() {
    let run = Lines::new();
    let mut pieces = run.pieces(2);
    let header = &run.lines[0];
    let beginning = Steps { from: 1, to: None };
    let alone = verify_steps(Some(&run.scene), &mut header.as_bytes(), beginning, |_| {}).unwrap();
    assert_eq!((alone.from, alone.to), (1, 0));
    pieces.push(alone);
    assert_eq!(join(pieces.clone()).unwrap().to, STEPS);
    pieces[0].enters = "0".repeat(64);
    refused(join(pieces).unwrap_err());
}
