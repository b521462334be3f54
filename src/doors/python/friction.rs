//! How a scene with friction starts to move.

use crate::collapse::report_options;
use crate::errors::{no_collapse, no_motion};
use crate::proof::{Pickled, another_kind, checked, shown};
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::{Dict, Object, Tuple, Values};
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use zwang::answer;
use zwang::certificate::friction::Law;
use zwang::check::friction::{FrictionAnswer, VerifiedAccelerations};
use zwang::collapse::ForceChoice;
use zwang::output::draw::DrawOptions;
use zwang::output::told::collapse_verdict;
use zwang::output::{
    BalancedOn, Beside, FrictionFindings, Indeterminate, SymmetryLine, draw, json, report,
};
use zwang::program::Options;
use zwang::{Checked, Scene as Model, Vector};

/// How a scene with friction starts to move: accelerations and contact forces that obey Coulomb's
/// law, accepted by the checker.
///
/// Made by `zwang.accelerations`, or by `zwang.check` from a proof. A pickle holds scene and proof,
/// and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct Accelerations {
    scene: Py<Scene>,
    verified: VerifiedAccelerations,
    symmetries: Vec<SymmetryLine>,
    is_unique: bool,
    is_beside_rest: bool,
    /// How forces that are not unique were chosen; `None` of those of a proof.
    chosen: Option<ForceChoice>,
    /// Corners without friction on which bodies are balanced; not known of a proof.
    balanced_on: Vec<BalancedOn>,
    proof: String,
}

/// How a scene with friction starts to move, solved over the rationals and accepted by the checker.
///
/// A scene at rest that forces hold rests. With `motion=True` the answer is instead the motion that
/// obeys the law as well: `NoAnswer` if none is known. `law` is "coulomb", or for comparison
/// "convex", which lifts what slides. `threads`, `time_limit`
/// and `progress` are as for `zwang.collapse`. Raises `TimeLimit` if there is no answer after
/// `time_limit` seconds, and `NoAnswer` if bodies overlap or collide, or none is found.
/// `KeyboardInterrupt` (Ctrl-C) stops it.
#[pyfunction]
#[pyo3(signature = (
    scene,
    *,
    law = "coulomb",
    motion = false,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn accelerations(
    py: Python,
    scene: Py<Scene>,
    law: &str,
    motion: bool,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Accelerations> {
    let law = law_of(law)?;
    accelerations_by(py, scene, law, motion, threads, time_limit, progress)
}

/// How a scene starts to move by a law; if a motion is wanted, the one that obeys it beside rest.
pub fn accelerations_by(
    py: Python,
    scene: Py<Scene>,
    law: Law,
    wants_motion: bool,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Accelerations> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let solved = wait_telling(py, limits, progress, |monitor| {
        let rest = answer::accelerations(model, law, &Options::default(), monitor, || ())?;
        match wants_motion {
            true => rest.motion(monitor),
            false => Ok(Ok(rest)),
        }
    })?;
    let solved = solved.map_err(|error| no_collapse(py, &error))?;
    let solved = solved.map_err(|error| no_motion(py, &error))?;
    Ok(Accelerations {
        scene,
        is_beside_rest: solved.is_beside_rest(),
        verified: solved.verified,
        symmetries: solved.symmetries,
        is_unique: solved.is_unique,
        chosen: Some(solved.force_choice),
        balanced_on: solved.balanced_on,
        proof: solved.proof,
    })
}

fn law_of(name: &str) -> PyResult<Law> {
    match name {
        "coulomb" => Ok(Law::Coulomb),
        "convex" => Ok(Law::Convex),
        _ => {
            let message = format!("law: found {name}; expected coulomb or convex");
            Err(PyValueError::new_err(message))
        }
    }
}

/// A pickled `Accelerations`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_accelerations(py: Python, scene: Py<Scene>, proof: &str) -> PyResult<Accelerations> {
    match checked(py, &scene, proof)? {
        Checked::Friction(verified) => {
            let proof = proof.to_owned();
            Ok(Accelerations::of_proof(scene, *verified, proof))
        }
        _ => Err(another_kind(py, "accelerations")),
    }
}

