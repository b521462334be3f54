//! Bodies in space of the formats of other programs: each construct in a small file, the same body
//! in several formats, closed forms of volumes, and files that are spoilt.

#![allow(clippy::disallowed_types, reason = "binary files are made of floats")]

use proptest::prelude::*;
use zwang_exact::{Rational, Vector3};
use zwang_exchange::space::{Format, Imported, import};
use zwang_exchange::{ImportOptions, Repair, Up};
use zwang_scene::BodyId;
use zwang_scene::space::{Dynamics, Scene};

fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

fn read_with(text: &str, format: Format, options: &ImportOptions) -> Result<Imported, String> {
    import(text.as_bytes(), format, options).map_err(|error| error.to_string())
}

fn read(text: &str, format: Format) -> Imported {
    read_with(text, format, &ImportOptions::default()).unwrap()
}

#[track_caller]
fn assert_refused(text: &str, format: Format, words: &[&str]) {
    let told = read_with(text, format, &ImportOptions::default()).unwrap_err();
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.contains("line ") && told.contains("expected "),
        "{told}"
    );
    for word in words {
        assert!(told.contains(word), "no `{word}` in {told}");
    }
}

fn volume(scene: &Scene, body: usize) -> Rational {
    let one = number("1");
    let parts = scene.bodies[body].polyhedra().unwrap();
    Dynamics::homogeneous(parts, &one).mass
}

/// The corners of all parts of a body, in order.
fn corners(scene: &Scene, body: usize) -> Vec<Vec<Vector3>> {
    let parts = scene.bodies[body].parts.iter().map(|part| {
        let mut corners = part.core().vertices().to_vec();
        corners.sort();
        corners
    });
    let mut parts: Vec<Vec<Vector3>> = parts.collect();
    parts.sort();
    parts
}

/// The corners of a box from 0 to (1, 2, 1/2), and its faces from outside.
const POINTS: [[&str; 3]; 8] = [
    ["0", "0", "0"],
    ["1", "0", "0"],
    ["1", "2", "0"],
    ["0", "2", "0"],
    ["0", "0", "0.5"],
    ["1", "0", "0.5"],
    ["1", "2", "0.5"],
    ["0", "2", "0.5"],
];
const FACES: [[usize; 4]; 6] = [
    [0, 3, 2, 1],
    [4, 5, 6, 7],
    [0, 1, 5, 4],
    [1, 2, 6, 5],
    [2, 3, 7, 6],
    [3, 0, 4, 7],
];

fn triangles() -> Vec<[usize; 3]> {
    let faces = FACES.iter();
    faces
        .flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]])
        .collect()
}

fn obj() -> String {
    let mut text = "# a box\nmtllib x.mtl\n".to_owned();
    for point in POINTS {
        text += &format!("v {}\n", point.join(" "));
    }
    for face in FACES {
        let corners = face.map(|corner| format!("{}/1/1", corner + 1));
        text += &format!("f {}\n", corners.join(" "));
    }
    text
}

fn off() -> String {
    let mut text = "OFF\n8 6 12\n".to_owned();
    for point in POINTS {
        text += &format!("{}\n", point.join(" "));
    }
    for face in FACES {
        text += &format!("4 {}\n", face.map(|corner| corner.to_string()).join(" "));
    }
    text
}

fn stl() -> String {
    let mut text = "solid box\n".to_owned();
    for triangle in triangles() {
        text += "facet normal 0 0 0\nouter loop\n";
        for corner in triangle {
            text += &format!("vertex {}\n", POINTS[corner].join(" "));
        }
        text += "endloop\nendfacet\n";
    }
    text + "endsolid box\n"
}

fn binary_stl() -> Vec<u8> {
    let mut bytes = vec![b' '; 80];
    bytes.extend(12_u32.to_le_bytes());
    for triangle in triangles() {
        bytes.extend([0; 12]);
        for corner in triangle {
            for text in POINTS[corner] {
                bytes.extend(text.parse::<f32>().unwrap().to_le_bytes());
            }
        }
        bytes.extend([0; 2]);
    }
    bytes
}

