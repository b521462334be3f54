//! Disks that fall: into a box, and through a funnel.

use crate::body::{MAX_BODIES, fixed, fixed_box, scene};
use crate::disks::disk;
use crate::error::{GenerateError, require_count, require_positive};
use crate::number::{ratio, whole};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, Scene};

/// Disks of radius 1/4 and mass 1 above the floor of a box between two walls, about as many rows as
/// columns. They do not touch, and every other row is shifted by a tenth of a diameter, so that
/// each disk falls on the side of the one below.
///
/// # Errors
/// [`GenerateError`] for no disk or too many, or a gravity that is not positive.
pub fn pour(disks: usize, gravity: &Rational) -> Result<Scene, GenerateError> {
    require_count("disks", disks, 1, MAX_BODIES)?;
    require_positive("the gravity", gravity)?;
    let mut columns = disks.isqrt();
    if columns * columns < disks {
        columns += 1;
    }
    let rows = disks.div_ceil(columns);
    let step = ratio(11, 20);
    let half = &step * whole(columns) * ratio(1, 2) + ratio(1, 20);
    let height = &step * whole(rows) + ratio(1, 1);
    let outside = &half + ratio(1, 1);
    let floor = fixed_box(
        "floor",
        &Vector::new(-&outside, ratio(-1, 1)),
        &Vector::new(outside.clone(), ratio(0, 1)),
    )?;
    let left = fixed_box(
        "left wall",
        &Vector::new(-&outside, ratio(0, 1)),
        &Vector::new(-&half, height.clone()),
    )?;
    let right = fixed_box(
        "right wall",
        &Vector::new(half, ratio(0, 1)),
        &Vector::new(outside, height),
    )?;
    let low = Vector::new(-&step * whole(columns - 1) * ratio(1, 2), ratio(3, 4));
    let free = rows_of_disks(
        disks,
        columns,
        &low,
        &Vector::new(step.clone(), step),
        ratio(1, 40),
    );
    let title = format!("{disks} disks poured into a box");
    let fixed = vec![floor, left, right];
    let mut scene = scene(format!("pour-{disks}"), title, None, fixed, free);
    scene.gravity = Vector::new(ratio(0, 1), -gravity);
    Ok(scene)
}

/// Disks of radius 1/4 and mass 1 in rows of five above a funnel of slope 2, whose neck is 2 wide.
///
/// # Errors
/// [`GenerateError`] for no disk or too many, or a gravity that is not positive.
pub fn funnel(disks: usize, gravity: &Rational) -> Result<Scene, GenerateError> {
    require_count("disks", disks, 1, MAX_BODIES)?;
    require_positive("the gravity", gravity)?;
    let point = Vector::from_integers;
    let floor = fixed_box("floor", &point(-4, -2), &point(4, 0))?;
    let left = vec![point(-3, 0), point(-1, 0), point(-1, 1), point(-3, 5)];
    let right = vec![point(1, 0), point(3, 0), point(3, 5), point(1, 1)];
    let fixed = vec![floor, fixed("left", left)?, fixed("right", right)?];
    let low = Vector::new(ratio(-43, 40), ratio(3, 1));
    let step = Vector::new(ratio(11, 20), ratio(3, 5));
    let free = rows_of_disks(disks, 5, &low, &step, ratio(1, 40));
    let title = format!("{disks} disks in a funnel");
    let mut scene = scene(format!("funnel-{disks}"), title, None, fixed, free);
    scene.gravity = Vector::new(ratio(0, 1), -gravity);
    Ok(scene)
}

/// Rows of so many columns, the lowest first, from the lower left one; even rows are shifted to the
/// left, odd ones to the right.
fn rows_of_disks(
    disks: usize,
    columns: usize,
    low: &Vector,
    step: &Vector,
    shift: Rational,
) -> Vec<Body> {
    let mut free = Vec::with_capacity(disks);
    for place in 0..disks {
        let row = place / columns;
        let column = place % columns;
        let shift = if row.is_multiple_of(2) {
            -&shift
        } else {
            shift.clone()
        };
        let x = &low.x + &step.x * whole(column) + shift;
        let y = &low.y + &step.y * whole(row);
        let name = format!("disk {row} {column}");
        free.extend(disk(name, Vector::new(x, y), &ratio(1, 4), &ratio(1, 1)));
    }
    free
}
