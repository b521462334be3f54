//! Boxes land on flush tiles as on one floor. Programs are repeated until gaps are off by less than
//! `touch`/16, here 6·10^-8 m; a speed of that much in a step grows in the rest of the run.
#![allow(clippy::disallowed_types, reason = "paths are compared as doubles")]

use crate::stage::{begin, scene};
use malachite::base::num::conversion::traits::RoundingFrom;
use malachite::base::rounding_modes::RoundingMode;
use zwang_program::Monitor;

/// Pseudo-random numbers (Knuth, MMIX).
pub struct Chance(pub u64);

impl Chance {
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let next = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = next.wrapping_add(1_442_695_040_888_963_407);
        let high = (self.0 ^ (self.0 >> 33)) >> 20;
        let range = (most - least + 1).unsigned_abs();
        least + i64::try_from(high % range).unwrap()
    }
}

/// A box of random size, tilt and motion above the ground, in thousandths; where it is after each
/// of 90 steps.
fn path(ground: &str, body: &str) -> Vec<[f64; 2]> {
    let mut simulation = begin(scene("[0, -10]", &format!("{ground}{body}")), "1/100");
    let mut path = Vec::new();
    for _ in 0..90 {
        simulation.advance(&Monitor::default()).unwrap();
        let (centroid, _) = simulation.pose(0);
        let float = |part| f64::rounding_from(part, RoundingMode::Nearest).0;
        path.push(centroid.each_ref().map(float));
    }
    path
}

fn random_box(chance: &mut Chance) -> String {
    let [width, height] = [0, 0].map(|_| chance.between(200, 1000));
    let tangent = chance.between(-1000, 1000);
    let [v_x, v_y] = [chance.between(-6000, 6000), chance.between(-6000, 0)];
    let spin = chance.between(-6000, 6000);
    let above = chance.between(710, 1500);
    let unit = 1_000_000 + tangent * tangent;
    let [cosine, sine] = [1_000_000 - tangent * tangent, 2000 * tangent];
    let mut corners = String::new();
    for [x, y] in [
        [-width, -height],
        [width, -height],
        [width, height],
        [-width, height],
    ] {
        let across = cosine * x - sine * y;
        let up = sine * x + cosine * y + 2 * above * unit;
        let scale = 2000 * unit;
        corners += &format!("[\"{across}/{scale}\", \"{up}/{scale}\"], ");
    }
    format!(
        "[[body]]\nname = \"box\"\nparts = [[{corners}]]\n\
         velocity = [\"{v_x}/1000\", \"{v_y}/1000\"]\nspin = \"{spin}/1000\"\n"
    )
}

/// Flush tiles of one random width.
fn tiles(chance: &mut Chance) -> String {
    let width = chance.between(100, 2000);
    let mut left = -8000 - chance.between(0, width);
    let mut tiles = String::new();
    while left < 8000 {
        let right = left + width;
        tiles += &format!(
            "[[body]]\nname = \"tile {left}\"\nfixed = true\nparts = [[[\"{left}/1000\", -1], \
             [\"{right}/1000\", -1], [\"{right}/1000\", 0], [\"{left}/1000\", 0]]]\n"
        );
        left = right;
    }
    tiles
}

#[test]
fn boxes_land_on_tiles_as_on_one_floor() {
    let floor = crate::stage::floor();
    let mut chance = Chance(2026);
    for _ in 0..12 {
        let body = random_box(&mut chance);
        let tiles = tiles(&mut chance);
        for (one, other) in path(&floor, &body).iter().zip(path(&tiles, &body)) {
            let off = f64::hypot(one[0] - other[0], one[1] - other[1]);
            assert!(off < 2e-5, "{off}: {body}");
        }
    }
}

/// The same of 440 boxes: how far they are apart at most.
#[test]
#[ignore = "takes minutes"]
fn many_boxes_land_on_tiles_as_on_one_floor() {
    let floor = crate::stage::floor();
    for seed in [2026, 4242] {
        let mut chance = Chance(seed);
        let mut offs = Vec::new();
        for _ in 0..220 {
            let body = random_box(&mut chance);
            let tiles = tiles(&mut chance);
            let mut largest = 0.0;
            for (one, other) in path(&floor, &body).iter().zip(path(&tiles, &body)) {
                largest = f64::max(largest, f64::hypot(one[0] - other[0], one[1] - other[1]));
            }
            offs.push(largest);
        }
        offs.sort_by(f64::total_cmp);
        println!("seed {seed}: {:?}", &offs[210..]);
        assert!(offs[219] < 2e-5, "{offs:?}");
    }
}
