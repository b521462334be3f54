//! Grades: how much of what a run does is wrong, in units of its scene.
//!
//! A [`Mark`] is the worst value of a figure over a unit of the scene, its *share*:
//!
//! * lengths over the *size* L of the scene, the longer side of the box around its free bodies;
//! * energies over (M |g| + F) L + K, which is the work that lifts all free bodies by L against
//!   weights and loads, F being the sum of the sizes of the loads' forces, and their kinetic energy
//!   at first; where nothing has weight, loads or speed at first, over M L²/T², T being the last
//!   time of the table;
//! * forces over that energy over L, which is the weight of all free bodies if they rest at first;
//! * speeds over the root of that energy over M, which is √(|g| L) if they rest at first.
//!
//! So a scene that is larger, heavier or faster has the same marks. The grade of a share is the
//! best whose limit it is not proved to exceed; that of the run is the worst of its marks. A run
//! whose motion is not graded has no grade, unless something else of it has the worst one.

use crate::enclosure::{Enclosure, Length};
use crate::figure::{Figure, Quantity, Series};
use crate::findings::Audit;
use crate::pose::Pose;
use crate::shape::{Shape, size};
use crate::table::Table;
use crate::vector::{Vector, difference, dot};
use crate::verdict::Contradiction;
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Pow;
use malachite::base::num::basic::traits::{One, OneHalf, Zero};
use std::cmp::Reverse;
use zwang_program::kernel::number::to_solver;
use zwang_scene::{BodyId, Dynamics};

/// How bad a run is, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// No share above a millionth.
    A,
    /// None above a ten-thousandth.
    B,
    /// None above a thousandth.
    C,
    /// None above a hundredth.
    D,
    /// None above a tenth.
    E,
    /// All that is worse.
    F,
}

impl Grade {
    /// Every grade, the best first.
    pub const ALL: [Self; 6] = [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F];

    /// Its letter.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
            Self::E => "E",
            Self::F => "F",
        }
    }

    /// The largest share that has this grade; everything has F at worst.
    #[must_use]
    pub fn limit(self) -> Option<Rational> {
        let exponent: i64 = match self {
            Self::A => -6,
            Self::B => -4,
            Self::C => -3,
            Self::D => -2,
            Self::E => -1,
            Self::F => return None,
        };
        Some(Rational::from(10).pow(exponent))
    }

    /// The grade of a share.
    fn of(share: &Quantity) -> Self {
        for grade in Self::ALL {
            match grade.limit() {
                Some(limit) if share.exceeds(&limit) => {}
                _ => return grade,
            }
        }
        Self::F
    }
}

/// A mistake of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// A scene that is proved to stand moves, by a hundredth of the size at most.
    Creeps,
    /// A scene that is proved to stand moves farther, and keeps its height.
    Slides,
    /// A scene that is proved to stand moves farther, and a body sinks by more than a tenth of the
    /// size.
    Collapses,
    /// A scene that is proved to fall stays.
    Stays,
    /// A scene that is proved to move in one way begins to move otherwise.
    WrongStart,
    /// Bodies that meet do not part as their restitution says.
    WrongBounce,
    /// A body that touches nothing does not fly as its weight and its loads say.
    Strays,
    /// No forces within the law of contacts explain a step.
    Unlawful,
    /// The symmetry of the scene is lost.
    Asymmetric,
    /// Parts overlap.
    Penetrates,
    /// Pins come apart.
    PinsOpen,
    /// There is more energy than at first.
    GainsEnergy,
    /// A contact pulls.
    ContactsPull,
    /// A force along a contact is larger than friction allows.
    BeyondFriction,
    /// The force along a contact that slides is not its friction.
    WrongSlip,
}

