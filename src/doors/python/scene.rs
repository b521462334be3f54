//! Scenes.

use crate::errors::Source;
use crate::numbers::exact;
use crate::scene_text::{SceneFile, scene_in};
use crate::theme::{Drawing, fitting};
use crate::values::{Dict, Object, Pair, Tuple, Values, body, pair};
use crate::waiting::wait;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use zwang::Vector;
use zwang::answer::sweep::with_body_moved;
use zwang::families::template::{self, Expanded};
use zwang::output::Indeterminate;
use zwang::output::draw::{View, step_svg};
use zwang::scene::read::Syntax;
use zwang::writer;

/// Bodies made of convex polygons, gravity, pins, friction and loads; every number exact. Units are
/// SI.
///
/// Scenes come from a file (`Scene.read`), a text (`Scene.parse`), a dict (`Scene.from_dict`) or a
/// family (`zwang.families`), and never change. Two scenes are equal if they start to move alike:
/// gravity, bodies, pins, friction and loads, whatever the scenes are called, and however much
/// bodies bounce in runs. They can be pickled and are drawn in notebooks.
#[pyclass(frozen, module = "zwang")]
pub struct Scene {
    pub scene: Arc<zwang::Scene>,
    notes: Vec<String>,
    digest: OnceLock<String>,
}

impl Scene {
    pub fn new(scene: zwang::Scene, notes: Vec<String>) -> Self {
        Self {
            scene: Arc::new(scene),
            notes,
            digest: OnceLock::new(),
        }
    }

    /// A scene that was read, with a note if it states neither gravity nor friction.
    fn of(expanded: Expanded) -> Self {
        let mut notes = expanded.notes;
        notes.extend(expanded.silent_defaults.map(str::to_owned));
        Self::new(expanded.scene, notes)
    }

    /// From a text in the given syntax, or whichever it is, with these values of its parameters.
    fn from_text(
        py: Python,
        text: &str,
        syntax: Option<Syntax>,
        settings: Option<&Bound<PyDict>>,
        source: Source,
    ) -> PyResult<Self> {
        let expanded = scene_in(py, text, syntax, settings, source, template::read)?;
        Ok(Self::of(expanded))
    }

    /// SHA-256 of the canonical form, in hexadecimal.
    fn digest_text(&self) -> &str {
        self.digest.get_or_init(|| self.scene.digest())
    }
}

#[pymethods]
impl Scene {
    /// Reads a scene file, in TOML or JSON. `set` has values of its parameters, by name, that hold
    /// instead of those in the file.
    ///
    /// Raises `SceneError` if it holds no scene, with the line that the command line prints, and
    /// `OSError` if it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, set = None))]
    fn read(path: &Bound<PyAny>, set: Option<&Bound<PyDict>>) -> PyResult<Self> {
        let py = path.py();
        let file = SceneFile::read(path)?;
        let expanded = file.scene(py, set, template::read)?;
        Ok(Self::of(expanded))
    }

    /// The scene in the text of a scene file, in TOML or JSON. `set` is that of `read`.
    ///
    /// Raises `SceneError` if it is none.
    #[staticmethod]
    #[pyo3(signature = (text, *, set = None))]
    fn parse(py: Python, text: &str, set: Option<&Bound<PyDict>>) -> PyResult<Self> {
        Self::from_text(py, text, None, set, Source::Text)
    }

    /// The scene of a dict with the keys of a scene file. Numbers may be `int`, `Fraction`,
    /// `Decimal`, texts such as "1/3" or "0.1", and whatever else is exact (`zwang.exact`).
    ///
    /// `format` may be left out. A float raises `TypeError`, which says which fraction it is;
    /// `floats="exact"` takes it as that fraction. Raises `SceneError` if the dict is no scene.
    #[staticmethod]
    #[pyo3(signature = (keys, *, floats = "refuse"))]
    fn from_dict(keys: &Bound<PyAny>, floats: &str) -> PyResult<Self> {
        let py = keys.py();
        let door = py.import("zwang.door")?;
        let text = door.call_method1("document", (keys, floats))?;
        let text: String = text.extract()?;
        Self::from_text(py, &text, Some(Syntax::Json), None, Source::Dict)
    }

