//! Facts that do not change in a run: shapes, masses, the frame of gravity, sizes, hidden edges
//! (`proofs/RUN.md`, sections 1, 2 and 5).
//!
//! Arms of free bodies, vertices of fixed ones and centroids are integers over one unit U for the
//! whole scene.

use crate::impacts::{Coefficients, ImpactRule};
use crate::joints::Pins;
use crate::number::{GRID, LONG, over, root_above, rounded};
use crate::plane::{Plane, are_of_one_side};
use crate::seams::{self, Neighbour, Seams};
use malachite::base::num::arithmetic::traits::{Abs, Gcd, Square};
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use std::collections::BTreeMap;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::Vector;
use zwang_program::kernel::number::{common_denominator, times, to_solver};
use zwang_scene::{Body, BodyId, Dynamics, Friction, IgnoringPairs, Resultant, Scene, Turning};

/// The bodies of a scene and the law's constants.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    /// U.
    pub(crate) unit: Integer,
    pub(crate) bodies: Vec<Shape>,
    /// The free bodies, ascending.
    pub(crate) free: Vec<BodyId>,
    pub(crate) ignoring: IgnoringPairs,
    pub(crate) pins: Pins,
    /// a, along which vectors are rounded.
    pub(crate) frame: Plane,
    /// h, s.
    pub(crate) step: Rational,
    /// The gap below which things touch, m.
    pub(crate) touch: Rational,
    pub(crate) restitution: Coefficients,
    pub(crate) rule: ImpactRule,
    /// Whether floats may guess.
    pub(crate) floats: bool,
    /// Whether programs begin from what those before them found.
    pub(crate) warm: bool,
    /// For each part, the square of its width, m².
    widths: BTreeMap<PartId, Rational>,
    /// Edges that lie on edges of opposite direction of the same whole, and where.
    covers: BTreeMap<Feature, Vec<Cover>>,
    seams: Seams,
    friction: Friction,
    has_friction: bool,
}

/// A body, U times its size.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Arms of the vertices of each part, or the vertices of a fixed body.
    pub(crate) parts: Vec<Vec<Plane>>,
    /// |e|² of each edge, U² times; a point has none.
    pub(crate) edges: Vec<Vec<Integer>>,
    /// The radius of each part, U times.
    pub(crate) radii: Vec<Integer>,
    pub(crate) mass: Option<Mass>,
    /// r, the largest |p_x| + |p_y| and the radius there, m; of a body without parts that of its
    /// pins.
    pub(crate) radius: Rational,
}

/// The data that move a free body.
#[derive(Clone, Debug)]
pub(crate) struct Mass {
    /// m, kg.
    pub(crate) mass: Rational,
    /// I, kg m².
    pub(crate) inertia: Rational,
    /// ζ, U times.
    pub(crate) centroid: Plane,
    /// a = g + F/m, m/s².
    pub(crate) acceleration: [Rational; 2],
    turning: Turning<Rational>,
}

/// A piece of an edge that lies on an edge of another part, between two values of the coordinate
/// along its line.
#[derive(Clone, Debug)]
struct Cover {
    body: BodyId,
    from: Integer,
    to: Integer,
}

/// An edge on a line, in the direction of the line or against it.
struct OnLine {
    edge: Feature,
    is_along: bool,
    from: Integer,
    to: Integer,
}

impl OnLine {
    /// The shares of the way along this edge at the ends of a piece of its line.
    fn shares(&self, cover: &Cover) -> [Rational; 2] {
        let length = &self.to - &self.from;
        let [first, last] = match self.is_along {
            true => [&cover.from - &self.from, &cover.to - &self.from],
            false => [&self.to - &cover.to, &self.to - &cover.from],
        };
        [first, last].map(|way| Rational::from_integers_ref(&way, &length))
    }
}