impl Fault {
    /// Its name, in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Creeps => "creeps",
            Self::Slides => "slides",
            Self::Collapses => "collapses",
            Self::Stays => "stays",
            Self::WrongStart => "wrong start",
            Self::WrongBounce => "wrong bounce",
            Self::Strays => "strays",
            Self::Unlawful => "unlawful",
            Self::Asymmetric => "asymmetric",
            Self::Penetrates => "penetrates",
            Self::PinsOpen => "pins open",
            Self::GainsEnergy => "gains energy",
            Self::ContactsPull => "contacts pull",
            Self::BeyondFriction => "beyond friction",
            Self::WrongSlip => "wrong slip",
        }
    }

    /// A sentence on a run with this fault.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Creeps => "it stands by proof, and creeps",
            Self::Slides => "it stands by proof, and slides",
            Self::Collapses => "it stands by proof, and collapses",
            Self::Stays => "it falls by proof, and stays",
            Self::WrongStart => "it begins otherwise than the only motion that is possible",
            Self::WrongBounce => "bodies that meet do not part as their restitution says",
            Self::Strays => "what touches nothing does not fly freely",
            Self::Unlawful => "no forces within the law of contacts explain its steps",
            Self::Asymmetric => "it leaves the symmetry of the scene",
            Self::Penetrates => "parts penetrate each other",
            Self::PinsOpen => "pins come apart",
            Self::GainsEnergy => "it gains energy",
            Self::ContactsPull => "contacts pull",
            Self::BeyondFriction => "forces are beyond friction",
            Self::WrongSlip => "forces of sliding contacts are not their friction",
        }
    }

    /// Whether it is about how bodies move.
    fn is_of_motion(self) -> bool {
        matches!(
            self,
            Self::Creeps
                | Self::Slides
                | Self::Collapses
                | Self::Stays
                | Self::WrongStart
                | Self::WrongBounce
                | Self::Strays
                | Self::Unlawful
        )
    }

    /// The unit of its shares.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::GainsEnergy => "of the scene's energy",
            Self::Unlawful | Self::ContactsPull | Self::BeyondFriction | Self::WrongSlip => {
                "of the scene's weight"
            }
            Self::WrongStart => "of its way",
            Self::WrongBounce => "of its speed",
            _ => "of the scene's size",
        }
    }
}

/// A fault of a run, where it is worst.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The fault.
    pub fault: Fault,
    /// How bad it is.
    pub grade: Grade,
    /// The worst value over the scene's unit.
    pub share: Quantity,
    /// The state that has it.
    pub state: usize,
    /// The bodies that have it, if it is about some.
    pub bodies: Vec<BodyId>,
}

impl Mark {
    pub(crate) fn new(fault: Fault, share: Quantity, state: usize, bodies: Vec<BodyId>) -> Self {
        Self {
            fault,
            grade: Grade::of(&share),
            share,
            state,
            bodies,
        }
    }

    /// The worst value of a figure, if there is one.
    pub(crate) fn worst(fault: Fault, series: &Series, units: &Units) -> Option<Self> {
        let (state, worst) = series.worst()?;
        let share = share(&worst.quantity, units.of(fault));
        Some(Self::new(fault, share, state, worst.bodies.clone()))
    }

    /// Whether its grade is worse, or its share larger with the same grade.
    pub(crate) fn is_worse_than(&self, other: &Self) -> bool {
        let own = (self.grade, upper_square(&self.share));
        own > (other.grade, upper_square(&other.share))
    }
}

/// The units of a scene.
pub(crate) struct Units {
    /// m.
    pub(crate) size: Enclosure,
    /// J.
    pub(crate) energy: Enclosure,
    /// N.
    pub(crate) force: Enclosure,
    /// At least it, m/s.
    pub(crate) speed: Rational,
}

impl Units {
    /// None if nothing moves in the scene.
    pub(crate) fn new(shape: &Shape, table: &Table) -> Option<Self> {
        let size = size(shape.scene)?;
        let mut mass = Rational::ZERO;
        for (_, of_body) in shape.masses() {
            mass += &of_body.mass;
        }
        let gravity = shape.gravity.clone().map(Enclosure::exact);
        let mut pull = Length::of(&gravity).root().scaled(&mass);
        for of_body in &shape.pulls {
            let load = of_body.load.clone().map(Enclosure::exact);
            pull = &pull + &Length::of(&load).root();
        }
        let time = &table.states.last()?.time;
        Some(Self::of_pull(
            size,
            &mass,
            &pull,
            kinetic_energy(shape),
            time,
        ))
    }

