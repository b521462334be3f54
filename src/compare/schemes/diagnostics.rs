//! The errors of a state, exactly.

use super::framework::{Framework, Image};
use super::number::ratio;
use super::separation::Places;
use num_traits::Signed;
use zwang_exact::{Rational, Vector};
use zwang_scene::BodyId;

/// How far a state is from what the scene says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    /// The least and the largest of |p_i - p_j|² / ℓ² - 1 over all bars; zeros if there are none.
    pub bar_errors: [Rational; 2],
    /// The deepest overlap of two bodies.
    pub penetration: Option<Penetration>,
    /// The largest difference in a coordinate between the image of a vertex under a symmetry of the
    /// scene and the vertex that it was at the start, m.
    pub asymmetry: Rational,
}

/// Two bodies that overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Penetration {
    /// The bodies.
    pub bodies: [BodyId; 2],
    /// The square of the distance by which one has to be moved to be free of the other, m².
    pub squared_depth: Rational,
}

impl Image {
    fn asymmetry(&self, nodes: &[Vector]) -> Rational {
        let differences = self.vertices.iter().map(|(vertex, partner)| {
            let difference = &self.symmetry.map_point(&vertex.place(nodes)) - &partner.place(nodes);
            difference.x.abs().max(difference.y.abs())
        });
        differences.max().unwrap_or_else(|| ratio(0, 1))
    }
}

impl Diagnostics {
    /// Those of places of the nodes.
    #[must_use]
    pub fn new(framework: &Framework, nodes: &[Vector]) -> Self {
        let errors: Vec<Rational> = framework.bars.iter().map(|bar| bar.error(nodes)).collect();
        let least = errors.iter().min().cloned().unwrap_or_default();
        let largest = errors.into_iter().max().unwrap_or_default();
        let asymmetry = framework
            .images
            .iter()
            .map(|image| image.asymmetry(nodes))
            .max()
            .unwrap_or_default();
        Self {
            bar_errors: [least, largest],
            penetration: deepest(framework, nodes),
            asymmetry,
        }
    }
}

fn deepest(framework: &Framework, nodes: &[Vector]) -> Option<Penetration> {
    let places = Places::new(framework, nodes);
    let overlaps = places
        .pairs(framework, Some(&ratio(0, 1)))
        .into_iter()
        .filter_map(|pair| {
            let squared_depth = -places.best(pair).signed_square;
            let bodies = pair.map(|outline| framework.outlines[outline].body);
            squared_depth.is_positive().then_some(Penetration {
                bodies,
                squared_depth,
            })
        });
    overlaps.reduce(|deepest, overlap| {
        if overlap.squared_depth > deepest.squared_depth {
            overlap
        } else {
            deepest
        }
    })
}
