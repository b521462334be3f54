//! The scene of a model in space: bodies, joints and frictions, and notes on what is not as in the
//! model.
//!
//! Two bodies that a joint joins ignore each other in a scene, as a body and the one around it do
//! in MuJoCo. But there a body touches the world, although a joint holds it: so it is joined to a
//! fixed body without a shape, `world`.

use super::super::draft::{Draft, DraftBody, DraftJoint, DraftPair, Mass};
use super::super::mesh::Mesh;
use super::bodies::{Bodies, Piece, Plane};
use super::links::Link;
use crate::decimal::rounded_up;
use crate::error::{Result, excerpt};
use crate::mjcf::WORLD;
use crate::mjcf::bodies::{Compiler, empty_left_out};
use crate::mjcf::reader::Excluded;
use crate::mjcf::surface::{Frictions, Owner, PairedGeoms, Rough, Surface};
use crate::work::Work;
use num_traits::{One, Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};
use zwang_exact::{Matrix3, Rational, Vector3};
use zwang_scene::space::{JointKind, MassMoments};

/// The velocity of the point at the origin, and the spin.
pub type Motion = [Vector3; 2];

/// A model that becomes a scene.
pub struct Maker<'a> {
    pieces: Vec<Piece<'a>>,
    /// Whether each geom of each piece touches one of another body.
    touching: Vec<Vec<bool>>,
    /// The bodies of the scene that pieces are; `None` of those that are left out.
    places: Vec<Option<usize>>,
    excluded: Vec<Exclusion>,
    draft: &'a mut Draft,
    /// The body of the scene for the world.
    world: Option<usize>,
}

/// Two pieces that touch no more, by an `exclude` in this line.
struct Exclusion {
    line: usize,
    pieces: [Option<usize>; 2],
}

/// Puts a model into a draft.
pub fn finish<'a>(
    bodies: Bodies<'a>,
    links: &[Link],
    excluded: &Excluded,
    motions: &[Motion],
    compiler: &Compiler,
    draft: &'a mut Draft,
) -> Result<()> {
    let mut exclusions = Vec::new();
    for pair in &excluded.pairs {
        let pieces = pair.bodies.each_ref().map(|name| {
            bodies
                .place(name, &Vector3::zero())
                .and_then(|(piece, _)| piece)
        });
        let line = pair.line;
        exclusions.push(Exclusion { line, pieces });
    }
    draft.notes.splice(..0, bodies.frames.notes);
    bodies.passed_over.tell(&mut draft.notes);
    if bodies.empty > 0 {
        draft.notes.push(empty_left_out(bodies.empty));
    }
    let mut maker = Maker {
        touching: touching(&bodies.pieces),
        places: vec![None; bodies.pieces.len()],
        pieces: bodies.pieces,
        excluded: exclusions,
        draft,
        world: None,
    };
    maker.tell_left_out();
    maker.add_bodies(motions, compiler)?;
    maker.add_planes();
    maker.tell_rounding();
    maker.add_joints(links);
    maker.tell_masks();
    maker.tell_excluded();
    maker.add_frictions(&excluded.paired)
}

/// Which geoms touch one of another body, if one of the two is free. In a model without free bodies
/// all do whose own bits allow it.
fn touching(pieces: &[Piece]) -> Vec<Vec<bool>> {
    let mut all = Vec::with_capacity(pieces.len());
    let has_free = pieces.iter().any(|piece| !piece.is_fixed);
    // How many bodies have a geom of some masks: all of them, and the free ones.
    let mut counts: BTreeMap<[u32; 2], [usize; 2]> = BTreeMap::new();
    for piece in pieces {
        for masks in masks_of(piece) {
            let [any, free] = counts.entry(masks).or_default();
            *any += 1;
            *free += usize::from(!piece.is_fixed);
        }
    }
    for piece in pieces {
        let own_masks = masks_of(piece);
        let mut others = Vec::with_capacity(counts.len());
        for (masks, [any, free]) in &counts {
            let count = if piece.is_fixed { free } else { any };
            // A fixed body is not among the free ones.
            let is_counted = own_masks.contains(masks) && !piece.is_fixed;
            if *count > usize::from(is_counted) {
                others.push(*masks);
            }
        }
        let own = piece.surfaces().map(|own| match has_free {
            true => others.iter().any(|masks| own.meets_masks(*masks)),
            false => own.touches(),
        });
        all.push(own.collect());
    }
    all
}

