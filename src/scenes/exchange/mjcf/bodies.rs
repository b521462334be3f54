//! Bodies of a model: a tree, whose joints become pins.
//!
//! A body without joints is a part of the body around it, and in the world it is fixed. A body
//! without geoms hands its joints on to the body in it, and is left out if there is none. A body
//! that only slides, in the world, and touches nothing, is left out as well: nothing else feels it.
//! Geoms of the world are fixed bodies.

use super::WORLD;
use super::assets::Meshes;
use super::frame::{Frame, Frames};
use super::joints::{self, Hold, Joints, Motion};
use super::shapes::{self, Shape};
use super::surface::{self, FRAME, Frictions, Owner, PairedGeoms, Rough, Surface};
use super::view::{NAMES, View};
use crate::convex::{Inside, decomposed};
use crate::decimal::rounded_up;
use crate::draft::{Draft, DraftBody, DraftPair, DraftPart, DraftPin, Mass};
use crate::error::{Result, of_space};
use crate::svg::overlap::any_overlap;
use crate::work::Work;
use crate::xml::{Element, MOST_LEVELS};
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Matrix3, Rational, Vector, Vector3};
use zwang_scene::{Dynamics, Polygon};

/// Elements of a world or a body that say nothing of a scene.
const SIGHTS: [&str; 3] = ["light", "camera", "site"];

/// MuJoCo's default density, kg/m³.
const WATER: i64 = 1000;

/// How a model is compiled.
#[derive(Clone, Default)]
pub struct Compiler {
    /// Whether a `range` limits a joint.
    pub has_limits: bool,
    /// Whether masses are those of geoms, whatever an `inertial` says.
    pub is_from_geoms: bool,
    /// Whether no geoms touch each other.
    pub is_without_contacts: bool,
    /// Whether no equality holds.
    pub is_without_pins: bool,
    /// The mass of all bodies together, kg.
    pub total_mass: Option<Rational>,
    /// The least mass of a body, kg, and its least moment, kg m².
    pub least: [Rational; 2],
}

/// The bodies of a model as far as they are read.
pub struct Bodies<'a> {
    meshes: &'a Meshes,
    fixed: &'a [String],
    compiler: &'a Compiler,
    view: View,
    has_hinges: bool,
    frames: Frames,
    joints: Joints,
    pieces: Vec<Piece<'a>>,
    /// The frames of bodies with a name, in the world, and the pieces that they are parts of.
    named: BTreeMap<String, Named>,
    pins: Vec<Pinned<'a>>,
    planes: Vec<Plane>,
    /// The range across the plane that all geoms that touch share so far.
    shared: Shared,
    told: Told,
}

/// A rigid body: one of the model, with those that are parts of it.
struct Piece<'a> {
    element: Element<'a>,
    name: String,
    is_fixed: bool,
    geoms: Vec<Geom<'a>>,
    /// Masses that an `inertial` gives.
    given: Vec<Dynamics>,
    /// Geoms whose masses count.
    weighing: Vec<usize>,
    /// The piece around it; `None` in the world.
    around: Option<usize>,
    joints: Vec<Motion>,
    has_plane: bool,
    /// Whether the scene goes without it: no other body feels it.
    is_left_out: bool,
}

/// A body with a name.
struct Named {
    frame: Frame,
    /// `None` if it has no geoms, and holds others in the world.
    piece: Option<usize>,
}

/// A body that turns about a point of another one, or of the world.
struct Pinned<'a> {
    element: Element<'a>,
    piece: usize,
    around: Option<usize>,
    at: Vector,
}

/// A plane of the world: what is below it.
struct Plane {
    line: usize,
    piece: usize,
    origin: Vector,
    /// Along the plane, and out of it.
    axes: [Vector; 2],
    /// Half of the length that it has in pictures.
    half: Rational,
}

/// The range of geoms across the plane.
#[derive(Default)]
struct Shared {
    low: Option<Rational>,
    high: Option<Rational>,
    /// Whether a geom is not in the middle of 0.
    is_off: bool,
    /// Whether geoms are beside each other.
    is_beside: bool,
}

/// Facts for notes.
#[derive(Default)]
struct Told {
    /// Geoms of the world that touch nothing.
    left_out: usize,
    /// Bodies without geoms, such as those that hold a site.
    empty: usize,
    rounds: usize,
    error: Rational,
}

/// The first key of a model.
pub struct Key<'a> {
    pub element: Element<'a>,
    pub velocities: Vec<Rational>,
}

/// A geom of a body.
struct Geom<'a> {
    element: Element<'a>,
    shape: Shape,
    surface: Surface,
    mass: Option<Rational>,
    /// kg/m³.
    density: Rational,
}

/// The content of a body itself.
#[derive(Default)]
struct Contents<'a> {
    joints: Vec<Motion>,
    geoms: Vec<Geom<'a>>,
    inertial: Option<Dynamics>,
    bodies: Vec<(Element<'a>, Frame)>,
}

