//! A checked proof of a threshold. There is no way to make one but
//! [`crate::proof::threshold::verify`].

use super::root::CriticalRoot;
use crate::proof::statics::{Mechanism, StaticsVerdict};
use num_traits::Zero;
use std::fmt::{self, Formatter};
use zwang_certificate::threshold::{Threshold, Towards, Vary};
use zwang_exact::Rational;

/// A scene with a proof of the values of what varies at which it stands.
#[derive(Clone, Debug)]
pub struct VerifiedThreshold {
    digest: String,
    vary: Vary,
    bits: u64,
    proved: Proved,
}

/// The kind of answer that is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdKind {
    /// A threshold lies between a value at which forces hold the scene, and one at which none do.
    Between,
    /// Forces hold the scene with every friction above that of a fall, which is not enough itself.
    Open,
    /// Forces hold the scene without friction: its critical friction is 0.
    NeedsNoFriction,
    /// Forces hold the scene with a friction, and with any larger one.
    FrictionFrom,
    /// Forces hold the scene at a value and at all further ones: there is no limit.
    Endless,
    /// No friction is enough.
    NoFriction,
    /// The scene falls at a value and at all further ones, on the side of `falls_at`.
    FallsBeyond,
    /// The scene falls at all values.
    FallsEverywhere,
}

impl ThresholdKind {
    /// The words for it in answers.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Between => "limit",
            Self::Open => "every friction above",
            Self::NeedsNoFriction => "needs no friction",
            Self::FrictionFrom => "every friction from",
            Self::Endless => "no limit",
            Self::NoFriction => "no friction is enough",
            Self::FallsBeyond => "falls beyond",
            Self::FallsEverywhere => "falls everywhere",
        }
    }
}

/// The proved statement.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there is one for each proof")]
pub(super) enum Proved {
    Between {
        held: Held,
        fall: Fall,
        root: Option<CriticalRoot>,
        /// Whether every friction above that of the fall holds the scene.
        is_open: bool,
    },
    FrictionFrom(Held),
    Endless(Held, Towards),
    NoFriction(Fall),
    Falls {
        fall: Fall,
        is_everywhere: bool,
    },
}

/// A value at which forces hold the scene.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub at: Rational,
    pub verdict: StaticsVerdict,
}

/// A value at which none do.
#[derive(Clone, Debug)]
pub(super) struct Fall {
    pub at: Rational,
    /// The value at which the velocity that shows this begins to do work; `None` if it does at all
    /// values, or if friction varies.
    pub beyond: Option<Rational>,
    pub mechanism: Option<Mechanism>,
}

impl VerifiedThreshold {
    pub(super) fn new(threshold: &Threshold, proved: Proved) -> Self {
        Self {
            digest: threshold.scene.clone(),
            vary: threshold.vary.clone(),
            bits: threshold.bits(),
            proved,
        }
    }

    /// SHA-256 of the canonical form of the scene as it is given, in hexadecimal.
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The quantity that varies.
    #[must_use]
    pub fn vary(&self) -> &Vary {
        &self.vary
    }

    /// The kind of answer that is proved.
    #[must_use]
    pub fn kind(&self) -> ThresholdKind {
        match &self.proved {
            Proved::Between { is_open: true, .. } => ThresholdKind::Open,
            Proved::Between { .. } => ThresholdKind::Between,
            Proved::FrictionFrom(held) if held.at.is_zero() => ThresholdKind::NeedsNoFriction,
            Proved::FrictionFrom(_) => ThresholdKind::FrictionFrom,
            Proved::Endless(..) => ThresholdKind::Endless,
            Proved::NoFriction(_) => ThresholdKind::NoFriction,
            Proved::Falls { is_everywhere, .. } => match is_everywhere {
                true => ThresholdKind::FallsEverywhere,
                false => ThresholdKind::FallsBeyond,
            },
        }
    }

    /// A value at which forces hold the scene; `None` if it falls at all values looked at.
    #[must_use]
    pub fn stands_at(&self) -> Option<&Rational> {
        Some(&self.held()?.at)
    }

    /// Whether the scene stands there, or can stand; falls if there is no such value.
    #[must_use]
    pub fn verdict(&self) -> StaticsVerdict {
        match self.held() {
            Some(held) => held.verdict,
            None => StaticsVerdict::Falls,
        }
    }

