//! Contacts, corners and pins the way round in which people are told them: the body later in the
//! file first, normals from the second into the first, forces on the first.

pub use crate::outcome::{to_unit, to_unit_in_space};

use num_traits::{Signed, Zero};
use zwang_check::friction::{FrictionVerdict, RoughContactAnswer, VerifiedAccelerations};
use zwang_check::ranges::{Between, ContactRange, CornerRange, Interval};
use zwang_check::space_ranges::{self, End};
use zwang_check::statics::{HeldContact, Holding};
use zwang_check::{ContactAnswer, ContactState, CornerAnswer, CornerDecision, Verdict};
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, Pin, space};

/// The name of a body of a scene in space.
pub(crate) fn body_in_space(scene: &space::Scene, body: BodyId) -> &str {
    match scene.body(body) {
        Some(body) => &body.name,
        None => "?",
    }
}

/// Between which bodies forces can grow without end, of those that forces act on which balance each
/// other: the fixed ones if there are any.
pub(crate) fn squeezers<'a>(scene: &'a space::Scene, bodies: &[BodyId]) -> Vec<&'a str> {
    let mut fixed: Vec<&BodyId> = bodies.iter().collect();
    fixed.retain(|body| scene.body(**body).is_some_and(|body| body.is_fixed()));
    let told = match fixed.is_empty() {
        true => bodies.iter().collect(),
        false => fixed,
    };
    let names = told.into_iter();
    names.map(|body| body_in_space(scene, *body)).collect()
}

/// The one value of a range that is known, and how far others are from it at most; `None` if two
/// are known, or if it is unbounded.
pub(crate) fn only_known(interval: &space_ranges::Interval) -> Option<(&Rational, Rational)> {
    let [least, largest] = &interval.ends;
    let (
        End::Between {
            reached: low,
            bound: below,
        },
        End::Between {
            reached: high,
            bound: above,
        },
    ) = (least, largest)
    else {
        return None;
    };
    if low != high || below == above {
        return None;
    }
    let around = (low - below).max(above - high);
    Some((low, around))
}

/// The answer of `collapse` that a proof about accelerations with friction gives. If a scene
/// stands, it rests, and no other motion obeys the law: [`VerifiedAccelerations::another_motion`]
/// says so.
#[must_use]
pub fn collapse_verdict(verdict: FrictionVerdict) -> Verdict {
    match verdict {
        FrictionVerdict::Stands | FrictionVerdict::Rests => Verdict::Rests,
        FrictionVerdict::Moves => Verdict::Moves,
        FrictionVerdict::Ambiguous => Verdict::Ambiguous,
        FrictionVerdict::Impossible => Verdict::Impossible,
    }
}

/// A contact with the later body first.
#[derive(Clone, Debug)]
pub struct ToldContact<'a> {
    /// The body that comes later in the file.
    pub first: BodyId,
    /// The other one.
    pub second: BodyId,
    /// Points from the second body into the first.
    pub normal: Vector,
    /// The contact as the checker has it.
    pub answer: &'a ContactAnswer,
}

impl ToldContact<'_> {
    /// The force on the first body, N; computed here, as that takes long for long numbers.
    #[must_use]
    pub fn force(&self) -> Vector {
        self.answer.multiplier.along(&self.normal)
    }
}

/// Turns a contact so that the later body comes first. Normal and force change sign with the
/// bodies; gap velocity and gap acceleration are derivatives of the same signed area and stay.
#[must_use]
pub fn contact(answer: &ContactAnswer) -> ToldContact<'_> {
    if answer.first > answer.second {
        ToldContact {
            first: answer.first,
            second: answer.second,
            normal: answer.normal.clone(),
            answer,
        }
    } else {
        ToldContact {
            first: answer.second,
            second: answer.first,
            normal: -&answer.normal,
            answer,
        }
    }
}

/// The forces of a scene that rests, of the first answer of each group.
#[must_use]
pub fn holding_of_rest(verified: &VerifiedAccelerations) -> Holding {
    let mut contacts = Vec::new();
    let mut pins = vec![Vector::zero(); verified.scene().pins.len()];
    let groups = verified.groups().iter();
    for answer in groups.filter_map(|group| group.answers.first()) {
        for contact in &answer.contacts {
            contacts.push(HeldContact {
                first: contact.first,
                second: contact.second,
                point: contact.point.clone(),
                normal: contact.normal.clone(),
                across: contact.across.clone(),
                along: contact.along.clone(),
                friction: contact.friction.clone(),
                is_rounded: contact.is_rounded,
            });
        }
        for (index, force) in &answer.pins {
            // The checker has looked up every pin.
            if let Some(pin) = pins.get_mut(index.0) {
                pin.clone_from(force);
            }
        }
    }
    Holding { contacts, pins }
}

