//! Bodies in space: scenes, whether they stand, how they start to move, and where they cease to
//! stand.

use crate::errors::{Source, exception, not_accepted};
use crate::numbers::exact;
use crate::proof::another_kind;
use crate::scene_text::{SceneFile, scene_in};
use crate::theme::{Drawing, fitting};
use crate::values::{Dict, Object, Tuple};
use crate::waiting::{Limits, Seconds, wait, wait_telling};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};
use zwang::answer::{
    self, CriticalInSpace, CriticalInSpaceError, EndInSpace, InSpaceError, SlidingEnd,
    SlidingInSpace, StabilityInSpace, StartInSpace, VariedInSpace, sliding_in_space,
};
use zwang::check::{HeldJoint, SpatialMotion};
use zwang::collapse::space::SpaceError;
use zwang::exact::Vector3;
use zwang::families::template::{self, space::Expanded};
use zwang::output::Detail;
use zwang::output::draw::space_svg;
use zwang::output::report::{self, Reader};
use zwang::output::told::to_unit_in_space;
use zwang::program::Options;
use zwang::scene::BodyId;
use zwang::scene::read::Syntax;
use zwang::scene::space::Scene;
use zwang::{Rational, writer};
use zwang_exchange::space::Format;
use zwang_exchange::{ImportOptions, Repair};

/// A point or a vector in space.
pub type Triple<'a> = (&'a Rational, &'a Rational, &'a Rational);

pub fn triple(vector: &Vector3) -> Triple<'_> {
    (&vector.x, &vector.y, &vector.z)
}

/// Bodies in space made of convex polyhedra, gravity, friction and loads; every number exact. Units
/// are SI, and z points upwards.
///
/// Scenes come from a file (`read`), a text (`parse`), a dict (`from_dict`), arrays (`boxes`),
/// meshes (`from_trimesh`) or an assembly of COMPAS (`from_compas`), and never change. Two scenes
/// are equal if they start to move alike, whatever they are called.
#[pyclass(frozen, module = "zwang")]
pub struct SpaceScene {
    scene: Arc<Scene>,
    notes: Vec<String>,
    digest: OnceLock<String>,
}

impl SpaceScene {
    /// The scene itself.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// A scene with remarks.
    pub fn new(scene: Scene, notes: Vec<String>) -> Self {
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

    fn from_text(
        py: Python,
        text: &str,
        syntax: Option<Syntax>,
        set: Option<&Bound<PyDict>>,
        source: Source,
    ) -> PyResult<Self> {
        let read = scene_in(py, text, syntax, set, source, template::space::read)?;
        Ok(Self::of(read))
    }

    /// SHA-256 of the canonical form, in hexadecimal.
    fn digest_text(&self) -> &str {
        self.digest.get_or_init(|| self.scene.digest())
    }
}

/// A class of `zwang.space_values`.
fn space_class<'py>(py: Python<'py>, name: &str) -> Object<'py> {
    py.import("zwang.space_values")?.getattr(name)
}

/// By the names of bodies, how they move: values of this class.
fn motions<'py>(
    py: Python<'py>,
    scene: &Scene,
    motions: &[SpatialMotion],
    kind: &str,
) -> Dict<'py> {
    let kind = space_class(py, kind)?;
    let told = PyDict::new(py);
    for (body, motion) in scene.bodies.iter().zip(motions) {
        let motion = kind.call1((triple(&motion.linear), triple(&motion.angular)))?;
        told.set_item(&body.name, motion)?;
    }
    Ok(told)
}

/// The name of a body; indices come from the checker.
pub fn name(scene: &Scene, body: BodyId) -> &str {
    match scene.bodies.get(body.0) {
        Some(body) => &body.name,
        None => "?",
    }
}

/// A force at a contact.
struct Borne<'a> {
    bodies: [BodyId; 2],
    point: &'a Vector3,
    normal: &'a Vector3,
    force: &'a Vector3,
    is_unique: bool,
    at_corner: bool,
}

/// The forces that hold a scene, if there are any.
fn holding(answer: &StabilityInSpace) -> impl Iterator<Item = Borne<'_>> {
    let held = answer.verified.holding().unwrap_or_default().iter();
    let marked = held.zip(answer.unique());
    marked.map(|(contact, is_unique)| Borne {
        bodies: [contact.first, contact.second],
        point: &contact.point,
        normal: &contact.normal,
        force: &contact.force,
        is_unique: *is_unique,
        at_corner: contact.at_corner,
    })
}

