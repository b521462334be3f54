//! Assemblies in space: ranges of forces, whether bodies lock each other, on which faces one rests,
//! in which order all stand, and the gravities that a scene withstands.

use crate::errors::{exception, not_accepted};
use crate::forces::Between;
use crate::proof::another_kind;
use crate::space::{Pickled, SpaceScene, SpaceStability, detail, name, no_answer, pickled, shown};
use crate::space::{Triple, triple};
use crate::values::Object;
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zwang::Rational;
use zwang::answer::{
    self, ForcesInSpace, ForcesInSpaceError, GravityConeError, InSpaceError, InterlockVerdict,
    Judged, Order, StabilityInSpace,
};
use zwang::check::space_ranges::VerifiedRanges;
use zwang::collapse::Wanted;
use zwang::output::{Detail, ReportOptions, json, report};
use zwang::program::{Monitor, Options};
use zwang::scene::BodyId;
use zwang::scene::space::Scene;

/// How small and how large the forces can be that hold a scene in space at rest, and where those of
/// a face act, accepted by the checker. Corners bear by one of their normals.
///
/// Made by `zwang.forces`. It is true unless no forces hold the scene. A pickle holds scene and
/// proof, and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct SpaceForceRanges {
    scene: Py<SpaceScene>,
    verified: Option<VerifiedRanges>,
    dimension: Option<usize>,
    proof: String,
}

/// Ranges of forces in space; `zwang.forces` says more.
#[pyfunction]
#[pyo3(signature = (
    scene,
    between = None,
    *,
    threads = None,
    time_limit = None,
    progress = None,
))]
pub fn space_forces(
    py: Python,
    scene: Py<SpaceScene>,
    between: Option<Vec<Between>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<SpaceForceRanges> {
    let limits = Limits::new(threads, time_limit)?;
    let model = scene.get().scene();
    let mut wanted = Vec::new();
    for bodies in between.iter().flatten() {
        let (one, other) = match bodies {
            Between::Body(one) => (one, None),
            Between::Bodies(one, other) => (one, Some(other)),
        };
        wanted.push(Wanted {
            body: known(model, one, "between")?,
            other: match other {
                Some(other) => Some(known(model, other, "between")?),
                None => None,
            },
        });
    }
    let options = Options::default();
    let solved = wait_telling(py, limits, progress, |monitor| {
        answer::forces_in_space(model, &wanted, &options, monitor, || ())
    })?;
    let solved = solved.map_err(|error| match &error {
        ForcesInSpaceError::Answer(error) => no_answer(py, error),
        _ => exception(py, "NoAnswer", &error),
    })?;
    Ok(match solved {
        ForcesInSpace::Held(found) => SpaceForceRanges {
            scene,
            verified: Some(found.verified),
            dimension: found.dimension,
            proof: found.proof,
        },
        ForcesInSpace::Falls(found) => SpaceForceRanges {
            scene,
            verified: None,
            dimension: None,
            proof: found.proof,
        },
    })
}

/// A pickled `SpaceForceRanges`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_space_forces(
    py: Python,
    scene: Py<SpaceScene>,
    proof: &str,
) -> PyResult<SpaceForceRanges> {
    let model = scene.get().scene();
    let found = wait(py, || answer::forces_of_proof_in_space(model, proof))?;
    let Some(verified) = found.map_err(|error| not_accepted(py, &error))? else {
        return Err(another_kind(py, "ranges of forces in space"));
    };
    Ok(SpaceForceRanges {
        scene,
        verified: Some(verified),
        dimension: None,
        proof: proof.to_owned(),
    })
}

#[pymethods]
impl SpaceForceRanges {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<SpaceScene> {
        self.scene.clone_ref(py)
    }

