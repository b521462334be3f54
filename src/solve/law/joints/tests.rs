//! Pins against random trees, and heavy chains that fall, in exact steps of the law on its grid.

use super::{Loop, Pin, Point, Tree, short};
use crate::number::{GRID, SHORT, over, rounded};
use malachite::base::num::arithmetic::traits::Square;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use proptest::prelude::*;
use zwang_program::Monitor;
use zwang_program::kernel::number::{common_denominator, times};
use zwang_program::kernel::{self, Outcome, Problem};

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

fn pin(first: usize, second: Option<usize>) -> Pin {
    Pin { first, second }
}

#[test]
fn loops_are_found() {
    let open = vec![pin(0, None), pin(0, Some(1)), pin(1, Some(2))];
    assert!(Tree::new(3, open.clone()).is_ok());
    for closing in [pin(2, None), pin(2, Some(0)), pin(0, None)] {
        let mut pins = open.clone();
        pins.push(closing);
        let found = Tree::new(3, pins).unwrap_err();
        assert!(matches!(found, Loop { pin } if pin < 4));
    }
}

#[test]
fn stiffness_has_eight_digits() {
    for (value, expected) in [
        (ratio(-3, 1), ratio(0, 1)),
        (ratio(255, 1), ratio(255, 1)),
        (ratio(511, 1), ratio(512, 1)),
        (ratio(257, 512), ratio(129, 256)),
        (ratio(1, 3), ratio(171, 512)),
    ] {
        assert_eq!(short(value), expected);
    }
}

/// A rod that hangs from its upper end is pulled up by its weight, and k = ½ f L/2 > 0; one that
/// stands on it is pushed, and has none.
#[test]
fn what_pulls_is_stiff() {
    let tree = Tree::new(1, vec![pin(0, None)]).unwrap();
    // It stays, and would fall by 1: f = m · 1.
    let pulls = tree.pulls(&[ratio(2, 1)], &[[ratio(0, 1), ratio(1, 1)]]);
    assert_eq!(pulls, [[ratio(0, 1), ratio(2, 1)]]);
    let zero = [ratio(0, 1), ratio(0, 1)];
    let above = [[ratio(0, 1), ratio(1, 2)], zero.clone()];
    assert_eq!(tree.stiffness(1, &pulls, &[above]), [ratio(1, 2)]);
    let below = [[ratio(0, 1), ratio(-1, 2)], zero];
    assert_eq!(tree.stiffness(1, &pulls, &[below]), [ratio(0, 1)]);
}

/// Bodies that are pinned together: masses, arms, states; enough of the law for scenes without
/// contacts.
struct Chain {
    tree: Tree,
    pins: Vec<Pin>,
    arms: Vec<[Point; 2]>,
    masses: Vec<[Rational; 2]>,
    places: Vec<Point>,
    rotations: Vec<Point>,
    velocities: Vec<Rational>,
    memory: Vec<Rational>,
    step: Rational,
    is_stiff: bool,
}

fn turned([c, s]: &Point, [x, y]: &Point) -> Point {
    [c * x - s * y, s * x + c * y]
}

/// c cay(s), rounded.
fn rotated(rotation: &Point, sweep: &Rational) -> Point {
    let half = sweep >> 1_u64;
    let square = (&half).square();
    let size = ratio(1, 1) + &square;
    let turn = [(ratio(1, 1) - square) / &size, sweep / size];
    turned(rotation, &turn).map(|part| over(&rounded(&part, 2 * GRID), 2 * GRID))
}

