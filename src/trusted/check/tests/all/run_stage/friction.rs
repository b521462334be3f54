//! Steps with friction by brute force: all modes of all rows are tried.

use super::plane::{integers, is_negative, q, zero};
use super::produce::{
    Producer, along, bits, bodies_of, coefficients, components, moved, numbers, pin_bodies,
    struck_rows,
};
use super::solve::{Condition, solve};
use super::world::{Moves, Places, World};
use std::collections::BTreeMap;
use zwang_certificate::run::{
    FrictionFacts, FrictionForces, Group, GroupProof, Header, Impact, ImpactForces, Record,
};
use zwang_certificate::{BigInt, Contact};
use zwang_exact::Rational;
use zwang_scene::{BodyId, Scene};

/// How a row acts in a trial: it is open; friction has its full size, either way; it does not slip;
/// or there is no friction.
#[derive(Clone, Copy)]
enum Mode {
    Open,
    Forward,
    Backward,
    Stick,
    Smooth,
}

const MODES: [Mode; 5] = [
    Mode::Open,
    Mode::Stick,
    Mode::Smooth,
    Mode::Forward,
    Mode::Backward,
];

/// A row as linear conditions on the numbers of some bodies.
struct Law {
    value: Condition,
    slip: Condition,
    friction: Rational,
    floor: Rational,
}

/// Where an imposed row is listed: among the rows, or as a row of a corner's side.
#[derive(Clone, Copy)]
enum Place {
    Row(usize),
    Side(usize, usize),
}

/// A motion with its forces φ and ψ, and those of pins.
struct Lawful {
    x: Vec<Rational>,
    forces: Vec<[Rational; 2]>,
    pins: Vec<Rational>,
}

/// The first steps of a run.
pub fn produce(scene: &Scene, header: &Header, steps: usize) -> Vec<Record> {
    let mut producer = Producer::new(scene, header);
    (0..steps).map(|_| step(&mut producer, 0)).collect()
}

/// One step, all groups of which are relaxed so much.
pub fn step(producer: &mut Producer, relaxed: u64) -> Record {
    let world = producer.world();
    let rows = world.rows();
    let corners = world.corners();
    let (impact, arrived, impact_heat) = impact(producer, &world, &rows);
    let struck = struck_rows(impact.as_deref(), &rows);
    let world = World {
        before: arrived.clone(),
        ..world
    };
    let scene = producer.scene;
    let pins = (0..scene.pins.len()).map(|pin| pin_bodies(scene, pin));
    let vertices = corners
        .iter()
        .map(|(corner, _)| [corner.first.part.body, corner.second.part.body]);
    let joined = rows.iter().map(bodies_of).chain(pins).chain(vertices);
    let joined: Vec<[usize; 2]> = joined.collect();
    let mut moves = world.targets();
    let mut groups = vec![];
    let mut pressing = vec![];
    let mut heats: BTreeMap<Contact, Rational> = BTreeMap::new();
    for bodies in components(scene, &joined, false) {
        let touches = |[one, other]: [usize; 2]| bodies.contains(&one) || bodies.contains(&other);
        let own_rows: Vec<(Place, Contact)> = (0..rows.len())
            .filter(|row| touches(bodies_of(&rows[*row])))
            .map(|row| (Place::Row(row), rows[row]))
            .collect();
        let own_corners: Vec<usize> = (0..corners.len())
            .filter(|corner| {
                let (corner, _) = &corners[*corner];
                touches([corner.first.part.body, corner.second.part.body])
            })
            .collect();
        let pins = pins_of(&world, &bodies, &|pin, moves| world.pin_value(pin, moves));
        let target: Vec<Rational> = bodies.iter().flat_map(|b| numbers(&moves[*b])).collect();
        let masses = producer.masses(&bodies, |body| super::plane::square(&world.now[body].c));
        let law = |row: &Contact| law_of_step(&world, &bodies, row, relaxed);
        let respects = |x: &[Rational], side: &[Contact]| {
            side.iter().map(law).all(|law| law.value.at(x) >= law.floor)
        };
        let (choices, imposed, found) = all_choices(&own_corners)
            .into_iter()
            .find_map(|choices| {
                let mut imposed = own_rows.clone();
                for (corner, side) in &choices {
                    let rows = corners[*corner].1[*side].iter().enumerate();
                    imposed
                        .extend(rows.map(|(row, contact)| (Place::Side(*corner, row), *contact)));
                }
                let laws: Vec<Law> = imposed.iter().map(|(_, row)| law(row)).collect();
                let found = lawful(&masses, &target, &laws, &pins)?;
                let respected = own_corners.iter().all(|corner| {
                    let (_, sides) = &corners[*corner];
                    sides.iter().any(|side| respects(&found.x, side))
                });
                respected.then_some((choices, imposed, found))
            })
            .expect("a lawful motion");
        for ((_, row), [normal, _]) in imposed.iter().zip(&found.forces) {
            if *normal > zero() {
                pressing.push(*row);
            }
            let heat = heat(&law(row), normal, &found.x);
            if heat != zero() {
                *heats.entry(*row).or_insert_with(zero) += heat / square_of_step(producer);
            }
        }
        moves = moved(moves, &bodies, &found.x);
        let (denominator, forces, pins) = listed(imposed.len(), &found, scene, &bodies);
        let mut group = FrictionForces {
            choices,
            relaxed,
            denominator,
            rows: vec![],
            sides: vec![],
            pins,
        };
        for (place, force) in forces {
            match imposed[place].0 {
                Place::Row(row) => group.rows.push((row, force)),
                Place::Side(corner, row) => group.sides.push((corner, row, force)),
            }
        }
        groups.push(Group {
            bodies,
            proof: GroupProof::Friction(group),
        });
    }
    pressing.sort();
    let (state, next) = producer.next(&world, &moves);
    producer.k += 1;
    let mut facts = producer.facts(&next, &pressing, &arrived, &struck);
    facts.friction = Some(FrictionFacts {
        impact_heat,
        heat: heats.values().fold(zero(), |sum, heat| sum + heat),
        sliding: heats.into_iter().collect(),
    });
    let mut record = Record {
        k: producer.k,
        impact,
        rows,
        all_rows: None,
        corners: corners.into_iter().map(|(corner, _)| corner).collect(),
        groups,
        state,
        facts,
    };
    record.facts.bits = bits(&record);
    producer.before = std::mem::replace(&mut producer.now, next);
    producer.pressed = pressing;
    record
}

