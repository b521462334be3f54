//! States: where the bodies are after a whole number of steps.
//!
//! A body point that is at x in the scene file is at z + c q, with the arm q = x - (centroid in the
//! scene file). On a grid the rotation c is i^n rot(t) with rot(t) = (1 - t² + 2 t i)/(1 + t²):
//! exactly a rotation, with rational components (`proofs/RUN.md`, section 1).

use crate::number::times;
use crate::plane::Plane;
use malachite::base::num::arithmetic::traits::Lcm;
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::{Integer, Rational};
use zwang_program::kernel::number::to_solver;
use zwang_scene::Scene;

/// Where a free body is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The centroid z, m.
    pub centroid: [Rational; 2],
    /// The rotation c since the scene file.
    pub rotation: Rotation,
}

/// A complex number that turns a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// i^n rot(t), of absolute value 1.
    Chart {
        /// n, from 0 to 3.
        quarter_turns: u8,
        /// t, the tangent of half the remaining angle.
        half_tangent: Rational,
    },
    /// a + b i, of absolute value near 1; only in exact runs.
    Number([Rational; 2]),
}

impl Placement {
    /// The length of its longest number, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let rotation: &[Rational] = match &self.rotation {
            Rotation::Chart { half_tangent, .. } => std::slice::from_ref(half_tangent),
            Rotation::Number(parts) => parts,
        };
        let mut longest = 0;
        for value in self.centroid.iter().chain(rotation) {
            longest = longest.max(value.numerator_ref().significant_bits());
            longest = longest.max(value.denominator_ref().significant_bits());
        }
        longest
    }
}

/// A rotation C / w, with an integer ν = |C|² / w; on the unit circle ν = w.
#[derive(Clone, Debug)]
pub(crate) struct Fraction {
    pub(crate) numerator: Plane,
    pub(crate) denominator: Integer,
    pub(crate) norm: Integer,
}

/// Where a body was a step ago, as far as the next step has to know.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) centroid: [Rational; 2],
    pub(crate) rotation: Fraction,
}

impl Origin {
    fn of(placement: &Placement) -> Self {
        Self {
            centroid: placement.centroid.clone(),
            rotation: placement.rotation.fraction(),
        }
    }

    pub(crate) fn all(placements: &[Placement]) -> Vec<Self> {
        placements.iter().map(Self::of).collect()
    }
}

impl Fraction {
    /// τ, where rot(τ) is the direction of c conj(c⁻), if lengths are equal: Im/(1 + Re) of c
    /// conj(c⁻) / |c⁻|².
    pub(crate) fn half_tangent_from(&self, before: &Self) -> Rational {
        let product = &self.numerator * &before.numerator.conjugate();
        // |c⁻|² = ν/w, so c conj(c⁻)/|c⁻|² = product / (w ν⁻).
        let unit = &self.denominator * &before.norm;
        Rational::from_integers(product.im, unit + product.re)
    }
}

impl Rotation {
    /// No rotation, on a grid or in an exact run.
    #[must_use]
    pub fn identity(on_grid: bool) -> Self {
        if on_grid {
            Self::Chart {
                quarter_turns: 0,
                half_tangent: Rational::ZERO,
            }
        } else {
            Self::Number([Rational::ONE, Rational::ZERO])
        }
    }

    pub(crate) fn fraction(&self) -> Fraction {
        match self {
            Self::Chart {
                quarter_turns,
                half_tangent,
            } => {
                let numerator = Integer::from_sign_and_abs(
                    *half_tangent >= 0,
                    half_tangent.numerator_ref().clone(),
                );
                let denominator = Integer::from(half_tangent.denominator_ref());
                unit_fraction(&numerator, &denominator, *quarter_turns)
            }
            Self::Number([re, im]) => {
                let common = Integer::from(re.denominator_ref().lcm(im.denominator_ref()));
                let number = Plane::new(times(re, &common), times(im, &common));
                let norm = number.norm_squared();
                Fraction {
                    numerator: number.scaled(&common),
                    denominator: &common * &common,
                    norm,
                }
            }
        }
    }

    /// The components of c.
    #[must_use]
    pub fn components(&self) -> [Rational; 2] {
        let Fraction {
            numerator,
            denominator,
            ..
        } = self.fraction();
        [numerator.re, numerator.im].map(|part| Rational::from_integers(part, denominator.clone()))
    }
}

/// i^n rot(p / q) for q > 0.
fn unit_fraction(p: &Integer, q: &Integer, quarter_turns: u8) -> Fraction {
    let square = p * p;
    let other = q * q;
    let numerator = Plane::new(&other - &square, (p * q) << 1u64).quarter_turned(quarter_turns);
    let denominator = square + other;
    Fraction {
        numerator,
        norm: denominator.clone(),
        denominator,
    }
}

/// rot(t).
pub(crate) fn turn(half_tangent: &Rational) -> Fraction {
    Rotation::Chart {
        quarter_turns: 0,
        half_tangent: half_tangent.clone(),
    }
    .fraction()
}

/// The free bodies of a scene as they are in the file: state 0.
#[must_use]
pub fn initial(scene: &Scene, on_grid: bool) -> Vec<Placement> {
    let mut placements = Vec::new();
    for free in scene
        .bodies
        .iter()
        .filter_map(|body| body.dynamics.as_ref())
    {
        placements.push(Placement {
            centroid: [&free.centroid.x, &free.centroid.y].map(to_solver),
            rotation: Rotation::identity(on_grid),
        });
    }
    placements
}

/// Where the free bodies came from: state -1, by their velocities.
pub(crate) fn before(scene: &Scene, step: &Rational) -> Vec<Origin> {
    let mut origins = Vec::new();
    for free in scene
        .bodies
        .iter()
        .filter_map(|body| body.dynamics.as_ref())
    {
        let [x, y] = [&free.centroid.x, &free.centroid.y].map(to_solver);
        let [v_x, v_y] = [&free.velocity.x, &free.velocity.y].map(to_solver);
        let half_tangent = -(step * to_solver(&free.spin)) / Rational::from(2);
        origins.push(Origin {
            centroid: [x - step * v_x, y - step * v_y],
            rotation: turn(&half_tangent),
        });
    }
    origins
}