impl Accelerations {
    pub fn of_proof(scene: Py<Scene>, verified: VerifiedAccelerations, proof: String) -> Self {
        Self {
            scene,
            symmetries: answer::proved_symmetries(&verified),
            verified,
            is_unique: false,
            is_beside_rest: false,
            chosen: None,
            balanced_on: Vec::new(),
            proof,
        }
    }

    fn findings(&self) -> FrictionFindings<'_> {
        FrictionFindings {
            symmetries: &self.symmetries,
            is_unique: self.is_unique,
            is_beside_rest: self.is_beside_rest,
            indeterminate: match self.verified.law() {
                Law::Coulomb => answer::rough_indeterminate,
                Law::Convex => answer::convex_indeterminate,
            },
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

    /// The first answer of each group that has one.
    fn first_answers(&self) -> Vec<&FrictionAnswer> {
        let mut answers = Vec::new();
        for group in self.verified.groups() {
            answers.extend(group.answers.first());
        }
        answers
    }
}

#[pymethods]
impl Accelerations {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The law that the forces obey: "coulomb" or "convex".
    #[getter]
    fn law(&self) -> &str {
        self.verified.law().word()
    }

    /// "rests" if all is at rest and forces hold it; "moves"; "ambiguous" if several motions obey
    /// the law, or "impossible" if none does and velocities have to jump.
    #[getter]
    fn verdict(&self) -> String {
        collapse_verdict(self.verified.verdict()).to_string()
    }

    /// Says of a scene that rests whether a motion obeys the law as well. True if one is
    /// known (`zwang.accelerations` with `motion=True` has it), False if it is proved that there is
    /// none, None if none was found. None also if the verdict is another one, but True of the
    /// motion itself.
    #[getter]
    fn another_motion(&self) -> Option<bool> {
        match self.is_beside_rest {
            true => Some(true),
            false => self.verified.another_motion(),
        }
    }

    /// Whether no other motion has contacts that behave in the same way. That is no part of the
    /// proof: False if the answer comes from one.
    #[getter]
    fn is_unique(&self) -> bool {
        self.is_unique
    }

    /// The `zwang.Acceleration` of each body, by name; where several motions obey the law, that of
    /// the first, and 0 where none does.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let accelerations = self.verified.first_accelerations();
        self.values(py).motions(&accelerations)
    }