/// A tuple of `SpaceJoint`; their marks come behind those of contacts.
fn joints<'py>(py: Python<'py>, scene: &Scene, borne: &[HeldJoint], unique: &[bool]) -> Tuple<'py> {
    let class = space_class(py, "SpaceJoint")?;
    let first = unique.len().saturating_sub(borne.len());
    let mut told = Vec::new();
    for (joint, is_unique) in borne.iter().zip(&unique[first..]) {
        let [first, second] = joint.bodies.map(|body| name(scene, body));
        told.push(class.call1((
            joint.kind,
            first,
            second,
            triple(&joint.at),
            triple(&joint.force),
            triple(&joint.torque),
            *is_unique,
        ))?);
    }
    PyTuple::new(py, told)
}

/// A tuple of `SpaceForce`, the body that comes later in the scene first.
fn forces<'py, 'a>(
    py: Python<'py>,
    scene: &Scene,
    borne: impl Iterator<Item = Borne<'a>>,
) -> Tuple<'py> {
    let class = space_class(py, "SpaceForce")?;
    let mut told = Vec::new();
    for contact in borne {
        let [first, second] = contact.bodies;
        let (bodies, normal, force) = match first > second {
            true => (
                [first, second],
                contact.normal.clone(),
                contact.force.clone(),
            ),
            false => ([second, first], -contact.normal, -contact.force),
        };
        let [first, second] = bodies.map(|body| name(scene, body));
        told.push(class.call1((
            first,
            second,
            triple(contact.point),
            triple(&normal),
            triple(&force),
            contact.is_unique,
            contact.at_corner,
        ))?);
    }
    PyTuple::new(py, told)
}

/// Why there is no answer about a scene in space.
pub fn no_answer(py: Python, error: &InSpaceError) -> PyErr {
    let class = match error {
        InSpaceError::Solve(SpaceError::Interrupted(_)) => "TimeLimit",
        InSpaceError::Rejected(rejection) if !rejection.is_excess() => "BugError",
        _ => "NoAnswer",
    };
    exception(py, class, error)
}

/// How much is told.
pub fn detail(full: bool, exact: bool) -> Detail {
    let usual = Detail::default();
    Detail {
        rows: if full { None } else { usual.rows },
        is_exact: exact,
        reader: Reader::Python,
    }
}

/// How an answer is pickled: the function that loads it again, its scene and its proof.
pub type Pickled = (Py<PyAny>, (Py<SpaceScene>, String));

/// A pickle that this function loads.
pub fn pickled(py: Python, load: &str, scene: &Py<SpaceScene>, proof: &str) -> PyResult<Pickled> {
    let load = py.import("zwang._zwang")?.getattr(load)?;
    Ok((load.unbind(), (scene.clone_ref(py), proof.to_owned())))
}

/// How an answer is shown: its class, its scene and its verdict.
pub fn shown(
    py: Python,
    class: &str,
    scene: &Py<SpaceScene>,
    verdict: impl Display,
) -> PyResult<String> {
    let scene = scene.bind(py).repr()?;
    Ok(format!("<zwang.{class} of {scene}: {verdict}>"))
}

#[pymethods]
impl SpaceScene {
    /// Reads a scene file, in TOML or JSON. `set` has values of its parameters, by name, that hold
    /// instead of those in the file.
    ///
    /// Raises `SceneError` if it holds no scene in space, and `OSError` if it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, set = None))]
    fn read(path: &Bound<PyAny>, set: Option<&Bound<PyDict>>) -> PyResult<Self> {
        let py = path.py();
        let file = SceneFile::read(path)?;
        let read = file.scene(py, set, template::space::read)?;
        Ok(Self::of(read))
    }

    /// The scene in the text of a scene file, in TOML or JSON. `set` is that of `read`.
    ///
    /// Raises `SceneError` if it is none.
    #[staticmethod]
    #[pyo3(signature = (text, *, set = None))]
    fn parse(py: Python, text: &str, set: Option<&Bound<PyDict>>) -> PyResult<Self> {
        Self::from_text(py, text, None, set, Source::Text)
    }

    /// The scene of a dict with the keys of a scene file; numbers and `floats` are as for
    /// `zwang.Scene.from_dict`. `format` may be left out.
    ///
    /// Raises `SceneError` if the dict is no scene in space.
    #[staticmethod]
    #[pyo3(signature = (keys, *, floats = "refuse"))]
    fn from_dict(keys: &Bound<PyAny>, floats: &str) -> PyResult<Self> {
        let py = keys.py();
        let module = py.import("zwang.space_values")?;
        let text: String = module.call_method1("document", (keys, floats))?.extract()?;
        Self::from_text(py, &text, Some(Syntax::Json), None, Source::Dict)
    }

