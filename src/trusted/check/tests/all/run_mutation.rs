//! Every number of every line, changed by one, by its sign or exchanged with its neighbour, is
//! refused in its step.

use crate::run_stage::plane::q;
use crate::run_stage::produce::produce;
use crate::run_stage::{Run, check, scenes, tree_of};
use num_traits::Signed;
use std::fs;
use std::ops::Range;
use std::path::Path;
use zwang_certificate::BigInt;
use zwang_certificate::run::{
    Forces, Format, Node, Opening, Record, read_header, read_record, write_header, write_record,
};
use zwang_scene::Scene;

/// Where the numbers of a line are, without quotation marks.
fn numbers(line: &str) -> Vec<Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_hexdigit() || matches!(byte, b'-' | b'/');
    let mut found: Vec<Range<usize>> = vec![];
    let mut start = 0;
    for token in line.split(|character: char| !character.is_ascii() || !is_part(character as u8)) {
        let end = start + token.len();
        let is_key = line[end..].starts_with("\":");
        if token.bytes().any(|byte| byte.is_ascii_hexdigit())
            && !is_key
            && is_number(token, line, start)
        {
            found.push(start..end);
        }
        start = end + 1;
    }
    found
}

fn is_number(token: &str, line: &str, start: usize) -> bool {
    let is_quoted = line[..start].ends_with('"');
    let ends = line[start + token.len()..].starts_with(['"', ',', ']', '}']);
    ends && (is_quoted || token.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The number by one larger, by one smaller, and negated, in the same spelling.
fn neighbours(token: &str, is_hex: bool) -> Vec<String> {
    let radix = if is_hex { 16 } else { 10 };
    let (numerator, denominator) = token
        .split_once('/')
        .map_or((token, None), |(p, q)| (p, Some(q)));
    // A digest is no number.
    let Some(numerator) = BigInt::parse_bytes(numerator.as_bytes(), radix) else {
        return vec![];
    };
    let changed = [&numerator + 1, &numerator - 1, -&numerator]
        .into_iter()
        .filter(|number| *number != numerator);
    let spelled = |number: BigInt| match denominator {
        None => number.to_str_radix(radix),
        Some(denominator) => {
            let denominator = BigInt::parse_bytes(denominator.as_bytes(), 10).unwrap();
            zwang_exact::Rational::new(number, denominator).to_string()
        }
    };
    changed.map(spelled).collect()
}

/// All changed lines, with what was changed. Numbers of cases are hexadecimal; they are where
/// `"denominator"` begins, up to the states.
pub fn mutations(line: &str) -> Vec<(String, String)> {
    let numbers = numbers(line);
    let cases = line.find("\"impact\":[").or(line.find("\"groups\""));
    let states = line.find("\"state\"");
    let mut mutations = vec![];
    for range in &numbers {
        let token = &line[range.clone()];
        let is_quoted = line[..range.start].ends_with('"');
        let is_hex = is_quoted
            && cases
                .zip(states)
                .is_some_and(|(from, to)| (from..to).contains(&range.start));
        for changed in neighbours(token, is_hex) {
            let what = format!("{token} to {changed} at {}", range.start);
            mutations.push((
                what,
                [&line[..range.start], &changed, &line[range.end..]].concat(),
            ));
        }
    }
    for (first, second) in numbers.iter().zip(&numbers[1..]) {
        let (one, other) = (&line[first.clone()], &line[second.clone()]);
        if one != other {
            let swapped = [
                &line[..first.start],
                other,
                &line[first.end..second.start],
                one,
                &line[second.end..],
            ];
            mutations.push((
                format!("{one} and {other} exchanged at {}", first.start),
                swapped.concat(),
            ));
        }
    }
    mutations
}

/// Whether the records differ only in what is of no meaning: the denominator of cases without any
/// force; and of an enclosed group the opening, how large the answer's forces are, of which many
/// enclose the same state, and the forces of other cases, of which many give a bound that is high
/// enough. Which rows press there, and the signs of forces, are meant.
fn is_same_proof(record: &Record, other: &Record) -> bool {
    fn is_enclosed(node: &Node) -> bool {
        match node {
            Node::Enclosed { .. } => true,
            Node::Optimal { .. } | Node::Impossible { .. } => false,
            Node::Choice { branches, .. } => branches.iter().any(is_enclosed),
        }
    }
    fn without_bounds(node: &mut Node) {
        match node {
            Node::Optimal {
                denominator,
                forces,
            } => {
                *denominator = denominator.signum();
                *forces = Forces::default();
            }
            Node::Enclosed { .. } | Node::Impossible { .. } => {}
            Node::Choice { branches, .. } => branches.iter_mut().for_each(without_bounds),
        }
    }
    fn plain(node: &mut Node) {
        match node {
            Node::Optimal {
                denominator,
                forces,
            } => {
                let is_idle =
                    forces.rows.is_empty() && forces.sides.is_empty() && forces.pins.is_empty();
                if is_idle && *denominator > 0.into() {
                    *denominator = 1.into();
                }
            }
            Node::Enclosed {
                denominator,
                forces,
                opening,
            } => {
                *denominator = denominator.signum();
                for (_, force) in &mut forces.rows {
                    *force = force.signum();
                }
                for (.., force) in &mut forces.sides {
                    *force = force.signum();
                }
                *opening = Opening::Motion(vec![]);
            }
            Node::Impossible { .. } => {}
            Node::Choice { branches, .. } => branches.iter_mut().for_each(plain),
        }
    }
    let [record, other] = [record, other].map(|record| {
        let mut record = record.clone();
        for group in &mut record.groups {
            let tree = tree_of(group);
            if is_enclosed(tree) {
                without_bounds(tree);
            }
            plain(tree);
        }
        record
    });
    record == other
}

#[test]
fn every_number_of_every_step_matters() {
    let mut count = 0;
    for (name, (scene, header, steps)) in scenes::all() {
        let records = produce(&scene, &header, steps);
        let run = Run::new(&scene, &header, &records);
        count += changes_of_a_run_are_refused(name, &run, &records);
    }
    assert!(count > 2000, "{count}");
}

#[test]
fn every_number_of_a_step_with_an_enclosed_group_matters() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../proofs/runs/accepted");
    let mut runs = 0;
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if !name.starts_with("enclosed-") || !name.ends_with(".run") {
            continue;
        }
        // Two rows of a side are one line there, so that either may bear the force of the exact
        // group.
        if name == "enclosed-corner-that-presses-beside-an-exact-one.run" {
            continue;
        }
        runs += 1;
        let scene = fs::read_to_string(path.with_extension("toml")).unwrap();
        let scene: Scene = scene.parse().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let header = read_header(lines.next().unwrap()).unwrap();
        let records: Vec<Record> = lines
            .map(|line| read_record(line, header.format).unwrap())
            .collect();
        let run = Run::new(&scene, &header, &records);
        count += changes_of_a_run_are_refused(&name, &run, &records);
    }
    assert!(runs > 10, "{runs}");
    assert!(count > 1000, "{count}");
}

