//! Symmetric scenes move symmetrically.
//!
//! A symmetry x ↦ A x + b of the scene maps the state to itself at every step: that is checked,
//! exactly, and where it does not, the step is made again without symmetries. Bodies that were
//! turned by c have images turned by conj(c) under a reflection, by c under a rotation. Force
//! systems are not unique; the mean over the symmetry group is again one, since they form a convex
//! set that the symmetries permute (`proofs/RUN.md` leaves the choice open).

use crate::forces::Forces;
use crate::group::Group;
use crate::number::common_denominator;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::state::{Placement, Rotation};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, PinId, Scene};

/// The symmetries that a run keeps.
pub(crate) struct Symmetries {
    all: Vec<Isometry>,
}

/// A symmetry of the scene in the solver's numbers.
pub(crate) struct Isometry {
    symmetry: Symmetry,
    is_reflection: bool,
    matrix: [[Rational; 2]; 2],
    shift: [Rational; 2],
}

impl Symmetries {
    /// Those of the scene that the rounding keeps, and for which `is_kept` holds.
    pub(crate) fn new(
        scene: &Scene,
        outline: &Outline,
        is_kept: impl Fn(&Symmetry) -> bool,
    ) -> Self {
        // Without gravity the frame of rounding is that of the axes.
        let falls = outline.gravity.iter().any(|component| *component != 0);
        let mut all = Vec::new();
        for symmetry in symmetry::detect(scene) {
            if is_kept(&symmetry) {
                all.push(Isometry::new(symmetry));
            }
        }
        all.retain(|isometry| falls || isometry.permutes_axes());
        Self { all }
    }

    /// Each of them, the identity left out.
    pub(crate) fn all(&self) -> &[Isometry] {
        &self.all
    }

    /// How many there are, the identity not counted.
    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// Those that map a group to itself, given a body of it, and those that map it to others.
    pub(crate) fn of_group(&self, group: &Group) -> (Vec<&Isometry>, Vec<&Isometry>) {
        self.all.iter().partition(|isometry| {
            let first = group.bodies.first();
            first.is_some_and(|&body| group.has(isometry.body(body)))
        })
    }

    /// Whether each body of a state is where its image says that it should be.
    pub(crate) fn keep(&self, outline: &Outline, state: &[Placement]) -> bool {
        for isometry in &self.all {
            for (&body, placement) in outline.free.iter().zip(state) {
                let found = match outline.free.binary_search(&isometry.body(body)) {
                    Ok(place) => &state[place],
                    Err(_) => return false,
                };
                if *found != isometry.image(placement) {
                    return false;
                }
            }
        }
        true
    }
}

/// The mean of forces and their images under isometries that, with the identity, form a group.
pub(crate) fn mean(forces: &Forces, isometries: &[&Isometry]) -> Option<Forces> {
    let mut images = vec![forces.clone()];
    for isometry in isometries {
        images.push(isometry.image_of_forces(forces)?);
    }
    let count = Integer::from(images.len());
    let mut unit = Integer::from(1);
    for image in &images {
        if &unit % &image.denominator != 0 {
            unit *= &image.denominator;
        }
    }
    let mut sum = Forces {
        denominator: &unit * count,
        rows: BTreeMap::new(),
        pins: BTreeMap::new(),
    };
    for image in images {
        let factor = &unit / &image.denominator;
        for (row, force) in image.rows {
            *sum.rows.entry(row).or_default() += force * &factor;
        }
        for (pin, force) in image.pins {
            let entry = sum.pins.entry(pin).or_default();
            for (sum, part) in entry.iter_mut().zip(force) {
                *sum += part * &factor;
            }
        }
    }
    sum.pins
        .retain(|_, force| force.iter().any(|part| *part != 0));
    sum.reduce();
    Some(sum)
}

impl Isometry {
    /// The image of a body.
    pub(crate) fn body(&self, body: BodyId) -> BodyId {
        self.symmetry.bodies[body]
    }

    pub(crate) fn is_reflection(&self) -> bool {
        self.is_reflection
    }

    /// A common denominator of the matrix.
    pub(crate) fn unit(&self) -> Integer {
        common_denominator(self.matrix.iter().flatten())
    }

