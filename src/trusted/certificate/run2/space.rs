//! Records of runs in space: the same header, other lines of steps (`proofs/RUN.md`, section 14).

use super::scanner::{LineError, Scanner};
use super::{LONGEST_NUMBER, read};
use crate::PartId;
use crate::write::{hex, list};
use num_bigint::BigInt;

/// One step: what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the step, from 1.
    pub k: u64,
    /// The parts of the step before the last one; impacts with restitution are between parts.
    pub earlier: Vec<Earlier>,
    /// The last part of the step, mostly the whole.
    pub last: Part,
    /// The state after the step, one for each free body in file order, if the record has it.
    pub state: Option<Vec<BodyState>>,
}

/// A part of a step that is not the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// Its length in steps, over 2^grid.
    pub length: BigInt,
    /// Its proof.
    pub part: Part,
}

/// The proof of a part of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// Bodies that touch, with what moves them, ascending by their first bodies.
    pub groups: Vec<Group>,
    /// Directions that show that parts stay apart, ascending by the parts.
    pub apart: Vec<Apart>,
}

/// Bodies that move by the forces of contacts and joints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The contacts, ascending by their parts.
    pub contacts: Vec<Contact>,
    /// The joints of its bodies by their numbers in the scene, ascending.
    pub joints: Vec<usize>,
    /// The rounds of impacts at the beginning of the part, one after the other.
    pub rounds: Vec<Round>,
    /// The programs for the places after the step, one after the other.
    pub programs: Vec<Leaf>,
    /// The program for the velocities after the step.
    pub velocity: Leaf,
}

/// A round of impacts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Whether friction gives to a slip no more than restitution takes.
    pub is_reduced: bool,
    /// The forces are impulses.
    pub leaf: Leaf,
}

/// Two parts that touch, or may in the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contact {
    /// The part whose outermost plane is one side of the contact, and that which has the points.
    pub parts: [PartId; 2],
    /// The normal in the state before the step, from the first part to the second, over 2^grid.
    pub before: [BigInt; 3],
    /// The normal in the state after it.
    pub after: [BigInt; 3],
    /// Points of the second part.
    pub points: Vec<Point>,
}

/// A vertex, or a point between two or three vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// A vertex of the core of the part.
    pub from: usize,
    /// Up to two other vertices, and the part of the way to each, over 2^grid.
    pub toward: Vec<(usize, BigInt)>,
}

/// The forces of a program, and a motion that keeps all of its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leaf {
    /// Forces of rows, ascending; others are 0.
    pub forces: Vec<Force>,
    /// Forces of the constraints of joints, over 2^(3 grid), one after the other.
    pub joints: Vec<BigInt>,
    /// The opening of the motion that the forces give, if it does not keep the rows itself.
    pub opening: Option<Opening>,
}

/// The force of a row, over 2^(3 grid).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// The row.
    pub row: usize,
    /// φ: across the contact, in units of its normal.
    pub across: BigInt,
    /// g: friction is the vector product of the normal with it; `None` if there is none.
    pub along: Option<[BigInt; 3]>,
}

/// A motion times 2^-shift.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Binary digits of the denominator.
    pub shift: u64,
    /// The move and the turn of each body of the group.
    pub motion: Vec<[BigInt; 6]>,
}

/// A direction along which two parts are apart during a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The parts, the smaller one first.
    pub parts: [PartId; 2],
    /// A vector of any length other than 0, from the first part to the second.
    pub direction: [BigInt; 3],
}

/// The state of a free body, as integers over 2^grid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyState {
    /// The displacement of the centroid from the scene.
    pub displacement: [BigInt; 3],
    /// Which component of the quaternion is 1, from 0 to 3.
    pub chart: u8,
    /// The other three components, in order.
    pub turn: [BigInt; 3],
    /// The velocity of the centroid.
    pub velocity: [BigInt; 3],
    /// The angular momentum about the centroid.
    pub momentum: [BigInt; 3],
}

/// Reads the line of a step of a run in space, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_record(line: &str) -> Result<Record, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_NUMBER);
    scanner.literal("{\"k\":")?;
    let k = scanner.number(read::NUMBER)?;
    let mut earlier = Vec::new();
    if scanner.skip(",\"earlier\":") {
        earlier = scanner.list_of_some(read_earlier)?;
    }
    scanner.literal(",")?;
    let last = read_part_of_step(scanner)?;
    let mut state = None;
    if scanner.skip(",\"state\":") {
        state = Some(scanner.list(read_body)?);
    }
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Record {
        k,
        earlier,
        last,
        state,
    })
}

fn read_earlier(scanner: &mut Scanner) -> Result<Earlier, LineError> {
    scanner.literal("{\"length\":")?;
    let length = scanner.hex()?;
    scanner.literal(",")?;
    let part = read_part_of_step(scanner)?;
    scanner.literal("}")?;
    Ok(Earlier { length, part })
}

