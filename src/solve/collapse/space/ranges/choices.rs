//! Corners that choose: the forces of a group are a union of convex sets.
//!
//! A corner without friction bears by one of its normals, the same at all vertices of T. If each
//! has one, and there is no friction at corners, the forces are a convex set. If some have none
//! yet, those of all normals together are a larger one, whose least value is a bound of all
//! choices. So the tree of choices is searched as in the plane ([`mod@crate::ranges`]): the nodes
//! with the least bounds first, and a node is divided at a corner where several normals bear at
//! its optimum. Its leaves prove the bound.
//!
//! A corner with friction bears by any one normal between its rays. The cones of all rays together
//! give a bound. Forces that have it may be borne by the normal nearest to them; if not, the best
//! forces of some normals are looked for, and bound and value differ. Then each half of the normals
//! gets a bound of its own, as the sum of two rays takes the place of one of them: that of normals
//! at an angle θ is off by about θ².

use super::super::certify::holding;
use super::super::cone::is_within;
use super::super::error::SpaceError;
use super::super::rough_corner::{Together, corners_that_bear, nearest_normal, normals_that_bear};
use super::super::rows::{Motions, SpaceGroup, SpaceProblem};
use super::super::seams::turned;
use super::super::solid::{Point, cross, dot, integers, minus, opposite};
use super::super::statics::{Force, HoldingForces, NORMAL_BITS};
use super::end::{End, Pressed, Quantity, Thing};
use super::search::Search;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, PowerOf2};
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::space::ContactForces;
use zwang_program::{Monitor, Options};

/// So many nodes are looked at for one end.
const MOST_NODES: usize = 1024;

/// After so many nodes no corner is halved any more, if no corner with friction has more than two
/// rays, and otherwise.
const HALVED_NODES: [usize; 2] = [12, 40];

/// So often are the normals of a corner halved.
const MOST_HALVES: usize = 20;

/// A bound that differs from the best value by less than one part in 2^so many is close enough.
const NEAR: i64 = 8;

/// All choices are looked at, for the dimension of the family of forces, if there are at most so
/// many.
const ENUMERATED: usize = 32;

/// The normals by which corners bear, by touch, into the second body.
pub(super) type Normals = BTreeMap<usize, Vec<Point>>;

/// The numbers of the normals by which corners without friction bear, by touch.
pub(super) type Sides = BTreeMap<usize, usize>;

/// The normals by which corners bear in a node or a case, as far as it says so.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fixed {
    pub(super) sides: Sides,
    /// For corners with friction which half of the normals bears, then which half of that, and so
    /// on: twice the number of a pair of rays, and 0 or 1.
    pub(super) halves: BTreeMap<usize, Vec<usize>>,
}

/// One normal for some corners with friction, by touch.
type OneNormal = BTreeMap<usize, Point>;

/// The corners of a group that may bear.
pub(super) struct Choosing<'a> {
    pub(super) space: &'a SpaceProblem<'a>,
    pub(super) group: &'a SpaceGroup,
    pub(super) options: &'a Options,
    pub(super) monitor: &'a Monitor<'a>,
    smooth: Vec<usize>,
    /// Corners with friction, with normals whose forces those of all that may bear are sums of.
    rough: Normals,
    together: Vec<Together>,
}

/// An end with all that proves it.
pub(super) struct ProvedEnd {
    pub(super) quantity: Quantity,
    /// Forces that have its value, or of which ever more may be added to `system`.
    pub(super) forces: HoldingForces,
    pub(super) system: Option<HoldingForces>,
    /// A bound, and the velocities that prove it; `None` if there is no bound.
    pub(super) bound: Option<(Rational, Vec<Case>)>,
}

/// A velocity that proves a bound for some choices.
pub(super) struct Case {
    pub(super) fixed: Fixed,
    pub(super) velocity: Motions,
}

/// A node of the tree of choices.
struct Node {
    fixed: Fixed,
    /// The bound of the node above it, with its velocity.
    above: Option<(Rational, Motions)>,
}

