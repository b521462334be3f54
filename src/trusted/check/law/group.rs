//! A step of a group (`proofs/RUN.md`, section 8).

use super::ball::{Ball, Force, Solved, Target, of_leaf};
use super::guess::{Guess, Later, Motion, Pose, Row, is_within, of};
use super::number::Number;
use super::options::Candidates;
use super::pairs::Pair;
use super::passing;
use super::pins::{self, PinRow};
use super::places;
use super::plan::Plan;
use super::program::{Answer, Options, Program};
use super::rooms::Way;
use super::state::{Moving, Placed};
use super::step::Begun;
use super::takeover::Takeover;
use super::turn::{self, half_turn, turned};
use super::vector::Vector;
use super::work::Work;
use crate::core::union::Union;
use crate::names;
use crate::rejection::Condition::{Form, L3, L4, L6, L7};
use crate::rejection::{Rejection, Result, within};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_certificate::run2::{self, BodyState, Grade, Leaf, Node};
use zwang_scene::{BodyId, PinId};

/// The most position programs of a step.
const MOST_PROGRAMS: usize = 8;

/// A group at the beginning of a part: its bodies and its pairs.
pub(super) struct Group<'a> {
    pub begun: &'a Begun<'a>,
    pub bodies: &'a [BodyId],
    pub pairs: Vec<(Pair, Candidates)>,
    /// The numbers of its pins in the scene, ascending.
    pub pins: &'a [usize],
    /// The grade that the record gives it.
    pub grade: Grade,
    /// Its part in the record; `None` if it is left out.
    pub listed: Option<&'a run2::Part>,
    /// The pairs of which rows that do not touch are left out.
    pub left_out: BTreeSet<Pair>,
    /// Found when it advances.
    pub later: Later,
    pub work: &'a Work,
}

/// The proved motion of a group.
pub(super) struct ProvedGroup {
    pub states: BTreeMap<BodyId, BodyState>,
    pub grade: Grade,
    pub radius: Number,
    /// The largest λ².
    pub law_squared: Number,
    /// Whether a row lands: whether κ = 1 somewhere.
    pub lands: bool,
    /// The largest tangent of half a turn of a body in a part.
    pub half_turn: Number,
    /// The quarter turns of each body.
    pub quarters: BTreeMap<BodyId, i64>,
    /// The work of torques: 2 I α τ of all bodies and parts.
    pub turn_work: Number,
    /// The way of each body.
    pub ways: BTreeMap<BodyId, Way>,
    /// The impulses of the programs.
    pub forces: Vec<RowImpulse>,
    /// Those of the rounds.
    pub impacts: Vec<Blow>,
    /// The kinetic energy that rounds gave.
    pub impact_energy: Number,
    /// The impulses of pins over the step on their first bodies, by their number in the scene.
    pub pin_forces: BTreeMap<usize, Vector>,
}

/// The impulse of a row in a step over the step: a force on the body of the vertex.
pub(super) struct RowImpulse {
    pub row: Contact,
    pub force: Vector,
}

/// The same of a row in the rounds at the beginning of a part.
pub(super) struct Blow {
    /// When the part begins, in steps.
    pub time: Number,
    pub impulse: RowImpulse,
}

/// A row of a leaf that is tight, its value at x, and how far that may be off.
struct Tight<'a> {
    row: &'a Row,
    value: Number,
    width: Number,
}

/// X, Y, n and t after the step.
struct NewPose {
    state: BodyState,
    pose: Pose,
}

/// The outcome of a program that may be the last one.
enum Repeated<'a> {
    Last(Box<ProvedGroup>),
    Next(Box<Next<'a>>),
}

/// The next program, and figures of the one before.
struct Next<'a> {
    motion: Motion,
    program: Program,
    target: Target<'a>,
    largest_radius: Number,
    law_squared: Number,
}