/// Those of the geoms of a body that is not left out.
fn masks_of(piece: &Piece) -> BTreeSet<[u32; 2]> {
    match piece.is_left_out {
        true => BTreeSet::new(),
        false => piece.surfaces().map(Surface::masks).collect(),
    }
}

impl Maker<'_> {
    /// Leaves out fixed bodies that touch nothing.
    fn tell_left_out(&mut self) {
        let mut count = 0;
        for (piece, touching) in self.pieces.iter_mut().zip(&self.touching) {
            if piece.is_left_out {
                let name = excerpt(&piece.name);
                self.draft.notes.push(format!(
                    "`{name}` touches nothing and only slides: no other body feels it, and it is \
                     left out"
                ));
            } else if piece.is_fixed && !piece.is_held && !touching.contains(&true) {
                piece.is_left_out = true;
                count += 1;
            }
        }
        if count > 0 {
            let pieces = match count {
                1 => "1 fixed body or geom of the world is left out: it touches".to_owned(),
                _ => {
                    format!("{count} fixed bodies and geoms of the world are left out: they touch")
                }
            };
            self.draft.notes.push(format!("{pieces} nothing"));
        }
    }

    fn add_bodies(&mut self, motions: &[Motion], compiler: &Compiler) -> Result<()> {
        let mut moments = Vec::with_capacity(self.pieces.len());
        // Of the hulls for moments; those of parts are counted again.
        let mut work = Work::default();
        for piece in &self.pieces {
            for geom in &piece.geoms {
                if let Err(error) = geom.count_hull(&mut work) {
                    return piece.element.refuse(error.to_string(), "smaller meshes");
                }
            }
            moments.push(moments_of(piece, compiler)?);
        }
        let factor = total_factor(&self.pieces, &moments, compiler);
        for (index, own) in moments.into_iter().enumerate() {
            let piece = &self.pieces[index];
            if piece.is_left_out {
                continue;
            }
            if piece.geoms.is_empty() && piece.plane.is_none() {
                let expected = "at least one geom";
                return piece.element.refuse("a body without geoms", expected);
            }
            let mut body = DraftBody::new(piece.element.line(), &piece.name, self.meshes(index));
            body.is_fixed = piece.is_fixed;
            if let (false, Some(own)) = (piece.is_fixed, own) {
                if let Some([velocity, spin]) = motions.get(index) {
                    body.velocity = velocity + &spin.cross(&own.centroid);
                    body.spin = spin.clone();
                }
                let is_bounded = compiler.least.iter().any(Signed::is_positive);
                let is_whole = self.shows_all(index) && !is_bounded && factor.is_none();
                body.mass = match piece.plain_density() {
                    Some(density) if is_whole => Mass::Density(density.clone()),
                    _ => given(scaled(own, factor.as_ref())),
                };
            }
            self.places[index] = Some(self.draft.bodies.len());
            self.draft.bodies.push(body);
        }
        Ok(())
    }

    /// Whether the scene has all geoms of a piece.
    fn shows_all(&self, piece: usize) -> bool {
        let touching = &self.touching[piece];
        !touching.contains(&true) || !touching.contains(&false)
    }

    /// The parts of a piece: its geoms that touch something, or all if none does.
    fn meshes(&self, piece: usize) -> Vec<Mesh> {
        let shows_all = self.shows_all(piece);
        let geoms = self.pieces[piece].geoms.iter().zip(&self.touching[piece]);
        let shown = geoms.filter(|(_, touches)| shows_all || **touches);
        shown.map(|(geom, _)| geom.mesh.clone()).collect()
    }

    /// Planes as boxes, twice as long as all that may lie on them.
    fn add_planes(&mut self) {
        if self.pieces.iter().all(|piece| piece.plane.is_none()) {
            return;
        }
        let mut farthest = Rational::one();
        for body in &self.draft.bodies {
            for reach in body.meshes.iter().flat_map(Mesh::reaches) {
                farthest = farthest.max(reach);
            }
        }
        for (piece, place) in self.pieces.iter().zip(&self.places) {
            let (Some(plane), Some(place)) = (&piece.plane, place) else {
                continue;
            };
            let line = piece.element.line();
            let half = plane.half_length(&farthest);
            let told = rounded_up(&(&half + &half));
            self.draft.notes.push(format!(
                "line {line}: a plane has no end; here it is a box, {told} m wide"
            ));
            let mesh = Mesh::hull_of(line, plane.corners(&half));
            self.draft.bodies[*place].meshes.push(mesh);
        }
    }

    /// Notes on masses and corners that are rounded.
    fn tell_rounding(&mut self) {
        let mut count = 0;
        let mut error = Rational::zero();
        for piece in &self.pieces {
            for geom in piece.geoms.iter().filter(|_| !piece.is_left_out) {
                if !geom.error().is_zero() {
                    count += 1;
                    error = error.max(geom.error());
                }
            }
            if piece.is_fixed {
                continue;
            }
            let weighing = piece.weighing.iter().map(|index| &piece.geoms[*index]);
            let rounded = [
                (weighing.clone().any(|geom| geom.has_pi()), "π is"),
                (weighing.clone().any(|geom| geom.has_root()), "lengths are"),
            ];
            for (_, what) in rounded.iter().filter(|(is_rounded, _)| *is_rounded) {
                let line = piece.element.line();
                let name = excerpt(&piece.name);
                self.draft.notes.push(format!(
                    "line {line}: {what} taken up to 2^-64 in the mass of `{name}`"
                ));
            }
        }
        if count > 0 {
            let error = rounded_up(&error);
            self.draft.notes.push(format!(
                "{count} cylinders are prisms with 20 sides, which are off by at most {error} m; \
                 masses are those of the round ones"
            ));
        }
    }

    /// Notes on geoms that touch here and not in the model.
    fn tell_masks(&mut self) {
        let mut parted = Vec::new();
        let mut surfaces: BTreeMap<[u32; 2], &Surface> = BTreeMap::new();
        for (index, (piece, touching)) in self.pieces.iter().zip(&self.touching).enumerate() {
            if !piece.is_fixed && !touching.contains(&true) && self.may_touch(index) {
                parted.push(format!("`{}`", excerpt(&piece.name)));
            }
            for (surface, touches) in piece.surfaces().zip(touching) {
                if *touches && !piece.is_left_out {
                    surfaces.insert(surface.masks(), surface);
                }
            }
        }
        let mut ones = surfaces.values();
        let differ = ones.any(|one| surfaces.keys().any(|masks| !one.meets_masks(*masks)));
        if !parted.is_empty() {
            let count = parted.len();
            parted.truncate(4);
            if count > 4 {
                parted.push("…".to_owned());
            }
            let list = parted.join(", ");
            self.draft.notes.push(format!(
                "{list} touch nothing in the model (contype, conaffinity or a flag); here all bodies \
                 touch each other, except those that a joint joins"
            ));
        }
        if differ {
            let note = "some geoms pass through each other in the model (contype, conaffinity); \
                        here all bodies touch, except those that a joint joins";
            self.draft.notes.push(note.to_owned());
        }
    }

    /// Whether there is another body in the scene that no joint joins with a piece.
    fn may_touch(&self, piece: usize) -> bool {
        let mut others = 0..self.pieces.len();
        others.any(|other| {
            other != piece
                && self.places[other].is_some()
                && !self.are_joined(Some(piece), Some(other))
        })
    }

    fn add_joints(&mut self, links: &[Link]) {
        for index in 0..self.pieces.len() {
            if let Some(kind) = self.pieces[index].held_by.take() {
                let line = self.pieces[index].element.line();
                self.join(line, [self.pieces[index].around, Some(index)], kind);
            }
        }
        for link in links {
            let [one, other] = link.pieces;
            let line = link.element.line();
            let [first, second] = [one, other].map(|piece| self.is_fixed(piece));
            let is_new = !self.are_joined(one, other);
            if one == other || (first && second) {
                let thing = link.element.thing();
                self.draft.notes.push(format!(
                    "line {line}: {thing} joins nothing that moves against each other"
                ));
                continue;
            }
            if let (Some(one), Some(other)) = (one, other)
                && !first
                && !second
                && is_new
                && self.pieces[one].meets(&self.pieces[other])
            {
                let thing = link.element.thing();
                let [one, other] = [one, other].map(|piece| excerpt(&self.pieces[piece].name));
                self.draft.notes.push(format!(
                    "line {line}: {thing}: `{one}` and `{other}` touch in the model; here they \
                     ignore each other, as a joint joins them"
                ));
            }
            self.join(line, [one, other], link.kind.clone());
        }
    }

    fn is_fixed(&self, piece: Option<usize>) -> bool {
        piece.is_none_or(|piece| self.pieces[piece].is_fixed)
    }

    fn are_joined(&self, one: Option<usize>, other: Option<usize>) -> bool {
        let [one, other] = [one, other].map(|piece| piece.and_then(|piece| self.places[piece]));
        let (Some(one), Some(other)) = (one, other) else {
            return false;
        };
        let mut joints = self.draft.joints.iter();
        joints.any(|joint| joint.bodies == [one, other] || joint.bodies == [other, one])
    }

    /// Adds a joint of two pieces, one of which is free.
    fn join(&mut self, line: usize, pieces: [Option<usize>; 2], kind: JointKind) {
        let [one, other] = pieces;
        let bodies = [self.body_for(one, other), self.body_for(other, one)];
        self.draft.joints.push(DraftJoint { line, bodies, kind });
    }

    /// The body of the scene that a joint has for a piece, whose other one this is: itself, or the
    /// world if it is fixed and the other one may touch it.
    fn body_for(&mut self, piece: Option<usize>, other: Option<usize>) -> usize {
        if let Some(piece) = piece
            && let Some(place) = self.places[piece]
            && (!self.pieces[piece].is_fixed || self.ignores(piece, other))
        {
            return place;
        }
        if let Some(world) = self.world {
            return world;
        }
        let mut world = DraftBody::new(1, WORLD, Vec::new());
        world.is_fixed = true;
        self.draft.bodies.push(world);
        let place = self.draft.bodies.len() - 1;
        self.world = Some(place);
        place
    }

    /// Whether a fixed piece and one that is joined to it do not touch.
    fn ignores(&self, fixed: usize, other: Option<usize>) -> bool {
        let Some(other) = other else {
            return true;
        };
        let piece = &self.pieces[fixed];
        let pair = [Some(fixed), Some(other)];
        let mut exclusions = self.excluded.iter();
        piece.is_held || !piece.meets(&self.pieces[other]) || exclusions.any(|own| own.is(pair))
    }

    /// Only bodies that are joined ignore each other in a scene.
    fn tell_excluded(&mut self) {
        for exclusion in &self.excluded {
            let [Some(one), Some(other)] = exclusion.pieces else {
                continue;
            };
            let is_still = self.pieces[one].is_fixed && self.pieces[other].is_fixed;
            if one == other || is_still || self.are_joined(Some(one), Some(other)) {
                continue;
            }
            let line = exclusion.line;
            let [one, other] = [one, other].map(|piece| excerpt(&self.pieces[piece].name));
            self.draft.notes.push(format!(
                "line {line}: <exclude>: `{one}` and `{other}` touch here, as no joint joins them"
            ));
        }
    }

    fn add_frictions(&mut self, paired: &[PairedGeoms]) -> Result<()> {
        let mut rough = Vec::with_capacity(self.pieces.len());
        for (piece, place) in self.pieces.iter().zip(&self.places) {
            if let (Some(place), Some(surface)) = (place, piece.surface()?) {
                rough.push(Rough {
                    body: *place,
                    element: piece.element,
                    surface,
                    is_fixed: piece.is_fixed,
                });
            }
        }
        let mut frictions = Frictions::of(&rough)?;
        let mut owners = BTreeMap::new();
        for (piece, place) in self.pieces.iter().zip(&self.places) {
            let Some(body) = *place else {
                continue;
            };
            let owner = Owner {
                body,
                geoms: piece.geoms.len(),
                is_fixed: piece.is_fixed,
            };
            for name in piece.geoms.iter().filter_map(|geom| geom.name.as_deref()) {
                owners.insert(name, owner);
            }
        }
        frictions.add_paired(paired, &owners, &mut self.draft.notes);
        self.draft.friction = frictions.common;
        for (body, friction) in frictions.of_bodies {
            self.draft.bodies[body].friction = Some(friction);
        }
        for (bodies, friction) in frictions.pairs {
            let line = self.draft.bodies[bodies[0]].line;
            self.draft.pairs.push(DraftPair {
                line,
                bodies,
                friction,
            });
        }
        Ok(())
    }
}

