//! Pictures of the steps of a run.
//!
//! Bodies are drawn where they are after the step, forces at the vertices on which they acted,
//! velocities as those that led there. A [`View`] is what the pictures of a run have in common, so
//! that nothing but the motion changes from one to the next: the part of the plane, the scale of
//! the arrows, and the legend. The heading of such a picture is a title and one line.

use super::common::Common;
use super::content::Content;
use super::frame::{Window, module};
use super::layers::draw;
use super::options::DrawOptions;
use super::page::Heading;
use super::picture::Picture;
use crate::SymmetryLine;
use crate::run::{RunState, RunStep};
use num_traits::Zero;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Pin, Polygon, Scene};

/// How far beyond the scene's own window the view of a run reaches, in spans of that window.
const FARTHEST: [i64; 2] = [3, 2];

/// The part of the plane that is seen, and its scale.
#[derive(Clone, Debug)]
pub struct View {
    window: Window,
    /// The end of the view, however far bodies fly.
    limit: Window,
    /// Scales and what the legend explains; each picture has its own where there is none.
    common: Option<Common>,
}

impl View {
    /// The view of a run, so far of its scene only.
    #[must_use]
    pub fn of_run(scene: &Scene) -> Self {
        let window = Window::around(scene);
        let [numerator, denominator] = FARTHEST;
        let spans = Rational::new(numerator.into(), denominator.into());
        let farthest = window.span() * spans;
        let limit = window.widened(&farthest);
        let mut view = Self {
            window,
            limit,
            common: Some(Common::default()),
        };
        view.take_in(scene, &Content::of_start(scene));
        view
    }

    /// Widens the view of a run by the next step.
    pub fn include(&mut self, scene: &Scene, step: &RunStep) {
        let moved = placed(scene, step.state());
        let around = Window::around(&moved);
        self.window = self.window.joined(&around).within(&self.limit);
        let near = near(&module(scene, &self.window));
        let options = DrawOptions::default();
        let content = Content::of_step(scene, &moved, step, &near, &options);
        self.take_in(&moved, &content);
    }

    /// The view of one step alone of a run, or of the scene before the first.
    #[must_use]
    pub fn of_step(scene: &Scene, step: Option<&RunStep>) -> Self {
        let window = match step {
            Some(step) => Window::around(&placed(scene, step.state())),
            None => Window::around(scene),
        };
        Self {
            limit: window.clone(),
            window,
            common: None,
        }
    }

    fn take_in(&mut self, placed: &Scene, content: &Content) {
        if let Some(common) = &mut self.common {
            common.take_in(placed, content);
        }
    }
}

/// A step of a run as a stand-alone SVG picture; `None` for the scene before the first step.
/// Symmetries are those that the run keeps.
#[must_use]
pub fn step_svg(
    scene: &Scene,
    step: Option<&RunStep>,
    symmetries: &[SymmetryLine],
    view: &View,
    options: &DrawOptions,
) -> String {
    let moved = match step {
        Some(step) => placed(scene, step.state()),
        None => scene.clone(),
    };
    // Of the bodies as the scene has them: their boxes change as they turn, and with them margins
    // and the height of the picture would.
    let module = module(scene, &view.window);
    let near = near(&module);
    let content = match step {
        Some(step) => Content::of_step(scene, &moved, step, &near, options),
        None => Content::of_start(scene),
    };
    let window = view.window.clone();
    let picture = Picture::new(&moved, Some(content), window, module, options);
    let is_frame = view.common.is_some();
    let heading = Heading::of_step(&picture, scene, step, is_frame);
    draw(picture, &heading, view.common.as_ref(), symmetries, options)
}

/// Contacts closer than this cannot be told apart, m.
fn near(module: &Rational) -> Rational {
    module * Rational::new(1.into(), 50.into())
}

/// The scene with its bodies, pins and loads where a state has them, at rest. A pin is where it is
/// on its first free body. The points of loads move with their bodies, their forces stay.
#[must_use]
pub fn placed(scene: &Scene, state: &RunState) -> Scene {
    let mut bodies = Vec::new();
    for (index, body) in scene.numbered_bodies() {
        let placed = placed_body(body, index, state);
        bodies.push(placed);
    }
    let mut pins = scene.pins.clone();
    for pin in &mut pins {
        if let Some(at) = carried(scene, pin, state) {
            pin.at = at;
        }
    }
    let mut loads = scene.loads.clone();
    for load in &mut loads {
        if let Some(body) = scene.body(load.body)
            && let Some(image) = image(body, load.body, state)
        {
            load.at = image(&load.at);
        }
    }
    Scene {
        bodies,
        pins,
        loads,
        ..scene.clone()
    }
}

/// The place of a pin on its first free body.
fn carried(scene: &Scene, pin: &Pin, state: &RunState) -> Option<Vector> {
    let mut bodies = [Some(pin.first), pin.second].into_iter().flatten();
    let carrier = bodies.find(|body| is_free(scene, *body))?;
    let image = image(scene.body(carrier)?, carrier, state)?;
    Some(image(&pin.at))
}

fn is_free(scene: &Scene, body: BodyId) -> bool {
    scene.body(body).is_some_and(|body| !body.is_fixed())
}

/// The map of a state for the points of a free body: x ↦ z + c (x - centroid).
fn image(body: &Body, index: BodyId, state: &RunState) -> Option<impl Fn(&Vector) -> Vector> {
    let centroid = body.dynamics.as_ref()?.centroid.clone();
    let position = state.position(index)?;
    let rotation = state.rotation(index)?;
    Some(move |point: &Vector| {
        let arm = point - &centroid;
        let along = arm.scaled(&rotation.x);
        let across = arm.quarter_turn().scaled(&rotation.y);
        &(&position + &along) + &across
    })
}

fn placed_body(body: &Body, index: BodyId, state: &RunState) -> Body {
    let Some(image) = image(body, index, state) else {
        return body.clone();
    };
    let mut moved = body.clone();
    for part in &mut moved.parts {
        let vertices = part.vertices().iter().map(&image);
        let turned = match part.is_rounded() {
            true => Polygon::rounded(vertices.collect(), part.radius().clone()),
            false => Polygon::new(vertices.collect()),
        };
        // A turned polygon is a polygon.
        if let Ok((turned, _)) = turned {
            *part = turned;
        }
    }
    if let Some(free) = &mut moved.dynamics {
        free.centroid = state
            .position(index)
            .unwrap_or_else(|| free.centroid.clone());
        free.velocity = Vector::zero();
        free.spin = Rational::zero();
    }
    moved
}
