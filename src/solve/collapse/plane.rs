//! The problem of a scene in the plane: contacts and pins as rows in the accelerations (a_x, a_y,
//! α) of each body.
//!
//! A body point at offset r from the centroid accelerates by a + α J r - ω² r. For a vertex of body
//! F at point x on an edge of body E with outward normal n, the second derivative of the gap is
//! (Rote & Zwick (4.4), with the edge turning by ω_E)
//!
//! ```text
//! n·(a_F(x) - a_E(x)) + 2 ω_E (J n)·(v_F - v_E)  =  G·(a_F, α_F, a_E, α_E) + bias
//! ```
//!
//! with G = (n, r_F × n, -n, -(r_E × n)). The row is G ≥ -bias. A pin gives the two components of
//! a_1(x) = a_2(x).
//!
//! With positions over a common denominator L and velocities over V, all of that times V² L² is
//! integral; what the numbers have in common is divided out in the end.

use crate::contacts::{self, Contacts, MovingBodies, Seams};
use crate::lattice::{GridPoint, Lattice, Outline, Place, Point};
use crate::short::{ShortPoint, short_multiple};
use malachite::base::num::arithmetic::traits::{DivExact, DivExactAssign, Gcd, Square};
use malachite::base::num::basic::traits::{One, Zero};
use malachite::{Integer, Natural, Rational};
use zwang_certificate::Contact;
use zwang_exact::{Rational as SceneRational, Vector};
use zwang_problem::{Block, Contact as ProblemContact, Corner, Joint, Problem};
use zwang_program::kernel::number::{least_common_multiple, over_common_denominator, to_solver};
use zwang_program::kernel::parallel;
use zwang_scene::{BodyId, FreeAcceleration, Pin, PinId, Scene};

/// The numbers of a force, and of the acceleration of a body.
const DIMENSION: usize = 2;
pub(crate) const WIDTH: usize = 3;

/// A linear form in the accelerations of two bodies, over coprime integers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PlaneRow {
    /// Free bodies with the coefficients of (a_x, a_y, α).
    terms: Terms,
    /// The value that the form must equal or reach, -bias.
    bound: Integer,
    /// The positive factor by which the form is multiplied.
    scale: Rational,
}

type Terms = [Option<(usize, [Integer; WIDTH])>; 2];

/// A contact with a velocity, up to a positive factor, and the row of the acceleration: of its gap,
/// or of its sliding.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MovingRow {
    velocity: Integer,
    acceleration: PlaneRow,
}

/// A scene with its contacts, and its problem.
pub(crate) struct PlaneProblem<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) contacts: Contacts,
    pub(crate) problem: Problem,
}

impl<'a> PlaneProblem<'a> {
    /// The contacts; all else is given up.
    pub(crate) fn into_contacts(self) -> Contacts {
        self.contacts
    }

    /// The problem without friction.
    pub(crate) fn new(scene: &'a Scene, lattice: &Lattice, contacts: Contacts) -> Self {
        let bodies = scene.body_ids().map(|body| block(scene, body));
        let mut problem = Problem::new(DIMENSION, WIDTH, bodies.collect());
        let moving = MovingBodies::new(scene);
        let gaps = parallel::map(contacts.contacts.len(), |contact| {
            let contact = &contacts.contacts[contact];
            if !moving.are_at(contact)
                && !contacts::is_rounded(scene, contact)
                && let Some(row) = short_gap(lattice, contact)
            {
                return row;
            }
            gap(scene, lattice, contact)
        });
        for (contact, gap) in contacts.contacts.iter().zip(gaps) {
            let normal = gap.acceleration.push(&mut problem);
            problem.contacts.push(ProblemContact {
                bodies: contact.bodies(),
                normal,
                velocity: gap.velocity,
                tangents: 0..0,
                sliding: Vec::new(),
                friction: Rational::ZERO,
                bears: true,
            });
        }
        for (pin, Pin { first, second, .. }) in scene.numbered_pins() {
            let start = problem.rows.len();
            for row in pin_rows(scene, lattice, pin) {
                row.push(&mut problem);
            }
            problem.joints.push(Joint {
                bodies: [Some(first.0), second.map(|second| second.0)],
                rows: start..problem.rows.len(),
            });
        }
        for corner in &contacts.corners {
            problem.corners.push(Corner {
                lists: corner.sides.to_vec(),
            });
        }
        Self {
            scene,
            contacts,
            problem,
        }
    }

