//! The answers of `stability` and `collapse` for scenes in space.

use super::contacts::add_table;
use super::friction::NOT_UNIQUE;
use super::statics::{cases, words};
use super::{Page, ReportOptions, count};
use crate::names;
use crate::outcome::{self, to_unit_in_space};
use crate::table::Table;
use crate::told::body_in_space as name;
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use zwang_check::HeldJoint;
use zwang_check::SpatialMotion;
use zwang_check::space_coulomb::VerifiedCoulomb;
use zwang_check::space_optimum::{OptimumVerdict, VerifiedOptimum};
use zwang_check::space_statics::{HeldBond, HeldContact, VerifiedStatics};
use zwang_check::statics::StaticsVerdict;
use zwang_exact::Rational;
use zwang_scene::BodyId;
use zwang_scene::space::Scene;

/// The answer of `stability`: the forces that hold the scene, or a motion that nothing resists.
/// `unique` says of each contact, and then of each joint, whether no other force would do, and
/// `only_rest`, if it is known, that nothing but rest obeys Coulomb's law.
#[must_use]
pub fn stability_in_space(
    verified: &VerifiedStatics,
    only_rest: Option<&VerifiedCoulomb>,
    unique: &[bool],
    options: &ReportOptions,
) -> String {
    let has_loads = !verified.scene().loads.is_empty();
    let mut verdict = words(verified.verdict(), has_loads);
    if verified.verdict() == StaticsVerdict::CanStand && !verified.scene().bonds.is_empty() {
        "can stand: contacts and bonds within their limits balance it; other motions are not ruled out"
            .clone_into(&mut verdict);
    }
    let proof = only_rest.map(|rest| cases(rest.leaves()));
    if proof.is_some() {
        "stands: forces hold it, and rest is the only motion".clone_into(&mut verdict);
    }
    statics_in_space(verified, unique, &verdict, proof, options)
}

/// The answer of `collapse` about a scene that forces hold, with friction.
#[must_use]
pub fn rest_in_space(
    verified: &VerifiedStatics,
    unique: &[bool],
    options: &ReportOptions,
) -> String {
    let verdict = "rests: the forces below hold it";
    statics_in_space(verified, unique, verdict, None, options)
}

fn statics_in_space(
    verified: &VerifiedStatics,
    unique: &[bool],
    verdict: &str,
    proof: Option<String>,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let mut page = Page::new(heading(scene, verified.digest()), options);
    page.line(&format!("  verdict    {verdict}"));
    if let Some(proof) = proof {
        page.line(&proof);
    }
    let at_corners = verified.holding().unwrap_or_default().iter();
    let at_corners = at_corners.filter(|contact| contact.at_corner);
    page.corners_in_space(verified.corners(), at_corners.count());
    if let Some(contacts) = verified.holding() {
        page.held_in_space(scene, contacts, unique);
    }
    page.bonds_in_space(scene, verified.bonds());
    page.joints_in_space(scene, verified.joints(), unique);
    if let Some(falling) = verified.falling() {
        let unit = to_unit_in_space(&falling.velocities);
        let work = &falling.work * &unit;
        let has_loads = !scene.loads.is_empty();
        let line = outcome::work_line(has_loads, &work, &mut page.numbers);
        page.line(&line);
        if !scene.bonds.is_empty() {
            let taken = page.numbers.inline_with(&(&falling.taken * &unit), " W");
            page.line(&format!(
                "  bonds      They can take up {taken} of it at most."
            ));
        }
        let size = outcome::size_words_in_space(&falling.velocities);
        let title = format!("virtual motion (m/s, rad/s, by the right-hand rule; {size})\n");
        let velocities: Vec<SpatialMotion> = falling
            .velocities
            .iter()
            .map(|motion| motion.scaled(&unit))
            .collect();
        let bodies: Vec<BodyId> = scene.body_ids().collect();
        page.motions_in_space(scene, &bodies, &velocities, &title, ["v", "ω"]);
    }
    page.finish()
}

