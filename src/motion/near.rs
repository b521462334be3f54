//! Groups whose forces are found nearly: one case, or a tree of cases where sides of corners press.
//!
//! The group is solved first without its corners. If the motion of the forces violates both sides
//! of a corner, the case is split into one for each side, as in `tree`; but restraints are not
//! known exactly. Both begin with the forces of the case that is split. The forces of a case say
//! what the restraint of its motions is at least; the answer is the case for which that is least,
//! and the enclosure (`enclosure`) proves that all others have more.

use crate::enclosure;
use crate::error::{MOST_CASES, MotionError};
use crate::forces::Forces;
use crate::forms::Form;
use crate::group::Group;
use crate::invariance::{Isometry, mean};
use crate::program::{Memory, Program};
use crate::setting::Setting;
use crate::tree::{self, Choice, Node};
use rayon::prelude::*;
use zwang_program::kernel::Fineness;

/// A group with forces near those of its exact motion.
pub(crate) struct Approximated<'a> {
    pub(crate) group: &'a Group,
    pub(crate) root: Node<NearCase<'a>>,
    /// The leaf that is the answer, counted from the left.
    pub(crate) answer: usize,
}

/// A case with forces near those of its optimum.
#[derive(Clone)]
pub(crate) struct NearCase<'a> {
    /// Pairs (corner, side), from the root on.
    pub(crate) path: Vec<Choice>,
    pub(crate) program: Program<'a>,
    /// Of the only case as they were found; of others averaged over symmetries, and rounded.
    pub(crate) forces: Forces,
    /// The numbers in which they were found.
    pub(crate) fineness: Fineness,
}

/// The finest numbers in which forces of the cases of a group were found.
fn finest(root: &Node<NearCase>) -> Fineness {
    let leaves = root.leaves();
    let found = leaves.iter().map(|case| case.fineness);
    found.max().unwrap_or(Fineness::Floats)
}

impl<'a> Approximated<'a> {
    /// The case that is the answer.
    pub(crate) fn case(&self) -> &NearCase<'a> {
        self.root.leaves()[self.answer]
    }

    /// The finest numbers in which forces were found.
    pub(crate) fn fineness(&self) -> Fineness {
        finest(&self.root)
    }

    /// The cases that are not the answer.
    pub(crate) fn others(&self) -> Vec<&NearCase<'a>> {
        let mut leaves = self.root.leaves();
        leaves.remove(self.answer);
        leaves
    }
}

/// Looks for forces of the cases of a group.
pub(crate) struct NearSolver<'a, 'b> {
    pub(crate) setting: &'b Setting<'a>,
    /// The values of the rows of the step.
    pub(crate) values: &'a [Form],
    pub(crate) group: &'a Group,
    /// Symmetries of the states before that map the group to itself.
    pub(crate) isometries: Vec<&'b Isometry>,
    /// The forces of the step before.
    pub(crate) memory: &'b Memory,
    /// The coarsest numbers in which forces are looked for.
    pub(crate) fineness: Fineness,
}

