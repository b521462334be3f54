//! The restraint of the run's own steps, against the least one.
//!
//! The step from state k to k+1 is the accelerations a = (v' - v)/h and α, where h v' is the way
//! that it leads and h v the one that led there: z_k - z_{k-1}, or h times the velocity if the
//! table gives it. The states are put on the grid of [`DIGITS`] (rotations only, by less than
//! 2^-[`DIGITS`]; centroids stay as they are), and there everything is exact:
//! `zwang_motion::kernel::Yardstick` computes the optimum of that step, with the contacts that
//! zwang's own steps have. A state that overlaps is no obstacle: there is an optimum that undoes
//! overlaps within the step, as zwang's own runs do, and one that lets them be; the nearer one
//! counts.

use crate::enclosure::{Enclosure, Length};
use crate::pose::Pose;
use crate::precision::Precisions;
use crate::shape::{Shape, point};
use crate::table::State;
use crate::vector::{Vector, difference, scaled};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::{One, Zero};
use zwang_certificate::Contact;
use zwang_motion::MotionError;
use zwang_motion::kernel::{JudgedRow, JudgedStep, Overlaps, Placement, Rotation, Yardstick};
use zwang_program::Monitor;
use zwang_program::kernel::number::to_solver;

/// Rotations are multiples of 2 to minus this, in the tangent of half an angle.
pub const DIGITS: u64 = 128;

/// A contact that a step treats otherwise than the optimum does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongContact {
    /// The vertex and the edge.
    pub contact: Contact,
    /// What is wrong.
    pub mistake: Mistake,
    /// The gap after the run's step, m, less the overlap before it if that is kept, and whether it
    /// is negative. Only its sign and its square are rational.
    pub gap: (bool, Length),
    /// The gap after the optimal step, m.
    pub least_gap: Length,
    /// The force of the optimum, N.
    pub force: Length,
}

/// What is wrong with the treatment of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// It opens where the optimum presses.
    Opens,
    /// It stays closed where the optimum opens.
    Sticks,
    /// It overlaps after the step, or more than before where overlaps are kept.
    Overlaps,
}

impl Mistake {
    /// In words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Opens => "opens where it should press",
            Self::Sticks => "stays closed where it should open",
            Self::Overlaps => "closes too far",
        }
    }
}

/// The restraint of a step, and of the optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestraintGap {
    /// The state that the step leads to.
    pub state: usize,
    /// The exact figures.
    pub step: JudgedStep,
    /// Whether the optimum is the one that lets overlaps be; it is the nearer one.
    pub keeps_overlaps: bool,
    /// Contacts that are treated wrongly, by more than the precision of the table, and than zwang's
    /// own steps round away.
    pub wrong: Vec<WrongContact>,
}

impl RestraintGap {
    /// The restraint less the least one, exactly.
    #[must_use]
    pub fn excess(&self) -> Rational {
        &self.step.restraint - &self.step.least_restraint
    }

    /// The distance from the optimum in the mass norm.
    #[must_use]
    pub fn distance(&self) -> Length {
        Length {
            squared: Enclosure::exact(self.step.distance_squared.clone()),
        }
    }
}

