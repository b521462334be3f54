//! Lines of a run, written.

use super::{
    BodyState, Forces, Group, Header, LONGEST_LINE, LONGEST_NUMBER, Leaf, Node, Opening, Part,
    Record, Round, START, Unit,
};
use crate::write::{hex, list};
use num_bigint::BigInt;
use std::collections::BTreeMap;
use std::fmt::Display;

/// Writes the first line of a run, without its line end.
#[must_use]
pub fn write_header(header: &Header) -> String {
    let Header {
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
    } = header;
    let scene = text(scene);
    let program = text(program);
    let pairs = list(pairs, |([first, second], value)| {
        format!("[{first},{second},\"{value}\"]")
    });
    let scene_file = match scene_file {
        Some(file) => format!(",\"scene_file\":{}", text(file)),
        None => String::new(),
    };
    format!(
        "{START}\"scene\":{scene},\"step\":\"{step}\",\"grid\":{grid},\"touch\":\"{touch}\",\
         \"radius\":\"{radius}\",\"law\":\"{law}\",\"restitution\":\"{restitution}\",\"pairs\":{pairs},\
         \"rounds\":{rounds},\"program\":{program}{scene_file}}}"
    )
}

/// Writes the line of a step, without its line end.
#[must_use]
pub fn write_record(record: &Record) -> String {
    let Record { k, groups, state } = record;
    let groups = list(groups, group);
    let state = match state {
        Some(bodies) => format!(",\"state\":{}", list(bodies, body_state)),
        None => String::new(),
    };
    format!("{{\"k\":{k},\"groups\":{groups}{state}}}")
}

/// Writes the states of free bodies, as they are in the line of a step.
#[must_use]
pub fn write_state(bodies: &[&BodyState]) -> String {
    list(bodies, |state| body_state(state)).to_string()
}

fn group(group: &Group) -> String {
    let Group {
        first,
        grade,
        parts,
    } = group;
    let grade = grade.word();
    let parts = list(parts, part);
    format!("{{\"first\":{first},\"grade\":\"{grade}\",\"parts\":{parts}}}")
}

fn part(part: &Part) -> String {
    let Part {
        length,
        rounds,
        programs,
        velocity,
    } = part;
    let length = match length {
        Some(length) => format!("\"length\":{length},"),
        None => String::new(),
    };
    let rounds = list(rounds, round);
    let programs = list(programs, node);
    let velocity = leaf(velocity);
    format!("{{{length}\"rounds\":{rounds},\"programs\":{programs},\"velocity\":{{{velocity}}}}}")
}

fn round(Round { unit, impulses }: &Round) -> String {
    let unit = hex(unit);
    let rows = rows(impulses);
    let pins = list(&impulses.pins, pin);
    format!("{{\"unit\":\"{unit}\",\"impulses\":{rows},\"pins\":{pins}}}")
}

fn node(found: &Node) -> String {
    match found {
        Node::Leaf(found) => format!("{{{}}}", leaf(found)),
        Node::Choice {
            leaf: found,
            branches,
        } => {
            let branches = list(branches, node);
            format!("{{{},\"branches\":{branches}}}", leaf(found))
        }
        Node::Bound(forces) => {
            let rows = rows(forces);
            let pins = list(&forces.pins, pin);
            format!("{{\"bound\":{rows},\"pins\":{pins}}}")
        }
    }
}

/// A leaf without its brackets.
fn leaf(leaf: &Leaf) -> String {
    let Leaf { forces, opening } = leaf;
    let rows = rows(forces);
    let pins = list(&forces.pins, pin);
    let opening = match opening {
        Some(Opening { unit, motion }) => {
            let motion = list(motion, |[x, y, turn]| numbers(&[x, y, turn]));
            let unit = match unit {
                Unit::Shift(shift) => format!("\"shift\":{shift}"),
                Unit::Over(unit) => format!("\"over\":\"{}\"", hex(unit)),
            };
            format!("{{{unit},\"motion\":{motion}}}")
        }
        None => "null".to_owned(),
    };
    format!("\"forces\":{rows},\"pins\":{pins},\"opening\":{opening}")
}

/// φ of the rows, with ψ where there is friction.
fn rows(forces: &Forces) -> String {
    let friction: BTreeMap<usize, &BigInt> = (forces.friction.iter())
        .map(|(row, along)| (*row, along))
        .collect();
    let force = |(row, across): &(usize, BigInt)| match friction.get(row) {
        Some(along) => format!("[{row},\"{}\",\"{}\"]", hex(across), hex(along)),
        None => format!("[{row},\"{}\"]", hex(across)),
    };
    list(&forces.rows, force).to_string()
}

fn pin((pin, [x, y]): &(usize, [BigInt; 2])) -> impl Display {
    format!("[{pin},\"{}\",\"{}\"]", hex(x), hex(y))
}

fn numbers(numbers: &[&BigInt]) -> String {
    let mut texts = Vec::new();
    for number in numbers {
        texts.push(format!("\"{}\"", hex(number)));
    }
    format!("[{}]", texts.join(","))
}

fn body_state(state: &BodyState) -> String {
    let BodyState {
        displacement: [x, y],
        quarter,
        tangent,
        velocity: [along, across],
        spin,
        memory: [memory_along, memory_across],
        turn_memory,
    } = state;
    let [x, y] = [hex(x), hex(y)];
    let tangent = hex(tangent);
    let [along, across] = [hex(along), hex(across)];
    let spin = hex(spin);
    let [memory_along, memory_across] = [hex(memory_along), hex(memory_across)];
    let turn_memory = hex(turn_memory);
    format!(
        "[\"{x}\",\"{y}\",{quarter},\"{tangent}\",\"{along}\",\"{across}\",\"{spin}\",\
         \"{memory_along}\",\"{memory_across}\",\"{turn_memory}\"]"
    )
}

/// A text with a backslash before quotation marks and backslashes, and no control characters.
fn text(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The reason why no reader would take the line of a step: a number, or all of it, is too long.
#[must_use]
pub fn excess(line: &str) -> Option<String> {
    // Nothing is escaped in such a line: every second piece is between quotation marks.
    let quoted = line.split('"').skip(1).step_by(2);
    let longest = quoted.map(str::len).max().unwrap_or(0);
    if longest > LONGEST_NUMBER {
        return Some(format!(
            "a number of {longest} characters; at most {LONGEST_NUMBER} can be read"
        ));
    }
    let length = line.len() as u64 + 1;
    if length > LONGEST_LINE {
        return Some(format!(
            "a record of {length} bytes; at most {LONGEST_LINE} can be read"
        ));
    }
    None
}
