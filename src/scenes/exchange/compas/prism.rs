//! The blocks of an assembly as prisms.

use crate::convex::{Inside, MOST_CORNERS, decomposed};
use crate::decimal::rounded_up;
use crate::error::{Result, excerpt, refuse};
use crate::hull::{hull, no_corner, outline};
use crate::work::Work;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Rational, Vector};
use zwang_scene::read::{Entry, Node, Value};

/// Points of a block that are as near as this are one, as a part of the size of the assembly.
const JOINED: (u32, u32) = (1, 1_000_000);

/// The form of a block.
const PRISM: &str = "a prism along y, with each corner at both ends";

/// The direction of all prisms of an assembly.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    X,
    Y,
}

/// The mesh of a block.
pub struct Block<'a> {
    thing: String,
    pub line: usize,
    /// Vertices by their keys.
    pub vertices: BTreeMap<&'a str, [Rational; 3]>,
    pub faces: Vec<Vec<String>>,
    /// A support without height, which becomes a plate below its top.
    pub is_plate: bool,
}

/// All blocks as convex parts.
pub struct Prisms {
    pub axis: Axis,
    /// The parts of each block.
    pub prisms: Vec<Vec<Vec<Vector>>>,
    /// The largest distance of points that are joined.
    pub farthest: Rational,
}

/// The corners at one end of a block, with their keys.
type End<'a> = Vec<(&'a str, Vector)>;

impl<'a> Block<'a> {
    /// Reads the vertices and faces of a mesh.
    pub fn read(thing: String, vertices: &'a Entry, faces: Option<&Entry>) -> Result<Self> {
        let Value::Table(entries) = &vertices.node.value else {
            let found = vertices.node.value.to_string();
            return refuse(vertices.line, thing, found, "vertices by key");
        };
        let mut places = BTreeMap::new();
        for vertex in entries {
            let x = coordinate(vertex, "x", &thing)?;
            let y = coordinate(vertex, "y", &thing)?;
            let z = coordinate(vertex, "z", &thing)?;
            places.insert(vertex.key.as_str(), [x, y, z]);
        }
        let mut outlines = Vec::new();
        if let Some(faces) = faces
            && let Value::Table(entries) = &faces.node.value
        {
            for face in entries {
                outlines.push(keys_of(&face.node));
            }
        }
        Ok(Self {
            thing,
            line: vertices.line,
            vertices: places,
            faces: outlines,
            is_plate: false,
        })
    }

    /// Makes a plate of a block that has no height, up to this bound; false if it has one.
    pub fn make_plate(&mut self, bound: &Rational) -> bool {
        let heights = self.vertices.values().map(|[_, _, height]| height);
        let (Some(low), Some(high)) = (heights.clone().min(), heights.max()) else {
            return false;
        };
        self.is_plate = high - low <= *bound;
        self.is_plate
    }

    /// The rectangle of a plate, a tenth as thick as it is wide.
    fn plate(&self, axis: Axis) -> Result<Vec<Vector>> {
        let across = self.vertices.values().map(|place| &place[1 - axis.along()]);
        let tops = self.vertices.values().map(|[_, _, height]| height);
        let (Some(left), Some(right)) = (across.clone().min(), across.max()) else {
            return self.refuse("no vertices");
        };
        let Some(top) = tops.max() else {
            return self.refuse("no vertices");
        };
        let thickness = (right - left) / Rational::from_integer(10.into());
        if thickness.is_zero() {
            return self.refuse("a line");
        }
        let bottom = top - thickness;
        Ok(vec![
            Vector::new(left.clone(), bottom.clone()),
            Vector::new(right.clone(), bottom),
            Vector::new(right.clone(), top.clone()),
            Vector::new(left.clone(), top.clone()),
        ])
    }

    fn refuse<T>(&self, found: impl Into<String>) -> Result<T> {
        refuse(self.line, self.thing.clone(), found, PRISM)
    }

    /// The convex parts of this block as a prism; tells how far apart points are that are joined.
    fn parts(
        &self,
        axis: Axis,
        bound: &Rational,
        farthest: &mut Rational,
        work: &mut Work,
    ) -> Result<Vec<Vec<Vector>>> {
        if self.is_plate {
            let plate = self.plate(axis)?;
            return Ok(vec![plate]);
        }
        let low = self.low_end(axis, bound, farthest)?;
        let lines = self.lines_around(&low);
        if lines.is_empty() {
            let outline = self.convex_outline(&low, bound)?;
            return Ok(vec![outline]);
        }
        let mut straight = Vec::new();
        for line in lines {
            straight.push(without_nearly_straight(&line, bound));
        }
        match decomposed(&straight, Inside::Odd, work) {
            Ok(parts) => Ok(parts),
            Err(error) => self.refuse(error.to_string()),
        }
    }

