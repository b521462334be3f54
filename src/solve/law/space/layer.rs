//! A program as a layer of contacts that give way, and its forces with hardly any compliance.
//!
//! The compliance goes down in doubles, and then, in long numbers, so far that what is left of it
//! is less than the ball that forces prove.
#![allow(clippy::disallowed_types)]

use super::compliant::{Behaviour, Contact, Layer, Solution, Three};
use super::elimination::Six;
use super::number::{DIGITS, Long, Number};
use super::program::{Masses, Program, Row, Side};
use super::rough::Force;
use super::springs;
use super::vector::{Vector, times};
use crate::number::{FORCE, rounded};
use malachite::{Integer, Rational};

/// Digits of the compliance in doubles.
const DOUBLES: [i64; 10] = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27];
/// Digits of the compliance in long numbers, and those on the way there if it is not found at once.
const LAST: i64 = 88;
const WAY: [i64; 3] = [45, 65, LAST];
/// Digits of the finest compliances. About 2^-128 those rows part that depend on each other.
const FINEST: [i64; 14] = [
    112, 120, 124, 128, 132, 136, 140, 144, 148, 152, 156, 162, 174, 188,
];
/// So often what is left of the compliance is taken off.
const PRELOADS: usize = 2;

/// The contacts of a program, and what makes forces of theirs.
pub(super) struct Contacts {
    long: Layer<Long>,
    /// The last solution in long numbers.
    found: Option<Solution<Long>>,
    double: Layer<f64>,
    axes: Vec<Axes>,
}

/// The directions of a contact.
struct Axes {
    /// |m|.
    length: Long,
    /// The normal and two directions along the contact, of length 1.
    axes: [[Long; 3]; 3],
    is_rough: bool,
}

pub(super) fn long(number: &Rational) -> Long {
    Long(rounded(number, DIGITS))
}

fn longs(vector: &Vector) -> [Long; 3] {
    vector.each_ref().map(long)
}

fn dot(one: &[Long; 3], other: &[Long; 3]) -> Long {
    let mut sum = Long::zero();
    for (a, b) in one.iter().zip(other) {
        sum = sum.plus(&a.times(b));
    }
    sum
}

fn cross([a, b, c]: &[Long; 3], [x, y, z]: &[Long; 3]) -> [Long; 3] {
    [
        b.times(z).minus(&c.times(y)),
        c.times(x).minus(&a.times(z)),
        a.times(y).minus(&b.times(x)),
    ]
}

fn unit_of(vector: &[Long; 3]) -> ([Long; 3], Long) {
    let length = dot(vector, vector).root();
    (vector.each_ref().map(|x| x.over(&length)), length)
}

impl Axes {
    /// The second axis is across that of the scene which is nearest to the plane of the contact.
    fn new(row: &Row) -> Self {
        let zero = || [Long::zero(), Long::zero(), Long::zero()];
        let Some(rough) = &row.rough else {
            return Self {
                length: Long::power_of_two(0),
                axes: [zero(), zero(), zero()],
                is_rough: false,
            };
        };
        let (normal, length) = unit_of(&longs(&rough.normal));
        let mut least = 0;
        for axis in 1..3 {
            if normal[axis].size() < normal[least].size() {
                least = axis;
            }
        }
        let mut unit = zero();
        unit[least] = Long::power_of_two(0);
        let (first, _) = unit_of(&cross(&normal, &unit));
        let second = cross(&normal, &first);
        Self {
            length,
            axes: [normal, first, second],
            is_rough: true,
        }
    }

    /// Forces that have acted already.
    fn base(&self, row: &Row) -> Three<Long> {
        let Some(rough) = &row.rough else {
            return [Long::zero(), Long::zero(), Long::zero()];
        };
        let across = long(&rough.base.size()).times(&self.length);
        let along = longs(&rough.friction_of(&rough.base.vector()));
        let [_, first, second] = &self.axes;
        [across, dot(&along, first), dot(&along, second)]
    }

