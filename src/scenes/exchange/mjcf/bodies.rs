//! Bodies of a model: joints, geoms and masses.

use super::WORLD;
use super::shapes::{self, Meshes};
use crate::affine::Affine;
use crate::decimal::rounded_up;
use crate::draft::{DraftBody, DraftPart, Mass};
use crate::error::Result;
use crate::xml::Element;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Dynamics, Polygon};

/// What a frame is called in attributes.
const FRAME: [&str; 7] = [
    "pos",
    "quat",
    "euler",
    "axisangle",
    "xyaxes",
    "zaxis",
    "fromto",
];

/// Attributes of geoms that are for pictures, or for the softness of contacts.
const IGNORED: [&str; 10] = [
    "rgba", "material", "group", "solref", "solimp", "solmix", "priority", "hfield", "class",
    "user",
];

/// What stands in a world or a body and says nothing of a scene.
const SIGHTS: [&str; 3] = ["light", "camera", "site"];

/// MuJoCo's default density, kg/m³.
const WATER: i64 = 1000;

/// The bodies of a model as far as they are read.
pub struct Bodies<'a> {
    meshes: &'a Meshes,
    fixed: &'a [String],
    bodies: Vec<DraftBody>,
    /// The frames of bodies with a name, in the world.
    frames: BTreeMap<String, Affine>,
    /// Of each body with joints its place in the list, and its joints.
    joints: Vec<(usize, Joints)>,
    /// The friction of all geoms so far.
    friction: Option<Rational>,
    planes: Vec<Plane>,
    /// What all geoms share along y so far.
    shared: Shared,
}

/// A plane of the world: what is below it, in its frame.
struct Plane {
    line: usize,
    /// Its body in the list, which has no parts yet.
    body: usize,
    frame: Affine,
    /// Half of the length that it has in pictures.
    half: Rational,
}

/// Where geoms are along y.
#[derive(Default)]
struct Shared {
    low: Option<Rational>,
    high: Option<Rational>,
    /// Whether a geom is not in the middle of y = 0.
    is_off: bool,
}

/// The first key of a model.
pub struct Key<'a> {
    pub element: Element<'a>,
    pub velocities: Vec<Rational>,
}

/// How a free body moves.
#[derive(Clone)]
enum Joints {
    /// A free joint: six velocities.
    Free,
    /// Two slides and a hinge at this place; a sign for angles.
    Plane { hinge: Vector, sign: Rational },
}

/// A geom of a body.
struct Geom {
    part: DraftPart,
    depth: Rational,
    mass: Option<Rational>,
    /// kg/m³.
    density: Rational,
}

impl<'a> Bodies<'a> {
    pub fn new(meshes: &'a Meshes, fixed: &'a [String]) -> Self {
        Self {
            meshes,
            fixed,
            bodies: Vec::new(),
            frames: BTreeMap::new(),
            joints: Vec::new(),
            friction: None,
            planes: Vec::new(),
            shared: Shared::default(),
        }
    }

    /// Reads a world: its own geoms are fixed bodies.
    pub fn read_world(&mut self, world: Element) -> Result<()> {
        world.allow(&[], &[])?;
        for element in world.children() {
            match element.name() {
                "body" => self.read_body(element)?,
                "geom" => {
                    let count = self.bodies.len();
                    let name = shapes::name(element, "geom", count);
                    let here = Frame::default();
                    let mut body = DraftBody::new(element.line(), &name);
                    body.is_fixed = true;
                    if is_plane(element) {
                        self.add_plane(element, &here)?;
                    } else {
                        let geom = self.geom(element, &here)?;
                        body.parts.push(geom.part);
                    }
                    self.bodies.push(body);
                }
                name if SIGHTS.contains(&name) => {}
                _ => {
                    let expected = "only body and geom";
                    return shapes::refuse_child(element, expected);
                }
            }
        }
        Ok(())
    }

