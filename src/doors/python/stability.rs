//! Whether a scene at rest stands.

use crate::collapse::{marked_options, report_options};
use crate::errors::{exception, no_critical, no_stability};
use crate::friction::friction_picture;
use crate::proof::{Pickled, another_kind, checked, shown};
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::{Object, OptionalTuple, Tuple, Values};
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zwang::answer::{self, draw_options, held_indeterminate, indeterminate, require_rest};
use zwang::check::UnreducedAcceleration;
use zwang::check::friction::{FrictionVerdict, VerifiedAccelerations};
use zwang::check::statics::VerifiedStatics;
use zwang::collapse::ForceChoice;
use zwang::output::draw::DrawOptions;
use zwang::output::told::{self, holding_of_rest};
use zwang::output::{
    BalancedOn, Beside, Indeterminate, OutputError, SymmetryLine, draw, json, report,
};
use zwang::program::Options;
use zwang::{
    Checked, Rational, Scene as Model, StaticsVerdict, Verdict, Verified, VerifiedStability,
};

/// Whether a scene at rest stands: forces that hold it, or a motion that nothing resists, accepted
/// by the checker.
///
/// Made by `zwang.stability`, or by `zwang.check` from a proof of statics. It is true unless the
/// scene falls. A pickle holds scene and proof, and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct Stability {
    scene: Py<Scene>,
    claim: Claim,
    symmetries: Vec<SymmetryLine>,
    /// How forces that are not unique were chosen; `None` of those of a proof.
    chosen: Option<ForceChoice>,
    /// Corners without friction on which bodies are balanced; not known of a proof.
    balanced_on: Vec<BalancedOn>,
    proof: String,
}

/// The statement that is proved of a scene at rest.
pub enum Claim {
    /// Without friction, how it starts to move.
    Motion(Box<Verified>),
    /// With friction, whether forces hold it.
    Statics(Box<VerifiedStatics>),
    /// That friction holds it, and nothing but rest obeys Coulomb's law.
    Rest(Box<VerifiedAccelerations>),
}

/// Whether a scene at rest stands, decided over the rationals and accepted by the checker.
///
/// `threads`, `time_limit` and `progress` are as for `zwang.collapse`. Raises `MovingError` if a
/// body has a velocity or a spin, `TimeLimit` if there is no answer after `time_limit` seconds, and
/// `NoAnswer` if bodies overlap. `KeyboardInterrupt` (Ctrl-C) stops it.
#[pyfunction]
#[pyo3(signature = (
    scene,
    *,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn stability(
    py: Python,
    scene: Py<Scene>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Stability> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let solved = wait_telling(py, limits, progress, |monitor| {
        answer::stability(model, &Options::default(), monitor, || ())
    })?;
    let solved = solved.map_err(|error| no_stability(py, &error))?;
    Ok(match solved {
        VerifiedStability::Motion(answer) => Stability {
            scene,
            proof: answer.proof().to_owned(),
            chosen: Some(answer.force_choice),
            balanced_on: answer.balanced_on,
            claim: Claim::Motion(answer.verified.into()),
            symmetries: answer.symmetries,
        },
        VerifiedStability::Statics(answer) => Stability {
            scene,
            claim: Claim::Statics(answer.verified.into()),
            chosen: Some(answer.force_choice),
            balanced_on: answer.balanced_on,
            symmetries: answer.symmetries,
            proof: answer.proof,
        },
        VerifiedStability::Rest(answer) => Stability {
            scene,
            claim: Claim::Rest(answer.verified.into()),
            chosen: Some(answer.force_choice),
            balanced_on: answer.balanced_on,
            symmetries: answer.symmetries,
            proof: answer.proof,
        },
    })
}

