//! That a root α of a polynomial is the critical friction: K3 to K9 of `proofs/FORMAT.md`, section
//! 9.
//!
//! If
//!
//! * K3 p has one root α between the ends,
//! * K4 forces in Q(α) balance weights and loads, K5 α φ ≥ |ψ| where they act, and where both sides
//!   of a corner do, it is no wider than a half-plane, K6 for every choice of sides of corners,
//! * K7 the velocity v has n·u ≥ α |t·u| at every contact, and where n·u = t·u = 0, so has the
//!   drift y, K8 the work of weights and loads under v is 0, K9 that under y is above 0,
//!
//! then forces hold the scene at α, and for a small ε > 0 and every friction t just below α, the
//! velocity v + (α - t) ε y shows that none do (Theorem 18a of `proofs/THEOREM.md`).

use super::alpha::{Alpha, Sign};
use crate::core::cover;
use crate::core::row::Motions;
use crate::plane::contact::Contact;
use crate::plane::pin;
use crate::plane::side::Sides;
use crate::proof::balance::{forces_balance_each_other, forces_balance_weights_and_loads};
use crate::proof::forces::Forces;
use crate::proof::ground::Ground;
use crate::proof::group::Group;
use crate::proof::named::{self, FixedSides, Named, touching};
use crate::proof::statics;
use crate::proof::statics::mechanism::{AtContact, Mechanism};
use crate::proof::{bearing, fall};
use crate::rejection::Condition::{self, Form, K4, K5, K6, K7, K8, K9};
use crate::rejection::{Result, within};
use crate::{lookup, names};
use num_bigint::BigInt;
use num_traits::Zero;
use std::fmt::{self, Formatter};
use zwang_certificate::statics::{HoldingForces, Statics};
use zwang_certificate::threshold::{Element, Root, RootCase, spelled};
use zwang_exact::{Rational, common_denominator, times};
use zwang_scene::Scene;

/// The root that the critical friction is.
#[derive(Clone, Debug)]
pub struct CriticalRoot {
    polynomial: Vec<BigInt>,
    between: [Rational; 2],
}

/// K3 to K9, given the proof that the scene stands, which says what touches; and how the scene
/// begins to fall below the root.
pub(super) fn root_is_critical(
    scene: &Scene,
    standing: &Statics,
    root: &Root,
) -> Result<(CriticalRoot, Mechanism)> {
    let alpha = Alpha::new(root)?;
    elements_are_short(root, alpha.degree())?;
    let mechanism = statics::listed(standing).prove_with_friction(scene, |ground| {
        forces_hold(ground, root, &alpha)?;
        a_group_falls(ground, root, &alpha)
    })?;
    let critical = CriticalRoot {
        polynomial: root.polynomial.clone(),
        between: root.between.clone(),
    };
    Ok((critical, mechanism))
}

/// Form: no element has more coefficients than the degree of p.
fn elements_are_short(root: &Root, degree: usize) -> Result {
    for element in elements(root) {
        let count = element.len();
        if count > degree {
            let found = format!("an element of {count} coefficients");
            let required = format!("at most {degree}, the degree of the polynomial");
            return Form.refuse("elements", found, required);
        }
    }
    Ok(())
}

/// All elements of Q(α): those of the forces, the velocity and the drift.
fn elements(root: &Root) -> Vec<&Element> {
    let mut elements = Vec::new();
    for case in root.groups.iter().flatten() {
        for (_, force) in &case.contacts {
            elements.extend(force);
        }
        for (_, force) in &case.pins {
            elements.extend(force);
        }
    }
    for triple in &root.velocity {
        elements.extend(triple);
    }
    for triple in &root.drift {
        elements.extend(triple);
    }
    elements
}

