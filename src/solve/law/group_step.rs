//! One part of a step of a group: position programs, κ, the velocity program, the new states
//! (`proofs/RUN.md`, section 8).

use crate::at_seams::rows_at_seams;
use crate::ball::{self, Ball};
use crate::candidates::{Group, Pair, join, root};
use crate::error::Failure;
use crate::joints::{self, PinRow};
use crate::number::{GRID, RADIUS, SHORT, over, root_above};
use crate::options::{are_few, listed, listed_options};
use crate::order::Order;
use crate::outline::Outline;
use crate::passing::least_closing;
use crate::plane::Plane;
use crate::program::{Frame, Memory, Solution};
use crate::rounding::{BodyMotion, Enclosed, turn_between, turned};
use crate::rows::{
    CONSTANT, Point, Row, RowMaker, Value, contact_velocities, value_of, velocity_rows,
};
use crate::seams;
use crate::state::{BodyGuess, BodyState, Placed};
use crate::takeover::Takeover;
use crate::target::Target;
use crate::tree::{self, Answer, Choices, Node, Proof};
use malachite::base::num::arithmetic::traits::{Abs, DivRound, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::base::rounding_modes::RoundingMode;
use malachite::{Integer, Rational};
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::{Contact, Feature, PartId};
use zwang_program::Monitor;
use zwang_program::kernel::number::nearest;
use zwang_scene::BodyId;

/// The most position programs of a step.
const MOST_PROGRAMS: usize = 8;
/// A body that lands may turn by 2^3 touch otherwise than guessed.
const TURN: u64 = 3;

/// Data that all groups of a step share.
#[derive(Clone, Copy)]
pub(crate) struct Setting<'a> {
    pub(crate) outline: &'a Outline,
    /// τ, the length of the part, s.
    pub(crate) length: &'a Rational,
    /// Pairs that meet in the part, the open rows of which are left out.
    pub(crate) left_out: &'a BTreeSet<[PartId; 2]>,
    /// The states before, of all free bodies or of those of the group.
    pub(crate) states: &'a [BodyState],
    pub(crate) placed: &'a Placed,
    /// Those of the same bodies.
    pub(crate) targets: &'a [Target],
    /// The places of these bodies in `states` and `targets`.
    pub(crate) free: &'a BTreeMap<BodyId, usize>,
    /// Forces of the last step.
    pub(crate) memories: &'a Memories,
    pub(crate) monitor: &'a Monitor<'a>,
    /// The largest radius of a ball of positions, and of one of velocities, over 2^4g.
    pub(crate) largest_radii: &'a [Integer; 2],
    /// The squares of the largest error of the law of friction, m, and of the same over h.
    pub(crate) law_squares: &'a [Rational; 2],
}

/// The forces of the last step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memories {
    pub(crate) position: Memory,
    pub(crate) velocity: Memory,
}

/// A part of a step of a group.
pub(crate) struct PartStep {
    /// The states after, in the order of the bodies.
    pub(crate) states: Vec<BodyState>,
    pub(crate) programs: Vec<Node>,
    pub(crate) velocity: Proof,
    /// Whether the balls leave one state.
    pub(crate) is_decided: bool,
    /// Whether a rough row that presses is further off than it may be.
    pub(crate) is_relaxed: bool,
    /// The radii of the balls over 2^4g: the largest of the positions, that of the velocities.
    pub(crate) radii: [Integer; 2],
    /// The forces, for the next step.
    pub(crate) memories: Memories,
    pub(crate) counts: Counts,
    /// How many rows were listed at all guesses.
    pub(crate) listed: usize,
}

/// The cost of a step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Position and velocity programs.
    pub programs: u64,
    /// ORs of the programs.
    pub ors: u64,
    /// ORs that were decided.
    pub decided_ors: u64,
    /// Groups in which something lands.
    pub landings: u64,
    /// Rounds of impacts.
    pub rounds: u64,
    /// Groups in which a rounding is not decided.
    pub undecided: u64,
    /// Groups in which the law of friction is not kept as it should be.
    pub relaxed: u64,
}

/// The pose of a body after a step.
struct NewPose {
    displacement: [Integer; 2],
    quarter_turns: u8,
    half_tangent: Integer,
}

/// The demands of a position program, beside rows.
struct Aim {
    /// M: m, m and I/u of each body.
    masses: Vec<Rational>,
    /// x~, with u s~ + (1 - u) s^.
    target: Vec<Rational>,
    pins: Vec<PinRow>,
}

/// A row in the ball of an answer.
struct OfRow<'a> {
    row: &'a Row,
    ball: &'a Ball,
    aim: &'a Aim,
}

