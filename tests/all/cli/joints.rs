//! Scenes in space with joints at the command line.

use super::workshop::Workshop;

/// A door on a hinge in the world, and a handle that is welded to it, partly in it.
const DOOR: &str = r#"
format = "zwang-space-1"
name = "door"
gravity = [0, 0, -10]
parameters = { width = 1 }

[[body]]
name = "world"
fixed = true
parts = []

[[body]]
name = "door"
box = { center = ["width / 2", 0, 1], size = ["width", "1/20", 2] }

[[body]]
name = "handle"
box = { center = ["9/10", "1/10", 1], size = ["1/10", "1/5", "1/10"] }

[[joint]]
kind = "hinge"
bodies = ["world", "door"]
at = [0, 0, 0]
axis = [0, 0, 1]

[[joint]]
kind = "weld"
bodies = ["door", "handle"]
at = ["9/10", 0, 1]
"#;

#[test]
fn a_scene_with_joints_is_asked_whether_it_stands() {
    let workshop = Workshop::new("joints");
    workshop.file("door.toml", DOOR);
    workshop.file("table.csv", "");
    let valid = workshop.zwang("scene check door.toml");
    assert_eq!(valid.succeeds(), "door.toml: stands, nothing expected\n");
    for (command, verdict) in [
        ("stability", "stands: forces"),
        ("collapse", "rests: nothing"),
    ] {
        let run = workshop.zwang(&format!("{command} door.toml --proof {command}.json"));
        let text = run.succeeds();
        assert!(text.contains(verdict), "{text}");
        // The hinge bears both weights, 2 and 1/50.
        let line = "hinge world / door";
        assert!(text.contains(line) && text.contains("2 joints"), "{text}");
        let checked = workshop.zwang(&format!("check door.toml {command}.json"));
        assert!(checked.succeeds().starts_with("accepted"));
    }
    let forces = workshop.zwang("forces door.toml --proof forces.json");
    let text = forces.succeeds();
    assert!(text.contains("torque on the first (N m)"), "{text}");
    assert!(text.contains("hinge world / door"), "{text}");
    let checked = workshop.zwang("check door.toml forces.json");
    assert!(checked.succeeds().starts_with("accepted"));
    let told = "2 joints join bodies; expected a scene without `[[joint]]` for";
    for command in [
        "critical door.toml --cone",
        "interlock door.toml",
        "order door.toml",
        "rest door.toml --body door",
        "scene snap door.toml",
        "audit door.toml table.csv",
    ] {
        let run = workshop.zwang(command);
        run.refuses(&["door.toml", told, "`forces` and `simulate` know joints"]);
    }
}

/// One that moves is valid, and asked of runs.
#[test]
fn a_moving_scene_with_joints_is_valid_and_only_runs_answer() {
    let workshop = Workshop::new("moving-joints");
    let moving = DOOR.replace(
        "2] }\n",
        "2] }\nvelocity = [0, \"width / 2\", 0]\nspin = [0, 0, 1]\n",
    );
    let moving = moving.replace(
        "\"1/10\"] }\n",
        "\"1/10\"] }\nvelocity = [\"-1/10\", \"9/10\", 0]\nspin = [0, 0, 1]\n",
    );
    workshop.file("door.toml", moving);
    let valid = workshop.zwang("scene check door.toml");
    assert_eq!(
        valid.succeeds(),
        "door.toml: valid, with 2 joints; `zwang simulate` runs it\n"
    );
    for command in ["stability door.toml", "collapse door.toml"] {
        workshop
            .zwang(command)
            .refuses(&["door.toml", "`door` moves"]);
    }
    let drawn = workshop.zwang("draw door.toml -o door.svg");
    let told =
        "picture written to door.svg; the scene as it is; zwang simulate tells how it moves\n";
    assert_eq!(drawn.succeeds(), told);
}

#[test]
fn joints_are_converted_with_their_numbers() {
    let workshop = Workshop::new("converted-joints");
    workshop.file("door.toml", DOOR);
    for name in ["plain.toml", "plain.json"] {
        workshop
            .zwang(&format!("scene convert door.toml -o {name} --set width=2"))
            .succeeds();
        let again = workshop.zwang(&format!("scene convert {name}"));
        assert!(again.succeeds().contains("kind"));
        let checked = workshop.zwang(&format!("scene check {name}"));
        assert!(checked.succeeds().contains("stands"));
    }
    let toml = workshop.zwang("scene convert plain.json --format toml");
    let again = workshop.zwang("scene convert plain.toml --format toml");
    assert_eq!(toml.succeeds(), again.succeeds());
}

/// The handle is in the door, which does not matter; in another body it does.
#[test]
fn bodies_without_a_joint_still_keep_each_other_out() {
    let workshop = Workshop::new("unjoined");
    let apart = DOOR.replace("[\"door\", \"handle\"]", "[\"world\", \"handle\"]");
    workshop.file("door.toml", apart);
    workshop
        .zwang("scene check door.toml")
        .refuses(&["body `door`", "body `handle`", "overlap"]);
    let moving = DOOR.replacen("2] }\n", "2] }\nvelocity = [0, 0, 1]\n", 1);
    workshop.file("door.toml", moving);
    workshop.zwang("scene check door.toml").refuses(&[
        "joint 0: found `world` and `door` moving against each other; expected velocities and spins \
         that the joint allows",
    ]);
    workshop.file(
        "plane.toml",
        "format = \"zwang-scene-1\"\nname = \"p\"\nweld = 1\n",
    );
    workshop.zwang("scene check plane.toml").refuses(&[
        "there are no welds in the plane",
        "`[[joint]]` of the kind `weld`",
    ]);
}

/// A picture shows a scene with joints and their forces, and a film how its joints move with their
/// bodies.
#[test]
fn joints_are_drawn() {
    let workshop = Workshop::new("joints-drawn");
    workshop.file("door.toml", DOOR);
    let drawn = workshop.zwang("draw door.toml -o door.svg");
    let told = "picture written to door.svg; the checker accepts the answer that it shows\n";
    assert_eq!(drawn.succeeds(), told);
    let picture = workshop.text("door.svg");
    assert!(picture.contains("<title>hinge of world and door</title>"));
    assert!(picture.contains("<title>weld of door and handle</title>"));
    assert!(picture.contains("joint with its axis"));
    workshop
        .zwang("simulate door.toml --steps 2 -o door.run -q")
        .succeeds();
    workshop.zwang("film door.run -o door.html").succeeds();
    let page = workshop.text("door.html");
    let joint = r#"{"kind":"hinge","bodies":[0,1],"at":["0","0","0"],"axis":["0","0","1"]}"#;
    assert!(page.contains(joint), "{page}");
}
