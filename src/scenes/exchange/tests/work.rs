//! Files that are short and say much: the work on them is counted, and what is too much is refused
//! before it is done. Files that say as much as others do are read as ever.

use zwang_exchange::space::{Format, import};
use zwang_exchange::{ImportOptions, Inside, Repair, Source, convex_parts};

const TOO_MUCH: &str = "more than 2^24 steps of work on this file";

fn in_space(text: &str, format: Format, options: &ImportOptions) -> Result<usize, String> {
    match import(text.as_bytes(), format, options) {
        Ok(imported) => Ok(imported.scene.bodies.len()),
        Err(error) => Err(error.to_string()),
    }
}

fn of_drawing(shapes: &str) -> Result<usize, String> {
    let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{shapes}</svg>");
    match zwang_exchange::import(&text, Source::Svg, &ImportOptions::default()) {
        Ok(imported) => Ok(imported.scene.bodies.len()),
        Err(error) => Err(error.to_string()),
    }
}

#[track_caller]
fn assert_too_much(read: Result<usize, String>) {
    let told = read.unwrap_err();
    assert!(told.contains(TOO_MUCH), "{told}");
    assert!(told.starts_with("line "), "{told}");
}

/// 60 vertices each.
fn ellipses(count: usize) -> String {
    let mut shapes = String::new();
    for place in 0..count {
        shapes += &format!("<ellipse cx=\"{}\" rx=\"1\" ry=\"2\"/>", 9 * place);
    }
    shapes
}

#[test]
fn curves_are_polygons_of_many_vertices() {
    assert_eq!(of_drawing(&ellipses(20)), Ok(20));
    assert_too_much(of_drawing(&ellipses(9000)));
}

/// Two combs that reach into each other: each edge goes past all vertices.
fn comb(teeth: usize) -> String {
    let mut outline = String::new();
    for tooth in 0..teeth {
        let deep = tooth % 17;
        outline += &format!("{tooth} {} {tooth}.5 {deep}.{tooth:03} ", 1000 + tooth);
    }
    format!("<polygon points=\"{outline}{teeth} 9999 0 9999\"/>")
}

#[test]
fn edges_that_pass_many_vertices_are_counted() {
    assert_eq!(of_drawing(&comb(9)), Ok(1));
    let told = of_drawing(&comb(400)).unwrap_err();
    assert!(told.contains("too many edges beside each other"), "{told}");
}

/// The library has the work of a whole file for each call.
#[test]
fn one_polygon_has_all_the_work_of_a_file() {
    let mut outline = Vec::new();
    for tooth in 0..100 {
        outline.push(zwang_exact::Vector::from_integers(2 * tooth, 9));
        outline.push(zwang_exact::Vector::from_integers(2 * tooth + 1, 1));
    }
    outline.push(zwang_exact::Vector::from_integers(300, 0));
    outline.push(zwang_exact::Vector::from_integers(-9, 0));
    let parts = convex_parts(&[outline], Inside::Odd).unwrap();
    assert!(parts.len() >= 100, "{}", parts.len());
}

fn tetrahedron(points: &mut String, faces: &mut String, index: usize) {
    let x = 2 * index;
    *points += &format!("v {x} 0 0\nv {} 0 0\nv {x} 1 0\nv {x} 0 1\n", x + 1);
    for face in [[1, 2, 3], [1, 4, 2], [1, 3, 4], [2, 4, 3]] {
        let [a, b, c] = face.map(|corner| 4 * index + corner);
        *faces += &format!("f {a} {b} {c}\n");
    }
}

fn tetrahedra(count: usize) -> String {
    let mut points = String::new();
    let mut faces = String::new();
    for index in 0..count {
        tetrahedron(&mut points, &mut faces, index);
    }
    points + &faces
}

/// A surface of many teeth towards all sides, whose planes cut each other everywhere.
fn hedgehog(around: i32) -> String {
    let mut points = String::from("v 0 0 90\n");
    let mut faces = String::new();
    let rings = [(60, 70), (100, 20), (60, -70)];
    for (index, (radius, height)) in rings.into_iter().enumerate() {
        for place in 0..around {
            // Points of a diamond, every other one farther out.
            let quarter = around / 4;
            let along = place % quarter;
            let stretch = 1 + place % 2;
            let (near, far) = (radius * (quarter - along), radius * along);
            let (x, y) = match place / quarter {
                0 => (near, far),
                1 => (-far, near),
                2 => (-near, -far),
                _ => (far, -near),
            };
            points += &format!("v {} {} {height}\n", stretch * x, stretch * y);
            let at = |ring: usize, place: i32| 2 + ring as i32 * around + place % around;
            let [a, b] = [at(index, place), at(index, place + 1)];
            match index {
                0 => faces += &format!("f 1 {a} {b}\n"),
                _ => {
                    let [c, d] = [at(index - 1, place), at(index - 1, place + 1)];
                    faces += &format!("f {c} {a} {b}\nf {c} {b} {d}\n");
                }
            }
            if index == 2 {
                let last = 2 + 3 * around;
                faces += &format!("f {last} {b} {a}\n");
            }
        }
    }
    points + "v 0 0 -90\n" + &faces
}

