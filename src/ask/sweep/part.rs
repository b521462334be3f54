//! The rows of a shard: a file that grows line by line, and is cut behind its last complete line
//! when a process goes on with it.

use crate::error::{Result, SweepError};
use crate::row::Row;
use std::fmt::{self, Formatter};
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The items k of a sweep for which k mod `count` is `index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// A text that is no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found `{0}`; expected I/N with I from 0 to N - 1, such as 17/1000")]
pub struct ShardError(String);

impl Shard {
    /// The only one: all items.
    #[must_use]
    pub fn whole() -> Self {
        Self { index: 0, count: 1 }
    }

    /// The items of this shard, ascending, out of so many.
    pub(crate) fn items(self, all: u64) -> impl Iterator<Item = u64> + Send {
        let mut next = Some(self.index);
        std::iter::from_fn(move || {
            let item = next.filter(|item| *item < all)?;
            next = item.checked_add(self.count);
            Some(item)
        })
    }

    /// Whether an item is one of its own.
    pub(crate) fn contains(self, item: u64) -> bool {
        item % self.count == self.index
    }

    /// How many items it has out of so many.
    pub(crate) fn size(self, all: u64) -> u64 {
        all.saturating_sub(self.index).div_ceil(self.count)
    }

    /// The name of its file.
    pub(crate) fn file_name(self) -> String {
        format!("part-{}-of-{}.ndjson", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let Some((index, count)) = text.split_once('/') else {
            return Err(ShardError(text.to_owned()));
        };
        match (index.parse(), count.parse()) {
            (Ok(index), Ok(count)) if index < count => Ok(Self { index, count }),
            _ => Err(ShardError(text.to_owned())),
        }
    }
}

/// Writes the form in which it is read.
impl fmt::Display for Shard {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}/{}", self.index, self.count)
    }
}

/// The file of a shard's rows, open for more. While it exists, no other process can open it like
/// this.
pub(crate) struct PartWriter {
    path: PathBuf,
    file: File,
}

impl PartWriter {
    /// Opens the file, or makes it, and cuts it behind its last complete line. Each row that it has
    /// is told.
    pub(crate) fn open(path: &Path, mut tell: impl FnMut(Row)) -> Result<Self> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path);
        let mut file = file.map_err(SweepError::at(path))?;
        // Where the system knows no locks, nobody else is kept away.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let name = path.display().to_string();
            return Err(SweepError::InUse { name });
        }
        let mut end = 0;
        for row in Rows::new(path, &file) {
            let Place { bytes, row } = row?;
            end = bytes.end;
            tell(row);
        }
        let cut = cut_behind(&mut file, end);
        cut.map_err(SweepError::at(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
        })
    }

    /// Adds a row.
    pub(crate) fn push(&mut self, row: &Row) -> Result<()> {
        let written = write_row(&mut self.file, row);
        written.map_err(SweepError::at(&self.path))
    }

    /// Brings everything to the disk.
    pub(crate) fn finish(&self) -> Result<()> {
        let synced = self.file.sync_all();
        synced.map_err(SweepError::at(&self.path))
    }
}

/// Leaves so many bytes, and goes on behind them.
fn cut_behind(file: &mut File, end: u64) -> io::Result<()> {
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(())
}

fn write_row(file: &mut File, row: &Row) -> io::Result<()> {
    let line = serde_json::to_string(row)? + "\n";
    file.write_all(line.as_bytes())
}

/// A row, and the bytes of its line.
pub(crate) struct Place {
    pub bytes: std::ops::Range<u64>,
    pub row: Row,
}

/// The rows of a file up to its last complete line.
pub(crate) struct Rows<'a> {
    path: &'a Path,
    input: BufReader<&'a File>,
    lines: u64,
    bytes: u64,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(path: &'a Path, file: &'a File) -> Self {
        Self {
            path,
            input: BufReader::new(file),
            lines: 0,
            bytes: 0,
        }
    }
}

impl Iterator for Rows<'_> {
    type Item = Result<Place>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        if let Err(error) = self.input.read_until(b'\n', &mut line) {
            return Some(Err(SweepError::at(self.path)(error)));
        }
        if !line.ends_with(b"\n") {
            return None;
        }
        let begin = self.bytes;
        self.lines += 1;
        self.bytes += line.len() as u64;
        let row = serde_json::from_slice(&line).map_err(|error| SweepError::Line {
            name: self.path.display().to_string(),
            line: self.lines,
            what: format!("found no row ({error}); expected one"),
        });
        let bytes = begin..self.bytes;
        Some(row.map(|row| Place { bytes, row }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_items() {
        for count in 1..=7 {
            let mut seen = Vec::new();
            for index in 0..count {
                let shard = Shard { index, count };
                let items: Vec<u64> = shard.items(20).collect();
                assert_eq!(items.len() as u64, shard.size(20));
                seen.extend(items);
            }
            seen.sort_unstable();
            let all: Vec<u64> = (0..20).collect();
            assert_eq!(seen, all);
        }
        let shard: Shard = "3/9".parse().unwrap();
        assert_eq!(shard.size(2), 0);
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for text in ["", "1", "1/1", "2/1", "-1/2", "0/0", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
