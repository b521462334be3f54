//! Run files: nothing that is finished is lost, however a run ends, and what was there before is
//! not either.

use crate::cli::simulate::{FALL, workshop};
use crate::cli::workshop::Workshop;
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

#[test]
fn a_run_resumed_at_any_byte_is_the_undisturbed_one() {
    let workshop = workshop("resume");
    workshop.zwang("scene diamond 2 -o diamond.toml").succeeds();
    let whole_summary = workshop
        .zwang("simulate diamond.toml --steps 7 --dt 1/16 --out run")
        .succeeds()
        .to_owned();
    let whole = workshop.text("run");
    let ends: Vec<usize> = whole.match_indices('\n').map(|(end, _)| end).collect();
    let near_ends = ends.iter().flat_map(|end| [*end, end + 1]);
    let middles = ends.windows(2).map(|pair| (pair[0] + pair[1]) / 2);
    for length in [0, 1, ends[0] / 2]
        .into_iter()
        .chain(near_ends)
        .chain(middles)
    {
        workshop.file("run", &whole[..length]);
        let run = workshop.zwang("simulate diamond.toml --steps 7 --dt 1/16 --out run --resume");
        assert_eq!(run.succeeds(), whole_summary, "cut to {length} bytes");
        assert!(workshop.text("run") == whole, "cut to {length} bytes");
    }
}

#[test]
fn a_run_may_be_made_longer_in_parts() {
    let workshop = workshop("parts");
    workshop
        .zwang("simulate fall.toml --steps 24 --dt 1/128 --restitution 1/2 --out whole")
        .succeeds();
    // --resume without a file begins one.
    for steps in [0, 1, 2, 9, 17, 18, 24] {
        let line = format!(
            "simulate fall.toml --steps {steps} --dt 1/128 --restitution 1/2 --out parts --resume"
        );
        workshop.zwang(&line).succeeds();
        assert_eq!(workshop.text("parts").lines().count(), steps + 1);
    }
    assert_eq!(workshop.text("parts"), workshop.text("whole"));
}

/// Of the last step everything is looked at that it says, before a step is added to it.
#[test]
fn a_run_whose_last_step_does_not_follow_is_not_resumed() {
    let workshop = workshop("broken-chain");
    workshop.zwang("scene diamond 2 -o diamond.toml").succeeds();
    let line = "simulate diamond.toml --dt 1/16 --out run";
    workshop.zwang(&format!("{line} --steps 6")).succeeds();
    let whole = workshop.text("run");
    let (before, last) = whole.trim_end().rsplit_once('\n').unwrap();
    // Another state, another force; and the step before the last.
    let (earlier, fifth) = before.rsplit_once('\n').unwrap();
    let changed = |record: &str, key: &str| {
        let start = record.find(&format!("\"{key}\":")).unwrap() + key.len() + 3;
        let digit = record[start..].find(|c: char| c.is_ascii_digit()).unwrap() + start;
        let mut bytes = record.as_bytes().to_vec();
        bytes[digit] = if bytes[digit] == b'1' { b'3' } else { b'1' };
        String::from_utf8(bytes).unwrap()
    };
    for text in [
        format!("{before}\n{}\n", changed(last, "state")),
        format!("{before}\n{}\n", changed(last, "forces")),
        format!("{earlier}\n{}\n{last}\n", changed(fifth, "state")),
    ] {
        workshop.file("run", &text);
        let run = workshop.zwang(&format!("{line} --steps 7 --resume"));
        run.refuses(&["run: the last step, 6, does not follow from those before it: "]);
        assert_eq!(workshop.text("run"), text);
    }
    // Another scene.
    workshop.file("run", &whole);
    workshop
        .zwang("scene diamond 2 --height 3 -o high.toml")
        .succeeds();
    let line = "simulate high.toml --dt 1/16 --out run";
    let run = workshop.zwang(&format!("{line} --steps 7 --resume"));
    run.refuses(&["run: found a run whose scene digest is "]);
    assert_eq!(workshop.text("run"), whole);
}

/// A run of `fall.toml` without end in the file `run`, of which there are some steps already.
fn endless(workshop: &Workshop) -> Child {
    let line = "simulate fall.toml --steps 1000000000 --dt 1/128 --out run --quiet";
    let child = workshop
        .command(line.split(' '))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while fs::metadata(workshop.path("run")).map_or(0, |file| file.len()) < 5000 {
        thread::sleep(Duration::from_millis(2));
    }
    child
}

