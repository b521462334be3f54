//! From a scene to an answer that the checker has accepted, for all who show answers: the command
//! line and the page.
//!
//! [`collapse()`], [`accelerations()`], [`stability()`], [`forces()`], [`threshold()`] and
//! [`vary()`] solve a scene and have the proof checked; [`CheckedSteps`] is a run whose every step
//! the checker has accepted before it is written or shown, and [`simulate`] makes one from a scene;
//! [`Solids`] does it in space. An answer that the checker does not accept is an error here.
//! [`sweep`](sweep::sweep) solves a scene at many positions of a body, and finds the exactly
//! critical ones ([`critical`]). [`impact()`] resolves the impacts of one instant, and [`orders()`]
//! all their orders; these two are computed exactly, and no checker sees them. In space
//! [`resting_faces`] finds how a body can lie on a plane, [`interlock()`] whether bodies lock each
//! other, and [`order()`] in which order they can be put in their places.

mod assembly_words;
mod collapse;
mod cone_in_space;
pub mod critical;
mod critical_in_space;
mod ending;
mod expectation;
pub mod file;
mod forces;
mod forces_in_space;
mod friction;
mod history;
mod impact;
mod impact_words;
mod interlock;
mod margin;
mod margin_in_space;
mod mode;
mod near;
mod order;
mod picture;
mod record;
mod rest;
mod restitution;
mod simulation;
mod sliding_in_space;
mod solids;
mod space;
mod stability;
mod steps;
pub mod sweep;
#[cfg(test)]
mod test_scenes;
mod threshold;
mod varied;

pub use assembly_words::{resting_json, resting_report};
pub use collapse::{
    AccelerationError, CheckError, CollapseError, Moving, StabilityError, VerifiedCollapse, check,
    collapse, own_rejected, require_rest, symmetries, symmetry_line,
};
pub use cone_in_space::{Direction, GravityCone, GravityConeError, gravity_cone};
pub use critical_in_space::{
    CriticalInSpace, CriticalInSpaceError, EndInSpace, LeastFriction, VariedInSpace,
    critical_in_space,
};
pub use ending::{LAST_RECORDS, ending};
pub use expectation::{Outcome, Unexpected, is_of_collapse};
pub use forces::{ForcesError, VerifiedForceRanges, VerifiedForces, forces};
pub use forces_in_space::{
    ForcesInSpace, ForcesInSpaceError, RangesInSpace, forces_in_space, forces_of_proof_in_space,
};
pub use friction::{NoOtherMotion, VerifiedFriction, accelerations, proved_symmetries};
pub use impact::{Impacts, Orders, impact, orders};
pub use interlock::{Interlock, InterlockVerdict, Judged, interlock, keys};
pub use margin::{BodyMargin, VerifiedMargin, count_of_margin, margin};
pub use margin_in_space::{count_of_margin_in_space, margin_in_space};
pub use mode::{mechanism_of, mechanism_of_fall};
pub use near::almost_touching_in;
pub use order::{Order, order, order_as_listed};
pub use picture::{
    by_pin, convex_indeterminate, critical_svg, draw_options, drawn_convex_indeterminate,
    drawn_indeterminate, drawn_rough_indeterminate, held_indeterminate, indeterminate,
    initial_motion_svg, rough_indeterminate,
};
pub use record::{RunHeader, RunRecord};
pub use rest::{Pose, RestingFace, resting_faces, root};
pub use restitution::restitution;
pub use simulation::{Simulation, keeps};
pub use sliding_in_space::{SlidingEnd, SlidingInSpace, sliding_in_space};
pub use solids::{CheckedSolids, Solids, SolidsStep};
pub use space::{
    CollapseInSpace, InSpaceError, StabilityInSpace, StartInSpace, check_in_space,
    collapse_in_space, collapse_of_proof_in_space, stability_in_space, stability_of_proof_in_space,
    start_in_space, start_of_proof_in_space,
};
pub use stability::{VerifiedStability, VerifiedStanding, stability, why_no_ranges};
pub use steps::{CheckedStep, CheckedSteps, RunError, last_step_follows, simulate};
pub use threshold::{CriticalError, VerifiedCritical, threshold};
pub use varied::{VariedAnswer, VariedCritical, VariedEnd, VariedNowhere, vary};
pub use zwang_output::told::collapse_verdict;
