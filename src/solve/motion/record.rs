//! Steps as records of a run file.

use crate::enclosure::{Enclosed, Opening};
use crate::facts::{Figures, FreeGroup};
use crate::forces::Forces;
use crate::impact::ImpactGroup;
use crate::listing::only_rows_with_forces;
use crate::near::{Approximated, NearCase};
use crate::rows::{Corner, Rows};
use crate::state::{Placement, Rotation};
use crate::step::Answer;
use crate::tree::{Case, Choice, Node, Solved};
use malachite::Integer;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run::{self, CornerRule, FrictionFacts, Record};
use zwang_law::CornerChoice;
use zwang_program::kernel::Outcome;
use zwang_program::kernel::number::{from_solver, integer_from_solver, to_solver};
use zwang_scene::{BodyId, PinId};

/// What a record is made of.
pub(crate) struct Parts<'a> {
    pub(crate) step: usize,
    pub(crate) rows: &'a Rows,
    pub(crate) answers: &'a [Answer<'a>],
    /// The proofs of the groups that were solved nearly, by their places.
    pub(crate) enclosed: &'a BTreeMap<usize, Enclosed>,
    /// The forces of the answers.
    pub(crate) forces: &'a [Forces],
    pub(crate) impact: Option<&'a [ImpactGroup]>,
    /// The forces of each of its groups, perhaps none.
    pub(crate) impact_forces: &'a [Forces],
    pub(crate) state: &'a [Placement],
    pub(crate) figures: &'a Figures,
    pub(crate) changes: Changes,
}

/// Rows that press now and did not before, the other way round, and those of the first that came
/// with an impact.
pub(crate) struct Changes {
    pub(crate) made: Vec<Contact>,
    pub(crate) lost: Vec<Contact>,
    pub(crate) impacts: Vec<Contact>,
}

/// The rule of a choice, for a header.
pub(crate) fn corner_rule(choice: CornerChoice) -> CornerRule {
    match choice {
        CornerChoice::First => CornerRule::First,
        CornerChoice::Last => CornerRule::Last,
        _ => CornerRule::Stop,
    }
}

impl Parts<'_> {
    pub(crate) fn record(&self) -> Record {
        let corners = self.decided_corners();
        let writer = Writer {
            rows: &self.rows.rows,
            corners: &corners,
            listed: &self.rows.corners,
        };
        let mut groups = Vec::new();
        for (index, (answer, forces)) in self.answers.iter().zip(self.forces).enumerate() {
            groups.push(match (answer, self.enclosed.get(&index)) {
                (Answer::Exact(solved), _) => writer.group(solved, forces),
                (Answer::Near(near), Some(enclosed)) => writer.enclosed(near, forces, enclosed),
                (Answer::Near(_), None) => unreachable!("what is not proved is solved exactly"),
            });
        }
        let impact = self
            .impact
            .map(|groups| self.impact_groups(groups, &writer));
        let facts = facts(self.figures, &self.changes, None);
        let mut decided = Vec::new();
        for &index in &corners {
            let [first, second] = self.rows.corners[index].vertices;
            decided.push(run::Corner { first, second });
        }
        let mut record = Record {
            k: self.step as u64,
            impact,
            rows: self.rows.rows.clone(),
            all_rows: None,
            corners: decided,
            groups,
            state: self.state.iter().map(placement).collect(),
            facts,
        };
        record.facts.bits = record.bits();
        only_rows_with_forces(record)
    }

    /// The groups of an impact that have forces.
    fn impact_groups(&self, groups: &[ImpactGroup], writer: &Writer) -> Vec<run::Impact> {
        let mut written = Vec::new();
        for (group, forces) in groups.iter().zip(self.impact_forces) {
            if !forces.is_empty() {
                written.push(writer.impact(&group.group.bodies, forces));
            }
        }
        written
    }

    /// The corners that some tree decides, ascending.
    fn decided_corners(&self) -> Vec<usize> {
        let mut corners = BTreeSet::new();
        for answer in self.answers {
            match answer {
                Answer::Exact(solved) => collect_corners(&solved.root, &mut corners),
                Answer::Near(near) => collect_corners(&near.root, &mut corners),
            }
        }
        corners.into_iter().collect()
    }
}

