//! Programs of bodies that touch: the ball that forces prove (`proofs/RUN.md`, section 16).

use super::super::number::Number;
use super::plan::{Free, Plan};
use super::rough::{Pair, Rough};
use super::vector::Vector;
use crate::lookup;
use crate::rejection::Condition::{L2, L3, L4};
use crate::rejection::Result;
use num_bigint::BigInt;
use num_traits::Signed;
use zwang_certificate::run2::space::{Force, Leaf, Opening};

/// The largest shift of an opening.
const LARGEST_SHIFT: u64 = 1 << 16;

/// A row: its value at a motion is the constant and the products of its sides.
pub(super) struct Row {
    pub sides: Vec<Side>,
    pub constant: Number,
    /// `None` if the two bodies have no friction.
    pub rough: Option<Rough>,
}

/// A component of a constraint, which gives way: with its value r it gives r²/(2 δ) to what is
/// least.
pub(super) struct Spring {
    pub row: Row,
    /// δ.
    pub compliance: Number,
}

/// The rows and the springs of a program.
#[derive(Clone, Copy)]
pub(super) struct Program<'a> {
    pub bodies: &'a [&'a Free],
    pub rows: &'a [Row],
    pub springs: &'a [Spring],
}

/// The coefficients of a body in a row.
pub(super) struct Side {
    /// The place of the body in its group.
    pub member: usize,
    /// Those of its move.
    pub along: Vector,
    /// Those of its turn.
    pub around: Vector,
}

impl Side {
    /// Adds coefficients to those that a list has of the same body.
    pub(super) fn add(sides: &mut Vec<Self>, more: Self) {
        match sides.iter_mut().find(|side| side.member == more.member) {
            Some(side) => {
                side.along = side.along.plus(&more.along);
                side.around = side.around.plus(&more.around);
            }
            None => sides.push(more),
        }
    }
}

/// The move and the turn of a body.
#[derive(Clone)]
pub(super) struct Motion {
    pub moved: Vector,
    pub turned: Vector,
}

/// A motion, and how far from it the optimum is at most.
pub(super) struct Ball {
    pub motion: Vec<Motion>,
    /// ρ.
    pub radius: Number,
    /// w at the motion.
    pub values: Vec<Number>,
    /// The forces of the leaf, one pair for each row.
    pub forces: Vec<Pair>,
    /// The largest λ², 0 without friction.
    pub law_squared: Number,
}

impl Motion {
    pub(super) fn zero() -> Self {
        Self {
            moved: Vector::zero(),
            turned: Vector::zero(),
        }
    }

    fn add(&mut self, other: &Self, factor: &Number) {
        self.moved = self.moved.plus(&other.moved.scaled(factor));
        self.turned = self.turned.plus(&other.turned.scaled(factor));
    }
}

impl Row {
    /// The products of the sides with a motion.
    pub(super) fn change(&self, motion: &[Motion]) -> Result<Number> {
        let mut sum = Number::zero();
        for side in &self.sides {
            let own = lookup::of_scene(motion, "body", side.member)?;
            let product = &side.along.dot(&own.moved) + &side.around.dot(&own.turned);
            sum = &sum + &product;
        }
        Ok(sum)
    }

    /// Adds the push of a force.
    fn push(&self, force: &Number, motion: &mut [Motion]) -> Result {
        for side in &self.sides {
            let own = pushed(motion, side.member)?;
            own.moved = own.moved.plus(&side.along.scaled(force));
            own.turned = own.turned.plus(&side.around.scaled(force));
        }
        Ok(())
    }

    fn value(&self, motion: &[Motion]) -> Result<Number> {
        Ok(&self.constant + &self.change(motion)?)
    }

    /// |row|².
    pub(super) fn size_squared(&self, bodies: &[&Free]) -> Result<Number> {
        let mut sum = Number::zero();
        for side in &self.sides {
            let free = lookup::of_scene(bodies, "body", side.member)?;
            let of_move = &side.along.square() * &free.mass.reciprocal();
            sum = &sum + &(&of_move + &turning(free, &side.around));
        }
        Ok(sum)
    }

    /// Forces that have acted already, and those of a leaf.
    pub(super) fn whole(&self, forces: &Pair) -> Pair {
        match &self.rough {
            Some(rough) => rough.base.plus(forces),
            None => forces.clone(),
        }
    }