/// The plane in which the hinges of a world turn. Without hinges it is the one in which all slides
/// lie, or `None` if that is the usual one, or there is none.
pub fn view(root: Element) -> Result<Option<View>> {
    let mut frames = Frames::new(root)?;
    let mut axes = Axes::default();
    for section in root.children() {
        if section.name() == "worldbody" {
            axes.add(section, &Frame::identity(), 0, &mut frames)?;
        }
    }
    if axes.first_hinge.is_some() {
        return Ok(axes.first_hinge);
    }
    // Bodies slide as well in the plane xz, which comes first, as along x and y.
    for normal in [1, 2, 0] {
        let view = View { normal };
        if axes.slides.iter().all(|slide| view.contains(slide)) {
            return Ok(Some(view).filter(|view| *view != View::USUAL));
        }
    }
    Ok(None)
}

/// The axes of joints.
#[derive(Default)]
struct Axes {
    /// The plane of the first hinge.
    first_hinge: Option<View>,
    slides: Vec<Vector3>,
}

impl Axes {
    /// Adds the joints in an element.
    fn add(
        &mut self,
        element: Element,
        frame: &Frame,
        level: usize,
        frames: &mut Frames,
    ) -> Result<()> {
        if level > MOST_LEVELS {
            return element.refuse("bodies in each other", "fewer");
        }
        for child in element.children() {
            match (child.name(), joints::kind(child)) {
                ("joint", "hinge") if self.first_hinge.is_none() => {
                    let axis = joints::axis_of(child, frame)?;
                    let Some(view) = View::orthogonal_to(&axis) else {
                        let expected = "a hinge about x, y or z of the world";
                        return of_space(child.refuse_value("axis", expected));
                    };
                    self.first_hinge = Some(view);
                }
                ("joint", "slide") if self.first_hinge.is_none() => {
                    self.slides.push(joints::axis_of(child, frame)?);
                }
                ("body" | "frame", _) if self.first_hinge.is_none() => {
                    let inner = frames.within(frame, child)?;
                    self.add(child, &inner, level + 1, frames)?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}

impl<'a> Bodies<'a> {
    pub fn new(
        root: Element,
        view: Option<View>,
        meshes: &'a Meshes,
        fixed: &'a [String],
        compiler: &'a Compiler,
    ) -> Result<Self> {
        Ok(Self {
            meshes,
            fixed,
            compiler,
            view: view.unwrap_or(View::USUAL),
            has_hinges: view.is_some(),
            frames: Frames::new(root)?,
            joints: Joints::new(view.unwrap_or(View::USUAL), compiler.has_limits),
            pieces: Vec::new(),
            named: BTreeMap::new(),
            pins: Vec::new(),
            planes: Vec::new(),
            shared: Shared::default(),
            told: Told::default(),
        })
    }

    /// Reads a world: its own geoms are fixed bodies.
    pub fn read_world(&mut self, world: Element<'a>) -> Result<()> {
        world.allow(&[], &[])?;
        self.read_in_world(world, &Frame::identity(), 0)
    }

    fn read_in_world(&mut self, world: Element<'a>, here: &Frame, level: usize) -> Result<()> {
        if level > MOST_LEVELS {
            return world.refuse("frames in each other", "fewer");
        }
        for element in world.children() {
            match element.name() {
                "body" => self.read_body(element, here, None, Vec::new(), 0)?,
                "frame" => {
                    let inner = self.inner_frame(element, here)?;
                    self.read_in_world(element, &inner, level + 1)?;
                }
                "geom" => self.read_geom_of_world(element, here)?,
                name if SIGHTS.contains(&name) => {}
                _ => {
                    let expected = "only body, frame and geom";
                    return shapes::refuse_child(element, expected);
                }
            }
        }
        Ok(())
    }

    fn inner_frame(&mut self, element: Element, around: &Frame) -> Result<Frame> {
        let mut read = vec!["name"];
        read.extend(FRAME);
        element.allow(&read, &["childclass"])?;
        self.frames.within(around, element)
    }

    fn read_geom_of_world(&mut self, element: Element<'a>, here: &Frame) -> Result<()> {
        let count = self.pieces.len();
        let name = shapes::name(element, "geom", count);
        let is_plane = element.attribute("type") == Some("plane");
        let surface = self.surface(element)?;
        if !surface.touches() || (is_plane && self.is_behind(element, here)?) {
            self.told.left_out += 1;
            return Ok(());
        }
        let mut piece = Piece::new(element, name, None, true);
        if is_plane {
            self.add_plane(element, here)?;
            piece.has_plane = true;
            // Its contacts are those of a geom without corners, which the plane gets at the end.
            piece.geoms.push(Geom::without_corners(element, surface));
        } else {
            piece.add(self.geom(element, here)?);
        }
        self.pieces.push(piece);
        Ok(())
    }

    fn read_body(
        &mut self,
        element: Element<'a>,
        around: &Frame,
        outer: Option<usize>,
        mut joints: Vec<Motion>,
        level: usize,
    ) -> Result<()> {
        if level > MOST_LEVELS {
            return element.refuse("bodies in each other", "fewer");
        }
        let mut read = vec!["name", "mocap", "gravcomp"];
        read.extend(FRAME);
        element.allow(&read, &["childclass", "user", "sleep"])?;
        let lifted = element.number("gravcomp")?.unwrap_or_default();
        if !lifted.is_zero() {
            return element.refuse_value("gravcomp", "0: gravity pulls all bodies");
        }
        let frame = self.frames.within(around, element)?;
        let name = shapes::name(element, "body", self.pieces.len());
        if name == WORLD {
            let found = "the name that MuJoCo has for the world";
            return element.refuse(found, "another name");
        }
        let mut contents = Contents::default();
        self.contents(element, &frame, 0, &mut contents)?;
        joints.append(&mut contents.joints);
        let is_held = self.fixed.contains(&name);
        // A part of the world needs no mass.
        let is_of_world = joints.is_empty() && outer.is_none();
        let is_massless = contents.inertial.is_none() || is_of_world;
        let is_empty = contents.geoms.is_empty() && is_massless && !is_held;
        if is_empty && contents.bodies.is_empty() && joints.is_empty() {
            self.name(&name, &frame, outer);
            self.told.empty += 1;
            return Ok(());
        }
        if is_empty && !contents.bodies.is_empty() {
            self.name(&name, &frame, outer);
            if joints.is_empty() || contents.bodies.len() == 1 {
                for (body, place) in contents.bodies {
                    self.read_body(body, &place, outer, joints.clone(), level + 1)?;
                }
                return Ok(());
            }
        }
        let is_part = outer.is_some() && joints.is_empty() && !is_held;
        if contents.geoms.is_empty() && contents.inertial.is_none() && !is_part {
            let expected = "at least one geom, or an inertial";
            return element.refuse("a body without geoms", expected);
        }
        let index = self.pieces.len();
        let mut piece = Piece::new(element, name.clone(), outer, is_held);
        piece.is_left_out = !is_held
            && outer.is_none_or(|outer| self.pieces[outer].is_fixed)
            && contents.bodies.is_empty()
            && contents.geoms.iter().all(|geom| !geom.surface.touches())
            && joints::only_slide(&joints);
        match joints::hold(element, &joints) {
            _ if is_held => piece.around = None,
            _ if piece.is_left_out => piece.is_fixed = true,
            Ok(Hold::Welded) if outer.is_some() => {
                // It is a part of the body around it.
            }
            Ok(Hold::Welded) => piece.is_fixed = true,
            Ok(Hold::Free) => {}
            Ok(Hold::Pinned(at)) => self.pins.push(Pinned {
                element,
                piece: index,
                around: outer,
                at,
            }),
            Err(error) => return Err(error),
        }
        piece.joints = joints;
        let index = match outer {
            Some(outer) if is_part => outer,
            _ => {
                self.pieces.push(piece);
                index
            }
        };
        self.pieces[index].take(contents.geoms, contents.inertial);
        self.name(&name, &frame, Some(index));
        for (body, place) in contents.bodies {
            self.read_body(body, &place, Some(index), Vec::new(), level + 1)?;
        }
        Ok(())
    }

    fn name(&mut self, name: &str, frame: &Frame, piece: Option<usize>) {
        let frame = frame.clone();
        self.named.insert(name.to_owned(), Named { frame, piece });
    }

    fn contents(
        &mut self,
        element: Element<'a>,
        frame: &Frame,
        level: usize,
        contents: &mut Contents<'a>,
    ) -> Result<()> {
        if level > MOST_LEVELS {
            return element.refuse("frames in each other", "fewer");
        }
        for child in element.children() {
            match child.name() {
                "joint" | "freejoint" => {
                    let joint = self.joints.read(child, frame)?;
                    contents.joints.push(joint);
                }
                "geom" if child.attribute("type") == Some("plane") => {
                    let expected = "planes of the world only";
                    return child.refuse("a plane in a body", expected);
                }
                "geom" => contents.geoms.push(self.geom(child, frame)?),
                "inertial" => {
                    if contents.inertial.is_some() {
                        let expected = "one inertial for each body";
                        return child.refuse("a second inertial", expected);
                    }
                    let given = self.given_mass(child, frame)?;
                    if !self.compiler.is_from_geoms {
                        contents.inertial = Some(given);
                    }
                }
                "body" => contents.bodies.push((child, frame.clone())),
                "frame" => {
                    let inner = self.inner_frame(child, frame)?;
                    self.contents(child, &inner, level + 1, contents)?;
                }
                name if SIGHTS.contains(&name) => {}
                _ => {
                    let expected = "only joint, freejoint, geom, inertial, frame and body";
                    return shapes::refuse_child(child, expected);
                }
            }
        }
        Ok(())
    }

    /// Reads a geom in a frame of the world.
    fn geom(&mut self, element: Element<'a>, around: &Frame) -> Result<Geom<'a>> {
        let surface = self.surface(element)?;
        let frame = self.frames.within(around, element)?;
        let shape = shapes::shape(element, &frame, self.view, self.meshes)?;
        if surface.touches() {
            self.shared
                .narrow(element, self.view, &shape, self.has_hinges)?;
        }
        if !shape.error.is_zero() {
            self.told.rounds += 1;
            self.told.error = (&self.told.error).max(&shape.error).clone();
        }
        let density = element.number("density")?;
        let water = Rational::from_integer(WATER.into());
        Ok(Geom {
            element,
            shape,
            surface,
            mass: element.number("mass")?,
            density: density.unwrap_or(water),
        })
    }

    fn surface(&self, element: Element) -> Result<Surface> {
        let mut surface = Surface::of(element)?;
        if self.compiler.is_without_contacts {
            surface.part();
        }
        Ok(surface)
    }

    /// Whether a plane lies behind the plane of the world.
    fn is_behind(&mut self, element: Element, around: &Frame) -> Result<bool> {
        let frame = self.frames.within(around, element)?;
        let [_, _, out] = frame.turn.columns();
        Ok(self.view.is_normal(&out))
    }

    /// Notes a plane, which becomes a part when all bodies are known.
    fn add_plane(&mut self, element: Element, around: &Frame) -> Result<()> {
        let frame = self.frames.within(around, element)?;
        let [_, _, out] = frame.turn.columns();
        if !self.view.contains(&out) {
            let expected = format!(
                "one that is seen as a line along {}",
                NAMES[self.view.normal]
            );
            return element.refuse("a plane that lies aslant", &expected);
        }
        let out = self.view.of(&out);
        let size = element.numbers("size")?.unwrap_or_default();
        self.planes.push(Plane {
            line: element.line(),
            piece: self.pieces.len(),
            origin: self.view.of(&frame.origin),
            axes: [-&out.quarter_turn(), out],
            half: size.first().cloned().unwrap_or_default(),
        });
        Ok(())
    }

    /// The mass that an `inertial` gives.
    fn given_mass(&mut self, element: Element, around: &Frame) -> Result<Dynamics> {
        let mut read = vec!["mass", "diaginertia", "fullinertia"];
        read.extend(FRAME);
        element.allow(&read, &[])?;
        let frame = self.frames.within(around, element)?;
        let expected = "mass, and diaginertia or fullinertia";
        let Some(mass) = element.number("mass")? else {
            return element.refuse("no mass", expected);
        };
        let tensor = match (
            element.exactly("diaginertia")?,
            element.exactly("fullinertia")?,
        ) {
            (Some([x, y, z]), _) => Matrix3::diagonal(&Vector3::new(x, y, z)),
            (None, Some(six)) => symmetric(six),
            (None, None) => return element.refuse("no diaginertia", expected),
        };
        Ok(Dynamics {
            mass,
            inertia: self.view.moment(&frame.turn, &tensor),
            centroid: self.view.of(&frame.origin),
            velocity: Vector::zero(),
            spin: Rational::zero(),
        })
    }

    /// The names of all bodies.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.named.keys().cloned()
    }

    /// A point of a body in the plane, and the name of the body that it is a part of; `None` of the
    /// world.
    pub fn place(&self, name: &str, point: &Vector3) -> Option<(Vector, Option<String>)> {
        let named = self.named.get(name)?;
        let at = self.view.of(&named.frame.of(point));
        Some((at, self.piece_name(named.piece)))
    }

    fn piece_name(&self, piece: Option<usize>) -> Option<String> {
        piece.map(|piece| self.pieces[piece].name.clone())
    }

    /// The name of the body that a body is a part of.
    pub fn whole(&self, name: &str) -> Option<String> {
        self.piece_name(self.named.get(name)?.piece)
    }

    /// Gives all free bodies the velocities of a key: those of the body around, and of its own
    /// joints. Those of a body that was asked to be fixed are passed over.
    pub fn velocities(&self, key: &Key) -> Result<Vec<(Vector, Rational)>> {
        let mut rest = key.velocities.as_slice();
        let mut all: Vec<(Vector, Rational)> = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            // The velocity of what is at the origin, and the spin.
            let mut velocity = Vector::zero();
            let mut spin = Rational::zero();
            if let Some(around) = piece.around {
                (velocity, spin) = all[around].clone();
            }
            for joint in &piece.joints {
                if let Motion::Free = joint {
                    let Some((six, others)) = rest.split_first_chunk::<6>() else {
                        return too_few(key);
                    };
                    rest = others;
                    let is_moving = six.iter().any(|velocity| !velocity.is_zero());
                    if is_moving && !piece.is_fixed {
                        let expected = "0 for bodies with a free joint";
                        return key.element.refuse_value("qvel", expected);
                    }
                    continue;
                }
                let Some((first, others)) = rest.split_first() else {
                    return too_few(key);
                };
                rest = others;
                match joint {
                    Motion::Free => {}
                    Motion::Slide(direction) => velocity = &velocity + &direction.scaled(first),
                    Motion::Hinge { at, sign } => {
                        let turn = first * sign;
                        velocity = &velocity - &at.quarter_turn().scaled(&turn);
                        spin += turn;
                    }
                }
            }
            all.push(match piece.is_fixed {
                true => (Vector::zero(), Rational::zero()),
                false => (velocity, spin),
            });
        }
        if !rest.is_empty() {
            let expected = "as many numbers as joints have velocities";
            return key.element.refuse_value("qvel", expected);
        }
        Ok(all)
    }

    /// Puts all bodies, pins and frictions into a draft, with notes.
    pub fn finish(
        mut self,
        velocities: &[(Vector, Rational)],
        excluded: &mut impl FnMut(&str, &str) -> bool,
        paired: &[PairedGeoms],
        draft: &mut Draft,
    ) -> Result<()> {
        self.tell(&mut draft.notes);
        let mut bodies = Vec::with_capacity(self.pieces.len());
        let mut masses = Vec::with_capacity(self.pieces.len());
        let mut parts = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            let own = piece.parts(&mut draft.work)?;
            masses.push(self.mass(piece, own.len())?);
            parts.push(own);
        }
        if let Some(total) = &self.compiler.total_mass {
            scale_masses(&self.pieces, &mut masses, total)?;
        }
        let found = masses.into_iter().zip(parts);
        for (index, (piece, (mass, parts))) in self.pieces.iter().zip(found).enumerate() {
            let mut body = DraftBody::new(piece.element.line(), &piece.name);
            body.is_fixed = piece.is_fixed;
            body.parts = parts;
            if let (false, Some(mass)) = (piece.is_fixed, mass) {
                body.mass = mass;
                if let Some((velocity, spin)) = velocities.get(index) {
                    let arm = centroid(&body).quarter_turn();
                    body.velocity = velocity + &arm.scaled(spin);
                    body.spin = spin.clone();
                }
            }
            bodies.push(body);
        }
        for plane in std::mem::take(&mut self.planes) {
            let half = half_length(&bodies, &plane);
            let (part, note) = plane.part(&half);
            bodies[plane.piece].parts.push(part);
            draft.notes.push(note);
        }
        self.add_pins(excluded, draft);
        self.add_frictions(&mut bodies, paired, draft)?;
        for (piece, body) in self.pieces.iter().zip(bodies) {
            if piece.is_left_out {
                draft.notes.push(format!(
                    "`{}` touches nothing and only slides: no other body feels it, and it is left \
                     out",
                    piece.name
                ));
            } else {
                draft.bodies.push(body);
            }
        }
        if let (Some(piece), true) = (self.pieces.first(), draft.bodies.is_empty()) {
            let expected = "a body that touches or turns; --fixed NAME keeps one";
            return piece
                .element
                .refuse("a model in which bodies only slide", expected);
        }
        Ok(())
    }

    /// Notes on all that is not as in the model.
    fn tell(&mut self, notes: &mut Vec<String>) {
        notes.append(&mut self.frames.notes);
        self.joints.tell(notes);
        let axis = NAMES[self.view.normal];
        if self.view != View::USUAL {
            let seen = if self.view.normal == 0 { "yz" } else { "xy" };
            let joints = if self.joints.has_hinges() {
                format!("hinges turn about {axis}")
            } else {
                format!("slides are across {axis}")
            };
            notes.push(format!("{joints}: the scene is the plane {seen}"));
        }
        if self.shared.is_beside {
            notes.push(format!(
                "some geoms are beside each other along {axis}; in the plane they touch"
            ));
        } else if self.shared.is_off {
            notes.push(format!(
                "bodies are not in the middle of the plane {axis} = 0; all share a plane \
                 {axis} = c, and {axis} is left out"
            ));
        }
        if self.told.left_out > 0 {
            let geoms = match self.told.left_out {
                1 => "1 geom of the world is left out: it touches".to_owned(),
                count => format!("{count} geoms of the world are left out: they touch"),
            };
            notes.push(format!("{geoms} nothing in the plane"));
        }
        if self.told.empty > 0 {
            notes.push(empty_left_out(self.told.empty));
        }
        if self.told.rounds > 0 {
            let error = rounded_up(&self.told.error);
            notes.push(match self.told.rounds {
                1 => format!(
                    "1 round geom is a polygon, which is off by at most {error} m; its mass is \
                     that of the round one"
                ),
                count => format!(
                    "{count} round geoms are polygons, which are off by at most {error} m; masses \
                     are those of the round ones"
                ),
            });
        }
        self.tell_masks(notes);
    }

    /// Notes on geoms that touch here and not in the model.
    fn tell_masks(&self, notes: &mut Vec<String>) {
        let mut parted = Vec::new();
        let mut surfaces: Vec<&Surface> = Vec::new();
        for piece in &self.pieces {
            let has_shape = !piece.geoms.is_empty();
            if has_shape && !piece.is_fixed && !piece.touches() {
                parted.push(format!("`{}`", piece.name));
            }
            for geom in piece.shown() {
                if geom.surface.touches() && !surfaces.contains(&&geom.surface) {
                    surfaces.push(&geom.surface);
                }
            }
        }
        if !parted.is_empty() {
            let count = parted.len();
            parted.truncate(4);
            if count > 4 {
                parted.push("…".to_owned());
            }
            let list = parted.join(", ");
            let touch = if count == 1 { "touches" } else { "touch" };
            notes.push(format!(
                "{list} {touch} nothing in the model (contype and conaffinity are 0); here all \
                 bodies touch each other, except those that a pin joins"
            ));
        }
        let differ = surfaces
            .iter()
            .any(|one| surfaces.iter().any(|other| !one.meets(other)));
        if differ {
            let note = "some geoms pass through each other in the model (contype, conaffinity); \
                        here all bodies touch, except those that a pin joins";
            notes.push(note.to_owned());
        }
    }

    /// The mass of a body; `None` of a fixed one whose mass nobody asks for.
    fn mass(&self, piece: &Piece, parts: usize) -> Result<Option<Mass>> {
        if piece.is_fixed && self.compiler.total_mass.is_none() {
            return Ok(None);
        }
        let mass = piece.mass(parts)?;
        let [least_mass, least_moment] = &self.compiler.least;
        if least_mass.is_zero() && least_moment.is_zero() {
            return Ok(Some(mass));
        }
        let Some(mut free) = piece.dynamics()? else {
            return Ok(Some(mass));
        };
        free.mass = free.mass.max(least_mass.clone());
        free.inertia = free.inertia.max(least_moment.clone());
        Ok(Some(given(free)))
    }

    fn add_pins(&self, excluded: &mut impl FnMut(&str, &str) -> bool, draft: &mut Draft) {
        for pin in &self.pins {
            let own = &self.pieces[pin.piece];
            if own.is_fixed {
                continue;
            }
            let mut names = vec![own.name.clone()];
            let mut collide = false;
            if let Some(around) = pin.around {
                let other = &self.pieces[around];
                names.push(other.name.clone());
                // MuJoCo lets bodies touch what is fixed, and no other body around them.
                let is_excluded = excluded(&own.name, &other.name);
                collide = other.is_fixed && own.meets(other) && !is_excluded;
            }
            draft.pins.push(DraftPin {
                line: pin.element.line(),
                bodies: names,
                at: pin.at.clone(),
                collide,
            });
        }
    }

    /// The friction of all, or of each body, with pairs that have another one than the smaller.
    fn add_frictions(
        &self,
        bodies: &mut [DraftBody],
        paired: &[PairedGeoms],
        draft: &mut Draft,
    ) -> Result<()> {
        let mut rough = Vec::with_capacity(self.pieces.len());
        for (index, piece) in self.pieces.iter().enumerate() {
            if piece.is_left_out {
                continue;
            }
            if let Some(surface) = piece.surface()? {
                rough.push(Rough {
                    body: index,
                    element: piece.element,
                    surface,
                    is_fixed: bodies[index].is_fixed,
                });
            }
        }
        let mut frictions = Frictions::of(&rough)?;
        frictions.add_paired(paired, &self.owners(), &mut draft.notes);
        draft.friction = frictions.common;
        for (index, friction) in frictions.of_bodies {
            bodies[index].friction = Some(friction);
        }
        for (pair, friction) in frictions.pairs {
            draft.pairs.push(DraftPair {
                line: self.pieces[pair[0]].element.line(),
                bodies: pair.map(|body| bodies[body].name.clone()),
                friction,
            });
        }
        Ok(())
    }
}

impl<'a> Bodies<'a> {
    /// The bodies of geoms with names.
    fn owners(&self) -> BTreeMap<&str, Owner> {
        let mut owners = BTreeMap::new();
        for (body, piece) in self.pieces.iter().enumerate() {
            let owner = Owner {
                body,
                geoms: piece.geoms.len(),
                is_fixed: piece.is_fixed,
            };
            for geom in piece.geoms.iter().filter(|_| !piece.is_left_out) {
                if let Some(name) = geom.element.attribute("name") {
                    owners.insert(name, owner);
                }
            }
        }
        owners
    }
}

impl<'a> Piece<'a> {
    fn new(element: Element<'a>, name: String, around: Option<usize>, is_fixed: bool) -> Self {
        Self {
            element,
            name,
            is_fixed,
            geoms: Vec::new(),
            given: Vec::new(),
            weighing: Vec::new(),
            around,
            joints: Vec::new(),
            has_plane: false,
            is_left_out: false,
        }
    }

    fn add(&mut self, geom: Geom<'a>) {
        self.weighing.push(self.geoms.len());
        self.geoms.push(geom);
    }

    /// Adds what is in a body.
    fn take(&mut self, geoms: Vec<Geom<'a>>, inertial: Option<Dynamics>) {
        match inertial {
            Some(inertial) => {
                self.given.push(inertial);
                self.geoms.extend(geoms);
            }
            None => {
                for geom in geoms {
                    self.add(geom);
                }
            }
        }
    }

    fn touches(&self) -> bool {
        self.geoms.iter().any(|geom| geom.surface.touches())
    }

    /// The geoms that the scene has: those that touch something, or all if none does.
    fn shown(&self) -> impl Iterator<Item = &Geom<'a>> {
        let touches = self.touches();
        let geoms = self.geoms.iter();
        geoms.filter(move |geom| {
            !geom.shape.outline.is_empty() && (geom.surface.touches() || !touches)
        })
    }

    /// Its convex parts: those of its geoms, or, if these overlap, of their union.
    fn parts(&self, work: &mut Work) -> Result<Vec<DraftPart>> {
        let mut parts = Vec::new();
        let mut polygons = Vec::new();
        for geom in self.shown() {
            let vertices = geom.shape.outline.clone();
            polygons.extend(Polygon::new(vertices.clone()).map(|(polygon, _)| polygon));
            parts.push(DraftPart {
                line: geom.element.line(),
                vertices,
                radius: None,
            });
        }
        match any_overlap(&polygons, work) {
            Ok(false) => return Ok(parts),
            Ok(true) => {}
            Err(error) => return self.element.refuse(error.to_string(), "simpler geoms"),
        }
        let outlines: Vec<Vec<Vector>> = parts.into_iter().map(|part| part.vertices).collect();
        match decomposed(&outlines, Inside::NotZero, work) {
            Ok(outlines) => {
                let line = self.element.line();
                let mut parts = Vec::with_capacity(outlines.len());
                for vertices in outlines {
                    parts.push(DraftPart {
                        line,
                        vertices,
                        radius: None,
                    });
                }
                Ok(parts)
            }
            Err(error) => self.element.refuse(error.to_string(), "simpler geoms"),
        }
    }

    /// Whether a geom touches one of another body.
    fn meets(&self, other: &Self) -> bool {
        self.shown()
            .any(|own| other.shown().any(|its| own.surface.meets(&its.surface)))
    }

    /// The friction of a body, which all its geoms share.
    fn surface(&self) -> Result<Option<&Surface>> {
        let touching = self.touches();
        let mut found: Option<&Surface> = None;
        for geom in &self.geoms {
            let own = &geom.surface;
            if touching && !own.touches() {
                continue;
            }
            match found {
                Some(other) if !own.is_as_rough_as(other) => {
                    let (own, other) = (own.friction(), other.friction());
                    return surface::refuse_friction(geom.element, &own, &other);
                }
                Some(_) => {}
                None => found = Some(own),
            }
        }
        Ok(found)
    }

    /// Its mass, as a density if its parts, so many, are nothing but prisms of one density.
    fn mass(&self, parts: usize) -> Result<Mass> {
        let mut densities = Vec::new();
        for index in &self.weighing {
            let geom = &self.geoms[*index];
            match geom.shape.solid {
                None => densities.push(geom.plane_density()?),
                Some(_) => densities.clear(),
            }
        }
        let is_all = self.given.is_empty()
            && densities.len() == self.geoms.len()
            && self.shown().count() == self.geoms.len()
            && parts == self.geoms.len();
        if let (true, Some(first)) = (is_all, densities.first())
            && densities.iter().all(|density| density == first)
        {
            return Ok(Mass::Density(self.require_positive(first)?.clone()));
        }
        match self.dynamics()? {
            Some(free) => Ok(given(free)),
            None => Ok(Mass::Density(Rational::one())),
        }
    }

    fn require_positive<'b>(&self, density: &'b Rational) -> Result<&'b Rational> {
        if density.is_positive() {
            return Ok(density);
        }
        let found = format!("density {density}");
        let expected = "a positive density or mass";
        self.element.refuse(found, expected)
    }

    /// Mass, centroid and moment; `None` of a plane.
    fn dynamics(&self) -> Result<Option<Dynamics>> {
        if self.has_plane {
            return Ok(None);
        }
        let mut whole = Sum::default();
        for part in &self.given {
            whole.add(part);
        }
        for index in &self.weighing {
            let geom = &self.geoms[*index];
            whole.add(&geom.dynamics()?);
        }
        self.require_positive(&whole.mass)?;
        Ok(Some(whole.whole()))
    }
}