    /// Boxes along the axes, one for each row of two arrays or lists: centres and sizes, m. `fixed`
    /// has the names, or the numbers, of boxes that never move; `floor` is the height of a fixed
    /// floor below all.
    ///
    /// Boxes are called "box 0", "box 1", …, or as `names` says. Raises what `from_dict` raises.
    #[staticmethod]
    #[pyo3(signature = (
        centers,
        sizes,
        *,
        names = None,
        fixed = None,
        floor = None,
        friction = None,
        density = None,
        gravity = None,
        name = "boxes",
        floats = "refuse",
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each with a default")]
    fn boxes(
        centers: &Bound<PyAny>,
        sizes: &Bound<PyAny>,
        names: Option<&Bound<PyAny>>,
        fixed: Option<&Bound<PyAny>>,
        floor: Option<&Bound<PyAny>>,
        friction: Option<&Bound<PyAny>>,
        density: Option<&Bound<PyAny>>,
        gravity: Option<&Bound<PyAny>>,
        name: &str,
        floats: &str,
    ) -> PyResult<Self> {
        let py = centers.py();
        let keywords = PyDict::new(py);
        for (key, value) in [
            ("names", names),
            ("fixed", fixed),
            ("floor", floor),
            ("friction", friction),
            ("density", density),
            ("gravity", gravity),
        ] {
            if let Some(value) = value {
                keywords.set_item(key, value)?;
            }
        }
        keywords.set_item("name", name)?;
        keywords.set_item("floats", floats)?;
        let module = py.import("zwang.space_values")?;
        let keys = module.call_method("boxes", (centers, sizes), Some(&keywords))?;
        Self::from_dict(&keys, "refuse")
    }

    /// The scene of closed meshes by the names of their bodies: objects with `vertices` and
    /// `faces`, as those of trimesh, or pairs of such arrays. Meshes that are not convex are
    /// decomposed.
    ///
    /// Doubles are taken as the decimals that spell them. `repair` moves corners by at most so
    /// much, m, until faces are flat and bodies fit. `fixed` names bodies that never move; `floor`
    /// is the height of a fixed floor below all. Raises `SceneError` for surfaces that are not
    /// closed, or whose faces are not flat.
    #[staticmethod]
    #[pyo3(signature = (
        meshes,
        *,
        fixed = None,
        floor = None,
        friction = None,
        repair = None,
        name = "meshes",
    ))]
    fn from_trimesh(
        meshes: &Bound<PyAny>,
        fixed: Option<Vec<String>>,
        floor: Option<&Bound<PyAny>>,
        friction: Option<&Bound<PyAny>>,
        repair: Option<&Bound<PyAny>>,
        name: &str,
    ) -> PyResult<Self> {
        let py = meshes.py();
        let module = py.import("zwang.space_values")?;
        let text: String = module.call_method1("meshes", (meshes,))?.extract()?;
        let settings = [floor, friction, repair];
        imported(py, &text, Format::Obj, name, fixed, settings)
    }

    /// The scene of an assembly of compas_assembly: the object, its JSON as a text or a dict, or
    /// the path of its file. Supports are fixed. The rest is as for `from_trimesh`.
    #[staticmethod]
    #[pyo3(signature = (
        assembly,
        *,
        fixed = None,
        floor = None,
        friction = None,
        repair = None,
        name = "assembly",
    ))]
    fn from_compas(
        assembly: &Bound<PyAny>,
        fixed: Option<Vec<String>>,
        floor: Option<&Bound<PyAny>>,
        friction: Option<&Bound<PyAny>>,
        repair: Option<&Bound<PyAny>>,
        name: &str,
    ) -> PyResult<Self> {
        let py = assembly.py();
        let module = py.import("zwang.space_values")?;
        let text: String = module.call_method1("assembly", (assembly,))?.extract()?;
        let settings = [floor, friction, repair];
        imported(py, &text, Format::Compas, name, fixed, settings)
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

    /// Remarks on what was read, such as points that were left out.
    #[getter]
    fn notes<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        PyTuple::new(py, &self.notes)
    }

    /// SHA-256 of what the physics depends on, in hexadecimal; proofs name their scene by it.
    #[getter]
    fn digest(&self) -> &str {
        self.digest_text()
    }

    /// Acceleration of free fall, m/s²: three fractions.
    #[getter]
    fn gravity(&self) -> Triple<'_> {
        triple(&self.scene.gravity)
    }

    /// The bodies by their names, in file order: a new dict of `zwang.SpaceBody`.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let kind = space_class(py, "SpaceBody")?;
        let bodies = PyDict::new(py);
        for (index, body) in self.scene.bodies.iter().enumerate() {
            let mut parts = Vec::new();
            let mut radii = Vec::new();
            for part in &body.parts {
                let vertices = part.core().vertices().iter().map(triple);
                parts.push(PyTuple::new(py, vertices)?);
                radii.push(part.radius());
            }
            let fields = PyDict::new(py);
            fields.set_item("name", &body.name)?;
            fields.set_item("parts", PyTuple::new(py, parts)?)?;
            fields.set_item("radii", PyTuple::new(py, radii)?)?;
            fields.set_item("friction", self.scene.friction.of_body(BodyId(index)))?;
            if let Some(free) = &body.dynamics {
                let rows = free.inertia.rows.each_ref().map(triple);
                fields.set_item("mass", &free.mass)?;
                fields.set_item("centroid", triple(&free.centroid))?;
                fields.set_item("inertia", PyTuple::new(py, rows)?)?;
            }
            bodies.set_item(&body.name, kind.call((), Some(&fields))?)?;
        }
        Ok(bodies)
    }

    /// The loads, those of bodies first: a tuple of `zwang.SpaceLoad`.
    #[getter]
    fn loads<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let kind = space_class(py, "SpaceLoad")?;
        let mut loads = Vec::new();
        for load in &self.scene.loads {
            loads.push(kind.call1((
                &load.name,
                name(&self.scene, load.body),
                triple(&load.at),
                triple(&load.force),
                triple(&load.torque),
            ))?);
        }
        PyTuple::new(py, loads)
    }

    /// The text of a scene file in TOML.
    fn to_toml(&self) -> String {
        writer::space::to_toml(&self.scene)
    }

    /// The text of a scene file in JSON.
    fn to_json(&self) -> String {
        writer::space::to_json(&self.scene)
    }

    /// The keys of a scene file, numbers as texts: `from_dict` takes them.
    fn to_dict<'py>(&self, py: Python<'py>) -> Object<'py> {
        let json = py.import("json")?;
        json.call_method1("loads", (self.to_json(),))
    }

    /// An isometric picture of the scene, as SVG. `theme` is "light" or "dark".
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
        let svg = wait(py, || space_svg(&self.scene, None, drawing.options.clone()))?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        let name = PyString::new(py, &self.scene.name).repr()?;
        let bodies = self.scene.bodies.len();
        Ok(format!("<zwang.SpaceScene {name}, {bodies} bodies>"))
    }

    fn __eq__(&self, other: &Bound<PyAny>) -> bool {
        let Ok(other) = other.cast::<Self>() else {
            return false;
        };
        self.digest_text() == other.get().digest_text()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.digest_text().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python) -> PyResult<(Py<PyAny>, (String,))> {
        let load = py.get_type::<Self>().getattr("parse")?;
        Ok((load.unbind(), (self.to_json(),)))
    }
}

