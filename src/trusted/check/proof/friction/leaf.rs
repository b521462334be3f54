//! N1 to N4: why no acceleration obeys Coulomb's law, or none but rest.
//!
//! A leaf says in which mode some contacts are, and has weights ν, τ of contacts and q of pins. Let
//! M y be what these weights do as forces. For any acceleration with forces in the modes of the
//! leaf, Σ ν a_n + Σ τ a_t + Σ q · (difference of accelerations) is not negative by N1, and by N2
//! at most what it is in free fall, which is negative by N3.
//!
//! If nothing but rest is to be possible, γ times the free acceleration g of all bodies is added to
//! y. Then an acceleration b from rest has γ ⟨g, b⟩ ≤ ⟨g, y⟩ by N1 and N2, which is at most 0 by
//! N3; but ⟨g, b⟩ is not below |b|².

use crate::core::cone::Cone;
use crate::core::cover::{Choice, Words, every_choice_is_in_one, power_of_2};
use crate::core::newton::{ForcesOnBodies, Member};
use crate::core::row::{Motions, RowForce, common_scale};
use crate::index::ContactId;
use crate::plane::contact::Contact;
use crate::plane::pin::pins_hold;
use crate::proof::forces::{ForceOnContact, row_forces};
use crate::proof::group::Group;
use crate::proof::named::{ForceOnPin, Named, forces_on_pins};
use crate::rejection::Condition::{Form, N1, N2, N3, N4};
use crate::rejection::{Result, within};
use crate::wellformed::entries_ascend;
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Formatter};
use zwang_certificate::friction;
use zwang_exact::{Integer, Rational, lcm, times};
use zwang_scene::BodyId;

/// The aim of the leaves of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Aim {
    /// No acceleration obeys the law.
    NoMotion,
    /// None but 0 does.
    OnlyRest,
}

/// How a contact behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// φ = 0.
    WithoutForce,
    /// a_n = 0, and a_t = 0 unless the contact slides.
    Steady,
    /// a_n = 0 and a_t ≥ 0: it begins to slide along t.
    Forward,
    /// a_n = 0 and a_t ≤ 0.
    Backward,
}

/// A leaf.
pub(crate) struct Leaf<'a> {
    group: &'a Group<'a>,
    index: usize,
    modes: BTreeMap<ContactId, Mode>,
    /// The exponent of the weight of N4, which is a power of 1/2.
    halvings: u64,
    /// γ, the weight of the free acceleration: of gravity and of loads.
    gravity: &'a BigInt,
    /// ν and τ.
    weights: Vec<ForceOnContact<'a>>,
    /// q.
    pins: Vec<ForceOnPin<'a>>,
}

/// The leaves of a group. Form: there is one, no undecided corner touches the group, and what the
/// leaves name exists, is imposed, and is in order.
pub(crate) fn leaves<'a>(
    group: &'a Group<'a>,
    aim: Aim,
    listed: &'a [friction::Leaf],
    named: Named<'a>,
) -> Result<Vec<Leaf<'a>>> {
    if listed.is_empty() {
        return Form.refuse(group, "no leaf", "at least one");
    }
    if let Some(corner) = group.undecided.values().next() {
        return Form.refuse(group, corner, "no undecided corner in a group with leaves");
    }
    let mut leaves = Vec::new();
    for (index, entry) in listed.iter().enumerate() {
        let place = format!("{group}, leaf {index}");
        let leaf = Leaf::new(group, aim, index, entry, named);
        let leaf = within(place, leaf)?;
        leaves.push(leaf);
    }
    Ok(leaves)
}

/// How many entries the lists of a leaf have.
pub(crate) fn entries_of(leaf: &friction::Leaf) -> usize {
    let weights = leaf.contacts.len().saturating_add(leaf.pins.len());
    leaf.modes.len().saturating_add(weights)
}

