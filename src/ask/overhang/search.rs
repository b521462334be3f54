//! The search: regions of all patterns, the one with the largest bound first. Nothing here is
//! believed; the checker judges the proof.

use crate::pattern::{Pattern, patterns};
use crate::proof::{Multipliers, Stack, Tree};
use crate::region::{Quantity, Region};
use crate::relaxation::{Relaxed, relax, stack};
use crate::row::Variables;
use num_traits::{One, Signed, Zero};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use zwang_exact::Rational;
use zwang_program::{Monitor, ProgramError};

/// Forces that are tried are multiples of one part in so many of a weight.
const GRID: i64 = 1024;

/// A level of a pattern, by their numbers.
pub(crate) type CaseName = [usize; 2];

/// A region on its way.
struct Node {
    case: CaseName,
    /// `None` once it is divided.
    region: Option<Region>,
    state: State,
}

enum State {
    Split {
        quantity: Quantity,
        at: Rational,
        parts: [usize; 2],
    },
    Bounded {
        multipliers: Multipliers<Rational>,
        point: Vec<Rational>,
    },
    Empty(Multipliers<Rational>),
}

/// An open region: the largest bound comes first, then the oldest.
#[derive(PartialEq, Eq)]
struct Open {
    overhang: Rational,
    node: usize,
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_bound = self.overhang.cmp(&other.overhang);
        by_bound.then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The best stack so far.
#[derive(Clone)]
pub(crate) struct Best {
    pub(crate) case: CaseName,
    /// The forces of the free contacts.
    pub(crate) free: Vec<Rational>,
    pub(crate) stack: Stack,
    pub(crate) overhang: Rational,
}

/// How far the search is.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of regions looked at.
    pub regions: usize,
    /// A stack reaches so far.
    pub reached: Rational,
    /// No stack reaches beyond this.
    pub bound: Rational,
}

/// A search on its way.
pub(crate) struct Search<'a> {
    pub(crate) patterns: Vec<Pattern>,
    nodes: Vec<Node>,
    /// The first node of each case.
    roots: Vec<Vec<usize>>,
    open: BinaryHeap<Open>,
    best: Option<Best>,
    monitor: &'a Monitor<'a>,
    observer: &'a dyn Fn(&Progress),
}

impl<'a> Search<'a> {
    /// All patterns of so many bricks, none divided.
    pub(crate) fn new(
        bricks: usize,
        monitor: &'a Monitor<'a>,
        observer: &'a dyn Fn(&Progress),
    ) -> Result<Self, ProgramError> {
        let mut search = Self {
            patterns: patterns(bricks),
            nodes: Vec::new(),
            roots: Vec::new(),
            open: BinaryHeap::new(),
            best: None,
            monitor,
            observer,
        };
        for number in 0..search.patterns.len() {
            let pattern = search.patterns[number].clone();
            let mut roots = Vec::new();
            for level in 0..pattern.levels.len() {
                let node = search.add([number, level], Region::whole(&pattern))?;
                roots.push(node);
            }
            search.roots.push(roots);
        }
        Ok(search)
    }

    /// The best stack so far: there is one, since bricks may lie on the table.
    pub(crate) fn best(&self) -> Option<&Best> {
        self.best.as_ref()
    }

    /// No stack reaches beyond this, those of closed regions excepted.
    pub(crate) fn bound(&self) -> Option<&Rational> {
        self.open.peek().map(|open| &open.overhang)
    }

    /// Divides regions until none can reach beyond a limit by the best stack; or there are so many.
    pub(crate) fn run(
        &mut self,
        limit: impl Fn(&Rational) -> Rational,
        most_regions: usize,
    ) -> Result<bool, ProgramError> {
        loop {
            let Some(best) = &self.best else {
                return Ok(false);
            };
            let Some(open) = self.open.peek() else {
                return Ok(true);
            };
            (self.observer)(&Progress {
                regions: self.nodes.len(),
                reached: best.overhang.clone(),
                bound: open.overhang.clone(),
            });
            if open.overhang <= limit(&best.overhang) {
                return Ok(true);
            }
            let node = open.node;
            if self.nodes.len() >= most_regions {
                return Ok(false);
            }
            self.open.pop();
            let (quantity, at) = self.branch(node);
            self.split(node, quantity, at)?;
        }
    }

