//! The linear conditions that every stack of a region satisfies.
//!
//! Variables, in this order, with N bricks and C contacts: the centres c of the bricks (N), the
//! points u of the contacts from the centre of the upper brick (C), the forces f (C), the moments
//! f u about the centre of the upper brick (C), and the moments f v about that of the lower brick
//! (C), v = u + c of the upper brick - c of the lower one. The two kinds of moments are products;
//! the rows here are what remains of that if it is said in linear terms (G. P. McCormick,
//! *Computability of global solutions to factorable nonconvex programs I*, 1976).

use crate::pattern::{Contact, Pattern};
use crate::region::{Range, Region};
use num_traits::{One, Zero};
use zwang_exact::Rational;

/// Σ coefficient × variable ≥ a number, or = it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Pairs (variable, coefficient).
    pub coefficients: Vec<(usize, Rational)>,
    /// The right side.
    pub at_least: Rational,
    /// Whether both sides are equal.
    pub is_equation: bool,
}

/// The numbers of the variables.
#[derive(Clone, Copy, Debug)]
pub struct Variables {
    bricks: usize,
    contacts: usize,
}

impl Variables {
    /// Those of a pattern.
    #[must_use]
    pub fn of(pattern: &Pattern) -> Self {
        Self {
            bricks: pattern.bricks(),
            contacts: pattern.contacts().len(),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> usize {
        self.bricks + 4 * self.contacts
    }

    /// The point of a contact.
    #[must_use]
    pub fn point(self, contact: usize) -> usize {
        self.bricks + contact
    }

    /// Its force.
    #[must_use]
    pub fn force(self, contact: usize) -> usize {
        self.bricks + self.contacts + contact
    }

    /// Its moment about the centre of the upper brick.
    #[must_use]
    pub fn upper_moment(self, contact: usize) -> usize {
        self.bricks + 2 * self.contacts + contact
    }

    /// Its moment about the centre of the lower brick.
    #[must_use]
    pub fn lower_moment(self, contact: usize) -> usize {
        self.bricks + 3 * self.contacts + contact
    }
}

/// The number of a variable of a contact.
type Place = fn(Variables, usize) -> usize;

/// All rows of a region, in the order of the proof:
///
/// 1. each brick: forces under it - forces on it = 1;
/// 2. each brick: moments under it - moments on it = 0, about its centre;
/// 3. each pair of neighbours of a level: right centre - left centre ≥ 1;
/// 4. each contact: bounds of its force and of u, four rows of the product f u; then with a brick
///    below the bounds of v and four rows of f v, with the table -(c + u) ≥ 0.
#[must_use]
pub fn rows(pattern: &Pattern, region: &Region) -> Vec<Row> {
    let contacts = pattern.contacts();
    let variables = Variables::of(pattern);
    let mut rows = Vec::new();
    let forces: [Place; 2] = [Variables::force, Variables::force];
    for brick in 0..pattern.bricks() {
        rows.push(balance(
            brick,
            &contacts,
            variables,
            forces,
            Rational::one(),
        ));
    }
    let moments: [Place; 2] = [Variables::upper_moment, Variables::lower_moment];
    for brick in 0..pattern.bricks() {
        rows.push(balance(
            brick,
            &contacts,
            variables,
            moments,
            Rational::zero(),
        ));
    }
    rows.extend(neighbours(pattern));
    for (number, contact) in contacts.iter().enumerate() {
        let force = vec![(variables.force(number), Rational::one())];
        let point = vec![(variables.point(number), Rational::one())];
        let of_force = &region.forces[number];
        let of_point = &region.upper[number];
        rows.extend(between(&force, of_force));
        rows.extend(between(&point, of_point));
        let moment = variables.upper_moment(number);
        rows.extend(product(&force, of_force, &point, of_point, moment));
        if let Some(lower) = from_lower(number, contact, variables) {
            let of_lower = &region.lower[number];
            let moment = variables.lower_moment(number);
            rows.extend(between(&lower, of_lower));
            rows.extend(product(&force, of_force, &lower, of_lower, moment));
        } else {
            rows.push(over_the_table(number, contact, variables));
        }
    }
    rows
}

/// Right centre - left centre ≥ 1 for all neighbours, from the table up, from left to right.
pub(crate) fn neighbours(pattern: &Pattern) -> Vec<Row> {
    let mut rows = Vec::new();
    for (level, count) in pattern.levels.iter().enumerate() {
        let first = pattern.first_of(level);
        for left in first..first + count - 1 {
            rows.push(Row {
                coefficients: vec![(left, -Rational::one()), (left + 1, Rational::one())],
                at_least: Rational::one(),
                is_equation: false,
            });
        }
    }
    rows
}

/// The point of a contact from the centre of its lower brick, as a form; `None` for the table.
pub(crate) fn from_lower(
    number: usize,
    contact: &Contact,
    variables: Variables,
) -> Option<Vec<(usize, Rational)>> {
    let lower = contact.lower?;
    Some(vec![
        (variables.point(number), Rational::one()),
        (contact.upper, Rational::one()),
        (lower, -Rational::one()),
    ])
}

/// A force of the table acts left of its edge: -(c + u) ≥ 0.
pub(crate) fn over_the_table(number: usize, contact: &Contact, variables: Variables) -> Row {
    Row {
        coefficients: vec![
            (variables.point(number), -Rational::one()),
            (contact.upper, -Rational::one()),
        ],
        at_least: Rational::zero(),
        is_equation: false,
    }
}

/// A form is between two numbers.
pub(crate) fn between(form: &[(usize, Rational)], range: &Range) -> [Row; 2] {
    let [least, greatest] = range;
    let at_least = Row {
        coefficients: form.to_vec(),
        at_least: least.clone(),
        is_equation: false,
    };
    let at_most = Row {
        coefficients: times(form, &-Rational::one()),
        at_least: -greatest,
        is_equation: false,
    };
    [at_least, at_most]
}

/// The sum over the contacts under a brick, less that over those on it, is a number. Each contact
/// has a variable for its upper brick, and one for its lower brick.
fn balance(
    brick: usize,
    contacts: &[Contact],
    variables: Variables,
    [under, on]: [Place; 2],
    number: Rational,
) -> Row {
    let mut coefficients = Vec::new();
    for (contact, ends) in contacts.iter().enumerate() {
        if ends.upper == brick {
            coefficients.push((under(variables, contact), Rational::one()));
        }
        if ends.lower == Some(brick) {
            coefficients.push((on(variables, contact), -Rational::one()));
        }
    }
    Row {
        coefficients,
        at_least: number,
        is_equation: true,
    }
}

/// For a force f in [a, b], a form x in [p, q] and m = f x, products of two numbers that are not
/// negative: (f - a)(x - p), (b - f)(q - x), (f - a)(q - x) and (b - f)(x - p).
fn product(
    force: &[(usize, Rational)],
    of_force: &Range,
    form: &[(usize, Rational)],
    of_form: &Range,
    moment: usize,
) -> [Row; 4] {
    let [a, b] = of_force;
    let [p, q] = of_form;
    let rising = Rational::one();
    let falling = -Rational::one();
    let ends = [
        (&rising, [a, p]),
        (&rising, [b, q]),
        (&falling, [a, q]),
        (&falling, [b, p]),
    ];
    ends.map(|(sign, ends)| product_row(sign, ends, force, form, moment))
}

/// sign × (m - e x - g f) ≥ -sign × e g, for an end e of the range of forces and an end g of that
/// of the form.
fn product_row(
    sign: &Rational,
    [of_force, of_form]: [&Rational; 2],
    force: &[(usize, Rational)],
    form: &[(usize, Rational)],
    moment: usize,
) -> Row {
    let mut coefficients = vec![(moment, sign.clone())];
    coefficients.extend(times(form, &-(sign * of_force)));
    coefficients.extend(times(force, &-(sign * of_form)));
    Row {
        coefficients,
        at_least: -(sign * of_force * of_form),
        is_equation: false,
    }
}

fn times(form: &[(usize, Rational)], factor: &Rational) -> Vec<(usize, Rational)> {
    let terms = form.iter();
    let terms = terms.map(|(variable, coefficient)| (*variable, coefficient * factor));
    terms.collect()
}
