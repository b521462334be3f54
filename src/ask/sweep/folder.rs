//! The folder of a sweep: its plan, and the files of rows.

use crate::error::{Result, SweepError};
use crate::part::{Place, Rows, Shard};
use crate::plan::Plan;
use crate::row::{Row, Status};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// The file of the plan.
const PLAN: &str = "sweep.json";

/// This many temporary names were taken by this process.
static TAKEN: AtomicU64 = AtomicU64::new(0);

/// The place of the row of an item.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Its file, by its place in [`Index::files`].
    pub file: usize,
    /// The bytes of its line.
    pub bytes: Range<u64>,
    pub status: Status,
}

/// The places of the rows of a folder.
pub(crate) struct Index {
    pub files: Vec<PathBuf>,
    /// The best row of each item that has one: a later one of the same status counts less.
    pub rows: BTreeMap<u64, Found>,
}

/// Writes the plan into the folder, which is made if need be, or makes sure that it is there.
pub(crate) fn begin(folder: &Path, plan: &Plan) -> Result<()> {
    if folder.is_file() {
        let name = folder.display().to_string();
        return Err(SweepError::File { name });
    }
    fs::create_dir_all(folder).map_err(SweepError::at(folder))?;
    let path = folder.join(PLAN);
    let text = plan.text();
    match fs::read_to_string(&path) {
        Ok(found) if found == text => return Ok(()),
        Ok(_) => {
            let name = path.display().to_string();
            return Err(SweepError::OtherSweep { name });
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => {
            let of_plan = SweepError::at(&path);
            return Err(of_plan(error));
        }
    }
    // Shards may begin at the same time: each writes a file of its own, and the last one stays.
    // They are equal.
    let temporary = beside(&path);
    let written = write_and_rename(&text, &temporary, &path);
    written.map_err(SweepError::at(&path))
}

/// The name of a temporary file in the same folder, which no other thread or process takes.
pub(crate) fn beside(path: &Path) -> PathBuf {
    let process = std::process::id();
    let taken = TAKEN.fetch_add(1, Ordering::Relaxed);
    let name = format!(".zwang-{process}-{taken}.tmp");
    path.with_file_name(name)
}

fn write_and_rename(text: &str, temporary: &Path, path: &Path) -> io::Result<()> {
    let mut file = File::create(temporary)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(temporary, path)
}

/// The plan of a folder.
pub(crate) fn plan(folder: &Path) -> Result<Plan> {
    let path = folder.join(PLAN);
    if !path.exists() {
        return Err(SweepError::NoSweep {
            name: folder.display().to_string(),
            found: instead_of_sweep(folder),
        });
    }
    let text = fs::read_to_string(&path);
    let text = text.map_err(SweepError::at(&path))?;
    Plan::read(&text).map_err(|error| SweepError::Plan {
        name: path.display().to_string(),
        error,
    })
}

/// The thing at the place of a folder that holds no plan.
fn instead_of_sweep(folder: &Path) -> &'static str {
    if folder.is_dir() {
        return "found a folder without sweep.json";
    }
    if folder.exists() {
        return "found a file";
    }
    "no such folder"
}

/// The file of a shard's rows.
pub(crate) fn part(folder: &Path, shard: Shard) -> PathBuf {
    folder.join(shard.file_name())
}

/// Looks through all rows of a folder that holds a sweep of so many items.
pub(crate) fn index(folder: &Path, items: u64, mut tell: impl FnMut(&Row)) -> Result<Index> {
    let files = parts(folder)?;
    let mut rows: BTreeMap<u64, Found> = BTreeMap::new();
    for (file, path) in files.iter().enumerate() {
        let input = File::open(path);
        let input = input.map_err(SweepError::at(path))?;
        for place in Rows::new(path, &input) {
            let Place { bytes, row } = place?;
            let Row { item, status, .. } = row;
            if item >= items {
                let name = path.display().to_string();
                let what = format!("found item {item}; expected items below {items}");
                return Err(SweepError::Table { name, what });
            }
            tell(&row);
            if let Some(earlier) = rows.get(&item)
                && earlier.status <= status
            {
                continue;
            }
            let found = Found {
                file,
                bytes,
                status,
            };
            rows.insert(item, found);
        }
    }
    Ok(Index { files, rows })
}

/// The files of rows, in the order of their names.
fn parts(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder);
    for entry in entries.map_err(SweepError::at(folder))? {
        let entry = entry.map_err(SweepError::at(folder))?;
        let path = entry.path();
        if is_part(&path) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn is_part(path: &Path) -> bool {
    let name = path.file_name();
    let Some(name) = name.and_then(OsStr::to_str) else {
        return false;
    };
    name.starts_with("part-") && name.ends_with(".ndjson")
}

impl Index {
    /// Reads the rows in the order of their items, one after the other.
    pub(crate) fn read(&self) -> impl Iterator<Item = Result<Row>> + '_ {
        self.rows.values().map(|found| {
            let file = &self.files[found.file];
            read_row(file, &found.bytes)
        })
    }
}

fn read_bytes(path: &Path, bytes: &Range<u64>) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(bytes.start))?;
    let mut line = Vec::new();
    let length = bytes.end - bytes.start;
    file.take(length).read_to_end(&mut line)?;
    Ok(line)
}

/// There may be more files than a process may have open.
fn read_row(path: &Path, bytes: &Range<u64>) -> Result<Row> {
    let line = read_bytes(path, bytes);
    let line = line.map_err(SweepError::at(path))?;
    serde_json::from_slice(&line).map_err(|error| SweepError::Table {
        name: path.display().to_string(),
        what: format!("found another row than a moment ago ({error}); expected no change"),
    })
}
