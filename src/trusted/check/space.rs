//! Bodies in space, the planes that separate their parts, and contacts and corners that follow from
//! these: C1 and C2 of `proofs/FORMAT.md`, section 12.

pub(crate) mod bond;
pub(crate) mod contact;
pub(crate) mod figure;
pub(crate) mod joint;
mod meeting;
mod normals;
mod seam;
pub(crate) mod separation;
pub(crate) mod spot;
pub(crate) mod touching;
pub(crate) mod vector;
pub(crate) mod work;