fn ply_header(format: &str, kind: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment made\nelement vertex 8\nproperty {kind} x\nproperty \
         {kind} y\nproperty {kind} z\nelement face 6\nproperty list uchar int vertex_indices\n\
         end_header\n"
    )
}

fn ply() -> String {
    let mut text = ply_header("ascii", "float");
    for point in POINTS {
        text += &format!("{}\n", point.join(" "));
    }
    for face in FACES {
        text += &format!("4 {}\n", face.map(|corner| corner.to_string()).join(" "));
    }
    text
}

fn binary_ply(is_big: bool) -> Vec<u8> {
    let name = if is_big {
        "binary_big_endian"
    } else {
        "binary_little_endian"
    };
    let mut bytes = ply_header(name, "double").into_bytes();
    let order = |mut number: Vec<u8>| {
        if is_big {
            number.reverse();
        }
        number
    };
    for text in POINTS.iter().flatten() {
        bytes.extend(order(text.parse::<f64>().unwrap().to_le_bytes().to_vec()));
    }
    for face in FACES {
        bytes.push(4);
        for corner in face {
            bytes.extend(order(i32::try_from(corner).unwrap().to_le_bytes().to_vec()));
        }
    }
    bytes
}

/// One box in eight files of four formats, exactly.
#[test]
fn the_same_box_is_read_of_all_meshes() {
    let files = [
        (obj().into_bytes(), Format::Obj),
        (off().into_bytes(), Format::Off),
        (stl().into_bytes(), Format::Stl),
        (binary_stl(), Format::Stl),
        (ply().into_bytes(), Format::Ply),
        (binary_ply(false), Format::Ply),
        (binary_ply(true), Format::Ply),
    ];
    let first = read(&obj(), Format::Obj).scene;
    assert_eq!(volume(&first, 0), number("1"));
    for (bytes, format) in files {
        let read = import(&bytes, format, &ImportOptions::default()).unwrap();
        assert_eq!(corners(&read.scene, 0), corners(&first, 0), "{format:?}");
        assert_eq!(Format::of(&bytes, None), Ok(format));
        assert_eq!(read.notes.len(), 1, "{:?}", read.notes);
    }
}

#[test]
fn y_may_point_up_and_a_floor_is_added() {
    let options = ImportOptions {
        up: Up::Y,
        floor: Some(number("0")),
        scale: Some(number("2")),
        fixed: vec!["imported".to_owned()],
        ..ImportOptions::default()
    };
    let scene = read_with(&obj(), Format::Obj, &options).unwrap().scene;
    let (low, high) = scene.bodies[1].parts[0].bounding_box();
    assert_eq!(low, Vector3::new(number("0"), number("-1"), number("0")));
    assert_eq!(high, Vector3::new(number("2"), number("0"), number("4")));
    assert!(scene.bodies.iter().all(|body| body.is_fixed()));
}

