//! The rooms of the checker: `core` knows nothing of the plane, the plane nothing of space and of
//! proofs, proofs nothing of runs, and what all of them use nothing of any.

use std::fs;
use std::path::{Path, PathBuf};

/// From the lowest room to the highest.
const ROOMS: [&str; 5] = ["core", "plane", "space", "proof", "law"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("tests") {
            files.extend(self::files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// How high a room is; what belongs to none is below all.
fn height(name: &str) -> usize {
    let place = ROOMS.iter().position(|room| *room == name);
    place.map_or(0, |place| place + 1)
}

#[test]
fn no_room_knows_one_above() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut arrows = 0;
    let mut up = Vec::new();
    for file in files(root) {
        let name = file.strip_prefix(root).unwrap();
        if name == Path::new("lib.rs") {
            continue;
        }
        let room = name.iter().next().unwrap().to_str().unwrap();
        let own = height(room.trim_end_matches(".rs"));
        let text = fs::read_to_string(&file).unwrap();
        for path in text.split("crate::").skip(1) {
            let end = path.find(|letter: char| !letter.is_alphanumeric());
            arrows += 1;
            if height(&path[..end.unwrap_or(path.len())]) > own {
                let target: String = path.chars().take(40).collect();
                up.push(format!("{} to {target}", name.display()));
            }
        }
    }
    assert!(arrows > 300, "{arrows} arrows");
    assert!(up.is_empty(), "{up:#?}");
}