/// N1 to N4.
pub(crate) fn leaves_are_proved(group: &Group, leaves: &[Leaf]) -> Result {
    for leaf in leaves {
        weights_have_the_right_signs(leaf)?;
        no_force_helps(leaf)?;
        free_fall_is_impossible(leaf)?;
    }
    let mut choices = Vec::new();
    for leaf in leaves {
        choices.push(Choice {
            fixed: &leaf.modes,
            ways: power_of_2(leaf.halvings),
        });
    }
    let words = Words {
        one: "leaf",
        several: "leaves",
        fixed: "modes",
    };
    every_choice_is_in_one(group, &choices, &words, N4)
}

/// N1: ν ≥ 0 unless a_n = 0, and τ has the sign that a_t may have.
fn weights_have_the_right_signs(leaf: &Leaf) -> Result {
    for weight in &leaf.weights {
        let ForceOnContact {
            contact,
            across,
            along,
        } = weight;
        let mode = leaf.mode(contact);
        let touches = !matches!(mode, None | Some(Mode::WithoutForce));
        if across.is_negative() && !touches {
            let place = leaf.place(contact);
            let across = names::integer(across);
            let found = format!("weight {across} across");
            let required = "at least 0 where the leaf fixes no mode with force";
            return N1.refuse(place, found, required);
        }
        if !may_be_along(contact, mode, along) {
            let place = leaf.place(contact);
            let along = names::integer(along);
            let found = format!("weight {along} along");
            let required = "0, or the sign of the sliding acceleration of its mode";
            return N1.refuse(place, found, required);
        }
    }
    Ok(())
}

/// Whether τ a_t ≥ 0 in a mode.
fn may_be_along(contact: &Contact, mode: Option<Mode>, along: &BigInt) -> bool {
    if contact.sliding() != Ordering::Equal {
        return along.is_zero();
    }
    match mode {
        None | Some(Mode::WithoutForce) => along.is_zero(),
        Some(Mode::Steady) => true,
        Some(Mode::Forward) => !along.is_negative(),
        Some(Mode::Backward) => !along.is_positive(),
    }
}

/// N2: under y, φ w + ψ s ≤ 0 for all forces that modes allow, and pins hold.
fn no_force_helps(leaf: &Leaf) -> Result {
    let of_bodies = leaf.velocities();
    let velocities = motions(&of_bodies);
    for contact in leaf.group.imposed.values() {
        let relative = contact.velocity(&velocities)?.opposite();
        if let Some([slack, unit]) = relative.slack(leaf.cone(contact))
            && slack.is_negative()
        {
            let work = names::fraction(&-slack, &unit);
            let place = leaf.place(contact);
            let found = format!("work {work} of a contact force 1");
            return N2.refuse(place, found, "at most 0");
        }
    }
    let pins = &leaf.group.pins;
    pins_hold(leaf, pins, &velocities, None, "relative velocity", N2)
}

/// N3: K = Σ ν a_n + Σ τ a_t + Σ q · (difference of accelerations) in free fall, plus
/// γ Σ (m |a°|² + I α°²), is negative, or at most 0 if γ is positive.
fn free_fall_is_impossible(leaf: &Leaf) -> Result {
    let FreeFalls { unit, of_bodies } = FreeFalls::new(leaf.group);
    let motion = motions(&of_bodies);
    let lost = work_of_free_fall(leaf.group);
    let forces = leaf.row_forces();
    let rows = forces.iter().map(|force| force.row);
    let scale = common_scale(rows);
    // Weights may be long, so that all is over one denominator, of numbers of the scene alone.
    let unit_of_work = &unit * lost.denom();
    let common = &scale * &unit_of_work;
    let of_rest = leaf.gravity * lost.numer();
    let mut sum = &scale * &(of_rest * &unit);
    for RowForce { row, force } in forces {
        let factor = &scale / &row.scale;
        let value = row.value(&motion, &unit)?;
        let work = value * lost.denom() * force;
        sum += &factor * &work;
    }
    let is_weighed = leaf.gravity.is_positive();
    if sum.is_negative() || (is_weighed && sum.is_zero()) {
        return Ok(());
    }
    let sum = names::fraction(&sum, &common);
    let found = format!("sum of weight times acceleration {sum} in free fall");
    let required = match is_weighed {
        true => "at most 0, to be rest",
        false => "below 0, to be impossible",
    };
    N3.refuse(leaf, found, required)
}

