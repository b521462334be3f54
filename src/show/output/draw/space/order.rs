//! In which order the parts of bodies are painted, so that what is in front covers what is behind.
//!
//! Let v point from the picture to the eye. Two convex parts P and Q with disjoint interiors have a
//! plane between them, m·p ≤ m·q for a normal m that points from P to Q. If m·v > 0, no point of P
//! covers one of Q, so P is painted first; if m·v < 0, it is the other way round; if m·v = 0, or if
//! there are planes of both kinds, neither covers the other. All this is decided exactly.
//!
//! M. E. Newell, R. G. Newell and T. L. Sancha, *A solution to the hidden surface problem*, ACM
//! Annual Conference (1972). Parts that cover each other in a circle, as three sticks can, are not
//! cut: the one that is farthest away is painted first.

use std::collections::BTreeSet;
use zwang_exact::{Rational, Vector3};
use zwang_scene::space::{Part, Polyhedron};

/// The direction to the eye: from above, with x to the lower right and y to the upper right.
pub fn to_eye() -> Vector3 {
    Vector3::from_integers(1, -1, 1)
}

/// The extents of a part, and how far it is to the front.
struct Extent {
    low: Vector3,
    high: Vector3,
    /// The extents on the page, across and up, in the units of [`across`] and [`up`].
    page: [[Rational; 2]; 2],
    depth: Rational,
}

/// How far to the right a point is on the page, times √2.
pub fn across(point: &Vector3) -> Rational {
    &point.x + &point.y
}

/// How far up a point is on the page, times √6.
pub fn up(point: &Vector3) -> Rational {
    &point.z + &point.z + &point.y - &point.x
}

/// The parts in the order in which they are painted.
pub fn painting_order(parts: &[&Part]) -> Vec<usize> {
    let mut extents = Vec::with_capacity(parts.len());
    for part in parts {
        extents.push(Extent::of(part));
    }
    let mut later: Vec<Vec<usize>> = vec![Vec::new(); parts.len()];
    let mut waits_for = vec![0_usize; parts.len()];
    for [first, second] in meeting_on_page(&extents) {
        let [behind, before] = match is_behind(parts, &extents, [first, second]) {
            Some(true) => [first, second],
            Some(false) => [second, first],
            None => continue,
        };
        later[behind].push(before);
        waits_for[before] += 1;
    }
    let mut left: BTreeSet<(&Rational, usize)> = BTreeSet::new();
    let mut ready: BTreeSet<(&Rational, usize)> = BTreeSet::new();
    for (index, extent) in extents.iter().enumerate() {
        let set = if waits_for[index] == 0 {
            &mut ready
        } else {
            &mut left
        };
        set.insert((&extent.depth, index));
    }
    let mut order = Vec::with_capacity(parts.len());
    while let Some((_, index)) = ready.pop_first().or_else(|| left.pop_first()) {
        order.push(index);
        for next in &later[index] {
            waits_for[*next] = waits_for[*next].saturating_sub(1);
            let entry = (&extents[*next].depth, *next);
            if waits_for[*next] == 0 && left.remove(&entry) {
                ready.insert(entry);
            }
        }
    }
    order
}

impl Extent {
    fn of(part: &Part) -> Self {
        let (low, high) = part.bounding_box();
        let vertices = part.core().vertices();
        let middle = &low + &high;
        // Above √2 and √6.
        let [wide, tall] = [(3, 2), (5, 2)]
            .map(|(above, below)| part.radius() * Rational::new_raw(above.into(), below.into()));
        Self {
            low,
            high,
            page: [
                widened(range(vertices, across), &wide),
                widened(range(vertices, up), &tall),
            ],
            depth: to_eye().dot(&middle),
        }
    }

    fn meets_on_page(&self, other: &Self) -> bool {
        let mut pairs = self.page.iter().zip(&other.page);
        pairs.all(|(own, others)| own[0] < others[1] && others[0] < own[1])
    }
}

/// The pairs of parts whose extents overlap on the page, found from left to right.
fn meeting_on_page(extents: &[Extent]) -> Vec<[usize; 2]> {
    let mut from_left: Vec<usize> = (0..extents.len()).collect();
    from_left.sort_by_key(|index| &extents[*index].page[0][0]);
    let mut open: Vec<usize> = Vec::new();
    let mut pairs = Vec::new();
    for index in from_left {
        let own = &extents[index];
        open.retain(|other| extents[*other].page[0][1] > own.page[0][0]);
        for other in &open {
            if own.meets_on_page(&extents[*other]) {
                pairs.push([*other, index]);
            }
        }
        open.push(index);
    }
    pairs
}

