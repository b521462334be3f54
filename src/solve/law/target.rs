//! Free flight of a step, and the first guess (`proofs/RUN.md`, section 3).

use crate::number::{GRID, SHORT, over, rounded};
use crate::outline::Outline;
use crate::plane::Plane;
use crate::state::{BodyGuess, BodyState};
use malachite::Integer;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::{Abs, Square};
use malachite::base::num::basic::traits::{One, Zero};
use zwang_scene::BodyId;

/// The motion of a free body in a step if nothing held it.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) body: BodyId,
    /// a, m/s².
    pub(crate) acceleration: [Rational; 2],
    /// α, rad/s².
    pub(crate) angular: Rational,
    /// d~, m.
    pub(crate) displacement: [Rational; 2],
    /// s~.
    pub(crate) turn: Rational,
    /// d^, s^.
    pub(crate) guess: BodyGuess,
}

impl Target {
    /// The target of a step or part of so many seconds.
    pub(crate) fn new(
        outline: &Outline,
        body: BodyId,
        state: &BodyState,
        length: &Rational,
    ) -> Self {
        let mass = outline.mass(body);
        let guess = first_guess(state, length);
        let angular = if mass.is_turned_by_loads() {
            let Plane { re, im } = state.pose(outline, body).middle_rotation(&guess.turn);
            mass.angular_acceleration([&over(&re, SHORT), &over(&im, SHORT)])
        } else {
            mass.angular_acceleration([&Rational::ONE, &Rational::ZERO])
        };
        let half_square = length.square() >> 1u64;
        let mut displacement = state.velocity(outline);
        for (part, acceleration) in displacement.iter_mut().zip(&mass.acceleration) {
            *part = &*part * length + acceleration * &half_square;
        }
        Self {
            body,
            acceleration: mass.acceleration.clone(),
            turn: state.spin() * length + &angular * half_square,
            angular,
            displacement,
            guess,
        }
    }

    /// |d~_x| + |d~_y| + r |s~|, m.
    pub(crate) fn reach(&self, outline: &Outline) -> Rational {
        let [x, y] = self.displacement.each_ref().map(|part| part.abs());
        x + y + &outline.bodies[self.body].radius * (&self.turn).abs()
    }

    /// \[½ h² a\]_l and \[½ h² α\]_l.
    pub(crate) fn memory(&self, outline: &Outline) -> [Integer; 3] {
        memory(outline, &self.acceleration, &self.angular, &outline.step)
    }
}

/// \[½ τ² a\]_l and \[½ τ² α\]_l of a body as it is turned in a state: the memory at the beginning
/// of a part of so many seconds.
pub(crate) fn fresh_memory(
    outline: &Outline,
    body: BodyId,
    state: &BodyState,
    length: &Rational,
) -> [Integer; 3] {
    let mass = outline.mass(body);
    let Plane { re, im } = state.pose(outline, body).short_rotation();
    let angular = mass.angular_acceleration([&over(&re, SHORT), &over(&im, SHORT)]);
    memory(outline, &mass.acceleration, &angular, length)
}

fn memory(
    outline: &Outline,
    acceleration: &[Rational; 2],
    angular: &Rational,
    length: &Rational,
) -> [Integer; 3] {
    let half_square = length.square() >> 1u64;
    let [x, y] = acceleration.each_ref().map(|part| part * &half_square);
    let [along, across] = outline.rounded([&x, &y], SHORT);
    let turn = rounded(&(angular * half_square), SHORT);
    [along, across, turn]
}

/// \[h v + q\]_l and \[h ω + S\]_l, and 0 at rest.
fn first_guess(state: &BodyState, length: &Rational) -> BodyGuess {
    if state.is_at_rest() {
        return BodyGuess::default();
    }
    let [along, across] = &state.velocity;
    let [q, r, s] = &state.memory;
    let extrapolated = |velocity: &Integer, memory: &Integer| {
        let moved = over(velocity, GRID) * length + over(memory, SHORT);
        rounded(&moved, SHORT)
    };
    BodyGuess {
        displacement: [extrapolated(along, q), extrapolated(across, r)],
        turn: extrapolated(&state.spin, s),
    }
}
