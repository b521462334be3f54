//! Corners that bear: golden values, all branches by brute force, chamfers that shrink, and laws.

use crate::space::{Motions, answers, cuboid, fixed, free, hull, layers, number, optimum};
use crate::space::{scene, with_gravity};
use malachite::{Integer, Rational};
use proptest::prelude::*;
use std::collections::BTreeMap;
use zwang_alternatives::{Method, NearestPoint};
use zwang_certificate::space::Node;
use zwang_collapse::space::{SpaceError, collapse};
use zwang_exact::Rational as SceneNumber;
use zwang_exact::{Quaternion, Vector3};
use zwang_program::kernel::{Outcome, Problem, Row};
use zwang_program::{Monitor, Options};
use zwang_scene::BodyId;
use zwang_scene::space::{Body, Load, Polyhedron, Scene};

fn motion_of(answer: &Motions, body: &str) -> Vec<String> {
    answer[body].iter().map(ToString::to_string).collect()
}

/// How many leaves the trees of a scene have.
fn leaves(scene: &Scene) -> usize {
    let groups = optimum(scene).groups;
    let nodes = groups.iter().flat_map(|group| &group.tree);
    nodes.filter(|node| matches!(node, Node::Leaf(_))).count()
}

/// Golden value: the lowest vertex of a cube on the top vertex of another.
#[test]
fn a_tip_on_a_tip_slides_off_in_three_ways() {
    let stone = fixed("stone", cuboid(["1/2", "1/2", "1/2"], ["1", "1", "1"]));
    let cube = free("cube", vec![cuboid(["3/2", "3/2", "3/2"], ["1", "1", "1"])]);
    let tips = with_gravity(scene(vec![stone, cube]), ["-1", "-1", "-1"]);
    let mut found: Vec<Vec<String>> = Vec::new();
    for answer in answers(&tips) {
        found.push(motion_of(&answer, "cube"));
    }
    found.sort();
    assert_eq!(
        found,
        [
            ["-1", "-1", "-3/4", "-3/4", "3/4", "0"],
            ["-1", "-3/4", "-1", "3/4", "0", "-3/4"],
            ["-3/4", "-1", "-1", "0", "-3/4", "3/4"],
        ]
    );
}

/// Golden value: four corner bricks of the top layer slip to one side or all to the other.
#[test]
fn an_inverted_pyramid_of_five_layers_turns_either_way() {
    let pyramid = layers(&[1, 2, 3, 4, 5], "1/2");
    let answers = answers(&pyramid);
    assert_eq!(answers.len(), 2);
    let over = |numerator: i64| SceneNumber::new(numerator.into(), 141_979_633.into()).to_string();
    let half = SceneNumber::new((-272_605_335).into(), (2 * 141_979_633_i64).into()).to_string();
    let one = [
        over(-7_602_957),
        over(-9_276_957),
        half.clone(),
        over(33_759_828),
        over(-33_759_828),
        over(-3_716_280),
    ];
    // Its image under the mirror that exchanges x and y.
    let other = [
        over(-9_276_957),
        over(-7_602_957),
        half,
        over(33_759_828),
        over(-33_759_828),
        over(3_716_280),
    ];
    let found: Vec<_> = answers
        .iter()
        .map(|answer| motion_of(answer, "-2,-2,9/4"))
        .collect();
    assert!(found.contains(&one.to_vec()), "{found:?}");
    assert!(found.contains(&other.to_vec()), "{found:?}");
    // Each is kept by a quarter turn: bricks in the four corners rise alike.
    for answer in &answers {
        for corner in ["2,-2,9/4", "2,2,9/4", "-2,2,9/4"] {
            assert_eq!(answer[corner][2], answer["-2,-2,9/4"][2]);
            assert_eq!(answer[corner][5], answer["-2,-2,9/4"][5]);
        }
    }
}

