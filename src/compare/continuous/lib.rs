//! Continuous motions, enclosed: how far a run in steps is from the motion that has none.
//!
//! A frictionless scene moves smoothly as long as the same contacts press: pins, the lengths of
//! turns and the contacts are equations, and the accelerations follow from places and velocities.
//! [`Continuous`] integrates these equations with validated steps: Taylor series of order 32 whose
//! coefficients are intervals of multiples of 2^-256, with the remainder over a box that contains
//! the motion (Picard and Lindelöf; R. E. Moore, *Interval Analysis*, 1966). During every step it
//! proves that each contact presses, that its vertex stays between the ends of the edge, and that
//! an edge separates all other bodies. Then this is a motion of the law without friction, and as
//! the data are analytic there is no other one (P. Ballard, *The dynamics of discrete mechanical
//! systems with perfect unilateral constraints*, Arch. Rational Mech. Anal. 154 (2000), 199-274).
//! If a proof fails in a step however short, the motion [`End`]s there.
//!
//! Boxes grow by wrapping and by dependency, here as in every such method. The start is a point,
//! and steps are halved if they make the boxes more than four times as wide, from 2^-170 on; so
//! this matters after a second or two only, and the answer tells how wide they are.
//!
//! Nothing here is trusted by the checker, and no answer depends on it.
//!
//! ```
//! use zwang_continuous::Continuous;
//! use zwang_exact::parse;
//! use zwang_families::{Cantilever, cantilever};
//!
//! let mut motion = Continuous::new(&cantilever(&Cantilever::default())?)?;
//! motion.advance(&parse("1/10")?).unwrap();
//! assert!(motion.width() < parse("1e-40")?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod interval;
mod motion;
mod quadratic;
mod series;
mod step;

pub use interval::Interval;
pub use motion::{Continuous, ContinuousError, End};