/// Which edges of a line cover which, from its low end on.
fn sweep(mut edges: Vec<OnLine>, covers: &mut BTreeMap<Feature, Vec<Cover>>) {
    edges.sort_by(|one, other| one.from.cmp(&other.from));
    // Those of either direction that reach to where the sweep is.
    let mut open: [Vec<&OnLine>; 2] = [Vec::new(), Vec::new()];
    for edge in &edges {
        let opposite = &mut open[usize::from(!edge.is_along)];
        opposite.retain(|other| other.to > edge.from);
        for other in opposite.iter() {
            if other.edge.part != edge.edge.part {
                for (own, cover) in [(edge, *other), (*other, edge)] {
                    covers.entry(own.edge).or_default().push(Cover {
                        body: BodyId(cover.edge.part.body),
                        from: cover.from.clone(),
                        to: cover.to.clone(),
                    });
                }
            }
        }
        open[usize::from(edge.is_along)].push(edge);
    }
}

impl Mass {
    fn new(free: &Dynamics, gravity: &[Rational; 2], loads: &Resultant, unit: &Integer) -> Self {
        let mass = to_solver(&free.mass);
        let mut acceleration = gravity.clone();
        for (part, force) in acceleration.iter_mut().zip(rationals(&loads.force)) {
            *part += force / &mass;
        }
        Self {
            mass,
            inertia: to_solver(&free.inertia),
            centroid: Plane::of_multiples(&rationals(&free.centroid), unit),
            acceleration,
            turning: loads.turning.map(to_solver),
        }
    }

    /// α = T/I, rad/s², of the body turned by c.
    pub(crate) fn angular_acceleration(&self, [re, im]: [&Rational; 2]) -> Rational {
        self.turning.torque([re, im]) / &self.inertia
    }

    /// Whether α depends on how the body is turned.
    pub(crate) fn is_turned_by_loads(&self) -> bool {
        self.turning.moment != 0 || self.turning.virial != 0
    }
}

impl Outline {
    pub(crate) fn new(scene: &Scene, step: Rational) -> Self {
        let gravity = rationals(&scene.gravity);
        let unit = unit(scene);
        let mut bodies = Vec::new();
        let mut free = Vec::new();
        for ((id, body), loads) in scene.numbered_bodies().zip(scene.resultants()) {
            let mut shape = Shape::new(body, &gravity, &loads, &unit);
            if body.parts.is_empty() {
                shape.radius = farthest_pin(scene, id);
            }
            bodies.push(shape);
            if !body.is_fixed() {
                free.push(id);
            }
        }
        let pin_arms = pin_arms(scene, &unit);
        let mut outline = Self {
            frame: frame(&gravity),
            unit,
            bodies,
            free,
            ignoring: scene.ignoring_pairs(),
            pins: Pins::new(scene, pin_arms),
            step,
            touch: Rational::ZERO,
            restitution: Coefficients::of_scene(scene),
            rule: ImpactRule::default(),
            floats: true,
            warm: true,
            widths: BTreeMap::new(),
            covers: BTreeMap::new(),
            seams: Seams::default(),
            friction: scene.friction.clone(),
            has_friction: scene.require_no_friction().is_err(),
        };
        outline.touch = outline.touch(scene);
        for part in outline.part_ids() {
            let width = outline.width_squared(part);
            outline.widths.insert(part, width);
        }
        outline.covers = outline.find_covers();
        let are_needed = outline.has_friction || !outline.covers.is_empty();
        outline.seams = seams::find(&outline, are_needed);
        outline
    }

    /// Whether some contacts may be rough.
    pub(crate) fn has_friction(&self) -> bool {
        self.has_friction
    }

    /// μ of a contact as a fraction, if it is not 0.
    pub(crate) fn friction(&self, contact: Contact) -> Option<[Integer; 2]> {
        let [one, other] = contact.bodies().map(BodyId);
        let friction = to_solver(&self.friction.between(one, other));
        (friction > 0)
            .then(|| [friction.numerator_ref(), friction.denominator_ref()].map(Integer::from))
    }

