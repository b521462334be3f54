//! Limits at which scenes cease to stand as friction or tilt varies.

use crate::errors::{no_collapse, no_critical, no_stability};
use crate::numbers::exact;
use crate::proof::{Pickled, another_kind, checked, shown};
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::waiting::{Limits, Seconds, wait_telling, wait_within};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::OnceLock;
use zwang::answer;
use zwang::certificate::threshold::Vary;
use zwang::check::statics::Mechanism;
use zwang::check::threshold::VerifiedThreshold;
use zwang::collapse::{Variation, VariedLoad};
use zwang::output::report::{self, Reader};
use zwang::output::{Detail, json};
use zwang::program::Options;
use zwang::{Checked, Rational};

/// The limit at which a scene ceases to stand as friction, tilt or a load varies: a value at which
/// forces hold it, and one at which none do, accepted by the checker.
///
/// Made by `zwang.critical`, or by `zwang.check` from a proof. A pickle holds scene and proof, and
/// is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct Critical {
    scene: Py<Scene>,
    verified: VerifiedThreshold,
    proof: String,
    /// How the scene falls at its limit, once it is known.
    mechanism: OnceLock<Option<Mechanism>>,
}

/// A polynomial, and the two numbers between which it has one root.
type Root<'py> = (Bound<'py, PyTuple>, (Rational, Rational));

/// The limit at which a scene at rest ceases to stand, decided over the rationals and accepted by
/// the checker.
///
/// `vary` is "friction": all contacts get the same, whatever the scene says, and the least that
/// can hold the scene is enclosed between two values at most `within` apart. Or it is "tilt left"
/// or "tilt right": the ground is tilted down to that side, by an angle whose tangent is told,
/// until no forces hold the scene any more. Or it is "gx" or "gy", a component of gravity, or "load
/// NAME", a load of the scene that is taken so many times: it grows until no forces hold the scene,
/// or with `downwards` shrinks, and turns round.
///
/// There may be no limit, or no value at which the scene stands: that is an answer, too (`answer`).
///
/// `threads`, `time_limit` and `progress` are as for `zwang.collapse`. Raises `NoAnswer` if nothing
/// varies, `MovingError` if a body moves, and `TimeLimit`.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "keywords, each with a default")]
#[pyo3(signature = (
    scene,
    vary,
    *,
    downwards = false,
    within = None,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn critical(
    py: Python,
    scene: Py<Scene>,
    vary: &str,
    downwards: bool,
    within: Option<&Bound<PyAny>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<Critical> {
    let limits = Limits::new(threads, time_limit)?;
    let variation = variation(vary, downwards)?;
    let within = match within {
        Some(within) => exact(within)?,
        None => Rational::new(1.into(), 1_000_000_000.into()),
    };
    if within <= Rational::default() {
        let message = format!(
            "within: found {within}; \
             expected a number above 0"
        );
        return Err(PyValueError::new_err(message));
    }
    let model = &scene.get().scene;
    let options = Options::default();
    let solved = wait_telling(py, limits, progress, |monitor| {
        answer::threshold(model, &variation, &within, &options, monitor, || ())
    })?;
    let solved = solved.map_err(|error| no_critical(py, &error))?;
    Ok(Critical::new(scene, solved.verified, solved.proof))
}

fn variation(name: &str, downwards: bool) -> PyResult<Variation> {
    let load = match name {
        "gx" | "gy" => Some(name),
        _ => name.strip_prefix("load "),
    };
    if let Some(name) = load {
        let load = VariedLoad::of_name(name);
        return Ok(match downwards {
            true => Variation::Shrinking(load),
            false => Variation::Growing(load),
        });
    }
    if downwards {
        let message = format!("downwards: found it with {name}; expected it with a load");
        return Err(PyValueError::new_err(message));
    }
    match name {
        "friction" => Ok(Variation::Friction),
        "tilt left" => Ok(Variation::TiltLeft),
        "tilt right" => Ok(Variation::TiltRight),
        _ => {
            let expected = "friction, tilt left, tilt right, gx, gy or load NAME";
            let message = format!(
                "vary: found {name}; \
                 expected {expected}"
            );
            Err(PyValueError::new_err(message))
        }
    }
}

/// A pickled `Critical`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_critical(py: Python, scene: Py<Scene>, proof: &str) -> PyResult<Critical> {
    match checked(py, &scene, proof)? {
        Checked::Threshold(verified) => {
            let proof = proof.to_owned();
            Ok(Critical::new(scene, *verified, proof))
        }
        _ => Err(another_kind(py, "a threshold")),
    }
}

impl Critical {
    pub fn new(scene: Py<Scene>, verified: VerifiedThreshold, proof: String) -> Self {
        Self {
            scene,
            verified,
            proof,
            mechanism: OnceLock::new(),
        }
    }

    /// How the scene falls at its limit. If no friction holds it, that is solved when it is first
    /// asked for.
    fn mechanism(&self, py: Python) -> PyResult<Option<&Mechanism>> {
        if let Some(known) = self.mechanism.get() {
            return Ok(known.as_ref());
        }
        let scene = &self.scene.get().scene;
        let options = Options::default();
        let found = wait_within(py, Limits::default(), |monitor| {
            answer::mechanism_of(scene, &self.verified, &options, monitor)
        })?;
        let found = found.map_err(|error| no_collapse(py, &error))?;
        Ok(self.mechanism.get_or_init(|| found).as_ref())
    }
}