    fn force(&self, [across, a, b]: &Three<Long>) -> Force {
        let mut found = Force::NONE;
        found.across = units(&across.over(&self.length));
        if self.is_rough {
            let [normal, first, second] = &self.axes;
            let along =
                [0, 1, 2].map(|axis: usize| first[axis].times(a).plus(&second[axis].times(b)));
            // m × (f × m) = |m|² f.
            let along = cross(&along, normal);
            found.along = along.map(|number| units(&number.over(&self.length)));
        }
        found
    }
}

pub(super) fn units(number: &Long) -> Integer {
    let shift = DIGITS - FORCE;
    let half = Integer::from(1) << (shift - 1);
    (&number.0 + half) >> shift
}

/// The roots of the masses of a body.
pub(super) struct Roots {
    mass: Long,
    diagonal: [Long; 3],
}

impl Roots {
    pub(super) fn new(masses: &Masses) -> Self {
        Self {
            mass: long(&masses.mass).root(),
            diagonal: masses.diagonal.each_ref().map(|x| long(x).root()),
        }
    }

    /// The coefficients of a side in coordinates in which masses are 1, with a factor below them.
    pub(super) fn six(&self, side: &Side, masses: &Masses, below: &Long) -> Six<Long> {
        let along = longs(&side.along);
        let around = longs(&times(&masses.per_lower, &side.around));
        let mut six = [(); 6].map(|()| Long::zero());
        for axis in 0..3 {
            six[axis] = along[axis].over(&self.mass).over(below);
            six[3 + axis] = around[axis].over(&self.diagonal[axis]).over(below);
        }
        six
    }
}

fn contact(row: &Row, axes: &Axes, masses: &[Masses], roots: &[Roots]) -> Contact<Long> {
    let mut sides = Vec::with_capacity(row.sides.len());
    let zero = || [(); 6].map(|()| Long::zero());
    for side in &row.sides {
        let member = side.member;
        let across = roots[member].six(side, &masses[member], &axes.length);
        sides.push((member, [across, zero(), zero()]));
    }
    let mut constant = [
        long(&row.constant).over(&axes.length),
        Long::zero(),
        Long::zero(),
    ];
    let mut friction = Long::zero();
    if let Some(rough) = &row.rough {
        friction = long(&rough.friction);
        let slip = longs(&rough.constant);
        let one = Long::power_of_two(0);
        for place in 1..3 {
            let axis = &axes.axes[place];
            constant[place] = dot(axis, &slip);
            let exact = axis.each_ref().map(|x| crate::number::over(&x.0, DIGITS));
            for side in &rough.sides {
                let member = side.member;
                let six = roots[member].six(&side.push(&exact), &masses[member], &one);
                if let Some((_, forms)) = sides.iter_mut().find(|(own, _)| *own == member) {
                    forms[place] = six;
                } else {
                    let mut forms = [zero(), zero(), zero()];
                    forms[place] = six;
                    sides.push((member, forms));
                }
            }
        }
    }
    Contact {
        sides,
        constant,
        base: axes.base(row),
        friction,
    }
}

fn in_doubles(contact: &Contact<Long>) -> Contact<f64> {
    let three = |numbers: &Three<Long>| numbers.each_ref().map(Long::double);
    let mut sides = Vec::with_capacity(contact.sides.len());
    for (body, forms) in &contact.sides {
        let forms = forms.each_ref().map(|six| six.each_ref().map(Long::double));
        sides.push((*body, forms));
    }
    Contact {
        sides,
        constant: three(&contact.constant),
        base: three(&contact.base),
        friction: contact.friction.double(),
    }
}

fn as_long(number: f64) -> Long {
    long(&Rational::try_from(number).unwrap_or_default())
}

fn in_longs(behaviour: &Behaviour<f64>) -> Behaviour<Long> {
    match behaviour {
        Behaviour::Open => Behaviour::Open,
        Behaviour::Stick => Behaviour::Stick,
        Behaviour::Slide {
            direction: [a, b],
            slip,
            across,
        } => Behaviour::Slide {
            direction: [as_long(*a), as_long(*b)],
            slip: as_long(*slip),
            across: as_long(*across),
        },
    }
}