/// How many changes of numbers there are; each is refused.
fn changes_of_a_run_are_refused(name: &str, run: &Run, records: &[Record]) -> usize {
    let mut count = 0;
    for (index, record) in records.iter().enumerate() {
        let line = write_record(record);
        for (what, changed) in mutations(&line) {
            let Ok(changed) = read_record(&changed, Format::Frictionless) else {
                continue;
            };
            if is_same_proof(&changed, record) {
                continue;
            }
            count += 1;
            let answer = run.step(index, &changed);
            assert!(answer.is_err(), "{name}, step {}: {what}", index + 1);
        }
    }
    count
}

#[test]
fn every_number_of_a_header_matters() {
    let (scene, header, steps) = scenes::bounce();
    let records = produce(&scene, &header, steps);
    assert!(check(&scene, &header, &records).is_ok());
    let line = write_header(&header);
    let mut count = 0;
    for (what, changed) in mutations(&line) {
        let Ok(changed) = read_header(&changed) else {
            continue;
        };
        count += 1;
        assert!(check(&scene, &changed, &records).is_err(), "{what}");
    }
    assert!(count > 10, "{count}");
    // A corner rule says nothing where no corner is open.
    let other = zwang_certificate::run::Header {
        restitution: q(1, 3),
        ..header
    };
    assert!(check(&scene, &other, &records).is_err());
}
