//! Files read: scenes and proofs, from a path or from standard input.

use crate::missing;
use anyhow::{Error, Result, anyhow, bail};
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, StdinLock};
use std::path::Path;
pub use zwang_answer::file::plain;
use zwang_check::law::{self, Kind};
use zwang_families::template::{self, AnyExpanded, Expanded, Setting};
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};
use zwang_verdict::kind::{FileKind, Place, beginning, misplaced};

/// The largest file of any other kind that is read, in bytes.
const LARGEST: u64 = 1 << 30;

/// Whether the path is `-`, which stands for standard input or output.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Whether standard input is a pipe, or a file that holds something. Nothing of it is read.
#[cfg(unix)]
pub fn is_piped() -> bool {
    use std::os::unix::fs::FileTypeExt;
    let Ok(input) = fs::metadata("/dev/stdin") else {
        return false;
    };
    let is_file = input.is_file() && input.len() > 0;
    is_file || input.file_type().is_fifo()
}

/// Whether standard input is a pipe: here that is unknown.
#[cfg(not(unix))]
pub fn is_piped() -> bool {
    false
}

/// The name of an input in errors.
pub fn name(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// The length of a file in bytes, if it has one.
pub fn length(path: &Path) -> Option<u64> {
    let file = fs::metadata(path).ok()?;
    file.is_file().then_some(file.len())
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// If the file cannot be read, is too large, or is no text.
pub fn read_text(path: &Path) -> Result<String> {
    let name = name(path);
    let input = Input::open(path).map_err(|error| failed(&name, &error))?;
    at_most(input, &name, LARGEST)
}

/// The bytes of a file of another program that describes a scene, or of standard input for `-`.
///
/// # Errors
/// If the file cannot be read, or is larger than a scene file may be.
pub fn read_foreign(path: &Path) -> Result<Vec<u8>> {
    match Input::open(path) {
        Ok(input) => bytes_into(Vec::new(), input, &name(path), read::LARGEST),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let name = name(path);
            bail!(
                "{name}: no such file; \
                 expected a model, a drawing or an assembly, or - for standard input"
            )
        }
        Err(error) => Err(failed(name(path), &error)),
    }
}

/// The text of a proof, from an input that is open already, for which there is room at once if its
/// length is known.
///
/// # Errors
/// If the input cannot be read, is too large, or is no text.
pub fn proof_in(input: impl Read, name: &str, length: Option<u64>) -> Result<String> {
    let largest = zwang_certificate::LARGEST;
    let room = length.unwrap_or(0).min(largest);
    read_into(Vec::with_capacity(room as usize), input, name, largest)
}

fn at_most(input: impl Read, name: &str, largest: u64) -> Result<String> {
    read_into(Vec::new(), input, name, largest)
}

fn read_into(bytes: Vec<u8>, input: impl Read, name: &str, largest: u64) -> Result<String> {
    text_of(bytes_into(bytes, input, name, largest)?, name)
}

fn bytes_into(mut bytes: Vec<u8>, input: impl Read, name: &str, largest: u64) -> Result<Vec<u8>> {
    let mut input = input.take(largest + 1);
    if let Err(error) = input.read_to_end(&mut bytes) {
        return Err(failed(name, &error));
    }
    if bytes.len() as u64 > largest {
        bail!(
            "{name}: found more than {largest} bytes; \
             expected a smaller file"
        );
    }
    Ok(bytes)
}

/// The text that the bytes of a file are.
///
/// # Errors
/// If they are none.
pub fn text_of(bytes: Vec<u8>, name: &str) -> Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..valid];
        let line_ends = before.iter().filter(|&&byte| byte == b'\n');
        let line = line_ends.count() + 1;
        anyhow!(
            "{name}: line {line}: found a byte that is not UTF-8; \
             expected a text file"
        )
    })
}

/// A file, or standard input.
pub enum Input {
    /// A file.
    File(BufReader<File>),
    /// Standard input.
    Standard(StdinLock<'static>),
}

impl Input {
    /// Opens a file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        if is_standard(path) {
            return Ok(Self::Standard(io::stdin().lock()));
        }
        File::open(path).map(BufReader::new).map(Self::File)
    }

    fn reader(&mut self) -> &mut dyn BufRead {
        match self {
            Self::File(reader) => reader,
            Self::Standard(reader) => reader,
        }
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader().read(buffer)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader().fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.reader().consume(amount);
    }
}

/// Opens a run, and refuses what begins otherwise.
///
/// # Errors
/// If the file cannot be read, or is no run of zwang.
pub fn open_run(path: &Path) -> Result<impl BufRead> {
    let name = name(path);
    let opened = Input::open(path).and_then(law::kind);
    let (kind, mut input) = opened.map_err(|error| failed(&name, &error))?;
    match kind {
        Kind::Run => Ok(input),
        Kind::OtherRun => bail!("{name}: {}", Kind::OTHER),
        Kind::Comparison => bail!("{name}: {}", Kind::UNCERTIFIED),
        Kind::Other => Err(other_than(&name, &mut input, Place::Run)),
    }
}

/// Why an input whose beginning is no run's is of no use at this place.
pub fn other_than(name: &str, input: &mut impl BufRead, place: Place) -> Error {
    match beginning(input) {
        Ok(text) => match misplaced(name, &text, place) {
            Some(message) => anyhow!(message),
            None => anyhow!("{name}: found no run; expected {}", place.words()),
        },
        Err(error) => failed(name, &error),
    }
}

