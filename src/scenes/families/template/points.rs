//! Numbers and points in the tree of a file.

use super::error::Problem;
use super::work::Work;
use zwang_exact::{Rational, Vector};
use zwang_scene::read::{Entry, Node, Value};

/// The number that stands here, if it is one.
pub fn number_of(node: &Node) -> Option<Rational> {
    match &node.value {
        Value::Number(text) | Value::Text(text) => zwang_exact::parse(text).ok(),
        _ => None,
    }
}

/// The number, if it is whole and not negative.
pub fn whole(number: &Rational) -> Option<usize> {
    if number.is_integer() {
        usize::try_from(number.numer()).ok()
    } else {
        None
    }
}

/// The point of the plane that stands here, if it is one.
pub fn point_of(node: &Node) -> Option<Vector> {
    let coordinates = <[Rational; 2]>::try_from(coordinates_of(node, 2)?);
    let [x, y] = coordinates.ok()?;
    Some(Vector::new(x, y))
}

/// This many coordinates, if that is what stands here.
pub fn coordinates_of(node: &Node, dimension: usize) -> Option<Vec<Rational>> {
    let Value::List(items) = &node.value else {
        return None;
    };
    if items.len() != dimension {
        return None;
    }
    items.iter().map(number_of).collect()
}

/// A point of the plane, in this line.
pub fn point_node(point: &Vector, line: usize, work: &mut Work) -> Result<Node, Problem> {
    coordinates_node([&point.x, &point.y], line, work)
}

/// A list of coordinates, in this line.
pub fn coordinates_node<'a>(
    coordinates: impl IntoIterator<Item = &'a Rational>,
    line: usize,
    work: &mut Work,
) -> Result<Node, Problem> {
    let mut items = Vec::new();
    for number in coordinates {
        let value = Value::Number(work.write(number)?);
        items.push(Node { line, value });
    }
    Ok(list_node(items, line))
}

/// A list, in this line.
pub fn list_node(items: Vec<Node>, line: usize) -> Node {
    let value = Value::List(items);
    Node { line, value }
}

/// Takes an entry out of a table.
pub fn take_out(table: &mut Node, key: &str) -> Option<Entry> {
    let Value::Table(entries) = &mut table.value else {
        return None;
    };
    let place = entries.iter().position(|entry| entry.key == key)?;
    Some(entries.remove(place))
}
