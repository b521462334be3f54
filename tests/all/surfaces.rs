//! Scenes that look symmetric, whose bodies have friction, restitution, pairs, pins and loads of
//! all kinds: the symmetries that are found, and those that answers have, are those that brute
//! force over all isometries of the grid and all permutations of the bodies finds; and no answer
//! ends as a bug of the program.

use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use zwang::output::draw::DrawOptions;
use zwang::{Law, Rational, Scene, Vector, VerifiedStability};
use zwang_collapse::symmetry::{self, Symmetry};
use zwang_output::{Detail, SymmetryLine};
use zwang_scene::BodyId;

/// A point or vector, in quarters.
type Quarters = [i64; 2];

/// Rows of an isometry that permutes the axes, up to signs.
type Grid = [[i64; 2]; 2];

/// A pair of bodies with a number of its own, in quarters.
type Pair = ([usize; 2], i64);

/// An upright rectangle; lengths, velocities and forces in quarters.
#[derive(Clone, Debug)]
struct Block {
    center: Quarters,
    size: Quarters,
    is_fixed: bool,
    velocity: Quarters,
    force: Quarters,
    friction: i64,
    restitution: i64,
}

#[derive(Clone, Debug)]
struct Pinned {
    first: usize,
    second: Option<usize>,
    at: Quarters,
    collide: bool,
}

/// A force on a body besides its own.
#[derive(Clone, Debug)]
struct Push {
    body: usize,
    at: Quarters,
    force: Quarters,
    torque: i64,
}

/// A scene about the origin.
#[derive(Clone, Debug)]
struct Plan {
    falls: bool,
    blocks: Vec<Block>,
    friction: Vec<Pair>,
    restitution: Vec<Pair>,
    pins: Vec<Pinned>,
    pushes: Vec<Push>,
}

/// A symmetry of a plan: its matrix, and the image of each body.
type Found = (Grid, Vec<usize>);

impl Block {
    fn new(center: Quarters, size: Quarters) -> Self {
        Self {
            center,
            size,
            is_fixed: false,
            velocity: [0, 0],
            force: [0, 0],
            friction: 0,
            restitution: 0,
        }
    }

    fn fixed(center: Quarters, size: Quarters) -> Self {
        Self {
            is_fixed: true,
            ..Self::new(center, size)
        }
    }
}

/// What layouts are made from.
#[derive(Clone, Copy, Debug)]
struct Layout {
    /// How many blocks are beside each other.
    count: i64,
    is_apart: bool,
    has_walls: bool,
    has_top: bool,
    /// Outwards, in quarters.
    speed: i64,
    /// Inwards, in quarters.
    force: i64,
}

/// Blocks side by side on a floor.
fn row(layout: Layout) -> Plan {
    let Layout { count, .. } = layout;
    let pitch = if layout.is_apart { 8 } else { 4 };
    let mut blocks = vec![Block::fixed([0, -4], [80, 8])];
    for place in 0..count {
        let x = pitch * (2 * place - count + 1) / 2;
        let mut block = Block::new([x, 2], [4, 4]);
        block.velocity = [layout.speed * x.signum(), 0];
        blocks.push(block);
    }
    if layout.has_walls {
        let x = pitch * (count - 1) / 2 + 4;
        for x in [-x, x] {
            blocks.push(Block::fixed([x, 4], [4, 8]));
        }
    }
    if layout.has_top {
        blocks.push(Block::new([0, 6], [12, 4]));
    }
    plan(true, blocks)
}

/// A block with four others around it, which are pressed onto it; of the same width they have
/// corners with each other.
fn cross(layout: Layout) -> Plan {
    let width = if layout.is_apart { 2 } else { 4 };
    let mut blocks = vec![Block::new([0, 0], [4, 4])];
    for [x, y] in [[1, 0], [0, 1], [-1, 0], [0, -1]] {
        let size = if y == 0 { [4, width] } else { [width, 4] };
        let mut block = Block::new([4 * x, 4 * y], size);
        block.force = [-layout.force * x, -layout.force * y];
        blocks.push(block);
    }
    plan(false, blocks)
}