/// An L of three unit cubes, and a frame of eight around a hole, as surfaces; whether a point is
/// inside is known by hand.
fn cubes(cells: &[[i64; 3]]) -> String {
    let mut text = String::new();
    let mut count = 0;
    for cell in cells {
        for axis in 0..3 {
            for step in [0_i64, 1] {
                let mut beside = *cell;
                beside[axis] += 2 * step - 1;
                if cells.contains(&beside) {
                    continue;
                }
                let [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
                let mut square = [[0, 0], [1, 0], [1, 1], [0, 1]];
                if step == 0 {
                    square.reverse();
                }
                for [x, y] in square {
                    let mut corner = *cell;
                    corner[axis] += step;
                    corner[b] += x;
                    corner[c] += y;
                    text += &format!("v {} {} {}\n", corner[0], corner[1], corner[2]);
                }
                let [p, q, r, s] = [1, 2, 3, 4].map(|index| count + index);
                text += &format!("f {p} {q} {r} {s}\n");
                count += 4;
            }
        }
    }
    format!("o solid\n{text}")
}

fn is_in(parts: &[&zwang_scene::space::Polyhedron], point: &Vector3) -> usize {
    let inside = parts.iter().filter(|part| {
        part.faces().iter().all(|face| {
            let corner = &part.vertices()[face.vertices[0]];
            face.normal.dot(&(point - corner)) < number("0")
        })
    });
    inside.count()
}

fn assert_parts(cells: &[[i64; 3]]) -> usize {
    let scene = read(&cubes(cells), Format::Obj).scene;
    let parts = scene.bodies[0].polyhedra().unwrap();
    assert_eq!(volume(&scene, 0), number(&cells.len().to_string()));
    for x in -1..5 {
        for y in -1..5 {
            for z in -1..5 {
                let [a, b, c] = [x, y, z].map(|value: i64| number(&format!("{value}.37")));
                let a = a + number("0.01");
                // -1.37 is in the cell of -2.
                let cell = [x, y, z].map(|value| if value < 0 { value - 1 } else { value });
                let found = is_in(&parts, &Vector3::new(a, b, c));
                assert_eq!(found, usize::from(cells.contains(&cell)), "{cell:?}");
            }
        }
    }
    parts.len()
}

#[test]
fn concave_surfaces_become_convex_parts() {
    assert_eq!(assert_parts(&[[0, 0, 0], [1, 0, 0], [0, 0, 1]]), 2);
    let mut frame = Vec::new();
    for x in 0..3 {
        for y in 0..3 {
            if [x, y] != [1, 1] {
                frame.push([x, y, 0]);
            }
        }
    }
    assert_eq!(assert_parts(&frame), 4);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Any cubes of a grid, touching or apart: volumes and points.
    #[test]
    fn any_cubes_become_convex_parts(
        cells in prop::collection::btree_set(prop::array::uniform3(0i64..3), 1..7),
    ) {
        let cells: Vec<[i64; 3]> = cells.into_iter().collect();
        assert_parts(&cells);
    }
}

#[test]
fn surfaces_that_hang_together_are_bodies() {
    let mut text = obj();
    for [x, y, z] in POINTS {
        let x = x.parse::<i64>().unwrap() + 5;
        text += &format!("v {x} {y} {z}\n");
    }
    for face in FACES {
        let corners = face.map(|corner| (corner + 9).to_string());
        text += &format!("f {}\n", corners.join(" "));
    }
    let scene = read(&text, Format::Obj).scene;
    assert_eq!(scene.bodies.len(), 2);
    // STL: a body ends where its surface closes, though both have the same corners.
    let twice = stl().replace("endsolid box\n", "") + &stl();
    let read = read_with(&twice, Format::Stl, &ImportOptions::default()).unwrap();
    assert_eq!(read.scene.bodies.len(), 2);
}

/// A face that is bent by 10⁻⁹ is refused with its corner; a repair makes it plane, and the block
/// above meets it.
#[test]
fn bent_faces_are_refused_and_repaired() {
    let bent = obj().replace("v 1 2 0.5", "v 1 2 0.500000001");
    assert_refused(
        &bent,
        Format::Obj,
        &["not plane", "its corner (", "--repair 1e-9"],
    );
    let options = ImportOptions {
        repair: Some(Repair {
            within: number("1e-6"),
            planes: false,
        }),
        ..ImportOptions::default()
    };
    let read = read_with(&bent, Format::Obj, &options).unwrap();
    assert_eq!(volume(&read.scene, 0), number("1"));
    assert!(read.notes[0].contains("moved by up to"), "{:?}", read.notes);
    // So large that coordinates stay, and planes have to do it.
    let turned = "v 0 0 0\nv 4 0 3\nv 4 5 3.00001\nv 0 5 0\nv -3 0 4\nv 1 0 7\nv 1 5 7\nv -3 5 4\n";
    let faces = "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let text = format!("{turned}{faces}");
    assert_refused(&text, Format::Obj, &["not plane"]);
    let options = ImportOptions {
        repair: Some(Repair {
            within: number("1e-4"),
            planes: false,
        }),
        ..ImportOptions::default()
    };
    let read = read_with(&text, Format::Obj, &options).unwrap();
    let off = volume(&read.scene, 0) - number("125");
    assert!(off < number("0.01") && off > number("-0.01"), "{off}");
    assert_eq!(read.scene.bodies[0].parts[0].core().faces().len(), 6);
}

#[test]
fn bricks_stand_on_a_floor() {
    let scene = read(
        "# two\n2x4 (3,0,1)\n2x4x3 (3, 0, 2) # high\n",
        Format::Bricks,
    )
    .scene;
    assert_eq!(scene.bodies[0].name, "floor");
    let (low, high) = scene.bodies[2].parts[0].bounding_box();
    assert_eq!(low, Vector3::from_integers(3, 0, 2));
    assert_eq!(high, Vector3::from_integers(5, 4, 5));
    assert_refused(
        "2x4 (3,0,1)\n2x4 3 0 1\n",
        Format::Bricks,
        &["line 2", "2x4 (3,0,1)"],
    );
}

/// A brick 2 x 4 on a plate 2 x 4, which is turned: studs of 8 mm, 9.6 and 3.2 mm high.
#[test]
fn ldraw_bricks_are_in_millimetres() {
    let text = "0 model\n1 4 0 0 0 1 0 0 0 1 0 0 0 1 3001.dat\n\
                1 4 0 24 0 0 0 1 0 1 0 -1 0 0 3020.DAT\n";
    let scene = read(text, Format::Ldraw).scene;
    let (low, high) = scene.bodies[1].parts[0].bounding_box();
    assert_eq!(&high.z - &low.z, number("0.0096"));
    assert_eq!(&high.x - &low.x, number("0.032"));
    let (plate_low, plate_high) = scene.bodies[2].parts[0].bounding_box();
    assert_eq!(plate_high.z, low.z);
    assert_eq!(&plate_high.z - &plate_low.z, number("0.0032"));
    assert_eq!(&plate_high.y - &plate_low.y, number("0.032"));
    // The floor is at the lowest point.
    assert_eq!(scene.bodies[0].parts[0].bounding_box().1.z, plate_low.z);
    let other = text.replace("3001.dat", "3039.dat");
    assert_refused(&other, Format::Ldraw, &["line 2", "3039.dat"]);
}

const BODIES: &str = "! File BODIES
$bdyty
 RBDY3      7
$blmty
 PLAIN      1  behav  PLEXx  avrd= 0.0D+00  gyrd= 0.0D+00
$nodty
 NO6xx      1                coo1= 0.1000000D+01  coo2= 0.0D+00  coo3= 0.0D+00
                             coo4= 0.0000000D+00  coo5= 0.0D+00  coo6= 0.0D+00
$tacty
 POLYR      1  color  REDxx  nb_vertex=    4      nb_face=   4
                             coo1= 0.0D+00  coo2= 0.0D+00  coo3=-0.5D-01
                             coo1= 0.1D+01  coo2= 0.0D+00  coo3= 0.0D+00
                             coo1= 0.0D+00  coo2= 0.1D+01  coo3= 0.0D+00
                             coo1= 0.0D+00  coo2= 0.0D+00  coo3= 0.1D+01
                             ver1= 1              ver2= 2              ver3= 3
$$$$$$
";

#[test]
fn bodies_of_lmgc90_are_read() {
    let scene = read(BODIES, Format::Lmgc90).scene;
    assert_eq!(scene.bodies[0].name, "RBDY3 7");
    let corner = Vector3::new(number("1"), number("0"), number("-1/20"));
    assert!(scene.bodies[0].parts[0].core().vertices().contains(&corner));
    assert_eq!(volume(&scene, 0), number("7/40"));
    let turned = BODIES.replace("coo5= 0.0D+00", "coo5= 0.1D+00");
    assert_refused(&turned, Format::Lmgc90, &["line 8", "coo5", "not turned"]);
    let short = BODIES.replace("nb_vertex=    4", "nb_vertex=    5");
    assert_refused(&short, Format::Lmgc90, &["1 vertices too few"]);
    let sphere = BODIES.replace("POLYR ", "SPHER ");
    assert_refused(&sphere, Format::Lmgc90, &["SPHER", "POLYR"]);
    let (head, _) = BODIES.split_once(" POLYR").unwrap();
    let plane = "PLANx 1 color VERTx axe1= 0.2D+01 axe2= 0.1D+01 axe3= 0.5D+00";
    let text = format!("{head} {plane}\n$$$$$$\n");
    let scene = read(&text, Format::Lmgc90).scene;
    assert_eq!(volume(&scene, 0), number("8"));
    let (low, _) = scene.bodies[0].parts[0].bounding_box();
    assert_eq!(
        low,
        Vector3::new(number("-1"), number("-1"), number("-1/2"))
    );
}

/// Bodies of one number get names of their own, by which each can be left out or fixed.
#[test]
fn bodies_of_one_number_are_told_apart() {
    let text = BODIES.repeat(3);
    let names = |skip: &[&str]| {
        let options = ImportOptions {
            skip: skip.iter().map(|name| (*name).to_owned()).collect(),
            ..ImportOptions::default()
        };
        let scene = read_with(&text, Format::Lmgc90, &options).map(|read| read.scene);
        let names = |scene: Scene| scene.bodies.iter().map(|body| body.name.clone()).collect();
        scene.map(names)
    };
    let all: Vec<String> = names(&[]).unwrap();
    assert_eq!(all, ["RBDY3 7", "RBDY3 7 (2)", "RBDY3 7 (3)"]);
    assert_eq!(names(&["RBDY3 7 (2)"]).unwrap(), ["RBDY3 7", "RBDY3 7 (3)"]);
    assert!(names(&["RBDY3 7 (4)"]).is_err());
    let options = ImportOptions {
        fixed: vec!["RBDY3 7 (3)".to_owned()],
        ..ImportOptions::default()
    };
    let scene = read_with(&text, Format::Lmgc90, &options).unwrap().scene;
    let fixed = scene.bodies.iter().map(|body| body.is_fixed());
    assert_eq!(fixed.collect::<Vec<_>>(), [false, false, true]);
}

const ASSEMBLY: &str = r#"{"data": {"graph": {"data": {"node": {
"0": {"is_support": true, "block": {"data": {"vertex": {"0": {"x": 0, "y": 0, "z": 0},
"1": {"x": 1, "y": 0, "z": 0}, "2": {"x": 0, "y": 1, "z": 0}, "5": {"x": 0, "y": 0, "z": 0.1}},
"face": {"0": [0, 2, 1], "1": [0, 1, 5], "2": [1, 2, 5], "3": [2, 0, 5]}}}}}}}}}"#;

