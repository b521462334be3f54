//! Bodies in space as a problem: six numbers for each body, whatever its inertia.

use malachite::{Integer, Rational};
use zwang_problem::{Block, Cone, Contact, Forces, Group, Joint, Problem, groups, least_restraint};
use zwang_program::kernel::Outcome;
use zwang_program::{Monitor, Options};

/// A vector of space.
pub type Vector = [Rational; 3];

/// A fraction.
pub fn fraction(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

/// A vector with one denominator.
pub fn vector(numerators: [i64; 3], denominator: i64) -> Vector {
    numerators.map(|numerator| fraction(numerator, denominator))
}

fn cross([a, b, c]: &Vector, [x, y, z]: &Vector) -> Vector {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn minus(one: &Vector, other: &Vector) -> Vector {
    std::array::from_fn(|place| &one[place] - &other[place])
}

fn plus(one: &Vector, other: &Vector) -> Vector {
    std::array::from_fn(|place| &one[place] + &other[place])
}

/// The rows of a rotation, of a quaternion that need not be normalised.
fn rotation([w, x, y, z]: [i64; 4]) -> [Vector; 3] {
    let rows = [
        [
            w * w + x * x - y * y - z * z,
            2 * (x * y - w * z),
            2 * (x * z + w * y),
        ],
        [
            2 * (x * y + w * z),
            w * w - x * x + y * y - z * z,
            2 * (y * z - w * x),
        ],
        [
            2 * (x * z - w * y),
            2 * (y * z + w * x),
            w * w - x * x - y * y + z * z,
        ],
    ];
    rows.map(|row| vector(row, w * w + x * x + y * y + z * z))
}

fn turned(rotation: &[Vector; 3], [x, y, z]: &Vector) -> Vector {
    rotation.each_ref().map(|[a, b, c]| a * x + b * y + c * z)
}

/// A box of density 1.
#[derive(Clone)]
pub struct Cuboid {
    /// Its sizes.
    pub size: Vector,
    rotation: [Vector; 3],
    /// Its centre.
    pub centre: Vector,
}

impl Cuboid {
    /// A box that is turned by a quaternion.
    pub fn new(size: Vector, quaternion: [i64; 4], centre: Vector) -> Self {
        Self {
            size,
            rotation: rotation(quaternion),
            centre,
        }
    }

    /// The vertex with these signs.
    fn vertex(&self, signs: [i64; 3]) -> Vector {
        let half: Vector =
            std::array::from_fn(|place| &self.size[place] * fraction(signs[place], 2));
        plus(&self.centre, &turned(&self.rotation, &half))
    }

    fn lowest(&self) -> Rational {
        let signs = [-1, 1];
        let mut heights = Vec::new();
        for x in signs {
            for y in signs {
                heights.extend(signs.map(|z| self.vertex([x, y, z])[2].clone()));
            }
        }
        heights.into_iter().min().unwrap()
    }

    fn mass(&self) -> Rational {
        let [x, y, z] = &self.size;
        x * y * z
    }

    /// R diag(I) Rᵀ.
    fn inertia(&self) -> Vec<Vec<Rational>> {
        let squares = self.size.each_ref().map(|length| length * length);
        let [x, y, z] = &squares;
        let own = [y + z, x + z, x + y].map(|sum| sum * self.mass() / fraction(12, 1));
        let rows = self.rotation.iter().map(|row| {
            let others = self.rotation.iter().map(|column| {
                let terms = (0..3).map(|place| &row[place] * &own[place] * &column[place]);
                terms.sum()
            });
            others.collect()
        });
        rows.collect()
    }

    fn block(&self, gravity: &Vector) -> Block {
        let mut free = gravity.to_vec();
        free.resize(6, fraction(0, 1));
        Block::new(&self.mass(), 3, &self.inertia(), &free, true).unwrap()
    }
}

/// Boxes on fixed ground, which is body 0.
pub struct Space {
    /// The free bodies, from body 1 on.
    pub boxes: Vec<Cuboid>,
    /// The problem.
    pub problem: Problem,
}

impl Space {
    /// Boxes without contacts.
    pub fn new(boxes: Vec<Cuboid>, gravity: &Vector) -> Self {
        let mut bodies = vec![None];
        bodies.extend(boxes.iter().map(|cuboid| Some(cuboid.block(gravity))));
        Self {
            problem: Problem::new(3, 6, bodies),
            boxes,
        }
    }

    /// The row of n·(a_first - a_second) at a point.
    fn row(&mut self, bodies: [usize; 2], point: &Vector, normal: &Vector) -> usize {
        let opposite = normal.each_ref().map(|value| -value);
        let sides = [(bodies[0], normal), (bodies[1], &opposite)];
        let terms = sides.map(|(body, normal)| {
            let block = self.problem.bodies[body].as_ref()?;
            let arm = minus(point, &self.boxes[body - 1].centre);
            let values = normal.iter().cloned().chain(cross(&arm, normal));
            Some((body, block.row(values.collect())))
        });
        self.problem.rows.push_fractions(terms, &fraction(0, 1))
    }

    /// Adds a contact; its normal points into the first body.
    pub fn touch(&mut self, bodies: [usize; 2], point: &Vector, normal: &Vector) -> usize {
        let normal = self.row(bodies, point, normal);
        self.problem.contacts.push(Contact {
            bodies,
            normal,
            velocity: Integer::from(0),
            tangents: 0..0,
            sliding: Vec::new(),
            friction: fraction(0, 1),
            bears: true,
        });
        self.problem.contacts.len() - 1
    }

    /// Holds a point of a body where it is.
    fn pin(&mut self, body: usize, point: &Vector) {
        let start = self.problem.rows.len();
        for axis in 0..3 {
            let mut along = vector([0, 0, 0], 1);
            along[axis] = fraction(1, 1);
            self.row([body, 0], point, &along);
        }
        self.problem.joints.push(Joint {
            bodies: [Some(body), None],
            rows: start..self.problem.rows.len(),
        });
    }

    /// The accelerations (a, α) of the bodies of the only group for each answer, and its forces.
    pub fn answers(&self) -> Vec<(Vec<Vec<Rational>>, Forces)> {
        let groups = groups(&self.problem);
        let [group] = &groups[..] else {
            panic!("one group, not {groups:?}")
        };
        let options = Options::default();
        let monitor = Monitor::default();
        let found = least_restraint(&self.problem, group, &options, &monitor);
        let (mut cases, answers) = found.unwrap();
        let mut solved = Vec::new();
        for index in answers.into_iter().rev() {
            let case = cases.remove(index);
            let Outcome::Optimal(optimum) = case.solved.into_outcome() else {
                panic!("an answer has a motion")
            };
            let motions = self.accelerations(group, &optimum.point, &optimum.denominator);
            let (multipliers, denominator) = (optimum.multipliers, &optimum.denominator);
            let joints = &group.joints;
            let forces = Forces::from_multipliers(joints, &case.relaxed, multipliers, denominator);
            solved.push((motions, forces));
        }
        solved.reverse();
        solved
    }

    fn accelerations(
        &self,
        group: &Group,
        point: &[Integer],
        denominator: &Integer,
    ) -> Vec<Vec<Rational>> {
        let mut accelerations = Vec::new();
        for (body, numbers) in group.bodies.iter().zip(point.chunks(6)) {
            let block = self.problem.bodies[*body].as_ref().unwrap();
            accelerations.push(block.acceleration(numbers, denominator));
        }
        accelerations
    }
}

fn downwards(gravity: i64) -> Vector {
    vector([0, 0, -gravity], 1)
}

fn numbers(numerators: [i64; 6], denominator: i64) -> Vec<Rational> {
    numerators
        .map(|numerator| fraction(numerator, denominator))
        .to_vec()
}

/// A brick over the edge of a table, by a tenth of a metre too far: it turns about the edge.
#[test]
fn a_brick_tips_over_the_edge_of_a_table() {
    let brick = Cuboid::new(
        [fraction(2, 1), fraction(2, 1), fraction(1, 2)],
        [1, 0, 0, 0],
        [fraction(1, 10), fraction(0, 1), fraction(1, 4)],
    );
    let mut space = Space::new(vec![brick], &downwards(10));
    for x in [fraction(-9, 10), fraction(0, 1)] {
        for y in [-1, 1] {
            let point = [x.clone(), fraction(y, 1), fraction(0, 1)];
            space.touch([1, 0], &point, &vector([0, 0, 1], 1));
        }
    }
    let answers = space.answers();
    let [(motion, forces)] = &answers[..] else {
        panic!("one answer")
    };
    assert_eq!(motion[0], numbers([0, 0, -120, 0, 1200, 0], 437));
    // Newton's law: the edge bears m (g + a).
    let pressing = forces.contact_fractions();
    let sum: Rational = pressing.values().flatten().sum();
    assert_eq!(sum, fraction(2 * (10 * 437 - 120), 437));
    assert!(
        pressing[&0]
            .iter()
            .chain(&pressing[&1])
            .all(|force| *force == 0)
    );
}

/// A domino that leans on one that is turned about the vertical: inertia matrices that are full,
/// and one point of contact with a normal that is no unit vector.
#[test]
fn a_leaning_domino_pushes_a_turned_one() {
    let size = [fraction(1, 4), fraction(1, 1), fraction(2, 1)];
    let mut leaning = Cuboid::new(size.clone(), [5, 0, 1, 0], vector([0, 0, 0], 1));
    leaning.centre[2] = -leaning.lowest();
    let centre = [fraction(689, 960), fraction(1, 5), fraction(1, 1)];
    let upright = Cuboid::new(size, [7, 0, 0, 1], centre);
    let mut space = Space::new(vec![leaning, upright], &downwards(1));
    let up = vector([0, 0, 1], 1);
    for body in [1, 2] {
        let mut feet = 0;
        for x in [-1, 1] {
            for y in [-1, 1] {
                let vertex = space.boxes[body - 1].vertex([x, y, -1]);
                if vertex[2] == 0 {
                    space.touch([body, 0], &vertex, &up);
                    feet += 1;
                }
            }
        }
        assert_eq!(feet, 2 * body);
    }
    let point = [fraction(1, 2), fraction(1, 2), fraction(24, 13)];
    assert_eq!(space.boxes[0].vertex([1, 1, 1]), point);
    let between = space.touch([2, 1], &point, &vector([24, 7, 0], 1));
    let answers = space.answers();
    let [(motion, forces)] = &answers[..] else {
        panic!("one answer")
    };
    let common = 22_446_278_743_835;
    let leaning = [
        -1_997_598_081_024,
        -582_632_773_632,
        -2_813_526_870_672,
        0,
        10_450_242_662_496,
        5_161_060_509_696,
    ];
    let upright = [
        1_997_598_081_024,
        582_632_773_632,
        0,
        0,
        0,
        -8_200_923_494_400,
    ];
    assert_eq!(motion[0], numbers(leaning, common));
    assert_eq!(motion[1], numbers(upright, common));
    assert_eq!(
        forces.contact_fractions()[&between],
        [fraction(41_616_626_688, common)]
    );
}

/// A rod that is held at its end: the point of the joint does not accelerate, and the joint bears
/// the rest of its weight.
#[test]
fn a_rod_falls_about_the_point_that_holds_it() {
    let rod = Cuboid::new(
        [fraction(2, 1), fraction(1, 10), fraction(1, 10)],
        [3, 1, 2, 1],
        vector([0, 0, 0], 1),
    );
    let end = turned(&rod.rotation, &vector([1, 0, 0], 1));
    let mass = rod.mass();
    let mut space = Space::new(vec![rod], &downwards(10));
    space.pin(1, &end);
    let answers = space.answers();
    let [(motion, forces)] = &answers[..] else {
        panic!("one answer")
    };
    let [a, alpha] = [&motion[0][..3], &motion[0][3..]];
    let alpha: Vector = alpha.to_vec().try_into().unwrap();
    let of_end = plus(&a.to_vec().try_into().unwrap(), &cross(&alpha, &end));
    assert_eq!(of_end, vector([0, 0, 0], 1));
    let force = &forces.joint_fractions()[&0];
    for ((force, a), fall) in force.iter().zip(a).zip(downwards(10)) {
        assert_eq!(*force, &mass * (a - fall));
    }
}

/// A box on a slope of 3 in 4 is held exactly by friction 3/4, in every direction of the slope.
#[test]
fn round_cones_compare_squares() {
    let held = [(3, 0), (0, 3), (-3, 0)];
    for (along, across) in held {
        let force = [fraction(4, 1), fraction(along, 1), fraction(across, 1)];
        let enough = fraction(3, 4);
        let little = fraction(749_999, 1_000_000);
        assert!(Cone::Round(&enough).has(&force));
        assert!(!Cone::Round(&little).has(&force));
    }
    // (3, 4) is as long as 5, though its numbers are smaller.
    let force = [fraction(5, 1), fraction(3, 1), fraction(4, 1)];
    assert!(Cone::Round(&fraction(1, 1)).has(&force));
    assert!(!Cone::Round(&fraction(4, 5)).has(&force));
    assert!(!Cone::Wedge(&fraction(1, 1)).has(&[fraction(-1, 1), fraction(0, 1)]));
    assert!(!Cone::Ray.has(&[fraction(1, 1), fraction(1, 9)]));
}
