//! Scenes in space: whether they stand, and how they start to move, accepted by the checker.

use crate::{CheckError, own_rejected};
use num_traits::Zero;
use zwang_certificate::{Proof, space as certificate};
use zwang_check::SpatialMotion;
use zwang_check::space_coulomb::{self, CoulombVerdict, VerifiedCoulomb};
use zwang_check::space_optimum::{self, OptimumVerdict, VerifiedOptimum};
use zwang_check::space_statics::{self, VerifiedStatics};
use zwang_check::statics::StaticsVerdict;
use zwang_check::{CheckedInSpace, HeldJoint, Rejection};
use zwang_collapse::indeterminacy::{Bound, bounded_indeterminacy_of};
use zwang_collapse::space::{self, SpaceError};
use zwang_exact::{Rational, Vector3};
use zwang_output::draw::{DrawOptions, SpaceContent, SpaceForce, SpaceMotion, space_svg};
use zwang_output::told::to_unit_in_space;
use zwang_output::{Detail, ReportOptions, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// Why there is no checked answer about a scene in space.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InSpaceError {
    /// The solver has none.
    #[error(transparent)]
    Solve(#[from] SpaceError),
    /// The checker refuses it: it is too large, or there is a mistake in this program.
    #[error("{}", own_rejected(.0, "proof"))]
    Rejected(Rejection),
}

/// Whether a scene in space stands. The checker has accepted the proof.
#[non_exhaustive]
pub struct StabilityInSpace {
    /// The answer that the checker has accepted: the forces that hold the scene, or a fall.
    pub verified: VerifiedStatics,
    /// That nothing but rest obeys Coulomb's law, if friction holds the scene and that is known.
    pub only_rest: Option<Box<VerifiedCoulomb>>,
    /// The text of the proof, in the format `zwang-space-statics-1`, or `zwang-space-coulomb-1`
    /// with `only_rest`.
    pub proof: String,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// For each contact, and then for each joint, whether no other force would do.
    unique: Vec<bool>,
}

/// How a scene in space starts to move. The checker has accepted the proof.
#[non_exhaustive]
pub struct CollapseInSpace {
    /// The answer that the checker has accepted.
    pub verified: VerifiedOptimum,
    /// The text of the proof, in the format `zwang-space-proof-1`.
    pub proof: String,
    /// The cost of finding it.
    pub statistics: Statistics,
    /// For each contact, and then for each joint, whether no other force would do.
    unique: Vec<bool>,
}

/// How a scene in space starts to move, or the forces with friction that hold it. The checker has
/// accepted the proof.
pub enum StartInSpace {
    /// The motion of least restraint, as no friction resists it; it may be rest.
    Motion(CollapseInSpace),
    /// It rests: friction may hold it.
    Held(StabilityInSpace),
}

/// Whether a scene in space at rest stands: forces that balance weights and loads, or a virtual
/// velocity that no contact resists. If friction holds a scene of few contacts, a short proof that
/// nothing but rest obeys Coulomb's law is looked for. `checking` is called when nothing is left to
/// solve.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub fn stability_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<StabilityInSpace, InSpaceError> {
    let statics = space::statics(scene, options, monitor)?;
    let mut held = checked_statics(scene, &statics, monitor).map_err(InSpaceError::Rejected)?;
    if held.verified.verdict() != StaticsVerdict::CanStand {
        checking();
        return Ok(held);
    }
    let found = match space::only_rest(scene, &statics, options, monitor) {
        Ok(found) => found,
        Err(error @ SpaceError::Interrupted(_)) => return Err(error.into()),
        Err(_) => None,
    };
    checking();
    if let Some(found) = found {
        let rest = held.rest_alone(scene, &found, monitor);
        rest.map_err(InSpaceError::Rejected)?;
    }
    Ok(held)
}

/// The same without that search: `can stand` then tells no more than that forces hold the scene.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub(crate) fn holding_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<StabilityInSpace, InSpaceError> {
    let found = space::statics(scene, options, monitor)?;
    checking();
    checked_statics(scene, &found, monitor).map_err(InSpaceError::Rejected)
}