/// For each corner no side, or one of both.
fn all_choices(corners: &[usize]) -> Vec<Vec<(usize, usize)>> {
    let mut all = vec![vec![]];
    for corner in corners {
        let mut more = all.clone();
        for side in 0..2 {
            for choices in &all {
                more.push([&choices[..], &[(*corner, side)]].concat());
            }
        }
        all = more;
    }
    all
}

fn square_of_step(producer: &Producer) -> Rational {
    &producer.header.step * &producer.header.step
}

/// μ φ |τ|.
fn heat(law: &Law, normal: &Rational, x: &[Rational]) -> Rational {
    let slip = law.slip.at(x);
    let slip = if is_negative(&slip) { -slip } else { slip };
    &law.friction * normal * slip
}

fn friction_of(world: &World, row: &Contact) -> Rational {
    let [first, second] = row.bodies().map(BodyId);
    world.scene.friction.between(first, second)
}

/// A linear function of the moves of some bodies.
fn linear(world: &World, bodies: &[usize], of: &dyn Fn(&Moves) -> Rational) -> Condition {
    let (coefficients, constant) = coefficients(bodies, world.scene.bodies.len(), of);
    Condition {
        coefficients,
        constant,
        is_equation: true,
    }
}

fn law_of_step(world: &World, bodies: &[usize], row: &Contact, relaxed: u64) -> Law {
    let value = linear(world, bodies, &|moves| world.value(row, moves));
    let slip = linear(world, bodies, &|moves| world.slip(row, moves));
    let floor = match relaxed {
        0 => zero(),
        _ => value.constant.clone().min(zero()),
    };
    let friction = match relaxed {
        2 => zero(),
        _ => friction_of(world, row),
    };
    Law {
        value,
        slip,
        friction,
        floor,
    }
}

/// Two equations for each pin of some bodies.
fn pins_of(
    world: &World,
    bodies: &[usize],
    of: &dyn Fn(&zwang_scene::Pin, &Moves) -> zwang_exact::Vector,
) -> Vec<Condition> {
    let mut conditions = vec![];
    for (index, pin) in world.scene.pins.iter().enumerate() {
        let pinned = pin_bodies(world.scene, index);
        if pinned.iter().any(|body| bodies.contains(body)) {
            for axis in 0..2 {
                conditions.push(linear(world, bodies, &|moves| along(of(pin, moves), axis)));
            }
        }
    }
    conditions
}