/// Four squares that meet at the origin.
fn quarters(layout: Layout) -> Plan {
    let mut blocks = Vec::new();
    for [x, y] in [[1, 1], [-1, 1], [-1, -1], [1, -1]] {
        let mut block = Block::new([2 * x, 2 * y], [4, 4]);
        block.force = [-layout.force * x, -layout.force * y];
        block.velocity = [layout.speed.max(0) * x, layout.speed.max(0) * y];
        blocks.push(block);
    }
    plan(false, blocks)
}

/// Four long blocks around a hole, each with an end against the next one.
fn pinwheel(layout: Layout) -> Plan {
    let mut blocks = Vec::new();
    let mut center = [-2, -6];
    let mut size = [12, 4];
    for _ in 0..4 {
        let mut block = Block::new(center, size);
        block.force = center.map(|coordinate| -layout.force * coordinate.signum());
        blocks.push(block);
        center = [-center[1], center[0]];
        size = [size[1], size[0]];
    }
    plan(false, blocks)
}

fn plan(falls: bool, blocks: Vec<Block>) -> Plan {
    Plan {
        falls,
        blocks,
        friction: Vec::new(),
        restitution: Vec::new(),
        pins: Vec::new(),
        pushes: Vec::new(),
    }
}

impl Plan {
    /// The body in the mirror image of the place of another, if there is one.
    fn mirrored(&self, body: usize) -> usize {
        let [x, y] = self.blocks[body].center;
        let mut centers = self.blocks.iter().map(|block| block.center);
        centers.position(|center| center == [-x, y]).unwrap_or(body)
    }

    /// Adds the mirror image of each pair, and gives each body the surface of the one in its mirror
    /// image, if that comes first.
    fn symmetrise(&mut self) {
        for body in 0..self.blocks.len() {
            let other = self.mirrored(body);
            if other < body {
                self.blocks[body].friction = self.blocks[other].friction;
                self.blocks[body].restitution = self.blocks[other].restitution;
            }
        }
        for index in 0..self.friction.len() {
            let (pair, value) = self.friction[index];
            let pair = pair.map(|body| self.mirrored(body));
            self.friction.push((pair, value));
        }
    }

    fn text(&self) -> String {
        let gravity = if self.falls { -1 } else { 0 };
        let mut text =
            format!("format = \"zwang-scene-1\"\nname = \"surfaces\"\ngravity = [0, {gravity}]\n");
        for (index, block) in self.blocks.iter().enumerate() {
            text += &format!(
                "[[body]]\nname = \"{index}\"\nfixed = {}\n\
                 rectangle = {{ center = {}, size = {} }}\nfriction = \"{}/4\"\n\
                 restitution = \"{}/4\"\n",
                block.is_fixed,
                vector(block.center),
                vector(block.size),
                block.friction,
                block.restitution,
            );
            if !block.is_fixed {
                text += &format!(
                    "velocity = {}\nforce = {}\n",
                    vector(block.velocity),
                    vector(block.force)
                );
            }
        }
        let mut pairs: BTreeMap<[usize; 2], String> = BTreeMap::new();
        for (key, numbers) in [
            ("friction", &self.friction),
            ("restitution", &self.restitution),
        ] {
            for (pair, number) in last_of_each(numbers) {
                *pairs.entry(pair).or_default() += &format!("{key} = \"{number}/4\"\n");
            }
        }
        for ([one, other], numbers) in pairs {
            text += &format!("[[pair]]\nbodies = [\"{one}\", \"{other}\"]\n{numbers}");
        }
        for pin in &self.pins {
            let bodies = match pin.second {
                Some(second) => format!("\"{}\", \"{second}\"", pin.first),
                None => format!("\"{}\"", pin.first),
            };
            text += &format!("[[pin]]\nbodies = [{bodies}]\nat = {}\n", vector(pin.at));
            if pin.second.is_some() {
                text += &format!("collide = {}\n", pin.collide);
            }
        }
        for (index, push) in self.pushes.iter().enumerate() {
            text += &format!(
                "[[load]]\nname = \"push {index}\"\nbody = \"{}\"\nat = {}\nforce = {}\n\
                 torque = \"{}/4\"\n",
                push.body,
                vector(push.at),
                vector(push.force),
                push.torque
            );
        }
        text
    }

