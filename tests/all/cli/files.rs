//! What is left behind: whole files or none, where the user wants them and nowhere else.

use crate::cli::workshop::{CANTILEVER, Workshop};
use std::fs;

/// Every command that writes a file called `TARGET`.
const WRITERS: [&str; 5] = [
    "collapse scene.toml --proof TARGET",
    "forces scene.toml --proof TARGET",
    "stability scene.toml --proof TARGET",
    "scene cantilever -o TARGET",
    "draw scene.toml -o TARGET.svg",
];

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    workshop.file("scene.toml", CANTILEVER);
    workshop
}

#[test]
fn the_proof_goes_where_it_is_wanted() {
    let workshop = workshop("proof");
    let run = workshop.zwang("collapse scene.toml --proof p.json");
    assert!(
        run.succeeds()
            .ends_with("\nproof written to p.json and accepted by the checker\n")
    );
    assert_eq!(workshop.names(), ["p.json", "scene.toml"]);
    // Nothing is left in the folder that nobody asked for; older programs say so.
    for option in ["", "--no-proof"] {
        let run = workshop.zwang(&format!("collapse scene.toml {option}"));
        assert!(
            run.succeeds()
                .ends_with("\nproof accepted by the checker; --proof FILE keeps it\n")
        );
        assert_eq!(workshop.names(), ["p.json", "scene.toml"]);
    }
    assert!(
        workshop
            .zwang("collapse scene.toml --json --proof -")
            .out
            .starts_with(&workshop.text("p.json"))
    );
}

#[test]
fn the_default_name_of_a_run_stays_in_the_folder() {
    for (index, (name, run)) in [
        ("../a/b", "a-b.run.ndjson"),
        ("..", "scene.run.ndjson"),
        ("<&'\\\">", "scene.run.ndjson"),
    ]
    .iter()
    .enumerate()
    {
        let workshop = Workshop::new(&format!("default-name-{index}"));
        let scene = CANTILEVER.replacen("\"cantilever\"", &format!("\"{name}\""), 1);
        workshop
            .zwang_reading("simulate - --steps 1", scene)
            .succeeds();
        assert_eq!(workshop.names(), [*run]);
    }
    let workshop = Workshop::new("long-name");
    let long = "石".repeat(5000);
    workshop
        .zwang_reading(
            "simulate - --steps 1",
            CANTILEVER.replacen("\"cantilever\"", &format!("\"{long}\""), 1),
        )
        .succeeds();
    assert_eq!(workshop.names().len(), 1);
}

#[test]
fn a_target_that_cannot_be_written_leaves_nothing() {
    let workshop = workshop("no-target");
    fs::create_dir(workshop.path("folder")).unwrap();
    fs::create_dir(workshop.path("folder.svg")).unwrap();
    workshop.file("file", "");
    let before = workshop.names();
    for writer in WRITERS {
        let write = |target: &str| workshop.zwang(&writer.replace("TARGET", target));
        write("missing/target").refuses(&["missing/target", "no such folder as missing"]);
        write("file/target").refuses(&["file/target", "not a directory"]);
        write("folder").refuses(&["folder", "is a folder; expected the name of a file"]);
        write(&"x".repeat(300)).refuses(&["too long"]);
    }
    workshop
        .zwang("collapse scene.toml --proof new/")
        .refuses(&["new/"]);
    workshop
        .zwang("collapse scene.toml --proof ./scene.toml")
        .refuses(&["is the scene itself"]);
    assert_eq!(workshop.names(), before);
    assert_eq!(workshop.text("scene.toml"), CANTILEVER);
}

/// What every command writes, and where: one rule for all of them.
const OUTPUTS: [(&str, &str); 21] = [
    ("collapse scene.toml --proof a.json", "a.json"),
    ("stability scene.toml --proof a.json", "a.json"),
    ("forces scene.toml --proof a.json", "a.json"),
    ("critical wall.toml --tilt left --proof a.json", "a.json"),
    ("simulate scene.toml --steps 1 -o a.run", "a.run"),
    ("simulate scene.toml --steps 1", "cantilever.run.ndjson"),
    (
        "simulate scene.toml --steps 1 --scheme acceleration -o a.run",
        "a.run",
    ),
    ("simulate scene.toml --steps 1 --float -o a.csv", "a.csv"),
    ("scene diamond 3 -o a.toml", "a.toml"),
    ("scene snap scene.toml -q -o a.toml", "a.toml"),
    ("scene convert scene.toml -o a.toml", "a.toml"),
    ("draw scene.toml -o a.svg", "a.svg"),
    ("film fall.run -o a.html", "a.html"),
    ("film fall.run -o a.gif", "a.gif"),
    ("film fall.run -o a.png", "a-0000.png"),
    ("export fall.run -o a.csv", "a.csv"),
    ("export scene.toml -o a.lp", "a.lp"),
    ("solve wall.lp -o a.txt", "a.txt"),
    ("split fall.run --steps 2 -o .", "steps-1-2.run"),
    ("audit scene.toml fall.csv --html a.html", "a.html"),
    ("man -o .", "zwang-film.1"),
];

#[test]
fn what_is_there_is_replaced_by_force_only() {
    let workshop = workshop("force");
    for line in [
        "scene wall 2 2 --friction 1 -o wall.toml",
        "simulate scene.toml --steps 2 -o fall.run",
        "export fall.run -o fall.csv",
        "export scene.toml -o wall.lp --what collapse",
    ] {
        workshop.zwang(line).succeeds();
    }
    let given = workshop.names();
    for (line, name) in OUTPUTS {
        workshop.file(name, "precious");
        let before = workshop.names();
        workshop
            .zwang(line)
            .refuses(&[name, "is there already; ", "--force replaces it"]);
        assert_eq!(workshop.names(), before, "{line}");
        assert_eq!(workshop.text(name), "precious", "{line}");
        let forced = workshop.zwang(&format!("{line} --force"));
        assert!(forced.code < 2, "{line}: {forced:?}");
        let written = fs::read(workshop.path(name)).unwrap();
        assert!(written.len() > 8 && written != b"precious", "{line}");
        for name in workshop.names() {
            if !given.contains(&name) {
                fs::remove_file(workshop.path(&name)).unwrap();
            }
        }
    }
}