/// The scene of a text in the format of another program.
fn imported(
    py: Python,
    text: &str,
    format: Format,
    name: &str,
    fixed: Option<Vec<String>>,
    [floor, friction, repair]: [Option<&Bound<PyAny>>; 3],
) -> PyResult<SpaceScene> {
    let within = repair.map(exact).transpose()?;
    if within
        .as_ref()
        .is_some_and(|within| *within <= Rational::default())
    {
        let message = "repair: found a number that is not positive; expected a length";
        return Err(PyValueError::new_err(message));
    }
    let options = ImportOptions {
        name: name.to_owned(),
        fixed: fixed.unwrap_or_default(),
        floor: floor.map(exact).transpose()?,
        friction: friction.map(exact).transpose()?,
        repair: within.map(|within| Repair {
            within,
            planes: false,
        }),
        ..ImportOptions::default()
    };
    let bytes = text.as_bytes();
    let read = wait(py, || {
        zwang_exchange::space::import(bytes, format, &options)
    })?;
    match read {
        Ok(read) => {
            let mut notes = read.notes;
            notes.extend(read.silent_defaults.into_iter().map(str::to_owned));
            Ok(SpaceScene::new(read.scene, notes))
        }
        Err(error) => Err(exception(py, "SceneError", error)),
    }
}

/// Whether a scene in space stands: forces that hold it, or a motion that nothing resists, accepted
/// by the checker.
///
/// Made by `zwang.stability`. It is true unless the scene falls. A pickle holds scene and proof,
/// and is checked again when it is loaded.
#[pyclass(frozen, module = "zwang")]
pub struct SpaceStability {
    scene: Py<SpaceScene>,
    answer: StabilityInSpace,
}

/// Whether a scene in space stands; `zwang.stability` says more.
#[pyfunction]
#[pyo3(signature = (scene, *, threads = None, time_limit = None, progress = None))]
pub fn space_stability(
    py: Python,
    scene: Py<SpaceScene>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<SpaceStability> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let options = Options::default();
    let answer = wait_telling(py, limits, progress, |monitor| {
        answer::stability_in_space(model, &options, monitor, || ())
    })?;
    let answer = answer.map_err(|error| no_answer(py, &error))?;
    Ok(SpaceStability { scene, answer })
}

/// A pickled `SpaceStability`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_space_stability(
    py: Python,
    scene: Py<SpaceScene>,
    proof: &str,
) -> PyResult<SpaceStability> {
    let model = &scene.get().scene;
    let answer = wait(py, || answer::stability_of_proof_in_space(model, proof))?;
    match answer.map_err(|error| not_accepted(py, &error))? {
        Some(answer) => Ok(SpaceStability { scene, answer }),
        None => Err(another_kind(py, "whether a scene in space stands")),
    }
}

