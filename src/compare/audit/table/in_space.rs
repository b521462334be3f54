//! Tables of runs in space: a row has a centroid, a quaternion, and maybe velocities.

use super::error::{TableError, quoted, shown};
use super::row::{Placement, Reader};
use super::{State, Table};
use malachite::Rational;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use zwang_program::kernel::number::to_solver;
use zwang_scene::space::{Dynamics, Scene};

/// A run in space, as a table has it. It has no contacts.
pub type SpaceTable = Table<PlacedInSpace>;

/// A body in space at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedInSpace {
    /// The centroid, m.
    pub centroid: [Rational; 3],
    /// The rotation since the scene file, a quaternion (w, x, y, z) that misses the unit sphere by
    /// its rounding.
    pub quaternion: [Rational; 4],
    /// Velocity of the centroid, m/s, and spin, rad/s, in the axes of the scene.
    pub velocity: Option<[[Rational; 3]; 2]>,
}

impl Placement for PlacedInSpace {
    const COLUMNS: &'static [&'static str] = &[
        "time", "body", "x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz",
    ];
    const VELOCITIES: &'static str = "vx, vy, vz, wx, wy and wz";

    fn read(row: &Reader) -> Result<Self, TableError> {
        let [w, x, y, z] = ["qw", "qx", "qy", "qz"];
        let quaternion = [
            row.number(w)?,
            row.number(x)?,
            row.number(y)?,
            row.number(z)?,
        ];
        let excess = square(&quaternion) - Rational::from(1);
        if excess.abs() > Rational::from_unsigneds(1u32, 1000) {
            let found = ["qw", "qx", "qy", "qz"].map(|column| row.text(column).unwrap_or_default());
            let found = quoted(&found.join(", "));
            let expected = "the quaternion of a rotation, of length 1, qw first";
            return Err(row.error(w, found, expected));
        }
        let mut columns = ["vx", "vy", "vz", "wx", "wy", "wz"].into_iter();
        let mut velocity = None;
        if columns.any(|column| row.has(column)) {
            velocity = Some([
                vector(row, ["vx", "vy", "vz"])?,
                vector(row, ["wx", "wy", "wz"])?,
            ]);
        }
        Ok(Self {
            centroid: vector(row, ["x", "y", "z"])?,
            quaternion,
            velocity,
        })
    }

    fn has_velocity(&self) -> bool {
        self.velocity.is_some()
    }
}

fn vector(row: &Reader, [x, y, z]: [&str; 3]) -> Result<[Rational; 3], TableError> {
    Ok([row.number(x)?, row.number(y)?, row.number(z)?])
}

fn square(numbers: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    for number in numbers {
        sum += number * number;
    }
    sum
}

/// Refuses a first state that is not the scene: a body that is farther from its place than the
/// scene is large, or turned by more than a tenth of a radian, as if it had a frame of its own.
pub(super) fn check(
    scene: &Scene,
    state: &State<PlacedInSpace>,
    line: usize,
) -> Result<(), TableError> {
    let size = crate::space::size(scene).unwrap_or_default();
    for ((name, body), placed) in free_bodies(scene).into_iter().zip(&state.bodies) {
        let name = quoted(name);
        let centroid = [&body.centroid.x, &body.centroid.y, &body.centroid.z].map(to_solver);
        for ((found, expected), column) in
            placed.centroid.iter().zip(&centroid).zip(["x", "y", "z"])
        {
            if (found - expected).abs() <= size {
                continue;
            }
            let found = format!("{} for body {name} at time 0", shown(found));
            let expected = format!("{}, its centroid in the scene, m", shown(expected));
            return Err(TableError::new(line, found, expected).in_column(column));
        }
        // sin² of half the angle is at most 1/400.
        let [w, vector @ ..] = &placed.quaternion;
        let is_turned = square(vector) * Rational::from(400) > w * w;
        if is_turned {
            let found = format!("a turn of body {name} at time 0");
            let expected = "the quaternion 1, 0, 0, 0: rotations are turns since the scene; \
                            multiply each by the conjugate of the first one of its body";
            return Err(TableError::new(line, found, expected).in_column("qw"));
        }
    }
    Ok(())
}

fn free_bodies(scene: &Scene) -> Vec<(&str, &Dynamics)> {
    let mut free = Vec::new();
    for body in &scene.bodies {
        if let Some(dynamics) = &body.dynamics {
            free.push((body.name.as_str(), dynamics));
        }
    }
    free
}
