//! How small and how large the forces can be that hold a scene at rest, or with which it moves.

use crate::collapse::report_options;
use crate::errors::{exception, no_forces};
use crate::proof::{Pickled, another_kind, checked, shown};
use crate::scene::Scene;
use crate::theme::{Drawing, fitting};
use crate::values::{Tuple, Values, pair};
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zwang::check::ranges::{self, VerifiedRanges};
use zwang::collapse::Wanted;
use zwang::output::draw;
use zwang::output::{report, told};
use zwang::program::Options;
use zwang::scene::BodyId;
use zwang::{Checked, Rational, StaticsVerdict, VerifiedForces, answer};

/// How small and how large forces can be, of all systems of forces that hold a scene at rest, or
/// with which it moves, accepted by the checker.
///
/// Made by `zwang.forces`, or by `zwang.check` from a proof of ranges. A pickle holds scene and
/// proof, and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct ForceRanges {
    scene: Py<Scene>,
    verified: VerifiedRanges,
    dimension: Option<usize>,
    /// That of `stability`, of a scene at rest; from a proof that forces hold it.
    verdict: StaticsVerdict,
    proof: String,
}

/// A body, or two that act on each other.
#[derive(FromPyObject)]
pub enum Between {
    /// All forces on it.
    Body(String),
    /// Those between the two.
    Bodies(String, String),
}

/// How small and how large the forces can be that hold a scene at rest, or with which it moves,
/// decided over the rationals and accepted by the checker. `moves` says which.
///
/// `between` names the forces: bodies, or pairs of bodies; all forces if there are none. `threads`,
/// `time_limit` and `progress` are as for `zwang.collapse`. Raises `NoAnswer` if no forces hold the
/// scene and it has corners or may move in several ways, or if corners allow too many choices;
/// `TimeLimit`, and ValueError if there is no such body.
#[pyfunction]
#[pyo3(signature = (
    scene,
    between = None,
    *,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn forces(
    py: Python,
    scene: Py<Scene>,
    between: Option<Vec<Between>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<ForceRanges> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let mut wanted = Vec::new();
    for bodies in between.iter().flatten() {
        wanted.push(wish(model, bodies)?);
    }
    let options = Options::default();
    let solved = wait_telling(py, limits, progress, |monitor| {
        answer::forces(model, &wanted, &options, monitor, || ())
    })?;
    match solved.map_err(|error| no_forces(py, &error))? {
        VerifiedForces::Held(found) | VerifiedForces::Moves(found) => Ok(ForceRanges {
            scene,
            verified: found.verified,
            dimension: found.dimension,
            verdict: found.verdict,
            proof: found.proof,
        }),
        VerifiedForces::Falls(_) => {
            let message = "no forces hold the scene, and several motions are possible; \
                           expected one that can stand, or moves in one way";
            Err(exception(py, "NoAnswer", message))
        }
    }
}

fn wish(scene: &zwang::Scene, bodies: &Between) -> PyResult<Wanted> {
    match bodies {
        Between::Body(name) => Ok(Wanted {
            body: body(scene, name)?,
            other: None,
        }),
        Between::Bodies(one, other) => Ok(Wanted {
            body: body(scene, one)?,
            other: Some(body(scene, other)?),
        }),
    }
}

fn body(scene: &zwang::Scene, name: &str) -> PyResult<BodyId> {
    scene.body_id(name).ok_or_else(|| {
        let message = format!(
            "between: found the unknown body `{name}`; \
             expected one of the scene"
        );
        PyValueError::new_err(message)
    })
}

/// A pickled `ForceRanges`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_forces(py: Python, scene: Py<Scene>, proof: &str) -> PyResult<ForceRanges> {
    match checked(py, &scene, proof)? {
        Checked::Ranges(verified) => {
            let proof = proof.to_owned();
            Ok(ForceRanges::new(scene, *verified, proof))
        }
        _ => Err(another_kind(py, "ranges of forces")),
    }
}

impl ForceRanges {
    pub fn new(scene: Py<Scene>, verified: VerifiedRanges, proof: String) -> Self {
        Self {
            scene,
            verified,
            dimension: None,
            verdict: StaticsVerdict::CanStand,
            proof,
        }
    }

    fn values<'py>(&self, py: Python<'py>) -> Values<'py, '_> {
        Values::new(py, self.verified.scene())
    }
}

