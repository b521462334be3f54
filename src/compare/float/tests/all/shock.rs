//! Shock propagation: stacks in far fewer sweeps, and what is lost by it.

use zwang_exact::parse;
use zwang_families::{Bond, Brick, wall};
use zwang_float::{Method, Run, World};
use zwang_scene::Scene;
use zwang_scene::read::{self, Syntax};

fn impulses(shock: Option<usize>) -> Method {
    Method::Impulses {
        tolerance: 1e-10,
        sweeps: 100_000,
        shock,
    }
}

fn world(scene: &Scene) -> World {
    World::new(scene, &parse("1/100").unwrap())
}

/// The sweeps of one step of a stack of bricks, which stays where it is.
fn sweeps_of_stack(count: usize, shock: Option<usize>) -> u64 {
    let scene = wall(count, 1, Bond::Stack, &Brick::default()).unwrap();
    let mut run = Run::new(world(&scene), impulses(shock));
    let start = run.moments();
    run.advance().unwrap();
    assert_eq!(run.inaccurate_steps(), 0, "{count} {shock:?}");
    for (after, before) in run.moments().iter().zip(&start) {
        let [x, y] = [0, 1].map(|axis| after.centroid[axis] - before.centroid[axis]);
        let moved = x.abs() + y.abs() + after.angle.abs();
        assert!(moved < 1e-10, "{count} {shock:?}: {moved}");
    }
    run.iterations()
}

/// Without shock propagation twice the height takes about four times the sweeps; with it the
/// height makes no difference, as a level takes what one brick does.
#[test]
fn a_stack_of_20_takes_the_sweeps_of_a_brick() {
    let one = sweeps_of_stack(1, None);
    let plain = [5, 10, 20].map(|count| sweeps_of_stack(count, None));
    assert!(
        plain[1] > 3 * plain[0] && plain[2] > 3 * plain[1],
        "{plain:?}"
    );
    let shock = [5, 10, 20].map(|count| sweeps_of_stack(count, Some(0)));
    assert!(shock.iter().all(|sweeps| *sweeps <= one), "{one} {shock:?}");
    let after_five = sweeps_of_stack(20, Some(5));
    assert!(
        after_five < 50 && 20 * after_five < plain[2],
        "{after_five} {plain:?}"
    );
}

/// A body below does not feel the one above: a beam that a counterweight holds tips.
#[test]
fn a_counterweight_is_not_felt() {
    let text = "format = \"zwang-scene-1\"\nname = \"counterweight\"\ngravity = [0, -1]\n\
        [[body]]\nname = \"table\"\nfixed = true\n\
        rectangle = { center = [-2, -1], size = [4, 2] }\n\
        [[body]]\nname = \"beam\"\n\
        rectangle = { center = [\"1/4\", \"1/8\"], size = [2, \"1/4\"] }\n\
        [[body]]\nname = \"weight\"\n\
        rectangle = { center = [\"-1/2\", \"3/4\"], size = [\"1/2\", 1] }\ndensity = 4\n";
    let scene = read::parse(text, Syntax::Toml).unwrap().scene;
    let lowered = |shock| {
        let mut run = Run::new(world(&scene), impulses(shock));
        run.advance().unwrap();
        run.moments()[0].angle
    };
    assert!(lowered(None).abs() < 1e-9, "{}", lowered(None));
    assert!(lowered(Some(0)) < -1e-5, "{}", lowered(Some(0)));
}
