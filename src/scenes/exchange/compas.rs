//! Assemblies of COMPAS (`compas_assembly`), JSON: blocks that are prisms along y, or all along x.
//!
//! The scene's x is x (or y), its y is z. An assembly is a graph whose nodes have blocks, meshes
//! with vertices and faces; a node whose `is_support` is true is fixed. Blocks have density 1 and
//! no friction. Layouts are read of COMPAS 2 (`data.graph.data.node`), of COMPAS 1
//! (`value.data.node`), and older ones, in which `assembly` has the nodes and `blocks` the blocks.
//!
//! *Ends.* The corners of a block have two values of y, and at both the same x and z, up to
//! a millionth of the size of the assembly: COMPAS writes doubles. Those of the lower end count; a
//! note tells how far the others are away. A corner on the straight line between its neighbours, up
//! to the same bound, is left out.
//!
//! *Concave blocks* become several convex parts. Their outline is that of the faces at their lower
//! end; blocks without faces have to be convex.
//!
//! *Supports without height*, such as a floor of one face, become plates below their tops.
//!
//! *Left out:* interfaces, forces and displacements. *Refused:* blocks that are no prisms.

pub(crate) mod layout;
mod prism;

pub(crate) use layout::read;
