//! Build script: lists the scenes of the gallery, so that the program contains them. `scenes` is a
//! link to the folder of that name in the repository.

use std::path::Path;
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let shown = folder.display();
    println!("cargo::rerun-if-changed={shown}");
    let mut paths = Vec::new();
    let entries = fs::read_dir(&folder).expect("the folder of scenes");
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            paths.push(path);
        }
    }
    paths.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    let mut list = String::from("[\n");
    for path in paths {
        let name = path.file_stem().expect("a name");
        let name = name.to_str().expect("a name in UTF-8");
        let path = path.to_str().expect("a path in UTF-8");
        let entry = format!("    ({name:?}, include_str!({path:?})),\n");
        list.push_str(&entry);
    }
    list.push_str("]\n");
    let output = env::var_os("OUT_DIR").expect("cargo sets it");
    let output = Path::new(&output).join("gallery.rs");
    fs::write(output, list).expect("the folder of build results");
}
