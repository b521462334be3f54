//! A checked proof of ranges. There is no way to make one but [`crate::proof::ranges::verify`].

use super::range::{End, GroupRanges, Range, Thing};
use crate::index::{ContactId, CornerId};
use crate::plane::contact::{Contact, Corner};
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::ranges::Ranges;
use zwang_exact::{Rational, Vector};
use zwang_scene::{BodyId, PinId, Scene};

/// A scene at rest with proved ranges of the forces that hold it.
#[derive(Clone, Debug)]
pub struct VerifiedRanges {
    scene: Scene,
    digest: String,
    bits: u64,
    count: usize,
    moves: bool,
    contacts: Vec<ContactRange>,
    corners: Vec<CornerRange>,
    pins: Vec<PinRange>,
    idle: BTreeSet<Vector>,
}

/// The least and the largest value of a number; `None` where there is none.
pub type Interval = [Option<Rational>; 2];

/// Which values between the least and the largest one are possible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Between {
    /// Whether some values may be impossible, since forces are of different choices at corners.
    pub may_have_gaps: bool,
    /// Between the two numbers of each nothing is possible: proved.
    pub gaps: Vec<[Rational; 2]>,
}

/// A contact with the range of its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContactRange {
    /// The body of the vertex.
    pub first: BodyId,
    /// The body of the edge.
    pub second: BodyId,
    /// The vertex, m.
    pub point: Vector,
    /// Outward normal n of the edge, from the second body into the first; not normalised.
    pub normal: Vector,
    /// μ.
    pub friction: Rational,
    /// φ: the force φ n + ψ J n acts on the first body, its opposite on the second. `None` if the
    /// proof does not speak of it.
    pub across: Option<Interval>,
    /// ψ.
    pub along: Option<Interval>,
    /// The values between the ends of φ and of ψ.
    pub between: [Between; 2],
    /// φ and ψ in the first system of the group.
    pub shown: [Rational; 2],
}

/// A corner, where vertices with friction meet, with the range of its whole force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CornerRange {
    /// The body that the force acts on.
    pub first: BodyId,
    /// The other one.
    pub second: BodyId,
    /// The vertices, m.
    pub point: Vector,
    /// The components of the force on the first body along x and y, N. `None` if the proof does not
    /// speak of one.
    pub force: [Option<Interval>; 2],
    /// The values between the ends of these.
    pub between: [Between; 2],
    /// The force in the first system of the group, N.
    pub shown: Vector,
}

/// A pin with the range of its force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PinRange {
    /// The pin, in scene order.
    pub pin: PinId,
    /// The components of the force on its first body, N. `None` if the proof does not speak of one.
    pub force: [Option<Interval>; 2],
    /// The values between the ends of these.
    pub between: [Between; 2],
    /// The force in the first system of the group, N.
    pub shown: Vector,
}

impl VerifiedRanges {
    pub(crate) fn new(
        scene: &Scene,
        digest: String,
        ranges: &Ranges,
        groups: &[GroupRanges],
    ) -> Self {
        let mut contacts: BTreeMap<ContactId, ContactRange> = BTreeMap::new();
        let mut corners: BTreeMap<CornerId, CornerRange> = BTreeMap::new();
        let mut pins: BTreeMap<PinId, PinRange> = BTreeMap::new();
        let mut count = 0_usize;
        for (group, range) in all_ranges(groups) {
            count = count.saturating_add(1);
            let [least, largest] = &range.ends;
            let least = value(range, least);
            let largest = value(range, largest);
            let interval = Some([least, largest]);
            match range.thing {
                Thing::Contact(contact) => {
                    let told = contacts.entry(contact.index);
                    let told = told.or_insert_with(|| ContactRange::new(contact));
                    *range.component.of_mut(told.shown.each_mut()) = shown(group, range);
                    let ranges = [&mut told.across, &mut told.along];
                    *range.component.of_mut(ranges) = interval;
                    let [across, along] = &mut told.between;
                    *range.component.of_mut([across, along]) = between(group, range);
                }
                Thing::Corner(corner) => {
                    let told = corners.entry(corner.index);
                    let told = told.or_insert_with(|| CornerRange::new(corner));
                    let Vector { x, y } = &mut told.shown;
                    *range.component.of_mut([x, y]) = shown(group, range);
                    let [x, y] = &mut told.force;
                    *range.component.of_mut([x, y]) = interval;
                    let [x, y] = &mut told.between;
                    *range.component.of_mut([x, y]) = between(group, range);
                }
                Thing::Pin(pin) => {
                    let told = pins.entry(pin.index).or_insert_with(|| PinRange {
                        pin: pin.index,
                        force: [None, None],
                        between: Default::default(),
                        shown: Vector::zero(),
                    });
                    let Vector { x, y } = &mut told.shown;
                    *range.component.of_mut([x, y]) = shown(group, range);
                    let [x, y] = &mut told.force;
                    *range.component.of_mut([x, y]) = interval;
                    let [x, y] = &mut told.between;
                    *range.component.of_mut([x, y]) = between(group, range);
                }
            }
        }
        Self {
            scene: scene.clone(),
            digest,
            bits: ranges.bits(),
            count,
            moves: ranges.motions.is_some(),
            contacts: contacts.into_values().collect(),
            corners: corners.into_values().collect(),
            pins: pins.into_values().collect(),
            idle: points_of_idle_corners(groups),
        }
    }