impl<'a> Group<'a> {
    fn plan(&self) -> &'a Plan {
        self.begun.stage.plan
    }

    /// All of section 8.
    pub(super) fn advance(mut self) -> Result<ProvedGroup> {
        let mut motion = Motion::new();
        for body in self.bodies {
            motion.insert(*body, of(&self.begun.first_guess, *body)?.clone());
        }
        let guess = Guess::new(self.begun.stage, &motion)?;
        let takeover = Takeover {
            begun: self.begun,
            guess: &guess,
            left_out: &self.left_out,
            work: self.work,
        };
        self.later = takeover.complete(&mut self.pairs)?;
        let guess = guess.with_later(&self.later);
        let mut target = self.target(&guess, &motion)?;
        let options = self.options(&guess)?;
        let mut program = options.with_rows(&guess, &mut target.pins)?;
        let mut largest = [Number::zero(), Number::zero()];
        for number in 1..MOST_PROGRAMS {
            match self.repeat(number, &motion, &program, &target)? {
                Repeated::Last(proved) => return Ok(proved.and(largest)),
                Repeated::Next(next) => {
                    motion = next.motion;
                    program = next.program;
                    target = next.target;
                    let [radius, law_squared] = largest;
                    largest = [
                        radius.max(next.largest_radius),
                        law_squared.max(next.law_squared),
                    ];
                }
            }
        }
        let mut answer = self.judge(MOST_PROGRAMS, &program, &target)?;
        let tight = self.tight_rows(&mut answer)?;
        let poses = self.new_poses(&mut answer.ball)?;
        let proved = self.last(MOST_PROGRAMS, answer, &names_of(&tight), poses)?;
        Ok(proved.and(largest))
    }

    fn options(&self, guess: &Guess) -> Result<Options> {
        Options::new(guess, &self.pairs, &self.left_out, self.work)
    }

    /// The aim of the program at a guess: x~, pins and shares.
    fn target(&self, guess: &Guess, guessed: &Motion) -> Result<Target<'a>> {
        let stage = self.begun.stage;
        let pins = pins::rows(stage, guess, self.pins)?;
        let shares = pins::shares(stage.plan, &pins, guessed, &self.begun.target)?;
        let mut motion = Motion::new();
        for body in self.bodies {
            let [x, y, turn] = of(&self.begun.target, *body)?.clone();
            let [_, _, guessed] = of(guessed, *body)?;
            let turn = match shares.get(body) {
                Some(share) => guessed + &(share * &(&turn - guessed)),
                None => turn,
            };
            motion.insert(*body, [x, y, turn]);
        }
        Ok(Target {
            plan: self.plan(),
            bodies: self.bodies,
            motion,
            pins,
            shares,
            is_relaxed: self.grade == Grade::Relaxed,
            time: Number::one(),
        })
    }

    /// L1, L3 to L5, of the program of this number.
    fn judge<'b>(
        &self,
        number: usize,
        program: &'b Program,
        target: &'b Target,
    ) -> Result<Answer<'b>> {
        let empty = Node::Leaf(Leaf::default());
        let tree = self.tree(number, &empty)?;
        self.work.branch(tree.size(), program.size())?;
        within(format!("program {number}"), program.judge(target, tree))
    }

    /// The program of this number, and what follows.
    fn repeat(
        &self,
        number: usize,
        guessed: &Motion,
        program: &Program,
        target: &Target,
    ) -> Result<Repeated<'a>> {
        let mut answer = self.judge(number, program, target)?;
        let tight = self.tight_rows(&mut answer)?;
        let poses = self.new_poses(&mut answer.ball)?;
        let motion = self.next_guess(&mut answer.ball)?;
        let are_as_told = self.have_the_gaps_of_their_values(&mut answer.ball, &tight, &poses)?;
        self.decided(&format!("program {number}"), &answer.ball)?;
        let guess = Guess::new(self.begun.stage, &motion)?.with_later(&self.later);
        let next = self.options(&guess)?;
        let is_off = !are_as_told
            || self.turn_otherwise(&tight, [guessed, &motion])?
            || self
                .gaping(&poses, &self.plan().touch.shifted(4))?
                .is_some();
        let stays =
            |name: &Contact| !program.options.imposed.contains(name) || next.imposed.contains(name);
        if !is_off && tight.iter().all(|tight| stays(&tight.row.name)) {
            let proved = self.last(number, answer, &names_of(&tight), poses)?;
            return Ok(Repeated::Last(Box::new(proved)));
        }
        let mut target = self.target(&guess, &motion)?;
        Ok(Repeated::Next(Box::new(Next {
            largest_radius: answer.largest_radius,
            law_squared: answer.law_squared,
            program: next.with_rows(&guess, &mut target.pins)?,
            target,
            motion,
        })))
    }

    /// The step, given the answer of the last program.
    fn last(
        &self,
        number: usize,
        answer: Answer,
        tight: &[Contact],
        poses: BTreeMap<BodyId, NewPose>,
    ) -> Result<ProvedGroup> {
        let place = format!("program {number}");
        self.decided(&place, &answer.ball)?;
        self.ends_with(number)?;
        if let Some(pin) = self.gaping(&poses, &self.plan().touch)? {
            let pin = names::pin(&self.plan().scene, PinId(pin));
            let place = format!("{place}, {pin}");
            return L6.refuse(place, "a gape beyond `touch`", "at most `touch`");
        }
        self.finish(answer, tight, poses)
    }

    /// Whether a body of a tight row that does not touch turns otherwise than guessed: its farthest
    /// vertex by more than 8 `touch`.
    fn turn_otherwise(&self, tight: &[Tight], [guess, next]: [&Motion; 2]) -> Result<bool> {
        let most = self.plan().touch.shifted_up(3);
        for Tight { row, .. } in tight.iter().filter(|tight| !tight.row.touches) {
            for body in row.name.bodies().map(BodyId) {
                let (Some([_, _, before]), Some([_, _, after])) =
                    (guess.get(&body), next.get(&body))
                else {
                    continue;
                };
                let turned = (after - before).abs();
                if &turned * &self.plan().free(body)?.reach > most {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The tree of a program of this number.
    fn tree<'b>(&self, number: usize, empty: &'b Node) -> Result<&'b Node>
    where
        'a: 'b,
    {
        let Some(part) = self.listed else {
            return Ok(empty);
        };
        let index = number.saturating_sub(1);
        match part.programs.get(index) {
            Some(tree) => Ok(tree),
            None => self.has_other_programs(part, "more"),
        }
    }

    /// L6: the record has as many programs as the step.
    fn ends_with(&self, number: usize) -> Result {
        match self.listed {
            Some(part) if part.programs.len() != number => self.has_other_programs(part, number),
            _ => Ok(()),
        }
    }

    fn has_other_programs<T>(
        &self,
        part: &run2::Part,
        required: impl std::fmt::Display,
    ) -> Result<T> {
        let found = format!("{} programs", part.programs.len());
        L6.refuse("`programs`", found, required)
    }

    /// L8, where the grade asks for it.
    fn decided(&self, place: &str, ball: &Ball) -> Result {
        match self.grade {
            Grade::Unique => within(place, ball.has_one_state()),
            Grade::Near | Grade::Relaxed => Ok(()),
        }
    }

    fn tight_rows<'b>(&self, answer: &mut Answer<'b>) -> Result<Vec<Tight<'b>>> {
        let touch = &self.plan().touch;
        let mut tight = Vec::new();
        for row in &answer.rows {
            let value = row.value(&answer.ball.center)?;
            let width = answer.ball.row_width(row)?;
            let is_tight = answer.ball.decide(&value, &width, |value| {
                is_within(value, touch, &row.length_squared)
            });
            if is_tight {
                tight.push(Tight { row, value, width });
            }
        }
        Ok(tight)
    }

    fn moving(&self, body: BodyId) -> Result<&Moving<'a>> {
        match &self.begun.stage.at(body)?.moving {
            Some(moving) => Ok(moving),
            None => Form.refuse(names::body(&self.plan().scene, body), "no state", "one"),
        }
    }

    /// The coordinates of a vector, rounded to integers over 2^bits.
    fn round_vector(
        &self,
        ball: &mut Ball,
        vector: &Vector,
        width: &Number,
        bits: u64,
    ) -> [num_bigint::BigInt; 2] {
        let coordinates = self.plan().grid.coordinates(vector);
        coordinates.map(|number| ball.decide(&number, width, |number| number.nearest(bits)))
    }

    fn new_poses(&self, ball: &mut Ball) -> Result<BTreeMap<BodyId, NewPose>> {
        let mut poses = BTreeMap::new();
        for body in self.bodies {
            poses.insert(*body, self.new_pose(ball, *body)?);
        }
        Ok(poses)
    }

    fn new_pose(&self, ball: &mut Ball, body: BodyId) -> Result<NewPose> {
        let grid = &self.plan().grid;
        let moving = self.moving(body)?;
        let [width, turn_width] = ball.widths(body)?;
        let [x, y, turn] = of(&ball.center, body)?.clone();
        let [move_x, move_y] = self.round_vector(ball, &Vector::new(x, y), &width, grid.digits);
        let quarter = moving.state.quarter;
        let (quarter, tangent) = ball.decide(&turn, &turn_width, |turn| {
            turned(&moving.tangent, quarter, turn, grid.digits)
        });
        let [old_x, old_y] = &moving.state.displacement;
        let state = BodyState {
            displacement: [old_x + move_x, old_y + move_y],
            quarter,
            tangent,
            ..BodyState::default()
        };
        let placed = Placed::new(grid, self.plan().body(body)?, Some(&state));
        let pose = Pose {
            position: placed.position,
            rotation: placed.rotation,
        };
        Ok(NewPose { state, pose })
    }

    /// The pose of any body after the step.
    fn pose_after(&self, poses: &BTreeMap<BodyId, NewPose>, body: BodyId) -> Result<Pose> {
        if let Some(new) = poses.get(&body) {
            return Ok(new.pose.clone());
        }
        let at = self.begun.stage.at(body)?;
        Ok(Pose {
            position: at.position.clone(),
            rotation: at.rotation.clone(),
        })
    }

    /// The first pin that gapes by more than a length at the new poses.
    fn gaping(&self, poses: &BTreeMap<BodyId, NewPose>, length: &Number) -> Result<Option<usize>> {
        for index in self.pins {
            let pin = pins::pin(self.plan(), *index)?;
            let gape = pin.gape(|body| self.pose_after(poses, body))?;
            if gape.square() > length.square() {
                return Ok(Some(*index));
            }
        }
        Ok(None)
    }

    fn next_guess(&self, ball: &mut Ball) -> Result<Motion> {
        let grid = &self.plan().grid;
        let bits = grid.short();
        let mut motion = Motion::new();
        for body in self.bodies {
            let [width, turn_width] = ball.widths(*body)?;
            let [x, y, turn] = of(&ball.center, *body)?.clone();
            let rounded = self.round_vector(ball, &Vector::new(x, y), &width, bits);
            let turn = ball.decide(&turn, &turn_width, |turn| turn.nearest(bits));
            let [along, across] = rounded.map(|number| Number::dyadic(number, bits));
            let moved = grid.vector([&along, &across]);
            motion.insert(*body, [moved.x, moved.y, Number::dyadic(turn, bits)]);
        }
        Ok(motion)
    }

    /// Whether every tight row has the gap after the step that its value tells, but for `touch`/16.
    fn have_the_gaps_of_their_values(
        &self,
        ball: &mut Ball,
        tight: &[Tight],
        poses: &BTreeMap<BodyId, NewPose>,
    ) -> Result<bool> {
        let stage = self.begun.stage;
        let limit = self.plan().touch.shifted(4);
        let mut all = true;
        for Tight { row, value, width } in tight {
            let [vertex, edge] = row.name.bodies().map(BodyId);
            let own = self.pose_after(poses, vertex)?;
            let other = self.pose_after(poses, edge)?;
            let above_floor = &stage.gap_at(&row.name, [&own, &other])? - &row.floor;
            let are_within = ball.decide(value, width, |value| {
                let more = &above_floor - value;
                [-&more, more].map(|off| is_within(&off, &limit, &row.length_squared))
            });
            all &= are_within == [true, true];
        }
        Ok(all)
    }

    /// κ, velocities and memory.
    fn finish(
        &self,
        answer: Answer,
        tight: &[Contact],
        poses: BTreeMap<BodyId, NewPose>,
    ) -> Result<ProvedGroup> {
        let Answer {
            solved,
            mut ball,
            rows,
            largest_radius,
            law_squared,
        } = answer;
        let landed = self.landed(&rows, tight)?;
        let mut velocities = Motion::new();
        for body in self.bodies {
            let kappa = kappa(landed.contains(body));
            let velocity = self.middle_velocity(&mut ball, *body, kappa)?;
            velocities.insert(*body, velocity);
        }
        self.decided("velocities", &ball)?;
        let tight = self.rows_of_velocities(&rows, tight, &poses)?;
        let mut velocity_rows = self.velocity_rows(&tight, &poses)?;
        let mut pins = self.velocity_pins(&poses)?;
        let pose = |body| self.short_pose_after(&poses, body);
        places::join_of_velocities(self.begun.stage, pose, &mut velocity_rows, &mut pins)?;
        for row in &mut velocity_rows {
            self.give_base(row, &solved, &landed);
        }
        let velocity_target = Target {
            plan: self.plan(),
            bodies: self.bodies,
            motion: velocities,
            pins,
            shares: BTreeMap::new(),
            is_relaxed: self.grade == Grade::Relaxed,
            time: self.plan().step.clone(),
        };
        let empty = Leaf::default();
        let leaf = self.listed.map_or(&empty, |part| &part.velocity);
        let row_list = velocity_rows.iter().collect();
        let velocity = of_leaf(&velocity_target, row_list, leaf);
        let velocity = velocity.map_err(of_velocities);
        let (velocity_solved, mut velocity_ball) = within("velocities", velocity)?;
        let mut states = BTreeMap::new();
        for (body, new) in poses {
            let is_landed = landed.contains(&body);
            let state = self.state_after(&mut velocity_ball, body, new.state, is_landed)?;
            states.insert(body, state);
        }
        self.decided("velocities", &velocity_ball)?;
        self.what_is_taken_back_holds_nothing(&velocity_solved, &landed, &states)?;
        let mut half_turn = Number::zero();
        let mut quarters = BTreeMap::new();
        let mut turn_work = Number::zero();
        let mut ways = BTreeMap::new();
        for (body, state) in &states {
            let half = self.half_turn(*body, state)?;
            let free = self.moving(*body)?.free;
            let work = &(self.begun.angular(*body)? * &free.inertia) * &half;
            turn_work = &turn_work + &(&work + &work);
            let way = Way::new(self.moved(*body, state)?, &half, &free.reach);
            ways.insert(*body, way);
            quarters.insert(
                *body,
                turn::quarters(self.moving(*body)?.state, state, &half),
            );
            half_turn = half_turn.max(half.abs());
        }
        let forces = self.impulses(&solved, &landed, &velocity_solved)?;
        let pin_forces = self.pin_impulses(&solved, &landed, &velocity_solved);
        Ok(ProvedGroup {
            states,
            grade: self.grade,
            radius: largest_radius.max(velocity_ball.length),
            law_squared: law_squared.max(velocity_ball.law_squared),
            lands: !landed.is_empty(),
            half_turn,
            quarters,
            turn_work,
            ways,
            forces,
            impacts: vec![],
            impact_energy: Number::zero(),
            pin_forces,
        })
    }

    /// L7: forces of which the velocities take back more than three quarters have not held what
    /// moves on, unless something lands: nothing has pressed there.
    fn what_is_taken_back_holds_nothing(
        &self,
        velocities: &Solved,
        landed: &BTreeSet<BodyId>,
        states: &BTreeMap<BodyId, BodyState>,
    ) -> Result {
        let plan = self.plan();
        let mut motion = Motion::new();
        for (body, state) in states {
            let [along, across] = &state.velocity;
            let Vector { x, y } = plan.grid.grid_vector([along, across]);
            motion.insert(*body, [x, y, plan.grid.number(&state.spin)]);
        }
        let mut idle = Vec::new();
        for Force { row, across, .. } in &velocities.forces {
            let Some(slip) = &row.slip else {
                continue;
            };
            let [before, along] = &slip.base;
            let is_taken_back = &(before + across) * &Number::from(4) < *before;
            let lands = row.sides.iter().any(|(body, _)| landed.contains(body));
            if is_taken_back && !lands && !self.begun.stage.is_still(&row.name)? {
                let [across, along] = [before.clone(), along.clone()];
                idle.push(Force { row, across, along });
            }
        }
        let pushed = velocities.pushed(&idle)?;
        for Force { row, .. } in &idle {
            let opens = row.linear(&motion)?;
            if opens.is_positive() {
                self.is_not_held(row, &opens, &row.linear(&pushed)?)?;
            }
            if let Some(slip) = &row.slip {
                self.is_not_held(row, &slip.value(&motion)?, &slip.value(&pushed)?)?;
            }
        }
        Ok(())
    }

    /// L7: a row that moves has got at most a quarter of its speed from forces that are taken back.
    fn is_not_held(&self, row: &Row, speed: &Number, pushed: &Number) -> Result {
        let plan = self.plan();
        let square = (speed * &plan.step).square().shifted(16);
        let is_fast = square > &plan.touch.square() * &row.length_squared;
        if is_fast && pushed.square() > speed.square().shifted(4) {
            let place = names::touch(&plan.scene, &row.name);
            let found = "a force that is taken back, and a contact that moves";
            return L7.refuse(
                place,
                found,
                "at most a quarter of its speed from that force",
            );
        }
        Ok(())
    }

    /// Φ and Ψ of a row of velocities: κ/h times its forces of positions.
    fn give_base(&self, row: &mut Row, positions: &Solved, landed: &BTreeSet<BodyId>) {
        let Some(slip) = &mut row.slip else {
            return;
        };
        let is_landed = row.sides.iter().any(|(body, _)| landed.contains(body));
        let factor = &Number::from(kappa(is_landed)) * &self.begun.per_length;
        let forces = &positions.forces;
        let place = forces.binary_search_by(|force| force.row.name.cmp(&row.name));
        if let Some(force) = place.ok().and_then(|place| forces.get(place)) {
            let bits = self.plan().grid.of_forces();
            let across = (&force.across * &factor).rounded_up(bits);
            slip.base = [across, (&force.along * &factor).rounded_toward_zero(bits)];
        }
    }

    /// The bodies of clusters in which a row lands: those with κ = 1.
    fn landed(&self, rows: &[&Row], tight: &[Contact]) -> Result<BTreeSet<BodyId>> {
        let tight: BTreeSet<&Contact> = tight.iter().collect();
        let mut clusters = Union::new();
        let mut landing = BTreeSet::new();
        for row in rows {
            let free: Vec<BodyId> = row.sides.iter().map(|(body, _)| *body).collect();
            let is_tight = tight.contains(&row.name);
            if row.touches || is_tight {
                clusters.join(&free);
            }
            if is_tight && (!row.touches || self.is_closing(row)?) {
                landing.extend(free);
            }
        }
        for index in self.pins {
            clusters.join(&pins::pin(self.plan(), *index)?.free_bodies());
        }
        let mut landed = BTreeSet::new();
        for cluster in clusters.sets().into_values() {
            if cluster.iter().any(|body| landing.contains(body)) {
                landed.extend(cluster);
            }
        }
        Ok(landed)
    }

    /// Whether a row closes faster than `touch` in a step, in the state before.
    fn is_closing(&self, row: &Row) -> Result<bool> {
        let velocities = self.begun.stage.velocities(&row.name)?;
        let before = self.begun.stage.row_before(&row.name)?;
        let closing = before.linear(&velocities)?;
        let plan = self.plan();
        let moved = (&closing * &plan.step).square();
        Ok(closing.is_negative() && moved > &plan.touch.square() * &row.length_squared)
    }

    /// v~ and ω~.
    fn middle_velocity(&self, ball: &mut Ball, body: BodyId, kappa: i64) -> Result<[Number; 3]> {
        let plan = self.plan();
        let grid = &plan.grid;
        let moving = self.moving(body)?;
        let rate = &Number::from(kappa) * &self.begun.per_length;
        let [width, turn_width] = ball.widths(body)?.map(|width| &width * &rate);
        let [x, y, turn] = of(&ball.center, body)?.clone();
        let [target_x, target_y, target_turn] = of(&self.begun.target, body)?;
        let pushed = Vector::new(&x - target_x, &y - target_y).scaled(&rate);
        let length = &self.begun.length;
        let fallen = moving.free.fall.scaled(length);
        let velocity = moving.velocity.plus(&fallen).plus(&pushed);
        let rounded = self.round_vector(ball, &velocity, &width, grid.digits);
        let turned = &(&turn - target_turn) * &rate;
        let spun = &moving.spin + &(self.begun.angular(body)? * length);
        let spin = ball.decide(&(&spun + &turned), &turn_width, |spin| {
            spin.nearest(grid.digits)
        });
        let [along, across] = &rounded;
        let velocity = grid.grid_vector([along, across]);
        Ok([velocity.x, velocity.y, grid.number(&spin)])
    }

    /// The pins of the velocity program.
    fn velocity_pins(&self, poses: &BTreeMap<BodyId, NewPose>) -> Result<Vec<PinRow>> {
        let mut rows = Vec::new();
        for index in self.pins {
            let pin = pins::pin(self.plan(), *index)?;
            let rotation = |body| Ok(self.short_pose_after(poses, body)?.rotation);
            rows.push(pin.row(*index, Vector::zero(), rotation)?);
        }
        Ok(rows)
    }

    /// The tight rows, and in place of those that do not touch the ones by which their corners
    /// pass.
    fn rows_of_velocities(
        &self,
        rows: &[&Row],
        tight: &[Contact],
        poses: &BTreeMap<BodyId, NewPose>,
    ) -> Result<BTreeSet<Contact>> {
        let touching = rows.iter().filter(|row| row.touches);
        let touching: BTreeSet<&Contact> = touching.map(|row| &row.name).collect();
        let pose = |body| self.pose_after(poses, body);
        let mut names = BTreeSet::new();
        for name in tight {
            names.insert(match touching.contains(name) {
                true => *name,
                false => {
                    let stage = self.begun.stage;
                    let velocities = stage.velocities(name)?;
                    passing::least_closing(stage, name, &pose, &velocities)?
                }
            });
        }
        Ok(names)
    }

    /// The rows of the velocity program.
    fn velocity_rows(
        &self,
        tight: &BTreeSet<Contact>,
        poses: &BTreeMap<BodyId, NewPose>,
    ) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        for name in tight {
            let [vertex, edge] = name.bodies().map(BodyId);
            let own = self.short_pose_after(poses, vertex)?;
            let other = self.short_pose_after(poses, edge)?;
            rows.push(self.begun.stage.velocity_row(name, [&own, &other])?);
        }
        Ok(rows)
    }

    /// The pose after the step, with its rotation rounded to l.
    fn short_pose_after(&self, poses: &BTreeMap<BodyId, NewPose>, body: BodyId) -> Result<Pose> {
        let mut pose = self.pose_after(poses, body)?;
        pose.rotation = pose.rotation.rounded(self.plan().grid.short());
        Ok(pose)
    }

    /// The state after the step, given its pose.
    fn state_after(
        &self,
        ball: &mut Ball,
        body: BodyId,
        pose: BodyState,
        is_landed: bool,
    ) -> Result<BodyState> {
        let plan = self.plan();
        let grid = &plan.grid;
        let moving = self.moving(body)?;
        let [width, turn_width] = ball.widths(body)?;
        let [x, y, spin] = of(&ball.center, body)?.clone();
        let velocity = self.round_vector(ball, &Vector::new(x, y), &width, grid.digits);
        let spin = ball.decide(&spin, &turn_width, |spin| spin.nearest(grid.digits));
        let (memory, turn_memory) = if is_landed {
            let memory = moving.free.fall.scaled(&plan.half_square);
            (memory, self.begun.angular(body)? * &plan.half_square)
        } else {
            let moved = self.moved(body, &pose)?;
            let length = &self.begun.length;
            let memory = moved.minus(&moving.velocity.scaled(length));
            let half = self.half_turn(body, &pose)?;
            (memory, &(&half + &half) - &(&moving.spin * length))
        };
        let coordinates = grid.coordinates(&memory);
        Ok(BodyState {
            velocity,
            spin,
            memory: coordinates.map(|number| number.nearest(grid.short())),
            turn_memory: turn_memory.nearest(grid.short()),
            ..pose
        })
    }

    /// z' - z: how far a body's centroid has gone in this part.
    fn moved(&self, body: BodyId, pose: &BodyState) -> Result<Vector> {
        let [x, y] = &pose.displacement;
        let [old_x, old_y] = &self.moving(body)?.state.displacement;
        let grid = &self.plan().grid;
        Ok(grid.grid_vector([&(x - old_x), &(y - old_y)]))
    }

    /// τ: the tangent of half the turn of a body in this part.
    fn half_turn(&self, body: BodyId, pose: &BodyState) -> Result<Number> {
        let digits = self.plan().grid.digits;
        Ok(half_turn(self.moving(body)?.state, pose, digits))
    }

    /// The impulses of all pins over the step.
    fn pin_impulses(
        &self,
        position: &Solved,
        landed: &BTreeSet<BodyId>,
        velocity: &Solved,
    ) -> BTreeMap<usize, Vector> {
        let per_step = &self.plan().per_step;
        let per_square = per_step * &self.begun.per_length;
        let mut impulses = BTreeMap::new();
        for (pin, force) in position.pin_forces() {
            let is_landed = pin.bodies().any(|body| landed.contains(&body));
            let factor = &Number::from(kappa(is_landed)) * &per_square;
            impulses.insert(pin.pin, force.scaled(&factor));
        }
        for (pin, force) in velocity.pin_forces() {
            let sum = impulses.entry(pin.pin).or_insert_with(Vector::zero);
            *sum = sum.plus(&force.scaled(per_step));
        }
        impulses
    }

    /// The impulses of all rows over the step.
    fn impulses(
        &self,
        position: &Solved,
        landed: &BTreeSet<BodyId>,
        velocity: &Solved,
    ) -> Result<Vec<RowImpulse>> {
        let per_step = &self.plan().per_step;
        let per_square = per_step * &self.begun.per_length;
        let mut impulses: BTreeMap<Contact, Vector> = BTreeMap::new();
        for force in &position.forces {
            let is_landed = force
                .row
                .sides
                .iter()
                .any(|(body, _)| landed.contains(body));
            let factor = &Number::from(kappa(is_landed)) * &per_square;
            add(&mut impulses, force, &factor);
        }
        for force in &velocity.forces {
            add(&mut impulses, force, per_step);
        }
        let list = impulses.into_iter();
        Ok(list.map(|(row, force)| RowImpulse { row, force }).collect())
    }
}

