//! From what was found to proofs of the formats `zwang-space-statics-1` and `zwang-space-proof-1`.

use super::cone::is_free;
use super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::statics::{self, Force, HoldingForces, Shown};
use super::tree::{LeafForces, Node, Tree};
use super::{SpaceError, contacts, contacts::Contacts, joint};
use malachite::base::num::arithmetic::traits::DivExact;
use malachite::{Integer, Natural, Rational};
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::space::{self as certificate, Leaf, Optimum, OptimumGroup, Split, Statics};
use zwang_certificate::space::{StaticsClaim, StaticsGroup};
use zwang_exact::Rational as Fraction;
use zwang_program::kernel::number::{
    common_denominator, content, integer_from_solver, times, to_solver,
};
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// Whether forces, with friction, hold a scene in space at rest, as a proof that is still to be
/// checked.
///
/// # Errors
/// [`SpaceError`] if bodies overlap or move, if neither forces nor a velocity are found, or if the
/// monitor is told to stop.
pub fn statics(scene: &Scene, options: &Options, monitor: &Monitor) -> Result<Statics, SpaceError> {
    statics_near(scene, &Velocities::new(), options, monitor)
}

/// v and ω by the indices of bodies; those that are left out do not move.
pub type Velocities = BTreeMap<usize, [Fraction; 6]>;

/// The same near to a limit, with a velocity by which the scene falls just beyond it: a fall if
/// nothing resists that velocity and weights and loads do work; otherwise forces are looked for
/// first among those that act against it.
///
/// # Errors
/// Those of [`statics()`].
pub fn statics_near(
    scene: &Scene,
    velocities: &Velocities,
    options: &Options,
    monitor: &Monitor,
) -> Result<Statics, SpaceError> {
    super::require_rest(scene)?;
    let near = motions(velocities);
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let mut groups = Vec::new();
    for group in space.groups() {
        let claim = match held_without_bonds(&space, &group, &near, options, monitor)? {
            Some(held) => held,
            None => claim(&space, &group, &near, options, monitor)?,
        };
        groups.push(StaticsGroup {
            bodies: group.group.bodies,
            claim,
        });
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Statics {
        scene: scene.digest(),
        separations,
        groups,
    })
}

/// The claim that forces hold a group in which bonds are not needed; `None` if it has no bonds, or
/// if that is not known.
fn held_without_bonds(
    space: &SpaceProblem,
    group: &SpaceGroup,
    near: &Motions,
    options: &Options,
    monitor: &Monitor,
) -> Result<Option<StaticsClaim>, SpaceError> {
    if group.bonds.is_empty() {
        return Ok(None);
    }
    match claim(space, &group.without_bonds(), near, options, monitor) {
        Ok(held @ StaticsClaim::Held(_)) => Ok(Some(held)),
        Err(SpaceError::Interrupted(error)) => Err(error.into()),
        Ok(StaticsClaim::Falling(_)) | Err(_) => Ok(None),
    }
}

/// Forces that hold a group, or a velocity by which it falls.
fn claim(
    space: &SpaceProblem,
    group: &SpaceGroup,
    near: &Motions,
    options: &Options,
    monitor: &Monitor,
) -> Result<StaticsClaim, SpaceError> {
    Ok(
        match statics::decide(space, group, near, options, monitor)? {
            Shown::Held(forces) => {
                let leaf = certificate::Node::Leaf(holding(space, &forces));
                StaticsClaim::Held(vec![leaf])
            }
            Shown::Rests(tree) => {
                let (nodes, _) = in_order(space, &tree, |node| {
                    let forces = tree.forces(node, options, monitor)?;
                    Ok(resting(space, &forces))
                })?;
                StaticsClaim::Held(nodes)
            }
            Shown::Falling(motions) => {
                StaticsClaim::Falling(velocity(&group.group.bodies, &motions))
            }
        },
    )
}

pub(super) fn motions(velocities: &Velocities) -> Motions {
    let mut motions = Motions::new();
    for (body, numbers) in velocities {
        motions.insert(*body, numbers.iter().map(to_solver).collect());
    }
    motions
}