    /// Those of a mass that is pulled with M |g| + F, has a kinetic energy at first, and is looked
    /// at for some time.
    pub(crate) fn of_pull(
        size: Rational,
        mass: &Rational,
        pull: &Enclosure,
        kinetic_energy: Rational,
        time: &Rational,
    ) -> Self {
        let mut energy = &pull.scaled(&size) + &Enclosure::exact(kinetic_energy);
        if energy.is_zero() {
            let speed = &size / time;
            energy = Enclosure::exact(mass * &speed * speed);
        }
        let speed_squared = Length {
            squared: energy.scaled(&(Rational::ONE / mass)),
        };
        Self {
            speed: speed_squared.root().high,
            force: energy.scaled(&(Rational::ONE / &size)),
            size: Enclosure::exact(size),
            energy,
        }
    }

    /// The unit of a fault.
    fn of(&self, fault: Fault) -> &Enclosure {
        match fault {
            Fault::GainsEnergy => &self.energy,
            Fault::Unlawful | Fault::ContactsPull | Fault::BeyondFriction | Fault::WrongSlip => {
                &self.force
            }
            _ => &self.size,
        }
    }
}

/// ½ m v² + ½ I ω² of the scene.
fn kinetic_energy(shape: &Shape) -> Rational {
    let mut energy = Rational::ZERO;
    for body in shape.starts() {
        energy += kinetic_energy_of(body);
    }
    energy
}

fn kinetic_energy_of(body: &Dynamics) -> Rational {
    let speed_squared = to_solver(&body.velocity.dot(&body.velocity));
    let spin = to_solver(&body.spin);
    let moving = to_solver(&body.mass) * speed_squared;
    let turning = to_solver(&body.inertia) * &spin * spin;
    (moving + turning) * Rational::ONE_HALF
}

/// A value that is not negative, or what of it is not, over a unit.
fn share(value: &Quantity, unit: &Enclosure) -> Quantity {
    match value {
        Quantity::Root(length) => Quantity::Root(Length {
            squared: length.squared.over(&unit.squared()),
        }),
        Quantity::Number(number) => {
            let positive = Enclosure::zero().max(number.clone());
            Quantity::Number(positive.over(unit))
        }
    }
}

/// The marks of an audit, the worst first.
pub(crate) fn marks(audit: &Audit, shape: &Shape, poses: &[Vec<Pose>]) -> Vec<Mark> {
    let Some(units) = Units::new(shape, audit.table) else {
        return Vec::new();
    };
    let mut marks = Vec::new();
    if audit.is_stable() {
        let farthest = audit.series(Figure::Displacement);
        marks.extend(farthest.and_then(|farthest| {
            moves(farthest, &units, |depth| {
                poses.iter().any(|poses| has_sunk(shape, poses, depth))
            })
        }));
    } else if let Some(Contradiction::Holds { expected, body, .. }) = &audit.contradiction {
        let expected = Quantity::Root(expected.clone());
        let missing = share(&expected, &units.size);
        let state = audit.table.states.len() - 1;
        marks.push(Mark::new(Fault::Stays, missing, state, vec![*body]));
    }
    // These are shares already.
    for (fault, figure) in [
        (Fault::WrongStart, Figure::Start),
        (Fault::WrongBounce, Figure::Bounce),
    ] {
        if let Some((state, worst)) = audit.series(figure).and_then(Series::worst) {
            let share = worst.quantity.clone();
            marks.push(Mark::new(fault, share, state, worst.bodies.clone()));
        }
    }
    marks.extend(audit.law.worst.clone());
    for (fault, figure) in [
        (Fault::Strays, Figure::Stray),
        (Fault::Asymmetric, Figure::Symmetry),
        (Fault::Penetrates, Figure::Penetration),
        (Fault::PinsOpen, Figure::Pins),
        (Fault::GainsEnergy, Figure::Gain),
        (Fault::ContactsPull, Figure::Pull),
        (Fault::BeyondFriction, Figure::Friction),
        (Fault::WrongSlip, Figure::Slip),
    ] {
        let series = audit.series(figure);
        marks.extend(series.and_then(|series| Mark::worst(fault, series, &units)));
    }
    sort(&mut marks);
    marks
}