    /// The corners at the lower end, which those at the upper end repeat. A flat block has one end.
    /// Vertices between the ends have to be on the edges of an end, seen along the prism.
    fn low_end(&self, axis: Axis, bound: &Rational, farthest: &mut Rational) -> Result<End<'a>> {
        let along = axis.along();
        let places = self.vertices.values();
        let low = places.clone().map(|place| &place[along]).min();
        let high = places.map(|place| &place[along]).max();
        let low = low.cloned().unwrap_or_default();
        let high = high.cloned().unwrap_or_default();
        let mut ends: [End; 2] = Default::default();
        let mut between = Vec::new();
        for (key, place) in &self.vertices {
            let across = &place[1 - along];
            let corner = Vector::new(across.clone(), place[2].clone());
            let [above, below] = [&place[along] - &low, &high - &place[along]];
            let (end, distance) = if above <= *bound {
                (0, above)
            } else {
                (1, below)
            };
            if distance > *bound {
                between.push(corner);
                continue;
            }
            ends[end].push((*key, corner));
            if distance > *farthest {
                *farthest = distance;
            }
        }
        let [low, high] = ends;
        let count = self.vertices.len();
        if count > 2 * MOST_CORNERS {
            return self.refuse(format!("{count} corners"));
        }
        let corners: Vec<Vector> = low.iter().map(|(_, corner)| corner.clone()).collect();
        let lines = self.lines_around(&low);
        for point in between {
            let is_corner = corners
                .iter()
                .any(|corner| distance(corner, &point) <= *bound);
            let mut around = lines.iter();
            if !is_corner && !around.any(|line| is_on_line(line, &point, bound)) {
                let letter = axis.letter();
                let values = BTreeSet::from_iter(self.vertices.values().map(|place| &place[along]));
                let count = values.len();
                return self.refuse(format!("corners at {count} values of {letter}"));
            }
        }
        if !high.is_empty() {
            self.require_alike(&low, &high, bound, farthest)?;
            self.require_alike(&high, &low, bound, farthest)?;
        }
        Ok(low)
    }

    /// Each corner of one end has to be at the other end.
    fn require_alike(
        &self,
        one: &End,
        other: &End,
        bound: &Rational,
        farthest: &mut Rational,
    ) -> Result<()> {
        for (_, corner) in one {
            let distances = other.iter().map(|(_, place)| distance(corner, place));
            match distances.min() {
                Some(nearest) if nearest <= *bound => *farthest = nearest.max(farthest.clone()),
                _ => return self.refuse("two ends that differ"),
            }
        }
        Ok(())
    }

    /// The closed lines around the faces at an end; none if they are not given, or branch.
    fn lines_around(&self, end: &End) -> Vec<Vec<Vector>> {
        let mut places: BTreeMap<&str, &Vector> = BTreeMap::new();
        for (key, place) in end {
            places.insert(*key, place);
        }
        let mut edges = BTreeSet::new();
        for face in &self.faces {
            let corners: Option<Vec<&Vector>> =
                face.iter().map(|key| places.get(&**key).copied()).collect();
            let Some(corners) = corners else { continue };
            let ends = corners.iter().cycle().skip(1);
            for (start, end) in corners.iter().zip(ends) {
                // An edge between two faces is passed in both directions.
                if start != end && !edges.remove(&(*end, *start)) {
                    edges.insert((*start, *end));
                }
            }
        }
        let mut next = BTreeMap::new();
        for (start, end) in edges {
            if next.insert(start, end).is_some() {
                return Vec::new();
            }
        }
        let mut lines = Vec::new();
        while let Some((first, mut at)) = next.pop_first() {
            let mut line = vec![first.clone()];
            while at != first {
                line.push(at.clone());
                match next.remove(at) {
                    Some(end) => at = end,
                    None => return Vec::new(),
                }
            }
            lines.push(line);
        }
        lines
    }

    /// The outline of a block without faces, which has to be convex.
    fn convex_outline(&self, end: &End, bound: &Rational) -> Result<Vec<Vector>> {
        let points: Vec<Vector> = end.iter().map(|(_, place)| place.clone()).collect();
        let around = hull(&points);
        let corners = without_nearly_straight(&around, bound);
        let mut on_corners = Vec::new();
        for point in points {
            let is_corner = corners
                .iter()
                .any(|corner| distance(corner, &point) <= *bound);
            if !is_corner && !is_on_line(&corners, &point, bound) {
                return self.refuse(no_corner(&point));
            }
            if corners.contains(&point) {
                on_corners.push(point);
            }
        }
        // In the order of the file, if that goes around.
        Ok(outline(&on_corners).unwrap_or(corners))
    }
}

