//! Lines of a run, written.

use super::{
    BigRational, Corner, CornerRule, Facts, Forces, FreeGroup, FrictionFacts, FrictionForces,
    Group, GroupProof, Header, Impact, ImpactForces, LONGEST_LINE, LONGEST_NUMBER, Node, Opening,
    Pair, Placement, Record,
};
use crate::Contact;
use crate::numbers;
use crate::run2::text;
use crate::write::{contact, features, hex, index_pairs, indices, list};
use num_bigint::BigInt;
use std::fmt::Display;

/// Writes the first line of a run, without its line end.
#[must_use]
pub fn write_header(header: &Header) -> String {
    let Header {
        format,
        scene,
        step,
        grid,
        restitution,
        pairs,
        corner,
        program,
        scene_file,
    } = header;
    let format = format.name();
    let scene = text(scene);
    let pairs = list(pairs, pair);
    let corner = corner.word();
    let program = text(program);
    let scene_file = match scene_file {
        Some(file) => format!(",\"scene_file\":{}", text(file)),
        None => String::new(),
    };
    let grid = match grid {
        Some(grid) => grid.to_string(),
        None => "null".to_owned(),
    };
    format!(
        "{{\"format\":\"{format}\",\"scene\":{scene},\"step\":\"{step}\",\"grid\":{grid},\
         \"restitution\":\"{restitution}\",\"pairs\":{pairs},\"corner\":\"{corner}\",\
         \"scheme\":\"rigid\",\"program\":{program}{scene_file}}}"
    )
}

/// Writes the line of a step, without its line end.
#[must_use]
pub fn write_record(record: &Record) -> String {
    let Record {
        k,
        impact: impacts,
        rows,
        all_rows,
        corners,
        groups,
        state,
        facts: listed,
    } = record;
    let impact = match impacts {
        Some(groups) => list(groups, impact).to_string(),
        None => "null".to_owned(),
    };
    let rows = write_rows(rows);
    let all_rows = match all_rows {
        Some(digest) => format!(",\"all_rows\":\"{digest}\""),
        None => String::new(),
    };
    let corners = list(corners, corner);
    let groups = list(groups, group);
    let state = list(state, placement);
    let facts = facts(listed);
    format!(
        "{{\"k\":{k},\"impact\":{impact},\"rows\":{rows}{all_rows},\"corners\":{corners},\
         \"groups\":{groups},\"state\":{state},\"facts\":{facts}}}"
    )
}

/// Writes a list of rows, as it is in the line of a step.
#[must_use]
pub fn write_rows(rows: &[Contact]) -> String {
    list(rows, contact).to_string()
}

/// What no reader would take of the line of a step: a number, or all of it, is too long.
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

impl CornerRule {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Stop, Self::First, Self::Last];

    /// The rule of a word in a header.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }

    /// The word for it in a header.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::First => "first",
            Self::Last => "last",
        }
    }
}

fn pair(
    Pair {
        bodies: [first, second],
        restitution,
    }: &Pair,
) -> String {
    format!("[{first},{second},\"{restitution}\"]")
}

fn corner(corner: &Corner) -> impl Display {
    features(&corner.first, &corner.second)
}

fn impact(
    Impact {
        bodies,
        denominator,
        forces,
        pins,
    }: &Impact,
) -> String {
    let bodies = indices(bodies);
    let forces = match forces {
        ImpactForces::Frictionless(forces) => numbers::written(forces).to_string(),
        ImpactForces::Friction(forces) => numbers::written(forces).to_string(),
    };
    let pins = numbers::written(pins);
    format!(
        "{{\"bodies\":{bodies},\"denominator\":\"{denominator:x}\",\"forces\":{forces},\
         \"pins\":{pins}}}"
    )
}

fn side((corner, side, force): &(usize, usize, BigInt)) -> String {
    format!("[{corner},{side},\"{force:x}\"]")
}

fn group(Group { bodies, proof }: &Group) -> String {
    let bodies = indices(bodies);
    match proof {
        GroupProof::Tree { tree, answer } => {
            let tree = node(tree);
            format!("{{\"bodies\":{bodies},\"tree\":{tree},\"answer\":{answer}}}")
        }
        GroupProof::Friction(forces) => {
            format!("{{\"bodies\":{bodies},{}}}", friction_forces(forces))
        }
    }
}

fn friction_forces(
    FrictionForces {
        choices,
        relaxed,
        denominator,
        rows,
        sides,
        pins,
    }: &FrictionForces,
) -> String {
    let choices = index_pairs(choices);
    let denominator = hex(denominator);
    let rows = numbers::written(rows);
    let sides = list(sides, friction_side);
    let pins = numbers::written(pins);
    format!(
        "\"choices\":{choices},\"relaxed\":{relaxed},\"denominator\":\"{denominator}\",\
         \"forces\":{rows},\"sides\":{sides},\"pins\":{pins}"
    )
}

