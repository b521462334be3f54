//! Standard output and standard error, either of which may be closed, full, or read by somebody who
//! has seen enough.

use crate::file::failed;
use anyhow::Result;
use std::io::{self, ErrorKind, Write};
pub use zwang_verdict::{line::one_line, shell::word as shell_word};

/// Prints to standard output. A reader that has closed it is no error.
///
/// # Errors
/// If standard output cannot be written to.
pub fn print(text: impl AsRef<[u8]>) -> Result<()> {
    let mut output = io::stdout().lock();
    match output
        .write_all(text.as_ref())
        .and_then(|()| output.flush())
    {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(failed("standard output", &error))
        }
        _ => Ok(()),
    }
}

/// Says something on standard error, in one line that begins with the name of the program.
pub fn tell(message: &str) {
    note(&format!("zwang: {}", one_line(message)));
}

/// Says something on standard error, unless it is to be quiet there.
pub fn tell_unless(quiet: bool, message: &str) {
    if !quiet {
        tell(message);
    }
}

/// Writes a line to standard error. If that is impossible, nobody is left to be told.
pub fn note(line: &str) {
    let _ = io::stderr()
        .lock()
        .write_all(format!("{line}\n").as_bytes());
}