/// The answer of `collapse`: accelerations, and the forces with which they go.
#[must_use]
pub fn collapse_in_space(
    verified: &VerifiedOptimum,
    unique: &[bool],
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let mut page = Page::new(heading(scene, verified.digest()), options);
    let accelerations = verified.accelerations();
    let moving = accelerations.iter().filter(|motion| !motion.is_zero());
    let moving = moving.count();
    let free = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    let verdict = match (verified.verdict(), moving) {
        (OptimumVerdict::Rests, _) => "rests: nothing moves".to_owned(),
        (OptimumVerdict::Moves, 1) => format!("moves: 1 of {free} free bodies starts to move"),
        (OptimumVerdict::Moves, _) => {
            format!("moves: {moving} of {free} free bodies start to move")
        }
        (OptimumVerdict::Ambiguous, _) => {
            "ambiguous: corners leave several motions of equal restraint".to_owned()
        }
    };
    page.line(&format!("  verdict    {verdict}"));
    let at_corners = verified.contacts().iter();
    let at_corners = at_corners.filter(|contact| contact.at_corner && !contact.force.is_zero());
    page.corners_in_space(verified.corners(), at_corners.count());
    let title = "accelerations (m/s², rad/s², by the right-hand rule)\n";
    let bodies: Vec<BodyId> = scene.body_ids().collect();
    page.motions_in_space(scene, &bodies, accelerations, title, ["a", "α"]);
    for other in verified.others() {
        let title = "another answer (m/s², rad/s²)\n";
        let motions = &other.accelerations;
        page.motions_in_space(scene, &other.bodies, motions, title, ["a", "α"]);
    }
    let contacts = verified.contacts();
    let zero = Rational::default();
    let opening = contacts
        .iter()
        .filter(|contact| contact.gap_acceleration > zero);
    let opening = opening.count();
    let mut pressing = Vec::new();
    for (index, contact) in contacts.iter().enumerate() {
        if !contact.force.is_zero() {
            pressing.push((contact, is_unique(unique, index)));
        }
    }
    let at_corners = contacts.iter().filter(|contact| contact.at_corner).count();
    let all = count(contacts.len() - at_corners, "contact", "contacts");
    let press = pressing.len();
    let mut text = format!("{all}: {press} pressing, {opening} opening\n");
    let mut table = Table::new(["pressing", "at", "force (N) on the first"]);
    let mut all_unique = true;
    for (contact, is_unique) in pressing.iter().take(options.limit()) {
        all_unique &= is_unique;
        table.push([
            pair(scene, contact.first, contact.second),
            page.numbers.triple(&contact.point),
            page.numbers.force_in_space(&contact.force, *is_unique),
        ]);
    }
    if !pressing.is_empty() {
        add_table(&mut text, &table, press, options);
    }
    if !all_unique {
        text.push_str(NOT_UNIQUE);
    }
    page.section(&text);
    page.joints_in_space(scene, verified.joints(), unique);
    page.finish()
}

fn is_unique(unique: &[bool], contact: usize) -> bool {
    unique.get(contact).copied().unwrap_or(false)
}

pub(super) fn heading(scene: &Scene, digest: &str) -> String {
    let name = &scene.name;
    let title = scene.title.as_ref().unwrap_or(name);
    let free = scene.bodies.iter().filter(|body| !body.is_fixed()).count();
    let fixed = scene.bodies.len() - free;
    let free = count(free, "free body", "free bodies");
    let mut loads = String::new();
    if !scene.loads.is_empty() {
        let count = count(scene.loads.len(), "load", "loads");
        loads = format!(", {count}");
    }
    if !scene.bonds.is_empty() {
        let count = count(scene.bonds.len(), "bond", "bonds");
        loads = format!("{loads}, {count}");
    }
    if !scene.joints.is_empty() {
        let count = count(scene.joints.len(), "joint", "joints");
        loads = format!("{loads}, {count}");
    }
    format!(
        "{title}\n  scene      {name}: {free}, {fixed} fixed{loads}, in space\n  digest     {digest}\n"
    )
}

pub(super) fn pair(scene: &Scene, first: BodyId, second: BodyId) -> String {
    let first = name(scene, first);
    let second = name(scene, second);
    format!("{first} / {second}")
}

