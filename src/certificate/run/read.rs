//! Lines of a run, read.

use super::scanner::{LineError, Scanner};
use super::{
    Corner, CornerRule, FORMAT, Facts, Forces, FreeGroup, Group, Header, Impact, LONGEST_IN_HEADER,
    LONGEST_NUMBER, MOST_DECISIONS, Node, Opening, Pair, Placement, Record,
};
use crate::{Contact, Feature, PartId};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Reads the first line of a run, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_header(line: &str) -> Result<Header, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_IN_HEADER);
    scanner.literal(&format!(r#"{{"format":"{FORMAT}","scene":"#))?;
    let scene = scanner.text()?;
    scanner.key("step")?;
    let step = scanner.fraction()?;
    scanner.key("grid")?;
    let grid = if scanner.skip("null") {
        None
    } else {
        Some(scanner.number("`null`, or an integer without leading zeros")?)
    };
    scanner.key("restitution")?;
    let restitution = scanner.fraction()?;
    scanner.key("pairs")?;
    let pairs = scanner.list(pair)?;
    scanner.key("corner")?;
    let corner = corner_rule(scanner)?;
    scanner.literal(r#","scheme":"rigid","program":"#)?;
    let program = scanner.text()?;
    let scene_file = if scanner.skip(r#","scene_file":"#) {
        Some(scanner.text()?)
    } else {
        None
    };
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Header {
        scene,
        step,
        grid,
        restitution,
        pairs,
        corner,
        program,
        scene_file,
    })
}

/// Reads the line of a step, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_record(line: &str) -> Result<Record, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_NUMBER);
    scanner.literal("{\"k\":")?;
    let k = scanner.number("an integer from 0 to 2^64 - 1 without leading zeros")?;
    scanner.key("impact")?;
    let impact = if scanner.skip("null") {
        None
    } else {
        Some(scanner.list(self::impact)?)
    };
    scanner.key("rows")?;
    let rows = scanner.list(row)?;
    scanner.key("corners")?;
    let corners = scanner.list(corner)?;
    scanner.key("groups")?;
    let groups = scanner.list(group)?;
    scanner.key("state")?;
    let state = scanner.list(placement)?;
    scanner.key("facts")?;
    let facts = facts(scanner)?;
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Record {
        k,
        impact,
        rows,
        corners,
        groups,
        state,
        facts,
    })
}

fn pair(scanner: &mut Scanner) -> Result<Pair, LineError> {
    scanner.literal("[")?;
    let first = scanner.index()?;
    scanner.comma()?;
    let second = scanner.index()?;
    scanner.comma()?;
    let restitution = scanner.fraction()?;
    scanner.literal("]")?;
    Ok(Pair {
        bodies: [first, second],
        restitution,
    })
}

fn corner_rule(scanner: &mut Scanner) -> Result<CornerRule, LineError> {
    for rule in CornerRule::ALL {
        let word = rule.word();
        if scanner.skip(&format!("\"{word}\"")) {
            return Ok(rule);
        }
    }
    Err(scanner.error("`\"stop\"`, `\"first\"` or `\"last\"`"))
}

/// Six indices between brackets: two features.
fn features(scanner: &mut Scanner) -> Result<[Feature; 2], LineError> {
    scanner.literal("[")?;
    let first = feature(scanner)?;
    scanner.comma()?;
    let second = feature(scanner)?;
    scanner.literal("]")?;
    Ok([first, second])
}

fn feature(scanner: &mut Scanner) -> Result<Feature, LineError> {
    let body = scanner.index()?;
    scanner.comma()?;
    let part = scanner.index()?;
    scanner.comma()?;
    let index = scanner.index()?;
    Ok(Feature {
        part: PartId { body, part },
        index,
    })
}

fn row(scanner: &mut Scanner) -> Result<Contact, LineError> {
    let [vertex, edge] = features(scanner)?;
    Ok(Contact { vertex, edge })
}