impl Chain {
    /// Ten light links and a weight of so many kg/m², level, from the origin to the right.
    fn heavy(density: i64, step: Rational, is_stiff: bool) -> Self {
        let bodies = 11;
        let mut pins = vec![pin(0, None)];
        let mut arms = vec![[[ratio(-1, 4), ratio(0, 1)], [ratio(0, 1), ratio(0, 1)]]];
        let mut masses = Vec::new();
        let mut places = Vec::new();
        for body in 0..bodies {
            places.push([ratio(2 * body + 1, 4), ratio(0, 1)]);
            masses.push(match body {
                10 => [ratio(density, 4), ratio(density, 96)],
                _ => [ratio(1, 100), ratio(26, 120_000)],
            });
            if body > 0 {
                let body = usize::try_from(body).unwrap();
                pins.push(pin(body - 1, Some(body)));
                arms.push([[ratio(1, 4), ratio(0, 1)], [ratio(-1, 4), ratio(0, 1)]]);
            }
        }
        let count = places.len();
        let fall = over(&rounded(&(ratio(-5, 1) * (&step).square()), SHORT), SHORT);
        let mut memory = vec![ratio(0, 1); 3 * count];
        for body in 0..count {
            memory[3 * body + 1] = fall.clone();
        }
        Self {
            tree: Tree::new(count, pins.clone()).unwrap(),
            pins,
            arms,
            masses,
            places,
            rotations: vec![[ratio(1, 1), ratio(0, 1)]; count],
            velocities: vec![ratio(0, 1); 3 * count],
            memory,
            step,
            is_stiff,
        }
    }

    /// The arms of all pins with given rotations.
    fn turned_arms(&self, rotations: &[Point]) -> Vec<[Point; 2]> {
        let mut turned_arms = Vec::new();
        for (pin, [first, second]) in self.pins.iter().zip(&self.arms) {
            let other = match pin.second {
                Some(body) => turned(&rotations[body], second),
                None => second.clone(),
            };
            turned_arms.push([turned(&rotations[pin.first], first), other]);
        }
        turned_arms
    }

    /// How far the pins gape.
    fn gapes(&self, places: &[Point], rotations: &[Point]) -> Vec<Point> {
        let mut gapes = Vec::new();
        for (pin, [first, second]) in self.pins.iter().zip(self.turned_arms(rotations)) {
            let [x, y] = &places[pin.first];
            let [x_2, y_2] = match pin.second {
                Some(body) => places[body].clone(),
                None => [Rational::ZERO, Rational::ZERO],
            };
            gapes.push([
                x + &first[0] - x_2 - &second[0],
                y + &first[1] - y_2 - &second[1],
            ]);
        }
        gapes
    }

    /// The nearest motion to a target that has given residuals of its pins.
    fn nearest(
        &self,
        masses: &[Rational],
        target: &[Rational],
        arms: &[[Point; 2]],
        bounds: &[Point],
    ) -> Vec<Rational> {
        let mut rows = Vec::new();
        for ((pin, [first, second]), bound) in self.pins.iter().zip(arms).zip(bounds) {
            for (axis, component) in bound.iter().enumerate() {
                let lever = |arm: &Point| if axis == 0 { -&arm[1] } else { arm[0].clone() };
                let mut parts = vec![
                    (3 * pin.first + axis, ratio(1, 1)),
                    (3 * pin.first + 2, lever(first)),
                ];
                if let Some(body) = pin.second {
                    parts.push((3 * body + axis, ratio(-1, 1)));
                    parts.push((3 * body + 2, -lever(second)));
                }
                parts.retain(|(_, part)| *part != 0);
                let numbers: Vec<Rational> = parts
                    .iter()
                    .map(|(_, part)| part.clone())
                    .chain([component.clone()])
                    .collect();
                let unit = common_denominator(&numbers);
                rows.push(kernel::Row {
                    coefficients: parts
                        .iter()
                        .map(|(place, part)| (*place, times(part, &unit)))
                        .collect(),
                    bound: times(component, &unit),
                });
            }
        }
        let problem = Problem {
            masses: masses.to_vec(),
            target: target.to_vec(),
            equalities: rows.len(),
            rows,
        };
        let Outcome::Optimal(optimum) = kernel::solve(&problem, None, &Monitor::default()).unwrap()
        else {
            panic!("pins contradict each other");
        };
        optimum
            .point
            .iter()
            .map(|part| Rational::from_integers_ref(part, &optimum.denominator))
            .collect()
    }

