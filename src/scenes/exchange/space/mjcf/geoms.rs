//! Geoms in space: their shapes, and how heavy they are.
//!
//! *Spheres and capsules* are rounded parts, *boxes and meshes* convex hulls. *Cylinders* are
//! prisms with 20 corners on their rims. Masses and moments are those of the round bodies. π, and
//! the length of a capsule or cylinder if it is irrational, are taken up to 2^-64.

use super::super::mesh::Mesh;
use super::super::parts;
use crate::error::{Result, refuse};
use crate::mjcf::assets::Meshes;
use crate::mjcf::frame::{Frame, from_z};
use crate::mjcf::shapes::{self, Round, half_sides, ratio};
use crate::mjcf::surface::Surface;
use crate::svg::curve::circle;
use crate::work::{TooMuch, Work};
use crate::xml::Element;
use num_traits::{One, Signed, Zero};
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::MassMoments;

/// MuJoCo's default density, kg/m³.
const WATER: i64 = 1000;

/// Each so many of the corners of a circle are those of a cylinder.
const STEP: usize = 3;

/// A convex piece of a body, and how heavy it is.
pub struct Geom {
    pub name: Option<String>,
    pub surface: Surface,
    pub mesh: Mesh,
    solid: Solid,
    mass: Option<Rational>,
    density: Rational,
}

/// How the mass of a geom is spread.
enum Solid {
    /// Evenly, in the hull of its points.
    Hull,
    Sphere(Round),
    Capsule(Round),
    Cylinder(Round),
}

impl Geom {
    /// Reads a geom with this frame in the world.
    pub fn read(
        element: Element,
        frame: &Frame,
        surface: Surface,
        meshes: &Meshes,
    ) -> Result<Self> {
        let line = element.line();
        let kind = match element.attribute("type") {
            None if element.attribute("mesh").is_some() => "mesh",
            None => "sphere",
            Some(kind) => kind,
        };
        let (mesh, solid) = match kind {
            "box" => {
                let (frame, half) = half_sides(element, frame)?;
                (moved(line, &frame, &corners(&half)), Solid::Hull)
            }
            "sphere" => {
                let round = shapes::round(element, frame, false)?;
                (rounded(line, &round), Solid::Sphere(round))
            }
            "capsule" => {
                let round = shapes::round(element, frame, true)?;
                (rounded(line, &round), Solid::Capsule(round))
            }
            "cylinder" => {
                let round = shapes::round(element, frame, true)?;
                (Mesh::hull_of(line, rims(&round)), Solid::Cylinder(round))
            }
            "mesh" => (moved(line, frame, meshes.of(element)?), Solid::Hull),
            _ => {
                let expected = "box, sphere, capsule, cylinder or mesh, or plane in the world";
                return element.refuse_value("type", expected);
            }
        };
        let density = element.number("density")?;
        Ok(Self {
            name: element.attribute("name").map(str::to_owned),
            surface,
            mesh,
            solid,
            mass: element.number("mass")?,
            density: density.unwrap_or_else(|| Rational::from_integer(WATER.into())),
        })
    }

    /// Its density, if that and its corners say how heavy it is.
    pub fn plain_density(&self) -> Option<&Rational> {
        let is_plain = matches!(self.solid, Solid::Hull) && self.mass.is_none();
        is_plain.then_some(&self.density)
    }

    /// How far its corners are from a circle, m; 0 of a geom that is as it should be.
    pub fn error(&self) -> Rational {
        match &self.solid {
            // 1 - cos 9°, rounded up.
            Solid::Cylinder(round) => &round.radius * ratio(1232, 100_000),
            _ => Rational::zero(),
        }
    }

    /// Whether π is in its mass.
    pub fn has_pi(&self) -> bool {
        !matches!(self.solid, Solid::Hull) && self.mass.is_none()
    }

    /// Whether its length is rounded.
    pub fn has_root(&self) -> bool {
        match &self.solid {
            Solid::Capsule(round) | Solid::Cylinder(round) => {
                let square = round.arm.dot(&round.arm) * Rational::from_integer(4.into());
                &round.length * &round.length != square
            }
            _ => false,
        }
    }

    /// Its mass, centroid and moments.
    pub fn moments(&self) -> Result<MassMoments> {
        let volume: Rational = match &self.solid {
            Solid::Hull => return self.hull_moments(),
            Solid::Sphere(round) | Solid::Capsule(round) => round.volumes().into_iter().sum(),
            Solid::Cylinder(round) => {
                let [tube, _] = round.volumes();
                tube
            }
        };
        let mass = match &self.mass {
            Some(mass) => mass.clone(),
            None => &self.density * volume,
        };
        Ok(match &self.solid {
            Solid::Capsule(round) => capsule(round, mass),
            Solid::Cylinder(round) => cylinder(round, mass),
            _ => MassMoments::of_ball(&self.mesh.vertices[0], &self.mesh.radius, mass),
        })
    }