#[test]
fn surfaces_that_face_themselves_everywhere_are_refused() {
    let options = ImportOptions::default();
    assert_too_much(in_space(&hedgehog(120), Format::Obj, &options));
}

#[test]
fn repairs_compare_faces_with_planes() {
    let repair = |planes| ImportOptions {
        repair: Some(Repair {
            within: zwang_exact::parse("1/1000").unwrap(),
            planes,
        }),
        ..ImportOptions::default()
    };
    assert_eq!(in_space(&tetrahedra(9), Format::Obj, &repair(true)), Ok(9));
    let many = tetrahedra(4000);
    assert_too_much(in_space(&many, Format::Obj, &repair(true)));
}

/// A mesh that many geoms name is counted for each of them, before one of them is made.
#[test]
fn meshes_that_are_named_again_and_again_are_counted() {
    let mut vertices = String::new();
    for place in 0..100 {
        vertices += &format!("{place} {} 0 {place} 0 9 ", place * place);
    }
    let model = |count| {
        let geom = "<body><freejoint/><geom type=\"mesh\" mesh=\"m\"/></body>".repeat(count);
        format!(
            "<mujoco><asset><mesh name=\"m\" vertex=\"{vertices}\"/></asset>\
             <worldbody>{geom}</worldbody></mujoco>"
        )
    };
    let options = ImportOptions::default();
    assert_eq!(in_space(&model(2), Format::Mjcf, &options), Ok(2));
    assert_too_much(in_space(&model(9000), Format::Mjcf, &options));
}

/// A device has no length, and no end.
#[cfg(unix)]
#[test]
fn devices_are_no_meshes() {
    let text = "<mujoco><asset><mesh name=\"m\" file=\"/dev/zero\"/></asset><worldbody/></mujoco>";
    let options = ImportOptions {
        folder: Some(std::env::temp_dir()),
        ..ImportOptions::default()
    };
    let told = in_space(text, Format::Mjcf, &options).unwrap_err();
    assert!(told.contains("a file that can be read"), "{told}");
}

/// Bodies of one name are numbered, also where a name that follows is taken.
#[test]
fn bodies_of_one_name_are_numbered() {
    let mut text = tetrahedra(4);
    for name in ["n", "n", "n (2)", "n"].into_iter().rev() {
        // Each object has the faces behind its line.
        let first = text.match_indices("f ").nth(match name {
            _ if !text.contains("o ") => 12,
            _ => 12 - 4 * text.matches("o ").count(),
        });
        let (place, _) = first.unwrap();
        text.insert_str(place, &format!("o {name}\n"));
    }
    let imported = import(text.as_bytes(), Format::Obj, &ImportOptions::default()).unwrap();
    let names = imported.scene.bodies.iter().map(|body| body.name.as_str());
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["n", "n (2)", "n (2) (2)", "n (3)"]);
}

/// Copies of one name are numbered, and so many of them that to try all numbers for each takes too
/// long for a test.
#[test]
fn copies_of_one_name_are_numbered() {
    let shapes = "<rect width=\"1\" height=\"1\"/>".repeat(16);
    let uses = "<use href=\"#n\" id=\"n\"/>".repeat(900);
    assert_eq!(
        of_drawing(&format!("<g id=\"n\">{shapes}</g>{uses}")),
        Ok(16 * 901)
    );
}

/// A line that goes to and fro covers nothing, however long it is.
#[test]
fn lines_that_fold_are_straightened_in_one_pass() {
    let mut points: Vec<String> = Vec::new();
    for place in 0..30_000_u32 {
        points.push(format!("{place} {}", place * place % 9));
    }
    let back: Vec<String> = points.iter().rev().cloned().collect();
    let outline = [points, back].concat().join(" ");
    let told = of_drawing(&format!("<polygon points=\"{outline}\"/>")).unwrap_err();
    assert!(told.contains("expected "), "{told}");
}

#[test]
fn attributes_and_namespaces_are_counted() {
    let mut many = String::new();
    for place in 0..9000 {
        many += &format!(" a{place}=\"1\"");
    }
    let told = of_drawing(&format!("<g{many}/>")).unwrap_err();
    assert!(told.contains("at most 4096 attributes"), "{told}");
    let told = of_drawing(&many.replace(" a", "<g xmlns:a").replace("1\"", "1\"/>")).unwrap_err();
    assert!(told.contains("at most 4096"), "{told}");
}

/// The bits tell which bodies touch: of ten thousand bodies, too.
#[test]
fn bodies_of_the_same_bits_are_compared_once() {
    let mut bodies = String::new();
    for place in 0..3000 {
        bodies += &format!(
            "<body pos=\"{} 0 0\"><freejoint/><geom type=\"box\" size=\".5 .5 .5\"/></body>",
            3 * place
        );
    }
    let text = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
    assert_eq!(
        in_space(&text, Format::Mjcf, &ImportOptions::default()),
        Ok(3000)
    );
}

