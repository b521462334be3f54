use super::*;
use crate::test_scenes::{GROOVE, in_space as scene};

fn cone(scene: &Scene) -> GravityCone {
    gravity_cone(scene, &Options::default(), &Monitor::default(), &|| ()).unwrap()
}

fn vectors(directions: &[Direction]) -> Vec<[i64; 3]> {
    let vectors = directions.iter().map(|direction| {
        let coordinates = direction.vector.coordinates();
        coordinates.map(|number| i64::try_from(number.to_integer()).unwrap())
    });
    let mut vectors: Vec<[i64; 3]> = vectors.collect();
    vectors.sort_unstable();
    vectors
}

const BLOCK: &str = r#"
    [[body]]
    name = "block"
    box = { center = [0, 0, 1], size = [2, 2, 2] }
"#;

const FLOOR: &str = r#"
    [[body]]
    name = "floor"
    fixed = true
    box = { center = [0, 0, -1], size = [9, 9, 2] }
"#;

/// On a floor without friction only one direction is withstood.
#[test]
fn a_block_on_a_floor_withstands_one_direction() {
    let cone = cone(&scene(&format!("{FLOOR}{BLOCK}")));
    assert_eq!(vectors(&cone.rays), [[0, 0, -1]]);
    let up = Vector3::from_integers(0, 0, 1);
    assert!(
        cone.facets
            .iter()
            .any(|facet| facet.vector.dot(&up).is_positive())
    );
}

/// In a corner of three walls, each as large as the block: all of an octant.
#[test]
fn a_block_in_a_corner_withstands_an_octant() {
    let walls = r#"
        [[body]]
        name = "left"
        fixed = true
        box = { center = [-2, 0, 1], size = [2, 9, 2] }
        [[body]]
        name = "front"
        fixed = true
        box = { center = [0, -2, 1], size = [9, 2, 2] }
    "#;
    let cone = cone(&scene(&format!("{FLOOR}{BLOCK}{walls}")));
    assert_eq!(vectors(&cone.rays), [[-1, 0, 0], [0, -1, 0], [0, 0, -1]]);
    assert_eq!(vectors(&cone.facets), [[0, 0, 1], [0, 1, 0], [1, 0, 0]]);
}

/// The block on a floor, and walls and a ceiling as large as itself at some of its sides; and
/// the rays of what it withstands: outward to each of them.
fn walled(mask: u32) -> (String, Vec<[i64; 3]>) {
    let sides = [[-2, 0, 1], [2, 0, 1], [0, -2, 1], [0, 2, 1], [0, 0, 3]];
    let outward = [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [0, 0, 1]];
    let mut text = format!("{FLOOR}{BLOCK}").replace("[9, 9, 2]", "[2, 2, 2]");
    let mut held = vec![[0, 0, -1]];
    for (index, ([x, y, z], outward)) in sides.iter().zip(outward).enumerate() {
        if mask >> index & 1 == 1 {
            text += &format!(
                "[[body]]\nname = \"side {index}\"\nfixed = true\n\
                 box = {{ center = [{x}, {y}, {z}], size = [2, 2, 2] }}\n"
            );
            held.push(outward);
        }
    }
    held.sort_unstable();
    (text, held)
}

/// It withstands all that does not push it to a side without a wall, by a cone that contains
/// lines unless there are three.
#[test]
fn a_block_between_walls_withstands_what_pushes_it_to_them() {
    for mask in 0..32 {
        let (text, held) = walled(mask);
        let cone = cone(&scene(&text));
        assert_eq!(vectors(&cone.rays), held, "{mask}");
    }
}

/// Between two slopes of 3 in 4 a wedge withstands what presses on both: in the plane of the
/// normals (3, 0, -4) and (-3, 0, -4).
#[test]
fn a_wedge_in_a_groove_withstands_what_presses_on_both_slopes() {
    let cone = cone(&scene(GROOVE));
    // From its centre (0, 0, 2) the normals meet both slopes, so either bears it alone.
    assert_eq!(vectors(&cone.rays), [[-3, 0, -4], [3, 0, -4]]);
    for facet in &cone.facets {
        for ray in &cone.rays {
            assert!(!facet.vector.dot(&ray.vector).is_positive());
        }
    }
}

#[test]
fn friction_is_refused() {
    let rough = scene(&format!("friction = 1\n{FLOOR}{BLOCK}"));
    let found = gravity_cone(&rough, &Options::default(), &Monitor::default(), &|| ());
    let refused = found.err().unwrap().to_string();
    assert!(refused.contains("friction"), "{refused}");
}

/// The cone is the same whatever the scene's own gravity is: none, one that is held, or one
/// under which it falls.
#[test]
fn the_own_gravity_does_not_matter() {
    for mask in 0..32 {
        let (text, held) = walled(mask);
        let own = ["[0, 0, 0]", "[0, 0, 1]", "[1, 2, 3]"][mask as usize % 3];
        let cone = cone(&scene(&format!("gravity = {own}\n{text}")));
        assert_eq!(vectors(&cone.rays), held, "{mask}");
    }
}

/// A body that floats, and one beside a floor that it does not touch, are held by no gravity
/// but 0. The planes bound 0 alone.
#[test]
fn a_scene_may_withstand_nothing() {
    let beside = FLOOR.replace("[0, 0, -1]", "[9, 0, -1]");
    for text in [BLOCK.to_owned(), format!("{beside}{BLOCK}")] {
        let cone = cone(&scene(&text));
        assert!(cone.rays.is_empty());
        let normals: Vec<&Vector3> = cone.facets.iter().map(|facet| &facet.vector).collect();
        for axis in 0..3 {
            for sign in [-1, 1] {
                assert!(polygon(axis, sign, &normals).is_empty());
            }
        }
    }
}
