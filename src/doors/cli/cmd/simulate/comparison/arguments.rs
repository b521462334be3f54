//! The arguments that choose a scheme for comparison, and the scheme that they make.

use super::super::arguments::SimulateArguments;
use super::names::{
    BracingName, CriticalName, LengthsName, ModelName, RoundingName, SelectionName, SidednessName,
    TiesName,
};
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use num_bigint::BigInt;
use zwang_exact::Rational;
use zwang_law::Grid;
use zwang_schemes::{
    Advance, Bracing, CriticalChoice, Enforcement, LengthRule, Model, Rounding, Scheme, Selection,
    SidednessRule, Ties,
};
use zwang_terminal::argument::{count, number};

/// How many programs Schmidl solves at most for a step.
const PROGRAMS: usize = 3;

fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SchemeName {
    /// The certified one: rigid bodies, every step proved.
    Rigid,
    /// Fig. 6 of Rote & Zwick, for comparison: accelerations, then velocities, then positions.
    Acceleration,
    /// Fig. 6 with the refinement that the paper mentions, for comparison: positions by the mean of
    /// the old and the new velocity.
    Trapezoidal,
    /// Fig. 7, for comparison: the positions nearest to the prediction that keep bars and sides.
    Framework,
    /// Schmidl's momentum program, for comparison: the least kinetic energy that impulses within
    /// the friction cones leave.
    Momentum,
    /// Schmidl's force program, for comparison: accelerations of least restraint in acceleration
    /// cones.
    AccelerationCone,
    /// Schmidl's whole loop, for comparison: positions by one program, impacts one after the other,
    /// and programs for the momenta that are left and for static contacts.
    Optimization,
    /// Penalty springs, for comparison: what overlaps is pushed apart, without friction.
    Springs,
    /// Milenkovic's position-based physics, for comparison: bodies that do not turn go along
    /// gravity as far as a linear program lets them.
    LinearProgram,
    /// Redon, Kheddar & Coquillart, for comparison: a world in which forces make velocities,
    /// without friction.
    FirstOrder,
}

impl SchemeName {
    /// Whether it is one of Fig. 6 of Rote & Zwick.
    fn is_of_figure_6(self) -> bool {
        matches!(self, Self::Acceleration | Self::Trapezoidal)
    }

