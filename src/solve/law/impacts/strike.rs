//! One round: the velocities after it (`proofs/RUN.md`, section 12).
//!
//! Without friction they are the nearest ones that open as they should, pins being equations u = e
//! with an unknown e of the mass 1/ε. With friction a row has an impulse p across and ψ along its
//! edge, and a pin a pull f. With ψ = μ⁺ β⁺ - μ⁻ β⁻,
//!
//! ```text
//! w = v + M⁻¹ Σ (p row + ψ slip + f gape),   r(w) + ε f = 0,
//! 0 ≤ p ⊥ u(w) - b ≥ 0,   0 ≤ β⁺ ⊥ μ⁺ τ(w) + λ ≥ 0,   0 ≤ β⁻ ⊥ -μ⁻ τ(w) + λ ≥ 0,
//! 0 ≤ λ ⊥ p - β⁺ - β⁻ ≥ 0
//! ```
//!
//! is a linear complementarity problem, and Lemke's method finds a solution (`proofs/THEOREM.md`,
//! Theorem 36).

use super::{Form, Impact, ImpactError, Impulse, Round, Taken, at};
use crate::number::{over, rounded};
use malachite::Rational;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_program::kernel::number::{common_denominator, times};
use zwang_program::kernel::pivoting::{Effort, Tableau, Termination};
use zwang_program::kernel::{self, Outcome, Problem};
use zwang_program::{Interrupted, Monitor};

/// A round.
pub(super) struct Strike<'a> {
    pub(super) impact: &'a Impact,
    pub(super) taken: &'a [Taken],
    /// The pins that it takes, by their place in the impact.
    pub(super) pins: &'a [usize],
    /// Velocities before.
    pub(super) velocities: &'a [Rational],
}

/// An unknown of the complementarity problem.
enum Unknown {
    /// f of a pin along x or y.
    Pull(usize, usize),
    /// p of a taken row.
    Across(usize),
    /// β of a taken row, with the factor μ⁺ or -μ⁻.
    Along(usize, Rational),
    /// λ of a taken row.
    Slip(usize),
}