/// K4 to K6 for all groups. Form: each has cases.
fn forces_hold(ground: &Ground, root: &Root, alpha: &Alpha) -> Result {
    let count = ground.groups.len();
    let listed = root.groups.len();
    if listed != count {
        let found = format!("{listed} entries");
        let required = format!("{count}, one for each group");
        return Form.refuse("groups", found, required);
    }
    for (group, cases) in ground.groups.iter().zip(&root.groups) {
        if cases.is_empty() {
            return Form.refuse(group, "no case", "at least one");
        }
        let mut sides = Vec::new();
        for (index, case) in cases.iter().enumerate() {
            let place = format!("{group}, case {index}");
            let case = CaseAtRoot {
                group,
                named: ground.named,
                alpha,
                root,
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

/// A case of a group, with forces in Q(α).
struct CaseAtRoot<'a> {
    group: &'a Group<'a>,
    named: Named<'a>,
    alpha: &'a Alpha<'a>,
    root: &'a Root,
    case: &'a RootCase,
    place: String,
}

impl CaseAtRoot<'_> {
    /// K4 and K5, and the sides that the case fixes.
    fn is_proved(&self) -> Result<Sides> {
        let named = self.named;
        let fixed = FixedSides::new(self.group, named, &self.case.sides);
        let fixed = within(&self.place, fixed)?;
        self.forces_balance()?;
        self.friction_is_bounded(&fixed)?;
        Ok(fixed.sides)
    }

    /// K4. Form: a positive denominator, and ascending lists of what touches the group.
    fn forces_balance(&self) -> Result {
        let Self {
            group,
            named,
            alpha,
            case,
            root: _,
            place,
        } = self;
        for power in 0..alpha.degree() {
            let holding = HoldingForces {
                denominator: case.denominator.clone(),
                contacts: pairs_at(&case.contacts, power),
                pins: pairs_at(&case.pins, power),
            };
            let place = format!("{place}, power {power}");
            let forces = Forces::new(group, *named, place.clone(), &holding);
            let forces = within(place, forces)?;
            match power {
                0 => forces_balance_weights_and_loads(&forces, K4)?,
                _ => forces_balance_each_other(&forces, K4)?,
            }
        }
        Ok(())
    }

    /// K5.
    fn friction_is_bounded(&self, fixed: &FixedSides) -> Result {
        let alpha = self.alpha;
        let mut bearing = Vec::new();
        for (index, force) in &self.case.contacts {
            let contact = touching(self.group, self.named, *index)?;
            bearing.push(contact);
            if !fixed.imposed.contains_key(&contact.index) {
                // At the root every corner has friction, so that both of its sides bear forces.
                self.is_narrow(contact)?;
            }
            if !contact.may_bear() {
                let place = self.at(contact);
                return K5.refuse(place, "a force", "none, since the contact is hidden");
            }
            let [across, along] = force;
            let bound = product_with_root(across, alpha);
            let along = padded(along, alpha);
            for slack in difference_and_sum(&bound, &along) {
                if alpha.sign(&slack).is_none() {
                    let place = self.at(contact);
                    let slack = told(&slack);
                    let found = format!("slack {slack}");
                    return K5.refuse(place, found, "zero or positive at the root");
                }
            }
        }
        let bearing = bearing.into_iter();
        let at_corners = bearing.clone().filter(|contact| contact.corner.is_some());
        bearing::no_knot(&self.place, at_corners, bearing, K5)
    }

    /// K5: at the friction h the forces of both sides of a corner are a cone no wider than a
    /// half-plane; so they are at the root, which is less.
    fn is_narrow(&self, contact: &Contact) -> Result {
        let corners = self.group.undecided.values();
        let own = contact.corner.map(|(index, _)| index);
        let mut corners = corners.filter(|corner| Some(corner.index) == own);
        let place = self.at(contact);
        let Some(corner) = corners.next() else {
            let required = "none, since the case does not impose the contact";
            return K5.refuse(place, "a force", required);
        };
        let [_, friction] = &self.root.between;
        if bearing::is_narrow(corner, friction) {
            return Ok(());
        }
        let found = "a corner whose forces are wider than a half-plane";
        K5.refuse(place, found, "a corner no wider at the upper end")
    }

    /// The place of a contact of the case.
    fn at(&self, contact: &Contact) -> String {
        let place = &self.place;
        format!("{place}, {contact}")
    }
}

/// How a group moves, as far as one power of α goes, for each power.
type Powers<'a> = Vec<Motions<'a>>;

/// K7 to K9. Form: the group exists, and each of its bodies has a velocity and a drift.
fn a_group_falls(ground: &Ground, root: &Root, alpha: &Alpha) -> Result<Mechanism> {
    let group = lookup::entry(&ground.groups, "proof", "group", root.group)?;
    let velocity = triples(&root.velocity, alpha);
    let drift = triples(&root.drift, alpha);
    let velocity = &powers(group, "velocity", &velocity)?;
    let drift = &powers(group, "drift", &drift)?;
    let fall = Fall {
        velocity,
        drift,
        alpha,
    };
    for contact in group.imposed.values() {
        if !fall.yields(contact)? {
            return refuse_resistance(group, contact);
        }
    }
    // Every corner has friction.
    for corner in group.undecided.values() {
        if !corner.yields(|contact| fall.yields(contact))? {
            return refuse_resistance(group, *corner);
        }
    }
    for motions in velocity.iter().chain(drift) {
        pin::pins_hold(group, &group.pins, motions, None, "relative velocity", K7)?;
    }
    let of_velocity = work(group, velocity)?;
    if of_velocity.iter().any(|power| !power.is_zero()) {
        return refuse_work(K8, group, "velocity", &of_velocity, "0");
    }
    let of_drift = work(group, drift)?;
    if alpha.sign(&padded(&of_drift, alpha)) != Some(Sign::Positive) {
        return refuse_work(K9, group, "drift", &of_drift, "positive at the root");
    }
    fall.mechanism(group)
}

/// A velocity and a drift.
struct Fall<'a> {
    velocity: &'a Powers<'a>,
    drift: &'a Powers<'a>,
    alpha: &'a Alpha<'a>,
}

impl Fall<'_> {
    /// K7 at one contact: the drift is looked at where the velocity is 0.
    fn yields(&self, contact: &Contact) -> Result<bool> {
        Ok(match self.signs(contact, self.velocity)? {
            [Some(Sign::Zero), Some(Sign::Zero)] => {
                let signs = self.signs(contact, self.drift)?;
                signs.iter().all(Option::is_some)
            }
            signs => signs.iter().all(Option::is_some),
        })
    }

    /// How the group begins to move.
    fn mechanism(&self, group: &Group) -> Result<Mechanism> {
        let mut contacts: Vec<&Contact> = group.imposed.values().copied().collect();
        for corner in group.undecided.values() {
            contacts.extend(corner.bearing());
        }
        let mut mechanism = Mechanism::default();
        mechanism.add(group, contacts, self.velocity, |contact| {
            Ok(match self.signs(contact, self.velocity)? {
                [Some(Sign::Zero), Some(Sign::Zero)] => Some(AtContact::Holds),
                [Some(Sign::Positive), Some(Sign::Positive)] => Some(AtContact::Opens),
                [Some(_), Some(_)] => Some(AtContact::Slides),
                _ => None,
            })
        })?;
        Ok(mechanism)
    }

    /// The signs of w - α s and w + α s, with 0 in place of α at a hidden contact.
    fn signs(&self, contact: &Contact, powers: &Powers) -> Result<[Option<Sign>; 2]> {
        let across = &contact.gap.row;
        let along = contact.slip();
        let mut opening = Vec::new();
        let mut slip = Vec::new();
        for motions in powers {
            let of_opening = across.difference(motions)?;
            let of_slip = match contact.may_bear() {
                true => along.difference(motions)?,
                false => BigInt::ZERO,
            };
            // Both times the scales of both rows.
            opening.push(&along.scale * &of_opening);
            slip.push(&across.scale * &of_slip);
        }
        let opening = padded(&opening, self.alpha);
        let bound = product_with_root(&slip, self.alpha);
        let slacks = difference_and_sum(&opening, &bound);
        Ok(slacks.map(|slack| self.alpha.sign(&slack)))
    }
}

