//! Groups whose state is proved without their exact motion (`proofs/RUN.md`, section 4a).
//!
//! Short forces φ near those of least restraint give a motion x. An opening o and a small ε make
//! y = x + ε o satisfy all rows, and a side of each corner; the exact motion is then at most ρ away
//! from x, where ρ² = ε² |o|² + 2 Σ φ v(y). If all of that ball is rounded to one state, that state
//! is the next one.
//!
//! Where sides of corners press, the forces of every other choice of sides have to give a higher
//! bound of restraint than those of the answer.
//!
//! Here everything is computed with integers in units of 2^-Q, generously rounded: what is found is
//! a suggestion to the checker, which computes exactly. Where no ball is found, or one that is too
//! large, finer forces may give one; otherwise the group is solved exactly, unless it has more
//! bodies than that could end for.

use crate::folding::Unknowns;
use crate::forces::Forces;
use crate::forms::{self, Form};
use crate::group::Group;
use crate::near::{Approximated, NearCase};
use crate::plane::Plane;
use crate::program::Program;
use crate::rounding;
use crate::setting::Setting;
use crate::state::Placement;
use crate::step::{GridMotion, Motion};
use crate::tree::Choice;
use malachite::base::num::arithmetic::traits::{Abs, DivRound, FloorSqrt, PowerOf2, UnsignedAbs};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::num::logic::traits::SignificantBits;
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_program::kernel::number::Divisor;
use zwang_program::kernel::{Fineness, opening};
use zwang_scene::BodyId;

/// Digits behind those of the forces.
const SPARE_DIGITS: u64 = 64;
/// Values that are not larger than this, in units, may be negative.
const DOUBT: u64 = 40;
/// Restraints that agree to so many digits may be the same.
const CLOSE_DIGITS: u64 = 64;
/// Linear parts of values under an opening are in units of 2 to the minus this.
const OPENING_DIGITS: u64 = 64;

/// An opening as a record has it.
#[derive(Clone, Debug)]
pub(crate) enum Opening {
    /// Away from a point.
    Point([Rational; 2]),
    /// (d, s) of each body of the group.
    Motion(Vec<[Integer; 3]>),
}

/// The proof of a group by an enclosure, and the placements that follow.
pub(crate) struct Enclosed {
    pub(crate) opening: Opening,
    pub(crate) placements: BTreeMap<BodyId, Placement>,
}

/// Forces over 2^digits, as records have them, given the numbers in which they were found.
pub(crate) fn rounded(
    setting: &Setting,
    group: &Group,
    forces: &Forces,
    fineness: Fineness,
) -> Forces {
    forces.rounded(digits_of_forces(setting, group, fineness))
}

/// The binary digits that forces are rounded to: three times those of the grid, and more for light
/// bodies. Where these were not enough, as a state was too near to the edge between two grid
/// points, the finest numbers give once more as many as the grid has.
fn digits_of_forces(setting: &Setting, group: &Group, fineness: Fineness) -> u64 {
    // Only groups of runs on a grid are enclosed.
    let grid = setting.instant.grid.0.unwrap_or_default();
    let mut lightest = 0;
    for body in &group.bodies {
        let mass = setting.instant.outline.mass(*body);
        for mass in [&mass.mass, &mass.inertia] {
            let numerator = mass.numerator_ref().significant_bits();
            let denominator = mass.denominator_ref().significant_bits();
            lightest = lightest.max(denominator.saturating_sub(numerator));
        }
    }
    let grids = if fineness == Fineness::Long { 4 } else { 3 };
    grids * grid + lightest
}

/// Why forces prove nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unproved {
    /// Better ones might.
    TooFar,
    /// Under the motion of these forces both sides of a corner are violated that is not decided,
    /// this one less than the other.
    Corner(Choice),
    /// Another case may have as little restraint.
    OtherCase,
}

