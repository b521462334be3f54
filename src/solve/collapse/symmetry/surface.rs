//! Whether an isometry takes each pair of bodies to one that is as rough, or as bouncy.
//!
//! Friction and restitution show between two bodies, never in one of them. A pair has a number of
//! its own, or else the smaller of those of its two bodies (friction), or the larger (restitution).
//! Pairs count that may ever touch: not two fixed bodies, and not two that ignore each other.
//!
//! All pairs of many bodies are very many. Let numbers be ranked such that the lower one decides,
//! and let m_b be the rank of body b, but no higher than the highest that a pair of b has by the
//! ranks of its bodies. Clipped like this, they give the same pairs: min(m_b, m_c) is the rank that
//! b and c have without a number of their own. So only the pairs with a number of their own, those
//! that go to such, and those of bodies whose m is not that of their image can differ.

use std::collections::BTreeMap;
use zwang_exact::Rational;
use zwang_scene::{BodyId, IgnoringPairs, Scene};

/// The numbers of all pairs of bodies of a scene, by rank.
pub(super) struct Surface {
    /// m of each body.
    bodies: Vec<usize>,
    /// The pairs with a number of their own; the smaller index first.
    pairs: BTreeMap<[BodyId; 2], usize>,
    is_fixed: Vec<bool>,
    ignoring: IgnoringPairs,
}

/// Which number of two bodies decides.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deciding {
    Smaller,
    Larger,
}

impl Surface {
    /// The friction of all pairs.
    pub(super) fn of_friction(scene: &Scene) -> Self {
        let (bodies, pairs) = scene.friction.whole(scene.bodies.len());
        Self::new(scene, Deciding::Smaller, bodies, pairs)
    }

    /// The restitution of all pairs.
    pub(super) fn of_restitution(scene: &Scene) -> Self {
        let (bodies, pairs) = scene.restitution.whole(scene.bodies.len());
        Self::new(scene, Deciding::Larger, bodies, pairs)
    }

    fn new(
        scene: &Scene,
        deciding: Deciding,
        bodies: Vec<Rational>,
        pairs: Vec<([BodyId; 2], &Rational)>,
    ) -> Self {
        let mut ranks: BTreeMap<&Rational, usize> = BTreeMap::new();
        let of_pairs = pairs.iter().map(|(_, number)| *number);
        for number in bodies.iter().chain(of_pairs) {
            ranks.insert(number, 0);
        }
        let highest = ranks.len();
        for (place, rank) in ranks.values_mut().enumerate() {
            *rank = match deciding {
                Deciding::Smaller => place,
                Deciding::Larger => highest - place,
            };
        }
        let is_fixed = scene.bodies.iter().map(|body| body.is_fixed());
        let is_fixed: Vec<bool> = is_fixed.collect();
        let mut own = BTreeMap::new();
        for (pair, number) in &pairs {
            own.insert(*pair, ranks[number]);
        }
        let bodies = bodies.iter().map(|number| ranks[number]);
        Self {
            bodies: clipped(bodies.collect(), &is_fixed),
            pairs: own,
            is_fixed,
            ignoring: scene.ignoring_pairs(),
        }
    }

    /// Whether each pair that may touch has the number of its image, given that of each body. A
    /// pair may touch if and only if its image may.
    pub(super) fn is_kept(&self, images: &[BodyId]) -> bool {
        let mut origins = vec![BodyId(0); images.len()];
        for (body, image) in images.iter().enumerate() {
            origins[*image] = BodyId(body);
        }
        for pair in self.pairs.keys() {
            let origin = pair.map(|body| origins[body]);
            if !self.keeps(*pair, images) || !self.keeps(origin, images) {
                return false;
            }
        }
        let mut bodies = (0..images.len()).map(BodyId);
        bodies.all(|body| self.keeps_all_of(body, images))
    }

    /// Whether all pairs of a body that have no number of their own, and whose images have none,
    /// have that of their images.
    fn keeps_all_of(&self, body: BodyId, images: &[BodyId]) -> bool {
        let image = images[body];
        if self.bodies[body] == self.bodies[image] {
            return true;
        }
        for (other, other_image) in images.iter().enumerate() {
            let other = BodyId(other);
            let own = self.of_bodies([body, other]);
            let found = self.of_bodies([image, *other_image]);
            if other != body && own != found && !self.keeps([body, other], images) {
                return false;
            }
        }
        true
    }

    /// Whether a pair has the number of its image, or never touches.
    fn keeps(&self, pair: [BodyId; 2], images: &[BodyId]) -> bool {
        let [one, other] = pair;
        let are_fixed = self.is_fixed[one] && self.is_fixed[other];
        if are_fixed || self.ignoring.contains(one, other) {
            return true;
        }
        let image = pair.map(|body| images[body]);
        self.between(pair) == self.between(image)
    }

    fn between(&self, [one, other]: [BodyId; 2]) -> usize {
        match self.pairs.get(&BodyId::pair(one, other)) {
            Some(rank) => *rank,
            None => self.of_bodies([one, other]),
        }
    }

    fn of_bodies(&self, [one, other]: [BodyId; 2]) -> usize {
        self.bodies[one].min(self.bodies[other])
    }
}

/// The ranks of all bodies, none higher than the highest among those that the body may touch: all
/// others, or of a fixed body those that are free.
fn clipped(mut ranks: Vec<usize>, is_fixed: &[bool]) -> Vec<usize> {
    let mut highest = 0;
    let mut next = 0;
    let mut highest_free = 0;
    for (rank, is_fixed) in ranks.iter().zip(is_fixed) {
        if *rank > highest {
            next = highest;
            highest = *rank;
        } else {
            next = next.max(*rank);
        }
        if !is_fixed {
            highest_free = highest_free.max(*rank);
        }
    }
    for (rank, is_fixed) in ranks.iter_mut().zip(is_fixed) {
        let bound = match is_fixed {
            true => highest_free,
            false if *rank == highest => next,
            false => highest,
        };
        *rank = bound.min(*rank);
    }
    ranks
}
