//! Impacts with friction (`proofs/RUN.md`, section 9, R9).
//!
//! The inelastic velocities of the rows that meet obey Coulomb's law with gap and slip velocities.
//! The change to them is overshot by ε, one for each group: then the energy never rises.

use super::forces::PairForces;
use super::group::{SolvedGroup, solve_with_images};
use super::system::{Finding, RoughRow, System};
use super::{GroupMotion, PairMemory, Place, friction_of};
use crate::error::MotionError;
use crate::forms::{self, Form};
use crate::group::{self, Group};
use crate::impact::VelocityChange;
use crate::invariance::{Isometry, Symmetries};
use crate::rows::Rows;
use crate::setting::Setting;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_law::Restitution;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// A row that meets.
struct Meeting {
    /// What its index is among the rows of the step.
    index: usize,
    /// The gap velocity and the slip velocity as they change, each with its value now.
    gap: Form,
    slip: Form,
    /// ε if the row closes.
    elasticity: Option<Rational>,
}

/// Concerned bodies with what an impact does to them.
pub(crate) struct RoughImpact {
    pub(crate) group: Group,
    /// The change of the velocities, overshot.
    change: GroupMotion,
    /// The forces of the inelastic impact.
    pub(crate) forces: PairForces,
    /// What friction took, J.
    pub(crate) heat: Rational,
    /// Whether it is as symmetric as the states before.
    pub(crate) is_symmetric: bool,
}

impl RoughImpact {
    pub(crate) fn change(&self) -> VelocityChange<'_> {
        VelocityChange {
            bodies: &self.group.bodies,
            point: &self.change.point,
            denominator: &self.change.denominator,
        }
    }
}

/// What velocities before an impact are.
pub(crate) struct Velocities<'a> {
    pub(crate) restitution: &'a Restitution,
    /// σ of every body.
    pub(crate) spins: &'a [Rational],
    /// h.
    pub(crate) step: &'a Rational,
}

/// The impact of the step, if there is one: all groups of concerned bodies, also those that need no
/// forces.
pub(crate) fn resolve(
    setting: &Setting,
    velocities: &Velocities,
    values: &[Form],
    symmetries: Option<&Symmetries>,
) -> Result<Option<Vec<RoughImpact>>, MotionError> {
    let meetings = meetings(setting, velocities, values);
    let mut closing = meetings.iter().filter_map(|row| row.elasticity.as_ref());
    if !closing.any(|elasticity| *elasticity > 0) {
        return Ok(None);
    }
    let mut rows = Rows::default();
    for meeting in &meetings {
        rows.rows.push(setting.rows.rows[meeting.index]);
    }
    let mut groups = group::find(setting.scene, &setting.instant.outline, &rows);
    // Pins beyond the reach of what meets are left alone.
    groups.retain(|group| !group.rows.is_empty());
    let solver = ImpactSolver {
        setting,
        velocities,
        rows: &rows,
        meetings: &meetings,
    };
    let solved = solve_with_images(setting, &groups, symmetries, |group, isometries| {
        solver.solve(group, isometries)
    })?;
    let mut impact = Vec::with_capacity(solved.len());
    for solved in solved {
        impact.push(solver.overshot(solved));
    }
    Ok(Some(impact))
}

fn meetings(setting: &Setting, velocities: &Velocities, values: &[Form]) -> Vec<Meeting> {
    let instant = setting.instant;
    let mut meetings = Vec::new();
    for (index, row) in setting.rows.rows.iter().enumerate() {
        if values[index].constant > 0 {
            continue;
        }
        let mut gap = forms::gap_velocity(instant, row);
        let closing = forms::velocity(instant, velocities.spins, &gap);
        gap.set_constant(&closing);
        let mut slip = forms::slip_velocity(instant, row);
        let slipping = forms::velocity(instant, velocities.spins, &slip);
        slip.set_constant(&slipping);
        let [own, other] = row.bodies().map(BodyId);
        let elasticity = to_solver(velocities.restitution.of(own, other));
        meetings.push(Meeting {
            index,
            gap,
            slip,
            elasticity: (closing < 0).then_some(elasticity),
        });
    }
    meetings
}

