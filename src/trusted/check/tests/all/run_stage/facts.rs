//! Facts of a step, word for word as the page has them.

use super::plane::{is_negative, q, square, times, zero};
use super::produce::{Producer, bodies_of, components, pin_bodies};
use super::world::{Places, World, half_tangent};
use zwang_certificate::Contact;
use zwang_certificate::run::{Facts, FreeGroup};
use zwang_exact::Rational;
use zwang_scene::{BodyId, Pin};

impl Producer<'_> {
    pub(super) fn facts(
        &self,
        next: &Places,
        pressing: &[Contact],
        arrived: &Places,
        struck: &[Contact],
    ) -> Facts {
        let moved = World {
            scene: self.scene,
            header: self.header,
            now: next.clone(),
            before: self.now.clone(),
        };
        let mut facts = Facts {
            bits: 0,
            penetration: moved.penetration(),
            pin_drift: zero(),
            kinetic: zero(),
            potential: zero(),
            momentum: [zero(), zero()],
            angular_momentum: zero(),
            impact_kinetic: zero(),
            friction: None,
            free: vec![],
            made: pressing
                .iter()
                .filter(|row| !self.pressed.contains(row))
                .copied()
                .collect(),
            lost: self
                .pressed
                .iter()
                .filter(|row| !pressing.contains(row))
                .copied()
                .collect(),
            impacts: vec![],
        };
        let world = self.world();
        let velocities = world.velocities();
        let meets = |row: &&Contact| is_negative(&world.gap_velocity(row, &velocities));
        facts.impacts = facts.made.iter().filter(meets).copied().collect();
        facts.pin_drift = self
            .scene
            .pins
            .iter()
            .map(|pin| self.drift(pin, next))
            .max()
            .unwrap_or_else(zero);
        facts.kinetic = self.kinetic([&self.now, next]);
        for (body, found) in self.scene.bodies.iter().enumerate() {
            let Some(free) = &found.dynamics else {
                continue;
            };
            facts.potential -= &free.mass * self.scene.gravity.dot(&next[body].z);
        }
        let all: Vec<usize> = (0..next.len())
            .filter(|body| self.scene.bodies[*body].dynamics.is_some())
            .collect();
        (facts.momentum, facts.angular_momentum) = self.momenta(&all, [&self.now, next]);
        facts.impact_kinetic =
            self.kinetic([arrived, &self.now]) - self.kinetic([&self.before, &self.now]);
        let pins = (0..self.scene.pins.len()).map(|pin| pin_bodies(self.scene, pin));
        let joined: Vec<[usize; 2]> = pressing
            .iter()
            .chain(struck)
            .map(bodies_of)
            .chain(pins)
            .collect();
        facts.free = self.free_groups(&all, &joined, next);
        facts
    }

    fn drift(&self, pin: &Pin, next: &Places) -> Rational {
        let free = |body: BodyId| Some((body, self.scene.bodies[body].dynamics.as_ref()?));
        let at = |body: Option<BodyId>| match body.and_then(free) {
            None => pin.at.clone(),
            Some((body, free)) => {
                &next[body].z + &times(&next[body].c, &(&pin.at - &free.centroid))
            }
        };
        square(&(&at(Some(pin.first)) - &at(pin.second)))
    }

    fn free_groups(&self, all: &[usize], joined: &[[usize; 2]], next: &Places) -> Vec<FreeGroup> {
        let (mut groups, h) = (vec![], &self.header.step);
        for bodies in components(self.scene, joined, true) {
            let is_held = |[one, other]: &[usize; 2]| {
                (bodies.contains(one) && !all.contains(other))
                    || (bodies.contains(other) && !all.contains(one))
            };
            let in_world = |pin: &Pin| pin.second.is_none() && bodies.contains(&pin.first.0);
            if joined.iter().any(is_held) || self.scene.pins.iter().any(in_world) {
                continue;
            }
            let (momentum, angular_momentum) = self.momenta(&bodies, [&self.now, next]);
            let (before, _) = self.momenta(&bodies, [&self.before, &self.now]);
            let mass: Rational = bodies
                .iter()
                .map(|body| self.mass(*body))
                .fold(zero(), |sum, mass| sum + mass);
            let [x, y] =
                [&self.scene.gravity.x, &self.scene.gravity.y].map(|gravity| gravity * &mass * h);
            let defect = [&momentum[0] - &before[0] - x, &momentum[1] - &before[1] - y];
            groups.push(FreeGroup {
                bodies,
                momentum,
                angular_momentum,
                defect,
            });
        }
        groups
    }

    fn mass(&self, body: usize) -> Rational {
        self.scene.bodies[body]
            .dynamics
            .as_ref()
            .unwrap()
            .mass
            .clone()
    }

    /// Momentum, and angular momentum about the origin, of bodies on their way between two states.
    fn momenta(&self, bodies: &[usize], [from, to]: [&Places; 2]) -> ([Rational; 2], Rational) {
        let (mut momentum, mut angular) = ([zero(), zero()], zero());
        for &body in bodies {
            let free = self.scene.bodies[body].dynamics.as_ref().unwrap();
            let velocity = (&to[body].z - &from[body].z).scaled(&self.header.step.recip());
            momentum[0] += &free.mass * &velocity.x;
            momentum[1] += &free.mass * &velocity.y;
            let spin = q(2, 1) * half_tangent(&to[body].c, &from[body].c) / &self.header.step;
            angular += &free.mass * to[body].z.cross(&velocity) + &free.inertia * spin;
        }
        (momentum, angular)
    }

    fn kinetic(&self, [from, to]: [&Places; 2]) -> Rational {
        let mut kinetic = zero();
        for (body, found) in self.scene.bodies.iter().enumerate() {
            let Some(free) = &found.dynamics else {
                continue;
            };
            let velocity = (&to[body].z - &from[body].z).scaled(&self.header.step.recip());
            let spin = q(2, 1) * half_tangent(&to[body].c, &from[body].c) / &self.header.step;
            kinetic += (&free.mass * square(&velocity) + &free.inertia * &spin * &spin) / q(2, 1);
        }
        kinetic
    }
}
