//! Contacts at which several planes separate two parts: corners and hinges.
//!
//! The parts P and Q touch in T, and N is the cone of the normals m of the planes that separate
//! them. If Q moves against P with the velocity (or, from rest, the acceleration) u(x), they
//! overlap at once if every m in N, m ≠ 0, has an x in T with m·u(x) < 0; some m that has
//! m·u(x) ≥ 0 in all of T makes the motion *admissible* (Farkas' alternative at the touching
//! features).
//!
//! * T is a point: one of the extreme rays of N has m·u ≥ 0.
//! * T is a segment [x, y], N = cone(m₀, m₁), a *hinge*: with p_i = m_i·u(x) and q_i = m_i·u(y)
//!   either p₀, q₀ ≥ 0, or p₁, q₁ ≥ 0, or an inner normal does: p₀ > 0 > p₁, q₁ > 0 > q₀ and
//!   p₁ q₀ ≤ p₀ q₁, or the same with 0 and 1 exchanged.

use super::contacts::Touch;
use super::solid::Point;
use malachite::Rational;
use malachite::base::num::basic::traits::Zero;

/// m·u.
pub(crate) fn along(normal: &Point, velocity: &[Rational; 3]) -> Rational {
    let mut product = Rational::ZERO;
    for (component, value) in normal.iter().zip(velocity) {
        product += Rational::from(component) * value;
    }
    product
}

/// Whether the second part may move against the first with these velocities at the points of a
/// touch.
pub(crate) fn is_admissible(touch: &Touch, velocities: &[[Rational; 3]]) -> bool {
    let one_ray = touch.normals.iter().any(|normal| {
        let mut velocities = velocities.iter();
        velocities.all(|velocity| along(normal, velocity) >= 0)
    });
    if one_ray {
        return true;
    }
    match (&touch.normals[..], velocities) {
        ([first, second], [start, end]) => {
            let starts = [first, second].map(|normal| along(normal, start));
            let ends = [first, second].map(|normal| along(normal, end));
            inner_normal(&starts, &ends) || inner_normal(&ends, &starts)
        }
        _ => false,
    }
}

/// Whether a normal between both does: the first ray resists at the second end, the second ray at
/// the first.
fn inner_normal([p0, p1]: &[Rational; 2], [q0, q1]: &[Rational; 2]) -> bool {
    *p0 > 0 && *p1 < 0 && *q0 < 0 && *q1 > 0 && p1 * q0 <= p0 * q1
}

#[cfg(test)]
mod tests {
    use super::*;
    use malachite::Integer;
    use zwang_certificate::PartId;

    fn hinge() -> Touch {
        let part = |body| PartId { body, part: 0 };
        let point = |x: i64| [x, 0, 0].map(Rational::from);
        Touch {
            parts: [part(0), part(1)],
            normals: vec![[0, 0, 1].map(Integer::from), [0, 1, 0].map(Integer::from)],
            open: Vec::new(),
            friction: Rational::ZERO,
            own_friction: Rational::ZERO,
            is_only: false,
            points: vec![point(-1), point(1)],
        }
    }

    fn admits(start: [i64; 3], end: [i64; 3]) -> bool {
        let velocities = [start, end].map(|velocity| velocity.map(Rational::from));
        is_admissible(&hinge(), &velocities)
    }

    /// Two ridges that twist against each other: m = (0, 1 - t, t) has m·u ≥ 0 at both ends for
    /// some t in [0, 1], tried for many t.
    #[test]
    fn a_hinge_admits_a_twist_if_some_inner_normal_does() {
        let values = [-3, -2, -1, 0, 1, 2, 3];
        let mut inner = 0;
        for y in values {
            for z in values {
                for other_y in values {
                    for other_z in values {
                        let by_hand = (0..=60).any(|t| {
                            let at = |y: i64, z: i64| (60 - t) * y + t * z;
                            at(y, z) >= 0 && at(other_y, other_z) >= 0
                        });
                        let found = admits([0, y, z], [0, other_y, other_z]);
                        assert_eq!(found, by_hand, "{y} {z} {other_y} {other_z}");
                        let pure = (y >= 0 && other_y >= 0) || (z >= 0 && other_z >= 0);
                        inner += usize::from(found && !pure);
                    }
                }
            }
        }
        assert!(inner > 0);
    }
}
