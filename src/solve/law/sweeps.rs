//! Forces by sweeps over contacts, in floats.
//!
//! One contact after the other gets the force with which it obeys Coulomb's law, given those of all
//! others (Jean, *The non-smooth contact dynamics method*, 1999): first to last, then back. Sweeps
//! come near to the law slowly, but go astray hardly ever: also where forces are not unique, and
//! modes that change all at once come back. From time to time Newton's method tries the modes that
//! they have come to ([`crate::modes`]). Nothing here is believed.
#![allow(clippy::disallowed_types)]

use crate::modes::{Numbers, Search, product};
use crate::newton::{Floats, Mode};

/// After so many sweeps modes are tried.
const TRIED: [usize; 6] = [0, 8, 24, 72, 216, 648];

/// Friction is full from this part of its bound on.
const FULL: f64 = 1.0 - 1e-12;
/// Rows across and along that depend on each other but for this part are one row.
const DEPENDENT: f64 = 1e-12;

/// A contact, given the motion that the forces of all others leave.
struct Contact<'n> {
    floats: &'n Floats,
    is_rough: bool,
    /// The squares of the rows across and along, and their product.
    square_across: f64,
    square_along: f64,
    mixed: f64,
}

impl Search<'_> {
    /// Modes with signs that are right in floats, and their forces, by sweeps that begin with the
    /// forces of the search; without modes, if none are found, the forces of the last sweep.
    pub(crate) fn swept(&self) -> (Option<Vec<Mode>>, Numbers) {
        let contacts = self.contacts();
        let mut forces = self.begin.clone();
        let mut motion = vec![0.0; self.unknowns()];
        let mut done = 0;
        for tried in TRIED {
            while done < tried {
                for (row, contact) in contacts.iter().enumerate() {
                    self.bear(row, contact, &mut forces, &mut motion);
                }
                for (row, contact) in contacts.iter().enumerate().rev() {
                    self.bear(row, contact, &mut forces, &mut motion);
                }
                done += 1;
            }
            let found = self.right_from(self.modes_of(&forces), &forces);
            if let Some((modes, forces)) = found {
                return (Some(modes), forces);
            }
        }
        (None, forces)
    }

    fn contacts(&self) -> Vec<Contact<'_>> {
        let mut contacts = Vec::with_capacity(self.floats.len());
        for (row, floats) in self.floats.iter().enumerate() {
            let [mut square_along, mut mixed] = [0.0; 2];
            for (unknown, number) in &floats.along {
                square_along += number * number;
                for (other, across) in &floats.across {
                    if other == unknown {
                        mixed += number * across;
                    }
                }
            }
            contacts.push(Contact {
                floats,
                is_rough: self.is_rough(row),
                square_across: product_with_itself(&floats.across),
                square_along,
                mixed,
            });
        }
        contacts
    }

    /// Gives a contact the force with which it obeys the law, and changes the motion accordingly.
    fn bear(&self, row: usize, contact: &Contact, forces: &mut Numbers, motion: &mut [f64]) {
        let before = [forces.across[row], forces.along[row]];
        let gap = self.left.across[row] + product(&contact.floats.across, motion);
        if !contact.is_rough {
            let across = (before[0] - gap / contact.square_across).max(0.0);
            forces.across[row] = across;
            push(motion, &contact.floats.across, across - before[0]);
            return;
        }
        let slip = self.left.along[row] + product(&contact.floats.along, motion);
        let after = contact.lawful(before, [gap, slip]);
        [forces.across[row], forces.along[row]] = after;
        push(motion, &contact.floats.across, after[0] - before[0]);
        push(motion, &contact.floats.along, after[1] - before[1]);
    }

    /// The modes that forces speak of.
    fn modes_of(&self, forces: &Numbers) -> Vec<Mode> {
        let mut modes = Vec::with_capacity(self.floats.len());
        for (row, floats) in self.floats.iter().enumerate() {
            let [across, along] = [forces.across[row], forces.along[row]];
            let most = floats.friction * across;
            modes.push(match across > 0.0 {
                false => Mode::Open,
                true if !self.is_rough(row) => Mode::Slide(0),
                true if along >= most * FULL => Mode::Slide(-1),
                true if along <= -most * FULL => Mode::Slide(1),
                true => Mode::Stick,
            });
        }
        modes
    }
}

impl Contact<'_> {
    /// The force with which the contact obeys the law, given the force before, and the gap and the
    /// slip that it leaves.
    fn lawful(&self, [across, along]: [f64; 2], [gap, slip]: [f64; 2]) -> [f64; 2] {
        let friction = self.floats.friction;
        // Without any force.
        let free_gap = gap - self.square_across * across - self.mixed * along;
        let free_slip = slip - self.mixed * across - self.square_along * along;
        if free_gap >= 0.0 {
            return [0.0, 0.0];
        }
        let determinant = self.square_across * self.square_along - self.mixed * self.mixed;
        if determinant > DEPENDENT * self.square_across * self.square_along {
            let sticking = [
                (self.mixed * free_slip - self.square_along * free_gap) / determinant,
                (self.mixed * free_gap - self.square_across * free_slip) / determinant,
            ];
            if sticking[0] >= 0.0 && sticking[1].abs() <= friction * sticking[0] {
                return sticking;
            }
        }
        let toward = if free_slip > 0.0 { 1.0 } else { -1.0 };
        for sign in [toward, -toward] {
            let pull = self.square_across - sign * friction * self.mixed;
            if pull <= 0.0 {
                continue;
            }
            let pressing = -free_gap / pull;
            let held = -sign * friction * pressing;
            let slipped = free_slip + self.mixed * pressing + self.square_along * held;
            if slipped * sign >= 0.0 {
                return [pressing, held];
            }
        }
        [across, along]
    }
}

fn product_with_itself(row: &[(usize, f64)]) -> f64 {
    row.iter().map(|(_, number)| number * number).sum()
}

fn push(motion: &mut [f64], row: &[(usize, f64)], force: f64) {
    if force != 0.0 {
        for (unknown, number) in row {
            motion[*unknown] += force * number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A force that obeys Coulomb's law, for all signs of gap and slip, with rows across and along
    /// that are apart, and that are not.
    #[test]
    fn a_contact_gets_a_lawful_force() {
        let friction = 0.3;
        let floats = Floats {
            across: Vec::new(),
            along: Vec::new(),
            length: 1.0,
            friction,
        };
        for mixed in [-0.9, -0.4, 0.0, 0.5, 1.2] {
            let contact = Contact {
                floats: &floats,
                is_rough: true,
                square_across: 1.0,
                square_along: 1.5,
                mixed,
            };
            for case in 0..400 {
                let [gap, slip] = [case % 20, case / 20].map(|part| f64::from(part) - 9.75);
                let before = [1.0, 0.25];
                let [across, along] = contact.lawful(before, [gap, slip]);
                let changed = [across - before[0], along - before[1]];
                let gap = gap + changed[0] + mixed * changed[1];
                let slip = slip + mixed * changed[0] + 1.5 * changed[1];
                assert!(across >= 0.0 && gap > -1e-9, "{mixed} {case}");
                assert!((across * gap).abs() < 1e-9, "{mixed} {case}");
                assert!(along.abs() <= friction * across + 1e-9, "{mixed} {case}");
                let work = friction * across * slip.abs() + along * slip;
                assert!(work.abs() < 1e-9, "{mixed} {case}");
            }
        }
    }
}
