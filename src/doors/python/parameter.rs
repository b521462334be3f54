//! Values of a parameter between which a scene ceases to stand.

use crate::errors::{no_collapse, no_stability};
use crate::numbers::exact;
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::Object;
use crate::waiting::{Limits, Seconds, wait_within};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use zwang::Rational;
use zwang::answer::{self, VariedAnswer, VariedEnd};
use zwang::output::Detail;
use zwang::output::draw::DrawOptions;
use zwang::output::report::{self, Reader};
use zwang::program::Options;

/// Two values between which a scene ceases to stand, or the answer that none were found. The
/// checker has accepted the proof of the scene at either; of values between the two nothing is
/// proved.
///
/// Made by `zwang.critical_value`.
#[pyclass(frozen, module = "zwang")]
pub struct CriticalValue {
    name: String,
    found: VariedAnswer,
}

/// The value at which a scene ceases to stand, of whatever it is made from: a thickness, an angle,
/// a distance. `make` returns the scene at a value, a fraction: `lambda t: Scene.read("arch.toml",
/// set={"t": t})`, or a call of a family. `low` and `high` are the ends between which values are
/// tried, until two at most `within` apart are known, at one of which the scene stands and at the
/// other falls. `name` is that of the value in texts.
///
/// Returns a `CriticalValue`. If the scene does the same at both ends and at seven values between
/// them, there is no limit in the answer. `threads` and `time_limit` are as for `zwang.collapse`,
/// for each value. Raises whatever `make` raises, TypeError if it returns no scene of the plane,
/// and what `zwang.stability` raises.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "keywords, each with a default")]
#[pyo3(signature = (
    make,
    low,
    high,
    *,
    name = "value",
    within = None,
    threads = None,
    time_limit = None,
))]
pub fn critical_value(
    py: Python,
    make: &Bound<PyAny>,
    low: &Bound<PyAny>,
    high: &Bound<PyAny>,
    name: &str,
    within: Option<&Bound<PyAny>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<CriticalValue> {
    let limits = Limits::new(threads, time_limit)?;
    let [low, high] = [exact(low)?, exact(high)?];
    if low >= high {
        let message = format!("low, high: found {low} and {high}; expected the smaller one first");
        return Err(PyValueError::new_err(message));
    }
    let within = match within {
        Some(within) => exact(within)?,
        None => Rational::new(1.into(), 1_000_000_000_000_u64.into()),
    };
    if within <= Rational::default() {
        let message = format!("within: found {within}; expected a number above 0");
        return Err(PyValueError::new_err(message));
    }
    let options = Options::default();
    let answer_at = |value: &Rational| {
        let made = make.call1((value,))?;
        let Ok(scene) = made.cast::<Scene>() else {
            let class = made.get_type();
            let message = format!("make: found {class}; expected a zwang.Scene");
            return Err(PyTypeError::new_err(message));
        };
        let scene = scene.get().scene.as_ref().clone();
        let solved = wait_within(py, limits, |monitor| {
            answer::stability(&scene, &options, monitor, || ())
        })?;
        let solved = solved.map_err(|error| no_stability(py, &error))?;
        Ok((scene, solved))
    };
    let mechanism = |scene: &zwang::Scene| {
        let found = wait_within(py, limits, |monitor| {
            answer::mechanism_of_fall(scene, &options, monitor)
        })?;
        found.map_err(|error| no_collapse(py, &error))
    };
    Ok(CriticalValue {
        name: name.to_owned(),
        found: answer::vary(&low, &high, &within, answer_at, mechanism)?,
    })
}

impl CriticalValue {
    /// The values at which the scene stands, and at which it falls.
    fn ends(&self) -> [Option<&VariedEnd>; 2] {
        match &self.found {
            VariedAnswer::Limit(limit) => [Some(&limit.stands), Some(&limit.falls)],
            VariedAnswer::Nowhere(nowhere) => {
                let [_, last] = &nowhere.ends;
                match nowhere.mechanism.is_some() {
                    true => [None, Some(last)],
                    false => [Some(last), None],
                }
            }
        }
    }
}

#[pymethods]
impl CriticalValue {
    /// "limit" if the scene ceases to stand between `stands_at` and `falls_at`; "stands everywhere"
    /// or "falls everywhere" if it does so at all values that were tried.
    #[getter]
    fn answer(&self) -> &'static str {
        match self.ends() {
            [Some(_), Some(_)] => "limit",
            [Some(_), None] => "stands everywhere",
            [None, _] => "falls everywhere",
        }
    }

    /// A value at which forces hold the scene; `None` if none is known.
    #[getter]
    fn stands_at(&self) -> Option<&Rational> {
        let [stands, _] = self.ends();
        stands.map(|end| &end.value)
    }

    /// A value at which no forces hold the scene; `None` if none is known.
    #[getter]
    fn falls_at(&self) -> Option<&Rational> {
        let [_, falls] = self.ends();
        falls.map(|end| &end.value)
    }

    /// The fraction with the smallest denominator between the two, these included; `None` without
    /// a limit. That it is where the scene ceases to stand is not proved.
    #[getter]
    fn simplest(&self) -> Option<&Rational> {
        match &self.found {
            VariedAnswer::Limit(limit) => Some(&limit.simplest),
            VariedAnswer::Nowhere(_) => None,
        }
    }

    /// At how many values the scene was solved.
    #[getter]
    fn solved(&self) -> usize {
        match &self.found {
            VariedAnswer::Limit(limit) => limit.solved,
            VariedAnswer::Nowhere(nowhere) => nowhere.solved,
        }
    }

    /// The scene at `stands_at`.
    #[getter]
    fn standing(&self) -> Option<Scene> {
        let [stands, _] = self.ends();
        stands.map(|end| Scene::new(end.scene.clone(), Vec::new()))
    }

    /// The scene at `falls_at`.
    #[getter]
    fn falling(&self) -> Option<Scene> {
        let [_, falls] = self.ends();
        falls.map(|end| Scene::new(end.scene.clone(), Vec::new()))
    }

    /// The proofs of the scene at `stands_at` and at `falls_at`: `zwang.check(limit.standing,
    /// limit.proofs[0])` checks the first.
    #[getter]
    fn proofs(&self) -> (Option<&str>, Option<&str>) {
        let [stands, falls] = self.ends();
        (
            stands.map(|end| end.answer.proof()),
            falls.map(|end| end.answer.proof()),
        )
    }

    /// How the scene falls at `falls_at`, as that of `Critical`.
    #[getter]
    fn mode(&self) -> Option<&'static str> {
        let mechanism = match &self.found {
            VariedAnswer::Limit(limit) => &limit.mechanism,
            VariedAnswer::Nowhere(nowhere) => &nowhere.mechanism,
        };
        mechanism.as_ref().map(report::mode)
    }

    /// Returns JSON of the format `zwang-critical-parameter-1`.
    fn to_json(&self) -> String {
        match &self.found {
            VariedAnswer::Limit(limit) => limit.json(&self.name),
            VariedAnswer::Nowhere(nowhere) => nowhere.json(&self.name),
        }
    }

    /// A frame of pandas with one row, as that of `Critical`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_value", (slf,))
    }

    /// Returns text for people. `exact` writes fractions instead of decimals.
    #[pyo3(signature = (*, exact = false))]
    fn report(&self, exact: bool) -> String {
        let detail = Detail {
            rows: None,
            is_exact: exact,
            reader: Reader::Python,
        };
        match &self.found {
            VariedAnswer::Limit(limit) => limit.report(&self.name, detail),
            VariedAnswer::Nowhere(nowhere) => nowhere.report(&self.name, detail),
        }
    }

    /// A picture, as SVG, which tells the limit: how the scene starts to fall at `falls_at`, or the
    /// forces that hold it if it falls nowhere. `theme` is "light" or "dark".
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
        let drawn = DrawOptions {
            said: match &self.found {
                VariedAnswer::Limit(limit) => limit.words(&self.name),
                VariedAnswer::Nowhere(nowhere) => nowhere.words(&self.name),
            },
            ..drawing.options.clone()
        };
        let [stands, falls] = self.ends();
        let svg = wait_within(py, Limits::default(), |monitor| match (stands, falls) {
            (_, Some(falls)) => {
                answer::initial_motion_svg(&falls.scene, &drawn, &Options::default(), monitor)
            }
            (Some(stands), None) => Ok(stands.answer.svg(&drawn)),
            (None, None) => Ok(String::new()),
        })?;
        let svg = svg.map_err(|error| no_collapse(py, &error))?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __str__(&self) -> String {
        self.report(false)
    }

    fn __repr__(&self) -> String {
        let answer = self.answer();
        format!("<zwang.CriticalValue of {}, {answer}>", self.name)
    }
}
