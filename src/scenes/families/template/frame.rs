//! Frames: point masses and bars, made bodies without parts and pins (Rote & Zwick, *Collapse*,
//! 8.1 to 8.4).
//!
//! A rigid bar of the length ℓ without a mass of its own, with point masses μ and ν at its ends, is
//! a rigid body: its mass is μ + ν, its centroid divides it as ν : μ, its inertia is
//! μ ν ℓ² / (μ + ν). A point mass at which n bars meet is the same as n + 1 point masses that are
//! pinned together: one at the end of each bar, and one that is a body of its own. That one bears
//! the loads and the pins of the point. All its pins are at its centroid, so nothing turns it, and
//! any inertia will do.
//!
//! At a fixed point the bars are pinned to the world. A mass there has a weight that the world
//! bears, and no part in any motion; it is as large as that at the other end.
//!
//! So a frame is bodies and pins, and nothing new has to be believed about it.

use super::NamedInMessages;
use super::error::{Problem, error, excerpt};
use super::points::{list_node, number_of, point_node, point_of, take_out};
use super::work::Work;
use crate::body::MAX_BODIES;
use crate::point_mass::{self, PointMass};
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::read::{Entry, Node, Value};
use zwang_scene::{Dynamics, SceneError};

/// The keys of a point mass.
pub const POINT_KEYS: &[&str] = &["name", "at", "mass", "fixed", "velocity", "force"];

/// The keys of a bar.
pub const BAR_KEYS: &[&str] = &["between", "name"];

const POINT: &str = "`[[point]]` with `name`, `at` and `mass`";
const BAR: &str = "`[[bar]]` with `between`, the names of two points";

/// This many names of points stand in a message.
const MOST_NAMED: usize = 8;

/// A point mass, or a fixed point.
struct Point {
    name: String,
    line: usize,
    at: Vector,
    /// The mass of each bar at its end here, and of the body of the point; none of a fixed point.
    share: Option<Rational>,
    velocity: Vector,
    force: Option<Node>,
}

impl Point {
    fn with_mass(&self, mass: Rational) -> PointMass {
        PointMass {
            mass,
            at: self.at.clone(),
            velocity: self.velocity.clone(),
        }
    }
}

/// A bar between two points, by their places in the list.
struct Bar {
    name: String,
    line: usize,
    ends: [usize; 2],
}

/// Puts bodies and pins in place of the points and the bars of a scene.
pub fn expand(root: &mut Node, work: &mut Work) -> Result<(), SceneError> {
    let points = take_out(root, "point");
    let bars = take_out(root, "bar");
    if points.is_none() && bars.is_none() {
        return Ok(());
    }
    let mut points = read_points(points.as_ref())?;
    let bars = read_bars(bars.as_ref(), &points)?;
    share_masses(&mut points, &bars);
    let mut bodies = Vec::new();
    let mut pins = Vec::new();
    for point in &points {
        if let Some(body) = body_of_point(point, work).map_err(|problem| within(point, problem))? {
            bodies.push(body);
        }
    }
    for bar in &bars {
        let made = add_bar(bar, &points, work, &mut bodies, &mut pins);
        made.map_err(|problem| error(bar.line, format_args!("bar `{}`", bar.name), problem))?;
    }
    append(root, "body", bodies);
    append(root, "pin", pins);
    Ok(())
}

fn within(point: &Point, problem: Problem) -> SceneError {
    error(point.line, format_args!("point `{}`", point.name), problem)
}

/// Adds items to a list of the scene, if it is one.
fn append(root: &mut Node, key: &str, items: Vec<Node>) {
    let line = root.line;
    let Value::Table(entries) = &mut root.value else {
        return;
    };
    let Some(entry) = entries.iter_mut().find(|entry| entry.key == key) else {
        entries.push(entry(key, line, list_node(items, line)));
        return;
    };
    if let Value::List(list) = &mut entry.node.value {
        list.extend(items);
    }
}

fn read_points(list: Option<&Entry>) -> Result<Vec<Point>, SceneError> {
    let mut points = Vec::new();
    for (index, item) in items(list, "point", POINT)?.iter().enumerate() {
        let thing = NamedInMessages::of("point", item, index);
        let point = read_point(item);
        points.push(point.map_err(|(line, problem)| error(line, &thing, problem))?);
    }
    Ok(points)
}

/// The items of a list of the scene.
fn items<'a>(list: Option<&'a Entry>, key: &str, expected: &str) -> Result<&'a [Node], SceneError> {
    let Some(list) = list else {
        return Ok(&[]);
    };
    let Value::List(items) = &list.node.value else {
        let problem = Problem::new(list.node.value.to_string(), format!("a list of {expected}"));
        return Err(error(list.line, key, problem));
    };
    if items.len() > MAX_BODIES {
        let found = format!("{} of them", items.len());
        let problem = Problem::new(found, format!("at most {MAX_BODIES}"));
        return Err(error(list.line, key, problem));
    }
    Ok(items)
}