    /// The problem with friction.
    pub(crate) fn with_friction(scene: &'a Scene, lattice: &Lattice, contacts: Contacts) -> Self {
        let mut plane = Self::new(scene, lattice, contacts);
        for (index, contact) in plane.contacts.contacts.iter().enumerate() {
            let slip = slip(scene, lattice, contact);
            let tangent = slip.acceleration.push(&mut plane.problem);
            let [first, second] = contact.bodies().map(BodyId);
            let rough = &mut plane.problem.contacts[index];
            rough.tangents = tangent..tangent + 1;
            rough.sliding.push(slip.velocity);
            rough.friction = to_solver(&scene.friction.between(first, second));
        }
        let Seams {
            smooth,
            hidden,
            meetings,
            crossings,
            locked,
        } = contacts::seams(scene, &plane.contacts, &plane.problem);
        for contact in smooth {
            plane.problem.contacts[contact].friction = Rational::ZERO;
        }
        for contact in hidden {
            plane.problem.contacts[contact].bears = false;
        }
        plane.problem.locked = locked;
        plane.problem.meetings = meetings;
        plane.problem.crossings = crossings;
        plane
    }

    /// The two bodies of a corner, and where it is.
    pub(crate) fn meeting_of(&self, corner: usize) -> ([BodyId; 2], Vector) {
        let Contacts {
            contacts, corners, ..
        } = &self.contacts;
        let contact = &contacts[corners[corner].sides[0][0]];
        let bodies = contact.bodies().map(BodyId);
        (bodies, contacts::point(self.scene, contact))
    }

    /// Whether no other contacts of its two solids are at the point of a corner.
    pub(crate) fn is_alone(&self, corner: usize) -> bool {
        let own = &self.contacts.corners[corner].sides;
        let (bodies, point) = self.meeting_of(corner);
        let solids = self.solids(bodies);
        let mut listed = self.contacts.contacts.iter().enumerate();
        !listed.any(|(index, contact)| {
            self.solids(contact.bodies().map(BodyId)) == solids
                && !own.iter().flatten().any(|own| *own == index)
                && contacts::point(self.scene, contact) == point
        })
    }

    /// The solids of two bodies, ascending: all fixed ones are one.
    fn solids(&self, bodies: [BodyId; 2]) -> [Option<BodyId>; 2] {
        let mut solids = bodies.map(|body| {
            let is_free = self.scene.bodies[body].dynamics.is_some();
            is_free.then_some(body)
        });
        solids.sort_unstable();
        solids
    }

    /// The names of the two bodies of a corner, and where it is.
    pub(crate) fn corner(&self, corner: usize) -> [String; 3] {
        let (bodies, point) = self.meeting_of(corner);
        let [first, second] = bodies.map(|body| self.scene.bodies[body].name.clone());
        [first, second, format!("({}, {})", point.x, point.y)]
    }

    /// The name of a body.
    pub(crate) fn name(&self, body: usize) -> String {
        self.scene.bodies[BodyId(body)].name.clone()
    }
}

/// The masses of a body and its free acceleration; `None` if it is fixed.
fn block(scene: &Scene, body: BodyId) -> Option<Block> {
    let free = scene.bodies[body].dynamics.as_ref()?;
    let FreeAcceleration { linear, angular } = scene.free_acceleration(body)?;
    let masses = [&free.mass, &free.mass, &free.inertia];
    let target = [&linear.x, &linear.y, &angular];
    Some(Block::diagonal(
        masses.map(to_solver).to_vec(),
        target.map(to_solver).to_vec(),
        free.is_at_rest(),
    ))
}