/// Resumes the run, and compares it with an undisturbed one.
fn mends(workshop: &Workshop) {
    let steps = workshop.text("run").matches('\n').count() + 2;
    workshop
        .zwang(&format!(
            "simulate fall.toml --steps {steps} --dt 1/128 --out run --resume"
        ))
        .succeeds();
    workshop
        .zwang(&format!(
            "simulate fall.toml --steps {steps} --dt 1/128 --out whole --force"
        ))
        .succeeds();
    assert!(workshop.text("run") == workshop.text("whole"));
}

#[test]
fn a_killed_run_is_mended() {
    let workshop = workshop("killed");
    let mut child = endless(&workshop);
    child.kill().unwrap();
    child.wait().unwrap();
    mends(&workshop);
}

#[test]
fn a_time_limit_keeps_the_finished_steps() {
    let workshop = workshop("simulate-limit");
    let run = workshop
        .zwang("simulate fall.toml --steps 1000000000 --dt 1/128 --out run --time-limit 1/4");
    assert_eq!((run.code, run.out.as_str()), (3, ""));
    let steps = workshop.text("run").matches('\n').count() - 1;
    assert_eq!(
        run.err,
        format!(
            "zwang: the time limit of 1/4 s is over after {steps} of 1000000000 steps; run keeps \
             them, and --resume \
goes on from there\n"
        )
    );
    assert!(workshop.text("run").ends_with('\n'));
    mends(&workshop);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_finished_steps() {
    let workshop = workshop("simulate-interrupt");
    let child = endless(&workshop);
    workshop.shell(&format!("kill -INT {}", child.id()));
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let text = workshop.text("run");
    let steps = text.lines().count() - 1;
    let told = format!(
        "zwang: interrupted after {steps} of 1000000000 steps; run keeps them, and --resume goes \
         on from there\n"
    );
    assert_eq!(String::from_utf8(output.stderr).unwrap(), told);
    assert!(text.ends_with('\n'));
    mends(&workshop);
}

#[test]
fn what_is_there_is_not_lost() {
    let workshop = workshop("existing");
    workshop.file("run", "a letter\n");
    let line = "simulate fall.toml --steps 1 --out run";
    workshop
        .zwang(line)
        .refuses(&["run: is there already; --resume goes on with it, --force replaces it"]);
    workshop
        .zwang(&format!("{line} --resume"))
        .refuses(&["run: line 1: column 1: found `a letter`"]);
    for mistake in [
        "--dt 0",
        "--time-limit 0",
        "--restitution 2",
        "--restitution-pair brick,roof,1",
    ] {
        workshop
            .zwang(&format!("{line} --force {mistake}"))
            .refuses(&["expected"]);
    }
    workshop
        .zwang("simulate nowhere.toml --out run --force")
        .refuses(&["nowhere.toml: no such file"]);
    workshop.file("half", "a lett");
    workshop
        .zwang("simulate fall.toml --out half --resume")
        .refuses(&["half: found another beginning than that of this run"]);
    workshop
        .zwang("simulate fall.toml --out ./fall.toml --force")
        .refuses(&["./fall.toml: is the scene itself"]);
    assert_eq!(
        [
            workshop.text("run"),
            workshop.text("half"),
            workshop.text("fall.toml")
        ],
        ["a letter\n", "a lett", FALL]
    );
    workshop.zwang(&format!("{line} --force")).succeeds();
    assert_eq!(workshop.text("run").lines().count(), 2);
    workshop.file("empty", "");
    workshop
        .zwang("simulate fall.toml --steps 1 --out empty")
        .succeeds();
    assert_eq!(workshop.text("run").len(), workshop.text("empty").len());
}

#[test]
fn a_run_is_resumed_with_its_own_settings_only() {
    let workshop = workshop("settings");
    let begin = "simulate fall.toml --out run --resume";
    workshop
        .zwang(&format!("{begin} --steps 3 --dt 1/128"))
        .succeeds();
    let kept = workshop.text("run");
    for (settings, words) in [
        (
            "--dt 1/64",
            "run: found a run whose time step is 1/128 s; expected 1/64 s to resume it",
        ),
        (
            "--dt 1/128 --restitution 1",
            "run: found a run whose coefficient of restitution is 0; expected 1 to resume it",
        ),
        (
            "--dt 1/128 --restitution-pair brick,floor,1/3",
            "run: found a run whose restitution of pairs is none; expected 1/3 of bodies 0 and 1 \
             to resume it",
        ),
        (
            "--dt 1/128 --steps 2",
            "run: found step 3; expected at most 2, as --steps says",
        ),
    ] {
        workshop
            .zwang(&format!("{begin} {settings}"))
            .refuses(&[&format!("zwang: {words}\n")]);
    }
    workshop
        .zwang("simulate scene.toml --out run --resume --dt 1/128")
        .refuses(&["run: found a run whose scene digest is "]);
    let older = kept.replacen(
        &format!("zwang {}", env!("CARGO_PKG_VERSION")),
        "zwang 0.0.1",
        1,
    );
    workshop.file("older", &older);
    workshop
        .zwang("simulate fall.toml --out older --resume --dt 1/128")
        .refuses(&["older: found a run whose program is zwang 0.0.1; expected zwang "]);
    assert_eq!(
        [workshop.text("run"), workshop.text("older")],
        [kept, older]
    );
}

#[test]
fn a_spoilt_run_is_not_resumed() {
    let workshop = workshop("spoilt");
    workshop
        .zwang("simulate fall.toml --steps 4 --dt 1/128 --out run")
        .succeeds();
    let good = workshop.text("run");
    let lines: Vec<&str> = good.lines().collect();
    let text = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let without_state = lines[3].replacen("\"state\":[[", "\"stats\":[[", 1);
    let (start, _) = lines[3].split_once("\"state\"").unwrap();
    let no_bodies = format!("{start}\"state\":[]}}");
    for (spoilt, words) in [
        (
            text(&[lines[0], lines[1], lines[3]]),
            "run: line 3: found step 3, expected step 2",
        ),
        (
            text(&[lines[0], lines[1], lines[1]]),
            "run: line 3: found step 1, expected step 2",
        ),
        (
            text(&[lines[0], lines[1], lines[2], &without_state]),
            "run: line 4: column ",
        ),
        (
            text(&[lines[0], lines[1], lines[2], &no_bodies]),
            "run: line 4: found the state of 0 bodies, expected 1",
        ),
        (
            text(&[lines[0], ""]),
            "run: line 2: column 1: found the end of the line",
        ),
        (text(&lines[1..]), "run: line 1: column 1: found "),
    ] {
        workshop.file("run", &spoilt);
        workshop
            .zwang("simulate fall.toml --steps 6 --dt 1/128 --out run --resume")
            .refuses(&[words]);
        assert_eq!(workshop.text("run"), spoilt);
    }
}

#[test]
fn two_programs_do_not_write_one_run() {
    let workshop = workshop("locked");
    workshop.file("run", "");
    let held = File::options()
        .write(true)
        .open(workshop.path("run"))
        .unwrap();
    held.lock().unwrap();
    workshop
        .zwang("simulate fall.toml --steps 1 --out run")
        .refuses(&["run: another program is writing to it"]);
    drop(held);
    workshop
        .zwang("simulate fall.toml --steps 1 --out run")
        .succeeds();
}

#[cfg(unix)]
mod unix {
    use super::*;

    #[test]
    fn a_full_disk_costs_no_finished_step() {
        let workshop = workshop("full-disk");
        // The signal that would end the program is ignored, so that writing fails.
        let run = workshop.shell(
            "trap '' XFSZ; ulimit -f 8; zwang simulate fall.toml --steps 50 --dt 1/128 --out run",
        );
        let text = workshop.text("run");
        let steps = text.lines().count() - 1;
        assert!(text.ends_with('\n') && steps > 0, "{run:?}");
        run.refuses(&[
            "run: file too large; the finished steps are kept, ",
            &format!("{steps} of them, and --resume"),
        ]);
        // What ends the program in the middle of a line costs no more than that line.
        let run = workshop
            .shell("ulimit -f 8; exec zwang simulate fall.toml --steps 50 --dt 1/128 --out torn");
        assert_eq!((run.code, workshop.text("torn").len()), (-1, 4096));
        workshop
            .zwang("simulate fall.toml --steps 50 --dt 1/128 --out whole")
            .succeeds();
        for file in ["run", "torn"] {
            workshop
                .zwang(&format!(
                    "simulate fall.toml --steps 50 --dt 1/128 --out {file} --resume"
                ))
                .succeeds();
            assert!(workshop.text(file) == workshop.text("whole"));
        }
    }

    #[test]
    fn a_full_device_is_an_error() {
        if File::open("/dev/full").is_err() {
            println!("skipped: there is no /dev/full");
            return;
        }
        let workshop = workshop("simulate-full");
        workshop
            .zwang("simulate fall.toml --steps 2 --out /dev/full")
            .refuses(&["/dev/full: no space left on device"]);
        let run = workshop.shell("zwang simulate fall.toml --steps 2 --out - > /dev/full");
        run.refuses(&["standard output: no space left on device"]);
    }
}