    /// All parts, ascending.
    pub(crate) fn part_ids(&self) -> Vec<PartId> {
        let mut ids = Vec::new();
        for (body, shape) in self.bodies.iter().enumerate() {
            for part in 0..shape.parts.len() {
                ids.push(PartId { body, part });
            }
        }
        ids
    }

    /// How many vertices all parts have.
    pub(crate) fn vertices(&self) -> usize {
        let bodies = 0..self.bodies.len();
        bodies.map(|body| self.vertices_of(body)).sum()
    }

    /// How many vertices a body has.
    pub(crate) fn vertices_of(&self, body: usize) -> usize {
        self.bodies[body].parts.iter().map(Vec::len).sum()
    }

    pub(crate) fn arms(&self, part: PartId) -> &[Plane] {
        &self.bodies[part.body].parts[part.part]
    }

    /// |e|², U² times.
    pub(crate) fn edge_squared(&self, edge: Feature) -> &Integer {
        &self.bodies[edge.part.body].edges[edge.part.part][edge.index]
    }

    /// The edges of a part.
    pub(crate) fn edges(&self, part: PartId) -> impl Iterator<Item = Feature> + use<> {
        let count = self.bodies[part.body].edges[part.part].len();
        (0..count).map(move |index| Feature { part, index })
    }

    /// The radius of a part, U times.
    pub(crate) fn radius(&self, part: PartId) -> &Integer {
        &self.bodies[part.body].radii[part.part]
    }

    /// R of a pair, U times.
    pub(crate) fn reach(&self, [first, second]: [PartId; 2]) -> Integer {
        self.radius(first) + self.radius(second)
    }

    /// Whether a part of a pair is rounded.
    pub(crate) fn is_round(&self, parts: [PartId; 2]) -> bool {
        parts.iter().any(|part| *self.radius(*part) > 0)
    }

    /// Whether both parts of a row have corners.
    pub(crate) fn has_corners(&self, contact: &Contact) -> bool {
        !self.is_round([contact.vertex.part, contact.edge.part])
    }

    /// The other vertex of a row of two vertices.
    pub(crate) fn opposite(&self, contact: &Contact) -> Option<Feature> {
        let part = contact.edge.part;
        let index = contact.edge.index.checked_sub(self.arms(part).len())?;
        Some(Feature { part, index })
    }

    /// |e|² of a row, or (2 R)² of one of two vertices, U² times: gaps are distances times its
    /// root.
    pub(crate) fn scale_squared(&self, contact: &Contact) -> Integer {
        match self.opposite(contact) {
            Some(_) => {
                self.reach([contact.vertex.part, contact.edge.part])
                    .square()
                    << 2u64
            }
            None => self.edge_squared(contact.edge).clone(),
        }
    }

    /// The same, m².
    pub(crate) fn length_squared(&self, contact: &Contact) -> Rational {
        Rational::from_integers(self.scale_squared(contact), (&self.unit).square())
    }

    /// R |e| of a row of a vertex and an edge, rounded up, over U² 2^4g.
    pub(crate) fn off(&self, contact: &Contact) -> Integer {
        let reach = self.reach([contact.vertex.part, contact.edge.part]);
        if reach == 0 {
            return Integer::ZERO;
        }
        let unit = (&self.unit).square();
        let square = reach.square() * self.edge_squared(contact.edge);
        let square = Rational::from_integers(square, (&unit).square());
        (root_above(&square, LONG) << LONG) * unit
    }

    pub(crate) fn seams(&self) -> &Seams {
        &self.seams
    }

    /// The other parts of its whole on whose outlines a vertex is.
    pub(crate) fn neighbours(&self, vertex: Feature) -> &[Neighbour] {
        let neighbours = self.seams.neighbours.get(&vertex);
        neighbours.map_or(&[], Vec::as_slice)
    }

