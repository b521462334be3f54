//! Questions about scenes in space with joints, which are refused in one line each.

use zwang_answer::{
    InSpaceError, VariedInSpace, collapse_in_space, critical_in_space, forces_in_space,
    gravity_cone, interlock, order, resting_faces, stability_in_space, start_in_space,
};
use zwang_collapse::space::{SpaceError, require_apart, snap};
use zwang_exact::parse;
use zwang_program::{Monitor, Options};
use zwang_scene::space::Scene;

/// Two boxes that overlap, and one that is in none. The joint is between the first two.
const SCENE: &str = r#"
format = "zwang-space-1"
name = "joined"
body = [
    { name = "floor", fixed = true, box = { center = [0, 0, -1], size = [9, 9, 2] } },
    { name = "a", box = { center = [0, 0, 1], size = [2, 2, 2] } },
    { name = "b", box = { center = [1, 0, 1], size = [2, 2, 2] } },
]
joint = [{ kind = "weld", bodies = ["b", "a"], at = [0, 0, 0] }]
"#;

fn refused(error: &InSpaceError, what: &str) {
    let expected = format!(
        "1 joint joins bodies; expected a scene without `[[joint]]` for {what}: `zwang simulate` \
         runs scenes with joints"
    );
    assert!(matches!(
        error,
        InSpaceError::Solve(SpaceError::Joints { .. })
    ));
    assert_eq!(error.to_string(), expected);
}

#[test]
fn questions_about_an_instant_refuse_joints() {
    all_refuse_joints(&SCENE.parse().unwrap());
}

/// A scene at rest would be refused as well, so joints are named first.
#[test]
fn joints_are_named_before_motion() {
    let moving = SCENE.replace("name = \"b\",", "name = \"b\", velocity = [1, 0, 0],");
    let moving = moving.replace("name = \"a\",", "name = \"a\", velocity = [1, 0, 0],");
    let scene: Scene = moving.parse().unwrap();
    assert!(scene.moving_body().is_some());
    all_refuse_joints(&scene);
}

fn all_refuse_joints(scene: &Scene) {
    let (options, monitor) = (Options::default(), Monitor::default());
    let ask = || {};
    let held = stability_in_space(scene, &options, &monitor, ask);
    refused(&held.err().unwrap(), "stability");
    let starts = start_in_space(scene, &options, &monitor, &ask);
    assert!(matches!(
        starts,
        Err(InSpaceError::Solve(SpaceError::Joints { .. }))
    ));
    let forces = forces_in_space(scene, &[], &options, &monitor, ask);
    let message = forces.err().unwrap().to_string();
    assert!(message.contains("for ranges of forces"), "{message}");
    let moved = collapse_in_space(scene, &options, &monitor, ask);
    refused(&moved.err().unwrap(), "a motion");
    let locked = interlock(scene, &options, &monitor);
    refused(&locked.err().unwrap(), "interlocking");
    let ordered = order(scene, 10, &options, &monitor);
    refused(&ordered.err().unwrap(), "an order of building");
    let rests = resting_faces(scene, &scene.bodies[1], &options, &monitor);
    refused(&rests.err().unwrap(), "resting faces");
    let limit = parse("1/10").unwrap();
    let varied = VariedInSpace::Friction;
    let limit = critical_in_space(scene, &varied, &limit, &options, &monitor, &|| ());
    let message = limit.err().unwrap().to_string();
    assert!(message.contains("for a critical value"), "{message}");
    let cone = gravity_cone(scene, &options, &monitor, &|| ());
    let message = cone.err().unwrap().to_string();
    assert!(message.contains("for a cone of gravities"), "{message}");
    let message = snap(scene, &parse("1/10").unwrap(), &monitor)
        .unwrap_err()
        .to_string();
    assert!(message.contains("for snapping"), "{message}");
}

#[test]
fn bodies_that_a_joint_joins_may_overlap_and_others_not() {
    let monitor = Monitor::default();
    let scene: Scene = SCENE.parse().unwrap();
    assert!(require_apart(&scene, &monitor).is_ok());
    let other: Scene = SCENE
        .replace("\"b\", \"a\"", "\"b\", \"floor\"")
        .parse()
        .unwrap();
    let overlap = require_apart(&other, &monitor).unwrap_err();
    assert!(matches!(overlap, SpaceError::Overlap(_)), "{overlap}");
}
