//! Whether bodies that touch each other can be taken apart: velocities that start to.
//!
//! Let y be a velocity of the bodies and m·u the speed with which a contact of normal m opens at a
//! point. A y that no contact resists, m·u ≥ 0, is a motion to first order only: what slides while
//! it turns may jam. y is *loose* if bodies can really follow it for a while. That is so if at
//! every place where two parts touch
//!
//! * all points open strictly, m·u > 0 for one separating normal m, or
//! * both bodies move as one, or
//! * neither turns but about m, and m·u ≥ 0 for one separating normal m: they shift, or turn in
//!   the plane between them.
//!
//! For if x moves along exp(t y) x, gaps grow like t m·u, or stay 0. In the last case ω ∥ m, so
//! that m·(ω × r) = 0: m·x grows at one constant rate for all points of a body, and a plane of
//! normal m that moves at a rate between both goes on to separate them.
//!
//! Linear programs look for such y: shifts, turns about the normals of contacts, motions of any
//! kind; of one body and of all; those that open as many points as possible. At corners all
//! separating normals resist at first. Then none does, and where the motion that is found is no
//! motion, each of them is tried. For shifts of one body this search is complete, unless it is cut
//! off.

use super::certify::velocity;
use super::contacts::{self, Touch};
use super::error::SpaceError;
use super::linear;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH, cross};
use super::solid::Point;
use malachite::Rational;
use malachite::base::num::basic::traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::space::{HoldingForces, Node, Statics, StaticsClaim, StaticsGroup};
use zwang_program::kernel::number::{from_solver, to_solver};
use zwang_program::{Interval, LinearProgram, LinearRow, Monitor, Options, Polyhedron, Sense};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// Turns are tried about at most so many normals of contacts.
const MOST_AXES: usize = 4;

/// At most so many choices of normals at corners are tried for one kind of motion.
const MOST_CHOICES: usize = 48;

/// A velocity of some bodies that takes them off the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loosening {
    /// The bodies that move, ascending.
    pub bodies: Vec<BodyId>,
    /// (v, ω) of each, about its centroid: the six numbers that a load along it has.
    pub velocities: Vec<[zwang_exact::Rational; 6]>,
    motions: Motions,
}

/// Bodies that touch, the smaller first, each pair once; fixed ones with free ones only.
///
/// # Errors
/// [`SpaceError`] if bodies overlap, or if the monitor is told to stop.
pub fn touching_bodies(scene: &Scene, monitor: &Monitor) -> Result<Vec<[BodyId; 2]>, SpaceError> {
    super::require_no_joints(scene, "interlocking")?;
    let contacts = contacts::find(scene, monitor)?;
    let pairs = contacts.touches.iter().map(Touch::bodies);
    let mut pairs: Vec<[BodyId; 2]> = pairs.map(|pair| pair.map(BodyId)).collect();
    pairs.sort_unstable();
    pairs.dedup();
    Ok(pairs)
}

