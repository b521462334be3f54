//! Bodies in the plane, their contacts and corners: C1 to C3.

pub(crate) mod contact;
mod corner;
pub(crate) mod figure;
pub(crate) mod gap;
pub(crate) mod lever;
pub(crate) mod pin;
pub(crate) mod rounded;
pub(crate) mod seam;
pub(crate) mod separation;
pub(crate) mod side;
mod sweep;
pub(crate) mod touching;
pub(crate) mod velocity;
