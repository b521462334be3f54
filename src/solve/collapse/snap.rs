//! Small gaps, small overlaps and small angles between faces undone, by exact moves and turns of
//! whole bodies.
//!
//! Pairs of parts that are at most D apart, or at most D deep in each other, are *joints*
//! (`joint`): faces that are almost flush become flush, and otherwise a vertex comes to lie on the
//! line of an edge, or on another vertex. First bodies are turned about their centroids until the
//! faces of all joints are parallel (`turning`), then they are moved by the least translations, Σ
//! |t_i|², that close all joints (`moving`); what touches stays in touch that way. Fixed bodies
//! stay. If others come near, or have another vertex nearest then, they are joined as well, and all
//! is computed again from where the bodies are in the file.
//!
//! If corners meet, a joint is soft: it is left open if others contradict it. All other joints are
//! closed, or all pairs that cannot be are named.

mod joint;
mod moving;
mod rounded;
pub(crate) mod translations;
mod turning;

use crate::contacts::{self, ContactError, Root};
use joint::{Joints, Kind, State, joints};
use moving::{Placing, moving, placed};
use num_bigint::BigInt;
use std::collections::BTreeSet;
use turning::turning;
use zwang_angle::{NearUnit, arctangent, half_pi};
use zwang_certificate::PartId;
use zwang_exact::{Rational, Vector};
use zwang_program::{Interrupted, Monitor};
use zwang_scene::{BodyId, PolygonError, Scene};

/// So often joints are looked for once more, in the scene as it is moved.
const ROUNDS: usize = 20;
/// So often the direction between two round parts is taken anew.
const REFINED: usize = 4;
/// Angles are known to about 2 to minus so many of themselves.
const DIGITS: u64 = 40;
/// This many pairs are listed in a message.
const LISTED: usize = 10;

/// A scene whose small gaps and overlaps are undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapped {
    /// The scene.
    pub scene: Scene,
    /// How many gaps were closed.
    pub closed: usize,
    /// How many overlaps were undone.
    pub parted: usize,
    /// How many pairs of faces were made parallel, and flush.
    pub flush: usize,
    /// Bodies of which corners are near to each other, and still apart.
    pub open: Vec<[String; 2]>,
    /// Bodies with rounded parts that cannot touch at rational places, and are as near as that.
    pub apart: Vec<Apart>,
    /// The bodies that were moved or turned.
    pub moves: Vec<Move>,
}

/// Two bodies between which a gap remains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// Their names.
    pub bodies: [String; 2],
    /// The gap, m, rounded up.
    pub gap: Rational,
}

/// How a body was moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The body.
    pub body: BodyId,
    /// The translation of its centroid, m.
    pub by: Vector,
    /// By how much it was turned about its centroid, as a complex number: what the vector (1, 0)
    /// became. If its length is irrational, the body has become larger or smaller by that factor.
    pub turn: Option<NearUnit>,
}

/// Why gaps and overlaps cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SnapError {
    /// The scene is not admissible as it stands: parts overlap that no body can leave, or deeper
    /// than the limit, or velocities are not admissible.
    #[error(transparent)]
    Before(ContactError),
    /// Moved, it would not be admissible.
    #[error("with its gaps closed, {0}")]
    After(ContactError),
    /// All pairs that cannot be mended.
    #[error("{}", told(.0))]
    Unmendable(Vec<Unmendable>),
    /// A part that is too small to be moved: its vertices would coincide.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
    /// The monitor was told to stop.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Two bodies that are near to each other, and cannot be mended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmendable {
    /// Their names.
    pub bodies: [String; 2],
    /// Why they cannot be mended.
    pub obstacle: Obstacle,
    /// For faces that cannot become parallel the angle between them if all others are, in degrees,
    /// rounded.
    pub angle: Option<Rational>,
}