    /// Whether a vertex is inside of a rigid whole, or of a side of one, for a body.
    pub(crate) fn is_hidden_vertex(&self, vertex: Feature, from: usize) -> bool {
        let neighbours = self.neighbours(vertex);
        if neighbours.is_empty() {
            return false;
        }
        let mut ends = self.beside(vertex).to_vec();
        for Neighbour { beside } in neighbours {
            if self.may_touch(beside[0].part.body, from) {
                ends.extend(beside);
            }
        }
        let arm = |end: Feature| &self.arms(end.part)[end.index];
        let ways = ends.into_iter().map(|end| arm(end) - arm(vertex));
        !are_of_one_side(&ways.collect::<Vec<Plane>>())
    }

    /// The vertices before and after a vertex of a part.
    pub(crate) fn beside(&self, vertex: Feature) -> [Feature; 2] {
        let count = self.arms(vertex.part).len();
        let before = Feature {
            index: (vertex.index + count - 1) % count,
            ..vertex
        };
        [before, self.next(vertex)]
    }

    pub(crate) fn next(&self, feature: Feature) -> Feature {
        let count = self.arms(feature.part).len();
        Feature {
            index: (feature.index + 1) % count,
            ..feature
        }
    }

    pub(crate) fn is_free(&self, body: usize) -> bool {
        self.bodies[body].mass.is_some()
    }

    /// The mass of a free body.
    pub(crate) fn mass(&self, body: BodyId) -> &Mass {
        let Some(mass) = &self.bodies[body].mass else {
            unreachable!("only free bodies have a state");
        };
        mass
    }

    /// Whether two bodies keep each other out.
    pub(crate) fn may_touch(&self, first: usize, second: usize) -> bool {
        let is_one_free = self.is_free(first) || self.is_free(second);
        let is_ignored = self.ignoring.contains(BodyId(first), BodyId(second));
        first != second && is_one_free && !is_ignored
    }

    /// The squares of the widths of the widest parts of all bodies, m².
    pub(crate) fn body_widths_squared(&self) -> BTreeMap<BodyId, &Rational> {
        let mut widest: BTreeMap<BodyId, &Rational> = BTreeMap::new();
        for (part, width) in &self.widths {
            let own = widest.entry(BodyId(part.body)).or_insert(width);
            *own = (*own).max(width);
        }
        widest
    }

    /// The square of the width of a part, m².
    pub(crate) fn width_squared_of_part(&self, part: PartId) -> &Rational {
        &self.widths[&part]
    }

    /// The square of the smaller width of two parts, m².
    pub(crate) fn width_squared_of(&self, [first, second]: [PartId; 2]) -> &Rational {
        (&self.widths[&first]).min(&self.widths[&second])
    }

    /// The square of how deep two parts may overlap, m²: a sixteenth of the smaller width.
    pub(crate) fn depth_squared_of(&self, parts: [PartId; 2]) -> Rational {
        self.width_squared_of(parts) >> 8u64
    }

    /// The square of the tolerance of two parts, m².
    pub(crate) fn tolerance_squared(&self, first: PartId, second: PartId) -> Rational {
        self.width_squared_of([first, second]) >> 26u64
    }

    /// |e|², m².
    pub(crate) fn edge_length_squared(&self, edge: Feature) -> Rational {
        Rational::from_integers(self.edge_squared(edge).clone(), (&self.unit).square())
    }

    /// Those edges of a part that become candidates, of edges that separate it from a body, beside
    /// candidates that it has: hidden ones only if it has no other.
    pub(crate) fn eligible(
        &self,
        known: &[Feature],
        separating: Vec<Feature>,
        from: usize,
    ) -> Vec<Feature> {
        let is_visible = |edge: &Feature| !self.is_hidden(*edge, from);
        let is_seen = known.iter().chain(&separating).any(is_visible);
        let separating = separating.into_iter();
        separating
            .filter(|edge| !is_seen || is_visible(edge))
            .collect()
    }

