//! Bodies of a scene somewhere else: how deep their parts are in each other.

use super::parts::Parts;
use super::solid::{Point, Solid, primitive};
use super::touching::{Overlapping, Placement, placement};
use malachite::{Integer, Rational};
use zwang_program::kernel::number::{common_denominator, times};
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The way from where the scene has a body to where it is: x becomes R x + d.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// R, by rows.
    pub rotation: [[Rational; 3]; 3],
    /// d, m.
    pub translation: [Rational; 3],
}

/// How deep two parts are in each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Between two parts with faces: the square of the least translation that separates them, m².
    Sharp(Rational),
    /// With a rounded part: the square of the distance of the cores, m², which is less than that of
    /// the sum of the radii, m.
    Rounded {
        /// m².
        distance_squared: Rational,
        /// m.
        radii: Rational,
    },
}

/// Two parts of different bodies with common points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bodies.
    pub bodies: [BodyId; 2],
    /// `None` if the parts only touch.
    pub depth: Option<Depth>,
}

/// The parts of a scene, to be placed again and again.
pub struct PlaceableParts<'a> {
    scene: &'a Scene,
    parts: Parts,
}

impl<'a> PlaceableParts<'a> {
    /// Those of a scene.
    #[must_use]
    pub fn of(scene: &'a Scene) -> Self {
        Self {
            scene,
            parts: Parts::of(scene),
        }
    }

    /// The pairs of parts of different bodies, one of them free, that touch or are in each other,
    /// if bodies are placed so: there is one place for each body, `None` where the scene has it.
    #[must_use]
    pub fn meetings(&self, places: &[Option<Placing>]) -> Vec<Meeting> {
        let Parts { ids, solids } = &self.parts;
        let mut moved = Vec::with_capacity(solids.len());
        for (id, solid) in ids.iter().zip(solids) {
            moved.push(match places.get(id.body) {
                Some(Some(place)) => placed(solid, place),
                _ => solid.clone(),
            });
        }
        let mut found = Vec::new();
        for pair in self.parts.meeting(self.scene, &moved) {
            let [first, second] = pair.map(|index| &moved[index]);
            let depth = match placement(first, second) {
                Placement::Overlapping(Overlapping { squared, .. }) => Some(Depth::Sharp(squared)),
                Placement::TooClose(distance_squared) => Some(Depth::Rounded {
                    distance_squared,
                    radii: &first.radius + &second.radius,
                }),
                Placement::Touching(_) => None,
                Placement::Apart(_) => continue,
            };
            let bodies = pair.map(|index| BodyId(ids[index].body));
            found.push(Meeting { bodies, depth });
        }
        found
    }
}

/// A solid somewhere else. With R = M/r and d = s/r over one denominator r, L r is that of its
/// vertices.
fn placed(solid: &Solid, place: &Placing) -> Solid {
    let numbers = place.rotation.iter().flatten().chain(&place.translation);
    let common = common_denominator(numbers);
    let rows = place.rotation.each_ref();
    let rows = rows.map(|row| row.each_ref().map(|number| times(number, &common)));
    let whole = Integer::from(&solid.denominator);
    let shift = place.translation.each_ref();
    let shift = shift.map(|number| times(number, &common) * &whole);
    let mut vertices = Vec::with_capacity(solid.vertices.len());
    for vertex in &solid.vertices {
        let [x, y, z] = turned(&rows, vertex);
        vertices.push([x + &shift[0], y + &shift[1], z + &shift[2]]);
    }
    let mut faces = solid.faces.clone();
    for face in &mut faces {
        face.normal = primitive(&turned(&rows, &face.normal));
    }
    let directions = solid.directions.iter();
    let directions = directions.map(|direction| primitive(&turned(&rows, direction)));
    let directions = directions.collect();
    // The radius is over L, too.
    let denominator = &solid.denominator * common;
    Solid::of_core(
        denominator,
        solid.radius.clone(),
        vertices,
        faces,
        directions,
    )
}

fn turned(rows: &[Point; 3], vector: &Point) -> Point {
    let [x, y, z] = rows;
    [x, y, z].map(|row| super::solid::dot(row, vector))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "
        format = 'zwang-space-1'
        name = 'two'
        [[body]]
        name = 'cube'
        box = { center = [0, 0, 0], size = [2, 2, 2] }
        [[body]]
        name = 'ball'
        ball = { center = [5, 0, 0], radius = 1 }
        mass = 1
        [[body]]
        name = 'plate'
        box = { center = [0, 0, -3], size = [8, 8, 2] }
        fixed = true
    ";

    fn number(text: &str) -> Rational {
        text.parse().unwrap()
    }

    fn by(x: &str, y: &str, z: &str) -> Option<Placing> {
        turned_by(
            [["1", "0", "0"], ["0", "1", "0"], ["0", "0", "1"]],
            [x, y, z],
        )
    }

    fn turned_by(rows: [[&str; 3]; 3], shift: [&str; 3]) -> Option<Placing> {
        Some(Placing {
            rotation: rows.map(|row| row.map(number)),
            translation: shift.map(number),
        })
    }

    /// The depths of the pairs that meet, by their bodies.
    fn meetings(places: [Option<Placing>; 3]) -> Vec<([usize; 2], Option<Depth>)> {
        let scene: Scene = TWO.parse().unwrap();
        let found = PlaceableParts::of(&scene).meetings(&places);
        let found = found.into_iter();
        found
            .map(|meeting| (meeting.bodies.map(|body| body.0), meeting.depth))
            .collect()
    }

    #[test]
    fn depths_are_those_of_the_bodies_where_they_are() {
        assert_eq!(meetings([None, None, None]), []);
        assert_eq!(meetings([by("0", "0", "-1"), None, None]), [([0, 2], None)]);
        let deep = Depth::Sharp(number("1/16"));
        assert_eq!(
            meetings([by("1/3", "0", "-5/4"), None, None]),
            [([0, 2], Some(deep))]
        );
        // Turned by the angle of 3, 4 and 5, the cube reaches 7/5.
        let rows = [["3/5", "0", "4/5"], ["0", "1", "0"], ["-4/5", "0", "3/5"]];
        let edge = Depth::Sharp(number("1/100"));
        let turned = turned_by(rows, ["0", "0", "-7/10"]);
        assert_eq!(meetings([turned, None, None]), [([0, 2], Some(edge))]);
        let close = Depth::Rounded {
            distance_squared: number("1/4"),
            radii: number("1"),
        };
        assert_eq!(
            meetings([None, by("-7/2", "0", "0"), None]),
            [([0, 1], Some(close))]
        );
    }
}