#[test]
fn blocks_that_are_no_prisms_are_read() {
    let scene = read(ASSEMBLY, Format::Compas).scene;
    assert_eq!(scene.bodies[0].name, "block 0");
    assert!(scene.bodies[0].is_fixed());
    assert_eq!(volume(&scene, 0), number("1/60"));
    let missing = ASSEMBLY.replace("[2, 0, 5]", "[2, 0, 7]");
    assert_refused(&missing, Format::Compas, &["block 0", "not there"]);
    let open = ASSEMBLY.replace(", \"3\": [2, 0, 5]", "");
    assert_refused(&open, Format::Compas, &["block 0", "open surface"]);
}

const MODEL: &str = r#"<mujoco model="m">
  <asset><mesh name="tip" vertex="0 0 0  1 0 0  0 1 0  0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="0 0 1" friction="0.5"/>
    <body name="a" pos="0 0 1" quat="2 0 0 1">
      <freejoint/>
      <geom type="box" size="1 2 0.5" friction="0.5" mass="3"/>
      <body pos="0 0 1"><geom type="mesh" mesh="tip" friction="0.5" mass="1"/></body>
    </body>
    <body name="b" pos="9 0 1" axisangle="0 0 -1 90"><geom type="box" size="1 2 1" friction="0.5"/></body>
  </worldbody>
