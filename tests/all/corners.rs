//! Corners with friction, where a vertex meets a vertex: the friction that a scene with sharp
//! corners needs is the least that it needs with slightly blunted ones, over all directions in
//! which they can be blunted.
//!
//! A vertex x is blunted by putting two vertices x ± ε t in its place, with the direction t of a
//! line that separates the two bodies there. So the other vertex touches the inside of an edge, and
//! no body moves.

use num_traits::{Signed, Zero};
use std::collections::BTreeSet;
use zwang::{Rational, Scene, StaticsVerdict, Vector};
use zwang_answer::VerifiedStability;
use zwang_check::statics::HeldContact;
use zwang_collapse::Variation;
use zwang_families::space::extruded;
use zwang_program::{Monitor, Options};

pub(crate) fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub(crate) fn point(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

/// A body of one convex part.
#[derive(Clone)]
pub(crate) struct Shape {
    pub(crate) name: &'static str,
    pub(crate) is_fixed: bool,
    /// Counter-clockwise.
    pub(crate) vertices: Vec<Vector>,
}

pub(crate) fn shape(name: &'static str, is_fixed: bool, vertices: &[[&str; 2]]) -> Shape {
    Shape {
        name,
        is_fixed,
        vertices: vertices.iter().map(|[x, y]| point(x, y)).collect(),
    }
}

#[derive(Clone)]
pub(crate) struct Drawing {
    pub(crate) gravity: Vector,
    pub(crate) shapes: Vec<Shape>,
}

impl Drawing {
    pub(crate) fn scene(&self, friction: &Rational) -> Scene {
        let Vector { x, y } = &self.gravity;
        let mut text = format!(
            "format = 'zwang-scene-1'\nname = 'corners'\ngravity = ['{x}', '{y}']\n\
             friction = '{friction}'\n"
        );
        for Shape {
            name,
            is_fixed,
            vertices,
        } in &self.shapes
        {
            text += &format!("[[body]]\nname = '{name}'\nfixed = {is_fixed}\nparts = [[");
            for Vector { x, y } in vertices {
                text += &format!("['{x}', '{y}'], ");
            }
            text += "]]\n";
        }
        text.parse().unwrap()
    }

    fn answer(&self, friction: &Rational) -> VerifiedStability {
        zwang::stability(&self.scene(friction)).unwrap()
    }

    /// The contacts of forces that hold it.
    fn held(&self, friction: &Rational) -> Vec<HeldContact> {
        let VerifiedStability::Statics(standing) = self.answer(friction) else {
            panic!("the scene has friction and corners")
        };
        standing.verified.holding().unwrap().contacts.clone()
    }

    fn falls(&self, friction: &Rational) -> bool {
        self.answer(friction).verdict() == StaticsVerdict::Falls
    }

    /// Two frictions with the critical one between them: one that falls, and one that holds.
    fn critical(&self, width: &str) -> [Rational; 2] {
        let (options, monitor) = (Options::default(), Monitor::default());
        let scene = self.scene(&number("1"));
        let found = zwang_answer::threshold(
            &scene,
            &Variation::Friction,
            &number(width),
            &options,
            &monitor,
            || (),
        );
        let found = found.unwrap();
        let found = &found.verified;
        [found.falls_at(), found.stands_at()].map(|end| end.unwrap().clone())
    }

    /// Whether the critical friction is named, with a proof, at the default width.
    fn names_its_critical_friction(&self) -> bool {
        let (options, monitor) = (Options::default(), Monitor::default());
        let scene = self.scene(&number("1"));
        let width = number("1e-12");
        let friction = Variation::Friction;
        let found = zwang_answer::threshold(&scene, &friction, &width, &options, &monitor, || ());
        found.unwrap().verified.root().is_some()
    }

    /// The points where a vertex meets a vertex of a later body, with both.
    fn corners(&self) -> Vec<Meeting> {
        let mut corners = Vec::new();
        for (first, one) in self.shapes.iter().enumerate() {
            for (second, other) in self.shapes.iter().enumerate().skip(first + 1) {
                for (place, vertex) in one.vertices.iter().enumerate() {
                    let met = other.vertices.iter().position(|other| other == vertex);
                    if let Some(other_place) = met {
                        corners.extend(self.meeting([first, second], [place, other_place]));
                    }
                }
            }
        }
        corners.sort_by_key(|corner: &Meeting| (corner.body, corner.place));
        corners
    }

    /// A vertex of one body at one of another, unless an edge lies along an edge.
    fn meeting(&self, bodies: [usize; 2], places: [usize; 2]) -> Option<Meeting> {
        let [first, second] = [0, 1].map(|end| self.arms(bodies[end], places[end]));
        // Normals from the first body into the second.
        let own = normals(&first);
        let others = normals(&second).map(|normal| -&normal);
        let mut separating: Vec<Vector> = Vec::new();
        for normal in own.into_iter().chain(others) {
            let is_apart = second.iter().all(|arm| normal.dot(arm) >= number("0"));
            if is_apart && first.iter().all(|arm| normal.dot(arm) <= number("0")) {
                separating.push(normal);
            }
        }
        let zero = number("0");
        let extreme = |sign: &str| {
            let sign = number(sign);
            let mut normals = separating.iter();
            let found = normals.find(|normal| {
                let mut others = separating.iter();
                others.all(|other| normal.cross(other) * &sign >= zero)
            });
            found.cloned()
        };
        let [first_normal, last_normal] = [extreme("1")?, extreme("-1")?];
        (first_normal.cross(&last_normal) > zero).then_some(Meeting {
            body: bodies[0],
            place: places[0],
            normals: [first_normal, last_normal],
        })
    }

    /// The two edges from a vertex, to the next one and to the one before.
    fn arms(&self, body: usize, place: usize) -> [Vector; 2] {
        let vertices = &self.shapes[body].vertices;
        let count = vertices.len();
        [1, count - 1].map(|step| &vertices[(place + step) % count] - &vertices[place])
    }

    /// All corners blunted, each along a line whose normal is this far between its two extremes.
    fn blunted(&self, fractions: &[Rational], size: &Rational) -> Self {
        let mut blunted = self.clone();
        let corners = self.corners();
        // From behind, so that places stay what they are.
        for (corner, fraction) in corners.iter().zip(fractions).rev() {
            let [first, last] = &corner.normals;
            let one = number("1");
            let normal = &first.scaled(&(&one - fraction)) + &last.scaled(fraction);
            let tangent = normal.quarter_turn().scaled(size);
            let vertices = &mut blunted.shapes[corner.body].vertices;
            let vertex = vertices[corner.place].clone();
            // Counter-clockwise, with the outside at the right.
            let pair = [&vertex - &tangent, &vertex + &tangent];
            vertices.splice(corner.place..=corner.place, pair);
        }
        blunted
    }

    /// How far the normals that are told of corners are between their extremes, of forces that hold
    /// the scene.
    fn told(&self, friction: &Rational) -> Vec<Rational> {
        let held = self.held(friction);
        let mut fractions = Vec::new();
        for corner in self.corners() {
            let vertex = &self.shapes[corner.body].vertices[corner.place];
            let mut rounded = held.iter().filter(|contact| contact.is_rounded);
            let normal = match rounded.find(|contact| contact.point == *vertex) {
                // It bears nothing.
                None => &corner.normals[0] + &corner.normals[1],
                Some(told) if told.second.0 == corner.body => told.normal.clone(),
                Some(told) => -&told.normal,
            };
            fractions.push(corner.fraction(&normal));
        }
        fractions
    }

    fn mapped(&self, map: impl Fn(&Vector) -> Vector, is_mirror: bool) -> Self {
        let mut mapped = self.clone();
        mapped.gravity = map(&self.gravity);
        for shape in &mut mapped.shapes {
            for vertex in &mut shape.vertices {
                *vertex = map(vertex);
            }
            if is_mirror {
                shape.vertices.reverse();
            }
        }
        mapped
    }

    /// The same scene mirrored, turned by 3-4-5, with its bodies in another order, and with other
    /// first vertices.
    fn images(&self) -> Vec<Self> {
        let mirrored = self.mapped(|vector| Vector::new(-&vector.x, vector.y.clone()), true);
        let [three, four] = ["3/5", "4/5"].map(number);
        let turned = self.mapped(
            |vector| &vector.scaled(&four) + &vector.quarter_turn().scaled(&three),
            false,
        );
        let mut reversed = self.clone();
        reversed.shapes.reverse();
        for shape in &mut reversed.shapes {
            shape.vertices.rotate_left(1);
        }
        vec![mirrored, turned, reversed]
    }
}

/// A vertex that meets another one.
struct Meeting {
    body: usize,
    place: usize,
    /// The extreme normals of the lines that separate the two bodies, from this one into the other.
    normals: [Vector; 2],
}

impl Meeting {
    /// How far a normal is between the two: it is (1 - s) times the first one plus s times the last
    /// one, up to a factor. 0 and 1 are left out.
    fn fraction(&self, normal: &Vector) -> Rational {
        let [first, last] = &self.normals;
        let of_first = normal.cross(last);
        let of_last = first.cross(normal);
        assert!(of_first >= number("0") && of_last >= number("0"));
        let least = number("1e-6");
        let most = number("1") - &least;
        let fraction = &of_last / (of_first + &of_last);
        fraction.clamp(least, most)
    }
}

/// The outward normals of the two edges at a vertex.
fn normals([next, before]: &[Vector; 2]) -> [Vector; 2] {
    [-&next.quarter_turn(), before.quarter_turn()]
}

/// Two cards that lean on each other, of a slope whose half angle has this tangent.
pub(crate) fn cards(half: &str) -> Drawing {
    let half = number(half);
    let square = &half * &half;
    let one = number("1");
    let cosine = (&one - &square) / (&one + &square);
    let sine = &half * number("2") / (&one + &square);
    let width = number("1/50");
    let zero = number("0");
    let left = [
        Vector::new(-&cosine - &width, zero.clone()),
        Vector::new(-&cosine, zero.clone()),
        Vector::new(zero.clone(), sine.clone()),
        Vector::new(-&width / number("2"), sine.clone()),
    ];
    let mut right: Vec<Vector> = left
        .iter()
        .map(|point| Vector::new(-&point.x, point.y.clone()))
        .collect();
    right.reverse();
    Drawing {
        gravity: point("0", "-10"),
        shapes: vec![
            shape(
                "table",
                true,
                &[["-10", "-1"], ["10", "-1"], ["10", "0"], ["-10", "0"]],
            ),
            Shape {
                name: "left card",
                is_fixed: false,
                vertices: left.to_vec(),
            },
            Shape {
                name: "right card",
                is_fixed: false,
                vertices: right,
            },
        ],
    }
}

/// Two legs of an arch that touch at their tips.
pub(crate) fn arch() -> Drawing {
    Drawing {
        gravity: point("0", "-1"),
        shapes: vec![
            shape(
                "floor",
                true,
                &[["-9", "-1"], ["9", "-1"], ["9", "0"], ["-9", "0"]],
            ),
            shape(
                "left",
                false,
                &[["-3", "0"], ["-2", "0"], ["0", "2"], ["-2", "2"]],
            ),
            shape(
                "right",
                false,
                &[["2", "0"], ["5/2", "0"], ["2", "3/2"], ["0", "2"]],
            ),
        ],
    }
}

/// A bridge on two needles, tip on tip, under gravity that is tilted by this.
pub(crate) fn bridge(tilt: &str) -> Drawing {
    Drawing {
        gravity: point(tilt, "-1"),
        shapes: vec![
            shape(
                "left needle",
                true,
                &[["-3", "-1"], ["-1", "-1"], ["-2", "0"]],
            ),
            shape(
                "right needle",
                true,
                &[["1", "-1"], ["4", "-1"], ["2", "0"]],
            ),
            shape(
                "bridge",
                false,
                &[["-2", "0"], ["2", "0"], ["3", "1"], ["-5/2", "1"]],
            ),
        ],
    }
}

/// A rhombus on a needle, tip on tip, beside a wall, pushed by gravity that is tilted.
pub(crate) fn rhombus() -> Drawing {
    Drawing {
        gravity: point("1/2", "-1"),
        shapes: vec![
            shape("needle", true, &[["-1", "-1"], ["2", "-1"], ["0", "0"]]),
            shape(
                "rhombus",
                false,
                &[["0", "0"], ["1", "2"], ["0", "4"], ["-1", "2"]],
            ),
            shape(
                "wall",
                true,
                &[["1", "0"], ["2", "0"], ["2", "5"], ["1", "5"]],
            ),
        ],
    }
}

/// Two diamonds between walls, one on the other, tip on tip.
pub(crate) fn pile() -> Drawing {
    Drawing {
        gravity: point("1/4", "-1"),
        shapes: vec![
            shape(
                "floor",
                true,
                &[["-9", "-1"], ["9", "-1"], ["9", "0"], ["-9", "0"]],
            ),
            shape(
                "lower",
                false,
                &[["0", "0"], ["1", "1"], ["0", "2"], ["-1", "1"]],
            ),
            shape(
                "upper",
                false,
                &[["0", "2"], ["1", "7/2"], ["0", "5"], ["-1", "7/2"]],
            ),
            shape(
                "wall",
                true,
                &[["1", "0"], ["2", "0"], ["2", "9"], ["1", "9"]],
            ),
        ],
    }
}

/// From 0 to 1, both left out.
const BETWEEN: [&str; 7] = [
    "1/1000000",
    "1/8",
    "1/4",
    "1/2",
    "3/4",
    "7/8",
    "999999/1000000",
];

/// What fractions a scene with so many corners can be blunted by.
fn choices(corners: usize) -> Vec<Vec<Rational>> {
    let mut choices = vec![Vec::new()];
    for _ in 0..corners {
        let mut longer = Vec::new();
        for choice in &choices {
            for fraction in BETWEEN {
                let mut choice: Vec<Rational> = choice.clone();
                choice.push(number(fraction));
                longer.push(choice);
            }
        }
        choices = longer;
    }
    choices
}

/// The sharp scene needs the friction of the best of some blunted ones, and none of these needs
/// less.
fn assert_best_of_the_blunted(drawing: &Drawing) {
    let [falls, holds] = drawing.critical("1e-7");
    let margin = number("1e-4");
    let count = drawing.corners().len();
    assert!(count > 0);
    let mut is_reached = false;
    let mut choices = choices(count);
    choices.push(drawing.told(&holds));
    for choice in choices {
        for size in ["1e-7", "1e-9"] {
            let blunted = drawing.blunted(&choice, &number(size));
            assert!(blunted.corners().is_empty());
            let below = &falls - &margin;
            assert!(below < number("0") || blunted.falls(&below), "{choice:?}");
        }
        let blunted = drawing.blunted(&choice, &number("1e-9"));
        is_reached |= !blunted.falls(&(&holds + &margin));
    }
    assert!(is_reached, "between {falls} and {holds}");
}

#[test]
fn cards_need_what_the_best_of_the_blunted_cards_do() {
    assert_best_of_the_blunted(&cards("15/26"));
    assert_best_of_the_blunted(&cards("1/2"));
    assert_best_of_the_blunted(&cards("3/4"));
}

#[test]
fn an_arch_needs_what_the_best_of_the_blunted_arches_do() {
    assert_best_of_the_blunted(&arch());
}

#[test]
fn a_bridge_needs_what_the_best_of_the_blunted_bridges_do() {
    assert_best_of_the_blunted(&bridge("1/2"));
    assert_best_of_the_blunted(&bridge("-4/3"));
}

#[test]
fn a_rhombus_and_a_pile_need_what_the_best_of_the_blunted_do() {
    assert_best_of_the_blunted(&rhombus());
    assert_best_of_the_blunted(&pile());
}

/// The push at the tips holds the torque of a card about the inner edge of its foot, and the
/// friction at the foot holds the push.
#[test]
fn leaning_cards_need_the_friction_of_textbooks() {
    for half in ["15/26", "1/2", "3/4", "2/3"] {
        let drawing = cards(half);
        let scene = drawing.scene(&number("1"));
        let card = scene.bodies.iter().find(|body| body.name == "left card");
        let centroid = &card.unwrap().dynamics.as_ref().unwrap().centroid;
        let Shape { vertices, .. } = &drawing.shapes[1];
        let critical = (&centroid.x - &vertices[1].x) / &vertices[2].y;
        let [falls, holds] = drawing.critical("1e-12");
        assert!(falls < critical, "{half}");
        // The value itself is proved to be the threshold.
        assert_eq!(holds, critical, "{half}");
        assert!(drawing.names_its_critical_friction(), "{half}");
    }
}

/// Published by those who chamfered the tips of cards of 60 degrees: normals of the chamfer, and
/// the friction that it needs.
#[test]
fn chamfered_cards_need_what_they_need() {
    let drawing = cards("15/26");
    let [meeting] = &drawing.corners()[..] else {
        panic!("one corner")
    };
    for (normal, needed) in [
        (["1", "0"], "0.247996"),
        (["5", "-1"], "0.247996"),
        (["3", "-1"], "0.262171"),
        (["2", "-1"], "0.409023"),
    ] {
        let fraction = meeting.fraction(&point(normal[0], normal[1]));
        let blunted = drawing.blunted(&[fraction], &number("1e-9"));
        let needed = number(needed);
        assert!(blunted.falls(&(&needed - number("1e-5"))));
        assert!(!blunted.falls(&(&needed + number("1e-5"))));
        // So do those that are one deep, in space.
        assert!(falls_in_space(&blunted, &(&needed - number("1e-5"))));
        assert!(!falls_in_space(&blunted, &(&needed + number("1e-5"))));
    }
    // Sharp ones need the least of all.
    let least = number("0.247996");
    assert!(falls_in_space(&drawing, &(&least - number("1e-5"))));
    assert!(!falls_in_space(&drawing, &(&least + number("1e-5"))));
}

/// Whether no forces hold the same bodies, one deep, in space.
fn falls_in_space(drawing: &Drawing, friction: &Rational) -> bool {
    let prisms = extruded(&drawing.scene(friction), &number("1")).unwrap();
    let options = Options::default();
    let found = zwang_answer::stability_in_space(&prisms, &options, &Monitor::default(), || {});
    found.unwrap().verified.verdict() == StaticsVerdict::Falls
}

#[test]
fn images_of_a_scene_need_the_same_friction() {
    for drawing in [cards("1/2"), arch(), bridge("1/2"), rhombus(), pile()] {
        let own = drawing.critical("1e-6");
        for image in drawing.images() {
            assert_eq!(image.critical("1e-6"), own);
        }
    }
}

/// The normal that is told of each corner is one that a blunted corner can have, and these hold.
#[test]
fn the_normals_that_are_told_hold() {
    for drawing in [cards("1/2"), arch(), bridge("1/2"), rhombus(), pile()] {
        for more in ["1e-3", "1/4"] {
            let [_, holds] = drawing.critical("1e-6");
            let friction = holds + number(more);
            let told = drawing.told(&friction);
            let blunted = drawing.blunted(&told, &number("1e-9"));
            assert!(!blunted.falls(&(friction + number("1e-4"))));
        }
    }
}

/// The feet of leaning cards bear from what the least push at the tips needs to what friction
/// allows, and the corner of the tips as much as the mirror image says.
#[test]
fn ranges_of_leaning_cards_contain_the_forces_that_are_told() {
    let drawing = cards("1/2");
    let [_, holds] = drawing.critical("1e-6");
    let friction = holds + number("1/10");
    let scene = drawing.scene(&friction);
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = zwang_collapse::ranges(&scene, &[], &options, &monitor)
        .unwrap()
        .unwrap();
    let ranges = zwang_check::ranges::verify(&scene, &found.ranges).unwrap();
    assert_eq!(ranges.contacts().len(), 4);
    let [corner] = ranges.corners() else {
        panic!("one corner");
    };
    assert_eq!(corner.point.x, number("0"));
    let [across, upward] = corner.force.each_ref().map(|range| range.clone().unwrap());
    let told = &corner.shown;
    for (range, told) in [(&across, &told.x), (&upward, &told.y)] {
        let [least, largest] = range.each_ref().map(|end| end.as_ref().unwrap());
        assert!(least < largest && least <= told && told <= largest);
    }
    // What one card bears of the other, the other may bear of it.
    let [least, largest] = upward.map(Option::unwrap);
    assert_eq!(least, -largest);
    // By moments about the inner and the outer ends of both feet, x the distance of a centroid from
    // one, h the height of the tips: the cards push each other by W x / h, or by as much as the
    // floor bears by friction, if that is less.
    let card = scene.bodies[1].dynamics.as_ref().unwrap();
    let weight = &card.mass * number("10");
    let [outer, inner, tip, _] = &drawing.shapes[1].vertices[..] else {
        panic!("four vertices");
    };
    let push = |foot: &Vector| &weight * (&card.centroid.x - &foot.x) / &tip.y;
    let mut found = across.map(|end| end.unwrap().abs());
    found.sort();
    let by_friction = &friction * &weight;
    assert_eq!(found, [push(inner), push(outer).min(by_friction)]);
    for told in drawing
        .held(&friction)
        .iter()
        .filter(|contact| !contact.is_rounded)
    {
        let mut listed = ranges.contacts().iter();
        let range = listed.find(|range| range.point == told.point).unwrap();
        for (interval, value) in [(&range.across, &told.across), (&range.along, &told.along)] {
            let [least, largest] = interval.as_ref().unwrap();
            assert!(least.as_ref().unwrap() <= value && value <= largest.as_ref().unwrap());
        }
        // What pushes a card outward holds it.
        let [least, largest] = range.along.as_ref().unwrap();
        assert!(least < largest);
    }
}

/// φ and ψ of each contact away from corners by its point, or nothing if no forces hold the scene.
fn ranges_away_from_corners(
    drawing: &Drawing,
    friction: &Rational,
) -> Vec<(Vector, [Rational; 4])> {
    let scene = drawing.scene(friction);
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = zwang_collapse::ranges(&scene, &[], &options, &monitor).unwrap();
    let mut listed = Vec::new();
    let Some(found) = found else {
        return listed;
    };
    let ranges = zwang_check::ranges::verify(&scene, &found.ranges).unwrap();
    for contact in ranges.contacts() {
        let [least, largest] = contact.across.clone().unwrap();
        let [back, forth] = contact.along.clone().unwrap();
        let ends = [least, largest, back, forth].map(Option::unwrap);
        listed.push((contact.point.clone(), ends));
    }
    listed
}

/// The ranges beside sharp corners are those of all that is blunted together: no blunted scene goes
/// beyond them, and the best ones reach each end.
fn assert_ranges_of_the_blunted(drawing: &Drawing) {
    let [_, holds] = drawing.critical("1e-6");
    let friction = holds + number("1/10");
    let sharp = ranges_away_from_corners(drawing, &friction);
    let sizes = sharp
        .iter()
        .flat_map(|(_, ends)| ends.iter().map(Signed::abs));
    let margin = sizes.max().unwrap() / number("10000");
    let mut reached = vec![[false; 4]; sharp.len()];
    for choice in choices(drawing.corners().len()) {
        let blunted = drawing.blunted(&choice, &number("1e-9"));
        for (point, own) in ranges_away_from_corners(&blunted, &friction) {
            let Some(place) = sharp.iter().position(|(known, _)| *known == point) else {
                // The tip on the edge in place of the other one.
                continue;
            };
            for (end, own) in own.iter().enumerate() {
                // Least values come first.
                let sign = number(if end % 2 == 0 { "-1" } else { "1" });
                let beyond = (own - &sharp[place].1[end]) * sign;
                assert!(beyond < margin, "{point:?}, end {end}: {beyond}");
                reached[place][end] |= -beyond < margin;
            }
        }
    }
    assert!(
        reached.iter().flatten().all(|reached| *reached),
        "{reached:?}"
    );
}

#[test]
fn ranges_of_cards_are_those_of_the_best_of_the_blunted_cards() {
    assert_ranges_of_the_blunted(&cards("1/2"));
    assert_ranges_of_the_blunted(&cards("3/4"));
}

/// Without friction such a corner holds what both of its sides hold, and with the least friction
/// what both hold together.
#[test]
fn a_spike_on_a_needle_falls_only_without_friction() {
    let drawing = Drawing {
        gravity: point("0", "-1"),
        shapes: vec![
            shape("needle", true, &[["-1", "-1"], ["1", "-1"], ["0", "0"]]),
            shape("spike", false, &[["0", "0"], ["1", "2"], ["-1", "2"]]),
        ],
    };
    assert!(drawing.falls(&number("0")));
    for friction in ["1e-9", "1/2", "1", "2", "1000"] {
        let answer = drawing.answer(&number(friction));
        // Another motion leaves the corner by one of its sides.
        assert_eq!(answer.verdict(), StaticsVerdict::CanStand);
        let [contact] = &drawing.held(&number(friction))[..] else {
            panic!("one corner")
        };
        assert!(contact.is_rounded);
    }
}

/// Both sides together could pull a spike up, but no line between the two bodies does.
#[test]
fn a_spike_does_not_hang_below_a_needle() {
    let drawing = Drawing {
        gravity: point("0", "-1"),
        shapes: vec![
            shape("needle", true, &[["0", "0"], ["1", "1"], ["-1", "1"]]),
            shape("spike", false, &[["0", "0"], ["-1", "-2"], ["1", "-2"]]),
        ],
    };
    for friction in ["0", "1/2", "1"] {
        assert!(drawing.falls(&number(friction)));
    }
    let Err(error) = zwang::stability(&drawing.scene(&number("2"))) else {
        panic!("forces of both sides at once pull the spike up")
    };
    assert!(error.to_string().contains("`needle`"), "{error}");
}

/// Four needles, tip on tip; the upper left one and the lower right one are pressed against each
/// other, and so are the other two. The tips of each pair are so far apart along x and y.
fn crosswise(gap: &str, other_gap: &str) -> Scene {
    let mut text = String::from(
        "format = 'zwang-scene-1'\nname = 'crosswise'\ngravity = [0, 0]\nfriction = '1/4'\n",
    );
    for [x, y, gap] in [
        ["-1", "1", gap],
        ["1", "-1", gap],
        ["1", "1", other_gap],
        ["-1", "-1", other_gap],
    ] {
        let [x, y, half] = [x, y, gap].map(number);
        let half = half / number("2");
        let tip = Vector::new(&x * &half, &y * &half);
        let long = Vector::new(&x + &tip.x, &y / number("2") + &tip.y);
        let wide = Vector::new(&x / number("2") + &tip.x, &y + &tip.y);
        let mut sides = [&long, &wide];
        if (&long - &tip).cross(&(&wide - &tip)).is_negative() {
            sides.reverse();
        }
        let name = format!("needle {x} {y}");
        text += &format!("[[body]]\nname = '{name}'\nparts = [[");
        for vertex in [&tip, sides[0], sides[1]] {
            text += &format!("['{}', '{}'], ", vertex.x, vertex.y);
        }
        text += &format!(
            "]]\n[[load]]\nname = 'on {name}'\nbody = '{name}'\nat = ['{}', '{}']\n\
             force = ['{}', '{}']\n",
            tip.x, tip.y, -x, -y
        );
    }
    text.parse().unwrap()
}

/// Each two would bear alone, but two that meet are between the other two.
#[test]
fn needles_are_not_held_crosswise() {
    for [gap, other_gap] in [["1/1000", "0"], ["0", "1/1000"]] {
        let found = zwang::stability(&crosswise(gap, other_gap)).unwrap();
        assert_eq!(found.verdict(), StaticsVerdict::Falls, "{gap} {other_gap}");
    }
    let error = zwang::stability(&crosswise("0", "0")).map(|found| found.verdict());
    let error = error.unwrap_err().to_string();
    assert!(error.contains("crosswise"), "{error}");
}

/// Four bricks, two on two, between walls that are just as far apart: the upper left one could be
/// held by the lower right one at their vertices, or the other two by each other, not both. No
/// diagonal is needed, so none is taken, since it would not be symmetric.
#[test]
fn bricks_in_columns_are_held_without_a_diagonal() {
    let mut shapes = Vec::new();
    for (name, is_fixed, [left, right, bottom, top]) in [
        ("left wall", true, ["-3", "-1", "-2", "2"]),
        ("right wall", true, ["1", "3", "-2", "2"]),
        ("upper left", false, ["-1", "0", "0", "1"]),
        ("upper right", false, ["0", "1", "0", "1"]),
        ("lower left", false, ["-1", "0", "-1", "0"]),
        ("lower right", false, ["0", "1", "-1", "0"]),
    ] {
        let vertices = [[left, bottom], [right, bottom], [right, top], [left, top]];
        shapes.push(shape(name, is_fixed, &vertices));
    }
    let drawing = Drawing {
        gravity: point("0", "-1"),
        shapes,
    };
    let friction = number("1/8");
    assert!(!drawing.falls(&friction));
    for contact in drawing.held(&friction) {
        let bodies = BTreeSet::from([contact.first.0, contact.second.0]);
        if bodies == BTreeSet::from([2, 5]) || bodies == BTreeSet::from([3, 4]) {
            assert!(contact.across.is_zero() && contact.along.is_zero());
        }
    }
}

/// Two cards of weight W and height h that push each other with H at their tips, and stand on feet
/// of width w, with their centroids at d from the outer ends of these. Each end of a foot bears H/2
/// along the table, and Σ |f|² = 2 (N₁² + N₂² + H²/2) + H² with N₁ + N₂ = W and w N₂ = W d - H h is
/// least for H = W (2d/w - 1) / (2h/w + w/h): the force at the tips counts once, though two edges
/// bear it.
#[test]
fn the_least_forces_count_that_of_a_corner_once() {
    for half in ["15/26", "1/2", "3/4"] {
        let cards = cards(half);
        let friction = number("1");
        let scene = cards.scene(&friction);
        let card = &scene.bodies[1];
        let [outer, inner, tip] = [0, 1, 2].map(|vertex| card.parts[0].vertices()[vertex].clone());
        let free = card.dynamics.as_ref().unwrap();
        let weight = &free.mass * number("10");
        let width = &inner.x - &outer.x;
        let away = &free.centroid.x - &outer.x;
        let two = number("2");
        let push = &weight * (&two * &away / &width - number("1"))
            / (&two * &tip.y / &width + &width / &tip.y);
        let upright = (&weight * &away - &push * &tip.y) / &width;
        let mut at_tip = Vector::zero();
        for contact in cards.held(&friction) {
            let along = contact.normal.quarter_turn().scaled(&contact.along);
            let force = &contact.normal.scaled(&contact.across) + &along;
            // On the left card.
            let force = if contact.first.0 == 1 { force } else { -&force };
            if contact.point == tip {
                at_tip = &at_tip + &force;
            } else if contact.point == inner {
                let expected = Vector::new(&push / &two, upright.clone());
                assert_eq!(force, expected, "{half}");
            }
        }
        assert_eq!(at_tip, Vector::new(-push, number("0")), "{half}");
    }
}

/// A card of `cards` alone: an upright smooth wall in place of the other one, as the mirror image
/// pushes along x and nothing else.
fn card_at_a_wall(half: &str, friction: &Rational) -> Scene {
    let drawing = cards(half);
    let mut text = "format = 'zwang-scene-1'\nname = 'card'\ngravity = [0, -10]\n\
                    [[body]]\nname = 'wall'\nfixed = true\nfriction = 0\n\
                    parts = [[[0, -1], [1, -1], [1, 9], [0, 9]]]\n"
        .to_owned();
    for Shape {
        name,
        is_fixed,
        vertices,
    } in &drawing.shapes[..2]
    {
        text += &format!(
            "[[body]]\nname = '{name}'\nfixed = {is_fixed}\nfriction = '{friction}'\nparts = [["
        );
        for Vector { x, y } in vertices {
            // The table ends at the wall.
            let x = x.clone().min(number("0"));
            text += &format!("['{x}', '{y}'], ");
        }
        text += "]]\n";
    }
    text.parse().unwrap()
}

/// Two cards that lean tip to tip and slip fall alike first, as each does at a smooth wall; that
/// one tip slides down the other card obeys the law as well, to one side or to the other.
#[test]
fn leaning_cards_that_slip_fall_alike_as_at_a_smooth_wall() {
    let (options, monitor) = (Options::default(), Monitor::default());
    let law = zwang_certificate::friction::Law::Coulomb;
    for half in ["15/26", "1/2", "3/4", "2/3"] {
        let drawing = cards(half);
        let [_, holds] = drawing.critical("1e-12");
        for part in ["9/10", "1/2", "1/10"] {
            let friction = &holds * number(part);
            let scene = drawing.scene(&friction);
            let found = zwang_answer::accelerations(&scene, law, &options, &monitor, || ());
            let found = found.unwrap();
            let [group] = found.verified.groups() else {
                panic!("one group")
            };
            let motion =
                |scene: &Scene, name: &str, answer: &zwang_check::friction::FrictionAnswer| {
                    let body = scene.body_id(name).unwrap();
                    let mut bodies = answer.bodies.iter();
                    let found = bodies.find(|moving| moving.body == body).unwrap();
                    let Vector { x, y } = found.acceleration.linear.clone();
                    [x, y, found.acceleration.angular.clone()]
                };
            let first = &group.answers[0];
            let left = motion(&scene, "left card", first);
            let [x, y, angular] = motion(&scene, "right card", first);
            assert_eq!(left, [-x, y, -angular], "{half} {part}");

            let alone = card_at_a_wall(half, &friction);
            let wall = zwang_answer::accelerations(&alone, law, &options, &monitor, || ());
            let wall = wall.unwrap();
            let answer = &wall.verified.groups()[0].answers[0];
            assert_eq!(left, motion(&alone, "left card", answer), "{half} {part}");
            let told = found.report(zwang_output::Detail::default());
            if group.answers.len() > 1 {
                assert!(
                    told.contains("motion 1 of 3: its own mirror image"),
                    "{told}"
                );
                assert!(
                    told.contains("motion 3 of 3: mirror image of motion 2"),
                    "{told}"
                );
            }
        }
    }
}

/// A dart stands on its peak in no case without friction, and is told as balanced there: text and
/// JSON of both questions. A dart that leans over is not.
#[test]
fn a_dart_without_friction_is_balanced_on_its_corner() {
    for (dart, is_balanced) in [
        ("[0, 0], [1, 2], [-1, 2]", true),
        ("[0, 0], [3, 2], [-1, 2]", false),
    ] {
        let text = format!(
            "format = 'zwang-scene-1'\nname = 'dart'\n\
             [[body]]\nname = 'peak'\nfixed = true\nparts = [[[-1, -1], [1, -1], [0, 0]]]\n\
             [[body]]\nname = 'dart'\nparts = [[{dart}]]\n"
        );
        let scene: Scene = text.parse().unwrap();
        let words = "balanced on the corner of dart and peak at (0, 0)";
        let corner = r#"{"bodies": ["dart", "peak"], "at": ["0", "0"], "at_double": [0.0, 0.0]}"#;
        let key = format!("\"balanced_on\": [\n    {corner}\n  ]");
        let stability = zwang::stability(&scene).unwrap();
        assert_eq!(stability.verdict(), StaticsVerdict::Falls);
        let monitor = Monitor::default();
        let collapse = zwang_answer::collapse(&scene, &Options::default(), &monitor, || ());
        let collapse = collapse.unwrap();
        let detail = zwang_output::Detail::default();
        for told in [
            stability.report(detail).unwrap(),
            collapse.collapse_report(detail),
        ] {
            assert_eq!(told.contains(words), is_balanced, "{told}");
        }
        for told in [stability.json().unwrap(), collapse.collapse_json()] {
            assert_eq!(told.contains(&key), is_balanced, "{told}");
        }
        // A part of the scene with friction elsewhere is asked in the other way.
        let rough = text.replace(
            "[[body]]\nname = 'dart'",
            "[[body]]\nname = 'far'\nfriction = 1\nfixed = true\n\
             parts = [[[90, 0], [99, 0], [99, 1], [90, 1]]]\n\
             [[body]]\nname = 'brick'\nfriction = 1\n\
             parts = [[[92, 1], [94, 1], [94, 2], [92, 2]]]\n[[body]]\nname = 'dart'",
        );
        let scene: Scene = rough.parse().unwrap();
        let told = zwang::stability(&scene).unwrap().report(detail).unwrap();
        assert_eq!(told.contains(words), is_balanced, "{told}");
    }
}
