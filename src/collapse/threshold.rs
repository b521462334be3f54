//! Where a scene ceases to stand as its friction or its tilt varies, with the proof
//! (`proofs/FORMAT.md`, section 9).
//!
//! Forces hold the scene at an interval of values, so a value at which it stands and one at which
//! it falls have the threshold between them.
//!
//! *Tilt.* The velocity y that shows that the scene falls at t shows it wherever the work
//! W = Σ m (g + t J g)·y, an affine function of t, is positive. So t moves to the root of W, where
//! either forces hold the scene, and the threshold is found exactly, or another velocity shows that
//! they don't. y/|y| is the same for all t close enough above the threshold, where g + t J g stays
//! over one face of the cone that it is projected onto; so this ends (Dinkelbach, *On nonlinear
//! fractional programming*, Management Science 13 (1967)).
//!
//! *Friction.* The threshold is an algebraic number. It is enclosed by trying, each time, the
//! simplest fraction in the middle half of the bracket, and at last the simplest one in all of it,
//! which is the threshold itself where that is a simple fraction.

mod polynomial;

use crate::error::SolveError;
use crate::statics::statics;
use malachite::Rational;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use num_traits::{One, Signed, Zero};
use zwang_certificate::BigInt;
use zwang_certificate::statics::{Statics, StaticsClaim};
use zwang_certificate::threshold::{Sample, Threshold, Vary};
use zwang_exact::{Rational as Value, Vector};
use zwang_program::kernel::number::{from_solver, integer_from_solver, to_solver};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

/// The largest value that is tried: 8^7.
const MOST_ENLARGEMENTS: usize = 7;

/// The most velocities that are tried for a tilt before the bracket is halved.
const MOST_VELOCITIES: usize = 64;

/// What varies, and which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// The friction of all contacts grows from 0.
    Friction,
    /// The scene tilts to its left, as gravity turns clockwise.
    TiltLeft,
    /// The scene tilts to its right, as gravity turns counter-clockwise.
    TiltRight,
}

/// Why there is no critical value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ThresholdError {
    /// No statics.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is no critical friction.
    #[error("the scene stands without friction; expected one that friction can hold")]
    StandsWithoutFriction,
    /// There is no critical friction, as far as is known.
    #[error(
        "the scene falls with friction {0} at all contacts; expected one that friction can hold"
    )]
    FallsAtEveryFriction(Value),
    /// There is no critical tilt.
    #[error("the scene falls as it is; expected one that stands until it is tilted")]
    FallsUntilted,
    /// There is no critical tilt, as far as is known.
    #[error("forces hold the scene even with gravity turned by atan {0}; expected one that falls")]
    StandsAtEveryTilt(Value),
}

/// Where a scene ceases to stand, as a proof.
#[derive(Clone, Debug)]
pub struct Critical {
    /// The proof, still to be checked.
    pub threshold: Threshold,
    /// The integer coefficients, from the constant one on, of a polynomial that changes its sign
    /// between the two values, if there is a short one: most likely the one whose root a critical
    /// friction is. That is not proved.
    pub polynomial: Option<Vec<BigInt>>,
}

/// What a bracket is made with.
struct Search<'a> {
    scene: &'a Scene,
    variation: Variation,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
}

/// Two values with the threshold between them.
struct Bracket {
    stands: Sample,
    falls: Sample,
}

/// Encloses the value at which a scene at rest ceases to stand, between values that are at most
/// `width` apart, or exactly, where a tilt is asked for. The proof is still to be checked.
///
/// # Errors
/// [`ThresholdError`] if the scene stands, or falls, at all values, or if there is no answer at
/// one.
pub fn threshold(
    scene: &Scene,
    variation: Variation,
    width: &Value,
    options: &Options,
    monitor: &Monitor,
) -> Result<Critical, ThresholdError> {
    let search = Search {
        scene,
        variation,
        options,
        monitor,
    };
    let mut bracket = search.wide_bracket()?;
    let is_found = match variation {
        Variation::Friction => false,
        Variation::TiltLeft | Variation::TiltRight => search.follow_velocities(&mut bracket)?,
    };
    if !is_found {
        search.narrow(&mut bracket, width)?;
    }
    Ok(Critical {
        polynomial: match variation {
            Variation::Friction => bracket.polynomial(),
            Variation::TiltLeft | Variation::TiltRight => None,
        },
        threshold: Threshold {
            scene: scene.digest(),
            vary: variation.vary(),
            stands: bracket.stands,
            falls: bracket.falls,
        },
    })
}

impl Variation {
    /// What varies, as proofs call it.
    #[must_use]
    pub fn vary(self) -> Vary {
        match self {
            Self::Friction => Vary::Friction,
            Self::TiltLeft | Self::TiltRight => Vary::Tilt,
        }
    }

    /// Values have its sign.
    fn unit(self) -> Value {
        match self {
            Self::Friction | Self::TiltRight => Value::one(),
            Self::TiltLeft => -Value::one(),
        }
    }
}