    fn read_body(&mut self, element: Element) -> Result<()> {
        let mut read = vec!["name"];
        read.extend(FRAME);
        element.allow(&read, &["childclass"])?;
        let frame = Frame {
            map: shapes::frame(element)?,
            along: shapes::along(element)?,
        };
        let index = self.bodies.len();
        let name = shapes::name(element, "body", index);
        if name == WORLD {
            let found = "the name that MuJoCo has for the world";
            return element.refuse(found, "another name");
        }
        let mut joints = Vec::new();
        let mut geoms = Vec::new();
        let mut inertial = None;
        for child in element.children() {
            match child.name() {
                "joint" | "freejoint" => joints.push(child),
                "geom" if is_plane(child) => {
                    let expected = "planes of the world only";
                    return child.refuse("a plane in a body", expected);
                }
                "geom" => geoms.push(self.geom(child, &frame)?),
                "inertial" => {
                    if inertial.is_some() {
                        let expected = "one inertial for each body";
                        return child.refuse("a second inertial", expected);
                    }
                    inertial = Some(child);
                }
                "body" => {
                    let found = "a body in a body";
                    let expected = "bodies of the world only";
                    return child.refuse(found, expected);
                }
                name if SIGHTS.contains(&name) => {}
                _ => {
                    let expected = "only joint, freejoint, geom and inertial";
                    return shapes::refuse_child(child, expected);
                }
            }
        }
        let mut body = DraftBody::new(element.line(), &name);
        let joints = joints_of(element, &joints, &frame.map)?;
        body.is_fixed = joints.is_none() || self.fixed.contains(&name);
        if !body.is_fixed {
            body.mass = match inertial {
                Some(inertial) => given_mass(inertial, &frame.map)?,
                None => mass_of(element, &geoms)?,
            };
        }
        if let Some(joints) = joints {
            self.joints.push((index, joints));
        }
        for geom in geoms {
            body.parts.push(geom.part);
        }
        self.bodies.push(body);
        self.frames.insert(name, frame.map);
        Ok(())
    }

    /// Reads a geom, and notes its friction.
    fn geom(&mut self, element: Element, frame: &Frame) -> Result<Geom> {
        self.read_surface(element)?;
        let prism = shapes::shape(element, self.meshes)?;
        let low = &prism.low + &frame.along;
        let high = &prism.high + &frame.along;
        self.shared.narrow(element, &low, &high)?;
        let mut vertices = prism.outline;
        for vertex in &mut vertices {
            *vertex = frame.map.of(vertex);
        }
        let density = element.number("density")?;
        let water = Rational::from_integer(WATER.into());
        let part = DraftPart {
            line: element.line(),
            vertices,
        };
        Ok(Geom {
            part,
            depth: high - low,
            mass: element.number("mass")?,
            density: density.unwrap_or(water),
        })
    }

    /// Notes a plane, which becomes a part when all bodies are known.
    fn add_plane(&mut self, element: Element, frame: &Frame) -> Result<()> {
        self.read_surface(element)?;
        let own = shapes::frame(element)?;
        let size = element.numbers("size")?.unwrap_or_default();
        self.planes.push(Plane {
            line: element.line(),
            body: self.bodies.len(),
            frame: frame.map.after(&own),
            half: size.first().cloned().unwrap_or_default(),
        });
        Ok(())
    }

    /// Reads what a geom says of contacts.
    fn read_surface(&mut self, element: Element) -> Result<()> {
        require_surface(element)?;
        let own = friction_of(element)?;
        match &self.friction {
            Some(friction) if *friction != own => refuse_friction(element, &own, friction),
            _ => {
                self.friction = Some(own);
                Ok(())
            }
        }
    }

    /// The friction of all bodies, if there is any.
    pub fn friction(&self) -> Option<Rational> {
        self.friction.clone()
    }

