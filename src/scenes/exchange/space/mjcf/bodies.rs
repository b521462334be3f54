//! Bodies of a model in space: a tree, whose joints join bodies to those around them.
//!
//! A body without joints is a part of the body around it, and in the world it is fixed. A body
//! without geoms and mass hands its joints on to the body in it. Geoms of the world are fixed
//! bodies.

use super::geoms::{self, Geom};
use super::joints::{self, Hold, Joint};
use crate::error::Result;
use crate::mjcf::WORLD;
use crate::mjcf::assets::Meshes;
use crate::mjcf::bodies::{Compiler, symmetric};
use crate::mjcf::frame::{Frame, Frames};
use crate::mjcf::joints::PassedOver;
use crate::mjcf::shapes;
use crate::mjcf::surface::{self, FRAME, Surface};
use crate::xml::{Element, MOST_LEVELS};
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::{JointKind, MassMoments};

/// Elements of a world or a body that say nothing of a scene.
const SIGHTS: [&str; 3] = ["light", "camera", "site"];

/// The bodies of a model as far as they are read.
pub struct Bodies<'a> {
    pub frames: Frames,
    pub passed_over: PassedOver,
    pub pieces: Vec<Piece<'a>>,
    /// Bodies without geoms that are left out.
    pub empty: usize,
    meshes: &'a Meshes,
    fixed: &'a [String],
    compiler: &'a Compiler,
    named: BTreeMap<String, Named>,
}

/// A rigid body: one of the model, with those that are parts of it, or a geom of the world.
pub struct Piece<'a> {
    pub element: Element<'a>,
    pub name: String,
    pub is_fixed: bool,
    /// Whether it is fixed because somebody asked for it.
    pub is_held: bool,
    /// Whether it is one geom of the world.
    pub is_geom: bool,
    pub geoms: Vec<Geom>,
    /// The surface of the world, of one without end.
    pub plane: Option<Plane>,
    /// Masses that an `inertial` gives.
    pub given: Vec<MassMoments>,
    /// Geoms whose masses count.
    pub weighing: Vec<usize>,
    /// The piece around it; `None` in the world.
    pub around: Option<usize>,
    pub joints: Vec<Joint<'a>>,
    /// The joint that holds it.
    pub held_by: Option<JointKind>,
    /// Whether the scene goes without it: no other body feels it.
    pub is_left_out: bool,
}

/// A plane of the world: all that is below.
pub struct Plane {
    pub frame: Frame,
    pub surface: Surface,
}

/// A body with a name: where it is, and the piece that it is a part of, or the world.
struct Named {
    frame: Frame,
    piece: Option<usize>,
}

/// The content of a body itself.
#[derive(Default)]
struct Contents<'a> {
    joints: Vec<Joint<'a>>,
    geoms: Vec<Geom>,
    inertial: Option<MassMoments>,
    bodies: Vec<(Element<'a>, Frame)>,
}

impl<'a> Bodies<'a> {
    pub fn new(
        frames: Frames,
        meshes: &'a Meshes,
        fixed: &'a [String],
        compiler: &'a Compiler,
    ) -> Self {
        Self {
            frames,
            passed_over: PassedOver::new(compiler.has_limits),
            pieces: Vec::new(),
            empty: 0,
            meshes,
            fixed,
            compiler,
            named: BTreeMap::new(),
        }
    }

