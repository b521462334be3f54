//! The common parts of all pictures of a run: the scales of arrows and colours, and what the legend
//! explains, so that nothing but the motion changes from one picture to the next.

use super::bodies::Conduct;
use super::contacts::{Sides, sides};
use super::content::{Content, Deed};
use super::heat::{Heat, is_large};
use super::scale::Lengths;
use crate::bars;
use num_traits::Signed;
use std::collections::BTreeSet;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// Gathered from all pictures of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Common {
    pub(super) forces: Lengths,
    pub(super) velocities: Lengths,
    /// The largest angular velocity, rad/s.
    pub(super) largest_turn: Option<Rational>,
    /// The largest pressure in a body, N/m.
    largest_pressure: Rational,
    /// Whether the pictures are heat maps.
    pub(super) is_large: bool,
    pub(super) deeds: BTreeSet<Deed>,
    pub(super) conducts: BTreeSet<Conduct>,
    /// Whether forces are drawn on both bodies.
    pub(super) has_double_arrows: bool,
    /// Whether contacts or pins have forces.
    pub(super) has_forces: bool,
}

impl Common {
    /// One picture more.
    pub(super) fn take_in(&mut self, scene: &Scene, content: &Content) {
        for contact in &content.contacts {
            self.deeds.insert(contact.deed);
            match contact.deed {
                Deed::Impact => self.forces.add_unusual(&contact.force),
                _ => self.forces.add(&contact.force),
            }
            self.has_double_arrows |= sides(scene, &contact.force) == Sides::Both;
        }
        let others = bars::other_pins(scene);
        for pin in &content.pins {
            if others.binary_search(&pin.pin).is_err() {
                continue;
            }
            self.forces.add(&pin.force);
            self.has_double_arrows |= sides(scene, &pin.force) == Sides::Both;
        }
        self.has_forces |= content.has_forces();
        for load in &scene.loads {
            self.forces.add(&load.force);
        }
        for motion in &content.motions {
            self.velocities.add(&motion.linear);
            let turn = motion.angular.abs();
            if turn.is_positive() && self.largest_turn.as_ref() < Some(&turn) {
                self.largest_turn = Some(turn);
            }
        }
        for body in scene.body_ids() {
            let conduct = Conduct::of(scene, Some(content), body);
            self.conducts.insert(conduct);
        }
        if is_large(content.contacts.len()) {
            self.is_large = true;
        }
        // Of small pictures, too: a later one may make all of them heat maps.
        let heat = Heat::new(scene, content);
        self.largest_pressure = heat.largest.max(self.largest_pressure.clone());
    }

    /// The pressures of one of the pictures.
    pub(super) fn heat(&self, scene: &Scene, content: &Content) -> Option<Heat> {
        if !self.is_large {
            return None;
        }
        let heat = Heat::new(scene, content);
        Some(heat.up_to(self.largest_pressure.clone()))
    }
}

/// A block on a wide floor.
#[cfg(test)]
pub(super) const BLOCK: &str = r#"
    format = "zwang-scene-1"
    name = "block"
    [[body]]
    name = "floor"
    fixed = true
    rectangle = { center = [0, -2], size = [40, 2] }
    [[body]]
    name = "block"
    rectangle = { center = [0, 0], size = [4, 2] }
"#;

#[cfg(test)]
mod tests {
    use super::super::content::ContactMark;
    use super::*;
    use zwang_exact::Vector;
    use zwang_scene::{BodyId, read};

    /// This many contacts in the middle of the lower side of the block, each with this force.
    fn content(count: usize, force: i64) -> Content {
        let mut contacts = Vec::new();
        for _ in 0..count {
            contacts.push(ContactMark {
                first: BodyId(1),
                second: BodyId(0),
                point: Vector::from_integers(0, -1),
                normal: Vector::from_integers(0, 1),
                force: Vector::from_integers(0, force),
                deed: Deed::Pressing,
                is_indeterminate: false,
                range: None,
            });
        }
        Content::of_contacts(contacts)
    }

    /// All pictures are heat maps as soon as one is, and have one scale.
    #[test]
    fn pressures_of_small_pictures_count_too() {
        let scene = read::parse_toml(BLOCK).unwrap().scene;
        let strong = content(1, 3200);
        let large = content(301, 0);
        let mut common = Common::default();
        common.take_in(&scene, &strong);
        assert!(common.heat(&scene, &strong).is_none());
        common.take_in(&scene, &large);
        let pressure = Heat::new(&scene, &strong).largest;
        // Half the force in N on the area in m².
        assert_eq!(pressure, Rational::from_integer(200.into()));
        assert_eq!(common.heat(&scene, &large).unwrap().largest, pressure);
        assert_eq!(common.heat(&scene, &strong).unwrap().largest, pressure);
    }
}
