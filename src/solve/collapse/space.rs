//! Bodies in space: where they touch, how they start to move, and whether friction holds them.
//!
//! * `solid`: a part over integers.
//! * `broad_phase`, `touching`, `contacts`: pairs whose bounding boxes meet; the planes that
//!   separate them; touching sets and separating normals.
//! * `rows`: contacts as rows of a [`zwang_problem::Problem`] of width 6, and groups.
//! * `corner`: contacts that several planes separate, and motions that are admissible there.
//! * `bond`: forces of bonds, which are bounded from both sides; `joint`: joints as rows.
//! * `tree`: least restraint without friction, by a tree that decides corners.
//! * `cone`, `statics`: round cones of friction, and whether forces within them hold a scene.
//! * `rough_corner`: which normal bears a corner with friction.
//! * `path`, `balance`: the same for large groups, from a guess in floats: forces that nearly
//!   balance are rounded, and made to balance exactly.
//! * `certify`: proofs; `threshold`: that of a least friction.
//! * `ranges`: how small and how large the forces can be, and where those of a face act.
//! * `near`, `snap`: parts that almost touch; their gaps and overlaps undone by moves of bodies.
//! * `coulomb`: whether nothing but rest obeys Coulomb's law, or a motion does.
//! * `interlock`: motions that take bodies apart.
//! * `withstood`: a gravity that forces without friction hold.

mod balance;
mod bond;
mod broad_phase;
mod certify;
mod cone;
mod contacts;
mod corner;
mod coulomb;
mod error;
mod interlock;
mod joint;
mod linear;
mod near;
mod parts;
mod path;
mod placed;
mod ranges;
mod rough_corner;
mod rounded;
mod rows;
mod seams;
mod snap;
mod solid;
mod statics;
mod threshold;
mod touching;
mod tree;
mod withstood;

pub use certify::{Velocities, collapse, statics, statics_near};
pub use contacts::require_apart;
pub use coulomb::{YieldsTo, coulomb, only_rest, yielding, yields_to};
pub use error::{Clearance, Overlap, Overlaps, SpaceError};
pub use interlock::{Loosening, loosenings, touching_bodies, yields};
pub use joint::joint_wrenches;
pub use near::{NearPair, almost_touching};
pub use placed::{Depth, Meeting, PlaceableParts, Placing};
pub use ranges::{SpaceForceRanges, ranges};
pub use snap::{MoveInSpace, Slant, SnappedInSpace, SpaceSnapError, TurnInSpace, snap};
pub use statics::round_programs;
pub use threshold::least_friction;
pub use withstood::withstood_gravity;

use zwang_scene::space::Scene;

/// That no part is rounded, where `what` is asked for, which needs faces.
fn require_sharp(scene: &Scene, what: &'static str) -> Result<(), SpaceError> {
    let mut bodies = scene.bodies.iter();
    let rounded = bodies.find(|body| body.polyhedra().is_none());
    match rounded {
        Some(body) => Err(SpaceError::Rounded {
            what,
            body: body.name.clone(),
        }),
        None => Ok(()),
    }
}

/// That neither bonds nor joints hold bodies together, where `what` is asked for.
///
/// # Errors
/// [`SpaceError::Joints`] or [`SpaceError::Bonds`] if some do.
pub fn require_loose(scene: &Scene, what: &'static str) -> Result<(), SpaceError> {
    require_no_joints(scene, what)?;
    require_no_bonds(scene, what)
}

/// That no bond holds bodies together, where `what` is asked for.
///
/// # Errors
/// [`SpaceError::Bonds`] if one does.
pub fn require_no_bonds(scene: &Scene, what: &'static str) -> Result<(), SpaceError> {
    match scene.bonds.len() {
        0 => Ok(()),
        bonds => Err(SpaceError::Bonds { what, bonds }),
    }
}

/// That no joint joins bodies, where `what` is asked for.
///
/// # Errors
/// [`SpaceError::Joints`] if one does.
pub fn require_no_joints(scene: &Scene, what: &'static str) -> Result<(), SpaceError> {
    match scene.joints.len() {
        0 => Ok(()),
        joints => Err(SpaceError::Joints { what, joints }),
    }
}

/// That no body moves.
fn require_rest(scene: &Scene) -> Result<(), SpaceError> {
    match scene.moving_body() {
        Some(body) => Err(SpaceError::Moving {
            body: body.name.clone(),
        }),
        None => Ok(()),
    }
}
