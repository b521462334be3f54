//! The search for a bracket.

use super::{
    CriticalInSpace, CriticalInSpaceError, EndInSpace, LeastFriction, MOST_FALLS, Question,
    VariedInSpace,
};
use crate::critical::simplest;
use crate::space::{InSpaceError, holding_in_space, stability_near_in_space};
use num_traits::{One, Signed, Zero};
use zwang_certificate::space as certificate;
use zwang_check::space_threshold;
use zwang_collapse::space::{self, SpaceError, Velocities};
use zwang_exact::Rational;
use zwang_scene::space::Scene;

/// So often is a value doubled in search of one that changes the verdict.
const DOUBLINGS: usize = 20;
/// Roots of work with longer numbers than that are no simple limits.
const LONG: u64 = 96;
/// After so many other values, the simplest one of the bracket is tried.
const ROUND: usize = 4;
/// Velocities of scenes of more bodies are not tried in simple numbers.
const FEW_BODIES: usize = 60;
/// The parts of the largest number of a velocity, as powers of 2, within which simple ones are
/// tried.
const NEARNESS: [u64; 4] = [6, 10, 15, 22];
/// A drift is tried in numbers as near as that.
const FINE: u64 = 30;
/// They are tried once brackets are as short as these parts of a value, powers of 2, too.
const SHORT: [u64; 5] = [3, 5, 8, 11, 16];
/// The parts of a bracket, as powers of 2, within which its ends are moved if nothing is found amid
/// it.
const CLOSER: [u64; 3] = [7, 10, 14];

/// A bracket in the making.
pub(super) struct Search<'a> {
    pub(super) question: Question<'a>,
    /// The first value.
    pub(super) start: Rational,
    pub(super) solved: usize,
}

