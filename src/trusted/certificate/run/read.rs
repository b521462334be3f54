//! Lines of a run, read.

use super::{
    Corner, CornerRule, Facts, Forces, Format, FreeGroup, FrictionFacts, FrictionForces, Group,
    GroupProof, Header, Impact, ImpactForces, LONGEST_IN_HEADER, LONGEST_NUMBER, MOST_DECISIONS,
    Node, Opening, Pair, Placement, Record,
};
use crate::run2::{LineError, Scanner};
use crate::{Contact, Feature, PartId};
use num_bigint::BigInt;
use num_rational::BigRational;

/// Reads the first line of a run, without its line end.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_header(line: &str) -> Result<Header, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_IN_HEADER);
    let format = format(scanner)?;
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
        format,
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

/// What comes before the digest of the scene.
fn format(scanner: &mut Scanner) -> Result<Format, LineError> {
    for format in Format::ALL {
        let name = format.name();
        if scanner.skip(&format!(r#"{{"format":"{name}","scene":"#)) {
            return Ok(format);
        }
    }
    let [name, other] = Format::ALL.map(Format::name);
    let expected = format!(r#"`{{"format":"{name}","scene":`, or `{other}` in it"#);
    Err(scanner.error(expected))
}

/// Reads the line of a step of a run, without its line end. The header names the format of the run.
///
/// # Errors
/// [`LineError`] if the line is not of the format; the contents are not judged.
pub fn read_record(line: &str, format: Format) -> Result<Record, LineError> {
    let scanner = &mut Scanner::new(line, LONGEST_NUMBER);
    scanner.literal("{\"k\":")?;
    let k = scanner.number("an integer from 0 to 2^64 - 1 without leading zeros")?;
    scanner.key("impact")?;
    let impact = if scanner.skip("null") {
        None
    } else {
        Some(scanner.list(|scanner| self::impact(scanner, format))?)
    };
    scanner.key("rows")?;
    let rows = scanner.list(row)?;
    let all_rows = if scanner.skip(r#","all_rows":"#) {
        Some(scanner.digest()?.to_owned())
    } else {
        None
    };
    scanner.key("corners")?;
    let corners = scanner.list(corner)?;
    scanner.key("groups")?;
    let groups = scanner.list(|scanner| group(scanner, format))?;
    scanner.key("state")?;
    let state = scanner.list(placement)?;
    scanner.key("facts")?;
    let facts = facts(scanner, format)?;
    scanner.literal("}")?;
    scanner.end()?;
    Ok(Record {
        k,
        impact,
        rows,
        all_rows,
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

fn impact(scanner: &mut Scanner, format: Format) -> Result<Impact, LineError> {
    scanner.literal("{\"bodies\":")?;
    let bodies = scanner.list(Scanner::index)?;
    scanner.key("denominator")?;
    let denominator = scanner.hex()?;
    scanner.key("forces")?;
    let forces = match format {
        Format::Frictionless => ImpactForces::Frictionless(scanner.list(force)?),
        Format::Friction => ImpactForces::Friction(scanner.list(pair_of_forces)?),
    };
    scanner.key("pins")?;
    let pins = scanner.list(pair_of_forces)?;
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

/// A pin with f, or a row with φ and ψ.
fn pair_of_forces(scanner: &mut Scanner) -> Result<(usize, [BigInt; 2]), LineError> {
    scanner.literal("[")?;
    let index = scanner.index()?;
    scanner.comma()?;
    let x = scanner.hex()?;
    scanner.comma()?;
    let y = scanner.hex()?;
    scanner.literal("]")?;
    Ok((index, [x, y]))
}

fn group(scanner: &mut Scanner, format: Format) -> Result<Group, LineError> {
    scanner.literal("{\"bodies\":")?;
    let bodies = scanner.list(Scanner::index)?;
    let proof = match format {
        Format::Frictionless => tree(scanner)?,
        Format::Friction => GroupProof::Friction(friction_forces(scanner)?),
    };
    scanner.literal("}")?;
    Ok(Group { bodies, proof })
}

fn tree(scanner: &mut Scanner) -> Result<GroupProof, LineError> {
    scanner.key("tree")?;
    let tree = node(scanner, MOST_DECISIONS)?;
    scanner.key("answer")?;
    let answer = scanner.index()?;
    Ok(GroupProof::Tree { tree, answer })
}

fn friction_forces(scanner: &mut Scanner) -> Result<FrictionForces, LineError> {
    scanner.key("choices")?;
    let choices = scanner.list(choice_of_side)?;
    scanner.key("relaxed")?;
    let relaxed = scanner.number("an integer from 0 to 2^64 - 1 without leading zeros")?;
    scanner.key("denominator")?;
    let denominator = scanner.hex()?;
    scanner.key("forces")?;
    let rows = scanner.list(pair_of_forces)?;
    scanner.key("sides")?;
    let sides = scanner.list(friction_side)?;
    scanner.key("pins")?;
    let pins = scanner.list(pair_of_forces)?;
    Ok(FrictionForces {
        choices,
        relaxed,
        denominator,
        rows,
        sides,
        pins,
    })
}

/// A corner and a side of it.
fn choice_of_side(scanner: &mut Scanner) -> Result<(usize, usize), LineError> {
    scanner.literal("[")?;
    let corner = scanner.index()?;
    scanner.comma()?;
    let side = scanner.index()?;
    scanner.literal("]")?;
    Ok((corner, side))
}

fn friction_side(scanner: &mut Scanner) -> Result<(usize, usize, [BigInt; 2]), LineError> {
    scanner.literal("[")?;
    let corner = scanner.index()?;
    scanner.comma()?;
    let side = scanner.index()?;
    scanner.comma()?;
    let normal = scanner.hex()?;
    scanner.comma()?;
    let along = scanner.hex()?;
    scanner.literal("]")?;
    Ok((corner, side, [normal, along]))
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
    let pins = scanner.list(pair_of_forces)?;
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

fn facts(scanner: &mut Scanner, format: Format) -> Result<Facts, LineError> {
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
    let friction = match format {
        Format::Frictionless => None,
        Format::Friction => Some(friction_facts(scanner)?),
    };
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
        friction,
        free,
        made,
        lost,
        impacts,
    })
}

fn friction_facts(scanner: &mut Scanner) -> Result<FrictionFacts, LineError> {
    scanner.key("impact_heat")?;
    let impact_heat = scanner.fraction()?;
    scanner.key("heat")?;
    let heat = scanner.fraction()?;
    scanner.key("sliding")?;
    let sliding = scanner.list(sliding_row)?;
    Ok(FrictionFacts {
        impact_heat,
        heat,
        sliding,
    })
}

fn sliding_row(scanner: &mut Scanner) -> Result<(Contact, BigRational), LineError> {
    scanner.literal("[")?;
    let row = row(scanner)?;
    scanner.comma()?;
    let heat = scanner.fraction()?;
    scanner.literal("]")?;
    Ok((row, heat))
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