    /// Its name on the command line.
    fn word(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Options of a scheme for comparison; none of them goes with the certified scheme.
#[derive(Args, Debug)]
#[command(next_help_heading = "Schemes for comparison (any --scheme but rigid)")]
pub struct ComparisonArguments {
    /// The model of bodies. Default: nine-points for acceleration, trapezoidal and framework,
    /// otherwise rigid.
    #[arg(long, value_enum)]
    pub model: Option<ModelName>,
    /// How many bars a rectangle of point masses has. Default: minimal.
    #[arg(long, value_enum)]
    pub bracing: Option<BracingName>,
    /// The length rule of a bar in the position step, with d = p_i - p_j, its start length ℓ, and
    /// Δd its last change. Default: correcting-midpoint.
    #[arg(long, value_enum, value_name = "RULE")]
    pub lengths: Option<LengthsName>,
    /// Hold bars by the term M Σ (violation)² of the objective instead of equations, in kg/m²; the
    /// paper takes 100.
    #[arg(long, value_name = "M", value_parser = number, allow_hyphen_values = true)]
    pub penalty: Option<Rational>,
    /// The rule that keeps a vertex outside of an edge in the position step, where A(Δp) is twice
    /// the area that the last step spans. Default: last-step.
    #[arg(long, value_enum, value_name = "RULE")]
    pub sidedness: Option<SidednessName>,
    /// Between which edges and vertices there are rows. Default: contact for acceleration,
    /// trapezoidal and acceleration-cone, critical-edge for springs and linear-program, otherwise
    /// nearest-edge.
    #[arg(long, value_enum, value_name = "RULE")]
    pub selection: Option<SelectionName>,
    /// The largest distance of the edges and vertices that get rows, in metres. Default: 1/8 with
    /// nearest-edge, no limit with critical-edge. For acceleration, trapezoidal and
    /// acceleration-cone, and with contact, what rounding may make of a contact: half the digits of
    /// --grid, so 2^-32, and 0 with --exact..
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    pub reach: Option<Rational>,
    /// Which edge of critical-edge is critical, of the best of each of two bodies. Default:
    /// most-satisfied.
    #[arg(long, value_enum, value_name = "EDGE")]
    pub critical: Option<CriticalName>,
    /// Which of several equally good critical edges count. Default: last.
    #[arg(long, value_enum)]
    pub ties: Option<TiesName>,
    /// The things that are rounded to the --grid. Default: bodies, or points where pins join point
    /// masses.
    #[arg(long, value_enum)]
    pub rounding: Option<RoundingName>,
    /// How many programs acceleration-cone solves for a step at most, between which it moves the
    /// tips of cones. Default: 3, as Schmidl takes.
    #[arg(long, value_name = "COUNT", value_parser = count, allow_negative_numbers = true)]
    pub programs: Option<usize>,
    /// The time τ of first-order, in seconds: free fall has the velocity τ g. Default: 1.
    #[arg(long, value_name = "SECONDS", value_parser = number, allow_hyphen_values = true)]
    pub relaxation: Option<Rational>,
    /// The stiffness of springs, in N/m. Default: 10000, as Schmidl takes.
    #[arg(long, value_name = "N/M", value_parser = number, allow_hyphen_values = true)]
    pub stiffness: Option<Rational>,
    /// How far a body of linear-program may go in a step along x and along y, in metres. Default:
    /// 1/32.
    #[arg(long, value_name = "METRES", value_parser = number, allow_hyphen_values = true)]
    pub bound: Option<Rational>,
    /// How many impacts of a step optimization resolves one after the other, that of the fastest
    /// approach first; a program without restitution resolves the rest. Default: 0.
    #[arg(long, value_name = "COUNT", value_parser = count, allow_negative_numbers = true)]
    pub bounces: Option<usize>,
}

impl ComparisonArguments {
    /// The first option that was given.
    fn given(&self) -> Option<&'static str> {
        let options = [
            ("--model", self.model.is_some()),
            ("--bracing", self.bracing.is_some()),
            ("--lengths", self.lengths.is_some()),
            ("--penalty", self.penalty.is_some()),
            ("--sidedness", self.sidedness.is_some()),
            ("--selection", self.selection.is_some()),
            ("--reach", self.reach.is_some()),
            ("--critical", self.critical.is_some()),
            ("--ties", self.ties.is_some()),
            ("--rounding", self.rounding.is_some()),
            ("--programs", self.programs.is_some()),
            ("--relaxation", self.relaxation.is_some()),
            ("--stiffness", self.stiffness.is_some()),
            ("--bound", self.bound.is_some()),
            ("--bounces", self.bounces.is_some()),
        ];
        options
            .into_iter()
            .find(|(_, is_given)| *is_given)
            .map(|(name, _)| name)
    }

    /// The material of bodies.
    pub fn model(&self, scheme: SchemeName) -> Result<Model> {
        let bracing = match self.bracing {
            Some(BracingName::Redundant) => Bracing::Redundant,
            Some(BracingName::Minimal) | None => Bracing::Minimal,
        };
        let is_of_points = scheme.is_of_figure_6() || scheme == SchemeName::Framework;
        let default = if is_of_points {
            ModelName::NinePoints
        } else {
            ModelName::Rigid
        };
        Ok(match self.model.unwrap_or(default) {
            ModelName::Corners => Model::Corners(bracing),
            ModelName::NinePoints => Model::NinePoints(bracing),
            ModelName::Rigid if self.bracing.is_some() => {
                bail!(
                    "found --bracing with --model rigid, which has no bars; \
                     expected --model corners or nine-points"
                )
            }
            ModelName::Rigid => Model::Rigid,
        })
    }

    /// Refuses what belongs to one scheme only, with another one.
    fn require_own(&self, scheme: SchemeName) -> Result<()> {
        let own = [
            (
                "--programs",
                self.programs.is_some(),
                SchemeName::AccelerationCone,
            ),
            (
                "--relaxation",
                self.relaxation.is_some(),
                SchemeName::FirstOrder,
            ),
            ("--stiffness", self.stiffness.is_some(), SchemeName::Springs),
            ("--bound", self.bound.is_some(), SchemeName::LinearProgram),
            (
                "--bounces",
                self.bounces.is_some(),
                SchemeName::Optimization,
            ),
        ];
        for (option, is_given, of) in own {
            if is_given && of != scheme {
                bail!(
                    "found {option} with --scheme {}; \
                     expected --scheme {}",
                    scheme.word(),
                    of.word()
                );
            }
        }
        Ok(())
    }

    /// How the scheme goes on. `contact` is how far apart may be what touches.
    fn advance(&self, scheme: SchemeName, contact: &Rational) -> Result<Advance> {
        self.require_own(scheme)?;
        let of_positions = [
            ("--lengths", self.lengths.is_some()),
            ("--penalty", self.penalty.is_some()),
            ("--sidedness", self.sidedness.is_some()),
        ];
        if scheme == SchemeName::Framework {
            let enforcement = self
                .penalty
                .clone()
                .map_or(Enforcement::Equations, Enforcement::Penalty);
            let lengths = self
                .lengths
                .map_or(LengthRule::CorrectingMidpoint, LengthsName::rule);
            let sidedness = self
                .sidedness
                .map_or(SidednessRule::LastStep, SidednessName::rule);
            return Ok(Advance::Position {
                lengths,
                enforcement,
                sidedness,
            });
        }
        if let Some((name, _)) = of_positions.into_iter().find(|(_, is_given)| *is_given) {
            bail!(
                "found {name} with --scheme {}, which has rules of its own; \
                 expected --scheme framework",
                scheme.word()
            );
        }
        Ok(match scheme {
            SchemeName::Momentum => Advance::Momentum {
                touching: contact.clone(),
            },
            SchemeName::AccelerationCone => Advance::AccelerationCone {
                touching: contact.clone(),
                programs: self.programs.unwrap_or(PROGRAMS),
            },
            SchemeName::FirstOrder => {
                let one = Rational::from_integer(1.into());
                Advance::FirstOrder {
                    relaxation: self.relaxation.clone().unwrap_or(one),
                }
            }
            SchemeName::Optimization => Advance::Optimization {
                touching: contact.clone(),
                bounces: self.bounces.unwrap_or(0),
            },
            SchemeName::Springs => Advance::Springs {
                stiffness: self
                    .stiffness
                    .clone()
                    .unwrap_or_else(|| fraction(10_000, 1)),
            },
            SchemeName::LinearProgram => Advance::LinearProgram {
                bound: self.bound.clone().unwrap_or_else(|| fraction(1, 32)),
            },
            SchemeName::Trapezoidal => Advance::Trapezoidal,
            SchemeName::Acceleration | SchemeName::Framework | SchemeName::Rigid => {
                Advance::Acceleration
            }
        })
    }

    /// Which rows there are. `contact` is how far apart may be what touches.
    fn selection(&self, scheme: SchemeName, contact: Rational) -> Result<Selection> {
        let is_in_accelerations = scheme.is_of_figure_6() || scheme == SchemeName::AccelerationCone;
        let name = self.selection.unwrap_or(match scheme {
            _ if is_in_accelerations => SelectionName::Contact,
            SchemeName::LinearProgram | SchemeName::Springs => SelectionName::CriticalEdge,
            _ => SelectionName::NearestEdge,
        });
        if name != SelectionName::CriticalEdge && (self.critical.is_some() || self.ties.is_some()) {
            let option = if self.critical.is_some() {
                "--critical"
            } else {
                "--ties"
            };
            bail!(
                "found {option} without critical edges; \
                 expected --selection critical-edge"
            );
        }
        let is_literal = matches!(name, SelectionName::Touching | SelectionName::Resting);
        match &self.reach {
            Some(_) if is_literal => {
                bail!(
                    "found --reach with rows of exact contacts only; \
                     expected --selection contact, nearest-edge or critical-edge"
                )
            }
            Some(reach) if *reach < Rational::default() => {
                bail!("--reach: found {reach}; expected at least 0")
            }
            _ => {}
        }
        Ok(match name {
            SelectionName::Touching => Selection::Touching,
            SelectionName::Resting => Selection::Resting,
            SelectionName::Contact => Selection::Contact {
                reach: self.reach.clone().unwrap_or(contact),
            },
            SelectionName::NearestEdge => {
                let far = Rational::new(1.into(), 8.into());
                let default = if is_in_accelerations { contact } else { far };
                Selection::NearestEdge {
                    reach: self.reach.clone().unwrap_or(default),
                }
            }
            SelectionName::CriticalEdge => Selection::CriticalEdge {
                choice: match self.critical {
                    Some(CriticalName::LeastSatisfied) => CriticalChoice::LeastSatisfied,
                    Some(CriticalName::MostSatisfied) | None => CriticalChoice::MostSatisfied,
                },
                ties: match self.ties {
                    Some(TiesName::First) => Ties::First,
                    Some(TiesName::All) => Ties::All,
                    Some(TiesName::Last) | None => Ties::Last,
                },
                reach: self
                    .reach
                    .clone()
                    .or(is_in_accelerations.then_some(contact)),
            },
        })
    }
}

/// The scheme that the arguments choose, for a scene with or without pins.
///
/// # Errors
/// If they do not go together.
pub fn scheme(arguments: &SimulateArguments, has_pins: bool) -> Result<Scheme> {
    let chosen = &arguments.comparison;
    let bits = arguments
        .grid
        .0
        .and_then(|digits| u32::try_from(digits).ok())
        .unwrap_or(u32::MAX);
    let is_rigid = chosen.model(arguments.scheme)? == Model::Rigid;
    let shares_points = has_pins && !is_rigid;
    let rounding = match (arguments.exact, chosen.rounding) {
        (true, Some(_)) => {
            bail!(
                "found --rounding with --exact, which rounds nothing; \
                 expected one of them"
            )
        }
        (true, None) => Rounding::Exact,
        (false, Some(RoundingName::Points)) => Rounding::Points { bits },
        (false, None) if shares_points => Rounding::Points { bits },
        (false, Some(RoundingName::Bodies) | None) => Rounding::Bodies { bits },
    };
    let contact = contact_reach(arguments);
    Ok(Scheme {
        advance: chosen.advance(arguments.scheme, &contact)?,
        selection: chosen.selection(arguments.scheme, contact)?,
        rounding,
    })
}

/// How far apart rounding may bring what touches, m: the digits of the grid are lost one by one
/// while its errors add up, and half of them are enough for any run.
fn contact_reach(arguments: &SimulateArguments) -> Rational {
    match arguments.grid.0 {
        Some(digits) if !arguments.exact => {
            Rational::new(1.into(), BigInt::from(1) << digits.div_ceil(2))
        }
        _ => Rational::default(),
    }
}

/// Makes sure that every option goes with the kind of scheme.
///
/// # Errors
/// If one does not.
pub fn require_matching(arguments: &SimulateArguments) -> Result<()> {
    let is_certified = arguments.scheme == SchemeName::Rigid;
    if let (true, Some(name)) = (is_certified, arguments.comparison.given()) {
        bail!(
            "found {name} with --scheme rigid; \
             expected another --scheme, whose runs are not certified"
        );
    }
    let is_other_grid = arguments.exact || arguments.grid != Grid::default();
    if is_certified && is_other_grid {
        let option = if arguments.exact { "--exact" } else { "--grid" };
        bail!(
            "found {option} with --scheme rigid, whose states are multiples of 2^-64; \
             expected another --scheme, whose runs are not certified"
        );
    }
    let of_certified = [
        ("--restitution-pair", !arguments.restitution_pair.is_empty()),
        ("--stats", arguments.solve.stats),
        ("--cold", arguments.cold),
    ];
    match of_certified.into_iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) if !is_certified => {
            bail!(
                "found {name} with a scheme for comparison, which knows no such thing; \
                 expected --scheme rigid"
            )
        }
        _ => Ok(()),
    }
}