impl SpaceStability {
    /// An answer that the checker has accepted.
    pub fn new(scene: Py<SpaceScene>, answer: StabilityInSpace) -> Self {
        Self { scene, answer }
    }
}

#[pymethods]
impl SpaceStability {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<SpaceScene> {
        self.scene.clone_ref(py)
    }

    /// "stands", "can stand" or "falls".
    #[getter]
    fn verdict(&self) -> String {
        self.answer.verdict().to_string()
    }

    /// The forces that hold the scene, a tuple of `zwang.SpaceForce`; `None` if it falls.
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let verified = &self.answer.verified;
        if verified.holding().is_none() {
            return Ok(None);
        }
        forces(py, verified.scene(), holding(&self.answer)).map(Some)
    }

    /// The bonds with the shares of their limits that help to hold the scene, a tuple of
    /// `zwang.SpaceBond`; `None` if it falls.
    #[getter]
    fn bonds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let verified = &self.answer.verified;
        if verified.holding().is_none() {
            return Ok(None);
        }
        let class = space_class(py, "SpaceBond")?;
        let mut told = Vec::new();
        for bond in verified.bonds() {
            let [first, second] = bond.bodies.map(|body| name(verified.scene(), body));
            told.push(class.call1((
                first,
                second,
                triple(&bond.at),
                triple(&bond.pull),
                bond.share.clone(),
            ))?);
        }
        PyTuple::new(py, told).map(Some)
    }

    /// The joints with what they bear, a tuple of `zwang.SpaceJoint`; `None` if it falls.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let verified = &self.answer.verified;
        if verified.holding().is_none() {
            return Ok(None);
        }
        joints(
            py,
            verified.scene(),
            verified.joints(),
            self.answer.unique(),
        )
        .map(Some)
    }

    /// A virtual motion that no contact resists and under which weights and loads do more work than
    /// bonds can take up, the `zwang.SpaceVelocity` of each body by name; `None` unless the scene
    /// falls. Its largest velocity along an axis is 1 m/s; if bodies only turn, its largest spin is
    /// 1 rad/s.
    #[getter]
    fn motion<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let verified = &self.answer.verified;
        let Some(falling) = verified.falling() else {
            return Ok(None);
        };
        let unit = to_unit_in_space(&falling.velocities);
        let mut velocities = Vec::with_capacity(falling.velocities.len());
        for velocity in &falling.velocities {
            velocities.push(velocity.scaled(&unit));
        }
        motions(py, verified.scene(), &velocities, "SpaceVelocity").map(Some)
    }

    /// The work of weights and loads under `motion`, W: a positive fraction; 0 unless the scene
    /// falls.
    #[getter]
    fn work(&self) -> Rational {
        match self.answer.verified.falling() {
            Some(falling) => &falling.work * to_unit_in_space(&falling.velocities),
            None => Rational::default(),
        }
    }

    /// The text of the proof, in the format `zwang-space-statics-1`, or `zwang-space-coulomb-1`
    /// if nothing but rest obeys Coulomb's law although friction is needed.
    #[getter]
    fn proof(&self) -> &str {
        &self.answer.proof
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.answer.bits()
    }

    /// Returns JSON of the format `zwang-space-stability-1`.
    fn to_json(&self) -> String {
        self.answer.json()
    }

    /// Read-only arrays of doubles: `point` (m), `normal` and `force` (N), a row for each contact,
    /// and `velocity`, a row of six for each body, of a scene that falls.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.space_values")?;
        module.call_method1("arrays", (slf,))
    }

    /// A frame of pandas with a row for each force; empty if the scene falls. For each number a
    /// column has the exact text, and another, `…_double`, the nearest double.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.space_values")?;
        module.call_method1("frame", (slf,))
    }

    /// Returns text for people. `full` leaves no row of the tables out, `exact` writes fractions.
    #[pyo3(signature = (*, full = false, exact = false))]
    fn report(&self, py: Python, full: bool, exact: bool) -> PyResult<String> {
        wait(py, || self.answer.report(detail(full, exact)))
    }

    /// An isometric picture, as SVG: with the forces that hold the scene, or how it falls. `theme`
    /// is "light" or "dark".
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
        let svg = wait(py, || self.answer.svg(drawing.options.clone()))?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __bool__(&self) -> bool {
        !self.answer.falls()
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        self.report(py, false, false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "SpaceStability", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        pickled(py, "load_space_stability", &self.scene, &self.answer.proof)
    }
}

/// How a scene in space starts to move, or the forces with friction by which it rests, accepted by
/// the checker.
///
/// Made by `zwang.collapse`. A pickle holds scene and proof, and is checked again when it is
/// loaded.
#[pyclass(frozen, module = "zwang")]
pub struct SpaceCollapse {
    scene: Py<SpaceScene>,
    answer: StartInSpace,
}