impl Search<'_> {
    /// The scene, solved.
    fn solved(&mut self, value: Rational, scene: Scene) -> Result<EndInSpace, InSpaceError> {
        self.solved += 1;
        let Question {
            options,
            monitor,
            checking,
            ..
        } = self.question;
        let answer = holding_in_space(&scene, options, monitor, checking)?;
        Ok(EndInSpace {
            value,
            scene,
            answer,
        })
    }

    fn at(&mut self, value: Rational) -> Result<EndInSpace, InSpaceError> {
        let scene = self.question.scene_at(&value);
        self.solved(value, scene)
    }

    /// The same, or `None` if it is too near to the limit for a proof.
    fn try_at(&mut self, value: Rational) -> Result<Option<EndInSpace>, InSpaceError> {
        match self.at(value) {
            Ok(end) => Ok(Some(end)),
            Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The limit as friction grows from 0.
    pub(super) fn friction(
        &mut self,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let falls = self.at(Rational::zero())?;
        if !falls.falls() {
            return Ok(CriticalInSpace::NeedsNoFriction(falls));
        }
        let mut falls = falls;
        let mut value = Rational::one();
        for _ in 0..DOUBLINGS {
            if let Some(end) = self.try_at(value.clone())? {
                if !end.falls() {
                    return self.narrowed(end, falls, width);
                }
                falls = end;
            }
            value = &value + &value;
        }
        Ok(CriticalInSpace::Falls {
            falls: vec![falls],
            solved: self.solved,
        })
    }

    /// The limit as the pull on the bodies grows.
    pub(super) fn pull(
        &mut self,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let mut stands = self.at(self.start.clone())?;
        if stands.falls() && matches!(self.question.varied, VariedInSpace::Load { .. }) {
            stands = self.at(Rational::zero())?;
        }
        if stands.falls() {
            return self.beginning(stands, width);
        }
        self.start = stands.value.clone();
        let growth = self.question.growth();
        match self.solved(Rational::one(), growth) {
            Ok(growth) if !growth.falls() => {
                return Ok(CriticalInSpace::Endless { stands, growth });
            }
            Ok(_) | Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => {}
            Err(error) => return Err(error.into()),
        }
        let mut step = self.question.varied.way();
        for _ in 0..DOUBLINGS {
            let value = &stands.value + &step;
            if let Some(end) = self.try_at(value)? {
                if end.falls() {
                    return self.narrowed(stands, end, width);
                }
                stands = end;
            }
            step = &step + &step;
        }
        Err(CriticalInSpaceError::NoFall(stands.value))
    }

    /// The value at which a scene that falls at the first one begins to be held.
    fn beginning(
        &mut self,
        first: EndInSpace,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let from = first.value.clone();
        let mut falls = vec![first];
        for _ in 0..MOST_FALLS {
            let last = &falls[falls.len() - 1];
            let root = self.zero_of_work(last);
            let root = root.filter(|root| self.is_beyond(root, &last.value));
            let Some(root) = root else {
                // Its work does not shrink.
                return Ok(CriticalInSpace::Falls {
                    falls,
                    solved: self.solved,
                });
            };
            let end = self.at(root)?;
            if !end.falls() {
                self.start = from.clone();
                let Some(last) = falls.pop() else { break };
                return self.narrowed(end, last, width);
            }
            falls.push(end);
        }
        let last = falls[falls.len() - 1].value.clone();
        Err(CriticalInSpaceError::GaveUp { from, last })
    }

    /// Whether a value follows another one.
    fn is_beyond(&self, value: &Rational, other: &Rational) -> bool {
        ((value - other) * self.question.varied.way()).is_positive()
    }

    /// Two values that are near enough to each other, as far as there are proofs.
    fn narrowed(
        &mut self,
        stands: EndInSpace,
        falls: EndInSpace,
        width: &Rational,
    ) -> Result<CriticalInSpace, CriticalInSpaceError> {
        let (mut stands, mut falls) = (stands, falls);
        let mut round = 0;
        let mut tries = SHORT.iter();
        let mut next = tries.next();
        // The least and the largest value without a proof.
        let mut undecided: Option<[Rational; 2]> = None;
        while (&falls.value - &stands.value).abs() > *width {
            let mut decided = None;
            for value in self.candidates(&stands, &falls, width, round) {
                if undecided.as_ref().is_some_and(|ends| is_amid(&value, ends)) {
                    continue;
                }
                decided = self.try_at(value.clone())?;
                if decided.is_some() {
                    break;
                }
                undecided = Some(match undecided {
                    Some([least, largest]) => [least.min(value.clone()), largest.max(value)],
                    None => [value.clone(), value],
                });
            }
            let Some(end) = decided else { break };
            match end.falls() {
                true => falls = end,
                false => stands = end,
            }
            round += 1;
            let Some(bits) = next else { continue };
            let size = stands.value.abs().max(falls.value.abs());
            if (&falls.value - &stands.value).abs() * power_of_two(*bits) > size {
                continue;
            }
            next = tries.next();
            if let Some(exact) = self.exact(&stands, &falls, width)? {
                return Ok(exact);
            }
            let least = self.least_friction(&stands, &falls)?;
            if least.is_some() {
                return Ok(CriticalInSpace::Between {
                    start: self.start.clone(),
                    stands,
                    falls,
                    solved: self.solved,
                    least,
                });
            }
        }
        Ok(CriticalInSpace::Between {
            start: self.start.clone(),
            stands,
            falls,
            solved: self.solved,
            least: None,
        })
    }

    /// A value inside of a bracket at which the scene is held, and beyond which it always falls, by
    /// velocities of simple numbers.
    fn exact(
        &mut self,
        stands: &EndInSpace,
        falls: &EndInSpace,
        width: &Rational,
    ) -> Result<Option<CriticalInSpace>, InSpaceError> {
        if self.question.is_of_friction() {
            return Ok(None);
        }
        let Some((velocities, largest)) = self.velocities(falls) else {
            return Ok(None);
        };
        let way = &falls.value - &stands.value;
        let mut last = None;
        for nearness in NEARNESS {
            let simple = simple_velocities(&velocities, &largest, nearness);
            if last.as_ref() == Some(&simple) {
                continue;
            }
            let scene = self.question.scene_at(&falls.value);
            if let Some(end) = self.try_near(falls.value.clone(), scene, &simple)?
                && end.falls()
                && let Some(root) = self.zero_of_work(&end)
                && bits(&root) <= LONG
            {
                let before = (&root - &stands.value) / &way;
                let is_inside = !before.is_negative() && before < Rational::one();
                let scene = self.question.scene_at(&root);
                if is_inside
                    && let Some(held) = self.try_near(root.clone(), scene, &simple)?
                    && !held.falls()
                {
                    let beyond = &root + width * way.signum();
                    let scene = self.question.scene_at(&beyond);
                    let Some(falls) = self.try_near(beyond, scene, &simple)? else {
                        return Ok(None);
                    };
                    return Ok(Some(CriticalInSpace::Between {
                        start: self.start.clone(),
                        stands: held,
                        falls,
                        solved: self.solved,
                        least: None,
                    }));
                }
            }
            last = Some(simple);
        }
        Ok(None)
    }

    /// The least friction, if the scene falls with less by velocities of simple numbers.
    fn least_friction(
        &self,
        stands: &EndInSpace,
        falls: &EndInSpace,
    ) -> Result<Option<LeastFriction>, InSpaceError> {
        if !self.question.is_of_friction() {
            return Ok(None);
        }
        let Some((velocities, largest)) = self.velocities(falls) else {
            return Ok(None);
        };
        let fine = simple_velocities(&velocities, &largest, FINE);
        let drifts = [velocities.clone(), fine];
        let scene = &stands.scene;
        for bits in NEARNESS {
            let simple = simple_velocities(&velocities, &largest, bits);
            let (options, monitor) = (self.question.options, self.question.monitor);
            let found = space::least_friction(scene, &simple, &drifts, options, monitor)?;
            let Some(found) = found else { continue };
            let verified = space_threshold::verify(scene, &found);
            let verified = verified.map_err(InSpaceError::Rejected)?;
            return Ok(Some(LeastFriction {
                square: verified.square().clone(),
                proof: certificate::write_threshold(&found),
            }));
        }
        Ok(None)
    }

    /// How a scene falls, and the largest number of that; `None` if it has many bodies.
    fn velocities(&self, falls: &EndInSpace) -> Option<(Velocities, Rational)> {
        if self.question.scene.bodies.len() > FEW_BODIES {
            return None;
        }
        let falling = falls.answer.verified.falling()?;
        let mut velocities = Velocities::new();
        for (body, velocity) in falling.velocities.iter().enumerate() {
            let [x, y, z] = velocity.linear.coordinates().map(Clone::clone);
            let [a, b, c] = velocity.angular.coordinates().map(Clone::clone);
            velocities.insert(body, [x, y, z, a, b, c]);
        }
        let sizes = velocities.values().flatten().map(Signed::abs);
        let largest = sizes.max().filter(Signed::is_positive)?;
        Some((velocities, largest))
    }

    /// The scene at a value, with a velocity by which it may fall; `None` if there is no answer.
    fn try_near(
        &mut self,
        value: Rational,
        scene: Scene,
        velocities: &Velocities,
    ) -> Result<Option<EndInSpace>, InSpaceError> {
        self.solved += 1;
        let (options, monitor) = (self.question.options, self.question.monitor);
        let found =
            stability_near_in_space(&scene, velocities, options, monitor, self.question.checking);
        match found {
            Ok(answer) => Ok(Some(EndInSpace {
                value,
                scene,
                answer,
            })),
            Err(InSpaceError::Solve(SpaceError::Undecided { .. })) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Values inside of a bracket, those to be tried first at the beginning.
    fn candidates(
        &self,
        stands: &EndInSpace,
        falls: &EndInSpace,
        width: &Rational,
        round: usize,
    ) -> Vec<Rational> {
        let (from, to) = (&stands.value, &falls.value);
        let way = to - from;
        let mut candidates = Vec::new();
        if let Some(root) = self.zero_of_work(falls) {
            if root == *from {
                // Everything beyond falls.
                candidates.push(from + width * way.signum());
            } else if bits(&root) <= LONG && round.is_multiple_of(2) {
                candidates.push(root);
            }
        }
        if round.is_multiple_of(ROUND) {
            let simple = simplest(from, to);
            let is_inside = simple != *from && simple != *to;
            candidates.extend(is_inside.then_some(simple));
        }
        for [low, high] in [[8_i64, 24], [2, 6], [26, 30], [0, 2], [30, 32]] {
            let [low, high] =
                [low, high].map(|part| from + &way * Rational::new(part.into(), 32.into()));
            candidates.push(simplest(&low, &high));
        }
        // Where nothing is found amid the bracket there may still be proofs near to its ends.
        for bits in CLOSER {
            let short = &way / power_of_two(bits);
            let half = &short / Rational::from_integer(2.into());
            candidates.push(simplest(&(from + &half), &(from + &short)));
            candidates.push(simplest(&(to - &short), &(to - &half)));
        }
        candidates.retain(|value| {
            let before = (value - from) / &way;
            before.is_positive() && before < Rational::one()
        });
        candidates
    }

    fn zero_of_work(&self, falls: &EndInSpace) -> Option<Rational> {
        zero_of_work(self.question.scene, self.question.varied, falls)
    }
}

/// Whether values to both sides of this one, or it itself, are without a proof. Then it is most
/// likely to be so, too, and each try may take a second.
fn is_amid(value: &Rational, [least, largest]: &[Rational; 2]) -> bool {
    least <= value && value <= largest
}

/// The value at which the velocity of a fall does no work; `None` for friction, or if its work is
/// the same at all values.
pub(super) fn zero_of_work(
    scene: &Scene,
    varied: &VariedInSpace,
    falls: &EndInSpace,
) -> Option<Rational> {
    if *varied == VariedInSpace::Friction {
        return None;
    }
    let falling = falls.answer.verified.falling()?;
    let growth = varied.growth(scene);
    let mut rate = Rational::zero();
    for (pull, velocity) in growth.pulls().iter().zip(&falling.velocities) {
        if let Some(pull) = pull {
            rate += pull.power(&velocity.linear, &velocity.angular);
        }
    }
    if rate.is_zero() {
        return None;
    }
    let back = &falling.work / rate;
    Some(&falls.value - back * varied.way())
}

/// The simplest numbers near to those of velocities, whose largest becomes 1.
fn simple_velocities(velocities: &Velocities, largest: &Rational, bits: u64) -> Velocities {
    let width = power_of_two(bits).recip();
    let mut found = Velocities::new();
    for (body, numbers) in velocities {
        let simple = numbers.each_ref().map(|number| {
            let number = number / largest;
            simplest(&(&number - &width), &(&number + &width))
        });
        found.insert(*body, simple);
    }
    found
}

fn power_of_two(bits: u64) -> Rational {
    Rational::from_integer((1_u64 << bits).into())
}

/// The bits of the longer of two numbers.
fn bits(value: &Rational) -> u64 {
    value.numer().bits().max(value.denom().bits())
}