    /// "can stand" or "falls".
    #[getter]
    fn verdict(&self) -> &'static str {
        match self.verified {
            Some(_) => "can stand",
            None => "falls",
        }
    }

    /// The dimension of the family of all forces that hold the scene; `None` if only some were
    /// asked for, if the scene falls, and of a proof that was loaded. It is no part of the proof.
    #[getter]
    fn dimension(&self) -> Option<usize> {
        self.dimension
    }

    /// The ranges at contacts, a tuple of `zwang.SpaceContactRange`; empty if the scene falls.
    #[getter]
    fn contacts<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.assemblies")?;
        module.call_method1("contact_ranges", (slf.get().to_json(),))
    }

    /// The ranges of what the contacts of two parts bear together, a tuple of
    /// `zwang.SpaceFaceRange`.
    #[getter]
    fn faces<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.assemblies")?;
        module.call_method1("face_ranges", (slf.get().to_json(),))
    }

    /// The ranges of the forces at corners, a tuple of `zwang.SpaceCornerRange`.
    #[getter]
    fn corners<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.assemblies")?;
        module.call_method1("corner_ranges", (slf.get().to_json(),))
    }

    /// The ranges of the forces and torques at joints, a tuple of `zwang.SpaceJointRange`.
    #[getter]
    fn joints<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.assemblies")?;
        module.call_method1("joint_ranges", (slf.get().to_json(),))
    }

    /// Whether corners choose the normal by which they bear, so that values between two ends may be
    /// impossible.
    #[getter]
    fn may_have_gaps(&self) -> bool {
        let verified = self.verified.as_ref();
        verified.is_some_and(VerifiedRanges::may_have_gaps)
    }

    /// The text of the proof, in the format `zwang-space-ranges-1`; that it falls, otherwise.
    #[getter]
    fn proof(&self) -> &str {
        &self.proof
    }

    /// JSON of the format `zwang-space-forces-1`.
    fn to_json(&self) -> String {
        match &self.verified {
            Some(verified) => json::forces_in_space(verified, self.dimension),
            None => json::no_forces_in_space(self.scene.get().scene()),
        }
    }

    /// A frame of pandas with a row for each of `table`: "contacts", "faces", "corners" or "joints".
    /// Columns `…_least` and `…_most` have the ends of each number, None where it has no end. For
    /// each number a column has the exact text, and another, `…_double`, the nearest double. An end
    /// that is only enclosed is the outer one of its two numbers.
    #[pyo3(signature = (table = "contacts"))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, table: &str) -> Object<'py> {
        let module = slf.py().import("zwang.assemblies")?;
        module.call_method1("ranges_frame", (slf, table))
    }

    /// Text for people. `full` leaves no row of the tables out.
    #[pyo3(signature = (*, full = false))]
    fn report(&self, full: bool) -> String {
        let options = ReportOptions {
            detail: detail(full, Detail::default().is_exact),
            ..ReportOptions::default()
        };
        match &self.verified {
            Some(verified) => report::forces_in_space(verified, self.dimension, &options),
            None => report::no_forces_in_space(self.scene.get().scene()),
        }
    }

    fn __bool__(&self) -> bool {
        self.verified.is_some()
    }

    fn __str__(&self) -> String {
        self.report(false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "SpaceForceRanges", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        pickled(py, "load_space_forces", &self.scene, &self.proof)
    }
}

/// A body of the scene.
fn known(scene: &Scene, name: &str, argument: &str) -> PyResult<BodyId> {
    scene.body_id(name).ok_or_else(|| {
        let message =
            format!("{argument}: found the unknown body `{name}`; expected one of the scene");
        PyValueError::new_err(message)
    })
}

/// The scene that the checker judged, and its answer.
fn judged(py: Python, scene: Scene, answer: StabilityInSpace) -> PyResult<SpaceStability> {
    let scene = Py::new(py, SpaceScene::new(scene, Vec::new()))?;
    Ok(SpaceStability::new(scene, answer))
}

fn all_judged(
    py: Python,
    proofs: impl IntoIterator<Item = Judged>,
) -> PyResult<Vec<SpaceStability>> {
    let mut all = Vec::new();
    for Judged { scene, answer } in proofs {
        all.push(judged(py, scene, answer)?);
    }
    Ok(all)
}

fn names(scene: &Scene, bodies: &[BodyId]) -> Vec<String> {
    let names = bodies.iter().map(|body| name(scene, *body).to_owned());
    names.collect()
}

/// Asks something about a scene within limits.
fn asked<Answer: Send>(
    py: Python,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    ask: impl FnOnce(&Options, &Monitor) -> Result<Answer, InSpaceError> + Send,
) -> PyResult<Answer> {
    let limits = Limits::new(threads, time_limit)?;
    let options = Options::default();
    let found = wait_telling(py, limits, None, |monitor| ask(&options, monitor))?;
    found.map_err(|error| no_answer(py, &error))
}