/// The least and the largest value.
type Ends = (Option<Rational>, Option<Rational>);

/// The gaps of two components, a tuple of pairs for each.
fn gaps<'py>(
    py: Python<'py>,
    between: &[ranges::Between; 2],
) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)> {
    let [first, second] = between;
    let tuple = |between: &ranges::Between| {
        let gaps = between.gaps.iter();
        PyTuple::new(py, gaps.map(|[below, above]| (below, above)))
    };
    Ok((tuple(first)?, tuple(second)?))
}

/// Whether all values between the ends of two components are proved to be possible.
fn every_value([first, second]: &[ranges::Between; 2]) -> (bool, bool) {
    (!first.may_have_gaps, !second.may_have_gaps)
}

#[pymethods]
impl ForceRanges {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<Scene> {
        self.scene.clone_ref(py)
    }

    /// Whether the forces are those of a motion; otherwise they hold the scene at rest.
    #[getter]
    fn moves(&self) -> bool {
        self.verified.moves()
    }

    /// The contacts that were asked for, a tuple of `zwang.ContactRange`.
    #[getter]
    fn contacts<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = self.values(py);
        values.tuple(
            "ContactRange",
            self.verified.contacts(),
            |class, contact| {
                let told = told::range(contact);
                class.call1((
                    values.name(told.first),
                    values.name(told.second),
                    pair(&contact.point),
                    pair(&told.normal),
                    &contact.friction,
                    Ends::from(told.across),
                    Ends::from(told.along),
                    pair(&told.force),
                    gaps(py, &contact.between)?,
                    every_value(&contact.between),
                ))
            },
        )
    }

    /// The corners that were asked for, where vertices meet, a tuple of `zwang.CornerRange`.
    #[getter]
    fn corners<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = self.values(py);
        values.tuple("CornerRange", self.verified.corners(), |class, corner| {
            let told = told::corner(corner);
            let [x, y] = told.ranges.map(Ends::from);
            class.call1((
                values.name(told.first),
                values.name(told.second),
                pair(&corner.point),
                (x, y),
                pair(&told.force),
                gaps(py, &told.between)?,
                every_value(&told.between),
            ))
        })
    }

    /// The pins that were asked for, a tuple of `zwang.PinRange`.
    #[getter]
    fn pins<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let values = self.values(py);
        values.tuple("PinRange", self.verified.pins(), |class, range| {
            let pin = &values.scene.pins[range.pin];
            let told = told::pin(pin);
            let [x, y] = told.ranges(&range.force).map(Ends::from);
            let between = told.between(&range.between);
            let shown = told.force(&range.shown);
            class.call1((
                values.name(told.first),
                told.second.map(|body| values.name(body)),
                pair(&pin.at),
                (x, y),
                pair(&shown),
                gaps(py, &between)?,
                every_value(&between),
            ))
        })
    }

    /// The dimension of the family of all forces that hold the scene. It is exact, but no part of
    /// the proof, and so `None` if this was made from a proof, and if corners allow too many
    /// choices.
    #[getter]
    fn dimension(&self) -> Option<usize> {
        self.dimension
    }

    /// The text of the proof, in the format `zwang-ranges-1`, of a motion
    /// `zwang-moving-ranges-1`.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.verified.bits()
    }

    /// A frame of pandas with a row for each of `table`: "contacts", "corners" or "pins", and in
    /// columns `…_least` and `…_most` the ends of each component, None where it has no end. For each
    /// number a column has the exact text, and another, `…_double`, the nearest double.
    #[pyo3(signature = (table = "contacts"))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, table: &str) -> PyResult<Bound<'py, PyAny>> {
        let tables = slf.py().import("zwang.tables")?;
        tables.call_method1("of_ranges", (slf, table))
    }

    /// A picture of the ranges, as SVG. `theme` is "light" or "dark".
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
            draw::ranges_svg(&self.verified, &[], &drawing.options)
        })?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    /// Returns text for people. `full` leaves no row of the tables out.
    #[pyo3(signature = (*, full = false))]
    fn report(&self, py: Python, full: bool) -> PyResult<String> {
        let options = report_options(full);
        wait(py, || {
            report::forces(&self.verified, self.verdict, self.dimension, &options)
        })
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        self.report(py, false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "ForceRanges", &self.scene, self.verified.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        Pickled::new(py, "load_forces", &self.scene, &self.proof)
    }
}
