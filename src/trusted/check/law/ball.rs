//! Forces, the motion that they give, and the ball about it that has the optimum (`proofs/RUN.md`,
//! section 7, L3 and L4).
//!
//! Let x = x~ + M⁻¹ Σ φ row and let y keep all rows. For every motion z,
//! ½|z - x~|² = B + ½|z - x|² + Σ φ w(z), where B does not depend on z. So the optimum x* obeys
//! |x* - x|² ≤ |y - x|² + 2 Σ φ w(y), and no motion that keeps the rows has a restraint below B. A pin
//! adds |r(z)|²/(2ε) on the left and |r(z) + ε f|²/(2ε) on the right. Rough rows (section 13) have
//! friction ψ along their edge, another work for φ w(y), and for w(y) ≥ 0 that the law of friction
//! is kept but for a small error.

use super::guess::{Motion, Row, Slip, of};
use super::number::Number;
use super::pins::PinRow;
use super::plan::Plan;
use super::vector::Vector;
use crate::names;
use crate::rejection::Condition::{Form, L2, L3, L4, L8};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_certificate::run2::{Forces, Leaf, Opening, Unit};
use zwang_scene::BodyId;

/// The motion of a program where nothing holds the bodies.
pub(super) struct Target<'a> {
    pub plan: &'a Plan,
    pub bodies: &'a [BodyId],
    pub motion: Motion,
    pub pins: Vec<PinRow>,
    /// The shares u of bodies, where they are not 1.
    pub shares: BTreeMap<BodyId, Number>,
    /// Whether rough rows that press may have any gap.
    pub is_relaxed: bool,
    /// The factor that makes a distance of a value: 1, or h for velocities.
    pub time: Number,
}

/// A force of a row: across its edge, and along it.
pub(super) struct Force<'a> {
    pub row: &'a Row,
    /// φ.
    pub across: Number,
    /// ψ, which is 0 if the row is smooth.
    pub along: Number,
}

type Widths = BTreeMap<BodyId, [Number; 2]>;

/// The solution that forces make of a target.
pub(super) struct Solved<'a> {
    target: &'a Target<'a>,
    rows: Vec<&'a Row>,
    /// One for each row that has any.
    pub forces: Vec<Force<'a>>,
    /// f of each pin.
    pins: Vec<Vector>,
    /// x.
    pub motion: Motion,
}

/// A ball about x, and whether all that was asked of it is decided.
pub(super) struct Ball<'a> {
    target: &'a Target<'a>,
    pub center: Motion,
    /// ρ; of velocities h ρ, which is how far h times the motion may be off.
    pub length: Number,
    radius_squared: Number,
    /// Half widths of the intervals of a coordinate of d and of s of each body.
    widths: Widths,
    /// The largest λ² of a row.
    pub law_squared: Number,
    /// H = ½ |y - x~|² + Σ |r(y)|²/(2ε).
    pub restraint: Number,
    pub is_decided: bool,
}

impl<'a> Solved<'a> {
    /// L3, and L2 of the list of forces: rows ascend, and none is 0.
    pub(super) fn new(target: &'a Target<'a>, rows: Vec<&'a Row>, listed: &Forces) -> Result<Self> {
        let scene = &target.plan.scene;
        let digits = target.plan.grid.of_forces();
        let mut forces = Vec::new();
        let mut friction = listed.friction.iter().peekable();
        let mut least = 0;
        for (index, across) in &listed.rows {
            let Some(row) = rows.get(*index) else {
                let required = format!("an index below {}", rows.len());
                return L2.refuse("`forces`", format!("row {index}"), required);
            };
            let along = friction.next_if(|(row, _)| row == index);
            let is_idle = along.map_or(across.is_zero(), |(_, along)| along.is_zero());
            let along = along.map_or(BigInt::ZERO, |(_, along)| along.clone());
            if *index < least || is_idle {
                let found = format!("row {index} with {}", names::integer(across));
                return L2.refuse("`forces`", found, "ascending rows with a force");
            }
            least = index.saturating_add(1);
            if row.slip.is_none() && !along.is_zero() {
                let found = format!("friction {}", names::integer(&along));
                return L2.refuse(
                    names::touch(scene, &row.name),
                    found,
                    "none, as it is smooth",
                );
            }
            forces.push(Force {
                row,
                across: Number::dyadic(across.clone(), digits),
                along: Number::dyadic(along, digits),
            });
        }
        if let Some((index, _)) = friction.next() {
            let found = format!("friction of row {index}");
            return L2.refuse("`forces`", found, "friction of rows with forces");
        }
        for force in &forces {
            force.is_within_bounds(target.plan)?;
        }
        let pins = pin_forces(target, listed)?;
        let motion = moved(target, &forces, &pins)?;
        Ok(Self {
            target,
            rows,
            forces,
            pins,
            motion,
        })
    }