/// The motions of the bodies of a group, by reference.
fn motions(of_bodies: &BTreeMap<BodyId, Vec<BigInt>>) -> Motions<'_> {
    let motions = of_bodies.iter();
    motions
        .map(|(body, motion)| (*body, motion.as_slice()))
        .collect()
}

/// Σ (m |a°|² + I α°²).
fn work_of_free_fall(group: &Group) -> Rational {
    let mut work = Rational::zero();
    for member in group.members.values() {
        for (pull, fall) in member.pull().iter().zip(&member.fall) {
            work += Rational::from(&(pull * fall));
        }
    }
    work
}

/// The free accelerations of the bodies of a group, over one unit.
struct FreeFalls {
    unit: BigInt,
    of_bodies: BTreeMap<BodyId, Vec<BigInt>>,
}

impl FreeFalls {
    fn new(group: &Group) -> Self {
        let mut unit = Integer::ONE;
        for member in group.members.values() {
            (unit, _) = member.scaled_fall(&unit);
        }
        let mut of_bodies = BTreeMap::new();
        for (body, member) in &group.members {
            let (_, fall) = member.scaled_fall(&unit);
            let fall = fall.iter().map(|number| number.to_bigint().into_owned());
            of_bodies.insert(*body, fall.collect());
        }
        Self {
            unit: unit.to_bigint().into_owned(),
            of_bodies,
        }
    }
}

/// Form: γ ≥ 0, and γ = 0 in a stuck group.
fn weight_of_gravity(aim: Aim, weight: &BigInt) -> Result {
    let required = match aim {
        Aim::NoMotion if weight.is_zero() => return Ok(()),
        Aim::OnlyRest if !weight.is_negative() => return Ok(()),
        Aim::NoMotion => "0, as the group is stuck",
        Aim::OnlyRest => "at least 0",
    };
    let found = names::integer(weight);
    Form.refuse("gravity", found, required)
}

impl<'a> Leaf<'a> {
    fn new(
        group: &'a Group<'a>,
        aim: Aim,
        index: usize,
        entry: &'a friction::Leaf,
        named: Named<'a>,
    ) -> Result<Self> {
        entries_ascend("modes", &entry.modes)?;
        entries_ascend("forces", &entry.contacts)?;
        entries_ascend("pins", &entry.pins)?;
        weight_of_gravity(aim, &entry.gravity)?;
        let mut modes = BTreeMap::new();
        let mut halvings: u64 = 0;
        for (contact, number) in &entry.modes {
            let contact = imposed(group, *contact, named)?;
            let mode = mode(contact, *number)?;
            modes.insert(contact.index, mode);
            halvings = halvings.saturating_add(halvings_of(contact));
        }
        let mut weights = Vec::new();
        for (contact, pair) in &entry.contacts {
            let contact = imposed(group, *contact, named)?;
            weights.push(ForceOnContact::new(contact, pair));
        }
        let pins = forces_on_pins(group, named, &entry.pins)?;
        Ok(Self {
            group,
            index,
            modes,
            halvings,
            gravity: &entry.gravity,
            weights,
            pins,
        })
    }

    /// The mode that the leaf fixes, if it fixes one.
    fn mode(&self, contact: &Contact) -> Option<Mode> {
        self.modes.get(&contact.index).copied()
    }