/// Forces of one choice of all normals.
pub(super) struct Chosen {
    pub(super) value: Rational,
    pub(super) forces: HoldingForces,
    pub(super) system: Option<HoldingForces>,
}

impl<'a> Choosing<'a> {
    pub(super) fn new(
        space: &'a SpaceProblem<'a>,
        group: &'a SpaceGroup,
        options: &'a Options,
        monitor: &'a Monitor<'a>,
    ) -> Self {
        let mut choosing = Self {
            space,
            group,
            options,
            monitor,
            smooth: Vec::new(),
            rough: Normals::new(),
            together: Vec::new(),
        };
        for &corner in &group.corners {
            if space.friction(&space.contacts.touches[corner]) == 0 {
                choosing.smooth.push(corner);
            } else if group.group.joints.is_empty() {
                let touch = &space.contacts.touches[corner];
                let normals = normals_that_bear(space, group, touch);
                if !normals.is_empty() {
                    choosing.rough.insert(corner, normals);
                }
            }
        }
        if !choosing.rough.is_empty() {
            choosing.together = corners_that_bear(space, group);
        }
        choosing
    }

    /// Forces where each corner without friction bears by its first normal.
    pub(super) fn first_choice(&self) -> Result<HoldingForces, SpaceError> {
        let sides = self.smooth.iter().map(|corner| (*corner, 0)).collect();
        match self.search_of(&sides, &OneNormal::new(), None).any()? {
            Some(forces) => Ok(forces),
            None => unreachable!("a group without friction that rests is held in every choice"),
        }
    }