    /// The forces of pins, by their number in the scene.
    pub(super) fn pin_forces(&self) -> impl Iterator<Item = (&'a PinRow, &Vector)> {
        self.target.pins.iter().zip(&self.pins)
    }

    /// B: the restraint of no motion that keeps the rows is below; with friction, of none that
    /// obeys its law.
    pub(super) fn bound(&self) -> Result<Number> {
        let motion = &self.motion;
        let restraint = self.target.distance_squared(motion, &self.target.motion)?;
        let has_friction = self.has_friction();
        if has_friction && !self.target.is_relaxed {
            self.law_squared(motion, &Number::zero())?;
        }
        let work = match has_friction {
            true => self.work(motion)?,
            false => self.work_across(motion)?,
        };
        let mut bound = &restraint.shifted(1) - &work;
        for (pin, force) in self.target.pins.iter().zip(&self.pins) {
            bound = &bound - &pin.work(force, motion)?;
        }
        Ok(bound)
    }

    /// Whether there are forces along edges.
    fn has_friction(&self) -> bool {
        self.forces.iter().any(|force| !force.along.is_zero())
    }

    /// Σ φ w(x), as if all rows were smooth.
    fn work_across(&self, motion: &Motion) -> Result<Number> {
        let mut work = Number::zero();
        for force in &self.forces {
            work = &work + &(&force.across * &force.row.value(motion)?);
        }
        Ok(work)
    }

    /// The work of all rows at y.
    fn work(&self, motion: &Motion) -> Result<Number> {
        let mut sum = Number::zero();
        for (row, [across, along]) in self.rows.iter().zip(self.forces_of_rows()) {
            let Some(slip) = &row.slip else {
                if !across.is_zero() {
                    sum = &sum + &(&across * &row.value(motion)?);
                }
                continue;
            };
            let [across_base, along_base] = &slip.base;
            let [across, along] = [across_base + &across, along_base + &along];
            if !across.is_zero() {
                let moved = slip.value(motion)?;
                let rubbed = &slip.friction * &moved.abs();
                let value = row.value(motion)?.max(rubbed);
                sum = &sum + &(&across * &value);
                sum = &sum + &(&along * &moved);
            }
        }
        Ok(sum)
    }

    /// φ and ψ of every row.
    fn forces_of_rows(&self) -> Vec<[Number; 2]> {
        let mut forces = self.forces.iter().peekable();
        let mut all = Vec::new();
        for row in &self.rows {
            let found = forces.next_if(|force| force.row.name == row.name);
            all.push(match found {
                Some(force) => [force.across.clone(), force.along.clone()],
                None => [Number::zero(), Number::zero()],
            });
        }
        all
    }

    /// L4: the largest square of the error of the law of friction in a ball of this radius².
    fn law_squared(&self, opened: &Motion, radius_squared: &Number) -> Result<Number> {
        let plan = self.target.plan;
        let time_squared = self.target.time.square();
        let mut largest = Number::zero();
        for (row, [across, _]) in self.rows.iter().zip(self.forces_of_rows()) {
            let Some(slip) = &row.slip else {
                continue;
            };
            let value = row.value(opened)?;
            let sunk = value.clone().min(Number::zero());
            let mut spread = Number::zero();
            if !radius_squared.is_zero() {
                let slipped = &self.target.size_squared(&slip.sides)? * radius_squared;
                spread = (&slipped * &slip.friction.square()).shifted_up(3);
            }
            let error_of = |off: &Number| {
                let sum = &off.square().shifted_up(1) + &spread;
                &(&sum * &time_squared) * &row.length_squared.reciprocal()
            };
            let [across_base, _] = &slip.base;
            let presses = (across_base + &across).is_positive();
            let error = error_of(if presses { &value } else { &sunk });
            let asked = match self.target.is_relaxed {
                true => error_of(&sunk),
                false => error.clone(),
            };
            if asked > plan.law.square() {
                let place = names::touch(&plan.scene, &row.name);
                let found = names::rational(&asked.to_rational());
                let required = names::rational(&plan.law.square().to_rational());
                let found = format!("an error of the law of friction, squared, of {found}");
                return L4.refuse(place, found, format!("at most {required}"));
            }
            let [vertex, edge] = [row.name.vertex.part, row.name.edge.part];
            let tolerance = plan.part(vertex)?.tolerance_squared(plan.part(edge)?);
            // The tolerance is 2^-13 of the smaller width.
            if error.shifted(18) > tolerance {
                let place = names::touch(&plan.scene, &row.name);
                let found = "a force across a gap of more than a sixteenth of the parts' width";
                return L4.refuse(place, found, "a narrower gap: a smaller step");
            }
            largest = largest.max(error);
        }
        Ok(largest)
    }

