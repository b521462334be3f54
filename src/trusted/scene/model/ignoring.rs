//! Bodies that ignore each other: they may be in the same place, as they are pinned together.
//!
//! A pin joins two bodies, and all of either ignores all of the other unless the pin says that they
//! collide. Several pins may join the same two bodies: these ignore each other if any of the pins
//! says so. Two such bodies are never in contact and never overlap; what the pins say of their
//! motions holds all the same. A body never ignores itself, and two fixed ones, which no pin joins,
//! never ignore each other.

use crate::model::index::BodyId;
use crate::model::{Pin, Scene};
use std::collections::BTreeSet;

/// The pairs of bodies of a scene that ignore each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IgnoringPairs {
    /// The smaller index comes first.
    pairs: BTreeSet<[BodyId; 2]>,
}

impl IgnoringPairs {
    /// Whether these two bodies, in either order, ignore each other.
    #[must_use]
    pub fn contains(&self, one: BodyId, other: BodyId) -> bool {
        let pair = BodyId::pair(one, other);
        self.pairs.contains(&pair)
    }

    /// All pairs, ascending, the smaller index first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [BodyId; 2]> {
        self.pairs.iter().copied()
    }
}

impl Pin {
    /// The two bodies of the pin if it lets them ignore each other, the smaller index first.
    pub(crate) fn ignoring_pair(&self) -> Option<[BodyId; 2]> {
        if self.collide {
            return None;
        }
        // The world has nothing that a body could collide with.
        let second = self.second?;
        Some(BodyId::pair(self.first, second))
    }
}

impl Scene {
    /// The pairs of bodies that ignore each other: those joined by a pin that does not collide.
    ///
    /// ```
    /// # let text = r#"
    /// #     format = "zwang-scene-1"
    /// #     name = "two rods"
    /// #     body = [
    /// #         { name = "left", rectangle = { center = [0, 0], size = [2, 1] } },
    /// #         { name = "right", rectangle = { center = [1, 0], size = [2, 1] } },
    /// #     ]
    /// #     pin = [ { bodies = ["right", "left"], at = [0.5, 0] } ]
    /// # "#;
    /// # use zwang_scene::BodyId;
    /// let mut scene: zwang_scene::Scene = text.parse()?;
    /// assert!(scene.ignoring_pairs().contains(BodyId(0), BodyId(1)));
    /// scene.pins[0].collide = true;
    /// assert!(!scene.ignoring_pairs().contains(BodyId(0), BodyId(1)));
    /// # Ok::<(), zwang_scene::SceneError>(())
    /// ```
    #[must_use]
    pub fn ignoring_pairs(&self) -> IgnoringPairs {
        let mut pairs = BTreeSet::new();
        for pin in &self.pins {
            pairs.extend(pin.ignoring_pair());
        }
        IgnoringPairs { pairs }
    }
}