/// Brings the worst mark to the front.
pub(crate) fn sort(marks: &mut [Mark]) {
    marks.sort_by_key(|mark| Reverse((mark.grade, upper_square(&mark.share))));
}

/// At least the square of a share, by which marks of one grade are sorted.
fn upper_square(share: &Quantity) -> Rational {
    let high = &share.enclosure().high;
    match share {
        Quantity::Root(_) => high.clone(),
        Quantity::Number(_) => high * high,
    }
}

/// The mark of a scene that stands by proof, by how far it moves, and whether a body of it has sunk
/// by a depth.
pub(crate) fn moves(
    farthest: &Series,
    units: &Units,
    has_sunk: impl FnOnce(&Rational) -> bool,
) -> Option<Mark> {
    let tenth = Rational::from_unsigneds(1u32, 10);
    let hundredth = Rational::from_unsigneds(1u32, 100);
    let is_small = farthest
        .first_beyond(&(&units.size.low * hundredth))
        .is_none();
    let fault = if is_small {
        Fault::Creeps
    } else if has_sunk(&(&units.size.low * tenth)) {
        Fault::Collapses
    } else {
        Fault::Slides
    };
    Mark::worst(fault, farthest, units)
}

/// Whether the centroid of a body is lower than in the scene by more than a depth: (z - z₀) · g
/// above it times |g|.
fn has_sunk(shape: &Shape, poses: &[Pose], depth: &Rational) -> bool {
    let gravity: &Vector = &shape.gravity;
    let most_squared = depth * depth * dot(gravity, gravity);
    for ((_, mass), pose) in shape.masses().zip(poses) {
        let way = difference(&pose.centroid, &mass.centroid);
        let down = dot(&way, gravity);
        if down > 0 && &down * &down > most_squared {
            return true;
        }
    }
    false
}

/// The worst grade of all marks. There is none if nothing grades how bodies move, unless a mark has
/// the worst one.
pub(crate) fn of_run(marks: &[Mark]) -> Option<Grade> {
    let grades = marks.iter().map(|mark| mark.grade);
    let worst = grades.max().unwrap_or(Grade::A);
    let is_motion_graded = marks.iter().any(|mark| mark.fault.is_of_motion());
    (is_motion_graded || worst == Grade::F).then_some(worst)
}

impl Audit<'_> {
    /// The worst grade of all marks. There is none if the motion is not graded, unless a mark has
    /// the worst one.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        of_run(&self.marks)
    }

    /// Faults that cannot be graded in this run, and why.
    #[must_use]
    pub fn not_graded(&self) -> Vec<(Fault, String)> {
        let mut missing = Vec::new();
        if self.law.worst.is_none() {
            missing.push((Fault::Unlawful, self.law.why_not().to_owned()));
        }
        if let Some(why) = &self.no_start {
            missing.push((Fault::WrongStart, why.clone()));
        }
        if let Some(why) = self.bounces.why_not() {
            missing.push((Fault::WrongBounce, why));
        }
        if self.series(Figure::Stray).is_none() {
            let why = "nothing flies on its own from one state to the next".to_owned();
            missing.push((Fault::Strays, why));
        }
        for (fault, figure) in [
            (Fault::ContactsPull, Figure::Pull),
            (Fault::BeyondFriction, Figure::Friction),
            (Fault::WrongSlip, Figure::Slip),
        ] {
            if self.series(figure).is_none() {
                let why = "the table has no forces".to_owned();
                missing.push((fault, why));
            }
        }
        missing
    }
}
