//! Levers: a brick over an edge, a plank on knife edges.
//!
//! The moment about one point decides here, so every outcome is known.

use crate::body::{MAX_BODIES, fixed, flat, floor, scene, stands, table};
use crate::brick::Brick;
use crate::error::{GenerateError, require_between, require_count, require_positive};
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene};

/// The parameters of a cantilever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cantilever {
    /// How far the brick's centre is beyond the edge, m; negative if it is not.
    pub overhang: Rational,
    /// Gravity, downwards, m/s².
    pub gravity: Rational,
    /// The brick.
    pub brick: Brick,
}

impl Default for Cantilever {
    /// A brick of 2 × 1/2 with its centre 1/10 beyond the edge, and gravity 10. It begins to fall
    /// with a = -120/437 and α = -1200/437.
    fn default() -> Self {
        let brick = Brick {
            width: ratio(2, 1),
            height: ratio(1, 2),
            density: ratio(1, 1),
        };
        Self {
            overhang: ratio(1, 10),
            gravity: ratio(10, 1),
            brick,
        }
    }
}

/// A brick on a table with its edge at x = 0. It stands if and only if its centre is not beyond the
/// edge.
///
/// # Errors
/// [`GenerateError`] for a brick without extent, gravity that does not pull down, or a brick all
/// beyond the edge.
pub fn cantilever(parameters: &Cantilever) -> Result<Scene, GenerateError> {
    let Cantilever {
        overhang,
        gravity,
        brick,
    } = parameters;
    brick.validate()?;
    require_positive("gravity", gravity)?;
    let limit = &brick.width * ratio(1, 2);
    if *overhang >= limit {
        let expected = format!("less than {limit}, where the brick leaves the table");
        return Err(GenerateError::OutOfRange {
            what: "the overhang",
            found: overhang.clone(),
            expected,
        });
    }
    let center = Vector::new(overhang.clone(), &brick.height * ratio(1, 2));
    let bricks = vec![flat("brick".to_owned(), center, brick)?];
    let table = table(&bricks, &brick.width)?;
    let expect = stands(*overhang <= whole(0));
    let title = "A brick on the edge of a table".to_owned();
    let scene = scene("cantilever".to_owned(), title, expect, vec![table], bricks);
    Ok(Scene {
        gravity: Vector::new(whole(0), -gravity),
        ..scene
    })
}

/// A plank of this size on k fixed knife edges, one under the middle of each k-th part of it. It
/// stands; from three supports on, the forces are not unique.
///
/// # Errors
/// [`GenerateError`] for a plank without extent, no support, or too many.
pub fn beam(supports: usize, plank: &Brick) -> Result<Scene, GenerateError> {
    plank.validate()?;
    require_count("supports", supports, 1, MAX_BODIES)?;
    let height = &plank.width * ratio(1, 8);
    let pitch = &plank.width / whole(supports);
    let mut fixed_bodies = Vec::with_capacity(supports + 1);
    for index in 0..supports {
        let x = (whole(2 * index + 1) - whole(supports)) * &pitch * ratio(1, 2);
        fixed_bodies.push(knife_edge(
            &format!("support {index}"),
            &x,
            &(&pitch * ratio(1, 4)),
            &height,
        )?);
    }
    let center = Vector::new(whole(0), height + &plank.height * ratio(1, 2));
    let planks = vec![flat("plank".to_owned(), center, plank)?];
    fixed_bodies.insert(0, floor(&planks, &plank.width)?);
    let title = format!("A plank on {supports} knife edges");
    Ok(scene(
        format!("beam-{supports}"),
        title,
        stands(true),
        fixed_bodies,
        planks,
    ))
}

/// The parameters of a seesaw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seesaw {
    /// Mass of the load at the left end, kg; 0 for none.
    pub left: Rational,
    /// Mass of the load at the right end, kg; 0 for none.
    pub right: Rational,
    /// How far right of the plank's middle the knife edge is, m.
    pub pivot: Rational,
    /// Width and height of a load.
    pub load: (Rational, Rational),
    /// The plank.
    pub plank: Brick,
}

impl Default for Seesaw {
    /// Loads of 1 and 1, 1/2 wide and high, on a plank of 4 × 1/4 that is supported in the middle.
    fn default() -> Self {
        Self {
            left: ratio(1, 1),
            right: ratio(1, 1),
            pivot: ratio(0, 1),
            load: (ratio(1, 2), ratio(1, 2)),
            plank: Brick {
                width: ratio(4, 1),
                ..Brick::default()
            },
        }
    }
}

/// A plank, its middle at x = 0, on one fixed knife edge, with a load flush with either end. It
/// stands if and only if the moments about the knife edge cancel.
///
/// # Errors
/// [`GenerateError`] for bodies without extent, a negative load, a pivot that is not under the
/// plank, or loads wider than half the plank.
pub fn seesaw(parameters: &Seesaw) -> Result<Scene, GenerateError> {
    let Seesaw {
        left,
        right,
        pivot,
        load: (width, height),
        plank,
    } = parameters;
    plank.validate()?;
    require_positive("the width of the loads", width)?;
    require_positive("the height of the loads", height)?;
    let half = &plank.width * ratio(1, 2);
    require_between("the place of the pivot", pivot, &-&half, &half)?;
    if *width > half {
        let expected = format!("at most {half}, half the plank");
        return Err(GenerateError::OutOfRange {
            what: "the width of the loads",
            found: width.clone(),
            expected,
        });
    }
    let rise = &plank.width * ratio(1, 4);
    let center = Vector::new(whole(0), &rise + &plank.height * ratio(1, 2));
    let mut free_bodies = vec![flat("plank".to_owned(), center, plank)?];
    let mut moment = -(plank.mass() * pivot);
    let arm = (&plank.width - width) * ratio(1, 2);
    for (name, x, mass) in [("left load", -&arm, left), ("right load", arm, right)] {
        if *mass == whole(0) {
            continue;
        }
        require_positive("the mass of a load", mass)?;
        moment += mass * (&x - pivot);
        let load = Brick {
            width: width.clone(),
            height: height.clone(),
            density: mass / (width * height),
        };
        let center = Vector::new(x, &rise + &plank.height + height * ratio(1, 2));
        free_bodies.push(flat(name.to_owned(), center, &load)?);
    }
    let edge = knife_edge("pivot", pivot, &(&rise * ratio(1, 2)), &rise)?;
    let fixed_bodies = vec![floor(&free_bodies, &plank.width)?, edge];
    let title = "A plank with two loads on a knife edge".to_owned();
    Ok(scene(
        "seesaw".to_owned(),
        title,
        stands(moment == whole(0)),
        fixed_bodies,
        free_bodies,
    ))
}

/// A fixed triangle on the ground with its tip at (x, height).
fn knife_edge(
    name: &str,
    x: &Rational,
    half_base: &Rational,
    height: &Rational,
) -> Result<Body, GenerateError> {
    let left = Vector::new(x - half_base, whole(0));
    let right = Vector::new(x + half_base, whole(0));
    let tip = Vector::new(x.clone(), height.clone());
    fixed(name, vec![left, right, tip])
}