    /// The scene.
    #[must_use]
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// SHA-256 of the scene's canonical form, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    /// The proved statement, in a few words.
    #[must_use]
    pub fn verdict(&self) -> String {
        let count = match self.count {
            1 => "1 range of forces".to_owned(),
            count => format!("{count} ranges of forces"),
        };
        match self.moves {
            true => format!("{count} of a motion"),
            false => count,
        }
    }

    /// Whether the forces are those of a motion; otherwise they hold the scene at rest.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.moves
    }

    /// The contacts that the proof speaks of, in its order.
    #[must_use]
    pub fn contacts(&self) -> &[ContactRange] {
        &self.contacts
    }

    /// The corners that the proof speaks of, in its order.
    #[must_use]
    pub fn corners(&self) -> &[CornerRange] {
        &self.corners
    }

    /// The pins that the proof speaks of, in scene order.
    #[must_use]
    pub fn pins(&self) -> &[PinRange] {
        &self.pins
    }

    /// The points where contacts cross, m: the corners there bear nothing in the forces spoken of.
    #[must_use]
    pub fn idle_corners(&self) -> &BTreeSet<Vector> {
        &self.idle
    }
}

impl ContactRange {
    fn new(contact: &Contact) -> Self {
        let [first, second] = contact.bodies;
        Self {
            first: first.index,
            second: second.index,
            point: Vector::from(&contact.gap.point),
            normal: Vector::from(&contact.gap.normal),
            friction: contact.friction().clone(),
            across: None,
            along: None,
            between: Default::default(),
            shown: [Rational::zero(), Rational::zero()],
        }
    }
}

impl CornerRange {
    fn new(corner: &Corner) -> Self {
        let [first, second] = corner.first().bodies;
        Self {
            first: first.index,
            second: second.index,
            point: Vector::from(&corner.first().gap.point),
            force: [None, None],
            between: Default::default(),
            shown: Vector::zero(),
        }
    }
}

fn points_of_idle_corners(groups: &[GroupRanges]) -> BTreeSet<Vector> {
    let mut points = BTreeSet::new();
    for corner in groups.iter().flat_map(|group| group.forces.idle.values()) {
        points.insert(Vector::from(&corner.first().gap.point));
    }
    points
}

/// All ranges, with their groups.
fn all_ranges<'a, 'b>(
    groups: &'b [GroupRanges<'a>],
) -> impl Iterator<Item = (&'b GroupRanges<'a>, &'b Range<'a>)> {
    groups
        .iter()
        .flat_map(|group| group.ranges.iter().map(move |range| (group, range)))
}

/// The value of a component in the first system. Form: there is one.
fn shown(group: &GroupRanges, range: &Range) -> Rational {
    match group.forces.systems.first() {
        Some(system) => range.value(system),
        None => Rational::zero(),
    }
}

/// The value of an end; `None` if it is open.
fn value(range: &Range, end: &End) -> Option<Rational> {
    match end {
        End::Open(_) => None,
        End::Bounded(bound) => Some(range.value(bound.system)),
    }
}

/// The values between the ends of a range. Forces of one case are convex: then every value is
/// possible.
fn between(group: &GroupRanges, range: &Range) -> Between {
    let mut forces = Vec::new();
    for end in &range.ends {
        match end {
            End::Bounded(bound) => forces.push(bound.system),
            End::Open(open) => forces.extend([open.system, open.stress]),
        }
    }
    let mut gaps = Vec::new();
    for gap in group.gaps.get(&range.key()).into_iter().flatten() {
        let ends = gap.ends.each_ref().map(|end| value(gap, end));
        if let [Some(below), Some(above)] = ends {
            gaps.push([below, above]);
        }
    }
    gaps.sort();
    Between {
        may_have_gaps: !group.forces.choosing.are_of_one_case(&forces),
        gaps,
    }
}
