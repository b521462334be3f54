//! How a scene with friction starts to move: solved, and accepted by the checker.

use crate::collapse::{CollapseError, symmetry_line};
use crate::near;
use crate::picture::{
    convex_indeterminate, drawn_convex_indeterminate, drawn_rough_indeterminate,
    rough_indeterminate,
};
use zwang_certificate::friction::{self as certificate, Law};
use zwang_certificate::{BigInt, Contact};
use zwang_check::friction::{self as checker, FrictionVerdict, VerifiedAccelerations};
use zwang_exact::{Rational, Vector};
use zwang_output::draw::{self, DrawOptions};
use zwang_output::{AlmostTouching, FrictionFindings, ReportOptions, SymmetryLine, json, report};
use zwang_program::{Monitor, Options, Stage, Statistics};
use zwang_scene::{BodyId, Expectation, Scene};

/// How a scene with friction starts to move, with what proves it. The checker has accepted the
/// proof.
#[non_exhaustive]
pub struct VerifiedFriction {
    /// What the checker has accepted.
    pub verified: VerifiedAccelerations,
    /// Symmetries of the scene that motions and forces share. The proof lists them.
    pub symmetries: Vec<SymmetryLine>,
    /// Whether no other motion has contacts that behave in the same way. That is no part of the
    /// proof, either.
    pub is_unique: bool,
    /// What it cost to find.
    pub statistics: Statistics,
    /// The text of the proof, in the format `zwang-friction-1`.
    pub proof: String,
    /// Where parts touch.
    pub(crate) contacts: Vec<Contact>,
}

/// Finds accelerations that obey a law of friction, and has the proof checked; `checking` is called
/// in between.
///
/// # Errors
/// [`CollapseError`] if the solver finds no answer, or the monitor was told to stop, or the checker
/// does not accept the proof.
pub fn accelerations(
    scene: &Scene,
    law: Law,
    options: &Options,
    monitor: &Monitor,
    checking: impl FnOnce(),
) -> Result<VerifiedFriction, CollapseError> {
    let solved = zwang_collapse::accelerations(scene, law, options, monitor)?;
    checking();
    let found = &solved.accelerations;
    let verified = monitor.time(Stage::Checking, || checker::verify(scene, found));
    let verified = verified.map_err(CollapseError::Rejected)?;
    let proof = monitor.time(Stage::Writing, || certificate::write(found));
    Ok(VerifiedFriction {
        verified,
        symmetries: solved.symmetries.iter().map(symmetry_line).collect(),
        is_unique: solved.is_unique,
        statistics: solved.statistics,
        proof,
        contacts: solved.accelerations.contacts,
    })
}

/// The symmetries that a proof lists, and which motions and forces share (F8).
#[must_use]
pub fn proved_symmetries(verified: &VerifiedAccelerations) -> Vec<SymmetryLine> {
    verified.symmetries().iter().map(proved_symmetry).collect()
}

/// The map x ↦ A x + b by a point c that it leaves in its place, (1 - A) c = b: the only one of a
/// rotation, b / 2 of a reflection.
fn proved_symmetry(listed: &certificate::Symmetry) -> SymmetryLine {
    let over = |number: &BigInt| Rational::new(number.clone(), listed.denominator.clone());
    let matrix = listed.matrix.each_ref();
    let matrix = matrix.map(|row| row.each_ref().map(over));
    let [x, y] = listed.shift.each_ref().map(over);
    let one = Rational::from_integer(1.into());
    let [[a, b], [c, d]] = &matrix;
    let right = &one - a;
    let up = one - d;
    let determinant = &right * &up - b * c;
    let center = if determinant == Rational::default() {
        let half = Rational::new(1.into(), 2.into());
        Vector::new(x * &half, y * half)
    } else {
        let across = &up * &x + b * &y;
        let along = c * &x + &right * &y;
        Vector::new(across / &determinant, along / determinant)
    };
    let bodies = listed.bodies.iter().map(|body| BodyId(*body));
    SymmetryLine::from_matrix(&matrix, &center, bodies.collect())
}

impl VerifiedFriction {
    /// What the law says of the scene.
    #[must_use]
    pub fn verdict(&self) -> FrictionVerdict {
        self.verified.verdict()
    }

    /// What happens, in the words of `expect`.
    #[must_use]
    pub fn outcome(&self) -> Expectation {
        match self.verdict() {
            FrictionVerdict::Stands | FrictionVerdict::Rests => Expectation::Stable,
            FrictionVerdict::Moves if self.verified.scene().is_at_rest() => Expectation::Unstable,
            FrictionVerdict::Moves => Expectation::Moving,
            FrictionVerdict::Ambiguous => Expectation::Ambiguous,
            FrictionVerdict::Stuck => Expectation::Impossible,
        }
    }

    /// Parts that almost touch; `None` if there are none.
    #[must_use]
    pub fn almost_touching(&self) -> Option<AlmostTouching> {
        near::almost_touching(self.verified.scene(), &self.contacts)
    }

    /// As text for people, with tables of at most `rows` rows, or all of them.
    #[must_use]
    pub fn report(&self, rows: Option<usize>) -> String {
        let options = ReportOptions {
            rows,
            almost_touching: self.almost_touching(),
            ..ReportOptions::default()
        };
        report::friction(&self.verified, &self.findings(), &options)
    }

    /// As JSON of the format `zwang-collapse-friction-1`.
    #[must_use]
    pub fn json(&self) -> String {
        let near = self.almost_touching();
        json::friction(&self.verified, &self.findings(), near.as_ref())
    }

    /// As a stand-alone SVG picture.
    #[must_use]
    pub fn svg(&self, options: &DrawOptions) -> String {
        let drawn = FrictionFindings {
            indeterminate: match self.verified.law() {
                Law::Coulomb => drawn_rough_indeterminate,
                Law::Convex => drawn_convex_indeterminate,
            },
            ..self.findings()
        };
        draw::friction_svg(&self.verified, &drawn, options)
    }

    fn findings(&self) -> FrictionFindings<'_> {
        FrictionFindings {
            symmetries: &self.symmetries,
            is_unique: self.is_unique,
            indeterminate: match self.verified.law() {
                Law::Coulomb => rough_indeterminate,
                Law::Convex => convex_indeterminate,
            },
        }
    }
}