impl<'a> Geom<'a> {
    fn without_corners(element: Element<'a>, surface: Surface) -> Self {
        Self {
            element,
            shape: Shape {
                outline: Vec::new(),
                low: Rational::zero(),
                high: Rational::zero(),
                error: Rational::zero(),
                solid: None,
            },
            surface,
            mass: None,
            density: Rational::zero(),
        }
    }

    /// The density of a prism in the plane, kg/m².
    fn plane_density(&self) -> Result<Rational> {
        match &self.mass {
            None => {
                let depth = &self.shape.high - &self.shape.low;
                Ok(&self.density * depth)
            }
            Some(mass) => {
                let of_density_one = self.homogeneous(&Rational::one())?;
                Ok(mass / of_density_one.mass)
            }
        }
    }

    /// A prism as a body of this density, kg/m².
    fn homogeneous(&self, density: &Rational) -> Result<Dynamics> {
        let vertices = self.shape.outline.clone();
        match Polygon::new(vertices) {
            Ok((polygon, _)) => Ok(Dynamics::homogeneous(&[polygon], density)),
            Err(error) => {
                let found = error.to_string();
                let expected = "convex geoms";
                self.element.refuse(found, expected)
            }
        }
    }

    /// The geom as a body.
    fn dynamics(&self) -> Result<Dynamics> {
        let Some(solid) = &self.shape.solid else {
            return self.homogeneous(&self.plane_density()?);
        };
        let mass = match &self.mass {
            Some(mass) => mass.clone(),
            None => &self.density * &solid.volume,
        };
        Ok(Dynamics {
            inertia: &mass * &solid.moment,
            mass,
            centroid: solid.centroid.clone(),
            velocity: Vector::zero(),
            spin: Rational::zero(),
        })
    }
}