impl<'a> NearSolver<'a, '_> {
    /// The group as one case; `None` if no forces are found.
    pub(crate) fn undecided(&self) -> Result<Option<Approximated<'a>>, MotionError> {
        let program = tree::program_on(self.setting, self.values, self.group, &[]);
        let Some((forces, fineness)) = self.forces(&program, &self.isometries, self.memory)? else {
            return Ok(None);
        };
        let case = NearCase {
            path: Vec::new(),
            program,
            forces,
            fineness,
        };
        Ok(Some(Approximated {
            group: self.group,
            root: Node::Leaf(Box::new(case)),
            answer: 0,
        }))
    }

    /// The group with its answer split at a corner, and at the images of that corner; `None` if
    /// forces of some case are not found.
    pub(crate) fn split(
        &self,
        near: &Approximated<'a>,
        corner: usize,
    ) -> Result<Option<Approximated<'a>>, MotionError> {
        let mut root = near.root.clone();
        let mut answer = near.answer;
        let mut next = Some(corner);
        while let Some(corner) = next {
            let leaves = root.leaves();
            if leaves.len() >= MOST_CASES {
                return Err(MotionError::TooManyCases {
                    step: self.setting.step,
                    body: self.setting.name(self.group.bodies[0]),
                });
            }
            let path = leaves[answer].path.clone();
            let Some(branches) = self.branches(leaves[answer], corner)? else {
                return Ok(None);
            };
            root.replace(&path, Node::Branch(corner, branches));
            answer = self.least(&root);
            let path = &root.leaves()[answer].path;
            next = tree::open_image(self.setting, self.group, path, &self.isometries);
        }
        Ok(Some(Approximated {
            group: self.group,
            root,
            answer,
        }))
    }

    /// A case for each side of a corner that another case leaves open.
    fn branches(
        &self,
        parent: &NearCase,
        corner: usize,
    ) -> Result<Option<Vec<Node<NearCase<'a>>>>, MotionError> {
        let memory = self.memory_of(parent);
        let cases = [0, 1].into_par_iter().map(|side| {
            let mut path = parent.path.clone();
            path.push((corner, side));
            self.case(path, &memory)
        });
        let cases: Vec<Option<NearCase<'a>>> = cases.collect::<Result<_, MotionError>>()?;
        let mut branches = Vec::with_capacity(cases.len());
        for case in cases {
            let Some(case) = case else {
                return Ok(None);
            };
            branches.push(Node::Leaf(Box::new(case)));
        }
        Ok(Some(branches))
    }

    /// The forces of a case, on all rows: those of its exact motion, and of a case below it, are
    /// near them.
    pub(crate) fn memory_of(&self, case: &NearCase) -> Memory {
        let isometries = self.isometries_of(&case.path);
        let symmetric = mean(&case.forces, isometries);
        let forces = symmetric.as_ref().unwrap_or(&case.forces);
        forces.by_row().collect()
    }

    /// A case with decided corners, given forces that may be near its own.
    fn case(
        &self,
        path: Vec<Choice>,
        memory: &Memory,
    ) -> Result<Option<NearCase<'a>>, MotionError> {
        let program = tree::program_on(self.setting, self.values, self.group, &path);
        let isometries = self.isometries_of(&path);
        let Some((forces, fineness)) = self.forces(&program, isometries, memory)? else {
            return Ok(None);
        };
        let rounded = mean(&forces, isometries)
            .map(|forces| enclosure::rounded(self.setting, self.group, &forces, fineness));
        Ok(rounded.map(|forces| NearCase {
            path,
            program,
            forces,
            fineness,
        }))
    }

    fn forces(
        &self,
        program: &Program,
        isometries: &[&Isometry],
        memory: &Memory,
    ) -> Result<Option<(Forces, Fineness)>, MotionError> {
        Ok(program.approximate(isometries, self.fineness, self.setting, memory)?)
    }

    /// The symmetries that a case has.
    fn isometries_of(&self, path: &[Choice]) -> &[&Isometry] {
        match self.is_invariant(path) {
            true => &self.isometries,
            false => &[],
        }
    }

    /// Whether the symmetries map chosen sides to chosen sides.
    fn is_invariant(&self, path: &[Choice]) -> bool {
        for choice in path {
            for isometry in &self.isometries {
                match tree::image(self.setting, self.group, *choice, isometry) {
                    Some(image) if path.contains(&image) => {}
                    _ => return false,
                }
            }
        }
        true
    }

    /// The leaf whose restraint is bounded from below by least.
    fn least(&self, root: &Node<NearCase>) -> usize {
        let leaves = root.leaves();
        let finest = finest(root);
        let least = (0..leaves.len()).min_by_key(|index| {
            enclosure::bound_of_restraint(self.setting, self.group, leaves[*index], finest)
        });
        least.unwrap_or_default()
    }
}