impl Axis {
    fn along(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
        }
    }

    fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::Y => 'y',
        }
    }
}

/// The distance up to which points are joined.
pub fn bound(blocks: &[Block]) -> Rational {
    let mut size = Rational::zero();
    for coordinate in 0..3 {
        let places = blocks.iter().flat_map(|block| block.vertices.values());
        let numbers = places.map(|place| &place[coordinate]);
        let (low, high) = (numbers.clone().min(), numbers.max());
        if let (Some(low), Some(high)) = (low, high) {
            size = size.max(high - low);
        }
    }
    let (part, of) = JOINED;
    size * Rational::new(part.into(), of.into())
}

/// The blocks as prisms along y, or if they are none along x.
pub fn prisms(blocks: &[Block], bound: &Rational, work: &mut Work) -> Result<Prisms> {
    match along(Axis::Y, blocks, bound, work) {
        Ok(prisms) => Ok(prisms),
        Err(error) => along(Axis::X, blocks, bound, work).or(Err(error)),
    }
}

fn along(axis: Axis, blocks: &[Block], bound: &Rational, work: &mut Work) -> Result<Prisms> {
    let mut farthest = Rational::zero();
    let mut prisms = Vec::with_capacity(blocks.len());
    for block in blocks {
        prisms.push(block.parts(axis, bound, &mut farthest, work)?);
    }
    Ok(Prisms {
        axis,
        prisms,
        farthest,
    })
}

/// The note on points that are joined.
pub fn joined(farthest: &Rational, bound: &Rational) -> Option<String> {
    if farthest.is_zero() {
        return None;
    }
    let farthest = rounded_up(farthest);
    let bound = rounded_up(bound);
    Some(format!(
        "the two ends of blocks differ by up to {farthest}, and are joined; the bound is {bound} \
         (units of the file)"
    ))
}

/// The larger one of the distances along both axes.
fn distance(one: &Vector, other: &Vector) -> Rational {
    let arm = one - other;
    arm.x.abs().max(arm.y.abs())
}

/// Whether a point is on one of the edges, up to a distance.
fn is_on_line(corners: &[Vector], point: &Vector, bound: &Rational) -> bool {
    let ends = corners.iter().cycle().skip(1);
    let mut edges = corners.iter().zip(ends);
    edges.any(|(start, end)| is_near_line(start, point, end, bound))
}

/// Whether a point is not farther than this from the line through two others.
fn is_near_line(start: &Vector, point: &Vector, end: &Vector, bound: &Rational) -> bool {
    let edge = end - start;
    let arm = point - start;
    let double_area = edge.cross(&arm);
    &double_area * &double_area <= bound * bound * edge.dot(&edge)
}

/// The vertices of a closed line that are farther than this from their neighbours and from the
/// line through them.
fn without_nearly_straight(line: &[Vector], bound: &Rational) -> Vec<Vector> {
    let mut corners = line.to_vec();
    loop {
        let count = corners.len();
        let mut kept: Vec<Vector> = Vec::with_capacity(count);
        for (index, vertex) in corners.iter().enumerate() {
            let before = match kept.last() {
                Some(before) => before,
                None => &corners[(index + count - 1) % count],
            };
            let after = &corners[(index + 1) % count];
            let is_repeated = distance(before, vertex) <= *bound;
            if !is_repeated && !is_near_line(before, vertex, after, bound) {
                kept.push(vertex.clone());
            }
        }
        if kept.len() == count {
            return kept;
        }
        corners = kept;
    }
}

/// The keys of the corners of a face.
fn keys_of(face: &Node) -> Vec<String> {
    let mut keys = Vec::new();
    if let Value::List(corners) = &face.value {
        for corner in corners {
            match &corner.value {
                Value::Text(key) | Value::Number(key) => keys.push(key.clone()),
                // No key of a vertex: the face is at no end.
                _ => keys.push(String::new()),
            }
        }
    }
    keys
}

fn coordinate(vertex: &Entry, key: &str, thing: &str) -> Result<Rational> {
    let key_of_vertex = excerpt(&vertex.key);
    let thing = format!("{thing}, vertex {key_of_vertex}");
    let Some(entry) = vertex.node.entry(key) else {
        let found = format!("no `{key}`");
        return refuse(vertex.line, thing, found, "x, y and z");
    };
    let line = entry.line;
    let expected = "a number";
    let Value::Number(text) = &entry.node.value else {
        let found = entry.node.value.to_string();
        return refuse(line, thing, found, expected);
    };
    match zwang_exact::parse(text) {
        Ok(number) => Ok(number),
        Err(error) => {
            let reason = error.to_string();
            let found = excerpt(&reason);
            refuse(line, thing, found, expected)
        }
    }
}
