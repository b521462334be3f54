//! Schmidl's loop of three parts (Table 6.2), in one program each.
//!
//! 1. Positions: the places nearest to the targets p + v Δt that keep sides of edges (section 6.1,
//!    with edges for separating planes, and one program for the iteration). Velocities stay.
//! 2. Momenta: at most so many impacts one after the other, that of the fastest approach first (the
//!    priority queue of section 6.2.1), each by (4.16), with friction by (4.28), j_t = -μ j_n v_t /
//!    |v_t|. The momentum program with ε = 0 resolves what is left (the hybrid of section 6.2.2).
//! 3. Static contacts, those that do not part: gravity is added to the velocities, and the momentum
//!    program with ε = 0 takes away what would sink in (section 6.3.2).
//!
//! The friction of (4.28) opposes the slip before the impact with all of its force, even if less
//! would stop it: so an impact with little slip can gain energy, as the thesis warns.

use super::cone::{self, Cone};
use super::form::Form;
use super::framework::Framework;
use super::lengths::{self, LengthRule};
use super::number::ratio;
use super::program::{Answer, Program, StepError, joint_conditions};
use super::sidedness::{self, SidednessRule, Triple};
use super::state::State;
use super::step::Instant;
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector};
use zwang_program::Options;

/// The places nearest to the targets, in accelerations (p_new - 2 p + p⁻) / Δt².
///
/// # Errors
/// [`StepError::Contradiction`] if the rows contradict each other.
pub(crate) fn positions(at: &Instant, options: &Options) -> Result<Answer, StepError> {
    let program = at.program(
        vec![Vector::zero(); at.framework.nodes.len()],
        LengthRule::CorrectingMidpoint,
        at.sides(SidednessRule::FirstOrder),
    );
    program.solve(options)
}

/// The contacts at some places, and how they collide.
pub(crate) struct Contacts<'a> {
    pub(crate) framework: &'a Framework,
    /// The places.
    pub(crate) nodes: &'a [Vector],
    /// Edges and vertices that touch.
    pub(crate) triples: Vec<Triple>,
    pub(crate) options: &'a Options,
}

impl<'a> Contacts<'a> {
    /// Those of some triples whose gap is at most `touching`, m.
    pub(crate) fn new(
        framework: &'a Framework,
        nodes: &'a [Vector],
        triples: &[Triple],
        touching: &Rational,
        options: &'a Options,
    ) -> Self {
        let mut kept = Vec::new();
        for &triple in triples {
            let form = sidedness::first_order(framework, triple, nodes).form;
            let gap = form.at(nodes);
            let edge = sidedness::squared_edge(framework, triple, nodes);
            if gap <= ratio(0, 1) || &gap * &gap <= touching * touching * edge {
                kept.push(triple);
            }
        }
        Self {
            framework,
            nodes,
            triples: kept,
            options,
        }
    }

    /// Velocities after the impacts and after a step of gravity on static contacts.
    ///
    /// # Errors
    /// Never a contradiction: rest satisfies all rows.
    pub(crate) fn velocities(
        &self,
        state: &State,
        bounces: usize,
        time_step: &Rational,
    ) -> Result<Vec<Vector>, StepError> {
        let mut velocities = self.turning(&state.velocities(time_step), &state.current);
        self.bounce(&mut velocities, bounces);
        let mut speeds = self
            .triples
            .iter()
            .map(|triple| self.speed(*triple, &velocities));
        if speeds.any(|speed| speed.is_negative()) {
            velocities = self.resolved(velocities, &self.triples)?;
        }
        let mut resting = Vec::new();
        for &triple in &self.triples {
            if !self.speed(triple, &velocities).is_positive() {
                resting.push(triple);
            }
        }
        for (velocity, node) in velocities.iter_mut().zip(&self.framework.nodes) {
            *velocity = &*velocity + &node.gravity.scaled(time_step);
        }
        self.resolved(velocities, &resting)
    }

    /// How fast a contact opens, times the length of the edge.
    fn speed(&self, triple: Triple, velocities: &[Vector]) -> Rational {
        let normal = sidedness::first_order(self.framework, triple, self.nodes).form;
        normal.of_motion(velocities)
    }