impl Exclusion {
    fn is(&self, pair: [Option<usize>; 2]) -> bool {
        let [one, other] = pair;
        self.pieces == [one, other] || self.pieces == [other, one]
    }
}

impl Plane {
    /// Half of the width of the box for it, if nothing is farther from the origin than this.
    fn half_length(&self, farthest: &Rational) -> Rational {
        let mut half = farthest.clone();
        for value in self.frame.origin.coordinates() {
            half += value.abs();
        }
        (&half + &half).ceil()
    }

    fn corners(&self, half: &Rational) -> Vec<Vector3> {
        let mut corners = Vec::with_capacity(8);
        for z in [-half, Rational::zero()] {
            for [x, y] in [[-1, -1], [1, -1], [1, 1], [-1, 1]] {
                let [x, y] = [x, y].map(|sign| half * Rational::from_integer(sign.into()));
                corners.push(self.frame.of(&Vector3::new(x, y, z.clone())));
            }
        }
        corners
    }
}

/// The moments of a piece, at least as large as the compiler says; `None` of one without a mass
/// that needs none.
fn moments_of(piece: &Piece, compiler: &Compiler) -> Result<Option<MassMoments>> {
    if piece.is_fixed && (compiler.total_mass.is_none() || piece.is_geom) {
        return Ok(None);
    }
    let Some(mut moments) = piece.moments()? else {
        if piece.is_fixed {
            return Ok(None);
        }
        return piece.element.refuse("no mass", "a mass above 0");
    };
    let [least_mass, least_moment] = &compiler.least;
    // The moments stay as they are.
    moments.mass = moments.mass.max(least_mass.clone());
    let beyond = &moments.inertia() - &Matrix3::identity().scaled(least_moment);
    if least_moment.is_positive() && !beyond.is_positive_semidefinite() {
        let found = format!("a moment below {least_moment} kg m², the boundinertia of the model");
        return piece
            .element
            .refuse(found, "larger moments, or boundinertia=\"0\"");
    }
    Ok(Some(moments))
}

/// The factor that gives all bodies together the mass that the compiler says.
fn total_factor(
    pieces: &[Piece],
    moments: &[Option<MassMoments>],
    compiler: &Compiler,
) -> Option<Rational> {
    let total = compiler.total_mass.as_ref()?;
    let mut sum = Rational::zero();
    for (_, own) in pieces
        .iter()
        .zip(moments)
        .filter(|(piece, _)| !piece.is_geom)
    {
        if let Some(own) = own {
            sum += &own.mass;
        }
    }
    sum.is_positive().then(|| total / sum)
}

/// A body that is so many times as heavy.
fn scaled(moments: MassMoments, factor: Option<&Rational>) -> MassMoments {
    match factor {
        None => moments,
        Some(factor) => {
            let mass = &moments.mass * factor;
            moments.of_mass(mass)
        }
    }
}

fn given(moments: MassMoments) -> Mass {
    Mass::Given {
        inertia: Box::new(moments.inertia().rows),
        mass: moments.mass,
        centroid: moments.centroid,
    }
}