    /// Divides the only region of a case at these values of its free force, and closes the parts
    /// between them. Returns the nodes of the closed ones.
    pub(crate) fn cut_out(
        &mut self,
        case: CaseName,
        free: usize,
        between: &[Rational; 2],
    ) -> Result<usize, ProgramError> {
        let root = self.roots[case[0]][case[1]];
        self.open.retain(|open| open.node != root);
        let [low, high] = between;
        let [_, above] = self.split(root, Quantity::Force(free), low.clone())?;
        self.open.retain(|open| open.node != above);
        let [inside, _] = self.split(above, Quantity::Force(free), high.clone())?;
        self.open.retain(|open| open.node != inside);
        Ok(inside)
    }

    /// Divides a region.
    fn split(
        &mut self,
        node: usize,
        quantity: Quantity,
        at: Rational,
    ) -> Result<[usize; 2], ProgramError> {
        let case = self.nodes[node].case;
        let region = self.nodes[node].region.take();
        let region = region.expect("a region is divided once");
        let regions = region.split(&self.patterns[case[0]], quantity, &at);
        let [below, above] = regions.expect("a quantity of the pattern");
        let parts = [self.add(case, below)?, self.add(case, above)?];
        self.nodes[node].state = State::Split {
            quantity,
            at,
            parts,
        };
        Ok(parts)
    }

    /// Looks at a region.
    fn add(&mut self, case: CaseName, region: Region) -> Result<usize, ProgramError> {
        self.monitor.check()?;
        let [pattern, level] = case;
        let node = self.nodes.len();
        let relaxed = relax(&self.patterns[pattern], level, &region, self.monitor)?;
        let state = match relaxed {
            Relaxed::Empty(multipliers) => State::Empty(multipliers),
            Relaxed::Bounded {
                overhang,
                multipliers,
                point,
            } => {
                if self
                    .best
                    .as_ref()
                    .is_none_or(|best| overhang > best.overhang)
                {
                    let free = self.free_forces(pattern, &point);
                    self.try_forces(case, &free)?;
                }
                self.open.push(Open { overhang, node });
                State::Bounded { multipliers, point }
            }
        };
        self.nodes.push(Node {
            case,
            region: Some(region),
            state,
        });
        Ok(node)
    }

    /// The free forces of a point of a program, on a grid.
    fn free_forces(&self, pattern: usize, point: &[Rational]) -> Vec<Rational> {
        let pattern = &self.patterns[pattern];
        let variables = Variables::of(pattern);
        let grid = Rational::from_integer(GRID.into());
        let mut forces = Vec::new();
        for contact in pattern.free_contacts() {
            let force = &point[variables.force(contact)];
            forces.push((force * &grid).round() / &grid);
        }
        forces
    }

    /// The best stack of a case with these free forces; it is kept if it reaches farther than all
    /// before. Returns how far it reaches.
    pub(crate) fn try_forces(
        &mut self,
        case: CaseName,
        free: &[Rational],
    ) -> Result<Option<Rational>, ProgramError> {
        let pattern = &self.patterns[case[0]];
        let mut region = Region::whole(pattern);
        for (contact, force) in pattern.free_contacts().into_iter().zip(free) {
            region.forces[contact] = [force.clone(), force.clone()];
        }
        // A region is tightened whenever it is divided, here by a bound that it has.
        let none = Quantity::Force(0);
        let greatest = region.forces[0][1].clone();
        let parts = region.split(pattern, none, &greatest);
        let [region, _] = parts.expect("there is a contact with the table");
        let relaxed = relax(pattern, case[1], &region, self.monitor)?;
        let Relaxed::Bounded {
            overhang, point, ..
        } = relaxed
        else {
            return Ok(None);
        };
        if self
            .best
            .as_ref()
            .is_none_or(|best| overhang > best.overhang)
        {
            self.best = Some(Best {
                case,
                free: free.to_vec(),
                stack: stack(pattern, &point),
                overhang: overhang.clone(),
            });
        }
        Ok(Some(overhang))
    }