fn widened([low, high]: [Rational; 2], by: &Rational) -> [Rational; 2] {
    [low - by, high + by]
}

/// Whether the first part has to be painted before the second one; `None` if it does not matter, or
/// if nothing separates them.
fn is_behind(parts: &[&Part], extents: &[Extent], pair: [usize; 2]) -> Option<bool> {
    let mut signs = Signs::default();
    let [first, second] = pair.map(|index| &extents[index]);
    signs.look_along_axes(first, second);
    if signs.are_decided() {
        return signs.is_behind();
    }
    let [p, q] = pair.map(|index| parts[index]);
    if p.is_rounded() || q.is_rounded() {
        signs.look_between(p, q);
        return signs.is_behind();
    }
    let [p, q] = [p, q].map(Part::core);
    for face in p.faces() {
        let corner = &p.vertices()[face.vertices[0]];
        if is_beyond(&face.normal, corner, q) {
            signs.add(&face.normal);
        }
    }
    for face in q.faces() {
        let corner = &q.vertices()[face.vertices[0]];
        if is_beyond(&face.normal, corner, p) {
            signs.add(&-&face.normal);
        }
    }
    if signs.are_decided() {
        return signs.is_behind();
    }
    for d in directions(p) {
        for e in directions(q) {
            let normal = d.cross(&e);
            if normal.is_zero() {
                continue;
            }
            let value = |vertex: &Vector3| normal.dot(vertex);
            let [p_low, p_high] = range(p.vertices(), value);
            let [q_low, q_high] = range(q.vertices(), value);
            if p_high <= q_low {
                signs.add(&normal);
            } else if q_high <= p_low {
                signs.add(&-&normal);
            }
        }
    }
    signs.is_behind()
}

/// On which sides of the eye's direction separating normals, from the first part to the second,
/// have been found.
#[derive(Default)]
struct Signs {
    towards_eye: bool,
    away: bool,
    across: bool,
}

impl Signs {
    fn add(&mut self, normal: &Vector3) {
        let side = normal.dot(&to_eye());
        let zero = Rational::default();
        self.towards_eye |= side > zero;
        self.away |= side < zero;
        self.across |= side == zero;
    }

    /// Planes across the axes are told by the boxes around the parts.
    fn look_along_axes(&mut self, first: &Extent, second: &Extent) {
        for (axis, eye) in to_eye().coordinates().into_iter().enumerate() {
            let [low, high] = [&first.low, &first.high].map(|end| end.coordinates()[axis]);
            let [other_low, other_high] =
                [&second.low, &second.high].map(|end| end.coordinates()[axis]);
            let faces_eye = *eye > Rational::default();
            if high <= other_low {
                self.towards_eye |= faces_eye;
                self.away |= !faces_eye;
            } else if other_high <= low {
                self.away |= faces_eye;
                self.towards_eye |= !faces_eye;
            }
        }
    }

    /// Planes between parts of which one is rounded: normal to faces, to edges of both, to an edge
    /// on the way to a vertex, or to the way between two vertices.
    fn look_between(&mut self, first: &Part, second: &Part) {
        for normal in candidates(first.core(), second.core()) {
            if is_between(&normal, first, second) {
                self.add(&normal);
            }
            let opposite = -&normal;
            if is_between(&opposite, first, second) {
                self.add(&opposite);
            }
        }
    }

    fn are_decided(&self) -> bool {
        self.towards_eye || self.away || self.across
    }

    fn is_behind(&self) -> Option<bool> {
        match self {
            Self { across: true, .. } => None,
            _ if self.towards_eye == self.away => None,
            _ => Some(self.towards_eye),
        }
    }
}

