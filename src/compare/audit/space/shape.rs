//! The bodies of a scene in space as an audit needs them.

use malachite::Rational;
use zwang_collapse::space::PlaceableParts;
use zwang_exact::{Matrix3, Rational as SceneRational, Vector3};
use zwang_program::kernel::number::to_solver;
use zwang_scene::BodyId;
use zwang_scene::space::{Body, Load, Scene};

/// A scene, and what follows from it.
pub(super) struct Shape<'a> {
    pub(super) scene: &'a Scene,
    pub(super) parts: PlaceableParts<'a>,
    /// The free bodies, in the order of the scene.
    pub(super) free: Vec<Free<'a>>,
    /// The boxes of the parts of fixed bodies.
    pub(super) fixed: Vec<Extent>,
    /// The longest side of the box around the free bodies, if there are any.
    pub(super) size: Option<Rational>,
}

/// A free body.
pub(super) struct Free<'a> {
    pub(super) id: BodyId,
    pub(super) mass: SceneRational,
    pub(super) centroid: Vector3,
    pub(super) inertia: Matrix3,
    /// From the centroid to the vertices of all cores.
    pub(super) arms: Vec<Vector3>,
    /// The largest radius of a part.
    pub(super) margin: SceneRational,
    /// At least as long as every arm, with the margin.
    pub(super) radius: SceneRational,
    pub(super) loads: Vec<&'a Load>,
    /// Weight and loads, N.
    pub(super) force: Vector3,
    /// Whether weight and loads never turn it.
    pub(super) is_never_turned: bool,
    /// Whether a load has a torque of its own, whose work depends on the way.
    pub(super) has_torque: bool,
    pub(super) velocity: Vector3,
    pub(super) spin: Vector3,
}

/// A box along the axes.
#[derive(Clone, Debug)]
pub(super) struct Extent {
    pub(super) low: Vector3,
    pub(super) high: Vector3,
}

impl Extent {
    /// About points, wider by a margin; `None` without points.
    pub(super) fn about<'p>(
        points: impl IntoIterator<Item = &'p Vector3>,
        margin: &SceneRational,
    ) -> Option<Self> {
        let mut points = points.into_iter();
        let first = points.next()?;
        let mut found = Self {
            low: first.clone(),
            high: first.clone(),
        };
        for point in points {
            found = found.with(&Self {
                low: point.clone(),
                high: point.clone(),
            });
        }
        Some(found.widened(margin))
    }

    /// The box about both.
    pub(super) fn with(&self, other: &Self) -> Self {
        Self {
            low: each(&self.low, &other.low, Ord::min),
            high: each(&self.high, &other.high, Ord::max),
        }
    }

    pub(super) fn widened(&self, margin: &SceneRational) -> Self {
        let margin = Vector3::new(margin.clone(), margin.clone(), margin.clone());
        Self {
            low: &self.low - &margin,
            high: &self.high + &margin,
        }
    }

    /// Whether they have a common point.
    pub(super) fn meets(&self, other: &Self) -> bool {
        let [low, high] = [&self.low, &self.high].map(Vector3::coordinates);
        let [other_low, other_high] = [&other.low, &other.high].map(Vector3::coordinates);
        (0..3).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
    }

    fn longest_side(&self) -> SceneRational {
        let sides = &self.high - &self.low;
        let [x, y, z] = sides.coordinates();
        x.max(y).max(z).clone()
    }
}

fn each(
    one: &Vector3,
    other: &Vector3,
    chosen: fn(SceneRational, SceneRational) -> SceneRational,
) -> Vector3 {
    Vector3::new(
        chosen(one.x.clone(), other.x.clone()),
        chosen(one.y.clone(), other.y.clone()),
        chosen(one.z.clone(), other.z.clone()),
    )
}

/// The longest side of the box around the free bodies of a scene, m.
pub(crate) fn size(scene: &Scene) -> Option<Rational> {
    let mut whole: Option<Extent> = None;
    for body in scene.bodies.iter().filter(|body| !body.is_fixed()) {
        for part in extents(body) {
            whole = Some(match whole {
                None => part,
                Some(whole) => whole.with(&part),
            });
        }
    }
    whole.map(|whole| to_solver(&whole.longest_side()))
}

fn extents(body: &Body) -> Vec<Extent> {
    let parts = body.parts.iter().map(|part| part.bounding_box());
    parts.map(|(low, high)| Extent { low, high }).collect()
}

impl<'a> Shape<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let mut free = Vec::new();
        let mut fixed = Vec::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            match Free::new(scene, BodyId(index), body) {
                Some(body) => free.push(body),
                None => fixed.extend(extents(body)),
            }
        }
        Self {
            scene,
            parts: PlaceableParts::of(scene),
            free,
            fixed,
            size: size(scene),
        }
    }
}

impl<'a> Free<'a> {
    fn new(scene: &'a Scene, id: BodyId, body: &Body) -> Option<Self> {
        let dynamics = body.dynamics.as_ref()?;
        let mut arms = Vec::new();
        let mut margin = SceneRational::default();
        for part in &body.parts {
            margin = margin.max(part.radius().clone());
            for vertex in part.core().vertices() {
                arms.push(vertex - &dynamics.centroid);
            }
        }
        let mut longest = SceneRational::default();
        for arm in &arms {
            longest = longest.max(longer_than(arm));
        }
        let loads: Vec<&Load> = scene.loads.iter().filter(|load| load.body == id).collect();
        let mut force = scene.gravity.scaled(&dynamics.mass);
        let mut is_never_turned = true;
        let mut has_torque = false;
        for load in &loads {
            force = &force + &load.force;
            let is_central = load.at == dynamics.centroid || load.force.is_zero();
            is_never_turned &= is_central && load.torque.is_zero();
            has_torque |= !load.torque.is_zero();
        }
        Some(Self {
            id,
            mass: dynamics.mass.clone(),
            centroid: dynamics.centroid.clone(),
            inertia: dynamics.inertia.clone(),
            arms,
            radius: longest + &margin,
            margin,
            loads,
            force,
            is_never_turned,
            has_torque,
            velocity: dynamics.velocity.clone(),
            spin: dynamics.spin.clone(),
        })
    }
}

/// At least the length of a vector: the sum of the sizes of its coordinates.
pub(super) fn longer_than(vector: &Vector3) -> SceneRational {
    let mut sum = SceneRational::default();
    for coordinate in vector.coordinates() {
        sum += coordinate.max(&-coordinate);
    }
    sum
}
