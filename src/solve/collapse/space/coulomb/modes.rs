//! Ways in which contacts open, stick and slide, and the cones of forces that go with them.

use super::super::rows::{SpaceGroup, SpaceProblem};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use zwang_certificate::space::ModeNode;
use zwang_exact::{Rational, Vector3};
use zwang_program::kernel::number::from_solver;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// Lengths that are irrational are enclosed to so many bits.
const LENGTH_BITS: usize = 16;
/// Outer vectors are moved out by one part in 2^so many, for the lengths.
const MARGIN_BITS: usize = 12;
/// Directions of slips with longer numbers are rounded to so many bits.
const DIRECTION_BITS: u64 = 12;

/// How a contact moves across.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Across {
    #[default]
    Any,
    Opens,
    Stays,
}

/// How it moves along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Along {
    #[default]
    Any,
    Sticks,
    Ray(Vector3),
    /// Between two directions, in the positive sense about the normal; at most π apart.
    Sector([Vector3; 2]),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Mode {
    pub(super) across: Across,
    pub(super) along: Along,
}

/// A contact of the group. All motions are those of the first body against the second, and forces
/// those on the first.
pub(super) struct Place {
    pub(super) contact: usize,
    /// The place of each body in the group, unless it is fixed, and its arm.
    bodies: [Option<(usize, Vector3)>; 2],
    /// Into the first body, over integers.
    pub(super) normal: Vector3,
    pub(super) friction: Rational,
}

/// A group, with what pulls its bodies.
pub(super) struct Way {
    pub(super) places: Vec<Place>,
    /// The rows of the matrix of masses.
    pub(super) masses: Vec<Vec<(usize, Rational)>>,
    /// The force and the torque of weights and loads on each body.
    pub(super) pull: Vec<Rational>,
    /// The same of what grows.
    pub(super) growth: Option<Vec<Rational>>,
    /// How it moves without friction.
    pub(super) smooth: Option<Vec<Rational>>,
}

/// A motion with forces at all places.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) motion: Vec<Rational>,
    pub(super) forces: Vec<[Rational; 3]>,
}

impl Way {
    pub(super) fn new(
        scene: &Scene,
        space: &SpaceProblem,
        group: &SpaceGroup,
        growth: Option<&Scene>,
    ) -> Self {
        let bodies = &group.group.bodies;
        let mut places = Vec::with_capacity(group.group.contacts.len());
        for &contact in &group.group.contacts {
            let (touch, point) = space.places[contact];
            let touch = &space.contacts.touches[touch];
            let [x, y, z] = touch.points[point].each_ref().map(from_solver);
            let point = Vector3::new(x, y, z);
            let of_body = |body: usize| {
                let place = bodies.iter().position(|own| *own == body)?;
                let free = scene.bodies[BodyId(body)].dynamics.as_ref()?;
                Some((place, &point - &free.centroid))
            };
            let normal = space.normal(contact).each_ref();
            let [x, y, z] = normal.map(|value| from_solver(&malachite::Rational::from(-value)));
            places.push(Place {
                contact,
                bodies: touch.bodies().map(of_body),
                normal: Vector3::new(x, y, z),
                friction: from_solver(&space.problem.contacts[contact].friction),
            });
        }
        let mut masses = Vec::new();
        for (place, body) in bodies.iter().enumerate() {
            let Some(free) = &scene.bodies[BodyId(*body)].dynamics else {
                unreachable!("a group has free bodies only")
            };
            for axis in 0..3 {
                masses.push(vec![(6 * place + axis, free.mass.clone())]);
            }
            for row in &free.inertia.rows {
                let numbers = row.coordinates().into_iter().enumerate();
                let numbers = numbers.filter(|(_, number)| !number.is_zero());
                let numbers = numbers.map(|(axis, number)| (6 * place + 3 + axis, number.clone()));
                masses.push(numbers.collect());
            }
        }
        let pull = pull(scene, bodies, &masses);
        let growth = growth.map(|growth| self::pull(growth, bodies, &masses));
        Self {
            places,
            masses,
            pull,
            growth,
            smooth: None,
        }
    }