    /// Which bodies move together, and how many motions were found: pairs of a tuple of names and a
    /// number, 0 if no motion obeys the law.
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = self.values(py);
        let mut groups = Vec::new();
        for group in self.verified.groups() {
            let names = values.names(&group.bodies)?;
            groups.push((names, group.answers.len()));
        }
        PyTuple::new(py, groups)
    }

    /// The contacts of the first motions that touch and do not part with velocity: a tuple of
    /// `zwang.RoughContact`.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let scene = self.verified.scene();
        let mut contacts = Vec::new();
        for answer in self.first_answers() {
            let marks = (self.findings().indeterminate)(scene, answer);
            for (index, contact) in answer.contacts.iter().enumerate() {
                contacts.push((contact, marks.is_unique_contact(index)));
            }
        }
        self.values(py).rough_contacts(&contacts)
    }

    /// The bars of frames with the forces along them: a tuple of `zwang.Bar`.
    #[getter]
    fn bars<'py>(&self, py: Python<'py>) -> Object<'py> {
        let values = py.import("zwang.values")?;
        values.call_method1("bars_of", (self.to_json(py)?,))
    }

    /// The pins with their forces: a tuple of `zwang.Pin`.
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let count = self.verified.scene().pins.len();
        let mut forces = vec![Vector::zero(); count];
        let mut marks = Indeterminate {
            contacts: Vec::new(),
            pins: vec![false; count],
        };
        for answer in self.first_answers() {
            let own = (self.findings().indeterminate)(self.verified.scene(), answer);
            for (index, marked) in marks.pins.iter_mut().enumerate() {
                *marked |= !own.is_unique_pin(index);
            }
            for (pin, force) in &answer.pins {
                if let Some(entry) = forces.get_mut(pin.0) {
                    *entry = force.clone();
                }
            }
        }
        self.values(py).pins(&forces, &marks)
    }

    /// Which forces those of the first motions are: "unique"; or of what rests "least", those with
    /// the least Σ |f|² over contacts and pins, without friction wherever such hold a group of
    /// bodies; "nearly least", as of more than 300 contacts; or "some", of what moves. That is no
    /// part of the proof: `None` if forces that are not unique come from one.
    #[getter]
    fn force_choice(&self, py: Python) -> PyResult<Option<&'static str>> {
        let scene = self.verified.scene();
        wait(py, || {
            for answer in self.first_answers() {
                let marks = (self.findings().indeterminate)(scene, answer);
                if !marks.are_unique() {
                    return self.beside().force_choice;
                }
            }
            Some("unique")
        })
    }

    /// Symmetries of the scene, which motions and forces share: a tuple of `zwang.Reflection` and
    /// `zwang.Rotation`. The proof lists them; empty if the answer comes from one.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        self.values(py).symmetries(&self.symmetries)
    }

    /// The text of the proof, in the format `zwang-friction-1`.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.verified.bits()
    }

    /// Returns JSON of the format `zwang-collapse-friction-1`.
    fn to_json(&self, py: Python) -> PyResult<String> {
        wait(py, || {
            json::friction(&self.verified, &self.findings(), self.beside())
        })
    }

    /// Read-only arrays of numpy, of the nearest doubles: `acceleration` with a row of x, y and
    /// angle for each body; `point`, `normal` and `force` with a row of x and y for each contact.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("arrays", (slf,))
    }

    /// A frame of pandas with a row for each of `table`: "bodies", "contacts" or "pins". For each
    /// number a column has the exact text, and another, `…_double`, the nearest double.
    #[pyo3(signature = (table = "bodies"))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("frame", (slf, table))
    }

    /// The same as a table of pyarrow.
    #[pyo3(signature = (table = "bodies"))]
    fn to_arrow<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("arrow", (slf, table))
    }

    /// Returns text for people. `full` leaves no row of the tables out.
    #[pyo3(signature = (*, full = false))]
    fn report(&self, py: Python, full: bool) -> PyResult<String> {
        wait(py, || {
            let mut options = report_options(full);
            options.balanced_on.clone_from(&self.balanced_on);
            report::friction(&self.verified, &self.findings(), &options)
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
        let findings = FrictionFindings {
            indeterminate: drawn_marks(&self.verified),
            ..self.findings()
        };
        let svg = wait(py, || {
            draw::friction_svg(&self.verified, &findings, &drawing.options)
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
        shown(py, "Accelerations", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        Pickled::new(py, "load_accelerations", &self.scene, &self.proof)
    }
}

/// Which forces a picture shows as some of several.
fn drawn_marks(verified: &VerifiedAccelerations) -> fn(&Model, &FrictionAnswer) -> Indeterminate {
    match verified.law() {
        Law::Coulomb => answer::drawn_rough_indeterminate,
        Law::Convex => answer::drawn_convex_indeterminate,
    }
}

/// The picture of a scene that stands by friction.
pub fn friction_picture(
    verified: &VerifiedAccelerations,
    symmetries: &[SymmetryLine],
    drawn: &DrawOptions,
) -> String {
    let findings = FrictionFindings {
        symmetries,
        is_unique: true,
        is_beside_rest: false,
        indeterminate: drawn_marks(verified),
    };
    let options = DrawOptions {
        of_stability: true,
        ..drawn.clone()
    };
    draw::friction_svg(verified, &findings, &options)
}