/// Facts without their `bits`, which are those of the record, once it is there.
pub(crate) fn facts(
    figures: &Figures,
    changes: &Changes,
    friction: Option<FrictionFacts>,
) -> run::Facts {
    run::Facts {
        bits: 0,
        penetration: from_solver(&figures.penetration_squared),
        pin_drift: from_solver(&figures.pin_drift_squared),
        kinetic: from_solver(&figures.kinetic),
        potential: from_solver(&figures.potential),
        momentum: figures.momentum.each_ref().map(from_solver),
        angular_momentum: from_solver(&figures.angular_momentum),
        impact_kinetic: from_solver(&figures.impact_kinetic),
        friction,
        free: figures.free.iter().map(free_group).collect(),
        made: changes.made.clone(),
        lost: changes.lost.clone(),
        impacts: changes.impacts.clone(),
    }
}

fn collect_corners<C>(node: &Node<C>, corners: &mut BTreeSet<usize>) {
    if let Node::Branch(corner, branches) = node {
        corners.insert(*corner);
        for branch in branches {
            collect_corners(branch, corners);
        }
    }
}

fn free_group(group: &FreeGroup) -> run::FreeGroup {
    run::FreeGroup {
        bodies: listed(&group.bodies),
        momentum: group.momentum.each_ref().map(from_solver),
        angular_momentum: from_solver(&group.angular_momentum),
        defect: group.defect.each_ref().map(from_solver),
    }
}

pub(crate) fn placement(placement: &Placement) -> run::Placement {
    let position = placement.centroid.each_ref().map(from_solver);
    match &placement.rotation {
        Rotation::Chart {
            quarter_turns,
            half_tangent,
        } => run::Placement::Grid {
            position,
            quarter: *quarter_turns,
            tangent: from_solver(half_tangent),
        },
        Rotation::Number(parts) => run::Placement::Exact {
            position,
            rotation: parts.each_ref().map(from_solver),
        },
    }
}

/// A placement of a record in the solver's arithmetic.
impl From<&run::Placement> for Placement {
    fn from(placement: &run::Placement) -> Self {
        let (position, rotation) = match placement {
            run::Placement::Grid {
                position,
                quarter,
                tangent,
            } => {
                let rotation = Rotation::Chart {
                    quarter_turns: *quarter,
                    half_tangent: to_solver(tangent),
                };
                (position, rotation)
            }
            run::Placement::Exact { position, rotation } => {
                let rotation = rotation.each_ref().map(to_solver);
                (position, Rotation::Number(rotation))
            }
        };
        Self {
            centroid: position.each_ref().map(to_solver),
            rotation,
        }
    }
}

struct Writer<'a> {
    rows: &'a [Contact],
    /// Indices of decided corners.
    corners: &'a [usize],
    listed: &'a [Corner],
}

/// The case that is the answer, and its forces, averaged over symmetries.
struct AveragedCase<'a> {
    case: &'a Case<'a>,
    forces: &'a Forces,
}