fn candidates(first: &Polyhedron, second: &Polyhedron) -> BTreeSet<Vector3> {
    let mut normals = BTreeSet::new();
    for face in first.faces().iter().chain(second.faces()) {
        normals.insert(face.normal.clone());
    }
    let [sides, others] = [sides(first), sides(second)];
    for [from, to] in &sides {
        for [other_from, other_to] in &others {
            let normal = (*to - *from).cross(&(*other_to - *other_from));
            normals.insert(normal.primitive());
        }
    }
    for vertex in first.vertices() {
        for other in second.vertices() {
            normals.insert((other - vertex).primitive());
        }
        for side in &others {
            normals.insert(across_to(vertex, *side));
        }
    }
    for vertex in second.vertices() {
        for side in &sides {
            normals.insert(across_to(vertex, *side));
        }
    }
    normals.retain(|normal| !normal.is_zero());
    normals
}

/// The edges of a core, or the segment that it is.
fn sides(core: &Polyhedron) -> Vec<[&Vector3; 2]> {
    let vertices = core.vertices();
    if let [from, to] = vertices {
        return vec![[from, to]];
    }
    let edges = core.edges().iter();
    edges
        .map(|edge| [&vertices[edge.from], &vertices[edge.to]])
        .collect()
}

/// The direction from a line to a point, across the line.
fn across_to(point: &Vector3, [from, to]: [&Vector3; 2]) -> Vector3 {
    let along = to - from;
    let arm = point - from;
    let share = arm.dot(&along) / along.dot(&along);
    (&arm - &along.scaled(&share)).primitive()
}

/// Whether a plane of this normal has the first part behind it and the second before it.
fn is_between(normal: &Vector3, first: &Part, second: &Part) -> bool {
    let along = |vertex: &Vector3| normal.dot(vertex);
    let [_, high] = range(first.core().vertices(), along);
    let [low, _] = range(second.core().vertices(), along);
    let gap = low - high;
    let radii = first.radius() + second.radius();
    gap >= Rational::default() && &gap * &gap >= &radii * &radii * normal.dot(normal)
}

/// Whether all of a part lies beyond a plane, or in it.
fn is_beyond(normal: &Vector3, point: &Vector3, part: &Polyhedron) -> bool {
    let height = normal.dot(point);
    let mut vertices = part.vertices().iter();
    vertices.all(|vertex| normal.dot(vertex) >= height)
}

/// The least and the largest value of vertices.
fn range(vertices: &[Vector3], value: impl Fn(&Vector3) -> Rational) -> [Rational; 2] {
    let mut low = value(&vertices[0]);
    let mut high = low.clone();
    for vertex in vertices {
        let value = value(vertex);
        if value > high {
            high = value;
        } else if value < low {
            low = value;
        }
    }
    [low, high]
}

