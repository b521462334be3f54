//! What can be said of a state, exactly: penetration, drift of pins, energy, momentum (`proofs/RUN.md`, section 6).

use crate::instant::Instant;
use crate::outline::Outline;
use crate::plane::Plane;
use crate::rows::Proximity;
use crate::state::Placement;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use zwang_scene::Scene;

/// Exact figures of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The square of the deepest penetration, m².
    pub penetration_squared: Rational,
    /// The square of the largest distance of the points of a pin, m².
    pub pin_drift_squared: Rational,
    /// Kinetic energy, J.
    pub kinetic: Rational,
    /// Potential energy, J.
    pub potential: Rational,
    /// Momentum, N s.
    pub momentum: [Rational; 2],
}

impl Figures {
    /// Those of the state that an instant begins with.
    pub(crate) fn new(
        scene: &Scene,
        instant: &Instant,
        step: &Rational,
        previous: &[Placement],
        current: &[Placement],
    ) -> Self {
        let outline = instant.outline;
        let mut figures = Self {
            penetration_squared: Proximity::new(instant).deepest_penetration_squared(),
            pin_drift_squared: pin_drift_squared(scene, instant),
            kinetic: Rational::ZERO,
            potential: Rational::ZERO,
            momentum: [Rational::ZERO, Rational::ZERO],
        };
        for (&body, (previous, current)) in outline.free.iter().zip(previous.iter().zip(current)) {
            figures.add(outline, body, step, previous, current);
        }
        figures
    }

    fn add(&mut self, outline: &Outline, body: usize, step: &Rational, previous: &Placement, current: &Placement) {
        let Some(mass) = &outline.bodies[body].mass else { return };
        let velocity = [0, 1].map(|axis| (&current.centroid[axis] - &previous.centroid[axis]) / step);
        let half_tangent = current.rotation.fraction().half_tangent_from(&previous.rotation.fraction());
        let half_spin = half_tangent / step;
        let square = &velocity[0] * &velocity[0] + &velocity[1] * &velocity[1];
        self.kinetic +=
            &mass.mass * square / Rational::from(2) + Rational::from(2) * &mass.inertia * &half_spin * &half_spin;
        for (axis, momentum) in self.momentum.iter_mut().enumerate() {
            self.potential -= &mass.mass * &outline.gravity[axis] * &current.centroid[axis];
            *momentum += &mass.mass * &velocity[axis];
        }
    }
}

fn pin_drift_squared(scene: &Scene, instant: &Instant) -> Rational {
    let drift = |(pin, content): (usize, &zwang_scene::Pin)| {
        let [first, second] = &instant.outline.pins[pin];
        // Places times Γ w.
        let place = |body: Option<usize>, arm: &Plane| match body.filter(|&body| instant.outline.is_free(body)) {
            None => (arm.scaled(&instant.ratio), Integer::from(1)),
            Some(body) => {
                let moving = &instant.bodies[body];
                let turned = (&moving.rotation * arm).scaled(&instant.ratio);
                (&moving.centroid.scaled(&moving.denominator) + &turned, moving.denominator.clone())
            }
        };
        let (one, unit) = place(Some(content.first), first);
        let (other, other_unit) = place(content.second, second);
        let apart = &one.scaled(&other_unit) - &other.scaled(&unit);
        let length = &instant.unit * unit * other_unit;
        Rational::from_integers(apart.norm_squared(), &length * &length)
    };
    scene.pins.iter().enumerate().map(drift).max().unwrap_or_default()
}