/// Why a pair cannot be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obstacle {
    /// No moves close its gap, or undo its overlap, together with those of the other such pairs.
    Contradiction,
    /// Its faces are not parallel if those of other pairs are.
    Slant,
    /// After all moves it is still apart, or deep in each other, as the parts slide past each
    /// other.
    Unsettled,
}

impl Obstacle {
    const ALL: [Self; 3] = [Self::Contradiction, Self::Slant, Self::Unsettled];

    fn words(self) -> &'static str {
        match self {
            Self::Contradiction => "no moves close all of",
            Self::Slant => "no turns make the faces parallel of",
            Self::Unsettled => "these do not touch after all moves:",
        }
    }
}

pub(crate) fn told(pairs: &[Unmendable]) -> String {
    let mut reasons = Vec::new();
    for obstacle in Obstacle::ALL {
        let mut names = Vec::new();
        for pair in pairs.iter().filter(|pair| pair.obstacle == obstacle) {
            names.push(pair.told());
        }
        let count = names.len();
        if count == 0 {
            continue;
        }
        names.truncate(LISTED);
        let mut names = names.join(", ");
        if count > LISTED {
            names += &format!(" and {} more", count - LISTED);
        }
        reasons.push(format!("{} {names}", obstacle.words()));
    }
    let reasons = reasons.join("; ");
    let slants = pairs.iter().any(|pair| pair.obstacle == Obstacle::Slant);
    let expected = match slants {
        true => {
            "bodies whose angles add up, as bodies are turned and never bent: change the shape of one, \
             or turn a fixed one, by the angle that is told; or another --within"
        }
        false => "another --within, or other coordinates",
    };
    format!("found pairs of bodies that cannot be mended: {reasons}; expected {expected}")
}

impl Unmendable {
    fn told(&self) -> String {
        let [first, second] = &self.bodies;
        let mut told = format!("`{first}` / `{second}`");
        if let Some(angle) = &self.angle {
            let squared = angle * angle;
            let digits = Root::new(&squared, "degrees").digits();
            told += &format!(" (by ≈ {digits} degrees)");
        }
        told
    }
}

/// The angle of the tangent with this square in degrees, rounded.
pub(crate) fn degrees_of_squared_tangent(squared: &Rational) -> Rational {
    let small = squared
        .denom()
        .bits()
        .saturating_sub(squared.numer().bits());
    let digits = DIGITS + small;
    let scaled = squared * Rational::from_integer(BigInt::from(1) << (2 * digits));
    let root = scaled.to_integer().sqrt();
    degrees(&Rational::new(root, BigInt::from(1) << digits))
}

/// The angle of a tangent in degrees, rounded.
fn degrees(tangent: &Rational) -> Rational {
    let small = tangent
        .denom()
        .bits()
        .saturating_sub(tangent.numer().bits());
    let digits = DIGITS + small;
    let angle = arctangent(tangent, digits).low;
    Rational::new(angle * 90, half_pi(digits).low)
}

/// Closes all gaps of at most this width, undoes all overlaps of at most this depth, m, and makes
/// faces flush that are almost flush, by the least turns and moves of free bodies.
///
/// # Errors
/// [`SnapError`] if there are no such moves, or the scene is not admissible before or after them.
pub fn snap(scene: &Scene, most: &Rational, monitor: &Monitor) -> Result<Snapped, SnapError> {
    refuse(scene, most)?;
    let first = joints(scene, most);
    let mut all = first.clone();
    let mut left_open = BTreeSet::new();
    let mut changed = BTreeSet::new();
    for round in 0..ROUNDS {
        monitor.check()?;
        let (placings, open) = placings(scene, &all, monitor)?;
        left_open.extend(open);
        let moved = placed(scene, &placings)?;
        let found = joints(&moved, most);
        changed = renew(&mut all, &found, &mut left_open, round < REFINED);
        if changed.is_empty() {
            contacts::find(&moved).map_err(SnapError::After)?;
            refuse_unsettled(scene, &all, &found, &left_open)?;
            return Ok(snapped(scene, moved, &placings, &all, &first, &left_open));
        }
    }
    Err(unsettled(scene, &changed))
}