struct Stepper<'a> {
    setting: Setting<'a>,
    group: &'a Group,
    /// Those of the group, with the edges that take over.
    pairs: Vec<Pair>,
    /// These edges, each with the part that it separates.
    later: BTreeSet<(Feature, PartId)>,
    /// The place of each body in the group.
    places: BTreeMap<BodyId, usize>,
    masses: Vec<Rational>,
    target: Vec<Rational>,
    touch_squared: Rational,
    is_decided: bool,
    is_relaxed: bool,
    /// See [`Frame::orders`].
    orders: Vec<Order>,
    /// Rows that are not to press if they may leave.
    leaving: BTreeSet<Contact>,
    /// Whether rows that open are not to press either.
    frees_what_opens: bool,
    counts: Counts,
}

/// The end of a try.
enum Try {
    Done(Box<PartStep>),
    /// These rows should not press: the velocities take back what they have pressed.
    IsTakenBack(BTreeSet<Contact>),
}

/// The last position program, as far as the rest of the step needs it.
struct Positions {
    motions: Vec<BodyMotion>,
    /// All rows of the leaf: contact, whether it touched before.
    rows: Vec<(Contact, bool)>,
    tight: BTreeSet<Contact>,
    poses: Vec<NewPose>,
    programs: Vec<Node>,
    largest_radius: Integer,
    memory: Memory,
    listed: usize,
}

/// Does the step.
pub(crate) fn advance(setting: Setting, group: &Group) -> Result<PartStep, Failure> {
    let mut masses = Vec::with_capacity(3 * group.bodies.len());
    let mut target = Vec::with_capacity(masses.capacity());
    let mut places = BTreeMap::new();
    for (place, &body) in group.bodies.iter().enumerate() {
        places.insert(body, place);
        let mass = setting.outline.mass(body);
        masses.extend([&mass.mass, &mass.mass, &mass.inertia].map(Clone::clone));
        let free = &setting.targets[setting.free[&body]];
        target.extend(free.displacement.iter().cloned());
        target.push(free.turn.clone());
    }
    let bodies = group.bodies.iter();
    let centroids: Vec<&Plane> = bodies
        .map(|body| &setting.placed.pose(body.0).centroid)
        .collect();
    let orders = Order::all(&centroids, &masses);
    let mut leaving = BTreeSet::new();
    let mut frees_what_opens = true;
    loop {
        let stepper = Stepper {
            orders: orders.clone(),
            setting,
            group,
            pairs: group.pairs.clone(),
            later: BTreeSet::new(),
            places: places.clone(),
            masses: masses.clone(),
            target: target.clone(),
            touch_squared: (&setting.outline.touch).square(),
            is_decided: true,
            is_relaxed: false,
            leaving: leaving.clone(),
            frees_what_opens,
            counts: Counts::default(),
        };
        match stepper.advance() {
            Ok(Try::Done(step)) => return Ok(*step),
            Ok(Try::IsTakenBack(rows)) if rows.is_subset(&leaving) => {
                return Err(Failure::Unsettled);
            }
            Ok(Try::IsTakenBack(rows)) => leaving.extend(rows),
            // Without forces several ways to pass a corner may be one motion, which is no proof for
            // any.
            Err(Failure::Ambiguous) if frees_what_opens => frees_what_opens = false,
            Err(failure) => return Err(failure),
        }
    }
}

