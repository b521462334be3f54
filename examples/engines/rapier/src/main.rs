//! Runs a zwang scene in Rapier2D with doubles, inelastic, and writes the table
//! that `zwang audit` reads.
//!
//! `zwang-rapier SCENE TABLE [STEPS [DT [PER_ROW [default|tuned]]]]`: by default 500 rows, one
//! every 1/100 s, a step of Rapier for each, tuned. Numbers stay exact until Rapier takes them.

use anyhow::{Context, Result, anyhow, bail};
use num_traits::ToPrimitive;
use rapier2d_f64::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::{env, fs};
use zwang_exact::{Rational, Vector as Exact};
use zwang_scene::read::{self, Syntax};
use zwang_scene::{Body, BodyId, Scene};

/// The version that Cargo.toml pins.
const ENGINE: &str = "Rapier2D 0.36.1 (rapier2d-f64)";

/// The differences from Rapier's defaults: 4 iterations, sleeping, and a slop of 0.005 m.
const TUNED_ITERATIONS: usize = 100;
const TUNED_SLOP: f64 = 0.00001;

/// The settings of a run.
#[derive(Clone, Copy, PartialEq)]
enum Settings {
    Default,
    Tuned,
}

impl Settings {
    /// Writes JSON.
    fn text(self) -> String {
        match self {
            Self::Default => r#""settings":"default""#.to_owned(),
            Self::Tuned => {
                let iterations = format!(r#""num_solver_iterations":{TUNED_ITERATIONS}"#);
                let slop = format!(r#""normalized_allowed_linear_error":{TUNED_SLOP}"#);
                format!(r#""settings":"tuned",{iterations},{slop},"sleeping":false"#)
            }
        }
    }
}

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (Some(scene), Some(table)) = (arguments.first(), arguments.get(1)) else {
        bail!("expected zwang-rapier SCENE TABLE [STEPS [DT [PER_ROW [default|tuned]]]]");
    };
    let steps = arguments
        .get(2)
        .map_or(Ok(500), |steps| steps.parse())
        .context("STEPS: expected a whole number")?;
    let step =
        zwang_exact::parse(arguments.get(3).map_or("1/100", String::as_str)).context("DT")?;
    let per_row: usize = arguments
        .get(4)
        .map_or(Ok(1), |count| count.parse())
        .context("PER_ROW: expected a whole number")?;
    if per_row == 0 {
        bail!("PER_ROW: found 0; expected at least 1");
    }
    let settings = match arguments.get(5).map(String::as_str) {
        Some("default") => Settings::Default,
        None | Some("tuned") => Settings::Tuned,
        Some(other) => bail!("found {other}; expected default or tuned"),
    };
    let file = scene;
    let text = fs::read_to_string(file).with_context(|| file.clone())?;
    let scene = read::parse(&text, Syntax::of(&text))
        .map_err(|error| anyhow!("{file}: {error}"))?
        .scene;
    if scene.has_loads() {
        bail!("{file}: found loads; expected none");
    }
    let friction = uniform_friction(&scene)?;
    let mut run = Run::new(&scene, &step, per_row, settings, double(&friction))?;
    let mut output = BufWriter::new(File::create(table).with_context(|| table.clone())?);
    run.write(&mut output, steps)?;
    Ok(output.flush()?)
}

/// The force of a body on another at a point, over a step.
struct ContactForce<'a> {
    body: &'a str,
    other: &'a str,
    at: Vector,
    force: Vector,
}

/// A name as a field of a table.
fn csv_name(name: &str) -> String {
    if name.contains([',', '"']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_owned()
    }
}

/// A scene in Rapier.
struct Run<'a> {
    scene: &'a Scene,
    /// The time from row to row.
    step: &'a Rational,
    /// How many steps Rapier makes in it.
    per_row: usize,
    settings: Settings,
    /// Rapier takes the mean of the frictions of two colliders.
    friction: f64,
    world: PhysicsWorld,
    bodies: BTreeMap<BodyId, RigidBodyHandle>,
}

/// The friction of all bodies and pairs. Engines join those of two bodies in other ways than scenes
/// do, so they have to be equal.
fn uniform_friction(scene: &Scene) -> Result<Rational> {
    let of_bodies = scene.numbered_bodies();
    let of_bodies = of_bodies.map(|(id, _)| scene.friction.of_body(id));
    let of_pairs = scene.friction.pairs().map(|(_, value)| value.clone());
    let found: BTreeSet<Rational> = of_bodies.chain(of_pairs).collect();
    let mut found = found.into_iter();
    match (found.next(), found.next()) {
        (Some(only), None) => Ok(only),
        (None, _) => Ok(Rational::from_integer(0.into())),
        (Some(least), Some(next)) => bail!(
            "found the frictions {least} and {next}; \
             expected one and the same of all bodies and pairs"
        ),
    }
}

