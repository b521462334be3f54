//! A first guess of forces with friction, in floats.
//!
//! For shifts σ the program of least ½ |x|² with w + μ σ ≥ μ |u_t| is convex, and σ = |u_t| at its
//! optimum is Coulomb's law (G. De Saxcé, Z.-Q. Feng, *The bipotential method*, 1998). Its dual is
//! solved by projected gradients with momentum, which starts anew where it would overshoot (Yu.
//! Nesterov 1983; H. Mazhar, T. Heyn, D. Negrut, A. Tasora, *Using Nesterov's method to accelerate
//! multibody dynamics with friction and contact*, 2015), and σ is taken from it again and again.
//! All contacts change at once, so that images of a scene have images of its forces, but for
//! rounding. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use super::program::{Masses, Row, Side};
use super::rough::Force;
use super::vector::{Vector, times};
use crate::number::{FORCE, rounded};
use malachite::Rational;
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;

/// Shifts are taken anew so often.
const MOST_SHIFTS: usize = 200;
/// Steps of the gradient for one choice of shifts.
const MOST_STEPS: usize = 400;
/// Multiplications of a whole search, about.
const MOST_WORK: usize = 400_000_000;
/// Forces that change by less than this part are found.
const FOUND: f64 = 1e-12;

/// A vector of three components.
pub(super) type Three = [f64; 3];

/// A form of the motion of a group, in coordinates in which masses are 1.
#[derive(Clone)]
pub(super) struct Form(Vec<(usize, [f64; 6])>);

/// A row: its normal form and those of two directions along it, and what they are at 0.
pub(super) struct Contact {
    pub(super) forms: Vec<Form>,
    pub(super) constants: Three,
    pub(super) friction: f64,
    pub(super) length: f64,
    /// The normal and the two directions, of length 1.
    pub(super) axes: [Three; 3],
}

/// The rows of a program in floats.
pub(super) struct Floats {
    pub(super) contacts: Vec<Contact>,
    bodies: usize,
    /// The size of what rows are at 0.
    pub(super) scale: f64,
}

/// Forces and moves of contacts along their axes.
#[derive(Clone)]
pub(super) struct Guess {
    pub(super) forces: Vec<Three>,
    pub(super) moves: Vec<Three>,
}

pub(super) fn float(number: &Rational) -> f64 {
    f64::rounding_from(number, RoundingMode::Nearest).0
}

pub(super) fn floats(vector: &Vector) -> Three {
    vector.each_ref().map(float)
}