    /// A step of the law without contacts: programs until no pin gapes by more than touch.
    fn advance(&mut self, most: usize) -> usize {
        let h = self.step.clone();
        let half_square = (&h).square() >> 1_u64;
        let touch = (ratio(10, 1) * (&h).square()) >> 10_u64;
        let mut target: Vec<Rational> = self.velocities.iter().map(|part| part * &h).collect();
        let mut guess = Vec::new();
        for (place, part) in target.iter_mut().enumerate() {
            guess.push(over(
                &rounded(&(&*part + &self.memory[place]), SHORT),
                SHORT,
            ));
            if place % 3 == 1 {
                *part -= ratio(10, 1) * &half_square;
            }
        }
        let weights: Vec<Rational> = self
            .masses
            .iter()
            .flat_map(|[m, i]| [m.clone(), m.clone(), i.clone()])
            .collect();
        let single: Vec<Rational> = self.masses.iter().map(|[m, _]| m.clone()).collect();
        let present = self.gapes(&self.places, &self.rotations);
        let mut programs = 0;
        let (motion, places, rotations) = loop {
            programs += 1;
            let (bodies, _) = guess.as_chunks::<3>();
            let mut middle = Vec::new();
            let mut differences = Vec::new();
            for (body, [x, y, sweep]) in bodies.iter().enumerate() {
                let half = sweep >> 1_u64;
                let size = ratio(1, 1) + (&half).square();
                let c = turned(&self.rotations[body], &[ratio(1, 1) / &size, half / size]);
                middle.push(c.map(|part| over(&rounded(&part, SHORT), SHORT)));
                differences.push([x - &target[3 * body], y - &target[3 * body + 1]]);
            }
            let arms = self.turned_arms(&middle);
            let stiffness =
                self.tree
                    .stiffness(bodies.len(), &self.tree.pulls(&single, &differences), &arms);
            let mut masses = weights.clone();
            let mut aim = target.clone();
            for (body, k) in stiffness.iter().enumerate() {
                if !self.is_stiff {
                    continue;
                }
                let place = 3 * body + 2;
                masses[place] = &weights[place] + k;
                aim[place] =
                    (&weights[place] * &target[place] + k * &guess[place]) / &masses[place];
            }
            let bounds: Vec<Point> = present
                .iter()
                .map(|gape| gape.each_ref().map(|part| -part))
                .collect();
            let motion = self.nearest(&masses, &aim, &arms, &bounds);
            let (moves, _) = motion.as_chunks::<3>();
            let mut places = Vec::new();
            let mut rotations = Vec::new();
            for (body, [x, y, sweep]) in moves.iter().enumerate() {
                let [z_x, z_y] = &self.places[body];
                let round = |part: Rational| over(&rounded(&part, GRID), GRID);
                places.push([round(z_x + x), round(z_y + y)]);
                rotations.push(rotated(&self.rotations[body], sweep));
            }
            let off = self.gapes(&places, &rotations);
            let is_off = off
                .iter()
                .any(|[x, y]| x.square() + y.square() > (&touch).square());
            if !is_off || programs == most {
                break (motion, places, rotations);
            }
            guess = motion
                .iter()
                .map(|part| over(&rounded(part, SHORT), SHORT))
                .collect();
        };
        let mut after = Vec::new();
        for (place, velocity) in self.velocities.iter().enumerate() {
            let fall = if place % 3 == 1 {
                ratio(-10, 1) * &h
            } else {
                ratio(0, 1)
            };
            let pushed = ((&motion[place] - &target[place]) << 1_u64) / &h;
            after.push(over(&rounded(&(velocity + fall + pushed), GRID), GRID));
            self.memory[place] = over(&rounded(&(&motion[place] - velocity * &h), SHORT), SHORT);
        }
        self.places = places;
        self.rotations = rotations;
        let arms = self.turned_arms(&self.rotations);
        let arms: Vec<[Point; 2]> = arms
            .into_iter()
            .map(|ends| ends.map(|arm| arm.map(|part| over(&rounded(&part, 2 * SHORT), 2 * SHORT))))
            .collect();
        let still = vec![[Rational::ZERO, Rational::ZERO]; self.pins.len()];
        let nearest = self.nearest(&weights, &after, &arms, &still);
        self.velocities = nearest
            .iter()
            .map(|part| over(&rounded(part, GRID), GRID))
            .collect();
        programs
    }

