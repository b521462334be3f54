//! Build script: lists the scenes of the gallery, so that the program contains them. `scenes` is a
//! link to the folder of that name in the repository.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    println!("cargo::rerun-if-changed={}", folder.display());
    let entries = fs::read_dir(&folder).expect("the folder of scenes");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort_by_key(|path| path.file_stem().map(ToOwned::to_owned));
    let mut list = String::from("[\n");
    for path in paths {
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        writeln!(
            list,
            "    ({name:?}, include_str!({:?})),",
            path.display().to_string()
        )
        .expect("memory");
    }
    list.push_str("]\n");
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("gallery.rs");
    fs::write(output, list).expect("the folder of build results");
}
