//! The block that most families in space are made of, and the floor below it.

use crate::body::MAX_BODIES;
use crate::error::{GenerateError, require_count, require_positive};
use crate::number::ratio;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::{Body, Dynamics, Part, Polyhedron, Scene};
use zwang_scene::{Expectation, Friction};

/// A homogeneous box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Sides along x, y and z, m; positive.
    pub size: Vector3,
    /// Mass per volume, kg/m³; positive.
    pub density: Rational,
}

impl Block {
    /// Refuses a block without extent or mass, and as many as no scene has.
    pub(crate) fn validate(&self, count: usize) -> Result<(), GenerateError> {
        require_positive("the width", &self.size.x)?;
        require_positive("the depth", &self.size.y)?;
        require_positive("the height", &self.size.z)?;
        require_positive("the density", &self.density)?;
        require_count("bodies", count, 1, MAX_BODIES)
    }

    /// A free block whose centre is here.
    pub(crate) fn at(&self, name: String, center: &Vector3) -> Body {
        self.turned(name, center, &Matrix3::identity())
    }

    /// A free block that is turned about its centre.
    pub(crate) fn turned(&self, name: String, center: &Vector3, turn: &Matrix3) -> Body {
        let parts: Vec<Polyhedron> = Polyhedron::cuboid(center, &self.size, turn)
            .into_iter()
            .collect();
        free(name, parts, &self.density)
    }

    /// The centre of a block whose place is counted in blocks: `x` and `y` from the middle, `level`
    /// from below.
    pub(crate) fn center(&self, x: &Rational, y: &Rational, level: usize) -> Vector3 {
        let height = Rational::from_integer(level.into()) + ratio(1, 2);
        Vector3::new(x * &self.size.x, y * &self.size.y, height * &self.size.z)
    }
}

/// A free body of these parts.
pub(crate) fn free(name: String, parts: Vec<Polyhedron>, density: &Rational) -> Body {
    let dynamics = Dynamics::homogeneous(&parts, density);
    Body {
        name,
        parts: parts.into_iter().map(Part::from).collect(),
        dynamics: Some(dynamics),
    }
}

/// A fixed box from one corner to the opposite one.
pub(crate) fn fixed(name: &str, low: &Vector3, high: &Vector3) -> Body {
    Body {
        name: name.to_owned(),
        parts: between(low, high).into_iter().map(Part::from).collect(),
        dynamics: None,
    }
}

/// The box from one corner to the opposite one, if it has a volume.
pub(crate) fn between(low: &Vector3, high: &Vector3) -> Option<Polyhedron> {
    let center = (low + high).scaled(&ratio(1, 2));
    Polyhedron::cuboid(&center, &(high - low), &Matrix3::identity())
}

/// A floor below z = 0 that reaches well beyond all bodies.
pub(crate) fn floor(bodies: &[Body]) -> Body {
    let mut low = Vector3::zero();
    let mut high = Vector3::zero();
    for part in bodies.iter().flat_map(|body| &body.parts) {
        let (least, most) = part.bounding_box();
        low.x = low.x.min(least.x);
        low.y = low.y.min(least.y);
        high.x = high.x.max(most.x);
        high.y = high.y.max(most.y);
    }
    let wide = &high.x - &low.x;
    let deep = &high.y - &low.y;
    let margin = wide.max(deep) * ratio(1, 4);
    let thickness = &margin * ratio(1, 2);
    let reach = Vector3::new(margin.clone(), margin, Rational::default());
    let low = &(&low - &reach) - &Vector3::new(Rational::default(), Rational::default(), thickness);
    fixed("floor", &low, &(&high + &reach))
}

/// The scene of these bodies, without friction and loads.
pub(crate) fn scene(
    name: String,
    title: String,
    expect: Option<Expectation>,
    bodies: Vec<Body>,
) -> Scene {
    Scene {
        name,
        title: Some(title),
        expect,
        gravity: Vector3::from_integers(0, 0, -1),
        bodies,
        friction: Friction::default(),
        loads: Vec::new(),
        bonds: Vec::new(),
        joints: Vec::new(),
    }
}

/// The scene of free bodies on a floor.
pub(crate) fn on_floor(
    name: String,
    title: String,
    expect: Option<Expectation>,
    free: Vec<Body>,
) -> Scene {
    let mut bodies = vec![floor(&free)];
    bodies.extend(free);
    scene(name, title, expect, bodies)
}
