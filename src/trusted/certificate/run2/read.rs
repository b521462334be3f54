//! Lines of a run, read.

use super::{
    BigRational, BodyState, Forces, Grade, Group, Header, LONGEST_NUMBER, Leaf, LineError,
    MOST_CHOICES, Node, Opening, Part, Record, Round, START, Unit,
};
use super::{LONGEST_IN_HEADER, Scanner};
use num_bigint::BigInt;

/// The form of an integer.
pub(super) const NUMBER: &str = "an integer from 0 to 2^64 - 1 without leading zeros";

/// Reads the first line of a run, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_header(line: &str) -> Result<Header, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_IN_HEADER);
    scanner.literal(START)?;
    scanner.literal("\"scene\":")?;
    let scene = scanner.text()?;
    scanner.key("step")?;
    let step = scanner.fraction()?;
    scanner.key("grid")?;
    let grid = scanner.number(NUMBER)?;
    scanner.key("touch")?;
    let touch = scanner.fraction()?;
    scanner.key("radius")?;
    let radius = scanner.fraction()?;
    scanner.key("law")?;
    let law = scanner.fraction()?;
    scanner.key("restitution")?;
    let restitution = scanner.fraction()?;
    scanner.key("pairs")?;
    let pairs = scanner.list(pair_restitution)?;
    scanner.key("rounds")?;
    let rounds = scanner.number(NUMBER)?;
    scanner.key("program")?;
    let program = scanner.text()?;
    let mut scene_file = None;
    if scanner.skip(",\"scene_file\":") {
        scene_file = Some(scanner.text()?);
    }
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Header {
        scene,
        step,
        grid,
        touch,
        radius,
        law,
        restitution,
        pairs,
        rounds,
        program,
        scene_file,
    })
}

fn pair_restitution(scanner: &mut Scanner) -> Result<([usize; 2], BigRational), LineError> {
    scanner.literal("[")?;
    let first = scanner.index()?;
    scanner.comma()?;
    let second = scanner.index()?;
    scanner.comma()?;
    let value = scanner.fraction()?;
    scanner.literal("]")?;
    Ok(([first, second], value))
}

/// Reads the line of a step of a run, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_record(line: &str) -> Result<Record, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_NUMBER);
    scanner.literal("{\"k\":")?;
    let k = scanner.number(NUMBER)?;
    scanner.key("groups")?;
    let groups = scanner.list(group)?;
    let mut state = None;
    if scanner.skip(",\"state\":") {
        state = Some(scanner.list(body_state)?);
    }
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Record { k, groups, state })
}

fn group(scanner: &mut Scanner) -> Result<Group, LineError> {
    scanner.literal("{\"first\":")?;
    let first = scanner.index()?;
    scanner.key("grade")?;
    let grade = grade(scanner)?;
    scanner.key("parts")?;
    let parts = scanner.list(part)?;
    scanner.literal("}")?;
    Ok(Group {
        first,
        grade,
        parts,
    })
}

fn part(scanner: &mut Scanner) -> Result<Part, LineError> {
    scanner.literal("{")?;
    let mut length = None;
    if scanner.skip("\"length\":") {
        length = Some(scanner.index()?);
        scanner.comma()?;
    }
    scanner.literal("\"rounds\":")?;
    let rounds = scanner.list(round)?;
    scanner.key("programs")?;
    let programs = scanner.list(|scanner| node(scanner, MOST_CHOICES))?;
    scanner.key("velocity")?;
    scanner.literal("{")?;
    let velocity = leaf(scanner)?;
    scanner.literal("}}")?;
    Ok(Part {
        length,
        rounds,
        programs,
        velocity,
    })
}

fn round(scanner: &mut Scanner) -> Result<Round, LineError> {
    scanner.literal("{\"unit\":")?;
    let unit = scanner.hex()?;
    scanner.key("impulses")?;
    let impulses = forces(scanner)?;
    scanner.literal("}")?;
    Ok(Round { unit, impulses })
}

fn grade(scanner: &mut Scanner) -> Result<Grade, LineError> {
    for grade in Grade::ALL {
        let word = grade.word();
        if scanner.skip(&format!("\"{word}\"")) {
            return Ok(grade);
        }
    }
    Err(scanner.error("`\"unique\"`, `\"near\"` or `\"relaxed\"`"))
}