/// The directions of the edges of a part, each once.
fn directions(part: &Polyhedron) -> BTreeSet<Vector3> {
    let mut directions = BTreeSet::new();
    for edge in part.edges() {
        let arm = &part.vertices()[edge.to] - &part.vertices()[edge.from];
        let direction = arm.primitive();
        let opposite = -&direction;
        directions.insert(direction.max(opposite));
    }
    directions
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use zwang_exact::Quaternion;

    fn ratio(numerator: i64, denominator: i64) -> Rational {
        Rational::new(numerator.into(), denominator.into())
    }

    fn cuboid(center: [i64; 3], size: [i64; 3], turn: &Quaternion) -> Polyhedron {
        let [center, size] = [center, size].map(|[x, y, z]| Vector3::from_integers(x, y, z));
        Polyhedron::cuboid(&center, &size, &turn.rotation()).unwrap()
    }

    /// The point at which the line through a point to the eye leaves a part on the eye's side;
    /// `None` if it does not go through the inside. An intersection of half-lines, which knows
    /// nothing of planes between parts.
    fn nearest_to_eye(part: &Polyhedron, through: &Vector3) -> Option<Rational> {
        let mut enter: Option<Rational> = None;
        let mut leave: Option<Rational> = None;
        for face in part.faces() {
            let corner = &part.vertices()[face.vertices[0]];
            let height = face.normal.dot(&(corner - through));
            let slope = face.normal.dot(&to_eye());
            if slope == ratio(0, 1) {
                if height <= slope {
                    return None;
                }
            } else if slope > ratio(0, 1) {
                let place = height / slope;
                leave = Some(leave.map_or(place.clone(), |leave| leave.min(place)));
            } else {
                let place = height / slope;
                enter = Some(enter.map_or(place.clone(), |enter| enter.max(place)));
            }
        }
        match (enter, leave) {
            (Some(enter), Some(leave)) if enter < leave => Some(leave),
            _ => None,
        }
    }

    /// At a place of the page, the part that is painted last is the nearest one.
    fn check(parts: &[Polyhedron], places: &[Vector3]) {
        let owned: Vec<Part> = parts.iter().cloned().map(Part::from).collect();
        let listed: Vec<&Part> = owned.iter().collect();
        let order = painting_order(&listed);
        assert_eq!(order.len(), parts.len());
        for place in places {
            let mut painted = None;
            let mut nearest: Option<(Rational, usize)> = None;
            for index in &order {
                let Some(distance) = nearest_to_eye(&parts[*index], place) else {
                    continue;
                };
                painted = Some(*index);
                let is_nearer = match &nearest {
                    None => true,
                    Some((least, _)) => distance > *least,
                };
                if is_nearer {
                    nearest = Some((distance, *index));
                }
            }
            assert_eq!(painted, nearest.map(|found| found.1), "{place:?}");
        }
    }

    fn places() -> impl Strategy<Value = Vec<Vector3>> {
        let place = (-40..90_i64, -40..90_i64).prop_map(|(x, y)| {
            Vector3::new(ratio(2 * x + 1, 14), ratio(2 * y + 1, 14), ratio(0, 1))
        });
        prop::collection::vec(place, 40)
    }

    proptest! {
        /// Towers of unit cubes on a grid, some left out, listed in any order.
        #[test]
        fn bricks_cover_what_is_behind_them(
            cells in prop::collection::hash_set(prop::array::uniform3(0..4_i64), 1..40),
            places in places(),
        ) {
            let mut parts = Vec::new();
            for [x, y, z] in cells {
                let center = [2 * x, 2 * y, 2 * z];
                parts.push(cuboid(center, [2, 2, 2], &Quaternion::from_integers(1, 0, 0, 0)));
            }
            check(&parts, &places);
        }

        /// Two boxes turned in any way, apart from each other.
        #[test]
        fn turned_boxes_cover_what_is_behind_them(
            center in prop::array::uniform3(-6..7_i64),
            sizes in prop::array::uniform2(prop::array::uniform3(1..7_i64)),
            turn in prop::array::uniform3(-3..4_i64),
            other in prop::array::uniform3(-3..4_i64),
            places in places(),
        ) {
            let [x, y, z] = turn;
            let first = cuboid([0, 0, 0], sizes[0], &Quaternion::from_integers(2, x, y, z));
            let [x, y, z] = other;
            let second = cuboid(center, sizes[1], &Quaternion::from_integers(2, x, y, z));
            let [one, two] = [&first, &second].map(|part| Part::from(part.clone()));
            let extents = [Extent::of(&one), Extent::of(&two)];
            let separated = {
                let mut found = false;
                let pair = [&first, &second];
                let mut normals: Vec<Vector3> = Vec::new();
                for part in pair {
                    normals.extend(part.faces().iter().map(|face| face.normal.clone()));
                }
                for d in directions(&first) {
                    for e in directions(&second) {
                        normals.push(d.cross(&e));
                    }
                }
                for normal in normals {
                    let value = |vertex: &Vector3| normal.dot(vertex);
                    let [one, two] = pair.map(|part| range(part.vertices(), value));
                    found |= !normal.is_zero() && (one[1] <= two[0] || two[1] <= one[0]);
                }
                found
            };
            prop_assume!(separated && extents[0].meets_on_page(&extents[1]));
            check(&[first, second], &places);
        }
    }

    /// A table: legs in front of others, below a plate.
    #[test]
    fn the_plate_of_a_table_covers_its_legs() {
        let straight = Quaternion::from_integers(1, 0, 0, 0);
        let mut parts = vec![cuboid([0, 0, 7], [12, 12, 2], &straight)];
        for (x, y) in [(-5, -5), (5, -5), (5, 5), (-5, 5)] {
            parts.push(cuboid([x, y, 0], [2, 2, 12], &straight));
        }
        let owned: Vec<Part> = parts.iter().cloned().map(Part::from).collect();
        let listed: Vec<&Part> = owned.iter().collect();
        let order = painting_order(&listed);
        assert_eq!(order.last(), Some(&0));
        assert_eq!(order[0], 4);
    }
}