</mujoco>"#;

#[test]
fn models_of_mujoco_are_read_in_space() {
    let read = read(MODEL, Format::Mjcf);
    let scene = &read.scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "a", "b"]);
    assert_eq!(scene.gravity.z, number("-9.81"));
    // The quaternion (2, 0, 0, 1) turns by the angle of the triangle 3, 4, 5.
    let corner = Vector3::new(number("-1"), number("2"), number("1/2"));
    assert!(scene.bodies[1].parts[0].core().vertices().contains(&corner));
    let free = scene.bodies[1].dynamics.as_ref().unwrap();
    assert_eq!(free.mass, number("4"));
    // 3 at 1, and 1 at 2 + 1/4.
    assert_eq!(free.centroid.z, number("21/16"));
    assert!(scene.bodies[2].is_fixed());
    let (low, high) = scene.bodies[2].parts[0].bounding_box();
    assert_eq!(&high.x - &low.x, number("4"));
    let rough = scene
        .friction
        .between(zwang_scene::BodyId(0), zwang_scene::BodyId(1));
    assert_eq!(rough, number("1/2"));
    let ellipsoid = MODEL.replace(
        "type=\"box\" size=\"1 2 0.5\"",
        "type=\"ellipsoid\" size=\"1 1 1\"",
    );
    assert_refused(&ellipsoid, Format::Mjcf, &["line 7", "ellipsoid"]);
}