    /// Whether an edge is hidden from a body: covered, between seams.
    pub(crate) fn is_hidden(&self, edge: Feature, from: usize) -> bool {
        let mut ends = [edge, self.next(edge)].into_iter();
        let covered = self.covered_about(edge, from, &Rational::ZERO);
        covered.is_some_and(|[_, last]| last >= 1)
            && ends.all(|end| seams::seam(self, end, from).is_some())
    }

    /// The shares of the way along an edge, about one of them, between which other parts that may
    /// touch a body cover it.
    pub(crate) fn covered_about(
        &self,
        edge: Feature,
        from: usize,
        share: &Rational,
    ) -> Option<[Rational; 2]> {
        let covers = self.covers.get(&edge)?;
        let (line, own) = self.on_line(edge);
        debug_assert_eq!(own.edge, edge, "{line:?}");
        let mut about: Option<[Rational; 2]> = None;
        for cover in covers {
            if !self.may_touch(cover.body.0, from) {
                continue;
            }
            let [low, high] = own.shares(cover);
            about = match about {
                Some([first, last]) if low <= last && high >= first => {
                    Some([first.min(low), last.max(high)])
                }
                Some([first, last]) if first <= *share && *share <= last => {
                    return Some([first, last]);
                }
                _ => Some([low, high]),
            };
        }
        about.filter(|[first, last]| first <= share && share <= last)
    }

    /// 2^-10 max(h² A, 2^-10 h V).
    fn touch(&self, scene: &Scene) -> Rational {
        let mut fastest = Rational::ZERO;
        for &body in &self.free {
            let radius = &self.bodies[body].radius;
            let Some(free) = &scene.bodies[body].dynamics else {
                continue;
            };
            let [x, y] = rationals(&free.velocity).map(Rational::abs);
            let spin = to_solver(&free.spin).abs();
            fastest = fastest.max(x + y + radius * spin);
        }
        let of_speeds = (&self.step * fastest) >> 10u64;
        let of_accelerations = (&self.step).square() * self.strongest(&self.free);
        of_speeds.max(of_accelerations) >> 10u64
    }

    /// The largest acceleration of a point of some free bodies in the scene, m/s²; A of all of
    /// them.
    pub(crate) fn strongest(&self, bodies: &[BodyId]) -> Rational {
        let mut strongest = Rational::ZERO;
        for &body in bodies {
            let radius = &self.bodies[body].radius;
            let mass = self.mass(body);
            let [x, y] = mass.acceleration.clone().map(Rational::abs);
            let turning = mass.angular_acceleration([&Rational::from(1), &Rational::ZERO]);
            strongest = strongest.max(x + y + radius * turning.abs());
        }
        strongest
    }

    /// The square of the least, over the edges, of the largest distance of a vertex from the line
    /// of the edge.
    fn width_squared(&self, part: PartId) -> Rational {
        let depths = self.depths_squared(part).into_iter();
        depths.min().unwrap_or_else(|| self.width_of_radius(part))
    }

    /// (2 ρ)², m²: so much is the square of the width of a rounded part at least.
    fn width_of_radius(&self, part: PartId) -> Rational {
        let square = self.radius(part).square() << 2u64;
        Rational::from_integers(square, (&self.unit).square())
    }

    /// The same over the edges that are not hidden from a body, if there are any.
    pub(crate) fn free_width_squared(&self, part: PartId, from: usize) -> Rational {
        let mut least: Option<Rational> = None;
        for (index, depth) in self.depths_squared(part).into_iter().enumerate() {
            if self.is_hidden(Feature { part, index }, from) {
                continue;
            }
            least = Some(match least {
                Some(least) => least.min(depth),
                None => depth,
            });
        }
        least.unwrap_or_else(|| self.widths[&part].clone())
    }