    /// All symmetries, and whether restitution is kept as well.
    fn symmetries(&self) -> Vec<(Found, bool)> {
        let mut all = Vec::new();
        for matrix in grid_isometries() {
            if self.falls && turned(&matrix, [0, -1]) != [0, -1] {
                continue;
            }
            let mut images = Vec::new();
            self.extend(&matrix, &mut images, &mut all);
        }
        all
    }

    /// All ways to complete images of the first bodies.
    fn extend(&self, matrix: &Grid, images: &mut Vec<usize>, all: &mut Vec<(Found, bool)>) {
        let body = images.len();
        if body == self.blocks.len() {
            let keeps_friction = self.keeps(images, &self.friction, |one, other| {
                self.blocks[one].friction.min(self.blocks[other].friction)
            });
            let keeps_restitution = self.keeps(images, &self.restitution, |one, other| {
                self.blocks[one]
                    .restitution
                    .max(self.blocks[other].restitution)
            });
            if keeps_friction && self.keeps_pins(matrix, images) {
                all.push(((*matrix, images.clone()), keeps_restitution));
            }
            return;
        }
        for image in 0..self.blocks.len() {
            if !images.contains(&image) && self.is_image(matrix, body, image) {
                images.push(image);
                self.extend(matrix, images, all);
                images.pop();
            }
        }
    }

    fn is_image(&self, matrix: &Grid, body: usize, image: usize) -> bool {
        let own = &self.blocks[body];
        let other = &self.blocks[image];
        let size = turned(matrix, own.size).map(i64::abs);
        let [force, torques] = self.loads(body);
        let [image_force, image_torques] = self.loads(image);
        let [[a, b], [c, d]] = matrix;
        let sense = a * d - b * c;
        // Torques of couples, of forces, and Σ r · f, which does not change its sign.
        let [couple, moment, virial] = torques[..] else {
            unreachable!("three of them")
        };
        turned(matrix, own.center) == other.center
            && size == other.size
            && own.is_fixed == other.is_fixed
            && turned(matrix, own.velocity) == other.velocity
            && turned(matrix, [force[0], force[1]])[..] == image_force[..]
            && image_torques == [sense * couple, sense * moment, virial]
    }

    /// The sum of the forces on a body; couples, moments and Σ r · f, in sixteenths.
    fn loads(&self, body: usize) -> [Vec<i64>; 2] {
        let block = &self.blocks[body];
        let mut force = block.force;
        let mut torques = vec![0, 0, 0];
        for push in self.pushes.iter().filter(|push| push.body == body) {
            let [x, y] = [0, 1].map(|axis| push.at[axis] - block.center[axis]);
            let [along, up] = push.force;
            force = [force[0] + along, force[1] + up];
            torques[0] += 4 * push.torque;
            torques[1] += x * up - y * along;
            torques[2] += x * along + y * up;
        }
        [force.to_vec(), torques]
    }

    /// Whether all pairs that may touch have the number of their images.
    fn keeps(
        &self,
        images: &[usize],
        pairs: &[Pair],
        of_bodies: impl Fn(usize, usize) -> i64,
    ) -> bool {
        let own = last_of_each(pairs);
        let number = |one: usize, other: usize| {
            let pair = [one.min(other), one.max(other)];
            own.get(&pair).copied().unwrap_or(of_bodies(one, other))
        };
        for one in 0..images.len() {
            for other in 0..one {
                let are_fixed = self.blocks[one].is_fixed && self.blocks[other].is_fixed;
                let is_same = number(one, other) == number(images[one], images[other]);
                if !are_fixed && !self.ignore(one, other) && !is_same {
                    return false;
                }
            }
        }
        true
    }

    fn ignore(&self, one: usize, other: usize) -> bool {
        self.pins.iter().any(|pin| {
            let bodies = [Some(pin.first), pin.second];
            !pin.collide && bodies.contains(&Some(one)) && bodies.contains(&Some(other))
        })
    }

