//! docs/masonry.md: its commands say what it shows, and its numbers are those of closed forms.

use crate::cli::workshop::Workshop;
use num_traits::Signed;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use zwang::{Rational, Vector};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs")
}

fn workshop(test: &str) -> Workshop {
    let workshop = Workshop::new(test);
    for name in ["arch", "thrust", "sinks", "buttress", "retaining"] {
        let file = format!("{name}.toml");
        let text = fs::read_to_string(folder().join("masonry").join(&file)).unwrap();
        workshop.file(&file, text);
    }
    workshop
}

fn ratio(text: &str) -> Rational {
    zwang::exact::parse(text).unwrap()
}

#[test]
fn the_document_says_what_the_program_says() {
    let workshop = workshop("masonry-document");
    let text = fs::read_to_string(folder().join("masonry.md")).unwrap();
    let mut commands = 0;
    let mut told = String::new();
    for line in text.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            continue;
        };
        if let Some(command) = line.strip_prefix("$ zwang ") {
            let run = workshop.zwang(command);
            told = run.succeeds().to_owned();
            commands += 1;
        } else if line != "…" {
            assert!(told.lines().any(|said| said == line), "{line}\n{told}");
        }
    }
    assert_eq!(commands, 9);
    let picture = workshop.text("arch.svg");
    // Each stone has a piece of the thrust line.
    assert_eq!(picture.matches("<path class=\"thrust\"").count(), 7);
    assert_eq!(picture.matches(">thrust line</text>").count(), 1);
}

/// Area and first moment of a polygon about the origin, along x.
fn area_and_moment(corners: &[Vector]) -> [Rational; 2] {
    let mut area = Rational::default();
    let mut moment = Rational::default();
    let ends = corners.iter().cycle().skip(1);
    for (start, end) in corners.iter().zip(ends) {
        let cross = start.cross(end);
        moment += &cross * (&start.x + &end.x) / ratio("6");
        area += cross / ratio("2");
    }
    [area, moment]
}

/// The thrust at a hinge of the crown, by moments about a hinge at the springing of the right half:
/// H (y_B - y_A) = V (x_A - x_B) + Σ w (x_A - x), for half of the keystone as V.
fn thrust(springing: [&str; 2], crown: [&str; 2], stones: usize) -> Rational {
    let directions = [
        ["7/25", "24/25"],
        ["21/29", "20/29"],
        ["35/37", "12/37"],
        ["1", "0"],
    ];
    let corner = |radius: &str, index: usize| {
        let [x, y] = directions[index].map(ratio);
        Vector::new(x * ratio(radius), y * ratio(radius))
    };
    let [x, y] = springing.map(ratio);
    let [crown_x, crown_y] = crown.map(ratio);
    let mut turning = Rational::default();
    for stone in 0..stones {
        let corners = [
            corner("2", stone),
            corner("2", stone + 1),
            corner("13/5", stone + 1),
            corner("13/5", stone),
        ];
        let [area, moment] = area_and_moment(&corners);
        turning += &x * area - moment;
    }
    // A trapezoid between the chords of both circles.
    let widths = (ratio("2") + ratio("13/5")) * ratio("7/25");
    let half_keystone = widths * (ratio("13/5") - ratio("2")) * ratio("24/25") / ratio("2");
    turning += half_keystone * (&x - crown_x);
    turning / (crown_y - y)
}

/// The right abutment sinks. By moments of the five stones that move about the hinge on the left, at
/// the intrados, and of the three on the right about that of the crown, at the extrados: what the
/// abutment bears, and its own weight.
#[test]
fn a_support_that_sinks_bears_what_three_hinges_leave() {
    let directions = [
        ["7/25", "24/25"],
        ["21/29", "20/29"],
        ["35/37", "12/37"],
        ["1", "0"],
    ];
    let corner = |radius: &str, index: usize| {
        let [x, y] = directions[index].map(ratio);
        Vector::new(x * ratio(radius), y * ratio(radius))
    };
    let mut area = Rational::default();
    let mut moment = Rational::default();
    let mut first = [Rational::default(), Rational::default()];
    for stone in 0..3 {
        let corners = [
            corner("2", stone),
            corner("2", stone + 1),
            corner("13/5", stone + 1),
            corner("13/5", stone),
        ];
        let [own_area, own_moment] = area_and_moment(&corners).map(|sum| sum.abs());
        area += &own_area;
        moment += &own_moment;
        if stone == 0 {
            first = [own_area, own_moment];
        }
    }
    let widths = (ratio("2") + ratio("13/5")) * ratio("7/25");
    let keystone = widths * (ratio("13/5") - ratio("2")) * ratio("24/25");
    // `stone 2` is the image of `stone 4`, and their moments about the middle cancel.
    let [image, its_moment] = first;
    let all = &area + image + keystone;
    let all_moment = &moment - its_moment;
    let crown = corner("13/5", 0);
    let left = Vector::new(-corner("2", 1).x, corner("2", 1).y);
    let springing = ratio("13/5");
    let about_crown = &moment - &crown.x * &area;
    let about_left = all_moment - &left.x * &all;
    let above = about_crown * &left.y - about_left * &crown.y;
    let below = (&springing - &crown.x) * &left.y - (&springing - &left.x) * &crown.y;
    let bearing = above / below + ratio("8/5") * ratio("3/5");
    let workshop = workshop("masonry-sinks");
    let run = workshop.zwang("critical sinks.toml --load bearing --json");
    let json: Value = serde_json::from_str(run.succeeds()).unwrap();
    assert_eq!(ratio(json["stands_at"].as_str().unwrap()), bearing);
}

#[test]
fn thrusts_are_those_of_three_hinges() {
    let workshop = workshop("masonry-thrust");
    let limit = |command: &str| {
        let run = workshop.zwang(command);
        let json: Value = serde_json::from_str(run.succeeds()).unwrap();
        ratio(json["stands_at"].as_str().unwrap())
    };
    let least = limit("critical thrust.toml --load thrust --downwards --json");
    assert_eq!(least, thrust(["70/37", "24/37"], ["91/125", "312/125"], 2));
    let most = limit("critical thrust.toml --load thrust --json");
    assert_eq!(most, thrust(["13/5", "0"], ["14/25", "48/25"], 3));
    assert!(least < most);
    let vault = limit("critical buttress.toml --load vault --json");
    assert_eq!(vault, ratio("2/3"));
}
