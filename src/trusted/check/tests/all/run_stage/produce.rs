//! Runs by brute force: whatever the page asks for, found by trying everything.

use super::plane::{integers, is_negative, nearest, num, q, rotation, square, times, zero};
use super::solve::{Condition, contradiction, minimise};
use super::world::{Moves, Place, Places, World, start};
use std::collections::BTreeMap;
use zwang_certificate::run::{
    Corner, CornerRule, Forces, Format, Group, GroupProof, Header, Impact, ImpactForces, Node,
    Placement, Record,
};
use zwang_certificate::{BigInt, Contact};
use zwang_exact::{Rational, Vector};
use zwang_scene::Scene;

/// A run in the making.
pub struct Producer<'a> {
    pub scene: &'a Scene,
    pub header: &'a Header,
    pub before: Places,
    pub now: Places,
    pub pressed: Vec<Contact>,
    pub k: u64,
}

/// What a case imposes, with what its forces are called.
struct Imposed {
    conditions: Vec<Condition>,
    names: Vec<Name>,
}

#[derive(Clone, Copy)]
enum Name {
    Row(usize),
    Side(usize, usize),
    Pin(usize, usize),
}

struct Leaf {
    x: Vec<Rational>,
    restraint: Rational,
    pressing: Vec<Contact>,
}

/// One group in the making.
struct Search<'a> {
    world: &'a World<'a>,
    bodies: Vec<usize>,
    rows: &'a [Contact],
    corners: &'a [(Corner, [Vec<Contact>; 2])],
    leaves: Vec<Option<Leaf>>,
}

/// The header of a run of a scene on a grid.
pub fn header(scene: &Scene, step: Rational, grid: Option<u64>) -> Header {
    let (restitution, pairs, corner) = (zero(), vec![], CornerRule::Stop);
    Header {
        format: match scene.friction.is_none() {
            true => Format::Frictionless,
            false => Format::Friction,
        },
        scene: scene.digest(),
        step,
        grid,
        restitution,
        pairs,
        corner,
        program: "brute force".to_owned(),
        scene_file: None,
    }
}

/// The first steps of a run.
pub fn produce(scene: &Scene, header: &Header, steps: usize) -> Vec<Record> {
    let mut producer = Producer::new(scene, header);
    (0..steps).map(|_| producer.step()).collect()
}