/// Reads a scene, with these values of its parameters, and tells what was mended on the way. The
/// ending of its name says whether it is TOML or JSON, or else its text.
///
/// # Errors
/// If the file cannot be read, or is no scene: the line, the thing, what was found and expected.
pub fn read_scene(path: &Path, settings: &[Setting], tell: impl Fn(&str)) -> Result<Scene> {
    read_with_lines(path, settings, tell).map(|expanded| expanded.scene)
}

/// The same, with the lines of its bodies and pins.
///
/// # Errors
/// The same.
pub fn read_with_lines(path: &Path, settings: &[Setting], tell: impl Fn(&str)) -> Result<Expanded> {
    match Input::open(path) {
        Ok(input) => scene_in(input, path, settings, tell),
        Err(error) => Err(not_opened(path, &error)),
    }
}

/// Reads a scene of the plane or in space, and tells what was mended on the way.
///
/// # Errors
/// The same.
pub fn read_any(path: &Path, settings: &[Setting], tell: impl Fn(&str)) -> Result<AnyExpanded> {
    match Input::open(path) {
        Ok(input) => any_scene_in(input, path, settings, tell),
        Err(error) => Err(not_opened(path, &error)),
    }
}

/// Why a scene file cannot be opened.
fn not_opened(path: &Path, error: &io::Error) -> Error {
    let name = name(path);
    if error.kind() != ErrorKind::NotFound {
        return failed(name, error);
    }
    let hint = missing::hint(path);
    anyhow!("{name}: no such file; {hint}")
}

/// The scene in an input that is open already, and whose name is this path.
///
/// # Errors
/// If the input cannot be read, or is no scene: the line, the thing, what was found and expected.
pub fn scene_in(
    input: impl Read,
    path: &Path,
    settings: &[Setting],
    tell: impl Fn(&str),
) -> Result<Expanded> {
    let text = SceneText::in_input(input, path)?;
    let expanded = text.expand(settings)?;
    for note in &expanded.notes {
        let line = format!("note: {}: {note}", text.name);
        tell(&line);
    }
    Ok(expanded)
}

/// The same of the plane or in space.
///
/// # Errors
/// The same.
pub fn any_scene_in(
    input: impl Read,
    path: &Path,
    settings: &[Setting],
    tell: impl Fn(&str),
) -> Result<AnyExpanded> {
    let text = SceneText::in_input(input, path)?;
    let expanded = text.expand_any(settings)?;
    let notes = match &expanded {
        AnyExpanded::Plane(expanded) => &expanded.notes,
        AnyExpanded::Space(expanded) => &expanded.notes,
    };
    for note in notes {
        let line = format!("note: {}: {note}", text.name);
        tell(&line);
    }
    Ok(expanded)
}

/// The text of a scene file, which is a scene for each choice of its parameters.
pub struct SceneText {
    name: String,
    text: String,
    syntax: Syntax,
    /// Words that errors add if name and text disagree.
    other: &'static str,
}

impl SceneText {
    /// Reads a scene file, or standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be read, is too large, or is no text.
    pub fn read(path: &Path) -> Result<Self> {
        match Input::open(path) {
            Ok(input) => Self::in_input(input, path),
            Err(error) => Err(not_opened(path, &error)),
        }
    }

    fn in_input(input: impl Read, path: &Path) -> Result<Self> {
        let name = name(path);
        let text = at_most(input, &name, read::LARGEST)?;
        let ending = path.extension();
        let syntax = match ending.and_then(OsStr::to_str) {
            Some("json") => Syntax::Json,
            Some("toml") => Syntax::Toml,
            _ => Syntax::of(&text),
        };
        let other = match (syntax, Syntax::of(&text)) {
            (Syntax::Json, Syntax::Toml) => " (the name says JSON, but the text looks like TOML)",
            (Syntax::Toml, Syntax::Json) => " (the name says TOML, but the text looks like JSON)",
            _ => "",
        };
        Ok(Self {
            name,
            text,
            syntax,
            other,
        })
    }

    /// The message that this is a file of another kind. JSON in a file of TOML has an error that
    /// says more.
    fn misplaced(&self) -> Option<String> {
        let kind = FileKind::of(&self.text);
        if self.syntax == Syntax::Toml && kind == Some(FileKind::ForeignJson) {
            return None;
        }
        misplaced(&self.name, &self.text, Place::Scene)
    }

    /// The scene of the plane, with these values of its parameters.
    ///
    /// # Errors
    /// If the text is no scene of the plane: the file, the line, the thing, what was found and
    /// expected.
    pub fn expand(&self, settings: &[Setting]) -> Result<Expanded> {
        match self.expand_any(settings)? {
            AnyExpanded::Plane(expanded) => Ok(expanded),
            AnyExpanded::Space(_) => {
                let name = &self.name;
                bail!(
                    "{name}: this command reads plane scenes only; this one is in space \
                     (stability, collapse, draw, check, scene check and scene convert read both)"
                )
            }
        }
    }

    /// The scene of the plane or in space, with these values of its parameters.
    ///
    /// # Errors
    /// If the text is no scene: the file, the line, the thing, what was found and expected.
    pub fn expand_any(&self, settings: &[Setting]) -> Result<AnyExpanded> {
        match template::read_any(&self.text, self.syntax, settings) {
            Ok(expanded) => Ok(expanded),
            Err(error) => match self.misplaced() {
                Some(message) => bail!(message),
                None => bail!("{}: {error}{}", self.name, self.other),
            },
        }
    }
}

/// An error of reading or writing, told with the name of the file.
pub fn failed(name: impl Display, error: &io::Error) -> Error {
    anyhow!("{name}: {}", plain(error))
}
