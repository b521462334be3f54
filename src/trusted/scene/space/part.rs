//! Convex parts: a core, and a radius around it.
//!
//! A part is the set of all points whose distance from its core is at most its radius. With radius
//! 0 it is its core, a polyhedron with a volume. With a radius above 0 it is *rounded*, and its
//! core may be a polyhedron, a polygon, a segment or a point: a rounded box, a plate, a capsule or
//! a ball.

use crate::space::{Polyhedron, PolyhedronError};
use zwang_exact::{Rational, Vector3};

/// A convex part of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    core: Polyhedron,
    radius: Rational,
}

impl Part {
    /// All points whose distance from the convex hull of these points is at most a radius, m, and
    /// the indices of the points that were left out, as in [`Polyhedron::new`]; the points may be
    /// few, in one plane or on one line.
    ///
    /// ```
    /// use zwang_exact::{Rational, Vector3};
    /// use zwang_scene::space::Part;
    /// let radius = Rational::from_integer(2.into());
    /// let (ball, _) = Part::rounded(vec![Vector3::zero()], radius)?;
    /// assert_eq!(ball.bounding_box().1, Vector3::from_integers(2, 2, 2));
    /// # Ok::<(), zwang_scene::space::PolyhedronError>(())
    /// ```
    ///
    /// # Errors
    /// [`PolyhedronError`] if there is no point, if two are the same, if one lies inside of the
    /// hull of others that are not in one plane, or if the radius is not positive.
    pub fn rounded(
        points: Vec<Vector3>,
        radius: Rational,
    ) -> Result<(Self, Vec<usize>), PolyhedronError> {
        let (core, dropped) = Polyhedron::core(points)?;
        if radius <= Rational::default() {
            return Err(PolyhedronError::Radius);
        }
        Ok((Self { core, radius }, dropped))
    }

    /// The part that is wider by a radius, m, on all sides; `None` if that is negative.
    #[must_use]
    pub fn widened(self, by: &Rational) -> Option<Self> {
        let is_part = *by >= Rational::default();
        is_part.then(|| Self {
            radius: self.radius + by,
            core: self.core,
        })
    }

    /// The polyhedron, or the point, segment or polygon, that the radius is around.
    #[must_use]
    pub const fn core(&self) -> &Polyhedron {
        &self.core
    }

    /// The radius around the core, m.
    #[must_use]
    pub const fn radius(&self) -> &Rational {
        &self.radius
    }

    /// Whether the radius is above 0.
    #[must_use]
    pub fn is_rounded(&self) -> bool {
        self.radius != Rational::default()
    }

    /// The part itself, unless it is rounded.
    #[must_use]
    pub fn polyhedron(&self) -> Option<&Polyhedron> {
        (!self.is_rounded()).then_some(&self.core)
    }

    /// Smallest coordinates and largest coordinates.
    #[must_use]
    pub fn bounding_box(&self) -> (Vector3, Vector3) {
        let (low, high) = self.core.bounding_box();
        let Self { radius, .. } = self;
        let margin = Vector3::new(radius.clone(), radius.clone(), radius.clone());
        (&low - &margin, &high + &margin)
    }

    /// The part moved by a vector, m; its vertices and faces keep their order.
    #[must_use]
    pub fn translated(&self, by: &Vector3) -> Self {
        Self {
            core: self.core.translated(by),
            radius: self.radius.clone(),
        }
    }
}

/// A polyhedron as it is, not rounded. It is one that [`Polyhedron`] made: the flat core of a
/// rounded part is none without its radius.
impl From<Polyhedron> for Part {
    fn from(core: Polyhedron) -> Self {
        Self {
            core,
            radius: Rational::default(),
        }
    }
}
