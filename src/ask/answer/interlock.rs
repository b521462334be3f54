//! Whether bodies lock each other.
//!
//! Bodies are *locked* if no velocity but 0 is admitted by all contacts, to first order: then none
//! can be moved at all. That is so if and only if, whatever pushes and turns them, contact forces
//! hold them. All that hold are a convex cone; it is the whole space if it has the 6 n + 1 pushes
//! e₁, …, e₆ₙ and -Σ eᵢ of n free bodies, of which every other one is a sum with factors ≥ 0. Each
//! of them is a scene without gravity and with these loads, of which the checker accepts that it
//! stands: forces on independent contacts, with a self-stress that presses all that bear.
//!
//! They are *loose* if a motion is found that really goes on for a while
//! ([`zwang_collapse::space::loosenings`]). The checker accepts that nothing resists it.
//! Otherwise it is *undecided*: to first order something moves, but may jam.

use crate::space::{InSpaceError, StabilityInSpace, checked_statics, holding_in_space};
use rayon::prelude::*;
use zwang_collapse::space::{Loosening, loosenings, require_loose, yields};
use zwang_exact::{Rational, Vector3};
use zwang_program::{Monitor, Options};
use zwang_scene::space::{Load, Scene};
use zwang_scene::{BodyId, Friction};

/// This many pushes are judged at once.
const AT_ONCE: usize = 64;

/// Whether bodies lock each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterlockVerdict {
    /// Nothing can move.
    Locked,
    /// Something can.
    Loose,
    /// To first order something moves; whether it jams is not decided.
    Undecided,
}

/// A scene that was judged, and what the checker accepted.
pub struct Judged {
    /// The scene, with the loads that push.
    pub scene: Scene,
    /// The answer that the checker accepted.
    pub answer: StabilityInSpace,
}

/// Whether the bodies of a scene lock each other, with what shows it.
#[non_exhaustive]
pub struct Interlock {
    /// The verdict.
    pub verdict: InterlockVerdict,
    /// For locked bodies all pushes, each of which is held; otherwise one motion, which falls.
    pub proofs: Vec<Judged>,
    /// The bodies that move in that motion, ascending; none if nothing does.
    pub moving: Vec<BodyId>,
    /// For loose bodies those that can be moved alone, ascending.
    pub alone: Vec<BodyId>,
}

impl InterlockVerdict {
    /// In a word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Locked => "locked",
            Self::Loose => "loose",
            Self::Undecided => "undecided",
        }
    }
}