/// A body at one of its points, over the integers of a pair.
struct BodyPoint {
    body: BodyId,
    /// L r from the centroid; `None` if the body is fixed.
    arm: Option<Point>,
    /// V v and V ω; zero if the body is fixed.
    velocity: Point,
    spin: Integer,
}

/// Two bodies at a common point.
struct Pair {
    first: BodyPoint,
    second: Option<BodyPoint>,
    /// V.
    time_scale: Integer,
    /// L.
    length_scale: Natural,
}

impl BodyPoint {
    /// V L times the velocity of the body at the point.
    fn velocity(&self, length_scale: &Integer) -> Point {
        let velocity = self.velocity.scaled(length_scale);
        match &self.arm {
            Some(arm) if self.spin != 0 => {
                let turned = arm.clone().quarter_turn();
                velocity.plus(&turned.scaled(&self.spin))
            }
            _ => velocity,
        }
    }
}

impl Pair {
    /// Bodies at a point, over a denominator of positions that serves `others` as well.
    fn new(
        scene: &Scene,
        lattice: &Lattice,
        bodies: [Option<BodyId>; 2],
        at: Place,
        others: &[Place],
    ) -> Self {
        let centroids = bodies.map(|body| lattice.centroid(body?));
        let places = centroids.iter().flatten();
        let places = places.chain([&at]).chain(others);
        let denominators = places.map(|place| place.denominator);
        let length_scale = least_common_multiple(denominators);
        let point = at.times(&length_scale);
        let (time_scale, velocities) = velocities(scene, bodies);
        let mut sides = Vec::new();
        let given = bodies.into_iter().zip(centroids);
        for ((body, centroid), (velocity, spin)) in given.zip(velocities) {
            let Some(body) = body else { continue };
            let arm = centroid.map(|centroid| {
                let centroid = centroid.times(&length_scale);
                point.from(&centroid)
            });
            sides.push(BodyPoint {
                body,
                arm,
                velocity,
                spin,
            });
        }
        let mut sides = sides.into_iter();
        let Some(first) = sides.next() else {
            unreachable!("the first side has a body")
        };
        Self {
            first,
            second: sides.next(),
            time_scale: Integer::from(time_scale),
            length_scale,
        }
    }

    /// V L times the velocity of the first body at the point relative to the second.
    fn sliding(&self) -> Point {
        let length_scale = Integer::from(&self.length_scale);
        let own = self.first.velocity(&length_scale);
        match &self.second {
            Some(second) => own.from(&second.velocity(&length_scale)),
            None => own,
        }
    }

    /// The row of n·(a_1 - a_2) + bias for L n and V² L² times the bias.
    fn row(&self, normal: &Point, bias: Integer) -> PlaneRow {
        let squared_time = (&self.time_scale).square();
        let length_scale = Integer::from(&self.length_scale);
        let mut terms = [None, None];
        let mut bias = bias;
        let opposite = normal.scaled(&Integer::from(-1));
        let sides = [
            Some((&self.first, normal)),
            self.second.as_ref().map(|second| (second, &opposite)),
        ];
        for (term, side) in terms.iter_mut().zip(sides) {
            let Some((side, normal)) = side else { continue };
            let Some(arm) = &side.arm else { continue };
            let mut values = [
                &normal.x * &length_scale,
                &normal.y * &length_scale,
                arm.cross(normal),
            ];
            if squared_time != 1 {
                for value in &mut values {
                    *value *= &squared_time;
                }
            }
            *term = Some((side.body.0, values));
            if side.spin != 0 {
                let squared_spin = (&side.spin).square();
                bias -= squared_spin * normal.dot(arm);
            }
        }
        let squared_length = (&self.length_scale).square();
        let factor = squared_time.unsigned_abs_ref() * squared_length;
        PlaneRow::primitive(terms, -bias, factor)
    }
}