impl Search<'_> {
    /// The proof about the scene varied at one value.
    fn sample(&self, at: Value) -> Result<Sample, SolveError> {
        let varied = match self.variation {
            Variation::Friction => self.scene.with_friction(&at),
            Variation::TiltLeft | Variation::TiltRight => self.scene.tilted(&at),
        };
        let standing = statics(&varied, self.options, self.monitor)?;
        Ok(Sample {
            at,
            proof: standing.statics,
        })
    }

    /// A bracket from 0, or from the largest value tried, to a power of 8.
    fn wide_bracket(&self) -> Result<Bracket, ThresholdError> {
        let first = self.sample(Value::zero())?;
        let is_first_held = is_held(&first.proof);
        match self.variation {
            Variation::Friction if is_first_held => {
                return Err(ThresholdError::StandsWithoutFriction);
            }
            Variation::TiltLeft | Variation::TiltRight if !is_first_held => {
                return Err(ThresholdError::FallsUntilted);
            }
            _ => {}
        }
        let mut last = first;
        let mut at = self.variation.unit();
        for _ in 0..=MOST_ENLARGEMENTS {
            let next = self.sample(at.clone())?;
            if is_held(&next.proof) != is_first_held {
                return Ok(Bracket::of(last, next));
            }
            last = next;
            at *= Value::from_integer(8.into());
        }
        match self.variation {
            Variation::Friction => Err(ThresholdError::FallsAtEveryFriction(last.at)),
            _ => Err(ThresholdError::StandsAtEveryTilt(last.at)),
        }
    }

    /// Moves the end that falls to where its velocity loses no energy any more, and again, until
    /// the scene stands there. Returns whether the threshold is found.
    fn follow_velocities(&self, bracket: &mut Bracket) -> Result<bool, SolveError> {
        for _ in 0..MOST_VELOCITIES {
            let Some(root) = root_of_work(self.scene, &bracket.falls) else {
                return Ok(false);
            };
            if root == bracket.stands.at {
                return Ok(true);
            }
            bracket.take(self.sample(root)?);
        }
        Ok(false)
    }

    /// Halves the bracket until it is narrow, and tries the simplest fraction in it.
    fn narrow(&self, bracket: &mut Bracket, width: &Value) -> Result<(), SolveError> {
        while bracket.width() > *width {
            let [low, high] = bracket.ends();
            let quarter = (&high - &low) / Value::from_integer(4.into());
            let at = simplest_between(&(low + &quarter), &(high - quarter));
            bracket.take(self.sample(at)?);
        }
        let [low, high] = bracket.ends();
        bracket.take(self.sample(simplest_between(&low, &high))?);
        Ok(())
    }
}

impl Bracket {
    /// From two samples of which one is held.
    fn of(first: Sample, second: Sample) -> Self {
        let (stands, falls) = match is_held(&first.proof) {
            true => (first, second),
            false => (second, first),
        };
        Self { stands, falls }
    }

    /// Moves one end to a sample between them.
    fn take(&mut self, sample: Sample) {
        match is_held(&sample.proof) {
            true => self.stands = sample,
            false => self.falls = sample,
        }
    }

    /// The smaller value and the larger one.
    fn ends(&self) -> [Value; 2] {
        let mut ends = [self.stands.at.clone(), self.falls.at.clone()];
        ends.sort();
        ends
    }

    fn polynomial(&self) -> Option<Vec<BigInt>> {
        let [low, high] = self.ends().each_ref().map(to_solver);
        let polynomial = polynomial::with_root_between(&low, &high)?;
        Some(polynomial.iter().map(integer_from_solver).collect())
    }

    fn width(&self) -> Value {
        (&self.stands.at - &self.falls.at).abs()
    }
}

/// The fraction of least denominator strictly between two others.
fn simplest_between(low: &Value, high: &Value) -> Value {
    let [low, high] = [low, high].map(to_solver);
    from_solver(&Rational::simplest_rational_in_open_interval(&low, &high))
}

/// Whether forces hold every case of every group.
fn is_held(statics: &Statics) -> bool {
    let mut cases = statics.groups.iter().flat_map(|group| &group.cases);
    cases.all(|case| matches!(case.claim, StaticsClaim::Held(_)))
}

/// Where the velocities that show a fall lose no energy: the root of Σ m (g + t J g)·y.
fn root_of_work(scene: &Scene, falls: &Sample) -> Option<Value> {
    let turned = scene.gravity.quarter_turn();
    let mut work = Value::zero();
    let mut slope = Value::zero();
    for group in &falls.proof.groups {
        let Some(StaticsClaim::Falling(velocity)) = group.cases.first().map(|case| &case.claim)
        else {
            continue;
        };
        for (body, [x, y, _]) in group.bodies.iter().zip(velocity) {
            if let Some(free) = &scene.bodies[*body].dynamics {
                let x = Value::from_integer(x.clone());
                let y = Value::from_integer(y.clone());
                let velocity = Vector::new(x, y);
                work += &free.mass * scene.gravity.dot(&velocity);
                slope += &free.mass * turned.dot(&velocity);
            }
        }
    }
    if slope.is_zero() {
        return None;
    }
    Some(-work / slope)
}
