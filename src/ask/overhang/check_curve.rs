//! O7 to O11: curves of stacks, and the summit of the overhang along them.

use crate::check::{Case, Condition, Refusal};
use crate::curve::{CurveRow, forces, rows};
use crate::polynomial::Polynomial;
use crate::proof::Curve;
use crate::region::Region;
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use zwang_exact::Rational;

/// The largest overhang along a curve: Φ(s) / D(s) at the only root of the slope in an interval.
#[derive(Clone, Debug)]
pub struct Summit {
    /// Φ.
    numerator: Polynomial,
    /// D, above 0 on the interval.
    denominator: Polynomial,
    /// Φ' D - Φ D', above 0 at the lower end and below 0 at the upper one.
    slope: Polynomial,
    between: [Rational; 2],
    root: Option<Vec<BigInt>>,
}

impl Summit {
    /// A polynomial, from the constant coefficient on, of which the largest overhang is a root.
    #[must_use]
    pub fn polynomial(&self) -> Option<&[BigInt]> {
        self.root.as_deref()
    }

    /// The overhang at a value of s.
    #[must_use]
    pub fn overhang(&self, at: &Rational) -> Rational {
        self.numerator.value(at) / self.denominator.value(at)
    }

    /// Two numbers at most this far apart with the s of the summit between them.
    #[must_use]
    pub fn place(&self, width: &Rational) -> [Rational; 2] {
        let [mut low, mut high] = self.between.clone();
        let two = Rational::from_integer(2.into());
        while &high - &low > *width {
            let middle = (&low + &high) / &two;
            if self.slope.value(&middle).is_positive() {
                low = middle;
            } else {
                high = middle;
            }
        }
        [low, high]
    }

    /// Two numbers less than this far apart with the largest overhang between them.
    #[must_use]
    pub fn enclosure(&self, width: &Rational) -> [Rational; 2] {
        let mut narrow = width.clone();
        loop {
            let place = self.place(&narrow);
            let denominator = self.denominator.range(&place);
            let numerator = self.numerator.range(&place);
            if denominator[0].is_positive() && numerator[0].is_positive() {
                let low = &numerator[0] / &denominator[1];
                let high = &numerator[1] / &denominator[0];
                if &high - &low < *width {
                    return [low, high];
                }
            }
            narrow /= Rational::from_integer(16.into());
        }
    }

    /// O11: P(Φ / D) D^degree and the slope have a common root between the ends, and the slope has
    /// only one.
    pub(crate) fn name(&mut self, root: &[BigInt]) -> Result<(), Refusal> {
        let mut composed = Polynomial::default();
        let mut power = Polynomial::constant(Rational::one());
        for coefficient in root.iter().rev() {
            let coefficient = Rational::from_integer(coefficient.clone());
            composed = composed
                .times(&self.numerator)
                .plus(&power.scaled(&coefficient));
            power = power.times(&self.denominator);
        }
        let common = composed.common_divisor(&self.slope);
        let [low, high] = &self.between;
        if composed.is_zero() || common.roots_between(low, high) != 1 {
            let found = "a polynomial that is not 0 there";
            return Condition::O11.refuse("root", found, "one whose root the summit is");
        }
        self.root = Some(root.to_vec());
        Ok(())
    }
}