    fn keeps_pins(&self, matrix: &Grid, images: &[usize]) -> bool {
        let mut own = Vec::new();
        let mut mapped = Vec::new();
        for pin in &self.pins {
            let collide = pin.collide || pin.second.is_none();
            let bodies = BTreeSet::from([Some(pin.first), pin.second]);
            let of_images = [Some(pin.first), pin.second].map(|body| body.map(|body| images[body]));
            own.push((pin.at, bodies, collide));
            mapped.push((turned(matrix, pin.at), BTreeSet::from(of_images), collide));
        }
        own.sort();
        mapped.sort();
        own == mapped
    }
}

fn last_of_each(pairs: &[Pair]) -> BTreeMap<[usize; 2], i64> {
    let mut last = BTreeMap::new();
    for ([one, other], value) in pairs {
        last.insert([*one.min(other), *one.max(other)], *value);
    }
    last
}

fn vector([x, y]: Quarters) -> String {
    format!("[\"{x}/4\", \"{y}/4\"]")
}

fn grid_isometries() -> Vec<Grid> {
    let mut all = Vec::new();
    for a in [-1, 1] {
        for b in [-1, 1] {
            all.push([[a, 0], [0, b]]);
            all.push([[0, a], [b, 0]]);
        }
    }
    all.retain(|matrix| *matrix != [[1, 0], [0, 1]]);
    all
}

fn turned([[a, b], [c, d]]: &Grid, [x, y]: Quarters) -> Quarters {
    [a * x + b * y, c * x + d * y]
}

fn layout() -> impl Strategy<Value = Layout> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>());
    (2_i64..=4, flags, -4_i64..=4, 0_i64..=4).prop_map(
        |(count, (is_apart, has_walls, has_top), speed, force)| Layout {
            count,
            is_apart,
            has_walls,
            has_top,
            speed: if speed.abs() < 3 { 0 } else { speed },
            force,
        },
    )
}

/// What is added to a layout.
#[derive(Clone, Debug)]
struct Decoration {
    /// One number for each body, cyclically.
    friction: Vec<i64>,
    restitution: Vec<i64>,
    pairs: Vec<(usize, usize, i64)>,
    bouncing: Vec<(usize, usize, i64)>,
    pins: Vec<(usize, Option<usize>, Quarters, bool)>,
    pushes: Vec<(usize, Quarters, Quarters, i64)>,
    is_mirrored: bool,
}

/// A friction or a restitution, in quarters.
fn level() -> impl Strategy<Value = i64> {
    prop::sample::select(vec![0, 1, 4])
}

/// Mostly the same of all bodies.
fn levels() -> impl Strategy<Value = Vec<i64>> {
    prop_oneof![
        2 => level().prop_map(|level| vec![level]),
        3 => prop::collection::vec(level(), 1..=7),
    ]
}

/// Mostly none.
fn pairs() -> impl Strategy<Value = Vec<(usize, usize, i64)>> {
    let pair = || (0_usize..7, 0_usize..7, level());
    prop_oneof![
        2 => Just(vec![]),
        1 => prop::collection::vec(pair(), 1..=3),
    ]
}

fn decoration() -> impl Strategy<Value = Decoration> {
    let point = || [-4_i64..=4, -2_i64..=6];
    let pin = (
        0_usize..7,
        prop::option::of(0_usize..7),
        point(),
        any::<bool>(),
    );
    let pins = prop_oneof![5 => Just(vec![]), 1 => prop::collection::vec(pin, 1..=2)];
    let push = (0_usize..7, point(), [-2_i64..=2, -2_i64..=2], -1_i64..=1);
    let pushes = prop_oneof![5 => Just(vec![]), 1 => prop::collection::vec(push, 1..=2)];
    (
        levels(),
        levels(),
        pairs(),
        pairs(),
        pins,
        pushes,
        any::<bool>(),
    )
        .prop_map(
            |(friction, restitution, pairs, bouncing, pins, pushes, is_mirrored)| Decoration {
                friction,
                restitution,
                pairs,
                bouncing,
                pins,
                pushes,
                is_mirrored,
            },
        )
}