impl Plane {
    /// The box for a plane of this length, and what is said of it.
    fn part(&self, half: &Rational) -> (DraftPart, String) {
        let depth = half * Rational::new(1.into(), 4.into());
        let [along, out] = &self.axes;
        let corners = [[-1, -1], [1, -1], [1, 0], [-1, 0]].map(|[x, y]| {
            let x = half * Rational::from_integer(x.into());
            let y = &depth * Rational::from_integer(y.into());
            &self.origin + &(&along.scaled(&x) + &out.scaled(&y))
        });
        let line = self.line;
        let length = rounded_up(&(half + half));
        let told = rounded_up(&depth);
        let note = format!(
            "line {line}: a plane has no end; here it is a box, {length} m long and {told} m deep"
        );
        let part = DraftPart {
            line,
            vertices: corners.to_vec(),
            radius: None,
        };
        (part, note)
    }
}

/// Half of the length of a box for a plane: twice as far as anything is along it, rounded up to a
/// whole number.
fn half_length(bodies: &[DraftBody], plane: &Plane) -> Rational {
    let mut farthest = Rational::one();
    let [along, _] = &plane.axes;
    for body in bodies {
        for vertex in body.parts.iter().flat_map(|part| &part.vertices) {
            let arm = vertex - &plane.origin;
            farthest = farthest.max(arm.dot(along).abs());
        }
    }
    let twice = (&farthest + &farthest).ceil();
    twice.max(plane.half.clone())
}