/// How a scene in space starts to move; `zwang.collapse` says more.
#[pyfunction]
#[pyo3(signature = (scene, *, threads = None, time_limit = None, progress = None))]
pub fn space_collapse(
    py: Python,
    scene: Py<SpaceScene>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<SpaceCollapse> {
    let limits = Limits::new(threads, time_limit)?;
    let model = &scene.get().scene;
    let options = Options::default();
    let answer = wait_telling(py, limits, progress, |monitor| {
        answer::start_in_space(model, &options, monitor, &|| ())
    })?;
    let answer = answer.map_err(|error| no_answer(py, &error))?;
    Ok(SpaceCollapse { scene, answer })
}

/// A pickled `SpaceCollapse`, checked again.
///
/// Raises `Rejected` or `ProofError` if it does not hold.
#[pyfunction]
pub fn load_space_collapse(
    py: Python,
    scene: Py<SpaceScene>,
    proof: &str,
) -> PyResult<SpaceCollapse> {
    let model = &scene.get().scene;
    let answer = wait(py, || answer::start_of_proof_in_space(model, proof))?;
    match answer.map_err(|error| not_accepted(py, &error))? {
        Some(answer) => Ok(SpaceCollapse { scene, answer }),
        None => Err(another_kind(py, "how a scene in space starts to move")),
    }
}

#[pymethods]
impl SpaceCollapse {
    /// The scene.
    #[getter]
    fn scene(&self, py: Python) -> Py<SpaceScene> {
        self.scene.clone_ref(py)
    }

    /// "rests", "moves" or "ambiguous".
    #[getter]
    fn verdict(&self) -> String {
        self.answer.verdict().to_string()
    }

    /// The `zwang.SpaceAcceleration` of each body by name; of several motions the first.
    #[getter]
    fn bodies<'py>(&self, py: Python<'py>) -> Dict<'py> {
        let model = &self.scene.get().scene;
        match &self.answer {
            StartInSpace::Motion(found) => {
                let accelerations = found.verified.accelerations();
                motions(py, model, accelerations, "SpaceAcceleration")
            }
            StartInSpace::Held(_) => {
                let still = vec![SpatialMotion::default(); model.bodies.len()];
                motions(py, model, &still, "SpaceAcceleration")
            }
        }
    }

    /// The contact forces, a tuple of `zwang.SpaceForce`.
    #[getter]
    fn forces<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let model = &self.scene.get().scene;
        let found = match &self.answer {
            StartInSpace::Motion(found) => found,
            StartInSpace::Held(held) => return forces(py, model, holding(held)),
        };
        let marked = found.verified.contacts().iter().zip(found.unique());
        let borne = marked.map(|(contact, is_unique)| Borne {
            bodies: [contact.first, contact.second],
            point: &contact.point,
            normal: &contact.normal,
            force: &contact.force,
            is_unique: *is_unique,
            at_corner: contact.at_corner,
        });
        forces(py, model, borne)
    }

    /// The joints with what they bear, a tuple of `zwang.SpaceJoint`.
    #[getter]
    fn joints<'py>(&self, py: Python<'py>) -> Tuple<'py> {
        let model = &self.scene.get().scene;
        match &self.answer {
            StartInSpace::Motion(found) => {
                joints(py, model, found.verified.joints(), found.unique())
            }
            StartInSpace::Held(held) => joints(py, model, held.verified.joints(), held.unique()),
        }
    }

    /// The text of the proof, in the format `zwang-space-proof-1`, or one of `SpaceStability` of
    /// what rests by friction.
    #[getter]
    fn proof(&self) -> &str {
        self.answer.proof()
    }

    /// The length of the largest integer of the proof, in bits.
    #[getter]
    fn bits(&self) -> u64 {
        self.answer.bits()
    }

    /// Returns JSON of the format `zwang-space-collapse-1`.
    fn to_json(&self) -> String {
        self.answer.json()
    }

    /// Read-only arrays of doubles: `acceleration`, a row of six for each body, and `point` (m),
    /// `normal` and `force` (N), a row for each contact.
    fn to_numpy<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.space_values")?;
        module.call_method1("arrays", (slf,))
    }

    /// A frame of pandas with a row for each force, as that of `SpaceStability`.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.space_values")?;
        module.call_method1("frame", (slf,))
    }

    /// Returns text for people. `full` leaves no row of the tables out, `exact` writes fractions.
    #[pyo3(signature = (*, full = false, exact = false))]
    fn report(&self, py: Python, full: bool, exact: bool) -> PyResult<String> {
        wait(py, || self.answer.report(detail(full, exact)))
    }

    /// An isometric picture with forces and accelerations, as SVG. `theme` is "light" or "dark".
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
        let svg = wait(py, || self.answer.svg(drawing.options.clone()))?;
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __str__(&self, py: Python) -> PyResult<String> {
        self.report(py, false, false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "SpaceCollapse", &self.scene, self.verdict())
    }

    fn __reduce__(&self, py: Python) -> PyResult<Pickled> {
        pickled(py, "load_space_collapse", &self.scene, self.answer.proof())
    }
}