    /// Counts the work on the hull that its moments are those of.
    pub fn count_hull(&self, work: &mut Work) -> Result<(), TooMuch> {
        match self.solid {
            Solid::Hull => work.hull(
                self.mesh.vertices.len(),
                parts::longest(&self.mesh.vertices),
            ),
            _ => Ok(()),
        }
    }

    fn hull_moments(&self) -> Result<MassMoments> {
        let Some(part) = parts::hull(&self.mesh.vertices) else {
            let found = "points that are all in one plane";
            return refuse(self.mesh.line, "geom", found, "a volume above 0");
        };
        let part = std::slice::from_ref(&part);
        Ok(match &self.mass {
            // Whatever the density is, even 0.
            Some(mass) => MassMoments::of(part, &Rational::one()).of_mass(mass.clone()),
            None => MassMoments::of(part, &self.density),
        })
    }
}

/// A capsule of this mass: a cylinder, and two halves of a ball at its ends.
fn capsule(round: &Round, mass: Rational) -> MassMoments {
    let Round { radius, length, .. } = round;
    let square = radius * radius;
    let cylinder = &mass * length / (length + radius * ratio(4, 3));
    let ball = &mass - &cylinder;
    let across = &square * (&cylinder * ratio(1, 4) + &ball * ratio(1, 5));
    let reach =
        &square * ratio(1, 5) + length * length * ratio(1, 4) + length * radius * ratio(3, 8);
    let along = cylinder * length * length * ratio(1, 12) + ball * reach;
    long(round, mass, &across, along)
}

/// A cylinder of this mass.
fn cylinder(round: &Round, mass: Rational) -> MassMoments {
    let Round { radius, length, .. } = round;
    let across = &mass * radius * radius * ratio(1, 4);
    let along = &mass * length * length * ratio(1, 12);
    long(round, mass, &across, along)
}

/// A body around an axis with these second moments across and along it.
fn long(round: &Round, mass: Rational, across: &Rational, along: Rational) -> MassMoments {
    let arm = &round.arm;
    let stretch = (along - across) / arm.dot(arm);
    MassMoments {
        mass,
        centroid: round.frame.origin.clone(),
        second: &Matrix3::identity().scaled(across) + &Matrix3::outer(arm, arm).scaled(&stretch),
    }
}

/// The corners on both rims of a cylinder.
fn rims(round: &Round) -> Vec<Vector3> {
    let turn = from_z(&round.arm).rotation();
    let mut corners = Vec::new();
    for corner in circle().iter().step_by(STEP) {
        let [x, y] = [&corner.x, &corner.y].map(|value| value * &round.radius);
        let out = turn.times(&Vector3::new(x, y, Rational::zero()));
        for end in round.ends() {
            corners.push(&end + &out);
        }
    }
    corners
}

fn rounded(line: usize, round: &Round) -> Mesh {
    Mesh::rounded(line, round.ends(), round.radius.clone())
}

/// The hull of points in a frame.
fn moved(line: usize, frame: &Frame, points: &[Vector3]) -> Mesh {
    let points = points.iter().map(|point| frame.of(point));
    Mesh::hull_of(line, points.collect())
}

/// The corners of a box in its frame.
fn corners([x, y, z]: &[Rational; 3]) -> Vec<Vector3> {
    let mut corners = Vec::with_capacity(8);
    for x in [-x, x.clone()] {
        for y in [-y, y.clone()] {
            for z in [-z, z.clone()] {
                corners.push(Vector3::new(x.clone(), y.clone(), z));
            }
        }
    }
    corners
}

/// The moments of several bodies as one, which has a mass; `None` if it has none.
pub fn joined(all: &[MassMoments]) -> Option<MassMoments> {
    let mass: Rational = all.iter().map(|part| part.mass.clone()).sum();
    if !mass.is_positive() {
        return None;
    }
    let mut centroid = Vector3::zero();
    for part in all {
        centroid = &centroid + &part.centroid.scaled(&part.mass);
    }
    centroid = centroid.scaled(&mass.recip());
    let mut second = Matrix3::zero();
    for part in all {
        let arm = &part.centroid - &centroid;
        let shift = Matrix3::outer(&arm, &arm).scaled(&part.mass);
        second = &second + &(&part.second + &shift);
    }
    Some(MassMoments {
        mass,
        centroid,
        second,
    })
}