const ROUND: &str = r#"<mujoco model="round">
  <worldbody>
    <geom type="plane" size="0 0 1"/>
    <body name="ball" pos="0 0 .5"><freejoint/><geom size=".5" mass="2"/></body>
    <body name="log" pos="5 0 .75" quat="2 0 0 1">
      <freejoint/>
      <geom type="capsule" size=".75" fromto="-1 0 0 1 0 0" mass="3"/>
    </body>
    <body name="post" pos="-5 0 2"><geom type="capsule" size=".5 1"/></body>
    <body name="pearl" pos="0 5 1"><freejoint/><geom type="sphere" size="1" density="3"/></body>
  </worldbody>
</mujoco>"#;

#[test]
fn spheres_and_capsules_of_mujoco_are_rounded_parts() {
    let read = read(ROUND, Format::Mjcf);
    let scene = &read.scene;
    let part = |body: usize| &scene.bodies[body].parts[0];
    let free = |body: usize| scene.bodies[body].dynamics.as_ref().unwrap();
    assert_eq!(part(1).radius(), &number("1/2"));
    assert_eq!(part(1).core().vertices().len(), 1);
    // 2/5 m r².
    assert_eq!(free(1).inertia.rows[0].x, number("1/5"));
    // The quaternion (2, 0, 0, 1) turns (1, 0, 0) to (3/5, 4/5, 0).
    let end = Vector3::new(number("28/5"), number("4/5"), number("3/4"));
    assert!(part(2).core().vertices().contains(&end));
    // The golden values of a capsule of length 2 and radius 3/4, about its axis and across.
    assert_eq!(free(2).inertia.rows[2].z, number("1313/480"));
    let [x, y, _] = &free(2).inertia.rows;
    assert_eq!(&x.x + &y.y, number("63/80") + number("1313/480"));
    assert!(scene.bodies[3].is_fixed());
    let (low, high) = part(3).bounding_box();
    assert_eq!(&high.z - &low.z, number("3"));
    // 4 π.
    let off = &free(4).mass - number("12.566370614359172953850573");
    let bound = number("1e-18");
    assert!(off < bound && -off < bound);
    assert!(read.notes.iter().any(|note| note.contains("`pearl`")));
    // A capsule along (2, 1, 0): its length is √5, and its moments are within 2^-60.
    let skew = ROUND.replace("-1 0 0 1 0 0", "-1 0 0 1 1 0");
    let skew = read_with(&skew, Format::Mjcf, &ImportOptions::default()).unwrap();
    let told = "line 5: lengths are taken up to 2^-64 in the mass of `log`";
    assert!(
        skew.notes.iter().any(|note| note == told),
        "{:?}",
        skew.notes
    );
    let inertia = &skew.scene.bodies[2].dynamics.as_ref().unwrap().inertia;
    // m (L (L²/12 + r²/4) + 4r/3 (2r²/5 + L²/4 + 3 L r/8)) / (L + 4r/3) with L² = 5, r = 3/4, m =
    // 3.
    let length = number("2.2360679774997896964");
    let tube = &length * (number("5/12") + number("9/64"));
    let ends = number("9/40") + number("5/4") + &length * number("9/32");
    let expected = number("3") * (tube + ends) / (&length + number("1"));
    let off = &inertia.rows[2].z - expected;
    assert!(off < number("1e-18") && -off < number("1e-18"));
}

