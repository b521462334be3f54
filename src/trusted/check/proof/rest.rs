//! S0: the scene rests.

use crate::names;
use crate::rejection::Condition::S0;
use crate::rejection::Result;
use zwang_scene::Scene;

/// S0: every free body has velocity 0 and spin 0.
pub(crate) fn the_scene_rests(scene: &Scene) -> Result {
    for (index, body) in scene.numbered_bodies() {
        if let Some(free) = &body.dynamics
            && !free.is_at_rest()
        {
            let place = names::body(scene, index);
            let found = "a velocity or a spin";
            return S0.refuse(place, found, "neither");
        }
    }
    Ok(())
}