impl Page<'_> {
    /// How many pairs touch at corners, and at how many places these bear forces.
    fn corners_in_space(&mut self, corners: usize, bearing: usize) {
        if corners == 0 {
            return;
        }
        let pairs = count(corners, "pair touches", "pairs touch");
        let bearing = match bearing {
            0 => "these bear no force here".to_owned(),
            _ => format!("{} there", count(bearing, "force acts", "forces act")),
        };
        self.line(&format!("  corners    {pairs} at a corner; {bearing}"));
    }

    fn held_in_space(&mut self, scene: &Scene, contacts: &[HeldContact], unique: &[bool]) {
        let mut pressing = Vec::new();
        for (index, contact) in contacts.iter().enumerate() {
            if !contact.force.is_zero() {
                pressing.push((contact, is_unique(unique, index)));
            }
        }
        let at_corners = contacts.iter().filter(|contact| contact.at_corner).count();
        let all = count(contacts.len() - at_corners, "contact", "contacts");
        let press = pressing.len();
        let mut text = format!("{all}: {press} pressing\n");
        let mut table = Table::new([
            "pressing",
            "at",
            "force (N) on the first",
            "friction used",
            "of",
        ]);
        let mut all_unique = true;
        for (contact, is_unique) in pressing.iter().take(self.options.limit()) {
            all_unique &= is_unique;
            let used = self.used_in_space(contact, *is_unique);
            table.push([
                pair(scene, contact.first, contact.second),
                self.numbers.triple(&contact.point),
                self.numbers.force_in_space(&contact.force, *is_unique),
                used,
                self.numbers.text(&contact.friction),
            ]);
        }
        if !pressing.is_empty() {
            add_table(&mut text, &table, press, self.options);
        }
        if !all_unique {
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
    }

    /// The bonds that hold, with the share of their strength.
    fn bonds_in_space(&mut self, scene: &Scene, bonds: &[HeldBond]) {
        if bonds.is_empty() {
            return;
        }
        let holding = bonds.iter().filter(|bond| !bond.share.is_zero());
        let holding: Vec<&HeldBond> = holding.collect();
        let all = count(bonds.len(), "bond", "bonds");
        let mut text = format!("{all}: {} holding\n", holding.len());
        let mut table = Table::new(["holding", "at", "force (N) on the first", "share of limit"]);
        for bond in holding.iter().take(self.options.limit()) {
            let [first, second] = bond.bodies;
            let force = bond.pull.scaled(&bond.share);
            table.push([
                pair(scene, first, second),
                self.numbers.triple(&bond.at),
                self.numbers.force_in_space(&force, false),
                self.numbers.text(&bond.share),
            ]);
        }
        if !holding.is_empty() {
            add_table(&mut text, &table, holding.len(), self.options);
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
    }

    /// The forces and torques of joints, whose marks come last.
    fn joints_in_space(&mut self, scene: &Scene, joints: &[HeldJoint], unique: &[bool]) {
        if joints.is_empty() {
            return;
        }
        let first = unique.len().saturating_sub(joints.len());
        let mut bearing = Vec::new();
        for (index, joint) in joints.iter().enumerate() {
            if !joint.force.is_zero() || !joint.torque.is_zero() {
                bearing.push((joint, is_unique(unique, first + index)));
            }
        }
        let all = count(joints.len(), "joint", "joints");
        let mut text = format!("{all}: {} bearing\n", bearing.len());
        let mut table = Table::new([
            "joint",
            "at",
            "force (N) on the first",
            "torque (N m) on the first",
        ]);
        let mut all_unique = true;
        for (joint, is_unique) in bearing.iter().take(self.options.limit()) {
            all_unique &= is_unique;
            let [on, from] = joint.bodies;
            table.push([
                format!("{} {}", joint.kind, pair(scene, on, from)),
                self.numbers.triple(&joint.at),
                self.numbers.force_in_space(&joint.force, *is_unique),
                self.numbers.force_in_space(&joint.torque, *is_unique),
            ]);
        }
        if !bearing.is_empty() {
            add_table(&mut text, &table, bearing.len(), self.options);
        }
        if !all_unique {
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
    }

    /// |T| / N of a force.
    fn used_in_space(&mut self, contact: &HeldContact, is_unique: bool) -> String {
        let across = contact.force.dot(&contact.normal);
        let square = &across * &across;
        let whole = contact.force.dot(&contact.force) * contact.normal.dot(&contact.normal);
        let squared = (whole - &square) / square;
        let mut used = crate::shown::inline_root(&squared);
        if !is_unique {
            used.push(' ');
            used.push(crate::shown::SEVERAL);
        }
        used
    }

    fn motions_in_space(
        &mut self,
        scene: &Scene,
        bodies: &[BodyId],
        motions: &[SpatialMotion],
        title: &str,
        [linear, angular]: [&str; 2],
    ) {
        let mut rows: Vec<(&SpatialMotion, Vec<&str>)> = Vec::new();
        let mut places = BTreeMap::new();
        let mut resting = Vec::new();
        for (body, motion) in bodies.iter().zip(motions) {
            let name = name(scene, *body);
            if motion.is_zero() {
                resting.push(name);
                continue;
            }
            let place = *places.entry(numbers_of(motion)).or_insert(rows.len());
            match rows.get_mut(place) {
                Some((_, names)) => names.push(name),
                None => rows.push((motion, vec![name])),
            }
        }
        if rows.is_empty() {
            return;
        }
        let mut table = Table::new(["bodies", linear, angular]);
        for (motion, names) in rows.iter().take(self.options.limit()) {
            table.push([
                names::list(names.iter().copied()),
                self.numbers.triple(&motion.linear),
                self.numbers.triple(&motion.angular),
            ]);
        }
        let mut text = title.to_owned();
        add_table(&mut text, &table, rows.len(), self.options);
        if !resting.is_empty() {
            let names = names::list(resting);
            text.push_str(&format!("  at rest: {names}\n"));
        }
        self.section(&text);
    }
}

/// Numbers that tell motions apart, in an order that is quickly found.
fn numbers_of(motion: &SpatialMotion) -> Vec<[&BigInt; 2]> {
    let linear = motion.linear.coordinates();
    let angular = motion.angular.coordinates();
    let numbers = linear.into_iter().chain(angular);
    numbers
        .map(|number| [number.numer(), number.denom()])
        .collect()
}