fn read_part_of_step(scanner: &mut Scanner) -> Result<Part, LineError> {
    scanner.literal("\"groups\":")?;
    let groups = scanner.list(read_group)?;
    scanner.key("apart")?;
    let apart = scanner.list(read_apart)?;
    Ok(Part { groups, apart })
}

/// Writes the line of a step, without its line end.
#[must_use]
pub fn write_record(record: &Record) -> String {
    let Record {
        k,
        earlier,
        last,
        state,
    } = record;
    let earlier = match earlier.is_empty() {
        true => String::new(),
        false => format!(",\"earlier\":{}", list(earlier, written_earlier)),
    };
    let last = written_part(last);
    let state = match state {
        Some(bodies) => format!(",\"state\":{}", list(bodies, written_body)),
        None => String::new(),
    };
    format!("{{\"k\":{k}{earlier},{last}{state}}}")
}

fn written_earlier(earlier: &Earlier) -> String {
    let length = hex(&earlier.length);
    let part = written_part(&earlier.part);
    format!("{{\"length\":\"{length}\",{part}}}")
}

/// Without braces.
fn written_part(part: &Part) -> String {
    let groups = list(&part.groups, written_group);
    let apart = list(&part.apart, written_apart);
    format!("\"groups\":{groups},\"apart\":{apart}")
}

/// Writes the states of free bodies, as they are in the line of a step.
#[must_use]
pub fn write_state(bodies: &[&BodyState]) -> String {
    list(bodies, |state| written_body(state)).to_string()
}

fn read_group(scanner: &mut Scanner) -> Result<Group, LineError> {
    scanner.literal("{\"contacts\":")?;
    let contacts = scanner.list(read_contact)?;
    let mut joints = Vec::new();
    let mut rounds = Vec::new();
    if scanner.skip(",\"joints\":") {
        joints = scanner.list_of_some(Scanner::index)?;
    }
    if scanner.skip(",\"rounds\":") {
        rounds = scanner.list_of_some(read_round)?;
    }
    scanner.key("programs")?;
    let programs = scanner.list(read_leaf)?;
    scanner.key("velocity")?;
    let velocity = read_leaf(scanner)?;
    scanner.literal("}")?;
    Ok(Group {
        contacts,
        joints,
        rounds,
        programs,
        velocity,
    })
}

fn read_round(scanner: &mut Scanner) -> Result<Round, LineError> {
    let is_reduced = scanner.skip("{\"reduced\":");
    let leaf = read_leaf(scanner)?;
    if is_reduced {
        scanner.literal("}")?;
    }
    Ok(Round { is_reduced, leaf })
}

fn read_contact(scanner: &mut Scanner) -> Result<Contact, LineError> {
    scanner.literal("[")?;
    let first = read_part(scanner)?;
    scanner.comma()?;
    let second = read_part(scanner)?;
    scanner.comma()?;
    let before = read_vector(scanner)?;
    scanner.comma()?;
    let after = read_vector(scanner)?;
    scanner.comma()?;
    let points = scanner.list(read_point)?;
    scanner.literal("]")?;
    Ok(Contact {
        parts: [first, second],
        before,
        after,
        points,
    })
}

fn read_point(scanner: &mut Scanner) -> Result<Point, LineError> {
    scanner.literal("[")?;
    let from = scanner.index()?;
    let mut toward = Vec::new();
    while toward.len() < 2 && scanner.skip(",") {
        let other = scanner.index()?;
        scanner.comma()?;
        toward.push((other, scanner.hex()?));
    }
    scanner.literal("]")?;
    Ok(Point { from, toward })
}

fn read_leaf(scanner: &mut Scanner) -> Result<Leaf, LineError> {
    scanner.literal("{\"forces\":")?;
    let forces = scanner.list(read_force)?;
    let mut joints = Vec::new();
    if scanner.skip(",\"joints\":") {
        joints = scanner.list_of_some(Scanner::hex)?;
    }
    scanner.key("opening")?;
    let mut opening = None;
    if !scanner.skip("null") {
        scanner.literal("{\"shift\":")?;
        let shift = scanner.number(read::NUMBER)?;
        scanner.key("motion")?;
        let motion = scanner.list(read_motion)?;
        scanner.literal("}")?;
        opening = Some(Opening { shift, motion });
    }
    scanner.literal("}")?;
    Ok(Leaf {
        forces,
        joints,
        opening,
    })
}

fn read_force(scanner: &mut Scanner) -> Result<Force, LineError> {
    scanner.literal("[")?;
    let row = scanner.index()?;
    scanner.comma()?;
    let across = scanner.hex()?;
    let mut along = None;
    if scanner.skip(",") {
        along = Some(read_vector(scanner)?);
    }
    scanner.literal("]")?;
    Ok(Force { row, across, along })
}

