//! First meetings against closed forms, and against many samples of random motions.

use super::{Motion, Polynomial, first_meeting, gap};
use crate::number::{over, rounded};
use malachite::base::num::arithmetic::traits::{Abs, FloorSqrt, PowerOf2, Square};
use malachite::{Integer, Rational};
use proptest::prelude::*;

fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::from_signeds(numerator, denominator)
}

fn product(roots: &[Rational]) -> Polynomial {
    let mut product = Polynomial(vec![ratio(1, 1)]);
    for root in roots {
        product = &product * &Polynomial(vec![-root, ratio(1, 1)]);
    }
    product
}

/// The largest multiple of 2^-64 up to a number.
fn below(value: &Rational) -> Rational {
    let cells = Integer::power_of_2(64);
    let numerator = Integer::from_sign_and_abs_ref(true, value.numerator_ref()) * &cells;
    Rational::from_integers(numerator / Integer::from(value.denominator_ref()), cells)
}

/// 1 - 5 t² vanishes at the root of 1/5, which is found to the last of 64 digits.
#[test]
fn a_fall_ends_at_the_root() {
    let fall = Polynomial(vec![ratio(1, 1), ratio(0, 1), ratio(-5, 1)]);
    let found = first_meeting(&[vec![fall]], 64).unwrap();
    let square = Integer::power_of_2(128) / Integer::from(5);
    let root = Rational::from_integers(square.floor_sqrt(), Integer::power_of_2(64));
    assert_eq!(found, root);
}

/// Two roots closer to each other than any sample, the first counts; and of a third one later.
#[test]
fn the_first_of_several_roots_is_found() {
    let close = ratio(1, 3) + (Rational::from(1) >> 40_u64);
    let dips = product(&[ratio(1, 3), close]);
    assert_eq!(first_meeting(&[vec![dips]], 64), Some(below(&ratio(1, 3))));
    let later = product(&[ratio(2, 7), ratio(4, 7), ratio(6, 7)]);
    let later = &later * &Polynomial(vec![ratio(-1, 1)]);
    assert_eq!(first_meeting(&[vec![later]], 64), Some(below(&ratio(2, 7))));
}

#[test]
fn what_stays_apart_or_slides_along_does_not_meet() {
    let apart = Polynomial(vec![ratio(1, 1), ratio(-2, 1), ratio(2, 1)]);
    let along = Polynomial(vec![ratio(0, 1), ratio(0, 1)]);
    assert_eq!(first_meeting(&[vec![apart, along]], 64), None);
}

/// One edge separates until 3/5, another one from 2/5 on: the parts pass each other by. If the
/// second one separates from 4/5 on, they meet at 3/5.
#[test]
fn an_edge_may_take_over() {
    let until = Polynomial(vec![ratio(3, 5), ratio(-1, 1)]);
    let from = |start: Rational| Polynomial(vec![-start, ratio(1, 1)]);
    let edges = [vec![until.clone()], vec![from(ratio(2, 5))]];
    assert_eq!(first_meeting(&edges, 64), None);
    let edges = [vec![until], vec![from(ratio(4, 5))]];
    assert_eq!(first_meeting(&edges, 64), Some(below(&ratio(3, 5))));
}

/// A vertex 1 above a floor falls by v t + g t²/2 with v = 3, g = 8: 4 t² + 3 t = 1 at t = 1/4; and
/// it does so as well if its body turns about it.
#[test]
fn a_vertex_lands_on_a_floor() {
    let floor = Motion::fixed();
    let edge = [[ratio(-9, 1), ratio(0, 1)], [ratio(9, 1), ratio(0, 1)]];
    // The floor is on the left of its upper side, which goes to the left.
    let edge = (&floor, &edge[1], &edge[0]);
    for turn in [ratio(0, 1), ratio(3, 4)] {
        let body = Motion {
            centroid: [ratio(0, 1), ratio(1, 1)],
            displacement: [[ratio(1, 1), ratio(-3, 1)], [ratio(0, 1), ratio(-4, 1)]],
            turn: [turn, ratio(0, 1)],
            ..Motion::fixed()
        };
        let falls = gap((&body, &[ratio(0, 1), ratio(0, 1)]), edge);
        assert_eq!(first_meeting(&[vec![falls]], 64), Some(ratio(1, 4)));
    }
}

/// A point falls from 5/2 m and bounces with ε = 1 for ten seconds, in steps of 1/60 s that are cut
/// where it meets the floor: its energy stays but for rounding, and it is where the closed form
/// says.
#[test]
fn steps_that_are_cut_at_impacts_keep_the_energy() {
    let floor = Motion::fixed();
    let edge = [[ratio(9, 1), ratio(0, 1)], [ratio(-9, 1), ratio(0, 1)]];
    let origin = [ratio(0, 1), ratio(0, 1)];
    let on_grid = |value: Rational| over(&rounded(&value, 64), 64);
    let gravity = ratio(-10, 1);
    let [mut height, mut speed] = [ratio(5, 2), ratio(0, 1)];
    let mut impacts = 0;
    for _ in 0..600 {
        let mut left = ratio(1, 60);
        while left > 0 {
            let quadratic = (&gravity * (&left).square()) >> 1_u64;
            let falling = Motion {
                centroid: [ratio(0, 1), height.clone()],
                displacement: [[ratio(0, 1), &speed * &left], [ratio(0, 1), quadratic]],
                ..Motion::fixed()
            };
            let gap = gap((&falling, &origin), (&floor, &edge[0], &edge[1]));
            // What has just met, and parts, is left to itself.
            let is_off = height > ratio(1, 1 << 40) || speed <= 0;
            let meets = if is_off {
                first_meeting(&[vec![gap]], 64)
            } else {
                None
            };
            let part = &left * meets.clone().unwrap_or_else(|| ratio(1, 1));
            height = on_grid(height + &speed * &part + ((&gravity * (&part).square()) >> 1_u64));
            speed = on_grid(speed + &gravity * &part);
            left -= part;
            if meets.is_some() {
                assert!(height >= 0);
                speed = -speed;
                impacts += 1;
            }
        }
    }
    // Every 2 √(1/2) s, first after half of that.
    assert_eq!(impacts, 7);
    let energy = (&speed).square() / ratio(2, 1) + ratio(10, 1) * &height;
    let error = (energy - ratio(25, 1)).abs();
    assert!(error < Rational::from(1) >> 40_u64, "{error}");
    let root = (Integer::from(2) * Integer::power_of_2(128)).floor_sqrt();
    let root = Rational::from_integers(root, Integer::power_of_2(64));
    let phase = ratio(10, 1) - &root * ratio(13, 2);
    let expected = ratio(5, 1) * (root * &phase - phase.square());
    assert!((height - expected).abs() < ratio(1, 1_000_000_000));
}

