//! The figures of an audit: one value for each state, and what can be said of all of them.

use crate::decimal::{self, Bounds};
use crate::enclosure::{Enclosure, Length};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Pow;
use zwang_scene::BodyId;

/// The things that are measured. `docs/audit.md` defines each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// The largest distance of a body point from its place in the scene.
    Displacement,
    /// The largest distance of a body point from where its mirror partner says it should be.
    Symmetry,
    /// The deepest overlap of two parts.
    Penetration,
    /// The widest gap at a contact that presses in the scene.
    Opening,
    /// The largest distance of the two points of a pin.
    Pins,
    /// How far cos² + sin² is from 1.
    Circle,
    /// Energy less that at time 0.
    Energy,
    /// The same less what gravity may have done in a step.
    Gain,
    /// Momentum that free groups gain in a step beyond what gravity and loads give.
    Momentum,
    /// The largest distance of a free group from its exact flight.
    Flight,
    /// The same beyond what integrators of the first order explain.
    Stray,
    /// How far the first steps are from the only motion, as a part of its way.
    Start,
    /// By how much the speed after an impact is wrong, over that before it.
    Bounce,
    /// The least force from nowhere beside forces within the law of contacts that explains the
    /// step.
    Law,
    /// The forces against Coulomb's law that contacts would need instead.
    Coulomb,
    /// The largest force from nowhere on a body.
    Unexplained,
    /// The largest torque from nowhere on a body.
    Twist,
    /// The largest distance of a body point from where zwang's own run has it.
    Divergence,
    /// The restraint of the step, less the least one.
    Restraint,
    /// The distance of the step's accelerations from the optimum, in the mass norm.
    Distance,
    /// Mass times acceleration less gravity and the given forces.
    Newton,
    /// Moment of inertia times angular acceleration less the torques of the given forces.
    Torque,
    /// The strongest force with which a contact pulls.
    Pull,
    /// The largest part of a force along its contact, beyond what friction allows.
    Friction,
    /// How far forces where bodies slide are from friction.
    Slip,
    /// The widest gap with a force across it.
    Gap,
}

impl Figure {
    /// Every figure, in the order of reports.
    pub const ALL: [Self; 26] = [
        Self::Displacement,
        Self::Symmetry,
        Self::Penetration,
        Self::Opening,
        Self::Pins,
        Self::Circle,
        Self::Energy,
        Self::Gain,
        Self::Momentum,
        Self::Flight,
        Self::Stray,
        Self::Start,
        Self::Bounce,
        Self::Law,
        Self::Coulomb,
        Self::Unexplained,
        Self::Twist,
        Self::Divergence,
        Self::Restraint,
        Self::Distance,
        Self::Newton,
        Self::Torque,
        Self::Pull,
        Self::Friction,
        Self::Slip,
        Self::Gap,
    ];

    /// Its name, in reports and in tolerances.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Displacement => "displacement",
            Self::Symmetry => "symmetry",
            Self::Penetration => "penetration",
            Self::Opening => "opening",
            Self::Pins => "pins",
            Self::Circle => "circle",
            Self::Energy => "energy",
            Self::Gain => "gain",
            Self::Momentum => "momentum",
            Self::Flight => "flight",
            Self::Stray => "stray",
            Self::Start => "start",
            Self::Bounce => "bounce",
            Self::Law => "law",
            Self::Coulomb => "coulomb",
            Self::Unexplained => "unexplained",
            Self::Twist => "twist",
            Self::Divergence => "divergence",
            Self::Restraint => "restraint",
            Self::Distance => "distance",
            Self::Newton => "newton",
            Self::Torque => "torque",
            Self::Pull => "pull",
            Self::Friction => "friction",
            Self::Slip => "slip",
            Self::Gap => "gap",
        }
    }

    /// Its unit.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Displacement
            | Self::Symmetry
            | Self::Penetration
            | Self::Opening
            | Self::Pins
            | Self::Flight
            | Self::Stray
            | Self::Divergence
            | Self::Gap => "m",
            Self::Circle | Self::Start | Self::Bounce => "1",
            Self::Energy | Self::Gain => "J",
            Self::Momentum => "N s",
            Self::Restraint => "kg m^2/s^4",
            Self::Distance => "kg^(1/2) m/s^2",
            Self::Law
            | Self::Coulomb
            | Self::Unexplained
            | Self::Newton
            | Self::Pull
            | Self::Friction
            | Self::Slip => "N",
            Self::Twist | Self::Torque => "N m",
        }
    }

    /// Its title, for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Displacement => "displacement from the scene",
            Self::Symmetry => "symmetry defect",
            Self::Penetration => "penetration",
            Self::Opening => "opening of contacts that press at first",
            Self::Pins => "drift of pins",
            Self::Circle => "cos^2 + sin^2 off 1",
            Self::Energy => "energy gained since time 0",
            Self::Gain => "energy gained beyond a step's work of gravity and loads",
            Self::Momentum => "momentum gained by free groups in a step",
            Self::Flight => "distance from the exact flight",
            Self::Stray => "the same beyond the first order of the step",
            Self::Start => "first steps off the proved motion",
            Self::Bounce => "speed after an impact off its restitution",
            Self::Law => "least force beside the law of contacts",
            Self::Coulomb => "instead: forces against Coulomb's law",
            Self::Unexplained => "of it largest force from nowhere",
            Self::Twist => "of it largest torque from nowhere",
            Self::Divergence => "divergence from zwang's own run",
            Self::Restraint => "restraint above the least one",
            Self::Distance => "acceleration off the optimum (mass norm)",
            Self::Newton => "forces out of balance with accelerations",
            Self::Torque => "torques out of balance",
            Self::Pull => "pull of a contact",
            Self::Friction => "force along a contact beyond friction",
            Self::Slip => "force along a sliding contact off its friction",
            Self::Gap => "gap with a force across it",
        }
    }

    /// Whether a tolerance without a name bounds it: lengths that are 0 in a right run, whatever
    /// its time step.
    #[must_use]
    pub fn is_plain_length(self) -> bool {
        matches!(
            self,
            Self::Displacement | Self::Symmetry | Self::Penetration | Self::Pins | Self::Gap
        )
    }
}