/// Whether no force is slanted.
#[must_use]
pub fn is_frictionless(holding: &Holding) -> bool {
    let mut contacts = holding.contacts.iter();
    contacts.all(|contact| contact.along.is_zero())
}

/// How many leaves prove that nothing but rest is possible, over all groups.
pub(crate) fn leaves(verified: &VerifiedAccelerations) -> usize {
    let groups = verified.groups().iter();
    groups.map(|group| group.leaves).sum()
}

/// A contact that helps to hold a scene, with the later body first.
#[derive(Clone, Debug)]
pub struct ToldHeld<'a> {
    /// The body that comes later in the file.
    pub first: BodyId,
    /// The other one.
    pub second: BodyId,
    /// Points from the second body into the first.
    pub normal: Vector,
    /// Acts on the first body, N.
    pub force: Vector,
    /// The contact as the checker has it.
    pub answer: &'a HeldContact,
}

impl ToldHeld<'_> {
    pub(crate) fn presses(&self) -> bool {
        !self.answer.across.is_zero()
    }

    /// |ψ| / φ, of a contact that presses.
    pub(crate) fn used(&self) -> Rational {
        self.answer.along.abs() / &self.answer.across
    }
}

/// A contact with the ranges of its force, with the later body first.
pub struct ToldRange<'a> {
    /// The later body.
    pub first: BodyId,
    /// The earlier body.
    pub second: BodyId,
    /// Points from the second body into the first.
    pub normal: Vector,
    /// φ.
    pub across: Interval,
    /// ψ; 0 where there is no friction.
    pub along: Interval,
    /// The force that is shown, on the first body, N.
    pub force: Vector,
    /// The contact as the checker has it.
    pub range: &'a ContactRange,
}

/// Turns a contact so that the later body comes first, as [`held`] does.
#[must_use]
pub fn range(range: &ContactRange) -> ToldRange<'_> {
    let ContactRange {
        first,
        second,
        normal,
        friction,
        across,
        along,
        shown,
        ..
    } = range;
    let [shown_across, shown_along] = shown;
    let force = force(normal, shown_across, shown_along);
    let [normal, force] = turned([*first, *second], normal, force);
    let along = match friction.is_zero() {
        true => [Some(Rational::zero()), Some(Rational::zero())],
        false => interval(along),
    };
    ToldRange {
        first: *first.max(second),
        second: *first.min(second),
        normal,
        across: interval(across),
        along,
        force,
        range,
    }
}

/// A corner with the ranges of its force along x and y, with the later body first.
pub struct ToldCornerRange {
    /// The later body.
    pub first: BodyId,
    /// The earlier body.
    pub second: BodyId,
    /// Along x and y, on the first body, N.
    pub ranges: [Interval; 2],
    /// The values between the ends of these.
    pub between: [Between; 2],
    /// The force that is shown, on the first body, N.
    pub force: Vector,
}

/// Turns a corner so that the later body comes first.
#[must_use]
pub fn corner(range: &CornerRange) -> ToldCornerRange {
    let CornerRange {
        first,
        second,
        point: _,
        force,
        between,
        shown,
    } = range;
    let is_turned = first < second;
    ToldCornerRange {
        first: *first.max(second),
        second: *first.min(second),
        ranges: turned_ranges(force, is_turned),
        between: turned_between(between, is_turned),
        force: match is_turned {
            true => -shown,
            false => shown.clone(),
        },
    }
}

/// The ranges of the components of a force, or of the opposite force.
fn turned_ranges(force: &[Option<Interval>; 2], is_turned: bool) -> [Interval; 2] {
    let ranges = force.each_ref().map(interval);
    match is_turned {
        true => ranges.map(|[least, largest]| [largest, least].map(negated)),
        false => ranges,
    }
}

/// The values between the ends of the components of a force, or of the opposite force.
fn turned_between(between: &[Between; 2], is_turned: bool) -> [Between; 2] {
    let mut between = between.clone();
    if is_turned {
        for component in &mut between {
            for [below, above] in &mut component.gaps {
                (*below, *above) = (-&*above, -&*below);
            }
            component.gaps.reverse();
        }
    }
    between
}

/// A pin with the later body first; one to the world has its body first.
#[derive(Clone, Copy, Debug)]
pub struct TurnedPin {
    /// The body that comes later in the file.
    pub first: BodyId,
    /// The other one; `None` is the world.
    pub second: Option<BodyId>,
    /// Whether the file names them the other way round.
    is_turned: bool,
}

