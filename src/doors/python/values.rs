//! Parts of answers, as frozen dataclasses of `zwang.values`, with numbers as `fractions.Fraction`
//! and points as pairs of them.
//!
//! Contacts are told as everywhere: the body that comes later in the scene is the first one.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use zwang::answer::{held_indeterminate, indeterminate};
use zwang::check::friction::RoughContactAnswer;
use zwang::check::statics::Holding;
use zwang::check::{ContactAnswer, UnreducedAcceleration};
use zwang::output::report::Reader;
use zwang::output::told::{self, ToldRough};
use zwang::output::{Detail, Indeterminate, Margin, MarginEnd};
use zwang::scene::{BodyId, Load};
use zwang::{Answer, Body, Quotient, Rational, Scene, Vector};

/// A value of Python.
pub type Object<'py> = PyResult<Bound<'py, PyAny>>;
/// A tuple of Python.
pub type Tuple<'py> = PyResult<Bound<'py, PyTuple>>;
/// A tuple of Python, or `None`.
pub type OptionalTuple<'py> = PyResult<Option<Bound<'py, PyTuple>>>;
/// A dict of Python.
pub type Dict<'py> = PyResult<Bound<'py, PyDict>>;
/// A pair of fractions.
pub type Pair<'a> = (&'a Rational, &'a Rational);

/// A class of `zwang.values`.
pub fn class<'py>(py: Python<'py>, name: &str) -> Object<'py> {
    py.import("zwang.values")?.getattr(name)
}

/// A vector as a pair of fractions.
pub fn pair(vector: &Vector) -> Pair<'_> {
    (&vector.x, &vector.y)
}

/// A `Body` of a scene.
pub fn body<'py>(py: Python<'py>, scene: &Scene, id: BodyId, body: &Body) -> Object<'py> {
    let mut parts = Vec::new();
    let mut radii = Vec::new();
    for part in &body.parts {
        let vertices = part.vertices().iter().map(pair);
        parts.push(PyTuple::new(py, vertices)?);
        radii.push(part.radius());
    }
    let fields = PyDict::new(py);
    fields.set_item("name", &body.name)?;
    let parts = PyTuple::new(py, parts)?;
    fields.set_item("parts", parts)?;
    fields.set_item("radii", PyTuple::new(py, radii)?)?;
    fields.set_item("friction", scene.friction.of_body(id))?;
    fields.set_item("restitution", scene.restitution.of_body(id))?;
    if let Some(free) = &body.dynamics {
        fields.set_item("mass", &free.mass)?;
        fields.set_item("centroid", pair(&free.centroid))?;
        fields.set_item("inertia", &free.inertia)?;
        fields.set_item("velocity", pair(&free.velocity))?;
        fields.set_item("spin", &free.spin)?;
    }
    class(py, "Body")?.call((), Some(&fields))
}

/// Facts of a scene, as values of Python.
#[derive(Clone, Copy)]
pub struct Values<'py, 'a> {
    pub py: Python<'py>,
    pub scene: &'a Scene,
}

impl<'py, 'a> Values<'py, 'a> {
    pub fn new(py: Python<'py>, scene: &'a Scene) -> Self {
        Self { py, scene }
    }