impl Stepper<'_> {
    fn advance(mut self) -> Result<Try, Failure> {
        let positions = self.positions()?;
        let landing = self.landing(&positions);
        let (targets, memories) = self.velocity_targets(&positions, &landing);
        let placed = self.placed_after(&positions.poses);
        let outline = self.setting.outline;
        let pins = self.group.pins.iter();
        let mut pins: Vec<PinRow> = pins
            .map(|&pin| joints::velocity_row(outline, &placed, &self.places, pin))
            .collect();
        let mut rows = velocity_rows(
            outline,
            [self.setting.placed, &placed],
            &self.places,
            &self.rows_of_velocities(&positions, &placed),
            &mut pins,
        );
        for row in &mut rows {
            self.give_base(row, &positions.memory, &landing);
        }
        let mut target = Vec::with_capacity(self.target.len());
        for [along, across, spin] in &targets {
            target.extend(
                self.setting
                    .outline
                    .on_grid(&[along.clone(), across.clone()]),
            );
            target.push(over(spin, GRID));
        }
        let memory = &self.setting.memories.velocity;
        let frame = Frame {
            outline,
            bodies: &self.group.bodies,
            masses: &self.masses,
            target: &target,
            pins: &pins,
            orders: &self.orders,
            images: None,
            memory: memory.to_begin_with(outline),
            is_at_rest: false,
            monitor: self.setting.monitor,
            largest_radius: &self.setting.largest_radii[1],
            law_squared: &self.setting.law_squares[1],
        };
        self.counts.programs += u64::from(!(rows.is_empty() && pins.is_empty()));
        let solution = frame.solve(rows.iter().collect())?;
        let memory = solution.memory(&self.group.bodies);
        let mut states = Vec::with_capacity(self.group.bodies.len());
        let motions = BodyMotion::all(outline, &solution.ball, &self.masses);
        for ((motion, pose), memory) in motions.iter().zip(&positions.poses).zip(memories) {
            states.push(BodyState {
                displacement: pose.displacement.clone(),
                quarter_turns: pose.quarter_turns,
                half_tangent: pose.half_tangent.clone(),
                velocity: [
                    motion.along.rounded(GRID, &mut self.is_decided),
                    motion.across.rounded(GRID, &mut self.is_decided),
                ],
                spin: motion.turn.rounded(GRID, &mut self.is_decided),
                memory,
            });
        }
        let idle = self.taken_back(&frame, &solution, &states, &landing);
        if !idle.is_empty() {
            return Ok(Try::IsTakenBack(idle));
        }
        self.is_relaxed |= solution.ball.is_relaxed();
        self.counts.relaxed += u64::from(self.is_relaxed);
        self.counts.landings += u64::from(!landing.is_empty());
        self.counts.undecided += u64::from(!self.is_decided);
        Ok(Try::Done(Box::new(PartStep {
            states,
            programs: positions.programs,
            velocity: Proof::of(&frame, &solution),
            is_decided: self.is_decided,
            is_relaxed: self.is_relaxed,
            radii: [positions.largest_radius, solution.ball.radius.clone()],
            memories: Memories {
                position: positions.memory,
                velocity: memory,
            },
            counts: self.counts,
            listed: positions.listed,
        })))
    }

    /// The rough rows that move on though forces have held them, most of which the velocities take
    /// back, and though nothing lands: nothing has pressed them. (A row that was still may begin to
    /// move.)
    fn taken_back(
        &self,
        frame: &Frame,
        solution: &Solution,
        states: &[BodyState],
        landing: &BTreeSet<BodyId>,
    ) -> BTreeSet<Contact> {
        let mut forces = frame.no_forces(solution.rows.len());
        let mut idle = Vec::new();
        for (index, row) in solution.rows.iter().enumerate() {
            let Some(slip) = &row.slip else {
                continue;
            };
            let whole = &slip.base[0] + &solution.forces.across[index];
            let lands = row.contact.bodies().map(BodyId);
            let lands = lands.iter().any(|body| landing.contains(body));
            let is_idle = whole << 2u64 < slip.base[0];
            if is_idle && !lands && !self.is_still(row.contact) {
                [forces.across[index], forces.along[index]] = slip.base.clone();
                idle.push((row, slip));
            }
        }
        let mut taken = BTreeSet::new();
        if idle.is_empty() {
            return taken;
        }
        let outline = self.setting.outline;
        let mut velocities = Vec::with_capacity(self.target.len());
        for state in states {
            velocities.extend(outline.on_grid(&state.velocity));
            velocities.push(over(&state.spin, GRID));
        }
        let mut pushes = ball::moved(frame, &solution.rows, &forces);
        for (push, target) in pushes.iter_mut().zip(frame.target) {
            *push -= target;
        }
        let [velocities, pushes] = [Point::new(&velocities), Point::new(&pushes)];
        let limit = (&self.touch_squared << 16u64) / (&outline.step).square();
        for (row, slip) in idle {
            let [mut speed, mut push] = [row.value(&velocities), row.value(&pushes)];
            let opens = speed.numerator > 0;
            let mut is_held = opens && self.is_held(row.contact, &speed, &push, &limit);
            speed.numerator = slip.numerator(&velocities).abs();
            push.numerator = slip.numerator(&pushes);
            is_held |= self.is_held(row.contact, &speed, &push, &limit);
            if is_held {
                taken.insert(row.contact);
            }
        }
        taken
    }

    /// Whether a contact moves faster than a limit, given its square, and has got more than a
    /// quarter of that speed from some forces.
    fn is_held(&self, contact: Contact, speed: &Value, push: &Value, limit: &Rational) -> bool {
        let outline = self.setting.outline;
        let is_fast = !speed.is_within(outline, &contact, limit);
        is_fast && push.rational(outline).abs() << 2u64 > speed.rational(outline)
    }

    /// Gives a row of velocities what has acted already: κ (φ, ψ)/h, rounded up and toward 0.
    fn give_base(&self, row: &mut Row, forces: &Memory, landing: &BTreeSet<BodyId>) {
        let (Some(slip), Some([across, along])) = (&mut row.slip, forces.forces.get(&row.contact))
        else {
            return;
        };
        let lands = row.contact.bodies().map(BodyId);
        let lands = lands.iter().any(|body| landing.contains(body));
        let step = self.setting.length;
        let factor = Integer::from(step.denominator_ref()) << u64::from(!lands);
        let unit = Integer::from(step.numerator_ref());
        let scaled = |force: &Integer, mode| (force * &factor).div_round(&unit, mode).0;
        slip.base = [
            scaled(across, RoundingMode::Ceiling),
            scaled(along, RoundingMode::Down),
        ];
    }

    /// The position programs.
    fn positions(&mut self) -> Result<Positions, Failure> {
        let mut guesses = Vec::with_capacity(self.group.bodies.len());
        for body in &self.group.bodies {
            guesses.push(self.setting.targets[self.setting.free[body]].guess.clone());
        }
        let guessed = self.guessed(&guesses);
        self.take_over(&guesses, &guessed);
        let (choices, mut listed) = self.choices_only(&guessed)?;
        let mut aim = self.aim(&guesses);
        let mut choices = self.with_rows(&guesses, choices, &guessed, &mut aim.pins);
        let mut current = guesses;
        let mut programs = Vec::new();
        let mut largest_radius = Integer::default();
        let setting = self.setting;
        let mut memory = None;
        loop {
            let earlier = memory.as_ref().unwrap_or(&setting.memories.position);
            let answer = self.solve(&choices, &aim, earlier)?;
            let ball = &answer.solution.ball;
            largest_radius = largest_radius.max(ball.radius.clone());
            let tight = self.tight(&answer, &aim);
            let is_last_possible = programs.len() + 1 == MOST_PROGRAMS;
            let motions = BodyMotion::all(self.setting.outline, ball, &aim.masses);
            let poses = self.new_poses(&motions);
            let found = answer.solution.memory(&self.group.bodies);
            let mut next = None;
            if !is_last_possible {
                let guesses = self.next_guesses(&motions);
                let guessed = self.guessed(&guesses);
                let (following, more) = self.choices_only(&guessed)?;
                listed += more;
                let is_off = self.is_off(&answer, &aim, &tight, &poses)
                    || self.turns_otherwise(&answer, &tight, [&current, &guesses]);
                if is_off || has_left(&answer, &tight, &following) {
                    next = Some((guesses, following, guessed));
                }
            }
            programs.push(answer.proof.clone());
            let Some((guesses, following, guessed)) = next else {
                if let Some(pin) = self.gaping(&poses, &self.touch_squared) {
                    return Err(Failure::Gapes(pin));
                }
                let rows = answer.solution.rows.iter();
                return Ok(Positions {
                    rows: rows.map(|row| (row.contact, row.touches)).collect(),
                    motions,
                    tight,
                    poses,
                    programs,
                    largest_radius,
                    memory: found,
                    listed,
                });
            };
            memory = Some(found);
            aim = self.aim(&guesses);
            choices = self.with_rows(&guesses, following, &guessed, &mut aim.pins);
            current = guesses;
        }
    }

    /// Gives pairs that close in the first guess the edges that take over on the way.
    fn take_over(&mut self, guesses: &[BodyGuess], guessed: &Placed) {
        let takeover = Takeover {
            outline: self.setting.outline,
            placed: self.setting.placed,
            guessed,
            left_out: self.setting.left_out,
            ways: Takeover::ways(self.setting, &self.group.bodies, guesses),
        };
        self.later = takeover.complete(&mut self.pairs);
    }

    /// Pins, stiffness and target of a program at a guess.
    fn aim(&self, guesses: &[BodyGuess]) -> Aim {
        let mut aim = Aim {
            masses: self.masses.clone(),
            target: self.target.clone(),
            pins: Vec::new(),
        };
        if self.group.pins.is_empty() {
            return aim;
        }
        let guessed = joints::Guessed {
            outline: self.setting.outline,
            placed: self.setting.placed,
            places: &self.places,
            guesses,
        };
        aim.pins = guessed.rows(&self.group.pins);
        let bodies = self.group.bodies.iter();
        let targets: Vec<&Target> = bodies
            .map(|body| &self.setting.targets[self.setting.free[body]])
            .collect();
        let shares = guessed.shares(&self.group.pins, &targets);
        for (place, share) in shares.into_iter().enumerate() {
            let turn = 3 * place + 2;
            let guess = over(&guesses[place].turn, SHORT);
            aim.target[turn] = &guess + &share * (&aim.target[turn] - &guess);
            aim.masses[turn] /= share;
        }
        aim
    }

    fn solve<'c>(
        &mut self,
        choices: &'c Choices,
        aim: &Aim,
        memory: &Memory,
    ) -> Result<Answer<'c>, Failure> {
        let outline = self.setting.outline;
        let frame = Frame {
            outline,
            bodies: &self.group.bodies,
            masses: &aim.masses,
            target: &aim.target,
            pins: &aim.pins,
            orders: &self.orders,
            images: None,
            memory: memory.to_begin_with(outline),
            is_at_rest: self.is_at_rest(),
            monitor: self.setting.monitor,
            largest_radius: &self.setting.largest_radii[0],
            law_squared: &self.setting.law_squares[0],
        };
        self.counts.programs += 1;
        self.counts.ors += choices.ors.len() as u64;
        let answer = tree::solve(&frame, choices)?;
        self.counts.decided_ors += u64::from(!answer.chosen.is_empty());
        self.is_relaxed |= answer.is_relaxed;
        Ok(answer)
    }

    /// Whether no body of the group moves before the step.
    fn is_at_rest(&self) -> bool {
        self.group.bodies.iter().all(|body| self.rests(*body))
    }

    /// Whether a body does not move before the step.
    fn rests(&self, body: BodyId) -> bool {
        let Some(place) = self.setting.free.get(&body) else {
            return true;
        };
        self.setting.states[*place].is_at_rest()
    }

    /// The bodies of the group after a guess.
    fn guessed(&self, guesses: &[BodyGuess]) -> Placed {
        let mut guessed = self.setting.placed.clone();
        for (&body, guess) in self.group.bodies.iter().zip(guesses) {
            let pose = self
                .setting
                .placed
                .pose(body.0)
                .after(self.setting.outline, guess);
            guessed.put(self.setting.outline, body, pose);
        }
        guessed
    }

    /// The same without the rows, and how many of these there are.
    fn choices_only(&self, guessed: &Placed) -> Result<(Choices, usize), Failure> {
        let outline = self.setting.outline;
        let mut count = 0;
        let mut imposed = BTreeSet::new();
        let mut ors = Vec::new();
        for pair in &self.pairs {
            let placed = [self.setting.placed, guessed];
            let are_at_rest = pair.parts.iter().all(|part| self.rests(BodyId(part.body)));
            let found = listed_options(outline, placed, pair, are_at_rest);
            count += listed(outline, pair, &found);
            if !are_few(outline, count) {
                return Err(Failure::ListsTooMuch);
            }
            let mut options = rows_at_seams(outline, placed, pair, found);
            if self.setting.left_out.contains(&pair.parts) {
                for rows in &mut options {
                    rows.retain(|contact| {
                        self.setting.placed.touches(self.setting.outline, contact)
                    });
                }
            }
            if options.len() > 1 {
                ors.push(options);
            } else if let Some(only) = options.pop() {
                imposed.extend(only);
            }
        }
        let choices = Choices {
            rows: BTreeMap::new(),
            imposed,
            ors,
            corners: BTreeSet::new(),
            shielded: BTreeSet::new(),
        };
        Ok((choices, count))
    }

    fn with_rows(
        &self,
        guesses: &[BodyGuess],
        mut choices: Choices,
        guessed: &Placed,
        pins: &mut [PinRow],
    ) -> Choices {
        let maker = RowMaker::new(
            self.setting.outline,
            [self.setting.placed, guessed],
            &self.places,
            guesses,
            &self.later,
        );
        let of_ors = choices.ors.iter().flatten().flatten();
        for &contact in choices.imposed.iter().chain(of_ors) {
            let row = choices.rows.entry(contact);
            let row = row.or_insert_with(|| maker.row(contact));
            row.leaves = row.touches && row.slip.is_some() && self.leaves(contact);
        }
        maker.join_places(&mut choices.rows, pins, |contact| self.is_still(contact));
        for (index, options) in choices.ors.iter().enumerate() {
            if self.is_of_corners(options, &choices.rows) {
                choices.corners.insert(index);
                choices
                    .shielded
                    .extend(self.shielded(options, &choices.rows));
            }
        }
        choices
    }

    /// The contacts of some options that touch and bear nothing where all options hold together.
    fn shielded(
        &self,
        options: &[Vec<Contact>],
        rows: &BTreeMap<Contact, Row>,
    ) -> BTreeSet<Contact> {
        let Setting {
            outline, placed, ..
        } = &self.setting;
        let mut shielded = BTreeSet::new();
        for contact in options.iter().flatten() {
            if rows[contact].touches && seams::is_shielded(outline, placed, contact) {
                shielded.insert(*contact);
            }
        }
        shielded
    }

    /// Whether rough corners meet that do not move: the bodies have friction, each option has rows
    /// that touch, and these are still.
    fn is_of_corners(&self, options: &[Vec<Contact>], rows: &BTreeMap<Contact, Row>) -> bool {
        let outline = self.setting.outline;
        options.iter().all(|option| {
            let mut touching = option.iter().filter(|contact| rows[contact].touches);
            let are_rough = option
                .iter()
                .all(|contact| outline.friction(*contact).is_some());
            let touches = touching.clone().next().is_some();
            are_rough && touches && touching.all(|contact| self.is_still(*contact))
        })
    }

    /// The rows of the leaf that are within touch of their floor.
    fn tight(&mut self, answer: &Answer, aim: &Aim) -> BTreeSet<Contact> {
        let mut tight = BTreeSet::new();
        let ball = &answer.solution.ball;
        for (row, value) in answer.solution.rows.iter().zip(&ball.values) {
            let touch_squared = self.touch_squared.clone();
            let of_row = OfRow { row, ball, aim };
            if self.is_within(&of_row, value, &touch_squared) {
                tight.insert(row.contact);
            }
        }
        tight
    }

    /// Whether a number that is known as well as the value of a row is at most a distance, given
    /// its square; it is noted if that is not decided.
    fn is_within(
        &mut self,
        OfRow { row, ball, aim }: &OfRow,
        number: &Value,
        square: &Rational,
    ) -> bool {
        let outline = self.setting.outline;
        let of = &row.contact;
        let is_within = number.is_within(outline, of, square);
        if ball.radius == 0 {
            return is_within;
        }
        let is_far = !number.is_within(outline, of, &(square << 2u64));
        if is_far || number.is_within(outline, of, &(square >> 2u64)) {
            return is_within;
        }
        let square_of_width =
            row.size_squared(outline, &aim.masses) * over(&ball.radius, RADIUS).square();
        let width = over(&root_above(&square_of_width, RADIUS), RADIUS);
        let center = number.rational(outline);
        for end in [&center - &width, center + width] {
            let end = value_of(outline, &end);
            self.is_decided &= end.is_within(outline, of, square) == is_within;
        }
        is_within
    }

    fn new_poses(&mut self, motions: &[BodyMotion]) -> Vec<NewPose> {
        let mut poses = Vec::with_capacity(self.group.bodies.len());
        for (motion, body) in motions.iter().zip(&self.group.bodies) {
            let state = &self.setting.states[self.setting.free[body]];
            let [x, y] = &state.displacement;
            let (quarter_turns, half_tangent) = turned(
                state.quarter_turns,
                &state.half_tangent,
                &motion.turn,
                &mut self.is_decided,
            );
            poses.push(NewPose {
                displacement: [
                    x + motion.along.rounded(GRID, &mut self.is_decided),
                    y + motion.across.rounded(GRID, &mut self.is_decided),
                ],
                quarter_turns,
                half_tangent,
            });
        }
        poses
    }

    fn next_guesses(&mut self, motions: &[BodyMotion]) -> Vec<BodyGuess> {
        let mut guesses = Vec::with_capacity(self.group.bodies.len());
        for motion in motions {
            guesses.push(BodyGuess {
                displacement: [
                    motion.along.rounded(SHORT, &mut self.is_decided),
                    motion.across.rounded(SHORT, &mut self.is_decided),
                ],
                turn: motion.turn.rounded(SHORT, &mut self.is_decided),
            });
        }
        guesses
    }

    /// All bodies, those of the group in their new poses.
    fn placed_after(&self, poses: &[NewPose]) -> Placed {
        let mut placed = self.setting.placed.clone();
        for (&body, pose) in self.group.bodies.iter().zip(poses) {
            let state = &self.setting.states[self.setting.free[&body]];
            let state = BodyState {
                displacement: pose.displacement.clone(),
                quarter_turns: pose.quarter_turns,
                half_tangent: pose.half_tangent.clone(),
                ..state.clone()
            };
            let pose = state.pose(self.setting.outline, body);
            placed.put(self.setting.outline, body, pose);
        }
        placed
    }

    /// The first pin that gapes by more than a length at the new poses, given its square.
    fn gaping(&self, poses: &[NewPose], square: &Rational) -> Option<usize> {
        let outline = self.setting.outline;
        let mut pins = self.group.pins.iter().copied().peekable();
        pins.peek()?;
        let placed = self.placed_after(poses);
        pins.find(|&pin| joints::is_beyond(outline, &joints::gape(outline, &placed, pin), square))
    }

    /// Whether a body that lands turns otherwise than guessed. (Gaps are right to second order in
    /// that, and tell little of it.)
    fn turns_otherwise(
        &self,
        answer: &Answer,
        tight: &BTreeSet<Contact>,
        [guess, next]: [&[BodyGuess]; 2],
    ) -> bool {
        let outline = self.setting.outline;
        let limit = &outline.touch << TURN;
        let rows = answer.solution.rows.iter();
        let mut landing = rows.filter(|row| !row.touches && tight.contains(&row.contact));
        landing.any(|row| {
            row.contact.bodies().into_iter().any(|body| {
                let Some(&place) = self.places.get(&BodyId(body)) else {
                    return false;
                };
                let turned = (&next[place].turn - &guess[place].turn).abs();
                over(&turned, SHORT) * &outline.bodies[BodyId(body)].radius > limit
            })
        })
    }

    /// Whether at the new poses a pin gapes by more than touch/16, or the gap of a tight row
    /// differs by more than that from the one that its value tells.
    fn is_off(
        &mut self,
        answer: &Answer,
        aim: &Aim,
        tight: &BTreeSet<Contact>,
        poses: &[NewPose],
    ) -> bool {
        let limit = &self.touch_squared >> 8u64;
        let mut is_off = self.gaping(poses, &limit).is_some();
        if tight.is_empty() {
            return is_off;
        }
        let placed = self.placed_after(poses);
        let ball = &answer.solution.ball;
        for (row, value) in answer.solution.rows.iter().zip(&ball.values) {
            if tight.contains(&row.contact) {
                let found = placed.gap(self.setting.outline, &row.contact) - &row.floor;
                let mut off = value.clone();
                off.numerator = found * (&value.unit >> CONSTANT) - &value.numerator;
                let of_row = OfRow { row, ball, aim };
                is_off |= !self.is_within(&of_row, &off, &limit);
                off.numerator = -off.numerator;
                is_off |= !self.is_within(&of_row, &off, &limit);
            }
        }
        is_off
    }

    /// The bodies of clusters in which something lands, by their root; and the roots.
    fn landing(&self, positions: &Positions) -> BTreeSet<BodyId> {
        let mut roots = BTreeMap::new();
        for body in &self.group.bodies {
            roots.insert(body.0, body.0);
        }
        for (contact, touches) in &positions.rows {
            let [first, second] = contact.bodies();
            let is_close = *touches || positions.tight.contains(contact);
            if is_close && roots.contains_key(&first) && roots.contains_key(&second) {
                join(&mut roots, first, second);
            }
        }
        for &pin in &self.group.pins {
            let free = self.setting.outline.pins.free(self.setting.outline, pin);
            if let [first, second] = free.collect::<Vec<BodyId>>().as_slice() {
                join(&mut roots, first.0, second.0);
            }
        }
        let mut landing_roots = BTreeSet::new();
        for (contact, touches) in &positions.rows {
            if positions.tight.contains(contact) && (!touches || self.is_closing(*contact)) {
                for body in contact.bodies() {
                    if roots.contains_key(&body) {
                        landing_roots.insert(root(&roots, body));
                    }
                }
            }
        }
        let bodies = self.group.bodies.iter().copied();
        bodies
            .filter(|body| landing_roots.contains(&root(&roots, body.0)))
            .collect()
    }

    /// The tight rows, and in place of those that do not touch the ones by which their corners
    /// pass.
    fn rows_of_velocities(&self, positions: &Positions, placed: &Placed) -> BTreeSet<Contact> {
        let mut rows = BTreeSet::new();
        for (contact, touches) in &positions.rows {
            if !positions.tight.contains(contact) {
                continue;
            }
            rows.insert(match touches {
                true => *contact,
                false => least_closing(self.setting.outline, placed, *contact, |contact| {
                    let [velocity, _] = self.velocities_at(placed, contact);
                    velocity
                }),
            });
        }
        rows
    }

    /// Whether a row that touches closes faster than touch in a step.
    fn is_closing(&self, contact: Contact) -> bool {
        let [mut velocity, _] = self.velocities(contact);
        velocity.numerator = -velocity.numerator;
        !self.is_slow(contact, &velocity)
    }

    /// Whether a contact that touches opens faster than touch in a step, or should not press.
    fn leaves(&self, contact: Contact) -> bool {
        if self.leaving.contains(&contact) {
            return true;
        }
        let [velocity, _] = self.velocities(contact);
        self.frees_what_opens && velocity.numerator > 0 && !self.is_slow(contact, &velocity)
    }

    /// Whether a contact neither closes nor opens faster than touch in a step, nor slips so, if it
    /// is rough and not hidden.
    fn is_still(&self, contact: Contact) -> bool {
        let Setting {
            outline, placed, ..
        } = &self.setting;
        let velocities = self.velocities(contact).into_iter();
        let is_rough = outline.friction(contact).is_some();
        let count = match is_rough && !seams::is_hidden(outline, placed, &contact) {
            true => 2,
            false => 1,
        };
        velocities.take(count).all(|mut velocity| {
            velocity.numerator = velocity.numerator.abs();
            self.is_slow(contact, &velocity)
        })
    }

    fn is_slow(&self, contact: Contact, velocity: &Value) -> bool {
        let outline = self.setting.outline;
        let limit = &self.touch_squared / (&outline.step).square();
        velocity.is_within(outline, &contact, &limit)
    }

    /// The velocities of the gap and of the slip of a contact.
    fn velocities(&self, contact: Contact) -> [Value; 2] {
        self.velocities_at(self.setting.placed, contact)
    }

    /// The same with bodies elsewhere.
    fn velocities_at(&self, placed: &Placed, contact: Contact) -> [Value; 2] {
        let outline = self.setting.outline;
        let velocities = contact.bodies().map(|body| {
            let place = self.setting.free.get(&BodyId(body))?;
            let state = &self.setting.states[*place];
            let [along, across] = &state.velocity;
            Some((outline.vector(along, across), state.spin.clone()))
        });
        contact_velocities(outline, placed, contact, velocities)
    }

    /// (v~, ω~) of each body, and its memory.
    fn velocity_targets(
        &mut self,
        positions: &Positions,
        landing: &BTreeSet<BodyId>,
    ) -> (Vec<[Integer; 3]>, Vec<[Integer; 3]>) {
        let mut targets = Vec::new();
        let mut memories = Vec::new();
        for (place, body) in self.group.bodies.iter().enumerate() {
            let index = self.setting.free[body];
            let moved = Moved {
                outline: self.setting.outline,
                length: self.setting.length,
                state: &self.setting.states[index],
                target: &self.setting.targets[index],
                motion: &positions.motions[place],
                pose: &positions.poses[place],
                lands: landing.contains(body),
            };
            targets.push(moved.velocity(&mut self.is_decided));
            memories.push(moved.memory());
        }
        (targets, memories)
    }
}