fn double(number: &Rational) -> f64 {
    number.to_f64().unwrap_or(f64::NAN)
}

fn vector(exact: &Exact) -> Vector {
    Vector::new(double(&exact.x), double(&exact.y))
}

/// Centre and half sides of an axis-parallel rectangle: Rapier is more exact for these than for
/// other polygons.
fn rectangle(arms: &[Vector]) -> Option<(Vector, Vector)> {
    if arms.len() != 4 {
        return None;
    }
    let (x, width) = extent(arms.iter().map(|arm| arm.x))?;
    let (y, height) = extent(arms.iter().map(|arm| arm.y))?;
    let center = Vector::new(x, y);
    let half_sides = Vector::new(width, height);
    Some((center, half_sides))
}

/// A ball, a capsule, or a polygon with a radius.
fn rounded(arms: Vec<Vector>, radius: f64) -> Result<ColliderBuilder> {
    match arms.as_slice() {
        [center] => Ok(ColliderBuilder::ball(radius).translation(*center)),
        [start, end] => Ok(ColliderBuilder::capsule_from_endpoints(*start, *end, radius)),
        _ => ColliderBuilder::round_convex_polyline(arms, radius)
            .context("Rapier takes a part for no convex polygon"),
    }
}

/// Centre and half length of an interval that all coordinates are ends of.
fn extent(coordinates: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64)> {
    let low = coordinates.clone().fold(f64::INFINITY, f64::min);
    let high = coordinates.clone().fold(f64::NEG_INFINITY, f64::max);
    for coordinate in coordinates {
        if coordinate != low && coordinate != high {
            return None;
        }
    }
    let center = (low + high) / 2.0;
    let half = (high - low) / 2.0;
    Some((center, half))
}

/// A point of the scene about the centroid of a body; of a fixed one, and of the world, as it is.
fn anchor(at: &Exact, body: Option<&Body>) -> Vector {
    match body.and_then(|body| body.dynamics.as_ref()) {
        Some(free) => vector(&(at - &free.centroid)),
        None => vector(at),
    }
}

