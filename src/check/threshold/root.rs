//! That a root α of a polynomial is the critical friction: K3 to K9 of `proofs/FORMAT.md`, section
//! 9.
//!
//! If
//!
//! * K3 p has one root α between the ends,
//! * K4 forces in Q(α) balance weights and loads, K5 α φ ≥ |ψ| where they act, K6 for every choice
//!   of sides of corners,
//! * K7 the velocity v has n·u ≥ α |t·u| at every contact, and where n·u = t·u = 0, so has the
//!   drift y, K8 the work of weights and loads under v is 0, K9 that under y is above 0,
//!
//! then forces hold the scene at α, and for a small ε > 0 and every friction t just below α, the
//! velocity v + (α - t) ε y shows that none do (Theorem 18a of `proofs/THEOREM.md`).

use super::alpha::{Alpha, Sign};
use crate::case::{FixedSides, touching};
use crate::contact::{Contact, CornerSide};
use crate::ground::Ground;
use crate::group::Group;
use crate::rejection::Condition::{self, Form, K4, K5, K6, K7, K8, K9};
use crate::rejection::within;
use crate::row::{Motions, Triple};
use crate::side::Sides;
use crate::statics::balance::{forces_balance_each_other, forces_balance_weights_and_loads};
use crate::statics::case::Forces;
use crate::statics::contact::{self, Rough};
use crate::statics::fall;
use crate::{Result, case, cover, lookup, names, pin, statics};
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

/// K3 to K9, given the proof that the scene stands, which says what touches.
pub(super) fn root_is_critical(
    scene: &Scene,
    standing: &Statics,
    root: &Root,
) -> Result<CriticalRoot> {
    let alpha = Alpha::new(root)?;
    elements_are_short(root, alpha.degree())?;
    statics::listed(standing).prove(scene, |ground| {
        let contacts = &contact::rough_contacts(scene, ground.named.contacts)?;
        let rough = Rough {
            named: ground.named,
            contacts,
        };
        forces_hold(ground, rough, root, &alpha)?;
        a_group_falls(ground, rough, root, &alpha)
    })?;
    Ok(CriticalRoot {
        polynomial: root.polynomial.clone(),
        between: root.between.clone(),
    })
}

/// Form: no element has more coefficients than the degree of p.
fn elements_are_short(root: &Root, degree: usize) -> Result {
    let cases = root.groups.iter().flatten();
    let forces = cases.flat_map(|case| case.contacts.iter().chain(&case.pins));
    let of_forces = forces.flat_map(|(_, pair)| pair);
    let triples = root.velocity.iter().chain(&root.drift);
    for element in of_forces.chain(triples.flatten()) {
        let count = element.len();
        if count > degree {
            let found = format!("an element of {count} coefficients");
            let required = format!("at most {degree}, the degree of the polynomial");
            return Form.refuse("elements", found, required);
        }
    }
    Ok(())
}

/// K4 to K6 for all groups. Form: each has cases.
fn forces_hold(ground: &Ground, rough: Rough, root: &Root, alpha: &Alpha) -> Result {
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
            let fixed = within(&place, FixedSides::new(group, rough.named, &case.sides))?;
            forces_balance(group, rough, &place, case, alpha.degree())?;
            friction_is_bounded(group, rough, &place, case, &fixed, alpha)?;
            sides.push(fixed.sides);
        }
        let sides: Vec<&Sides> = sides.iter().collect();
        cover::every_choice_is_in_one_case(group, &sides, K6)?;
    }
    Ok(())
}

/// K4. Form: a positive denominator, and ascending lists of what touches the group.
fn forces_balance(
    group: &Group,
    rough: Rough,
    place: &str,
    case: &RootCase,
    degree: usize,
) -> Result {
    for power in 0..degree {
        let holding = HoldingForces {
            denominator: case.denominator.clone(),
            contacts: pairs_at(&case.contacts, power),
            pins: pairs_at(&case.pins, power),
        };
        let place = format!("{place}, power {power}");
        let forces = Forces::new(group, rough, place.clone(), &holding);
        let forces = within(place, forces)?;
        let balance = match power {
            0 => forces_balance_weights_and_loads(&forces),
            _ => forces_balance_each_other(&forces),
        };
        balance.map_err(|rejection| rejection.under(K4))?;
    }
    Ok(())
}

/// K5.
fn friction_is_bounded(
    group: &Group,
    rough: Rough,
    place: &str,
    case: &RootCase,
    fixed: &FixedSides,
    alpha: &Alpha,
) -> Result {
    for (index, [across, along]) in &case.contacts {
        let contact = touching(group, rough.named, *index)?;
        if !fixed.imposed.contains_key(&contact.index) {
            let place = format!("{place}, {contact}");
            let required = "none, since the case does not impose the contact";
            return K5.refuse(place, "a force", required);
        }
        let bound = product_with_root(across, alpha);
        let along = padded(along, alpha);
        for slack in difference_and_sum(&bound, &along) {
            if alpha.sign(&slack).is_none() {
                let place = format!("{place}, {contact}");
                let found = format!("slack {}", told(&slack));
                return K5.refuse(place, found, "zero or positive at the root");
            }
        }
    }
    Ok(())
}

