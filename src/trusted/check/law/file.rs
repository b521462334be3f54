//! Whole runs: lines read one after the other, steps checked in order. In memory are one line and
//! two states.

use super::error::RunError;
use super::lines::Lines;
use super::verdict::{Accepted, Bounces, Extremes};
use super::{Checker, State, VerifiedStep, space};
use crate::rejection::Condition::L0;
use crate::rejection::Rejection;
use std::io::BufRead;
use zwang_certificate::run2::{self, Header, LineError, read_header, read_record};
use zwang_scene::read::Syntax;
use zwang_scene::{AnyScene, Scene, sha256};

/// The steps of a run that are to be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first; the first of a run is 1.
    pub from: u64,
    /// The last, if it is not that of the run.
    pub to: Option<u64>,
}

/// The place of the scene that a run has with it.
const PLACE: &str = "header, `scene_file`";

type InSpace = zwang_scene::space::Scene;

/// L0: the scene of the plane that a run has with it; `None` if it has none.
///
/// # Errors
/// A [`Rejection`] if the text is no scene file of the plane, or has another digest than the header
/// names.
pub fn own_scene(header: &Header) -> Result<Option<Scene>, Rejection> {
    match own_scene_of_any(header)? {
        None => Ok(None),
        Some(AnyScene::Plane(scene)) => Ok(Some(scene)),
        Some(AnyScene::Space(_)) => L0.refuse(PLACE, "a scene in space", "one of the plane"),
    }
}

/// L0: the scene in space that a run has with it; `None` if it has none.
///
/// # Errors
/// A [`Rejection`] if the text is no scene file in space, or has another digest than the header
/// names.
pub(super) fn own_scene_in_space(header: &Header) -> Result<Option<InSpace>, Rejection> {
    match own_scene_of_any(header)? {
        None => Ok(None),
        Some(AnyScene::Space(scene)) => Ok(Some(scene)),
        Some(AnyScene::Plane(_)) => L0.refuse(PLACE, "a scene of the plane", "one in space"),
    }
}

/// L0: the scene that a run has with it; `None` if it has none.
///
/// # Errors
/// A [`Rejection`] if the text is no scene file, or has another digest than the header names.
pub fn own_scene_of_any(header: &Header) -> Result<Option<AnyScene>, Rejection> {
    let Some(text) = &header.scene_file else {
        return Ok(None);
    };
    let scene = match AnyScene::read(text, Syntax::Json) {
        Ok(scene) => scene,
        Err(error) => return L0.refuse(PLACE, error, "a scene file in JSON"),
    };
    let digest = scene.digest();
    if digest != header.scene {
        return L0.refuse(PLACE, format!("the scene {digest}"), &header.scene);
    }
    Ok(Some(scene))
}

/// Checks all steps of a run. `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong.
pub fn verify(
    scene: &Scene,
    run: &mut impl BufRead,
    on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    let steps = Steps { from: 1, to: None };
    verify_steps(Some(scene), run, steps, on_step)
}

/// Checks some steps of a run: of this scene, or, if none is given, of the one that it has with it,
/// whose digest is then in the verdict. The record before them has a state, which is believed.
/// `on_step` gets every checked step in order.
///
/// # Errors
/// A [`RunError`] for the first line or step, in the order of the file, with which something is
/// wrong, or if the run does not have the steps, or no scene is to be had.
pub fn verify_steps(
    scene: Option<&Scene>,
    run: &mut impl BufRead,
    steps: Steps,
    mut on_step: impl FnMut(&VerifiedStep),
) -> Result<Accepted, RunError> {
    steps.require_order()?;
    let mut lines = Lines::new(run);
    let (first_line, header) = first_line(&mut lines)?;
    let own_scene = own_scene(&header)?;
    let Some(known) = scene.or(own_scene.as_ref()) else {
        return Err(RunError::NoScene);
    };
    let checker = Checker::of_scene(known, &header)?;
    let wanted = Wanted {
        steps,
        is_of_own_scene: scene.is_none(),
    };
    wanted.verify(&checker, (first_line, header), &mut lines, |step| {
        on_step(step)
    })
}

