//! Turned blocks: a wedge with a block on it, a ladder at a wall, leaning dominoes.
//!
//! Angles are given by half-angle tangents, so that sines and cosines are rational: t = 1/2 is the
//! 3-4-5 triangle. Without friction a force at a level or upright face is level or upright itself,
//! and that decides every outcome here.

use crate::body::{MAX_BODIES, direction, fixed, fixed_box, floor, free, scene, stands, turned};
use crate::brick::Brick;
use crate::error::{GenerateError, require_between, require_count};
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene};

/// The parameters of a wedge with a block on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wedge {
    /// Tangent of half the slope's angle, between 0 and 1.
    pub slope: Rational,
    /// Whether the wedge may slide on the floor.
    pub movable: bool,
    /// The block; a movable wedge has its density.
    pub block: Brick,
}

impl Default for Wedge {
    /// Half-angle tangent 1/3, which rises 3 on 4; fixed; a block of 1 × 1/4.
    fn default() -> Self {
        Self {
            slope: ratio(1, 3),
            movable: false,
            block: Brick::default(),
        }
    }
}

/// A right-angled wedge on a floor with its slope up to the right, three blocks long, and a block
/// in the middle of the slope. It never stands: nothing holds the block against the level part of
/// the force of the slope.
///
/// # Errors
/// [`GenerateError`] for a block without extent or a slope that is not between level and upright.
pub fn wedge(parameters: &Wedge) -> Result<Scene, GenerateError> {
    let Wedge {
        slope,
        movable,
        block,
    } = parameters;
    block.validate()?;
    require_between("the slope", slope, &whole(0), &whole(1))?;
    let uphill = direction(slope);
    let top = uphill.scaled(&(&block.width * whole(3)));
    let triangle = vec![
        Vector::zero(),
        Vector::new(top.x.clone(), whole(0)),
        top.clone(),
    ];
    let mut free_bodies = vec![turned(
        "block".to_owned(),
        &uphill.scaled(&block.width),
        &uphill,
        block,
    )?];
    let mut fixed_bodies = vec![];
    let (name, title) = if *movable {
        let mass = &top.x * &top.y * ratio(1, 2) * &block.density;
        free_bodies.insert(0, free("wedge".to_owned(), triangle, &mass)?);
        ("wedge-movable", "A block on a wedge that may slide")
    } else {
        fixed_bodies.push(fixed("wedge", triangle)?);
        ("wedge", "A block on an incline")
    };
    fixed_bodies.insert(0, floor(&free_bodies, &(&block.width * whole(3)))?);
    Ok(scene(
        name.to_owned(),
        title.to_owned(),
        stands(false),
        fixed_bodies,
        free_bodies,
    ))
}

/// The parameters of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Tangent of half the angle between floor and ladder, between 0 and 1.
    pub tilt: Rational,
    /// The ladder: its length as width, its thickness as height.
    pub rod: Brick,
}

impl Default for Ladder {
    /// A rod of 5 × 1/10 with its foot 3 away from the wall and its top 4 high.
    fn default() -> Self {
        let rod = Brick {
            width: ratio(5, 1),
            height: ratio(1, 10),
            density: ratio(1, 1),
        };
        Self {
            tilt: ratio(1, 2),
            rod,
        }
    }
}

/// A rod with one corner on the floor and one at a wall to its left, the wall's face at x = 0. The
/// floor pushes up at the foot and nothing balances a push of the wall, so it falls, unless it is
/// so thick that its centre is exactly above its foot.
///
/// # Errors
/// [`GenerateError`] for a rod without extent or a tilt that is not between level and upright.
pub fn ladder(parameters: &Ladder) -> Result<Scene, GenerateError> {
    let Ladder { tilt, rod } = parameters;
    rod.validate()?;
    require_between("the tilt", tilt, &whole(0), &whole(1))?;
    let tilt = direction(tilt);
    let foot = Vector::new(&tilt.x * &rod.width, whole(0));
    let upright = Brick {
        width: rod.height.clone(),
        height: rod.width.clone(),
        density: rod.density.clone(),
    };
    let rods = vec![turned(
        "ladder".to_owned(),
        &foot,
        &Vector::new(tilt.y.clone(), tilt.x.clone()),
        &upright,
    )?];
    let height = &rod.width * ratio(3, 2);
    let wall = fixed_box(
        "wall",
        &Vector::new(&rod.width * ratio(-1, 4), whole(0)),
        &Vector::new(whole(0), height),
    )?;
    let balanced = &tilt.x * &rod.width == &tilt.y * &rod.height;
    let fixed_bodies = vec![floor(&rods, &rod.width)?, wall];
    Ok(scene(
        "ladder".to_owned(),
        "A ladder against a wall".to_owned(),
        stands(balanced),
        fixed_bodies,
        rods,
    ))
}