pub(super) fn dot(one: &Three, other: &Three) -> f64 {
    one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

pub(super) fn cross([a, b, c]: &Three, [x, y, z]: &Three) -> Three {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

impl Form {
    fn new(sides: &[Side], masses: &[Masses], factor: f64) -> Self {
        let mut found = Vec::with_capacity(sides.len());
        for side in sides {
            let own = &masses[side.member];
            let along = floats(&side.along);
            let around = floats(&times(&own.per_lower, &side.around));
            let diagonal = floats(&own.diagonal);
            let root = float(&own.mass).sqrt();
            let mut six = [0.0; 6];
            for axis in 0..3 {
                six[axis] = along[axis] / root * factor;
                six[3 + axis] = around[axis] / diagonal[axis].sqrt() * factor;
            }
            found.push((side.member, six));
        }
        Self(found)
    }

    fn value(&self, motion: &[[f64; 6]]) -> f64 {
        let mut sum = 0.0;
        for (member, six) in &self.0 {
            for (coefficient, number) in six.iter().zip(&motion[*member]) {
                sum += coefficient * number;
            }
        }
        sum
    }

    fn push(&self, force: f64, motion: &mut [[f64; 6]]) {
        for (member, six) in &self.0 {
            for (coefficient, number) in six.iter().zip(&mut motion[*member]) {
                *number += coefficient * force;
            }
        }
    }

    /// The product of two forms.
    pub(super) fn times(&self, other: &Self) -> f64 {
        let mut sum = 0.0;
        for (member, six) in &self.0 {
            for (second, numbers) in &other.0 {
                if member == second {
                    sum += six.iter().zip(numbers).map(|(a, b)| a * b).sum::<f64>();
                }
            }
        }
        sum
    }
}

/// Two directions across a normal of length 1. The second axis that is longest across it is taken
/// first, so that they are far from 0.
fn axes(normal: Three) -> [Three; 3] {
    let mut least = 0;
    for axis in 1..3 {
        if normal[axis].abs() < normal[least].abs() {
            least = axis;
        }
    }
    let mut unit = [0.0; 3];
    unit[least] = 1.0;
    let across = cross(&normal, &unit);
    let length = dot(&across, &across).sqrt();
    let first = across.map(|number| number / length);
    [normal, first, cross(&normal, &first)]
}

impl Floats {
    pub(super) fn new(rows: &[Row], masses: &[Masses]) -> Self {
        let mut contacts = Vec::with_capacity(rows.len());
        for row in rows {
            contacts.push(Contact::new(row, masses));
        }
        let mut found = Self {
            contacts,
            bodies: masses.len(),
            scale: 0.0,
        };
        found.take_off_bases(rows);
        for contact in &found.contacts {
            for number in &contact.constants {
                found.scale = found.scale.max(number.abs());
            }
        }
        found
    }

    /// Forces that have acted already are part of the forces here.
    fn take_off_bases(&mut self, rows: &[Row]) {
        let mut forces = Vec::with_capacity(rows.len());
        for (row, contact) in rows.iter().zip(&self.contacts) {
            let base = row.rough.as_ref().map(|rough| &rough.base);
            let force = base.map_or([0.0; 3], |base| contact.force(base));
            forces.push(force.map(|number| -number));
        }
        let moves = self.moves(&forces);
        for (contact, moves) in self.contacts.iter_mut().zip(moves) {
            contact.constants = moves;
        }
    }

    /// The moves of all contacts by forces.
    pub(super) fn moves(&self, forces: &[Three]) -> Vec<Three> {
        let mut motion = vec![[0.0; 6]; self.bodies];
        for (contact, force) in self.contacts.iter().zip(forces) {
            for (form, number) in contact.forms.iter().zip(force) {
                form.push(*number, &mut motion);
            }
        }
        let mut found = Vec::with_capacity(forces.len());
        for contact in &self.contacts {
            let mut moves = contact.constants;
            for (form, own) in contact.forms.iter().zip(&mut moves) {
                *own += form.value(&motion);
            }
            found.push(moves);
        }
        found
    }

    /// For each contact a bound of the sum of the sizes of its blocks of the matrix J Jᵀ.
    fn sizes(&self) -> Vec<f64> {
        let mut sizes = Vec::with_capacity(self.contacts.len());
        for one in &self.contacts {
            let mut sum = 0.0;
            for other in &self.contacts {
                let mut square = 0.0;
                for form in &one.forms {
                    for second in &other.forms {
                        square += form.times(second).powi(2);
                    }
                }
                sum += square.sqrt();
            }
            sizes.push(sum.max(f64::MIN_POSITIVE));
        }
        sizes
    }

    /// Forces that nearly obey Coulomb's law, from some forces on.
    pub(super) fn guess(&self, begin: Vec<Three>) -> Guess {
        let sizes = self.sizes();
        let mut forces = begin;
        let mut shifts = self.shifts(&self.moves(&forces));
        let mut work = 0;
        let mut last = f64::INFINITY;
        for _ in 0..MOST_SHIFTS {
            let most = (last * 1e-3).max(FOUND * self.scale);
            work += self.settle(&mut forces, &shifts, &sizes, most);
            let next = self.shifts(&self.moves(&forces));
            let changes = next.iter().zip(&shifts).map(|(a, b)| (a - b).abs());
            last = changes.fold(0.0, f64::max);
            shifts = next;
            if last <= FOUND * self.scale || work > MOST_WORK {
                break;
            }
        }
        let moves = self.moves(&forces);
        Guess { forces, moves }
    }

    fn shifts(&self, moves: &[Three]) -> Vec<f64> {
        let moves = self.contacts.iter().zip(moves);
        moves
            .map(|(contact, [_, a, b])| contact.friction * a.hypot(*b))
            .collect()
    }

    /// Steps of the gradient for these shifts, until forces give moves that change by less than a
    /// bound. Returns how much work that was.
    fn settle(&self, forces: &mut Vec<Three>, shifts: &[f64], sizes: &[f64], most: f64) -> usize {
        let mut ahead = forces.clone();
        let mut weight: f64 = 1.0;
        for step in 0..MOST_STEPS {
            let moves = self.moves(&ahead);
            let mut next = Vec::with_capacity(forces.len());
            let mut largest: f64 = 0.0;
            let mut overshoot = 0.0;
            for (index, contact) in self.contacts.iter().enumerate() {
                let mut force = ahead[index];
                for axis in 0..3 {
                    force[axis] -= moves[index][axis] / sizes[index];
                }
                force[0] -= shifts[index] / sizes[index];
                let force = contact.projected(force);
                for axis in 0..3 {
                    let change = force[axis] - ahead[index][axis];
                    largest = largest.max(change.abs() * sizes[index]);
                    overshoot -= change * sizes[index] * (force[axis] - forces[index][axis]);
                }
                next.push(force);
            }
            let own = (1.0 + (1.0 + 4.0 * weight * weight).sqrt()) / 2.0;
            let mut share = (weight - 1.0) / own;
            weight = own;
            if overshoot > 0.0 {
                share = 0.0;
                weight = 1.0;
            }
            for (index, force) in next.iter().enumerate() {
                for axis in 0..3 {
                    ahead[index][axis] = force[axis] + share * (force[axis] - forces[index][axis]);
                }
            }
            *forces = next;
            if largest <= most {
                return (step + 1) * self.contacts.len() * 80;
            }
        }
        MOST_STEPS * self.contacts.len() * 80
    }
}

impl Contact {
    fn new(row: &Row, masses: &[Masses]) -> Self {
        let Some(rough) = &row.rough else {
            let size = float(&row.size_squared(masses))
                .sqrt()
                .max(f64::MIN_POSITIVE);
            return Self {
                forms: vec![Form::new(&row.sides, masses, 1.0 / size)],
                constants: [float(&row.constant) / size, 0.0, 0.0],
                friction: 0.0,
                length: size,
                axes: [[0.0; 3]; 3],
            };
        };
        let normal = floats(&rough.normal);
        let length = dot(&normal, &normal).sqrt();
        let axes = axes(normal.map(|number| number / length));
        let mut forms = vec![Form::new(&row.sides, masses, 1.0 / length)];
        let slip = floats(&rough.constant);
        let mut constants = [float(&row.constant) / length, 0.0, 0.0];
        for (place, axis) in axes.iter().enumerate().skip(1) {
            let exact = axis.map(|number| Rational::try_from(number).unwrap_or_default());
            let sides: Vec<Side> = rough.sides.iter().map(|side| side.push(&exact)).collect();
            forms.push(Form::new(&sides, masses, 1.0));
            constants[place] = dot(axis, &slip);
        }
        Self {
            forms,
            constants,
            friction: float(&rough.friction),
            length,
            axes,
        }
    }

    /// Forces along the axes.
    pub(super) fn force(&self, force: &Force) -> Three {
        let across = float(&force.size()) * self.length;
        if self.forms.len() == 1 {
            return [across, 0.0, 0.0];
        }
        let [normal, first, second] = &self.axes;
        let along = cross(normal, &floats(&force.vector())).map(|x| x * self.length);
        [across, dot(&along, first), dot(&along, second)]
    }

    /// The friction of forces along the axes, as a vector.
    pub(super) fn friction_of(&self, [_, a, b]: &Three) -> Three {
        let [_, first, second] = &self.axes;
        [0, 1, 2].map(|axis: usize| first[axis] * a + second[axis] * b)
    }

    /// Exact forces that are these.
    pub(super) fn exact(&self, force: &Three) -> Force {
        let mut found = Force::NONE;
        found.across = units(force[0] / self.length);
        if self.forms.len() > 1 {
            // m × (f × m) = |m|² f.
            let [normal, ..] = &self.axes;
            let along = cross(&self.friction_of(force), normal);
            found.along = along.map(|number| units(number / self.length));
        }
        found
    }

    /// The nearest force in the cone.
    fn projected(&self, [across, a, b]: Three) -> Three {
        let size = a.hypot(b);
        let friction = self.friction;
        if size <= friction * across {
            return [across, a, b];
        }
        if friction * size <= -across {
            return [0.0; 3];
        }
        let found = (across + friction * size) / (1.0 + friction * friction);
        let share = match size > 0.0 {
            true => friction * found / size,
            false => 0.0,
        };
        [found, a * share, b * share]
    }
}

fn units(number: f64) -> malachite::Integer {
    rounded(&Rational::try_from(number).unwrap_or_default(), FORCE)
}
