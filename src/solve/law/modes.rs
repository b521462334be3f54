//! Which rows stick, slide and open, looked for in floats.
//!
//! Forces follow from the modes of rows, and if signs come out wrong, modes change (see
//! [`crate::newton`]). Here all of it is in floats, from exact gaps and slips at some forces on:
//! that costs little, so that modes may change often. At first all that are wrong change at once,
//! as in a semismooth Newton method. If that comes back to modes that were tried already, only the
//! worst change, and those that are as bad: mirror images of each other; then only the first (Murty
//! 1974). If there are few rows, all modes are tried in the end. Nothing here is believed.
#![allow(clippy::disallowed_types)]

use crate::ball::moved_point;
use crate::newton::{Floats, Kind, Mode, Newton, quotient};
use crate::number::FORCE;
use crate::program::Forces;
use malachite::Integer;
use std::collections::BTreeSet;

/// So often modes are changed in each manner.
const MOST_CHANGES: usize = 100;
/// So often, where others come next.
const FEW_CHANGES: usize = 8;
/// All modes are tried of so many rows.
const FEW: usize = 6;
/// So often residuals are brought down.
const MOST_ROUNDS: usize = 6;
/// Signs are wrong beyond this part of the largest gap or slip.
const WRONG: f64 = 1e-11;
/// Residuals below this part are none.
const SETTLED: f64 = 1e-14;
/// Modes so near to the worst are as bad.
const AS_BAD: f64 = 0.999;

/// Numbers of all rows, of rows of length 1.
#[derive(Clone, Default)]
pub(crate) struct Numbers {
    pub(crate) across: Vec<f64>,
    pub(crate) along: Vec<f64>,
}

/// Which of the wrong modes change.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    All,
    Worst,
    First,
}

/// A mode that is wrong.
struct Change {
    row: usize,
    mode: Mode,
    size: f64,
}

/// The forces that the search begins with, the gaps and slips that they leave.
pub(crate) struct Search<'n> {
    newton: &'n Newton<'n, 'n>,
    pub(crate) floats: &'n [Floats],
    pub(crate) begin: Numbers,
    pub(crate) left: Numbers,
    scale: f64,
}

impl<'n> Search<'n> {
    pub(crate) fn new(newton: &'n Newton<'n, 'n>, begin: &Forces) -> Self {
        let (at, _) = moved_point(newton.frame, newton.rows, begin);
        let unit = Integer::from(1) << FORCE;
        let [mut forces, mut left] = [Numbers::default(), Numbers::default()];
        let mut scale = f64::MIN_POSITIVE;
        for (index, row) in newton.rows.iter().enumerate() {
            let mut own = [begin.across[index].clone(), begin.along[index].clone()];
            if let Some(slip) = &row.slip {
                own = slip.whole(&own[0], &own[1]);
            }
            let [across, along] =
                own.map(|force| quotient(&force, &unit) * newton.floats[index].length);
            forces.push(across, along);
            let gap = newton.residual(index, Kind::Across, &at);
            let slip = match row.slip {
                Some(_) => newton.residual(index, Kind::Along, &at),
                None => 0.0,
            };
            left.push(gap, slip);
            scale = scale.max(gap.abs()).max(slip.abs());
        }
        Self {
            newton,
            floats: &newton.floats,
            begin: forces,
            left,
            scale,
        }
    }

    /// Modes with signs that are right in floats; `None` if none are found.
    pub(crate) fn right(&self, modes: &[Mode]) -> Option<Vec<Mode>> {
        let mut touched: BTreeSet<usize> = BTreeSet::new();
        let pressing = modes.iter().enumerate();
        touched.extend(
            pressing
                .filter(|(_, mode)| **mode != Mode::Open)
                .map(|(row, _)| row),
        );
        for manner in [Manner::All, Manner::Worst, Manner::First] {
            let found = self.change(
                (manner, MOST_CHANGES),
                modes.to_vec(),
                self.begin.clone(),
                &mut touched,
            );
            if let Some((modes, _)) = found {
                return Some(modes);
            }
        }
        if touched.len() > FEW {
            return None;
        }
        self.try_all(modes, &touched.into_iter().collect::<Vec<_>>())
    }

