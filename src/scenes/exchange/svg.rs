//! Drawings: closed shapes, each a body, and open lines that have a width.
//!
//! The scene's x is x, its y is -y, since drawings have y downwards. A unit of the drawing is so
//! many metres as [`crate::ImportOptions`] says, otherwise as its `width`, `height` and `viewBox`
//! say with units of the real world, otherwise one. Each element is a body of density 1, concave
//! shapes and shapes with holes with several convex parts. Names of bodies are ids. A body is fixed
//! if it, or a group or layer that it is in, is called `fixed` or `ground` or has another name that
//! was asked for.
//!
//! *Rounded, with a note:* circles are disks whose masses have 355/113 in place of π, other curves
//! polygons, rotations the nearest rational turns,
//! widths of sloped lines. *Left out:* colours; elements and attributes of other name
//! spaces, as drawing programs add them; with a note hidden elements, texts, images, and lines
//! without an area. *Refused:* skews (a `matrix` is exact), and `transform-origin`.

pub(crate) mod curve;
mod disk;
mod elements;
pub(crate) mod overlap;
mod path;
mod sheet;
mod stroke;
mod style;
mod transform;
mod units;

pub(crate) use elements::read;
#[cfg(test)]
pub(crate) use overlap::any_overlap;