impl Contacts {
    pub(super) fn new(program: Program) -> Self {
        let Program { rows, masses, .. } = program;
        let roots: Vec<Roots> = masses.iter().map(Roots::new).collect();
        let mut axes = Vec::with_capacity(rows.len());
        let mut contacts = Vec::with_capacity(rows.len());
        let mut doubles = Vec::with_capacity(rows.len());
        let mut size = f64::MIN_POSITIVE;
        for row in rows {
            let own = Axes::new(row);
            let contact = contact(row, &own, masses, &roots);
            let double = in_doubles(&contact);
            for (_, [across, ..]) in &double.sides {
                size = size.max(across.iter().map(|x| x * x).sum());
            }
            axes.push(own);
            contacts.push(contact);
            doubles.push(double);
        }
        let springs = springs::in_longs(program.springs, masses);
        let soft = springs.iter().map(springs::in_doubles).collect();
        #[allow(clippy::cast_possible_truncation, reason = "an exponent")]
        let unit = size.log2().ceil() as i64;
        Self {
            found: None,
            long: Layer {
                contacts,
                springs,
                bodies: masses.len(),
                unit,
                found: 90,
            },
            double: Layer {
                contacts: doubles,
                springs: soft,
                bodies: masses.len(),
                unit,
                found: 26,
            },
            axes,
        }
    }

    /// Forces that hardly depend on the compliance.
    pub(super) fn forces(&mut self) -> Option<Vec<Force>> {
        let mut digits = DOUBLES[0];
        let mut last = self.double.solve(digits, self.first());
        for next in &DOUBLES[1..] {
            let begin = rescaled(&self.double, &last.behaviours, [digits, *next]);
            last = self.double.solve(*next, begin);
            digits = *next;
        }
        let begin: Vec<Behaviour<Long>> = last.behaviours.iter().map(in_longs).collect();
        let own = rescaled(&self.long, &begin, [digits, LAST]);
        let mut found = self.long.solve(LAST, own);
        if !found.is_found {
            found.behaviours = begin;
            for next in WAY {
                let own = rescaled(&self.long, &found.behaviours, [digits, next]);
                found = self.long.solve(next, own);
                digits = next;
            }
        }
        let plain = found.behaviours.clone();
        for _ in 0..PRELOADS {
            let loaded = self.long.preloaded(LAST, &found.forces);
            found = loaded.solve(LAST, found.behaviours);
        }
        let forces = self.whole(&found);
        found.behaviours = plain;
        self.found = Some(found);
        forces
    }

    /// Forces with so little compliance that rows which depend on each other but for 2^-128 do not
    /// any more.
    pub(super) fn finer(&mut self) -> Option<Vec<Force>> {
        let mut found = self.found.take()?;
        let mut digits = LAST;
        for next in FINEST {
            let own = rescaled(&self.long, &found.behaviours, [digits, next]);
            found = self.long.solve(next, own);
            digits = next;
        }
        self.whole(&found)
    }

    /// At first what is closed sticks.
    fn first(&self) -> Vec<Behaviour<f64>> {
        let contacts = self.double.contacts.iter();
        let first = contacts.map(|contact| match contact.constant[0] < 0.0 {
            true => Behaviour::Stick,
            false => Behaviour::Open,
        });
        first.collect()
    }

    fn whole(&self, found: &Solution<Long>) -> Option<Vec<Force>> {
        if found.forces.len() != self.axes.len() {
            return None;
        }
        let axes = self.axes.iter().zip(&found.forces);
        Some(axes.map(|(axes, force)| axes.force(force)).collect())
    }
}

/// Behaviours for another compliance.
fn rescaled<N: Number>(
    layer: &Layer<N>,
    behaviours: &[Behaviour<N>],
    [before, after]: [i64; 2],
) -> Vec<Behaviour<N>> {
    let stiffness = layer.stiffness(before);
    let mut found = Vec::with_capacity(behaviours.len());
    for (contact, behaviour) in layer.contacts.iter().zip(behaviours) {
        found.push(behaviour.rescaled(&stiffness, &contact.friction, before - after));
    }
    found
}