    /// Reads a world.
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
                _ => return shapes::refuse_child(element, "only body, frame and geom"),
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
        let name = shapes::name(element, "geom", self.pieces.len());
        let mut piece = Piece::new(element, name, None);
        piece.is_fixed = true;
        piece.is_geom = true;
        if element.attribute("type") == Some("plane") {
            piece.plane = Some(Plane {
                surface: self.surface(element)?,
                frame: self.frames.within(here, element)?,
            });
        } else {
            let geom = self.geom(element, here)?;
            piece.take(vec![geom], None);
        }
        self.pieces.push(piece);
        Ok(())
    }

    /// Reads a body, which has the joints of the bodies without mass around it, too.
    fn read_body(
        &mut self,
        element: Element<'a>,
        around: &Frame,
        outer: Option<usize>,
        mut joints: Vec<Joint<'a>>,
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
        let is_of_world = joints.is_empty() && outer.is_none();
        let has_no_mass = contents.inertial.is_none() || is_of_world;
        if contents.geoms.is_empty() && has_no_mass && !is_held {
            self.name(&name, &frame, outer);
            let inner = contents.bodies.len();
            if inner == 0 && joints.is_empty() {
                self.empty += 1;
            } else if inner != 1 && !joints.is_empty() {
                let expected = "at least one geom";
                return element.refuse("a body without geoms", expected);
            }
            for (body, place) in contents.bodies {
                self.read_body(body, &place, outer, joints.clone(), level + 1)?;
            }
            return Ok(());
        }
        let index = match outer {
            Some(outer) if joints.is_empty() && !is_held => outer,
            _ => {
                let mut piece = Piece::new(element, name.clone(), outer);
                piece.is_held = is_held;
                piece.joints = joints;
                self.hold(&mut piece, &contents)?;
                self.pieces.push(piece);
                self.pieces.len() - 1
            }
        };
        self.pieces[index].take(contents.geoms, contents.inertial);
        self.name(&name, &frame, Some(index));
        for (body, place) in contents.bodies {
            self.read_body(body, &place, Some(index), Vec::new(), level + 1)?;
        }
        Ok(())
    }

    /// Finds how a body is held, whose contents it has not yet.
    fn hold(&self, piece: &mut Piece, contents: &Contents) -> Result<()> {
        if piece.is_held {
            piece.is_fixed = true;
            return Ok(());
        }
        let in_world = piece.around.is_none_or(|outer| self.pieces[outer].is_fixed);
        match joints::hold(piece.element, &piece.joints, in_world) {
            Ok(Hold::Welded) => piece.is_fixed = true,
            Ok(Hold::Free) => piece.around = None,
            Ok(Hold::Joined(kind)) => piece.held_by = Some(*kind),
            Err(error) => {
                let is_mark = in_world
                    && contents.bodies.is_empty()
                    && contents.geoms.iter().all(|geom| !geom.surface.touches())
                    && joints::only_slide(&piece.joints);
                if !is_mark {
                    return Err(error);
                }
                piece.is_left_out = true;
                piece.is_fixed = true;
            }
        }
        Ok(())
    }

    fn name(&mut self, name: &str, frame: &Frame, piece: Option<usize>) {
        let frame = frame.clone();
        self.named.insert(name.to_owned(), Named { frame, piece });
    }

    /// The piece that a body is a part of, `None` of the world, and a point of the body.
    pub fn place(&self, name: &str, point: &Vector3) -> Option<(Option<usize>, Vector3)> {
        if name == WORLD {
            return Some((None, point.clone()));
        }
        let named = self.named.get(name)?;
        Some((named.piece, named.frame.of(point)))
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
                    self.passed_over.read(child)?;
                    contents.joints.push(Joint::read(child, frame)?);
                }
                "geom" if child.attribute("type") == Some("plane") => {
                    return child.refuse("a plane in a body", "planes of the world only");
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

    fn geom(&mut self, element: Element<'a>, around: &Frame) -> Result<Geom> {
        let surface = self.surface(element)?;
        let frame = self.frames.within(around, element)?;
        Geom::read(element, &frame, surface, self.meshes)
    }

    fn surface(&self, element: Element) -> Result<Surface> {
        let mut surface = Surface::of(element)?;
        if self.compiler.is_without_contacts {
            surface.part();
        }
        Ok(surface)
    }

    /// The mass that an `inertial` gives.
    fn given_mass(&mut self, element: Element, around: &Frame) -> Result<MassMoments> {
        let mut read = vec!["mass", "diaginertia", "fullinertia"];
        read.extend(FRAME);
        element.allow(&read, &[])?;
        let frame = self.frames.within(around, element)?;
        let expected = "mass, and diaginertia or fullinertia";
        let Some(mass) = element.number("mass")? else {
            return element.refuse("no mass", expected);
        };
        let own = match (
            element.exactly("diaginertia")?,
            element.exactly("fullinertia")?,
        ) {
            (Some([x, y, z]), _) => Matrix3::diagonal(&Vector3::new(x, y, z)),
            (None, Some(six)) => symmetric(six),
            (None, None) => return element.refuse("no diaginertia", expected),
        };
        let inertia = turned(&own, &frame.turn);
        let half = inertia.trace() * Rational::new(1.into(), 2.into());
        Ok(MassMoments {
            mass,
            centroid: frame.origin,
            second: &Matrix3::identity().scaled(&half) - &inertia,
        })
    }
}