    /// The square of how far a pin gapes at most.
    fn drift_squared(&self) -> Rational {
        let gapes = self.gapes(&self.places, &self.rotations);
        gapes
            .iter()
            .map(|[x, y]| x.square() + y.square())
            .max()
            .unwrap()
    }

    fn energy(&self) -> Rational {
        let (velocities, _) = self.velocities.as_chunks::<3>();
        let mut sum = Rational::ZERO;
        for (([mass, inertia], [x, y, spin]), [_, height]) in
            self.masses.iter().zip(velocities).zip(&self.places)
        {
            sum += (mass * (x.square() + y.square()) + inertia * spin.square()) >> 1_u64;
            sum += mass * height * ratio(10, 1);
        }
        sum
    }
}

/// Mass ratios of 10⁴ and 10⁶ at 1/60 s, for half a second: pins gape by less than 10⁻⁵ m, energy
/// stays, no step takes more than five programs. Without the stiffness the chain flies apart.
#[test]
fn heavy_chains_fall() {
    for density in [400, 40_000] {
        let mut chain = Chain::heavy(density, ratio(1, 60), true);
        let mut most = 0;
        for step in 1..=30 {
            most = most.max(chain.advance(8));
            let limit = ratio(1, 10_000_000_000);
            assert!(chain.drift_squared() <= limit, "{density}: step {step}");
        }
        assert!(most <= 5, "{most}");
        // Of some 1,000 J for each 100 kg that have become motion.
        let moved = ratio(density, 4) * ratio(10, 1);
        assert!(chain.energy() <= &moved * ratio(1, 1000), "{density}");
        assert!(chain.energy() >= -moved * ratio(1, 1000), "{density}");
    }
    let mut chain = Chain::heavy(400, ratio(1, 60), false);
    for _ in 0..26 {
        chain.advance(4);
    }
    assert!(chain.drift_squared() > ratio(1, 1_000_000));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Of a random tree and any residuals: after the correction all of them are 0.
    #[test]
    fn a_correction_closes_all_pins(
        parents in prop::collection::vec(0_usize..8, 1..8),
        is_held in any::<bool>(),
        numbers in prop::collection::vec(-9_i64..10, 16),
    ) {
        let bodies = parents.len() + 1;
        let mut pins = Vec::new();
        for (body, parent) in parents.iter().enumerate() {
            pins.push(pin(body + 1, Some(parent % (body + 1))));
        }
        if is_held {
            pins.push(pin(bodies / 2, None));
        }
        let tree = Tree::new(bodies, pins.clone()).unwrap();
        let residuals: Vec<Point> = (0..pins.len()).map(|index| {
            [ratio(numbers[index], 3), ratio(numbers[15 - index], 7)]
        }).collect();
        let mut motion = vec![Rational::ZERO; 3 * bodies];
        tree.correct(&residuals, &mut motion);
        for (pin, residual) in pins.iter().zip(&residuals) {
            for (axis, before) in residual.iter().enumerate() {
                let mut left = before + &motion[3 * pin.first + axis];
                if let Some(body) = pin.second {
                    left -= &motion[3 * body + axis];
                }
                prop_assert_eq!(left, 0);
            }
        }
        prop_assert!(motion.iter().skip(2).step_by(3).all(|sweep| *sweep == Integer::ZERO));
    }
}