fn read_motion(scanner: &mut Scanner) -> Result<[BigInt; 6], LineError> {
    scanner.literal("[")?;
    let [x, y, z] = read_vector(scanner)?;
    scanner.comma()?;
    let [a, b, c] = read_vector(scanner)?;
    scanner.literal("]")?;
    Ok([x, y, z, a, b, c])
}

fn read_apart(scanner: &mut Scanner) -> Result<Apart, LineError> {
    scanner.literal("[")?;
    let first = read_part(scanner)?;
    scanner.comma()?;
    let second = read_part(scanner)?;
    scanner.comma()?;
    let direction = read_vector(scanner)?;
    scanner.literal("]")?;
    Ok(Apart {
        parts: [first, second],
        direction,
    })
}

fn read_part(scanner: &mut Scanner) -> Result<PartId, LineError> {
    let body = scanner.index()?;
    scanner.comma()?;
    let part = scanner.index()?;
    Ok(PartId { body, part })
}

fn read_vector(scanner: &mut Scanner) -> Result<[BigInt; 3], LineError> {
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.comma()?;
    let z = scanner.hex()?;
    Ok([x, y, z])
}

fn read_body(scanner: &mut Scanner) -> Result<BodyState, LineError> {
    scanner.literal("[")?;
    let displacement = read_vector(scanner)?;
    scanner.comma()?;
    let chart = read::quarter(scanner)?;
    scanner.comma()?;
    let turn = read_vector(scanner)?;
    scanner.comma()?;
    let velocity = read_vector(scanner)?;
    scanner.comma()?;
    let momentum = read_vector(scanner)?;
    scanner.literal("]")?;
    Ok(BodyState {
        displacement,
        chart,
        turn,
        velocity,
        momentum,
    })
}

fn written_group(group: &Group) -> String {
    let contacts = list(&group.contacts, written_contact);
    let joints = match group.joints.is_empty() {
        true => String::new(),
        false => format!(",\"joints\":{}", list(&group.joints, usize::to_string)),
    };
    let rounds = match group.rounds.is_empty() {
        true => String::new(),
        false => format!(",\"rounds\":{}", list(&group.rounds, written_round)),
    };
    let programs = list(&group.programs, written_leaf);
    let velocity = written_leaf(&group.velocity);
    format!(
        "{{\"contacts\":{contacts}{joints}{rounds},\"programs\":{programs},\"velocity\":{velocity}}}"
    )
}

fn written_round(round: &Round) -> String {
    let leaf = written_leaf(&round.leaf);
    match round.is_reduced {
        true => format!("{{\"reduced\":{leaf}}}"),
        false => leaf,
    }
}

fn written_contact(contact: &Contact) -> String {
    let [first, second] = contact.parts;
    let before = written_vector(&contact.before);
    let after = written_vector(&contact.after);
    let points = list(&contact.points, written_point);
    format!(
        "[{},{},{},{},{before},{after},{points}]",
        first.body, first.part, second.body, second.part
    )
}

fn written_point(point: &Point) -> String {
    let mut text = format!("[{}", point.from);
    for (other, way) in &point.toward {
        text += &format!(",{other},\"{}\"", hex(way));
    }
    text + "]"
}

fn written_leaf(leaf: &Leaf) -> String {
    let forces = list(&leaf.forces, written_force);
    let joints = match leaf.joints.is_empty() {
        true => String::new(),
        false => format!(",\"joints\":{}", list(&leaf.joints, quoted)),
    };
    let opening = match &leaf.opening {
        Some(Opening { shift, motion }) => {
            let motion = list(motion, written_motion);
            format!("{{\"shift\":{shift},\"motion\":{motion}}}")
        }
        None => "null".to_owned(),
    };
    format!("{{\"forces\":{forces}{joints},\"opening\":{opening}}}")
}

fn written_force(force: &Force) -> String {
    let row = force.row;
    let across = hex(&force.across);
    match &force.along {
        Some(along) => format!("[{row},\"{across}\",{}]", written_vector(along)),
        None => format!("[{row},\"{across}\"]"),
    }
}

fn written_motion(motion: &[BigInt; 6]) -> String {
    list(motion, quoted).to_string()
}

fn written_apart(apart: &Apart) -> String {
    let [first, second] = &apart.parts;
    let direction = written_vector(&apart.direction);
    format!(
        "[{},{},{},{},{direction}]",
        first.body, first.part, second.body, second.part
    )
}

fn written_body(state: &BodyState) -> String {
    let displacement = written_vector(&state.displacement);
    let chart = state.chart;
    let turn = written_vector(&state.turn);
    let velocity = written_vector(&state.velocity);
    let momentum = written_vector(&state.momentum);
    format!("[{displacement},{chart},{turn},{velocity},{momentum}]")
}

fn quoted(number: &BigInt) -> String {
    format!("\"{}\"", hex(number))
}

/// Three numbers, without brackets.
fn written_vector(vector: &[BigInt; 3]) -> String {
    let [x, y, z] = vector.each_ref().map(hex);
    format!("\"{x}\",\"{y}\",\"{z}\"")
}