    /// Modes with signs that are right in floats, and their forces, from some that are about right.
    pub(crate) fn right_from(
        &self,
        modes: Vec<Mode>,
        forces: &Numbers,
    ) -> Option<(Vec<Mode>, Numbers)> {
        self.change(
            (Manner::All, FEW_CHANGES),
            modes,
            forces.clone(),
            &mut BTreeSet::new(),
        )
    }

    /// Whether a row has friction.
    pub(crate) fn is_rough(&self, row: usize) -> bool {
        self.newton.rows[row].slip.is_some()
    }

    /// How many numbers a motion has.
    pub(crate) fn unknowns(&self) -> usize {
        self.newton.frame.target.len()
    }

    /// Changes modes until they are right, or repeat themselves.
    fn change(
        &self,
        (manner, most_changes): (Manner, usize),
        mut modes: Vec<Mode>,
        mut forces: Numbers,
        touched: &mut BTreeSet<usize>,
    ) -> Option<(Vec<Mode>, Numbers)> {
        let mut seen = vec![modes.clone()];
        for _ in 0..most_changes {
            let left = self.settle(&modes, &mut forces)?;
            let wrong = self.wrong(&modes, &forces, &left);
            if wrong.is_empty() {
                return Some((modes, forces));
            }
            touched.extend(wrong.iter().map(|change| change.row));
            modes = changed(&modes, &wrong, manner);
            if seen.contains(&modes) {
                return None;
            }
            seen.push(modes.clone());
        }
        None
    }

    /// Tries all modes of some rows.
    fn try_all(&self, begin: &[Mode], rows: &[usize]) -> Option<Vec<Mode>> {
        let all = [Mode::Stick, Mode::Slide(1), Mode::Slide(-1), Mode::Open];
        for case in 0..all.len().pow(rows.len() as u32) {
            let mut modes = begin.to_vec();
            let mut rest = case;
            for row in rows {
                modes[*row] = match (all[rest % all.len()], self.newton.rows[*row].slip.is_some()) {
                    (Mode::Slide(_), false) => Mode::Slide(0),
                    (mode, _) => mode,
                };
                rest /= all.len();
            }
            let is_smooth_stick =
                |row: &usize| modes[*row] == Mode::Stick && self.newton.rows[*row].slip.is_none();
            if rows.iter().any(is_smooth_stick) {
                continue;
            }
            let mut forces = self.begin.clone();
            if let Some(left) = self.settle(&modes, &mut forces)
                && self.wrong(&modes, &forces, &left).is_empty()
            {
                return Some(modes);
            }
        }
        None
    }

    /// Changes forces to those of modes; the gaps and slips that are left. `None` if floats get
    /// lost.
    fn settle(&self, modes: &[Mode], forces: &mut Numbers) -> Option<Numbers> {
        let kinds = self.newton.kinds(modes);
        let factor = self.newton.factor(modes, &kinds);
        let mut last = f64::INFINITY;
        self.follow(modes, forces);
        for round in 1.. {
            let left = self.left_by(forces);
            let mut residuals = Vec::with_capacity(kinds.len());
            let mut largest = 0.0_f64;
            for (row, kind) in &kinds {
                let residual = left.of(*kind)[*row];
                largest = largest.max(residual.abs());
                residuals.push(residual);
            }
            if !largest.is_finite() {
                return None;
            }
            if largest <= SETTLED * self.scale || largest > 0.5 * last || round == MOST_ROUNDS {
                return Some(left);
            }
            last = largest;
            for ((row, kind), step) in kinds.iter().zip(factor.solve(residuals)) {
                forces.of_mut(*kind)[*row] -= step;
            }
            self.follow(modes, forces);
        }
        None
    }