    /// The entry of a tree that divides by what is most wrong with a point, with its branches; none
    /// if nothing is wrong that could be divided.
    pub(super) fn divide(
        &self,
        modes: &[Mode],
        point: &Point,
    ) -> Option<(ModeNode, Vec<Vec<Mode>>)> {
        let mut across: Option<(Rational, usize)> = None;
        let mut along: Option<(Rational, usize)> = None;
        for (index, (place, force)) in self.places.iter().zip(&point.forces).enumerate() {
            let relative = place.relative(&point.motion);
            let [x, y, z] = force.clone();
            let force = Vector3::new(x, y, z);
            let square = place.normal.dot(&place.normal);
            let opening = place.normal.dot(&relative);
            let pressing = place.normal.dot(&force);
            let wrong = &opening * &pressing / &square;
            if modes[index].across == Across::Any && exceeds(&wrong, across.as_ref()) {
                across = Some((wrong, index));
            }
            if !matches!(modes[index].along, Along::Any | Along::Sector(_)) {
                continue;
            }
            let slip = place.slip(&relative);
            // |n| |u_t|, enclosed.
            let [_, length] = root(&(square.clone() * slip.dot(&slip)));
            let wrong = &place.friction * &pressing * length / &square + force.dot(&slip);
            if !slip.is_zero() && exceeds(&wrong, along.as_ref()) {
                along = Some((wrong, index));
            }
        }
        if let Some((_, index)) = across {
            let branches = [Across::Opens, Across::Stays].map(|across| {
                let mut branch = modes.to_vec();
                branch[index].across = across;
                branch
            });
            let node = ModeNode::Opens(self.places[index].contact);
            return Some((node, branches.to_vec()));
        }
        let (_, index) = along?;
        let place = &self.places[index];
        let slip = match &self.smooth {
            // Where things slide without friction, they mostly do so with friction, too.
            Some(smooth) if modes[index].along == Along::Any => place.slip(&place.relative(smooth)),
            _ => Vector3::zero(),
        };
        let slip = match slip.is_zero() {
            true => place.slip(&place.relative(&point.motion)),
            false => slip,
        };
        let (direction, kinds) = place.divided(&modes[index].along, &slip);
        let branches = kinds.into_iter().map(|along| {
            let mut branch = modes.to_vec();
            branch[index].along = along;
            branch
        });
        let node = ModeNode::Slides {
            contact: place.contact,
            along: whole(&direction),
        };
        Some((node, branches.collect()))
    }

    /// The ways in which the contacts of a point behave, if they slide in directions of rational
    /// length.
    pub(super) fn ways(&self, point: &Point) -> Option<Vec<Mode>> {
        let mut modes = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let relative = place.relative(&point.motion);
            if place.normal.dot(&relative).is_positive() {
                modes.push(Mode {
                    across: Across::Opens,
                    along: Along::Any,
                });
                continue;
            }
            let slip = place.slip(&relative);
            let along = match slip.is_zero() {
                true => Along::Sticks,
                false => Along::Ray(slip.primitive()),
            };
            if let Along::Ray(direction) = &along
                && !place.friction.is_zero()
            {
                let [low, high] = place.length(direction);
                if low != high {
                    return None;
                }
            }
            modes.push(Mode {
                across: Across::Stays,
                along,
            });
        }
        Some(modes)
    }
}

impl Place {
    /// u, the acceleration of the first body less that of the second.
    pub(super) fn relative(&self, motion: &[Rational]) -> Vector3 {
        let mut total = Vector3::zero();
        for (side, body) in self.bodies.iter().enumerate() {
            let Some((place, arm)) = body else { continue };
            let own = &motion[6 * place..6 * place + 6];
            let linear = Vector3::new(own[0].clone(), own[1].clone(), own[2].clone());
            let turn = Vector3::new(own[3].clone(), own[4].clone(), own[5].clone());
            let velocity = &linear + &turn.cross(arm);
            total = match side {
                0 => &total + &velocity,
                _ => &total - &velocity,
            };
        }
        total
    }