/// The proof that forces of the answer give, which are rounded.
///
/// # Errors
/// Why there is none.
pub(crate) fn enclose(
    setting: &Setting,
    approximated: &Approximated,
    forces: &Forces,
    grid: u64,
) -> Result<Enclosed, Unproved> {
    let case = approximated.case();
    let fineness = approximated.fineness();
    let mut rows = Rows::new(setting, approximated.group, (case, forces), fineness);
    rows.keep_corners(&case.path);
    let near = Integer::power_of_2(rows.digits - 2 * grid);
    for kept in &rows.kept {
        if kept.value < -&near {
            return Err(Unproved::Corner(kept.choice));
        }
    }
    for opening in rows.openings(near) {
        let motion = rows.motion_of(&opening);
        if let Some(ball) = rows.ball(&motion)
            && rows.forces_act_on_contacts(&ball)
            && let Some(placements) = rows.placements(&ball)
        {
            if !rows.others_are_worse(&ball, &approximated.others()) {
                return Err(Unproved::OtherCase);
            }
            return Ok(Enclosed {
                opening,
                placements,
            });
        }
    }
    Err(Unproved::TooFar)
}

/// What the double of the restraint of the motions of a case is at least.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bound(Rational);

impl Bound {
    /// That which the forces of a case give.
    pub(crate) fn of_restraint(setting: &Setting, group: &Group, case: &NearCase) -> Self {
        let rows = Rows::new(setting, group, (case, &case.forces), case.fineness);
        Self(rows.over(rows.bound()))
    }

    /// Whether bounds differ so little that they may be those of the same restraint.
    pub(crate) fn is_close_to(&self, other: &Self) -> bool {
        let difference = (&self.0 - &other.0).abs();
        difference <= (&self.0).abs() >> CLOSE_DIGITS
    }
}

/// (d, s) of each body of a group in some unit.
type GroupMotion = BTreeMap<BodyId, [Integer; 3]>;

/// The values of the rows of a group under its forces, in units of 2^-Q.
struct Rows<'a> {
    setting: &'a Setting<'a>,
    group: &'a Group,
    program: &'a Program<'a>,
    /// Q.
    digits: u64,
    /// x - x~, in units.
    motion: GroupMotion,
    /// One for each inequality.
    forms: Vec<FormInUnits<'a>>,
    values: Vec<Integer>,
    /// Of each inequality, in units of 2^-digits of the forces.
    forces: Vec<Integer>,
    force_digits: u64,
    /// Of each corner the side that is nearest to being kept: its rows with their values.
    kept: Vec<Kept>,
}

/// A row of a side of a corner, with its value under x.
struct Kept {
    choice: Choice,
    row: Contact,
    form: Form,
    value: Integer,
}

/// The square of the radius of a ball about x, in squares of units.
struct Ball {
    radius_squared: Integer,
}

/// The exponents k that the checker may find, and ε = 2^-k: from the smallest to the largest, if
/// there is one. Where no row is certainly violated it may take ε = 0.
struct Exponents {
    least: i64,
    most: Option<i64>,
}

/// Rounded down.
fn quotient(numerator: Integer, denominator: &Integer) -> Integer {
    numerator.div_round(denominator, RoundingMode::Floor).0
}

/// A number in units of a fraction of 1.
fn in_units(number: &Rational, digits: u64) -> Integer {
    let numerator = Integer::from(number.numerator_ref()) << digits;
    let numerator = if *number < 0 { -numerator } else { numerator };
    quotient(numerator, &Integer::from(number.denominator_ref()))
}

/// A form that has values in units: its sum of products, and its constant over T, times a ratio.
struct FormInUnits<'a> {
    form: &'a Form,
    /// The constant over T.
    constant: Integer,
    /// The ratio.
    numerator: Integer,
    denominator: Integer,
    /// The denominator, made ready: each value is divided by it.
    divisor: Divisor,
}

impl<'a> FormInUnits<'a> {
    /// In units of 2^-digits, given T.
    fn new(form: &'a Form, scale: &Integer, digits: u64) -> Self {
        let denominator = Integer::from(form.scale.numerator_ref()) * scale;
        Self {
            constant: Divisor::new(scale).floor_quotient(&form.constant << digits),
            numerator: Integer::from(form.scale.denominator_ref()),
            divisor: Divisor::new(&denominator),
            denominator,
            form,
        }
    }

    /// The value under a motion x - x~, in units.
    fn value(&self, motion: &GroupMotion) -> Integer {
        self.times(self.product(motion) + &self.constant)
    }

    /// The linear part of the value.
    fn linear(&self, motion: &GroupMotion) -> Integer {
        self.times(self.product(motion))
    }