impl Writer<'_> {
    fn group(&self, solved: &Solved, forces: &Forces) -> run::Group {
        let answer = AveragedCase {
            case: solved.case(),
            forces,
        };
        let tree = self.node(&solved.root, &solved.group.pins, &answer);
        run::Group {
            bodies: listed(&solved.group.bodies),
            proof: run::GroupProof::Tree {
                tree,
                answer: solved.answer,
            },
        }
    }

    /// A group that is proved by an enclosure.
    fn enclosed(&self, near: &Approximated, forces: &Forces, enclosed: &Enclosed) -> run::Group {
        let opening = match &enclosed.opening {
            Opening::Point(point) => run::Opening::Point(point.each_ref().map(from_solver)),
            Opening::Motion(motion) => {
                let motion = motion.iter();
                let listed = motion.map(|body| body.each_ref().map(integer_from_solver));
                run::Opening::Motion(listed.collect())
            }
        };
        let case = near.case();
        let answer = run::Node::Enclosed {
            denominator: integer_from_solver(&forces.denominator),
            forces: self.forces(&case.path, forces),
            opening,
        };
        let tree = self.near_node(&near.root, case, &answer);
        run::Group {
            bodies: listed(&near.group.bodies),
            proof: run::GroupProof::Tree {
                tree,
                answer: near.answer,
            },
        }
    }

    /// A node of the tree of an enclosed group, given the case that is the answer, and its node.
    fn near_node(&self, node: &Node<NearCase>, case: &NearCase, answer: &run::Node) -> run::Node {
        match node {
            Node::Branch(corner, branches) => run::Node::Choice {
                corner: self.place_of_corner(*corner),
                branches: branches
                    .iter()
                    .map(|branch| self.near_node(branch, case, answer))
                    .collect(),
            },
            Node::Leaf(leaf) if std::ptr::eq(&**leaf, case) => answer.clone(),
            Node::Leaf(leaf) => run::Node::Optimal {
                denominator: integer_from_solver(&leaf.forces.denominator),
                forces: self.forces(&leaf.path, &leaf.forces),
            },
        }
    }

    /// The place of a decided corner in the record.
    fn place_of_corner(&self, corner: usize) -> usize {
        self.corners.binary_search(&corner).unwrap_or_default()
    }

    fn node(&self, node: &Node<Case>, pins: &[PinId], answer: &AveragedCase) -> run::Node {
        match node {
            Node::Branch(corner, branches) => run::Node::Choice {
                corner: self.place_of_corner(*corner),
                branches: branches
                    .iter()
                    .map(|branch| self.node(branch, pins, answer))
                    .collect(),
            },
            Node::Leaf(case) => self.leaf(case, pins, answer),
        }
    }

    fn leaf(&self, case: &Case, pins: &[PinId], answer: &AveragedCase) -> run::Node {
        match &case.outcome {
            Outcome::Optimal(optimum) => {
                let forces = match std::ptr::eq(case, answer.case) {
                    true => answer.forces.clone(),
                    false => case.program.forces(pins, optimum),
                };
                run::Node::Optimal {
                    denominator: integer_from_solver(&forces.denominator),
                    forces: self.forces(&case.path, &forces),
                }
            }
            Outcome::Infeasible(multipliers) => {
                let forces = case.program.contradiction(pins, multipliers);
                run::Node::Impossible {
                    forces: self.forces(&case.path, &forces),
                }
            }
        }
    }

    /// The forces of a case, given its path.
    fn forces(&self, path: &[Choice], forces: &Forces) -> run::Forces {
        let mut rows = Vec::new();
        let mut sides = Vec::new();
        for (row, force) in &forces.rows {
            let force = integer_from_solver(force);
            if let Ok(index) = self.rows.binary_search(row) {
                rows.push((index, force));
            } else if let Some((corner, place)) = self.place_in_side(path, row) {
                sides.push((corner, place, force));
            } else {
                unreachable!("forces act on rows and on chosen sides")
            }
        }
        rows.sort_unstable_by_key(|(index, _)| *index);
        sides.sort_unstable_by_key(|(corner, place, _)| (*corner, *place));
        run::Forces {
            rows,
            sides,
            pins: pin_forces(&forces.pins),
        }
    }

    /// The corner on whose chosen side a row is, among the decided ones, and its place there.
    fn place_in_side(&self, path: &[Choice], row: &Contact) -> Option<(usize, usize)> {
        for &(corner, side) in path {
            let rows = &self.listed[corner].sides[side];
            if let Some(place) = rows.iter().position(|other| other == row) {
                return Some((self.corners.binary_search(&corner).ok()?, place));
            }
        }
        None
    }

    /// Forces none of which is on a side of a corner, with the index of each row.
    fn forces_of_rows(&self, forces: &Forces) -> Vec<(usize, BigInt)> {
        let mut of_rows = Vec::new();
        for (row, force) in &forces.rows {
            let place = self.rows.binary_search(row).unwrap_or_default();
            of_rows.push((place, integer_from_solver(force)));
        }
        of_rows
    }

    fn impact(&self, bodies: &[BodyId], forces: &Forces) -> run::Impact {
        run::Impact {
            bodies: listed(bodies),
            denominator: integer_from_solver(&forces.denominator),
            forces: run::ImpactForces::Frictionless(self.forces_of_rows(forces)),
            pins: pin_forces(&forces.pins),
        }
    }
}

/// Bodies as a record lists them.
pub(crate) fn listed(bodies: &[BodyId]) -> Vec<usize> {
    bodies.iter().map(|body| body.0).collect()
}

pub(crate) fn pin_forces(pins: &BTreeMap<PinId, [Integer; 2]>) -> Vec<(usize, [BigInt; 2])> {
    pins.iter()
        .map(|(pin, force)| (pin.0, force.each_ref().map(integer_from_solver)))
        .collect()
}