/// How a scene in space starts to move from rest where no friction resists, as a proof that is
/// still to be checked.
///
/// # Errors
/// [`SpaceError`] if friction resists, if bodies overlap or move, if its corners take too many
/// branches to decide, or if the monitor is told to stop.
pub fn collapse(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Optimum, SpaceError> {
    super::require_no_bonds(scene, "a motion")?;
    super::require_rest(scene)?;
    let space = SpaceProblem::new(scene, contacts::find(scene, monitor)?);
    let mut groups = Vec::new();
    for group in space.groups() {
        let tree = Tree::grow(&space, &group, options, monitor)?;
        for answer in &tree.answers {
            require_no_friction(&space, &group, tree.motions(*answer))?;
        }
        let (nodes, leaves) = in_order(&space, &tree, |node| {
            let forces = tree.forces(node, options, monitor)?;
            Ok(leaf(&space, &group, tree.motions(node), &forces))
        })?;
        let answers = leaves.iter().enumerate();
        let answers = answers.filter(|(_, node)| tree.answers.contains(node));
        let answers = answers.map(|(leaf, _)| leaf).collect();
        groups.push(OptimumGroup {
            bodies: group.group.bodies,
            tree: nodes,
            answers,
        });
    }
    let SpaceProblem { contacts, .. } = space;
    let Contacts { separations, .. } = contacts;
    Ok(Optimum {
        scene: scene.digest(),
        separations,
        groups,
    })
}

/// That a motion of a group obeys Coulomb's law without any friction, and nothing else does.
fn require_no_friction(
    space: &SpaceProblem,
    group: &SpaceGroup,
    motions: &Motions,
) -> Result<(), SpaceError> {
    if space.is_smooth(group) {
        return Ok(());
    }
    let contacts = group.group.contacts.iter();
    let touches = contacts.map(|contact| space.places[*contact].0);
    for touch in touches.chain(group.corners.iter().copied()) {
        let touch = &space.contacts.touches[touch];
        let friction = &touch.own_friction;
        for point in &touch.points {
            let velocity = space.relative(motions, touch.bodies(), point);
            let mut normals = touch.open.iter();
            if !normals.all(|normal| is_free(normal, friction, &velocity)) {
                let bodies = touch.bodies().map(|body| space.name(body));
                return Err(SpaceError::Friction { bodies });
            }
        }
    }
    Ok(())
}

/// A tree as a proof lists it, and which nodes its leaves are.
fn in_order<Leaf>(
    space: &SpaceProblem,
    tree: &Tree,
    leaf: impl Fn(usize) -> Result<Leaf, SpaceError>,
) -> Result<(certificate::Tree<Leaf>, Vec<usize>), SpaceError> {
    let mut listed = certificate::Tree::new();
    let mut leaves = Vec::new();
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        match &tree.nodes[node] {
            Node::Split {
                touch,
                by,
                branches,
            } => {
                listed.push(certificate::Node::Split(Split {
                    corner: space.corner_number(*touch),
                    by: *by,
                }));
                waiting.extend(branches.iter().rev());
            }
            Node::Leaf(_) => {
                listed.push(certificate::Node::Leaf(leaf(node)?));
                leaves.push(node);
            }
        }
    }
    Ok((listed, leaves))
}

/// Forces on the first bodies: the opposite of those on the second ones.
pub(super) fn holding(space: &SpaceProblem, forces: &HoldingForces) -> certificate::HoldingForces {
    let HoldingForces {
        contacts,
        corners,
        bonds,
        joints,
    } = forces;
    let joints = of_joints(space, joints);
    let numbers = corners.values().flat_map(|corner| &corner.forces);
    let numbers = contacts.values().chain(numbers).flatten();
    let numbers = numbers.chain(joints.values().flatten());
    let denominator = common_denominator(numbers.chain(bonds.values()));
    let mut at_corners = Vec::with_capacity(corners.len());
    for (touch, corner) in corners {
        let forces = corner.forces.iter();
        let forces = forces.map(|force| opposite(force, &denominator));
        let normal = corner.normal.each_ref();
        let corner = certificate::CornerForces {
            normal: normal.map(|value| integer_from_solver(&-value)),
            forces: forces.collect(),
        };
        at_corners.push((space.corner_number(*touch), corner));
    }
    certificate::HoldingForces {
        denominator: whole(&denominator),
        contacts: on_first(contacts, &denominator),
        rows: Vec::new(),
        corners: at_corners,
        bonds: listed(bonds, &denominator),
        joints: joint_lists(&joints, &denominator),
    }
}

/// Forces along normals: those of contacts on the first bodies.
fn resting(space: &SpaceProblem, forces: &LeafForces) -> certificate::HoldingForces {
    let LeafForces {
        contacts,
        rows,
        bonds,
        joints,
    } = forces;
    let joints = of_joints(space, joints);
    let mut vectors = BTreeMap::new();
    for (contact, size) in contacts {
        let normal = space.normal(*contact).each_ref();
        vectors.insert(*contact, normal.map(|value| Rational::from(value) * size));
    }
    let numbers = vectors.values().flatten().chain(rows.values());
    let numbers = numbers.chain(joints.values().flatten());
    let denominator = common_denominator(numbers.chain(bonds.values()));
    certificate::HoldingForces {
        contacts: on_first(&vectors, &denominator),
        rows: listed(rows, &denominator),
        corners: Vec::new(),
        bonds: listed(bonds, &denominator),
        joints: joint_lists(&joints, &denominator),
        denominator: whole(&denominator),
    }
}

