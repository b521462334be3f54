//! How far a scene in space at rest is from falling: the least tilts about x and y, and the least
//! pushes along x and y, that end equilibrium. The checker has accepted a proof at either end of
//! each: of the scene under another gravity, which also pushes all bodies by their masses, or with a
//! load at the centroid of a body.

use crate::critical_in_space::{
    CriticalInSpace, CriticalInSpaceError, VariedInSpace, critical_in_space,
};
use crate::space::InSpaceError;
use num_traits::{One, Signed, Zero};
use zwang_collapse::space::SpaceError;
use zwang_exact::{Rational, Vector3};
use zwang_output::{MarginBracket, MarginInSpace, MarginLimit, report};
use zwang_program::{Monitor, Options};
use zwang_scene::space::{Load, Scene};

/// Brackets are this part of the size of gravity wide.
const PARTS: i64 = 1_000_000;

/// The margins of a scene in space that stands or can stand: of tilts, of pushes on the whole and
/// on the first `most` free bodies. `pushing` is called with the number of questions that are
/// answered, of [`count_of_margin_in_space`].
///
/// # Errors
/// [`CriticalInSpaceError`] if the scene as it is has no answer, or holds bonds.
pub fn margin_in_space(
    scene: &Scene,
    most: usize,
    options: &Options,
    monitor: &Monitor,
    mut pushing: impl FnMut(usize),
) -> Result<MarginInSpace, CriticalInSpaceError> {
    let mut done = 0;
    let mut limit = |scene: &Scene, varied: &VariedInSpace, width: &Rational, unit: &Rational| {
        let found = critical_in_space(scene, varied, width, options, monitor, &|| ());
        done += 1;
        pushing(done);
        limited(found, scene, varied, unit)
    };
    let part = Rational::new(1.into(), PARTS.into());
    let mut tilt = None;
    if !scene.gravity.is_zero() {
        let mut tilts = Vec::new();
        // Gravity points downwards: it turns to small x about y.
        for [x, y] in [[0, 1], [0, -1], [-1, 0], [1, 0]] {
            let varied = VariedInSpace::Tilt(Vector3::from_integers(x, y, 0));
            tilts.push(limit(scene, &varied, &part, &Rational::one())?);
        }
        tilt = tilts.try_into().ok();
    }
    let size = size_of_gravity(scene);
    let mut mass = Rational::zero();
    for body in &scene.bodies {
        if let Some(free) = &body.dynamics {
            mass += &free.mass;
        }
    }
    let mut whole = Vec::new();
    for axis in [0, 1] {
        for falls in [true, false] {
            let varied = VariedInSpace::Gravity { axis, falls };
            whole.push(limit(scene, &varied, &(&part * &size), &mass)?);
        }
    }
    let Ok(whole) = whole.try_into() else {
        unreachable!("there are four ways")
    };
    let mut bodies = Vec::new();
    for body in scene.body_ids() {
        let Some(free) = &scene.bodies[body].dynamics else {
            continue;
        };
        if bodies.len() == most {
            break;
        }
        // A load of the size of the body's weight.
        let weight = &free.mass * &size;
        let name = unused_name(scene);
        let mut pushes = Vec::new();
        for [x, y] in [[-1, 0], [1, 0], [0, -1], [0, 1]] {
            let mut pushed = scene.clone();
            pushed.loads.push(Load {
                name: name.clone(),
                body,
                at: free.centroid.clone(),
                force: Vector3::from_integers(x, y, 0).scaled(&weight),
                torque: Vector3::zero(),
            });
            let varied = VariedInSpace::Load {
                name: name.clone(),
                falls: false,
            };
            pushes.push(limit(&pushed, &varied, &part, &weight)?);
        }
        let Ok(pushes) = pushes.try_into() else {
            unreachable!("there are four ways")
        };
        bodies.push((scene.bodies[body].name.clone(), pushes));
    }
    Ok(MarginInSpace {
        tilt,
        whole,
        bodies,
        free: free_bodies(scene),
    })
}

/// How many questions [`margin_in_space`] answers.
#[must_use]
pub fn count_of_margin_in_space(scene: &Scene, most: usize) -> usize {
    let has_gravity = !scene.gravity.is_zero();
    let pushed = free_bodies(scene).min(most);
    4 * (usize::from(has_gravity) + 1 + pushed)
}

fn free_bodies(scene: &Scene) -> usize {
    let bodies = scene.bodies.iter();
    bodies.filter(|body| body.dynamics.is_some()).count()
}

/// |gx| + |gy| + |gz|; 1 without gravity.
fn size_of_gravity(scene: &Scene) -> Rational {
    let mut size = Rational::zero();
    for component in scene.gravity.coordinates() {
        size += component.abs();
    }
    if size.is_zero() {
        return Rational::one();
    }
    size
}

/// A limit, where what varies by 1 is so much larger.
fn limited(
    found: Result<CriticalInSpace, CriticalInSpaceError>,
    scene: &Scene,
    varied: &VariedInSpace,
    unit: &Rational,
) -> Result<MarginLimit, CriticalInSpaceError> {
    let found = match found {
        // Gravity along the axis.
        Err(CriticalInSpaceError::NothingVaries(_)) => return Ok(MarginLimit::Endless),
        Err(CriticalInSpaceError::NoFall(_) | CriticalInSpaceError::GaveUp { .. }) => {
            return Ok(MarginLimit::Unknown);
        }
        Err(CriticalInSpaceError::Answer(InSpaceError::Solve(SpaceError::Undecided {
            ..
        }))) => return Ok(MarginLimit::Unknown),
        found => found?,
    };
    let start = match varied {
        VariedInSpace::Load { .. } => Rational::zero(),
        _ => varied.start(scene),
    };
    let is_exact = found.is_exact(scene, varied);
    Ok(match &found {
        CriticalInSpace::Endless { .. } => MarginLimit::Endless,
        CriticalInSpace::Between { stands, falls, .. } if !found.begins() => {
            let size = |value: &Rational| (value - &start).abs() * unit;
            let falling = falls.answer.verified.falling();
            MarginLimit::At(MarginBracket {
                stands_at: size(&stands.value),
                falls_at: size(&falls.value),
                is_exact,
                mode: falling.map_or("", report::mode_in_space),
            })
        }
        _ => MarginLimit::Unknown,
    })
}

/// A name that no load has.
fn unused_name(scene: &Scene) -> String {
    let mut name = "push".to_owned();
    while scene.load_named(&name).is_some() {
        name.push('\'');
    }
    name
}