    /// A value at which no forces hold the scene; `None` if it stands at all values looked at.
    #[must_use]
    pub fn falls_at(&self) -> Option<&Rational> {
        Some(&self.fall()?.at)
    }

    /// The value at which the velocity that shows this begins to: the scene falls at every value
    /// beyond, to the
    /// side of [`falls_at`](Self::falls_at). `None` where that is not known, and where it falls at
    /// all values.
    #[must_use]
    pub fn falls_beyond(&self) -> Option<&Rational> {
        self.fall()?.beyond.as_ref()
    }

    /// How the scene falls: with a proof of a root just below it, otherwise at
    /// [`falls_at`](Self::falls_at).
    #[must_use]
    pub fn mechanism(&self) -> Option<&Mechanism> {
        self.fall()?.mechanism.as_ref()
    }

    /// For a scene without a limit, whether it stands at all larger values rather than at all
    /// smaller ones.
    #[must_use]
    pub fn towards(&self) -> Option<Towards> {
        match &self.proved {
            Proved::Endless(_, towards) => Some(*towards),
            _ => None,
        }
    }

    /// The exact critical friction, if it is proved.
    #[must_use]
    pub fn root(&self) -> Option<&CriticalRoot> {
        match &self.proved {
            Proved::Between { root, .. } => root.as_ref(),
            _ => None,
        }
    }

    /// Whether the threshold is exactly where the scene is shown to stand.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        let stands_at = self.stands_at();
        stands_at.is_some() && self.falls_beyond() == stands_at
    }

    /// The length of the largest integer of the proof, in bits.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.bits
    }

    fn held(&self) -> Option<&Held> {
        match &self.proved {
            Proved::Between { held, .. }
            | Proved::FrictionFrom(held)
            | Proved::Endless(held, _) => Some(held),
            Proved::NoFriction(_) | Proved::Falls { .. } => None,
        }
    }

    fn fall(&self) -> Option<&Fall> {
        match &self.proved {
            Proved::Between { fall, .. }
            | Proved::NoFriction(fall)
            | Proved::Falls { fall, .. } => Some(fall),
            Proved::FrictionFrom(_) | Proved::Endless(..) => None,
        }
    }
}

impl VerifiedThreshold {
    /// The proved statement but for its root, with numbers as `number` spells them.
    #[must_use]
    pub fn statement(&self, number: impl Fn(&Rational) -> String) -> String {
        let vary = &self.vary;
        match &self.proved {
            Proved::Between {
                held,
                fall,
                root: _,
                is_open,
            } => {
                let Held { at, verdict } = held;
                let at = number(at);
                let falls = match &fall.beyond {
                    Some(beyond) => format!("{} {}", fall.side_of(beyond), number(beyond)),
                    None => format!("at {}", number(&fall.at)),
                };
                let open = match is_open {
                    true => format!("; can stand at every friction above {}", number(&fall.at)),
                    false => String::new(),
                };
                format!("{verdict} at {vary} {at}, falls {falls}{open}")
            }
            Proved::FrictionFrom(Held { at, verdict }) => {
                let at = number(at);
                format!("{verdict} at every friction from {at} up")
            }
            Proved::Endless(Held { at, verdict }, towards) => {
                let at = number(at);
                let way = match towards {
                    Towards::Larger => "up",
                    Towards::Smaller => "down",
                };
                format!("{verdict} at every {vary} from {at} {way}")
            }
            Proved::NoFriction(_) => "falls at every friction".to_owned(),
            Proved::Falls {
                fall,
                is_everywhere,
            } => match &fall.beyond {
                Some(beyond) if !is_everywhere => {
                    let side = fall.side_of(beyond);
                    let beyond = number(beyond);
                    format!("falls at every {vary} {side} {beyond}")
                }
                _ => format!("falls at every {vary}"),
            },
        }
    }
}

impl Fall {
    /// The side of a value on which the scene falls.
    fn side_of(&self, beyond: &Rational) -> &'static str {
        match self.at > *beyond {
            true => "above",
            false => "below",
        }
    }
}

/// The proved statement, with fractions.
impl fmt::Display for VerifiedThreshold {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(&self.statement(Rational::to_string))?;
        match self.root() {
            Some(root) => write!(formatter, "; critical at the root of {root}"),
            None => Ok(()),
        }
    }
}