/// The same near to a limit, with a velocity by which the scene falls just beyond it.
///
/// # Errors
/// Those of [`stability_in_space`].
pub(crate) fn stability_near_in_space(
    scene: &Scene,
    velocities: &space::Velocities,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<StabilityInSpace, InSpaceError> {
    let found = space::statics_near(scene, velocities, options, monitor)?;
    checking();
    checked_statics(scene, &found, monitor).map_err(InSpaceError::Rejected)
}

/// The checker's answer to a proof whether a scene stands.
///
/// # Errors
/// [`Rejection`] if it does not.
pub(crate) fn checked_statics(
    scene: &Scene,
    found: &certificate::Statics,
    monitor: &Monitor,
) -> Result<StabilityInSpace, Rejection> {
    let verified = monitor.time(Stage::Checking, || space_statics::verify(scene, found))?;
    let mut spans = Vec::new();
    for contact in verified.holding().unwrap_or_default() {
        spans.push(Span::new(
            [contact.first, contact.second],
            &contact.point,
            &contact.normal,
            &contact.force,
            !contact.friction.is_zero(),
        ));
    }
    for joint in verified.joints() {
        spans.extend(Span::of_joint(scene, joint));
    }
    // A corner that bears might do so by another of its normals, a rough one that does not might,
    // and bonds may hold more or less.
    let mut bear = verified.holding().unwrap_or_default().iter();
    let is_rough = verified.corners() > 0 && !scene.friction.is_none();
    let is_held = !scene.bonds.is_empty() || is_rough;
    let unique = match is_held || bear.any(|contact| contact.at_corner) {
        true => vec![false; spans.len()],
        false => unique(scene, &spans),
    };
    let proof = monitor.time(Stage::Writing, || certificate::write_statics(found));
    Ok(StabilityInSpace {
        verified,
        only_rest: None,
        proof,
        statistics: monitor.statistics(),
        unique,
    })
}

/// The checker's answer to a proof that nothing but rest obeys Coulomb's law, with the forces that
/// hold the scene; `None` if the proof says less.
fn checked_rest(
    scene: &Scene,
    found: &certificate::Coulomb,
    monitor: &Monitor,
) -> Result<Option<StabilityInSpace>, Rejection> {
    let mut held = checked_statics(scene, &forces_of_rest(found), monitor)?;
    held.rest_alone(scene, found, monitor)?;
    Ok(held.only_rest.is_some().then_some(held))
}

/// The forces of a proof of rest, as a proof that they hold the scene.
fn forces_of_rest(found: &certificate::Coulomb) -> certificate::Statics {
    let mut groups = Vec::with_capacity(found.groups.len());
    for group in &found.groups {
        let forces = certificate::HoldingForces {
            denominator: group.denominator.clone(),
            contacts: group.contacts.clone(),
            rows: Vec::new(),
            corners: Vec::new(),
            bonds: Vec::new(),
            joints: Vec::new(),
        };
        groups.push(certificate::StaticsGroup {
            bodies: group.bodies.clone(),
            claim: certificate::StaticsClaim::Held(vec![certificate::Node::Leaf(forces)]),
        });
    }
    certificate::Statics {
        scene: found.scene.clone(),
        separations: found.separations.clone(),
        groups,
    }
}

/// How a scene in space starts to move from rest, where no friction resists.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub fn collapse_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<CollapseInSpace, InSpaceError> {
    let found = space::collapse(scene, options, monitor)?;
    checking();
    checked_optimum(scene, &found, monitor).map_err(InSpaceError::Rejected)
}

/// How a scene in space starts to move from rest. Rest is the answer wherever forces hold the
/// scene, with friction, too. `checking` is called between solving and checking.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer: rough bodies that slide are not solved.
pub fn start_in_space(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
    checking: &dyn Fn(),
) -> Result<StartInSpace, InSpaceError> {
    let sliding = match collapse_in_space(scene, options, monitor, checking) {
        Ok(found) => return Ok(StartInSpace::Motion(found)),
        Err(InSpaceError::Solve(error @ SpaceError::Friction { .. })) => error,
        Err(error) => return Err(error),
    };
    match stability_in_space(scene, options, monitor, checking) {
        Ok(held) if held.verified.holding().is_some() => Ok(StartInSpace::Held(held)),
        Err(InSpaceError::Solve(SpaceError::Interrupted(error))) => {
            Err(SpaceError::Interrupted(error).into())
        }
        Ok(_) | Err(_) => Err(sliding.into()),
    }
}

/// The answer of a proof how a scene in space starts to move, or by which forces it rests; `None`
/// of a proof of something else.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn start_of_proof_in_space(
    scene: &Scene,
    proof: &str,
) -> Result<Option<StartInSpace>, CheckError> {
    if let Some(found) = collapse_of_proof_in_space(scene, proof)? {
        return Ok(Some(StartInSpace::Motion(found)));
    }
    let held = stability_of_proof_in_space(scene, proof)?;
    let held = held.filter(|held| held.verified.holding().is_some());
    Ok(held.map(StartInSpace::Held))
}