/// A stair of bricks 2 × 4, each two knobs further along x and a layer higher.
fn stair(count: i64) -> String {
    let brick = |k: i64| {
        let x = 2 * k;
        format!("\"{k}\": {{\"x\": {x}, \"y\": 21, \"z\": {k}, \"brick_id\": 2, \"ori\": 1}}")
    };
    let bricks: Vec<String> = (0..count).map(brick).collect();
    format!("{{{}}}", bricks.join(",\n"))
}

/// Half of a brick is above the one below it: four knobs, with three points each. The lowest one
/// has all eight on the plate.
#[test]
fn models_of_stable_lego_have_bonds() {
    let text = stair(3);
    let found = Format::of(text.as_bytes(), Some("json"));
    assert_eq!(found.unwrap(), Format::StableLego);
    let scene = read(&text, Format::StableLego).scene;
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["plate", "brick 0", "brick 1", "brick 2"]);
    assert_eq!(scene.bonds.len(), 3 * (8 + 4 + 4));
    for bond in &scene.bonds {
        let [first, second] = bond.bodies.map(|BodyId(body)| body);
        assert_eq!(first + 1, second);
        assert_eq!(
            bond.pull,
            Vector3::new(number("0"), number("0"), number("0.98"))
        );
    }
    let body = scene.bodies[3].dynamics.as_ref().unwrap();
    assert_eq!(body.mass, number("0.00216"));
    // From 4 to 8 knobs along x, 21 to 23 along y, and 2 to 3 layers.
    let centre = ["0.0468", "0.1716", "0.024"].map(number);
    assert_eq!(body.centroid.coordinates(), centre.each_ref());
    // Without the plate its bonds are gone, too.
    let options = ImportOptions {
        skip: vec!["plate".to_owned()],
        ..ImportOptions::default()
    };
    let bare = import(text.as_bytes(), Format::StableLego, &options)
        .unwrap()
        .scene;
    assert_eq!((bare.bodies.len(), bare.bonds.len()), (3, 24));
    for (from, to, parts) in [
        (
            "\"brick_id\": 2",
            "\"brick_id\": 7",
            &["line 1", "brick 0", "brick_id 7"][..],
        ),
        ("\"ori\": 1", "\"ori\": 2", &["ori = 2", "0 or 1"]),
        ("\"z\": 1", "\"z\": -1", &["line 2", "z = -1"]),
        ("\"z\": 1", "\"z\": 0", &["line 2", "the place of brick 0"]),
        ("\"y\": 21, ", "", &["no `y`"]),
        ("\"x\": 0", "\"x\": 1e99", &["x", "whole number"]),
    ] {
        assert_refused(&text.replacen(from, to, 1), Format::StableLego, parts);
    }
}

