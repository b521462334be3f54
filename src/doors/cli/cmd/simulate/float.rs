//! `zwang simulate --float`: the law of runs in doubles, as a table of a run (`docs/run-table.md`),
//! for comparison. Nothing of it is certified.
#![allow(clippy::disallowed_types, reason = "the float twin is about doubles")]

use super::super::export::field;
use super::super::file::is_standard;
use super::super::progress::Progress;
use super::super::solve::source;
use super::super::target::{Pieces, Target, named_after};
use super::super::{Outcome, console, limit};
use super::arguments::{FloatArguments, MethodName, SimulateArguments};
use super::require_no_bounce;
use crate::cmd::scene_file::SceneFile;
use anyhow::{Result, bail};
use num_traits::ToPrimitive;
use serde_json::{Value, json};
use std::path::Path;
use zwang_exact::Rational;
use zwang_float::{FloatError, Method, Moment, Run, World};
use zwang_output::decimal::inline_with;
use zwang_program::{Interrupted, ProgramError};
use zwang_scene::Scene;

/// The tolerance that is as good as doubles allow.
const FINE: f64 = 1e-12;
/// The most sweeps of iterated impulses in a step.
const SWEEPS: usize = 100_000;

impl FloatArguments {
    fn tolerance(&self) -> Result<f64> {
        let Some(tolerance) = &self.tolerance else {
            return Ok(FINE);
        };
        match tolerance.to_f64() {
            Some(value) if (1e-15..1.0).contains(&value) => Ok(value),
            _ => bail!(
                "--tolerance: found {tolerance}; \
                 expected at least 1e-15 and less than 1"
            ),
        }
    }

    /// μ_d / μ_s.
    fn dynamic_part(&self) -> Result<f64> {
        let Some(part) = &self.dynamic_friction else {
            return Ok(1.0);
        };
        match part.to_f64() {
            Some(value) if (0.0..=1.0).contains(&value) => Ok(value),
            _ => bail!(
                "--dynamic-friction: found {part}; \
                 expected a part of the scene's friction, from 0 to 1"
            ),
        }
    }

    /// Refuses what belongs to iterated impulses.
    fn require_no_impulses(&self) -> Result<()> {
        let given = [
            ("--dynamic-friction", self.dynamic_friction.is_some()),
            ("--shock-after", self.shock_after.is_some()),
            ("--parts", self.parts.is_some()),
        ];
        for (option, is_given) in given {
            if is_given {
                bail!(
                    "found {option} with --float=interior-point, which knows no impulses; \
                     expected --float=impulses"
                );
            }
        }
        Ok(())
    }
}