/// Checks some steps of a run of the plane or in space, as [`verify_steps`] does. `on_step` gets
/// the number of every checked step.
///
/// # Errors
/// The same as [`verify_steps`].
pub fn verify_any(
    scene: Option<&AnyScene>,
    run: &mut impl BufRead,
    steps: Steps,
    mut on_step: impl FnMut(u64),
) -> Result<Accepted, RunError> {
    steps.require_order()?;
    let mut lines = Lines::new(run);
    let (first_line, header) = first_line(&mut lines)?;
    let own_scene = own_scene_of_any(&header)?;
    let wanted = Wanted {
        steps,
        is_of_own_scene: scene.is_none(),
    };
    match scene.or(own_scene.as_ref()) {
        None => Err(RunError::NoScene),
        Some(AnyScene::Plane(known)) => {
            let checker = Checker::of_scene(known, &header)?;
            let head = (first_line, header);
            wanted.verify(&checker, head, &mut lines, |step| on_step(step.k()))
        }
        Some(AnyScene::Space(known)) => {
            let checker = space::Checker::of_scene(known, &header)?;
            let head = (first_line, header);
            wanted.verify(&checker, head, &mut lines, |step| {
                on_step(step.state().index());
            })
        }
    }
}

impl Steps {
    fn require_order(self) -> Result<(), RunError> {
        let from = self.from.max(1);
        match self.to {
            Some(to) if to < from => Err(RunError::Reversed { from, to }),
            _ => Ok(()),
        }
    }
}

/// The first line of a run, as text and read.
fn first_line<R: BufRead>(lines: &mut Lines<R>) -> Result<(String, Header), RunError> {
    let Some(first_line) = lines.next()? else {
        return Err(RunError::broken(1, "an empty file", "a header"));
    };
    let header = read_header(&first_line);
    let header = header.map_err(|error| RunError::Line { line: 1, error })?;
    Ok((first_line, header))
}

/// A checker of the steps of a run, in the plane or in space.
trait Checks {
    type Record;
    type State: Clone;
    type Step;
    fn read(line: &str) -> Result<Self::Record, LineError>;
    fn begin(&self) -> Self::State;
    fn listed(&self, record: &Self::Record) -> Result<Option<Self::State>, Rejection>;
    /// L1: the step costs no more than these bytes.
    fn check(
        &self,
        before: &Self::State,
        record: &Self::Record,
        bytes: usize,
    ) -> Result<Self::Step, Rejection>;
    fn state_after(step: &Self::Step) -> &Self::State;
    fn figures(step: &Self::Step) -> Extremes;
    fn index(state: &Self::State) -> u64;
    fn digest(state: &Self::State) -> String;
    fn cost(step: &Self::Step) -> usize;
    fn is_rough(&self) -> bool;
}

impl Checks for Checker {
    type Record = run2::Record;
    type State = State;
    type Step = VerifiedStep;

    fn read(line: &str) -> Result<Self::Record, LineError> {
        read_record(line)
    }

    fn begin(&self) -> State {
        self.start()
    }

    fn listed(&self, record: &Self::Record) -> Result<Option<State>, Rejection> {
        self.state(record)
    }

    fn check(
        &self,
        before: &State,
        record: &Self::Record,
        bytes: usize,
    ) -> Result<VerifiedStep, Rejection> {
        self.paid_step(before, record, bytes)
    }

    fn state_after(step: &VerifiedStep) -> &State {
        step.state()
    }

    fn figures(step: &VerifiedStep) -> Extremes {
        Extremes::of(step)
    }

    fn index(state: &State) -> u64 {
        state.index()
    }

    fn digest(state: &State) -> String {
        state.digest()
    }

    fn cost(step: &VerifiedStep) -> usize {
        step.cost()
    }

    fn is_rough(&self) -> bool {
        self.has_friction()
    }
}

impl Checks for space::Checker {
    type Record = run2::space::Record;
    type State = space::State;
    type Step = space::VerifiedStep;

    fn read(line: &str) -> Result<Self::Record, LineError> {
        run2::space::read_record(line)
    }

    fn begin(&self) -> space::State {
        self.start()
    }

    fn listed(&self, record: &Self::Record) -> Result<Option<space::State>, Rejection> {
        self.state(record)
    }