/// Bricks are boxes, the same as by their faces.
#[test]
fn boxes_are_told_by_their_corners() {
    let bricks = import(b"2x3 (1,0,0)\n", Format::Bricks, &ImportOptions::default()).unwrap();
    let mut text = String::new();
    for (x, y, z) in [(1, 0, 0), (3, 0, 0), (3, 3, 0), (1, 3, 0)] {
        text += &format!("v {x} {y} {z}\nv {x} {y} {}\n", z + 1);
    }
    text += "f 1 7 5 3\nf 2 4 6 8\nf 1 3 4 2\nf 3 5 6 4\nf 5 7 8 6\nf 7 1 2 8\n";
    let meshes = import(text.as_bytes(), Format::Obj, &ImportOptions::default()).unwrap();
    let sorted = |scene: &zwang_scene::space::Scene, body: usize| {
        let mut corners = scene.bodies[body].parts[0].core().vertices().to_vec();
        corners.sort();
        let free = scene.bodies[body].dynamics.clone().unwrap();
        (corners, free.mass, free.inertia)
    };
    // The floor comes first.
    assert_eq!(sorted(&bricks.scene, 1), sorted(&meshes.scene, 0));
}

#[test]
fn solids_are_counted_by_their_corners() {
    let bricks = |count: usize| {
        let mut lines = String::new();
        for place in 0..count {
            lines += &format!("2x2 ({},0,0)\n", 3 * place);
        }
        in_space(&lines, Format::Bricks, &ImportOptions::default())
    };
    // With the floor.
    assert_eq!(bricks(100), Ok(101));
    // 2048 steps each.
    assert_too_much(bricks(8193));
}

#[test]
fn elements_without_properties_are_passed_over() {
    let mut text = "ply\nformat ascii 1.0\n".to_owned();
    // Ten thousand million of them.
    for _ in 0..200_000 {
        text += "element nothing 65536\n";
    }
    let read = in_space(
        &(text + "end_header\n"),
        Format::Ply,
        &ImportOptions::default(),
    );
    assert!(read.unwrap_err().contains("found "));
}

#[test]
fn capsules_are_counted() {
    let capsules = |count: usize| {
        let mut bodies = String::new();
        for place in 0..count {
            bodies += &format!(
                "<body pos=\"{} 0 0\"><freejoint/><geom type=\"capsule\" size=\".5 1\"/></body>",
                9 * place
            );
        }
        let text = format!("<mujoco><worldbody>{bodies}</worldbody></mujoco>");
        in_space(&text, Format::Mjcf, &ImportOptions::default())
    };
    assert_eq!(capsules(20), Ok(20));
    assert_too_much(capsules(2200));
}

/// Bodies in each other, each turned about three axes: numbers grow with each level.
fn turned_in_each_other(levels: usize, chains: usize) -> String {
    let body = "<body pos=\"0 0 2\" euler=\"10.3 20.7 30.1\"><joint type=\"ball\"/>\
                <geom type=\"sphere\" size=\".1\"/>";
    let chain = body.repeat(levels) + &"</body>".repeat(levels);
    let chains = chain.repeat(chains);
    format!("<mujoco><worldbody>{chains}</worldbody></mujoco>")
}

#[test]
fn frames_in_each_other_are_counted() {
    let read = |text: &str| in_space(text, Format::Mjcf, &ImportOptions::default());
    // The balls, and a body for the world.
    assert_eq!(read(&turned_in_each_other(10, 2)), Ok(21));
    let told = read(&turned_in_each_other(60, 200)).unwrap_err();
    assert!(told.contains(TOO_MUCH), "{told}");
    assert!(told.contains("fewer turns in each other"), "{told}");
}

/// A rectangle by each angle that is not there yet, or by the same one again.
#[test]
fn turns_by_other_angles_are_counted() {
    let turned = |angle: usize| format!("<g transform=\"rotate({angle}e-9)\"/>");
    let rectangle = "<rect width=\"1\" height=\"1\"/>";
    let of_angles = |angles: &mut dyn Iterator<Item = usize>| -> String {
        let groups: String = angles.map(turned).collect();
        groups + rectangle
    };
    assert_eq!(of_drawing(&of_angles(&mut (1..=1000))), Ok(1));
    assert_eq!(of_drawing(&of_angles(&mut (1..=34_000).map(|_| 7))), Ok(1));
    assert_too_much(of_drawing(&of_angles(&mut (1..=34_000))));
}

fn stroked(points: usize) -> String {
    let places: Vec<String> = (0..points).map(|place| format!("{place},0")).collect();
    let places = places.join(" ");
    format!("<polyline fill=\"none\" stroke=\"black\" points=\"{places}\"/>")
}

#[test]
fn points_of_strokes_are_counted_before_they_get_a_width() {
    assert_eq!(of_drawing(&stroked(50)), Ok(1));
    let told = of_drawing(&stroked((1 << 15) + 1)).unwrap_err();
    assert!(told.contains(TOO_MUCH), "{told}");
    assert!(told.contains("shorter lines"), "{told}");
}
