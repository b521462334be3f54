//! In which order bodies can be put in their places, so that everything stands after each of them.
//!
//! A search, depth first, over sets of bodies that stand with the fixed ones: each is looked at
//! once, and the bodies that touch it are tried from the lowest one upwards. Each set on the way
//! has a proof that it stands, or can stand, which the checker accepted. If the search ends without
//! an order, every set that can be reached was tried, so there is none: a body that touches nothing
//! falls, unless nothing pulls it.

use crate::interlock::Judged;
use crate::space::{InSpaceError, holding_in_space};
use std::collections::BTreeSet;
use zwang_collapse::space::{require_loose, touching_bodies};
use zwang_exact::Rational;
use zwang_program::{Monitor, Options};
use zwang_scene::space::{Load, Scene};
use zwang_scene::{BodyId, Friction};

/// The answer about the orders of a scene.
pub enum Order {
    /// Each body, and the proof that all stands once it is there.
    Found(Vec<(BodyId, Judged)>),
    /// There is none. The longest beginning that stands, and the bodies that make it fall, each
    /// with the proof that it does.
    Impossible {
        /// The bodies of the beginning.
        placed: Vec<BodyId>,
        /// Bodies that fall with each of the next ones.
        next: Vec<(BodyId, Judged)>,
    },
    /// This many sets were tried, and no order was found.
    Open {
        /// How many.
        tried: usize,
    },
}

/// Looks for an order, with at most so many proofs.
///
/// # Errors
/// [`InSpaceError`] if bodies overlap, or if there is no checked answer about some set.
pub fn order(
    scene: &Scene,
    most: usize,
    options: &Options,
    monitor: &Monitor,
) -> Result<Order, InSpaceError> {
    require_loose(scene, "an order of building")?;
    let mut neighbours = vec![BTreeSet::new(); scene.bodies.len()];
    for [one, other] in touching_bodies(scene, monitor)? {
        neighbours[one.0].insert(other);
        neighbours[other.0].insert(one);
    }
    let accelerations = scene.free_accelerations();
    let pulled = accelerations.iter().map(|free| {
        let free = free.as_ref();
        free.is_some_and(|free| !free.linear.is_zero() || !free.angular.is_zero())
    });
    let mut search = Search {
        scene,
        neighbours,
        pulled: pulled.collect(),
        most,
        options,
        monitor,
        tried: BTreeSet::new(),
        best: (Vec::new(), Vec::new()),
    };
    let mut placed = Vec::new();
    let found = search.extend(&mut placed)?;
    let (best, next) = search.best;
    Ok(match found {
        Step::Done => Order::Found(placed),
        Step::Stuck => Order::Impossible { placed: best, next },
        Step::TooMany => Order::Open {
            tried: search.tried.len(),
        },
    })
}

/// Puts bodies in their places in the order of the file, and stops at the first that makes all
/// fall.
///
/// # Errors
/// [`InSpaceError`] if bodies overlap, or if there is no checked answer about some set.
pub fn order_as_listed(
    scene: &Scene,
    options: &Options,
    monitor: &Monitor,
) -> Result<Order, InSpaceError> {
    require_loose(scene, "an order of building")?;
    let mut placed: Vec<(BodyId, Judged)> = Vec::new();
    for (body, entry) in scene.numbered_bodies() {
        if entry.is_fixed() {
            continue;
        }
        let before: Vec<BodyId> = placed.iter().map(|(body, _)| *body).collect();
        let judged = judged(scene, &before, body, options, monitor)?;
        if judged.answer.falls() {
            return Ok(Order::Impossible {
                placed: before,
                next: vec![(body, judged)],
            });
        }
        placed.push((body, judged));
    }
    Ok(Order::Found(placed))
}

enum Step {
    Done,
    Stuck,
    TooMany,
}

struct Search<'a> {
    scene: &'a Scene,
    neighbours: Vec<BTreeSet<BodyId>>,
    /// Whether weight and loads of a body move it where nothing holds it.
    pulled: Vec<bool>,
    most: usize,
    options: &'a Options,
    monitor: &'a Monitor<'a>,
    /// Sets that were tried, with what was found.
    tried: BTreeSet<Vec<BodyId>>,
    /// The largest set that stands, and what makes it fall.
    best: (Vec<BodyId>, Vec<(BodyId, Judged)>),
}

