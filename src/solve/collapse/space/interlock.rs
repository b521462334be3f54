//! Whether bodies that touch each other can be taken apart: velocities that start to.
//!
//! Let y be a velocity of the bodies and m·u the speed with which a contact of normal m opens at a
//! point. A y that no contact resists, m·u ≥ 0, is a motion to first order only: what slides while
//! it turns may jam. y is *loose* if bodies can really follow it for a while. That is so if at
//! every place where two parts touch
//!
//! * all points open strictly, m·u > 0 for one separating normal m, or
//! * both bodies move as one, or
//! * both only shift, and do not turn: then the plane that separates them goes on to do so.
//!
//! For if x moves along exp(t y) x, gaps grow like t m·u, stay 0, or are those of two parts on
//! either side of one plane. Linear programs look for such y: shifts of one body, shifts of all,
//! motions of one body and of all that open as many points as possible. At corners all separating
//! normals are taken as resisting, so that some loose motions are not found.

use super::certify::velocity;
use super::contacts::{self, Touch};
use super::error::SpaceError;
use super::rows::{Motions, SpaceGroup, SpaceProblem, WIDTH, cross};
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::collections::BTreeMap;
use zwang_certificate::BigInt;
use zwang_certificate::space::{HoldingForces, Node, Statics, StaticsClaim, StaticsGroup};
use zwang_program::kernel::number::from_solver;
use zwang_program::{Interval, LinearOutcome, LinearProgram, LinearRow, Sense};
use zwang_program::{Monitor, Options, Polyhedron, ProgramError};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

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
}

impl Search<'_> {
    /// A loose motion of these bodies, all others at rest.
    fn of(&self, bodies: &[usize]) -> Result<Option<Loosening>, SpaceError> {
        // Two directions of no meaning: a cone other than 0 goes beyond 0 along one of them.
        for sign in [1, -1] {
            let objective = (0..3 * bodies.len()).map(|index| {
                let index = i64::try_from(index).unwrap_or_default();
                sign * ((index * 7919 + 4) % 101 - 50)
            });
            let found = self.best(bodies, 3, objective.collect())?;
            if let Some(loosening) = self.loose(bodies, 3, &found) {
                return Ok(Some(loosening));
            }
        }
        let found = self.widest(bodies)?;
        Ok(self.loose(bodies, WIDTH, &found))
    }

    /// All rows of touches with one of these bodies, of the first `width` numbers of each.
    fn openings(&self, bodies: &[usize], width: usize) -> Vec<Opening> {
        let mut openings = Vec::new();
        for touch in &self.space.contacts.touches {
            if !touch.bodies().iter().any(|body| bodies.contains(body)) {
                continue;
            }
            for normal in &touch.normals {
                let normal = normal.each_ref().map(Rational::from);
                for point in &touch.points {
                    let mut coefficients = Vec::new();
                    for (body, sign) in touch.bodies().into_iter().zip([-1, 1]) {
                        let Some(place) = bodies.iter().position(|own| *own == body) else {
                            continue;
                        };
                        let arm = self.space.arm(body, point);
                        let torque = cross(&arm, &normal);
                        let numbers = normal.iter().chain(&torque).take(width).enumerate();
                        for (offset, number) in numbers {
                            if *number != 0 {
                                let number = number * Rational::from(sign);
                                coefficients.push((width * place + offset, from_solver(&number)));
                            }
                        }
                    }
                    openings.push(Opening { coefficients });
                    if width == 3 {
                        break;
                    }
                }
            }
        }
        openings
    }

    /// The greatest value of an objective over velocities of at most 1.
    fn best(
        &self,
        bodies: &[usize],
        width: usize,
        objective: Vec<i64>,
    ) -> Result<Vec<zwang_exact::Rational>, SpaceError> {
        let rows = self.openings(bodies, width).into_iter();
        let rows = rows.map(|opening| LinearRow {
            coefficients: opening.coefficients,
            range: Interval::nonnegative(),
        });
        let whole = |number: i64| zwang_exact::Rational::from_integer(number.into());
        let bounds = vec![Interval::between(whole(-1), whole(1)); objective.len()];
        let feasible = Polyhedron {
            bounds,
            rows: rows.collect(),
        };
        self.solved(&LinearProgram {
            sense: Sense::Maximise,
            objective: objective.into_iter().map(whole).collect(),
            feasible,
        })
    }

    /// The velocity that opens most points, each by at most 1.
    fn widest(&self, bodies: &[usize]) -> Result<Vec<zwang_exact::Rational>, SpaceError> {
        let openings = self.openings(bodies, WIDTH);
        let count = WIDTH * bodies.len();
        let whole = |number: i64| zwang_exact::Rational::from_integer(number.into());
        let mut bounds = vec![Interval::between(whole(-1), whole(1)); count];
        let mut objective = vec![whole(0); count];
        let mut rows = Vec::with_capacity(openings.len());
        for (index, opening) in openings.into_iter().enumerate() {
            bounds.push(Interval::between(whole(0), whole(1)));
            objective.push(whole(1));
            let mut coefficients = opening.coefficients;
            coefficients.push((count + index, whole(-1)));
            rows.push(LinearRow {
                coefficients,
                range: Interval::nonnegative(),
            });
        }
        let mut point = self.solved(&LinearProgram {
            sense: Sense::Maximise,
            objective,
            feasible: Polyhedron { bounds, rows },
        })?;
        point.truncate(count);
        Ok(point)
    }

    fn solved(&self, program: &LinearProgram) -> Result<Vec<zwang_exact::Rational>, SpaceError> {
        match program.solve(self.options, self.monitor) {
            Ok(LinearOutcome::Optimal(solution)) => Ok(solution.point),
            Ok(_) => unreachable!("rest is feasible, and all is bounded"),
            Err(ProgramError::Interrupted(interrupted)) => Err(interrupted.into()),
            Err(_) => unreachable!("the program is one"),
        }
    }

    /// The velocity if it is loose and not 0.
    fn loose(
        &self,
        bodies: &[usize],
        width: usize,
        numbers: &[zwang_exact::Rational],
    ) -> Option<Loosening> {
        let mut motions = Motions::new();
        let mut loosening = Loosening {
            bodies: Vec::new(),
            velocities: Vec::new(),
            motions: BTreeMap::new(),
        };
        for (body, own) in bodies.iter().zip(numbers.chunks(width)) {
            let mut velocity: [zwang_exact::Rational; 6] = Default::default();
            velocity[..width].clone_from_slice(own);
            if own
                .iter()
                .all(|number| *number == zwang_exact::Rational::default())
            {
                continue;
            }
            let numbers = velocity
                .iter()
                .map(zwang_program::kernel::number::to_solver);
            motions.insert(*body, numbers.collect());
            loosening.bodies.push(BodyId(*body));
            loosening.velocities.push(velocity);
        }
        let mut touches = self.space.contacts.touches.iter();
        let is_loose = !motions.is_empty() && touches.all(|touch| self.lets_go(touch, &motions));
        loosening.motions = motions;
        is_loose.then_some(loosening)
    }

    fn lets_go(&self, touch: &Touch, motions: &Motions) -> bool {
        let [first, second] = touch.bodies().map(|body| motions.get(&body));
        let is_still = |motion: Option<&Vec<Rational>>| {
            motion.is_none_or(|motion| motion.iter().all(|number| *number == 0))
        };
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
        let do_not_turn = spins.iter().flatten().all(|number| *number == 0);
        do_not_turn
            && touch.normals.iter().any(|normal| {
                let mut speeds = velocities.iter();
                speeds.all(|velocity| super::corner::along(normal, velocity) >= 0)
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
}
