//! All orders in which pairs of bodies can strike each other, one pair after the other.
//!
//! In frictionless mechanics of rigid bodies nothing says which of several impacts of one instant
//! is first (Chatterjee & Ruina, *J. Appl. Mech.* 65, 1998). Here every pair that closes and
//! bounces may strike next, alone. The orders are walked through layer by layer, an order of n
//! impacts being in layer n: so those that lead to the same velocities are counted together, and an
//! order that never ends is cut.

use super::{Instant, InstantError, Motion, motions};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Natural, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_program::Monitor;
use zwang_scene::BodyId;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The most impacts that are resolved in all orders together; those that lead to the same
    /// velocities after the same number of impacts count once.
    pub most: usize,
    /// The most impacts of one order.
    pub longest: usize,
}

/// A way in which all orders of some number end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The motions of the free bodies.
    pub motions: Vec<Motion>,
    /// How many orders end so.
    pub orders: Natural,
    /// The pairs that strike in the first of these orders, in pairs of the file's order.
    pub example: Vec<[BodyId; 2]>,
}

/// All outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Those that most orders give first, then by their motions.
    pub outcomes: Vec<Outcome>,
    /// How many orders were cut, as they are too long, or there are too many of them.
    pub cut: Natural,
    /// How many impacts were resolved.
    pub tried: usize,
}

impl Outcomes {
    /// Whether no order was cut.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cut == 0u32
    }
}

/// Orders that lead to the same velocities.
struct Bundle {
    orders: Natural,
    example: Vec<[BodyId; 2]>,
}

type Layer = BTreeMap<Vec<Rational>, Bundle>;

impl Instant {
    /// Walks through all orders, as far as the choice says.
    ///
    /// # Errors
    /// [`InstantError`] if an impact has no answer, or if the monitor is told to stop.
    pub fn orders(&self, choice: Choice, monitor: &Monitor) -> Result<Outcomes, InstantError> {
        let mut ends = Layer::new();
        let mut cut = Natural::ZERO;
        let mut tried = 0;
        let mut layer = Layer::new();
        add(&mut layer, self.velocities.clone(), &Natural::ONE, &[]);
        for length in 0.. {
            let mut next = Layer::new();
            for (velocities, bundle) in layer {
                let pairs = self.striking(&velocities);
                if pairs.is_empty() {
                    let mut after = velocities;
                    self.stop(&mut after, monitor)?;
                    add(&mut ends, after, &bundle.orders, &bundle.example);
                    continue;
                }
                if length == choice.longest || tried + pairs.len() > choice.most {
                    cut += bundle.orders;
                    continue;
                }
                for (pair, rows) in pairs {
                    tried += 1;
                    let mut after = velocities.clone();
                    self.impact.bounce(&rows, &mut after, monitor)?;
                    let mut example = bundle.example.clone();
                    example.push(pair);
                    add(&mut next, after, &bundle.orders, &example);
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        let mut outcomes = Vec::with_capacity(ends.len());
        for (velocities, bundle) in ends {
            outcomes.push(Outcome {
                motions: motions(&velocities),
                orders: bundle.orders,
                example: bundle.example,
            });
        }
        outcomes.sort_by(|one, other| other.orders.cmp(&one.orders));
        Ok(Outcomes {
            outcomes,
            cut,
            tried,
        })
    }

    /// Pairs of bodies that close and bounce, with all their contacts that close.
    fn striking(&self, velocities: &[Rational]) -> BTreeMap<[BodyId; 2], Vec<usize>> {
        let mut pairs: BTreeMap<[BodyId; 2], Vec<usize>> = BTreeMap::new();
        let mut lively = BTreeSet::new();
        for row in self.impact.all_closing(velocities) {
            let [first, second] = self.touches[row].bodies;
            let pair = BodyId::pair(first, second);
            pairs.entry(pair).or_default().push(row);
            if self.impact.meetings[row].is_lively {
                lively.insert(pair);
            }
        }
        pairs.retain(|pair, _| lively.contains(pair));
        pairs
    }
}

fn add(layer: &mut Layer, velocities: Vec<Rational>, orders: &Natural, example: &[[BodyId; 2]]) {
    let bundle = layer.entry(velocities).or_insert_with(|| Bundle {
        orders: Natural::ZERO,
        example: example.to_vec(),
    });
    bundle.orders += orders;
}
