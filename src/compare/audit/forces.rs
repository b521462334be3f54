//! Given contact forces, held against the motion and against the contacts.
//!
//! The forces listed at a time acted in the step that led there. Newton's law asks for m (a - g) =
//! Σ F and I α = Σ (p - z) × F with a = (v - v⁻)/h and α = (ω - ω⁻)/h, z being the centroid at that
//! time, and the scene's loads among the forces. A contact may only press: along the normal of the
//! edge, or along the vector between the cores of rounded parts, that separates the two bodies best
//! there, from the second body into the first, its force must be ≥ 0; the rest of it, along the
//! edge, is friction, which must be at most μ times as large; and there must be no gap. If the
//! bodies slide there before and after the step, faster than a share of the scene's speed and by
//! more than an integrator of first order does where they stick, h Σ ω² R, friction must be μ times
//! as large and against the slip.

use crate::enclosure::{Enclosure, Length};
use crate::figure::Longest;
use crate::penetration::{Nearest, Normal, separation};
use crate::pose::{Pose, Vertices, turned};
use crate::shape::Shape;
use crate::table::Contact;
use crate::vector::{Vector, cross, difference, dot, exact, scaled, sum};
use crate::velocity::Velocity;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;
use std::cmp::Ordering;
use std::ops::Neg;
use zwang_certificate::PartId;
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// The largest residuals of a state, each with its bodies.
pub(crate) struct ForceFigures {
    pub(crate) newton: Longest,
    pub(crate) torque: Longest,
    pub(crate) pull: Longest,
    pub(crate) friction: Longest,
    pub(crate) slip: Longest,
    pub(crate) gap: Longest,
}

/// The means of measuring forces.
pub(crate) struct ForceStage<'a> {
    pub(crate) shape: &'a Shape<'a>,
    pub(crate) poses: &'a [Pose],
    pub(crate) vertices: &'a Vertices,
    pub(crate) before: &'a [Velocity],
    pub(crate) after: &'a [Velocity],
    pub(crate) duration: Rational,
    /// Slips up to this speed are none, m/s.
    pub(crate) least_slip: &'a Rational,
}