/// The parameters of a row of dominoes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dominoes {
    /// Number of tiles.
    pub count: usize,
    /// How many of them, from the left, lean to the right.
    pub leaning: usize,
    /// Tangent of half the angle from the vertical at which they lean, between 0 and 1.
    pub lean: Rational,
    /// Free space between standing tiles, m; 0 puts them face to face.
    pub spacing: Rational,
    /// A tile, standing: its thickness as width.
    pub tile: Brick,
}

impl Default for Dominoes {
    /// Five tiles of 1/4 × 1, 1/2 apart, the first leaning at the angle of the triangle 5-12-13.
    fn default() -> Self {
        let tile = Brick {
            width: ratio(1, 4),
            height: ratio(1, 1),
            density: ratio(1, 1),
        };
        Self {
            count: 5,
            leaning: 1,
            lean: ratio(1, 5),
            spacing: ratio(1, 2),
            tile,
        }
    }
}

/// Tiles in a row on a floor. Leaning ones lie face to face, and the upper right corner of the last
/// of them touches the face of the first standing one.
///
/// Standing tiles stand. A leaning one falls: nothing balances a push of its right neighbour, so
/// its foot alone would have to carry it, which only works where its centre is exactly above its
/// foot.
///
/// # Errors
/// [`GenerateError`] for a tile without extent, no tile or too many, more leaning tiles than tiles,
/// a lean that is not between upright and level or at which leaning tiles lose touch, or negative
/// spacing.
pub fn dominoes(parameters: &Dominoes) -> Result<Scene, GenerateError> {
    let Dominoes {
        count,
        leaning,
        lean,
        spacing,
        tile,
    } = parameters;
    tile.validate()?;
    require_count("tiles", *count, 1, MAX_BODIES)?;
    require_count("leaning tiles", *leaning, 0, *count)?;
    require_between("the lean", lean, &whole(0), &whole(1))?;
    if *spacing < whole(0) {
        let expected = "0 or more".to_owned();
        return Err(GenerateError::OutOfRange {
            what: "the spacing",
            found: spacing.clone(),
            expected,
        });
    }
    let lean = direction(lean);
    if *leaning > 1 && &tile.width * &lean.y >= &tile.height * &lean.x {
        let expected = format!(
            "less than {}, where leaning tiles lose touch",
            &tile.height * &lean.x / &lean.y
        );
        return Err(GenerateError::OutOfRange {
            what: "the width",
            found: tile.width.clone(),
            expected,
        });
    }
    let tiles = row_of_tiles(parameters, &lean)?;
    let floor = floor(&tiles, &tile.height)?;
    let balanced = &tile.width * &lean.x == &tile.height * &lean.y;
    let title = format!("{count} dominoes, {leaning} of them leaning");
    Ok(scene(
        format!("domino-{count}"),
        title,
        stands(*leaning == 0 || balanced),
        vec![floor],
        tiles,
    ))
}

fn row_of_tiles(parameters: &Dominoes, lean: &Vector) -> Result<Vec<Body>, GenerateError> {
    let Dominoes {
        count,
        leaning,
        spacing,
        tile,
        ..
    } = parameters;
    let base = Vector::new(lean.x.clone(), -&lean.y);
    let mut tiles = Vec::with_capacity(*count);
    let mut foot = whole(0);
    for index in 0..*leaning {
        if index > 0 {
            foot += &tile.width / &lean.x;
        }
        let corner = Vector::new(&foot - &tile.width * &lean.x, &tile.width * &lean.y);
        tiles.push(turned(format!("tile {index}"), &corner, &base, tile)?);
    }
    let mut left = if *leaning > 0 {
        foot + &tile.height * &lean.y
    } else {
        whole(0)
    };
    for index in *leaning..*count {
        let corner = Vector::new(left.clone(), whole(0));
        tiles.push(turned(
            format!("tile {index}"),
            &corner,
            &Vector::from_integers(1, 0),
            tile,
        )?);
        left += &tile.width + spacing;
    }
    Ok(tiles)
}