#[test]
fn an_existing_file_is_replaced_as_a_whole_or_kept() {
    let workshop = workshop("replace");
    workshop.file("p.json", "x".repeat(100_000));
    workshop
        .zwang("collapse scene.toml --proof p.json --force")
        .succeeds();
    assert!(workshop.text("p.json").starts_with('{') && workshop.text("p.json").len() < 10_000);
    let kept = workshop.text("p.json");
    // Neither bad input nor a wrong proof file touches what is there.
    workshop.file("bad.toml", "");
    workshop
        .zwang("collapse bad.toml --proof p.json --force")
        .refuses(&["bad.toml"]);
    assert_eq!(workshop.text("p.json"), kept);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    fn set_mode(workshop: &Workshop, name: &str, mode: u32) {
        fs::set_permissions(workshop.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions_and_its_links() {
        let workshop = workshop("permissions");
        workshop.file("p.json", "");
        set_mode(&workshop, "p.json", 0o600);
        symlink("p.json", workshop.path("link.json")).unwrap();
        workshop
            .zwang("collapse scene.toml --proof link.json")
            .succeeds();
        assert!(workshop.path("link.json").is_symlink());
        assert!(workshop.text("p.json").starts_with('{'));
        assert_eq!(
            fs::metadata(workshop.path("p.json"))
                .unwrap()
                .permissions()
                .mode()
                & 0o777,
            0o600
        );
        set_mode(&workshop, "p.json", 0o400);
        let kept = workshop.text("p.json");
        workshop
            .zwang("collapse scene.toml --proof p.json")
            .refuses(&["p.json", "write-protected"]);
        assert_eq!(workshop.text("p.json"), kept);
    }

    #[test]
    fn a_folder_that_cannot_be_written_to_is_no_place_for_a_proof() {
        let workshop = workshop("read-only");
        fs::create_dir(workshop.path("closed")).unwrap();
        set_mode(&workshop, "closed", 0o555);
        if fs::write(workshop.path("closed/probe"), "").is_ok() {
            println!("skipped: this user may write to any folder");
            return;
        }
        for writer in WRITERS {
            workshop
                .zwang(&writer.replace("TARGET", "closed/target"))
                .refuses(&["closed/target", "permission denied"]);
        }
        let run = workshop.shell("cd closed && zwang simulate ../scene.toml");
        run.refuses(&["cantilever.run.ndjson", "permission denied"]);
        assert!(
            fs::read_dir(workshop.path("closed"))
                .unwrap()
                .next()
                .is_none()
        );
        set_mode(&workshop, "closed", 0o755);
    }

    #[test]
    fn devices_are_written_to_and_not_replaced() {
        let workshop = workshop("devices");
        workshop
            .zwang("collapse scene.toml --proof /dev/null")
            .succeeds();
        assert!(
            fs::metadata("/dev/null")
                .unwrap()
                .file_type()
                .is_char_device()
        );
        let run = workshop.shell("zwang scene cantilever -o /dev/stdout > scene-2.toml");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(workshop.text("scene-2.toml").contains("zwang-scene-1"));
        let run = workshop.shell("zwang collapse scene.toml --proof /dev/stdout > both.txt");
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        let both = workshop.text("both.txt");
        assert!(
            both.starts_with('{') && both.contains("verdict    moves"),
            "{both}"
        );
    }

    #[test]
    fn a_full_device_is_an_error_and_not_an_answer() {
        if !fs::metadata("/dev/full").is_ok_and(|device| device.file_type().is_char_device()) {
            println!("skipped: there is no /dev/full");
            return;
        }
        let workshop = workshop("full-device");
        workshop
            .zwang("collapse scene.toml --proof /dev/full")
            .refuses(&["/dev/full: no space left on device"]);
        workshop
            .zwang("scene cantilever -o /dev/full")
            .refuses(&["/dev/full: no space left on device"]);
        for line in [
            "collapse scene.toml --no-proof",
            "stability scene.toml --no-proof",
            "scene cantilever",
            "--help",
        ] {
            workshop
                .shell(&format!("zwang {line} > /dev/full"))
                .refuses(&["standard output: no space left on device"]);
            // Nobody can be told, but the exit code still can.
            assert_eq!(
                workshop
                    .shell(&format!("zwang {line} > /dev/full 2> /dev/full"))
                    .code,
                2,
                "{line}"
            );
        }
        assert_eq!(
            workshop
                .shell("zwang collapse nowhere.toml 2> /dev/full")
                .code,
            2
        );
        assert_eq!(
            workshop
                .shell("zwang check scene.toml scene.toml 2> /dev/full")
                .code,
            2
        );
        assert_eq!(workshop.names(), ["scene.toml"]);
    }

    #[test]
    fn a_named_pipe_is_written_to() {
        let workshop = workshop("pipe");
        let run = workshop.shell(
            "mkfifo pipe && (cat pipe > p.json & zwang collapse scene.toml --proof pipe; wait)",
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        assert!(
            fs::metadata(workshop.path("pipe"))
                .unwrap()
                .file_type()
                .is_fifo()
        );
        assert_eq!(workshop.zwang("check scene.toml p.json").code, 0);
    }
}