impl Case<'_> {
    pub(crate) fn is_curve(&mut self, curve: &Curve, region: &Region) -> Result<(), Refusal> {
        let place = self.place();
        let Some(forces) = forces(self.pattern) else {
            return Condition::O7.refuse(place, "a curve", "a pattern with one free force");
        };
        self.covers(curve, region, &forces)?;
        let rows = rows(self.pattern, &forces);
        let numerator = self.multipliers_bound(curve, &rows)?;
        self.places_stand(curve, &rows, &numerator)?;
        let summit = self.has_summit(curve, numerator)?;
        if self.summit.replace(summit).is_some() {
            return Condition::O7.refuse(place, "a second curve", "one in all");
        }
        Ok(())
    }

    /// O7: the free force of the region is in the interval, and there no force pulls.
    fn covers(&self, curve: &Curve, region: &Region, forces: &[Polynomial]) -> Result<(), Refusal> {
        let [low, high] = &curve.between;
        for free in self.pattern.free_contacts() {
            let [least, greatest] = &region.forces[free];
            if least < low || greatest > high || low >= high {
                let found = format!("a curve from {low} to {high}");
                let expected = format!("at least from {least} to {greatest}");
                return Condition::O7.refuse(self.place(), found, expected);
            }
        }
        for (contact, force) in forces.iter().enumerate() {
            if !force.is_nonnegative_on(&curve.between) {
                let found = format!("contact {contact} pulls");
                return Condition::O7.refuse(self.place(), found, "a force that pushes");
            }
        }
        Ok(())
    }

    /// O8: D > 0 and Y ≥ 0 on the interval, and D c + Σ Y row = 0. Returns D/2 - Σ Y b, the
    /// numerator of a bound of the overhang whose denominator is D.
    fn multipliers_bound(&self, curve: &Curve, rows: &[CurveRow]) -> Result<Polynomial, Refusal> {
        let between = &curve.between;
        let denominator = &curve.denominator;
        if !denominator.is_positive_on(between) {
            return Condition::O8.refuse(self.place(), "a denominator", "one above 0");
        }
        let count = self.pattern.bricks() + self.pattern.contacts().len();
        let mut sums = vec![Polynomial::default(); count];
        sums[self.pattern.last_of(self.level)] = denominator.clone();
        let mut bound = denominator.scaled(&Rational::new(1.into(), 2.into()));
        for (number, multiplier) in &curve.multipliers {
            let Some(row) = rows.get(*number) else {
                let expected = format!("one of {} rows", rows.len());
                return Condition::O8.refuse(self.place(), format!("row {number}"), expected);
            };
            if !row.is_equation && !multiplier.is_nonnegative_on(between) {
                let found = format!("a multiplier of row {number} below 0");
                return Condition::O8.refuse(self.place(), found, "at least 0");
            }
            for (variable, coefficient) in &row.coefficients {
                sums[*variable] = sums[*variable].plus(&coefficient.times(multiplier));
            }
            bound = bound.minus(&multiplier.scaled(&row.at_least));
        }
        for (variable, sum) in sums.iter().enumerate() {
            if !sum.is_zero() {
                let found = format!("a polynomial times variable {variable}");
                return Condition::O8.refuse(self.place(), found, 0);
            }
        }
        Ok(bound)
    }

    /// O9: E > 0 and all rows hold on the interval, and the brick reaches Φ / D.
    fn places_stand(
        &self,
        curve: &Curve,
        rows: &[CurveRow],
        numerator: &Polynomial,
    ) -> Result<(), Refusal> {
        let between = &curve.between;
        let denominator = &curve.denominator_of_places;
        let count = self.pattern.bricks() + self.pattern.contacts().len();
        if !denominator.is_positive_on(between) || curve.places.len() != count {
            let found = format!("{} places", curve.places.len());
            let expected = format!("{count}, and a denominator above 0");
            return Condition::O9.refuse(self.place(), found, expected);
        }
        for (number, row) in rows.iter().enumerate() {
            let mut slack = denominator.scaled(&-&row.at_least);
            for (variable, coefficient) in &row.coefficients {
                slack = slack.plus(&coefficient.times(&curve.places[*variable]));
            }
            let holds = match row.is_equation {
                true => slack.is_zero(),
                false => slack.is_nonnegative_on(between),
            };
            if !holds {
                let found = format!("row {number} violated");
                return Condition::O9.refuse(self.place(), found, "places that satisfy it");
            }
        }
        let half = Rational::new(1.into(), 2.into());
        let centre = &curve.places[self.pattern.last_of(self.level)];
        let reached = centre.plus(&denominator.scaled(&half));
        let difference = reached
            .times(&curve.denominator)
            .minus(&numerator.times(denominator));
        if !difference.is_zero() {
            let found = "places that reach less far";
            return Condition::O9.refuse(self.place(), found, "the bound of the multipliers");
        }
        Ok(())
    }

    /// O10.
    fn has_summit(&self, curve: &Curve, numerator: Polynomial) -> Result<Summit, Refusal> {
        let denominator = &curve.denominator;
        let rising = numerator.derivative().times(denominator);
        let slope = rising.minus(&numerator.times(&denominator.derivative()));
        let [low, high] = &curve.between;
        let changes = slope.value(low).is_positive() && slope.value(high).is_negative();
        if !changes || slope.roots_between(low, high) != 1 {
            let found = "an overhang that does not rise and then fall";
            return Condition::O10.refuse(self.place(), found, "one summit inside");
        }
        let summit = Summit {
            numerator,
            denominator: denominator.clone(),
            slope,
            between: curve.between.clone(),
            root: None,
        };
        let is_inside = *low <= curve.at && curve.at <= *high;
        let overhang = match is_inside {
            true => summit.overhang(&curve.at),
            false => Rational::zero(),
        };
        if overhang < *self.limit {
            let expected = format!("at least the limit, {}", self.limit);
            return Condition::O10.refuse(self.place(), overhang, expected);
        }
        Ok(summit)
    }
}