/// Forces on the first bodies, times a multiple of their denominators; those that are 0 are left
/// out.
pub(super) fn on_first(
    forces: &BTreeMap<usize, Force>,
    multiple: &Natural,
) -> Vec<(usize, [BigInt; 3])> {
    let mut contacts = Vec::with_capacity(forces.len());
    for (contact, force) in forces {
        if force.iter().any(|value| *value != 0) {
            contacts.push((*contact, opposite(force, multiple)));
        }
    }
    contacts
}

/// The opposite of a force, times a multiple of its denominators.
fn opposite(force: &Force, multiple: &Natural) -> [BigInt; 3] {
    let numbers = force.each_ref().map(|value| -times(value, multiple));
    numbers.each_ref().map(integer_from_solver)
}

/// A velocity over coprime integers.
pub(super) fn velocity(bodies: &[usize], motions: &Motions) -> Vec<[BigInt; 6]> {
    let denominator = common_denominator(motions.values().flatten());
    let (first, numbers) = scaled(bodies, motions, &denominator);
    let content = content(&first, numbers.iter().flatten());
    let mut velocity = Vec::with_capacity(numbers.len());
    for body in &numbers {
        let body = body.each_ref().map(|number| number.div_exact(&content));
        velocity.push(body.each_ref().map(integer_from_solver));
    }
    velocity
}

fn leaf(space: &SpaceProblem, group: &SpaceGroup, motions: &Motions, forces: &LeafForces) -> Leaf {
    let LeafForces { contacts, rows, .. } = forces;
    let joints = of_joints(space, &forces.joints);
    let sizes = contacts.values().chain(rows.values());
    let sizes = sizes.chain(joints.values().flatten());
    let denominator = common_denominator(motions.values().flatten().chain(sizes));
    let (_, numbers) = scaled(&group.group.bodies, motions, &denominator);
    let motion = numbers.iter();
    let motion = motion.map(|body| body.each_ref().map(integer_from_solver));
    Leaf {
        motion: motion.collect(),
        forces: listed(contacts, &denominator),
        rows: listed(rows, &denominator),
        joints: joint_lists(&joints, &denominator),
        denominator: whole(&denominator),
    }
}

/// The numbers of the constraints of joints, from the multipliers of their rows; joints that bear
/// no force are left out.
pub(super) fn of_joints(
    space: &SpaceProblem,
    multipliers: &BTreeMap<usize, Vec<Rational>>,
) -> BTreeMap<usize, Vec<Rational>> {
    let mut joints = BTreeMap::new();
    for (index, multipliers) in multipliers {
        if multipliers.iter().any(|multiplier| *multiplier != 0) {
            let numbers = joint::numbers(&space.scene.joints[*index].kind, multipliers);
            joints.insert(*index, numbers);
        }
    }
    joints
}

/// The numbers of joints times a multiple of their denominators.
pub(super) fn joint_lists(
    joints: &BTreeMap<usize, Vec<Rational>>,
    multiple: &Natural,
) -> Vec<(usize, Vec<BigInt>)> {
    let joints = joints.iter();
    let joints = joints.map(|(index, numbers)| {
        let numbers = numbers.iter().map(|number| times(number, multiple));
        let numbers = numbers.map(|number| integer_from_solver(&number));
        (*index, numbers.collect())
    });
    joints.collect()
}

/// Forces times a multiple of their denominators.
fn listed(forces: &BTreeMap<usize, Rational>, multiple: &Natural) -> Vec<(usize, BigInt)> {
    let forces = forces.iter();
    let forces = forces.map(|(index, size)| {
        let number = times(size, multiple);
        (*index, integer_from_solver(&number))
    });
    forces.collect()
}

/// The numbers of bodies times a multiple of their denominators, and the first that is not 0.
fn scaled(bodies: &[usize], motions: &Motions, multiple: &Natural) -> (Integer, Vec<[Integer; 6]>) {
    let mut scaled = Vec::with_capacity(bodies.len());
    let mut first = Integer::from(0);
    for body in bodies {
        let motion: &[Rational] = &motions[body];
        let numbers: [Integer; 6] = std::array::from_fn(|place| times(&motion[place], multiple));
        for number in &numbers {
            if first == 0 {
                first = number.clone();
            }
        }
        scaled.push(numbers);
    }
    (first, scaled)
}

pub(super) fn whole(number: &Natural) -> BigInt {
    integer_from_solver(&Integer::from(number))
}
