//! The documents: what is typed stands in blocks of code, one command in a line.

use std::fs;
use std::path::Path;

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