/// Forces other than 0 as integers over their common denominator.
#[allow(clippy::type_complexity)]
fn listed(
    rows: usize,
    found: &Lawful,
    scene: &Scene,
    bodies: &[usize],
) -> (BigInt, Vec<(usize, [BigInt; 2])>, Vec<(usize, [BigInt; 2])>) {
    let mut all: Vec<Rational> = found.forces.iter().flatten().cloned().collect();
    all.extend(found.pins.iter().cloned());
    let (denominator, numbers) = integers(&all);
    let (of_rows, of_pins) = numbers.split_at(2 * rows);
    let pins: Vec<usize> = (0..scene.pins.len())
        .filter(|pin| {
            pin_bodies(scene, *pin)
                .iter()
                .any(|body| bodies.contains(body))
        })
        .collect();
    let rows: Vec<usize> = (0..rows).collect();
    (denominator, pairs(&rows, of_rows), pairs(&pins, of_pins))
}

fn pairs(indices: &[usize], numbers: &[BigInt]) -> Vec<(usize, [BigInt; 2])> {
    let mut pairs = vec![];
    for (index, pair) in indices.iter().zip(numbers.chunks(2)) {
        if pair.iter().any(|number| *number != BigInt::ZERO) {
            pairs.push((*index, [pair[0].clone(), pair[1].clone()]));
        }
    }
    pairs
}

/// What an impact does: its record, the places before the step, and the heat.
fn impact(
    producer: &Producer,
    world: &World,
    rows: &[Contact],
) -> (Option<Vec<Impact>>, Places, Rational) {
    let targets = world.targets();
    let velocities = world.velocities();
    let meets: Vec<usize> = (0..rows.len())
        .filter(|row| world.value(&rows[*row], &targets) <= zero())
        .collect();
    let approaches = |row: usize| is_negative(&world.gap_velocity(&rows[row], &velocities));
    let restitution = |row: usize| producer.restitution(bodies_of(&rows[row]));
    let makes_an_impact = |row: &usize| approaches(*row) && *restitution(*row) > zero();
    let mut before = producer.before.clone();
    if !meets.iter().any(makes_an_impact) {
        return (None, before, zero());
    }
    let meeting: Vec<[usize; 2]> = meets.iter().map(|row| bodies_of(&rows[*row])).collect();
    let mut groups = vec![];
    let mut total = zero();
    for bodies in producer.concerned(&meeting) {
        let own: Vec<usize> = meets
            .iter()
            .copied()
            .filter(|row| {
                bodies_of(&rows[*row])
                    .iter()
                    .any(|body| bodies.contains(body))
            })
            .collect();
        let least = own.iter().filter(|row| approaches(**row));
        let least = least.map(|row| restitution(*row)).min();
        let laws: Vec<Law> = own
            .iter()
            .map(|row| Law {
                value: linear(world, &bodies, &|moves| {
                    world.gap_velocity(&rows[*row], moves)
                }),
                slip: linear(world, &bodies, &|moves| {
                    world.slip_velocity(&rows[*row], moves)
                }),
                friction: friction_of(world, &rows[*row]),
                floor: zero(),
            })
            .collect();
        let pins = pins_of(world, &bodies, &|pin, moves| world.pin_velocity(pin, moves));
        let start: Vec<Rational> = bodies
            .iter()
            .flat_map(|body| numbers(&velocities[*body]))
            .collect();
        let masses = producer.masses(&bodies, |_| q(1, 1));
        let found = lawful(&masses, &start, &laws, &pins).expect("a lawful impact");
        let factor = q(1, 1) + least.cloned().unwrap_or_else(zero);
        let overshot: Vec<Rational> = start
            .iter()
            .zip(&found.x)
            .map(|(start, x)| start + &factor * (x - start))
            .collect();
        for (place, body) in bodies.iter().enumerate() {
            let velocity = &overshot[3 * place..3 * place + 3];
            before[*body] = producer.place_before(&world.now[*body], velocity);
        }
        for (law, [normal, _]) in laws.iter().zip(&found.forces) {
            total += &factor * heat(law, normal, &found.x) / square_of_step(producer);
        }
        if found
            .forces
            .iter()
            .flatten()
            .chain(&found.pins)
            .all(|force| *force == zero())
        {
            continue;
        }
        let (denominator, mut forces, pins) = listed(own.len(), &found, producer.scene, &bodies);
        for (place, _) in &mut forces {
            *place = own[*place];
        }
        groups.push(Impact {
            bodies,
            denominator,
            forces: ImpactForces::Friction(forces),
            pins,
        });
    }
    (Some(groups), before, total)
}

