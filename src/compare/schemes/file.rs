//! The lines of a run of a scheme for comparison, `zwang-comparison-1` (`docs/comparison.md`): a
//! header, then a line for each step.
//!
//! Numbers are exact, in strings. Nothing in such a file is proved, so a record has no forces: what
//! it has beside the state is there to compare.

use super::{
    Advance, Bracing, CriticalChoice, Diagnostics, Enforcement, Framework, LengthRule, Misprint,
    Model, Rounding, Scheme, Selection, SidednessRule, Step, Ties, Triple, Vertex,
};
use serde::{Deserialize, Serialize};
use zwang_exact::{NumberError, Rational, Vector, parse};
use zwang_scene::{BodyId, Scene};

/// The format that a header names.
pub const FORMAT: &str = "zwang-comparison-1";

/// The first line of a run.
#[derive(Serialize)]
pub struct Header {
    format: &'static str,
    certified: bool,
    scene: String,
    step: String,
    scheme: &'static str,
    model: &'static str,
    bracing: Option<&'static str>,
    lengths: Option<&'static str>,
    penalty: Option<String>,
    sidedness: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relaxation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stiffness: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounces: Option<usize>,
    selection: &'static str,
    reach: Option<String>,
    critical: Option<&'static str>,
    ties: Option<&'static str>,
    rounding: &'static str,
    grid: Option<u32>,
    bodies: Vec<Nodes>,
    program: &'static str,
}

/// The nodes of a free body: those of its corners, `null` for a corner that is pinned to what is
/// fixed; or centroid and turn.
#[derive(Serialize)]
#[serde(untagged)]
enum Nodes {
    Corners {
        body: usize,
        corners: Vec<Option<usize>>,
    },
    Rigid {
        body: usize,
        centroid: usize,
        turn: usize,
    },
}

/// The line of a step.
#[derive(Serialize, Deserialize)]
pub struct Record {
    /// The number of the step, from 1.
    pub k: u64,
    nodes: Vec<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    velocities: Option<Vec<[String; 2]>>,
    rows: Vec<[usize; 6]>,
    pressing: Vec<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side_cases: Option<usize>,
    penetration: Option<Overlap>,
    length_errors: [String; 2],
    asymmetry: String,
    energy: String,
}

#[derive(Serialize, Deserialize)]
struct Overlap {
    bodies: [usize; 2],
    squared: String,
}

impl Header {
    /// The header of a run.
    #[must_use]
    pub fn new(
        scene: &Scene,
        framework: &Framework,
        model: Model,
        scheme: &Scheme,
        time_step: &Rational,
    ) -> Self {
        let (lengths, penalty, sidedness) = match &scheme.advance {
            Advance::Acceleration
            | Advance::Trapezoidal
            | Advance::Momentum { .. }
            | Advance::AccelerationCone { .. }
            | Advance::Optimization { .. }
            | Advance::Springs { .. }
            | Advance::LinearProgram { .. }
            | Advance::FirstOrder { .. } => (None, None, None),
            Advance::Position {
                lengths,
                enforcement,
                sidedness,
            } => {
                let penalty = match enforcement {
                    Enforcement::Equations => None,
                    Enforcement::Penalty(factor) => Some(factor.to_string()),
                };
                (
                    Some(length_rule(*lengths)),
                    penalty,
                    Some(sidedness_rule(*sidedness)),
                )
            }
        };
        let programs = match &scheme.advance {
            Advance::AccelerationCone { programs, .. } => Some(*programs),
            _ => None,
        };
        let relaxation = match &scheme.advance {
            Advance::FirstOrder { relaxation } => Some(relaxation.to_string()),
            _ => None,
        };
        let stiffness = match &scheme.advance {
            Advance::Springs { stiffness } => Some(stiffness.to_string()),
            _ => None,
        };
        let bound = match &scheme.advance {
            Advance::LinearProgram { bound } => Some(bound.to_string()),
            _ => None,
        };
        let bounces = match &scheme.advance {
            Advance::Optimization { bounces, .. } => Some(*bounces),
            _ => None,
        };
        let (rounding, grid) = match scheme.rounding {
            Rounding::Exact => ("none", None),
            Rounding::Points { bits } => ("points", Some(bits)),
            Rounding::Bodies { bits } => ("bodies", Some(bits)),
        };
        let (model, bracing) = match model {
            Model::Corners(bracing) => ("corners", Some(self::bracing(bracing))),
            Model::NinePoints(bracing) => ("nine-points", Some(self::bracing(bracing))),
            Model::Rigid => ("rigid", None),
        };
        let Chosen {
            selection,
            reach,
            critical,
            ties,
        } = Chosen::of(&scheme.selection);
        Self {
            format: FORMAT,
            certified: false,
            scene: scene.digest(),
            step: time_step.to_string(),
            scheme: scheme_name(&scheme.advance),
            model,
            bracing,
            lengths,
            penalty,
            sidedness,
            programs,
            relaxation,
            stiffness,
            bound,
            bounces,
            selection,
            reach,
            critical,
            ties,
            rounding,
            grid,
            bodies: nodes(framework),
            program: concat!("zwang ", env!("CARGO_PKG_VERSION")),
        }
    }