fn refuse_resistance<T>(group: &Group, place: impl fmt::Display) -> Result<T> {
    let place = format!("{group}, {place}");
    let found = "resistance to the velocity or the drift";
    K7.refuse(place, found, "none at the root")
}

fn refuse_work<T>(
    condition: Condition,
    group: &Group,
    name: &str,
    work: &[BigInt],
    required: &str,
) -> Result<T> {
    let place = format!("{group}, {name}");
    let found = format!("work {}, times a number", told(work));
    condition.refuse(place, found, required)
}

/// The work of weights and loads, power by power, times a positive number.
fn work(group: &Group, powers: &Powers) -> Result<Vec<BigInt>> {
    let mut works = Vec::new();
    for motions in powers {
        let work = fall::work(group, motions)?;
        works.push(work);
    }
    let common = common_denominator(&works);
    let mut numerators = Vec::new();
    for work in &works {
        numerators.push(times(work, &common));
    }
    Ok(numerators)
}

/// One entry for each body of the group, power by power.
fn powers<'a>(group: &Group<'a>, name: &str, lists: &'a [Vec<[BigInt; 3]>]) -> Result<Powers<'a>> {
    let mut powers = Vec::new();
    for list in lists {
        let motions = named::of_bodies(group, name, list)?;
        powers.push(motions);
    }
    Ok(powers)
}

