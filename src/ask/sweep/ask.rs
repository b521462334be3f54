//! Questions about each scene, and their answers: made here, or taken from a proof.

use crate::row::Answer;
use num_traits::Zero;
use std::fmt::{self, Formatter};
use std::num::NonZero;
use std::str::FromStr;
use zwang_answer::file::RunReader;
use zwang_answer::{
    CheckedStep, CheckedSteps, CriticalError, InSpaceError, RunError, RunHeader, Simulation,
};
use zwang_answer::{StabilityError, VerifiedStability};
use zwang_answer::{
    StabilityInSpace, StartInSpace, accelerations, collapse, collapse_verdict, mechanism_of,
    stability, stability_in_space, stability_of_proof_in_space, start_in_space,
    start_of_proof_in_space, threshold,
};
use zwang_certificate::friction::Law;
use zwang_check::Checked;
use zwang_check::friction::{FrictionVerdict, VerifiedAccelerations};
use zwang_check::space_optimum::{OptimumVerdict, VerifiedOptimum};
use zwang_check::statics::{Mechanism, StaticsVerdict, VerifiedStatics};
use zwang_check::threshold::VerifiedThreshold;
use zwang_check::{Verdict, Verified};
use zwang_collapse::{Variation, VariedLoad};
use zwang_exact::Rational;
use zwang_law::{LawError, Settings};
use zwang_output::{Limit, report};
use zwang_program::{Monitor, Options};
use zwang_scene::{AnyScene, Scene, space};

/// The question about each scene.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ask {
    /// How it starts to move: `collapse`.
    Collapse,
    /// Whether it stands: `stability`.
    Stability,
    /// Its motion in so many steps of so many seconds: `simulate:100`, `simulate:100:1/50`.
    Simulate {
        /// The number of steps.
        steps: u64,
        /// The time step, s.
        step: Rational,
    },
    /// The limit at which it ceases to stand: `critical:friction`, `critical:left`,
    /// `critical:right`, as a load grows `critical:load:NAME`, as one shrinks and turns round
    /// `critical:unload:NAME`. NAME is that of a load of the scene, or gx or gy for gravity.
    Critical(Variation),
}

/// A text that asks nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "found `{0}`; expected collapse, stability, simulate:STEPS, simulate:STEPS:SECONDS, \
     critical:friction, critical:left, critical:right, critical:load:NAME or critical:unload:NAME"
)]
pub struct AskError(String);