    /// L4: the opened motion keeps all rows, and the ball is small.
    pub(super) fn ball(&self, opening: Option<&Opening>) -> Result<Ball<'a>> {
        let plan = self.target.plan;
        let opened = match opening {
            Some(opening) => self.opened(opening)?,
            None => self.motion.clone(),
        };
        for row in self.rows.iter().filter(|row| row.slip.is_none()) {
            let value = row.value(&opened)?;
            if value.is_negative() {
                let place = names::touch(&plan.scene, &row.name);
                let found = names::rational(&value.to_rational());
                return L4.refuse(place, format!("a value of {found}"), "at least 0");
            }
        }
        let digits = plan.grid.of_radii();
        let apart = self.target.distance_squared(&opened, &self.motion)?;
        let work = self.work(&opened)?;
        let mut square = &apart + &(&work + &work);
        for (pin, force) in self.target.pins.iter().zip(&self.pins) {
            square = &square + &pin.slip(force, &opened)?;
        }
        let radius = square.root_above(digits);
        let length = &radius * &self.target.time;
        if length > plan.radius {
            let found = names::rational(&length.to_rational());
            let required = names::rational(&plan.radius.to_rational());
            return L4.refuse(
                "the ball",
                format!("a radius of {found}"),
                format!("at most {required}"),
            );
        }
        let radius_squared = radius.square();
        Ok(Ball {
            target: self.target,
            law_squared: self.law_squared(&opened, &radius_squared)?,
            center: self.motion.clone(),
            widths: self.target.widths(&radius_squared)?,
            radius_squared,
            length,
            restraint: self.target.restraint(&opened)?,
            is_decided: true,
        })
    }

    /// y.
    fn opened(&self, opening: &Opening) -> Result<Motion> {
        let bodies = self.target.bodies;
        let count = opening.motion.len();
        if count != bodies.len() {
            let found = format!("the motion of {count} bodies");
            return L2.refuse("`opening`", found, format!("that of {}", bodies.len()));
        }
        let unit = match &opening.unit {
            Unit::Shift(shift) if *shift <= 1 << 16 => Number::power(*shift),
            Unit::Over(unit) if unit.is_positive() => Number::dyadic(unit.clone(), 0).reciprocal(),
            Unit::Shift(shift) => {
                return L2.refuse("`shift`", shift, "at most 2^16");
            }
            Unit::Over(unit) => {
                return L2.refuse("`over`", names::integer(unit), "above 0");
            }
        };
        let mut opened = Motion::new();
        for (body, listed) in bodies.iter().zip(&opening.motion) {
            let mut numbers =
                (listed.each_ref()).map(|number| &Number::dyadic(number.clone(), 0) * &unit);
            if let Unit::Shift(_) = opening.unit {
                for (number, own) in numbers.iter_mut().zip(of(&self.motion, *body)?) {
                    *number = &*number + own;
                }
            }
            opened.insert(*body, numbers);
        }
        Ok(opened)
    }
}

/// The forces of all pins of a group. L2: listed pins ascend and have a force.
fn pin_forces(target: &Target, listed: &Forces) -> Result<Vec<Vector>> {
    let digits = target.plan.grid.of_forces();
    let mut forces = vec![Vector::zero(); target.pins.len()];
    let mut least = 0;
    for (pin, [x, y]) in &listed.pins {
        let place = target.pins.iter().position(|row| row.pin == *pin);
        let Some(force) = place.and_then(|place| forces.get_mut(place)) else {
            return L2.refuse("`pins`", format!("pin {pin}"), "a pin of the group");
        };
        if *pin < least || (x.is_zero() && y.is_zero()) {
            let found = format!(
                "pin {pin} with {}, {}",
                names::integer(x),
                names::integer(y)
            );
            return L2.refuse("`pins`", found, "ascending pins with a force");
        }
        least = pin.saturating_add(1);
        let part = |number: &BigInt| Number::dyadic(number.clone(), digits);
        *force = Vector::new(part(x), part(y));
    }
    Ok(forces)
}