    /// The forces of all choices in which this is fixed, and more where corners have friction.
    pub(super) fn search(&self, fixed: &Fixed, shown: &HoldingForces) -> Search<'a> {
        let mut normals = self.normals(&fixed.sides);
        for corner in self.rough.keys() {
            let mut own = self.rays_of(*corner, fixed);
            if let Some(shown) = shown.corners.get(corner)
                && !fixed.halves.contains_key(corner)
                && !own.contains(&shown.normal)
            {
                own.push(shown.normal.clone());
            }
            normals.insert(*corner, own);
        }
        let search = Search::new(self, &normals, Some(shown));
        match fixed.halves.is_empty() {
            true => search,
            false => search.of_halves(),
        }
    }

    /// The outermost normals of a corner with friction.
    fn rays_of(&self, corner: usize, fixed: &Fixed) -> Vec<Point> {
        let mut rays = self.rough[&corner].clone();
        for half in fixed.halves.get(&corner).into_iter().flatten() {
            let [first, second] = pairs(rays.len())[half / 2];
            let between = minus(&rays[first], &opposite(&rays[second]));
            let replaced = if half % 2 == 0 { second } else { first };
            rays[replaced] = between;
        }
        rays
    }

    fn search_of(
        &self,
        sides: &Sides,
        rough: &OneNormal,
        shown: Option<&HoldingForces>,
    ) -> Search<'a> {
        let mut normals = self.normals(sides);
        for (corner, normal) in rough {
            normals.insert(*corner, vec![normal.clone()]);
        }
        Search::new(self, &normals, shown)
    }

    /// Those of corners without friction.
    fn normals(&self, sides: &Sides) -> Normals {
        let mut normals = Normals::new();
        for corner in &self.smooth {
            let all = &self.space.contacts.touches[*corner].normals;
            let own = match sides.get(corner) {
                Some(side) => vec![all[*side].clone()],
                None => all.clone(),
            };
            normals.insert(*corner, own);
        }
        normals
    }

    /// Proves an end that was solved at the root; `None` if nothing is known of it.
    pub(super) fn prove(
        &self,
        root: &Search,
        end: End,
        shown: &HoldingForces,
    ) -> Result<Option<ProvedEnd>, SpaceError> {
        let quantity = end.quantity;
        let sign = end.sign;
        let mut first = Some(end);
        let mut open = vec![Node {
            fixed: Fixed::default(),
            above: None,
        }];
        let mut best: Option<Chosen> = None;
        let mut outermost: Option<Rational> = None;
        let mut cases = Vec::new();
        let mut nodes = 0;
        let has_more = self.rough.values().any(|rays| rays.len() > 2);
        let most_halved = HALVED_NODES[usize::from(has_more)];
        while let Some(place) = most_promising(&open) {
            let Node { fixed, above } = open.swap_remove(place);
            let is_known = |bound: &Rational| {
                let is_halved = !fixed.halves.is_empty();
                let is_enough = nodes >= most_halved || is_near(bound, &best);
                is_beaten(bound, &best) || is_halved && is_enough
            };
            let bound = match &above {
                Some((bound, _)) if is_known(bound) => above.clone(),
                _ => None,
            };
            if let Some((bound, velocity)) = bound {
                note(&mut outermost, bound);
                cases.push(Case { fixed, velocity });
                continue;
            }
            nodes += 1;
            if nodes > MOST_NODES {
                return Err(SpaceError::TooManyBranches {
                    body: self.space.name(self.group.group.bodies[0]),
                    branches: MOST_NODES,
                });
            }
            let own;
            let mut fall = None;
            let (search, end) = match first.take() {
                Some(end) => (root, end),
                None => {
                    let hint = best.as_ref().map(|best| &best.value * Rational::from(sign));
                    let (search, end, found) =
                        self.solved(&fixed, shown, (quantity, sign), hint.as_ref())?;
                    own = search;
                    fall = found;
                    (&own, end)
                }
            };
            let Some(pressed) = &end.reached else {
                // No forces of the halves that are fixed hold the group, as far as is known.
                let Some(above) = above else {
                    return Ok(None);
                };
                let (bound, velocity) = without_forces(above, fall, quantity, &best);
                note(&mut outermost, bound);
                cases.push(Case { fixed, velocity });
                continue;
            };
            let bound = end.bound.clone();
            let bound = bound.map(|(bound, velocity)| (bound * Rational::from(sign), velocity));
            if let Some(corner) = self.conflict(search, pressed, &fixed.sides) {
                let count = self.space.contacts.touches[corner].normals.len();
                for side in 0..count {
                    let mut fixed = fixed.clone();
                    fixed.sides.insert(corner, side);
                    let above = bound.clone();
                    open.push(Node { fixed, above });
                }
                continue;
            }
            // No forces of these choices are much better than the best ones.
            if let Some((bound, velocity)) = &bound
                && is_near(bound, &best)
            {
                let (bound, velocity) = outer((bound.clone(), velocity.clone()), above);
                note(&mut outermost, bound);
                cases.push(Case { fixed, velocity });
                continue;
            }
            let is_open = bound.is_none() && pressed.is_stress;
            let chosen = self.chosen(search, &end, pressed, &fixed, shown)?;
            if is_open {
                if let Some(chosen) = chosen {
                    return Ok(Some(ProvedEnd {
                        quantity,
                        forces: chosen.forces,
                        system: chosen.system,
                        bound: None,
                    }));
                }
                let pair = self.widest(search, pressed, &fixed);
                let Some(pair) = pair.filter(|_| nodes < most_halved) else {
                    return Ok(None);
                };
                open.extend(halved(&fixed, pair, None));
                continue;
            }
            let Some(bound) = bound else {
                return Ok(None);
            };
            let (bound, velocity) = outer(bound, above);
            if let Some(chosen) = chosen
                && best.as_ref().is_none_or(|best| chosen.value < best.value)
            {
                best = Some(chosen);
            }
            if nodes < most_halved
                && !is_near(&bound, &best)
                && let Some(pair) = self.widest(search, pressed, &fixed)
            {
                open.extend(halved(&fixed, pair, Some((bound, velocity))));
                continue;
            }
            note(&mut outermost, bound);
            cases.push(Case { fixed, velocity });
        }
        cases.sort_by(|one, other| one.fixed.cmp(&other.fixed));
        Ok(best.zip(outermost).map(|(best, bound)| ProvedEnd {
            quantity,
            forces: best.forces,
            system: best.system,
            bound: Some((bound * Rational::from(sign), cases)),
        }))
    }

    /// An end where this is fixed. Few vectors of narrow cones may hold nothing: then they are
    /// refined, until forces hold the group or a velocity falls.
    fn solved(
        &self,
        fixed: &Fixed,
        shown: &HoldingForces,
        (quantity, sign): (Quantity, i64),
        hint: Option<&Rational>,
    ) -> Result<(Search<'a>, End, Option<Fall>), SpaceError> {
        let search = self.search(fixed, shown);
        let end = search.end(quantity, sign, hint)?;
        if end.reached.is_some() || fixed.halves.is_empty() || !self.smooth.is_empty() {
            return Ok((search, end, None));
        }
        let (search, fall) = search.settled()?;
        if fall.is_some() {
            return Ok((search, end, fall));
        }
        let end = search.end(quantity, sign, hint)?;
        Ok((search, end, None))
    }

    /// The two rays of a corner with friction that bears which have the widest angle between them:
    /// the corner, and the number of the pair.
    fn widest(&self, search: &Search, pressed: &Pressed, fixed: &Fixed) -> Option<(usize, usize)> {
        let sums = search.at_corners(pressed);
        let mut widest: Option<(Rational, (usize, usize))> = None;
        for corner in sums.keys().filter(|corner| self.rough.contains_key(corner)) {
            let count = fixed.halves.get(corner).map_or(0, Vec::len);
            if count == MOST_HALVES {
                continue;
            }
            let rays = self.rays_of(*corner, fixed);
            for (number, [first, second]) in pairs(rays.len()).into_iter().enumerate() {
                let angle = angle(&rays[first], &rays[second]);
                if widest.as_ref().is_none_or(|(known, _)| angle > *known) {
                    widest = Some((angle, (*corner, number)));
                }
            }
        }
        let (_, pair) = widest?;
        Some(pair)
    }

    /// A corner without friction and without a side where several normals bear.
    fn conflict(&self, search: &Search, pressed: &Pressed, sides: &Sides) -> Option<usize> {
        let mut free = self.smooth.iter().copied();
        free.find(|corner| {
            !sides.contains_key(corner) && search.pressing_normals(pressed, *corner).len() > 1
        })
    }

    /// The best forces of one choice that are known: those of an end, if one normal bears each
    /// corner. `None` if nothing presses on a face of which the centre is wanted.
    pub(super) fn chosen(
        &self,
        search: &Search,
        end: &End,
        pressed: &Pressed,
        fixed: &Fixed,
        shown: &HoldingForces,
    ) -> Result<Option<Chosen>, SpaceError> {
        let sides = &fixed.sides;
        let Some(value) = search.reached_value(end) else {
            return Ok(None);
        };
        let sums = search.at_corners(pressed);
        let is_rough = |corner: &&usize| sums.contains_key(corner);
        let bearing: Vec<usize> = self.rough.keys().filter(is_rough).copied().collect();
        if bearing.is_empty()
            && !self
                .smooth
                .iter()
                .any(|own| shown.corners.contains_key(own))
        {
            return Ok(Some(Chosen {
                value,
                forces: search.holding(pressed, &OneNormal::new()),
                system: pressed.is_stress.then(|| shown.clone()),
            }));
        }
        let mut all = sides.clone();
        for corner in &self.smooth {
            if sides.contains_key(corner) {
                continue;
            }
            let normals = &self.space.contacts.touches[*corner].normals;
            let pressing = search.pressing_normals(pressed, *corner);
            let is_own = |normal: &Point| pressing.first() == Some(normal);
            let side = normals.iter().position(is_own).unwrap_or_default();
            all.insert(*corner, side);
        }
        let mut best: Option<Chosen> = None;
        for normals in self.candidates(&sums, !bearing.is_empty(), fixed) {
            let fits = bearing.iter().all(|corner| {
                let friction = self.space.friction(&self.space.contacts.touches[*corner]);
                let forces = &sums[corner];
                normals.get(corner).is_some_and(|normal| {
                    let mut forces = forces.iter();
                    forces.all(|force| is_within(normal, &friction, &integers(force)))
                })
            });
            let single = self.search_of(&all, &normals, None);
            if fits {
                let forces = search.holding(pressed, &normals);
                if let Some(chosen) = self.with_system(&single, value.clone(), forces, pressed)? {
                    return Ok(Some(chosen));
                }
                continue;
            }
            let own = single.nearly(end)?;
            let (Some(own_value), Some(pressed)) = (single.reached_value(&own), &own.reached)
            else {
                continue;
            };
            let is_open = own.bound.is_none() && pressed.is_stress;
            let was_open = end.bound.is_none();
            let is_better = best.as_ref().is_none_or(|best| own_value < best.value);
            if is_open != was_open || !is_better {
                continue;
            }
            let forces = single.holding(pressed, &normals);
            if let Some(chosen) = self.with_system(&single, own_value, forces, pressed)? {
                best = Some(chosen);
            }
        }
        Ok(best)
    }

    /// With a system to which these forces can be added, if they balance each other.
    fn with_system(
        &self,
        single: &Search,
        value: Rational,
        forces: HoldingForces,
        pressed: &Pressed,
    ) -> Result<Option<Chosen>, SpaceError> {
        let mut system = None;
        if pressed.is_stress {
            system = single.any()?;
            if system.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(Chosen {
            value,
            forces,
            system,
        }))
    }

    /// Normals by which corners with friction may bear these forces, and the rays of their normals.
    fn candidates(
        &self,
        sums: &BTreeMap<usize, Vec<Force>>,
        bears: bool,
        fixed: &Fixed,
    ) -> Vec<OneNormal> {
        let mut candidates = Vec::new();
        if bears {
            for bits in NORMAL_BITS {
                candidates.push(self.each_place(|place| {
                    let mut total = Force::default();
                    for (corner, is_turned) in &place.corners {
                        for force in sums.get(corner).into_iter().flatten() {
                            for (total, value) in total.iter_mut().zip(force) {
                                match is_turned {
                                    true => *total -= value,
                                    false => *total += value,
                                }
                            }
                        }
                    }
                    nearest_normal(&place.rays_of(false), &total, bits)
                }));
            }
        }
        if !fixed.halves.is_empty() {
            candidates.dedup();
            return candidates;
        }
        let rays = self.together.iter().map(|place| place.rays_of(false).len());
        for ray in 0..rays.max().unwrap_or(1) {
            candidates.push(self.each_place(|place| {
                let rays = place.rays_of(false);
                Some(rays[ray % rays.len()].clone())
            }));
        }
        candidates.dedup();
        candidates
    }

    /// One normal for all corners of each place.
    fn each_place(&self, normal: impl Fn(&Together) -> Option<Point>) -> OneNormal {
        let mut normals = OneNormal::new();
        for place in &self.together {
            let Some(normal) = normal(place) else {
                continue;
            };
            for (corner, is_turned) in &place.corners {
                normals.insert(*corner, turned(&normal, *is_turned));
            }
        }
        normals
    }

    /// Whether there are corners without friction that may bear.
    pub(super) fn chooses(&self) -> bool {
        !self.smooth.is_empty()
    }

    /// Each way to choose a normal of every corner without friction; `None` if there are too many.
    pub(super) fn all_sides(&self) -> Option<Vec<Sides>> {
        let mut all = vec![Sides::new()];
        for corner in &self.smooth {
            let count = self.space.contacts.touches[*corner].normals.len();
            let mut longer = Vec::with_capacity(count * all.len());
            for sides in &all {
                for side in 0..count {
                    let mut sides = sides.clone();
                    sides.insert(*corner, side);
                    longer.push(sides);
                }
            }
            all = longer;
            if all.len() > ENUMERATED {
                return None;
            }
        }
        Some(all)
    }

    /// The corners that may bear.
    pub(super) fn corners(&self) -> Vec<usize> {
        let mut corners = self.smooth.clone();
        corners.extend(self.rough.keys());
        corners.sort_unstable();
        corners
    }

    /// Forces as a proof has them.
    pub(super) fn written(&self, forces: &HoldingForces) -> ContactForces {
        let written = holding(self.space, forces);
        ContactForces {
            denominator: written.denominator,
            contacts: written.contacts,
            corners: written.corners,
            joints: written.joints,
        }
    }
}

