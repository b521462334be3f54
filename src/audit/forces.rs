//! Given contact forces, held against the motion and against the contacts.
//!
//! The forces listed at a time acted in the step that led there. Newton's law asks for m (a - g) =
//! Σ F and I α = Σ (p - z) × F with a = (v - v⁻)/h and α = (ω - ω⁻)/h, z being the centroid at that
//! time. A contact may only press: along the normal of the edge that separates the two bodies best
//! there, from the second body into the first, its force must be ≥ 0; the rest of it is friction,
//! and there must be no gap.

use crate::enclosure::{Enclosure, Length};
use crate::penetration::{self, Nearest};
use crate::pose::{Pose, Vertices, turned};
use crate::shape::Shape;
use crate::table::Contact;
use crate::velocity::Velocity;
use malachite::Rational;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_certificate::PartId;
use zwang_scene::BodyId;

/// The largest residuals of a state, each with its bodies.
pub(crate) struct ForceFigures {
    pub(crate) newton: Worst,
    pub(crate) torque: Worst,
    pub(crate) pull: Worst,
    pub(crate) friction: Worst,
    pub(crate) gap: Worst,
}

/// The largest of some lengths, and the bodies that have it.
pub(crate) struct Worst {
    pub(crate) length: Length,
    pub(crate) bodies: Vec<BodyId>,
}

impl Worst {
    fn none() -> Self {
        Self {
            length: Length::zero(),
            bodies: Vec::new(),
        }
    }

    fn raise(&mut self, length: Length, bodies: &[BodyId]) {
        if length.squared.high > self.length.squared.high {
            self.bodies = bodies.to_vec();
        }
        self.length = self.length.clone().max(length);
    }
}

/// What the forces are measured with.
pub(crate) struct ForceStage<'a> {
    pub(crate) shape: &'a Shape<'a>,
    pub(crate) poses: &'a [Pose],
    pub(crate) vertices: &'a Vertices,
    pub(crate) before: &'a [Velocity],
    pub(crate) after: &'a [Velocity],
    pub(crate) duration: &'a Rational,
}

impl ForceStage<'_> {
    pub(crate) fn figures(&self, contacts: &[Contact]) -> ForceFigures {
        let mut figures = ForceFigures {
            newton: Worst::none(),
            torque: Worst::none(),
            pull: Worst::none(),
            friction: Worst::none(),
            gap: Worst::none(),
        };
        for (place, &body) in self.shape.free.iter().enumerate() {
            let [newton, torque] = self.residuals(place, body, contacts);
            figures.newton.raise(newton, &[body]);
            figures.torque.raise(torque, &[body]);
        }
        for contact in contacts {
            if contact.force.iter().all(|part| *part == 0) {
                continue;
            }
            let [pull, friction, gap] = self.contact(contact);
            figures.pull.raise(pull, &contact.bodies);
            figures.friction.raise(friction, &contact.bodies);
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
        let mut force = [0, 1].map(|axis| {
            let acceleration = (&new.linear[axis] - &old.linear[axis]) / self.duration;
            &mass.mass * (acceleration - &self.shape.gravity[axis])
        });
        let mut torque = Rational::ZERO;
        for contact in contacts {
            let sign = match contact.bodies.iter().position(|other| *other == body) {
                Some(0) => Rational::ONE,
                Some(_) => -Rational::ONE,
                None => continue,
            };
            let [fx, fy] = contact.force.each_ref().map(|part| part * &sign);
            let [zx, zy] = &self.poses[place].centroid;
            let [px, py] = &contact.point;
            torque += (px - zx) * &fy - (py - zy) * &fx;
            force[0] -= fx;
            force[1] -= fy;
        }
        let factor = &mass.inertia / self.duration;
        let turning = (&new.spin - &old.spin).scaled(&factor);
        let rest = &turning - &Enclosure::exact(torque);
        let residual = Length::of(&force.map(Enclosure::exact));
        let squared = rest.squared();
        [residual, Length { squared }]
    }

    /// How much a contact pulls, how much of it is along the edge, and how wide the gap is.
    fn contact(&self, contact: &Contact) -> [Length; 3] {
        let nearest = self.nearest(contact.bodies);
        let normal = self.normal(&nearest, contact.bodies);
        let [fx, fy] = &contact.force;
        let along = &normal[0].scaled(fx) + &normal[1].scaled(fy);
        let across = &normal[1].scaled(fx) - &normal[0].scaled(fy);
        let pulling = Enclosure {
            low: along.low.min(Rational::ZERO),
            high: along.high.min(Rational::ZERO),
        };
        let edge = Length::of(&normal).squared;
        let gap = if nearest.outside {
            nearest.squared
        } else {
            Enclosure::zero()
        };
        [
            over_edge(pulling.squared(), &edge),
            over_edge(across.squared(), &edge),
            Length { squared: gap },
        ]
    }

    /// Of all pairs of parts of two bodies, the one that is separated least, by the edge that
    /// separates it best.
    fn nearest(&self, bodies: [BodyId; 2]) -> Nearest {
        let mut nearest: Option<Nearest> = None;
        for one in self.parts(bodies[0]) {
            for other in self.parts(bodies[1]) {
                let pair = [one, other];
                let next = penetration::separation(self.shape, self.poses, self.vertices, pair);
                nearest = match nearest {
                    Some(nearest) if !nearest.is_farther_than(&next) => Some(nearest),
                    _ => Some(next),
                };
            }
        }
        nearest.unwrap_or_else(|| unreachable!("every body has a part"))
    }

    fn parts(&self, body: BodyId) -> impl Iterator<Item = PartId> {
        let count = self.shape.bodies[body].parts.len();
        (0..count).map(move |part| PartId { body, part })
    }

    /// The normal of the edge, from the second body into the first, as long as the edge.
    fn normal(&self, nearest: &Nearest, bodies: [BodyId; 2]) -> [Enclosure; 2] {
        let body = &self.shape.bodies[nearest.owner.body];
        let arms = &body.parts[nearest.owner.part];
        let start = &arms[nearest.edge];
        let end = &arms[(nearest.edge + 1) % arms.len()];
        let unit = Rational::from(&self.shape.unit);
        let [x, y] = [0, 1].map(|axis| Rational::from(&end[axis] - &start[axis]) / &unit);
        // Outward of a counter-clockwise part: -J (x, y) = (y, -x).
        let outward = if nearest.owner.body == bodies[1] {
            [y, -x]
        } else {
            [-y, x]
        };
        match body.place {
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
