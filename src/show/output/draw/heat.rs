//! Large scenes: bodies coloured by the pressure in them, and arrows for the strongest forces only.
//!
//! The mean stress of a body with area A under the forces f at the points x is σ = Σ f (x - c)ᵀ / A
//! with any c, if the forces balance, and with its centroid c if they move it. Its pressure is the
//! mean of both normal stresses with the opposite sign, p = -Σ f · (x - c) / (2 A), in N/m, as the
//! plane has no depth.

use super::content::{ContactMark, Content};
use super::theme::{Colour, Colours};
use num_traits::{Signed, ToPrimitive, Zero};
use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Scene};

/// Pictures with more contacts than this are heat maps.
const MOST_CONTACTS: usize = 300;
/// About how many forces have arrows in a heat map.
pub(super) const ARROWS: usize = 100;

/// The pressure in each body.
pub(super) struct Heat {
    /// By body, N/m; 0 in fixed bodies, and where bodies are pulled apart.
    pressures: Vec<Rational>,
    /// The pressure that has the deepest colour, N/m.
    pub(super) largest: Rational,
}

impl Heat {
    /// The pressures of a picture, whether it is a heat map or not.
    pub(super) fn new(scene: &Scene, content: &Content) -> Self {
        let count = scene.bodies.len();
        let mut virials = vec![Rational::zero(); count];
        let mut add = Virials {
            scene,
            sums: &mut virials,
        };
        for contact in &content.contacts {
            let opposite = -&contact.force;
            add.load(contact.first, &contact.point, &contact.force);
            add.load(contact.second, &contact.point, &opposite);
        }
        for mark in &content.pins {
            let Some(pin) = scene.pins.get(mark.pin.0) else {
                continue;
            };
            let opposite = -&mark.force;
            add.load(pin.first, &pin.at, &mark.force);
            if let Some(second) = pin.second {
                add.load(second, &pin.at, &opposite);
            }
        }
        for load in &scene.loads {
            add.load(load.body, &load.at, &load.force);
        }
        let mut pressures = Vec::new();
        for (body, virial) in scene.bodies.iter().zip(virials) {
            let twice_area = twice_area(body);
            let pressure = -virial / twice_area;
            pressures.push(pressure.max(Rational::zero()));
        }
        let largest = pressures.iter().max().cloned();
        Self {
            pressures,
            largest: largest.unwrap_or_default(),
        }
    }

    /// The same pressures with another one that has the deepest colour.
    pub(super) fn up_to(self, largest: Rational) -> Self {
        Self { largest, ..self }
    }

    /// The colour of a body.
    pub(super) fn fill(&self, colours: &Colours, body: BodyId) -> String {
        let mut share = 0.0;
        if let Some(pressure) = self.pressures.get(body.0)
            && !self.largest.is_zero()
        {
            let exact = pressure / &self.largest;
            share = exact.to_f64().unwrap_or(1.0);
        }
        fill(colours, share)
    }
}

/// Whether so many contacts make a picture a heat map.
pub(super) fn is_large(contacts: usize) -> bool {
    contacts > MOST_CONTACTS
}

/// The colour of a pressure, from 0 to 1 for the largest.
pub(super) fn fill(colours: &Colours, share: f64) -> String {
    let [cold, warm, hot] = colours.heat;
    let share = share.clamp(0.0, 1.0);
    let colour = if share < 0.5 {
        Colour::mixed(cold, warm, 2.0 * share)
    } else {
        Colour::mixed(warm, hot, 2.0 * share - 1.0)
    };
    format!("fill:{colour}")
}

/// The contacts whose forces have arrows in a heat map: the strongest. Equally strong ones have
/// arrows all or none, so that symmetric forces have symmetric arrows.
pub(super) fn strongest(contacts: &[ContactMark]) -> BTreeSet<usize> {
    let mut squares = Vec::new();
    for (index, contact) in contacts.iter().enumerate() {
        let square = contact.force.dot(&contact.force);
        if !square.is_zero() {
            squares.push((square, index));
        }
    }
    squares.sort();
    squares.reverse();
    let mut chosen = BTreeSet::new();
    for equal in squares.chunk_by(|(one, _), (other, _)| one == other) {
        if !chosen.is_empty() && chosen.len() + equal.len() > ARROWS {
            break;
        }
        chosen.extend(equal.iter().map(|(_, index)| *index));
    }
    chosen
}

/// Σ f · (x - c) by body.
struct Virials<'a> {
    scene: &'a Scene,
    sums: &'a mut [Rational],
}

impl Virials<'_> {
    /// A force on a body more; fixed ones have none.
    fn load(&mut self, body: BodyId, point: &Vector, force: &Vector) {
        let Some(loaded) = self.scene.body(body) else {
            return;
        };
        let Some(free) = &loaded.dynamics else {
            return;
        };
        let arm = point - &free.centroid;
        self.sums[body.0] += force.dot(&arm);
    }
}

/// Twice the area of a body, m², with the boxes of rounded parts in place of these.
fn twice_area(body: &Body) -> Rational {
    let mut sum = Rational::zero();
    for part in &body.parts {
        if part.is_rounded() {
            let (low, high) = part.bounding_box();
            let size = &high - &low;
            sum += &size.x * &size.y * Rational::from_integer(2.into());
            continue;
        }
        for (p, q) in part.edges() {
            sum += p.cross(q);
        }
    }
    sum.abs()
}

#[cfg(test)]
mod tests {
    use super::super::common::BLOCK;
    use super::super::content::Deed;
    use super::*;
    use zwang_scene::read;

    fn at(x: i64, y: i64) -> Vector {
        Vector::from_integers(x, y)
    }

    /// A contact of the block with the floor.
    fn contact(point: Vector, force: Vector) -> ContactMark {
        ContactMark {
            first: BodyId(1),
            second: BodyId(0),
            point,
            normal: at(0, 1),
            force,
            deed: Deed::Pressing,
            range: None,
            is_indeterminate: false,
        }
    }

    /// Under a uniform pressure p on all four sides the pressure of a block is p.
    #[test]
    fn a_block_under_uniform_pressure_has_that_pressure() {
        let scene = read::parse_toml(BLOCK).unwrap().scene;
        // 3 N/m on the sides of 2 m and 4 m, half of it at each corner.
        let mut contacts = Vec::new();
        for x in [-2, 2] {
            for y in [-1, 1] {
                let downward = at(0, -6 * y);
                let sideways = at(-3 * x / 2, 0);
                contacts.push(contact(at(x, y), downward));
                contacts.push(contact(at(x, y), sideways));
            }
        }
        let heat = Heat::new(&scene, &Content::of_contacts(contacts));
        let three = Rational::from_integer(3.into());
        assert_eq!(heat.pressures, [Rational::zero(), three.clone()]);
        assert_eq!(heat.largest, three);
    }

    #[test]
    fn equally_strong_forces_have_arrows_all_or_none() {
        let mut contacts = Vec::new();
        for strength in [5, 9, 9, 0] {
            let force = at(0, strength);
            contacts.push(contact(at(0, 0), force));
        }
        for _ in 0..ARROWS {
            let force = at(1, 0);
            contacts.push(contact(at(0, 0), force));
        }
        let chosen = strongest(&contacts);
        assert_eq!(chosen, BTreeSet::from([0, 1, 2]));
        let equal = strongest(&contacts[4..]);
        assert_eq!(equal.len(), ARROWS);
    }
}