impl<'a> Run<'a> {
    fn new(
        scene: &'a Scene,
        step: &'a Rational,
        per_row: usize,
        settings: Settings,
        friction: f64,
    ) -> Result<Self> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(&scene.gravity);
        let parameters = &mut world.integration_parameters;
        parameters.dt = double(&(step / Rational::from_integer(per_row.into())));
        if settings == Settings::Tuned {
            parameters.num_solver_iterations = TUNED_ITERATIONS;
            parameters.normalized_allowed_linear_error = TUNED_SLOP;
        }
        let mut run = Self {
            scene,
            step,
            per_row,
            settings,
            friction,
            world,
            bodies: BTreeMap::new(),
        };
        for (id, body) in scene.numbered_bodies() {
            run.add(id, body)
                .with_context(|| format!("body {}", body.name))?;
        }
        run.add_pins();
        Ok(run)
    }

    fn add(&mut self, id: BodyId, body: &Body) -> Result<()> {
        let (builder, origin) = match &body.dynamics {
            None => (RigidBodyBuilder::fixed(), Exact::zero()),
            Some(free) => {
                let mass =
                    MassProperties::new(Vector::ZERO, double(&free.mass), double(&free.inertia));
                let builder = RigidBodyBuilder::dynamic()
                    .translation(vector(&free.centroid))
                    .linvel(vector(&free.velocity));
                (
                    builder
                        .angvel(double(&free.spin))
                        .can_sleep(self.settings == Settings::Default)
                        .additional_mass_properties(mass),
                    free.centroid.clone(),
                )
            }
        };
        let handle = self.world.insert_body(builder);
        for part in &body.parts {
            let arms: Vec<Vector> = part
                .vertices()
                .iter()
                .map(|vertex| vector(&(vertex - &origin)))
                .collect();
            let collider = if part.is_rounded() {
                rounded(arms, double(part.radius()))?
            } else if let Some((center, half)) = rectangle(&arms) {
                ColliderBuilder::cuboid(half.x, half.y).translation(center)
            } else {
                ColliderBuilder::convex_polyline(arms)
                    .context("Rapier takes a part for no convex polygon")?
            };
            // The body has all of the mass already.
            let collider = collider.density(0.0).friction(self.friction);
            let collider = collider.restitution(0.0);
            self.world.insert_collider(collider, Some(handle));
        }
        self.bodies.insert(id, handle);
        Ok(())
    }

    fn add_pins(&mut self) {
        for pin in &self.scene.pins {
            let first_body = &self.scene.bodies[pin.first];
            let second_body = pin.second.map(|body| &self.scene.bodies[body]);
            let joint = RevoluteJointBuilder::new()
                .contacts_enabled(pin.collide)
                .local_anchor1(anchor(&pin.at, Some(first_body)))
                .local_anchor2(anchor(&pin.at, second_body));
            let world = self.world.insert_body(RigidBodyBuilder::fixed());
            let first = self.bodies[&pin.first];
            let second = pin.second.map_or(world, |body| self.bodies[&body]);
            self.world.insert_impulse_joint(first, second, joint);
        }
    }

    fn write(&mut self, output: &mut impl Write, steps: usize) -> Result<()> {
        let engine_step = self.step / Rational::from_integer(self.per_row.into());
        let settings = self.settings.text();
        let settings = format!(
            r#"{{{settings},"step of the engine":"{engine_step}","friction":{:?},"restitution":0}}"#,
            self.friction
        );
        let engine = format!(r#""engine":"{ENGINE}","step":"{}""#, self.step);
        let precision = r#""precision":"double""#;
        writeln!(
            output,
            r##"# {{"format":"zwang-table-1",{engine},{precision},"settings":{settings}}}"##
        )?;
        writeln!(output, "time,body,x,y,angle,vx,vy,spin,other,px,py,fx,fy")?;
        self.rows(output, 0)?;
        for step in 1..=steps {
            let mut forces = Vec::new();
            for _ in 0..self.per_row {
                self.world.step();
                self.add_forces(&mut forces);
            }
            self.rows(output, step)?;
            let time = self.time(step);
            for force in forces {
                let (first, second) = (csv_name(force.body), csv_name(force.other));
                let (at, by) = (force.at, force.force / self.per_row as f64);
                writeln!(
                    output,
                    "{time:?},{first},,,,,,,{second},{:?},{:?},{:?},{:?}",
                    at.x, at.y, by.x, by.y
                )?;
            }
        }
        Ok(())
    }

    /// The impulses of all contacts, over the last step of Rapier.
    fn add_forces(&self, forces: &mut Vec<ContactForce<'a>>) {
        let step = self.world.integration_parameters.dt;
        for pair in self.world.contact_pairs() {
            for manifold in pair.solver_manifolds() {
                let data = &manifold.data;
                let (Some(first), Some(second)) = (data.rigid_body1, data.rigid_body2) else {
                    continue;
                };
                let (Some(name), Some(other)) = (self.name(second), self.name(first)) else {
                    continue;
                };
                for point in &manifold.points {
                    let across = point.data.impulse;
                    let along = point.data.tangent_impulse[0];
                    if across == 0.0 && along == 0.0 {
                        continue;
                    }
                    // The tangent is the normal turned to the left.
                    let normal = data.normal;
                    let tangent = Vector::new(-normal.y, normal.x);
                    let arm = point.data.solver_dp2;
                    let second = &self.world.bodies[second];
                    // The arm is from the centre of mass as it was when the step began.
                    let center = if second.is_fixed() {
                        self.world.bodies[first].translation() + point.data.solver_dp1 - arm
                    } else {
                        second.translation()
                    };
                    forces.push(ContactForce {
                        body: name,
                        other,
                        at: center + arm,
                        force: (normal * across + tangent * along) / step,
                    });
                }
            }
        }
    }

    fn name(&self, handle: RigidBodyHandle) -> Option<&'a str> {
        let (id, _) = self.bodies.iter().find(|(_, own)| **own == handle)?;
        Some(&self.scene.bodies[id.0].name)
    }

    fn time(&self, step: usize) -> f64 {
        double(&(self.step * Rational::from_integer(step.into())))
    }

    fn rows(&self, output: &mut impl Write, step: usize) -> Result<()> {
        let time = self.time(step);
        for (id, body) in self
            .scene
            .numbered_bodies()
            .filter(|(_, body)| !body.is_fixed())
        {
            let rigid = &self.world.bodies[self.bodies[&id]];
            let (place, velocity) = (rigid.translation(), rigid.linvel());
            let name = csv_name(&body.name);
            let numbers = [
                place.x,
                place.y,
                rigid.rotation().angle(),
                velocity.x,
                velocity.y,
                rigid.angvel(),
            ];
            write!(output, "{time:?},{name}")?;
            numbers
                .iter()
                .try_for_each(|number| write!(output, ",{number:?}"))?;
            writeln!(output, ",,,,,")?;
        }
        Ok(())
    }
}