    /// For each edge of a part the square of the largest distance of a vertex from its line. Parts
    /// are strictly convex: from one edge to the next the furthest vertex stays or goes on.
    fn depths_squared(&self, part: PartId) -> Vec<Rational> {
        let arms = self.arms(part);
        let unit = (&self.unit).square();
        let of_radius = self.width_of_radius(part);
        let mut furthest = Feature { part, index: 1 };
        let mut depths = Vec::with_capacity(arms.len());
        for edge in self.edges(part) {
            let start = &arms[edge.index];
            let along = self.along(edge);
            while along.cross(&self.along(furthest)) > 0 {
                furthest = self.next(furthest);
            }
            let depth = along.cross(&(&arms[furthest.index] - start));
            let squared = self.edge_squared(edge) * &unit;
            depths.push(Rational::from_integers(depth.square(), squared) + &of_radius);
        }
        depths
    }

    /// The vector from the start of an edge to its end, times the unit.
    fn along(&self, edge: Feature) -> Plane {
        let arms = self.arms(edge.part);
        &arms[self.next(edge).index] - &arms[edge.index]
    }

    fn find_covers(&self) -> BTreeMap<Feature, Vec<Cover>> {
        let mut lines: BTreeMap<(usize, [Integer; 3]), Vec<OnLine>> = BTreeMap::new();
        for part in self.part_ids() {
            // All fixed bodies are one whole.
            let whole = if self.is_free(part.body) {
                part.body
            } else {
                usize::MAX
            };
            if *self.radius(part) > 0 {
                continue;
            }
            for edge in self.edges(part) {
                let (line, own) = self.on_line(edge);
                lines.entry((whole, line)).or_default().push(own);
            }
        }
        let mut covers = BTreeMap::new();
        for edges in lines.into_values() {
            sweep(edges, &mut covers);
        }
        for pieces in covers.values_mut() {
            pieces.sort_by(|a, b| a.from.cmp(&b.from));
        }
        covers
    }

    /// The line of an edge: a primitive direction, the first nonzero component of which is
    /// positive, and its moment; and where the edge lies on it.
    fn on_line(&self, edge: Feature) -> ([Integer; 3], OnLine) {
        let start = &self.arms(edge.part)[edge.index];
        let end = &self.arms(edge.part)[self.next(edge).index];
        let along = end - start;
        let divisor = along.re.unsigned_abs_ref().gcd(along.im.unsigned_abs_ref());
        let is_along = along.re > 0 || (along.re == 0 && along.im > 0);
        let divisor = Integer::from_sign_and_abs(is_along, divisor);
        let direction = Plane::new(&along.re / &divisor, &along.im / divisor);
        let [one, other] = [direction.dot(start), direction.dot(end)];
        let line = [
            direction.re.clone(),
            direction.im.clone(),
            direction.cross(start),
        ];
        let own = OnLine {
            edge,
            is_along,
            from: (&one).min(&other).clone(),
            to: one.max(other),
        };
        (line, own)
    }

    /// The coordinates of a vector along and across gravity, a·u/a·a and Ja·u/a·a.
    pub(crate) fn coordinates(&self, [x, y]: [&Rational; 2]) -> [Rational; 2] {
        let square = Rational::from(self.frame.norm_squared());
        let a = Rational::from(&self.frame.re);
        let b = Rational::from(&self.frame.im);
        [(&a * x + &b * y) / &square, (&a * y - &b * x) / square]
    }

    /// The vector of two coordinates.
    pub(crate) fn vector(&self, along: &Integer, across: &Integer) -> Plane {
        &self.frame.scaled(along) + &self.frame.quarter_turn().scaled(across)
    }

    /// A vector of velocities rounded to the grid, as coordinates.
    pub(crate) fn rounded(&self, vector: [&Rational; 2], digits: u64) -> [Integer; 2] {
        self.coordinates(vector).map(|part| rounded(&part, digits))
    }

    /// The vector of coordinates over 2^g.
    pub(crate) fn on_grid(&self, [along, across]: &[Integer; 2]) -> [Rational; 2] {
        let Plane { re, im } = self.vector(along, across);
        [over(&re, GRID), over(&im, GRID)]
    }
}