/// Bodies that are joined, in groups.
pub(super) fn components(scene: &Scene, joined: &[[usize; 2]], alone: bool) -> Vec<Vec<usize>> {
    let is_free = |body: usize| scene.bodies[body].dynamics.is_some();
    let mut group: Vec<usize> = (0..scene.bodies.len()).collect();
    for _ in 0..group.len() {
        for [first, second] in joined
            .iter()
            .filter(|[first, second]| is_free(*first) && is_free(*second))
        {
            let least = group[*first].min(group[*second]);
            (group[*first], group[*second]) = (least, least);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for body in (0..group.len()).filter(|body| is_free(*body)) {
        if alone || joined.iter().flatten().any(|other| *other == body) {
            groups.entry(group[body]).or_default().push(body);
        }
    }
    groups.into_values().collect()
}

pub(super) fn bodies_of(row: &Contact) -> [usize; 2] {
    [row.vertex.part.body, row.edge.part.body]
}

pub(super) fn pin_bodies(scene: &Scene, pin: usize) -> [usize; 2] {
    let pin = &scene.pins[pin];
    [pin.first, pin.second.unwrap_or(pin.first)].map(|body| body.0)
}

impl<'a> Producer<'a> {
    pub fn new(scene: &'a Scene, header: &'a Header) -> Self {
        let [before, now] = start(scene, &header.step);
        Self {
            scene,
            header,
            before,
            now,
            pressed: vec![],
            k: 0,
        }
    }

    pub(super) fn world(&self) -> World<'a> {
        World {
            scene: self.scene,
            header: self.header,
            now: self.now.clone(),
            before: self.before.clone(),
        }
    }

    pub fn step(&mut self) -> Record {
        let world = self.world();
        let (rows, corners) = (world.rows(), world.corners());
        let (impact, arrived) = self.impact(&world, &rows);
        let struck = struck_rows(impact.as_deref(), &rows);
        let world = World {
            before: arrived.clone(),
            ..world
        };
        let pins = (0..self.scene.pins.len()).map(|pin| pin_bodies(self.scene, pin));
        let vertices = corners
            .iter()
            .map(|(corner, _)| [corner.first.part.body, corner.second.part.body]);
        let joined: Vec<[usize; 2]> = rows
            .iter()
            .map(bodies_of)
            .chain(pins)
            .chain(vertices)
            .collect();
        let mut moves = world.targets();
        let (mut groups, mut pressing) = (vec![], vec![]);
        for bodies in components(self.scene, &joined, false) {
            let mut search = Search {
                world: &world,
                bodies,
                rows: &rows,
                corners: &corners,
                leaves: vec![],
            };
            let tree = search.tree(&[]);
            let (answer, leaf) = search.answer();
            moves = moved(moves, &search.bodies, &leaf.x);
            pressing.extend(leaf.pressing.clone());
            groups.push(Group {
                bodies: search.bodies,
                proof: GroupProof::Tree { tree, answer },
            });
        }
        pressing.sort();
        pressing.dedup();
        let (state, next) = self.next(&world, &moves);
        self.k += 1;
        let corners = corners.into_iter().map(|(corner, _)| corner).collect();
        let facts = self.facts(&next, &pressing, &arrived, &struck);
        let mut record = Record {
            k: self.k,
            impact,
            rows,
            all_rows: None,
            corners,
            groups,
            state,
            facts,
        };
        record.facts.bits = bits(&record);
        (self.before, self.now, self.pressed) = (std::mem::take(&mut self.now), next, pressing);
        record
    }

    /// Section 5: the record of an impact, if there is one, and the places before the step as it
    /// leaves them.
    fn impact(&self, world: &World, rows: &[Contact]) -> (Option<Vec<Impact>>, Places) {
        let (targets, velocities) = (world.targets(), world.velocities());
        let restitution = |row: &Contact| self.restitution(bodies_of(row));
        let meets: Vec<usize> = (0..rows.len())
            .filter(|row| world.value(&rows[*row], &targets) <= zero())
            .collect();
        let velocity = |row: usize| world.gap_velocity(&rows[row], &velocities);
        if !meets
            .iter()
            .any(|row| is_negative(&velocity(*row)) && *restitution(&rows[*row]) > zero())
        {
            return (None, self.before.clone());
        }
        let free: Vec<usize> = (0..self.scene.bodies.len())
            .filter(|body| world.is_free(*body))
            .collect();
        let rebound = |row: usize| {
            let before = velocity(row);
            if is_negative(&before) {
                before * restitution(&rows[row])
            } else {
                zero()
            }
        };
        let required: Vec<(usize, Rational)> =
            meets.iter().map(|row| (*row, rebound(*row))).collect();
        let concerned = self.concerned(
            &meets
                .iter()
                .map(|row| bodies_of(&rows[*row]))
                .collect::<Vec<_>>(),
        );
        let imposed = self.required_velocities(world, &free, rows, &required, &concerned);
        let start: Vec<Rational> = free
            .iter()
            .flat_map(|body| numbers(&velocities[*body]))
            .collect();
        let (x, forces) = minimise(
            &self.masses(&free, |_| q(1, 1)),
            &start,
            &imposed.conditions,
        )
        .unwrap();
        let forces: Vec<_> = imposed.names.into_iter().zip(forces).collect();
        let (mut groups, mut before) = (vec![], self.before.clone());
        for bodies in concerned {
            let of_group = |(name, _): &&(Name, Rational)| match name {
                Name::Row(row) => bodies_of(&rows[*row])
                    .iter()
                    .any(|body| bodies.contains(body)),
                Name::Pin(pin, _) => pin_bodies(self.scene, *pin)
                    .iter()
                    .any(|body| bodies.contains(body)),
                Name::Side(..) => false,
            };
            let own: Vec<(Name, Rational)> = forces.iter().filter(of_group).cloned().collect();
            for body in &bodies {
                let place = free.iter().position(|free| free == body).unwrap();
                before[*body] = self.place_before(&world.now[*body], &x[3 * place..3 * place + 3]);
            }
            if own.iter().all(|(_, force)| *force == zero()) {
                continue;
            }
            let (denominator, Forces { rows, pins, .. }) = listed(&own);
            groups.push(Impact {
                bodies,
                denominator,
                forces: ImpactForces::Frictionless(rows),
                pins,
            });
        }
        (Some(groups), before)
    }

    /// Groups of bodies that meet something or are pinned to such, given the bodies that meet.
    pub(super) fn concerned(&self, meet: &[[usize; 2]]) -> Vec<Vec<usize>> {
        let pins = (0..self.scene.pins.len()).map(|pin| pin_bodies(self.scene, pin));
        let joined: Vec<[usize; 2]> = meet.iter().copied().chain(pins).collect();
        let mut concerned = components(self.scene, &joined, true);
        concerned.retain(|bodies| {
            bodies
                .iter()
                .any(|body| meet.iter().any(|pair| pair.contains(body)))
        });
        concerned
    }

    /// The gap velocities that an impact has to reach, given those against which they rebound, and
    /// equal velocities at pins.
    fn required_velocities(
        &self,
        world: &World,
        free: &[usize],
        rows: &[Contact],
        required: &[(usize, Rational)],
        concerned: &[Vec<usize>],
    ) -> Imposed {
        let linear =
            |of: &dyn Fn(&Moves) -> Rational| coefficients(free, self.scene.bodies.len(), of).0;
        let mut imposed = Imposed {
            conditions: vec![],
            names: vec![],
        };
        for (row, rebound) in required {
            let coefficients = linear(&|moves| world.gap_velocity(&rows[*row], moves));
            imposed.conditions.push(Condition {
                coefficients,
                constant: rebound.clone(),
                is_equation: false,
            });
            imposed.names.push(Name::Row(*row));
        }
        for (index, pin) in self.scene.pins.iter().enumerate() {
            let pinned = pin_bodies(self.scene, index);
            if !concerned.iter().flatten().any(|body| pinned.contains(body)) {
                continue;
            }
            for axis in 0..2 {
                let coefficients = linear(&|moves| along(world.pin_velocity(pin, moves), axis));
                imposed.conditions.push(Condition {
                    coefficients,
                    constant: zero(),
                    is_equation: true,
                });
                imposed.names.push(Name::Pin(index, axis));
            }
        }
        imposed
    }

    pub(super) fn restitution(&self, [first, second]: [usize; 2]) -> &Rational {
        let found = self
            .header
            .pairs
            .iter()
            .find(|pair| pair.bodies == [first.min(second), first.max(second)]);
        found.map_or(&self.header.restitution, |pair| &pair.restitution)
    }

    /// Where a body came from if it had this velocity, rounded.
    pub(super) fn place_before(&self, now: &Place, velocity: &[Rational]) -> Place {
        let grid = self.header.grid.unwrap();
        let w = self
            .world()
            .rounded(&Vector::new(velocity[0].clone(), velocity[1].clone()), grid);
        let turn = rotation(0, &nearest(&(&velocity[2] / q(2, 1)), grid));
        Place {
            z: &now.z - &w,
            c: times(&now.c, &super::plane::conjugate(&turn)),
        }
    }

    pub(super) fn masses(
        &self,
        bodies: &[usize],
        square: impl Fn(usize) -> Rational,
    ) -> Vec<Rational> {
        let masses = bodies.iter().map(|body| {
            let free = self.scene.bodies[*body].dynamics.as_ref().unwrap();
            [
                free.mass.clone(),
                free.mass.clone(),
                &free.inertia / square(*body),
            ]
        });
        masses.flatten().collect()
    }

    /// R8.
    pub(super) fn next(&self, world: &World, moves: &Moves) -> (Vec<Placement>, Places) {
        let (mut placements, mut places) = (vec![], vec![]);
        for (body, now) in world.now.iter().enumerate() {
            if !world.is_free(body) {
                places.push(now.clone());
                continue;
            }
            let (d, sweep) = &moves[body];
            let turned = world.turned(body, sweep);
            match self.header.grid {
                None => {
                    let z = &now.z + d;
                    let [position, rotation] =
                        [&z, &turned].map(|point| [point.x.clone(), point.y.clone()]);
                    placements.push(Placement::Exact { position, rotation });
                    places.push(Place { z, c: turned });
                }
                Some(grid) => {
                    let z = &now.z + &world.rounded(d, grid);
                    let (quarter, tangent) = rounded_turn(&turned, grid);
                    let position = [z.x.clone(), z.y.clone()];
                    places.push(Place {
                        z,
                        c: rotation(quarter, &tangent),
                    });
                    placements.push(Placement::Grid {
                        position,
                        quarter,
                        tangent,
                    });
                }
            }
        }
        (placements, places)
    }
}

pub(super) fn numbers((shift, turn): &(Vector, Rational)) -> [Rational; 3] {
    [shift.x.clone(), shift.y.clone(), turn.clone()]
}

pub(super) fn along(vector: Vector, axis: usize) -> Rational {
    if axis == 0 { vector.x } else { vector.y }
}

/// The moves of some bodies, from their numbers one after the other.
pub(super) fn moved(mut moves: Moves, bodies: &[usize], x: &[Rational]) -> Moves {
    for (body, x) in bodies.iter().zip(x.chunks(3)) {
        moves[*body] = (Vector::new(x[0].clone(), x[1].clone()), x[2].clone());
    }
    moves
}

/// The coefficients of a linear function of the moves of some bodies, and its value at 0.
pub(super) fn coefficients(
    bodies: &[usize],
    count: usize,
    of: &dyn Fn(&Moves) -> Rational,
) -> (Vec<Rational>, Rational) {
    let still = vec![(Vector::zero(), zero()); count];
    let constant = of(&still);
    let units = [
        (Vector::from_integers(1, 0), zero()),
        (Vector::from_integers(0, 1), zero()),
        (Vector::zero(), q(1, 1)),
    ];
    let coefficients = bodies.iter().flat_map(|body| {
        units.iter().map(|unit| {
            let mut moves = still.clone();
            moves[*body] = unit.clone();
            of(&moves) - &constant
        })
    });
    (coefficients.collect(), constant)
}

/// Forces other than 0 as integers over their common denominator.
fn listed(forces: &[(Name, Rational)]) -> (BigInt, Forces) {
    let (denominator, numbers) = integers(
        &forces
            .iter()
            .map(|(_, force)| force.clone())
            .collect::<Vec<_>>(),
    );
    let mut lists = Forces::default();
    let mut pins: BTreeMap<usize, [BigInt; 2]> = BTreeMap::new();
    for ((name, _), number) in forces
        .iter()
        .zip(numbers)
        .filter(|(_, number)| *number != 0.into())
    {
        match name {
            Name::Row(row) => lists.rows.push((*row, number)),
            Name::Side(corner, row) => lists.sides.push((*corner, *row, number)),
            Name::Pin(pin, axis) => {
                pins.entry(*pin).or_insert_with(|| [0.into(), 0.into()])[*axis] = number
            }
        }
    }
    lists.pins = pins.into_iter().collect();
    lists.sides.sort();
    (denominator, lists)
}

/// (n, t).
fn rounded_turn(c: &Vector, grid: u64) -> (u8, Rational) {
    let absolute = |number: &Rational| {
        if is_negative(number) {
            -number
        } else {
            number.clone()
        }
    };
    let turned = |n: u8| (0..(4 - n) % 4).fold(c.clone(), |c, _| c.quarter_turn());
    let n = [0, 2, 1, 3]
        .into_iter()
        .find(|n| absolute(&turned(*n).y) <= turned(*n).x)
        .unwrap();
    let c = turned(n);
    // Bisection: T ≤ tan(½ arg c) if and only if c is not clockwise of (1 + T i)².
    let (x, y, fine) = (
        c.x.clone(),
        absolute(&c.y),
        Rational::from_integer(BigInt::from(1) << (grid + 1)),
    );
    let is_at_most = |count: &BigInt| {
        let half = Vector::new(fine.clone(), num(count));
        !is_negative(&times(&half, &half).cross(&Vector::new(x.clone(), y.clone())))
    };
    let (mut low, mut high) = (BigInt::from(0), fine.to_integer());
    while &high - &low > 1.into() {
        let middle = (&low + &high) / 2;
        if is_at_most(&middle) {
            low = middle
        } else {
            high = middle
        }
    }
    let tangent = num(&((low + 1) / 2)) * q(2, 1) / fine;
    (n, if is_negative(&c.y) { -tangent } else { tangent })
}

impl Search<'_> {
    fn imposed(&self, path: &[(usize, usize)]) -> (Imposed, Vec<Contact>) {
        let world = self.world;
        let count = world.scene.bodies.len();
        let linear = |of: &dyn Fn(&Moves) -> Rational| coefficients(&self.bodies, count, of);
        let sides = path.iter().flat_map(|(corner, side)| {
            let rows = self.corners[*corner].1[*side].iter().enumerate();
            rows.map(|(index, row)| (Name::Side(*corner, index), *row))
        });
        let rows = self
            .rows
            .iter()
            .enumerate()
            .map(|(index, row)| (Name::Row(index), *row))
            .chain(sides);
        let rows =
            rows.filter(|(_, row)| bodies_of(row).iter().any(|body| self.bodies.contains(body)));
        let (mut imposed, mut contacts) = (
            Imposed {
                conditions: vec![],
                names: vec![],
            },
            vec![],
        );
        for (name, row) in rows {
            let (coefficients, constant) = linear(&|moves| world.value(&row, moves));
            imposed.conditions.push(Condition {
                coefficients,
                constant,
                is_equation: false,
            });
            imposed.names.push(name);
            contacts.push(row);
        }
        for (index, pin) in world.scene.pins.iter().enumerate() {
            if !pin_bodies(world.scene, index)
                .iter()
                .any(|body| self.bodies.contains(body))
            {
                continue;
            }
            for axis in 0..2 {
                let (coefficients, constant) =
                    linear(&|moves| along(world.pin_value(pin, moves), axis));
                imposed.conditions.push(Condition {
                    coefficients,
                    constant,
                    is_equation: true,
                });
                imposed.names.push(Name::Pin(index, axis));
            }
        }
        (imposed, contacts)
    }

    fn tree(&mut self, path: &[(usize, usize)]) -> Node {
        let (imposed, contacts) = self.imposed(path);
        let targets = self.world.targets();
        let target: Vec<Rational> = self
            .bodies
            .iter()
            .flat_map(|body| numbers(&targets[*body]))
            .collect();
        let masses = self.bodies.iter().flat_map(|body| {
            let free = self.world.scene.bodies[*body].dynamics.as_ref().unwrap();
            [
                free.mass.clone(),
                free.mass.clone(),
                &free.inertia / square(&self.world.now[*body].c),
            ]
        });
        let masses: Vec<Rational> = masses.collect();
        let Some((x, forces)) = minimise(&masses, &target, &imposed.conditions) else {
            let forces = contradiction(&imposed.conditions)
                .expect("neither a motion nor a proof that there is none");
            let (_, forces) = listed(&imposed.names.into_iter().zip(forces).collect::<Vec<_>>());
            self.leaves.push(None);
            return Node::Impossible { forces };
        };
        let moves = moved(targets, &self.bodies, &x);
        let violated = self
            .corners
            .iter()
            .enumerate()
            .find(|(index, (corner, sides))| {
                let bodies = [corner.first.part.body, corner.second.part.body];
                bodies.iter().any(|body| self.bodies.contains(body))
                    && path.iter().all(|(decided, _)| decided != index)
                    && sides.iter().all(|side| {
                        side.iter()
                            .any(|row| is_negative(&self.world.value(row, &moves)))
                    })
            });
        if let Some((corner, _)) = violated {
            let branches = (0..2)
                .map(|side| self.tree(&[path, &[(corner, side)]].concat()))
                .collect();
            return Node::Choice { corner, branches };
        }
        let differences = x
            .iter()
            .zip(&target)
            .zip(&masses)
            .map(|((x, target), mass)| mass * (x - target) * (x - target));
        let restraint = differences.fold(zero(), |sum, term| sum + term);
        let pressing = contacts
            .iter()
            .zip(&forces)
            .filter(|(_, force)| **force > zero())
            .map(|(row, _)| *row)
            .collect();
        self.leaves.push(Some(Leaf {
            x,
            restraint,
            pressing,
        }));
        let (denominator, forces) =
            listed(&imposed.names.into_iter().zip(forces).collect::<Vec<_>>());
        Node::Optimal {
            denominator,
            forces,
        }
    }

    /// The first leaf of the motion of least restraint that the header's rule takes. The tree
    /// decides all corners in order, so the first leaf of a motion has its choices for a path, and
    /// motions come in the order of their choices.
    fn answer(&self) -> (usize, &Leaf) {
        let least = self
            .leaves
            .iter()
            .flatten()
            .map(|leaf| &leaf.restraint)
            .min()
            .unwrap();
        let mut motions: Vec<(usize, &Leaf)> = vec![];
        for (index, leaf) in self.leaves.iter().enumerate() {
            let Some(leaf) = leaf else { continue };
            let is_new = motions.iter().all(|(_, motion)| motion.x != leaf.x);
            if leaf.restraint == *least && is_new {
                motions.push((index, leaf));
            }
        }
        match self.world.header.corner {
            CornerRule::Last => *motions.last().unwrap(),
            _ => motions[0],
        }
    }
}

/// The length of the longest hexadecimal integer.
pub fn bits(record: &Record) -> u64 {
    let line = zwang_certificate::run::write_record(&Record {
        rows: vec![],
        all_rows: None,
        state: vec![],
        ..record.clone()
    });
    let head = line.split(",\"state\"").next().unwrap().to_owned();
    let quoted = head.split('"').skip(1).step_by(2);
    let hex = quoted.filter_map(|text| BigInt::parse_bytes(text.as_bytes(), 16));
    hex.map(|number| number.bits()).max().unwrap_or(0)
}

/// The rows with a force in an impact.
pub fn struck_rows(impact: Option<&[Impact]>, rows: &[Contact]) -> Vec<Contact> {
    let mut struck = Vec::new();
    for group in impact.unwrap_or_default() {
        for (row, _) in group.forces.normal() {
            struck.push(rows[row]);
        }
    }
    struck
}
