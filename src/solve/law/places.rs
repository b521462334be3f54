//! Rows that press against each other at one place (`proofs/RUN.md`, section 13, *Places*).
//!
//! Forces at one point turn no body about it. Points of one place that rounding, or half of a
//! guess, moved apart would let forces do that which nearly cancel, as large as it takes.

use crate::candidates::{join, root};
use crate::joints::{self, PinRow};
use crate::number::LONG;
use crate::outline::Outline;
use crate::plane::{Cone, Plane};
use crate::rows::{Row, move_of};
use crate::state::Pose;
use malachite::base::num::arithmetic::traits::Square;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;

/// A row or pin is compared with so many others before it, and behind it, in the order of points.
const MOST_BESIDE: usize = 64;

/// A row or a pin of a program: they act at a point.
pub(crate) enum Acting<'r> {
    Row(&'r mut Row),
    Pin(&'r mut PinRow),
}

/// The same, and twice where it is when it is asked what meets, over U 2^2g.
struct Located<'r> {
    acting: Acting<'r>,
    twice_at: Plane,
}

/// The place of a row or a pin among those at one point.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Row(Contact),
    Pin(usize),
}

impl Acting<'_> {
    fn name(&self) -> Name {
        match self {
            Self::Row(row) => Name::Row(row.contact),
            Self::Pin(pin) => Name::Pin(pin.pin),
        }
    }

    fn bodies(&self) -> BTreeSet<usize> {
        match self {
            Self::Row(row) => row.bodies(),
            Self::Pin(pin) => pin.bodies(),
        }
    }

    /// The points at which it acts on its two bodies, over U 2^2g; `None` if a part is round.
    fn points(&self, outline: &Outline, pose: impl Fn(usize) -> Pose) -> Option<[Plane; 2]> {
        match self {
            Self::Row(row) if outline.has_corners(&row.contact) => {
                let vertex = row.contact.vertex;
                let arm = &outline.arms(vertex.part)[vertex.index];
                let point = pose(vertex.part.body).point(arm);
                Some([point.clone(), point])
            }
            Self::Row(_) => None,
            Self::Pin(pin) => Some(joints::points(outline, pose, pin.pin)),
        }
    }
}

impl Located<'_> {
    fn order(&self) -> (&Integer, &Integer, Name) {
        (&self.twice_at.re, &self.twice_at.im, self.acting.name())
    }

    fn has_a_body_of(&self, other: &Self) -> bool {
        !self.acting.bodies().is_disjoint(&other.acting.bodies())
    }
}

/// The places of a program with these rows and pins, given where bodies are.
pub(crate) fn places<'r>(
    outline: &Outline,
    pose: impl Fn(usize) -> Pose,
    rows: impl Iterator<Item = &'r mut Row>,
    pins: &'r mut [PinRow],
) -> Vec<Vec<Acting<'r>>> {
    let mut all = Vec::new();
    let pins = pins.iter_mut().map(Acting::Pin);
    for acting in rows.map(Acting::Row).chain(pins) {
        if let Some([first, second]) = acting.points(outline, &pose) {
            let twice_at = &first + &second;
            all.push(Located { acting, twice_at });
        }
    }
    all.sort_by(|one, other| one.order().cmp(&other.order()));
    let joined = meeting(outline, &all);
    let mut sets: BTreeMap<usize, Vec<Acting>> = BTreeMap::new();
    for (index, located) in all.into_iter().enumerate() {
        let set = root(&joined, index);
        sets.entry(set).or_default().push(located.acting);
    }
    let mut places: Vec<Vec<Acting>> = sets.into_values().collect();
    places.retain(|place| may_cancel(place));
    places
}

/// The numbers of those that meet, joined.
fn meeting(outline: &Outline, all: &[Located]) -> BTreeMap<usize, usize> {
    let twice_touch = &outline.touch * Rational::from(&outline.unit << (LONG + 1));
    let square = (&twice_touch).square();
    let mut joined = BTreeMap::new();
    for (index, one) in all.iter().enumerate() {
        let others = all.iter().enumerate().skip(index + 1);
        for (behind, other) in others.take(MOST_BESIDE) {
            let between = &other.twice_at - &one.twice_at;
            if between.re > twice_touch {
                break;
            }
            if between.norm_squared() <= square && one.has_a_body_of(other) {
                join(&mut joined, index, behind);
            }
        }
    }
    joined
}

/// The rows of a place.
pub(crate) fn contacts(place: &[Acting]) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for acting in place {
        if let Acting::Row(row) = acting {
            contacts.push(row.contact);
        }
    }
    contacts
}

/// Lets what is at a place act at the centre of the box of the points of its pins, or of its rows
/// if it has none, given where bodies are.
pub(crate) fn act_at_one_point(
    outline: &Outline,
    pose: impl Fn(usize) -> Pose,
    place: Vec<Acting>,
) {
    let has_pins = place.iter().any(is_pin);
    let mut moved = Vec::with_capacity(place.len());
    let mut limits = Vec::new();
    for acting in place {
        if let Some(points) = acting.points(outline, &pose) {
            if !has_pins || is_pin(&acting) {
                limits.extend(points.clone());
            }
            moved.push((acting, points));
        }
    }
    let twice_the_centre = Plane::new(
        sum_of_ends(limits.iter().map(|point| &point.re)),
        sum_of_ends(limits.iter().map(|point| &point.im)),
    );
    let unit = &outline.unit << (LONG + 1);
    for (acting, points) in moved {
        let ways = points.map(|point| &twice_the_centre - &point.shifted(1));
        match acting {
            Acting::Row(row) => row.act_at(&ways[0], &unit),
            Acting::Pin(pin) => pin.act_at(&ways, &unit),
        }
    }
}

fn is_pin(acting: &Acting) -> bool {
    matches!(acting, Acting::Pin(_))
}

/// The least number and the largest one together.
fn sum_of_ends<'n>(numbers: impl Iterator<Item = &'n Integer> + Clone) -> Integer {
    let ends = [numbers.clone().min(), numbers.max()];
    ends.into_iter().flatten().sum()
}

/// Whether some body may get forces from what is here that are in no open half-plane. (A pin gives
/// any. Pins alone are springs, no forces of which cancel.)
fn may_cancel(place: &[Acting]) -> bool {
    let mut cones: BTreeMap<usize, Cone> = BTreeMap::new();
    let [mut has_row, mut may_cancel] = [false, place.iter().any(is_pin)];
    for acting in place {
        let Acting::Row(row) = acting else {
            continue;
        };
        has_row = true;
        for body in row.bodies() {
            for force in ends(row, &move_of(&row.coefficients, body)) {
                may_cancel = may_cancel || !cones.entry(body).or_default().widen(force);
            }
        }
    }
    has_row && may_cancel
}

/// The forces at the ends of the cone of a row, times a number above 0, given its normal.
fn ends(row: &Row, normal: &Plane) -> Vec<Plane> {
    let Some(slip) = &row.slip else {
        return vec![normal.clone()];
    };
    let [above, below] = &slip.friction;
    let along = normal.quarter_turn().scaled(above);
    let across = normal.scaled(below);
    vec![&across - &along, &across + &along]
}