/// The quantity of the forces of a corner along an axis.
pub(super) fn of_corner(touch: usize, component: usize) -> Quantity {
    Quantity {
        thing: Thing::Corner(touch),
        component,
    }
}

fn is_beaten(bound: &Rational, best: &Option<Chosen>) -> bool {
    best.as_ref().is_some_and(|best| *bound >= best.value)
}

/// A velocity that no force resists, behind the work of weights and loads under it.
pub(super) type Fall = (Rational, Motions);

fn note(outermost: &mut Option<Rational>, bound: Rational) {
    if outermost.as_ref().is_none_or(|known| bound < *known) {
        *outermost = Some(bound);
    }
}

/// The better one of a bound of some choices and that of the node above, which holds for them, too.
fn outer(bound: (Rational, Motions), above: Option<(Rational, Motions)>) -> (Rational, Motions) {
    match above {
        Some(above) if above.0 > bound.0 => above,
        _ => bound,
    }
}

/// The places of all pairs of so many vectors.
fn pairs(count: usize) -> Vec<[usize; 2]> {
    let mut pairs = Vec::new();
    for first in 0..count {
        pairs.extend((first + 1..count).map(|second| [first, second]));
    }
    pairs
}

/// The square of the sine of the angle between two vectors, and 2 less it beyond a right angle.
fn angle(one: &Point, other: &Point) -> Rational {
    let across = cross(one, other);
    let squares = dot(one, one) * dot(other, other);
    let angle = Rational::from_integers(dot(&across, &across), squares);
    match dot(one, other) < 0 {
        true => Rational::from(2) - angle,
        false => angle,
    }
}