/// A group that no impact concerns: what rounding leaves at its pins is for the step.
fn unmoved(group: &Group) -> SolvedGroup<'_> {
    SolvedGroup {
        group,
        choices: Vec::new(),
        relaxed: 0,
        motion: GroupMotion {
            denominator: Integer::ONE,
            point: vec![Integer::ZERO; 3 * group.bodies.len()],
        },
        forces: PairForces::none(),
        is_symmetric: true,
    }
}

struct ImpactSolver<'a> {
    setting: &'a Setting<'a>,
    velocities: &'a Velocities<'a>,
    rows: &'a Rows,
    meetings: &'a [Meeting],
}

impl ImpactSolver<'_> {
    /// The inelastic impact of a group.
    fn solve<'a>(
        &self,
        group: &'a Group,
        isometries: &[&Isometry],
    ) -> Result<SolvedGroup<'a>, MotionError> {
        let setting = self.setting;
        if !self.closes(group) {
            return Ok(unmoved(group));
        }
        let mut equalities = Vec::new();
        for &pin in &group.pins {
            equalities.extend(setting.pin_velocity(pin, self.velocities.spins));
        }
        let mut rows = Vec::with_capacity(group.rows.len());
        for &index in &group.rows {
            let row = self.rows.rows[index];
            let meeting = &self.meetings[index];
            rows.push(RoughRow {
                place: Place { corner: None, row },
                value: meeting.gap.clone(),
                slip: meeting.slip.clone(),
                friction: friction_of(setting.scene, &row),
            });
        }
        let system = System {
            bodies: &group.bodies,
            pins: &group.pins,
            equalities,
            rows,
        };
        let answer = match system.solve(isometries, setting, &PairMemory::new())? {
            Finding::Answer(answer) => answer,
            Finding::Nothing => return Err(setting.impossible(group, self.rows)),
            Finding::Unknown => return Err(setting.unsettled(group)),
        };
        let corners = vec![BTreeMap::new(); isometries.len()];
        let Some(forces) = answer.forces.mean(isometries, &corners) else {
            return Err(setting.unsettled(group));
        };
        Ok(SolvedGroup {
            group,
            choices: Vec::new(),
            relaxed: 0,
            motion: answer.motion,
            forces,
            is_symmetric: true,
        })
    }

    /// Whether a row of the group closes.
    fn closes(&self, group: &Group) -> bool {
        let rows = &group.rows;
        rows.iter()
            .any(|&index| self.meetings[index].elasticity.is_some())
    }

    /// The impact that the inelastic one of a group leads to.
    fn overshot(&self, solved: SolvedGroup) -> RoughImpact {
        let meetings = solved.group.rows.iter().map(|row| &self.meetings[*row]);
        let elasticities = meetings.filter_map(|row| row.elasticity.as_ref());
        let elasticity = match (elasticities.min(), solved.forces.is_empty()) {
            (Some(least), false) => least.clone(),
            _ => Rational::ZERO,
        };
        let factor = Rational::ONE + elasticity;
        let step = self.velocities.step;
        let mut heat = Rational::ZERO;
        for &index in &solved.group.rows {
            let row = self.rows.rows[index];
            let place = Place { corner: None, row };
            if solved.forces.rows.contains_key(&place) {
                heat += solved.work(self.setting, &place, &self.meetings[index].slip);
            }
        }
        heat *= &factor / step / step;
        let over = Integer::from(factor.numerator_ref());
        let change = GroupMotion {
            denominator: &solved.motion.denominator * Integer::from(factor.denominator_ref()),
            point: solved
                .motion
                .point
                .iter()
                .map(|value| value * &over)
                .collect(),
        };
        RoughImpact {
            group: solved.group.clone(),
            change,
            forces: solved.forces,
            heat,
            is_symmetric: solved.is_symmetric,
        }
    }
}
