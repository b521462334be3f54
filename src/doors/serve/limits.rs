//! How much a request may ask for.
//!
//! The page is for towers that people build. Whoever can reach it must not be able to occupy the
//! machine: every request is bounded in bytes, bodies, parts, vertices, length of numbers, steps
//! and time, and only so many are computed at a time. The command line has none of these limits.

use crate::refusal::Refusal;
use std::time::Duration;
use zwang_exact::Rational;
use zwang_scene::Scene;

/// How much a request may ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a scene.
    pub scene_bytes: usize,
    /// Bytes of a run that is to become a film, and of one that is computed.
    pub run_bytes: usize,
    /// Bodies of a scene, fixed ones included.
    pub bodies: usize,
    /// Convex parts of all bodies.
    pub parts: usize,
    /// Vertices of all parts.
    pub vertices: usize,
    /// Decimal digits of the numerator or the denominator of a number.
    pub digits: usize,
    /// Steps of a run.
    pub steps: u64,
    /// Positions of a sweep.
    pub positions: usize,
    /// Time for an answer; a run has ten times as much.
    pub time: Duration,
    /// Time for a request to arrive completely.
    pub arrival: Duration,
    /// Requests that are computed at the same time.
    pub computations: usize,
    /// Requests that wait for their turn; further ones are refused.
    pub waiting: usize,
    /// How long a request waits for its turn.
    pub patience: Duration,
    /// Films that are kept, and their bytes.
    pub films: usize,
    /// Bytes of all films that are kept.
    pub film_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            scene_bytes: 1 << 20,
            run_bytes: 1 << 26,
            bodies: 400,
            parts: 1_000,
            vertices: 4_000,
            digits: 200,
            steps: 2_000,
            positions: 401,
            time: Duration::from_secs(20),
            arrival: Duration::from_secs(30),
            computations: std::thread::available_parallelism()
                .map_or(2, usize::from)
                .max(2),
            waiting: 16,
            patience: Duration::from_secs(5),
            films: 4,
            film_bytes: 1 << 26,
        }
    }
}

impl Limits {
    /// Refuses a scene that is too large.
    ///
    /// # Errors
    /// A [`Refusal`] that tells what there is too much of.
    pub(crate) fn admit(&self, scene: &Scene) -> Result<(), Refusal> {
        let mut parts = 0;
        let mut vertices = 0;
        for part in scene.bodies.iter().flat_map(|body| &body.parts) {
            parts += 1;
            vertices += part.vertices().len();
        }
        at_most("bodies", scene.bodies.len(), self.bodies)?;
        at_most("convex parts", parts, self.parts)?;
        at_most("vertices", vertices, self.vertices)?;
        at_most("pins", scene.pins.len(), self.bodies)?;
        at_most("loads", scene.loads.len(), self.bodies)?;
        for number in numbers(scene) {
            self.admit_number(number)?;
        }
        Ok(())
    }

    /// The number that an argument says.
    ///
    /// # Errors
    /// A [`Refusal`] if it is none, or too long.
    pub(crate) fn number(&self, name: &str, text: &str) -> Result<Rational, Refusal> {
        let number = zwang_exact::parse(text);
        let number = number.map_err(|error| Refusal::bad_part(name, error))?;
        self.admit_number(&number)?;
        Ok(number)
    }

    /// Refuses a number that is too long.
    ///
    /// # Errors
    /// A [`Refusal`] that tells how long it is.
    pub(crate) fn admit_number(&self, number: &Rational) -> Result<(), Refusal> {
        // 93 digits are a little less than 309 bits.
        let most = self.digits as u64 * 309 / 93 + 1;
        let bits = number.numer().bits().max(number.denom().bits());
        if bits <= most {
            return Ok(());
        }
        let found = bits * 93 / 309;
        let most = self.digits;
        let told = format!(
            "found a number of about {found} digits; \
             expected at most {most} on this page"
        );
        Err(Refusal::too_large(told))
    }
}

/// Refuses more than `most` things.
pub(crate) fn at_most(things: &str, found: usize, most: usize) -> Result<(), Refusal> {
    if found <= most {
        return Ok(());
    }
    let told = format!(
        "found {found} {things}; \
         expected at most {most} on this page, the command line takes more"
    );
    Err(Refusal::too_large(told))
}

fn numbers(scene: &Scene) -> Vec<&Rational> {
    let mut numbers = Vec::new();
    let mut points = vec![&scene.gravity];
    for body in &scene.bodies {
        points.extend(body.parts.iter().flat_map(|part| part.vertices()));
        if let Some(free) = &body.dynamics {
            points.extend([&free.centroid, &free.velocity]);
            numbers.extend([&free.mass, &free.inertia, &free.spin]);
        }
    }
    points.extend(scene.pins.iter().map(|pin| &pin.at));
    for load in &scene.loads {
        points.extend([&load.at, &load.force]);
        numbers.push(&load.torque);
    }
    for point in points {
        numbers.extend([&point.x, &point.y]);
    }
    numbers
}