fn corner(scanner: &mut Scanner) -> Result<Corner, LineError> {
    let [first, second] = features(scanner)?;
    Ok(Corner { first, second })
}

fn impact(scanner: &mut Scanner) -> Result<Impact, LineError> {
    scanner.literal("{\"bodies\":")?;
    let bodies = scanner.list(Scanner::index)?;
    scanner.key("denominator")?;
    let denominator = scanner.hex()?;
    scanner.key("forces")?;
    let forces = scanner.list(force)?;
    scanner.key("pins")?;
    let pins = scanner.list(pin)?;
    scanner.literal("}")?;
    Ok(Impact {
        bodies,
        denominator,
        forces,
        pins,
    })
}

fn force(scanner: &mut Scanner) -> Result<(usize, BigInt), LineError> {
    scanner.literal("[")?;
    let index = scanner.index()?;
    scanner.comma()?;
    let force = scanner.hex()?;
    scanner.literal("]")?;
    Ok((index, force))
}

fn side(scanner: &mut Scanner) -> Result<(usize, usize, BigInt), LineError> {
    scanner.literal("[")?;
    let corner = scanner.index()?;
    scanner.comma()?;
    let side = scanner.index()?;
    scanner.comma()?;
    let force = scanner.hex()?;
    scanner.literal("]")?;
    Ok((corner, side, force))
}

fn pin(scanner: &mut Scanner) -> Result<(usize, [BigInt; 2]), LineError> {
    scanner.literal("[")?;
    let index = scanner.index()?;
    scanner.comma()?;
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.literal("]")?;
    Ok((index, [x, y]))
}

fn group(scanner: &mut Scanner) -> Result<Group, LineError> {
    scanner.literal("{\"bodies\":")?;
    let bodies = scanner.list(Scanner::index)?;
    scanner.key("tree")?;
    let tree = node(scanner, MOST_DECISIONS)?;
    scanner.key("answer")?;
    let answer = scanner.index()?;
    scanner.literal("}")?;
    Ok(Group {
        bodies,
        tree,
        answer,
    })
}

fn node(scanner: &mut Scanner, decisions: usize) -> Result<Node, LineError> {
    scanner.literal("{")?;
    let node = if scanner.skip("\"denominator\":") {
        with_motion(scanner)?
    } else if scanner.skip("\"corner\":") {
        choice(scanner, decisions)?
    } else {
        Node::Impossible {
            forces: forces(scanner)?,
        }
    };
    scanner.literal("}")?;
    Ok(node)
}

/// A case that has a motion: optimal, or enclosed.
fn with_motion(scanner: &mut Scanner) -> Result<Node, LineError> {
    let denominator = scanner.hex()?;
    scanner.comma()?;
    let forces = forces(scanner)?;
    if scanner.skip(",\"opening\":") {
        return Ok(Node::Enclosed {
            denominator,
            forces,
            opening: opening(scanner)?,
        });
    }
    Ok(Node::Optimal {
        denominator,
        forces,
    })
}

fn opening(scanner: &mut Scanner) -> Result<Opening, LineError> {
    scanner.literal("{")?;
    let opening = if scanner.skip("\"point\":") {
        Opening::Point(vector(scanner)?)
    } else if scanner.skip("\"motion\":") {
        Opening::Motion(scanner.list(body_motion)?)
    } else {
        return Err(scanner.error("`\"point\"` or `\"motion\"`"));
    };
    scanner.literal("}")?;
    Ok(opening)
}

/// Three integers between brackets.
fn body_motion(scanner: &mut Scanner) -> Result<[BigInt; 3], LineError> {
    scanner.literal("[")?;
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.comma()?;
    let turn = scanner.hex()?;
    scanner.literal("]")?;
    Ok([x, y, turn])
}