/// A motion that obeys Coulomb's law, found by trying all modes.
fn lawful(
    masses: &[Rational],
    target: &[Rational],
    rows: &[Law],
    pins: &[Condition],
) -> Option<Lawful> {
    assert!(rows.len() <= 6, "too many rows for trying all");
    let count = MODES.len().pow(rows.len() as u32);
    (0..count).find_map(|number| {
        let digit = |place: usize| number / MODES.len().pow(place as u32) % MODES.len();
        let modes: Vec<Mode> = (0..rows.len()).map(|place| MODES[digit(place)]).collect();
        with_modes(masses, target, rows, pins, &modes)
    })
}

/// One unknown: φ and ψ of a row per unit, or a pin; with the load, and the equation that goes with
/// it.
struct Unknown {
    row: Option<(usize, [Rational; 2])>,
    load: Vec<Rational>,
    equation: Condition,
}

fn with_modes(
    masses: &[Rational],
    target: &[Rational],
    rows: &[Law],
    pins: &[Condition],
    modes: &[Mode],
) -> Option<Lawful> {
    let mut unknowns = vec![];
    for (index, (row, mode)) in rows.iter().zip(modes).enumerate() {
        let along = match mode {
            Mode::Open => continue,
            Mode::Forward => -row.friction.clone(),
            Mode::Backward => row.friction.clone(),
            Mode::Stick | Mode::Smooth => zero(),
        };
        let load = row.value.coefficients.iter().zip(&row.slip.coefficients);
        let mut equation = row.value.clone();
        equation.constant -= &row.floor;
        unknowns.push(Unknown {
            load: load.map(|(value, slip)| value + &along * slip).collect(),
            row: Some((index, [q(1, 1), along])),
            equation,
        });
        if matches!(mode, Mode::Stick) {
            unknowns.push(Unknown {
                load: row.slip.coefficients.clone(),
                row: Some((index, [zero(), q(1, 1)])),
                equation: row.slip.clone(),
            });
        }
    }
    for pin in pins {
        unknowns.push(Unknown {
            row: None,
            load: pin.coefficients.clone(),
            equation: pin.clone(),
        });
    }
    let complied = |unknown: &Unknown| -> Vec<Rational> {
        let load = unknown.load.iter().zip(masses);
        load.map(|(number, mass)| number / mass).collect()
    };
    let product = |one: &[Rational], other: &[Rational]| {
        let terms = one.iter().zip(other);
        terms.fold(zero(), |sum, (a, b)| sum + a * b)
    };
    let system = unknowns.iter().map(|row| {
        let equation = &row.equation;
        let numbers = unknowns
            .iter()
            .map(|column| product(&equation.coefficients, &complied(column)));
        numbers.chain([-equation.at(target)]).collect()
    });
    let solution = solve(system.collect())?;
    let mut found = Lawful {
        x: target.to_vec(),
        forces: vec![[zero(), zero()]; rows.len()],
        pins: vec![],
    };
    for (unknown, number) in unknowns.iter().zip(&solution) {
        for (x, change) in found.x.iter_mut().zip(complied(unknown)) {
            *x += number * change;
        }
        match &unknown.row {
            None => found.pins.push(number.clone()),
            Some((row, [normal, along])) => {
                found.forces[*row][0] += normal * number;
                found.forces[*row][1] += along * number;
            }
        }
    }
    let obeys = |(row, [normal, along]): (&Law, &[Rational; 2])| {
        let (height, slip) = (row.value.at(&found.x) - &row.floor, row.slip.at(&found.x));
        let most = &row.friction * normal;
        let size = |number: &Rational| number.clone().max(-number);
        !is_negative(normal)
            && size(along) <= most
            && !is_negative(&height)
            && normal * height == zero()
            && along * &slip + most * size(&slip) == zero()
    };
    let is_lawful = rows.iter().zip(&found.forces).all(obeys);
    is_lawful.then_some(found)
}
