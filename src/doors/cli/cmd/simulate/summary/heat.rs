//! The work of friction in the steps of a run, how many contacts slid, and which steps it was left
//! out of.

use super::lines;
use super::peak::LENGTH_DIGITS;
use serde::{Serialize, Serializer};
use zwang_exact::Rational;
use zwang_output::decimal::decimal;
use zwang_output::run::Friction;

/// Heat is added up in multiples of 2 to minus this: exact sums would have the denominators of all
/// steps.
const DIGITS: u32 = 128;

/// Heat, and groups that obeyed less than Coulomb's law, over all steps.
#[derive(Default, Serialize)]
pub struct Heat {
    /// J, of each step rounded up.
    #[serde(rename = "heat_at_most", serialize_with = "as_joules")]
    total: Rational,
    /// How many groups of steps were relaxed (`proofs/RUN.md`, section 13).
    relaxed: u64,
    /// In how many steps a contact slid.
    sliding_steps: usize,
    /// The most contacts that slid in one step.
    most_sliding: usize,
}

fn as_joules<S: Serializer>(total: &Rational, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(total)
}

impl Heat {
    /// One step more.
    pub fn add(&mut self, facts: &Friction, relaxed: u64) {
        let unit = Rational::from_integer(num_bigint::BigInt::from(1) << DIGITS);
        self.total += (&facts.heat * &unit).ceil() / unit;
        let sliding = facts.sliding.len();
        self.sliding_steps += usize::from(sliding > 0);
        self.most_sliding = self.most_sliding.max(sliding);
        self.relaxed += relaxed;
    }

    /// For people.
    pub fn text(&self) -> String {
        let total = decimal(&self.total, LENGTH_DIGITS);
        let mark = if total.exact { "" } else { "≈ " };
        let mut text = format!("{mark}{} J of heat; ", total.text);
        if self.sliding_steps == 0 {
            text += "no contact slid";
        } else {
            let steps = lines::count(self.sliding_steps, "step");
            let most = self.most_sliding;
            text += &format!("contacts slid in {steps}, {most} at most in one");
        }
        if self.relaxed > 0 {
            let groups = lines::count(self.relaxed as usize, "group");
            text += &format!(
                "; {groups} of bodies obeyed less than the law in a step, \
                 as no motion was found that obeys it (relaxed)"
            );
        }
        text
    }
}