/// The checker's answer to a proof how a scene starts to move.
fn checked_optimum(
    scene: &Scene,
    found: &certificate::Optimum,
    monitor: &Monitor,
) -> Result<CollapseInSpace, Rejection> {
    let verified = monitor.time(Stage::Checking, || space_optimum::verify(scene, found))?;
    let mut spans = Vec::new();
    for contact in verified.contacts() {
        let bodies = [contact.first, contact.second];
        let force = &contact.force;
        let is_rough = !scene.friction.between(bodies[0], bodies[1]).is_zero();
        let mut span = Span::new(bodies, &contact.point, &contact.normal, force, is_rough);
        // A contact that opens bears nothing under any forces.
        if !contact.gap_acceleration.is_zero() {
            span.forces.clear();
        }
        spans.push(span);
    }
    for joint in verified.joints() {
        spans.extend(Span::of_joint(scene, joint));
    }
    // A corner that bears might do so by another of its normals, and a rough one that does not
    // might.
    let mut bear = verified.contacts().iter();
    let is_rough = verified.corners() > 0 && !scene.friction.is_none();
    let unique = match is_rough || bear.any(|contact| contact.at_corner) {
        true => vec![false; spans.len()],
        false => unique(scene, &spans),
    };
    let proof = monitor.time(Stage::Writing, || certificate::write_optimum(found));
    Ok(CollapseInSpace {
        verified,
        proof,
        statistics: monitor.statistics(),
        unique,
    })
}

/// The answer of a proof whether a scene in space stands; `None` of a proof of something else.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn stability_of_proof_in_space(
    scene: &Scene,
    proof: &str,
) -> Result<Option<StabilityInSpace>, CheckError> {
    match zwang_certificate::read_proof(proof)? {
        Proof::Space(certificate::Proof::Statics(found)) => {
            let answer = checked_statics(scene, &found, &Monitor::default());
            answer.map(Some).map_err(CheckError::Rejected)
        }
        Proof::Space(certificate::Proof::Coulomb(found)) => {
            checked_rest(scene, &found, &Monitor::default()).map_err(CheckError::Rejected)
        }
        _ => Ok(None),
    }
}

/// The answer of a proof how a scene in space starts to move; `None` of a proof of something else.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn collapse_of_proof_in_space(
    scene: &Scene,
    proof: &str,
) -> Result<Option<CollapseInSpace>, CheckError> {
    match zwang_certificate::read_proof(proof)? {
        Proof::Space(certificate::Proof::Optimum(found)) => {
            let answer = checked_optimum(scene, &found, &Monitor::default());
            answer.map(Some).map_err(CheckError::Rejected)
        }
        _ => Ok(None),
    }
}

/// Has the checker judge the text of a proof for a scene in space.
///
/// # Errors
/// [`CheckError`] if the text is no proof, or not one of what it says about this scene.
pub fn check_in_space(scene: &Scene, proof: &str) -> Result<CheckedInSpace, CheckError> {
    let proof = zwang_certificate::read_proof(proof)?;
    zwang_check::verify_proof_in_space(scene, &proof).map_err(CheckError::Rejected)
}

impl StartInSpace {
    /// "rests", "moves" or "ambiguous".
    #[must_use]
    pub fn verdict(&self) -> OptimumVerdict {
        match self {
            Self::Motion(found) => found.verified.verdict(),
            Self::Held(_) => OptimumVerdict::Rests,
        }
    }

    /// The text of the proof.
    #[must_use]
    pub fn proof(&self) -> &str {
        match self {
            Self::Motion(found) => &found.proof,
            Self::Held(held) => &held.proof,
        }
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match self {
            Self::Motion(found) => found.verified.bits(),
            Self::Held(held) => held.bits(),
        }
    }

    /// Returns JSON of the format `zwang-space-collapse-1`.
    #[must_use]
    pub fn json(&self) -> String {
        match self {
            Self::Motion(found) => found.json(),
            Self::Held(held) => {
                json::rest_in_space(&held.verified, held.only_rest.as_deref(), &held.unique)
            }
        }
    }

    /// Returns text for people, in so much detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        match self {
            Self::Motion(found) => found.report(detail),
            Self::Held(held) => {
                report::rest_in_space(&held.verified, &held.unique, &report_options(detail))
            }
        }
    }

    /// An isometric picture with forces and accelerations.
    #[must_use]
    pub fn svg(&self, options: impl Into<DrawOptions>) -> String {
        match self {
            Self::Motion(found) => found.svg(options),
            Self::Held(held) => held.picture(OptimumVerdict::Rests.to_string(), options),
        }
    }
}

