//! `cargo xtask gallery`: the gallery of the documentation is what the tool makes, and wrong
//! arguments are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn gallery(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .current_dir(root())
        .arg("gallery")
        .args(arguments)
        .output()
        .unwrap()
}

/// The scene files of the repository.
fn scenes() -> Vec<PathBuf> {
    let files = fs::read_dir(root().join("scenes")).unwrap();
    let mut scenes: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    scenes.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    scenes
}

#[test]
fn the_gallery_is_what_the_command_makes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gallery-made");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("gallery.md");
    let output = gallery(&["--scenes", "scenes", "-o", &page.to_string_lossy()]);
    assert!(output.status.success(), "{output:?}");
    let read = |path: PathBuf| {
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let hint = "run `cargo xtask gallery`";
    let docs = root().join("docs");
    assert!(
        read(folder.join("gallery.md")) == read(docs.join("gallery.md")),
        "docs/gallery.md: {hint}"
    );
    let files = |folder: &Path| -> Vec<PathBuf> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        files
    };
    let (made, committed) = (files(&folder.join("gallery")), files(&docs.join("gallery")));
    let names = |files: &[PathBuf]| {
        files
            .iter()
            .map(|path| path.file_name().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(names(&made), names(&committed), "docs/gallery: {hint}");
    let is_film = |path: &Path| path.extension().is_some_and(|ending| ending == "html");
    assert_eq!(
        made.iter().filter(|path| !is_film(path)).count(),
        scenes().len()
    );
    let mut bytes = 0;
    for (made, committed) in made.into_iter().zip(committed) {
        let (found, expected) = (read(made), read(committed.clone()));
        if is_film(&committed) {
            // Forces that are not unique may be others on another machine; a film of the same
            // motion has about the same length.
            assert!(
                found.len().abs_diff(expected.len()) < expected.len() / 4,
                "{}: {hint}",
                committed.display()
            );
        } else {
            bytes += found.len();
            assert!(found == expected, "{}: {hint}", committed.display());
        }
    }
    assert!(
        bytes < 600_000,
        "the pictures of the gallery have grown to {bytes} bytes"
    );
}

#[test]
fn wrong_arguments_are_refused() {
    for (scenes, page, expected) in [
        (".", "page.txt", "page.txt: found no Markdown in this name"),
        ("nowhere", "page.md", "nowhere: no such file"),
    ] {
        let output = gallery(&["--scenes", scenes, "-o", page, "--quiet"]);
        assert_eq!(output.status.code(), Some(2));
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains(expected), "{told}");
    }
}