/// Whether the bodies of a scene lock each other. Gravity, friction and loads do not count.
///
/// # Errors
/// [`InSpaceError`] if bodies overlap, or if there is no checked answer.
pub fn interlock(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Interlock, InSpaceError> {
    require_loose(scene, "interlocking")?;
    let bare = bare(scene);
    let found = loosenings(&bare, options, monitor)?;
    if let Some(first) = found.first() {
        let pushed = pushed_along(&bare, first);
        let proof = yields(&pushed, first, monitor)?;
        let answer = checked_statics(&pushed, &proof, monitor).map_err(InSpaceError::Rejected)?;
        let alone = found.iter().filter(|one| one.bodies.len() == 1);
        return Ok(Interlock {
            verdict: InterlockVerdict::Loose,
            moving: first.bodies.clone(),
            alone: alone.flat_map(|one| one.bodies.clone()).collect(),
            proofs: vec![Judged {
                scene: pushed,
                answer,
            }],
        });
    }
    let mut proofs = Vec::new();
    let mut pushes = pushes(&bare);
    loop {
        let some: Vec<Scene> = pushes.by_ref().take(AT_ONCE).collect();
        if some.is_empty() {
            break;
        }
        let answers = some
            .par_iter()
            .map(|pushed| holding_in_space(pushed, options, monitor, || ()));
        let answers: Vec<_> = answers.collect();
        for (scene, answer) in some.into_iter().zip(answers) {
            let answer = answer?;
            let judged = Judged { scene, answer };
            if judged.answer.falls() {
                return Ok(Interlock {
                    verdict: InterlockVerdict::Undecided,
                    moving: moving(&judged.answer),
                    alone: Vec::new(),
                    proofs: vec![judged],
                });
            }
            proofs.push(judged);
        }
    }
    Ok(Interlock {
        verdict: InterlockVerdict::Locked,
        proofs,
        moving: Vec::new(),
        alone: Vec::new(),
    })
}

/// The bodies of a locked scene without which the others are not locked, each with the verdict on
/// what is left, ascending. Bodies that are alone are none.
///
/// # Errors
/// [`InSpaceError`] if there is no checked answer.
pub fn keys(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Vec<(BodyId, InterlockVerdict)>, InSpaceError> {
    require_loose(scene, "interlocking")?;
    let mut keys = Vec::new();
    let free = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    for (body, entry) in scene.numbered_bodies() {
        if entry.is_fixed() || free < 2 {
            continue;
        }
        let rest = without(scene, body);
        let found = interlock(&rest, options, monitor)?;
        if found.verdict != InterlockVerdict::Locked {
            keys.push((body, found.verdict));
        }
    }
    Ok(keys)
}

/// The bodies that move in a motion that nothing resists.
fn moving(answer: &StabilityInSpace) -> Vec<BodyId> {
    let Some(falling) = answer.verified.falling() else {
        return Vec::new();
    };
    let velocities = falling.velocities.iter().enumerate();
    let moving = velocities.filter(|(_, velocity)| !velocity.is_zero());
    moving.map(|(body, _)| BodyId(body)).collect()
}

/// Without gravity, friction and loads, and at rest.
fn bare(scene: &Scene) -> Scene {
    let mut bare = scene.clone();
    bare.gravity = Vector3::zero();
    bare.friction = Friction::default();
    bare.loads.clear();
    bare.expect = None;
    for body in &mut bare.bodies {
        if let Some(free) = &mut body.dynamics {
            free.velocity = Vector3::zero();
            free.spin = Vector3::zero();
        }
    }
    bare
}

/// Without one of its bodies, and without friction and loads.
fn without(scene: &Scene, body: BodyId) -> Scene {
    let mut rest = bare(scene);
    rest.bodies.remove(body.0);
    rest
}

/// A push: a force and a torque at the centroid.
fn push(scene: &Scene, body: BodyId, numbers: &[Rational; 6]) -> Option<Load> {
    let entry = scene.body(body)?;
    let free = entry.dynamics.as_ref()?;
    let [a, b, c, x, y, z] = numbers.clone();
    Some(Load {
        name: entry.name.clone(),
        body,
        at: free.centroid.clone(),
        force: Vector3::new(a, b, c),
        torque: Vector3::new(x, y, z),
    })
}

fn pushed_along(scene: &Scene, loosening: &Loosening) -> Scene {
    let mut pushed = scene.clone();
    for (body, velocity) in loosening.bodies.iter().zip(&loosening.velocities) {
        pushed.loads.extend(push(scene, *body, velocity));
    }
    pushed
}

/// The scene with each of the pushes e₁, …, and with all of them back.
fn pushes(scene: &Scene) -> impl Iterator<Item = Scene> {
    let whole = |number: i64| Rational::from_integer(number.into());
    let free = scene.numbered_bodies().filter(|(_, body)| !body.is_fixed());
    let free: Vec<BodyId> = free.map(|(body, _)| body).collect();
    let mut loads: Vec<Vec<Load>> = Vec::with_capacity(6 * free.len() + 1);
    for body in &free {
        for axis in 0..6 {
            let mut numbers: [Rational; 6] = Default::default();
            numbers[axis] = whole(1);
            loads.push(push(scene, *body, &numbers).into_iter().collect());
        }
    }
    let back: [Rational; 6] = std::array::from_fn(|_| whole(-1));
    let all = free.iter().filter_map(|body| push(scene, *body, &back));
    loads.push(all.collect());
    loads.into_iter().map(|loads| Scene {
        loads,
        ..scene.clone()
    })
}