    /// The row of v·u.
    pub(super) fn row(&self, vector: &Vector3) -> Vec<(usize, Rational)> {
        let mut row = Vec::with_capacity(12);
        for (side, body) in self.bodies.iter().enumerate() {
            let Some((place, arm)) = body else { continue };
            let lever = arm.cross(vector);
            let numbers = vector.coordinates().into_iter().chain(lever.coordinates());
            for (offset, number) in numbers.enumerate() {
                if !number.is_zero() {
                    let number = if side == 0 { number.clone() } else { -number };
                    row.push((6 * place + offset, number));
                }
            }
        }
        row
    }

    /// The part along the contact, times a positive number.
    fn slip(&self, relative: &Vector3) -> Vector3 {
        let square = self.normal.dot(&self.normal);
        let part = self.normal.scaled(&(self.normal.dot(relative) / square));
        relative - &part
    }

    /// n·(d × e).
    fn turn(&self, one: &Vector3, other: &Vector3) -> Rational {
        self.normal.dot(&one.cross(other))
    }

    /// The direction by which to divide, and the modes of the branches.
    fn divided(&self, along: &Along, slip: &Vector3) -> (Vector3, Vec<Along>) {
        if let Along::Sector([from, to]) = along {
            let direction = self.between(from, to);
            let kinds = vec![
                Along::Ray(direction.clone()),
                Along::Sector([from.clone(), direction.clone()]),
                Along::Sector([direction.clone(), to.clone()]),
            ];
            return (direction, kinds);
        }
        let direction = self.short(slip);
        let against = -&direction;
        let kinds = vec![
            Along::Sticks,
            Along::Ray(direction.clone()),
            Along::Ray(against.clone()),
            Along::Sector([direction.clone(), against.clone()]),
            Along::Sector([against, direction.clone()]),
        ];
        (direction, kinds)
    }

    /// A direction in the middle of two.
    fn between(&self, from: &Vector3, to: &Vector3) -> Vector3 {
        if self.turn(from, to).is_zero() {
            return self.normal.cross(from).primitive();
        }
        let [one, other] = [from, to].map(|end| {
            let [length, _] = self.length(end);
            end.scaled(&length)
        });
        self.short(&(&one + &other))
    }

    /// A direction near to this one, with short numbers, along the contact.
    fn short(&self, direction: &Vector3) -> Vector3 {
        let exact = direction.primitive();
        let coordinates = exact.coordinates().into_iter();
        let bits = coordinates.map(|number| number.numer().bits()).max();
        let bits = bits.unwrap_or(0);
        if bits <= DIRECTION_BITS {
            return exact;
        }
        let unit = Rational::from_integer(BigInt::one() << (bits - DIRECTION_BITS));
        let [x, y, z] = exact.coordinates().map(|number| (number / &unit).round());
        let rounded = self.slip(&Vector3::new(x, y, z));
        match rounded.is_zero() {
            true => exact,
            false => rounded.primitive(),
        }
    }

    /// |n| / |d|, enclosed; twice the same if it is rational.
    fn length(&self, direction: &Vector3) -> [Rational; 2] {
        let square = direction.dot(direction);
        let ends = root(&(self.normal.dot(&self.normal) * &square));
        ends.map(|end| end / &square)
    }

    /// Vectors that span the forces of a mode: all of its cone and a little more, or some within
    /// it.
    pub(super) fn generators(&self, mode: &Mode, is_outer: bool) -> Vec<Vector3> {
        if mode.across == Across::Opens {
            return Vec::new();
        }
        if self.friction.is_zero() {
            return vec![self.normal.clone()];
        }
        match &mode.along {
            Along::Ray(direction) => self.edges(direction),
            Along::Sector([from, to]) => {
                let mut vectors = self.edges(from);
                self.add_arc(from, to, is_outer, &mut vectors);
                vectors.extend(self.edges(to));
                vectors
            }
            Along::Any | Along::Sticks => {
                let mut vectors = Vec::new();
                let first = self.any_direction();
                let second = self.normal.cross(&first).primitive();
                let ends = [first.clone(), second.clone(), -&first, -&second, first];
                for pair in ends.windows(2) {
                    self.add_arc(&pair[0], &pair[1], is_outer, &mut vectors);
                }
                vectors
            }
        }
    }

