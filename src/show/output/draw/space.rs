//! Isometric pictures of scenes in space: bodies, and what an answer says of them.
//!
//! The eye is far away in the direction (1, -1, 1): x points to the lower right, y to the upper
//! right, z up. The bodies that cover others are found exactly ([`order`]); only places on the page
//! are floats.

mod arrows;
mod bodies;
mod joints;
mod names;
mod order;
mod page;
mod silhouette;

use super::frame::{Point, float};
use super::options::DrawOptions;
use crate::shown::Numbers;
use num_traits::{One, Signed, Zero};
use order::{across, up};
use zwang_exact::{Rational, Vector3};
use zwang_scene::BodyId;
use zwang_scene::space::{Part, Scene};

/// The contents of a picture beside the bodies. Whoever fills it takes it from what a checker has
/// verified.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceContent {
    /// The words below the title, the verdict first.
    pub told: Vec<String>,
    /// Forces at contacts.
    pub forces: Vec<SpaceForce>,
    /// How each body moves, in the order of the scene; empty if nothing is known of that.
    pub motions: Vec<SpaceMotion>,
    /// Whether the motions are velocities that a mechanism has, and not accelerations.
    pub are_velocities: bool,
}

/// A force at a contact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceForce {
    /// Its point, m.
    pub at: Vector3,
    /// The force, N.
    pub force: Vector3,
    /// The body on which it acts.
    pub on: BodyId,
    /// The body from which it comes.
    pub from: BodyId,
    /// Whether other forces would do as well.
    pub is_one_of_several: bool,
}

/// How a body moves: its acceleration, or its velocity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpaceMotion {
    /// For the centroid, m/s² or m/s.
    pub linear: Vector3,
    /// Angular, rad/s² or rad/s.
    pub angular: Vector3,
}

impl SpaceMotion {
    /// Whether the body does not move.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.linear.is_zero() && self.angular.is_zero()
    }
}

/// A scene as a stand-alone SVG picture, with what an answer says of it. Options on colours,
/// numbers, names, title and legend count.
#[must_use]
pub fn space_svg(
    scene: &Scene,
    content: Option<&SpaceContent>,
    options: impl Into<DrawOptions>,
) -> String {
    space_svg_within(&SpaceView::of(scene), scene, content, options)
}

/// The same with what is seen of space.
#[must_use]
pub fn space_svg_within(
    view: &SpaceView,
    scene: &Scene,
    content: Option<&SpaceContent>,
    options: impl Into<DrawOptions>,
) -> String {
    page::page(&Picture::new(view, scene, content, options.into()))
}

/// The width of the drawing, and its largest height, px.
const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 560.0;
/// Around the drawing, px.
const MARGIN: f64 = 20.0;

/// A picture in the making.
struct Picture<'a> {
    scene: &'a Scene,
    content: Option<&'a SpaceContent>,
    options: DrawOptions,
    view: &'a SpaceView,
    /// The size of a typical free body on the page, px.
    module: f64,
}

/// From space to the drawing, whose upper left corner is (0, 0).
#[derive(Clone, Debug)]
pub struct SpaceView {
    /// Least and greatest [`across`] and [`up`] that are shown.
    low: [Rational; 2],
    high: [Rational; 2],
    /// Pixels for a unit of length on the page.
    scale: Rational,
    width: f64,
    height: f64,
}

impl<'a> Picture<'a> {
    fn new(
        view: &'a SpaceView,
        scene: &'a Scene,
        content: Option<&'a SpaceContent>,
        options: DrawOptions,
    ) -> Self {
        let module = module(scene, view);
        Self {
            scene,
            content,
            options,
            view,
            module,
        }
    }

    /// A vector in words.
    fn told(&self, vector: &Vector3) -> String {
        Numbers::new(self.options.with_fractions).triple(vector)
    }

    fn motion(&self, body: BodyId) -> Option<&SpaceMotion> {
        self.content?.motions.get(body.0)
    }
}

impl SpaceView {
    /// Around the free bodies, or around all if nothing is free, with some of what is beside them.
    #[must_use]
    pub fn of(scene: &Scene) -> Self {
        let mut bounds = None;
        extend_by_scene(&mut bounds, scene);
        let [mut low, mut high] = bounds.unwrap_or_default();
        // √2 across and √6 up to a metre: 7/4 is nearly √3.
        let stretch = Rational::new(7.into(), 4.into());
        let wide = &high[0] - &low[0];
        let tall = (&high[1] - &low[1]) / &stretch;
        let mut span = wide.max(tall);
        if span.is_zero() {
            span = Rational::one();
        }
        let margin = span * Rational::new(9.into(), 50.into());
        let margins = [margin.clone(), &margin * &stretch];
        for axis in [0, 1] {
            low[axis] -= &margins[axis];
            high[axis] += &margins[axis];
        }
        Self::between(low, high)
    }