    /// The name of the scene.
    #[getter]
    fn name(&self) -> &str {
        &self.scene.name
    }

    /// One line for people, or `None`.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.scene.title.as_deref()
    }

    /// The outcome that the author of the scene announces, or `None`.
    #[getter]
    fn expect(&self) -> Option<&'static str> {
        self.scene.expect.map(|expect| expect.name())
    }

    /// Remarks on the file, such as on parts that were listed clockwise and have been turned.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        PyTuple::new(py, &self.notes)
    }

    /// SHA-256 of what the physics depends on, in hexadecimal; proofs name their scene by it.
    #[getter]
    fn digest(&self) -> &str {
        self.digest_text()
    }

    /// Acceleration of free fall, m/s²: a pair of fractions.
    #[getter]
    fn gravity(&self) -> Pair<'_> {
        pair(&self.scene.gravity)
    }

    /// The bodies by their names, in file order: a new dict of `zwang.Body`.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let bodies = PyDict::new(py);
        for (id, item) in self.scene.numbered_bodies() {
            let value = body(py, &self.scene, id, item)?;
            bodies.set_item(&item.name, value)?;
        }
        Ok(bodies)
    }

    /// The pins, in file order: a tuple of `zwang.Pin` without forces.
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        Values::new(py, &self.scene).pins(&[], &Indeterminate::default())
    }

    /// The loads, those of bodies first: a tuple of `zwang.Load`.
    #[getter]
    fn loads<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        Values::new(py, &self.scene).loads()
    }

    /// Whether no body moves.
    #[getter]
    fn is_at_rest(&self) -> bool {
        self.scene.is_at_rest()
    }

    /// The scene with one body, and its pins and loads, shifted by x and y, m.
    ///
    /// Raises `KeyError` if no body has this name. Whether it overlaps others there is found by
    /// whoever solves the scene.
    #[pyo3(signature = (body, *, x = None, y = None))]
    fn moved(
        &self,
        body: &str,
        x: Option<&Bound<PyAny>>,
        y: Option<&Bound<PyAny>>,
    ) -> PyResult<Self> {
        let mut shift = Vector::zero();
        if let Some(x) = x {
            shift.x = exact(x)?;
        }
        if let Some(y) = y {
            shift.y = exact(y)?;
        }
        match with_body_moved(&self.scene, body, &shift) {
            Some(mut scene) => {
                // What is expected of a scene is meant where it is.
                scene.expect = None;
                Ok(Self::new(scene, Vec::new()))
            }
            None => Err(PyKeyError::new_err(body.to_owned())),
        }
    }

    /// The text of a scene file in TOML.
    fn to_toml(&self) -> String {
        writer::to_toml(&self.scene)
    }

    /// The text of a scene file in JSON.
    fn to_json(&self) -> String {
        writer::to_json(&self.scene)
    }

    /// The keys of a scene file, numbers as texts: what `Scene.from_dict` takes.
    fn to_dict<'py>(&self, py: Python<'py>) -> Object<'py> {
        let json = py.import("json")?;
        json.call_method1("loads", (self.to_json(),))
    }

    /// A picture of the scene, as SVG. `theme` is "light" or "dark".
    #[pyo3(signature = (
        theme = "light", *, title = true, legend = true, names = true, width = None,
    ))]
    pub fn svg(
        &self,
        py: Python,
        theme: &str,
        title: bool,
        legend: bool,
        names: bool,
        width: Option<u32>,
    ) -> PyResult<String> {
        let drawing = Drawing::new(theme, [title, legend, names], width)?;
        let scene = &self.scene;
        let svg = wait(py, || {
            let view = View::of_step(scene, None);
            step_svg(scene, None, &[], &view, &drawing.options)
        })?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let name = PyString::new(py, &self.scene.name);
        let name = name.repr()?;
        let bodies = self.scene.bodies.len();
        Ok(format!("<zwang.Scene {name}, {bodies} bodies>"))
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        let other = other.get();
        self.digest_text() == other.digest_text()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.digest_text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        let load = py.get_type::<Self>().getattr("parse")?;
        let text = self.to_json();
        Ok((load.unbind(), (text,)))
    }
}

/// How a scene is pickled: the function that reads it, and its text.
type Pickled = (Py<PyAny>, (String,));