/// L7: what is said of forces and balls, of velocities.
fn of_velocities(rejection: Rejection) -> Rejection {
    match rejection.condition() {
        L3 | L4 => rejection.under(L7),
        _ => rejection,
    }
}

fn names_of(tight: &[Tight]) -> Vec<Contact> {
    tight.iter().map(|tight| tight.row.name).collect()
}

/// κ.
fn kappa(is_landed: bool) -> i64 {
    if is_landed { 1 } else { 2 }
}

/// Adds the force on the body of the vertex, times a factor.
fn add(impulses: &mut BTreeMap<Contact, Vector>, force: &Force, factor: &Number) {
    let [across, along] = [&force.across, &force.along].map(|part| part * factor);
    if let Some(impulse) = impulse_of(force.row, &across, &along) {
        let sum = impulses.entry(force.row.name).or_insert_with(Vector::zero);
        *sum = sum.plus(&impulse);
    }
}

/// The impulse on the body of the vertex of multiples of the coefficients of a row and of its slip.
pub(super) fn impulse_of(row: &Row, across: &Number, along: &Number) -> Option<Vector> {
    let mut sum = Vector::zero();
    let slip = row.slip.as_ref().map(|slip| (&slip.sides, along));
    for (sides, factor) in [(&row.sides, across)].into_iter().chain(slip) {
        let (body, [x, y, _]) = sides.first()?;
        let mut pushed = Vector::new(x.clone(), y.clone()).scaled(factor);
        if body.0 != row.name.vertex.part.body {
            pushed = pushed.opposite();
        }
        sum = sum.plus(&pushed);
    }
    Some(sum)
}