fn decorated(mut plan: Plan, decoration: Decoration) -> Plan {
    let count = plan.blocks.len();
    for (index, block) in plan.blocks.iter_mut().enumerate() {
        block.friction = decoration.friction[index % decoration.friction.len()];
        block.restitution = decoration.restitution[index % decoration.restitution.len()];
    }
    let is_fixed: Vec<bool> = plan.blocks.iter().map(|block| block.is_fixed).collect();
    let in_range = |pairs: Vec<(usize, usize, i64)>| {
        let mut listed = Vec::new();
        for (one, other, value) in pairs {
            let pair = [one % count, other % count];
            if pair[0] != pair[1] && pair.iter().any(|body| !is_fixed[*body]) {
                listed.push((pair, value));
            }
        }
        listed
    };
    plan.friction = in_range(decoration.pairs);
    plan.restitution = in_range(decoration.bouncing);
    for (first, second, at, collide) in decoration.pins {
        let first = first % count;
        let second = second.map(|body| body % count);
        let are_free = [Some(first), second].map(|body| match body {
            Some(body) => !plan.blocks[body].is_fixed,
            None => true,
        });
        if second != Some(first) && are_free == [true, true] {
            plan.pins.push(Pinned {
                first,
                second,
                at,
                collide,
            });
        }
    }
    for (body, at, force, torque) in decoration.pushes {
        let body = body % count;
        if !plan.blocks[body].is_fixed {
            plan.pushes.push(Push {
                body,
                at,
                force,
                torque,
            });
        }
    }
    if decoration.is_mirrored {
        plan.symmetrise();
    }
    plan
}

fn plans() -> impl Strategy<Value = Plan> {
    let plan = prop_oneof![
        4 => layout().prop_map(row),
        1 => layout().prop_map(cross),
        1 => layout().prop_map(quarters),
        1 => layout().prop_map(pinwheel),
    ];
    (plan, decoration()).prop_map(|(plan, decoration)| decorated(plan, decoration))
}

/// The symmetries that were found, as brute force has them.
fn listed(symmetries: &[Symmetry]) -> BTreeSet<Found> {
    let mut all = BTreeSet::new();
    for symmetry in symmetries {
        let rows = symmetry.matrix.each_ref();
        let matrix = rows.map(|row| row.each_ref().map(small));
        all.insert((matrix, bodies(&symmetry.bodies)));
    }
    assert_eq!(all.len(), symmetries.len());
    all
}

fn small(number: &Rational) -> i64 {
    number.to_integer().try_into().unwrap()
}

fn bodies(images: &[BodyId]) -> Vec<usize> {
    images.iter().map(|body| body.0).collect()
}

fn images_of<'a>(symmetries: impl IntoIterator<Item = &'a Found>) -> Vec<Vec<usize>> {
    let mut images = Vec::new();
    for (_, bodies) in symmetries {
        images.push(bodies.clone());
    }
    images.sort();
    images
}

fn told(symmetries: &[SymmetryLine]) -> Vec<Vec<usize>> {
    let mut images = Vec::new();
    for line in symmetries {
        images.push(bodies(&line.images));
    }
    images.sort();
    images
}

/// An answer, if there is one; otherwise the reason is no bug.
#[track_caller]
fn answer<T>(found: Result<T, impl Display>, scene: &str) -> Option<T> {
    match found {
        Ok(answer) => Some(answer),
        Err(error) => {
            let error = error.to_string();
            assert!(!error.contains("bug"), "{error}\n{scene}");
            None
        }
    }
}

/// Symmetries, answers and runs of a plan; how many of them are symmetric.
fn assert_all(plan: &Plan) -> usize {
    let text = plan.text();
    let scene: Scene = text
        .parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut expected = BTreeSet::new();
    let mut expected_of_runs = BTreeSet::new();
    for (found, keeps_restitution) in plan.symmetries() {
        if keeps_restitution {
            expected_of_runs.insert(found.clone());
        }
        expected.insert(found);
    }
    assert_eq!(listed(&symmetry::detect(&scene)), expected, "{text}");
    assert_eq!(
        listed(&symmetry::lasting(&scene)),
        expected_of_runs,
        "{text}"
    );
    assert_answers(&scene, &images_of(&expected), &text);
    assert_run(&scene, &expected_of_runs, &text);
    expected.len()
}

