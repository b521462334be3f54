//! The motion of a group with friction: relaxed as little as possible, with its corners.

use super::corners::{self, Choice};
use super::forces::PairForces;
use super::system::{Finding, RoughRow, System};
use super::{GroupMotion, PairMemory, Place, friction_of};
use crate::error::{Corners, MotionError};
use crate::forms::{self, Form};
use crate::group::Group;
use crate::invariance::{Isometry, Symmetries};
use crate::program::at_point;
use crate::setting::Setting;
use crate::tree::restraint;
use malachite::base::num::arithmetic::traits::Abs;
use malachite::base::num::basic::traits::Zero;
use malachite::{Integer, Rational};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use zwang_certificate::Contact;
use zwang_law::CornerChoice;
use zwang_scene::BodyId;

/// More ways to pass the corners of a group are not tried.
const MOST_WAYS: usize = 64;

/// A group with the motion that it takes.
pub(crate) struct SolvedGroup<'a> {
    pub(crate) group: &'a Group,
    /// Chosen sides, ascending.
    pub(crate) choices: Vec<Choice>,
    /// How much the law was relaxed: 0, 1 or 2.
    pub(crate) relaxed: u8,
    pub(crate) motion: GroupMotion,
    pub(crate) forces: PairForces,
    /// Whether the motion is as symmetric as the states before.
    pub(crate) is_symmetric: bool,
}

/// What all groups of a step are solved by.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The symmetries of the states before.
    pub(crate) symmetries: Option<&'a Symmetries>,
    pub(crate) memory: &'a PairMemory,
}

/// Solves all groups of a step.
pub(crate) fn solve_all<'a>(
    setting: &Setting<'a>,
    values: &'a [Form],
    groups: &'a [Group],
    known: Known,
) -> Result<Vec<SolvedGroup<'a>>, MotionError> {
    solve_with_images(setting, groups, known.symmetries, |group, isometries| {
        let solver = GroupSolver {
            setting,
            values,
            group,
            memory: known.memory,
        };
        solver.solve(isometries)
    })
}

/// Solves groups, given how one is solved that isometries map to itself. Groups that are images of
/// each other get images of one answer.
pub(crate) fn solve_with_images<'a>(
    setting: &Setting,
    groups: &'a [Group],
    symmetries: Option<&Symmetries>,
    solve: impl Fn(&'a Group, &[&Isometry]) -> Result<SolvedGroup<'a>, MotionError> + Sync,
) -> Result<Vec<SolvedGroup<'a>>, MotionError> {
    let models = models(groups, symmetries);
    let solved = groups.par_iter().zip(&models).map(|(group, model)| {
        if model.is_some() {
            return Ok(None);
        }
        let isometries = match symmetries {
            Some(symmetries) => symmetries.of_group(group).0,
            None => Vec::new(),
        };
        solve(group, &isometries).map(Some)
    });
    let solved: Result<Vec<Option<SolvedGroup>>, MotionError> = solved.collect();
    let mut all: Vec<SolvedGroup> = Vec::with_capacity(groups.len());
    for ((found, model), group) in solved?.into_iter().zip(models).zip(groups) {
        let image = match (found, model) {
            (Some(found), _) => Some(found),
            (None, Some((model, isometry))) => all[model].image(setting, group, isometry),
            (None, None) => None,
        };
        match image {
            Some(solved) => all.push(solved),
            None => return Err(setting.unsettled(group)),
        }
    }
    Ok(all)
}

/// For each group an earlier one of which it is the image, and by what.
fn models<'a>(
    groups: &[Group],
    symmetries: Option<&'a Symmetries>,
) -> Vec<Option<(usize, &'a Isometry)>> {
    let mut models = vec![None; groups.len()];
    let Some(symmetries) = symmetries else {
        return models;
    };
    for (index, group) in groups.iter().enumerate() {
        if models[index].is_some() {
            continue;
        }
        let (_, others) = symmetries.of_group(group);
        for isometry in others {
            let image = isometry.body(group.bodies[0]);
            let later = groups.iter().skip(index + 1);
            if let Some(offset) = later.into_iter().position(|other| other.has(image)) {
                models[index + 1 + offset].get_or_insert((index, isometry));
            }
        }
    }
    models
}