    /// Improves the best stack by small changes of its free forces, down to 2 to the minus this.
    pub(crate) fn polish(&mut self, bits: u32) -> Result<(), ProgramError> {
        let Some(best) = self.best.clone() else {
            return Ok(());
        };
        let mut step = Rational::new(1.into(), 8.into());
        for _ in 3..bits {
            loop {
                let before = self.best.clone();
                let Some(before) = before.filter(|now| now.case == best.case) else {
                    return Ok(());
                };
                for free in neighbours(&before.free, &step) {
                    self.try_forces(best.case, &free)?;
                }
                let after = self.best.as_ref().map(|now| &now.overhang);
                if after == Some(&before.overhang) {
                    break;
                }
            }
            step /= Rational::from_integer(2.into());
        }
        Ok(())
    }

    /// The quantity to divide a region by, and at which value: that of the moment that is farthest
    /// from the product that it should be, the force or the point, whichever range is wider.
    fn branch(&self, node: usize) -> (Quantity, Rational) {
        let node = &self.nodes[node];
        let State::Bounded { point, .. } = &node.state else {
            unreachable!("only bounded regions are open");
        };
        let region = node.region.as_ref().expect("an open region");
        let pattern = &self.patterns[node.case[0]];
        let variables = Variables::of(pattern);
        let mut worst = (-Rational::one(), Quantity::Force(0), 0);
        for (number, contact) in pattern.contacts().iter().enumerate() {
            let force = &point[variables.force(number)];
            let upper = &point[variables.point(number)];
            let error = (&point[variables.upper_moment(number)] - force * upper).abs();
            if error > worst.0 {
                worst = (error, Quantity::Upper(number), number);
            }
            let Some(brick) = contact.lower else {
                continue;
            };
            let lower = upper + &point[contact.upper] - &point[brick];
            let error = (&point[variables.lower_moment(number)] - force * lower).abs();
            if error > worst.0 {
                worst = (error, Quantity::Lower(number), number);
            }
        }
        let (_, of_point, _) = worst;
        let widest = widest_free(pattern, region);
        let quantity = match widest {
            Some((width, contact)) if width >= width_of(region, of_point) => {
                Quantity::Force(contact)
            }
            _ => of_point,
        };
        let range = region.range(quantity).expect("a quantity of the pattern");
        let at = (&range[0] + &range[1]) / Rational::from_integer(2.into());
        (quantity, at)
    }

    /// The trees of all cases; a curve takes the place of the region that was cut out for it.
    pub(crate) fn trees(&self, curve: Option<(usize, &Tree)>) -> Vec<Vec<Tree>> {
        let mut trees = Vec::new();
        for roots in &self.roots {
            let of_levels = roots.iter().map(|root| self.tree(*root, curve));
            trees.push(of_levels.collect());
        }
        trees
    }

    fn tree(&self, node: usize, curve: Option<(usize, &Tree)>) -> Tree {
        if let Some((cut_out, tree)) = curve
            && cut_out == node
        {
            return tree.clone();
        }
        match &self.nodes[node].state {
            State::Split {
                quantity,
                at,
                parts,
            } => Tree::Split {
                quantity: *quantity,
                at: at.clone(),
                parts: Box::new(parts.map(|part| self.tree(part, curve))),
            },
            State::Bounded { multipliers, .. } => Tree::Bounded(multipliers.clone()),
            State::Empty(multipliers) => Tree::Empty(multipliers.clone()),
        }
    }
}

fn width_of(region: &Region, quantity: Quantity) -> Rational {
    match region.range(quantity) {
        Some([least, greatest]) => greatest - least,
        None => Rational::zero(),
    }
}

/// The free contact with the widest range of forces.
fn widest_free(pattern: &Pattern, region: &Region) -> Option<(Rational, usize)> {
    let mut widest: Option<(Rational, usize)> = None;
    for contact in pattern.free_contacts() {
        let width = width_of(region, Quantity::Force(contact));
        if widest.as_ref().is_none_or(|(most, _)| width > *most) {
            widest = Some((width, contact));
        }
    }
    widest
}

/// All lists in which each number is a step less, the same, or a step more.
fn neighbours(numbers: &[Rational], step: &Rational) -> Vec<Vec<Rational>> {
    let mut lists = vec![Vec::new()];
    for number in numbers {
        let mut longer = Vec::new();
        for list in &lists {
            for changed in [number - step, number.clone(), number + step] {
                let mut list: Vec<Rational> = list.clone();
                list.push(changed);
                longer.push(list);
            }
        }
        lists = longer;
    }
    lists.retain(|list| list.iter().all(|number| !number.is_negative()));
    lists
}