/// Runs the command in doubles.
///
/// # Errors
/// If an argument is out of range, bodies overlap, or the table cannot be written.
pub fn run(
    scene_file: &SceneFile,
    name: MethodName,
    arguments: &SimulateArguments,
) -> Result<Outcome> {
    let scene = &scene_file.scene;
    let tolerance = arguments.float.tolerance()?;
    let dynamic_part = arguments.float.dynamic_part()?;
    if name == MethodName::InteriorPoint {
        arguments.float.require_no_impulses()?;
        if !arguments.restitution_pair.is_empty() {
            bail!(
                "found --restitution-pair with --float=interior-point, where nothing bounces; \
                 expected --float=impulses"
            );
        }
        scene
            .require_no_friction()
            .map_err(|error| scene_file.place(error.into()))?;
        require_no_bounce(scene_file, arguments)?;
    }
    let restitution = arguments.settings(scene)?.restitution;
    if let Some(found) = restitution.out_of_range() {
        bail!(
            "--restitution: found {found}; \
             expected a coefficient from 0 to 1"
        );
    }
    zwang_law::require_lawful_start(scene).map_err(|error| scene_file.place(error.into()))?;
    let dt = &arguments.dt;
    let step = dt.to_f64().unwrap_or(f64::NAN);
    let is_positive = step > 0.0 && step.is_finite();
    if !is_positive {
        bail!(
            "--dt: found {dt}; \
             expected a positive number of seconds"
        );
    }
    // A run of the same law begins like this one, so what it refuses is refused here.
    zwang_law::Simulation::new(scene.clone(), dt)?;
    let path = match &arguments.output {
        Some(path) => path.clone(),
        None => named_after(&scene.name, ".float.csv"),
    };
    let target = target(&path, arguments)?;
    let stop = limit::watch(arguments.solve.time_limit.as_ref())?;
    let repeats = arguments.float.repeat_rows;
    let method = match name {
        MethodName::InteriorPoint => Method::InteriorPoint { tolerance, repeats },
        MethodName::Impulses if repeats => {
            bail!(
                "found --repeat-rows with --float=impulses, which has no central path; \
                 expected --float=interior-point"
            )
        }
        MethodName::Impulses if arguments.float.parts.is_some() => Method::Parts {
            tolerance,
            sweeps: SWEEPS,
            parts: arguments.float.parts.unwrap_or(1) as usize,
        },
        MethodName::Impulses => Method::Impulses {
            tolerance,
            sweeps: SWEEPS,
            shock: arguments.float.shock_after,
        },
    };
    let world = World::new(scene, dt)
        .with_dynamic_friction(dynamic_part)
        .with_restitution(restitution);
    let mut run = Run::new(world, method);
    let steps = arguments.steps() as u64;
    let progress = Progress::of_steps(arguments.solve.quiet, steps, 0);
    let mut states = vec![run.moments()];
    let mut failure = None;
    while failure.is_none() && run.steps() < steps {
        if stop.is_due() {
            return limit::outcome_of(ProgramError::Interrupted(Interrupted).into());
        }
        match run.advance() {
            Ok(()) => states.push(run.moments()),
            Err(error) => failure = Some(error),
        }
        progress.step(run.steps());
    }
    progress.end();
    limit::begin_answer();
    let table = Table {
        scene,
        arguments,
        name,
        tolerance,
        run: &run,
        states: &states,
    };
    target.write_with(|output| table.write(output))?;
    if !is_standard(&path) {
        console::print(table.summary(target.name(), failure.as_ref()))?;
    }
    let Some(error) = failure else {
        return Ok(Outcome::Yes);
    };
    let source = source(&arguments.solve);
    let step = run.steps() + 1;
    console::tell(&format!("{source}: step {step}: {error}"));
    Ok(Outcome::No)
}

/// The place of the table.
fn target(path: &Path, arguments: &SimulateArguments) -> Result<Target> {
    let scene = arguments.solve.scene.as_deref();
    let target = Target::new(path, scene, arguments.overwrite.force)?;
    if arguments.json && is_standard(path) {
        bail!(
            "found --json and -o -, which both write to standard output; \
             expected -o FILE"
        );
    }
    Ok(target)
}

/// A run that is over.
struct Table<'a> {
    scene: &'a Scene,
    arguments: &'a SimulateArguments,
    name: MethodName,
    tolerance: f64,
    run: &'a Run,
    states: &'a [Vec<Moment>],
}