/// A value of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Known by its square, and not negative.
    Root(Length),
    /// Known itself.
    Number(Enclosure),
}

impl Quantity {
    /// Decimals around it.
    #[must_use]
    pub fn decimals(&self) -> Bounds {
        match self {
            Self::Root(length) => decimal::of_length(length),
            Self::Number(number) => decimal::of_number(number),
        }
    }

    /// Whether it is proved to be larger than a bound that is not negative.
    #[must_use]
    pub fn exceeds(&self, bound: &Rational) -> bool {
        match self {
            Self::Root(length) => length.exceeds(bound),
            Self::Number(number) => number.low > *bound,
        }
    }

    /// Bounds of the number, or of its square.
    #[must_use]
    pub fn enclosure(&self) -> &Enclosure {
        match self {
            Self::Root(length) => &length.squared,
            Self::Number(number) => number,
        }
    }
}

/// A value at one state, and the bodies that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The value.
    pub quantity: Quantity,
    /// The bodies, if it is about some.
    pub bodies: Vec<BodyId>,
}

impl Measured {
    pub(crate) fn length(length: Length, bodies: impl IntoIterator<Item = BodyId>) -> Self {
        Self {
            quantity: Quantity::Root(length),
            bodies: bodies.into_iter().collect(),
        }
    }

    pub(crate) fn number(number: Enclosure, bodies: impl IntoIterator<Item = BodyId>) -> Self {
        Self {
            quantity: Quantity::Number(number),
            bodies: bodies.into_iter().collect(),
        }
    }
}

/// The longest of some lengths, and the bodies that have it.
pub(crate) struct Longest {
    pub(crate) length: Length,
    pub(crate) bodies: Vec<BodyId>,
}

impl Longest {
    /// No length yet.
    pub(crate) fn none() -> Self {
        Self {
            length: Length::zero(),
            bodies: Vec::new(),
        }
    }

    /// Takes one more length into account.
    pub(crate) fn raise(&mut self, length: Length, bodies: &[BodyId]) {
        if length.squared.high > self.length.squared.high {
            self.bodies = bodies.to_vec();
        }
        self.length = self.length.clone().max(length);
    }

    /// Measures it as a value of a figure.
    pub(crate) fn measured(self) -> Measured {
        Measured::length(self.length, self.bodies)
    }
}

/// Takes the length, and the bodies that have it, if it may be longer than the longest so far.
pub(crate) fn raise<T>(worst: &mut Option<(Length, T)>, length: Length, bodies: T) {
    match worst {
        Some((most, _)) if length.squared.high <= most.squared.high => {}
        _ => *worst = Some((length, bodies)),
    }
}

/// A figure over the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// The thing that is measured.
    pub figure: Figure,
    /// One for each state, where it was measured.
    pub values: Vec<Option<Measured>>,
}

impl Series {
    /// The state with the largest value, by its upper bound; the first of them.
    #[must_use]
    pub fn worst(&self) -> Option<(usize, &Measured)> {
        let mut worst: Option<(usize, &Measured)> = None;
        for (state, value) in self.values.iter().enumerate() {
            let Some(value) = value else { continue };
            let high = &value.quantity.enclosure().high;
            match worst {
                Some((_, other)) if *high <= other.quantity.enclosure().high => {}
                _ => worst = Some((state, value)),
            }
        }
        worst
    }

    /// The first state whose value is proved to exceed a bound.
    #[must_use]
    pub fn first_beyond(&self, bound: &Rational) -> Option<usize> {
        self.values.iter().position(|value| {
            value
                .as_ref()
                .is_some_and(|value| value.quantity.exceeds(bound))
        })
    }

    /// For each power of ten from 10^-`smallest` on that some value is proved to exceed, the
    /// exponent and the first such state.
    #[must_use]
    pub fn powers_of_ten(&self, smallest: i64) -> Vec<(i64, usize)> {
        (-smallest..=6)
            .map_while(|exponent| {
                Some((
                    exponent,
                    self.first_beyond(&Rational::from(10).pow(exponent))?,
                ))
            })
            .collect()
    }
}