    /// The names of all bodies.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.frames.keys().cloned()
    }

    /// Where the frame of a body is in the world.
    pub fn frame(&self, name: &str) -> Option<&Affine> {
        self.frames.get(name)
    }

    /// Gives all free bodies the velocities of a key. Those of a body that was asked to be fixed
    /// are passed over.
    pub fn set_velocities(&mut self, key: &Key) -> Result<()> {
        let mut rest = key.velocities.as_slice();
        for (index, joints) in &self.joints {
            let body = &mut self.bodies[*index];
            rest = match joints {
                Joints::Plane { hinge, sign } => {
                    let Some(([x, z, spin], rest)) = rest.split_first_chunk() else {
                        return too_few(key);
                    };
                    if !body.is_fixed {
                        body.spin = spin * sign;
                        let centroid = centroid(body);
                        let arm = &centroid - hinge;
                        let turning = arm.quarter_turn().scaled(&body.spin);
                        let sliding = Vector::new(x.clone(), z.clone());
                        body.velocity = &sliding + &turning;
                    }
                    rest
                }
                Joints::Free => {
                    let Some((velocities, rest)) = rest.split_first_chunk::<6>() else {
                        return too_few(key);
                    };
                    let is_moving = velocities.iter().any(|velocity| !velocity.is_zero());
                    if is_moving && !body.is_fixed {
                        let expected = "0 for bodies with a free joint";
                        return key.element.refuse_value("qvel", expected);
                    }
                    rest
                }
            };
        }
        if !rest.is_empty() {
            let expected = "as many numbers as joints have velocities";
            return key.element.refuse_value("qvel", expected);
        }
        Ok(())
    }

    /// All bodies. Adds notes on planes, and on what is off y = 0.
    pub fn finish(mut self, notes: &mut Vec<String>) -> Result<Vec<DraftBody>> {
        if self.shared.is_off {
            let note = "bodies are not in the middle of the plane y = 0; all share a plane y = c, \
                        and y is left out";
            notes.push(note.to_owned());
        }
        for plane in std::mem::take(&mut self.planes) {
            let half = self.half_length(&plane);
            let depth = &half * Rational::new(1.into(), 4.into());
            let corners = [[-1, -1], [1, -1], [1, 0], [-1, 0]].map(|[x, z]| {
                let x = &half * Rational::from_integer(x.into());
                let z = &depth * Rational::from_integer(z.into());
                plane.frame.of(&Vector::new(x, z))
            });
            let line = plane.line;
            let length = rounded_up(&(&half + &half));
            let told = rounded_up(&depth);
            notes.push(format!(
                "line {line}: a plane has no end; here it is a box, {length} m long and {told} m \
                 deep"
            ));
            self.bodies[plane.body].parts.push(DraftPart {
                line,
                vertices: corners.to_vec(),
            });
        }
        Ok(self.bodies)
    }

    /// Half of the length of a box for a plane: twice as far as anything is along it, rounded up
    /// to a whole number.
    fn half_length(&self, plane: &Plane) -> Rational {
        let mut farthest = Rational::one();
        for body in &self.bodies {
            for vertex in body.parts.iter().flat_map(|part| &part.vertices) {
                let arm = vertex - &plane.frame.origin;
                let along = arm.dot(&plane.frame.first).abs();
                farthest = farthest.max(along);
            }
        }
        let twice = (&farthest + &farthest).ceil();
        twice.max(plane.half.clone())
    }
}

/// Where the frame of a body is.
struct Frame {
    map: Affine,
    /// Along y.
    along: Rational,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            map: Affine::identity(),
            along: Rational::zero(),
        }
    }
}

impl Shared {
    /// With a geom between two values of y.
    fn narrow(&mut self, element: Element, low: &Rational, high: &Rational) -> Result<()> {
        let middle = low + high;
        self.is_off |= !middle.is_zero();
        let most_low = match &self.low {
            Some(other) => other.max(low).clone(),
            None => low.clone(),
        };
        let least_high = match &self.high {
            Some(other) => other.min(high).clone(),
            None => high.clone(),
        };
        if most_low >= least_high {
            let found = format!("a geom from y = {low} to y = {high}, beside another one");
            let expected = "a world whose geoms all share a plane y = c";
            return element.refuse(found, expected);
        }
        self.low = Some(most_low);
        self.high = Some(least_high);
        Ok(())
    }
}

fn is_plane(element: Element) -> bool {
    element.attribute("type") == Some("plane")
}

fn too_few<T>(key: &Key) -> Result<T> {
    let count = key.velocities.len();
    let found = format!("{count} numbers in qvel");
    let expected = "three for each body with slides and a hinge, six for each free joint";
    key.element.refuse(found, expected)
}

/// Refuses what a geom says of contacts and a scene cannot.
pub fn require_surface(element: Element) -> Result<()> {
    let mut read = vec!["name", "type", "size", "mesh", "density", "mass", "condim"];
    read.extend(["friction", "margin", "gap", "contype", "conaffinity"]);
    read.extend(FRAME);
    element.allow(&read, &IGNORED)?;
    for skin in ["margin", "gap"] {
        let number = element.number(skin)?;
        if number.is_some_and(|number| !number.is_zero()) {
            let expected = "0";
            return element.refuse_value(skin, expected);
        }
    }
    for mask in ["contype", "conaffinity"] {
        let number = element.number(mask)?;
        if number.is_some_and(|number| !number.is_one()) {
            let expected = "1: all bodies touch each other";
            return element.refuse_value(mask, expected);
        }
    }
    Ok(())
}

