//! How a scene starts to move.

use crate::errors::{exception, no_collapse};
use crate::friction::accelerations_by;
use crate::proof::{Pickled, another_kind, checked, shown};
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::{Object, Tuple, Values};
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAny, PyTuple};
use zwang::answer::{self, draw_options};
use zwang::collapse::ForceChoice;
use zwang::output::draw::{self, DrawOptions};
use zwang::output::report::{self, Reader};
use zwang::output::{BalancedOn, Beside, ReportOptions, SymmetryLine, json};
use zwang::program::Options;
use zwang::{Checked, Law, Verified};

/// How a scene starts to move: accelerations and contact forces, accepted by the checker.
///
/// Made by `zwang.collapse`, or by `zwang.check` from a proof; there is no other way. A pickle
/// holds scene and proof, and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct Collapse {
    scene: Py<Scene>,
    verified: Verified,
    symmetries: Vec<SymmetryLine>,
    /// How forces that are not unique were chosen; `None` of those of a proof.
    chosen: Option<ForceChoice>,
    /// Corners without friction on which bodies are balanced; not known of a proof.
    balanced_on: Vec<BalancedOn>,
    proof: String,
    /// The answer, if there is exactly one, when it has been asked for.
    single: PyOnceLock<Py<PyAny>>,
}

/// How a scene starts to move (Gauss' principle of least restraint), solved over the rationals and
/// accepted by the checker.
///
/// `threads` is how many threads compute, by default one for each core; it changes nothing but the
/// time. `progress` is called with a `zwang.Progress` whenever it has changed; if it is True, a
/// line tells it after two seconds. Raises `TimeLimit` if there is no answer after `time_limit`
/// seconds, and `NoAnswer` if the scene is no question for this function: bodies overlap or
/// collide. `KeyboardInterrupt` (Ctrl-C) stops it.
///
/// A scene with friction moves by Coulomb's law: its answer is that of `zwang.accelerations`.
#[pyfunction]
#[pyo3(signature = (
    scene,
    *,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn collapse(
    py: Python,
    scene: Py<Scene>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Py<PyAny>> {
    if !scene.get().scene.friction.is_none() {
        let law = Law::Coulomb;
        let moving = accelerations_by(py, scene, law, false, threads, time_limit, progress)?;
        return moving.into_py_any(py);
    }
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let solved = wait_telling(py, limits, progress, |monitor| {
        answer::collapse(model, &Options::default(), monitor, || ())
    })?;
    let solved = solved.map_err(|error| no_collapse(py, &error))?;
    let collapse = Collapse {
        scene,
        proof: solved.proof().to_owned(),
        chosen: Some(solved.force_choice),
        balanced_on: solved.balanced_on,
        verified: solved.verified,
        symmetries: solved.symmetries,
        single: PyOnceLock::new(),
    };
    collapse.into_py_any(py)
}

/// A pickled `Collapse`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_collapse(py: Python, scene: Py<Scene>, proof: &str) -> PyResult<Collapse> {
    match checked(py, &scene, proof)? {
        Checked::Motion(verified) => Ok(Collapse::of_proof(scene, *verified, proof)),
        _ => Err(another_kind(py, "a motion")),
    }
}

impl Collapse {
    pub fn of_proof(scene: Py<Scene>, verified: Verified, proof: &str) -> Self {
        Self {
            scene,
            symmetries: answer::symmetries(verified.scene()),
            verified,
            chosen: None,
            balanced_on: Vec::new(),
            proof: proof.to_owned(),
            single: PyOnceLock::new(),
        }
    }

    /// The answer, if there is exactly one.
    fn single(&self, py: Python) -> PyResult<&Py<PyAny>> {
        self.single.get_or_try_init(py, || {
            self.refuse_several(py)?;
            let groups = self.verified.groups().len();
            let zeros = vec![0; groups];
            let answer = self.chosen(py, &zeros)?;
            Ok(answer.unbind())
        })
    }

    /// Raises `AmbiguousError` if a group has several motions.
    fn refuse_several(&self, py: Python) -> PyResult<()> {
        for group in self.verified.groups() {
            let count = group.answers;
            if count <= 1 {
                continue;
            }
            let values = self.values(py);
            let first = group.bodies.first();
            let body = first.map_or("?", |first| values.name(*first));
            let message = format!(
                "the group of body `{body}` has {count} motions of equal restraint; \
                 expected a single one \
                 (`answer` takes the number of one for each of `groups`)"
            );
            return Err(exception(py, "AmbiguousError", message));
        }
        Ok(())
    }

