//! S4: no contact force resists a motion of a group.
//!
//! With F in the round cone of its friction about n, and u in the dual of that cone, F·u ≥ 0. At a
//! corner u is in the duals of all its normals that nothing covers; then it is in those of the
//! normals between them. If only a fall is to be shown, it is enough that a corner without friction
//! admits the motion. Forces of joints do no work if the derivatives of all constraints are 0.

use crate::core::cone::Split;
use crate::core::row::Motions;
use crate::names;
use crate::proof::space::ground::Group;
use crate::rejection::Condition::S4;
use crate::rejection::Result;
use num_traits::Signed;
use std::fmt::Display;
use zwang_exact::Rational;

/// The demand on corners without friction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SmoothCorners {
    /// That one of their normals opens.
    Admit,
    /// That all of them do.
    Open,
}

impl Group<'_> {
    /// Whether a contact or a corner that touches it has friction.
    pub(crate) fn is_rough(&self) -> bool {
        let contacts = self.contacts.values().map(|contact| &contact.friction);
        let corners = self.corners.iter().map(|corner| &corner.own_friction);
        contacts.chain(corners).any(Signed::is_positive)
    }

    /// S4, of velocities, or of accelerations from rest; `place` is what rejections call them.
    pub(crate) fn nothing_resists(
        &self,
        motion: &Motions,
        smooth: SmoothCorners,
        place: impl Display,
    ) -> Result {
        self.joints_let_move(motion, &place, S4)?;
        for contact in self.contacts.values() {
            let relative = contact.spot.relative_velocity(motion)?;
            let split = Split::new(&contact.normal_numbers, &relative);
            no_force_resists(&split, &contact.friction, || format!("{place}, {contact}"))?;
        }
        for corner in &self.corners {
            let place = format!("{place}, {corner}");
            if smooth == SmoothCorners::Admit && !corner.own_friction.is_positive() {
                if !corner.admits(motion)? {
                    let found = "a motion into each other";
                    return S4.refuse(place, found, "one that some normal opens");
                }
                continue;
            }
            for spot in &corner.spots {
                let relative = spot.relative_velocity(motion)?;
                for normal in &corner.open {
                    let split = Split::new(normal, &relative);
                    no_force_resists(&split, &corner.own_friction, || place.clone())?;
                }
            }
        }
        Ok(())
    }
}

/// For one normal: u·n ≥ 0, and (u·n)² ≥ μ² ((n·n)(u·u) - (u·n)²).
fn no_force_resists(split: &Split, friction: &Rational, place: impl Fn() -> String) -> Result {
    if split.is_in_dual(friction) {
        return Ok(());
    }
    if split.across.is_negative() {
        let found = "a motion into each other";
        return S4.refuse(place(), found, "one that opens");
    }
    let square = &split.across * &split.across;
    let ratio = names::fraction(&square, &split.along_squared);
    let found = format!("squares of opening over sliding {ratio}");
    let friction = names::rational(friction);
    S4.refuse(place(), found, format!("at least the square of {friction}"))
}