    /// Whether each axis goes to an axis.
    fn permutes_axes(&self) -> bool {
        let mut entries = self.matrix.iter().flatten();
        entries.all(|entry| *entry == 0 || *entry == 1 || *entry == -1)
    }

    /// The image of a motion (y_d, y_s) whose y_d is a multiple of the unit.
    pub(crate) fn image_of_motion(&self, [x, y, s]: &[Integer; 3]) -> [Integer; 3] {
        let unit = self.unit();
        let moved = Plane::new(x.clone(), y.clone());
        let Plane { re, im } = self.turned(&moved, &unit);
        let turned = if self.is_reflection() { -s } else { s.clone() };
        [re / &unit, im / &unit, turned]
    }

    /// The image of a vector, times a multiple of the unit.
    fn turned(&self, vector: &Plane, multiple: &Integer) -> Plane {
        let [first, second] = &self.matrix;
        let first = Plane::of_multiples(first, multiple);
        let second = Plane::of_multiples(second, multiple);
        Plane::new(first.dot(vector), second.dot(vector))
    }

    /// The direction of the mirror line, in coprime integers.
    pub(crate) fn axis(&self) -> [Integer; 2] {
        let unit = self.unit();
        let Plane { re, im } = self.turned(&Plane::ONE, &unit);
        // (1 + a, c) is twice the projection of the first axis; it vanishes only if the mirror line
        // is the second axis.
        let along = Plane::new(re + unit, im);
        if along == Plane::ZERO {
            return [Integer::from(0), Integer::from(1)];
        }
        let Plane { re, im } = along.primitive();
        [re, im]
    }

    /// The image of a row.
    pub(crate) fn row(&self, row: &Contact) -> Option<Contact> {
        self.symmetry.image_of(row)
    }

    /// The image of a pin.
    pub(crate) fn pin(&self, pin: PinId) -> PinId {
        self.symmetry.pins[pin].0
    }

    fn new(symmetry: Symmetry) -> Self {
        let shift = &symmetry.center - &symmetry.map_vector(&symmetry.center);
        Self {
            is_reflection: symmetry.is_reflection(),
            matrix: symmetry
                .matrix
                .each_ref()
                .map(|row| row.each_ref().map(to_solver)),
            shift: [&shift.x, &shift.y].map(to_solver),
            symmetry,
        }
    }

    fn image(&self, placement: &Placement) -> Placement {
        let [x, y] = &placement.centroid;
        let centroid = [0, 1].map(|axis| {
            let [a, b] = &self.matrix[axis];
            a * x + b * y + &self.shift[axis]
        });
        let rotation = match (&placement.rotation, self.is_reflection) {
            (rotation, false) => rotation.clone(),
            (
                Rotation::Chart {
                    quarter_turns,
                    half_tangent,
                },
                true,
            ) => Rotation::Chart {
                quarter_turns: (4 - quarter_turns) % 4,
                half_tangent: -half_tangent,
            },
            (Rotation::Number([re, im]), true) => Rotation::Number([re.clone(), -im]),
        };
        Placement { centroid, rotation }
    }

    /// The image of forces.
    pub(crate) fn image_of_forces(&self, forces: &Forces) -> Option<Forces> {
        let common = if forces.pins.is_empty() {
            Integer::from(1)
        } else {
            common_denominator(self.matrix.iter().flatten())
        };
        let mut image = Forces {
            denominator: &forces.denominator * &common,
            rows: BTreeMap::new(),
            pins: BTreeMap::new(),
        };
        for (row, force) in &forces.rows {
            image.rows.insert(self.row(row)?, force * &common);
        }
        for (&pin, force) in &forces.pins {
            let (other, force) = self.image_of_pin_force(pin, force, &common)?;
            image.pins.insert(other, force);
        }
        Some(image)
    }

    /// The image of a force of a pin, times a multiple of the unit.
    pub(crate) fn image_of_pin_force(
        &self,
        pin: PinId,
        [x, y]: &[Integer; 2],
        multiple: &Integer,
    ) -> Option<(PinId, [Integer; 2])> {
        let (other, is_swapped) = *self.symmetry.pins.get(pin.0)?;
        let sign = if is_swapped {
            -multiple
        } else {
            multiple.clone()
        };
        let force = Plane::new(x.clone(), y.clone());
        let Plane { re, im } = self.turned(&force, &sign);
        Some((other, [re, im]))
    }
}