/// A node with each half of the normals of a corner, by a pair of its rays.
fn halved(
    fixed: &Fixed,
    (corner, pair): (usize, usize),
    above: Option<(Rational, Motions)>,
) -> [Node; 2] {
    [2 * pair, 2 * pair + 1].map(|half| {
        let mut fixed = fixed.clone();
        fixed.halves.entry(corner).or_default().push(half);
        let above = above.clone();
        Node { fixed, above }
    })
}

/// The bound of halves of normals that hold nothing. A fall, added to the velocity of the node
/// above it, proves any bound of a linear quantity; otherwise the bound is that of this node.
fn without_forces(
    above: (Rational, Motions),
    fall: Option<Fall>,
    quantity: Quantity,
    best: &Option<Chosen>,
) -> (Rational, Motions) {
    let (Some((work, fall)), Some(best), false) = (fall, best, quantity.is_ratio()) else {
        return above;
    };
    let (bound, mut velocity) = above;
    let times = (&best.value - bound) / work;
    for (body, own) in &mut velocity {
        for (value, more) in own.iter_mut().zip(&fall[body]) {
            *value += more * &times;
        }
    }
    (best.value.clone(), velocity)
}

/// Whether a bound is almost the best value that is known.
fn is_near(bound: &Rational, best: &Option<Chosen>) -> bool {
    let Some(best) = best else {
        return false;
    };
    let size = (&best.value).abs() + bound.abs();
    &best.value - bound <= size * Rational::power_of_2(-NEAR)
}

/// The node with the least bound, the last of several.
fn most_promising(open: &[Node]) -> Option<usize> {
    let bound = |place: &usize| open[*place].above.as_ref().map(|(bound, _)| bound);
    (0..open.len()).rev().min_by_key(bound)
}

/// Whether a force is 0.
pub(super) fn is_nothing(force: &Force) -> bool {
    force.iter().all(|value| *value == Rational::ZERO)
}