/// A body with its arms, counter-clockwise.
struct Shape {
    motion: Motion,
    arms: Vec<[Rational; 2]>,
}

fn brick(width: i64, height: i64, place: [i64; 2], moves: [i64; 4], turn: [i64; 2]) -> Shape {
    let [w, h] = [ratio(width, 8), ratio(height, 8)];
    Shape {
        motion: Motion {
            centroid: place.map(|part| ratio(part, 4)),
            displacement: [
                [ratio(moves[0], 4), ratio(moves[1], 4)],
                [ratio(moves[2], 4), ratio(moves[3], 4)],
            ],
            turn: turn.map(|part| ratio(part, 8)),
            ..Motion::fixed()
        },
        arms: vec![
            [-&w, -&h],
            [w.clone(), -&h],
            [w.clone(), h.clone()],
            [-w, h],
        ],
    }
}

/// The gaps of all edges of both.
fn edges(first: &Shape, second: &Shape) -> Vec<Vec<Polynomial>> {
    let mut edges = Vec::new();
    for [own, other] in [[first, second], [second, first]] {
        for place in 0..4 {
            let ends = [&own.arms[place], &own.arms[(place + 1) % 4]];
            let mut gaps = Vec::new();
            for arm in &other.arms {
                gaps.push(gap((&other.motion, arm), (&own.motion, ends[0], ends[1])));
            }
            edges.push(gaps);
        }
    }
    edges
}

fn is_apart(edges: &[Vec<Polynomial>], time: &Rational) -> bool {
    edges
        .iter()
        .any(|gaps| gaps.iter().all(|gap| gap.at(time) >= 0))
}

/// A point of a moving body by the formula of its pose, not by polynomials.
fn point(shape: &Shape, vertex: usize, time: &Rational) -> [Rational; 2] {
    let Motion {
        centroid,
        displacement: [first, second],
        turn: [s_1, s_2],
        ..
    } = &shape.motion;
    let square = time.square();
    let half = (s_1 * time + s_2 * &square) >> 1_u64;
    let size = ratio(1, 1) + (&half).square();
    let cosine = (ratio(1, 1) - (&half).square()) / &size;
    let sine = (half << 1_u64) / size;
    let [x, y] = &shape.arms[vertex];
    let turned = [&cosine * x - &sine * y, sine * x + cosine * y];
    let place = |axis: usize| &centroid[axis] + &first[axis] * time + &second[axis] * &square;
    [place(0) + &turned[0], place(1) + &turned[1]]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    /// Two bricks, one of which moves and turns: apart at all samples up to the time found, and not
    /// just after it; apart at all samples if none is found. Gaps have the signs that points have.
    #[test]
    fn random_bricks_meet_when_samples_do(
        size in (1_i64..8, 1_i64..8),
        place in (-6_i64..7, 6_i64..12),
        moves in prop::array::uniform4(-12_i64..13),
        turn in prop::array::uniform2(-16_i64..17),
    ) {
        let still = brick(6, 3, [0, 0], [0; 4], [0; 2]);
        let moving = brick(size.0, size.1, [place.0, place.1], moves, turn);
        let edges = edges(&still, &moving);
        prop_assume!(is_apart(&edges, &ratio(0, 1)));
        let found = first_meeting(&edges, 40);
        let end = found.clone().unwrap_or_else(|| ratio(1, 1));
        for sample in 0..=64 {
            let time = &end * ratio(sample, 64);
            prop_assert!(is_apart(&edges, &time), "{time} of {end}");
            // The lowest edge of the moving brick's vertices seen from the upper side of the other.
            for (vertex, gap) in edges[2].iter().enumerate() {
                let above = point(&moving, vertex, &time)[1].clone() - ratio(3, 8);
                prop_assert_eq!(gap.at(&time).partial_cmp(&0), above.partial_cmp(&0));
            }
        }
        if let Some(time) = found {
            let cell = Rational::from(1) >> 40_u64;
            let grazes = (1..=8).all(|part| is_apart(&edges, &(&time + &cell * ratio(part, 8))));
            // What only grazes counts as a meeting, and no edge may have taken over within a cell.
            prop_assert!(!grazes || is_close(&edges, &time), "{time}");
        }
    }
}

/// Whether no edge separates by more than a thousandth of a millionth at a time.
fn is_close(edges: &[Vec<Polynomial>], time: &Rational) -> bool {
    let limit = ratio(1, 1_000_000_000);
    !edges
        .iter()
        .any(|gaps| gaps.iter().all(|gap| gap.at(time) > limit))
}
