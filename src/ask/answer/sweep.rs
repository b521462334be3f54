//! A scene at many positions of one body, or of one parameter of a family: where it stands, and the
//! exactly critical positions in between.

use crate::CollapseError;
use crate::critical::{Bracket, Critical, Standing, bracket, critical};
use zwang_exact::{Rational, Vector};
use zwang_program::{Options, Stop};
use zwang_scene::{Polygon, Scene};

/// Positions of which each is one step beyond the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Positions {
    from: Rational,
    step: Rational,
    count: usize,
}

/// The step of a sweep is not positive, or its end lies before its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("step: expected a positive number, and `to` not below `from`")]
pub struct PositionsError;

/// The outcomes at all positions of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sweep {
    /// The positions that were asked for, in their order.
    pub positions: Vec<(Rational, Standing)>,
    /// The critical positions between neighbours of which only one stands, as far as they were
    /// found.
    pub critical: Vec<Critical>,
    /// Two positions near to each one that is not found exactly.
    pub near: Vec<Bracket>,
}

impl Positions {
    /// From `from` in steps up to `to`, which is one of them if the steps lead there. If there
    /// are more than a `usize` can count, only so many are taken.
    ///
    /// # Errors
    /// [`PositionsError`] if the step is not positive or `to` is below `from`.
    pub fn new(from: Rational, to: &Rational, step: Rational) -> Result<Self, PositionsError> {
        let zero = Rational::from_integer(0.into());
        if step <= zero || *to < from {
            return Err(PositionsError);
        }
        let steps = ((to - &from) / &step).floor().to_integer();
        let steps = usize::try_from(steps).unwrap_or(usize::MAX);
        let count = steps.saturating_add(1);
        Ok(Self { from, step, count })
    }

    /// How many there are; at least one.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The positions in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Rational> {
        (0..self.count).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> Rational {
        &self.from + &self.step * Rational::from_integer(place.into())
    }
}

/// Solves the scene at every position, has each proof checked, and looks for the critical position
/// between neighbours of which only one stands.
///
/// `scene_at` returns `None` where there is no scene; such a position is blocked. How far a brick
/// can be pushed over the edge of a table:
///
/// ```
/// use zwang_answer::sweep::{Positions, sweep, with_body_moved};
/// use zwang_exact::{Rational, Vector, parse};
/// use zwang_scene::read::parse_toml;
///
/// let scene = parse_toml(
///     r#"
///     format = "zwang-scene-1"
///     name = "brick"
///     gravity = ["0", "-10"]
///     [[body]]
///     name = "table"
///     fixed = true
///     rectangle = { center = ["-5", "-1"], size = ["10", "2"] }
///     [[body]]
///     name = "brick"
///     rectangle = { center = ["-1/3", "1/4"], size = ["2", "1/2"] }
///     "#,
/// )?
/// .scene;
/// let positions = Positions::new(parse("0")?, &parse("1")?, parse("1/4")?)?;
/// let to_the_right = |x: &Rational| {
///     let shift = Vector::new(x.clone(), Rational::default());
///     with_body_moved(&scene, "brick", &shift)
/// };
/// let found = sweep(&positions, to_the_right, &Default::default(), &Default::default())?;
/// assert_eq!(found.critical[0].position, parse("1/3")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CollapseError`] if it was time to stop, or if the checker does not accept a proof.
pub fn sweep(
    positions: &Positions,
    scene_at: impl Fn(&Rational) -> Option<Scene>,
    options: &Options,
    stop: &Stop,
) -> Result<Sweep, CollapseError> {
    let solver = Solver { options, stop };
    let mut found = Sweep::default();
    for position in positions.iter() {
        let standing = solver.standing(scene_at(&position))?;
        found.positions.push((position, standing));
    }
    for ((left, at_left), (right, at_right)) in neighbours(&found.positions) {
        let (stable, other) = match (at_left.is_held(), at_right.is_held()) {
            (true, false) => (left, right),
            (false, true) => (right, left),
            _ => continue,
        };
        let mut standing = |position: &Rational| solver.standing(scene_at(position));
        match critical(stable, other, &mut standing)? {
            Some(border) => found.critical.push(border),
            None => found.near.push(bracket(stable, other, &mut standing)?),
        }
    }
    found.critical.dedup();
    Ok(found)
}

struct Solver<'a> {
    options: &'a Options,
    stop: &'a Stop,
}

