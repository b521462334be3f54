//! `zwang completions` and `zwang man`, and progress.

use crate::cli::help::listed;
use crate::cli::workshop::Workshop;
use std::fs;
use std::process::{Command, Stdio};

const SHELLS: [&str; 5] = ["bash", "zsh", "fish", "powershell", "elvish"];

/// The long options of a command, from its help text.
fn options(workshop: &Workshop, command: &str) -> Vec<String> {
    let help = workshop
        .zwang(&format!("{command} --help"))
        .succeeds()
        .to_owned();
    let lines = help
        .lines()
        .map(str::trim_start)
        .filter(|line| line.starts_with('-'));
    let option = |line: &str| {
        line.split([' ', ',', '[', '='])
            .find(|word| word.starts_with("--"))
            .map(str::to_owned)
    };
    let mut options: Vec<String> = lines.filter_map(option).collect();
    options.dedup();
    options
}

fn commands(workshop: &Workshop) -> Vec<String> {
    listed(workshop.zwang("--help").succeeds())
}

fn is_there(program: &str) -> bool {
    let found = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    found.is_ok_and(|status| status.success())
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    let workshop = Workshop::new("shells");
    let commands = commands(&workshop);
    assert!(commands.len() >= 12, "{commands:?}");
    for shell in SHELLS {
        let script = workshop
            .zwang(&format!("completions {shell}"))
            .succeeds()
            .to_owned();
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
        assert!(
            script.contains("time-limit") && script.contains("diamond"),
            "{shell}"
        );
    }
    workshop
        .zwang("completions tcsh")
        .refuses(&["'tcsh'", "bash, elvish, fish, powershell, zsh"]);
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_values() {
    if !is_there("bash") {
        return;
    }
    let workshop = Workshop::new("bash");
    workshop.file("zwang.bash", workshop.zwang("completions bash").succeeds());
    assert_eq!(workshop.shell("bash -n zwang.bash").succeeds(), "");
    let completed = |words: &str| {
        let count = words.split(' ').count() - 1;
        let last = words.rsplit(' ').next().unwrap();
        let before = words.split(' ').rev().nth(1).unwrap();
        let script = format!(
            "source ./zwang.bash; COMP_WORDS=({words}); COMP_CWORD={count}; _zwang zwang '{last}' \
             '{before}'; echo ${{COMPREPLY[@]}}"
        );
        workshop.file("ask.bash", script);
        workshop
            .shell("bash ask.bash")
            .succeeds()
            .trim_end()
            .to_owned()
    };
    assert_eq!(completed("zwang stab"), "stability");
    assert_eq!(completed("zwang collapse --time"), "--time-limit");
    assert_eq!(completed("zwang scene dia"), "diamond");
    assert_eq!(completed("zwang draw --theme d"), "dark");
}

/// One line installs what a shell needs, where no folder is yet, and another time only by force.
#[test]
fn completions_and_pages_are_installed_in_one_line() {
    let workshop = Workshop::new("install");
    let script = workshop.zwang("completions bash").succeeds().to_owned();
    let line = "completions bash -o share/bash-completion/completions/zwang";
    let said = workshop.zwang(line);
    let file = "share/bash-completion/completions/zwang";
    assert_eq!(said.succeeds(), format!("completions written to {file}\n"));
    assert_eq!(workshop.text(file), script);
    workshop.zwang(line).refuses(&[file, "--force"]);
    workshop.zwang(&format!("{line} --force")).succeeds();
    workshop.zwang("man -o share/man/man1").succeeds();
    assert!(workshop.path("share/man/man1/zwang-simulate.1").exists());
}

#[test]
fn every_command_has_a_page_with_every_option() {
    let workshop = Workshop::new("man");
    workshop
        .zwang("man -o -")
        .refuses(&["found -o -", "a folder"]);
    assert!(workshop.names().is_empty());
    let run = workshop.zwang("man -o pages");
    let pages = fs::read_dir(workshop.path("pages")).unwrap().count();
    assert_eq!(
        run.succeeds(),
        format!("{pages} manual pages written to pages\n")
    );
    assert_eq!(
        workshop.zwang("man").succeeds(),
        workshop.text("pages/zwang.1")
    );
    assert!(
        !workshop.path("pages/zwang-bench-one.1").exists(),
        "hidden commands have no page"
    );
    let commands = commands(&workshop);
    assert!(pages >= commands.len() + 1 + zwang_families::FAMILIES.len());
    for command in commands {
        let page = workshop.text(&format!("pages/zwang-{command}.1"));
        assert!(
            page.contains(&format!(".TH zwang-{command} 1")) && page.contains("EXAMPLES"),
            "{page}"
        );
        let options = options(&workshop, &command);
        assert!(
            options.contains(&"--help".to_owned()),
            "{command}: {options:?}"
        );
        for option in options {
            assert!(
                page.contains(&option.replace('-', "\\-")),
                "{command}: {option}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn manual_pages_can_be_set() {
    if !is_there("groff") {
        return;
    }
    let workshop = Workshop::new("groff");
    workshop.file("draw.1", workshop.zwang("man -o .").succeeds());
    for page in workshop
        .names()
        .into_iter()
        .filter(|name| name.starts_with("zwang"))
    {
        // Warnings about lines that cannot be broken nicely are none about the page.
        let run = workshop.shell(&format!(
            "groff -man -Tutf8 -Kutf8 -P-cbou -ww -Wbreak {page}"
        ));
        assert!(
            run.out.contains("SYNOPSIS") && run.err.is_empty(),
            "{page}: {}",
            run.err
        );
    }
    let run = workshop.shell("groff -man -Tutf8 -Kutf8 -P-cbou zwang-draw.1");
    let example = "zwang draw scenes/diamond-5.toml -o tower.svg\n";
    assert!(
        run.succeeds().contains(example),
        "examples keep their lines: {}",
        run.out
    );
}

#[test]
fn progress_is_silent_where_there_is_no_terminal() {
    let workshop = Workshop::new("progress");
    workshop
        .zwang("simulate --steps 25 --out tower.run")
        .succeeds();
    workshop.file("diamond.toml", workshop.zwang("scene diamond 5").succeeds());
    workshop.zwang("export diamond.toml -o tower.qp").succeeds();
    for line in [
        "check diamond.toml tower.run",
        "export tower.run -o tower.csv --force",
        "draw tower.run -o tower.svg --force",
        "collapse --no-proof",
        "solve tower.qp",
    ] {
        let loud = workshop.zwang(line);
        assert_eq!(loud.code, 0, "{line}: {loud:?}");
        assert!(
            !(loud.out.clone() + &loud.err).contains('\u{1b}'),
            "{line}: {loud:?}"
        );
        let quiet = workshop.zwang(&format!("{line} --quiet"));
        assert_eq!((quiet.code, quiet.err.as_str()), (0, ""), "{line} --quiet");
    }
}

/// On a terminal, made by script(1), a bar appears after two seconds, unless it is not wanted.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_a_bar_with_rate_and_remaining_time() {
    if !is_there("script") {
        return;
    }
    let workshop = Workshop::new("terminal");
    workshop
        .zwang("simulate --steps 25 --out tower.run")
        .succeeds();
    workshop.file("diamond.toml", workshop.zwang("scene diamond 5").succeeds());
    // The steps come slowly, over more than two seconds.
    let slow = |options: &str| {
        let feed = "while read -r line; do printf '%s\\n' \"$line\"; sleep 0.15; done < tower.run";
        let inner = format!("{{ {feed}; }} | zwang check diamond.toml - {options}");
        workshop.file("slow.sh", inner);
        workshop.shell("script -qec 'bash slow.sh' /dev/null").out
    };
    let shown = slow("");
    assert!(
        shown.contains('\u{1b}') && shown.contains("B/s") && shown.contains("steps checked"),
        "{shown:?}"
    );
    assert!(shown.contains("accepted: 25 steps"), "{shown:?}");
    let quiet = slow("--quiet");
    assert!(
        !quiet.contains('\u{1b}') && quiet.contains("accepted: 25 steps"),
        "{quiet:?}"
    );
}
