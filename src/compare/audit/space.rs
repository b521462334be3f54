//! Audits of runs in space.
//!
//! A rotation is the exact one of the quaternion that a table has, whatever its length, so every
//! place of a body is rational and no figure but a root is enclosed. These are measured, as in the
//! plane:
//!
//! * *displacement*, of scenes that are proved to stand, from the scene;
//! * *penetration*, for all parts of different bodies;
//! * *energy* and *gain*, where the table has velocities, and no load has a torque of its own;
//! * *flight* and *stray* of bodies that touch nothing (`flight`);
//! * *start*, where the first motion is proved to be the only one (`start`).
//!
//! Contacts, impacts, forces and symmetries are not looked at in space.

mod flight;
mod grade;
mod measure;
mod placed;
mod proved;
mod report;
mod shape;
mod start;

pub use proved::ProvedInSpace;
pub use report::{json, text};
pub(crate) use shape::size;

use crate::figure::{Figure, Series};
use crate::grade::{Fault, Grade, Mark};
use crate::judgement::{Excess, Judgement, Tolerances, judged};
use crate::table::SpaceTable;
use crate::verdict::Contradiction;
use measure::Measures;
use shape::Shape;
use zwang_collapse::SolveError;
use zwang_program::Monitor;
use zwang_scene::space::Scene;

/// The findings of an audit in space.
pub struct SpaceAudit<'a> {
    /// The scene.
    pub scene: &'a Scene,
    /// The run.
    pub table: &'a SpaceTable,
    /// The proved verdict on the scene, or why there is none.
    pub proved: Result<ProvedInSpace, String>,
    /// The figures that apply to this run.
    pub series: Vec<Series>,
    /// The motion of the run although the scene is proved to stand.
    pub contradiction: Option<Contradiction>,
    /// Why the first steps are not graded, if they could be.
    pub no_start: Option<String>,
    /// The longest side of the box around the free bodies in the scene, m; 0 without any.
    pub size: malachite::Rational,
    /// The graded faults, the worst first.
    pub marks: Vec<Mark>,
}

/// Audits a run of a scene in space; `done` is told how many steps are done.
///
/// # Errors
/// [`SolveError::Interrupted`] if the monitor is told to stop.
pub fn audit_in_space<'a>(
    scene: &'a Scene,
    table: &'a SpaceTable,
    monitor: &Monitor,
    done: &dyn Fn(usize),
) -> Result<SpaceAudit<'a>, SolveError> {
    let proved = ProvedInSpace::new(scene, monitor)?;
    let shape = Shape::new(scene);
    let mut measures = Measures::new(&shape, table);
    measures.take(monitor, done)?;
    let no_start = measures.take_start(&proved);
    let contradiction = match &proved {
        Ok(proved) if proved.is_stable() => measures.moves(),
        _ => None,
    };
    let marks = measures.marks(proved.as_ref().ok());
    Ok(SpaceAudit {
        scene,
        table,
        proved,
        series: measures.series(),
        contradiction,
        no_start,
        size: shape.size.clone().unwrap_or_default(),
        marks,
    })
}

impl SpaceAudit<'_> {
    /// The figure over the run, if it applies.
    #[must_use]
    pub fn series(&self, figure: Figure) -> Option<&Series> {
        self.series.iter().find(|series| series.figure == figure)
    }

    /// Whether the scene is proved to stand.
    #[must_use]
    pub fn is_stable(&self) -> bool {
        self.proved.as_ref().is_ok_and(ProvedInSpace::is_stable)
    }

    /// The worst grade of all marks. There is none if the motion is not graded, unless a mark has
    /// the worst one.
    #[must_use]
    pub fn grade(&self) -> Option<Grade> {
        crate::grade::of_run(&self.marks)
    }

    /// The answer under these tolerances.
    #[must_use]
    pub fn judgement(&self, tolerances: &Tolerances) -> Judgement {
        let mut excesses = Vec::new();
        for series in &self.series {
            excesses.extend(Excess::of(series, tolerances, self.is_stable()));
        }
        judged(
            excesses,
            self.grade(),
            self.contradiction.is_some(),
            tolerances,
        )
    }

    /// Faults that are not graded in this run, and why.
    #[must_use]
    pub fn not_graded(&self) -> Vec<(Fault, String)> {
        let mut missing = Vec::new();
        if let Some(why) = &self.no_start {
            missing.push((Fault::WrongStart, why.clone()));
        }
        if self.series(Figure::Stray).is_none() {
            let why = "nothing flies on its own from one state to the next".to_owned();
            missing.push((Fault::Strays, why));
        }
        if self.series(Figure::Gain).is_none() {
            let why = "the table has no velocities, or a load has a torque".to_owned();
            missing.push((Fault::GainsEnergy, why));
        }
        for fault in [Fault::Unlawful, Fault::WrongBounce, Fault::Asymmetric] {
            missing.push((fault, "not looked at in space".to_owned()));
        }
        missing
    }
}