/// A ridge between walls whose best plane of contact is irrational (space.md, 3.3).
#[test]
fn a_guided_blade_is_refused_with_its_place() {
    let ridge = hull(&[
        ["3", "0", "0"],
        ["-3", "0", "0"],
        ["3", "2", "-2"],
        ["3", "-2", "-2"],
        ["-3", "2", "-2"],
        ["-3", "-2", "-2"],
    ]);
    let blade = hull(&[
        ["2", "0", "0"],
        ["-2", "0", "0"],
        ["2", "0", "2"],
        ["-2", "0", "2"],
        ["0", "1/2", "1/2"],
        ["0", "-1/2", "1/2"],
        ["0", "1/2", "2"],
        ["0", "-1/2", "2"],
    ]);
    let parts = vec![
        blade,
        cuboid(["5/2", "0", "1"], ["1", "1/2", "1"]),
        cuboid(["0", "0", "7"], ["1/2", "1/2", "10"]),
    ];
    let wall = |y| cuboid(["0", y, "5/4"], ["2", "1/2", "3/2"]);
    let bodies = vec![
        fixed("ridge", ridge),
        fixed("front", wall("-3/4")),
        fixed("back", wall("3/4")),
        free("blade", parts),
    ];
    let guided = with_gravity(scene(bodies), ["0", "-1/5", "-1"]);
    let error = collapse(&guided, &Options::default(), &Monitor::default()).unwrap_err();
    assert!(
        matches!(&error, SpaceError::BetweenNormals { bodies, .. } if bodies[1] == "blade"),
        "{error}"
    );
}

/// A vertex that is cut off has one normal, and the flatter the cut is to one of the sides, the
/// nearer its motion is to that of the vertex: from above in restraint, for every cut.
#[test]
fn chamfers_that_shrink_tend_to_the_corner() {
    let gravity = ["-3", "-5", "-5"];
    let cube = || free("cube", vec![cuboid(["3/2", "3/2", "3/2"], ["1", "1", "1"])]);
    let stone = fixed("stone", cuboid(["1/2", "1/2", "1/2"], ["1", "1", "1"]));
    let sharp = answers(&with_gravity(scene(vec![stone, cube()]), gravity)).remove(0);
    let size = |answer: &Motions| size(&answer["cube"]);
    let mut last = None;
    for flat in [1_i64, 10, 100, 1000] {
        for axis in 0..3 {
            let mut normal = [1, 1, 1];
            normal[axis] = flat;
            let bodies = vec![fixed("stone", cut(normal)), cube()];
            let cut = answers(&with_gravity(scene(bodies), gravity)).remove(0);
            assert!(size(&cut) < size(&sharp), "{normal:?}");
            if axis == 0 {
                let miss = size(&sharp) - size(&cut);
                assert!(last.is_none_or(|last| miss < last));
                last = Some(miss);
            }
        }
    }
    assert!(last.unwrap() < number("1/50"));
}

/// ⟨x, x⟩ of a motion of a unit cube.
fn size(motion: &[SceneNumber]) -> SceneNumber {
    let mut size = SceneNumber::default();
    for (place, number) in motion.iter().enumerate() {
        let square = number * number;
        size += if place < 3 {
            square
        } else {
            square / number_of(6)
        };
    }
    size
}

fn number_of(integer: i64) -> SceneNumber {
    SceneNumber::from_integer(integer.into())
}

/// A needle below (1, 1, 1) whose face there has this normal.
fn cut(normal: [i64; 3]) -> Polyhedron {
    let [a, b, c] = normal;
    let normal = Vector3::from_integers(a, b, c);
    let tip = Vector3::from_integers(1, 1, 1);
    let one = Vector3::from_integers(b, -a, 0);
    let other = normal.cross(&one);
    let third = &Vector3::zero() - &(&one + &other);
    let mut points = Vec::new();
    for direction in [&one, &other, &third] {
        let short = SceneNumber::new(1.into(), direction.dot(direction).to_integer() * 10);
        points.push(&tip + &direction.scaled(&short));
    }
    let depth = SceneNumber::new((-1).into(), normal.dot(&normal).to_integer());
    points.push(&tip + &normal.scaled(&depth));
    Polyhedron::new(points).unwrap().0
}

/// A fixed stone beside the cube from 1 to 2 in each coordinate.
#[derive(Clone, Debug)]
enum Stone {
    /// At a vertex, beyond it in all three coordinates.
    Vertex([bool; 3]),
    /// At an edge along an axis, or at its first half, beyond it in the two other coordinates.
    Edge {
        axis: usize,
        sides: [bool; 2],
        half: bool,
    },
    /// At a face.
    Face { axis: usize, side: bool },
}

impl Stone {
    /// The ranges of its coordinates, in halves.
    fn ranges(&self) -> [[i64; 2]; 3] {
        let beyond = |side: bool| if side { [4, 6] } else { [0, 2] };
        match self {
            Self::Vertex(sides) => sides.map(beyond),
            Self::Edge { axis, sides, half } => {
                let mut ranges = [[2, if *half { 3 } else { 4 }]; 3];
                ranges[(axis + 1) % 3] = beyond(sides[0]);
                ranges[(axis + 2) % 3] = beyond(sides[1]);
                ranges
            }
            Self::Face { axis, side } => {
                let mut ranges = [[2, 4]; 3];
                ranges[*axis] = beyond(*side);
                ranges
            }
        }
    }