/// A pickled `Stability`, checked again.
///
/// Raises `Rejected`, `ProofError` or `MovingError` if it does not hold.
#[pyfunction]
pub fn load_stability(py: Python, scene: Py<Scene>, proof: &str) -> PyResult<Stability> {
    let at_rest = require_rest(&scene.get().scene);
    at_rest.map_err(|error| exception(py, "MovingError", error))?;
    let claim = match checked(py, &scene, proof)? {
        Checked::Motion(verified) => Claim::Motion(verified),
        Checked::Statics(verified) => Claim::Statics(verified),
        Checked::Friction(verified) if verified.verdict() == FrictionVerdict::Stands => {
            Claim::Rest(verified)
        }
        Checked::Threshold(_) | Checked::Ranges(_) | Checked::Friction(_) => {
            return Err(another_kind(py, "a motion or of statics"));
        }
    };
    Ok(Stability::of_proof(scene, claim, proof))
}

impl Claim {
    fn scene(&self) -> &Model {
        match self {
            Self::Motion(verified) => verified.scene(),
            Self::Statics(verified) => verified.scene(),
            Self::Rest(verified) => verified.scene(),
        }
    }

    /// How the bodies move, or virtually may; of a motion the first.
    fn velocities(&self) -> Option<Vec<UnreducedAcceleration>> {
        match self {
            Self::Motion(verified) => {
                let answer = verified.first_answer()?;
                Some(answer.accelerations.clone())
            }
            Self::Statics(verified) => Some(verified.velocities().to_vec()),
            Self::Rest(verified) => Some(verified.first_accelerations()),
        }
    }
}

impl Stability {
    pub fn of_proof(scene: Py<Scene>, claim: Claim, proof: &str) -> Self {
        Self {
            scene,
            symmetries: answer::symmetries(claim.scene()),
            claim,
            chosen: None,
            balanced_on: Vec::new(),
            proof: proof.to_owned(),
        }
    }

    fn outcome(&self) -> StaticsVerdict {
        match &self.claim {
            Claim::Motion(verified) if verified.verdict() == Verdict::Rests => {
                StaticsVerdict::Stands
            }
            Claim::Motion(_) => StaticsVerdict::Falls,
            Claim::Statics(verified) => verified.verdict(),
            Claim::Rest(_) => StaticsVerdict::Stands,
        }
    }

    /// Which of its forces are not unique; `None` if it falls.
    fn marks(&self) -> Option<Indeterminate> {
        if self.falls() {
            return None;
        }
        let scene = self.claim.scene();
        match &self.claim {
            Claim::Motion(verified) => {
                let answer = verified.first_answer();
                answer.map(|answer| indeterminate(scene, answer))
            }
            Claim::Statics(verified) => {
                let holding = verified.holding();
                holding.map(|holding| held_indeterminate(scene, holding))
            }
            Claim::Rest(verified) => {
                let holding = holding_of_rest(verified);
                Some(held_indeterminate(scene, &holding))
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

    fn falls(&self) -> bool {
        self.outcome() == StaticsVerdict::Falls
    }
}

#[pymethods]
impl Stability {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// "stands" if nothing but rest is possible: forces without friction balance weights and loads,
    /// or leaves prove it of those with friction; "can stand" if forces within Coulomb's bound do
    /// (that they arise is not shown), "falls" otherwise.
    #[getter]
    fn verdict(&self) -> String {
        self.outcome().to_string()
    }

    /// The forces that hold the scene, a tuple of `zwang.Force`; `None` if it falls.
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> OptionalTuple<'py> {
        if self.falls() {
            return Ok(None);
        }
        let values = Values::new(py, self.claim.scene());
        let forces = match &self.claim {
            Claim::Motion(verified) => {
                let answer = verified.first_answer();
                answer.map(|answer| values.forces_of_answer(answer))
            }
            Claim::Statics(verified) => {
                let holding = verified.holding();
                holding.map(|holding| values.held_forces(holding))
            }
            Claim::Rest(verified) => {
                let holding = holding_of_rest(verified);
                Some(values.held_forces(&holding))
            }
        };
        forces.transpose()
    }

    /// The bars of frames with the forces along them: a tuple of `zwang.Bar`.
    #[getter]
    fn bars<'py>(&self, py: Python<'py>) -> Object<'py> {
        let values = py.import("zwang.values")?;
        values.call_method1("bars_of", (self.to_json(py)?,))
    }