impl Strike<'_> {
    /// The kind of the round, and the velocities after it, not rounded.
    pub(super) fn resolve(&self, monitor: &Monitor) -> Result<(Round, Vec<Rational>), ImpactError> {
        let is_rough = |row: &Taken| row.cone.iter().any(|bound| *bound > 0);
        if self.taken.iter().any(is_rough) {
            return self.with_friction(monitor);
        }
        self.without_friction(monitor)
    }

    /// Rounds velocities, if they are to be rounded.
    pub(super) fn on_grid(exact: Vec<Rational>, digits: Option<u64>) -> Vec<Rational> {
        let Some(digits) = digits else {
            return exact;
        };
        let numbers = exact.into_iter();
        numbers
            .map(|number| over(&rounded(&number, digits), digits))
            .collect()
    }

    fn row_of(&self, taken: &Taken) -> &Form {
        &self.impact.meetings[taken.index].coefficients
    }

    fn without_friction(&self, monitor: &Monitor) -> Result<(Round, Vec<Rational>), ImpactError> {
        let count = self.velocities.len();
        let mut masses = self.impact.masses.clone();
        let mut target = self.velocities.to_vec();
        let mut rows = Vec::new();
        for pin in self.pins {
            let pin = &self.impact.pins[*pin];
            for form in &pin.gape {
                let mut form = form.clone();
                form.push((target.len(), -Rational::ONE));
                rows.push(in_integers(&form, &Rational::ZERO).0);
                masses.push(Rational::ONE / &pin.compliance);
                target.push(Rational::ZERO);
            }
        }
        let equalities = rows.len();
        let mut units = Vec::new();
        for row in self.taken {
            let (row, unit) = in_integers(self.row_of(row), &row.bound);
            rows.push(row);
            units.push(unit);
        }
        let problem = Problem {
            masses,
            target,
            rows,
            equalities,
        };
        let Outcome::Optimal(optimum) = kernel::solve(&problem, None, monitor)? else {
            return Err(ImpactError::Impossible);
        };
        let mut after = Vec::with_capacity(count);
        for numerator in &optimum.point {
            after.push(Rational::from_integers_ref(numerator, &optimum.denominator));
        }
        after.truncate(count);
        let mut impulses = Vec::with_capacity(self.taken.len());
        let multipliers = optimum.multipliers.iter().skip(equalities);
        for ((row, multiplier), unit) in self.taken.iter().zip(multipliers).zip(&units) {
            let across = Rational::from_integers_ref(&(multiplier * unit), &optimum.denominator);
            impulses.push(Impulse {
                row: row.index,
                across,
                along: Rational::ZERO,
            });
        }
        Ok((self.round(impulses, &after), after))
    }

    fn with_friction(&self, monitor: &Monitor) -> Result<(Round, Vec<Rational>), ImpactError> {
        let unknowns = self.unknowns();
        let forms: Vec<Form> = unknowns.iter().map(|unknown| self.form(unknown)).collect();
        let mut lines = Vec::with_capacity(unknowns.len());
        for (index, (form, unknown)) in forms.iter().zip(&unknowns).enumerate() {
            let mut response = vec![Rational::ZERO; self.velocities.len()];
            for (place, coefficient) in form {
                response[*place] += coefficient / &self.impact.masses[*place];
            }
            let mut line = Vec::with_capacity(unknowns.len() + 2);
            for (place, (other_form, other)) in forms.iter().zip(&unknowns).enumerate() {
                let mut number = at(other_form, &response) + coupling(unknown, other);
                if let (Unknown::Pull(pin, _), true) = (unknown, place == index) {
                    number += &self.impact.pins[*pin].compliance;
                }
                line.push(number);
            }
            let mut constant = at(form, self.velocities);
            if let Unknown::Across(taken) = unknown {
                constant -= &self.taken[*taken].bound;
            }
            let is_equality = matches!(unknown, Unknown::Pull(..));
            line.push(Rational::from(u32::from(!is_equality)));
            line.push(constant);
            let unit = common_denominator(&line);
            lines.push(line.iter().map(|number| times(number, &unit)).collect());
        }
        let mut effort = Effort::new(monitor);
        let mut tableau = Tableau::new(lines, 2 * self.pins.len());
        match tableau.solve(&mut effort, u64::MAX) {
            Termination::Solved => {}
            Termination::Ray(_) => return Err(ImpactError::Impossible),
            Termination::Stopped => return Err(Interrupted.into()),
        }
        let mut after = self.velocities.to_vec();
        let mut impulses: Vec<Impulse> = Vec::with_capacity(self.taken.len());
        for row in self.taken {
            impulses.push(Impulse {
                row: row.index,
                across: Rational::ZERO,
                along: Rational::ZERO,
            });
        }
        let multipliers = tableau.multipliers();
        for ((unknown, form), multiplier) in unknowns.iter().zip(&forms).zip(&multipliers) {
            let value = Rational::from_integers_ref(multiplier, tableau.denominator());
            match unknown {
                Unknown::Across(taken) => impulses[*taken].across += &value,
                Unknown::Along(taken, factor) => impulses[*taken].along += &value * factor,
                Unknown::Pull(..) | Unknown::Slip(_) => {}
            }
            for (place, coefficient) in form {
                after[*place] += &value * coefficient / &self.impact.masses[*place];
            }
        }
        Ok((self.round(impulses, &after), after))
    }

    /// Pins first.
    fn unknowns(&self) -> Vec<Unknown> {
        let mut unknowns = Vec::new();
        for pin in self.pins {
            unknowns.extend([Unknown::Pull(*pin, 0), Unknown::Pull(*pin, 1)]);
        }
        for (index, row) in self.taken.iter().enumerate() {
            unknowns.push(Unknown::Across(index));
            let [below, above] = &row.cone;
            if *above > 0 {
                unknowns.push(Unknown::Along(index, above.clone()));
            }
            if *below > 0 {
                unknowns.push(Unknown::Along(index, -below));
            }
            if *above > 0 || *below > 0 {
                unknowns.push(Unknown::Slip(index));
            }
        }
        unknowns
    }

    /// The push of an unknown, and the demand on velocities there; λ has no such thing.
    fn form(&self, unknown: &Unknown) -> Form {
        match unknown {
            Unknown::Pull(pin, axis) => self.impact.pins[*pin].gape[*axis].clone(),
            Unknown::Across(taken) => self.row_of(&self.taken[*taken]).clone(),
            Unknown::Along(taken, factor) => {
                let meeting = &self.impact.meetings[self.taken[*taken].index];
                let slip = meeting.slip.iter().flat_map(|slip| &slip.coefficients);
                slip.map(|(place, number)| (*place, number * factor))
                    .collect()
            }
            Unknown::Slip(_) => Form::new(),
        }
    }

    /// The recorded round: the impulse of a pin is -r/ε.
    fn round(&self, impulses: Vec<Impulse>, after: &[Rational]) -> Round {
        let mut pins = Vec::with_capacity(self.pins.len());
        for pin in self.pins {
            let pin = &self.impact.pins[*pin];
            let pull = pin.gape.each_ref();
            let pull = pull.map(|form| -at(form, after) / &pin.compliance);
            pins.push((pin.number, pull));
        }
        Round { impulses, pins }
    }
}

/// The coefficient of λ in the matrix.
fn coupling(unknown: &Unknown, other: &Unknown) -> Rational {
    match (unknown, other) {
        (Unknown::Along(own, _), Unknown::Slip(taken))
        | (Unknown::Slip(own), Unknown::Across(taken))
            if own == taken =>
        {
            Rational::ONE
        }
        (Unknown::Slip(own), Unknown::Along(taken, _)) if own == taken => -Rational::ONE,
        _ => Rational::ZERO,
    }
}

/// A form that is to be at least a bound, in integers, times the number that comes with it.
fn in_integers(form: &Form, bound: &Rational) -> (kernel::Row, malachite::Integer) {
    let mut numbers = vec![bound.clone()];
    for (_, coefficient) in form {
        numbers.push(coefficient.clone());
    }
    let unit = common_denominator(&numbers);
    let mut coefficients = Vec::with_capacity(form.len());
    for (place, coefficient) in form {
        coefficients.push((*place, times(coefficient, &unit)));
    }
    let row = kernel::Row {
        coefficients,
        bound: times(bound, &unit),
    };
    (row, malachite::Integer::from(unit))
}
