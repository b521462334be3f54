//! Linear forms, Newton's law, cones of forces and covers: what conditions are made of, without the
//! plane.

pub(crate) mod boxes;
pub(crate) mod cone;
pub(crate) mod cover;
pub(crate) mod division;
pub(crate) mod newton;
pub(crate) mod ranks;
pub(crate) mod row;
pub(crate) mod union;
