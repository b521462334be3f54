//! That every friction above a value f holds a scene: K6, K11 and K12 of `proofs/FORMAT.md`,
//! section 9.
//!
//! For each choice of sides of corners there are systems of forces, one after the other. If
//!
//! * K11 the last one balances weights and loads, and the forces of each other one balance each
//!   other,
//! * K12 at every contact |ψ| ≤ f φ and φ ≥ 0 in each system, one after the other, up to the first
//!   with φ > 0: what follows that one is free there; and where both sides of a corner bear, what
//!   they bear with the friction f is narrower than a half-plane, and no ring of solids is joined,
//! * K6 the cases cover every choice,
//!
//! then Λᵐ⁻¹ times the first, …, Λ times the last but one, and the last, all together, hold the
//! group with a friction above f, if Λ is large (Theorem 18c of `proofs/THEOREM.md`).

use crate::core::cone::Cone;
use crate::core::cover;
use crate::index::ContactId;
use crate::names;
use crate::plane::contact::Contact;
use crate::plane::side::Sides;
use crate::proof::balance::{forces_balance_each_other, forces_balance_weights_and_loads};
use crate::proof::forces::Forces;
use crate::proof::ground::Ground;
use crate::proof::group::Group;
use crate::proof::named::{FixedSides, Named};
use crate::proof::{bearing, statics};
use crate::rejection::Condition::{Form, K6, K11, K12};
use crate::rejection::{Result, within};
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang_certificate::statics::Statics;
use zwang_certificate::threshold::OpenCase;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// K6, K11 and K12, given the proof that the scene stands, which says what touches.
pub(super) fn every_larger_friction_holds(
    scene: &Scene,
    standing: &Statics,
    friction: &Rational,
    groups: &[Vec<OpenCase>],
) -> Result {
    statics::listed(standing).prove_with_friction(scene, |ground| {
        let named = ground.named;
        groups_are_held(ground, named, friction, groups)
    })
}

/// The conditions for all groups. Form: each has cases.
fn groups_are_held(
    ground: &Ground,
    named: Named,
    friction: &Rational,
    groups: &[Vec<OpenCase>],
) -> Result {
    let count = ground.groups.len();
    let listed = groups.len();
    if listed != count {
        let found = format!("{listed} entries");
        let required = format!("{count}, one for each group");
        return Form.refuse("groups", found, required);
    }
    for (group, cases) in ground.groups.iter().zip(groups) {
        if cases.is_empty() {
            return Form.refuse(group, "no case", "at least one");
        }
        let mut sides = Vec::new();
        for (index, case) in cases.iter().enumerate() {
            let place = format!("{group}, case {index}");
            let case = CaseAbove {
                group,
                named,
                friction,
                case,
                place,
            };
            sides.push(case.is_proved()?);
        }
        let sides: Vec<&Sides> = sides.iter().collect();
        cover::every_choice_is_in_one_case(group, &sides, K6)?;
    }
    Ok(())
}

/// A case of a group, with systems of forces.
struct CaseAbove<'a> {
    group: &'a Group<'a>,
    named: Named<'a>,
    friction: &'a Rational,
    case: &'a OpenCase,
    place: String,
}

impl CaseAbove<'_> {
    /// K11 and K12, and the sides that the case fixes.
    fn is_proved(&self) -> Result<Sides> {
        let fixed = FixedSides::new(self.group, self.named, &self.case.sides);
        let fixed = within(&self.place, fixed)?;
        let mut systems = Vec::new();
        for (index, system) in self.case.systems.iter().enumerate() {
            let place = format!("{}, system {index}", self.place);
            let forces = Forces::new(self.group, self.named, place.clone(), system);
            systems.push(within(&place, forces)?);
        }
        let Some((last, stresses)) = systems.split_last() else {
            return Form.refuse(&self.place, "no system", "at least one");
        };
        for stress in stresses {
            forces_balance_each_other(stress, K11)?;
        }
        forces_balance_weights_and_loads(last, K11)?;
        let mut free = BTreeSet::new();
        let mut bearing = Vec::new();
        for system in &systems {
            self.friction_is_bounded(system, &fixed, &mut free)?;
            bearing.extend(system.contacts.iter().map(|listed| listed.contact));
        }
        let bearing = bearing.into_iter();
        let at_corners = bearing.clone().filter(|contact| contact.corner.is_some());
        bearing::no_knot(&self.place, at_corners, bearing, K12)?;
        Ok(fixed.sides)
    }

    /// K12 of one system. `free` are the contacts at which an earlier one presses.
    fn friction_is_bounded(
        &self,
        system: &Forces,
        fixed: &FixedSides,
        free: &mut BTreeSet<ContactId>,
    ) -> Result {
        let cone = Cone::Wedge(self.friction);
        let mut pressing = Vec::new();
        for listed in &system.contacts {
            let contact = listed.contact.index;
            if !listed.contact.may_bear() {
                let place = system.place_of(listed.contact);
                return K12.refuse(place, "a force", "none, since the contact is hidden");
            }
            if !fixed.imposed.contains_key(&contact) {
                // Above the value every corner has friction, so that both of its sides bear forces.
                self.bears_more_and_more(system, listed.contact)?;
            }
            if free.contains(&contact) {
                continue;
            }
            if !cone.has(listed.across, listed.along) {
                let place = system.place_of(listed.contact);
                let across = names::fraction(listed.across, system.denominator);
                let along = names::fraction(listed.along, system.denominator);
                let found = format!("forces {across} across and {along} along");
                let friction = names::rational(self.friction);
                let required = format!("one that presses, with friction at most {friction}");
                return K12.refuse(place, found, required);
            }
            if !listed.across.is_zero() {
                pressing.push(contact);
            }
        }
        free.extend(pressing);
        Ok(())
    }

    /// K12: a contact of a corner that is narrow with every friction just above the value.
    fn bears_more_and_more(&self, system: &Forces, contact: &Contact) -> Result {
        let place = system.place_of(contact);
        let own = contact.corner.map(|(index, _)| index);
        let Some(corner) = own.and_then(|index| self.group.undecided.get(&index)) else {
            let required = "none, since the case does not impose the contact";
            return K12.refuse(place, "a force", required);
        };
        if bearing::spare_width(corner, self.friction).is_positive() {
            return Ok(());
        }
        let found = "a corner whose forces are as wide as a half-plane";
        K12.refuse(place, found, "a narrower corner")
    }
}