/// Whatever is wrong, there is one line, and no room is made for what is only promised.
#[test]
fn spoilt_files_are_refused_in_one_line() {
    for (text, format, word) in [
        (off().replace("8 6", "8 1000000"), Format::Off, "1000000"),
        (
            off().replace("8 6", "99999999999999999999 6"),
            Format::Off,
            "999",
        ),
        (off().replace("8 6", "8 60"), Format::Off, "its end"),
        (off().replace("0.5", "nan"), Format::Off, "nan"),
        (off().replace("0.5", "1e9999"), Format::Off, "1e9999"),
        (
            off().replace("4 0 3 2 1", "4 0 3 2 9"),
            Format::Off,
            "point 9",
        ),
        (obj().replace("f 1/1/1", "f 0/1/1"), Format::Obj, "point 0"),
        (
            obj().replace("f 1/1/1", "curve 1/1/1"),
            Format::Obj,
            "curve",
        ),
        (
            ply().replace("vertex 8", "vertex 4000000000"),
            Format::Ply,
            "4000000000",
        ),
        (ply().replace("end_header", ""), Format::Ply, "end_header"),
        (
            stl().replace("vertex 0 0 0\n", ""),
            Format::Stl,
            "2 corners",
        ),
        (stl().replacen("facet", "face", 1), Format::Stl, "face"),
        (String::new(), Format::Off, "empty"),
        (String::new(), Format::Bricks, "no bricks"),
        ("v 1 1 1".to_owned(), Format::Obj, "no faces"),
        ("{}".to_owned(), Format::Compas, "node"),
    ] {
        assert_refused(&text, format, &[word]);
    }
    let mut promised = binary_stl();
    promised[80..84].copy_from_slice(&1_000_000_u32.to_le_bytes());
    let told = import(&promised, Format::Stl, &ImportOptions::default()).unwrap_err();
    assert!(told.to_string().contains("1000000 triangles"), "{told}");
    let mut infinite = binary_stl();
    infinite[96..100].copy_from_slice(&f32::INFINITY.to_le_bytes());
    let told = import(&infinite, Format::Stl, &ImportOptions::default()).unwrap_err();
    assert!(told.to_string().contains("not finite"), "{told}");
    let short = &binary_ply(false)[..300];
    let told = import(short, Format::Ply, &ImportOptions::default()).unwrap_err();
    assert!(told.to_string().contains("end of the file"), "{told}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Nothing panics, whatever a piece of a file is replaced by.
    #[test]
    fn texts_that_are_almost_right(
        which in 0_usize..9,
        from in any::<prop::sample::Index>(),
        length in 0_usize..9,
        by in prop_oneof!["[ -~]{0,6}", "[0-9eE.+-]{0,8}", Just("1e999".to_owned()), Just("é".to_owned())],
    ) {
        let files = [
            (obj(), Format::Obj),
            (off(), Format::Off),
            (stl(), Format::Stl),
            (ply(), Format::Ply),
            ("2x4 (3,0,1)\n2x2 (0,0,0)".to_owned(), Format::Bricks),
            (BODIES.to_owned(), Format::Lmgc90),
            (ASSEMBLY.to_owned(), Format::Compas),
            (MODEL.to_owned(), Format::Mjcf),
            (stair(2), Format::StableLego),
        ];
        let (text, format) = &files[which];
        let characters: Vec<char> = text.chars().collect();
        let from = from.index(characters.len());
        let to = (from + length).min(characters.len());
        let before: String = characters[..from].iter().collect();
        let after: String = characters[to..].iter().collect();
        let spoilt = format!("{before}{by}{after}");
        let options = ImportOptions {
            repair: Some(Repair { within: number("1e-6"), planes: true }),
            ..ImportOptions::default()
        };
        for options in [ImportOptions::default(), options] {
            if let Err(told) = read_with(&spoilt, *format, &options) {
                prop_assert_eq!(told.lines().count(), 1, "{}", told);
            }
        }
    }
}