    /// The choices in words.
    #[must_use]
    pub fn choices(&self) -> String {
        let penalty = self
            .penalty
            .as_ref()
            .map(|factor| format!("penalty {factor}"));
        let programs = self
            .programs
            .map(|count| format!("at most {count} programs a step"));
        let relaxation = self
            .relaxation
            .as_ref()
            .map(|time| format!("relaxation time {time} s"));
        let stiffness = self
            .stiffness
            .as_ref()
            .map(|stiffness| format!("springs of {stiffness} N/m"));
        let bound = self
            .bound
            .as_ref()
            .map(|bound| format!("at most {bound} m a step"));
        let bounces = self
            .bounces
            .map(|count| format!("at most {count} impacts one after the other"));
        let rules = [
            self.bracing,
            self.lengths,
            self.sidedness,
            Some(self.selection),
            self.critical,
            self.ties,
        ];
        let rules = rules
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .chain(penalty)
            .chain(programs)
            .chain(relaxation)
            .chain(stiffness)
            .chain(bound)
            .chain(bounces);
        [self.scheme.to_owned(), self.model.to_owned()]
            .into_iter()
            .chain(rules)
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// The line.
    ///
    /// # Errors
    /// Never: every part of it can be written.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }
}

struct Chosen {
    selection: &'static str,
    reach: Option<String>,
    critical: Option<&'static str>,
    ties: Option<&'static str>,
}

impl Chosen {
    fn of(selection: &Selection) -> Self {
        match selection {
            Selection::Touching => Self::plain("touching", None),
            Selection::Resting => Self::plain("resting", None),
            Selection::Contact { reach } => Self::plain("contact", Some(reach)),
            Selection::NearestEdge { reach } => Self::plain("nearest-edge", Some(reach)),
            Selection::CriticalEdge {
                choice,
                ties,
                reach,
            } => Self {
                critical: Some(match choice {
                    CriticalChoice::MostSatisfied => "most-satisfied",
                    CriticalChoice::LeastSatisfied => "least-satisfied",
                }),
                ties: Some(match ties {
                    Ties::First => "first",
                    Ties::Last => "last",
                    Ties::All => "all",
                }),
                ..Self::plain("critical-edge", reach.as_ref())
            },
        }
    }

    fn plain(selection: &'static str, reach: Option<&Rational>) -> Self {
        Self {
            selection,
            reach: reach.map(Rational::to_string),
            critical: None,
            ties: None,
        }
    }
}

fn scheme_name(advance: &Advance) -> &'static str {
    match advance {
        Advance::Acceleration => "acceleration",
        Advance::Trapezoidal => "trapezoidal",
        Advance::Position { .. } => "framework",
        Advance::Momentum { .. } => "momentum",
        Advance::AccelerationCone { .. } => "acceleration-cone",
        Advance::Optimization { .. } => "optimization",
        Advance::Springs { .. } => "springs",
        Advance::LinearProgram { .. } => "linear-program",
        Advance::FirstOrder { .. } => "first-order",
    }
}

fn bracing(bracing: Bracing) -> &'static str {
    match bracing {
        Bracing::Minimal => "minimal",
        Bracing::Redundant => "redundant",
    }
}

fn length_rule(rule: LengthRule) -> &'static str {
    match rule {
        LengthRule::Printed => "printed",
        LengthRule::Projection => "projection",
        LengthRule::Midpoint => "midpoint",
        LengthRule::Newton => "newton",
        LengthRule::CorrectingMidpoint => "correcting-midpoint",
        LengthRule::Prediction => "prediction",
    }
}

fn sidedness_rule(rule: SidednessRule) -> &'static str {
    match rule {
        SidednessRule::FirstOrder => "first-order",
        SidednessRule::LastStep => "last-step",
        SidednessRule::Acceleration => "acceleration",
        SidednessRule::Printed(Misprint::Division) => "printed-division",
        SidednessRule::Printed(Misprint::Weights) => "printed-weights",
        SidednessRule::Printed(Misprint::DivisionAndWeights) => "printed",
        SidednessRule::Prediction => "prediction",
    }
}

/// The nodes of each free body.
fn nodes(framework: &Framework) -> Vec<Nodes> {
    let mut bodies: Vec<Nodes> = Vec::new();
    let mut last = None;
    for outline in &framework.outlines {
        // All parts of a rigid body have the same nodes, and come one after the other.
        if outline.is_fixed || last == Some(outline.body) {
            continue;
        }
        last = Some(outline.body);
        bodies.push(match outline.vertices.first() {
            Some(Vertex::Turned { centre, turn, .. }) => Nodes::Rigid {
                body: outline.body.0,
                centroid: *centre,
                turn: *turn,
            },
            _ => Nodes::Corners {
                body: outline.body.0,
                corners: outline.vertices.iter().map(Vertex::node).collect(),
            },
        });
    }
    bodies
}

