//! A run cut into slices that can be checked one by one (`proofs/RUN.md`, section 10): each begins
//! with the record before its steps.

use super::error::FileError;
use super::reader::RunReader;
use std::io::BufRead;

/// Some steps of a run, with what the checker has to know to check them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The first step that is to be checked.
    pub first: u64,
    /// The last one.
    pub last: u64,
    /// A run file: the header, the records before these steps that they follow from, as far as
    /// there are such, and the records of these steps.
    pub text: String,
}

/// Cuts a run into slices while it is read: an iterator of [`Slice`]s. That the records are those
/// of a run is for the checker to find out.
///
/// ```
/// use zwang_answer::file::Slices;
/// let run = "{\"format\":\"zwang-run-2\",…}\n{\"k\":1,…}\n{\"k\":2,…}\n{\"k\":3,…}\n";
/// # let header = "{\"format\":\"zwang-run-2\",\"scene\":\"ab\",\"step\":\"1\",\"grid\":64,";
/// # let header = format!("{header}\"touch\":\"1\",\"radius\":\"0\",\"law\":\"0\",");
/// # let header = format!("{header}\"restitution\":\"0\",\"pairs\":[],\"rounds\":1,");
/// # let header = format!("{header}\"program\":\"zwang\"}}");
/// # let run = run.replace("{\"format\":\"zwang-run-2\",…}", &header);
/// let slices: Result<Vec<_>, _> = Slices::new(run.as_bytes(), "a.run", 2)?.collect();
/// let slices = slices?;
/// assert_eq!((slices[0].first, slices[0].last), (1, 2));
/// assert_eq!((slices[1].first, slices[1].last), (3, 3));
/// assert_eq!(slices[1].text, run.replace("{\"k\":1,…}\n", ""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Slices<R> {
    reader: RunReader<R>,
    header: String,
    /// The line of the last step before the next slice.
    before: Option<String>,
    /// Steps in each slice but the last.
    steps: u64,
    /// The first step of the next slice.
    first: u64,
}

impl<R: BufRead> Slices<R> {
    /// Slices of so many steps, at least one, of a run that errors call `name`.
    ///
    /// # Errors
    /// [`FileError`] if the first line is not that of a run.
    pub fn new(input: R, name: &str, steps: u64) -> Result<Self, FileError> {
        let mut reader = RunReader::new(input, name);
        reader.require_header()?;
        let header = reader.last_line()?.to_owned();
        Ok(Self {
            reader,
            header,
            before: None,
            steps: steps.max(1),
            first: 1,
        })
    }

    fn slice(&mut self) -> Result<Option<Slice>, FileError> {
        let mut text = format!("{}\n", self.header);
        if let Some(line) = &self.before {
            text.push_str(line);
            text.push('\n');
        }
        let first = self.first;
        let mut next = first;
        while next < first.saturating_add(self.steps) {
            let Some(line) = self.reader.line()? else {
                self.reader.require_end()?;
                break;
            };
            text.push_str(line);
            text.push('\n');
            self.before = Some(line.to_owned());
            next += 1;
        }
        if next == first {
            return Ok(None);
        }
        self.first = next;
        Ok(Some(Slice {
            first,
            last: next - 1,
            text,
        }))
    }
}

impl<R: BufRead> Iterator for Slices<R> {
    type Item = Result<Slice, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.slice().transpose()
    }
}