fn choice(scanner: &mut Scanner, decisions: usize) -> Result<Node, LineError> {
    let Some(decisions) = decisions.checked_sub(1) else {
        return Err(scanner.error(format!("at most {MOST_DECISIONS} corners on a path")));
    };
    let corner = scanner.index()?;
    scanner.key("branches")?;
    let branches = scanner.list(|scanner| node(scanner, decisions))?;
    Ok(Node::Choice { corner, branches })
}

fn forces(scanner: &mut Scanner) -> Result<Forces, LineError> {
    scanner.literal("\"forces\":")?;
    let rows = scanner.list(force)?;
    scanner.key("sides")?;
    let sides = scanner.list(side)?;
    scanner.key("pins")?;
    let pins = scanner.list(pin)?;
    Ok(Forces { rows, sides, pins })
}

fn placement(scanner: &mut Scanner) -> Result<Placement, LineError> {
    scanner.literal("[")?;
    let x = scanner.fraction()?;
    scanner.comma()?;
    let position = [x, scanner.fraction()?];
    scanner.comma()?;
    let quarters: [(&str, u8); 4] = [("0,", 0), ("1,", 1), ("2,", 2), ("3,", 3)];
    let quarter = quarters.into_iter().find(|(text, _)| scanner.skip(text));
    let placement = if let Some((_, quarter)) = quarter {
        Placement::Grid {
            position,
            quarter,
            tangent: scanner.fraction()?,
        }
    } else if scanner.is_at("\"") {
        let a = scanner.fraction()?;
        scanner.comma()?;
        Placement::Exact {
            position,
            rotation: [a, scanner.fraction()?],
        }
    } else {
        return Err(scanner.error("0, 1, 2 or 3, or a fraction in quotes"));
    };
    scanner.literal("]")?;
    Ok(placement)
}

fn facts(scanner: &mut Scanner) -> Result<Facts, LineError> {
    scanner.literal("{\"bits\":")?;
    let bits = scanner.number("an integer from 0 to 2^64 - 1 without leading zeros")?;
    scanner.key("penetration")?;
    let penetration = scanner.fraction()?;
    scanner.key("pin_drift")?;
    let pin_drift = scanner.fraction()?;
    scanner.key("kinetic")?;
    let kinetic = scanner.fraction()?;
    scanner.key("potential")?;
    let potential = scanner.fraction()?;
    scanner.key("momentum")?;
    let momentum = vector(scanner)?;
    scanner.key("angular_momentum")?;
    let angular_momentum = scanner.fraction()?;
    scanner.key("impact_kinetic")?;
    let impact_kinetic = scanner.fraction()?;
    scanner.key("free")?;
    let free = scanner.list(free_group)?;
    scanner.key("made")?;
    let made = scanner.list(row)?;
    scanner.key("lost")?;
    let lost = scanner.list(row)?;
    scanner.key("impacts")?;
    let impacts = scanner.list(row)?;
    scanner.literal("}")?;
    Ok(Facts {
        bits,
        penetration,
        pin_drift,
        kinetic,
        potential,
        momentum,
        angular_momentum,
        impact_kinetic,
        free,
        made,
        lost,
        impacts,
    })
}

fn free_group(scanner: &mut Scanner) -> Result<FreeGroup, LineError> {
    scanner.literal("{\"bodies\":")?;
    let bodies = scanner.list(Scanner::index)?;
    scanner.key("momentum")?;
    let momentum = vector(scanner)?;
    scanner.key("angular_momentum")?;
    let angular_momentum = scanner.fraction()?;
    scanner.key("defect")?;
    let defect = vector(scanner)?;
    scanner.literal("}")?;
    Ok(FreeGroup {
        bodies,
        momentum,
        angular_momentum,
        defect,
    })
}

/// Two fractions between brackets.
fn vector(scanner: &mut Scanner) -> Result<[BigRational; 2], LineError> {
    scanner.literal("[")?;
    let x = scanner.fraction()?;
    scanner.comma()?;
    let y = scanner.fraction()?;
    scanner.literal("]")?;
    Ok([x, y])
}