    fn check(
        &self,
        before: &space::State,
        record: &Self::Record,
        bytes: usize,
    ) -> Result<space::VerifiedStep, Rejection> {
        self.paid_step(before, record, bytes)
    }

    fn state_after(step: &space::VerifiedStep) -> &space::State {
        step.state()
    }

    fn figures(step: &space::VerifiedStep) -> Extremes {
        step.figures().clone()
    }

    fn index(state: &space::State) -> u64 {
        state.index()
    }

    fn digest(state: &space::State) -> String {
        state.digest()
    }

    fn cost(step: &space::VerifiedStep) -> usize {
        step.cost()
    }

    fn is_rough(&self) -> bool {
        self.has_friction()
    }
}

/// So many bytes need not be in the file that pays for steps (`proofs/RUN.md`, section 9).
const FREE_BYTES: usize = 1 << 14;

/// Steps that are to be checked.
struct Wanted {
    steps: Steps,
    is_of_own_scene: bool,
}

impl Wanted {
    fn verify<C: Checks, R: BufRead>(
        &self,
        checker: &C,
        (first_line, header): (String, Header),
        lines: &mut Lines<R>,
        mut on_step: impl FnMut(&C::Step),
    ) -> Result<Accepted, RunError> {
        let Steps { from, to } = self.steps;
        let from = from.max(1);
        let mut state = checker.begin();
        if from > 1 {
            state = believed(checker, lines, from)?;
        }
        let enters = C::digest(&state);
        let mut extremes = Extremes::default();
        let mut left = FREE_BYTES;
        while to.is_none_or(|to| C::index(&state) < to) {
            let Some(line) = lines.next()? else {
                break;
            };
            let record = record::<C, R>(lines, &line)?;
            let bytes = left.saturating_add(line.len()).saturating_add(1);
            let step = checker.check(&state, &record, bytes)?;
            left = bytes.saturating_sub(C::cost(&step));
            extremes.add(&C::figures(&step));
            on_step(&step);
            state = C::state_after(&step).clone();
        }
        let steps = C::index(&state);
        // A run without steps is accepted, if no step is asked for.
        let needed = to.unwrap_or(if from > 1 { from } else { 0 });
        if steps < needed {
            return Err(RunError::Short { steps, needed });
        }
        Ok(Accepted {
            bounces: Bounces::of(&header),
            from,
            to: steps,
            is_part: from > 1 || to.is_some(),
            is_of_own_scene: self.is_of_own_scene,
            scene: header.scene,
            step: header.step,
            grid: header.grid,
            touch: header.touch,
            has_friction: checker.is_rough(),
            extremes,
            header: sha256(&(first_line + "\n")),
            enters,
            leaves: C::digest(&state),
        })
    }
}

fn record<C: Checks, R: BufRead>(lines: &Lines<R>, line: &str) -> Result<C::Record, RunError> {
    C::read(line).map_err(|error| RunError::Line {
        line: lines.count(),
        error,
    })
}

/// The state before a step, of a run or of a slice of one that begins with the record before it.
fn believed<C: Checks, R: BufRead>(
    checker: &C,
    lines: &mut Lines<R>,
    from: u64,
) -> Result<C::State, RunError> {
    let before = from.saturating_sub(1);
    let mut k: u64 = 0;
    loop {
        let Some(line) = lines.next()? else {
            return Err(RunError::Short {
                steps: k,
                needed: from,
            });
        };
        let is_before = line.starts_with(&format!("{{\"k\":{before},"));
        k = k.saturating_add(1);
        let expected = format!("{{\"k\":{k},");
        if !is_before {
            if k < before && line.starts_with(&expected) {
                continue;
            }
            let found: String = line.chars().take(40).collect();
            return Err(RunError::broken(
                lines.count(),
                found,
                format!("`{expected}`"),
            ));
        }
        if k != 1 && k != before {
            return Err(RunError::broken(
                lines.count(),
                format!("step {before}"),
                format!("`{expected}`"),
            ));
        }
        let record = record::<C, R>(lines, &line)?;
        return match checker.listed(&record)? {
            Some(state) => Ok(state),
            None => {
                let found = format!("step {before} without a state");
                Err(RunError::broken(
                    lines.count(),
                    found,
                    "one with `state`, where steps are left out",
                ))
            }
        };
    }
}
