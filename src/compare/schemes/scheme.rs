//! The choices of a step, by enums.

use super::lengths::LengthRule;
use super::number::ratio;
use super::rounding::Rounding;
use super::selection::Selection;
use super::sidedness::SidednessRule;
use zwang_exact::Rational;

/// A way to get from one state to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Which rows, and in what variables.
    pub advance: Advance,
    /// Between which edges and vertices.
    pub selection: Selection,
    /// The rounding of the exact optimum.
    pub rounding: Rounding,
}

/// The two algorithms of Rote & Zwick, and those of other papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// Fig. 6: accelerations under (L2+) and (S2+), then v + a Δt, then p + v Δt.
    Acceleration,
    /// The refinement of Fig. 6 that the paper mentions: the same accelerations, then v + a Δt, and
    /// positions by the mean of the old and the new velocity.
    Trapezoidal,
    /// Fig. 7: the positions nearest to the prediction.
    Position {
        /// The treatment of (L').
        lengths: LengthRule,
        /// Whether bars are equations.
        enforcement: Enforcement,
        /// The treatment of (S').
        sidedness: SidednessRule,
    },
    /// Schmidl, A.3.2: the velocities of least kinetic energy that impulses within the friction
    /// cones leave.
    Momentum {
        /// The largest gap with friction, m.
        touching: Rational,
    },
    /// Schmidl, A.3.3: accelerations of least restraint in acceleration cones, whose tips are moved
    /// between so many programs at most; he takes 3. Collisions come before, by A.3.2.
    AccelerationCone {
        /// By how much a contact may close in a step that is no collision, m.
        touching: Rational,
        /// At least 1.
        programs: usize,
    },
    /// Schmidl, Table 6.2: a program for positions, impacts, and a program for static contacts.
    Optimization {
        /// The largest gap of a contact, m.
        touching: Rational,
        /// How many impacts of a step come one after the other, before a program resolves the rest.
        bounces: usize,
    },
    /// Schmidl, 5.2: what overlaps is pushed apart by springs, and nothing else keeps bodies apart.
    Springs {
        /// The force of a spring over its depth, N/m.
        stiffness: Rational,
    },
    /// Milenkovic's position-based physics (Schmidl, 5.5 and 6.1): bodies that do not turn go as
    /// far along gravity as a linear program lets them.
    LinearProgram {
        /// How far a body may go in a step, along x and along y, m.
        bound: Rational,
    },
    /// Redon, Kheddar & Coquillart: a world in which forces make velocities, not accelerations.
    FirstOrder {
        /// The factor of free fall that makes it a velocity, s.
        relaxation: Rational,
    },
}

impl Advance {
    /// Whether friction of the scene has a part in it.
    #[must_use]
    pub fn has_friction(&self) -> bool {
        matches!(
            self,
            Self::Momentum { .. } | Self::AccelerationCone { .. } | Self::Optimization { .. }
        )
    }

    /// Whether restitution of the scene has a part in it.
    #[must_use]
    pub fn has_restitution(&self) -> bool {
        matches!(self, Self::Optimization { .. })
    }

    /// Whether velocities are other than differences of places.
    pub(crate) fn has_velocities(&self) -> bool {
        matches!(self, Self::Trapezoidal | Self::Optimization { .. })
    }
}

/// How bars are held in a position step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Enforcement {
    /// By equations.
    Equations,
    /// By the term M Σ (<p_i - p_j, d> - right-hand side)² of the objective (§8.4). Its unit is
    /// kg/m², and the paper takes 100.
    Penalty(Rational),
}

impl Enforcement {
    /// The penalty with the paper's factor 100.
    #[must_use]
    pub fn paper_penalty() -> Self {
        Self::Penalty(ratio(100, 1))
    }
}

impl Default for Scheme {
    /// The position step with every correction: length errors are mended, rows follow the nearest
    /// edges within 1/8 m, bodies are rounded to 2^-64 m.
    fn default() -> Self {
        Self {
            advance: Advance::Position {
                lengths: LengthRule::CorrectingMidpoint,
                enforcement: Enforcement::Equations,
                sidedness: SidednessRule::LastStep,
            },
            selection: Selection::NearestEdge { reach: ratio(1, 8) },
            rounding: Rounding::Bodies { bits: 64 },
        }
    }
}