fn read_point(item: &Node) -> Result<Point, (usize, Problem)> {
    let line = item.line;
    let name = required_name(item, POINT)?;
    let at = required(item, "at", POINT)?;
    let Some(place) = point_of(&at.node) else {
        let found = format!("{} as `at`", at.node.value);
        return Err((at.line, Problem::new(found, "two numbers, [x, y]")));
    };
    let is_fixed = matches!(
        item.entry("fixed").map(|entry| &entry.node.value),
        Some(Value::Boolean(true))
    );
    if is_fixed {
        for key in ["mass", "velocity", "force"] {
            if let Some(entry) = item.entry(key) {
                let problem = Problem::new(format!("`{key}` of a fixed point"), "none");
                return Err((entry.line, problem));
            }
        }
    }
    let velocity = match item.entry("velocity") {
        None => Vector::zero(),
        Some(entry) => point_of(&entry.node).ok_or_else(|| {
            let found = format!("{} as `velocity`", entry.node.value);
            (entry.line, Problem::new(found, "two numbers, [x, y]"))
        })?,
    };
    Ok(Point {
        name,
        line,
        at: place,
        share: match is_fixed {
            true => None,
            false => Some(read_mass(item)?),
        },
        velocity,
        force: item.entry("force").map(|entry| entry.node.clone()),
    })
}

fn read_mass(item: &Node) -> Result<Rational, (usize, Problem)> {
    const MASS: &str = "a positive `mass`, kg, or `fixed = true`";
    let mass = required(item, "mass", MASS)?;
    match number_of(&mass.node) {
        Some(number) if number.is_positive() => Ok(number),
        _ => {
            let found = format!("{} as `mass`", mass.node.value);
            Err((mass.line, Problem::new(found, MASS)))
        }
    }
}

fn required<'a>(item: &'a Node, key: &str, expected: &str) -> Result<&'a Entry, (usize, Problem)> {
    let missing = || (item.line, Problem::new(format!("no `{key}`"), expected));
    item.entry(key).ok_or_else(missing)
}

fn required_name(item: &Node, expected: &str) -> Result<String, (usize, Problem)> {
    let entry = required(item, "name", expected)?;
    match &entry.node.value {
        Value::Text(name) if !name.is_empty() => Ok(name.clone()),
        other => Err((entry.line, Problem::new(other.to_string(), "a name"))),
    }
}

fn read_bars(list: Option<&Entry>, points: &[Point]) -> Result<Vec<Bar>, SceneError> {
    let mut by_name = BTreeMap::new();
    for (index, point) in points.iter().enumerate() {
        by_name.insert(point.name.as_str(), index);
    }
    let mut bars = Vec::new();
    for (index, item) in items(list, "bar", BAR)?.iter().enumerate() {
        let thing = NamedInMessages::of("bar", item, index);
        let bar = read_bar(item, &by_name);
        bars.push(bar.map_err(|(line, problem)| error(line, &thing, problem))?);
    }
    Ok(bars)
}

fn read_bar(item: &Node, points: &BTreeMap<&str, usize>) -> Result<Bar, (usize, Problem)> {
    let between = required(item, "between", BAR)?;
    let wrong = |found: String| (between.line, Problem::new(found, BAR));
    let Value::List(names) = &between.node.value else {
        return Err(wrong(format!("{} as `between`", between.node.value)));
    };
    let [first, second] = names.as_slice() else {
        return Err(wrong(format!("{} of them", names.len())));
    };
    let mut ends = [0; 2];
    let mut named = [String::new(), String::new()];
    for (side, node) in [first, second].into_iter().enumerate() {
        let Value::Text(name) = &node.value else {
            return Err(wrong(format!("{} as a name", node.value)));
        };
        let Some(point) = points.get(name.as_str()) else {
            let found = format!("the unknown point `{}`", excerpt(name));
            return Err((between.line, Problem::new(found, known_names(points))));
        };
        ends[side] = *point;
        named[side].clone_from(name);
    }
    if ends[0] == ends[1] {
        let found = format!("the point `{}` twice", excerpt(&named[0]));
        return Err((between.line, Problem::new(found, "two different points")));
    }
    let name = match item.entry("name") {
        None => named.join("-"),
        Some(_) => required_name(item, BAR)?,
    };
    Ok(Bar {
        name,
        line: item.line,
        ends,
    })
}

fn known_names(points: &BTreeMap<&str, usize>) -> String {
    if points.is_empty() {
        return format!("the name of a point, {POINT}");
    }
    let named = points.keys().take(MOST_NAMED).map(|name| excerpt(name));
    let named: Vec<String> = named.collect();
    let more = match points.len() > MOST_NAMED {
        true => ", …",
        false => "",
    };
    format!("the name of a point: {}{more}", named.join(", "))
}