#[pymethods]
impl Critical {
    /// The scene, as it is without the variation.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// The quantity that varies: "friction", of all contacts; "tilt", the tangent of the angle by
    /// which gravity turns counter-clockwise; "gx" or "gy", a component of gravity; or "load", how
    /// many times as strong a load is.
    #[getter]
    fn vary(&self) -> &'static str {
        self.verified.vary().word()
    }

    /// The name of the load that varies, if one does.
    #[getter]
    fn load(&self) -> Option<&str> {
        match self.verified.vary() {
            Vary::Load(name) => Some(name),
            _ => None,
        }
    }

    /// The kind of answer: "limit" if the scene ceases to stand between `stands_at` and `falls_at`;
    /// "every friction above" if every friction above `falls_at` holds it, though not this one;
    /// "needs no friction"; "no limit" if it stands at `stands_at` and at every further value; "no
    /// friction is enough"; "falls beyond" if it falls at `falls_at` and at every further value;
    /// "falls everywhere"; or "every friction from", of a proof that says no more.
    #[getter]
    fn answer(&self) -> &'static str {
        self.verified.kind().name()
    }

    /// A value at which forces hold the scene; `None` if it falls at all values looked at.
    #[getter]
    fn stands_at(&self) -> Option<&Rational> {
        self.verified.stands_at()
    }

    /// "stands" or "can stand": what the scene does there; "falls" if there is no such value.
    #[getter]
    fn verdict(&self) -> String {
        self.verified.verdict().to_string()
    }

    /// A value at which no forces hold it; `None` if it stands at all values looked at.
    #[getter]
    fn falls_at(&self) -> Option<&Rational> {
        self.verified.falls_at()
    }

    /// The scene falls at every value beyond this one, to the side of `falls_at`; `None` where that
    /// is not known.
    #[getter]
    fn falls_beyond(&self) -> Option<&Rational> {
        self.verified.falls_beyond()
    }

    /// Whether the threshold is exactly `stands_at`.
    #[getter]
    fn is_exact(&self) -> bool {
        self.verified.is_exact()
    }

    /// How the scene falls at its limit: "slides", "tips", "hinges", "slides and turns", "lifts
    /// off", "turns" or "moves freely"; `None` if it does not fall. `to_json` has the bodies,
    /// hinges and contacts.
    #[getter]
    fn mode(&self, py: Python) -> PyResult<Option<&'static str>> {
        let mechanism = self.mechanism(py)?;
        Ok(mechanism.map(report::mode))
    }

    /// The exact critical friction, if that is proved: the integer coefficients of a polynomial,
    /// from the constant on, and the two numbers between which it is the only root.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Option<Root<'py>>> {
        let Some(root) = self.verified.root() else {
            return Ok(None);
        };
        let [low, high] = root.between().clone();
        let polynomial = PyTuple::new(py, root.polynomial())?;
        Ok(Some((polynomial, (low, high))))
    }

    /// The text of the proof, in the format `zwang-threshold-1`.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.verified.bits()
    }

    /// Returns JSON of the format `zwang-critical-1`.
    fn to_json(&self, py: Python) -> PyResult<String> {
        let scene = &self.scene.get().scene;
        let mechanism = self.mechanism(py)?;
        let near = answer::almost_touching_in(scene);
        let near = near.as_ref();
        Ok(json::threshold(
            scene,
            &self.verified,
            mechanism,
            None,
            near,
        ))
    }

    /// A frame of pandas with one row, to be put together with those of other scenes. For each
    /// number a column has the exact text, and another, `…_double`, the nearest double.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_limit", (slf,))
    }

    /// Returns text for people. `exact` writes fractions instead of decimals.
    #[pyo3(signature = (*, exact = false))]
    fn report(&self, py: Python, exact: bool) -> PyResult<String> {
        let scene = &self.scene.get().scene;
        let mechanism = self.mechanism(py)?;
        let detail = Detail {
            is_exact: exact,
            reader: Reader::Python,
            ..Detail::default()
        };
        Ok(report::threshold(
            scene,
            &self.verified,
            mechanism,
            None,
            detail,
        ))
    }

    /// A picture, as SVG, which tells the limit: how the scene starts to fall at `falls_at`, or the
    /// forces that hold it at `stands_at` if it falls nowhere. `theme` is "light" or "dark".
    ///
    /// It is solved and checked when it is asked for. Raises `NoAnswer` if that is not possible.
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
        let scene = &self.scene.get().scene;
        let options = Options::default();
        let svg = wait_within(py, Limits::default(), |monitor| {
            answer::critical_svg(scene, &self.verified, &drawing.options, &options, monitor)
        })?;
        let svg = svg.map_err(|error| no_stability(py, &error))?;
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
        shown(py, "Critical", &self.scene, &self.verified)
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        Pickled::new(py, "load_critical", &self.scene, &self.proof)
    }
}