    /// The pins with the forces that hold the scene, a tuple of `zwang.Pin`; `None` if it falls.
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> OptionalTuple<'py> {
        if self.falls() {
            return Ok(None);
        }
        let values = Values::new(py, self.claim.scene());
        let pins = match &self.claim {
            Claim::Motion(verified) => {
                let answer = verified.first_answer();
                answer.map(|answer| {
                    let marks = indeterminate(self.claim.scene(), answer);
                    values.pins(&answer.pins, &marks)
                })
            }
            Claim::Statics(verified) => {
                let holding = verified.holding();
                holding.map(|holding| values.held_pins(holding))
            }
            Claim::Rest(verified) => {
                let holding = holding_of_rest(verified);
                Some(values.held_pins(&holding))
            }
        };
        pins.transpose()
    }

    /// A virtual motion that no contact resists and under which weights and loads do work, the
    /// `zwang.Velocity` of each body by name; `None` unless the scene falls. Its largest velocity
    /// along x or y is 1 m/s; if bodies only turn, its largest spin is 1 rad/s.
    #[getter]
    fn motion<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !self.falls() {
            return Ok(None);
        }
        let values = Values::new(py, self.claim.scene());
        let velocities = self.claim.velocities();
        let motion = velocities.map(|velocities| values.velocities(&velocities));
        motion.transpose()
    }

    /// Σ m g·v, W, and the work of loads: what drives `motion`, a positive fraction, without loads
    /// the potential energy that it loses; 0 unless the scene falls.
    #[getter]
    fn work(&self) -> Rational {
        if !self.falls() {
            return Rational::default();
        }
        let scene = self.claim.scene();
        let velocities = self.claim.velocities().unwrap_or_default();
        let unit = told::to_unit(&velocities);
        if let Claim::Statics(verified) = &self.claim {
            return verified.work() * unit;
        }
        let mut work = Rational::default();
        for (pull, motion) in scene.pulls().iter().zip(&velocities) {
            // Nothing pulls a fixed body.
            if let Some(pull) = pull {
                work += pull.power(&motion.linear, &motion.angular);
            }
        }
        work * unit
    }

    /// Which forces these are: "unique"; or of several "least", those with the least Σ |f|² over
    /// contacts and pins, without friction wherever such hold the scene; "nearly least", as of more
    /// than 300 contacts; or "some". That is no part of the proof: `None` if forces that are not
    /// unique come from one, or if the scene falls.
    #[getter]
    fn force_choice(&self, py: Python) -> PyResult<Option<&'static str>> {
        let marks = wait(py, || self.marks())?;
        Ok(marks.and_then(|marks| self.beside().force_choice(&marks)))
    }

    /// How far the scene is from falling: a `zwang.Margin`, the tilts of the whole and the pushes
    /// along x, of all bodies and of the first `bodies` alone (`None`: of each), that end
    /// equilibrium. `None` if it falls.
    ///
    /// `threads`, `time_limit` and `progress` are as for `zwang.collapse`. Raises what
    /// `zwang.critical` does.
    // A default that is an `Option` has no text of its own in Python.
    #[pyo3(signature = (
        *,
        bodies = Some(32),
        threads = None,
        time_limit = None,
        progress = None,
    ), text_signature = "($self, *, bodies=32, threads=None, time_limit=None, progress=None)")]
    fn margin<'py>(
        &self,
        py: Python<'py>,
        bodies: Option<usize>,
        threads: Option<usize>,
        time_limit: Option<Seconds>,
        progress: Option<&Bound<PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let limits = Limits::new(threads, time_limit)?;
        if self.falls() {
            return Ok(None);
        }
        let model = self.claim.scene();
        let most = bodies.unwrap_or(usize::MAX);
        let found = wait_telling(py, limits, progress, |monitor| {
            answer::margin(model, most, &Options::default(), monitor, |_| ())
        })?;
        let found = found.map_err(|error| no_critical(py, &error))?;
        let margin = Values::new(py, model).margin(&found.shown())?;
        Ok(Some(margin))
    }

    /// Symmetries of the scene: a tuple of `zwang.Reflection` and `zwang.Rotation`. They are no
    /// part of the proof.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = Values::new(py, self.claim.scene());
        values.symmetries(&self.symmetries)
    }

    /// The text of the proof: `zwang-proof-1` without friction, `zwang-statics-1` with it, and
    /// `zwang-friction-1` where leaves prove that a scene that friction holds stands.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        match &self.claim {
            Claim::Motion(verified) => verified.bits(),
            Claim::Statics(verified) => verified.bits(),
            Claim::Rest(verified) => verified.bits(),
        }
    }

    /// Returns JSON of the format `zwang-stability-1`.
    fn to_json(&self, py: Python) -> PyResult<String> {
        let text = wait(py, || match &self.claim {
            Claim::Motion(verified) => json::stability(verified, indeterminate, self.beside()),
            Claim::Statics(verified) => {
                Ok(json::statics(verified, held_indeterminate, self.beside()))
            }
            Claim::Rest(verified) => {
                Ok(json::only_rest(verified, held_indeterminate, self.beside()))
            }
        })?;
        report_of(py, text)
    }

    /// Returns text for people. `full` leaves no row of the tables out.
    #[pyo3(signature = (*, full = false))]
    fn report(&self, py: Python, full: bool) -> PyResult<String> {
        let text = wait(py, || match &self.claim {
            Claim::Motion(verified) => {
                let mut options = marked_options(full, verified);
                options.balanced_on.clone_from(&self.balanced_on);
                report::stability(verified, &self.symmetries, &options)
            }
            Claim::Statics(verified) => {
                let mut options = report_options(full);
                options.balanced_on.clone_from(&self.balanced_on);
                options.no_ranges = answer::why_no_ranges(verified.scene());
                Ok(report::statics(
                    verified,
                    &self.symmetries,
                    held_indeterminate,
                    &options,
                ))
            }
            Claim::Rest(verified) => {
                let mut options = report_options(full);
                options.no_ranges = answer::why_no_ranges(verified.scene());
                Ok(report::only_rest(verified, held_indeterminate, &options))
            }
        })?;
        report_of(py, text)
    }

    /// A frame of pandas with a row for each force that holds the scene; empty if it falls. For
    /// each number a column has the exact text, and another, `…_double`, the nearest double.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let forces = slf.getattr("forces")?;
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_forces", (forces,))
    }

    /// A picture, as SVG: with the forces that hold the scene, or how it falls. `theme` is "light"
    /// or "dark".
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
        let options = &drawing.options;
        let symmetries = &self.symmetries;
        let svg = wait(py, || match &self.claim {
            Claim::Motion(verified) => motion_picture(verified, symmetries, options),
            Claim::Statics(verified) => {
                draw::statics_svg(verified, held_indeterminate, symmetries, options)
            }
            Claim::Rest(verified) => friction_picture(verified, symmetries, options),
        })?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __bool__(&self) -> bool {
        !self.falls()
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        self.report(py, false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "Stability", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        Pickled::new(py, "load_stability", &self.scene, &self.proof)
    }
}

/// The picture of a scene without friction; forces that are not unique are hollow.
fn motion_picture(verified: &Verified, symmetries: &[SymmetryLine], drawn: &DrawOptions) -> String {
    let answer = verified.first_answer();
    let options = draw_options(verified.scene(), answer, drawn);
    draw::stability_svg(verified, symmetries, &options)
}

/// A text about a scene at rest.
fn report_of(py: Python, text: Result<String, OutputError>) -> PyResult<String> {
    text.map_err(|error| exception(py, "MovingError", error))
}
