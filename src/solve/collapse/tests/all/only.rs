//! Whether a motion with friction is the only one.

use zwang_certificate::friction::Law;
use zwang_collapse::{accelerations, is_only_motion};
use zwang_program::{Monitor, Options};
use zwang_scene::Scene;

fn is_only(scene: &str) -> bool {
    let scene: Scene = scene.parse().unwrap();
    let (options, monitor) = (Options::default(), Monitor::default());
    let found = accelerations(&scene, Law::Coulomb, &options, &monitor).unwrap();
    is_only_motion(&scene, &found.accelerations, &options, &monitor).unwrap()
}

/// A square on a floor, with these lines before and after.
fn square(head: &str, tail: &str) -> String {
    format!(
        "format = 'zwang-scene-1'\nname = 'square'\n{head}\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [64, 2] }}\n\
         [[body]]\nname = 'square'\nrectangle = {{ center = [0, 1], size = [2, 2] }}\n{tail}\n"
    )
}

/// A square that slides down a slope, or lies on it, does nothing else.
#[test]
fn one_square_has_one_motion() {
    for (friction, tail) in [
        ("1/4", ""),
        ("1/4", "velocity = [1, 0]"),
        ("1/4", "velocity = [-1, 0]"),
        ("1", ""),
        ("0", ""),
        // It tips.
        ("4", "force = [60, 0]"),
    ] {
        let head = format!("gravity = [4, -8]\nfriction = '{friction}'");
        assert!(is_only(&square(&head, tail)), "{friction} {tail}");
    }
}

/// Painlevé's rod has two motions with a spin of 4 rad/s, and none without; with less friction one.
/// A brick jammed between walls may hang or fall.
#[test]
fn several_motions_and_none_are_no_only_motion() {
    let rod = |friction: &str, spin: i64| {
        let velocity = [-100 - 83 * spin, 56 * spin];
        format!(
            "format = 'zwang-scene-1'\nname = 'rod'\ngravity = [0, -10]\nfriction = '{friction}'\n\
             [[body]]\nname = 'ground'\nfixed = true\n\
             rectangle = {{ center = [0, '-1/4'], size = [6, '1/2'] }}\n\
             [[body]]\nname = 'rod'\n\
             parts = [[['1/25', 0], ['31/25', '8/5'], ['29/25', '83/50'], ['-1/25', '3/50']]]\n\
             velocity = ['{}/100', '{}/100']\nspin = {spin}\n",
            velocity[0], velocity[1]
        )
    };
    assert!(!is_only(&rod("2", 4)));
    assert!(!is_only(&rod("2", 0)));
    assert!(is_only(&rod("1/2", 0)));
    let jammed = "format = 'zwang-scene-1'\nname = 'jammed'\ngravity = [0, -10]\nfriction = '1/2'\n\
         [[body]]\nname = 'left'\nfixed = true\n\
         rectangle = { center = [-2, 0], size = [2, 3] }\n\
         [[body]]\nname = 'right'\nfixed = true\n\
         rectangle = { center = [2, 0], size = [2, 3] }\n\
         [[body]]\nname = 'brick'\nrectangle = { center = [0, 0], size = [2, 1] }\n";
    assert!(!is_only(jammed));
}
