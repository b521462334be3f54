//! From a scene to a certified motion.
//!
//! [`collapse()`] finds the contacts of a scene, makes a program of least restraint for each group
//! of bodies, solves it exactly (crate `zwang-program`), averages forces over the symmetries of the
//! scene, and writes it all down as a certificate, which the checker accepts or not. [`statics()`]
//! finds out whether forces with friction hold a scene at rest, [`only_rest()`] whether anything
//! else is possible then, [`accelerations()`] how a scene with friction starts to move,
//! [`threshold()`] up to which tilt, or from which friction on, forces hold it, and [`ranges()`]
//! how small and how large they can be. Parts of that way have doors of their own:
//! [`contacts`], [`symmetry`], [`indeterminacy`], [`export`], the programs of a scene for other
//! solvers.
//!
//! Modules, in the order of the data:
//!
//! * `lattice`, `short`: the scene as integers; in machine words where these are short.
//! * `contacts/`: sweep over bounding boxes, separating edges, touching sets, velocities.
//! * `plane`: the scene as a [`zwang_problem::Problem`]: contacts and pins as rows in the
//!   accelerations. That crate finds groups, branches at corners, and averages forces; what follows
//!   works on it.
//! * `statics/`: forces within Coulomb's bound that hold a scene, or a velocity that shows that
//!   there are none: one projection onto the cone of velocities that no contact resists; in `least`
//!   those of all forces that are shown; in `balanced` corners on which a scene is balanced.
//! * `coulomb/`: how a scene with friction starts to move, by `program::friction`: groups with
//!   their images, corners, proofs that nothing but rest is possible, of a scene that `statics`
//!   holds, too.
//! * `ranges`: how small and how large forces can be that hold a scene, or with which it moves:
//!   linear programs over the multipliers of `statics`, or of the motion.
//! * `threshold/`: the friction or the tilt at which a scene ceases to stand: statics at one value
//!   after the other; a polynomial to name it; in `root` what proves that its root is the
//!   threshold, from linear systems over Q(α) (`linear_system`) modulo primes at which it splits
//!   (`splitting`); in `reach` whether any friction is enough, and open ends.
//! * `symmetry/`: isometries of the scene, and what they do to motions and forces.
//! * `force_choice`: which of several forces are shown.
//! * `certify`, `collapse`, `error`: forces and the certificate; the whole way; why there is none.
//! * `indeterminacy`: which forces are unique: the kernel of the map from forces to motions, by
//!   sparse elimination modulo a prime, over the integers where that proves less.
//! * `near`, `snap/`: parts that almost touch, or are almost flush; their gaps, overlaps and angles
//!   undone by exact moves: `joint` which parts are meant to touch, `turning` until faces are
//!   parallel, `moving` by the least translations.
//! * [`space`]: bodies in space: contacts, least restraint, friction at rest.
//! * `export`, `programs`: programs of scenes: for other solvers, and as they are solved here.

mod certify;
mod collapse;
pub mod contacts;
mod coulomb;
mod error;
pub mod export;
mod force_choice;
pub mod indeterminacy;
mod lattice;
mod near;
mod plane;
mod programs;
mod ranges;
mod short;
mod snap;
pub mod space;
mod statics;
pub mod symmetry;
mod threshold;

pub use collapse::{Collapse, collapse, collapse_digested};
pub use coulomb::{Accelerating, GroupMotion, accelerations, is_only_motion, only_rest};
pub use error::SolveError;
pub use force_choice::ForceChoice;
pub use near::{NearPair, almost_touching};
pub use programs::programs;
pub use ranges::{ForceRanges, Wanted, forces_have_ranges, moving_ranges, ranges};
pub use snap::{Apart, Move, Obstacle, SnapError, Snapped, Unmendable, snap};
pub use statics::{BalancedCorner, Standing, balanced_corners, first_statics, statics};
pub use threshold::{
    Critical, ThresholdError, Variation, VariedLoad, polynomial_with_root_between, threshold,
    varied,
};
