//! The limit at which a scene in space may begin to slide as its tilt, gravity, a load or its
//! friction varies: a value at which nothing but rest obeys Coulomb's law, and one at which a
//! motion does, with a checked proof at either.
//!
//! The end of equilibrium is another limit ([`mod@crate::critical_in_space`]): forces in a groove
//! may hold a wedge that might as well slide.
//!
//! *Tilt, gravity, loads.* If a motion obeys the law, motions whose contacts open, stick and slide
//! like its own are a convex set of values, accelerations and forces. So the least value of these
//! is tried: if forces hold the scene there, and resist as much as they can what begins to move in
//! the direction of the motion, a motion obeys the law at all values up to the one that was found
//! (Theorem 50 of `proofs/THEOREM.md`). Otherwise, and with friction, brackets are halved.
//!
//! Nothing is said of other values: a scene need not stand at all values before one at which it
//! does.

use crate::critical_in_space::{CriticalInSpace, Question, VariedInSpace};
use crate::space::InSpaceError;
use num_traits::{Signed, Zero};
use zwang_certificate::space as certificate;
use zwang_check::space_coulomb::{self, CoulombVerdict, VerifiedCoulomb};
use zwang_collapse::space::{self, SpaceError};
use zwang_exact::Rational;
use zwang_output::SlidingLimit;
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// So often is friction doubled in search of one with which nothing slides.
const DOUBLINGS: usize = 8;
/// A bracket is halved at most so often.
const HALVINGS: usize = 24;

/// A scene at a value, with what Coulomb's law allows. The checker has accepted the proof.
pub struct SlidingEnd {
    /// The value.
    pub value: Rational,
    /// The scene at this value.
    pub scene: Scene,
    /// The statement that was checked.
    pub verified: VerifiedCoulomb,
    /// The proof, of the format `zwang-space-coulomb-1`.
    pub proof: String,
}

/// The limit at which a scene may begin to slide.
#[derive(Default)]
pub struct SlidingInSpace {
    /// The value at which nothing but rest obeys Coulomb's law.
    pub stands: Option<SlidingEnd>,
    /// The value at which a motion obeys it.
    pub moves: Option<SlidingEnd>,
    /// The scene where it stands, and begins to yield to a motion: so one obeys the law at all
    /// values from there to `moves`, and the limit is exact.
    pub yields: Option<SlidingEnd>,
}

/// Encloses where a scene may begin to slide, given where equilibrium ends.
///
/// # Errors
/// [`InSpaceError`] if a proof is not accepted, or if the monitor is told to stop.
pub fn sliding_in_space(
    scene: &Scene,
    varied: &VariedInSpace,
    limit: &CriticalInSpace,
    width: &Rational,
    options: &Options,
    monitor: &Monitor,
    checking: &dyn Fn(),
) -> Result<SlidingInSpace, InSpaceError> {
    let question = Question {
        scene,
        varied,
        options,
        monitor,
        checking,
    };
    match limit {
        CriticalInSpace::Between { stands, falls, .. } if *varied == VariedInSpace::Friction => {
            question.friction([&stands.value, &falls.value], width)
        }
        CriticalInSpace::Between {
            start,
            stands,
            falls,
            ..
        } if !limit.begins() => question.pull(start, [&stands.value, &falls.value], width),
        // It begins to be held where values grow, or never is.
        CriticalInSpace::Between { .. } | CriticalInSpace::Falls { .. } => {
            Ok(SlidingInSpace::default())
        }
        CriticalInSpace::NeedsNoFriction(stands) | CriticalInSpace::Endless { stands, .. } => {
            let mut found = SlidingInSpace::default();
            found.put(question.sliding_at(&stands.value)?);
            Ok(found)
        }
    }
}

impl SlidingInSpace {
    /// Both values, where they are known, with a word for the names of files.
    #[must_use]
    pub fn ends(&self) -> Vec<(&'static str, &SlidingEnd)> {
        let ends = [
            ("only-rest", &self.stands),
            ("slides", &self.moves),
            ("yields", &self.yields),
        ];
        let ends = ends.into_iter();
        ends.filter_map(|(word, end)| Some((word, end.as_ref()?)))
            .collect()
    }

    /// Whether the values are no further apart than that, or the limit is exact.
    #[must_use]
    pub fn is_within(&self, width: &Rational) -> bool {
        match (&self.stands, &self.moves) {
            (Some(stands), Some(moves)) => {
                self.yields.is_some() || (&stands.value - &moves.value).abs() <= *width
            }
            _ => false,
        }
    }

    /// The same for people and machines.
    #[must_use]
    pub fn limit(&self) -> SlidingLimit<'_> {
        SlidingLimit {
            stands: self.stands.as_ref().map(|end| &end.value),
            moves: self.moves.as_ref().map(|end| &end.value),
            is_exact: self.yields.is_some(),
            cases: self.stands.as_ref().map(|end| end.verified.leaves()),
        }
    }

    /// Takes over an answer, if there is one that is an end.
    fn put(&mut self, end: Option<SlidingEnd>) {
        match end.as_ref().map(|end| end.verified.verdict()) {
            Some(CoulombVerdict::Stands) => self.stands = end,
            Some(CoulombVerdict::CanMove) => self.moves = end,
            Some(CoulombVerdict::CanStand) | None => {}
        }
    }
}

