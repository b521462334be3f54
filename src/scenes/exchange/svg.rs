//! Drawings: polygons, rectangles and paths of straight lines, each a body.
//!
//! The scene's x is x, its y is -y, since drawings have y downwards; a unit of the drawing is so
//! many metres as [`crate::ImportOptions`] says. Each element is a body of density 1; a path with
//! several closed pieces is a body of several parts, which all have to be convex. What is called
//! `fixed` or `ground` (by its `id`, or as a layer), or has another name that was asked for, is
//! fixed, alone or with all that is in it. Names of bodies are ids.
//!
//! *Left out:* colours, lines, units, `viewBox`; elements and attributes of other name spaces, as
//! drawing programs add them; hidden elements, with a note. *Refused:* curves, texts, pictures,
//! references, paths that are not closed, pieces of a path that overlap (one may be a hole in the
//! other), round corners, turns by anything but quarters (a `matrix` is exact), and
//! `transform-origin`.

mod elements;
mod overlap;
mod path;
mod style;
mod transform;

pub(crate) use elements::read;
