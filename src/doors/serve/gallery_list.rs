//! Build script: lists the scenes of the gallery, so that the program contains them. `scenes` is a
//! link to the folder of that name in the repository.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

fn main() -> io::Result<()> {
    let root = env!("CARGO_MANIFEST_DIR");
    let folder = Path::new(root).join("scenes");
    let shown = folder.display();
    println!("cargo::rerun-if-changed={shown}");
    let mut list = String::from("[\n");
    for (name, path) in scenes(&folder)? {
        let entry = format!("    ({name:?}, include_str!({path:?})),\n");
        list.push_str(&entry);
    }
    list.push_str("]\n");
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    let output = PathBuf::from(output);
    fs::write(output.join("gallery.rs"), list)
}

/// Names and paths of the scene files in a folder, sorted by name.
fn scenes(folder: &Path) -> io::Result<BTreeMap<OsString, PathBuf>> {
    let mut scenes = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_scene = path.extension().is_some_and(|ending| ending == "toml");
        if let Some(name) = path.file_stem()
            && is_scene
        {
            scenes.insert(name.to_owned(), path);
        }
    }
    Ok(scenes)
}