impl Table<'_> {
    fn method(&self) -> &'static str {
        match self.name {
            MethodName::InteriorPoint => "interior-point",
            MethodName::Impulses => "impulses",
        }
    }

    /// The part of the friction of a scene that has some.
    fn dynamic_friction(&self) -> Option<String> {
        if self.scene.friction.is_none() {
            return None;
        }
        let part = self.arguments.float.dynamic_friction.as_ref();
        Some(part.map_or("1".to_owned(), ToString::to_string))
    }

    /// The collisions of a run, in words.
    fn collisions_line(&self) -> Option<String> {
        let collisions = self.run.collisions();
        let rounds = self.run.rounds();
        (collisions > 0).then(|| format!("{collisions} pairs of points, in {rounds} rounds"))
    }

    /// How the program of a step is solved, in words.
    fn loop_line(&self) -> String {
        let iterations = self.run.iterations();
        if let Some(parts) = self.arguments.float.parts {
            return format!("{iterations} sweeps in all, of programs in {parts} parts");
        }
        match (self.name, self.arguments.float.shock_after) {
            (MethodName::InteriorPoint, _) => format!("{iterations} iterations in all"),
            (MethodName::Impulses, None) => format!("{iterations} sweeps in all"),
            (MethodName::Impulses, Some(plain)) => format!(
                "{iterations} sweeps in all, with shock propagation after {plain} in a step"
            ),
        }
    }

    fn write(&self, output: &mut Pieces<'_>) -> Result<()> {
        let header = json!({
            "format": "zwang-table-1",
            "engine": concat!("zwang ", env!("CARGO_PKG_VERSION"), " --float"),
            "step": self.arguments.dt.to_string(),
            "precision": "double",
            "settings": {
                "certified": false,
                "method": self.method(),
                "tolerance": self.tolerance,
                "repeat_rows": self.arguments.float.repeat_rows,
                "dynamic_friction": self.dynamic_friction(),
                "shock_after": self.arguments.float.shock_after,
                "parts": self.arguments.float.parts,
            },
        });
        writeln!(output, "# {header}\ntime,body,x,y,angle,vx,vy,spin")?;
        for (step, state) in self.states.iter().enumerate() {
            let time = &self.arguments.dt * Rational::from_integer(step.into());
            let time = time.to_f64().unwrap_or(f64::NAN);
            for Moment {
                body,
                centroid: [x, y],
                angle,
                velocity: [vx, vy],
                spin,
            } in state
            {
                let name = field(&self.run.world().bodies[*body].name);
                writeln!(
                    output,
                    "{time:?},{name},{x:?},{y:?},{angle:?},{vx:?},{vy:?},{spin:?}"
                )?;
            }
        }
        Ok(())
    }

    fn summary(&self, file: &str, failure: Option<&FloatError>) -> String {
        let steps = self.run.steps();
        let inaccurate = self.run.inaccurate_steps();
        if self.arguments.json {
            let summary: Value = json!({
                "format": "zwang-simulate-float-1",
                "scene": self.scene.name,
                "certified": false,
                "method": self.method(),
                "tolerance": self.tolerance,
                "repeat_rows": self.arguments.float.repeat_rows,
                "dynamic_friction": self.dynamic_friction(),
                "shock_after": self.arguments.float.shock_after,
                "parts": self.arguments.float.parts,
                "step": self.arguments.dt.to_string(),
                "steps": steps,
                "inaccurate_steps": inaccurate,
                "iterations": self.run.iterations(),
                "collisions": self.run.collisions(),
                "rounds": self.run.rounds(),
                "failure": failure.map(ToString::to_string),
                "table": file,
            });
            return format!("{summary:#}\n");
        }
        let kept = match inaccurate {
            0 => "reached in every step".to_owned(),
            missed => format!("missed in {missed} of {steps} steps"),
        };
        let noun = if steps == 1 { "step" } else { "steps" };
        let scene = &self.scene.name;
        let step = inline_with(&self.arguments.dt, " s");
        let method = self.method();
        let tolerance = self.tolerance;
        let mut lines = vec![
            format!("{scene}: {steps} {noun} of {step} in doubles"),
            "  certified    no: for comparison only".to_owned(),
            format!("  method       {method}, tolerance {tolerance:e}, {kept}"),
            format!("  loop         {}", self.loop_line()),
        ];
        if let Some(collisions) = self.collisions_line() {
            lines.push(format!("  collisions   {collisions}"));
        }
        lines.push(format!(
            "  table        {file}; zwang audit SCENE TABLE holds it against exact mechanics"
        ));
        lines.join("\n") + "\n"
    }
}