/// A node, given how many choices may follow.
fn node(scanner: &mut Scanner, choices: usize) -> Result<Node, LineError> {
    scanner.literal("{")?;
    if scanner.skip("\"bound\":") {
        let forces = forces(scanner)?;
        scanner.literal("}")?;
        return Ok(Node::Bound(forces));
    }
    let leaf = leaf(scanner)?;
    if scanner.skip("}") {
        return Ok(Node::Leaf(leaf));
    }
    let Some(choices) = choices.checked_sub(1) else {
        let expected = format!("`}}`, as there are {MOST_CHOICES} choices before it");
        return Err(scanner.error(expected));
    };
    scanner.key("branches")?;
    let branches = scanner.list(|scanner| node(scanner, choices))?;
    scanner.literal("}")?;
    Ok(Node::Choice { leaf, branches })
}

/// A leaf without its brackets.
fn leaf(scanner: &mut Scanner) -> Result<Leaf, LineError> {
    scanner.literal("\"forces\":")?;
    let forces = forces(scanner)?;
    scanner.key("opening")?;
    let mut opening = None;
    if !scanner.skip("null") {
        opening = Some(self::opening(scanner)?);
    }
    Ok(Leaf { forces, opening })
}

fn opening(scanner: &mut Scanner) -> Result<Opening, LineError> {
    let unit = if scanner.skip("{\"over\":") {
        Unit::Over(scanner.hex()?)
    } else {
        scanner.literal("{\"shift\":")?;
        Unit::Shift(scanner.number(NUMBER)?)
    };
    scanner.key("motion")?;
    let motion = scanner.list(triple)?;
    scanner.literal("}")?;
    Ok(Opening { unit, motion })
}

fn triple(scanner: &mut Scanner) -> Result<[BigInt; 3], LineError> {
    scanner.literal("[")?;
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.comma()?;
    let turn = scanner.hex()?;
    scanner.literal("]")?;
    Ok([x, y, turn])
}

fn forces(scanner: &mut Scanner) -> Result<Forces, LineError> {
    let mut forces = Forces::default();
    for (row, across, along) in scanner.list(force)? {
        forces.rows.push((row, across));
        if let Some(along) = along {
            forces.friction.push((row, along));
        }
    }
    forces.pins = pins(scanner)?;
    Ok(forces)
}

/// A row, φ and, if there is friction, ψ.
fn force(scanner: &mut Scanner) -> Result<(usize, BigInt, Option<BigInt>), LineError> {
    scanner.literal("[")?;
    let row = scanner.index()?;
    scanner.comma()?;
    let across = scanner.hex()?;
    let mut along = None;
    if scanner.skip(",") {
        along = Some(scanner.hex()?);
    }
    scanner.literal("]")?;
    Ok((row, across, along))
}

fn pins(scanner: &mut Scanner) -> Result<Vec<(usize, [BigInt; 2])>, LineError> {
    scanner.key("pins")?;
    scanner.list(pin)
}

fn pin(scanner: &mut Scanner) -> Result<(usize, [BigInt; 2]), LineError> {
    scanner.literal("[")?;
    let pin = scanner.index()?;
    scanner.comma()?;
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.literal("]")?;
    Ok((pin, [x, y]))
}

fn body_state(scanner: &mut Scanner) -> Result<BodyState, LineError> {
    scanner.literal("[")?;
    let displacement = pair(scanner)?;
    scanner.comma()?;
    let quarter = quarter(scanner)?;
    scanner.comma()?;
    let tangent = scanner.hex()?;
    scanner.comma()?;
    let velocity = pair(scanner)?;
    scanner.comma()?;
    let spin = scanner.hex()?;
    scanner.comma()?;
    let memory = pair(scanner)?;
    scanner.comma()?;
    let turn_memory = scanner.hex()?;
    scanner.literal("]")?;
    Ok(BodyState {
        displacement,
        quarter,
        tangent,
        velocity,
        spin,
        memory,
        turn_memory,
    })
}

fn pair(scanner: &mut Scanner) -> Result<[BigInt; 2], LineError> {
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    Ok([x, y])
}

pub(super) fn quarter(scanner: &mut Scanner) -> Result<u8, LineError> {
    let expected = "an integer from 0 to 3";
    for quarter in 0..4_u8 {
        if scanner.skip(&quarter.to_string()) {
            return Ok(quarter);
        }
    }
    Err(scanner.error(expected))
}
