//! Symmetric scenes move symmetrically.
//!
//! A symmetry x ↦ A x + b of the scene maps the state to itself at every step: that is checked,
//! exactly. Bodies that were turned by c have images turned by conj(c) under a reflection, by c
//! under a rotation. Force systems are not unique; the mean over the symmetry group is again one,
//! since they form a convex set that the symmetries permute (`proofs/RUN.md` leaves the choice
//! open).

use crate::folding::primitive;
use crate::forces::Forces;
use crate::group::Group;
use crate::outline::Outline;
use crate::state::{Placement, Rotation, common_denominator, times};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::Contact;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;

/// The symmetries that a run keeps.
pub(crate) struct Symmetries {
    all: Vec<Isometry>,
}

/// A symmetry of the scene in the solver's numbers.
pub(crate) struct Isometry {
    symmetry: Symmetry,
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
        let in_frame = |isometry: &Isometry| {
            falls
                || isometry
                    .matrix
                    .iter()
                    .flatten()
                    .all(|entry| *entry == 0 || *entry == 1 || *entry == -1)
        };
        let all = symmetry::detect(scene)
            .into_iter()
            .filter(is_kept)
            .map(Isometry::new)
            .filter(in_frame)
            .collect();
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
        let stays = |isometry: &&Isometry| {
            group
                .bodies
                .first()
                .is_some_and(|&body| group.bodies.binary_search(&isometry.body(body)).is_ok())
        };
        self.all.iter().partition(stays)
    }

    /// The first body whose image is not where it should be, and that image.
    pub(crate) fn first_difference(
        &self,
        outline: &Outline,
        state: &[Placement],
    ) -> Option<[usize; 2]> {
        let place = |body: usize| {
            outline
                .free
                .binary_search(&body)
                .ok()
                .map(|place| &state[place])
        };
        self.all.iter().find_map(|isometry| {
            outline
                .free
                .iter()
                .zip(state)
                .find_map(|(&body, placement)| {
                    let image = isometry.symmetry.bodies[body];
                    (place(image) != Some(&isometry.image(placement))).then_some([body, image])
                })
        })
    }
}

/// The mean of forces and their images under isometries that, with the identity, form a group.
pub(crate) fn mean(forces: &Forces, isometries: &[&Isometry]) -> Option<Forces> {
    let mut images = vec![forces.clone()];
    for isometry in isometries {
        images.push(isometry.image_of_forces(forces)?);
    }
    let count = Integer::from(images.len());
    let unit = images.iter().fold(Integer::from(1), |unit, image| {
        if &unit % &image.denominator == 0 {
            unit
        } else {
            unit * &image.denominator
        }
    });
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
            entry
                .iter_mut()
                .zip(force)
                .for_each(|(sum, part)| *sum += part * &factor);
        }
    }
    sum.pins
        .retain(|_, force| force.iter().any(|part| *part != 0));
    sum.reduce();
    Some(sum)
}

impl Isometry {
    /// The image of a body.
    pub(crate) fn body(&self, body: usize) -> usize {
        self.symmetry.bodies[body]
    }

    pub(crate) fn is_reflection(&self) -> bool {
        self.symmetry.is_reflection()
    }

    /// A common denominator of the matrix.
    pub(crate) fn unit(&self) -> Integer {
        common_denominator(self.matrix.iter().flatten())
    }

    /// The image of a motion (y_d, y_s) whose y_d is a multiple of the unit.
    pub(crate) fn image_of_motion(&self, [x, y, s]: &[Integer; 3]) -> [Integer; 3] {
        let unit = self.unit();
        let [moved_x, moved_y] = self.matrix.each_ref().map(|row| {
            let [a, b] = row.each_ref().map(|entry| times(entry, &unit));
            (a * x + b * y) / &unit
        });
        [
            moved_x,
            moved_y,
            if self.is_reflection() { -s } else { s.clone() },
        ]
    }

    /// The direction of the mirror line, in coprime integers.
    pub(crate) fn axis(&self) -> [Integer; 2] {
        let unit = self.unit();
        let [[a, _], [c, _]] = self
            .matrix
            .each_ref()
            .map(|row| row.each_ref().map(|entry| times(entry, &unit)));
        // (1 + a, c) is twice the projection of the first axis; it vanishes only if the mirror line
        // is the second axis.
        let along = [a + unit, c];
        if along.iter().all(|part| *part == 0) {
            [Integer::from(0), Integer::from(1)]
        } else {
            primitive(along)
        }
    }

    /// The image of a row.
    pub(crate) fn row(&self, row: &Contact) -> Option<Contact> {
        self.symmetry.image_of(row)
    }

    /// The image of a pin.
    pub(crate) fn pin(&self, pin: usize) -> usize {
        self.symmetry.pins[pin].0
    }

    fn new(symmetry: Symmetry) -> Self {
        let shift = &symmetry.center - &symmetry.map_vector(&symmetry.center);
        Self {
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
        let rotation = match (&placement.rotation, self.symmetry.is_reflection()) {
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
        let rows = forces
            .rows
            .iter()
            .map(|(row, force)| Some((self.symmetry.image_of(row)?, force * &common)));
        let pins = forces.pins.iter().map(|(&pin, [x, y])| {
            let (image, is_swapped) = *self.symmetry.pins.get(pin)?;
            let sign = if is_swapped { -&common } else { common.clone() };
            let turned = [0, 1].map(|axis| {
                let [a, b] = self.matrix[axis]
                    .each_ref()
                    .map(|entry| times(entry, &sign));
                a * x + b * y
            });
            Some((image, turned))
        });
        Some(Forces {
            denominator: &forces.denominator * &common,
            rows: rows.collect::<Option<_>>()?,
            pins: pins.collect::<Option<_>>()?,
        })
    }
}