    /// Gives forces what modes say of them.
    fn follow(&self, modes: &[Mode], forces: &mut Numbers) {
        for (row, mode) in modes.iter().enumerate() {
            let across = forces.across[row];
            match mode {
                Mode::Open => [forces.across[row], forces.along[row]] = [0.0, 0.0],
                Mode::Slide(sign) => {
                    forces.along[row] = -f64::from(*sign) * self.floats[row].friction * across;
                }
                Mode::Stick => {}
            }
        }
    }

    /// The gaps and slips that forces leave.
    fn left_by(&self, forces: &Numbers) -> Numbers {
        let mut motion = vec![0.0; self.newton.frame.target.len()];
        for (row, own) in self.floats.iter().enumerate() {
            let across = forces.across[row] - self.begin.across[row];
            let along = forces.along[row] - self.begin.along[row];
            for (force, numbers) in [(across, &own.across), (along, &own.along)] {
                if force != 0.0 {
                    for (unknown, number) in numbers {
                        motion[*unknown] += force * number;
                    }
                }
            }
        }
        let mut left = self.left.clone();
        for (row, own) in self.floats.iter().enumerate() {
            left.across[row] += product(&own.across, &motion);
            left.along[row] += product(&own.along, &motion);
        }
        left
    }

    fn wrong(&self, modes: &[Mode], forces: &Numbers, left: &Numbers) -> Vec<Change> {
        let least = WRONG * self.scale;
        let mut wrong = Vec::new();
        for (row, mode) in modes.iter().enumerate() {
            let [across, along] = [forces.across[row], forces.along[row]];
            let [gap, slip] = [left.across[row], left.along[row]];
            let is_rough = self.newton.rows[row].slip.is_some();
            let bound = self.floats[row].friction * across;
            let toward = if slip > 0.0 { 1 } else { -1 };
            let pulled = if along > 0.0 { -1 } else { 1 };
            let (mode, size) = match mode {
                Mode::Open if gap >= -least => continue,
                Mode::Open if !is_rough => (Mode::Slide(0), -gap),
                Mode::Open if slip.abs() < least => (Mode::Stick, -gap),
                Mode::Open => (Mode::Slide(toward), -gap),
                _ if across < -least => (Mode::Open, -across),
                // It depends on others, which leave it open.
                _ if gap > least => (Mode::Open, gap),
                Mode::Slide(sign) if slip * f64::from(*sign) < -least => (Mode::Stick, slip.abs()),
                Mode::Stick if along.abs() > bound + least => {
                    (Mode::Slide(pulled), along.abs() - bound)
                }
                Mode::Stick if slip.abs() > least => (Mode::Slide(toward), slip.abs()),
                _ => continue,
            };
            wrong.push(Change { row, mode, size });
        }
        wrong
    }
}

/// Modes with some of the changes.
fn changed(modes: &[Mode], changes: &[Change], manner: Manner) -> Vec<Mode> {
    let largest = changes.iter().map(|change| change.size).fold(0.0, f64::max);
    let mut changed = modes.to_vec();
    for change in changes {
        match manner {
            Manner::Worst if change.size < AS_BAD * largest => continue,
            _ => changed[change.row] = change.mode,
        }
        if manner == Manner::First {
            break;
        }
    }
    changed
}

pub(crate) fn product(row: &[(usize, f64)], motion: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (unknown, number) in row {
        sum += number * motion[*unknown];
    }
    sum
}

impl Numbers {
    fn push(&mut self, across: f64, along: f64) {
        self.across.push(across);
        self.along.push(along);
    }

    fn of(&self, kind: Kind) -> &[f64] {
        match kind {
            Kind::Across => &self.across,
            Kind::Along => &self.along,
        }
    }

    fn of_mut(&mut self, kind: Kind) -> &mut [f64] {
        match kind {
            Kind::Across => &mut self.across,
            Kind::Along => &mut self.along,
        }
    }
}