/// The limit at which a scene in space ceases to stand: a value at which forces hold it and one at
/// which none do, each accepted by the checker.
///
/// Made by `zwang.critical`.
#[pyclass(frozen, module = "zwang")]
pub struct SpaceCritical {
    scene: Py<SpaceScene>,
    varied: VariedInSpace,
    found: CriticalInSpace,
    sliding: Option<SlidingInSpace>,
}

/// The limit at which a scene in space ceases to stand; `zwang.critical` says more.
#[pyfunction]
#[pyo3(signature = (
    scene,
    vary,
    *,
    axis = None,
    downwards = false,
    sliding = false,
    within = None,
    threads = None,
    time_limit = None,
    progress = None,
))]
#[allow(clippy::too_many_arguments, reason = "keywords, each with a default")]
pub fn space_critical(
    py: Python,
    scene: Py<SpaceScene>,
    vary: &str,
    axis: Option<(Bound<PyAny>, Bound<PyAny>, Bound<PyAny>)>,
    downwards: bool,
    sliding: bool,
    within: Option<&Bound<PyAny>>,
    threads: Option<usize>,
    time_limit: Option<Seconds>,
    progress: Option<&Bound<PyAny>>,
) -> PyResult<SpaceCritical> {
    let limits = Limits::new(threads, time_limit)?;
    let axis = match axis {
        Some((x, y, z)) => Some(Vector3::new(exact(&x)?, exact(&y)?, exact(&z)?)),
        None => None,
    };
    let varied = varied(vary, axis, downwards)?;
    let within = match within {
        Some(within) => exact(within)?,
        None => Rational::new(1.into(), 1_000_000.into()),
    };
    if within <= Rational::default() {
        let message = format!("within: found {within}; expected a number above 0");
        return Err(PyValueError::new_err(message));
    }
    let model = &scene.get().scene;
    let options = Options::default();
    let found = wait_telling(py, limits, progress, |monitor| {
        let found = answer::critical_in_space(model, &varied, &within, &options, monitor, &|| ())?;
        if !sliding {
            return Ok::<_, CriticalInSpaceError>((found, None));
        }
        let sliding = sliding_in_space(model, &varied, &found, &within, &options, monitor, &|| ());
        Ok((found, Some(sliding.map_err(CriticalInSpaceError::Answer)?)))
    })?;
    let (found, sliding) = found.map_err(|error| match &error {
        CriticalInSpaceError::Answer(error) => no_answer(py, error),
        _ => exception(py, "NoAnswer", &error),
    })?;
    Ok(SpaceCritical {
        scene,
        varied,
        found,
        sliding,
    })
}

fn varied(name: &str, axis: Option<Vector3>, falls: bool) -> PyResult<VariedInSpace> {
    if let Some(axis) = axis {
        if name == "tilt" && !axis.is_zero() {
            return Ok(VariedInSpace::Tilt(axis));
        }
        let message = "axis: expected three numbers, not all 0, with vary='tilt'";
        return Err(PyValueError::new_err(message));
    }
    if let Some(axis) = ["gx", "gy", "gz"].iter().position(|known| *known == name) {
        return Ok(VariedInSpace::Gravity { axis, falls });
    }
    if let Some(load) = name.strip_prefix("load ") {
        let name = load.to_owned();
        return Ok(VariedInSpace::Load { name, falls });
    }
    let message = match name {
        "friction" | "tilt" if falls => {
            format!("downwards: found it with {name}; expected it with a load")
        }
        "friction" => return Ok(VariedInSpace::Friction),
        "tilt" => "axis: found none; expected the axis of the tilt, such as (0, 1, 0)".to_owned(),
        _ => {
            let expected = "friction, tilt, gx, gy, gz or load NAME";
            format!("vary: found {name}; expected {expected}")
        }
    };
    Err(PyValueError::new_err(message))
}

impl SpaceCritical {
    fn end(&self, word: &str) -> Option<&EndInSpace> {
        let ends = self.found.ends();
        let found = ends.into_iter().find(|(own, _)| *own == word);
        found.map(|(_, end)| end)
    }

    fn sliding_stands(&self) -> Option<&SlidingEnd> {
        self.sliding.as_ref()?.stands.as_ref()
    }

    fn sliding_moves(&self) -> Option<&SlidingEnd> {
        self.sliding.as_ref()?.moves.as_ref()
    }
}

#[pymethods]
impl SpaceCritical {
    /// The scene, as it is without the variation.
    #[getter]
    fn scene(&self, py: Python) -> Py<SpaceScene> {
        self.scene.clone_ref(py)
    }

