//! Sessions in docs/*.md, literally: lines that begin with `$ zwang` are run in one folder for each
//! document, one after the other, and print the lines below them. A line `…` stands for lines that
//! are left out; empty lines do not count. README.md and docs/masonry.md have tests of their own.
#![cfg(unix)]

use crate::cli::workshop::Workshop;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A command and what a document says it prints.
struct Call {
    command: String,
    printed: Vec<String>,
}

/// The commands of a document: of indented blocks, and of fenced ones.
fn calls(text: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    let mut is_fenced = false;
    let mut is_open = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
            is_open = false;
            continue;
        }
        let line = match line.strip_prefix("    ") {
            Some(line) if !is_fenced => line,
            _ if is_fenced => line,
            _ => {
                is_open &= line.is_empty();
                continue;
            }
        };
        if let Some(command) = line.strip_prefix("$ ") {
            is_open = true;
            calls.push(Call {
                command: command.to_owned(),
                printed: Vec::new(),
            });
        } else if is_open
            && !line.is_empty()
            && let Some(call) = calls.last_mut()
        {
            call.printed.push(line.to_owned());
        }
    }
    calls
}

/// Whether lines are the expected ones, in this order; each `…` stands for any number of lines.
fn agrees(found: &[&str], expected: &[String]) -> bool {
    let Some((first, rest)) = expected.split_first() else {
        return found.is_empty();
    };
    if first == "…" {
        return (0..=found.len()).any(|skipped| agrees(&found[skipped..], rest));
    }
    match found.split_first() {
        Some((line, others)) => line == first && agrees(others, rest),
        None => false,
    }
}

fn documents() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut documents = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        if is_page && !path.ends_with("masonry.md") {
            documents.push(path);
        }
    }
    documents.sort();
    documents
}

#[test]
fn documents_say_what_their_commands_print() {
    let mut commands = 0;
    let mut wrong = Vec::new();
    for document in documents() {
        let calls = calls(&fs::read_to_string(&document).unwrap());
        if calls.is_empty() {
            continue;
        }
        let stem = document.file_stem().unwrap().to_string_lossy().into_owned();
        let workshop = Workshop::new(&format!("session-{stem}"));
        for folder in ["docs", "examples", "scenes"] {
            let target = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
            symlink(target, workshop.path(folder)).unwrap();
        }
        for call in calls {
            commands += 1;
            let command = &call.command;
            let run = workshop.shell(&format!("{{ {command}\n}} 2>&1"));
            let mut found: Vec<&str> = run.out.lines().map(str::trim_end).collect();
            found.retain(|line| !line.is_empty());
            if !agrees(&found, &call.printed) {
                let is = found.join("\n");
                let expected = call.printed.join("\n");
                wrong.push(format!("{stem}: $ {command}\n{is}\nIt says:\n{expected}"));
            }
        }
    }
    assert!(commands >= 6, "{commands} commands");
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// The comparison itself: lines in another order, or too few of them, are not the same.
#[test]
fn lines_are_compared_in_order() {
    let printed = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let found = ["a", "b", "c"];
    for (expected, is_right) in [
        ("a b c", true),
        ("… b …", true),
        ("a … c", true),
        ("… c", true),
        ("a b", false),
        ("b …", false),
        ("… c b …", false),
        ("a b c d", false),
    ] {
        assert_eq!(agrees(&found, &printed(expected)), is_right, "{expected}");
    }
}