/// Loose motions of single bodies, one for each that has one; if there are none, one of several
/// bodies together; none if none is found.
///
/// # Errors
/// [`SpaceError`] if bodies overlap, or if the monitor is told to stop.
pub fn loosenings(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<Loosening>, SpaceError> {
    super::require_no_joints(scene, "interlocking")?;
    let contacts = contacts::find(scene, monitor)?;
    let space = SpaceProblem::new(scene, contacts);
    let free = (0..scene.bodies.len()).filter(|body| space.problem.is_free(*body));
    let free: Vec<usize> = free.collect();
    let search = Search {
        space: &space,
        options,
        monitor,
    };
    let mut found = Vec::new();
    for body in &free {
        found.extend(search.of(&[*body])?);
    }
    if found.is_empty() && free.len() > 1 {
        found.extend(search.of(&free)?);
    }
    Ok(found)
}

/// A proof, still to be checked, that nothing resists a velocity of a scene without gravity whose
/// loads push along it.
///
/// # Errors
/// [`SpaceError`] if bodies overlap, or if the monitor is told to stop.
pub fn yields(
    scene: &Scene,
    loosening: &Loosening,
    monitor: &Monitor,
) -> Result<Statics, SpaceError> {
    super::require_no_joints(scene, "interlocking")?;
    let contacts = contacts::find(scene, monitor)?;
    let space = SpaceProblem::new(scene, contacts);
    let mut groups = Vec::new();
    for SpaceGroup { group, .. } in space.groups() {
        let mut motions = Motions::new();
        for body in &group.bodies {
            let still = vec![Rational::ZERO; WIDTH];
            let motion = loosening.motions.get(body);
            motions.insert(*body, motion.cloned().unwrap_or(still));
        }
        let moves = motions.values().flatten().any(|number| *number != 0);
        let claim = if moves {
            StaticsClaim::Falling(velocity(&group.bodies, &motions))
        } else {
            StaticsClaim::Held(vec![Node::Leaf(HoldingForces {
                denominator: BigInt::from(1),
                contacts: Vec::new(),
                rows: Vec::new(),
                corners: Vec::new(),
                bonds: Vec::new(),
                joints: Vec::new(),
            })])
        };
        groups.push(StaticsGroup {
            bodies: group.bodies,
            claim,
        });
    }
    Ok(Statics {
        scene: scene.digest(),
        separations: space.contacts.separations,
        groups,
    })
}

struct Search<'a> {
    space: &'a SpaceProblem<'a>,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// A row in the velocities of bodies: a touch, one of its points and one of its normals.
struct Opening {
    coefficients: Vec<(usize, zwang_exact::Rational)>,
    /// Whether the speed is the same at all points of the touch, and may stay 0.
    may_stay: bool,
}

/// How bodies may move: each along these velocities (v, ω) and their sums.
struct Freedom {
    columns: Vec<[Rational; WIDTH]>,
}

/// Which separating normals resist at corners.
enum Corners {
    /// All of them.
    Resist,
    /// One at each of these touches, at other corners none.
    Chosen(BTreeMap<usize, usize>),
}

impl Corners {
    /// The normals of a touch that resist.
    fn resisting<'a>(&self, index: usize, touch: &'a Touch) -> &'a [Point] {
        match self {
            _ if touch.normals.len() == 1 => &touch.normals,
            Self::Resist => &touch.normals,
            Self::Chosen(chosen) => match chosen.get(&index) {
                Some(normal) => std::slice::from_ref(&touch.normals[*normal]),
                None => &[],
            },
        }
    }
}

impl Freedom {
    fn shifts() -> Self {
        Self::of((0..3).map(unit).collect())
    }

    /// Shifts, and turns about an axis.
    fn turns(axis: &Point) -> Self {
        let mut columns: Vec<_> = (0..3).map(unit).collect();
        let mut turn = unit(0);
        turn[0] = Rational::ZERO;
        for (number, component) in turn[3..].iter_mut().zip(axis) {
            *number = component.into();
        }
        columns.push(turn);
        Self::of(columns)
    }

    fn any() -> Self {
        Self::of((0..WIDTH).map(unit).collect())
    }

    fn of(columns: Vec<[Rational; WIDTH]>) -> Self {
        Self { columns }
    }

    fn width(&self) -> usize {
        self.columns.len()
    }

    fn never_turns(&self) -> bool {
        self.width() == 3
    }

    /// Whether all spins are multiples of a normal.
    fn turns_about(&self, normal: &Point) -> bool {
        let mut columns = self.columns.iter();
        columns.all(|column| is_about(&column[3..], normal))
    }

    /// The velocity with these numbers along the columns.
    fn velocity(&self, numbers: &[zwang_exact::Rational]) -> Vec<Rational> {
        let mut velocity = vec![Rational::ZERO; WIDTH];
        for (column, number) in self.columns.iter().zip(numbers) {
            let number = to_solver(number);
            for (sum, component) in velocity.iter_mut().zip(column) {
                *sum += component * &number;
            }
        }
        velocity
    }
}

fn unit(axis: usize) -> [Rational; WIDTH] {
    let mut column: [Rational; WIDTH] = Default::default();
    column[axis] = Rational::ONE;
    column
}