/// Each bar takes as much of a point's mass as the body of the point keeps.
fn share_masses(points: &mut [Point], bars: &[Bar]) {
    let mut shares = vec![1_usize; points.len()];
    for bar in bars {
        for end in bar.ends {
            shares[end] += 1;
        }
    }
    for (point, count) in points.iter_mut().zip(shares) {
        if let Some(mass) = &mut point.share {
            *mass /= Rational::from_integer(count.into());
        }
    }
}

/// The body of a point; none of a fixed one.
fn body_of_point(point: &Point, work: &mut Work) -> Result<Option<Node>, Problem> {
    let Some(mass) = &point.share else {
        return Ok(None);
    };
    let line = point.line;
    // So large that a unit of length is the radius of gyration; nothing depends on it.
    let inertia = mass;
    let mut body = vec![
        text_entry("name", line, &point.name),
        entry("parts", line, list_node(vec![], line)),
        entry("mass", line, number_node(mass, line, work)?),
        entry("inertia", line, number_node(inertia, line, work)?),
        entry("centroid", line, point_node(&point.at, line, work)?),
        entry("velocity", line, point_node(&point.velocity, line, work)?),
    ];
    if let Some(force) = &point.force {
        body.push(entry("force", line, force.clone()));
    }
    Ok(Some(table_node(body, line)))
}

/// Adds the body of a bar, and the pins at its ends.
fn add_bar(
    bar: &Bar,
    points: &[Point],
    work: &mut Work,
    bodies: &mut Vec<Node>,
    pins: &mut Vec<Node>,
) -> Result<(), Problem> {
    let line = bar.line;
    let ends = bar.ends.map(|end| &points[end]);
    let [first, second] = masses_at_ends(ends)?;
    let along = &second.at - &first.at;
    let square = along.dot(&along);
    if square.is_zero() {
        let names = ends.map(|end| excerpt(&end.name));
        let found = format!(
            "the length 0: `{}` and `{}` are at one place",
            names[0], names[1]
        );
        return Err(Problem::new(found, "points at different places"));
    }
    let apart = &second.velocity - &first.velocity;
    if !apart.dot(&along).is_zero() {
        let found = "velocities of its ends that make it longer or shorter";
        let expected = "ends whose velocities are the same along the bar";
        return Err(Problem::new(found, expected));
    }
    work.operate(&square, &square)?;
    let Dynamics {
        mass,
        centroid,
        inertia,
        velocity,
        spin,
    } = point_mass::bar([&first, &second]);
    bodies.push(table_node(
        vec![
            text_entry("name", line, &bar.name),
            entry("parts", line, list_node(vec![], line)),
            entry("mass", line, number_node(&mass, line, work)?),
            entry("inertia", line, number_node(&inertia, line, work)?),
            entry("centroid", line, point_node(&centroid, line, work)?),
            entry("velocity", line, point_node(&velocity, line, work)?),
            entry("spin", line, number_node(&spin, line, work)?),
        ],
        line,
    ));
    for end in ends {
        let mut joined = Vec::new();
        if end.share.is_some() {
            joined.push(text_node(&end.name, line));
        }
        joined.push(text_node(&bar.name, line));
        pins.push(table_node(
            vec![
                entry("bodies", line, list_node(joined, line)),
                entry("at", line, point_node(&end.at, line, work)?),
            ],
            line,
        ));
    }
    Ok(())
}

/// The masses of a bar at its ends.
fn masses_at_ends(ends: [&Point; 2]) -> Result<[PointMass; 2], Problem> {
    let masses = match ends.map(|end| end.share.clone()) {
        [Some(first), Some(second)] => [first, second],
        [Some(mass), None] | [None, Some(mass)] => [mass.clone(), mass],
        [None, None] => {
            let found = "two fixed ends, which nothing can move";
            return Err(Problem::new(found, "at least one point with a mass"));
        }
    };
    let [first, second] = masses;
    Ok([ends[0].with_mass(first), ends[1].with_mass(second)])
}

fn entry(key: &str, line: usize, node: Node) -> Entry {
    Entry {
        key: key.to_owned(),
        line,
        node,
    }
}

fn text_entry(key: &str, line: usize, text: &str) -> Entry {
    entry(key, line, text_node(text, line))
}

fn text_node(text: &str, line: usize) -> Node {
    let value = Value::Text(text.to_owned());
    Node { line, value }
}

fn number_node(number: &Rational, line: usize, work: &mut Work) -> Result<Node, Problem> {
    let value = Value::Number(work.write(number)?);
    Ok(Node { line, value })
}

fn table_node(entries: Vec<Entry>, line: usize) -> Node {
    let value = Value::Table(entries);
    Node { line, value }
}