impl Force<'_> {
    /// L3: Φ + φ ≥ 0 and |Ψ + ψ| ≤ μ (Φ + φ), Φ and Ψ being 0 if the row is smooth.
    fn is_within_bounds(&self, plan: &Plan) -> Result {
        let place = || names::touch(&plan.scene, &self.row.name);
        let mut across = self.across.clone();
        let mut along = Number::zero();
        let mut most = Number::zero();
        if let Some(slip) = &self.row.slip {
            let [across_base, along_base] = &slip.base;
            across = across_base + &across;
            along = (along_base + &self.along).abs();
            most = &slip.friction * &across;
        }
        if across.is_negative() {
            let found = names::rational(&across.to_rational());
            return L3.refuse(place(), found, "at least 0");
        }
        if along > most {
            let found = names::rational(&along.to_rational());
            let required = names::rational(&most.to_rational());
            let required = format!("at most {required}");
            return L3.refuse(place(), format!("friction {found}"), required);
        }
        Ok(())
    }
}

impl Solved<'_> {
    /// M⁻¹ Σ (φ row + ψ slip) of some forces.
    pub(super) fn pushed(&self, forces: &[Force]) -> Result<Motion> {
        let mut motion = moved(self.target, forces, &[])?;
        for (body, numbers) in &mut motion {
            for (number, free) in numbers.iter_mut().zip(of(&self.target.motion, *body)?) {
                *number = &*number - free;
            }
        }
        Ok(motion)
    }
}

/// x = x~ + M⁻¹ (Σ (φ row + ψ slip) + Σ f pin).
fn moved(target: &Target, forces: &[Force], pins: &[Vector]) -> Result<Motion> {
    let mut sums = Motion::new();
    let mut add = |body: BodyId, parts: [Number; 3]| {
        let zero = || [Number::zero(), Number::zero(), Number::zero()];
        let sum = sums.entry(body).or_insert_with(zero);
        for (sum, part) in sum.iter_mut().zip(&parts) {
            *sum = &*sum + part;
        }
    };
    for Force { row, across, along } in forces {
        for (body, coefficients) in &row.sides {
            add(*body, coefficients.each_ref().map(|part| part * across));
        }
        let Some(slip) = row.slip.as_ref().filter(|_| !along.is_zero()) else {
            continue;
        };
        for (body, coefficients) in &slip.sides {
            add(*body, coefficients.each_ref().map(|part| part * along));
        }
    }
    for (pin, force) in target.pins.iter().zip(pins) {
        for (body, push) in pin.pushes(force) {
            add(body, push);
        }
    }
    let mut motion = target.motion.clone();
    for (body, [x, y, turn]) in sums {
        let free = target.plan.free(body)?;
        let pushed = [
            &x * &free.per_mass,
            &y * &free.per_mass,
            &turn * &target.per_inertia(body)?,
        ];
        let Some(numbers) = motion.get_mut(&body) else {
            return L2.refuse(format!("body {body}"), "no target", "one of its group");
        };
        for (number, push) in numbers.iter_mut().zip(&pushed) {
            *number = &*number + push;
        }
    }
    Ok(motion)
}