fn whole(number: i64) -> zwang_exact::Rational {
    zwang_exact::Rational::from_integer(number.into())
}

fn is_still(motion: Option<&Vec<Rational>>) -> bool {
    motion.is_none_or(|motion| motion.iter().all(|number| *number == 0))
}

/// Whether a spin is a multiple of a normal.
fn is_about(spin: &[Rational], normal: &Point) -> bool {
    let normal = normal.each_ref().map(Rational::from);
    let spin = [spin[0].clone(), spin[1].clone(), spin[2].clone()];
    cross(&spin, &normal).iter().all(|number| *number == 0)
}

impl Search<'_> {
    /// A loose motion of these bodies, all others at rest.
    fn of(&self, bodies: &[usize]) -> Result<Option<Loosening>, SpaceError> {
        let mut freedoms = vec![Freedom::shifts(), Freedom::any()];
        for axis in self.axes(bodies) {
            freedoms.push(Freedom::turns(&axis));
        }
        for freedom in &freedoms {
            for point in self.tries(bodies, freedom, &Corners::Resist)? {
                let motions = moved(bodies, freedom, &point);
                if !motions.is_empty() && self.holds_on(&motions).is_none() {
                    return Ok(Some(loosening(motions)));
                }
            }
        }
        for freedom in &freedoms {
            if let Some(found) = self.with_choices(bodies, freedom)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The normals of contacts of these bodies, those of most contacts first, but not too many.
    fn axes(&self, bodies: &[usize]) -> Vec<Point> {
        let mut counts: BTreeMap<Point, usize> = BTreeMap::new();
        for touch in &self.space.contacts.touches {
            let is_of_these = touch.bodies().iter().any(|body| bodies.contains(body));
            let Some(normal) = touch.normal().filter(|_| is_of_these) else {
                continue;
            };
            let opposite = normal.each_ref().map(|component| -component);
            *counts.entry(opposite.max(normal.clone())).or_default() += 1;
        }
        let mut axes: Vec<(Point, usize)> = counts.into_iter().collect();
        axes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        axes.truncate(MOST_AXES);
        axes.into_iter().map(|(axis, _)| axis).collect()
    }

    /// A loose motion if one normal resists at each corner that matters: depth first.
    fn with_choices(
        &self,
        bodies: &[usize],
        freedom: &Freedom,
    ) -> Result<Option<Loosening>, SpaceError> {
        let mut open = vec![BTreeMap::new()];
        let mut choices = 0;
        while let Some(chosen) = open.pop() {
            choices += 1;
            if choices > MOST_CHOICES {
                break;
            }
            let corners = Corners::Chosen(chosen.clone());
            let mut branch = None;
            for point in self.tries(bodies, freedom, &corners)? {
                let motions = moved(bodies, freedom, &point);
                if motions.is_empty() {
                    continue;
                }
                match self.holds_on(&motions) {
                    None => return Ok(Some(loosening(motions))),
                    Some(touch) => branch = branch.or(Some(touch)),
                }
            }
            let Some(touch) = branch else {
                continue;
            };
            let normals = self.space.contacts.touches[touch].normals.len();
            if normals == 1 || chosen.contains_key(&touch) {
                // What a face resists to second order, no choice at corners mends.
                continue;
            }
            for normal in 0..normals {
                let mut chosen = chosen.clone();
                chosen.insert(touch, normal);
                open.push(chosen);
            }
        }
        Ok(None)
    }

    /// Velocities that may be loose.
    fn tries(
        &self,
        bodies: &[usize],
        freedom: &Freedom,
        corners: &Corners,
    ) -> Result<Vec<Vec<zwang_exact::Rational>>, SpaceError> {
        if !freedom.never_turns() {
            return Ok(vec![self.widest(bodies, freedom, corners)?]);
        }
        // Two directions of no meaning: a cone other than 0 goes beyond 0 along one of them.
        let mut tries = Vec::with_capacity(2);
        for sign in [1, -1] {
            let objective = (0..freedom.width() * bodies.len()).map(|index| {
                let index = i64::try_from(index).unwrap_or_default();
                sign * ((index * 7919 + 4) % 101 - 50)
            });
            let openings = self.openings(bodies, freedom, corners);
            tries.push(self.best(openings, objective.collect())?);
        }
        Ok(tries)
    }

    /// All rows of touches with one of these bodies.
    fn openings(&self, bodies: &[usize], freedom: &Freedom, corners: &Corners) -> Vec<Opening> {
        let mut openings = Vec::new();
        for (index, touch) in self.space.contacts.touches.iter().enumerate() {
            if !touch.bodies().iter().any(|body| bodies.contains(body)) {
                continue;
            }
            for normal in corners.resisting(index, touch) {
                let may_stay = freedom.turns_about(normal);
                for point in &touch.points {
                    let coefficients = self.opening(bodies, freedom, touch, normal, point);
                    openings.push(Opening {
                        coefficients,
                        may_stay,
                    });
                    if may_stay {
                        break;
                    }
                }
            }
        }
        openings
    }

    /// The speed at which a touch opens at a point, by the numbers along the columns of bodies.
    fn opening(
        &self,
        bodies: &[usize],
        freedom: &Freedom,
        touch: &Touch,
        normal: &Point,
        point: &[Rational; 3],
    ) -> Vec<(usize, zwang_exact::Rational)> {
        let normal = normal.each_ref().map(Rational::from);
        let mut coefficients = Vec::new();
        for (body, sign) in touch.bodies().into_iter().zip([-1, 1]) {
            let Some(place) = bodies.iter().position(|own| *own == body) else {
                continue;
            };
            let arm = self.space.arm(body, point);
            let torque = cross(&arm, &normal);
            for (offset, column) in freedom.columns.iter().enumerate() {
                let mut speed = Rational::ZERO;
                for (number, component) in normal.iter().chain(&torque).zip(column) {
                    speed += number * component;
                }
                if speed != 0 {
                    let speed = speed * Rational::from(sign);
                    let index = freedom.width() * place + offset;
                    coefficients.push((index, from_solver(&speed)));
                }
            }
        }
        coefficients
    }

    /// The greatest value of an objective over velocities of at most 1.
    fn best(
        &self,
        openings: Vec<Opening>,
        objective: Vec<i64>,
    ) -> Result<Vec<zwang_exact::Rational>, SpaceError> {
        let rows = openings.into_iter();
        let rows = rows.map(|opening| LinearRow {
            coefficients: opening.coefficients,
            range: Interval::nonnegative(),
        });
        let bounds = vec![Interval::between(whole(-1), whole(1)); objective.len()];
        let feasible = Polyhedron {
            bounds,
            rows: rows.collect(),
        };
        let program = LinearProgram {
            sense: Sense::Maximise,
            objective: objective.into_iter().map(whole).collect(),
            feasible,
        };
        linear::optimum(&program, self.options, self.monitor)
    }

    /// The velocity that opens most points, of those that have to open. Each counts as far as a
    /// rate that is small for velocities up to 1, so that all open if they can together.
    fn widest(
        &self,
        bodies: &[usize],
        freedom: &Freedom,
        corners: &Corners,
    ) -> Result<Vec<zwang_exact::Rational>, SpaceError> {
        let openings = self.openings(bodies, freedom, corners);
        let count = freedom.width() * bodies.len();
        let enough = zwang_exact::Rational::new(1.into(), (1 << 20).into());
        let mut bounds = vec![Interval::between(whole(-1), whole(1)); count];
        let mut objective = vec![whole(0); count];
        let mut rows = Vec::with_capacity(openings.len());
        for opening in openings {
            let mut coefficients = opening.coefficients;
            if !opening.may_stay {
                coefficients.push((bounds.len(), whole(-1)));
                bounds.push(Interval::between(whole(0), enough.clone()));
                objective.push(whole(1));
            }
            rows.push(LinearRow {
                coefficients,
                range: Interval::nonnegative(),
            });
        }
        let program = LinearProgram {
            sense: Sense::Maximise,
            objective,
            feasible: Polyhedron { bounds, rows },
        };
        let mut point = linear::optimum(&program, self.options, self.monitor)?;
        point.truncate(count);
        Ok(point)
    }

    /// The first touch that does not let go, of corners before faces.
    fn holds_on(&self, motions: &Motions) -> Option<usize> {
        let touches = self.space.contacts.touches.iter().enumerate();
        let held = touches.filter(|(_, touch)| !self.lets_go(touch, motions));
        let mut held: Vec<(usize, &Touch)> = held.collect();
        held.sort_by_key(|(_, touch)| touch.normals.len() == 1);
        held.first().map(|(index, _)| *index)
    }

    fn lets_go(&self, touch: &Touch, motions: &Motions) -> bool {
        let [first, second] = touch.bodies().map(|body| motions.get(&body));
        if is_still(first) && is_still(second) {
            return true;
        }
        let mut velocities = Vec::with_capacity(touch.points.len());
        for point in &touch.points {
            velocities.push(self.space.relative(motions, touch.bodies(), point));
        }
        let opens = touch.normals.iter().any(|normal| {
            let mut speeds = velocities.iter();
            speeds.all(|velocity| super::corner::along(normal, velocity) > 0)
        });
        if opens {
            return true;
        }
        let spins = [first, second].map(|motion| match motion {
            Some(motion) => motion[3..].to_vec(),
            None => vec![Rational::ZERO; 3],
        });
        if spins[0] == spins[1] && self.moves_as_one(touch, motions) {
            return true;
        }
        touch.normals.iter().any(|normal| {
            let mut speeds = velocities.iter();
            spins.iter().all(|spin| is_about(spin, normal))
                && speeds.all(|velocity| super::corner::along(normal, velocity) >= 0)
        })
    }

    /// Whether bodies of equal spin have equal velocities at a point, and so everywhere.
    fn moves_as_one(&self, touch: &Touch, motions: &Motions) -> bool {
        let relative = self
            .space
            .relative(motions, touch.bodies(), &touch.points[0]);
        relative.iter().all(|number| *number == 0)
    }
}

/// The velocities of the bodies that move.
fn moved(bodies: &[usize], freedom: &Freedom, numbers: &[zwang_exact::Rational]) -> Motions {
    let mut motions = Motions::new();
    for (body, own) in bodies.iter().zip(numbers.chunks(freedom.width())) {
        let velocity = freedom.velocity(own);
        if velocity.iter().any(|number| *number != 0) {
            motions.insert(*body, velocity);
        }
    }
    motions
}

fn loosening(motions: Motions) -> Loosening {
    let mut loosening = Loosening {
        bodies: Vec::new(),
        velocities: Vec::new(),
        motions: BTreeMap::new(),
    };
    for (body, velocity) in &motions {
        loosening.bodies.push(BodyId(*body));
        let numbers = std::array::from_fn(|index| from_solver(&velocity[index]));
        loosening.velocities.push(numbers);
    }
    loosening.motions = motions;
    loosening
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_scene::read::{Syntax, space};

    fn scene(bodies: &str) -> Scene {
        let text = format!("format = \"zwang-space-1\"\nname = \"s\"\nbody = [{bodies}]");
        space::parse(&text, Syntax::Toml).unwrap().scene
    }

    fn cuboid(name: &str, center: &str, size: &str, fixed: bool) -> String {
        format!(
            "{{ name = \"{name}\", box = {{ center = [{center}], size = [{size}] }}, fixed = {fixed} }}"
        )
    }

    fn found(bodies: &[String]) -> Vec<Loosening> {
        let scene = scene(&bodies.join(","));
        loosenings(&scene, &Options::default(), &Monitor::default()).unwrap()
    }

    /// A drawer slides out along one axis only; between six walls nothing does.
    #[test]
    fn a_drawer_slides_out_and_a_box_in_a_box_does_not() {
        let mut all = vec![cuboid("drawer", "0, 0, 0", "2, 2, 2", false)];
        for (name, center, size) in [
            ("left", "-2, 0, 0", "2, 2, 2"),
            ("right", "2, 0, 0", "2, 2, 2"),
            ("front", "0, -2, 0", "2, 2, 2"),
            ("back", "0, 2, 0", "2, 2, 2"),
            ("below", "0, 0, -2", "2, 2, 2"),
        ] {
            all.push(cuboid(name, center, size, true));
        }
        let open = found(&all);
        assert_eq!(open.len(), 1);
        let [x, y, z, ..] = &open[0].velocities[0];
        let zero = zwang_exact::Rational::default();
        assert_eq!([x, y], [&zero, &zero]);
        assert!(*z > zero);
        all.push(cuboid("above", "0, 0, 2", "2, 2, 2", true));
        assert!(found(&all).is_empty());
    }

    /// A box on a floor can be shifted, and lifted.
    #[test]
    fn a_box_on_a_floor_is_loose() {
        let all = [
            cuboid("floor", "0, 0, -1", "8, 8, 2", true),
            cuboid("box", "0, 0, 1", "2, 2, 2", false),
        ];
        let open = found(&all);
        assert_eq!(open[0].bodies, [BodyId(1)]);
    }

    /// Posts at the four upright edges of a cube let it go sideways and between them, along one
    /// of the planes at each edge.
    #[test]
    fn posts_at_the_edges_of_a_cube_let_it_shift() {
        let mut all = vec![cuboid("cube", "0, 0, 0", "2, 2, 2", false)];
        for (x, y) in [(2, 2), (-2, 2), (2, -2), (-2, -2)] {
            let center = format!("{x}, {y}, 0");
            all.push(cuboid(&format!("post {center}"), &center, "2, 2, 2", true));
        }
        all.push(cuboid("floor", "0, 0, -2", "8, 8, 2", true));
        all.push(cuboid("ceiling", "0, 0, 2", "8, 8, 2", true));
        let open = found(&all);
        assert_eq!(open[0].bodies, [BodyId(0)]);
        let [x, y, z, turn @ ..] = &open[0].velocities[0];
        let zero = zwang_exact::Rational::default();
        // Straight through one of the four gaps.
        assert_eq!((x * y, z), (zero.clone(), &zero));
        assert!(x != y && turn.iter().all(|number| *number == zero));
        // Two walls close the gaps along x, the next two those along y.
        for (index, size) in [(0, "2, 2, 2"), (1, "2, 2, 2")] {
            for side in [-2, 2] {
                let mut center = ["0"; 3].map(str::to_owned);
                center[index] = side.to_string();
                let center = center.join(", ");
                all.push(cuboid(&format!("wall {center}"), &center, size, true));
            }
            assert_eq!(found(&all).is_empty(), index == 1);
        }
    }

    /// Four studs around a square, each beside the middle of its face on this side.
    fn studs(side: i64) -> [String; 4] {
        let along_x = "2, 1, 2";
        let along_y = "1, 2, 2";
        let places = [
            (3, side, along_x),
            (-side, 3, along_y),
            (-3, -side, along_x),
            (side, -3, along_y),
        ];
        places.map(|(x, y, size)| {
            let center = format!("{x}, {y}, 0");
            cuboid(&format!("stud {center}"), &center, size, true)
        })
    }

    /// A square peg between four studs, a floor and a ceiling can turn one way, as each stud is on
    /// the same side of the middle of its face. With studs on both sides it cannot.
    #[test]
    fn a_peg_between_studs_turns_one_way() {
        let mut all = vec![cuboid("peg", "0, 0, 0", "4, 4, 2", false)];
        all.push(cuboid("floor", "0, 0, -2", "9, 9, 2", true));
        all.push(cuboid("ceiling", "0, 0, 2", "9, 9, 2", true));
        all.extend(studs(1));
        let open = found(&all);
        assert_eq!(open.len(), 1, "{open:?}");
        let [.., x, y, turn] = &open[0].velocities[0];
        let zero = zwang_exact::Rational::default();
        assert_eq!([x, y], [&zero, &zero]);
        // Seen from inside, each stud is left of the middle of its side, which recedes to the left.
        assert!(*turn > zero, "{turn}");
        all.extend(studs(-1));
        assert!(found(&all).is_empty());
    }
}