/// Refuses a geom whose friction is not that of the others.
pub fn refuse_friction<T>(element: Element, own: &Rational, friction: &Rational) -> Result<T> {
    let found = format!("friction {own} beside friction {friction}");
    let expected = "the same friction of all geoms: of two, MuJoCo takes the larger one, a scene \
                    the smaller one";
    element.refuse(found, expected)
}

/// The sliding friction of a geom.
pub fn friction_of(element: Element) -> Result<Rational> {
    match element.attribute("condim") {
        Some("1") => return Ok(Rational::zero()),
        None | Some("3" | "4" | "6") => {}
        Some(_) => {
            let expected = "1, 3, 4 or 6";
            return element.refuse_value("condim", expected);
        }
    }
    let numbers = element.numbers("friction")?.unwrap_or_default();
    match numbers.first() {
        Some(sliding) => Ok(sliding.clone()),
        // MuJoCo's default.
        None => Ok(Rational::one()),
    }
}

/// How a body moves; `None` if it does not.
fn joints_of(body: Element, joints: &[Element], frame: &Affine) -> Result<Option<Joints>> {
    let expected = "no joint, a free joint, or the joints slide along x, slide along z and hinge \
                    about y, in this order";
    match joints {
        [] => Ok(None),
        [joint] if joint.name() == "freejoint" => {
            joint.allow(&["name", "align"], &["group"])?;
            Ok(Some(Joints::Free))
        }
        [joint] if joint.attribute("type") == Some("free") => {
            allow_joint(joint, &["name", "type"])?;
            Ok(Some(Joints::Free))
        }
        [first, second, hinge] => {
            for joint in joints {
                allow_joint(joint, &["name", "type", "axis", "pos"])?;
            }
            if !frame.is_translation() {
                let found = "a turned frame with slides and a hinge";
                let expected = "a body without quat; its geoms may have one";
                return body.refuse(found, expected);
            }
            let slides_along_x = is_joint(first, "slide", [1, 0, 0])?;
            let slides_along_z = is_joint(second, "slide", [0, 0, 1])?;
            let sign = sign_of(hinge)?;
            let sign = sign.filter(|_| slides_along_x && slides_along_z);
            let Some(sign) = sign else {
                return body.refuse("other joints", expected);
            };
            let own = shapes::frame(*hinge)?;
            let hinge = frame.of(&own.origin);
            Ok(Some(Joints::Plane { hinge, sign }))
        }
        _ => {
            let count = joints.len();
            let found = format!("{count} joints");
            body.refuse(found, expected)
        }
    }
}

/// Numbers of joints that change nothing if they are 0.
const RESISTING: [&str; 5] = ["damping", "stiffness", "frictionloss", "armature", "margin"];

/// Refuses joints that resist or end.
fn allow_joint(joint: &Element, read: &[&str]) -> Result<()> {
    let mut all = read.to_vec();
    all.extend(RESISTING);
    all.push("limited");
    joint.allow(
        &all,
        &["group", "class", "solreflimit", "solimplimit", "user"],
    )?;
    for name in RESISTING {
        let numbers = joint.numbers(name)?.unwrap_or_default();
        if numbers.iter().any(|number| !number.is_zero()) {
            return joint.refuse_value(name, "0: joints do not resist");
        }
    }
    match joint.attribute("limited") {
        None | Some("false" | "auto") => Ok(()),
        Some(_) => joint.refuse_value("limited", "false: joints have no ends"),
    }
}

/// The sign of the angles of a hinge, if it is one about y.
fn sign_of(hinge: &Element) -> Result<Option<Rational>> {
    if is_joint(hinge, "hinge", [0, -1, 0])? {
        return Ok(Some(Rational::one()));
    }
    if is_joint(hinge, "hinge", [0, 1, 0])? {
        return Ok(Some(-Rational::one()));
    }
    Ok(None)
}

