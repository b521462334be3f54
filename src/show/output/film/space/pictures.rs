//! Still pictures of a run in space: the scene where a state has it, all seen alike.

use super::{SolidFilm, home};
use crate::decimal::decimal;
use crate::draw::{SpaceContent, SpaceView, Theme, space_svg_within};
use zwang_certificate::run2::space::BodyState;
use zwang_exact::{Matrix3, Quaternion, Rational, Vector3};
use zwang_scene::space::{Body, JointKind, Part, Polyhedron, Scene};

/// Significant digits of times.
const DIGITS: usize = 6;

/// Pictures of some of the states of a run in space.
pub struct SolidPictures {
    film: SolidFilm,
    /// One of so many states is shown.
    every: usize,
    view: SpaceView,
    theme: Theme,
}

impl SolidPictures {
    /// The pictures of the scene and of every so manieth step; `None` if a body cannot be shown
    /// where it is.
    #[must_use]
    pub fn new(film: SolidFilm, every: u64, theme: Theme) -> Option<Self> {
        let every = usize::try_from(every).unwrap_or(usize::MAX).max(1);
        let mut view = SpaceView::of(&film.scene);
        for index in (0..film.states.len()).step_by(every) {
            view = view.joined(&SpaceView::of(&film.scene_in(index)?));
        }
        Some(Self {
            film,
            every,
            view,
            theme,
        })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.film.states.len().div_ceil(self.every)
    }

    /// One of them as SVG; `None` beyond the last.
    #[must_use]
    pub fn svg(&self, index: usize) -> Option<String> {
        let film = &self.film;
        let step = index.checked_mul(self.every)?;
        let scene = film.scene_in(step)?;
        let time = &film.head.step * Rational::from_integer(step.into());
        let time = decimal(&time, DIGITS).text;
        let content = SpaceContent {
            told: vec![
                format!("step {step} of {}", film.steps()),
                format!("{time} s"),
            ],
            ..SpaceContent::default()
        };
        let svg = space_svg_within(&self.view, &scene, Some(&content), self.theme);
        Some(svg)
    }
}

impl SolidFilm {
    /// The scene with its bodies where a state has them; `None` if there is no such state. Points
    /// of loads move with their bodies, forces stay. A joint moves with its first body, and what it
    /// has of the second with that.
    fn scene_in(&self, index: usize) -> Option<Scene> {
        let mut scene = self.scene.clone();
        let mut states = self.states.get(index)?.iter();
        for (place, body) in self.scene.bodies.iter().enumerate() {
            if body.is_fixed() {
                continue;
            }
            let motion = self.motion(body, states.next()?);
            let moved = &mut scene.bodies[place];
            for part in &mut moved.parts {
                *part = motion.part(part)?;
            }
            if let Some(dynamics) = &mut moved.dynamics {
                dynamics.centroid = motion.to.clone();
            }
            for load in &mut scene.loads {
                if load.body.0 == place {
                    load.at = motion.point(&load.at);
                }
            }
            for joint in &mut scene.joints {
                for (side, body) in joint.bodies.iter().enumerate() {
                    if body.0 == place {
                        motion.carry(&mut joint.kind, side);
                    }
                }
            }
        }
        Some(scene)
    }

    /// The way of a body from the scene to a state.
    fn motion(&self, body: &Body, state: &BodyState) -> Motion {
        let from = home(body);
        let [x, y, z] = self.exact(&state.displacement);
        let [w, i, j, k] = self.quaternion(state);
        Motion {
            rotation: Quaternion::new(w, i, j, k).rotation(),
            to: &from + &Vector3::new(x, y, z),
            from,
        }
    }
}

/// x ↦ to + R (x - from).
struct Motion {
    from: Vector3,
    rotation: Matrix3,
    to: Vector3,
}

impl Motion {
    fn point(&self, point: &Vector3) -> Vector3 {
        &self.to + &self.rotation.times(&(point - &self.from))
    }

    /// Moves all that a joint has of its first body, or of its second.
    fn carry(&self, joint: &mut JointKind, side: usize) {
        match joint {
            JointKind::Rod { ends } => ends[side] = self.point(&ends[side]),
            JointKind::Universal { at, axes } => {
                axes[side] = self.rotation.times(&axes[side]);
                if side == 0 {
                    *at = self.point(at);
                }
            }
            JointKind::Ball { at } | JointKind::Weld { at } if side == 0 => *at = self.point(at),
            JointKind::Hinge { at, axis }
            | JointKind::Slider { at, axis }
            | JointKind::Cylinder { at, axis }
                if side == 0 =>
            {
                *at = self.point(at);
                *axis = self.rotation.times(axis);
            }
            _ => {}
        }
    }

    /// The part there. (A part that was turned exactly is one again.)
    fn part(&self, part: &Part) -> Option<Part> {
        let vertices = part.core().vertices().iter();
        let vertices: Vec<Vector3> = vertices.map(|vertex| self.point(vertex)).collect();
        if part.is_rounded() {
            let rounded = Part::rounded(vertices, part.radius().clone()).ok()?;
            return Some(rounded.0);
        }
        let sharp = Polyhedron::new(vertices).ok()?;
        Some(Part::from(sharp.0))
    }
}
