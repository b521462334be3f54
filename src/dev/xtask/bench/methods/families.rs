//! The programs that methods are compared on, by how many contacts each body has.
//!
//! Redon, Kheddar and Coquillart took random rows, each on one or two of n bodies, with unit masses
//! and a right side that some motion satisfies. Scenes are added in which contacts are few, as in
//! walls, or many, as where planks lie on blocks or combs stand on each other. Some contacts of
//! those depend on the others, and all bodies are at the same time under the load of those above.

use anyhow::Result;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_exact::{Rational as SceneNumber, Vector};
use zwang_families::{self as families, Bond, Brick};
use zwang_program::kernel::{Problem, Row};
use zwang_scene::{Body, Dynamics, Friction, Polygon, Scene, SceneRestitution};

/// Programs that differ in one parameter.
pub struct Family {
    pub name: &'static str,
    /// The meaning of the parameter.
    pub parameter: &'static str,
    /// How many unknowns a body has.
    pub unknowns: usize,
    pub members: Vec<Member>,
}

/// A program of a family.
pub struct Member {
    pub parameter: usize,
    pub problem: Problem,
}

/// All families, sparse ones first.
pub fn families() -> Result<Vec<Family>> {
    let brick = Brick::default();
    Ok(vec![
        family(
            "running-bond walls (sparse)",
            "rows",
            &[3, 4, 5, 6, 7],
            |rows| largest_program(&families::wall(rows, rows, Bond::Running, &brick)?),
        )?,
        family(
            "planks on blocks (sparse, but for the planks)",
            "blocks per plank",
            &[1, 2, 4, 6],
            |blocks| largest_program(&planks(blocks)?),
        )?,
        family(
            "combs on combs (dense)",
            "teeth per comb",
            &[2, 4, 8, 16, 24],
            |teeth| largest_program(&combs(teeth)?),
        )?,
        family(
            "random rows, from sparse to dense",
            "rows per body",
            &[1, 2, 4, 8, 12],
            |per_body| Ok(random((10, IN_PLANE), 10 * per_body)),
        )?,
        random_in_space("random rows of 5 bodies in space", 5)?,
        random_in_space("random rows of 10 bodies in space", 10)?,
    ])
}

fn family(
    name: &'static str,
    parameter: &'static str,
    values: &[usize],
    problem: impl Fn(usize) -> Result<Problem>,
) -> Result<Family> {
    let mut members = Vec::new();
    for &value in values {
        members.push(Member {
            parameter: value,
            problem: problem(value)?,
        });
    }
    Ok(Family {
        name,
        parameter,
        unknowns: IN_PLANE,
        members,
    })
}

/// Random rows of so many bodies in space, by rows per body, as in the tables of the paper.
fn random_in_space(name: &'static str, bodies: usize) -> Result<Family> {
    let family = family(name, "rows per body", &[1, 2, 4, 8], |per_body| {
        Ok(random((bodies, IN_SPACE), bodies * per_body))
    })?;
    Ok(Family {
        unknowns: IN_SPACE,
        ..family
    })
}

/// The program of the contact group with the most contacts.
fn largest_program(scene: &Scene) -> Result<Problem> {
    let programs = zwang_collapse::programs(scene)?;
    programs
        .into_iter()
        .max_by_key(|problem| problem.rows.len())
        .ok_or_else(|| anyhow::anyhow!("the scene is empty"))
}

fn number(numerator: usize, denominator: usize) -> SceneNumber {
    SceneNumber::new(numerator.into(), denominator.into())
}

/// A rectangle between two heights.
fn rectangle(
    left: &SceneNumber,
    width: SceneNumber,
    bottom: &SceneNumber,
    height: SceneNumber,
) -> Result<Polygon> {
    let two = number(2, 1);
    let center = Vector::new(left + &width / &two, bottom + &height / two);
    Ok(Polygon::rectangle(&center, &Vector::new(width, height))?)
}

fn free(name: String, parts: Vec<Polygon>) -> Body {
    let dynamics = Some(Dynamics::homogeneous(&parts, &number(1, 1)));
    Body {
        name,
        parts,
        dynamics,
    }
}