fn assert_answers(scene: &Scene, expected: &[Vec<usize>], text: &str) {
    let is_smooth = scene.friction.is_none();
    if is_smooth && let Some(found) = answer(zwang::collapse(scene), text) {
        assert_eq!(told(&found.symmetries), expected, "{text}");
    }
    for law in [Law::Coulomb, Law::Convex] {
        if let Some(found) = answer(zwang::accelerations(scene, law), text) {
            assert_eq!(told(&found.symmetries), expected, "{law:?}\n{text}");
            assert!(
                found.report(Detail::default()).contains("symmetry"),
                "{text}"
            );
            assert!(found.svg(&DrawOptions::default()).starts_with("<svg"));
        }
    }
    match answer(zwang::stability(scene), text) {
        Some(VerifiedStability::Motion(found)) => {
            assert_eq!(told(&found.symmetries), expected, "{text}");
        }
        Some(VerifiedStability::Statics(found)) => {
            assert_eq!(told(&found.symmetries), expected, "{text}");
        }
        Some(VerifiedStability::Rest(_)) | None => {}
    }
    answer(zwang::forces(scene), text);
}

/// All states of a run have the symmetries of the scene.
fn assert_run(scene: &Scene, expected: &BTreeSet<Found>, text: &str) {
    let Some(steps) = answer(zwang::simulate(scene, "1/10".parse().unwrap()), text) else {
        return;
    };
    for step in steps.take(3) {
        let Some(step) = answer(step, text) else {
            return;
        };
        let state = step.state();
        for (matrix, images) in expected {
            for (body, image) in images.iter().enumerate() {
                let place = state.position(BodyId(body)).unwrap();
                let image_place = state.position(BodyId(*image)).unwrap();
                assert_eq!(mapped(matrix, &place), image_place, "{text}");
            }
        }
    }
}

fn mapped(matrix: &Grid, vector: &Vector) -> Vector {
    let [x, y] = matrix.map(|[a, b]| {
        let [a, b] = [a, b].map(|entry| Rational::from_integer(entry.into()));
        a * &vector.x + b * &vector.y
    });
    Vector::new(x, y)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn answers_have_the_symmetries_that_brute_force_finds(plan in plans()) {
        assert_all(&plan);
    }
}

/// Forces at corners that several lines bear are symmetric, too: here the corners are images of
/// each other, and contacts that bear nothing change places with those that do.
#[test]
fn four_squares_that_are_pressed_together_rest_as_symmetric_as_they_are() {
    let layout = Layout {
        count: 4,
        is_apart: false,
        has_walls: false,
        has_top: false,
        speed: 0,
        force: 1,
    };
    for pin in [[1, 0], [0, 0], [-4, 0]] {
        let mut plan = quarters(layout);
        for block in &mut plan.blocks {
            block.friction = 1;
        }
        plan.pins.push(Pinned {
            first: 1,
            second: Some(2),
            at: pin,
            collide: false,
        });
        let text = plan.text();
        let [(mirror, _)] = &plan.symmetries()[..] else {
            panic!("one symmetry")
        };
        let scene: Scene = text.parse().unwrap();
        assert_answers(&scene, &images_of([mirror]), &text);
        assert_first_step_rests(&scene);
    }
}

/// No corner of two holds the squares alone, so that a run has to try both together.
fn assert_first_step_rests(scene: &Scene) {
    let mut steps = zwang::simulate(scene, "1/10".parse().unwrap()).unwrap();
    let step = steps.next().unwrap().unwrap();
    // A pin gives way by rounding.
    let smallest = Rational::new(1.into(), 10_i64.pow(14).into());
    for (index, body) in scene.bodies.iter().enumerate() {
        let before = &body.dynamics.as_ref().unwrap().centroid;
        let after = step.state().position(BodyId(index)).unwrap();
        for moved in [&after.x - &before.x, &after.y - &before.y] {
            assert!(moved < smallest && moved > -&smallest, "{moved}");
        }
    }
}
