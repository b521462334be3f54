//! ORs: of some pairs of parts one of several options has to be kept. The one of least restraint is
//! found by branching (`proofs/RUN.md`, section 7).

use crate::method::Method;
use crate::program::{FloatError, Program, Solution};
use crate::rows::Row;
use crate::scenery::Alternative;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;

/// How far a row may be violated, in units of the scale.
const VIOLATION: f64 = 1e-6;
/// The most programs of a step of a group.
const MOST_PROGRAMS: usize = 4096;

/// What a group asks for at a guess.
pub(crate) struct Choices {
    pub(crate) rows: BTreeMap<Contact, Row>,
    pub(crate) imposed: BTreeSet<Contact>,
    pub(crate) ors: Vec<Vec<Alternative>>,
    /// Masses, target and pins.
    pub(crate) program: Program,
}

/// The motion of least restraint so far.
pub(crate) struct Leaf {
    /// Those of the chosen options.
    pub(crate) chosen: BTreeSet<Contact>,
    /// Of all rows, ascending.
    pub(crate) contacts: BTreeSet<Contact>,
    pub(crate) solution: Solution,
    restraint: f64,
}

/// A search on its way.
pub(crate) struct Search<'a> {
    choices: &'a Choices,
    method: Method,
    scale: f64,
    best: Option<Leaf>,
    programs: usize,
    /// Of all programs.
    pub(crate) iterations: usize,
    pub(crate) is_accurate: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(choices: &'a Choices, method: Method, scale: f64) -> Self {
        Self {
            choices,
            method,
            scale,
            best: None,
            programs: 0,
            iterations: 0,
            is_accurate: true,
        }
    }

    /// The leaf of least restraint.
    pub(crate) fn best(&mut self) -> Result<Leaf, FloatError> {
        self.branch(&[])?;
        self.best.take().ok_or(FloatError::Infeasible)
    }

    /// Looks at all ways to choose that begin so.
    fn branch(&mut self, chosen: &[(usize, usize)]) -> Result<(), FloatError> {
        self.programs += 1;
        if self.programs > MOST_PROGRAMS {
            let told = format!("more than {MOST_PROGRAMS} ways around corners");
            return Err(FloatError::Failed(told));
        }
        let Choices {
            rows,
            imposed,
            ors,
            program,
        } = self.choices;
        let options = chosen.iter().map(|&(or, option)| &ors[or][option]);
        let of_options: BTreeSet<Contact> = options.flatten().copied().collect();
        let contacts: BTreeSet<Contact> = imposed.union(&of_options).copied().collect();
        let mut program = program.clone();
        for contact in &contacts {
            program.inequalities.push(rows[contact].condition.clone());
        }
        let solution = match program.solve(self.method, self.scale) {
            Ok(solution) => solution,
            Err(FloatError::Infeasible) => return Ok(()),
            Err(error) => return Err(error),
        };
        self.iterations += solution.iterations;
        self.is_accurate &= solution.is_accurate;
        let restraint = program.restraint(&solution.point);
        let is_worse = |best: &Leaf| best.restraint <= restraint;
        if self.best.as_ref().is_some_and(is_worse) {
            return Ok(());
        }
        let violated = (0..ors.len()).find(|&or| {
            let is_open = chosen.iter().all(|&(known, _)| known != or);
            is_open && !self.is_kept(&ors[or], &solution)
        });
        let Some(or) = violated else {
            self.best = Some(Leaf {
                chosen: of_options,
                contacts,
                solution,
                restraint,
            });
            return Ok(());
        };
        for option in 0..ors[or].len() {
            let mut further = chosen.to_vec();
            further.push((or, option));
            self.branch(&further)?;
        }
        Ok(())
    }

    /// Whether an option is kept.
    fn is_kept(&self, options: &[Alternative], solution: &Solution) -> bool {
        let least = -VIOLATION * self.scale;
        options.iter().any(|option| {
            let mut rows = option.iter().map(|contact| &self.choices.rows[contact]);
            rows.all(|row| row.condition.at(&solution.point) >= least)
        })
    }
}