    /// "friction", "tilt", "gx", "gy", "gz" or the name of the load that varies.
    #[getter]
    fn vary(&self) -> String {
        self.varied.name()
    }

    /// A value at which forces hold the scene; `None` if none was found, and none is beyond the
    /// first.
    #[getter]
    fn stands_at(&self) -> Option<&Rational> {
        self.end("stands").map(|end| &end.value)
    }

    /// A value at which none do; `None` if it stands at all values.
    #[getter]
    fn falls_at(&self) -> Option<&Rational> {
        self.end("falls").map(|end| &end.value)
    }

    /// How the scene falls at `falls_at`: one of the words of `Critical.mode`, by the velocity that
    /// proves it; `None` if it stands at all values. `to_json` has the bodies and contacts.
    #[getter]
    fn mode(&self) -> Option<&'static str> {
        let falls = self.end("falls")?;
        let falling = falls.answer.verified.falling()?;
        Some(report::mode_in_space(falling))
    }

    /// The proof that forces hold the scene at `stands_at`.
    #[getter]
    fn stands_proof(&self) -> Option<&str> {
        self.end("stands").map(|end| end.answer.proof.as_str())
    }

    /// The proof that none do at `falls_at`.
    #[getter]
    fn falls_proof(&self) -> Option<&str> {
        self.end("falls").map(|end| end.answer.proof.as_str())
    }

    /// With `sliding=True` a value at which nothing but rest obeys Coulomb's law; `None` if none
    /// was found.
    #[getter]
    fn sliding_stands_at(&self) -> Option<&Rational> {
        self.sliding_stands().map(|end| &end.value)
    }

    /// With `sliding=True` a value at which a motion obeys Coulomb's law; `None` if none was found.
    #[getter]
    fn sliding_moves_at(&self) -> Option<&Rational> {
        self.sliding_moves().map(|end| &end.value)
    }

    /// Whether a motion obeys the law at all values from `sliding_stands_at` to `sliding_moves_at`;
    /// `None` without `sliding=True`.
    #[getter]
    fn sliding_exact(&self) -> Option<bool> {
        let sliding = self.sliding.as_ref()?;
        Some(sliding.limit().is_exact)
    }

    /// The proof at `sliding_stands_at`, of the format `zwang-space-coulomb-1`.
    #[getter]
    fn sliding_stands_proof(&self) -> Option<&str> {
        self.sliding_stands().map(|end| end.proof.as_str())
    }

    /// The proof at `sliding_moves_at`, of the format `zwang-space-coulomb-1`.
    #[getter]
    fn sliding_moves_proof(&self) -> Option<&str> {
        self.sliding_moves().map(|end| end.proof.as_str())
    }

    /// The scene with this value of what varies, to which the proofs belong.
    fn at(&self, value: &Bound<PyAny>) -> PyResult<SpaceScene> {
        let value = exact(value)?;
        let mut scene = self.varied.at(&self.scene.get().scene, &value);
        scene.expect = None;
        Ok(SpaceScene::new(scene, Vec::new()))
    }

    /// Returns JSON of the format `zwang-space-critical-1`.
    fn to_json(&self) -> String {
        let scene = &self.scene.get().scene;
        self.found.json(scene, &self.varied, self.sliding.as_ref())
    }

    /// A frame of pandas with one row, to be put together with those of other scenes. For each
    /// number a column has the exact text, and another, `…_double`, the nearest double.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> Object<'py> {
        let module = slf.py().import("zwang.space_values")?;
        module.call_method1("limit_frame", (slf,))
    }

    /// Returns text for people. `exact` writes fractions.
    #[pyo3(signature = (*, exact = false))]
    fn report(&self, exact: bool) -> String {
        let scene = &self.scene.get().scene;
        let detail = detail(true, exact);
        self.found
            .report(scene, &self.varied, self.sliding.as_ref(), detail)
    }

    /// An isometric picture, as SVG: how the scene falls at `falls_at`, or the forces that hold it
    /// at `stands_at`. `theme` is "light" or "dark".
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
        let options = drawing.options.clone();
        let svg = match self.end("falls").or_else(|| self.end("stands")) {
            Some(end) => wait(py, || end.answer.svg(options))?,
            None => wait(py, || space_svg(&self.scene.get().scene, None, options))?,
        };
        Ok(drawing.sized(svg))
    }

    fn _repr_svg_(&self, py: Python) -> PyResult<String> {
        let svg = self.svg(py, "light", true, true, true, None)?;
        Ok(fitting(&svg))
    }

    fn __str__(&self) -> String {
        self.report(false)
    }

    fn __repr__(&self, py: Python) -> PyResult<String> {
        shown(py, "SpaceCritical", &self.scene, self.vary())
    }
}