    /// L3: the forces of a row with friction are in its cone.
    fn admits(&self, index: usize, forces: &Pair) -> Result {
        let Some(rough) = &self.rough else {
            return Ok(());
        };
        if !rough.holds(&self.whole(forces)) {
            let found = "a force outside of the cone of friction";
            return L3.refuse(format!("row {index}"), found, "one inside of it");
        }
        Ok(())
    }

    /// The work of the forces of a leaf at a motion, at which the row has this value.
    fn work(
        &self,
        forces: &Pair,
        value: &Number,
        motion: &[Motion],
        digits: u64,
    ) -> Result<Number> {
        match &self.rough {
            Some(rough) => rough.work(&self.whole(forces), value, motion, digits),
            None => Ok(&forces.across * value),
        }
    }
}

/// vᵀ I⁻¹ v.
pub(super) fn turning(free: &Free, vector: &Vector) -> Number {
    vector.dot(&free.per_inertia.times(vector))
}

impl Ball {
    /// L2, L3, L4: the ball of the forces of a leaf. `unit` takes motions to lengths: 1, or h of
    /// velocities.
    pub(super) fn of(plan: &Plan, program: Program, leaf: &Leaf, unit: &Number) -> Result<Self> {
        let Program { bodies, rows, .. } = program;
        let digits = plan.digits;
        let forces = forces(rows, leaf, digits.saturating_mul(3))?;
        for (index, (row, own)) in rows.iter().zip(&forces).enumerate() {
            row.admits(index, own)?;
        }
        let of_springs = forces_of_springs(program.springs, leaf, digits.saturating_mul(3))?;
        let motion = program.motion(&forces, &of_springs)?;
        let mut values = Vec::new();
        for row in rows {
            values.push(row.value(&motion)?);
        }
        let mut opened = motion.clone();
        let mut square = Number::zero();
        if let Some(opening) = &leaf.opening {
            let by = opening_of(bodies, opening)?;
            for (own, change) in opened.iter_mut().zip(&by) {
                own.add(change, &Number::one());
            }
            square = norm_squared(bodies, &by);
        }
        let mut opened_values = Vec::new();
        for (index, (row, own)) in rows.iter().zip(&forces).enumerate() {
            let value = row.value(&opened)?;
            if row.rough.is_none() && value.is_negative() {
                let found = format!("row {index} is not kept by the opened motion");
                return L4.refuse("`opening`", found, "one that keeps all rows");
            }
            let work = row.work(own, &value, &opened, digits)?;
            square = &square + &work.shifted_up(1);
            opened_values.push(value);
        }
        for (spring, force) in program.springs.iter().zip(&of_springs) {
            let off = &spring.row.value(&opened)? + &(&spring.compliance * force);
            let term = &off.square() * &spring.compliance.reciprocal();
            square = &square + &term.rounded_up(digits.saturating_mul(8));
        }
        let square = square.rounded_up(digits.saturating_mul(8));
        let mut ball = Self {
            motion,
            radius: square.root_above(digits.saturating_mul(4)),
            values,
            forces,
            law_squared: Number::zero(),
        };
        if unit * &ball.radius > plan.radius {
            return L4.refuse("radius", "one above that of the header", "at most that");
        }
        ball.law_squared = ball.law(plan, bodies, (rows, &opened_values), unit)?;
        Ok(ball)
    }

    /// L4: the largest λ² of the rows, which have these values at the opened motion.
    fn law(
        &self,
        plan: &Plan,
        bodies: &[&Free],
        (rows, values): (&[Row], &[Number]),
        unit: &Number,
    ) -> Result<Number> {
        let most = plan.law.square();
        let mut largest = Number::zero();
        for (index, row) in rows.iter().enumerate() {
            let Some(rough) = &row.rough else {
                continue;
            };
            let whole = row.whole(lookup::of_scene(&self.forces, "row", index)?);
            let value = lookup::of_scene(values, "row", index)?;
            let law = rough.law(bodies, &whole, value, &self.radius)?;
            let error = &law.error * &unit.square();
            if error > &most * &law.square {
                let found = format!("row {index} errs by more");
                return L4.refuse("`law`", found, "at most that of the header");
            }
            largest = largest.max(&error * &law.square.reciprocal());
        }
        Ok(largest)
    }

    /// The least multiple of 2^-4g whose square is at least a size times ρ².
    pub(super) fn half_width(&self, size_squared: &Number, digits: u64) -> Number {
        let square = size_squared * &self.radius.square();
        square.root_above(digits.saturating_mul(4))
    }
}