    /// The forces of a contact that its mode allows.
    fn cone<'c>(&self, contact: &'c Contact) -> Cone<'c> {
        let friction = contact.friction();
        match (self.mode(contact), contact.sliding()) {
            (Some(Mode::WithoutForce), _) => Cone::Nothing,
            (None | Some(Mode::Steady), Ordering::Equal) => contact.wedge(),
            (Some(Mode::Forward), Ordering::Equal) => Cone::Edge(friction, Ordering::Greater),
            (Some(Mode::Backward), Ordering::Equal) => Cone::Edge(friction, Ordering::Less),
            (_, sliding) => Cone::Edge(friction, sliding),
        }
    }

    /// The weights, with the rows along which they act.
    fn row_forces(&self) -> Vec<RowForce<'a>> {
        row_forces(&self.weights, &self.pins)
    }

    /// y, times a positive number. Weights may be long, so that nothing is divided by them: the
    /// number is a multiple of all denominators, which are of numbers of the scene.
    fn velocities(&self) -> BTreeMap<BodyId, Vec<BigInt>> {
        let forces = ForcesOnBodies::new(self.row_forces());
        let falls = FreeFalls::new(self.group);
        let mut responses = BTreeMap::new();
        let mut common = falls.unit.clone();
        for (body, member) in &self.group.members {
            let (total, scale) = forces.total(*body, member);
            let response = Response::new(total, scale.into(), member);
            for per_force in &response.per_force {
                common = lcm(&common, per_force.denom());
            }
            responses.insert(*body, response);
        }
        // γ times the free acceleration, over the common denominator.
        let factor = &common / &falls.unit * self.gravity;
        let mut velocities = BTreeMap::new();
        let falls = falls.of_bodies.values();
        for ((body, response), fall) in responses.into_iter().zip(falls) {
            let Response { total, per_force } = response;
            let mut velocity = Vec::new();
            for ((total, per_force), fall) in total.iter().zip(&per_force).zip(fall) {
                velocity.push(total * times(per_force, &common) + fall * &factor);
            }
            velocities.insert(body, velocity);
        }
        velocities
    }

    /// The place of a contact of the leaf.
    fn place(&self, contact: &Contact) -> String {
        format!("{self}, {contact}")
    }
}

/// The response of a body to weights.
struct Response {
    /// Force and torque, times a scale.
    total: Vec<BigInt>,
    /// 1 / (scale · m) and 1 / (scale · I).
    per_force: Vec<Rational>,
}

impl Response {
    fn new(total: Vec<BigInt>, scale: Rational, member: &Member) -> Self {
        let masses = member.masses.iter().map(Rational::from);
        let per_force = masses.map(|mass| (&scale * mass).recip());
        Self {
            total,
            per_force: per_force.collect(),
        }
    }
}

/// A contact that the group imposes.
fn imposed<'a>(group: &Group, index: usize, named: Named<'a>) -> Result<&'a Contact<'a>> {
    let contact = lookup::entry(named.contacts, "certificate", "contact", index)?;
    if group.imposed.contains_key(&contact.index) {
        return Ok(contact);
    }
    let found = "a mode or a weight";
    let required = "none, since nothing imposes it";
    Form.refuse(contact, found, required)
}

/// The mode with this number, if the contact can have it.
fn mode(contact: &Contact, number: usize) -> Result<Mode> {
    let is_sliding = contact.sliding() != Ordering::Equal;
    match number {
        0 => Ok(Mode::WithoutForce),
        1 => Ok(Mode::Steady),
        2 if !is_sliding => Ok(Mode::Forward),
        3 if !is_sliding => Ok(Mode::Backward),
        _ => {
            let found = format!("mode {number}");
            let required = match is_sliding {
                true => "0 or 1 where the contact slides",
                false => "0, 1, 2 or 3",
            };
            Form.refuse(contact, found, required)
        }
    }
}

/// The number of modes is 2 to this power.
fn halvings_of(contact: &Contact) -> u64 {
    match contact.sliding() {
        Ordering::Equal => 2,
        Ordering::Greater | Ordering::Less => 1,
    }
}

impl fmt::Display for Leaf<'_> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "{}, leaf {}", self.group, self.index)
    }
}