    /// The value without forces: at x~.
    fn target(&self) -> Integer {
        self.times(self.constant.clone())
    }

    fn times(&self, number: Integer) -> Integer {
        self.divisor.floor_quotient(number * &self.numerator)
    }

    /// Σ a·y.
    fn product(&self, motion: &GroupMotion) -> Integer {
        let mut sum = Integer::ZERO;
        for (body, coefficients) in &self.form.terms {
            if let Some(numbers) = motion.get(body) {
                for (coefficient, number) in coefficients.iter().zip(numbers) {
                    sum += coefficient * number;
                }
            }
        }
        sum
    }
}

impl<'a> Rows<'a> {
    /// Those of a case, given its forces, which are rounded, and the finest numbers in which forces
    /// of the group were found.
    fn new(
        setting: &'a Setting,
        group: &'a Group,
        (case, forces): (&'a NearCase, &Forces),
        finest: Fineness,
    ) -> Self {
        let program = &case.program;
        let mut listed = Vec::with_capacity(program.inequalities.len());
        for (row, _) in &program.inequalities {
            listed.push(forces.rows.get(row).cloned().unwrap_or_default());
        }
        let mut rows = Self {
            setting,
            group,
            program,
            digits: digits_of_forces(setting, group, finest) + SPARE_DIGITS,
            motion: GroupMotion::new(),
            forms: Vec::new(),
            values: Vec::new(),
            forces: listed,
            force_digits: digits_of_forces(setting, group, case.fineness),
            kept: Vec::new(),
        };
        for (_, form) in &program.inequalities {
            rows.forms.push(rows.form_in_units(form));
        }
        rows.motion = rows.response();
        for form in &rows.forms {
            rows.values.push(form.value(&rows.motion));
        }
        rows
    }

    /// Takes a side of each corner that the path leaves open.
    fn keep_corners(&mut self, path: &[Choice]) {
        for corner in &self.group.corners {
            if path.iter().all(|(decided, _)| decided != corner) {
                let side = self.nearest_side(*corner);
                self.kept.extend(side);
            }
        }
    }

    /// The double of D: -Σ φ (v(x) + v(x~)), in units, generously rounded down.
    fn bound(&self) -> Integer {
        let mut bound = Integer::ZERO;
        let forms = self.forms.iter().zip(&self.values);
        for ((form, value), force) in forms.zip(&self.forces) {
            if *force != 0 {
                bound -= force * (value + form.target() + Integer::power_of_2(DOUBT));
            }
        }
        bound >> self.force_digits
    }

    /// E6: whether the bounds of other cases are above that of this one.
    fn others_are_worse(&self, ball: &Ball, others: &[&NearCase]) -> bool {
        if others.is_empty() {
            return true;
        }
        let mut least = self.bound() + Integer::power_of_2(DOUBT);
        // ρ² is in squares of units.
        least += &ball.radius_squared >> self.digits;
        for force in &self.forces {
            // What `bound` is less than the true one.
            least += (force << (DOUBT + 1)) >> self.force_digits;
        }
        let least = Some(Bound(self.over(least)));
        others.iter().all(|other| other.bound > least)
    }

    /// A number in units.
    fn over(&self, units: Integer) -> Rational {
        Rational::from(units) >> self.digits
    }

    /// The side of a corner whose least value is the larger one.
    fn nearest_side(&self, corner: usize) -> Vec<Kept> {
        let [zero, one] = [0, 1].map(|side| self.with_values((corner, side)));
        match least_value(&zero) >= least_value(&one) {
            true => zero,
            false => one,
        }
    }

    fn with_values(&self, choice: Choice) -> Vec<Kept> {
        let (corner, side) = choice;
        let side = &self.setting.rows.corners[corner].sides[side];
        let mut rows = Vec::with_capacity(side.len());
        for row in side {
            let form = forms::value(self.setting.instant, row);
            let value = self.form_in_units(&form).value(&self.motion);
            rows.push(Kept {
                choice,
                row: *row,
                form,
                value,
            });
        }
        rows
    }

    fn form_in_units<'b>(&self, form: &'b Form) -> FormInUnits<'b> {
        FormInUnits::new(form, &self.setting.instant.scale, self.digits)
    }

    /// Newton's law: x - x~.
    fn response(&self) -> GroupMotion {
        let inequalities = &self.program.inequalities;
        let coefficients = inequalities.iter().flat_map(|(_, form)| &form.terms);
        let sizes = coefficients.flat_map(|(_, values)| values);
        // Rounding of loads is to stay below a unit, coefficients being long.
        let spare = sizes.map(SignificantBits::significant_bits).max();
        let spare = spare.unwrap_or(0);
        let mut loads = GroupMotion::new();
        for (form, force) in self.forms.iter().zip(&self.forces) {
            if *force == 0 {
                continue;
            }
            let load = form.times(force << (self.digits + spare - self.force_digits));
            for (body, coefficients) in &form.form.terms {
                let sums = loads.entry(*body).or_default();
                for (sum, coefficient) in sums.iter_mut().zip(coefficients) {
                    *sum += coefficient * &load;
                }
            }
        }
        let mut motion = GroupMotion::new();
        for body in &self.group.bodies {
            let sums = loads.remove(body).unwrap_or_default();
            let mut moved: [Integer; 3] = Default::default();
            for (index, sum) in sums.into_iter().enumerate() {
                let mass = self.mass(*body, index);
                let weighed = sum * Integer::from(mass.denominator_ref());
                let divisor = Integer::from(mass.numerator_ref()) << spare;
                moved[index] = quotient(weighed, &divisor);
            }
            motion.insert(*body, moved);
        }
        motion
    }

    /// The mass that belongs to d_x, d_y or s of a body on a grid.
    fn mass(&self, body: BodyId, index: usize) -> &'a Rational {
        let mass = self.setting.instant.outline.mass(body);
        if index < 2 { &mass.mass } else { &mass.inertia }
    }

    /// Openings to be tried, given what values are small.
    fn openings(&self, near: Integer) -> impl Iterator<Item = Opening> {
        let points = self.points().into_iter().map(Opening::Point);
        let motion = std::iter::once_with(move || self.solved_opening(&near));
        points.chain(motion.flatten().map(Opening::Motion))
    }

    /// A point inside each fixed body that the group has a row with; the origin if there is none.
    fn points(&self) -> Vec<[Rational; 2]> {
        let outline = &self.setting.instant.outline;
        let mut fixed = BTreeSet::new();
        for (row, _) in &self.program.inequalities {
            for body in row.bodies().map(BodyId) {
                if !outline.is_free(body) {
                    fixed.insert(body);
                }
            }
        }
        let mut points = Vec::new();
        for body in fixed {
            points.extend(outline.point_inside(body));
        }
        if points.is_empty() {
            points.push([Rational::ZERO, Rational::ZERO]);
        }
        points
    }

    /// An opening of all rows with small values, found in floats. Sides of corners open more, as it
    /// is other rows that say how far the checker opens.
    fn solved_opening(&self, near: &Integer) -> Option<Vec<[Integer; 3]>> {
        let mut program = Program {
            bodies: self.program.bodies,
            equalities: Vec::new(),
            inequalities: Vec::new(),
        };
        let inequalities = self.program.inequalities.iter().zip(&self.values);
        for ((row, form), value) in inequalities {
            if value < near {
                program.inequalities.push((*row, form.clone()));
            }
        }
        let rows: Vec<usize> = (0..program.inequalities.len()).collect();
        for Kept {
            row, form, value, ..
        } in &self.kept
        {
            if value < near {
                program.inequalities.push((*row, form.clone()));
            }
        }
        let wide: Vec<usize> = (rows.len()..program.inequalities.len()).collect();
        let unknowns = Unknowns::own(self.setting.instant, &self.group.bodies);
        let problem = program.problem(&unknowns);
        let motion = opening(&problem, &rows, &wide, self.setting.monitor)?;
        let (motion, _) = motion.as_chunks();
        Some(motion.to_vec())
    }

    /// An opening in units of 2^-OPENING_DIGITS.
    fn motion_of(&self, opening: &Opening) -> GroupMotion {
        let mut motion = GroupMotion::new();
        for (place, body) in self.group.bodies.iter().enumerate() {
            let numbers = match opening {
                Opening::Point(point) => self.away_from(point, *body),
                Opening::Motion(motion) => motion[place]
                    .each_ref()
                    .map(|number| number << OPENING_DIGITS),
            };
            motion.insert(*body, numbers);
        }
        motion
    }

    fn away_from(&self, [x, y]: &[Rational; 2], body: BodyId) -> [Integer; 3] {
        let short = &self.setting.instant.short;
        let [own_x, own_y] = short.centroid(body).over(&short.unit);
        let x = in_units(&(own_x - x), OPENING_DIGITS);
        let y = in_units(&(own_y - y), OPENING_DIGITS);
        [x, y, Integer::ZERO]
    }

    /// The ball that an opening gives, if it opens all rows that have to be opened, and a side of
    /// each corner.
    fn ball(&self, opening: &GroupMotion) -> Option<Ball> {
        let mut openings = Vec::with_capacity(self.values.len());
        for form in &self.forms {
            openings.push(form.linear(opening));
        }
        let exponents = self.exponents(&openings)?;
        if !self.respects_corners(opening, &exponents)? {
            return None;
        }
        let shift = self.shift(exponents.least)?;
        let mut pressure = Integer::ZERO;
        for ((value, opening), force) in self.values.iter().zip(&openings).zip(&self.forces) {
            let opened = value + shifted_up(opening, shift) + Integer::power_of_2(DOUBT);
            if opened < 0 {
                return None;
            }
            // The checker takes the smallest opening that does, which may be smaller than this.
            pressure += opened.max(value.clone()) * force;
        }
        let mut square = Integer::ZERO;
        for (body, numbers) in opening {
            for (index, number) in numbers.iter().enumerate() {
                let mass = self.mass(*body, index);
                let weighed = number * number * Integer::from(mass.numerator_ref());
                square += quotient(weighed, &Integer::from(mass.denominator_ref()));
            }
        }
        let twice_pressure = pressure << (self.digits - self.force_digits + 1);
        let square = shifted_up(&(square + Integer::from(1)), 2 * shift);
        Some(Ball {
            radius_squared: twice_pressure + square + Integer::power_of_2(DOUBT),
        })
    }

    /// From units of openings, times 2^-k, to units.
    fn shift(&self, exponent: i64) -> Option<i64> {
        let digits = i64::try_from(self.digits - OPENING_DIGITS).ok()?;
        Some(digits - exponent)
    }

    /// The largest k such that 2^-k times the opening opens all rows that are violated, as far as
    /// rounding lets that be told.
    fn exponents(&self, openings: &[Integer]) -> Option<Exponents> {
        // Where no row is violated, any small opening does.
        let finest = i64::try_from(self.digits - OPENING_DIGITS).ok()?;
        let mut least = None;
        let mut most = None;
        for (value, opening) in self.values.iter().zip(openings) {
            let missing = Integer::power_of_2(DOUBT) - value;
            if missing <= 0 {
                continue;
            }
            least = smaller(least, self.exponent(opening, &missing)?);
            let missing = -Integer::power_of_2(DOUBT) - value;
            if missing > 0 {
                let opening = opening + Integer::ONE;
                most = smaller(most, self.exponent(&opening, &missing)?);
            }
        }
        Some(Exponents {
            least: least.unwrap_or(finest),
            most,
        })
    }

    /// The largest k ≥ 0 with 2^-k times an opening at least what is missing, which is positive.
    fn exponent(&self, opening: &Integer, missing: &Integer) -> Option<i64> {
        let ratio = quotient(opening << (self.digits - OPENING_DIGITS), missing);
        if ratio <= 0 {
            return None;
        }
        i64::try_from(ratio.significant_bits() - 1).ok()
    }

    /// E7, whichever exponent the checker takes: values are linear in ε.
    fn respects_corners(&self, opening: &GroupMotion, exponents: &Exponents) -> Option<bool> {
        let least = Integer::power_of_2(DOUBT);
        for Kept { form, value, .. } in &self.kept {
            let opening = self.form_in_units(form).linear(opening);
            let widest = value + shifted_up(&opening, self.shift(exponents.least)?);
            let narrowest = match exponents.most {
                Some(exponent) => value + shifted_up(&opening, self.shift(exponent)?),
                None => value.clone(),
            };
            if widest < least || narrowest < least {
                return Some(false);
            }
        }
        Some(true)
    }

    /// E4: whether no row that has a force is open in all of the ball.
    fn forces_act_on_contacts(&self, ball: &Ball) -> bool {
        let forms = self.forms.iter().zip(&self.values);
        for ((form, value), force) in forms.zip(&self.forces) {
            if *force != 0 && *value > 0 && self.may_stay_open(form, value, ball) {
                return false;
            }
        }
        true
    }

    /// Whether a value that is positive at the centre may be so in all of the ball, which has a
    /// radius of up to that of the checker's: half of it is taken.
    fn may_stay_open(&self, form: &FormInUnits, value: &Integer, ball: &Ball) -> bool {
        // The square of the norm of the form, rounded up: coefficients are long.
        let mut norm = Integer::ZERO;
        for (body, coefficients) in &form.form.terms {
            for (index, coefficient) in coefficients.iter().enumerate() {
                let mass = self.mass(*body, index);
                let square = coefficient * coefficient * Integer::from(mass.denominator_ref());
                norm += quotient(square, &Integer::from(mass.numerator_ref())) + Integer::ONE;
            }
        }
        let FormInUnits {
            numerator,
            denominator,
            ..
        } = form;
        let reach = norm * numerator * numerator * &ball.radius_squared;
        let reach = quotient(reach, &(denominator * denominator));
        let reach = Integer::from(reach.unsigned_abs().floor_sqrt()) + Integer::power_of_2(DOUBT);
        value << 1u64 > reach
    }

    /// The placements of the bodies, if all of the ball is rounded to them.
    fn placements(&self, ball: &Ball) -> Option<BTreeMap<BodyId, Placement>> {
        let instant = self.setting.instant;
        let frame = rounding::frame(&instant.outline.gravity);
        let mut placements = BTreeMap::new();
        for (body, centre) in &self.motion {
            let mass = instant.outline.mass(*body);
            let radius = Rational::from(&ball.radius_squared);
            let reach = ceiling_of_root(&(&radius / &mass.mass)) << 1u64;
            let turn = ceiling_of_root(&(radius / &mass.inertia)) << 1u64;
            // Further than ρ along both axes of rounding, a and J a.
            let shift_x = (&frame.re - &frame.im) * &reach;
            let shift_y = (&frame.re + &frame.im) * reach;
            let reaches = [shift_x, shift_y, turn];
            let first = self.rounded_motion(*body, &frame, centre, &reaches)?;
            let reaches = reaches.map(|reach| -reach);
            let other = self.rounded_motion(*body, &frame, centre, &reaches)?;
            if first != other {
                return None;
            }
            placements.insert(*body, first.placement(instant, *body));
        }
        Some(placements)
    }

    /// A motion of a body at the edge of the ball, rounded.
    fn rounded_motion(
        &self,
        body: BodyId,
        frame: &Plane,
        centre: &[Integer; 3],
        reaches: &[Integer; 3],
    ) -> Option<GridMotion> {
        let scale = &self.setting.instant.scale;
        let mut unknowns: [Integer; 3] = Default::default();
        for (index, unknown) in unknowns.iter_mut().enumerate() {
            *unknown = (&centre[index] + &reaches[index]) * scale;
        }
        let motion = Motion {
            unknowns,
            denominator: Integer::power_of_2(self.digits),
        };
        let instant = self.setting.instant;
        let digits = instant.grid.0?;
        Some(GridMotion::new(instant, body, frame, &motion, digits))
    }
}

fn smaller(one: Option<i64>, other: i64) -> Option<i64> {
    Some(one.map_or(other, |one| one.min(other)))
}

fn least_value(side: &[Kept]) -> Option<&Integer> {
    side.iter().map(|kept| &kept.value).min()
}

/// A number times 2^shift, rounded up.
fn shifted_up(number: &Integer, shift: i64) -> Integer {
    if shift >= 0 {
        return number << shift;
    }
    let divisor = Integer::power_of_2(shift.unsigned_abs());
    number.div_round(divisor, RoundingMode::Ceiling).0
}

/// The root of a number that is not negative, rounded up.
fn ceiling_of_root(number: &Rational) -> Integer {
    let floor = in_units(number, 0);
    Integer::from(floor.unsigned_abs().floor_sqrt()) + Integer::from(1)
}
