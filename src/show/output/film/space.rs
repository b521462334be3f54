//! Films of runs in space, made of checked states: a page ([`SolidFilm::html`]), pictures
//! ([`SolidPictures`]), and a file of binary glTF that other programs play ([`SolidFilm::glb`]).

mod glb;
mod page;
mod pictures;
mod surface;

pub use pictures::SolidPictures;

use super::{Playing, RunFile};
use crate::run::RunHead;
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use zwang_certificate::run2::space::BodyState;
use zwang_check::law::space::{State, VerifiedStep};
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Body, Scene};

type Point = [f64; 3];

/// A film of a run in space, gathered step by step.
pub struct SolidFilm {
    scene: Scene,
    head: RunHead,
    /// The states of the free bodies: of the scene, and after each step.
    states: Vec<Vec<BodyState>>,
    /// The kinetic energy of the scene, and after each step, J.
    energies: Vec<Rational>,
    playing: Playing,
    run: Option<RunFile>,
}

/// A place of the centroid, m, and a quaternion x, y, z, w of length 1.
#[derive(Clone, Copy)]
struct Pose {
    place: Point,
    turn: [f64; 4],
}

impl SolidFilm {
    /// The film of a run of this scene, which begins with this state.
    #[must_use]
    pub fn new(scene: &Scene, head: RunHead, start: &State) -> Self {
        let states: Vec<BodyState> = start.free_bodies().cloned().collect();
        Self {
            energies: vec![kinetic_energy(scene, &states, head.grid)],
            scene: scene.clone(),
            head,
            states: vec![states],
            playing: Playing::default(),
            run: None,
        }
    }

    /// Says how its page plays.
    #[must_use]
    pub fn playing(self, playing: Playing) -> Self {
        Self { playing, ..self }
    }

    /// Names the run file.
    pub fn set_run_file(&mut self, file: RunFile) {
        self.run = Some(file);
    }

    /// Adds the next step.
    pub fn push(&mut self, step: &VerifiedStep) {
        let bodies = step.state().free_bodies();
        self.states.push(bodies.cloned().collect());
        self.energies.push(step.kinetic_energy().clone());
    }

    /// How many steps it has.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.states.len() as u64 - 1
    }

    /// The film as the bytes of a GLB file.
    #[must_use]
    pub fn glb(&self) -> Vec<u8> {
        glb::glb(self)
    }

    /// The film as a page.
    #[must_use]
    pub fn html(&self) -> String {
        page::html(self)
    }

    /// The times of the states, s.
    fn times(&self) -> Vec<f64> {
        let step = float(&self.head.step);
        #[allow(clippy::cast_precision_loss)] // Far below 2^52 steps.
        let times = (0..self.states.len()).map(|index| step * index as f64);
        times.collect()
    }

    /// The poses of each body, one for each state; one alone of a fixed body.
    fn poses(&self) -> Vec<Vec<Pose>> {
        let mut free = 0;
        let mut poses = Vec::with_capacity(self.scene.bodies.len());
        for body in &self.scene.bodies {
            if body.is_fixed() {
                let place = point(&home(body));
                let turn = UNTURNED;
                poses.push(vec![Pose { place, turn }]);
            } else {
                poses.push(self.poses_of(body, free));
                free += 1;
            }
        }
        poses
    }

    /// The poses of a body, which is the free one with this number.
    fn poses_of(&self, body: &Body, free: usize) -> Vec<Pose> {
        let origin = point(&home(body));
        let mut last = UNTURNED;
        let mut poses = Vec::with_capacity(self.states.len());
        for states in &self.states {
            let Some(state) = states.get(free) else {
                continue;
            };
            let moved = self.exact(&state.displacement).each_ref().map(float);
            last = unit(self.quaternion(state).each_ref().map(float), last);
            poses.push(Pose {
                place: [0, 1, 2].map(|axis: usize| origin[axis] + moved[axis]),
                turn: last,
            });
        }
        poses
    }

    /// The quaternion w, x, y, z of a state.
    fn quaternion(&self, state: &BodyState) -> [Rational; 4] {
        let mut components = self.exact(&state.turn).into_iter();
        let mut quaternion = [1; 4].map(|one| Rational::from_integer(one.into()));
        for (index, component) in quaternion.iter_mut().enumerate() {
            if index != usize::from(state.chart) {
                *component = components.next().unwrap_or_default();
            }
        }
        quaternion
    }

    /// Integers over 2^g.
    fn exact(&self, units: &[BigInt; 3]) -> [Rational; 3] {
        on_grid(units, self.head.grid)
    }
}

/// The quaternion x, y, z, w of no turn.
const UNTURNED: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// The point from which the surface of a body is told: the centroid in the scene, or a vertex of a
/// fixed body; the origin if that has no parts.
fn home(body: &Body) -> Vector3 {
    match &body.dynamics {
        Some(free) => free.centroid.clone(),
        None => match body.parts.first() {
            Some(part) => part.core().vertices()[0].clone(),
            None => Vector3::zero(),
        },
    }
}

/// Integers over 2^g.
fn on_grid(units: &[BigInt; 3], grid: u64) -> [Rational; 3] {
    let unit = BigInt::from(1) << grid;
    units
        .each_ref()
        .map(|number| Rational::new(number.clone(), unit.clone()))
}

/// Σ ½ m v² + ½ L · I⁻¹ L of bodies that are not turned, J.
fn kinetic_energy(scene: &Scene, states: &[BodyState], grid: u64) -> Rational {
    let free = scene
        .bodies
        .iter()
        .filter_map(|body| body.dynamics.as_ref());
    let mut twice = Rational::default();
    for (dynamics, state) in free.zip(states) {
        let [velocity, momentum] = [&state.velocity, &state.momentum].map(|units| {
            let [x, y, z] = on_grid(units, grid);
            Vector3::new(x, y, z)
        });
        twice += &dynamics.mass * velocity.dot(&velocity);
        if let Some(inverse) = dynamics.inertia.inverse() {
            twice += momentum.dot(&inverse.times(&momentum));
        }
    }
    twice / Rational::from_integer(2.into())
}

fn float(number: &Rational) -> f64 {
    number.to_f64().unwrap_or(0.0)
}

fn point(vector: &Vector3) -> Point {
    vector.coordinates().map(float)
}

/// The quaternion x, y, z, w of length 1, with the sign that is nearer to the last one, of w, x, y,
/// z.
fn unit([w, x, y, z]: [f64; 4], last: [f64; 4]) -> [f64; 4] {
    let length = (w * w + x * x + y * y + z * z).sqrt();
    let turn = [x, y, z, w].map(|component| component / length);
    let along: f64 = turn.iter().zip(&last).map(|(a, b)| a * b).sum();
    if along < 0.0 {
        turn.map(|component| -component)
    } else {
        turn
    }
}