impl StabilityInSpace {
    /// For each contact of [`VerifiedStatics::holding`], and then for each joint, whether no other
    /// force would do.
    #[must_use]
    pub fn unique(&self) -> &[bool] {
        &self.unique
    }

    /// Adds the checker's answer to a proof that nothing but rest obeys Coulomb's law, with the
    /// same forces, if the proof says so much.
    fn rest_alone(
        &mut self,
        scene: &Scene,
        found: &certificate::Coulomb,
        monitor: &Monitor,
    ) -> Result<(), Rejection> {
        let verified = monitor.time(Stage::Checking, || space_coulomb::verify(scene, found))?;
        if verified.verdict() == CoulombVerdict::Stands {
            self.only_rest = Some(Box::new(verified));
            self.proof = monitor.time(Stage::Writing, || certificate::write_coulomb(found));
            self.statistics = monitor.statistics();
        }
        Ok(())
    }

    /// The proved statement.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        match self.only_rest {
            Some(_) => StaticsVerdict::Stands,
            None => self.verified.verdict(),
        }
    }

    /// Whether no forces hold the scene.
    #[must_use]
    pub fn falls(&self) -> bool {
        self.verdict() == StaticsVerdict::Falls
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let cases = self.only_rest.as_deref().map_or(0, VerifiedCoulomb::bits);
        self.verified.bits().max(cases)
    }

    /// Returns JSON of the format `zwang-space-stability-1`.
    #[must_use]
    pub fn json(&self) -> String {
        json::stability_in_space(&self.verified, self.only_rest.as_deref(), &self.unique)
    }

    /// Returns text for people, in so much detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        let options = report_options(detail);
        let only_rest = self.only_rest.as_deref();
        report::stability_in_space(&self.verified, only_rest, &self.unique, &options)
    }

    /// An isometric picture: the forces that hold the scene, or the motion that nothing resists.
    #[must_use]
    pub fn svg(&self, options: impl Into<DrawOptions>) -> String {
        self.picture(self.verdict().to_string(), options)
    }

    /// The same with the word of another question, for which this is the proof.
    #[must_use]
    pub fn svg_called(&self, word: &str, options: impl Into<DrawOptions>) -> String {
        self.picture(word.to_owned(), options)
    }

    /// The same below a word.
    fn picture(&self, word: String, options: impl Into<DrawOptions>) -> String {
        let verified = &self.verified;
        let mut content = SpaceContent {
            told: vec![word],
            are_velocities: true,
            ..SpaceContent::default()
        };
        let contacts = verified.holding().unwrap_or_default().iter();
        for (contact, unique) in contacts.zip(&self.unique) {
            let bodies = [contact.first, contact.second];
            push_force(
                &mut content,
                bodies,
                &contact.point,
                &contact.force,
                *unique,
            );
        }
        for bond in verified.bonds() {
            let force = bond.pull.scaled(&bond.share);
            push_force(&mut content, bond.bodies, &bond.at, &force, false);
        }
        push_joints(&mut content, verified.joints(), &self.unique);
        if let Some(falling) = verified.falling() {
            let unit = to_unit_in_space(&falling.velocities);
            let scaled = falling.velocities.iter().map(|motion| motion.scaled(&unit));
            content.motions = motions(&scaled.collect::<Vec<_>>());
            content
                .told
                .push("a virtual motion that proves it".to_owned());
        }
        space_svg(verified.scene(), Some(&content), options)
    }
}

impl CollapseInSpace {
    /// For each contact of [`VerifiedOptimum::contacts`], and then for each joint, whether no other
    /// force would do.
    #[must_use]
    pub fn unique(&self) -> &[bool] {
        &self.unique
    }

    /// Returns JSON of the format `zwang-space-collapse-1`.
    #[must_use]
    pub fn json(&self) -> String {
        json::collapse_in_space(&self.verified, &self.unique)
    }

    /// Returns text for people, in so much detail.
    #[must_use]
    pub fn report(&self, detail: Detail) -> String {
        report::collapse_in_space(&self.verified, &self.unique, &report_options(detail))
    }

    /// An isometric picture with forces and accelerations.
    #[must_use]
    pub fn svg(&self, options: impl Into<DrawOptions>) -> String {
        let verified = &self.verified;
        let mut content = SpaceContent {
            told: vec![verified.verdict().to_string()],
            motions: motions(verified.accelerations()),
            ..SpaceContent::default()
        };
        for (contact, unique) in verified.contacts().iter().zip(&self.unique) {
            let bodies = [contact.first, contact.second];
            push_force(
                &mut content,
                bodies,
                &contact.point,
                &contact.force,
                *unique,
            );
        }
        push_joints(&mut content, verified.joints(), &self.unique);
        space_svg(verified.scene(), Some(&content), options)
    }
}