/// The coefficients of each power below the degree.
fn triples(elements: &[[Element; 3]], alpha: &Alpha) -> Vec<Vec<[BigInt; 3]>> {
    let mut lists = Vec::new();
    for power in 0..alpha.degree() {
        let mut list = Vec::new();
        for triple in elements {
            let triple = triple.each_ref();
            let triple = triple.map(|element| at(element, power));
            list.push(triple);
        }
        lists.push(list);
    }
    lists
}

/// The coefficients of one power.
fn pairs_at(list: &[(usize, [Element; 2])], power: usize) -> Vec<(usize, [BigInt; 2])> {
    let mut pairs = Vec::new();
    for (index, pair) in list {
        let pair = pair.each_ref();
        let pair = pair.map(|element| at(element, power));
        pairs.push((*index, pair));
    }
    pairs
}

/// The coefficient of a power; those left out are 0.
fn at(element: &[BigInt], power: usize) -> BigInt {
    element.get(power).cloned().unwrap_or_default()
}

/// The coefficients of all powers up to the degree of p.
fn padded(element: &[BigInt], alpha: &Alpha) -> Vec<BigInt> {
    let mut coefficients = Vec::new();
    for power in 0..=alpha.degree() {
        coefficients.push(at(element, power));
    }
    coefficients
}

/// The coefficients of x times an element.
fn product_with_root(element: &[BigInt], alpha: &Alpha) -> Vec<BigInt> {
    let mut product = vec![BigInt::zero()];
    for power in 0..alpha.degree() {
        product.push(at(element, power));
    }
    product
}

/// q - r and q + r.
fn difference_and_sum(first: &[BigInt], second: &[BigInt]) -> [Vec<BigInt>; 2] {
    let mut difference = Vec::new();
    let mut sum = Vec::new();
    for (first, second) in first.iter().zip(second) {
        difference.push(first - second);
        sum.push(first + second);
    }
    [difference, sum]
}

/// The coefficients of a polynomial, as a rejection tells them.
fn told(coefficients: &[BigInt]) -> String {
    let mut shown = Vec::new();
    for coefficient in coefficients {
        shown.push(names::integer(coefficient));
    }
    shown.join(", ")
}

impl CriticalRoot {
    /// The integer coefficients of the polynomial, from the constant one on.
    #[must_use]
    pub fn polynomial(&self) -> &[BigInt] {
        &self.polynomial
    }

    /// The two numbers between which the critical value is its only root.
    #[must_use]
    pub fn between(&self) -> &[Rational; 2] {
        &self.between
    }
}

impl fmt::Display for CriticalRoot {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        let polynomial = spelled(&self.polynomial);
        let [low, high] = &self.between;
        write!(formatter, "{polynomial} between {low} and {high}")
    }
}
