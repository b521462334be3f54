//! A region of a pattern: bounds of the force of each contact, and of the point where it acts,
//! relative to the centres of both bricks.

use crate::pattern::Pattern;
use num_traits::{One, Zero};
use zwang_exact::Rational;

/// A quantity of a contact that a region bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// The force of this contact, in weights of a brick.
    Force(usize),
    /// The point where it acts, from the centre of the upper brick, in lengths of a brick.
    Upper(usize),
    /// The point where it acts, from the centre of the lower brick; not for the table.
    Lower(usize),
}

/// The least and the greatest value.
pub type Range = [Rational; 2];

/// Bounds of all contacts of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// Bounds of forces.
    pub forces: Vec<Range>,
    /// Bounds of points, from the centre of the upper brick.
    pub upper: Vec<Range>,
    /// Bounds of points, from the centre of the lower brick.
    pub lower: Vec<Range>,
}

impl Region {
    /// The whole of a pattern: a point is on both bricks, and no force is more than all weights.
    #[must_use]
    pub fn whole(pattern: &Pattern) -> Self {
        let count = pattern.contacts().len();
        let half = Rational::new(1.into(), 2.into());
        let on_brick = [-&half, half];
        let all = Rational::from_integer(pattern.bricks().into());
        let mut region = Self {
            forces: vec![[Rational::zero(), all]; count],
            upper: vec![on_brick.clone(); count],
            lower: vec![on_brick; count],
        };
        region.tighten(pattern);
        region
    }

    /// The bounds of a quantity; `None` if there is no such contact.
    #[must_use]
    pub fn range(&self, quantity: Quantity) -> Option<&Range> {
        match quantity {
            Quantity::Force(contact) => self.forces.get(contact),
            Quantity::Upper(contact) => self.upper.get(contact),
            Quantity::Lower(contact) => self.lower.get(contact),
        }
    }

    /// The two parts in which a quantity is at most and at least a number. `None` if there is no
    /// such contact.
    #[must_use]
    pub fn split(&self, pattern: &Pattern, quantity: Quantity, at: &Rational) -> Option<[Self; 2]> {
        let mut below = self.clone();
        let mut above = self.clone();
        let upper_bound = &mut below.range_mut(quantity)?[1];
        *upper_bound = at.min(upper_bound).clone();
        let lower_bound = &mut above.range_mut(quantity)?[0];
        *lower_bound = at.max(lower_bound).clone();
        below.tighten(pattern);
        above.tighten(pattern);
        Some([below, above])
    }

    fn range_mut(&mut self, quantity: Quantity) -> Option<&mut Range> {
        match quantity {
            Quantity::Force(contact) => self.forces.get_mut(contact),
            Quantity::Upper(contact) => self.upper.get_mut(contact),
            Quantity::Lower(contact) => self.lower.get_mut(contact),
        }
    }

    /// Narrows the bounds of forces by the balance of each brick: those under it are 1 more than
    /// those on it. Bricks are taken from the last to the first, the contacts under each in their
    /// order, once.
    fn tighten(&mut self, pattern: &Pattern) {
        let contacts = pattern.contacts();
        for brick in (0..pattern.bricks()).rev() {
            let mut load = [Rational::one(), Rational::one()];
            let mut under = Vec::new();
            for (number, contact) in contacts.iter().enumerate() {
                if contact.lower == Some(brick) {
                    load[0] += &self.forces[number][0];
                    load[1] += &self.forces[number][1];
                }
                if contact.upper == brick {
                    under.push(number);
                }
            }
            for number in &under {
                let mut range = load.clone();
                for other in under.iter().filter(|other| *other != number) {
                    range[0] -= &self.forces[*other][1];
                    range[1] -= &self.forces[*other][0];
                }
                let [least, greatest] = range;
                let force = &mut self.forces[*number];
                if least > force[0] {
                    force[0] = least;
                }
                if greatest < force[1] {
                    force[1] = greatest;
                }
            }
        }
    }
}