/// Adds the forces of joints, whose marks come last.
fn push_joints(content: &mut SpaceContent, joints: &[HeldJoint], unique: &[bool]) {
    let first = unique.len().saturating_sub(joints.len());
    for (joint, unique) in joints.iter().zip(&unique[first..]) {
        push_force(content, joint.bodies, &joint.at, &joint.force, *unique);
    }
}

/// Adds a force of the second of two bodies on the first, unless it is 0.
fn push_force(
    content: &mut SpaceContent,
    [on, from]: [BodyId; 2],
    at: &Vector3,
    force: &Vector3,
    is_unique: bool,
) {
    if force.is_zero() {
        return;
    }
    content.forces.push(SpaceForce {
        at: at.clone(),
        force: force.clone(),
        on,
        from,
        is_one_of_several: !is_unique,
    });
}

fn motions(motions: &[SpatialMotion]) -> Vec<SpaceMotion> {
    let motions = motions.iter();
    let motions = motions.map(|motion| SpaceMotion {
        linear: motion.linear.clone(),
        angular: motion.angular.clone(),
    });
    motions.collect()
}

fn report_options(detail: Detail) -> ReportOptions {
    ReportOptions {
        detail,
        ..ReportOptions::default()
    }
}

/// The forces and torques that a contact or a joint may bear, as vectors that span them.
struct Span<'a> {
    bodies: [BodyId; 2],
    point: &'a Vector3,
    forces: Vec<[Vector3; 2]>,
    bound: Bound,
}

impl<'a> Span<'a> {
    /// A contact that bears this force. Within a round cone forces of any direction are counted, so
    /// that a force may be unique and is not called so, never the other way round.
    fn new(
        bodies: [BodyId; 2],
        point: &'a Vector3,
        normal: &Vector3,
        force: &Vector3,
        is_rough: bool,
    ) -> Self {
        let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let (forces, bound) = match (is_rough, force.is_zero()) {
            (true, _) => {
                let axes = axes.map(|[x, y, z]| Vector3::from_integers(x, y, z));
                (axes.to_vec(), Bound::Free)
            }
            (false, true) => (vec![normal.clone()], Bound::AtZero),
            (false, false) => (vec![normal.clone()], Bound::Positive),
        };
        let forces = forces.into_iter().map(|force| [force, Vector3::zero()]);
        Self {
            bodies,
            point,
            forces: forces.collect(),
            bound,
        }
    }

    /// A joint.
    fn of_joint(scene: &Scene, joint: &'a HeldJoint) -> Option<Self> {
        let listed = scene.joints.get(joint.index)?;
        Some(Self {
            bodies: joint.bodies,
            point: &joint.at,
            forces: space::joint_wrenches(&listed.kind),
            bound: Bound::Free,
        })
    }

    /// Force and torque of one of its vectors on free bodies: six rows a body.
    fn column(&self, scene: &Scene, [force, torque]: &[Vector3; 2]) -> Vec<(usize, Rational)> {
        let mut column = Vec::with_capacity(12);
        for (side, body) in self.bodies.into_iter().enumerate() {
            let free = scene.body(body).and_then(|body| body.dynamics.as_ref());
            let Some(free) = free else { continue };
            let torque = &(self.point - &free.centroid).cross(force) + torque;
            let numbers = force.coordinates().into_iter().chain(torque.coordinates());
            for (offset, number) in numbers.enumerate() {
                if !number.is_zero() {
                    let number = if side == 0 { number.clone() } else { -number };
                    column.push((6 * body.0 + offset, number));
                }
            }
        }
        column.sort_unstable_by_key(|(row, _)| *row);
        column
    }
}

/// For each contact or joint whether no other force would do: the balance of forces and torques
/// leaves it one.
fn unique(scene: &Scene, contacts: &[Span]) -> Vec<bool> {
    let mut columns = Vec::new();
    let mut bounds = Vec::new();
    for contact in contacts {
        for force in &contact.forces {
            columns.push(contact.column(scene, force));
            bounds.push(contact.bound);
        }
    }
    let found = bounded_indeterminacy_of(&columns, &bounds);
    let mut start = 0;
    let mut unique = Vec::with_capacity(contacts.len());
    for contact in contacts {
        let end = start + contact.forces.len();
        unique.push(!found.forces[start..end].contains(&true));
        start = end;
    }
    unique
}
