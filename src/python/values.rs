//! What answers consist of, as frozen dataclasses of `zwang.values`, with numbers as
//! `fractions.Fraction` and points as pairs of them.
//!
//! Contacts are told as everywhere: the body that comes later in the scene is the first one.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zwang::check::statics::HeldContact;
use zwang::output::told;
use zwang::scene::BodyId;
use zwang::{Acceleration, Answer, Body, Rational, Scene, Vector};

/// A value of Python.
pub type Object<'py> = PyResult<Bound<'py, PyAny>>;
/// A tuple of Python.
pub type Tuple<'py> = PyResult<Bound<'py, PyTuple>>;
/// A dict of Python.
pub type Dict<'py> = PyResult<Bound<'py, PyDict>>;

/// A class of `zwang.values`.
pub fn class<'py>(py: Python<'py>, name: &str) -> Object<'py> {
    py.import("zwang.values")?.getattr(name)
}

/// The name of a body; indices come from the checker.
pub fn name(scene: &Scene, body: BodyId) -> &str {
    match scene.body(body) {
        Some(body) => &body.name,
        None => "?",
    }
}

/// A pair of fractions.
pub fn vector<'py>(py: Python<'py>, vector: &Vector) -> Tuple<'py> {
    (&vector.x, &vector.y).into_pyobject(py)
}

/// A `Body`.
pub fn body<'py>(py: Python<'py>, body: &Body, friction: &Rational) -> Object<'py> {
    let mut parts = Vec::with_capacity(body.parts.len());
    for part in &body.parts {
        let mut vertices = Vec::with_capacity(part.vertices().len());
        for vertex in part.vertices() {
            vertices.push(vector(py, vertex)?);
        }
        parts.push(PyTuple::new(py, vertices)?);
    }
    let fields = PyDict::new(py);
    fields.set_item("name", &body.name)?;
    fields.set_item("parts", PyTuple::new(py, parts)?)?;
    fields.set_item("friction", friction)?;
    if let Some(free) = &body.dynamics {
        fields.set_item("mass", &free.mass)?;
        fields.set_item("centroid", vector(py, &free.centroid)?)?;
        fields.set_item("inertia", &free.inertia)?;
        fields.set_item("velocity", vector(py, &free.velocity)?)?;
        fields.set_item("spin", &free.spin)?;
    }
    class(py, "Body")?.call((), Some(&fields))
}

/// By the names of bodies, their `Acceleration`, or their virtual `Velocity`.
pub fn motions<'py>(
    py: Python<'py>,
    scene: &Scene,
    motions: &[Acceleration],
    kind: &str,
) -> Dict<'py> {
    let kind = class(py, kind)?;
    let told = PyDict::new(py);
    for (body, motion) in scene.bodies.iter().zip(motions) {
        let linear = vector(py, &motion.linear)?;
        told.set_item(&body.name, kind.call1((linear, &motion.angular))?)?;
    }
    Ok(told)
}

/// An `Answer`.
pub fn answer<'py>(py: Python<'py>, scene: &Scene, answer: &Answer) -> Object<'py> {
    let fields = (
        &answer.restraint,
        motions(py, scene, &answer.accelerations, "Acceleration")?,
        contacts(py, scene, answer)?,
        corners(py, scene, answer)?,
        pins(py, scene, &answer.pins)?,
    );
    class(py, "Answer")?.call1(fields)
}

fn contacts<'py>(py: Python<'py>, scene: &Scene, answer: &Answer) -> Tuple<'py> {
    let class = class(py, "Contact")?;
    let mut contacts = Vec::with_capacity(answer.contacts.len());
    for contact in &answer.contacts {
        let told = told::contact(contact);
        let fields = (
            name(scene, told.first),
            name(scene, told.second),
            vector(py, &contact.point)?,
            vector(py, &told.normal)?,
            vector(py, &told.force)?,
            told::state_word(contact.state),
            &contact.gap_velocity,
            &contact.gap_acceleration,
        );
        contacts.push(class.call1(fields)?);
    }
    PyTuple::new(py, contacts)
}

fn corners<'py>(py: Python<'py>, scene: &Scene, answer: &Answer) -> Tuple<'py> {
    let class = class(py, "Corner")?;
    let mut corners = Vec::with_capacity(answer.corners.len());
    for corner in &answer.corners {
        let [first, second] = told::corner_bodies(corner);
        let (decision, side) = told::decision_word(corner.decision);
        let [one, other] = &corner.normals;
        let [gap, other_gap] = &corner.gap_accelerations;
        let fields = (
            name(scene, first),
            name(scene, second),
            vector(py, &corner.point)?,
            (vector(py, one)?, vector(py, other)?),
            (gap, other_gap),
            decision,
            side,
        );
        corners.push(class.call1(fields)?);
    }
    PyTuple::new(py, corners)
}

/// A tuple of `Pin`, with the force on the first body of each.
pub fn pins<'py>(py: Python<'py>, scene: &Scene, forces: &[Vector]) -> Tuple<'py> {
    let class = class(py, "Pin")?;
    let mut pins = Vec::with_capacity(scene.pins.len());
    for (index, pin) in scene.pins.iter().enumerate() {
        let force = match forces.get(index) {
            Some(force) => Some(vector(py, force)?),
            None => None,
        };
        let fields = (
            name(scene, pin.first),
            pin.second.map(|second| name(scene, second)),
            vector(py, &pin.at)?,
            force,
        );
        pins.push(class.call1(fields)?);
    }
    PyTuple::new(py, pins)
}

/// The `Force` of each contact of an answer that holds a scene without friction.
pub fn forces_of_answer<'py>(py: Python<'py>, scene: &Scene, answer: &Answer) -> Tuple<'py> {
    let class = class(py, "Force")?;
    let none = Rational::default();
    let mut forces = Vec::with_capacity(answer.contacts.len());
    for contact in &answer.contacts {
        let told = told::contact(contact);
        let fields = (
            name(scene, told.first),
            name(scene, told.second),
            vector(py, &contact.point)?,
            vector(py, &told.normal)?,
            vector(py, &told.force)?,
            &none,
        );
        forces.push(class.call1(fields)?);
    }
    PyTuple::new(py, forces)
}

/// The `Force` of each contact that helps to hold a scene with friction.
pub fn held_forces<'py>(py: Python<'py>, scene: &Scene, contacts: &[HeldContact]) -> Tuple<'py> {
    let class = class(py, "Force")?;
    let mut forces = Vec::with_capacity(contacts.len());
    for contact in contacts {
        let told = told::held(contact);
        let fields = (
            name(scene, told.first),
            name(scene, told.second),
            vector(py, &contact.point)?,
            vector(py, &told.normal)?,
            vector(py, &told.force)?,
            &contact.friction,
        );
        forces.push(class.call1(fields)?);
    }
    PyTuple::new(py, forces)
}