impl Shape {
    fn new(body: &Body, gravity: &[Rational; 2], loads: &Resultant, unit: &Integer) -> Self {
        let dynamics = body.dynamics.as_ref();
        let mut parts = Vec::new();
        let mut edges = Vec::new();
        let mut radii = Vec::new();
        let mut radius = Rational::ZERO;
        for part in &body.parts {
            let mut arms = Vec::new();
            let own = to_solver(part.radius());
            for vertex in part.vertices() {
                let arm = arm(body, vertex);
                let [x, y] = arm.clone().map(Rational::abs);
                radius = radius.max(x + y + &own);
                arms.push(Plane::of_multiples(&arm, unit));
            }
            let mut squares = Vec::new();
            let count = if arms.len() > 1 { arms.len() } else { 0 };
            for index in 0..count {
                let along = &arms[(index + 1) % arms.len()] - &arms[index];
                squares.push(along.norm_squared());
            }
            parts.push(arms);
            edges.push(squares);
            radii.push(times(&own, unit.unsigned_abs_ref()));
        }
        Self {
            parts,
            edges,
            radii,
            mass: dynamics.map(|free| Mass::new(free, gravity, loads, unit)),
            radius,
        }
    }
}

/// The least common denominator of all arms, vertices and centroids.
fn unit(scene: &Scene) -> Integer {
    let mut numbers = Vec::new();
    for body in &scene.bodies {
        for part in &body.parts {
            for vertex in part.vertices() {
                numbers.extend(arm(body, vertex));
            }
            numbers.push(to_solver(part.radius()));
        }
        if let Some(free) = &body.dynamics {
            numbers.extend(rationals(&free.centroid));
        }
    }
    for pin in &scene.pins {
        numbers.extend(arm(&scene.bodies[pin.first], &pin.at));
        numbers.extend(rationals(&pin.at));
        if let Some(second) = pin.second {
            numbers.extend(arm(&scene.bodies[second], &pin.at));
        }
    }
    Integer::from(common_denominator(&numbers))
}

/// The arms of the points of the pins, U times.
fn pin_arms(scene: &Scene, unit: &Integer) -> Vec<[Plane; 2]> {
    let mut arms = Vec::with_capacity(scene.pins.len());
    for pin in &scene.pins {
        let first = arm(&scene.bodies[pin.first], &pin.at);
        let second = match pin.second {
            Some(second) => arm(&scene.bodies[second], &pin.at),
            None => rationals(&pin.at),
        };
        arms.push([first, second].map(|arm| Plane::of_multiples(&arm, unit)));
    }
    arms
}

/// The largest |q_x| + |q_y| of the arms of the pins of a body, m.
fn farthest_pin(scene: &Scene, id: BodyId) -> Rational {
    let mut farthest = Rational::ZERO;
    for pin in scene.pins.iter().filter(|pin| pin.joins(id)) {
        let [x, y] = arm(&scene.bodies[id], &pin.at).map(Rational::abs);
        farthest = farthest.max(x + y);
    }
    farthest
}

/// The vector of coprime integers along gravity, or (1, 0).
fn frame(gravity: &[Rational; 2]) -> Plane {
    if gravity.iter().all(|part| *part == 0) {
        return Plane::ONE;
    }
    let common = common_denominator(gravity);
    let [x, y] = gravity.each_ref().map(|part| times(part, &common));
    let divisor = Integer::from(x.unsigned_abs_ref().gcd(y.unsigned_abs_ref()));
    Plane::new(x / &divisor, y / divisor)
}

/// A point of a body in the scene, as seen from its centroid, or from the origin if it is fixed.
fn arm(body: &Body, point: &Vector) -> [Rational; 2] {
    match &body.dynamics {
        Some(free) => rationals(&(point - &free.centroid)),
        None => rationals(point),
    }
}

/// The coordinates in the numbers of the solver.
pub(crate) fn rationals(vector: &Vector) -> [Rational; 2] {
    [to_solver(&vector.x), to_solver(&vector.y)]
}