/// Verdict, what moves, what moves alone, keys with what is left without them, and proofs.
type Locking = (
    &'static str,
    Vec<String>,
    Vec<String>,
    Option<Vec<(String, &'static str)>>,
    Vec<SpaceStability>,
);

/// Whether bodies lock each other; `zwang.interlock` says more.
#[pyfunction]
#[pyo3(signature = (scene, *, keys = false, threads = None, time_limit = None))]
pub fn space_interlock(
    py: Python,
    scene: Py<SpaceScene>,
    keys: bool,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<Locking> {
    let model = scene.get().scene();
    let (found, keys) = asked(py, threads, time_limit, |options, monitor| {
        let found = answer::interlock(model, options, monitor)?;
        let keys = match found.verdict {
            InterlockVerdict::Locked if keys => Some(answer::keys(model, options, monitor)?),
            _ => None,
        };
        Ok((found, keys))
    })?;
    let keys = keys.map(|keys| {
        let keys = keys.iter();
        let keys = keys.map(|(body, left)| (name(model, *body).to_owned(), left.name()));
        keys.collect()
    });
    Ok((
        found.verdict.name(),
        names(model, &found.moving),
        names(model, &found.alone),
        keys,
        all_judged(py, found.proofs)?,
    ))
}

/// Normal, corners, side, the squares of margin and height, the face beyond, the pose, and the
/// proof.
type Resting = (
    Triple3,
    Vec<Triple3>,
    i8,
    [Rational; 2],
    usize,
    ([Rational; 2], [Rational; 2]),
    SpaceStability,
);

/// Three numbers.
type Triple3 = (Rational, Rational, Rational);

fn owned((x, y, z): Triple<'_>) -> Triple3 {
    (x.clone(), y.clone(), z.clone())
}

/// On which faces a body rests; `zwang.rest` says more.
#[pyfunction]
#[pyo3(signature = (scene, body, *, threads = None, time_limit = None))]
pub fn space_rest(
    py: Python,
    scene: Py<SpaceScene>,
    body: &str,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<Vec<Resting>> {
    let model = scene.get().scene();
    let BodyId(index) = known(model, body, "body")?;
    let body = &model.bodies[index];
    let faces = asked(py, threads, time_limit, |options, monitor| {
        answer::resting_faces(model, body, options, monitor)
    })?;
    let mut told = Vec::new();
    for face in faces {
        let pose = face.pose();
        let corners = face.corners.iter().map(|corner| owned(triple(corner)));
        told.push((
            owned(triple(&face.normal)),
            corners.collect(),
            face.side as i8,
            [face.margin_squared, face.height_squared],
            face.neighbour,
            (pose.real, pose.vector),
            judged(py, face.scene, face.answer)?,
        ));
    }
    Ok(told)
}

/// Verdict, the bodies that are placed, those with which it falls, the sets that were tried, and
/// proofs.
type Placing = (
    &'static str,
    Vec<String>,
    Vec<String>,
    Option<usize>,
    Vec<SpaceStability>,
);

/// In which order all stand; `zwang.order` says more.
#[pyfunction]
#[pyo3(signature = (scene, *, as_listed = false, most = 10_000, threads = None, time_limit = None))]
pub fn space_order(
    py: Python,
    scene: Py<SpaceScene>,
    as_listed: bool,
    most: usize,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<Placing> {
    let model = scene.get().scene();
    let found = asked(
        py,
        threads,
        time_limit,
        |options, monitor| match as_listed {
            true => answer::order_as_listed(model, options, monitor),
            false => answer::order(model, most, options, monitor),
        },
    )?;
    let split =
        |steps: Vec<(BodyId, Judged)>| -> (Vec<BodyId>, Vec<Judged>) { steps.into_iter().unzip() };
    Ok(match found {
        Order::Found(steps) => {
            let (bodies, proofs) = split(steps);
            let placed = names(model, &bodies);
            ("found", placed, Vec::new(), None, all_judged(py, proofs)?)
        }
        Order::Impossible { placed, next } => {
            let (bodies, proofs) = split(next);
            let next = names(model, &bodies);
            let placed = names(model, &placed);
            ("none", placed, next, None, all_judged(py, proofs)?)
        }
        Order::Open { tried } => ("unknown", Vec::new(), Vec::new(), Some(tried), Vec::new()),
    })
}

/// Rays and facets, each with a proof.
type Cone = [Vec<(Triple3, SpaceStability)>; 2];

/// The gravities that a scene withstands; `zwang.gravity_cone` says more.
#[pyfunction]
#[pyo3(signature = (scene, *, threads = None, time_limit = None))]
pub fn space_gravity_cone(
    py: Python,
    scene: Py<SpaceScene>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
) -> PyResult<Cone> {
    let limits = Limits::new(threads, time_limit)?;
    let model = scene.get().scene();
    let options = Options::default();
    let found = wait_telling(py, limits, None, |monitor| {
        answer::gravity_cone(model, &options, monitor, &|| ())
    })?;
    let found = found.map_err(|error| match &error {
        GravityConeError::Answer(error) => no_answer(py, error),
        _ => exception(py, "NoAnswer", &error),
    })?;
    let mut lists = [Vec::new(), Vec::new()];
    for (list, directions) in lists.iter_mut().zip([found.rays, found.facets]) {
        for direction in directions {
            let vector = owned(triple(&direction.vector));
            let proof = direction.proof;
            list.push((vector, judged(py, proof.scene, proof.answer)?));
        }
    }
    Ok(lists)
}