/// Turns a pin so that the later body comes first.
#[must_use]
pub fn pin(pin: &Pin) -> TurnedPin {
    match pin.second {
        Some(second) if pin.first < second => TurnedPin {
            first: second,
            second: Some(pin.first),
            is_turned: true,
        },
        second => TurnedPin {
            first: pin.first,
            second,
            is_turned: false,
        },
    }
}

impl TurnedPin {
    /// Its bodies, one if it is pinned to the world.
    #[must_use]
    pub fn bodies(&self) -> Vec<BodyId> {
        let mut bodies = vec![self.first];
        bodies.extend(self.second);
        bodies
    }

    /// The force on the first body told, from that on the first body of the file.
    #[must_use]
    pub fn force(&self, force: &Vector) -> Vector {
        if self.is_turned {
            -force
        } else {
            force.clone()
        }
    }

    /// The ranges of its components, likewise.
    #[must_use]
    pub fn ranges(&self, force: &[Option<Interval>; 2]) -> [Interval; 2] {
        turned_ranges(force, self.is_turned)
    }

    /// The values between their ends.
    #[must_use]
    pub fn between(&self, between: &[Between; 2]) -> [Between; 2] {
        turned_between(between, self.is_turned)
    }
}

/// -number, where there is one.
fn negated(number: Option<Rational>) -> Option<Rational> {
    number.map(|number| -number)
}

/// An interval of a proof; one that it does not speak of has no ends.
#[must_use]
pub fn interval(interval: &Option<Interval>) -> Interval {
    interval.clone().unwrap_or_default()
}

pub(crate) fn is_unique([least, largest]: &Interval) -> bool {
    least.is_some() && least == largest
}

/// Turns a contact so that the later body comes first. φ and ψ stay, as normal and tangent change
/// sign with the bodies.
#[must_use]
pub fn held(answer: &HeldContact) -> ToldHeld<'_> {
    let HeldContact {
        first,
        second,
        normal,
        across,
        along,
        ..
    } = answer;
    let force = force(normal, across, along);
    let [normal, force] = turned([*first, *second], normal, force);
    ToldHeld {
        first: *first.max(second),
        second: *first.min(second),
        normal,
        force,
        answer,
    }
}

/// A contact with friction, with the later body first.
#[derive(Clone, Debug)]
pub struct ToldRough<'a> {
    /// The body that comes later in the file.
    pub first: BodyId,
    /// The other one.
    pub second: BodyId,
    /// Points from the second body into the first.
    pub normal: Vector,
    /// Acts on the first body, N.
    pub force: Vector,
    /// The contact as the checker has it.
    pub answer: &'a RoughContactAnswer,
}

impl ToldRough<'_> {
    pub(crate) fn presses(&self) -> bool {
        !self.answer.across.is_zero()
    }

    /// |ψ| / φ, of a contact that presses.
    pub(crate) fn used(&self) -> Rational {
        self.answer.along.abs() / &self.answer.across
    }
}

/// Turns a contact so that the later body comes first, as [`held`] does.
#[must_use]
pub fn rough(answer: &RoughContactAnswer) -> ToldRough<'_> {
    let RoughContactAnswer {
        first,
        second,
        normal,
        across,
        along,
        ..
    } = answer;
    let force = force(normal, across, along);
    let [normal, force] = turned([*first, *second], normal, force);
    ToldRough {
        first: *first.max(second),
        second: *first.min(second),
        normal,
        force,
        answer,
    }
}

/// φ n + ψ J n.
fn force(normal: &Vector, across: &Rational, along: &Rational) -> Vector {
    let tangent = normal.quarter_turn();
    &normal.scaled(across) + &tangent.scaled(along)
}

/// Normal and force of a contact of these two bodies, if the later body comes first.
fn turned([first, second]: [BodyId; 2], normal: &Vector, force: Vector) -> [Vector; 2] {
    if first > second {
        [normal.clone(), force]
    } else {
        [-normal, -&force]
    }
}

/// The bodies of a corner, the later one first. The normals of a corner point from its first
/// (earlier) into its second (later) body already.
#[must_use]
pub fn corner_bodies(corner: &CornerAnswer) -> [BodyId; 2] {
    [corner.second, corner.first]
}

/// A contact's state in one word.
#[must_use]
pub fn state_word(state: ContactState) -> &'static str {
    match state {
        ContactState::Pressing => "pressing",
        ContactState::Opening => "opening",
        ContactState::Idle => "idle",
    }
}

/// How a corner was decided, in one word, and for which of its sides.
#[must_use]
pub fn decision_word(decision: CornerDecision) -> (&'static str, Option<usize>) {
    match decision {
        CornerDecision::Open => ("open", None),
        CornerDecision::Forced(side) => ("forced", Some(side)),
        CornerDecision::Chosen(side) => ("chosen", Some(side)),
        CornerDecision::Satisfied => ("satisfied", None),
    }
}
