//! How far a run has left the symmetries of its scene.
//!
//! A symmetry x ↦ k + A (x - k) of the scene maps body i to its partner j, arm q to A q. A
//! symmetric state has z_j = k + A (z_i - k) and c_j = c_i for a rotation, conj(c_i) for a
//! reflection. The *defect* is the largest distance of a point of a body from where its partner
//! says it should be. If angles agree exactly, as they do in a run that is symmetric bit for
//! bit, so do their unknown cosines, and nothing is enclosed.

use crate::enclosure::{Enclosure, Length};
use crate::figure::Longest;
use crate::pose::{Pose, largest_distance};
use crate::shape::{Shape, point};
use crate::vector::{Vector, difference, dot};
use malachite::Rational;
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;

/// A symmetry in the audit's arithmetic.
pub(crate) struct Mirror {
    matrix: [Vector; 2],
    center: Vector,
    partners: Vec<BodyId>,
    is_reflection: bool,
}

/// The symmetries that the runs of a scene keep.
pub(crate) fn mirrors(shape: &Shape) -> Vec<Mirror> {
    let symmetries = symmetry::lasting(shape.scene);
    symmetries.iter().map(Mirror::new).collect()
}

/// The largest defect of a state, and the body and its partner that have it.
pub(crate) fn defect(shape: &Shape, mirrors: &[Mirror], poses: &[Pose]) -> Longest {
    let mut longest = Longest::none();
    for mirror in mirrors {
        for &body in &shape.free {
            let partner = mirror.partners[body];
            let defect = mirror.defect(shape, poses, [body, partner]);
            longest.raise(defect, &[body, partner]);
        }
    }
    longest
}

impl Mirror {
    fn new(symmetry: &Symmetry) -> Self {
        let rows = symmetry.matrix.each_ref();
        let rows = rows.map(|row| row.each_ref());
        Self {
            matrix: rows.map(|row| row.map(to_solver)),
            center: point(&symmetry.center),
            partners: symmetry.bodies.clone(),
            is_reflection: symmetry.is_reflection(),
        }
    }

    fn map(&self, point: &Vector) -> Vector {
        let arm = difference(point, &self.center);
        let [first, second] = &self.matrix;
        let [x, y] = &self.center;
        [x + dot(first, &arm), y + dot(second, &arm)]
    }

    fn defect(&self, shape: &Shape, poses: &[Pose], [body, partner]: [BodyId; 2]) -> Length {
        let [one, other] = [body, partner].map(|body| {
            let place = shape.bodies[body].place;
            &poses[place.unwrap_or_default()]
        });
        let image = self.map(&one.centroid);
        let apart = difference(&other.centroid, &image);
        let turn = self.turn_apart(one, other);
        largest_distance(&apart, &turn, &shape.bodies[partner].arms)
    }

    /// c_j less the image of c_i.
    fn turn_apart(&self, one: &Pose, other: &Pose) -> Vector<Enclosure> {
        if let (Some(angle), Some(found)) = (&one.angle, &other.angle) {
            let is_image = if self.is_reflection {
                -angle == *found
            } else {
                angle == found
            };
            if is_image {
                return [Enclosure::zero(), Enclosure::zero()];
            }
        }
        let mut image = one.rotation.clone();
        if self.is_reflection {
            image[1] = image[1].scaled(&Rational::from(-1));
        }
        difference(&other.rotation, &image)
    }
}