    /// The velocities with those of turns, i ω c, at the new places.
    fn turning(&self, velocities: &[Vector], before: &[Vector]) -> Vec<Vector> {
        let mut turned = velocities.to_vec();
        for turn in (1..turned.len()).step_by(2) {
            let old = &before[turn];
            let spin = old.cross(&velocities[turn]) / old.dot(old);
            turned[turn] = self.nodes[turn].quarter_turn().scaled(&spin);
        }
        turned
    }

    /// Impacts one after the other, at most so many.
    fn bounce(&self, velocities: &mut [Vector], most: usize) {
        for _ in 0..most {
            let mut fastest: Option<(Rational, Triple)> = None;
            for &triple in &self.triples {
                let speed = self.speed(triple, velocities);
                let edge = sidedness::squared_edge(self.framework, triple, self.nodes);
                let square = &speed * speed.abs() / edge;
                let is_faster = fastest.as_ref().is_none_or(|(least, _)| square < *least);
                if square.is_negative() && is_faster {
                    fastest = Some((square, triple));
                }
            }
            let Some((_, triple)) = fastest else {
                return;
            };
            self.collide(triple, velocities);
        }
    }

    /// One impact: (4.16) and (4.28).
    fn collide(&self, triple: Triple, velocities: &mut [Vector]) {
        let normal = sidedness::first_order(self.framework, triple, self.nodes).form;
        let slip = sidedness::slip(self.framework, triple, self.nodes);
        let speed = normal.of_motion(velocities);
        let across = slip.of_motion(velocities);
        let response = self.response(&normal);
        let bodies =
            [triple.vertex.0, triple.edge.0].map(|outline| self.framework.outlines[outline].body);
        let restitution = self.framework.restitution.between(bodies[0], bodies[1]);
        let impulse = -(ratio(1, 1) + restitution) * speed / normal.of_motion(&response);
        push(velocities, &response, &impulse);
        let friction = cone::friction(self.framework, triple) * &impulse;
        if !across.is_zero() {
            let along = -friction * across.signum();
            push(velocities, &self.response(&slip), &along);
        }
    }

    /// M⁻¹ times the gradient of a form, without what is along the bars of turns.
    fn response(&self, form: &Form) -> Vec<Vector> {
        let mut gradient = vec![Vector::zero(); self.framework.nodes.len()];
        for (variable, weight) in form.coefficients() {
            match variable % 2 {
                0 => gradient[variable / 2].x = weight,
                _ => gradient[variable / 2].y = weight,
            }
        }
        for (index, node) in self.framework.nodes.iter().enumerate() {
            let mut own = gradient[index].scaled(&node.mass.recip());
            if index % 2 == 1 {
                let across = self.nodes[index].quarter_turn();
                own = across.scaled(&(own.dot(&across) / across.dot(&across)));
            }
            gradient[index] = own;
        }
        gradient
    }

    /// The velocities of least kinetic energy that impulses within the friction cones leave.
    fn resolved(
        &self,
        velocities: Vec<Vector>,
        triples: &[Triple],
    ) -> Result<Vec<Vector>, StepError> {
        let mut cones = Vec::new();
        for &triple in triples {
            cones.push(Cone {
                normal: sidedness::first_order(self.framework, triple, self.nodes),
                slip: sidedness::slip(self.framework, triple, self.nodes),
                friction: cone::friction(self.framework, triple),
                tip: ratio(0, 1),
            });
        }
        let mut bars = Vec::new();
        for bar in &self.framework.bars {
            bars.push(lengths::first_order(bar, self.nodes));
        }
        let program = Program {
            framework: self.framework,
            target: velocities,
            bars,
            joints: joint_conditions(self.framework),
            triples: cone::rows(&cones),
            penalty: None,
        };
        Ok(program.solve(self.options)?.motions())
    }
}

fn push(velocities: &mut [Vector], response: &[Vector], impulse: &Rational) {
    for (velocity, own) in velocities.iter_mut().zip(response) {
        *velocity = &*velocity + &own.scaled(impulse);
    }
}