/// Judges steps of a run.
pub(crate) struct Judge<'a> {
    shape: &'a Shape<'a>,
    yardstick: Yardstick<'a>,
    step: Rational,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(shape: &'a Shape<'a>, step: &Rational) -> Self {
        Self {
            shape,
            yardstick: Yardstick::new(shape.scene, step.clone(), DIGITS),
            step: step.clone(),
        }
    }

    /// Judges the step from state `from` to the next one.
    pub(crate) fn judge(
        &self,
        states: &[State],
        poses: &[Vec<Pose>],
        from: usize,
        precisions: &Precisions,
        monitor: &Monitor,
    ) -> Result<RestraintGap, MotionError> {
        let now = placements(&poses[from]);
        let after = placements(&poses[from + 1]);
        let before = self.before(states, poses, from, &now);
        let moved = [&before[..], &now, &after];
        let kept = self.yardstick.judge(moved, Overlaps::Kept, monitor)?;
        let undone = self.yardstick.judge(moved, Overlaps::Undone, monitor)?;
        let keeps_overlaps = kept.distance_squared < undone.distance_squared;
        let step = if keeps_overlaps { kept } else { undone };
        let mut wrong = Vec::new();
        for row in &step.rows {
            let mut slack = Rational::ZERO;
            for body in row.contact.bodies() {
                if let Some(place) = self.shape.bodies[body].place {
                    slack += precisions.of(self.shape, &states[from + 1], place);
                    slack += self.rounded_way(poses, from, place);
                }
            }
            wrong.extend(wrong_contact(row, &slack));
        }
        Ok(RestraintGap {
            state: from + 1,
            step,
            keeps_overlaps,
            wrong,
        })
    }

    /// At least what zwang's own steps round away of the way of a body: their rows have
    /// coefficients of 2^-32.
    fn rounded_way(&self, poses: &[Vec<Pose>], from: usize, place: usize) -> Rational {
        let before = &poses[from][place];
        let after = &poses[from + 1][place];
        let mut moved = Rational::ZERO;
        let mut turned = Rational::ZERO;
        for part in difference(&after.centroid, &before.centroid) {
            moved += part.abs();
        }
        for part in difference(&after.rotation, &before.rotation) {
            turned += part.middle().abs();
        }
        let body = self.shape.free[place];
        let radius = &self.shape.bodies[body].radius;
        let way = moved + turned * radius;
        way >> 32u64
    }

    /// Where the bodies were a step before, by the velocities of the table, by those of the scene
    /// at its beginning, or by the state before.
    fn before(
        &self,
        states: &[State],
        poses: &[Vec<Pose>],
        from: usize,
        now: &[Placement],
    ) -> Vec<Placement> {
        let starts = self.shape.starts().enumerate();
        let mut before = Vec::new();
        let bodies = states[from].bodies.iter();
        for (body, (place, start)) in bodies.zip(starts) {
            let now = &now[place];
            let placement = match (&body.velocity, from) {
                (Some((linear, spin)), _) => self.moved_back(now, linear, spin),
                (None, 0) => {
                    let linear = point(&start.velocity);
                    let spin = to_solver(&start.spin);
                    self.moved_back(now, &linear, &spin)
                }
                (None, _) => placement(&poses[from - 1][place]),
            };
            before.push(placement);
        }
        before
    }

    /// z - h v and c conj(rot(h ω / 2)), as state -1 of a run (`proofs/RUN.md`, section 1), on the
    /// grid.
    fn moved_back(&self, now: &Placement, linear: &Vector, spin: &Rational) -> Placement {
        let way = scaled(linear, &self.step);
        let centroid = difference(&now.centroid, &way);
        let turn = &self.step * spin;
        let tangent = turn / Rational::from(2);
        let square = &tangent * &tangent;
        let real = Rational::ONE - square;
        let imaginary = Rational::from(-2) * tangent;
        let [cosine, sine] = now.rotation.components();
        let new_cosine = &cosine * &real - &sine * &imaginary;
        let new_sine = &sine * &real + &cosine * &imaginary;
        Placement {
            centroid,
            rotation: Rotation::nearest(&new_cosine, &new_sine, DIGITS),
        }
    }
}

fn placements(poses: &[Pose]) -> Vec<Placement> {
    poses.iter().map(placement).collect()
}

fn placement(pose: &Pose) -> Placement {
    let [cosine, sine] = pose.rotation.each_ref().map(Enclosure::middle);
    Placement {
        centroid: pose.centroid.clone(),
        rotation: Rotation::nearest(&cosine, &sine, DIGITS),
    }
}

fn wrong_contact(row: &JudgedRow, slack: &Rational) -> Option<WrongContact> {
    let gap = &row.gap * &row.gap / &row.edge_squared;
    let least_gap = &row.least_gap * &row.least_gap / &row.edge_squared;
    let most = slack * slack;
    let mistake = if row.gap < 0 && gap > most {
        Mistake::Overlaps
    } else if row.force > 0 && row.gap > 0 && gap > most {
        Mistake::Opens
    } else if row.least_gap > 0 && least_gap > most && gap <= most {
        Mistake::Sticks
    } else {
        return None;
    };
    Some(WrongContact {
        contact: row.contact,
        mistake,
        gap: (row.gap < 0, root_of(gap)),
        least_gap: root_of(least_gap),
        force: root_of(&row.force * &row.force * &row.edge_squared),
    })
}

fn root_of(squared: Rational) -> Length {
    Length {
        squared: Enclosure::exact(squared),
    }
}