impl ForceStage<'_> {
    pub(crate) fn figures(&self, contacts: &[Contact]) -> ForceFigures {
        let mut figures = ForceFigures {
            newton: Longest::none(),
            torque: Longest::none(),
            pull: Longest::none(),
            friction: Longest::none(),
            slip: Longest::none(),
            gap: Longest::none(),
        };
        for (place, &body) in self.shape.free.iter().enumerate() {
            let [newton, torque] = self.residuals(place, body, contacts);
            figures.newton.raise(newton, &[body]);
            figures.torque.raise(torque, &[body]);
        }
        for contact in contacts {
            let is_idle = contact.force.iter().all(|part| *part == 0);
            if is_idle {
                continue;
            }
            let Some([pull, friction, slip, gap]) = self.contact(contact) else {
                continue;
            };
            figures.pull.raise(pull, &contact.bodies);
            figures.friction.raise(friction, &contact.bodies);
            figures.slip.raise(slip, &contact.bodies);
            figures.gap.raise(gap, &contact.bodies);
        }
        figures
    }

    /// |m (a - g) - Σ F| and |I α - Σ (p - z) × F|.
    fn residuals(&self, place: usize, body: BodyId, contacts: &[Contact]) -> [Length; 2] {
        let Some(mass) = &self.shape.bodies[body].mass else {
            return [Length::zero(), Length::zero()];
        };
        let old = &self.before[place];
        let new = &self.after[place];
        let change = difference(&new.linear, &old.linear);
        let pull = &self.shape.pulls[place];
        let rate = &mass.mass / &self.duration;
        let mut force = difference(&scaled(&change, &rate), &pull.force);
        let mut torque = Rational::ZERO;
        for contact in contacts {
            let mut acting = contact.force.clone();
            let [first, second] = contact.bodies;
            if second == body {
                acting = acting.map(Neg::neg);
            } else if first != body {
                continue;
            }
            let centroid = &self.poses[place].centroid;
            let lever = difference(&contact.point, centroid);
            torque += cross(&lever, &acting);
            force = difference(&force, &acting);
        }
        let factor = &mass.inertia / &self.duration;
        let turning = (&new.spin - &old.spin).scaled(&factor);
        let driven = &turning - &pull.torque(&self.poses[place].rotation);
        let rest = &driven - &Enclosure::exact(torque);
        let force = exact(&force);
        let squared = rest.squared();
        [Length::of(&force), Length { squared }]
    }

    /// How much a contact pulls, by how much more of it is along the edge than friction allows, how
    /// far it is from the friction of a contact that slides, and how wide the gap is. `None` if
    /// cores of rounded parts overlap, so that there is no normal.
    fn contact(&self, contact: &Contact) -> Option<[Length; 4]> {
        let nearest = self.nearest(contact.bodies)?;
        let normal = self.normal(&nearest, contact.bodies);
        let force = exact(&contact.force);
        let along = dot(&force, &normal);
        let across = cross(&force, &normal);
        let pressing = Enclosure::zero().max(along.clone());
        let pulling = Enclosure {
            low: along.low.min(Rational::ZERO),
            high: along.high.min(Rational::ZERO),
        };
        let edge = Length::of(&normal).squared;
        let pull = over_edge(pulling.squared(), &edge);
        let excess = self.beyond_friction(contact.bodies, &pressing, &across);
        let friction = over_edge(excess.squared(), &edge);
        let off = self.off_slip(contact, &normal, &pressing, &across);
        let slip = over_edge(off.squared(), &edge);
        let mut gap = Length::zero();
        if nearest.outside {
            gap.squared = nearest.squared;
        }
        Some([pull, friction, slip, gap])
    }

    /// How far a force along an edge is from what a contact that slides has; 0 if it does not.
    fn off_slip(
        &self,
        contact: &Contact,
        normal: &Vector<Enclosure>,
        pressing: &Enclosure,
        across: &Enclosure,
    ) -> Enclosure {
        let [first, second] = contact.bodies;
        let friction = to_solver(&self.shape.scene.friction.between(first, second));
        let mut bound = pressing.scaled(&friction);
        match self.slip(contact, normal) {
            None => return Enclosure::zero(),
            Some(Ordering::Less) => bound = &Enclosure::zero() - &bound,
            Some(_) => {}
        }
        across + &bound
    }

    /// Which way the first body slides on the second one, by the sign of the cross product of its
    /// relative velocity and the normal.
    fn slip(&self, contact: &Contact, normal: &Vector<Enclosure>) -> Option<Ordering> {
        let mut slack = self.least_slip.clone();
        for body in contact.bodies {
            let Some(place) = self.shape.bodies[body].place else {
                continue;
            };
            for velocities in [self.before, self.after] {
                let spin = velocities[place].spin.middle();
                slack += &spin * &spin * &self.shape.bodies[body].radius * &self.duration;
            }
        }
        // Normals are as long as their edges, or as the way between cores.
        let normal = normal.each_ref().map(Enclosure::middle);
        let slack_squared = &slack * &slack * dot(&normal, &normal);
        let [before, after] = [self.before, self.after].map(|velocities| {
            let relative = self.relative_velocity(contact, velocities);
            cross(&relative, &normal)
        });
        let is_slip = |slip: &Rational| slip * slip > slack_squared;
        let have_one_sign = (before > 0) == (after > 0);
        let slides = is_slip(&before) && is_slip(&after) && have_one_sign;
        slides.then(|| after.cmp(&Rational::ZERO))
    }

    /// The velocity of the first body at a contact, relative to the second one.
    fn relative_velocity(&self, contact: &Contact, velocities: &[Velocity]) -> Vector {
        let [first, second] = contact.bodies.map(|body| {
            let Some(place) = self.shape.bodies[body].place else {
                return [Rational::ZERO, Rational::ZERO];
            };
            let [x, y] = difference(&contact.point, &self.poses[place].centroid);
            let velocity = &velocities[place];
            let spin = velocity.spin.middle();
            sum(&velocity.linear, &[-(y * &spin), x * spin])
        });
        difference(&first, &second)
    }

    /// By how much the size of a force along an edge is larger than the friction of two bodies
    /// times the force that presses; at least 0.
    fn beyond_friction(
        &self,
        [first, second]: [BodyId; 2],
        pressing: &Enclosure,
        across: &Enclosure,
    ) -> Enclosure {
        let friction = self.shape.scene.friction.between(first, second);
        let bound = pressing.scaled(&to_solver(&friction));
        let forwards = across - &bound;
        let opposite = &Enclosure::zero() - across;
        let backwards = &opposite - &bound;
        Enclosure::zero().max(forwards.max(backwards))
    }

    /// The least separated of all pairs of parts of two bodies, by what separates it best.
    fn nearest(&self, bodies: [BodyId; 2]) -> Option<Nearest> {
        let mut nearest: Option<Nearest> = None;
        for one in self.parts(bodies[0]) {
            for other in self.parts(bodies[1]) {
                let pair = [one, other];
                let next = separation(self.shape, self.poses, self.vertices, pair)?;
                match &nearest {
                    Some(nearest) if !nearest.is_farther_than(&next) => {}
                    _ => nearest = Some(next),
                }
            }
        }
        nearest
    }

    fn parts(&self, body: BodyId) -> impl Iterator<Item = PartId> {
        let count = self.shape.bodies[body].parts.len();
        (0..count).map(move |part| PartId { body: body.0, part })
    }

    /// The normal from the second body into the first: as long as the edge, or as the way between
    /// cores.
    fn normal(&self, nearest: &Nearest, bodies: [BodyId; 2]) -> Vector<Enclosure> {
        let (owner, edge) = match &nearest.normal {
            Normal::Edge(owner, edge) => (*owner, *edge),
            Normal::Between([first, _], between) => {
                let mut normal = (**between).clone();
                if BodyId(first.body) == bodies[0] {
                    normal = normal.map(|part| part.scaled(&Rational::from(-1)));
                }
                return normal;
            }
        };
        let along = self.shape.edge(owner, edge);
        let unit = Rational::from(&self.shape.unit);
        let along = along.map(Rational::from);
        let [x, y] = along.map(|part| part / &unit);
        // Outward of a counter-clockwise part: -J (x, y) = (y, -x).
        let outward = if BodyId(owner.body) == bodies[1] {
            [y, -x]
        } else {
            [-y, x]
        };
        match self.shape.bodies[owner.body].place {
            Some(place) => turned(&self.poses[place].rotation, &outward),
            None => outward.map(Enclosure::exact),
        }
    }
}

/// Distances times an edge become distances.
fn over_edge(squared: Enclosure, edge_squared: &Enclosure) -> Length {
    Length {
        squared: Enclosure {
            low: squared.low / &edge_squared.high,
            high: squared.high / &edge_squared.low,
        },
    }
}
