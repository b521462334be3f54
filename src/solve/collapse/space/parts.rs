//! All parts of a scene over integers.

use super::broad_phase::meeting_pairs;
use super::contacts::{are_in, has_free};
use super::solid::Solid;
use zwang_certificate::PartId;
use zwang_scene::space::Scene;

/// This many pairs of boxes are looked at.
const MOST_PAIRS: usize = 1 << 20;

/// The parts of a scene, by body.
pub(super) struct Parts {
    pub(super) ids: Vec<PartId>,
    pub(super) solids: Vec<Solid>,
}

impl Parts {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut parts = Self {
            ids: Vec::new(),
            solids: Vec::new(),
        };
        for (body, entry) in scene.bodies.iter().enumerate() {
            for (part, convex) in entry.parts.iter().enumerate() {
                parts.ids.push(PartId { body, part });
                parts.solids.push(Solid::new(convex));
            }
        }
        parts
    }

    /// The pairs of parts of different bodies, one of them free and not joined, whose boxes meet,
    /// if the parts were these solids.
    pub(super) fn meeting(&self, scene: &Scene, solids: &[Solid]) -> Vec<[usize; 2]> {
        let mut pairs = meeting_pairs(solids, MOST_PAIRS);
        let joined = scene.joined_pairs();
        pairs.retain(|pair| {
            let [first, second] = pair.map(|index| self.ids[index]);
            let is_free = first.body != second.body && has_free(scene, [first, second]);
            is_free && !are_in(&joined, [first, second])
        });
        pairs
    }
}
