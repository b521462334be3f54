//! zwang: how rigid bodies collapse, exact and proved.
//!
//! Each answer about a scene has a proof that the independent checker has accepted:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let tower = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/diamond-5.toml");
//! let scene: zwang::Scene = std::fs::read_to_string(tower)?.parse()?;
//! let fall = zwang::collapse(&scene)?; // solved, and accepted by the checker
//! println!("{:?} {}", fall.verdict(), fall.acceleration("brick 6")?.linear.y);
//! for step in zwang::simulate(&scene, "1/100".parse()?)?.take(5) {
//!     let step: zwang::RunStep = step?;
//!     println!("step {}: {} contacts press", step.k(), step.pressing().len());
//! }
//! # assert_eq!(fall.verdict(), zwang::Verdict::Moves);
//! # Ok(())
//! # }
//! ```
//!
//! The functions here use the usual settings. The crates of the workspace are modules here, with
//! everything that can be set; ARCHITECTURE.md says which does what.
//!
//! # Features
//!
//! The default feature `cli` builds the program `zwang`. Without default features this crate is the
//! mathematics alone: no command line, no files, no pictures but SVG, no server.

pub use zwang_answer as answer;
pub use zwang_certificate as certificate;
pub use zwang_check as check;
pub use zwang_collapse as collapse;
pub use zwang_exact as exact;
pub use zwang_families as families;
pub use zwang_law as law;
pub use zwang_output as output;
pub use zwang_program as program;
pub use zwang_scene as scene;
pub use zwang_writer as writer;

#[cfg(feature = "audit")]
pub use zwang_audit as audit;
#[cfg(feature = "float")]
pub use zwang_float as float;

pub use zwang_answer::{
    AccelerationError, CheckError, CollapseError, ForcesError, RunError, StabilityError,
    VerifiedCollapse, VerifiedForces, VerifiedFriction, VerifiedStability,
};
pub use zwang_certificate::friction::Law;
pub use zwang_check::statics::StaticsVerdict;
pub use zwang_check::{Acceleration, Answer, Checked, ContactAnswer, Rejection, Verdict, Verified};
pub use zwang_exact::{Quotient, Rational, Vector};
pub use zwang_output::run::RunStep;
pub use zwang_scene::{Body, Scene, SceneError};

use std::sync::Arc;
use zwang_law::Settings;
use zwang_program::{Monitor, Options};

/// How a scene starts to move: accelerations and contact forces, accepted by the checker.
///
/// ```
/// let brick = "
/// format = 'zwang-scene-1'
/// name = 'falls'
/// gravity = [0, -10]
///
/// [[body]]
/// name = 'brick'
/// rectangle = { center = [0, 5], size = [2, 1] }
/// ";
/// let fall = zwang::collapse(&brick.parse()?)?;
/// assert_eq!(fall.acceleration("brick")?.linear, zwang::Vector::from_integers(0, -10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CollapseError`] if the scene is no question for this program, such as one whose bodies
/// overlap. [`answer::collapse()`] takes settings, and can be stopped.
pub fn collapse(scene: &Scene) -> Result<VerifiedCollapse, CollapseError> {
    zwang_answer::collapse(scene, &Options::default(), &Monitor::default(), || ())
}

/// How a scene with friction starts to move by Coulomb's law, or by the convex one, accepted by the
/// checker.
///
/// ```
/// let brick = "
/// format = 'zwang-scene-1'
/// name = 'brakes'
/// gravity = [0, -10]
/// friction = '1/2'
///
/// [[body]]
/// name = 'floor'
/// fixed = true
/// rectangle = { center = [0, '-1/2'], size = [20, 1] }
///
/// [[body]]
/// name = 'brick'
/// rectangle = { center = [0, '1/2'], size = [2, 1] }
/// velocity = [3, 0]
/// ";
/// let motion = zwang::accelerations(&brick.parse()?, zwang::Law::Coulomb)?;
/// let [_floor, brick] = motion.verified.first_accelerations().try_into().unwrap();
/// assert_eq!(brick.linear, zwang::Vector::from_integers(-5, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CollapseError`] as of [`collapse()`], or if no answer is found. [`answer::accelerations()`]
/// takes settings, and can be stopped.
pub fn accelerations(scene: &Scene, law: Law) -> Result<VerifiedFriction, CollapseError> {
    zwang_answer::accelerations(scene, law, &Options::default(), &Monitor::default(), || ())
}