/// Refuses overlaps that no moves undo, all at once, and velocities that are not admissible.
fn refuse(scene: &Scene, most: &Rational) -> Result<(), SnapError> {
    let limit = most * most;
    match contacts::find(scene) {
        Ok(_) => Ok(()),
        Err(ContactError::Overlap(overlaps)) => match overlaps.beyond(&limit) {
            None => Ok(()),
            Some(overlaps) => Err(SnapError::Before(ContactError::Overlap(Box::new(overlaps)))),
        },
        Err(error) => Err(SnapError::Before(error)),
    }
}

/// The placings of bodies that close these joints, and the pairs that were left open.
fn placings(
    scene: &Scene,
    joints: &Joints,
    monitor: &Monitor,
) -> Result<(Vec<Placing>, BTreeSet<[PartId; 2]>), SnapError> {
    let turning = turning(scene, joints);
    let mut parallel = joints.clone();
    for slanting in &turning.slanting {
        parallel.remove(&slanting.pair);
    }
    let mut placings = Vec::with_capacity(scene.bodies.len());
    for turn in turning.turns {
        placings.push(Placing {
            turn,
            by: Vector::zero(),
        });
    }
    let turned = placed(scene, &placings)?;
    let mut open = BTreeSet::new();
    let contradictory = match moving(scene, &turned, &placings, &parallel, &mut open, monitor)? {
        Ok(moves) if turning.slanting.is_empty() => {
            for (placing, by) in placings.iter_mut().zip(moves) {
                placing.by = by;
            }
            return Ok((placings, open));
        }
        Ok(_) => BTreeSet::new(),
        Err(pairs) => pairs,
    };
    let mut pairs = Pairs::new(scene);
    for pair in &contradictory {
        pairs.add(pair, Obstacle::Contradiction, None);
    }
    for slanting in &turning.slanting {
        let angle = degrees(&slanting.tangent);
        pairs.add(&slanting.pair, Obstacle::Slant, Some(angle));
    }
    Err(SnapError::Unmendable(pairs.named))
}

/// Takes over joints that are new after moves, or not closed by them; the pairs that changed.
fn renew(
    all: &mut Joints,
    found: &Joints,
    left_open: &mut BTreeSet<[PartId; 2]>,
    refines: bool,
) -> BTreeSet<[PartId; 2]> {
    let mut changed = BTreeSet::new();
    for pair in &*left_open {
        all.remove(pair);
    }
    for (pair, joint) in found {
        let mut joint = joint.clone();
        if left_open.contains(pair) {
            // It stays open, as long as it is no overlap.
            if joint.state != State::Overlap {
                continue;
            }
            joint.kind = opened(joint.kind);
            left_open.remove(pair);
        } else {
            let known = all.get(pair);
            let is_known = known.is_some_and(|known| is_same(&known.kind, &joint.kind, refines));
            if is_known || joint.state == State::Closed {
                continue;
            }
        }
        all.insert(*pair, joint);
        changed.insert(*pair);
    }
    changed
}

/// The joint that undoes an overlap and closes no gap.
fn opened(kind: Kind) -> Kind {
    match kind {
        Kind::Vertex {
            owner,
            edge,
            vertex,
        } => Kind::Outside {
            owner,
            edge,
            vertex,
        },
        Kind::Centres {
            vertices,
            direction,
            ..
        } => Kind::Centres {
            vertices,
            direction,
            may_be_open: true,
        },
        other => other,
    }
}

/// Whether it closes no gap.
fn is_open(kind: &Kind) -> bool {
    match kind {
        Kind::Centres { may_be_open, .. } => *may_be_open,
        Kind::Outside { .. } => true,
        _ => false,
    }
}