/// Whether a tight row that is imposed is not imposed any more at the next guess.
fn has_left(answer: &Answer, tight: &BTreeSet<Contact>, following: &Choices) -> bool {
    for row in &answer.solution.rows {
        let contact = &row.contact;
        let is_only_imposed = !answer.chosen.contains(contact);
        if tight.contains(contact) && is_only_imposed && !following.imposed.contains(contact) {
            return true;
        }
    }
    false
}

/// A body that has moved.
struct Moved<'a> {
    outline: &'a Outline,
    length: &'a Rational,
    state: &'a BodyState,
    target: &'a Target,
    motion: &'a BodyMotion,
    pose: &'a NewPose,
    /// κ = 1.
    lands: bool,
}

impl Moved<'_> {
    /// \[v + h a + κ (d - d~)/h\]_g and the same of the spin; that is 2 d/h - v with κ = 2, and
    /// d/h + ½ h a with κ = 1.
    fn velocity(&self, is_decided: &mut bool) -> [Integer; 3] {
        let step = self.length;
        let [along, across] = &self.state.velocity;
        let rest = if self.lands {
            let half = step >> 1u64;
            let [x, y] = &self.target.acceleration;
            let [along, across] = self.outline.coordinates([x, y]);
            [along, across, self.target.angular.clone()].map(|part| part * &half)
        } else {
            [along, across, &self.state.spin].map(|part| -over(part, GRID))
        };
        let factor = Rational::from(if self.lands { 1 } else { 2 }) / step;
        let BodyMotion {
            along,
            across,
            turn,
        } = self.motion;
        let mut velocity = [Integer::ZERO, Integer::ZERO, Integer::ZERO];
        for ((velocity, moved), rest) in velocity.iter_mut().zip([along, across, turn]).zip(&rest) {
            *velocity = moved.scaled_plus(&factor, rest).rounded(GRID, is_decided);
        }
        velocity
    }

    /// The motion of the step beyond h v and h ω, if nothing landed.
    fn memory(&self) -> [Integer; 3] {
        if self.lands {
            return self.target.memory(self.outline);
        }
        let above = Integer::from(self.length.numerator_ref());
        let below = Integer::from(self.length.denominator_ref());
        let beyond = |after: &Integer, before: &Integer, velocity: &Integer| {
            let moved = (after - before) * &below - velocity * &above;
            nearest(&(moved << SHORT), &(&below << GRID))
        };
        let [x_after, y_after] = &self.pose.displacement;
        let [x, y] = &self.state.displacement;
        let [v, w] = &self.state.velocity;
        let [turn, unit] = turn_between(
            (self.state.quarter_turns, &self.state.half_tangent),
            (self.pose.quarter_turns, &self.pose.half_tangent),
        );
        let turn = match unit == 0 {
            true => Enclosed::exact(&Rational::ZERO),
            false => Enclosed::exact(&Rational::from_integers(turn, unit)),
        };
        let spun = -(self.state.spin() * self.length);
        [
            beyond(x_after, x, v),
            beyond(y_after, y, w),
            turn.scaled_plus(&Rational::ONE, &spun)
                .rounded(SHORT, &mut true),
        ]
    }
}

