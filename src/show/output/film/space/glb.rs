//! A film of a run in space as a file that other programs play: binary glTF 2.0 (GLB), with a node
//! for each body, animated by its states.
//!
//! The file is of the Khronos glTF 2.0 specification: a JSON chunk and a binary chunk of 32-bit
//! floats. glTF has y upwards, so the scene hangs on a node that turns z to y.

use super::surface::{Shape, shapes};
use super::{Pose, SolidFilm};
use serde_json::{Value, json};
use std::f64::consts::FRAC_1_SQRT_2;
use zwang_scene::space::Body;

/// Colours of free bodies, one after the other (Okabe and Ito), and of fixed ones.
const COLOURS: [[f64; 3]; 6] = [
    [0.90, 0.60, 0.00],
    [0.35, 0.70, 0.90],
    [0.00, 0.60, 0.50],
    [0.80, 0.40, 0.00],
    [0.00, 0.45, 0.70],
    [0.80, 0.60, 0.70],
];
const FIXED: [f64; 3] = [0.6, 0.6, 0.6];

/// The bytes of the file.
pub(super) fn glb(film: &SolidFilm) -> Vec<u8> {
    let mut document = Document::default();
    let times = document.file.floats(&film.times(), 1, true);
    let (shapes, indices) = shapes(&film.scene.bodies);
    let mut surfaces = Vec::with_capacity(shapes.len());
    for shape in &shapes {
        surfaces.push(document.surface(shape));
    }
    let mut free = 0;
    let bodies = film.scene.bodies.iter().zip(indices);
    for ((body, shape), poses) in bodies.zip(film.poses()) {
        let colour = if body.is_fixed() {
            FIXED
        } else {
            free += 1;
            COLOURS[(free - 1) % COLOURS.len()]
        };
        let node = document.body(body, surfaces[shape], colour, &poses[0]);
        if !body.is_fixed() {
            document.motion(node, times, &poses);
        }
    }
    document.packed(&film.scene.name)
}

/// The lists of a glTF document.
#[derive(Default)]
struct Document {
    file: File,
    /// Those of bodies.
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    samplers: Vec<Value>,
    channels: Vec<Value>,
}

impl Document {
    /// Adds a surface, and returns the numbers of the accessors of its positions and normals.
    fn surface(&mut self, shape: &Shape) -> [usize; 2] {
        let corners = shape.corners.iter();
        let positions: Vec<f64> = corners.clone().flat_map(|corner| corner.place).collect();
        let normals: Vec<f64> = corners.flat_map(|corner| corner.normal).collect();
        let positions = self.file.floats(&positions, 3, true);
        [positions, self.file.floats(&normals, 3, false)]
    }

    /// Adds a body, and returns the number of its node; node 0 is that of the scene.
    fn body(
        &mut self,
        body: &Body,
        [positions, normals]: [usize; 2],
        [red, green, blue]: [f64; 3],
        first: &Pose,
    ) -> usize {
        let number = self.nodes.len();
        self.materials.push(json!({
            "pbrMetallicRoughness": {
                "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8,
            },
        }));
        self.meshes.push(json!({
            "name": body.name,
            "primitives": [{
                "attributes": { "POSITION": positions, "NORMAL": normals },
                "material": number,
            }],
        }));
        self.nodes.push(json!({
            "name": body.name, "mesh": number,
            "translation": first.place, "rotation": first.turn,
        }));
        number + 1
    }

    /// Adds the motion of a node at the times of an accessor.
    fn motion(&mut self, node: usize, times: usize, poses: &[Pose]) {
        let places: Vec<f64> = poses.iter().flat_map(|pose| pose.place).collect();
        let turns: Vec<f64> = poses.iter().flat_map(|pose| pose.turn).collect();
        for (path, output) in [
            ("translation", self.file.floats(&places, 3, false)),
            ("rotation", self.file.floats(&turns, 4, false)),
        ] {
            self.channels.push(json!({
                "sampler": self.samplers.len(), "target": { "node": node, "path": path },
            }));
            self.samplers
                .push(json!({ "input": times, "output": output, "interpolation": "LINEAR" }));
        }
    }

    /// The file, with a node of this name for the scene.
    fn packed(self, name: &str) -> Vec<u8> {
        let mut nodes = vec![json!({
            "name": name,
            "rotation": [-FRAC_1_SQRT_2, 0, 0, FRAC_1_SQRT_2],
            "children": (1..=self.nodes.len()).collect::<Vec<_>>(),
        })];
        nodes.extend(self.nodes);
        let mut document = json!({
            "asset": { "version": "2.0", "generator": concat!("zwang ", env!("CARGO_PKG_VERSION")) },
            "scene": 0,
            "scenes": [{ "nodes": [0] }],
            "nodes": nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "accessors": self.file.accessors,
            "bufferViews": self.file.views,
            "buffers": [{ "byteLength": self.file.bytes.len() }],
        });
        if !self.channels.is_empty() {
            document["animations"] = json!([{
                "name": "run", "samplers": self.samplers, "channels": self.channels,
            }]);
        }
        packed(&document, self.file.bytes)
    }
}

/// The binary chunk, and what says where its numbers are.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl File {
    /// Adds numbers, so many to an element, and returns the number of their accessor.
    fn floats(&mut self, numbers: &[f64], width: usize, with_bounds: bool) -> usize {
        #[allow(clippy::cast_possible_truncation)] // The format has 32 bits.
        let numbers: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
        let start = self.bytes.len();
        for number in &numbers {
            self.bytes.extend(number.to_le_bytes());
        }
        self.views.push(json!({
            "buffer": 0, "byteOffset": start, "byteLength": self.bytes.len() - start,
        }));
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][width - 1];
        let mut accessor = json!({
            "bufferView": self.views.len() - 1, "componentType": 5126,
            "count": numbers.len() / width, "type": kind,
        });
        if with_bounds {
            let column = |index: usize| numbers.iter().skip(index).step_by(width).copied();
            let least: Vec<f32> = (0..width)
                .map(|index| column(index).fold(f32::MAX, f32::min))
                .collect();
            let most: Vec<f32> = (0..width)
                .map(|index| column(index).fold(f32::MIN, f32::max))
                .collect();
            accessor["min"] = json!(least);
            accessor["max"] = json!(most);
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }
}

/// Both chunks, each filled up to a multiple of four bytes, behind the header of the format.
fn packed(document: &Value, mut binary: Vec<u8>) -> Vec<u8> {
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    binary.resize(binary.len().next_multiple_of(4), 0);
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(b"glTF");
    bytes.extend(word(2));
    bytes.extend(word(length));
    bytes.extend(word(text.len()));
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend(word(binary.len()));
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    bytes
}

fn word(number: usize) -> [u8; 4] {
    u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes()
}
