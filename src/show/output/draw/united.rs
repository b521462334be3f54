//! Contacts that cannot be told apart on the page, as one.
//!
//! If corners of aligned bodies meet, rows are listed from either side; both sides of a corner may
//! have the same edge. Each of these rows has a force of its own, and only their sum can be seen.

use super::content::ContactMark;
use num_traits::Signed;
use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_scene::BodyId;

/// Contacts of the same two bodies closer than `near` and along about the same line as one, with
/// the sum of their forces.
pub(super) fn united(contacts: Vec<ContactMark>, near: &Rational) -> Vec<ContactMark> {
    let mut united: Vec<ContactMark> = Vec::new();
    let mut by_bodies: BTreeMap<[BodyId; 2], Vec<usize>> = BTreeMap::new();
    for contact in contacts {
        let bodies = [
            contact.first.min(contact.second),
            contact.first.max(contact.second),
        ];
        let same = by_bodies.entry(bodies).or_default();
        let place = same
            .iter()
            .find(|&&place| united[place].is_at(&contact, near));
        match place {
            Some(&place) => united[place].unite(&contact),
            None => {
                same.push(united.len());
                united.push(contact);
            }
        }
    }
    united
}

impl ContactMark {
    /// Whether another contact of these bodies is closer than `near`, with a normal that is less
    /// than a tenth of a radian away.
    fn is_at(&self, other: &Self, near: &Rational) -> bool {
        let way = &other.point - &self.point;
        let normal = if self.first == other.first {
            other.normal.clone()
        } else {
            -&other.normal
        };
        let cross = self.normal.cross(&normal);
        let dot = self.normal.dot(&normal);
        let is_near = way.dot(&way) <= near * near;
        let hundred = Rational::from_integer(100.into());
        let turns_little = &cross * &cross * hundred <= &dot * &dot;
        is_near && dot.is_positive() && turns_little
    }

    /// Takes over another mark at its place.
    fn unite(&mut self, other: &Self) {
        let force = if self.first == other.first {
            other.force.clone()
        } else {
            -&other.force
        };
        self.force = &self.force + &force;
        self.is_indeterminate |= other.is_indeterminate;
        // A place where something presses already, or still, has neither been made nor lost.
        self.deed = self.deed.min(other.deed);
    }
}