    fn chosen<'py>(&self, py: Python<'py>, choice: &[usize]) -> Object<'py> {
        let groups = self.verified.groups();
        if groups.iter().any(|group| group.answers == 0) {
            let message = "no motion keeps all bodies apart and all pins together";
            return Err(exception(py, "NoAnswer", message));
        }
        let found = wait(py, || self.verified.answer(choice))?;
        match found {
            Some(found) => self.values(py).answer(&found),
            None => {
                let counts = groups.iter().map(|group| group.answers);
                let counts: Vec<usize> = counts.collect();
                let message = format!(
                    "choice: found {choice:?}; \
                     expected for each group a number below that of its answers, {counts:?}"
                );
                Err(PyIndexError::new_err(message))
            }
        }
    }

    fn beside(&self) -> Beside<'_> {
        Beside {
            force_choice: self.chosen.map(ForceChoice::word),
            balanced_on: &self.balanced_on,
            ..Beside::default()
        }
    }

    fn values<'py>(&self, py: Python<'py>) -> Values<'py, '_> {
        Values::new(py, self.verified.scene())
    }

    fn field(&self, py: Python, name: &str) -> Field {
        self.single(py)?.getattr(py, name)
    }
}

#[pymethods]
impl Collapse {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The verdict: "rests" if all is at rest and nothing accelerates, "moves" if something does
    /// or the scene is in motion, "ambiguous" if corners leave several motions of equal restraint,
    /// "impossible" if none is admissible.
    #[getter]
    fn verdict(&self) -> String {
        self.verified.verdict().to_string()
    }

    /// Gauss' restraint Σ ½ m |a - g|² + ½ I α², J/s²: a fraction.
    #[getter]
    fn restraint(&self, py: Python) -> Field {
        self.field(py, "restraint")
    }

    /// The `zwang.Acceleration` of each body, by name.
    #[getter]
    fn bodies(&self, py: Python) -> Field {
        self.field(py, "bodies")
    }

    /// The contacts: a tuple of `zwang.Contact`.
    #[getter]
    fn contacts(&self, py: Python) -> Field {
        self.field(py, "contacts")
    }

    /// Vertices that meet vertices: a tuple of `zwang.Corner`.
    #[getter]
    fn corners(&self, py: Python) -> Field {
        self.field(py, "corners")
    }

