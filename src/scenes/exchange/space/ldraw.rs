//! Models of LDraw: bricks and plates that are boxes, in their places (lines of type 1).
//!
//! A unit is 0.4 mm, y points down; here z = -y points up. A stud is 20 units wide, a brick 24
//! high, a plate 8; a part hangs below its origin. Studs and tubes are left out, so bricks lie on
//! each other dry. The floor is at the lowest point.

use super::draft::{Draft, DraftBody, Floor};
use super::mesh::{Mesh, limit};
use super::words::{Line, lines};
use crate::ImportOptions;
use crate::error::{Result, excerpt, refuse};
use num_traits::Zero;
use zwang_exact::{Matrix3, Rational, Vector3};

/// Units of height.
const BRICK: i64 = 24;
const PLATE: i64 = 8;

/// Parts: studs along x and along z, and the height.
const PARTS: [(&str, [i64; 2], i64); 37] = [
    ("3005", [1, 1], BRICK),
    ("3004", [2, 1], BRICK),
    ("3622", [3, 1], BRICK),
    ("3010", [4, 1], BRICK),
    ("3009", [6, 1], BRICK),
    ("3008", [8, 1], BRICK),
    ("6111", [10, 1], BRICK),
    ("6112", [12, 1], BRICK),
    ("2465", [16, 1], BRICK),
    ("3003", [2, 2], BRICK),
    ("3002", [3, 2], BRICK),
    ("3001", [4, 2], BRICK),
    ("2456", [6, 2], BRICK),
    ("44237", [6, 2], BRICK),
    ("3007", [8, 2], BRICK),
    ("3006", [10, 2], BRICK),
    ("2356", [6, 4], BRICK),
    ("3024", [1, 1], PLATE),
    ("3023", [2, 1], PLATE),
    ("3023b", [2, 1], PLATE),
    ("3623", [3, 1], PLATE),
    ("3710", [4, 1], PLATE),
    ("3666", [6, 1], PLATE),
    ("3460", [8, 1], PLATE),
    ("4477", [10, 1], PLATE),
    ("3022", [2, 2], PLATE),
    ("3021", [3, 2], PLATE),
    ("3020", [4, 2], PLATE),
    ("3795", [6, 2], PLATE),
    ("3034", [8, 2], PLATE),
    ("3832", [10, 2], PLATE),
    ("3031", [4, 4], PLATE),
    ("3032", [6, 4], PLATE),
    ("3035", [8, 4], PLATE),
    ("3030", [10, 4], PLATE),
    ("3958", [6, 6], PLATE),
    ("3036", [8, 6], PLATE),
];

const KNOWN: &str = "a brick or a plate that is a box, such as 3001.dat; --skip leaves one out";

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let mut draft = Draft::new(&options.name);
    draft.floor = Floor::Lowest;
    let unit = match options.scale {
        None => Rational::new(1.into(), 2500.into()),
        Some(_) => Rational::from_integer(1.into()),
    };
    let mut count = 0;
    for line in lines(text) {
        match line.words[0] {
            "0" => {
                if line.words.get(1) == Some(&"FILE") && count > 0 {
                    let expected = "one model; parts of the file by name are not read";
                    return line.refuse("model", "a second model", expected);
                }
            }
            "1" => {
                count += 1;
                limit(line.number, "parts", count)?;
                let name = format!("brick {count}");
                let mesh = part(&line, &unit)?;
                draft.add(DraftBody::new(line.number, &name, vec![mesh]), options);
            }
            word => {
                let found = format!("a line of type `{}`", excerpt(word));
                return line.refuse("model", found, "lines of types 0 and 1");
            }
        }
    }
    if count == 0 {
        return refuse(1, "file", "no parts", KNOWN);
    }
    Ok(draft)
}

fn part(line: &Line, unit: &Rational) -> Result<Mesh> {
    let Some(file) = line.words.get(14) else {
        let found = format!("{} words", line.words.len());
        return line.refuse("part", found, "1 COLOUR X Y Z, nine numbers and a file");
    };
    let lower = file.to_ascii_lowercase();
    let name = lower.strip_suffix(".dat").unwrap_or(&lower);
    let part = PARTS.iter().find(|(part, ..)| *part == name);
    let Some((_, [along_x, along_z], height)) = part else {
        let found = format!("`{}`", excerpt(file));
        return line.refuse("part", found, KNOWN);
    };
    let place = line.point("part", 2)?;
    let turn = Matrix3::new([
        line.point("part", 5)?,
        line.point("part", 8)?,
        line.point("part", 11)?,
    ]);
    if turn.determinant().is_zero() {
        return line.refuse(
            "part",
            "a matrix without an inverse",
            "one that turns the part",
        );
    }
    let mut corners = Vec::with_capacity(8);
    for x in [-10 * along_x, 10 * along_x] {
        for y in [0, *height] {
            for z in [-10 * along_z, 10 * along_z] {
                let corner = turn.times(&Vector3::from_integers(x, y, z));
                let Vector3 { x, y, z } = &place + &corner;
                let corner = Vector3::new(x, z, -y);
                corners.push(corner.scaled(unit));
            }
        }
    }
    Ok(Mesh::hull_of(line.number, corners))
}