/// A part of a free body outside of all groups.
pub(crate) fn fly(setting: Setting, body: BodyId) -> BodyState {
    let outline = setting.outline;
    let index = setting.free[&body];
    let state = &setting.states[index];
    let target = &setting.targets[index];
    let [x, y] = &target.displacement;
    let [along, across] = outline.coordinates([x, y]);
    let motion = BodyMotion {
        along: Enclosed::exact(&along),
        across: Enclosed::exact(&across),
        turn: Enclosed::exact(&target.turn),
    };
    let mut is_decided = true;
    let [x, y] = &state.displacement;
    let (quarter_turns, half_tangent) = turned(
        state.quarter_turns,
        &state.half_tangent,
        &motion.turn,
        &mut is_decided,
    );
    let pose = NewPose {
        displacement: [
            x + motion.along.rounded(GRID, &mut is_decided),
            y + motion.across.rounded(GRID, &mut is_decided),
        ],
        quarter_turns,
        half_tangent,
    };
    let moved = Moved {
        outline,
        length: setting.length,
        state,
        target,
        motion: &motion,
        pose: &pose,
        lands: false,
    };
    let [v, w, spin] = moved.velocity(&mut is_decided);
    let memory = moved.memory();
    BodyState {
        displacement: pose.displacement,
        quarter_turns: pose.quarter_turns,
        half_tangent: pose.half_tangent,
        velocity: [v, w],
        spin,
        memory,
    }
}