/// Whether a joint is of this type and has this axis.
fn is_joint(joint: &Element, kind: &str, axis: [i64; 3]) -> Result<bool> {
    let found = joint.attribute("type").unwrap_or("hinge");
    if joint.name() != "joint" || found != kind {
        return Ok(false);
    }
    let expected = axis.map(|number| Rational::from_integer(number.into()));
    match joint.exactly::<3>("axis")? {
        Some(own) => Ok(own == expected),
        // MuJoCo's default is along z.
        None => Ok(axis == [0, 0, 1]),
    }
}

/// The mass that an `inertial` gives.
fn given_mass(element: Element, frame: &Affine) -> Result<Mass> {
    let mut read = vec!["mass", "diaginertia"];
    read.extend(FRAME);
    element.allow(&read, &[])?;
    let own = shapes::frame(element)?;
    let Some(mass) = element.number("mass")? else {
        let expected = "mass and diaginertia";
        return element.refuse("no mass", expected);
    };
    let Some([_, inertia, _]) = element.exactly("diaginertia")? else {
        let expected = "mass and diaginertia";
        return element.refuse("no diaginertia", expected);
    };
    let centroid = frame.of(&own.origin);
    Ok(Mass::Given {
        mass,
        centroid,
        inertia,
    })
}

/// The mass of a body by those of its geoms.
fn mass_of(body: Element, geoms: &[Geom]) -> Result<Mass> {
    let mut densities = Vec::with_capacity(geoms.len());
    for geom in geoms {
        let density = density_of(body, geom)?;
        densities.push(density);
    }
    let Some(first) = densities.first() else {
        let expected = "at least one box";
        return body.refuse("a body without geoms", expected);
    };
    if densities.iter().all(|density| density == first) {
        return Ok(Mass::Density(first.clone()));
    }
    let mut whole = Sum::default();
    for (geom, density) in geoms.iter().zip(&densities) {
        let part = dynamics(body, geom, density)?;
        whole.add(&part);
    }
    Ok(whole.mass())
}

/// The density of a geom in the plane, kg/m².
fn density_of(body: Element, geom: &Geom) -> Result<Rational> {
    let density = match &geom.mass {
        None => &geom.density * &geom.depth,
        Some(mass) => {
            let one = Rational::one();
            let of_density_one = dynamics(body, geom, &one)?;
            mass / of_density_one.mass
        }
    };
    if density.is_positive() {
        return Ok(density);
    }
    let found = format!("density {density}");
    let expected = "a positive density or mass of each geom";
    body.refuse(found, expected)
}

/// What a geom is as a body.
fn dynamics(body: Element, geom: &Geom, density: &Rational) -> Result<Dynamics> {
    let vertices = geom.part.vertices.clone();
    match Polygon::new(vertices) {
        Ok((polygon, _)) => Ok(Dynamics::homogeneous(&[polygon], density)),
        Err(error) => {
            let found = error.to_string();
            let expected = "convex geoms";
            body.refuse(found, expected)
        }
    }
}

/// Mass, first and second moments about the origin.
struct Sum {
    mass: Rational,
    first: Vector,
    second: Rational,
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            mass: Rational::zero(),
            first: Vector::zero(),
            second: Rational::zero(),
        }
    }
}

impl Sum {
    fn add(&mut self, part: &Dynamics) {
        let mass = &part.mass;
        let centroid = &part.centroid;
        let first = centroid.scaled(mass);
        let second = mass * centroid.dot(centroid);
        self.mass += mass;
        self.first = &self.first + &first;
        self.second += &part.inertia + second;
    }

    fn mass(self) -> Mass {
        let per_mass = self.mass.recip();
        let centroid = self.first.scaled(&per_mass);
        let square = centroid.dot(&centroid);
        let inertia = self.second - &self.mass * square;
        Mass::Given {
            mass: self.mass,
            centroid,
            inertia,
        }
    }
}

/// The centroid of a free body.
fn centroid(body: &DraftBody) -> Vector {
    if let Mass::Given { centroid, .. } = &body.mass {
        return centroid.clone();
    }
    let mut polygons = Vec::with_capacity(body.parts.len());
    for part in &body.parts {
        let vertices = part.vertices.clone();
        // A part that is no polygon is for the reader to refuse.
        if let Ok((polygon, _)) = Polygon::new(vertices) {
            polygons.push(polygon);
        }
    }
    let one = Rational::one();
    let whole = Dynamics::homogeneous(&polygons, &one);
    whole.centroid
}