impl PlaneRow {
    /// Divides by what the numbers have in common; `factor` is what they were multiplied by.
    fn primitive(mut terms: Terms, mut bound: Integer, factor: Natural) -> Self {
        let content = content(&terms, &bound);
        if content == 0 {
            return Self {
                terms,
                bound,
                scale: Rational::ONE,
            };
        }
        if content > 1 {
            let divisor = Integer::from(&content);
            bound.div_exact_assign(&divisor);
            for (_, values) in terms.iter_mut().flatten() {
                for value in values {
                    value.div_exact_assign(&divisor);
                }
            }
        }
        Self {
            terms,
            bound,
            scale: Rational::from_naturals(factor, content),
        }
    }

    fn push(self, problem: &mut Problem) -> usize {
        problem.rows.push(self.terms, self.bound, self.scale)
    }
}

/// The greatest common divisor of all numbers of a form; 0 if all are 0.
fn content(terms: &Terms, bound: &Integer) -> Natural {
    let mut content = bound.unsigned_abs_ref().clone();
    for (_, values) in terms.iter().flatten() {
        for value in values {
            content = content.gcd(value.unsigned_abs_ref());
        }
    }
    content
}

/// A denominator V, and V v and V ω of bodies; zero for those that are fixed or missing.
fn velocities(scene: &Scene, bodies: [Option<BodyId>; 2]) -> (Natural, [(Point, Integer); 2]) {
    let free = bodies.map(|body| scene.bodies[body?].dynamics.as_ref());
    let moving = free.map(|free| free.filter(|free| !free.is_at_rest()));
    let mut velocities = [const { (Point::ORIGIN, Integer::ZERO) }; 2];
    if moving.iter().all(Option::is_none) {
        return (Natural::ONE, velocities);
    }
    let numbers = moving
        .iter()
        .flatten()
        .flat_map(|free| [&free.velocity.x, &free.velocity.y, &free.spin]);
    let (common, numerators) = over_common_denominator(numbers);
    let mut numerators = numerators.into_iter();
    for (free, (velocity, spin)) in moving.iter().zip(&mut velocities) {
        if free.is_some() {
            for number in [&mut velocity.x, &mut velocity.y, spin] {
                *number = numerators.next().unwrap_or_default();
            }
        }
    }
    (common, velocities)
}

/// The gap of a contact.
fn gap(scene: &Scene, lattice: &Lattice, contact: &Contact) -> MovingRow {
    let (pair, along) = at_contact(scene, lattice, contact);
    let normal = along.quarter_turn();
    let edge_spin = match &pair.second {
        Some(edge_body) => edge_body.spin.clone(),
        None => Integer::ZERO,
    };
    let sliding = pair.sliding();
    let along = normal.clone().quarter_turn();
    let turning = match contacts::turning(scene, contact) {
        Some(turning) => {
            let scale = &pair.time_scale * Integer::from(&pair.length_scale);
            times_integer(&to_solver(&turning), &(&scale * &scale))
        }
        None => Integer::from(2) * edge_spin * along.dot(&sliding),
    };
    MovingRow {
        velocity: normal.dot(&sliding),
        acceleration: pair.row(&normal, turning),
    }
}

