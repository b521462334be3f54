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

/// The demands of a group at a guess.
pub(crate) struct Choices {
    pub(crate) rows: BTreeMap<Contact, Row>,
    pub(crate) imposed: BTreeSet<Contact>,
    pub(crate) ors: Vec<Vec<Alternative>>,
    /// The ORs in which rough corners meet that do not move: all their options may hold together.
    pub(crate) corners: BTreeSet<usize>,
    /// Contacts of them that bear nothing then.
    pub(crate) shielded: BTreeSet<Contact>,
    /// Masses, target and pins.
    pub(crate) program: Program,
}

/// An OR and one of its options, or `None` for all of them.
type Choice = (usize, Option<usize>);

/// The motion of least restraint so far.
pub(crate) struct Leaf {
    /// Those of the chosen options.
    pub(crate) chosen: BTreeSet<Contact>,
    /// The contacts of all rows, ascending.
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
    /// The iterations of all programs.
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
    fn branch(&mut self, chosen: &[Choice]) -> Result<(), FloatError> {
        self.programs += 1;
        if self.programs > MOST_PROGRAMS {
            let told = format!("more than {MOST_PROGRAMS} ways around corners");
            return Err(FloatError::Failed(told));
        }
        let Choices {
            rows,
            imposed,
            ors,
            corners,
            shielded,
            program,
        } = self.choices;
        let mut of_options = BTreeSet::new();
        for &(or, option) in chosen {
            match option {
                Some(option) => of_options.extend(&ors[or][option]),
                None => {
                    let all = ors[or].iter().flatten();
                    of_options.extend(all.filter(|contact| !shielded.contains(contact)));
                }
            }
        }
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
        let mut together = chosen.iter().filter(|(_, option)| option.is_none());
        if !together.all(|&(or, _)| self.sticks(&ors[or], &solution)) {
            return Ok(());
        }
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
        // Rest comes first where it is possible.
        let earlier = self.best.take();
        if corners.contains(&or) {
            self.branch(&[chosen, &[(or, None)]].concat())?;
        }
        if let Some(found) = self.best.take() {
            let better = earlier.filter(|earlier| earlier.restraint <= found.restraint);
            self.best = Some(better.unwrap_or(found));
            return Ok(());
        }
        self.best = earlier;
        for option in 0..ors[or].len() {
            self.branch(&[chosen, &[(or, Some(option))]].concat())?;
        }
        Ok(())
    }

    /// Whether the rows of an OR that touch neither open nor slip.
    fn sticks(&self, options: &[Alternative], solution: &Solution) -> bool {
        let most = VIOLATION * self.scale;
        options.iter().flatten().all(|contact| {
            let row = &self.choices.rows[contact];
            let slip = row.condition.slip.as_ref();
            let slipped = slip.map_or(0.0, |slip| slip.along.at(&solution.point));
            let opened = row.condition.at(&solution.point);
            !row.touches || opened.abs() <= most && slipped.abs() <= most
        })
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
