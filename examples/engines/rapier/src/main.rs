//! Runs a zwang scene in Rapier2D with doubles, frictionless and inelastic, and writes the table
//! that `zwang audit` reads.
//!
//! `zwang-rapier SCENE TABLE [STEPS [DT]]`, by default 500 steps of 1/100 s. Numbers stay exact
//! until Rapier takes them.

use anyhow::{Context, Result, anyhow, bail};
use num_traits::ToPrimitive;
use rapier2d_f64::prelude::*;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::{env, fs};
use zwang_exact::{Rational, Vector as Exact};
use zwang_scene::read::{self, Syntax};
use zwang_scene::{Body, BodyId, Scene};

/// The version that Cargo.toml pins.
const ENGINE: &str = "Rapier2D 0.36.1 (rapier2d-f64)";
const ITERATIONS: usize = 100;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let (Some(scene), Some(table)) = (arguments.first(), arguments.get(1)) else {
        bail!("expected zwang-rapier SCENE TABLE [STEPS [DT]]");
    };
    let steps = arguments
        .get(2)
        .map_or(Ok(500), |steps| steps.parse())
        .context("STEPS: expected a whole number")?;
    let step =
        zwang_exact::parse(arguments.get(3).map_or("1/100", String::as_str)).context("DT")?;
    let text = fs::read_to_string(scene).with_context(|| scene.clone())?;
    let scene = read::parse(&text, Syntax::of(&text))
        .map_err(|error| anyhow!("{scene}: {error}"))?
        .scene;
    let mut run = Run::new(&scene, &step)?;
    let mut output = BufWriter::new(File::create(table).with_context(|| table.clone())?);
    run.write(&mut output, steps)?;
    Ok(output.flush()?)
}

/// A scene in Rapier.
struct Run<'a> {
    scene: &'a Scene,
    step: &'a Rational,
    world: PhysicsWorld,
    bodies: BTreeMap<BodyId, RigidBodyHandle>,
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
    fn new(scene: &'a Scene, step: &'a Rational) -> Result<Self> {
        let mut world = PhysicsWorld::new();
        world.gravity = vector(&scene.gravity);
        let parameters = &mut world.integration_parameters;
        parameters.dt = double(step);
        parameters.num_solver_iterations = ITERATIONS;
        let mut run = Self {
            scene,
            step,
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
                        .can_sleep(false)
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
            let collider = match rectangle(&arms) {
                Some((center, half)) => ColliderBuilder::cuboid(half.x, half.y).translation(center),
                None => ColliderBuilder::convex_polyline(arms)
                    .context("Rapier takes a part for no convex polygon")?,
            };
            // The body has all of the mass already.
            let collider = collider.density(0.0).friction(0.0).restitution(0.0);
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
                .local_anchor1(anchor(&pin.at, Some(first_body)))
                .local_anchor2(anchor(&pin.at, second_body));
            let world = self.world.insert_body(RigidBodyBuilder::fixed());
            let first = self.bodies[&pin.first];
            let second = pin.second.map_or(world, |body| self.bodies[&body]);
            self.world.insert_impulse_joint(first, second, joint);
        }
    }

    fn write(&mut self, output: &mut impl Write, steps: usize) -> Result<()> {
        let settings =
            format!(r#"{{"num_solver_iterations":{ITERATIONS},"friction":0,"restitution":0}}"#);
        writeln!(
            output,
            r##"# {{"format":"zwang-table-1","engine":"{ENGINE}","step":"{}","precision":"double","settings":{settings}}}"##,
            self.step
        )?;
        writeln!(output, "time,body,x,y,angle,vx,vy,spin")?;
        self.rows(output, 0)?;
        for step in 1..=steps {
            self.world.step();
            self.rows(output, step)?;
        }
        Ok(())
    }

    fn rows(&self, output: &mut impl Write, step: usize) -> Result<()> {
        let time = double(&(self.step * Rational::from_integer(step.into())));
        for (id, body) in self
            .scene
            .numbered_bodies()
            .filter(|(_, body)| !body.is_fixed())
        {
            let rigid = &self.world.bodies[self.bodies[&id]];
            let (place, velocity) = (rigid.translation(), rigid.linvel());
            let name = if body.name.contains([',', '"']) {
                format!("\"{}\"", body.name.replace('"', "\"\""))
            } else {
                body.name.clone()
            };
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
            writeln!(output)?;
        }
        Ok(())
    }
}
