//! README.md, literally: its scene is written to a file, its commands are run in one folder, one
//! after the other, and print what it says. Its examples in Python are run by
//! `tests/python/test_readme.py`.
//!
//! `ZWANG_UPDATE_GOLDEN=1 cargo test -- readme` writes what the commands print into README.md, to
//! be read before it is kept.
#![cfg(unix)]

use crate::cli::workshop::Workshop;
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A fenced block of README.md.
struct Block {
    /// The line of its first line of text, from 0.
    start: usize,
    language: String,
    lines: Vec<String>,
}

/// A command and what it prints.
struct Call {
    command: String,
    printed: Vec<String>,
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text() -> String {
    fs::read_to_string(root().join("README.md")).unwrap()
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        if line == "```" {
            blocks.extend(open.take());
        } else if let Some(language) = line.strip_prefix("```") {
            open = Some(Block {
                start: number + 1,
                language: language.to_owned(),
                lines: Vec::new(),
            });
        } else if let Some(block) = &mut open {
            block.lines.push(line.to_owned());
        }
    }
    assert!(open.is_none(), "a block without an end");
    blocks
}

fn calls(block: &Block) -> Vec<Call> {
    let mut calls: Vec<Call> = Vec::new();
    for line in &block.lines {
        match line.strip_prefix("$ ") {
            Some(command) => calls.push(Call {
                command: command.to_owned(),
                printed: Vec::new(),
            }),
            None => {
                let call = calls.last_mut().unwrap();
                call.printed.push(line.clone());
            }
        }
    }
    calls
}

/// What a command prints, on both of its streams.
fn printed(workshop: &Workshop, command: &str) -> Vec<String> {
    let run = workshop.shell(&format!("{{ {command}\n}} 2>&1"));
    assert_eq!(run.err, "", "{command}");
    let lines = run.out.lines();
    lines.map(|line| line.trim_end().to_owned()).collect()
}

/// A folder with the scene of README.md and what else its commands read.
fn workshop(blocks: &[Block]) -> Workshop {
    let workshop = Workshop::new("readme");
    symlink(root().join("examples"), workshop.path("examples")).unwrap();
    symlink(root().join("scenes"), workshop.path("scenes")).unwrap();
    for block in blocks {
        if block.language == "toml" {
            let name = block.lines[0].strip_prefix("# ").unwrap();
            let text = block.lines.join("\n");
            workshop.file(name, format!("{text}\n"));
        }
    }
    workshop
}

#[test]
fn commands_print_what_it_says() {
    let text = text();
    let blocks = blocks(&text);
    let workshop = workshop(&blocks);
    let mut found: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut commands = 0;
    let mut wrong = Vec::new();
    // From the last block to the first, lines are replaced where they are.
    let mut replaced = Vec::new();
    for block in blocks.iter().filter(|block| block.language == "console") {
        let mut lines = Vec::new();
        for call in calls(block) {
            commands += 1;
            let printed = printed(&workshop, &call.command);
            if printed != call.printed {
                let command = &call.command;
                let is = printed.join("\n");
                let expected = call.printed.join("\n");
                wrong.push(format!("$ {command}\n{is}\nREADME.md says:\n{expected}"));
            }
            lines.push(format!("$ {}", call.command));
            lines.extend(printed);
        }
        replaced.push((block.start..block.start + block.lines.len(), lines));
    }
    assert!(commands >= 9, "{commands} commands");
    let picture = fs::read_to_string(root().join("docs/crate.svg")).unwrap_or_default();
    if picture != workshop.text("crate.svg") {
        wrong.push("docs/crate.svg is another picture than crate.svg".to_owned());
    }
    if env::var_os("ZWANG_UPDATE_GOLDEN").is_some() {
        for (range, lines) in replaced.into_iter().rev() {
            found.splice(range, lines);
        }
        let text = found.join("\n");
        fs::write(root().join("README.md"), format!("{text}\n")).unwrap();
        fs::copy(workshop.path("crate.svg"), root().join("docs/crate.svg")).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Words outside of blocks, tables of documents and pictures: what a newcomer has to read.
#[test]
fn it_is_short() {
    let mut is_fenced = false;
    let mut words = 0;
    for line in text().lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        } else if !is_fenced && !line.starts_with("![") && !line.starts_with("    ") {
            words += line.split_whitespace().filter(|word| *word != "|").count();
        }
    }
    assert!((400..=725).contains(&words), "{words} words");
}

#[test]
fn its_parts_are_in_order() {
    let text = text();
    let headings: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .collect();
    let expected = [
        "Sixty seconds",
        "Three doors",
        "The words of an answer",
        "Proved, and not proved",
        "Size and speed",
        "Map of the documents",
    ];
    assert_eq!(headings, expected);
}

/// Links of README.md and of the documents lead to files that are there.
#[test]
fn links_lead_somewhere() {
    let mut pages = vec![root().join("README.md"), root().join("scenes/README.md")];
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    let mut links = 0;
    let mut broken = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        let folder = page.parent().unwrap();
        for link in targets(&text) {
            links += 1;
            if !Path::new(folder).join(link).exists() {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(links > 100, "{links}");
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// The files that a page links to.
fn targets(text: &str) -> Vec<&str> {
    let mut targets = Vec::new();
    for piece in text.split("](").skip(1) {
        let Some((target, _)) = piece.split_once(')') else {
            continue;
        };
        let file = target.split('#').next().unwrap();
        let is_local =
            !file.is_empty() && !file.contains("://") && !file.contains(char::is_whitespace);
        if is_local {
            targets.push(file);
        }
    }
    targets
}
