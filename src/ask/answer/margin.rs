//! How far a scene at rest is from falling: the least tilts, and the least pushes along x, that end
//! equilibrium. Each is a threshold, accepted by the checker: a tilt of the scene; gravity along x,
//! which pushes all bodies by their masses; or a load of 1 N at the centroid of a body.

use crate::threshold::{CriticalError, VerifiedCritical, threshold};
use num_traits::{One, Zero};
use zwang_check::threshold::VerifiedThreshold;
use zwang_collapse::{Variation, VariedLoad};
use zwang_exact::{Rational, Vector};
use zwang_output::Margin;
use zwang_program::{Monitor, Options};
use zwang_scene::{BodyId, Load, Scene};

/// Thresholds to the left and to the right.
pub type BothWays = [VerifiedCritical; 2];

/// The margins of a scene that stands or can stand.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedMargin {
    /// Down to the left and down to the right; `None` without gravity.
    pub tilt: Option<BothWays>,
    /// Gravity along x, to the left and to the right: a push on all bodies, by their masses.
    pub whole: BothWays,
    /// The free bodies that are pushed, in file order.
    pub bodies: Vec<BodyMargin>,
    /// The number of all free bodies.
    pub free: usize,
}

/// The pushes on one body.
#[derive(Clone, Debug)]
pub struct BodyMargin {
    /// The body.
    pub body: BodyId,
    /// The scene with the push, a load of 1 N to the right at the centroid of the body.
    pub scene: Scene,
    /// The name of that load.
    pub load: String,
    /// How many times as strong it is: at most 0, and at least 0.
    pub pushes: BothWays,
}

/// The margins of a scene that stands or can stand: of both tilts, of pushes on the whole and on
/// the first `most` free bodies. `pushing` is called with the number of questions that are
/// answered, of [`count_of_margin`].
///
/// # Errors
/// [`CriticalError`] if a body of the scene moves, or if there is no checked answer.
pub fn margin(
    scene: &Scene,
    most: usize,
    options: &Options,
    monitor: &Monitor,
    mut pushing: impl FnMut(usize),
) -> Result<VerifiedMargin, CriticalError> {
    let mut free = Vec::new();
    for body in scene.body_ids() {
        if let Some(dynamics) = &scene.bodies[body].dynamics {
            free.push((body, dynamics.centroid.clone()));
        }
    }
    let has_gravity = !scene.gravity.is_zero();
    let pushed = free.len().min(most);
    let mut done = 0;
    let mut both_ways = |scene: &Scene, ways: [Variation; 2]| {
        // A bracket is exact, so no width is needed.
        let width = Rational::one();
        let [left, right] = ways;
        let left = threshold(scene, &left, &width, options, monitor, || ())?;
        let right = threshold(scene, &right, &width, options, monitor, || ())?;
        done += 2;
        pushing(done);
        Ok::<_, CriticalError>([left, right])
    };
    let mut tilt = None;
    if has_gravity {
        let ways = [Variation::TiltLeft, Variation::TiltRight];
        tilt = Some(both_ways(scene, ways)?);
    }
    let whole = both_ways(scene, ways_of(VariedLoad::GravityX))?;
    let mut bodies = Vec::new();
    for (body, centroid) in free.iter().take(pushed) {
        let load = unused_name(scene);
        let mut scene = scene.clone();
        scene.loads.push(Load {
            name: load.clone(),
            body: *body,
            at: centroid.clone(),
            force: Vector::from_integers(1, 0),
            torque: Rational::zero(),
        });
        let ways = ways_of(VariedLoad::Named(load.clone()));
        let pushes = both_ways(&scene, ways)?;
        bodies.push(BodyMargin {
            body: *body,
            scene,
            load,
            pushes,
        });
    }
    Ok(VerifiedMargin {
        tilt,
        whole,
        bodies,
        free: free.len(),
    })
}

/// How many questions [`margin`] answers.
#[must_use]
pub fn count_of_margin(scene: &Scene, most: usize) -> usize {
    let has_gravity = !scene.gravity.is_zero();
    let free = scene.bodies.iter().filter(|body| body.dynamics.is_some());
    let pushed = free.count().min(most);
    2 * (usize::from(has_gravity) + 1 + pushed)
}

/// To the left and to the right.
fn ways_of(load: VariedLoad) -> [Variation; 2] {
    [Variation::Shrinking(load.clone()), Variation::Growing(load)]
}

/// A name that no load has.
fn unused_name(scene: &Scene) -> String {
    let mut name = "push".to_owned();
    while scene.load_named(&name).is_some() {
        name.push('\'');
    }
    name
}

impl VerifiedMargin {
    /// The form in which it is shown.
    #[must_use]
    pub fn shown(&self) -> Margin<'_> {
        let mut bodies = Vec::new();
        for body in &self.bodies {
            bodies.push((body.body, verified(&body.pushes)));
        }
        Margin {
            tilt: self.tilt.as_ref().map(verified),
            whole: verified(&self.whole),
            bodies,
            free: self.free,
        }
    }
}

fn verified(ways: &BothWays) -> [&VerifiedThreshold; 2] {
    ways.each_ref().map(|way| &way.verified)
}