/// Whether a scene at rest stands, accepted by the checker.
///
/// It [stands](StaticsVerdict::Stands) if nothing but rest is possible: forces without friction
/// balance weights and loads, or, of few contacts, leaves prove it of forces with friction. It [can
/// stand](StaticsVerdict::CanStand) if forces with friction balance them, and otherwise it
/// [falls](StaticsVerdict::Falls): there is a virtual motion that no contact resists, and
/// under which weights and loads do work.
///
/// ```
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/harmonic-5.toml");
/// let stack: zwang::Scene = std::fs::read_to_string(file)?.parse()?;
/// assert_eq!(zwang::stability(&stack)?.verdict(), zwang::StaticsVerdict::Stands);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`StabilityError`] if a body moves, or [`collapse()`] has none.
pub fn stability(scene: &Scene) -> Result<VerifiedStability, StabilityError> {
    zwang_answer::stability(scene, &Options::default(), &Monitor::default(), || ())
}

/// How small and how large the force at each contact and pin can be, of all forces that hold a
/// scene at rest, or with which it moves, with friction or without; accepted by the checker.
///
/// ```
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/diamond-4.toml");
/// let tower: zwang::Scene = std::fs::read_to_string(file)?.parse()?;
/// let zwang::VerifiedForces::Held(forces) = zwang::forces(&tower)? else { panic!("it falls") };
/// assert_eq!(forces.verified.contacts().len(), 68);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ForcesError`] if a vertex touches a vertex, or if a scene in motion has several ways to go on.
/// [`answer::forces()`] takes
/// settings, and asks for the forces of some bodies only.
pub fn forces(scene: &Scene) -> Result<VerifiedForces, ForcesError> {
    zwang_answer::forces(scene, &[], &Options::default(), &Monitor::default(), || ())
}

/// Has the independent checker judge the text of a proof, of any format in `proofs/FORMAT.md`.
///
/// ```
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/cantilever.toml");
/// let scene: zwang::Scene = std::fs::read_to_string(file)?.parse()?;
/// let collapse = zwang::collapse(&scene)?;
/// assert_eq!(zwang::check(&scene, collapse.proof())?.verdict(), "moves");
/// assert!(zwang::check(&scene, "{}").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CheckError`] if the text is no proof, or violates a condition, which is then named.
pub fn check(scene: &Scene, proof: &str) -> Result<Checked, CheckError> {
    zwang_answer::check(scene, proof)
}

/// A scene advanced in time by steps of this many seconds: one after the other as they are asked
/// for, each accepted by the checker. States are rounded to multiples of 2^-64, symmetrically, and
/// bodies bounce as the scene says.
///
/// The iterator goes on for ever, or ends with the error that says why there is no further step.
///
/// ```
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/cantilever.toml");
/// let scene: zwang::Scene = std::fs::read_to_string(file)?.parse()?;
/// for step in zwang::simulate(&scene, "1/100".parse()?)?.take(3) {
///     let step: zwang::RunStep = step?;
///     println!("step {}: {} contacts press", step.k(), step.pressing().len());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RunError`] if the step is not positive, or the scene is no lawful beginning: bodies that
/// overlap, or pins that velocities tear apart. [`answer::simulate()`] takes all settings.
pub fn simulate(
    scene: &Scene,
    step: Rational,
) -> Result<impl Iterator<Item = Result<RunStep, RunError>> + use<>, RunError> {
    let settings = Settings {
        step,
        restitution: zwang_answer::restitution(scene),
        ..Settings::default()
    };
    zwang_answer::simulate(Arc::new(scene.clone()), settings)
}
