//! The motions that Coulomb's law allows from rest, as a proof (`proofs/FORMAT.md`, section 17):
//! that nothing but rest obeys it, or a motion that does.
//!
//! Let a be an acceleration of a group, u how its bodies accelerate against each other at a
//! contact, and F the force there. Each way in which contacts open, stick and slide bounds u and F
//! by cones; where a contact slides in an unknown direction, F is in a cone that is too large. In a
//! leaf of a tree of such ways the program
//!
//! ```text
//! maximise ε   subject to   M (a - g) = the sum of the F,   ⟨g, a⟩ ≥ ε,
//!                           and what is strict in the leaf ≥ ε
//! ```
//!
//! has an optimum above 0 if something might move, and otherwise its multipliers are the weights of
//! a proof. A point with ε above 0 tells by which contact to divide: first where a force presses
//! across a gap, then where friction does less work than it has to. If its contacts slide in
//! directions of rational length, a motion of just these ways is tried; and first of all one of the
//! ways of the motion without friction.

mod modes;
mod program;

use self::modes::{Mode, Way};
use self::program::{Found, Moving, Weights};
use super::certify::{on_first, whole};
use super::contacts::{self, Contacts};
use super::error::SpaceError;
use super::ranges::held_in_faces;
use super::rows::{SpaceGroup, SpaceProblem};
use super::statics::Force;
use super::tree::Tree;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::space::{
    Coulomb, CoulombClaim, CoulombGroup, HoldingForces, ModeLeaf, ModeNode, Node, Statics,
    StaticsClaim,
};
use zwang_exact::{Rational, common_denominator, times};
use zwang_program::kernel::number::{self, from_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// Groups with more contacts are not divided.
const MOST_CONTACTS: usize = 12;
/// This many programs are solved for a group.
const MOST_PROGRAMS: usize = 1500;
/// A motion is tried at so many first entries of a tree, and then at each of so many.
const TRIED: usize = 12;
/// The search of [`only_rest`] ends within a few seconds: so many programs are solved for a group
/// of one contact, and fewer by the cube of its contacts. All groups share them evenly, so that
/// what is found of one does not depend on the order of bodies.
const WORK: usize = 32_000;
/// [`only_rest`] leaves larger groups alone.
const MOST_CONTACTS_OF_REST: usize = 8;

/// How a group moves, as far as it is known.
enum Allowed {
    Nothing(Vec<ModeNode>),
    Motion(Moving),
    Unknown,
}

/// The proof that nothing but rest obeys Coulomb's law, or that a motion does; `None` if neither is
/// known: where corners touch, there are many contacts, or the slips have irrational directions.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if neither forces nor a fall are found, or if the
/// monitor is told to stop.
pub fn coulomb(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Coulomb>, SpaceError> {
    super::require_no_joints(scene, "a motion from rest")?;
    super::require_rest(scene)?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let mut groups = Vec::new();
    let mut moves = false;
    let mut is_unknown = false;
    for group in &space.groups() {
        if !group.corners.is_empty() {
            return Ok(None);
        }
        let held = held_in_faces(&space, group, options, monitor)?;
        let held = held.map(|held| held.contacts);
        let mut search = Way::new(scene, &space, group, None);
        let mut programs = MOST_PROGRAMS;
        let allowed = explore(&mut search, &space, group, &mut programs, options, monitor)?;
        let claim = match allowed {
            Allowed::Motion(moving) => {
                moves = true;
                groups.push(moving.listed(&search, group));
                continue;
            }
            Allowed::Nothing(tree) => CoulombClaim::OnlyRests(tree),
            Allowed::Unknown => {
                is_unknown = true;
                CoulombClaim::Rests
            }
        };
        let Some(forces) = held else {
            return Ok(None);
        };
        groups.push(resting(group, &forces, claim));
    }
    if is_unknown && !moves {
        return Ok(None);
    }
    Ok(Some(proof(scene, space, groups)))
}

/// The proof that nothing but rest obeys Coulomb's law, with the forces of a proof that the scene
/// is held. `None` if it is long, or if corners touch, bonds hold, or a motion obeys the law.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, or if the monitor is told to stop.
pub fn only_rest(
    scene: &Scene,
    held: &Statics,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Coulomb>, SpaceError> {
    super::require_no_joints(scene, "a motion from rest")?;
    super::require_rest(scene)?;
    if !scene.bonds.is_empty() {
        return Ok(None);
    }
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let found = space.groups();
    if !found.iter().all(may_be_short) {
        return Ok(None);
    }
    let mut groups = Vec::new();
    for group in &found {
        let Some(forces) = forces_at_contacts(held, &group.group.bodies) else {
            return Ok(None);
        };
        let mut search = Way::new(scene, &space, group, None);
        let contacts = group.group.contacts.len().max(1);
        let mut programs = WORK / found.len() / contacts.pow(3);
        let allowed = explore(&mut search, &space, group, &mut programs, options, monitor)?;
        let Allowed::Nothing(tree) = allowed else {
            return Ok(None);
        };
        groups.push(CoulombGroup {
            bodies: group.group.bodies.clone(),
            denominator: forces.denominator.clone(),
            contacts: forces.contacts.clone(),
            claim: CoulombClaim::OnlyRests(tree),
        });
    }
    Ok(Some(proof(scene, space, groups)))
}

/// Whether the search of [`only_rest`] is tried for a group.
fn may_be_short(group: &SpaceGroup) -> bool {
    group.corners.is_empty() && group.group.contacts.len() <= MOST_CONTACTS_OF_REST
}

/// The forces that hold a group, if no corner or bond bears.
fn forces_at_contacts<'a>(held: &'a Statics, bodies: &[usize]) -> Option<&'a HoldingForces> {
    let group = held.groups.iter().find(|group| group.bodies == bodies)?;
    let StaticsClaim::Held(tree) = &group.claim else {
        return None;
    };
    let [Node::Leaf(forces)] = tree.as_slice() else {
        return None;
    };
    let bears = [
        !forces.rows.is_empty(),
        !forces.corners.is_empty(),
        !forces.bonds.is_empty(),
    ];
    (!bears.contains(&true)).then_some(forces)
}

/// A motion that goes on to obey the law as ever less pulls.
#[derive(Clone, Debug)]
pub struct YieldsTo {
    /// How much less of what grows pulls where it ends: at most 0.
    pub offset: Rational,
    /// The direction of the motion, and the forces that hold the groups that yield there.
    groups: Vec<CoulombGroup>,
}

/// How a motion of a scene ends as weights and loads get less by those of another scene: the one
/// that does so first.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, or if the monitor is told to stop.
pub fn yields_to(
    scene: &Scene,
    growth: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<YieldsTo>, SpaceError> {
    super::require_no_joints(scene, "a motion from rest")?;
    super::require_rest(scene)?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let mut least: Option<YieldsTo> = None;
    for group in &space.groups() {
        if !group.corners.is_empty() {
            return Ok(None);
        }
        let mut way = Way::new(scene, &space, group, Some(growth));
        let mut programs = MOST_PROGRAMS;
        let allowed = explore(&mut way, &space, group, &mut programs, options, monitor)?;
        let Allowed::Motion(moving) = allowed else {
            continue;
        };
        let Some((offset, yielding)) = way.least(&moving, options, monitor)? else {
            continue;
        };
        if least.as_ref().is_none_or(|least| offset < least.offset) {
            // The direction is that of the motion.
            let yielding = Moving {
                motion: moving.motion,
                forces: yielding.forces,
            };
            let mut listed = yielding.listed(&way, group);
            if let CoulombClaim::Moves(direction) = listed.claim {
                listed.claim = CoulombClaim::Yields(direction);
            }
            least = Some(YieldsTo {
                offset,
                groups: vec![listed],
            });
        }
    }
    Ok(least)
}

/// The proof that a group of a scene, where a motion ends, yields in its direction; `None` if
/// another group is not known to be held.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if neither forces nor a fall are found, or if the
/// monitor is told to stop.
pub fn yielding(
    scene: &Scene,
    end: &YieldsTo,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Coulomb>, SpaceError> {
    super::require_no_joints(scene, "a motion from rest")?;
    super::require_rest(scene)?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let mut groups = Vec::new();
    for group in &space.groups() {
        let bodies = &group.group.bodies;
        if let Some(listed) = end.groups.iter().find(|listed| listed.bodies == *bodies) {
            groups.push(listed.clone());
            continue;
        }
        let Some(forces) = held_in_faces(&space, group, options, monitor)? else {
            return Ok(None);
        };
        groups.push(resting(group, &forces.contacts, CoulombClaim::Rests));
    }
    Ok(Some(proof(scene, space, groups)))
}

fn resting(
    group: &SpaceGroup,
    forces: &BTreeMap<usize, Force>,
    claim: CoulombClaim,
) -> CoulombGroup {
    let denominator = number::common_denominator(forces.values().flatten());
    CoulombGroup {
        bodies: group.group.bodies.clone(),
        contacts: on_first(forces, &denominator),
        denominator: whole(&denominator),
        claim,
    }
}

fn proof(scene: &Scene, space: SpaceProblem, groups: Vec<CoulombGroup>) -> Coulomb {
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Coulomb {
        scene: scene.digest(),
        separations,
        groups,
    }
}

/// A motion whose contacts slide as they would without friction, if one obeys the law.
fn like_without_friction(
    way: &mut Way,
    space: &SpaceProblem,
    group: &SpaceGroup,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<Moving>, SpaceError> {
    let tree = Tree::grow(space, group, options, monitor)?;
    let Some(motions) = tree.motion() else {
        return Ok(None);
    };
    let bodies = group.group.bodies.iter();
    let numbers = bodies.flat_map(|body| motions[body].iter().map(from_solver));
    let point = Moving {
        motion: numbers.collect(),
        forces: Vec::new(),
    };
    way.smooth = Some(point.motion.clone());
    way.moving_like(&point, options, monitor)
}

/// Divides the ways of a group until nothing moves in any, or a motion is found. At most so many
/// programs are solved; the number is lowered by theirs.
fn explore(
    way: &mut Way,
    space: &SpaceProblem,
    group: &SpaceGroup,
    programs: &mut usize,
    options: &Options,
    monitor: &Monitor,
) -> Result<Allowed, SpaceError> {
    if let Some(moving) = like_without_friction(way, space, group, options, monitor)? {
        return Ok(Allowed::Motion(moving));
    }
    if way.places.len() > MOST_CONTACTS {
        return Ok(Allowed::Unknown);
    }
    let mut tree = Vec::new();
    let mut waiting = vec![vec![Mode::default(); way.places.len()]];
    while let Some(modes) = waiting.pop() {
        monitor.check().map_err(SpaceError::from)?;
        if *programs == 0 {
            return Ok(Allowed::Unknown);
        }
        *programs -= 1;
        let point = match way.solve(&modes, options, monitor)? {
            Found::Nothing(weights) => {
                tree.push(ModeNode::Leaf(leaf(way, &weights)));
                continue;
            }
            Found::Point(point) => point,
        };
        let is_tried = tree.len() < TRIED || tree.len().is_multiple_of(TRIED);
        if is_tried && let Some(moving) = way.moving_like(&point, options, monitor)? {
            return Ok(Allowed::Motion(moving));
        }
        let Some((node, mut branches)) = way.divide(&modes, &point) else {
            return Ok(Allowed::Unknown);
        };
        tree.push(node);
        branches.reverse();
        waiting.extend(branches);
    }
    Ok(Allowed::Nothing(tree))
}

/// Weights over integers.
fn leaf(way: &Way, weights: &Weights) -> ModeLeaf {
    let Weights {
        gravity,
        velocity,
        contacts,
    } = weights;
    let numbers = velocity.iter().chain(contacts.iter().flatten());
    let unit = common_denominator(numbers.chain([gravity]));
    ModeLeaf {
        gravity: times(gravity, &unit),
        velocity: six_by_six(velocity, &unit),
        weights: at_contacts(way, contacts, &unit),
    }
}

/// Velocities of bodies over integers.
fn six_by_six(velocities: &[Rational], unit: &BigInt) -> Vec<[BigInt; 6]> {
    let (bodies, _) = velocities.as_chunks::<6>();
    let mut listed = Vec::with_capacity(bodies.len());
    for velocity in bodies {
        listed.push(velocity.each_ref().map(|number| times(number, unit)));
    }
    listed
}

/// Vectors that are not 0, over integers, with their contacts.
fn at_contacts(way: &Way, vectors: &[[Rational; 3]], unit: &BigInt) -> Vec<(usize, [BigInt; 3])> {
    let mut listed = Vec::new();
    for (place, vector) in way.places.iter().zip(vectors) {
        if vector.iter().any(|number| !number.is_zero()) {
            let vector = vector.each_ref().map(|number| times(number, unit));
            listed.push((place.contact, vector));
        }
    }
    listed
}

impl Moving {
    /// The entry of a proof.
    fn listed(&self, way: &Way, group: &SpaceGroup) -> CoulombGroup {
        let unit = common_denominator(self.motion.iter().chain(self.forces.iter().flatten()));
        CoulombGroup {
            bodies: group.group.bodies.clone(),
            contacts: at_contacts(way, &self.forces, &unit),
            claim: CoulombClaim::Moves(six_by_six(&self.motion, &unit)),
            denominator: unit,
        }
    }
}