impl Solver<'_> {
    fn standing(&self, scene: Option<Scene>) -> Result<Standing, CollapseError> {
        match scene {
            Some(scene) => Standing::of(&scene, self.options, self.stop),
            None => Ok(Standing::Blocked),
        }
    }
}

fn neighbours<T>(items: &[T]) -> impl Iterator<Item = (&T, &T)> {
    items.iter().zip(items.iter().skip(1))
}

/// The scene with one body elsewhere, and its pins and loads with it; `None` if no body has this
/// name.
#[must_use]
pub fn with_body_moved(scene: &Scene, name: &str, shift: &Vector) -> Option<Scene> {
    let id = scene.body_id(name)?;
    let mut scene = scene.clone();
    let body = scene.bodies.get_mut(id.0)?;
    for part in &mut body.parts {
        *part = moved(part, shift)?;
    }
    if let Some(free) = &mut body.dynamics {
        free.centroid = &free.centroid + shift;
    }
    for pin in &mut scene.pins {
        if pin.first == id || pin.second == Some(id) {
            pin.at = &pin.at + shift;
        }
    }
    for load in &mut scene.loads {
        if load.body == id {
            load.at = &load.at + shift;
        }
    }
    Some(scene)
}

/// A polygon stays convex wherever it is, so there always is one.
fn moved(part: &Polygon, shift: &Vector) -> Option<Polygon> {
    let mut vertices = Vec::new();
    for vertex in part.vertices() {
        vertices.push(vertex + shift);
    }
    let (moved, _) = match part.is_rounded() {
        true => Polygon::rounded(vertices, part.radius().clone()).ok()?,
        false => Polygon::new(vertices).ok()?,
    };
    Some(moved)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zwang_exact::parse;

    fn positions(from: &str, to: &str, step: &str) -> Result<Vec<String>, PositionsError> {
        let from = parse(from).unwrap();
        let to = parse(to).unwrap();
        let step = parse(step).unwrap();
        let positions = Positions::new(from, &to, step)?;
        assert_eq!(positions.count(), positions.iter().count());
        Ok(positions.iter().map(|at| at.to_string()).collect())
    }

    #[test]
    fn positions_end_where_the_steps_lead() {
        assert_eq!(positions("0", "1", "1/2").unwrap(), ["0", "1/2", "1"]);
        assert_eq!(
            positions("-1/3", "1/2", "2/5").unwrap(),
            ["-1/3", "1/15", "7/15"]
        );
        assert_eq!(positions("2", "2", "1").unwrap(), ["2"]);
        assert_eq!(positions("0", "1", "0"), Err(PositionsError));
        assert_eq!(positions("0", "1", "-1"), Err(PositionsError));
        assert_eq!(positions("1", "0", "1"), Err(PositionsError));
    }

    #[test]
    fn loads_move_with_their_body() {
        let scene: Scene = r#"
            format = "zwang-scene-1"
            name = "pushed"
            [[body]]
            name = "one"
            rectangle = { center = [0, 0], size = [1, 1] }
            [[body]]
            name = "other"
            rectangle = { center = [5, 0], size = [1, 1] }
            [[load]]
            name = "wind"
            body = "one"
            at = [0, "1/2"]
            force = [3, 0]
            [[load]]
            name = "hand"
            body = "other"
            at = [5, "1/2"]
            force = [3, 0]
        "#
        .parse()
        .unwrap();
        let shift = Vector::new(parse("-7").unwrap(), parse("1/3").unwrap());
        let moved = with_body_moved(&scene, "one", &shift).unwrap();
        let at = Vector::new(parse("-7").unwrap(), parse("5/6").unwrap());
        assert_eq!(moved.load_named("wind").unwrap().at, at);
        assert_eq!(moved.load_named("hand"), scene.load_named("hand"));
        assert_eq!(moved.free_accelerations(), scene.free_accelerations());
    }

    #[test]
    fn a_sweep_that_is_told_to_stop_stops() {
        let stop = Stop::default();
        stop.request();
        let zero = Rational::default();
        let positions = Positions::new(zero.clone(), &zero, parse("1").unwrap()).unwrap();
        let scene = zwang_scene::read::parse_toml(include_str!("../../../scenes/cantilever.toml"));
        let scene = scene.unwrap().scene;
        let result = sweep(
            &positions,
            |_| Some(scene.clone()),
            &Options::default(),
            &stop,
        );
        assert!(matches!(result, Err(CollapseError::Solve(_))), "{result:?}");
    }
}
