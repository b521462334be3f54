//! Groups whose forces are found nearly: one case, or a tree of cases where sides of corners press.
//!
//! The group is solved first without its corners. If the motion of the forces violates both sides
//! of a corner, the case is split into one for each side, as in `tree`; but restraints are not
//! known exactly. All begin with the forces of the case that is split. The forces of a case say
//! what the restraint of its motions is at least; the answer is the case for which that is least,
//! and the enclosure (`enclosure`) proves that all others have more.
//!
//! So of all cases but the answer only a bound is needed, which rough forces mostly give. The side
//! that the motion violates less is likely to be the answer, and so are its images under the
//! symmetries: the case with all of these is as symmetric as the group, and half as large when
//! folded. Another case gets better forces if its rough ones make its bound the least.

use crate::enclosure::{self, Bound};
use crate::error::{MOST_CASES, MotionError};
use crate::forces::Forces;
use crate::forms::Form;
use crate::group::Group;
use crate::invariance::{Isometry, mean};
use crate::program::{Memory, Program};
use crate::setting::Setting;
use crate::tree::{self, Choice, Node};
use zwang_program::kernel::Fineness;

/// A group with forces near those of its exact motion.
#[derive(Clone)]
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
    /// What they say of the restraint; `None` of the only case.
    pub(crate) bound: Option<Bound>,
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
        let found = self.forces(&program, &self.isometries, self.memory, self.fineness)?;
        let Some((forces, fineness)) = found else {
            return Ok(None);
        };
        let case = NearCase {
            path: Vec::new(),
            program,
            forces,
            fineness,
            bound: None,
        };
        Ok(Some(Approximated {
            group: self.group,
            root: Node::Leaf(Box::new(case)),
            answer: 0,
        }))
    }

    /// The group with its answer split at a corner, of which a side is likely to be kept, and at
    /// the images of that corner; `None` if forces of some case are not found.
    pub(crate) fn split(
        &self,
        near: &Approximated<'a>,
        likely: Choice,
    ) -> Result<Option<Approximated<'a>>, MotionError> {
        let mut near = near.clone();
        let mut next = Some(likely);
        while let Some(likely) = next {
            let leaves = near.root.leaves();
            let parent = leaves[near.answer];
            let above = parent.path.clone();
            let mut path = above.clone();
            path.push(likely);
            while let Some(image) = self.open_image(&path) {
                path.push(image);
            }
            if leaves.len() + path.len() - above.len() > MOST_CASES {
                return Err(MotionError::TooManyCases {
                    step: self.setting.step,
                    body: self.setting.name(self.group.bodies[0]),
                });
            }
            let memory = self.memory_of(parent);
            let Some(branch) = self.branch(&above, &path, &memory)? else {
                return Ok(None);
            };
            near.root.replace(&above, branch);
            let Some(answer) = self.least_near(&mut near.root)? else {
                return Ok(None);
            };
            near.answer = answer;
            next = self.open_image(&near.case().path);
        }
        Ok(Some(near))
    }

    fn open_image(&self, path: &[Choice]) -> Option<Choice> {
        tree::open_image(self.setting, self.group, path, &self.isometries)
    }

    /// The case of a path, with near forces, and for each of its choices below the path `above` the
    /// case that keeps the other side of that corner, with rough forces: what takes the place of
    /// the case of that path.
    fn branch(
        &self,
        above: &[Choice],
        path: &[Choice],
        memory: &Memory,
    ) -> Result<Option<Node<NearCase<'a>>>, MotionError> {
        let Some(mut branch) = self.case(path.to_vec(), memory, self.fineness)? else {
            return Ok(None);
        };
        for place in (above.len()..path.len()).rev() {
            let (corner, side) = path[place];
            let mut other = path[..place].to_vec();
            other.push((corner, 1 - side));
            let Some(other) = self.case(other, memory, Fineness::Rough)? else {
                return Ok(None);
            };
            let branches = match side {
                0 => vec![branch, other],
                _ => vec![other, branch],
            };
            branch = Node::Branch(corner, branches);
        }
        Ok(Some(branch))
    }

    /// Refuses to go on if several motions have exactly the least restraint. Only the cases whose
    /// bounds agree with that of the answer are solved exactly.
    ///
    /// # Errors
    /// [`MotionError::Ambiguous`].
    pub(crate) fn refuse_ties(&self, near: &Approximated<'a>) -> Result<(), MotionError> {
        let answer = near.case();
        let mut cases = Vec::new();
        for case in near.root.leaves() {
            if !is_close(&case.bound, &answer.bound) {
                continue;
            }
            let Some(exact) = self.confirmed(case)? else {
                return Ok(());
            };
            cases.push(exact);
        }
        tree::refuse_ties(self.setting, &cases)
    }

    /// A case, solved exactly, if its forces say which rows press, and it keeps a side of each
    /// corner.
    fn confirmed(&self, case: &NearCase) -> Result<Option<tree::Case<'a>>, MotionError> {
        let forces = self.memory_of(case);
        let isometries = self.isometries_of(&case.path);
        tree::confirm_case(
            self.setting,
            self.values,
            self.group,
            &case.path,
            isometries,
            &forces,
        )
    }

    /// The leaf of the least bound, once its forces are near; `None` if they are not found.
    fn least_near(&self, root: &mut Node<NearCase<'a>>) -> Result<Option<usize>, MotionError> {
        loop {
            let leaves = root.leaves();
            let answer = least(&leaves);
            let case = leaves[answer];
            if case.fineness > Fineness::Rough {
                return Ok(Some(answer));
            }
            let path = case.path.clone();
            let memory = self.memory_of(case);
            let Some(nearer) = self.case(path.clone(), &memory, self.fineness)? else {
                return Ok(None);
            };
            root.replace(&path, nearer);
        }
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
        fineness: Fineness,
    ) -> Result<Option<Node<NearCase<'a>>>, MotionError> {
        let program = tree::program_on(self.setting, self.values, self.group, &path);
        let isometries = self.isometries_of(&path);
        let Some((forces, fineness)) = self.forces(&program, isometries, memory, fineness)? else {
            return Ok(None);
        };
        let Some(forces) = mean(&forces, isometries) else {
            return Ok(None);
        };
        let mut case = NearCase {
            path,
            program,
            forces: enclosure::rounded(self.setting, self.group, &forces, fineness),
            fineness,
            bound: None,
        };
        case.bound = Some(Bound::of_restraint(self.setting, self.group, &case));
        Ok(Some(Node::Leaf(Box::new(case))))
    }

    fn forces(
        &self,
        program: &Program,
        isometries: &[&Isometry],
        memory: &Memory,
        fineness: Fineness,
    ) -> Result<Option<(Forces, Fineness)>, MotionError> {
        Ok(program.approximate(isometries, fineness, self.setting, memory)?)
    }

    /// The symmetries that a case has.
    fn isometries_of(&self, path: &[Choice]) -> &[&Isometry] {
        match self.is_invariant(path) {
            true => &self.isometries,
            false => &[],
        }
    }

    /// Whether the symmetries map the rows of chosen sides to such rows.
    fn is_invariant(&self, path: &[Choice]) -> bool {
        let chosen = tree::rows_of(self.setting, path);
        for isometry in &self.isometries {
            for row in &chosen {
                match isometry.row(row) {
                    Some(image) if chosen.contains(&image) => {}
                    _ => return false,
                }
            }
        }
        true
    }
}

/// Whether two bounds differ by less than their digits tell.
fn is_close(first: &Option<Bound>, second: &Option<Bound>) -> bool {
    match (first, second) {
        (Some(first), Some(second)) => first.is_close_to(second),
        _ => false,
    }
}

/// The leaf of the least bound.
fn least(leaves: &[&NearCase]) -> usize {
    let mut least = 0;
    for (leaf, case) in leaves.iter().enumerate() {
        if case.bound < leaves[least].bound {
            least = leaf;
        }
    }
    least
}