/// How a group moves, as far as one power of α goes, for each power.
type Powers<'a> = Vec<Motions<'a>>;

/// K7 to K9. Form: the group exists, and each of its bodies has a velocity and a drift.
fn a_group_falls(ground: &Ground, rough: Rough, root: &Root, alpha: &Alpha) -> Result {
    let group = lookup::entry(&ground.groups, "proof", "group", root.group)?;
    let velocity = triples(&root.velocity, alpha);
    let drift = triples(&root.drift, alpha);
    let velocity = &powers(group, "velocity", &velocity)?;
    let drift = &powers(group, "drift", &drift)?;
    let fall = Fall {
        rough,
        velocity,
        drift,
        alpha,
    };
    for contact in group.imposed.values() {
        if !fall.yields(contact)? {
            return refuse_resistance(group, contact);
        }
    }
    for corner in group.undecided.values() {
        let [zero, one] = &corner.sides;
        if !fall.side_yields(zero)? && !fall.side_yields(one)? {
            return refuse_resistance(group, *corner);
        }
    }
    for motions in velocity.iter().chain(drift) {
        pin::pins_hold(group, &group.pins, motions, "relative velocity", K7)?;
    }
    let of_velocity = work(group, velocity)?;
    if of_velocity.iter().any(|power| !power.is_zero()) {
        return refuse_work(K8, group, "velocity", &of_velocity, "0");
    }
    let of_drift = work(group, drift)?;
    if alpha.sign(&padded(&of_drift, alpha)) != Some(Sign::Positive) {
        return refuse_work(K9, group, "drift", &of_drift, "positive at the root");
    }
    Ok(())
}

/// A velocity and a drift.
struct Fall<'a> {
    rough: Rough<'a>,
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

    fn side_yields(&self, side: &CornerSide) -> Result<bool> {
        for contact in side.contacts() {
            if !self.yields(contact)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is known of w - α s and w + α s.
    fn signs(&self, contact: &Contact, powers: &Powers) -> Result<[Option<Sign>; 2]> {
        let rough = self.rough.of(contact)?;
        let across = &contact.gap.row;
        let along = &rough.slip;
        let mut opening = Vec::new();
        let mut slip = Vec::new();
        for motions in powers {
            // Both times the scales of both rows.
            opening.push(&along.scale * &across.difference(motions)?);
            slip.push(&across.scale * &along.difference(motions)?);
        }
        let opening = padded(&opening, self.alpha);
        let bound = product_with_root(&slip, self.alpha);
        let slacks = difference_and_sum(&opening, &bound);
        Ok(slacks.map(|slack| self.alpha.sign(&slack)))
    }
}

fn refuse_resistance(group: &Group, place: impl fmt::Display) -> Result {
    let place = format!("{group}, {place}");
    let found = "resistance to the velocity or the drift";
    K7.refuse(place, found, "none at the root")
}

fn refuse_work(
    condition: Condition,
    group: &Group,
    name: &str,
    work: &[BigInt],
    required: &str,
) -> Result {
    let place = format!("{group}, {name}");
    let found = format!("work {}, times a number", told(work));
    condition.refuse(place, found, required)
}

/// The work of weights and loads, power by power, times a positive number.
fn work(group: &Group, powers: &Powers) -> Result<Vec<BigInt>> {
    let mut works = Vec::new();
    for motions in powers {
        works.push(fall::work(group, motions)?);
    }
    let common = common_denominator(&works);
    Ok(works.iter().map(|work| times(work, &common)).collect())
}

/// One entry for each body of the group, power by power.
fn powers<'a>(group: &Group<'a>, name: &str, lists: &'a [Vec<Triple>]) -> Result<Powers<'a>> {
    let mut powers = Vec::new();
    for list in lists {
        powers.push(case::of_bodies(group, name, list)?);
    }
    Ok(powers)
}

/// The coefficients of each power below the degree.
fn triples(elements: &[[Element; 3]], alpha: &Alpha) -> Vec<Vec<Triple>> {
    let mut lists = Vec::new();
    for power in 0..alpha.degree() {
        let mut list = Vec::new();
        for triple in elements {
            list.push(triple.each_ref().map(|element| at(element, power)));
        }
        lists.push(list);
    }
    lists
}

/// The coefficients of one power.
fn pairs_at(list: &[(usize, [Element; 2])], power: usize) -> Vec<(usize, [BigInt; 2])> {
    let mut pairs = Vec::new();
    for (index, pair) in list {
        let pair = pair.each_ref().map(|element| at(element, power));
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
    let powers = 0..=alpha.degree();
    powers.map(|power| at(element, power)).collect()
}

/// The coefficients of x times an element.
fn product_with_root(element: &[BigInt], alpha: &Alpha) -> Vec<BigInt> {
    let mut product = vec![BigInt::zero()];
    product.extend((0..alpha.degree()).map(|power| at(element, power)));
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
    let shown = coefficients.iter().map(names::integer);
    let shown: Vec<String> = shown.collect();
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