    /// The points at which it touches, from the centre of the cube, in halves.
    fn points(&self) -> Vec<[i64; 3]> {
        let mut points = vec![[0; 3]];
        for (axis, [low, high]) in self.ranges().into_iter().enumerate() {
            let [low, high] = [low.max(2) - 3, high.min(4) - 3];
            let ends = if low == high {
                vec![low]
            } else {
                vec![low, high]
            };
            let mut longer = Vec::new();
            for point in points {
                for end in &ends {
                    let mut point = point;
                    point[axis] = *end;
                    longer.push(point);
                }
            }
            points = longer;
        }
        points
    }

    /// Its rays, into the cube.
    fn rays(&self) -> Vec<[i64; 3]> {
        let mut rays = Vec::new();
        for (axis, [low, _]) in self.ranges().into_iter().enumerate() {
            let mut ray = [0; 3];
            ray[axis] = match low {
                0 => 1,
                4 => -1,
                _ => continue,
            };
            rays.push(ray);
        }
        rays
    }

    /// The normals that brute force tries: at an edge some between, too.
    fn normals(&self) -> Vec<[i64; 3]> {
        let rays = self.rays();
        let ([first, second], Self::Edge { .. }) = (&rays[..], self) else {
            return rays;
        };
        let between = (0..=GRID).map(|t| [0, 1, 2].map(|k| (GRID - t) * first[k] + t * second[k]));
        between.collect()
    }

    fn body(&self, index: usize, map: &Map) -> Body {
        let ranges = self.ranges();
        let mut points = Vec::new();
        for corner in 0..8 {
            let point = [0, 1, 2].map(|axis| ranges[axis][corner >> axis & 1]);
            points.push(map.point(point));
        }
        fixed(
            &format!("stone {index}"),
            Polyhedron::new(points).unwrap().0,
        )
    }
}

/// Brute force tries so many normals between the two of an edge, plus one.
const GRID: i64 = 4;

/// A map of space: a turn, and perhaps a mirror before.
#[derive(Clone)]
struct Map {
    quaternion: [i64; 4],
    is_mirror: bool,
}

const IDENTITY: Map = Map {
    quaternion: [1, 0, 0, 0],
    is_mirror: false,
};

impl Map {
    fn vector(&self, vector: &Vector3) -> Vector3 {
        let [w, x, y, z] = self.quaternion;
        let turn = Quaternion::from_integers(w, x, y, z).rotation();
        let mut vector = vector.clone();
        if self.is_mirror {
            vector.x = -vector.x;
        }
        turn.times(&vector)
    }

    /// Spins and torques get the sign of the map.
    fn axial(&self, vector: &Vector3) -> Vector3 {
        let image = self.vector(vector);
        match self.is_mirror {
            true => &Vector3::zero() - &image,
            false => image,
        }
    }

    fn point(&self, halves: [i64; 3]) -> Vector3 {
        let [x, y, z] = halves.map(|half| SceneNumber::new(half.into(), 2.into()));
        self.vector(&Vector3::new(x, y, z))
    }

    fn motion(&self, motion: &[SceneNumber]) -> Vec<SceneNumber> {
        let part = |at: usize| {
            let [x, y, z] = [0, 1, 2].map(|axis| motion[at + axis].clone());
            Vector3::new(x, y, z)
        };
        let linear = self.vector(&part(0));
        let angular = self.axial(&part(3));
        let numbers = linear
            .coordinates()
            .into_iter()
            .chain(angular.coordinates());
        numbers.cloned().collect()
    }
}

/// A cube between stones, its weight and a torque.
#[derive(Clone, Debug)]
struct Nest {
    stones: Vec<Stone>,
    gravity: [i64; 3],
    /// Times 6: the angular acceleration without stones.
    turn: [i64; 3],
}

impl Nest {
    fn scene(&self, map: &Map) -> Scene {
        let stones = self.stones.iter().enumerate();
        let mut bodies: Vec<Body> = stones
            .map(|(index, stone)| stone.body(index, map))
            .collect();
        let corners = (0..8).map(|corner| [0, 1, 2].map(|axis| 2 + 2 * (corner >> axis & 1)));
        let corners = corners.map(|corner| map.point(corner)).collect();
        bodies.push(free("cube", vec![Polyhedron::new(corners).unwrap().0]));
        let mut nest = scene(bodies);
        let [x, y, z] = self.gravity;
        nest.gravity = map.vector(&Vector3::from_integers(x, y, z));
        let [x, y, z] = self.turn;
        let sixth = SceneNumber::new(1.into(), 6.into());
        nest.loads.push(Load {
            name: "turn".to_owned(),
            body: BodyId(self.stones.len()),
            at: map.point([3, 3, 3]),
            force: Vector3::zero(),
            torque: map.axial(&Vector3::from_integers(x, y, z).scaled(&sixth)),
        });
        nest
    }

