//! Texts of scenes of the plane and in space: from files, with values of their parameters.

use crate::errors::{Source, exception, unreadable_scene};
use crate::numbers::exact;
use crate::waiting::wait;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zwang::families::template::Setting;
use zwang::scene::SceneError;
use zwang::scene::read::{LARGEST, Syntax};

/// The remark on a name that promises another syntax.
const LOOKS_LIKE_TOML: &str = " (the name says JSON, but the text looks like TOML)";
const LOOKS_LIKE_JSON: &str = " (the name says TOML, but the text looks like JSON)";

/// A scene file that is read.
pub struct SceneFile {
    name: String,
    text: String,
    /// The syntax that its name promises, or else the one that it looks like.
    syntax: Syntax,
    /// The remark on a name that promises another syntax.
    hint: &'static str,
}

impl SceneFile {
    /// Reads a file as Python opens it.
    pub fn read(path: &Bound<PyAny>) -> PyResult<Self> {
        let py = path.py();
        let os = py.import("os")?;
        let name: String = os.call_method1("fsdecode", (path,))?.extract()?;
        let bytes = bytes_of(path)?;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let before = &error.as_bytes()[..valid];
                let line = before.split(|byte| *byte == b'\n').count();
                let message = format!(
                    "{name}: line {line}: found a byte that is not UTF-8; \
                     expected a text file"
                );
                return Err(exception(py, "SceneError", message));
            }
        };
        let looks = Syntax::of(&text);
        let syntax = match name.rsplit_once('.') {
            Some((_, "toml")) => Syntax::Toml,
            Some((_, "json")) => Syntax::Json,
            _ => looks,
        };
        let hint = match syntax {
            _ if syntax == looks => "",
            Syntax::Json => LOOKS_LIKE_TOML,
            Syntax::Toml => LOOKS_LIKE_JSON,
        };
        Ok(Self {
            name,
            text,
            syntax,
            hint,
        })
    }

    /// The scene in it.
    pub fn scene<Scene: Send>(
        &self,
        py: Python,
        settings: Option<&Bound<PyDict>>,
        read: Reader<Scene>,
    ) -> PyResult<Scene> {
        let source = Source::File {
            name: &self.name,
            hint: self.hint,
        };
        scene_in(py, &self.text, Some(self.syntax), settings, source, read)
    }
}

/// A reader of scenes of one kind, with values of parameters.
pub type Reader<Scene> = fn(&str, Syntax, &[Setting]) -> Result<Scene, SceneError>;

/// The scene in a text of the given syntax, or whichever it is, with these values of its
/// parameters.
pub fn scene_in<Scene: Send>(
    py: Python,
    text: &str,
    syntax: Option<Syntax>,
    settings: Option<&Bound<PyDict>>,
    source: Source,
    read: Reader<Scene>,
) -> PyResult<Scene> {
    if text.len() as u64 > LARGEST {
        let mut before = String::new();
        if let Source::File { name, .. } = source {
            before = format!("{name}: ");
        }
        let message = format!(
            "{before}found more than {LARGEST} bytes; \
             expected a smaller file"
        );
        return Err(exception(py, "SceneError", message));
    }
    let syntax = syntax.unwrap_or_else(|| Syntax::of(text));
    let settings = settings_of(settings)?;
    let scene = wait(py, || read(text, syntax, &settings))?;
    scene.map_err(|error| unreadable_scene(py, &error, source))
}

/// The bytes of a file, as Python opens it; one more than the most if it has more.
fn bytes_of(path: &Bound<PyAny>) -> PyResult<Vec<u8>> {
    let io = path.py().import("io")?;
    let file = io.call_method1("open", (path, "rb"))?;
    let bytes = file.call_method1("read", (LARGEST + 1,));
    file.call_method0("close")?;
    bytes?.extract()
}

/// Values of parameters, by name.
fn settings_of(set: Option<&Bound<PyDict>>) -> PyResult<Vec<Setting>> {
    let mut settings = Vec::new();
    for (name, value) in set.into_iter().flatten() {
        settings.push(Setting {
            name: name.extract()?,
            value: exact(&value)?,
        });
    }
    Ok(settings)
}
