//! The bodies of a scene as the audit sees them: arms about the centroid, masses, pins, exactly.

use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_exact::Vector;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{Body, BodyId, Scene};

/// A scene, its lengths exact rationals and also integers over one unit.
pub(crate) struct Shape<'a> {
    pub(crate) scene: &'a Scene,
    /// L: all arms are whole multiples of 1/L.
    pub(crate) unit: Integer,
    pub(crate) bodies: Vec<BodyShape>,
    /// The bodies that move, ascending.
    pub(crate) free: Vec<BodyId>,
    /// For each pin its arms on the first body and on the second, or its place in the world.
    pub(crate) pins: Vec<[[Rational; 2]; 2]>,
    pub(crate) gravity: [Rational; 2],
}

/// A body. The arms of a fixed one are its vertices.
pub(crate) struct BodyShape {
    /// Place among the free bodies.
    pub(crate) place: Option<usize>,
    /// L times the arms of each part.
    pub(crate) parts: Vec<Vec<[Integer; 2]>>,
    /// The arms that matter for largest distances, m: all of them.
    pub(crate) arms: Vec<[Rational; 2]>,
    /// m, I and the centroid in the scene file.
    pub(crate) mass: Option<Mass>,
    /// At least the longest arm, m.
    pub(crate) radius: Rational,
}

pub(crate) struct Mass {
    pub(crate) mass: Rational,
    pub(crate) inertia: Rational,
    pub(crate) centroid: [Rational; 2],
}

impl<'a> Shape<'a> {
    pub(crate) fn new(scene: &'a Scene) -> Self {
        let arms: Vec<Vec<Vec<[Rational; 2]>>> = scene.bodies.iter().map(arms).collect();
        let numbers = arms.iter().flatten().flatten().flatten();
        let unit = Integer::from(numbers.fold(Natural::ONE, |unit, number| {
            unit.lcm(number.denominator_ref())
        }));
        let mut places = 0..;
        let shapes = scene.bodies.iter().zip(arms);
        let bodies: Vec<BodyShape> = shapes
            .map(|(body, arms)| {
                let place = body.dynamics.as_ref().and_then(|_| places.next());
                BodyShape::new(body, arms, &unit, place)
            })
            .collect();
        let free = (0..bodies.len())
            .filter(|&body| bodies[body].mass.is_some())
            .collect();
        let arm = |body: Option<BodyId>, at: &Vector| match body
            .and_then(|body| scene.bodies[body].dynamics.as_ref())
        {
            Some(free) => point(&(at - &free.centroid)),
            None => point(at),
        };
        let pins = scene
            .pins
            .iter()
            .map(|pin| [arm(Some(pin.first), &pin.at), arm(pin.second, &pin.at)])
            .collect();
        Self {
            scene,
            unit,
            bodies,
            free,
            pins,
            gravity: point(&scene.gravity),
        }
    }

    /// The free bodies with their masses.
    pub(crate) fn masses(&self) -> impl Iterator<Item = (&BodyShape, &Mass)> {
        self.free
            .iter()
            .filter_map(|&body| Some((&self.bodies[body], self.bodies[body].mass.as_ref()?)))
    }
}

impl BodyShape {
    fn new(
        body: &Body,
        arms: Vec<Vec<[Rational; 2]>>,
        unit: &Integer,
        place: Option<usize>,
    ) -> Self {
        let whole = |number: &Rational| times(number, unit);
        let parts = arms
            .iter()
            .map(|part| part.iter().map(|arm| arm.each_ref().map(whole)).collect())
            .collect();
        let arms: Vec<[Rational; 2]> = arms.into_iter().flatten().collect();
        let mass = body.dynamics.as_ref().map(|free| Mass {
            mass: to_solver(&free.mass),
            inertia: to_solver(&free.inertia),
            centroid: point(&free.centroid),
        });
        // |x| + |y| is at least the length.
        let size = |arm: &[Rational; 2]| {
            arm.iter().fold(Rational::ZERO, |sum, part| {
                if *part < 0 { sum - part } else { sum + part }
            })
        };
        let radius = arms.iter().map(size).max().unwrap_or_default();
        Self {
            place,
            parts,
            arms,
            mass,
            radius,
        }
    }
}

/// A number times a multiple of its denominator.
fn times(number: &Rational, multiple: &Integer) -> Integer {
    let magnitude =
        number.numerator_ref() * (multiple.unsigned_abs_ref() / number.denominator_ref());
    Integer::from_sign_and_abs(*number >= 0, magnitude)
}

fn point(vector: &Vector) -> [Rational; 2] {
    [&vector.x, &vector.y].map(to_solver)
}

fn arms(body: &Body) -> Vec<Vec<[Rational; 2]>> {
    let origin = body
        .dynamics
        .as_ref()
        .map_or_else(Vector::zero, |free| free.centroid.clone());
    body.parts
        .iter()
        .map(|part| {
            part.vertices()
                .iter()
                .map(|vertex| point(&(vertex - &origin)))
                .collect()
        })
        .collect()
}