    /// The least restraints of all choices of normals, and the motions that have them.
    fn by_brute_force(&self) -> (Rational, Vec<Vec<Rational>>) {
        let mut choices = vec![Vec::new()];
        for stone in &self.stones {
            let mut longer = Vec::new();
            for choice in &choices {
                for normal in stone.normals() {
                    let mut choice: Vec<[i64; 3]> = choice.clone();
                    choice.push(normal);
                    longer.push(choice);
                }
            }
            choices = longer;
        }
        let mut best: Option<(Rational, Vec<Vec<Rational>>)> = None;
        for choice in choices {
            let motion = self.least(&choice);
            let own = self.restraint(&motion);
            match &mut best {
                Some((least, motions)) if own == *least => {
                    if !motions.contains(&motion) {
                        motions.push(motion);
                    }
                }
                Some((least, _)) if own > *least => {}
                _ => best = Some((own, vec![motion])),
            }
        }
        best.unwrap()
    }

    /// The motion of least restraint for these normals.
    fn least(&self, normals: &[[i64; 3]]) -> Vec<Rational> {
        let mut rows = Vec::new();
        for (stone, normal) in self.stones.iter().zip(normals) {
            for point in stone.points() {
                let [x, y, z] = point;
                let [a, b, c] = *normal;
                let lever = [y * c - z * b, z * a - x * c, x * b - y * a];
                let numbers = normal.map(|number| 2 * number).into_iter().chain(lever);
                let numbers = numbers.enumerate().filter(|(_, number)| *number != 0);
                rows.push(Row {
                    coefficients: numbers
                        .map(|(place, number)| (place, Integer::from(number)))
                        .collect(),
                    bound: Integer::from(0),
                });
            }
        }
        let sixth = Rational::from_signeds(1, 6);
        let program = Problem {
            masses: [vec![Rational::from(1); 3], vec![sixth; 3]].concat(),
            target: self
                .gravity
                .iter()
                .chain(&self.turn)
                .map(|&number| Rational::from(number))
                .collect(),
            rows,
            equalities: 0,
        };
        let answer = NearestPoint.solve(&program, &Monitor::default()).unwrap();
        let Outcome::Optimal(optimum) = answer.outcome else {
            panic!("rest is admissible");
        };
        let numbers = optimum.point.iter();
        numbers
            .map(|number| Rational::from_integers_ref(number, &optimum.denominator))
            .collect()
    }

    fn restraint(&self, motion: &[Rational]) -> Rational {
        let mut sum = Rational::from(0);
        let free = self.gravity.iter().chain(&self.turn);
        for (place, (number, free)) in motion.iter().zip(free).enumerate() {
            let change = number - Rational::from(*free);
            let weight = if place < 3 { 1 } else { 6 };
            sum += &change * &change / Rational::from(2 * weight);
        }
        sum
    }

    /// Whether a normal between opens each edge that no normal of brute force opens.
    fn is_between(&self, motion: &[Rational]) -> bool {
        self.stones.iter().any(|stone| {
            let normals = stone.normals();
            !normals.iter().any(|normal| opens(stone, normal, motion))
        })
    }
}

/// Whether a normal opens all points of a stone.
fn opens(stone: &Stone, normal: &[i64; 3], motion: &[Rational]) -> bool {
    let half = Rational::from_signeds(1, 2);
    stone.points().into_iter().all(|point| {
        let [x, y, z] = point.map(|number| Rational::from(number) * &half);
        let [a, b, c] = [0, 1, 2].map(|axis| &motion[3 + axis]);
        let turned = [b * &z - c * &y, c * &x - a * &z, a * &y - b * &x];
        let mut opening = Rational::from(0);
        for axis in 0..3 {
            let speed = &motion[axis] + &turned[axis];
            opening += Rational::from(normal[axis]) * speed;
        }
        opening >= 0
    })
}

fn to_solver(number: &SceneNumber) -> Rational {
    zwang_program::kernel::number::to_solver(number)
}

fn stone() -> impl Strategy<Value = Stone> {
    prop_oneof![
        2 => any::<[bool; 3]>().prop_map(Stone::Vertex),
        2 => (0..3_usize, any::<[bool; 2]>(), any::<bool>())
            .prop_map(|(axis, sides, half)| Stone::Edge { axis, sides, half }),
        1 => (0..3_usize, any::<bool>()).prop_map(|(axis, side)| Stone::Face { axis, side }),
    ]
}

