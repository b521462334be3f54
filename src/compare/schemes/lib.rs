//! The schemes of the papers, for comparison with the rigid step: nothing that they compute is
//! certified.
//!
//! A scene becomes a [`Framework`] of point masses and bars, and a [`State`] is two successive
//! positions of its nodes, p⁻ and p. Every step minimises Σ m |a - g|² over the accelerations a of
//! the nodes and takes
//!
//! ```text
//! p_new = 2 p - p⁻ + a Δt²
//! ```
//!
//! which is what Fig. 6 does (v = (p - p⁻) / Δt, then v + a Δt, then p + v Δt) and what Fig. 7 does
//! too, since there p_new - p̃ = (a - g) Δt². The schemes differ in the rows: (L2+) and (S2+) in
//! velocities and accelerations, or (L') and (S') and their variants in positions, which are linear
//! in p_new and hence in a. All numbers are rationals, and the optimum is exact.
//!
//! Beside them are the systems of other papers: momenta and accelerations within friction cones
//! (Schmidl), penalty springs and the linear programs of position-based physics (both are told by
//! Schmidl), a first-order world (Redon, Kheddar & Coquillart), and, in [`potential`], where a
//! stack of thin bricks comes to rest.
//!
//! ```
//! use zwang_exact::parse;
//! use zwang_schemes::{Bracing, Framework, Model, Run, Scheme};
//! use zwang_families::{Cantilever, cantilever};
//!
//! let scene = cantilever(&Cantilever::default())?;
//! let framework = Framework::new(&scene, Model::NinePoints(Bracing::Redundant))?;
//! let mut run = Run::new(&framework, Scheme::default(), parse("1/100")?)?;
//! let step = run.next().unwrap()?;
//! let penetration = step.diagnostics.penetration.unwrap();
//! assert!(penetration.squared_depth < parse("1e-8")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: Rote & Zwick, *Collapse*; Rote's slides of 2008 for the rules linearised at the
//! prediction; Schmidl, *Optimization-based animation*; Redon, Kheddar & Coquillart, *Gauss' least
//! constraints principle and rigid body simulations*.

mod acceleration;
mod acceleration_cone;
mod cone;
mod construction;
mod diagnostics;
pub mod file;
mod first_order;
mod form;
mod framework;
mod impact;
mod lengths;
mod linear_program;
mod momentum;
mod number;
mod optimization;
pub mod potential;
mod program;
mod rounding;
mod scheme;
mod selection;
mod separation;
mod sidedness;
mod springs;
mod state;
mod step;

pub use diagnostics::{Diagnostics, Penetration};
pub use framework::{
    Bar, Bracing, Framework, FrameworkError, Model, Node, NodeId, Outline, Vertex,
};
pub use impact::inelastic_velocities;
pub use lengths::LengthRule;
pub use program::{Contradiction, StepError};
pub use rounding::Rounding;
pub use scheme::{Advance, Enforcement, Scheme};
pub use selection::{CriticalChoice, Selection, Ties};
pub use separation::{Separating, separation};
pub use sidedness::{Misprint, SidednessRule, Triple};
pub use state::State;
pub use step::{Run, Step, step};