/// A symmetric matrix of a frame in the world: R M Rᵀ.
fn turned(own: &Matrix3, turn: &Matrix3) -> Matrix3 {
    let rows = own.rows.each_ref().map(|row| turn.times(row));
    // The columns of M Rᵀ, turned again.
    let columns = Matrix3::new(rows).columns();
    Matrix3::new(columns.map(|column| turn.times(&column)))
}

impl<'a> Piece<'a> {
    fn new(element: Element<'a>, name: String, around: Option<usize>) -> Self {
        Self {
            element,
            name,
            is_fixed: false,
            is_held: false,
            is_geom: false,
            geoms: Vec::new(),
            plane: None,
            given: Vec::new(),
            weighing: Vec::new(),
            around,
            joints: Vec::new(),
            held_by: None,
            is_left_out: false,
        }
    }

    /// Adds the contents of a body: an `inertial` stands for the masses of its geoms.
    fn take(&mut self, geoms: Vec<Geom>, inertial: Option<MassMoments>) {
        if inertial.is_none() {
            let start = self.geoms.len();
            self.weighing.extend(start..start + geoms.len());
        }
        self.given.extend(inertial);
        self.geoms.extend(geoms);
    }

    /// Its surfaces.
    pub fn surfaces(&self) -> impl Iterator<Item = &Surface> {
        let plane = self.plane.iter().map(|plane| &plane.surface);
        plane.chain(self.geoms.iter().map(|geom| &geom.surface))
    }

    /// Whether a geom of it touches one of another body.
    pub fn meets(&self, other: &Self) -> bool {
        self.surfaces()
            .any(|own| other.surfaces().any(|its| own.meets(its)))
    }

    /// Mass, centroid and moments; `None` without a mass.
    pub fn moments(&self) -> Result<Option<MassMoments>> {
        let mut all = self.given.clone();
        for index in &self.weighing {
            all.push(self.geoms[*index].moments()?);
        }
        Ok(geoms::joined(&all))
    }

    /// Its density, if its parts and that say how heavy it is.
    pub fn plain_density(&self) -> Option<&Rational> {
        if !self.given.is_empty() || self.weighing.len() != self.geoms.len() {
            return None;
        }
        let first = self.geoms.first()?.plain_density()?;
        let mut all = self.geoms.iter();
        let is_same = all.all(|geom| geom.plain_density() == Some(first));
        (is_same && first.is_positive()).then_some(first)
    }

    /// The friction of a body, which all its geoms that touch something share.
    pub fn surface(&self) -> Result<Option<&Surface>> {
        let touching = self.surfaces().any(Surface::touches);
        let mut found: Option<&Surface> = None;
        for own in self.surfaces() {
            if touching && !own.touches() {
                continue;
            }
            match found {
                Some(other) if !own.is_as_rough_as(other) => {
                    let (own, other) = (own.friction(), other.friction());
                    return surface::refuse_friction(self.element, &own, &other);
                }
                Some(_) => {}
                None => found = Some(own),
            }
        }
        Ok(found)
    }
}