/// Whether these are the same features; inequalities are kept.
fn is_same(known: &Kind, found: &Kind, refines: bool) -> bool {
    if let (
        Kind::Centres { vertices, .. },
        Kind::Centres {
            vertices: others, ..
        },
    ) = (known, found)
        && !refines
        && vertices == others
    {
        return true;
    }
    is_open(known) || known == found
}

/// Refuses moves after which pairs do not touch that should.
fn refuse_unsettled(
    scene: &Scene,
    all: &Joints,
    found: &Joints,
    left_open: &BTreeSet<[PartId; 2]>,
) -> Result<(), SnapError> {
    let mut apart = BTreeSet::new();
    for (pair, joint) in all {
        let is_closed = found
            .get(pair)
            .is_some_and(|now| now.state == State::Closed);
        let may_be_open = joint.is_soft || left_open.contains(pair) || is_open(&joint.kind);
        if !is_closed && !may_be_open {
            apart.insert(*pair);
        }
    }
    match apart.is_empty() {
        true => Ok(()),
        false => Err(unsettled(scene, &apart)),
    }
}

fn unsettled(scene: &Scene, parts: &BTreeSet<[PartId; 2]>) -> SnapError {
    let mut pairs = Pairs::new(scene);
    for pair in parts {
        pairs.add(pair, Obstacle::Unsettled, None);
    }
    SnapError::Unmendable(pairs.named)
}

/// Pairs of bodies that cannot be mended, each once.
struct Pairs<'a> {
    scene: &'a Scene,
    named: Vec<Unmendable>,
}

impl<'a> Pairs<'a> {
    fn new(scene: &'a Scene) -> Self {
        Self {
            scene,
            named: Vec::new(),
        }
    }

    fn add(&mut self, parts: &[PartId; 2], obstacle: Obstacle, angle: Option<Rational>) {
        let bodies = names(self.scene, parts);
        let mut known = self.named.iter();
        if !known.any(|known| known.obstacle == obstacle && known.bodies == bodies) {
            self.named.push(Unmendable {
                bodies,
                obstacle,
                angle,
            });
        }
    }
}

fn names(scene: &Scene, pair: &[PartId; 2]) -> [String; 2] {
    pair.map(|part| scene.bodies[part.body].name.clone())
}

/// The gaps that remain between parts of which one is rounded.
fn apart(moved: &Scene, all: &Joints, left_open: &BTreeSet<[PartId; 2]>) -> Vec<Apart> {
    let mut apart = Vec::new();
    for pair in all.keys().filter(|pair| !left_open.contains(*pair)) {
        let polygons = pair.map(|id| &moved.bodies[id.body].parts[id.part]);
        if let Some(gap) = rounded::gap(polygons) {
            let bodies = names(moved, pair);
            apart.push(Apart { bodies, gap });
        }
    }
    apart
}

fn snapped(
    scene: &Scene,
    moved: Scene,
    placings: &[Placing],
    all: &Joints,
    first: &Joints,
    left_open: &BTreeSet<[PartId; 2]>,
) -> Snapped {
    let mut snapped = Snapped {
        closed: 0,
        parted: 0,
        flush: 0,
        open: Vec::new(),
        apart: apart(&moved, all, left_open),
        scene: moved,
        moves: Vec::new(),
    };
    for (pair, joint) in all {
        let before = first.get(pair).unwrap_or(joint);
        match before.state {
            State::Closed => {}
            State::Gap => snapped.closed += 1,
            State::Overlap => snapped.parted += 1,
            State::Slanting => snapped.flush += 1,
        }
    }
    for pair in left_open {
        snapped.open.push(names(scene, pair));
    }
    for (body, placing) in scene.body_ids().zip(placings) {
        if placing.turn.is_some() || !placing.by.is_zero() {
            snapped.moves.push(Move {
                body,
                by: placing.by.clone(),
                turn: placing.turn.clone(),
            });
        }
    }
    snapped
}
