//! Folders that disappear with their test, and small sweeps in them.

use std::path::{Path, PathBuf};
use zwang_program::Stop;
use zwang_sweep::{Ask, Format, Plan, Scenes, Shard, WorkOptions, merge, work};

/// A folder that disappears with its test.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// An empty folder; `test` is a name that no other test uses.
    pub fn new(test: &str) -> Self {
        let name = format!("sweep-{}-{test}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self { path }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over is removed with the target folder.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Stacks of three bricks on either side of the critical overhang, and one that is none.
pub fn stacks() -> Plan {
    let fixed = [("count", "3")];
    let vary = [("beyond", "-1/10,0,1/10,1/7"), ("height", "1/4,0,1/3")];
    let scenes = Scenes::family("harmonic", fixed, vary);
    Plan::new(scenes, None, Ask::Collapse).unwrap()
}

/// Works on a shard to its end.
pub fn finish(folder: &Path, plan: &Plan, shard: &str) {
    let options = WorkOptions {
        threads: 2,
        ..WorkOptions::default()
    };
    let shard: Shard = shard.parse().unwrap();
    let worked = work(folder, plan, shard, &options, &Stop::default(), |_| ()).unwrap();
    assert!(worked.is_complete(), "{worked:?}");
}

/// The merged table.
pub fn table(folder: &Path, format: Format) -> Vec<u8> {
    let mut table = Vec::new();
    merge(folder, format, true, false, &mut table).unwrap();
    table
}
