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
    pub(crate) newton: (Length, Vec<BodyId>),
    pub(crate) torque: (Length, Vec<BodyId>),
    pub(crate) pull: (Length, Vec<BodyId>),
    pub(crate) friction: (Length, Vec<BodyId>),
    pub(crate) gap: (Length, Vec<BodyId>),
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
        let none = || (Length::zero(), Vec::new());
        let mut figures = ForceFigures {
            newton: none(),
            torque: none(),
            pull: none(),
            friction: none(),
            gap: none(),
        };
        for (place, &body) in self.shape.free.iter().enumerate() {
            let [newton, torque] = self.residuals(place, body, contacts);
            raise(&mut figures.newton, newton, &[body]);
            raise(&mut figures.torque, torque, &[body]);
        }
        for contact in contacts
            .iter()
            .filter(|contact| contact.force.iter().any(|part| *part != 0))
        {
            let [pull, friction, gap] = self.contact(contact);
            raise(&mut figures.pull, pull, &contact.bodies);
            raise(&mut figures.friction, friction, &contact.bodies);
            raise(&mut figures.gap, gap, &contact.bodies);
        }
        figures
    }

    /// |m (a - g) - Σ F| and |I α - Σ (p - z) × F|.
    fn residuals(&self, place: usize, body: BodyId, contacts: &[Contact]) -> [Length; 2] {
        let Some(mass) = &self.shape.bodies[body].mass else {
            return [Length::zero(), Length::zero()];
        };
        let (old, new) = (&self.before[place], &self.after[place]);
        let mut force = [0, 1].map(|axis| {
            &mass.mass
                * ((&new.linear[axis] - &old.linear[axis]) / self.duration
                    - &self.shape.gravity[axis])
        });
        let mut torque = Rational::ZERO;
        for contact in contacts {
            let sign = match contact.bodies.iter().position(|other| *other == body) {
                Some(0) => Rational::ONE,
                Some(_) => -Rational::ONE,
                None => continue,
            };
            let arm = [0, 1].map(|axis| &contact.point[axis] - &self.poses[place].centroid[axis]);
            torque += &sign * (&arm[0] * &contact.force[1] - &arm[1] * &contact.force[0]);
            force = [0, 1].map(|axis| &force[axis] - &sign * &contact.force[axis]);
        }
        let turning = (&new.spin - &old.spin).scaled(&(&mass.inertia / self.duration));
        let rest = &turning - &Enclosure::exact(torque);
        [
            Length::of(&force.map(Enclosure::exact)),
            Length {
                squared: rest.squared(),
            },
        ]
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
        let over_edge = |squared: Enclosure| Length {
            squared: Enclosure {
                low: squared.low / &edge.high,
                high: squared.high / &edge.low,
            },
        };
        let gap = if nearest.outside {
            nearest.squared
        } else {
            Enclosure::zero()
        };
        [
            over_edge(pulling.squared()),
            over_edge(across.squared()),
            Length { squared: gap },
        ]
    }

    /// Of all pairs of parts of two bodies, the one that is separated least, by the edge that
    /// separates it best.
    fn nearest(&self, bodies: [BodyId; 2]) -> Nearest {
        let parts = |body: BodyId| {
            (0..self.shape.bodies[body].parts.len()).map(move |part| PartId { body, part })
        };
        let pairs =
            parts(bodies[0]).flat_map(|one| parts(bodies[1]).map(move |other| [one, other]));
        let separations =
            pairs.map(|pair| penetration::separation(self.shape, self.poses, self.vertices, pair));
        let nearest = separations.reduce(|one, other| {
            if one.is_farther_than(&other) {
                other
            } else {
                one
            }
        });
        nearest.unwrap_or_else(|| unreachable!("every body has a part"))
    }

    /// The normal of the edge, from the second body into the first, as long as the edge.
    fn normal(&self, nearest: &Nearest, bodies: [BodyId; 2]) -> [Enclosure; 2] {
        let body = &self.shape.bodies[nearest.owner.body];
        let arms = &body.parts[nearest.owner.part];
        let (start, end) = (&arms[nearest.edge], &arms[(nearest.edge + 1) % arms.len()]);
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

fn raise(worst: &mut (Length, Vec<BodyId>), length: Length, bodies: &[BodyId]) {
    if length.squared.high > worst.0.squared.high {
        worst.1 = bodies.to_vec();
    }
    worst.0 = worst.0.clone().max(length);
}