    /// The bars of frames with the forces along them: a tuple of `zwang.Bar`.
    #[getter]
    fn bars<'py>(&self, py: Python<'py>) -> Object<'py> {
        let values = py.import("zwang.values")?;
        values.call_method1("bars_of", (self.to_json(py)?,))
    }

    /// The pins with their forces: a tuple of `zwang.Pin`.
    #[getter]
    fn pins(&self, py: Python) -> Field {
        self.field(py, "pins")
    }

    /// Which bodies move together, and how many motions of least restraint they have: pairs of a
    /// tuple of names and a number, 1 unless corners leave the motion open.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = self.values(py);
        let mut groups = Vec::new();
        for group in self.verified.groups() {
            let names = values.names(&group.bodies)?;
            groups.push((names, group.answers));
        }
        PyTuple::new(py, groups)
    }

    /// A `zwang.Answer`: where corners leave several motions, that of this choice, a number for
    /// each of `groups`. Without a choice there must be a single one.
    ///
    /// Raises `AmbiguousError` if there are several, `NoAnswer` if there is none, and `IndexError`
    /// if there is none of this choice.
    #[pyo3(signature = (choice = None))]
    fn answer(&self, py: Python, choice: Option<Vec<usize>>) -> Field {
        match choice {
            Some(choice) => {
                let answer = self.chosen(py, &choice)?;
                Ok(answer.unbind())
            }
            None => {
                let answer = self.single(py)?;
                Ok(answer.clone_ref(py))
            }
        }
    }

    /// Which forces those of the first answer are: "unique"; or of several "least", those with the
    /// least Σ |f|² over contacts and pins; "nearly least", of what moves; or "some", as of
    /// more than 300 contacts. That is no part of the proof: `None` if forces that are not unique
    /// come from one.
    #[getter]
    fn force_choice(&self, py: Python) -> PyResult<Option<&'static str>> {
        let Some(first) = self.verified.first_answer() else {
            return Ok(None);
        };
        let marks = wait(py, || answer::indeterminate(self.verified.scene(), first))?;
        Ok(self.beside().force_choice(&marks))
    }

    /// Symmetries of the scene, which the motion shares: a tuple of `zwang.Reflection` and
    /// `zwang.Rotation`. They are no part of the proof.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        self.values(py).symmetries(&self.symmetries)
    }

    /// The text of the proof, in the format `zwang-proof-1`.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.verified.bits()
    }

    /// Returns JSON of the format `zwang-collapse-1`.
    fn to_json(&self, py: Python) -> PyResult<String> {
        let Self {
            verified,
            symmetries,
            ..
        } = self;
        let beside = self.beside();
        wait(py, || {
            json::collapse(verified, symmetries, &[], answer::indeterminate, beside)
        })
    }

    /// Read-only arrays of numpy, of the nearest doubles: `acceleration` with a row of x, y and
    /// angle for each body; `point`, `normal` and `force` with a row of x and y for each contact.
    fn to_numpy<'py>(&self, py: Python<'py>) -> Object<'py> {
        let answer = self.single(py)?;
        let tables = py.import("zwang.tables")?;
        tables.call_method1("arrays", (answer,))
    }

    /// A frame of pandas with a row for each of `table`: "bodies", "contacts" or "pins". For each
    /// number a column has the exact text, and another, `…_double`, the nearest double.
    #[pyo3(signature = (table = "bodies"))]
    fn to_pandas<'py>(&self, py: Python<'py>, table: &str) -> Object<'py> {
        let answer = self.single(py)?;
        let tables = py.import("zwang.tables")?;
        tables.call_method1("frame", (answer, table))
    }

    /// The same as a table of pyarrow.
    #[pyo3(signature = (table = "bodies"))]
    fn to_arrow<'py>(&self, py: Python<'py>, table: &str) -> Object<'py> {
        let answer = self.single(py)?;
        py.import("zwang.tables")?
            .call_method1("arrow", (answer, table))
    }

    /// Returns text for people. `full` leaves no row of the tables out.
    #[pyo3(signature = (*, full = false))]
    fn report(&self, py: Python, full: bool) -> PyResult<String> {
        wait(py, || {
            let mut options = marked_options(full, &self.verified);
            options.balanced_on.clone_from(&self.balanced_on);
            report::collapse(&self.verified, &self.symmetries, &options)
        })
    }

    /// A picture with forces and accelerations, as SVG. `theme` is "light" or "dark".
    #[pyo3(signature = (
        theme = "light", *, title = true, legend = true, names = true, width = None,
    ))]
    fn svg(
        &self,
        py: Python,
        theme: &str,
        title: bool,
        legend: bool,
        names: bool,
        width: Option<u32>,
    ) -> PyResult<String> {
        let drawing = Drawing::new(theme, [title, legend, names], width)?;
        let svg = wait(py, || {
            picture(&self.verified, &self.symmetries, &drawing.options)
        })?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        self.report(py, false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "Collapse", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        Pickled::new(py, "load_collapse", &self.scene, &self.proof)
    }
}

/// A field of an answer.
type Field = PyResult<Py<PyAny>>;

/// How long the tables of a report may be.
pub fn report_options(full: bool) -> ReportOptions {
    let mut options = ReportOptions::default();
    options.detail.reader = Reader::Python;
    if full {
        options.detail.rows = None;
    }
    options
}

/// The same, with the forces that are not unique marked.
pub fn marked_options(full: bool, verified: &Verified) -> ReportOptions {
    let options = report_options(full);
    let Some(first) = verified.first_answer() else {
        return options;
    };
    ReportOptions {
        indeterminate: answer::indeterminate(verified.scene(), first),
        ..options
    }
}

/// The picture of an answer; forces that are not unique are hollow.
fn picture(verified: &Verified, symmetries: &[SymmetryLine], drawn: &DrawOptions) -> String {
    let answer = verified.first_answer();
    let options = draw_options(verified.scene(), answer, drawn);
    draw::svg(verified, symmetries, &options)
}
