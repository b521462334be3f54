//! The documents: what is typed stands in blocks of code, one command in a line.

use std::fs;
use std::path::{Path, PathBuf};

/// What a wrapped block of code would begin with.
const TYPED: [&str; 3] = ["zwang ", "curl ", "{ \""];

/// A block of code that loses its four spaces becomes a paragraph, and its lines run together.
#[test]
fn no_paragraph_is_a_block_of_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut documents = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        documents += 1;
        let text = fs::read_to_string(&path).unwrap();
        for paragraph in paragraphs(&text) {
            let is_typed = TYPED.iter().any(|start| paragraph.starts_with(start));
            assert!(!is_typed, "{}: {paragraph}", path.display());
        }
    }
    assert!(documents > 10);
}

/// The first lines of what stands between empty lines, outside of fences.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut paragraphs = Vec::new();
    let mut is_fenced = false;
    let mut before = "";
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
        }
        if !is_fenced && before.is_empty() {
            paragraphs.push(line);
        }
        before = line;
    }
    paragraphs
}

/// Words that begin a sentence whose subject comes late.
const LATE: [&str; 5] = ["What", "Where", "Who", "Of", "As"];

/// README.md, the documents, those of proofs and the help texts say subject and verb first.
#[test]
fn no_sentence_begins_with_what_where_who_of_or_as() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("scenes/README.md")];
    for folder in ["docs", "proofs", "proofs/coq", "src/doors/cli/cmd/help"] {
        for entry in fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path
                .extension()
                .is_some_and(|ending| ending == "md" || ending == "txt")
            {
                pages.push(path);
            }
        }
    }
    assert!(pages.len() > 40, "{}", pages.len());
    let mut late = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for sentence in late_sentences(&text) {
            late.push(format!("{}: {sentence}", page.display()));
        }
    }
    for entry in fs::read_dir(root.join("scenes")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).unwrap();
            let comments = text.lines().filter_map(|line| line.strip_prefix("# "));
            let comments: Vec<&str> = comments.collect();
            for sentence in late_sentences(&comments.join("\n")) {
                late.push(format!("{}: {sentence}", path.display()));
            }
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

/// The sources of help texts have lines as short as the help itself.
#[test]
fn help_texts_have_at_most_100_columns() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/doors/cli/cmd/help");
    let mut long = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        for line in fs::read_to_string(&path).unwrap().lines() {
            if line.chars().count() > 100 {
                long.push(format!("{}: {line}", path.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// Each scene file that a command in a document names is in the repository or in the folder of the
/// document, is made by a command before, or stands in the document.
#[test]
fn the_scenes_of_commands_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md"), root.join("scenes/README.md")];
    for entry in fs::read_dir(root.join("docs")).unwrap() {
        pages.push(entry.unwrap().path());
    }
    let mut commands = 0;
    let mut missing = Vec::new();
    for page in pages {
        if page.extension().is_none_or(|ending| ending != "md") {
            continue;
        }
        let text = fs::read_to_string(&page).unwrap();
        let folder = page.with_extension("");
        let mut known: Vec<&str> = Vec::new();
        for line in text.lines() {
            let line = line.trim();
            known.extend(line.strip_prefix("# "));
            let command = line.strip_prefix("$ ").unwrap_or(line);
            if !command.starts_with("zwang ") {
                continue;
            }
            commands += 1;
            let mut before = "";
            for word in command.split_whitespace() {
                let is_made = ["-o", ">", "--output"].contains(&before);
                before = word;
                if !word.ends_with(".toml") {
                    continue;
                }
                if is_made {
                    known.push(word);
                    continue;
                }
                let is_there = root.join(word).is_file() || folder.join(word).is_file();
                if !is_there && !known.contains(&word) {
                    missing.push(format!("{}: {command}", page.display()));
                }
            }
        }
    }
    assert!(commands > 100, "{commands}");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// Doc comments say subject and verb first as well.
#[test]
fn no_sentence_of_a_doc_comment_begins_with_what_where_who_of_or_as() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in ["src", "examples", "benches"] {
        add_files(&root.join(folder), &mut files);
    }
    assert!(files.len() > 500, "{}", files.len());
    let mut late = Vec::new();
    for file in &files {
        for comment in doc_comments(&fs::read_to_string(file).unwrap()) {
            for sentence in late_sentences(&comment) {
                late.push(format!("{}: {sentence}", file.display()));
            }
        }
    }
    assert!(late.is_empty(), "{}: {}", late.len(), late.join("\n"));
}

/// The sources in a folder and in those in it.
fn add_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
            add_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// The doc comments of a source, each of them without its marks.
fn doc_comments(source: &str) -> Vec<String> {
    let mut comments = vec![String::new()];
    for line in source.lines() {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or(line.strip_prefix("//!"));
        match (text, comments.last_mut()) {
            (Some(text), Some(comment)) => {
                comment.push_str(text.strip_prefix(' ').unwrap_or(text));
                comment.push('\n');
            }
            _ => comments.push(String::new()),
        }
    }
    comments
}

#[test]
fn late_subjects_are_found() {
    for text in [
        "What stands, stands.",
        "It falls. Where it falls is told.",
        "It falls.\nOf all bodies one falls.",
        "## Who checks\n",
        "| a | As told |",
        "* **What is exact.** All.",
        "It falls: Of these.",
        "(a) What stands. (b) It falls.",
        "1. Where it falls.",
    ] {
        assert_eq!(late_sentences(text).len(), 1, "{text}");
    }
    for text in [
        "It is as it is. Whatever.",
        "```\nWhat\n```",
        "    What is code",
        "Aside.",
    ] {
        assert!(late_sentences(text).is_empty(), "{text}");
    }
}

/// The beginnings of sentences, headings, items and cells whose subject comes late.
fn late_sentences(text: &str) -> Vec<String> {
    let mut late = Vec::new();
    for block in prose(text) {
        let mut is_first = true;
        let mut words = block.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let bare = word.trim_matches(['*', '`', '"', '(']);
            if is_first && LATE.contains(&bare) {
                let next = words.peek().unwrap_or(&"");
                late.push(format!("{word} {next} …"));
            }
            let end = word.trim_end_matches(['*', '`', '"', ')']);
            is_first = end.ends_with(['.', '!', '?', ':']) || is_label(word);
        }
    }
    late
}

/// Whether a word is the letter or number of one of several sentences, such as `(a)`.
fn is_label(word: &str) -> bool {
    let inside = word
        .strip_prefix('(')
        .and_then(|rest| rest.strip_suffix(')'));
    inside.is_some_and(|inside| inside.chars().count() == 1)
}

/// Paragraphs, headings, items of lists and cells of tables, each in one line, without code.
fn prose(text: &str) -> Vec<String> {
    let mut blocks = vec![String::new()];
    let mut is_fenced = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_fenced = !is_fenced;
            blocks.push(String::new());
            continue;
        }
        let is_open = blocks.last().is_some_and(|block| !block.is_empty());
        if is_fenced || (line.starts_with("    ") && !is_open) {
            continue;
        }
        let line = line.trim();
        let item = ["# ", "## ", "### ", "* ", "- "]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        if line.is_empty() {
            blocks.push(String::new());
        } else if line.starts_with('|') {
            blocks.extend(line.split('|').map(str::to_owned));
            blocks.push(String::new());
        } else if let Some(item) = item {
            blocks.push(item.to_owned());
            if line.starts_with('#') {
                blocks.push(String::new());
            }
        } else if let Some(block) = blocks.last_mut() {
            block.push(' ');
            block.push_str(line);
        }
    }
    blocks
}