impl<'a> SolvedGroup<'a> {
    /// The image of the answer, for the group that is the image.
    fn image(&self, setting: &Setting, group: &'a Group, isometry: &Isometry) -> Option<Self> {
        let rows = setting.rows;
        let mut choices = Vec::with_capacity(self.choices.len());
        for choice in &self.choices {
            choices.push(corners::image(rows, *choice, isometry)?);
        }
        choices.sort_unstable();
        let corners = corners::images(rows, &self.choices, isometry);
        let unit = isometry.unit();
        let mut point = vec![Integer::ZERO; 3 * group.bodies.len()];
        let (motions, _) = self.motion.point.as_chunks::<3>();
        for (body, motion) in self.group.bodies.iter().zip(motions) {
            let place = group.bodies.binary_search(&isometry.body(*body)).ok()?;
            let motion = motion.each_ref().map(|value| value * &unit);
            let image = isometry.image_of_motion(&motion);
            point[3 * place..3 * place + 3].clone_from_slice(&image);
        }
        Some(Self {
            group,
            choices,
            relaxed: self.relaxed,
            motion: GroupMotion {
                denominator: &self.motion.denominator * unit,
                point,
            },
            forces: self.forces.image(isometry, &corners)?,
            is_symmetric: self.is_symmetric,
        })
    }

    /// Whether all bodies stay where they are.
    pub(crate) fn stays(&self, setting: &Setting) -> bool {
        let instant = setting.instant;
        let scale = Rational::from(&instant.scale);
        let denominator = Rational::from(&self.motion.denominator);
        let (motions, _) = self.motion.point.as_chunks::<3>();
        self.group.bodies.iter().zip(motions).all(|(body, motion)| {
            let staying = instant.staying(*body).map(|value| value * &scale);
            let pairs = staying.iter().zip(motion);
            pairs
                .into_iter()
                .all(|(staying, value)| staying * &denominator == *value)
        })
    }

    /// The work of friction at each row where it is not 0, J.
    pub(crate) fn heat(&self, setting: &Setting, step: &Rational) -> BTreeMap<Contact, Rational> {
        let mut heat = BTreeMap::new();
        if self.relaxed == 2 {
            return heat;
        }
        let scale = Rational::from(&setting.instant.scale);
        let unit = &scale * &scale * step * step;
        for place in self.forces.rows.keys() {
            let slip = forms::slip(setting.instant, &place.row);
            let work = self.work(setting, place, &slip);
            if work != 0 {
                *heat.entry(place.row).or_insert(Rational::ZERO) += work / &unit;
            }
        }
        heat
    }

    /// μ φ |τ| of a row, times the square of the unknowns' scale.
    pub(crate) fn work(&self, setting: &Setting, place: &Place, slip: &Form) -> Rational {
        let GroupMotion { denominator, point } = &self.motion;
        let slipped = at_point(slip, &self.group.bodies, point, denominator);
        let [across, _] = &self.forces.rows[place];
        if slipped == 0 || *across == 0 {
            return Rational::ZERO;
        }
        let slipped = (Rational::from(slipped) / &slip.scale).abs();
        let across = Rational::from(across) / Rational::from(&self.forces.denominator);
        friction_of(setting.scene, &place.row) * across * slipped / Rational::from(denominator)
    }
}

struct GroupSolver<'a, 'b> {
    setting: &'b Setting<'a>,
    /// The values of all rows of the step.
    values: &'a [Form],
    group: &'a Group,
    memory: &'b PairMemory,
}

/// The forms of a group, relaxed to some degree.
struct Level {
    relaxed: u8,
    equalities: Vec<Form>,
    rows: Vec<RoughRow>,
    /// Those of the sides of each corner.
    sides: BTreeMap<usize, [Vec<RoughRow>; 2]>,
}

/// A way to pass the corners, with the motion.
struct Way {
    choices: Vec<Choice>,
    motion: GroupMotion,
    forces: PairForces,
}

/// What becomes of the ways to pass corners.
struct Search<'c> {
    level: &'c Level,
    isometries: &'c [&'c Isometry],
    ways: Vec<Way>,
    tried: usize,
    /// Whether some problem would have taken too long.
    is_unknown: bool,
    /// Whether some corner could not be passed without breaking a symmetry.
    breaks_symmetry: bool,
}