    /// The name of a body; indices come from the checker.
    pub fn name(&self, body: BodyId) -> &'a str {
        match self.scene.body(body) {
            Some(body) => &body.name,
            None => "?",
        }
    }

    /// The loads of the scene, as `Load`.
    pub fn loads(&self) -> Tuple<'py> {
        self.tuple("Load", &self.scene.loads, |class, load| {
            let Load {
                name,
                body,
                at,
                force,
                torque,
            } = load;
            let body = self.name(*body);
            class.call1((name, body, pair(at), pair(force), torque))
        })
    }

    /// The names of bodies.
    pub fn names(&self, bodies: &[BodyId]) -> Tuple<'py> {
        let mut names = Vec::new();
        for body in bodies {
            names.push(self.name(*body));
        }
        PyTuple::new(self.py, names)
    }

    /// By the names of bodies, their virtual `Velocity`, scaled as everywhere.
    pub fn velocities(&self, motions: &[UnreducedAcceleration]) -> Dict<'py> {
        let unit = told::to_unit(motions);
        let velocity = class(self.py, "Velocity")?;
        let told = PyDict::new(self.py);
        for (body, motion) in self.scene.bodies.iter().zip(motions) {
            let linear = motion.linear.scaled(&unit);
            let angular = &motion.angular * &unit;
            let motion = velocity.call1((pair(&linear), angular))?;
            told.set_item(&body.name, motion)?;
        }
        Ok(told)
    }

    /// By the names of bodies, their `Acceleration`.
    pub fn motions(&self, motions: &[UnreducedAcceleration]) -> Dict<'py> {
        let kind = class(self.py, "Acceleration")?;
        let told = PyDict::new(self.py);
        for (body, motion) in self.scene.bodies.iter().zip(motions) {
            let linear = pair(&motion.linear);
            let motion = kind.call1((linear, &motion.angular))?;
            told.set_item(&body.name, motion)?;
        }
        Ok(told)
    }

    /// An `Answer`.
    pub fn answer(&self, answer: &Answer) -> Object<'py> {
        let accelerations = self.motions(&answer.accelerations)?;
        let marks = indeterminate(self.scene, answer);
        let fields = (
            &answer.restraint,
            accelerations,
            self.contacts(answer, &marks)?,
            self.corners(answer)?,
            self.pins(&answer.pins, &marks)?,
        );
        let class = class(self.py, "Answer")?;
        class.call1(fields)
    }

    fn contacts(&self, answer: &Answer, marks: &Indeterminate) -> Tuple<'py> {
        let numbered: Vec<_> = answer.contacts.iter().enumerate().collect();
        self.tuple("Contact", &numbered, |class, (index, contact)| {
            let told = told::contact(contact);
            let ContactAnswer {
                point,
                gap_velocity,
                gap_acceleration,
                state,
                ..
            } = contact;
            class.call1((
                self.name(told.first),
                self.name(told.second),
                pair(point),
                pair(&told.normal),
                pair(&told.force()),
                told::state_word(*state),
                gap_velocity,
                gap_acceleration.value(),
                marks.is_unique_contact(*index),
            ))
        })
    }

    fn corners(&self, answer: &Answer) -> Tuple<'py> {
        self.tuple("Corner", &answer.corners, |class, corner| {
            let [first, second] = told::corner_bodies(corner);
            let (decision, side) = told::decision_word(corner.decision);
            let [one, other] = &corner.normals;
            let normals = (pair(one), pair(other));
            let gaps = corner.gap_accelerations.each_ref();
            let [gap, other_gap] = gaps.map(Quotient::value);
            let accelerations = (gap, other_gap);
            class.call1((
                self.name(first),
                self.name(second),
                pair(&corner.point),
                normals,
                accelerations,
                decision,
                side,
            ))
        })
    }

    /// A tuple of `Pin`: where there are forces, with the later body first and the force on it.
    pub fn pins(&self, forces: &[Vector], marks: &Indeterminate) -> Tuple<'py> {
        let mut pins = Vec::new();
        for (index, pin) in self.scene.pins.iter().enumerate() {
            pins.push((pin, forces.get(index), marks.is_unique_pin(index)));
        }
        self.tuple("Pin", &pins, |class, (pin, force, is_unique)| {
            let at = pair(&pin.at);
            let Some(force) = force else {
                let first = self.name(pin.first);
                let second = pin.second.map(|second| self.name(second));
                let none = None::<Pair<'_>>;
                return class.call1((first, second, at, none, pin.collide));
            };
            let told = told::pin(pin);
            let first = self.name(told.first);
            let second = told.second.map(|second| self.name(second));
            let force = told.force(force);
            let force = pair(&force);
            class.call1((first, second, at, force, pin.collide, *is_unique))
        })
    }

    /// The `Force` of each contact of an answer that holds a scene without friction.
    pub fn forces_of_answer(&self, answer: &Answer) -> Tuple<'py> {
        let none = Rational::default();
        let marks = indeterminate(self.scene, answer);
        let numbered: Vec<_> = answer.contacts.iter().enumerate().collect();
        self.tuple("Force", &numbered, |class, (index, contact)| {
            let told = told::contact(contact);
            let bodies = [told.first, told.second];
            let force = told.force();
            let vectors = [&contact.point, &told.normal, &force];
            let is_unique = marks.is_unique_contact(*index);
            self.force(class, bodies, vectors, &none, [is_unique, false])
        })
    }

    /// The `Force` of each contact that helps to hold a scene with friction.
    pub fn held_forces(&self, holding: &Holding) -> Tuple<'py> {
        let marks = held_indeterminate(self.scene, holding);
        let numbered: Vec<_> = holding.contacts.iter().enumerate().collect();
        self.tuple("Force", &numbered, |class, (index, contact)| {
            let told = told::held(contact);
            let bodies = [told.first, told.second];
            let vectors = [&contact.point, &told.normal, &told.force];
            let is_unique = marks.is_unique_contact(*index);
            let marks = [is_unique, contact.is_rounded];
            self.force(class, bodies, vectors, &contact.friction, marks)
        })
    }

    /// The pins of forces that hold a scene, a tuple of `Pin`.
    pub fn held_pins(&self, holding: &Holding) -> Tuple<'py> {
        let marks = held_indeterminate(self.scene, holding);
        self.pins(&holding.pins, &marks)
    }

    /// A tuple of `RoughContact`, of contacts and whether their force is unique.
    pub fn rough_contacts(&self, contacts: &[(&RoughContactAnswer, bool)]) -> Tuple<'py> {
        self.tuple("RoughContact", contacts, |class, (contact, is_unique)| {
            let ToldRough {
                first,
                second,
                normal,
                force,
                ..
            } = told::rough(contact);
            let RoughContactAnswer {
                point,
                friction,
                gap_acceleration,
                sliding_acceleration,
                behaviour,
                is_rounded,
                ..
            } = contact;
            class.call1((
                self.name(first),
                self.name(second),
                pair(point),
                pair(&normal),
                pair(&force),
                friction,
                behaviour.to_string(),
                gap_acceleration,
                sliding_acceleration,
                *is_unique,
                is_rounded,
            ))
        })
    }

    /// A `Margin`.
    pub fn margin(&self, margin: &Margin) -> Object<'py> {
        let tilt = match margin.tilts() {
            Some(tilts) => Some(self.limits(&tilts)?),
            None => None,
        };
        let mut whole = None;
        let bodies = PyDict::new(self.py);
        for row in margin.pushes(self.scene) {
            let limits = self.limits(&row.ends)?;
            match row.body {
                None => whole = Some(limits),
                Some(body) => bodies.set_item(self.name(body), limits)?,
            }
        }
        let detail = Detail {
            reader: Reader::Python,
            ..Detail::default()
        };
        let text = margin.report(self.scene, detail);
        let json = margin.member(self.scene);
        let class = class(self.py, "Margin")?;
        class.call1((tilt, whole, bodies, margin.free, text, json))
    }

    /// The `Limit` to the left, and that to the right.
    fn limits(&self, ends: &[Option<MarginEnd>; 2]) -> Tuple<'py> {
        let class = class(self.py, "Limit")?;
        let mut limits = Vec::new();
        for end in ends {
            limits.push(match end {
                Some(end) => Some(class.call1((&end.size, end.mode()))?),
                None => None,
            });
        }
        PyTuple::new(self.py, limits)
    }

    /// A `Force`: where it acts, along which normal, what it is, and whether it is unique, and that
    /// of a corner as if slightly rounded.
    fn force(
        &self,
        class: &Bound<'py, PyAny>,
        [first, second]: [BodyId; 2],
        [point, normal, force]: [&Vector; 3],
        friction: &Rational,
        [is_unique, is_rounded]: [bool; 2],
    ) -> Object<'py> {
        class.call1((
            self.name(first),
            self.name(second),
            pair(point),
            pair(normal),
            pair(force),
            friction,
            is_unique,
            is_rounded,
        ))
    }

    /// A tuple with a value of this class for each item.
    pub fn tuple<Item>(
        &self,
        name: &str,
        items: &[Item],
        value: impl Fn(&Bound<'py, PyAny>, &Item) -> Object<'py>,
    ) -> Tuple<'py> {
        let class = class(self.py, name)?;
        let mut values = Vec::new();
        for item in items {
            values.push(value(&class, item)?);
        }
        PyTuple::new(self.py, values)
    }
}