impl ProvedGroup {
    /// With the largest radius and λ² of programs before the last one.
    fn and(mut self, [radius, law_squared]: [Number; 2]) -> Self {
        self.radius = self.radius.max(radius);
        self.law_squared = self.law_squared.max(law_squared);
        self
    }

    /// This part, and the one after it.
    pub(super) fn and_then(mut self, mut next: Self) -> Self {
        next.forces.append(&mut self.forces);
        next.impacts.append(&mut self.impacts);
        next.impact_energy = &next.impact_energy + &self.impact_energy;
        next.pull(self.pin_forces);
        next.lands |= self.lands;
        next.law_squared = next.law_squared.max(self.law_squared);
        next.radius = next.radius.max(self.radius);
        next.half_turn = next.half_turn.max(self.half_turn);
        next.turn_work = &next.turn_work + &self.turn_work;
        for (body, before) in self.quarters {
            let quarters = next.quarters.entry(body).or_insert(0);
            *quarters = quarters.saturating_add(before);
        }
        for (body, before) in self.ways {
            if let Some(way) = next.ways.get_mut(&body) {
                *way = before.and_then(way);
            }
        }
        next
    }

    /// Adds impulses of pins over the step.
    pub(super) fn pull(&mut self, pins: impl IntoIterator<Item = (usize, Vector)>) {
        for (pin, force) in pins {
            let sum = self.pin_forces.entry(pin).or_insert_with(Vector::zero);
            *sum = sum.plus(&force);
        }
    }

    /// The memories after a step of several parts: those of free flight.
    pub(super) fn forget(&mut self, begun: &Begun) -> Result {
        let plan = begun.stage.plan;
        let bits = plan.grid.short();
        for (body, state) in &mut self.states {
            let fall = plan.free(*body)?.fall.scaled(&plan.half_square);
            let coordinates = plan.grid.coordinates(&fall);
            state.memory = coordinates.map(|number| number.nearest(bits));
            if let Some(angular) = begun.angular.get(body) {
                state.turn_memory = (angular * &plan.half_square).nearest(bits);
            }
        }
        Ok(())
    }
}