impl Search<'_> {
    /// Goes on from a set that stands.
    fn extend(&mut self, placed: &mut Vec<(BodyId, Judged)>) -> Result<Step, InSpaceError> {
        let own: Vec<BodyId> = placed.iter().map(|(body, _)| *body).collect();
        let next = self.next(&own);
        if next.is_empty() && own.len() == self.free() {
            return Ok(Step::Done);
        }
        let mut falling = Vec::new();
        for body in next {
            let mut set = own.clone();
            set.push(body);
            set.sort_unstable();
            if self.tried.contains(&set) {
                continue;
            }
            if self.tried.len() >= self.most {
                return Ok(Step::TooMany);
            }
            self.tried.insert(set);
            let judged = judged(self.scene, &own, body, self.options, self.monitor)?;
            if judged.answer.falls() {
                falling.push((body, judged));
                continue;
            }
            placed.push((body, judged));
            match self.extend(placed)? {
                Step::Stuck => placed.pop(),
                done => return Ok(done),
            };
        }
        if self.best.1.is_empty() || own.len() > self.best.0.len() {
            self.best = (own, falling);
        }
        Ok(Step::Stuck)
    }

    fn free(&self) -> usize {
        let free = self.scene.bodies.iter();
        free.filter(|body| !body.is_fixed()).count()
    }

    /// The bodies that touch what is there, or that nothing pulls, the lowest first.
    fn next(&self, placed: &[BodyId]) -> Vec<BodyId> {
        let mut next = Vec::new();
        for (body, entry) in self.scene.numbered_bodies() {
            let is_there = |other: &BodyId| {
                let is_fixed = self.scene.bodies[other.0].is_fixed();
                is_fixed || placed.contains(other)
            };
            let touches = self.neighbours[body.0].iter().any(is_there);
            let may_stand = touches || !self.pulled[body.0];
            if !entry.is_fixed() && !placed.contains(&body) && may_stand {
                next.push((self.height(body), body));
            }
        }
        next.sort();
        next.into_iter().map(|(_, body)| body).collect()
    }

    /// How high a centroid is, against gravity.
    fn height(&self, body: BodyId) -> Rational {
        match &self.scene.bodies[body.0].dynamics {
            Some(free) => -self.scene.gravity.dot(&free.centroid),
            None => Rational::default(),
        }
    }
}

/// The judgement of some bodies and one more, with the fixed ones.
fn judged(
    scene: &Scene,
    placed: &[BodyId],
    body: BodyId,
    options: &Options,
    monitor: &Monitor,
) -> Result<Judged, InSpaceError> {
    let scene = only(scene, |id| id == body || placed.contains(&id));
    let answer = holding_in_space(&scene, options, monitor, || ())?;
    Ok(Judged { scene, answer })
}

/// The scene with its fixed bodies and some of its free ones.
fn only(scene: &Scene, is_kept: impl Fn(BodyId) -> bool) -> Scene {
    let mut kept = Vec::new();
    for (body, entry) in scene.numbered_bodies() {
        if entry.is_fixed() || is_kept(body) {
            kept.push(body);
        }
    }
    let number = |body: BodyId| kept.binary_search(&body).ok().map(BodyId);
    let rough = scene.friction.bodies();
    let rough = rough.filter_map(|(body, value)| Some((number(body)?, value.clone())));
    let pairs = scene.friction.pairs().filter_map(|([one, other], value)| {
        let pair = [number(one)?, number(other)?];
        Some((pair, value.clone()))
    });
    let loads = scene.loads.iter().filter_map(|load| {
        Some(Load {
            body: number(load.body)?,
            ..load.clone()
        })
    });
    Scene {
        bodies: kept
            .iter()
            .map(|body| scene.bodies[body.0].clone())
            .collect(),
        friction: Friction::new(rough, pairs),
        loads: loads.collect(),
        expect: None,
        ..scene.clone()
    }
}