    /// Around two views.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        let least = |axis: usize| self.low[axis].clone().min(other.low[axis].clone());
        let greatest = |axis: usize| self.high[axis].clone().max(other.high[axis].clone());
        Self::between([0, 1].map(least), [0, 1].map(greatest))
    }

    /// Between these places, at the largest scale.
    fn between(low: [Rational; 2], high: [Rational; 2]) -> Self {
        let mut view = Self {
            low,
            high,
            scale: Rational::one(),
            width: WIDTH,
            height: HEIGHT,
        };
        view.fit();
        view
    }

    /// The largest scale at which all is within the page.
    fn fit(&mut self) {
        let [wide, tall] = [0, 1].map(|axis| &self.high[axis] - &self.low[axis]);
        let [width, height] = [WIDTH, HEIGHT].map(whole);
        // Two roots and the ratio of the sides decide which side is the tighter one; a scale that
        // is off by a thousandth does not matter.
        let across = width * root_of_two() / &wide;
        let up = height * root_of_six() / &tall;
        self.scale = if across < up { across } else { up };
        self.width = float(&(wide * &self.scale / root_of_two()));
        self.height = float(&(tall * &self.scale / root_of_six()));
    }

    fn point(&self, point: &Vector3) -> Point {
        let x = (across(point) - &self.low[0]) * &self.scale / root_of_two();
        let y = (&self.high[1] - up(point)) * &self.scale / root_of_six();
        Point::new(float(&x), float(&y))
    }

    /// The radius of a part on the page.
    fn radius(&self, part: &Part) -> f64 {
        float(&(part.radius() * &self.scale))
    }

    /// How a vector lies on the page, for a length of 1.
    fn vector(vector: &Vector3) -> Point {
        let x = across(vector) / root_of_two();
        let y = up(vector) / root_of_six();
        Point::new(float(&x), -float(&y))
    }

    /// The length of a vector, for shading.
    fn length(vector: &Vector3) -> f64 {
        float(&vector.dot(vector)).sqrt()
    }
}

fn whole(number: f64) -> Rational {
    Rational::from_integer((number as i64).into())
}

/// √2 up to 10⁻⁶.
fn root_of_two() -> Rational {
    Rational::new(1_414_214.into(), 1_000_000.into())
}

/// √6 up to 10⁻⁶.
fn root_of_six() -> Rational {
    Rational::new(2_449_490.into(), 1_000_000.into())
}

fn extend_by_scene(bounds: &mut Option<[[Rational; 2]; 2]>, scene: &Scene) {
    let has_free = scene.bodies.iter().any(|body| !body.is_fixed());
    for body in &scene.bodies {
        if has_free && body.is_fixed() {
            continue;
        }
        for part in &body.parts {
            extend_by_part(bounds, part);
        }
    }
    for load in &scene.loads {
        extend(bounds, &load.at);
    }
    for point in scene
        .joints
        .iter()
        .flat_map(|joint| joints::points(&joint.kind))
    {
        extend(bounds, point);
    }
}

fn extend_by_part(bounds: &mut Option<[[Rational; 2]; 2]>, part: &Part) {
    let reach = [root_of_two(), root_of_six()].map(|root| root * part.radius());
    for vertex in part.core().vertices() {
        let place = [across(vertex), up(vertex)];
        extend_to(bounds, [&place[0] - &reach[0], &place[1] - &reach[1]]);
        extend_to(bounds, [&place[0] + &reach[0], &place[1] + &reach[1]]);
    }
}

fn extend(bounds: &mut Option<[[Rational; 2]; 2]>, point: &Vector3) {
    extend_to(bounds, [across(point), up(point)]);
}

fn extend_to(bounds: &mut Option<[[Rational; 2]; 2]>, place: [Rational; 2]) {
    let Some([low, high]) = bounds else {
        *bounds = Some([place.clone(), place]);
        return;
    };
    for (axis, number) in place.into_iter().enumerate() {
        if number < low[axis] {
            low[axis] = number;
        } else if number > high[axis] {
            high[axis] = number;
        }
    }
}

/// The median of how large bodies are on the page: half the sum of width and height.
fn module(scene: &Scene, view: &SpaceView) -> f64 {
    let mut sizes = Vec::new();
    for body in scene.bodies.iter().filter(|body| !body.is_fixed()) {
        let mut bounds = None;
        for part in &body.parts {
            extend_by_part(&mut bounds, part);
        }
        let [low, high] = bounds.unwrap_or_default();
        let wide = (&high[0] - &low[0]) * &view.scale / root_of_two();
        let tall = (&high[1] - &low[1]) * &view.scale / root_of_six();
        sizes.push(float(&wide) / 2.0 + float(&tall) / 2.0);
    }
    sizes.sort_by(f64::total_cmp);
    match sizes.get(sizes.len() / 2) {
        Some(size) => *size,
        None => WIDTH / 4.0,
    }
}

/// The largest coordinate of a vector, without its sign.
fn largest_coordinate(vector: &Vector3) -> Rational {
    let [x, y, z] = vector.coordinates().map(Signed::abs);
    x.max(y).max(z)
}
