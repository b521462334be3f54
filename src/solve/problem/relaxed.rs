//! The program of a group for some choices of its corners, and which corners its answer violates.

use crate::groups::Group;
use crate::problem::Problem;
use crate::rows::Variables;
use malachite::base::num::basic::traits::One;
use malachite::{Integer, Rational};
use zwang_program::kernel::{self, Measure};

/// A program, with the way back from its rows.
#[derive(Clone, Debug)]
pub struct Relaxed {
    /// The rows of joints are equalities, those of contacts inequalities.
    pub program: kernel::Problem,
    /// For each row the factor from the multiplier of the integer row to a force.
    pub scales: Vec<Rational>,
    /// The contacts of the inequalities, in order.
    pub contacts: Vec<usize>,
    /// How many equalities each joint of the group has.
    pub joints: Vec<usize>,
}

impl Problem {
    /// The program of a group without rows: masses and targets. Joints are its equalities.
    ///
    /// # Panics
    /// If the group has a fixed body.
    #[must_use]
    pub fn without_rows(&self, group: &Group) -> kernel::Problem {
        let mut masses = Vec::new();
        let mut target = Vec::new();
        for &body in &group.bodies {
            let Some(block) = &self.bodies[body] else {
                unreachable!("a group has free bodies only")
            };
            masses.extend_from_slice(&block.masses);
            target.extend_from_slice(&block.target);
        }
        let joints = group.joints.iter().map(|joint| &self.joints[*joint]);
        kernel::Problem {
            masses,
            target,
            rows: Vec::new(),
            equalities: joints.map(|joint| joint.rows.len()).sum(),
        }
    }

    /// The contacts of a group that these choices impose, ascending.
    #[must_use]
    pub fn imposed(&self, group: &Group, choices: &[(usize, usize)]) -> Vec<usize> {
        let mut contacts = group.contacts.clone();
        for &(corner, list) in choices {
            contacts.extend(self.bearing(corner, list));
        }
        contacts.sort_unstable();
        contacts.dedup();
        contacts
    }

    /// The contacts that bear, of a group and of all lists of its undecided corners, ascending.
    #[must_use]
    pub fn all_contacts(&self, group: &Group) -> Vec<usize> {
        let mut contacts = group.contacts.clone();
        for corner in &group.corners {
            contacts.extend(self.bearing_of(*corner));
        }
        contacts.sort_unstable();
        contacts.dedup();
        contacts
    }

    /// The program of a group in which some lists of corners hold, without friction.
    #[must_use]
    pub fn relaxed(&self, group: &Group, choices: &[(usize, usize)]) -> Relaxed {
        let contacts = self.imposed(group, choices);
        let variables = group.variables(self);
        let mut program = self.without_rows(group);
        let mut scales = Vec::with_capacity(program.equalities + contacts.len());
        let joints = group.joints.iter().flat_map(|joint| self.joint(*joint));
        let normals = contacts.iter().map(|contact| self.normal(*contact));
        for row in joints.chain(normals) {
            program.rows.push(row.program_row(&variables));
            scales.push(row.scale.clone());
        }
        let joints = group.joints.iter().map(|joint| &self.joints[*joint]);
        Relaxed {
            program,
            scales,
            contacts,
            joints: joints.map(|joint| joint.rows.len()).collect(),
        }
    }

    /// The first undecided corner of a group, all of whose lists a point violates.
    #[must_use]
    pub fn violated_corner(
        &self,
        group: &Group,
        point: &[Integer],
        denominator: &Integer,
    ) -> Option<usize> {
        let variables = group.variables(self);
        let mut corners = group.corners.iter().copied();
        corners.find(|&corner| {
            let mut lists = self.open_lists(corner);
            lists.all(|list| {
                let contacts = &self.corners[corner].lists[list];
                self.one_closes(contacts, &variables, point, denominator)
            })
        })
    }

    /// Whether the gap of one of some contacts closes.
    fn one_closes(
        &self,
        contacts: &[usize],
        variables: &Variables,
        point: &[Integer],
        denominator: &Integer,
    ) -> bool {
        contacts.iter().any(|&contact| {
            let row = self.normal(contact).program_row(variables);
            row.slack(point, denominator) < 0
        })
    }

    /// Forces, N, squared: φ counts along the normal of its contact.
    #[must_use]
    pub fn measure(&self, relaxed: &Relaxed) -> Measure {
        let mut weights = vec![Rational::ONE; relaxed.program.equalities];
        for &contact in &relaxed.contacts {
            weights.push(self.squared_normal(contact));
        }
        Measure {
            units: relaxed.scales.clone(),
            weights,
        }
    }
}