impl Target<'_> {
    /// ½ |x - x~|² + Σ |r(x)|²/(2ε).
    fn restraint(&self, motion: &Motion) -> Result<Number> {
        let mut sum = self.distance_squared(motion, &self.motion)?;
        for pin in &self.pins {
            sum = &sum + &pin.slip(&Vector::zero(), motion)?;
        }
        Ok(sum.shifted(1))
    }

    /// u/I.
    fn per_inertia(&self, body: BodyId) -> Result<Number> {
        let own = &self.plan.free(body)?.per_inertia;
        Ok(match self.shares.get(&body) {
            Some(share) => own * share,
            None => own.clone(),
        })
    }

    /// Half widths of the intervals of a coordinate of d and of s, in a ball.
    fn widths(&self, radius_squared: &Number) -> Result<Widths> {
        let grid = &self.plan.grid;
        let digits = grid.of_radii();
        let mut widths = Widths::new();
        for body in self.bodies {
            let per_square = (&self.plan.free(*body)?.mass * &grid.square).reciprocal();
            let of_move = radius_squared * &per_square;
            let of_turn = radius_squared * &self.per_inertia(*body)?;
            let both = [of_move, of_turn].map(|square| square.root_above(digits));
            widths.insert(*body, both);
        }
        Ok(widths)
    }

    /// |row|² or |slip|².
    fn size_squared(&self, sides: &[(BodyId, [Number; 3])]) -> Result<Number> {
        let mut sum = Number::zero();
        for (body, [x, y, turn]) in sides {
            let linear = &x.square() + &y.square();
            sum = &sum + &(&linear * &self.plan.free(*body)?.per_mass);
            sum = &sum + &(&turn.square() * &self.per_inertia(*body)?);
        }
        Ok(sum)
    }

    /// |x - y|².
    fn distance_squared(&self, one: &Motion, other: &Motion) -> Result<Number> {
        let mut sum = Number::zero();
        for body in self.bodies {
            let free = self.plan.free(*body)?;
            let [x, y, turn] = of(one, *body)?;
            let [other_x, other_y, other_turn] = of(other, *body)?;
            let linear = &(x - other_x).square() + &(y - other_y).square();
            sum = &sum + &(&linear * &free.mass);
            let mut angular = &(turn - other_turn).square() * &free.inertia;
            if let Some(share) = self.shares.get(body) {
                angular = &angular * &share.reciprocal();
            }
            sum = &sum + &angular;
        }
        Ok(sum)
    }
}

impl Ball<'_> {
    /// Half widths of the intervals of a coordinate of d and of s of a body.
    pub(super) fn widths(&self, body: BodyId) -> Result<[Number; 2]> {
        match self.widths.get(&body) {
            Some(widths) => Ok(widths.clone()),
            None => Form.refuse(format!("body {body}"), "no ball", "that of its group"),
        }
    }

    /// Half the width of the interval of the value of a row.
    pub(super) fn row_width(&self, row: &Row) -> Result<Number> {
        let square = &self.target.size_squared(&row.sides)? * &self.radius_squared;
        Ok(square.root_above(self.target.plan.grid.of_radii()))
    }

    /// The same of the slip of a row.
    pub(super) fn slip_width(&self, slip: &Slip) -> Result<Number> {
        let square = &self.target.size_squared(&slip.sides)? * &self.radius_squared;
        Ok(square.root_above(self.target.plan.grid.of_radii()))
    }

    /// The decision at a number; whether it is the same at both ends of its interval is noted.
    pub(super) fn decide<T: PartialEq>(
        &mut self,
        number: &Number,
        width: &Number,
        find: impl Fn(&Number) -> T,
    ) -> T {
        let found = find(number);
        if !width.is_zero() {
            let same = find(&(number - width)) == found && find(&(number + width)) == found;
            self.is_decided &= same;
        }
        found
    }

    /// A distance within which every motion of another choice is that has as little restraint:
    /// |x - x'| and the root of 2 (H - B), given x' and B.
    pub(super) fn distance_to(&self, motion: &Motion, bound: &Number) -> Result<Number> {
        let digits = self.target.plan.grid.of_radii();
        let apart = self.target.distance_squared(motion, &self.center)?;
        let more = (&self.restraint - bound).shifted_up(1);
        Ok(&apart.root_above(digits) + &more.root_above(digits))
    }

    /// Makes the ball at least as wide.
    pub(super) fn widen(&mut self, radius: &Number) -> Result {
        let length = radius * &self.target.time;
        if length > self.length {
            self.radius_squared = radius.square();
            self.widths = self.target.widths(&self.radius_squared)?;
            self.length = length;
        }
        Ok(())
    }

    /// L8.
    pub(super) fn has_one_state(&self) -> Result {
        if self.is_decided {
            return Ok(());
        }
        let found = "a ball with several states";
        L8.refuse("the group", found, "one state, or the grade `near`")
    }
}

/// The same of an answer: a leaf and its ball.
pub(super) fn of_leaf<'a>(
    target: &'a Target<'a>,
    rows: Vec<&'a Row>,
    leaf: &Leaf,
) -> Result<(Solved<'a>, Ball<'a>)> {
    let solved = Solved::new(target, rows, &leaf.forces)?;
    let ball = solved.ball(leaf.opening.as_ref())?;
    Ok((solved, ball))
}