/// Why a scene has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoAnswer {
    #[error(transparent)]
    Stability(#[from] StabilityError),
    #[error(transparent)]
    Critical(#[from] CriticalError),
    #[error(transparent)]
    Run(#[from] RunError),
    #[error(transparent)]
    Motion(#[from] LawError),
    #[error(transparent)]
    Space(#[from] InSpaceError),
    #[error("found a scene in space, asked for {0}; expected stability or collapse")]
    InSpace(String),
}

/// How close the values are between which a critical friction lies.
fn width() -> Rational {
    Rational::new(1.into(), 1_000_000_000_000_u64.into())
}

impl FromStr for Ask {
    type Err = AskError;

    fn from_str(text: &str) -> Result<Self, AskError> {
        if let Some(varied) = text.strip_prefix("critical:") {
            let variation = variation(varied).map(Self::Critical);
            return variation.ok_or_else(|| AskError(text.to_owned()));
        }
        let pieces: Vec<&str> = text.split(':').collect();
        let ask = match pieces[..] {
            ["collapse"] => Some(Self::Collapse),
            ["stability"] => Some(Self::Stability),
            ["simulate", steps] => simulate(steps, None),
            ["simulate", steps, step] => simulate(steps, Some(step)),
            _ => None,
        };
        ask.ok_or_else(|| AskError(text.to_owned()))
    }
}

fn variation(text: &str) -> Option<Variation> {
    match text.split_once(':') {
        Some((_, "")) => None,
        Some(("load", name)) => Some(Variation::Growing(VariedLoad::of_name(name))),
        Some(("unload", name)) => Some(Variation::Shrinking(VariedLoad::of_name(name))),
        Some(_) => None,
        None => match text {
            "friction" => Some(Variation::Friction),
            "left" => Some(Variation::TiltLeft),
            "right" => Some(Variation::TiltRight),
            _ => None,
        },
    }
}

/// The quantity that varies, in the form in which it is read.
fn name(variation: &Variation) -> String {
    match variation {
        Variation::Friction => "friction".to_owned(),
        Variation::TiltLeft => "left".to_owned(),
        Variation::TiltRight => "right".to_owned(),
        Variation::Growing(load) => format!("load:{}", load.name()),
        Variation::Shrinking(load) => format!("unload:{}", load.name()),
    }
}

fn simulate(steps: &str, step: Option<&str>) -> Option<Ask> {
    let steps: NonZero<u64> = steps.parse().ok()?;
    let step = match step {
        Some(step) => zwang_exact::parse(step).ok()?,
        None => Settings::default().step,
    };
    if step <= Rational::zero() {
        return None;
    }
    let steps = steps.get();
    Some(Ask::Simulate { steps, step })
}

/// Writes the form in which it is read.
impl fmt::Display for Ask {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        match self {
            Self::Collapse => formatter.write_str("collapse"),
            Self::Stability => formatter.write_str("stability"),
            Self::Simulate { steps, step } => write!(formatter, "simulate:{steps}:{step}"),
            Self::Critical(variation) => {
                let varied = name(variation);
                write!(formatter, "critical:{varied}")
            }
        }
    }
}

impl Ask {
    /// Solves the scene and has the proof checked.
    pub(crate) fn answer(&self, scene: &AnyScene, monitor: &Monitor) -> Result<Answer, NoAnswer> {
        let options = Options {
            threads: 1,
            ..Options::default()
        };
        match scene {
            AnyScene::Plane(scene) => self.answer_in_plane(scene, &options, monitor),
            AnyScene::Space(scene) => self.answer_in_space(scene, &options, monitor),
        }
    }

    fn answer_in_space(
        &self,
        scene: &space::Scene,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Answer, NoAnswer> {
        match self {
            Self::Collapse => Ok(of_start(start_in_space(scene, options, monitor, &|| ())?)),
            Self::Stability => {
                let solved = stability_in_space(scene, options, monitor, || ())?;
                let verdict = solved.verdict().to_string();
                Ok(of_held(solved, &verdict))
            }
            Self::Critical(_) | Self::Simulate { .. } => Err(NoAnswer::InSpace(self.to_string())),
        }
    }

    fn answer_in_plane(
        &self,
        scene: &Scene,
        options: &Options,
        monitor: &Monitor,
    ) -> Result<Answer, NoAnswer> {
        match self {
            Self::Collapse if scene.friction.is_none() => {
                let solved = collapse(scene, options, monitor, || ());
                let solved = solved.map_err(StabilityError::Collapse)?;
                let verdict = solved.verdict().to_string();
                let proof = solved.proof().to_owned();
                Ok(of_motion(&solved.verified, &verdict, proof))
            }
            Self::Collapse => {
                let solved = accelerations(scene, Law::Coulomb, options, monitor, || ());
                let solved = solved.map_err(StabilityError::Collapse)?;
                let verdict = collapse_verdict(solved.verdict()).to_string();
                Ok(of_friction(&solved.verified, &verdict, solved.proof))
            }
            Self::Stability => {
                let solved = stability(scene, options, monitor, || ())?;
                let proof = solved.proof().to_owned();
                let verdict = solved.verdict().to_string();
                Ok(match solved {
                    VerifiedStability::Motion(found) => of_motion(&found.verified, &verdict, proof),
                    VerifiedStability::Statics(found) => of_statics(&found.verified, proof),
                    VerifiedStability::Rest(found) => of_friction(&found.verified, &verdict, proof),
                })
            }
            Self::Critical(vary) => {
                let width = width();
                let solved = threshold(scene, vary, &width, options, monitor, || ())?;
                let mechanism = solved.mechanism.as_ref();
                Ok(of_threshold(&solved.verified, mechanism, solved.proof))
            }
            Self::Simulate { steps, step } => run(scene, *steps, step, monitor),
        }
    }

    /// Whether it may be asked about a scene in space.
    pub(crate) fn is_for_space(&self) -> bool {
        match self {
            Self::Collapse | Self::Stability => true,
            Self::Critical(_) | Self::Simulate { .. } => false,
        }
    }

    /// The statement of a proof, found by the checker alone. `Err` says why it proves nothing of
    /// what is asked.
    pub(crate) fn judge(&self, scene: &AnyScene, proof: &str) -> Result<Answer, String> {
        match scene {
            AnyScene::Plane(scene) => self.judge_in_plane(scene, proof),
            AnyScene::Space(scene) => self.judge_in_space(scene, proof),
        }
    }

    fn judge_in_space(&self, scene: &space::Scene, proof: &str) -> Result<Answer, String> {
        let found = match self {
            Self::Collapse => {
                let start = start_of_proof_in_space(scene, proof).map_err(told)?;
                start.map(of_start)
            }
            Self::Stability => {
                let held = stability_of_proof_in_space(scene, proof).map_err(told)?;
                held.map(|held| {
                    let verdict = held.verdict().to_string();
                    of_held(held, &verdict)
                })
            }
            Self::Critical(_) | Self::Simulate { .. } => None,
        };
        match found {
            Some(mut answer) => {
                proof.clone_into(&mut answer.proof);
                Ok(answer)
            }
            None => {
                let checked = zwang_answer::check_in_space(scene, proof).map_err(told)?;
                Err(self.other_proof(&checked.verdict()))
            }
        }
    }

    fn other_proof(&self, found: &str) -> String {
        format!("found a proof that {found}; expected one of {self}")
    }

    fn judge_in_plane(&self, scene: &Scene, proof: &str) -> Result<Answer, String> {
        if let Self::Simulate { steps, step } = self {
            return judge_run(scene, proof, *steps, step);
        }
        let checked = zwang_answer::check(scene, proof);
        let checked = checked.map_err(told)?;
        let proof = proof.to_owned();
        match (self, &checked) {
            (Self::Collapse, Checked::Motion(found)) => {
                let verdict = found.verdict().to_string();
                Ok(of_motion(found, &verdict, proof))
            }
            (Self::Collapse, Checked::Friction(found)) if found.law() == Law::Coulomb => {
                let verdict = collapse_verdict(found.verdict()).to_string();
                Ok(of_friction(found, &verdict, proof))
            }
            (Self::Stability, Checked::Motion(found)) if scene.is_at_rest() => {
                let verdict = match found.verdict() {
                    Verdict::Rests => StaticsVerdict::Stands,
                    _ => StaticsVerdict::Falls,
                };
                let verdict = verdict.to_string();
                Ok(of_motion(found, &verdict, proof))
            }
            (Self::Stability, Checked::Statics(found)) => Ok(of_statics(found, proof)),
            (Self::Stability, Checked::Friction(found))
                if found.verdict() == FrictionVerdict::Stands =>
            {
                let verdict = found.verdict().to_string();
                Ok(of_friction(found, &verdict, proof))
            }
            (Self::Critical(_), Checked::Threshold(found)) => {
                let (options, monitor) = (Options::default(), Monitor::default());
                let mechanism = mechanism_of(scene, found, &options, &monitor);
                let mechanism = mechanism.map_err(told)?;
                Ok(of_threshold(found, mechanism.as_ref(), proof))
            }
            _ => Err(self.other_proof(&checked.verdict())),
        }
    }
}

/// An error in words.
fn told(error: impl fmt::Display) -> String {
    error.to_string()
}

/// The answer of `collapse` or of `stability` for a scene without friction.
fn of_motion(verified: &Verified, verdict: &str, proof: String) -> Answer {
    let mut answer = Answer::new(verdict, verified.bits(), proof);
    if let Some(motion) = verified.first_answer() {
        answer.contacts = Some(motion.contacts.len() as u64);
        answer.restraint = Some(motion.restraint.to_string());
    }
    answer
}

fn of_statics(verified: &VerifiedStatics, proof: String) -> Answer {
    let verdict = verified.verdict().to_string();
    let mut answer = Answer::new(&verdict, verified.bits(), proof);
    if let Some(holding) = verified.holding() {
        answer.contacts = Some(holding.contacts.len() as u64);
    }
    answer
}

fn of_optimum(verified: &VerifiedOptimum, proof: String) -> Answer {
    let verdict = verified.verdict().to_string();
    let mut answer = Answer::new(&verdict, verified.bits(), proof);
    answer.contacts = Some(verified.contacts().len() as u64);
    answer
}

/// The answer of `collapse` for a scene in space.
fn of_start(start: StartInSpace) -> Answer {
    match start {
        StartInSpace::Motion(found) => of_optimum(&found.verified, found.proof),
        StartInSpace::Held(held) => of_held(held, &OptimumVerdict::Rests.to_string()),
    }
}

/// The answer of `stability` for a scene in space, or of `collapse` if it rests.
fn of_held(held: StabilityInSpace, verdict: &str) -> Answer {
    let mut answer = Answer::new(verdict, held.bits(), held.proof);
    if let Some(holding) = held.verified.holding() {
        answer.contacts = Some(holding.len() as u64);
    }
    answer
}

/// The answer of `collapse` for a scene with friction, or of `stability` where nothing but rest
/// obeys Coulomb's law: the contacts of the first motion of each group. If some group has none,
/// there is no motion of the scene.
fn of_friction(verified: &VerifiedAccelerations, verdict: &str, proof: String) -> Answer {
    let mut answer = Answer::new(verdict, verified.bits(), proof);
    let mut contacts = 0;
    for group in verified.groups() {
        let Some(first) = group.answers.first() else {
            return answer;
        };
        contacts += first.contacts.len() as u64;
    }
    answer.contacts = Some(contacts);
    answer
}

/// The answer of `critical`, with the words of its JSON.
fn of_threshold(
    verified: &VerifiedThreshold,
    mechanism: Option<&Mechanism>,
    proof: String,
) -> Answer {
    let verdict = verified.verdict().to_string();
    let mut answer = Answer::new(&verdict, verified.bits(), proof);
    let limit = Limit::of(verified);
    answer.answer = Some(verified.kind().name().to_owned());
    answer.limit = limit.as_ref().and_then(Limit::text);
    answer.limit_near = limit.map(|limit| limit.near().to_string());
    answer.exact = Some(Limit::is_known(verified));
    answer.mode = mechanism.map(|mechanism| report::mode(mechanism).to_owned());
    answer.stands_at = verified.stands_at().map(Rational::to_string);
    answer.falls_at = verified.falls_at().map(Rational::to_string);
    answer
}

/// Makes a run, each step checked; its proof is the text of its file.
fn run(scene: &Scene, steps: u64, step: &Rational, monitor: &Monitor) -> Result<Answer, NoAnswer> {
    let settings = Settings {
        step: step.clone(),
        restitution: zwang_answer::restitution(scene),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(scene.clone(), settings)?;
    let header = simulation.header();
    let records = std::iter::repeat_with(|| simulation.advance(monitor));
    let mut run = Run::new(&header);
    let made = CheckedSteps::new(scene, &header, records);
    let mut made = made.map_err(RunError::Rejected)?;
    while run.steps < steps
        && let Some(step) = made.next()
    {
        run.push(&step?);
    }
    Ok(run.answer())
}

fn judge_run(scene: &Scene, text: &str, steps: u64, step: &Rational) -> Result<Answer, String> {
    let mut reader = RunReader::new(text.as_bytes(), "proof");
    let header = reader.require_header();
    let header = header.map_err(told)?;
    if header.step() != step {
        let found = header.step();
        return Err(format!("found steps of {found} s; expected {step} s"));
    }
    let mut run = Run::new(&header);
    let checked = CheckedSteps::new(scene, &header, reader);
    for step in checked.map_err(told)? {
        let step = step.map_err(told)?;
        run.push(&step);
    }
    if run.steps != steps {
        let found = run.steps;
        return Err(format!("found {found} steps; expected {steps}"));
    }
    Ok(run.answer())
}

/// A run as far as it is known.
struct Run {
    text: String,
    steps: u64,
    bits: u64,
    moves: bool,
}

impl Run {
    fn new(header: &RunHeader) -> Self {
        Self {
            text: header.line() + "\n",
            steps: 0,
            bits: 0,
            moves: false,
        }
    }

    fn push(&mut self, step: &CheckedStep) {
        let facts = step.verified().facts();
        self.text += &step.record().line();
        self.text += "\n";
        self.steps += 1;
        self.bits = self.bits.max(facts.bits);
        self.moves |= !facts.kinetic.is_zero();
    }

    fn answer(self) -> Answer {
        let verdict = if self.moves { "moves" } else { "rests" };
        Answer::new(verdict, self.bits, self.text)
    }
}