impl<'a> GroupSolver<'a, '_> {
    fn solve(&self, isometries: &[&Isometry]) -> Result<SolvedGroup<'a>, MotionError> {
        let mut level = self.level();
        loop {
            if !isometries.is_empty() {
                let search = self.search(&level, isometries)?;
                if !search.is_unknown
                    && let Some(solved) = self.chosen(search)?
                {
                    return Ok(solved);
                }
            }
            let search = self.search(&level, &[])?;
            let is_unknown = search.is_unknown;
            if let Some(mut solved) = self.chosen(search)? {
                solved.is_symmetric = isometries.is_empty();
                return Ok(solved);
            }
            if is_unknown {
                return Err(self.setting.unsettled(self.group));
            }
            level = match level.relaxed {
                0 => self.with_floors(level),
                1 => without_friction(level),
                _ => return Err(self.setting.impossible(self.group, self.setting.rows)),
            };
        }
    }

    /// The forms as they are.
    fn level(&self) -> Level {
        let setting = self.setting;
        let mut equalities = Vec::new();
        for &pin in &self.group.pins {
            equalities.extend(setting.pin(pin));
        }
        let mut rows = Vec::new();
        for &index in &self.group.rows {
            let row = setting.rows.rows[index];
            let place = Place { corner: None, row };
            rows.push(self.rough(place, self.values[index].clone()));
        }
        let mut sides = BTreeMap::new();
        for &corner in &self.group.corners {
            let of_corner = setting.rows.corners[corner].sides.each_ref();
            sides.insert(corner, of_corner.map(|side| self.side(corner, side)));
        }
        Level {
            relaxed: 0,
            equalities,
            rows,
            sides,
        }
    }

    fn side(&self, corner: usize, side: &[Contact]) -> Vec<RoughRow> {
        let mut rows = Vec::with_capacity(side.len());
        for row in side {
            let place = Place {
                corner: Some(corner),
                row: *row,
            };
            rows.push(self.rough(place, forms::value(self.setting.instant, row)));
        }
        rows
    }

    fn rough(&self, place: Place, value: Form) -> RoughRow {
        RoughRow {
            slip: forms::slip(self.setting.instant, &place.row),
            friction: friction_of(self.setting.scene, &place.row),
            place,
            value,
        }
    }

    /// Values need not be larger than they are without motion.
    fn with_floors(&self, mut level: Level) -> Level {
        level.relaxed = 1;
        for row in level.rows_mut() {
            let rest = forms::at_rest(self.setting.instant, &row.value);
            if rest < 0 {
                let raised = Rational::from(&row.value.constant) - rest;
                row.value.set_constant(&raised);
            }
        }
        level
    }

    /// All ways to pass the corners, symmetric under the isometries.
    fn search<'c>(
        &self,
        level: &'c Level,
        isometries: &'c [&'c Isometry],
    ) -> Result<Search<'c>, MotionError> {
        let mut search = Search {
            level,
            isometries,
            ways: Vec::new(),
            tried: 0,
            is_unknown: false,
            breaks_symmetry: false,
        };
        self.explore(&mut search, &[])?;
        Ok(search)
    }

    fn explore(&self, search: &mut Search, choices: &[Choice]) -> Result<(), MotionError> {
        search.tried += 1;
        if search.tried > MOST_WAYS {
            return Err(MotionError::TooManyCases {
                step: self.setting.step,
                body: self.setting.name(self.group.bodies[0]),
            });
        }
        let system = search.level.system(self.group, choices);
        let answer = match system.solve(search.isometries, self.setting, self.memory)? {
            Finding::Answer(answer) => answer,
            Finding::Nothing => return Ok(()),
            Finding::Unknown => {
                search.is_unknown = true;
                return Ok(());
            }
        };
        let Some(corner) = self.violated(search.level, &answer.motion) else {
            search.ways.push(Way {
                choices: choices.to_vec(),
                motion: answer.motion,
                forces: answer.forces,
            });
            return Ok(());
        };
        for side in 0..2 {
            let added = (corner, side);
            let rows = self.setting.rows;
            match corners::with_images(rows, choices, added, search.isometries) {
                Some(choices) => self.explore(search, &choices)?,
                None => search.breaks_symmetry = true,
            }
        }
        Ok(())
    }

    /// The first corner both of whose sides are violated.
    fn violated(&self, level: &Level, motion: &GroupMotion) -> Option<usize> {
        for (corner, sides) in &level.sides {
            if !sides.iter().any(|side| self.respects(side, motion)) {
                return Some(*corner);
            }
        }
        None
    }

    /// Whether a motion closes no row of a side.
    fn respects(&self, side: &[RoughRow], motion: &GroupMotion) -> bool {
        let GroupMotion { point, denominator } = motion;
        let bodies = &self.group.bodies;
        side.iter()
            .all(|row| at_point(&row.value, bodies, point, denominator) >= 0)
    }

    /// The way that is taken; `None` if there is none, or a symmetry has to be broken.
    fn chosen(&self, search: Search) -> Result<Option<SolvedGroup<'a>>, MotionError> {
        if search.breaks_symmetry {
            return Ok(None);
        }
        let relaxed = search.level.relaxed;
        let mut ways = search.ways;
        if ways.len() > 1 {
            ways = self.least(ways);
        }
        if ways.len() > 1 && self.setting.corner == CornerChoice::Stop {
            return Err(MotionError::Ambiguous {
                step: self.setting.step,
                corners: self.corners_of(&ways),
                has_friction: true,
            });
        }
        let taken = match self.setting.corner {
            CornerChoice::Last => ways.pop(),
            _ => ways.into_iter().next(),
        };
        let Some(Way {
            choices,
            motion,
            forces,
        }) = taken
        else {
            return Ok(None);
        };
        let mut images = Vec::with_capacity(search.isometries.len());
        for isometry in search.isometries {
            images.push(corners::images(self.setting.rows, &choices, isometry));
        }
        Ok(forces
            .mean(search.isometries, &images)
            .map(|forces| SolvedGroup {
                group: self.group,
                choices,
                relaxed,
                motion,
                forces,
                is_symmetric: true,
            }))
    }

    /// The ways of least restraint, one for each motion.
    fn least(&self, ways: Vec<Way>) -> Vec<Way> {
        let mut restraints = Vec::with_capacity(ways.len());
        for way in &ways {
            let GroupMotion { point, denominator } = &way.motion;
            let bodies = &self.group.bodies;
            restraints.push(restraint(self.setting.instant, bodies, point, denominator));
        }
        let least = restraints.iter().min().cloned();
        let mut kept: Vec<Way> = Vec::new();
        for (way, restraint) in ways.into_iter().zip(restraints) {
            let is_known = kept.iter().any(|other| other.motion.is_same(&way.motion));
            if Some(&restraint) == least.as_ref() && !is_known {
                kept.push(way);
            }
        }
        kept
    }

    fn corners_of(&self, ways: &[Way]) -> Corners {
        let choices = ways.iter().flat_map(|way| &way.choices);
        let corners: BTreeSet<usize> = choices.map(|(corner, _)| *corner).collect();
        let mut names = Vec::with_capacity(corners.len());
        for corner in corners {
            let vertices = self.setting.rows.corners[corner].vertices;
            names.push(vertices.map(|vertex| self.setting.name(BodyId(vertex.part.body))));
        }
        Corners(names)
    }
}

impl GroupMotion {
    fn is_same(&self, other: &Self) -> bool {
        let pairs = self.point.iter().zip(&other.point);
        pairs
            .into_iter()
            .all(|(one, two)| one * &other.denominator == two * &self.denominator)
    }
}

impl Level {
    fn rows_mut(&mut self) -> impl Iterator<Item = &mut RoughRow> {
        let sides = self.sides.values_mut().flatten().flatten();
        self.rows.iter_mut().chain(sides)
    }

    fn system<'c>(&self, group: &'c Group, choices: &[Choice]) -> System<'c> {
        let mut rows = self.rows.clone();
        for (corner, side) in choices {
            if let Some(sides) = self.sides.get(corner) {
                rows.extend(sides[*side].iter().cloned());
            }
        }
        System {
            bodies: &group.bodies,
            pins: &group.pins,
            equalities: self.equalities.clone(),
            rows,
        }
    }
}

fn without_friction(mut level: Level) -> Level {
    level.relaxed = 2;
    for row in level.rows_mut() {
        row.friction = Rational::ZERO;
    }
    level
}