impl SlidingEnd {
    fn moves(&self) -> bool {
        self.verified.verdict() == CoulombVerdict::CanMove
    }
}

impl Question<'_> {
    /// The answer at a value, if there is one.
    fn sliding_at(&self, value: &Rational) -> Result<Option<SlidingEnd>, InSpaceError> {
        let scene = self.scene_at(value);
        match space::coulomb(&scene, self.options, self.monitor) {
            Ok(Some(found)) => self.checked(value, scene, &found).map(Some),
            Ok(None) | Err(SpaceError::Undecided { .. } | SpaceError::HeldAtCorners { .. }) => {
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn checked(
        &self,
        value: &Rational,
        scene: Scene,
        found: &certificate::Coulomb,
    ) -> Result<SlidingEnd, InSpaceError> {
        (self.checking)();
        let verified = space_coulomb::verify(&scene, found).map_err(InSpaceError::Rejected)?;
        Ok(SlidingEnd {
            value: value.clone(),
            scene,
            verified,
            proof: certificate::write_coulomb(found),
        })
    }

    /// The limit as the pull on the bodies grows from a value, up to where equilibrium ends.
    fn pull(
        &self,
        start: &Rational,
        [held, falls]: [&Rational; 2],
        width: &Rational,
    ) -> Result<SlidingInSpace, InSpaceError> {
        let mut found = SlidingInSpace::default();
        for value in [start, falls, held] {
            // The former limit is the hardest value of all.
            if found.moves.is_none() {
                found.put(self.sliding_at(value)?);
            }
        }
        let way = self.varied.way();
        while let Some(moves) = &found.moves
            && let Some(end) = self.end_of_motion(&moves.value)?
        {
            let value = &moves.value + &end.offset * &way;
            if value == moves.value || (&value - start) * &way < Rational::zero() {
                break;
            }
            let Some(there) = self.sliding_at(&value)? else {
                let near = &value + width * &way / whole(4);
                found.put(self.sliding_at(&near)?);
                break;
            };
            if there.moves() {
                found.moves = Some(there);
                continue;
            }
            found.yields = self.yielding(&there, &end, moves)?;
            found.put(Some(there));
            break;
        }
        self.halve(found, width)
    }

    /// How a motion ends that obeys the law at a value.
    fn end_of_motion(&self, value: &Rational) -> Result<Option<space::YieldsTo>, InSpaceError> {
        let scene = self.scene_at(value);
        let growth = self.growth();
        let end = space::yields_to(&scene, &growth, self.options, self.monitor)?;
        Ok(end)
    }

    /// The proof of a scene, where a motion ends, that it begins to yield to the motion.
    fn yielding(
        &self,
        there: &SlidingEnd,
        end: &space::YieldsTo,
        motion: &SlidingEnd,
    ) -> Result<Option<SlidingEnd>, InSpaceError> {
        let found = space::yielding(&there.scene, end, self.options, self.monitor)?;
        let Some(found) = found else {
            return Ok(None);
        };
        let yields = self.checked(&there.value, there.scene.clone(), &found)?;
        let is_same = yields.verified.yields_to(&motion.verified);
        Ok(is_same.then_some(yields))
    }

    /// The limit as friction grows from where equilibrium begins.
    fn friction(
        &self,
        [held, falls]: [&Rational; 2],
        width: &Rational,
    ) -> Result<SlidingInSpace, InSpaceError> {
        let mut found = SlidingInSpace::default();
        for value in [falls, held] {
            found.put(self.sliding_at(value)?);
        }
        let mut value = held.clone();
        for _ in 0..DOUBLINGS {
            if found.stands.is_some() {
                break;
            }
            value = &value + &value;
            found.put(self.sliding_at(&value)?);
        }
        self.halve(found, width)
    }

    /// A shorter bracket, as far as there are proofs.
    fn halve(
        &self,
        found: SlidingInSpace,
        width: &Rational,
    ) -> Result<SlidingInSpace, InSpaceError> {
        let mut found = found;
        let mut halvings = 0;
        while !found.is_within(width) && halvings < HALVINGS {
            let (Some(stands), Some(moves)) = (&found.stands, &found.moves) else {
                break;
            };
            halvings += 1;
            let middle = crate::critical::simplest(
                &((&stands.value * whole(5) + &moves.value * whole(3)) / whole(8)),
                &((&stands.value * whole(3) + &moves.value * whole(5)) / whole(8)),
            );
            let Some(end) = self.sliding_at(&middle)? else {
                break;
            };
            found.put(Some(end));
        }
        Ok(found)
    }
}

fn whole(number: i64) -> Rational {
    Rational::from_integer(number.into())
}