fn nest() -> impl Strategy<Value = Nest> {
    let small = || [-4_i64..=4, -4_i64..=4, -4_i64..=4];
    let turn = [-9_i64..=9, -9_i64..=9, -9_i64..=9];
    (prop::collection::vec(stone(), 1..4), small(), turn).prop_map(|(stones, gravity, turn)| Nest {
        stones,
        gravity,
        turn,
    })
}

/// The motions of the cube; none if it is refused, since the best plane of an edge is between all
/// that were tried. With two such edges the branches run out first.
fn cube_motions(nest: &Nest, map: &Map) -> Option<Vec<Vec<SceneNumber>>> {
    let scene = nest.scene(map);
    match collapse(&scene, &Options::default(), &Monitor::default()) {
        Ok(_) => {
            let answers = answers(&scene).into_iter();
            let mut motions: Vec<_> = answers.map(|answer| answer["cube"].clone()).collect();
            motions.sort();
            Some(motions)
        }
        Err(SpaceError::BetweenNormals { .. } | SpaceError::TooManyBranches { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// A cube at two edges that both would turn across it: found by chance, and not answered yet. (If
/// it is, this test should say with which motion.)
#[test]
fn a_cube_that_turns_across_two_edges_is_refused() {
    let nest = Nest {
        stones: vec![
            Stone::Edge {
                axis: 2,
                sides: [true, true],
                half: false,
            },
            Stone::Edge {
                axis: 1,
                sides: [false, false],
                half: false,
            },
        ],
        gravity: [1, -1, -2],
        turn: [4, 3, 2],
    };
    assert_eq!(cube_motions(&nest, &IDENTITY), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// The tree finds what the least of all branches is. Brute force tries some of the normals
    /// between those of an edge; so it is right where the answer opens one of these.
    #[test]
    fn the_least_of_all_branches_is_found(nest in nest()) {
        let Some(found) = cube_motions(&nest, &IDENTITY) else {
            return Ok(());
        };
        let found: Vec<Vec<Rational>> = found
            .iter()
            .map(|motion| motion.iter().map(to_solver).collect())
            .collect();
        let (least, motions) = nest.by_brute_force();
        for motion in &found {
            prop_assert!(nest.restraint(motion) <= least);
        }
        if found.iter().all(|motion| !nest.is_between(motion)) {
            prop_assert_eq!(nest.restraint(&found[0]), least);
            prop_assert_eq!(found.len(), motions.len());
            for motion in &motions {
                prop_assert!(found.contains(motion));
            }
        }
    }

    /// Mirrors, turns and the order of bodies change nothing.
    #[test]
    fn frames_and_numbers_do_not_matter(
        nest in nest(),
        quaternion in [1_i64..4, -3_i64..4, -3_i64..4, -3_i64..4],
        is_mirror: bool,
    ) {
        let map = Map { quaternion, is_mirror };
        let expected = cube_motions(&nest, &IDENTITY).map(|motions| {
            let mut motions: Vec<_> = motions.iter().map(|motion| map.motion(motion)).collect();
            motions.sort();
            motions
        });
        let mut renumbered = nest.clone();
        renumbered.stones.reverse();
        for other in [nest, renumbered] {
            // Where the best plane is not found, it may be found in another frame.
            if let (Some(found), Some(expected)) = (cube_motions(&other, &map), &expected) {
                prop_assert_eq!(&found, expected);
            }
        }
    }
}

/// Heaps of boxes on a grid, without friction: their corners bear. One of these ten has an edge
/// whose best plane of contact is between all that are tried, and may be irrational.
#[test]
fn heaps_without_friction_are_answered() {
    let mut between = Vec::new();
    for seed in 1..=10 {
        let heap = zwang_families::space::heap(30, seed).unwrap();
        match collapse(&heap, &Options::default(), &Monitor::default()) {
            Ok(_) => {}
            Err(SpaceError::BetweenNormals { .. }) => between.push(seed),
            Err(error) => panic!("seed {seed}: {error}"),
        }
    }
    assert_eq!(between, [8]);
}

/// How far the search grows on small scenes.
#[test]
fn trees_stay_small() {
    let mut worst: BTreeMap<usize, usize> = BTreeMap::new();
    for (size, most) in [(3, 1), (4, 1), (5, 60)] {
        let sizes: Vec<i64> = (1..=size).collect();
        let leaves = leaves(&layers(&sizes, "1/2"));
        worst.insert(size as usize, leaves);
        assert!(leaves <= most, "{worst:?}");
    }
}