fn friction_side((corner, side, [normal, along]): &(usize, usize, [BigInt; 2])) -> String {
    let normal = hex(normal);
    let along = hex(along);
    format!("[{corner},{side},\"{normal}\",\"{along}\"]")
}

fn node(tree: &Node) -> String {
    match tree {
        Node::Optimal {
            denominator,
            forces,
        } => {
            format!(
                "{{\"denominator\":\"{denominator:x}\",{}}}",
                self::forces(forces)
            )
        }
        Node::Enclosed {
            denominator,
            forces,
            opening,
        } => {
            let forces = self::forces(forces);
            let opening = self::opening(opening);
            format!("{{\"denominator\":\"{denominator:x}\",{forces},\"opening\":{opening}}}")
        }
        Node::Impossible { forces } => format!("{{{}}}", self::forces(forces)),
        Node::Choice { corner, branches } => format!(
            "{{\"corner\":{corner},\"branches\":{}}}",
            list(branches, node)
        ),
    }
}

fn opening(opening: &Opening) -> String {
    match opening {
        Opening::Point(point) => format!("{{\"point\":{}}}", vector(point)),
        Opening::Motion(motion) => format!("{{\"motion\":{}}}", list(motion, body_motion)),
    }
}

fn body_motion([x, y, turn]: &[BigInt; 3]) -> String {
    format!("[\"{x:x}\",\"{y:x}\",\"{turn:x}\"]")
}

fn forces(Forces { rows, sides, pins }: &Forces) -> String {
    format!(
        "\"forces\":{},\"sides\":{},\"pins\":{}",
        numbers::written(rows),
        list(sides, side),
        numbers::written(pins)
    )
}

fn placement(placement: &Placement) -> String {
    match placement {
        Placement::Grid {
            position: [x, y],
            quarter,
            tangent,
        } => format!("[\"{x}\",\"{y}\",{quarter},\"{tangent}\"]"),
        Placement::Exact {
            position: [x, y],
            rotation: [a, b],
        } => format!("[\"{x}\",\"{y}\",\"{a}\",\"{b}\"]"),
    }
}

fn facts(facts: &Facts) -> String {
    let Facts {
        bits,
        penetration,
        pin_drift,
        kinetic,
        potential,
        momentum,
        angular_momentum,
        impact_kinetic,
        friction,
        free,
        made,
        lost,
        impacts,
    } = facts;
    let [penetration, pin_drift, kinetic, potential] =
        [penetration, pin_drift, kinetic, potential].map(|number| format!("\"{number}\""));
    let momentum = vector(momentum);
    let friction = match friction {
        Some(facts) => friction_facts(facts),
        None => String::new(),
    };
    let free = list(free, free_group);
    let [made, lost, impacts] = [made, lost, impacts].map(|rows| list(rows, contact));
    format!(
        "{{\"bits\":{bits},\"penetration\":{penetration},\"pin_drift\":{pin_drift},\
         \"kinetic\":{kinetic},\"potential\":{potential},\"momentum\":{momentum},\
         \"angular_momentum\":\"{angular_momentum}\",\
         \"impact_kinetic\":\"{impact_kinetic}\"{friction},\
         \"free\":{free},\"made\":{made},\"lost\":{lost},\"impacts\":{impacts}}}"
    )
}

/// The keys of friction, with a comma before each.
fn friction_facts(
    FrictionFacts {
        impact_heat,
        heat,
        sliding,
    }: &FrictionFacts,
) -> String {
    let sliding = list(sliding, sliding_row);
    format!(",\"impact_heat\":\"{impact_heat}\",\"heat\":\"{heat}\",\"sliding\":{sliding}")
}

fn sliding_row((row, heat): &(Contact, BigRational)) -> String {
    format!("[{},\"{heat}\"]", contact(row))
}

fn free_group(
    FreeGroup {
        bodies,
        momentum,
        angular_momentum,
        defect,
    }: &FreeGroup,
) -> String {
    let bodies = indices(bodies);
    let momentum = vector(momentum);
    let defect = vector(defect);
    format!(
        "{{\"bodies\":{bodies},\"momentum\":{momentum},\
         \"angular_momentum\":\"{angular_momentum}\",\"defect\":{defect}}}"
    )
}

fn vector([x, y]: &[BigRational; 2]) -> String {
    format!("[\"{x}\",\"{y}\"]")
}
