//! Loads on bodies: runs in doubles come near zwang's own one.

use crate::runs::{IMPULSES, after, distance, interior_point, own_run};
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

/// A rod that hangs from the world and is pushed at its end, one that a torque turns, and a brick
/// on a floor that a force pushes and lifts at one side.
const PUSHED: &str = r#"
    format = "zwang-scene-1"
    name = "pushed"
    gravity = [0, -10]
    [[body]]
    name = "rod"
    rectangle = { center = [0, -1], size = ["1/4", 2] }
    [[body]]
    name = "wheel"
    rectangle = { center = [5, 0], size = [1, 1] }
    torque = "3/2"
    force = [1, 9]
    [[body]]
    name = "floor"
    fixed = true
    rectangle = { center = [0, -6], size = [40, 2] }
    [[body]]
    name = "brick"
    rectangle = { center = [0, "-39/8"], size = [1, "1/4"] }
    [[pin]]
    bodies = ["rod"]
    at = [0, 0]
    [[load]]
    name = "wind"
    body = "rod"
    at = [0, -2]
    force = [9, 0]
    [[load]]
    name = "hand"
    body = "brick"
    at = ["1/2", "-19/4"]
    force = ["1/2", 2]
"#;

#[test]
fn loaded_runs_in_doubles_are_the_own_run() {
    let scene: Scene = read::parse(PUSHED, Syntax::Toml).unwrap().scene;
    let own = own_run(&scene, "1/100", 60);
    // Much of a turn, so that the torques of forces are other ones at the end.
    assert!(own[0][2] > 0.5 && own[2][2].abs() > 0.5, "{own:?}");
    // In the first velocity programs neither force nor opening is above 0 at a vertex of the brick:
    // there an interior point is right to the root of its tolerance.
    for (method, most) in [(interior_point(1e-12, false), 1e-7), (IMPULSES, 1e-9)] {
        let found = distance(&after(&scene, "1/100", 60, method), &own);
        assert!(found < most, "{method:?}: {found}");
    }
}