/// The gap of a contact between bodies at rest, in machine words; `None` if a number is too long
/// for that.
fn short_gap(lattice: &Lattice, contact: &Contact) -> Option<MovingRow> {
    let start = lattice.short_vertex(&contact.edge, 0)?;
    let end = lattice.short_vertex(&contact.edge, 1)?;
    let at = lattice.short_vertex(&contact.vertex, 0)?;
    let [first, second] = contact.bodies().map(BodyId);
    let mut length_scale = short_multiple(start.denominator, at.denominator)?;
    for body in [first, second] {
        if lattice.is_free(body) {
            let centroid = lattice.short_centroid(body)?;
            length_scale = short_multiple(length_scale, centroid.denominator)?;
        }
    }
    let at = at.times(length_scale)?;
    let along = start.times(length_scale)?.from(&end.times(length_scale)?);
    let normal = along.quarter_turn();
    let mut short_terms = [None, None];
    let mut content: u64 = 0;
    let sides = [(first, normal), (second, normal.opposite())];
    for (term, (body, normal)) in short_terms.iter_mut().zip(sides) {
        if lattice.is_free(body) {
            let centroid = lattice.short_centroid(body)?.times(length_scale)?;
            let coefficients = short_coefficients(length_scale, normal, at.from(&centroid))?;
            for number in coefficients {
                content = content.gcd(number.unsigned_abs());
            }
            *term = Some((body.0, coefficients));
        }
    }
    // Not 0, since one of the bodies is free, and an edge has a length.
    let divisor = i64::try_from(content).ok()?;
    let terms = short_terms.map(|term| {
        let (body, coefficients): (usize, [i64; WIDTH]) = term?;
        let values = coefficients.map(|number| Integer::from(number / divisor));
        Some((body, values))
    });
    let squared_length = u128::from(length_scale.unsigned_abs()).square();
    let factor = Natural::from(squared_length);
    Some(MovingRow {
        velocity: Integer::ZERO,
        acceleration: PlaneRow {
            terms,
            bound: Integer::ZERO,
            scale: Rational::from_naturals(factor, Natural::from(content)),
        },
    })
}

/// L² times the form of a body with L n and L r, if its coefficients fit into words.
fn short_coefficients(length_scale: i64, normal: ShortPoint, arm: ShortPoint) -> Option<[i64; 3]> {
    Some([
        normal.x.checked_mul(length_scale)?,
        normal.y.checked_mul(length_scale)?,
        i64::try_from(arm.cross(&normal)).ok()?,
    ])
}

/// The sliding of a contact: t·(v_F - v_E) and t·(a_F(x) - a_E(x)), with t = J n.
fn slip(scene: &Scene, lattice: &Lattice, contact: &Contact) -> MovingRow {
    let (pair, along) = at_contact(scene, lattice, contact);
    // J J = -1, and n = J (start - end).
    let tangent = along.scaled(&Integer::from(-1));
    MovingRow {
        velocity: tangent.dot(&pair.sliding()),
        acceleration: pair.row(&tangent, Integer::ZERO),
    }
}

/// A number times an integer that its denominator divides.
fn times_integer(number: &Rational, factor: &Integer) -> Integer {
    let numerator = Integer::from_sign_and_abs(*number >= 0, number.numerator_ref().clone());
    numerator * factor.div_exact(Integer::from(number.denominator_ref()))
}

/// The bodies of a contact, and L (start - end) of its edge; its normal is J of that.
fn at_contact(scene: &Scene, lattice: &Lattice, contact: &Contact) -> (Pair, Point) {
    let [first, second] = contact.bodies().map(BodyId);
    let bodies = [Some(first), Some(second)];
    if contacts::is_rounded(scene, contact) {
        let at = Outline::of_point(&contacts::point(scene, contact));
        // n = J (start - end), and J J = -1.
        let along = -&contacts::normal(scene, contact).quarter_turn();
        let along = Outline::of_point(&along);
        // With a denominator that makes the gap acceleration an integer, too.
        let turning = contacts::turning(scene, contact).unwrap_or_default();
        let turning = Outline::of_point(&Vector::new(turning, SceneRational::default()));
        let others = [along.vertex(0), turning.vertex(0)];
        let pair = Pair::new(scene, lattice, bodies, at.vertex(0), &others);
        let along = along.vertex(0).times(&pair.length_scale);
        return (pair, along);
    }
    let start = lattice.vertex(&contact.edge, 0);
    let end = lattice.vertex(&contact.edge, 1);
    let at = lattice.vertex(&contact.vertex, 0);
    let pair = Pair::new(scene, lattice, bodies, at, &[start]);
    let start = start.times(&pair.length_scale);
    let end = end.times(&pair.length_scale);
    (pair, start.from(&end))
}