/// L2, L3: the forces of all rows; no contact without friction pulls.
fn forces(rows: &[Row], leaf: &Leaf, digits: u64) -> Result<Vec<Pair>> {
    let mut found: Vec<Pair> = rows.iter().map(|_| Pair::none()).collect();
    let mut last: Option<usize> = None;
    for force in &leaf.forces {
        let Force { row: index, .. } = force;
        if last.is_some_and(|last| last >= *index) {
            return L2.refuse("`forces`", format!("row {index}"), "ascending rows");
        }
        last = Some(*index);
        let (Some(row), Some(own)) = (rows.get(*index), found.get_mut(*index)) else {
            let required = format!("below {}", rows.len());
            return L2.refuse("`forces`", format!("row {index}"), required);
        };
        if row.rough.is_none() {
            if force.along.is_some() {
                let found = format!("row {index} with friction");
                return L2.refuse("`forces`", found, "none between these bodies");
            }
            if !force.across.is_positive() {
                return L3.refuse(format!("row {index}"), "a force that pulls", "one above 0");
            }
        }
        let mut listed = Pair::none();
        listed.across = Number::dyadic(force.across.clone(), digits);
        if let Some(along) = &force.along {
            let along = along.each_ref();
            listed.along = Vector(along.map(|number| Number::dyadic(number.clone(), digits)));
        }
        *own = own.plus(&listed);
    }
    Ok(found)
}

impl Program<'_> {
    /// x = M⁻¹ Σ (φ · coefficients + the coefficients of m × g at the point that slips), and the
    /// forces of springs times their coefficients.
    pub(super) fn motion(&self, forces: &[Pair], of_springs: &[Number]) -> Result<Vec<Motion>> {
        let mut motion = vec![Motion::zero(); self.bodies.len()];
        for (row, force) in self.rows.iter().zip(forces) {
            row.push(&force.across, &mut motion)?;
            let Some(rough) = &row.rough else {
                continue;
            };
            let along = rough.normal.cross(&force.along);
            for side in &rough.sides {
                pushed(&mut motion, side.member)?.add(&side.push(&along), &Number::one());
            }
        }
        for (spring, force) in self.springs.iter().zip(of_springs) {
            spring.row.push(force, &mut motion)?;
        }
        for (own, free) in motion.iter_mut().zip(self.bodies) {
            own.moved = own.moved.scaled(&free.mass.reciprocal());
            own.turned = free.per_inertia.times(&own.turned);
        }
        Ok(motion)
    }
}

/// L2: the forces of all springs.
fn forces_of_springs(springs: &[Spring], leaf: &Leaf, digits: u64) -> Result<Vec<Number>> {
    if leaf.joints.len() != springs.len() {
        let found = format!("{} numbers", leaf.joints.len());
        return L2.refuse("`joints` of a leaf", found, springs.len());
    }
    let forces = leaf.joints.iter();
    let found = forces.map(|force| Number::dyadic(force.clone(), digits));
    Ok(found.collect())
}

fn pushed(motion: &mut [Motion], member: usize) -> Result<&mut Motion> {
    match motion.get_mut(member) {
        Some(own) => Ok(own),
        None => L2.refuse("row", member, "a body of the group"),
    }
}

/// L2: 2^-k o.
fn opening_of(bodies: &[&Free], opening: &Opening) -> Result<Vec<Motion>> {
    if opening.motion.len() != bodies.len() {
        let found = format!("{} bodies", opening.motion.len());
        return L2.refuse("`opening`", found, bodies.len());
    }
    if opening.shift > LARGEST_SHIFT {
        return L2.refuse("`shift`", opening.shift, format!("at most {LARGEST_SHIFT}"));
    }
    let number = |integer: &BigInt| Number::dyadic(integer.clone(), opening.shift);
    let mut motion = Vec::new();
    for own in &opening.motion {
        let [x, y, z, a, b, c] = own.each_ref().map(number);
        motion.push(Motion {
            moved: Vector([x, y, z]),
            turned: Vector([a, b, c]),
        });
    }
    Ok(motion)
}

/// Σ m |e|² + ε·I ε.
fn norm_squared(bodies: &[&Free], motion: &[Motion]) -> Number {
    let mut sum = Number::zero();
    for (free, own) in bodies.iter().zip(motion) {
        let of_move = &own.moved.square() * &free.mass;
        let of_turn = own.turned.dot(&free.inertia.times(&own.turned));
        sum = &sum + &(&of_move + &of_turn);
    }
    sum
}
