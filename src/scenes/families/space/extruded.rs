//! Scenes of the plane as scenes in space: (x, y) becomes (x, z), and every part gets a depth.

use crate::number::ratio;
use zwang_exact::{Rational, Vector, Vector3};
use zwang_scene::space::{Body, Dynamics, MassMoments, Part, Polyhedron, Scene};
use zwang_scene::{Polygon, Scene as PlaneScene};

/// The scene whose bodies reach from -depth/2 to depth/2 along y, of the same masses, gravity and
/// friction. It moves in its plane as the scene of the plane does, if bodies there are uniform.
/// `None` if the depth is not positive, or if the scene has pins or loads, or a body moves, or has
/// an inertia or a centroid that is not that of its area.
#[must_use]
pub fn extruded(scene: &PlaneScene, depth: &Rational) -> Option<Scene> {
    if *depth <= Rational::default() || !scene.pins.is_empty() || scene.has_loads() {
        return None;
    }
    let mut bodies = Vec::with_capacity(scene.bodies.len());
    for body in &scene.bodies {
        let mut parts = Vec::with_capacity(body.parts.len());
        for part in &body.parts {
            parts.push(prism(part, depth)?);
        }
        let dynamics = match &body.dynamics {
            None => None,
            Some(free) => {
                let one = Rational::from_integer(1.into());
                let area = zwang_scene::Dynamics::homogeneous(&body.parts, &one);
                let density = &free.mass / &area.mass;
                let is_uniform = zwang_scene::Dynamics::homogeneous(&body.parts, &density) == *free;
                if !is_uniform {
                    return None;
                }
                let moments = MassMoments::of(&parts, &(density / depth));
                Some(Dynamics::at_rest(moments))
            }
        };
        bodies.push(Body {
            name: body.name.clone(),
            parts: parts.into_iter().map(Part::from).collect(),
            dynamics,
        });
    }
    Some(Scene {
        name: scene.name.clone(),
        title: scene.title.clone(),
        expect: scene.expect,
        gravity: raised(&scene.gravity, &Rational::default()),
        bodies,
        friction: scene.friction.clone(),
        loads: Vec::new(),
        bonds: Vec::new(),
        joints: Vec::new(),
    })
}

fn raised(point: &Vector, y: &Rational) -> Vector3 {
    Vector3::new(point.x.clone(), y.clone(), point.y.clone())
}

fn prism(part: &Polygon, depth: &Rational) -> Option<Polyhedron> {
    let half = depth * ratio(1, 2);
    let mut points = Vec::with_capacity(2 * part.vertices().len());
    for side in [-&half, half] {
        for vertex in part.vertices() {
            points.push(raised(vertex, &side));
        }
    }
    let (prism, _) = Polyhedron::new(points).ok()?;
    Some(prism)
}