/// The two components of the relative acceleration at a pin.
fn pin_rows(scene: &Scene, lattice: &Lattice, pin: PinId) -> [PlaneRow; 2] {
    let Pin { first, second, .. } = scene.pins[pin];
    let bodies = [Some(first), second];
    let at = lattice.pin(pin);
    let pair = Pair::new(scene, lattice, bodies, at, &[]);
    let along_x = Point {
        x: Integer::from(&pair.length_scale),
        y: Integer::ZERO,
    };
    let along_y = along_x.clone().quarter_turn();
    [along_x, along_y].map(|axis| pair.row(&axis, Integer::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contacts;
    use malachite::base::num::arithmetic::traits::Sign;
    use zwang_certificate::{Feature, PartId};
    use zwang_exact::parse;
    use zwang_scene::{Body, Dynamics, Friction, Polygon};

    fn vector(x: &str, y: &str) -> Vector {
        let x = parse(x).unwrap();
        let y = parse(y).unwrap();
        Vector::new(x, y)
    }

    /// A triangle that moves unless it is fixed, with awkward numbers everywhere.
    fn triangle(name: &str, at: &Vector, moves: Option<(&str, &str, &str)>) -> Body {
        let corners = [
            vector("0", "0"),
            vector("7/6", "1/10"),
            vector("1/3", "3/4"),
        ];
        let corners = corners.iter().map(|corner| corner + at);
        let (part, _) = Polygon::new(corners.collect()).unwrap();
        let parts = vec![part];
        let density = parse("2/7").unwrap();
        let dynamics = moves.map(|(x, y, spin)| Dynamics {
            velocity: vector(x, y),
            spin: parse(spin).unwrap(),
            ..Dynamics::homogeneous(&parts, &density)
        });
        Body {
            name: name.to_owned(),
            parts,
            dynamics,
        }
    }

    fn scene(bodies: Vec<Body>, pins: Vec<Pin>) -> Scene {
        Scene {
            name: "test".to_owned(),
            title: None,
            expect: None,
            gravity: vector("0", "-1"),
            bodies,
            pins,
            friction: Friction::default(),
            restitution: zwang_scene::SceneRestitution::default(),
            loads: Vec::new(),
        }
    }

    fn feature(body: usize, index: usize) -> Feature {
        Feature {
            part: PartId { body, part: 0 },
            index,
        }
    }

    /// The coefficients of a body, unless it is fixed, and a bias.
    type Term = (Option<[SceneRational; 3]>, SceneRational);

    /// n·(acceleration of a body point).
    fn point_term(body: &Body, at: &Vector, normal: &Vector) -> Term {
        let Some(free) = &body.dynamics else {
            return (None, parse("0").unwrap());
        };
        let arm = at - &free.centroid;
        let squared_spin = &free.spin * &free.spin;
        let centripetal = squared_spin * normal.dot(&arm);
        let turning = arm.cross(normal);
        let Vector { x, y } = normal.clone();
        (Some([x, y, turning]), -centripetal)
    }

    /// The form times its scale is that of the terms and the bias.
    fn assert_row(form: &PlaneRow, terms: [(usize, Term); 2], bias: SceneRational) {
        let mut bias = bias;
        let mut expected = Vec::new();
        for (body, (values, own_bias)) in terms {
            bias += own_bias;
            if let Some(values) = values {
                let values = values.map(|value| to_solver(&value) * &form.scale);
                expected.push((body, values));
            }
        }
        let mut found = Vec::new();
        for (body, values) in form.terms.iter().flatten() {
            let values = values.each_ref().map(Rational::from);
            found.push((*body, values));
        }
        assert_eq!(found, expected);
        let bound = to_solver(&-bias) * &form.scale;
        assert_eq!(Rational::from(&form.bound), bound);
        assert_eq!(content(&form.terms, &form.bound), 1);
        assert!(form.scale > 0);
    }

    #[test]
    fn forms_of_long_numbers_are_not_made_in_words() {
        let rest = Some(("0", "0", "0"));
        let contact = Contact {
            vertex: feature(0, 1),
            edge: feature(1, 2),
        };
        // The longest has 61 bits; beside a denominator of 11 it has no place.
        let lengths = [
            "1/1000003",
            "2305843009213693951",
            "2305843009213693952",
            "1/2305843009213693951",
        ];
        let mut made = Vec::new();
        for length in lengths {
            let bodies = vec![
                triangle("one", &vector(length, "0"), rest),
                triangle("two", &vector("0", "1/11"), rest),
            ];
            let scene = scene(bodies, Vec::new());
            let lattice = Lattice::new(&scene);
            let long = gap(&scene, &lattice, &contact);
            let short = short_gap(&lattice, &contact);
            if let Some(short) = &short {
                assert_eq!(*short, long);
            }
            made.push(short.is_some());
        }
        assert_eq!(made, [true, false, false, false]);
    }

    #[test]
    fn integer_forms_are_multiples_of_the_rational_ones() {
        let motions = [
            None,
            Some(("0", "0", "0")),
            Some(("1/5", "-3", "0")),
            Some(("-1/2", "2/9", "-4/7")),
        ];
        for first in motions {
            for second in motions {
                if first.is_none() && second.is_none() {
                    continue;
                }
                // Forms do not ask whether the bodies touch.
                let bodies = vec![
                    triangle("one", &vector("1/7", "5/11"), first),
                    triangle("two", &vector("0", "-13/4"), second),
                ];
                let pin = Pin {
                    first: BodyId(0),
                    second: Some(BodyId(1)),
                    at: vector("1/13", "-2"),
                    collide: true,
                };
                let scene = scene(bodies, vec![pin]);
                let lattice = Lattice::new(&scene);
                assert_gaps(&scene, &lattice);
                assert_pins(&scene, &lattice);
            }
        }
    }

    /// The terms of two bodies that share a point.
    fn terms(scene: &Scene, at: &Vector, normal: &Vector) -> [(usize, Term); 2] {
        let one = point_term(&scene.bodies[0], at, normal);
        let two = point_term(&scene.bodies[1], at, &-normal);
        [(0, one), (1, two)]
    }

    fn assert_gaps(scene: &Scene, lattice: &Lattice) {
        let one = &scene.bodies[0];
        let two = &scene.bodies[1];
        for index in 0..3 {
            let contact = Contact {
                vertex: feature(0, index),
                edge: feature(1, 2 - index),
            };
            let at = &contacts::point(scene, &contact);
            let normal = contacts::normal(scene, &contact);
            let form = gap(scene, lattice, &contact);
            if one.is_at_rest() && two.is_at_rest() {
                let short = short_gap(lattice, &contact).unwrap();
                assert_eq!(short, form);
            }
            let sliding = &one.velocity_at(at) - &two.velocity_at(at);
            let along = normal.quarter_turn().dot(&sliding);
            let twice = parse("2").unwrap();
            let turning = twice * two.spin() * along;
            let terms = terms(scene, at, &normal);
            assert_row(&form.acceleration, terms, turning);
            let velocity = contacts::gap_velocity(scene, &contact);
            let velocity = to_solver(&velocity);
            assert_eq!(form.velocity.sign(), velocity.sign());
        }
    }

    fn assert_pins(scene: &Scene, lattice: &Lattice) {
        let at = &scene.pins[0].at;
        let [along_x, along_y] = pin_rows(scene, lattice, PinId(0));
        let none = parse("0").unwrap();
        let terms_x = terms(scene, at, &vector("1", "0"));
        assert_row(&along_x, terms_x, none.clone());
        let terms_y = terms(scene, at, &vector("0", "1"));
        assert_row(&along_y, terms_y, none);
    }
}