/// A scene on a fixed floor from x = 0 to x = 1.
fn on_floor(name: String, mut bodies: Vec<Body>) -> Result<Scene> {
    let parts = vec![rectangle(
        &number(0, 1),
        number(1, 1),
        &-number(1, 1),
        number(1, 1),
    )?];
    bodies.insert(
        0,
        Body {
            name: "floor".to_owned(),
            parts,
            dynamics: None,
        },
    );
    Ok(Scene {
        name,
        title: None,
        expect: None,
        gravity: Vector::from_integers(0, -1),
        bodies,
        pins: vec![],
        friction: Friction::default(),
        restitution: SceneRestitution::default(),
        loads: Vec::new(),
    })
}

/// Three planks, each on a row of blocks, and each row reaching a tenth of its length further to
/// the right: the upper ones tip over.
fn planks(blocks: usize) -> Result<Scene> {
    let mut bodies = Vec::new();
    for layer in 0..3 {
        let left = number(layer, 4);
        let bottom = number(layer, 4);
        let pitch = number(1, blocks);
        let width = &pitch * number(1, 2);
        for block in 0..blocks {
            let place = &left + &pitch * number(block, 1) + &pitch * number(1, 4);
            let part = rectangle(&place, width.clone(), &bottom, number(1, 8))?;
            // What reaches beyond the layer below has nothing to stand on.
            if place < &left + number(3, 4) || layer == 0 {
                let name = format!("block {layer}.{block}");
                bodies.push(free(name, vec![part]));
            }
        }
        let top = bottom + number(1, 8);
        let plank = rectangle(&left, number(1, 1), &top, number(1, 8))?;
        let name = format!("plank {layer}");
        bodies.push(free(name, vec![plank]));
    }
    on_floor(format!("planks-{blocks}"), bodies)
}

/// Four combs with their teeth down, each standing on the back of the one below and reaching
/// further to the right: the upper ones tip over.
fn combs(teeth: usize) -> Result<Scene> {
    let mut bodies = Vec::new();
    for layer in 0..4 {
        let left = number(layer, 5);
        let bottom = number(layer, 4);
        let top = &bottom + number(1, 8);
        let pitch = number(1, teeth);
        let width = &pitch * number(1, 2);
        let back = rectangle(&left, number(1, 1), &top, number(1, 8))?;
        let mut parts = vec![back];
        for tooth in 0..teeth {
            let place = &left + &pitch * number(tooth, 1) + &pitch * number(1, 4);
            let part = rectangle(&place, width.clone(), &bottom, number(1, 8))?;
            parts.push(part);
        }
        let name = format!("comb {layer}");
        bodies.push(free(name, parts));
    }
    on_floor(format!("combs-{teeth}"), bodies)
}

/// The unknowns of a body in the plane.
const IN_PLANE: usize = 3;
/// Those of one in space: a row of two bodies has 6 + 6 coefficients, as in the paper.
const IN_SPACE: usize = 6;

/// Random rows: so many coefficients for each of two bodies, or of one if the same is drawn twice,
/// unit masses, and bounds that a random motion meets exactly.
fn random((bodies, unknowns): (usize, usize), rows: usize) -> Problem {
    let mut random = Xorshift(0x9E37_79B9_7F4A_7C15);
    let motion: Vec<Integer> = (0..unknowns * bodies).map(|_| random.digit()).collect();
    let rows = (0..rows).map(|_| random_row(&mut random, (bodies, unknowns), &motion));
    let rows = rows.collect();
    let zeros = vec![Rational::from(0); unknowns * bodies];
    Problem {
        masses: vec![Rational::from(1); unknowns * bodies],
        target: zeros,
        rows,
        equalities: 0,
    }
}

/// A row that the motion meets exactly.
fn random_row(
    random: &mut Xorshift,
    (bodies, unknowns): (usize, usize),
    motion: &[Integer],
) -> Row {
    let mut coefficients = BTreeMap::new();
    for body in [random.below(bodies), random.below(bodies)] {
        coefficients.extend((0..unknowns).map(|offset| (unknowns * body + offset, random.digit())));
    }
    coefficients.retain(|_, value| *value != 0);
    let mut row = Row {
        coefficients: coefficients.into_iter().collect(),
        bound: Integer::from(0),
    };
    row.bound = row.product(motion);
    row
}

/// The generator of G. Marsaglia (*Xorshift RNGs*, 2003): the same numbers on every machine.
struct Xorshift(u64);

impl Xorshift {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    /// Between -9 and 9.
    fn digit(&mut self) -> Integer {
        Integer::from(self.below(19)) - Integer::from(9)
    }
}
