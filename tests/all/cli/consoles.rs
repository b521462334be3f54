//! Standard input, standard output and standard error.

use crate::cli::workshop::{CANTILEVER, Workshop};

#[test]
fn a_scene_may_come_from_standard_input() {
    let workshop = Workshop::new("input");
    workshop.file("scene.toml", CANTILEVER);
    for command in ["collapse", "stability"] {
        let file = workshop.zwang(&format!("{command} scene.toml --no-proof"));
        let input = workshop.zwang_reading(&format!("{command} - --no-proof"), CANTILEVER);
        assert_eq!(
            (file.code, &file.out, &file.err),
            (input.code, &input.out, &input.err)
        );
    }
    assert_eq!(
        workshop.zwang_reading("draw - -o a.svg", CANTILEVER).code,
        0
    );
    workshop
        .zwang_reading("collapse -", "")
        .refuses(&["zwang: standard input: line 1: "]);
    workshop
        .zwang_reading("collapse -", b"\xff")
        .refuses(&["zwang: standard input: line 1: ", "UTF-8"]);
    let overlapping = CANTILEVER.replace("\"1/4\"]", "\"1/8\"]");
    assert_ne!(overlapping, CANTILEVER);
    workshop
        .zwang_reading("collapse -", overlapping)
        .refuses(&["zwang: standard input: ", "overlap"]);
}

#[test]
fn nothing_steers_the_terminal_where_there_is_none() {
    let workshop = Workshop::new("escapes");
    for line in [
        "collapse",
        "collapse --stats --no-floats",
        "stability",
        "--help",
        "nonsense",
        "collapse nowhere",
        "scene",
    ] {
        let run = workshop.zwang(line);
        assert!(!(run.out + &run.err).contains('\u{1b}'), "{line}");
    }
}

#[test]
fn the_cost_is_told_when_asked_for() {
    let workshop = Workshop::new("stats");
    let plain = workshop.zwang("collapse --no-proof");
    let run = workshop.zwang("collapse --no-proof --stats --quiet");
    assert_eq!((run.code, run.out.as_str()), (0, plain.succeeds()));
    for part in [
        "contact groups            1\n",
        "programs solved",
        "exact pivots",
        "longest number",
    ] {
        assert!(run.err.contains(part), "no `{part}` in {}", run.err);
    }
}

/// The stages from reading the scene to the report, and the whole of which they are the parts.
#[test]
fn the_cost_of_a_command_has_all_its_parts() {
    let workshop = Workshop::new("stages");
    for line in [
        "collapse --stats --proof proof.json --force",
        "stability --stats --no-proof",
        "forces --stats --no-proof",
        "critical --friction --stats --no-proof",
    ] {
        let run = workshop.zwang(line);
        let mut parts = Vec::new();
        for line in run.err.lines() {
            if let Some(line) = line.strip_suffix(" ms")
                && let Some((name, time)) = line.rsplit_once(' ')
            {
                assert!(time.parse::<u64>().is_ok(), "{line}");
                parts.push(name.trim_end());
            }
        }
        let expected = [
            "contacts and programs",
            "float guess",
            "factorisation",
            "lifting",
            "symmetry",
            "certificate",
            "checking",
            "reading the scene",
            "writing the proof",
            "report",
            "everything else",
            "the whole command",
        ];
        assert_eq!(parts, expected, "{line}: {run:?}");
    }
}

#[test]
fn quiet_changes_nothing_on_standard_output() {
    let workshop = Workshop::new("quiet");
    let [loud, quiet] =
        ["collapse --no-proof", "collapse --no-proof --quiet"].map(|line| workshop.zwang(line));
    assert_eq!(loud.succeeds(), quiet.succeeds());
}

#[cfg(unix)]
#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let workshop = Workshop::new("broken-pipe");
    for line in [
        "collapse",
        "collapse --json",
        "stability --full",
        "scene diamond 60",
        "--help",
    ] {
        // The shell tells the exit code of the first program through another stream.
        let run = workshop.shell(&format!(
            "{{ zwang {line} 2>&3; echo $? >&3; }} 3>&2 | true"
        ));
        let expected = if line.starts_with("stability") {
            "1\n"
        } else {
            "0\n"
        };
        assert_eq!(run.err, expected, "{line}");
    }
    let run = workshop.shell("zwang collapse --no-proof --full | head -n 1");
    assert_eq!(
        (run.out.as_str(), run.err.as_str()),
        ("The 5-diamond\n", "")
    );
}