impl Shared {
    /// With a geom between two values across the plane. Beside each other they touch in the plane,
    /// and not in the model: a mistake, unless hinges say that all moves in this plane.
    fn narrow(
        &mut self,
        element: Element,
        view: View,
        shape: &Shape,
        has_hinges: bool,
    ) -> Result<()> {
        let Shape { low, high, .. } = shape;
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
        if most_low >= least_high && has_hinges {
            self.is_beside = true;
            return Ok(());
        }
        if most_low >= least_high {
            let axis = NAMES[view.normal];
            let found =
                format!("a geom from {axis} = {low} to {axis} = {high}, beside another one");
            let expected = format!("a world whose geoms all share a plane {axis} = c");
            return element.refuse(found, &expected);
        }
        self.low = Some(most_low);
        self.high = Some(least_high);
        Ok(())
    }
}

fn too_few<T>(key: &Key) -> Result<T> {
    let count = key.velocities.len();
    let found = format!("{count} numbers in qvel");
    let expected = "one for each slide and hinge, six for each free joint";
    key.element.refuse(found, expected)
}

/// Scales all masses, so that bodies have this mass together.
fn scale_masses(pieces: &[Piece], masses: &mut [Option<Mass>], total: &Rational) -> Result<()> {
    let mut sum = Rational::zero();
    for piece in pieces {
        if let Some(free) = piece.dynamics()? {
            sum += free.mass;
        }
    }
    if !sum.is_positive() {
        return Ok(());
    }
    let factor = total / sum;
    for mass in masses.iter_mut().flatten() {
        match mass {
            Mass::Density(density) => *density *= &factor,
            Mass::Given { mass, inertia, .. } => {
                *mass *= &factor;
                *inertia *= &factor;
            }
        }
    }
    Ok(())
}

fn given(free: Dynamics) -> Mass {
    Mass::Given {
        mass: free.mass,
        centroid: free.centroid,
        inertia: free.inertia,
    }
}

/// A tensor by Mxx, Myy, Mzz, Mxy, Mxz and Myz.
pub fn symmetric([xx, yy, zz, xy, xz, yz]: [Rational; 6]) -> Matrix3 {
    Matrix3::new([
        Vector3::new(xx, xy.clone(), xz.clone()),
        Vector3::new(xy, yy, yz.clone()),
        Vector3::new(xz, yz, zz),
    ])
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

    /// The whole, which has a mass.
    fn whole(self) -> Dynamics {
        let per_mass = self.mass.recip();
        let centroid = self.first.scaled(&per_mass);
        let square = centroid.dot(&centroid);
        let inertia = self.second - &self.mass * square;
        Dynamics {
            mass: self.mass,
            centroid,
            inertia,
            velocity: Vector::zero(),
            spin: Rational::zero(),
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

/// A note on bodies that are left out.
pub fn empty_left_out(count: usize) -> String {
    match count {
        1 => "1 body without geoms is left out".to_owned(),
        _ => format!("{count} bodies without geoms are left out"),
    }
}
