//! Steps with friction as records of a run file.

use super::Place;
use super::corners::Choice;
use super::forces::PairForces;
use super::group::SolvedGroup;
use super::impact::RoughImpact;
use crate::facts::Figures;
use crate::listing::only_rows_with_forces;
use crate::record::{self, Changes};
use crate::rows::Rows;
use crate::setting::Setting;
use crate::state::Placement;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run::{self, FrictionFacts, FrictionForces, GroupProof, ImpactForces};
use zwang_program::kernel::number::{from_solver, integer_from_solver};

/// What a record is made of.
pub(crate) struct RoughParts<'a> {
    pub(crate) setting: &'a Setting<'a>,
    pub(crate) groups: &'a [SolvedGroup<'a>],
    pub(crate) impact: Option<&'a [RoughImpact]>,
    pub(crate) state: &'a [Placement],
    pub(crate) figures: &'a Figures,
    pub(crate) changes: Changes,
    /// The time step h.
    pub(crate) time_step: &'a Rational,
}

impl RoughParts<'_> {
    pub(crate) fn record(&self) -> run::Record {
        let rows = self.setting.rows;
        let choices = self.groups.iter().flat_map(|group| &group.choices);
        let decided: BTreeSet<usize> = choices.map(|(corner, _)| *corner).collect();
        let writer = Writer {
            rows,
            corners: decided.into_iter().collect(),
        };
        let impact = self.impact.map(|groups| {
            let listed = groups.iter().filter(|group| !group.forces.is_empty());
            listed.map(|group| writer.impact(group)).collect()
        });
        let mut corners = Vec::with_capacity(writer.corners.len());
        for &corner in &writer.corners {
            let [first, second] = rows.corners[corner].vertices;
            corners.push(run::Corner { first, second });
        }
        let friction = Some(self.friction_facts());
        let mut record = run::Record {
            k: self.setting.step as u64,
            impact,
            rows: rows.rows.clone(),
            all_rows: None,
            corners,
            groups: self
                .groups
                .iter()
                .map(|group| writer.group(group))
                .collect(),
            state: self.state.iter().map(record::placement).collect(),
            facts: record::facts(self.figures, &self.changes, friction),
        };
        record.facts.bits = record.bits();
        only_rows_with_forces(record)
    }

    fn friction_facts(&self) -> FrictionFacts {
        let mut of_rows: BTreeMap<Contact, Rational> = BTreeMap::new();
        for group in self.groups {
            for (row, heat) in group.heat(self.setting, self.time_step) {
                *of_rows.entry(row).or_insert(Rational::ZERO) += heat;
            }
        }
        let impact_heat: Rational = self
            .impact
            .iter()
            .copied()
            .flatten()
            .map(|group| &group.heat)
            .sum();
        let heat: Rational = of_rows.values().sum();
        let mut sliding = Vec::with_capacity(of_rows.len());
        for (row, heat) in &of_rows {
            sliding.push((*row, from_solver(heat)));
        }
        FrictionFacts {
            impact_heat: from_solver(&impact_heat),
            heat: from_solver(&heat),
            sliding,
        }
    }
}

struct Writer<'a> {
    rows: &'a Rows,
    /// Indices of the corners with a chosen side.
    corners: Vec<usize>,
}

impl Writer<'_> {
    fn group(&self, solved: &SolvedGroup) -> run::Group {
        let forces = &solved.forces;
        let mut choices = Vec::with_capacity(solved.choices.len());
        for (corner, side) in &solved.choices {
            choices.push((self.corner(*corner), *side));
        }
        let proof = FrictionForces {
            choices,
            relaxed: u64::from(solved.relaxed),
            denominator: integer_from_solver(&forces.denominator),
            rows: self.forces_of_rows(forces),
            sides: self.forces_of_sides(forces, &solved.choices),
            pins: record::pin_forces(&forces.pins),
        };
        run::Group {
            bodies: record::listed(&solved.group.bodies),
            proof: GroupProof::Friction(proof),
        }
    }

    /// The index of a corner among those of the record.
    fn corner(&self, corner: usize) -> usize {
        self.corners.binary_search(&corner).unwrap_or_default()
    }

    fn forces_of_rows(&self, forces: &PairForces) -> Vec<(usize, [BigInt; 2])> {
        let mut listed = Vec::new();
        for (place, force) in &forces.rows {
            if place.corner.is_none()
                && let Ok(index) = self.rows.rows.binary_search(&place.row)
            {
                listed.push((index, force.each_ref().map(integer_from_solver)));
            }
        }
        listed.sort_unstable_by_key(|(index, _)| *index);
        listed
    }

    fn forces_of_sides(
        &self,
        forces: &PairForces,
        choices: &[Choice],
    ) -> Vec<(usize, usize, [BigInt; 2])> {
        let mut listed = Vec::new();
        for &(corner, side) in choices {
            for (index, row) in self.rows.corners[corner].sides[side].iter().enumerate() {
                let place = Place {
                    corner: Some(corner),
                    row: *row,
                };
                if let Some(force) = forces.rows.get(&place) {
                    let force = force.each_ref().map(integer_from_solver);
                    listed.push((self.corner(corner), index, force));
                }
            }
        }
        listed
    }

    fn impact(&self, found: &RoughImpact) -> run::Impact {
        run::Impact {
            bodies: record::listed(&found.group.bodies),
            denominator: integer_from_solver(&found.forces.denominator),
            forces: ImpactForces::Friction(self.forces_of_rows(&found.forces)),
            pins: record::pin_forces(&found.forces.pins),
        }
    }
}