    /// A direction along the contact.
    fn any_direction(&self) -> Vector3 {
        let axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
        let axes = axes.map(|[x, y, z]| Vector3::from_integers(x, y, z));
        let along = axes.map(|axis| self.normal.cross(&axis));
        let Some(direction) = along.into_iter().find(|vector| !vector.is_zero()) else {
            unreachable!("a normal is not 0")
        };
        direction.primitive()
    }

    /// The forces that resist sliding along a direction as much as they can: one, or two around it.
    fn edges(&self, direction: &Vector3) -> Vec<Vector3> {
        let [low, high] = self.length(direction);
        let edge = |length: &Rational| &self.normal - &direction.scaled(&(&self.friction * length));
        if low == high {
            return vec![edge(&low)];
        }
        vec![edge(&low), edge(&high)]
    }

    /// Vectors around the forces that resist sliding between two directions, or within them.
    fn add_arc(&self, from: &Vector3, to: &Vector3, is_outer: bool, vectors: &mut Vec<Vector3>) {
        let [one, other] = [from, to].map(|end| {
            let [length, _] = self.length(end);
            end.scaled(&length)
        });
        let square = self.normal.dot(&self.normal);
        let product = one.dot(&other);
        // Longer than 30 degrees: (√3 / 2) is about 13 / 15.
        let is_long = product < &square * Rational::new(13.into(), 15.into());
        if is_long {
            let middle = self.between(from, to);
            self.add_arc(from, &middle, is_outer, vectors);
            self.add_arc(&middle, to, is_outer, vectors);
            return;
        }
        if !is_outer {
            vectors.push(&self.normal - &one.scaled(&self.friction));
            return;
        }
        // Where the tangents of both meet.
        let margin = Rational::new(BigInt::one(), BigInt::one() << MARGIN_BITS) + Rational::one();
        let factor = &square / (&square + product) * margin * &self.friction;
        vectors.push(&self.normal - &(&one + &other).scaled(&factor));
    }
}

/// The force and the torque of weights and loads on each body.
fn pull(scene: &Scene, bodies: &[usize], masses: &[Vec<(usize, Rational)>]) -> Vec<Rational> {
    let falls = scene.free_accelerations();
    let mut fall = Vec::with_capacity(masses.len());
    for body in bodies {
        let Some(own) = &falls[*body] else {
            unreachable!("a group has free bodies only")
        };
        fall.extend(own.linear.coordinates().map(Clone::clone));
        fall.extend(own.angular.coordinates().map(Clone::clone));
    }
    let mut pull = Vec::with_capacity(masses.len());
    for row in masses {
        let mut sum = Rational::zero();
        for (place, mass) in row {
            sum += mass * &fall[*place];
        }
        pull.push(sum);
    }
    pull
}

fn exceeds(wrong: &Rational, most: Option<&(Rational, usize)>) -> bool {
    match most {
        Some((most, _)) => wrong > most,
        None => wrong.is_positive(),
    }
}

/// The root of a number above 0, enclosed; twice the same if it is rational.
fn root(square: &Rational) -> [Rational; 2] {
    let product = square.numer() * square.denom();
    let exact = product.sqrt();
    if &exact * &exact == product {
        let root = Rational::new(exact, square.denom().clone());
        return [root.clone(), root];
    }
    let fine = BigInt::one() << LENGTH_BITS;
    let root = (product * &fine * &fine).sqrt();
    let unit = square.denom() * fine;
    let above = &root + BigInt::one();
    [root, above].map(|end| Rational::new(end, unit.clone()))
}

fn whole(vector: &Vector3) -> [BigInt; 3] {
    vector.coordinates().map(|number| number.numer().clone())
}