impl Record {
    /// The record of a step.
    #[must_use]
    pub fn new(k: u64, framework: &Framework, step: &Step) -> Self {
        let Diagnostics {
            bar_errors,
            penetration,
            asymmetry,
        } = &step.diagnostics;
        Self {
            k,
            nodes: texts(&step.state.current),
            velocities: step.velocities.as_deref().map(texts),
            rows: step
                .triples
                .iter()
                .map(|triple| row(framework, triple))
                .collect(),
            pressing: (0..step.pressing.len())
                .filter(|&row| step.pressing[row])
                .collect(),
            side_cases: step.side_cases,
            penetration: penetration.as_ref().map(|found| Overlap {
                bodies: found.bodies.map(|body| body.0),
                squared: found.squared_depth.to_string(),
            }),
            length_errors: bar_errors.each_ref().map(Rational::to_string),
            asymmetry: asymmetry.to_string(),
            energy: step.energy.to_string(),
        }
    }

    /// The line.
    ///
    /// # Errors
    /// Never: every part of it can be written.
    pub fn line(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string(self)
    }

    /// The errors of the state, from its record.
    ///
    /// # Errors
    /// [`NumberError`] if a number of a record that was read is none.
    pub fn diagnostics(&self) -> Result<Told, NumberError> {
        let penetration = match &self.penetration {
            None => None,
            Some(overlap) => Some((overlap.bodies.map(BodyId), parse(&overlap.squared)?)),
        };
        let [least, largest] = &self.length_errors;
        Ok(Told {
            length_errors: [parse(least)?, parse(largest)?],
            penetration,
            asymmetry: parse(&self.asymmetry)?,
            energy: parse(&self.energy)?,
            side_cases: self.side_cases,
        })
    }

    /// The length of the longest number of the state, in bits.
    ///
    /// # Errors
    /// [`NumberError`] if a number of a record that was read is none.
    pub fn bits(&self) -> Result<u64, NumberError> {
        let mut longest = 0;
        for node in self.places()? {
            for number in [&node.x, &node.y] {
                longest = longest.max(number.numer().bits());
                longest = longest.max(number.denom().bits());
            }
        }
        Ok(longest)
    }

    /// The places of the nodes.
    ///
    /// # Errors
    /// [`NumberError`] if a number of a record that was read is none.
    pub fn places(&self) -> Result<Vec<Vector>, NumberError> {
        numbers(&self.nodes)
    }

    /// The velocities of the nodes, m/s, if they are not the last displacements over Δt.
    ///
    /// # Errors
    /// [`NumberError`] if a number of a record that was read is none.
    pub fn velocities(&self) -> Result<Option<Vec<Vector>>, NumberError> {
        self.velocities.as_deref().map(numbers).transpose()
    }
}

fn texts(vectors: &[Vector]) -> Vec<[String; 2]> {
    let mut texts = Vec::new();
    for vector in vectors {
        texts.push([vector.x.to_string(), vector.y.to_string()]);
    }
    texts
}

fn numbers(texts: &[[String; 2]]) -> Result<Vec<Vector>, NumberError> {
    let mut vectors = Vec::new();
    for [x, y] in texts {
        vectors.push(Vector::new(parse(x)?, parse(y)?));
    }
    Ok(vectors)
}

/// The numbers of a record that a summary is made of.
pub struct Told {
    /// The least and the largest |p_i - p_j|² / ℓ² - 1 of a bar.
    pub length_errors: [Rational; 2],
    /// The bodies that overlap most, and the square of how deep, m².
    pub penetration: Option<([BodyId; 2], Rational)>,
    /// The largest difference in a coordinate from the image under a symmetry, m.
    pub asymmetry: Rational,
    /// Kinetic and potential energy without that of the start, J.
    pub energy: Rational,
    /// For acceleration cones, how many contacts were on the side of theirs in the end.
    pub side_cases: Option<usize>,
}

/// Body, part and vertex, then body, part and edge.
fn row(framework: &Framework, triple: &Triple) -> [usize; 6] {
    let [body, own] = part(framework, triple.vertex.0);
    let [other, others] = part(framework, triple.edge.0);
    [body, own, triple.vertex.1, other, others, triple.edge.1]
}

/// The body of an outline, and which of its parts it is.
fn part(framework: &Framework, outline: usize) -> [usize; 2] {
    let body = framework.outlines[outline].body;
    let before = framework.outlines[..outline].iter();
    [body.0, before.filter(|other| other.body == body).count()]
}
