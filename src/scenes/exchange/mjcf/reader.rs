//! The sections of a model.

use super::WORLD;
use super::assets;
use super::bodies::{self, Bodies, Compiler, Key};
use super::model;
use super::surface::PairedGeoms;
use super::view::View;
use crate::ImportOptions;
use crate::draft::{Draft, DraftPin};
use crate::error::{Result, excerpt, tag};
use crate::xml::Element;
use num_traits::{Signed, Zero};
use zwang_exact::{Rational, Vector, Vector3};

/// Sections that say nothing of a scene.
pub const IGNORED: &[&str] = &["size", "visual", "statistic", "custom", "sensor"];

/// The sections of a model.
pub const SECTIONS: &str = "only compiler, option, default, asset, worldbody, equality, contact, tendon, \
                        actuator, keyframe";

/// Settings of the solver, which decide nothing here.
const SOLVER: &[&str] = &[
    "timestep",
    "integrator",
    "solver",
    "iterations",
    "tolerance",
    "ls_iterations",
    "ls_tolerance",
    "noslip_iterations",
    "noslip_tolerance",
    "ccd_iterations",
    "ccd_tolerance",
    "cone",
    "jacobian",
    "impratio",
    "sdf_iterations",
    "sdf_initpoints",
];

/// Reads a model.
pub fn read(text: &str, options: &ImportOptions) -> Result<Draft> {
    let model = model::read(text, options)?;
    let root = model.tree.root();
    let mut draft = Draft::new(&model.name);
    draft.skipped.clone_from(&model.skipped);
    let meshes = assets::read(root, options, &mut draft.work)?;
    let view = bodies::view(root)?;
    let mut settings = Compiler {
        has_limits: true,
        ..Compiler::default()
    };
    for section in root.children() {
        match section.name() {
            "compiler" => compiler(section, &mut settings)?,
            "option" => option(
                section,
                view.unwrap_or(View::USUAL),
                &mut settings,
                &mut draft,
            )?,
            _ => {}
        }
    }
    // MuJoCo's own default.
    let gravity = draft
        .gravity
        .take()
        .unwrap_or_else(|| view.unwrap_or(View::USUAL).of(&earth()));
    draft.gravity = Some(gravity);
    let mut bodies = Bodies::new(root, view, &meshes, &options.fixed, &settings)?;
    for section in root.children() {
        match section.name() {
            "worldbody" => bodies.read_world(section)?,
            "actuator" => actuators(section, &mut draft.notes),
            "tendon" => tendons(section, &mut draft.notes)?,
            "compiler" | "option" | "asset" | "equality" | "contact" | "keyframe" | "default" => {}
            name if IGNORED.contains(&name) => {}
            name => {
                let found = tag(name);
                return section.refuse(found, SECTIONS);
            }
        }
    }
    let mut excluded = Excluded::default();
    for section in root.children() {
        if section.name() == "contact" {
            excluded.read(section, &mut draft.notes)?;
        }
    }
    let mut velocities = Vec::new();
    for section in root.children() {
        match section.name() {
            "equality" if !settings.is_without_pins => {
                pins(section, &bodies, &mut excluded, &mut draft)?
            }
            "keyframe" => velocities = keyframe(section, &bodies, &mut draft)?,
            _ => {}
        }
    }
    draft.names.extend(bodies.names());
    excluded.find_wholes(&bodies);
    let paired = std::mem::take(&mut excluded.paired);
    let mut take = |first: &str, second: &str| excluded.take(first, second);
    bodies.finish(&velocities, &mut take, &paired, &mut draft)?;
    excluded.tell(&mut draft.notes);
    Ok(draft)
}

/// Actuators push with the force that a controller asks for, and a model has no controller.
pub fn actuators(section: Element, notes: &mut Vec<String>) {
    for element in section.children() {
        let line = element.line();
        let thing = element.thing();
        let note = format!("line {line}: {thing} rests, and is passed over");
        notes.push(note);
    }
}

/// Tendons pull if they are springs or rub, and at their ends; others only pass on the forces of
/// actuators. Ends are passed over with a note, as those of joints are.
pub fn tendons(section: Element, notes: &mut Vec<String>) -> Result<()> {
    for element in section.children() {
        for name in ["stiffness", "frictionloss"] {
            let numbers = element.numbers(name)?.unwrap_or_default();
            if numbers.iter().any(|number| !number.is_zero()) {
                return element.refuse_value(name, "0: tendons do not pull");
            }
        }
        let is_limited = match element.attribute("limited") {
            Some("false") => false,
            Some(_) => true,
            None => element.attribute("range").is_some(),
        };
        let line = element.line();
        let thing = element.thing();
        let told = match is_limited {
            true => "may pull at the ends of its range, which a scene has not",
            false => "pulls nothing",
        };
        let note = format!("line {line}: {thing} {told}, and is passed over");
        notes.push(note);
    }
    Ok(())
}

fn earth() -> Vector3 {
    let falling = Rational::new((-981).into(), 100.into());
    Vector3::new(Rational::zero(), Rational::zero(), falling)
}

/// Settings of the compiler that are read in the plane.
const COMPILED: [&str; 8] = [
    "angle",
    "autolimits",
    "inertiafromgeom",
    "boundmass",
    "boundinertia",
    "coordinate",
    "settotalmass",
    "eulerseq",
];

/// Settings of the compiler that say nothing of a scene.
const NOT_COMPILED: [&str; 12] = [
    "meshdir",
    "texturedir",
    "assetdir",
    "strippath",
    "convexhull",
    "usethread",
    "discardvisual",
    "balanceinertia",
    "alignfree",
    "saveinertial",
    "maxhullvert",
    "exactmeshinertia",
];

/// Reads how a model is compiled.
pub fn compiler(element: Element, compiler: &mut Compiler) -> Result<()> {
    element.allow(&COMPILED, &NOT_COMPILED)?;
    if matches!(element.attribute("coordinate"), Some(kind) if kind != "local") {
        let expected = "local";
        return element.refuse_value("coordinate", expected);
    }
    match element.attribute("autolimits") {
        None => {}
        Some("true") => compiler.has_limits = true,
        Some("false") => compiler.has_limits = false,
        Some(_) => return element.refuse_value("autolimits", "true or false"),
    }
    match element.attribute("inertiafromgeom") {
        None => {}
        Some("true") => compiler.is_from_geoms = true,
        Some("auto" | "false") => compiler.is_from_geoms = false,
        Some(_) => return element.refuse_value("inertiafromgeom", "true, false or auto"),
    }
    for (bound, least) in ["boundmass", "boundinertia"]
        .iter()
        .zip(&mut compiler.least)
    {
        if let Some(number) = element.number(bound)? {
            *least = number;
        }
    }
    if let Some(total) = element.number("settotalmass")? {
        compiler.total_mass = total.is_positive().then_some(total);
    }
    Ok(())
}

/// Numbers of `option` that do nothing to bodies at rest.
const MEDIUM: [&str; 2] = ["density", "viscosity"];

/// Flags that take forces away if they are turned off.
const MATTERING: [&str; 4] = ["equality", "override", "frictionloss", "passive"];

fn option(element: Element, view: View, compiler: &mut Compiler, draft: &mut Draft) -> Result<()> {
    plain_option(element, &mut draft.notes)?;
    if let Some([x, y, z]) = element.exactly("gravity")? {
        let gravity = Vector3::new(x, y, z);
        if !view.contains(&gravity) {
            let line = element.line();
            draft.notes.push(format!(
                "line {line}: gravity points out of the plane; that part of it is left out"
            ));
        }
        draft.gravity = Some(view.of(&gravity));
    }
    if !flags(element, compiler) {
        draft.gravity = Some(Vector::zero());
    }
    Ok(())
}

/// Reads flags that take gravity, contacts or equalities away; whether gravity acts.
pub fn flags(element: Element, compiler: &mut Compiler) -> bool {
    let mut falls = true;
    for child in element.children() {
        falls &= child.attribute("gravity") != Some("disable");
        for name in ["contact", "constraint"] {
            compiler.is_without_contacts |= child.attribute(name) == Some("disable");
        }
        compiler.is_without_pins |= child.attribute("constraint") == Some("disable");
    }
    falls
}

/// Reads all settings but gravity.
pub fn plain_option(element: Element, notes: &mut Vec<String>) -> Result<()> {
    let mut passed_over = Vec::new();
    for (name, _) in element.attributes() {
        let is_read = ["gravity", "wind"].contains(&name) || SOLVER.contains(&name);
        if is_read || (MEDIUM.contains(&name) && is_zero(element, name)?) {
            continue;
        }
        passed_over.push(name.to_owned());
    }
    element.require_plain_attributes()?;
    let mut is_empty = true;
    for name in MEDIUM {
        is_empty &= is_zero(element, name)?;
    }
    if !is_empty && !is_zero(element, "wind")? {
        return element.refuse_value("wind", "0: bodies move in empty space");
    }
    for child in element.children() {
        if child.name() != "flag" {
            let found = tag(child.name());
            let expected = "only <flag>";
            return child.refuse(found, expected);
        }
        for (name, value) in child.attributes() {
            let usual = if name == "override" {
                "disable"
            } else {
                "enable"
            };
            if MATTERING.contains(&name) && value != usual {
                return child.refuse_value(name, usual);
            }
            if !(["gravity", "contact", "constraint"].contains(&name) && value == "disable") {
                passed_over.push(name.to_owned());
            }
        }
    }
    if !passed_over.is_empty() {
        let line = element.line();
        let list = passed_over.join(", ");
        let list = excerpt(&list);
        let note = format!("line {line}: <option>: settings passed over: {list}");
        notes.push(note);
    }
    Ok(())
}

/// Whether all numbers of an attribute are 0.
fn is_zero(element: Element, attribute: &str) -> Result<bool> {
    let numbers = element.numbers(attribute)?.unwrap_or_default();
    Ok(numbers.iter().all(Rational::is_zero))
}

/// Pairs of bodies between which there are no contacts.
#[derive(Default)]
pub struct Excluded {
    pub pairs: Vec<ExcludedPair>,
    /// Geoms with a friction of their own.
    pub paired: Vec<PairedGeoms>,
}

/// Two bodies between which there are no contacts.
pub struct ExcludedPair {
    pub line: usize,
    pub bodies: [String; 2],
    is_pinned: bool,
}

impl Excluded {
    /// Reads the section of contacts.
    pub fn read(&mut self, section: Element, notes: &mut Vec<String>) -> Result<()> {
        for element in section.children() {
            if element.name() == "pair" {
                match PairedGeoms::read(element)? {
                    Some(pair) => self.paired.push(pair),
                    None => {
                        let line = element.line();
                        notes.push(format!(
                            "line {line}: <pair> is passed over: all bodies touch here"
                        ));
                    }
                }
                continue;
            }
            if element.name() != "exclude" {
                let found = tag(element.name());
                let expected = "only <exclude>, of two bodies, and <pair>";
                return element.refuse(found, expected);
            }
            element.allow(&["name", "body1", "body2"], &[])?;
            let names = [element.attribute("body1"), element.attribute("body2")];
            let [Some(first), Some(second)] = names else {
                let expected = "body1 and body2";
                return element.refuse("fewer than two bodies", expected);
            };
            self.pairs.push(ExcludedPair {
                line: element.line(),
                bodies: [first, second].map(str::to_owned),
                is_pinned: false,
            });
        }
        Ok(())
    }

    /// Names the bodies that the excluded ones are parts of.
    fn find_wholes(&mut self, bodies: &Bodies) {
        for pair in &mut self.pairs {
            for name in &mut pair.bodies {
                if let Some(whole) = bodies.whole(name) {
                    *name = whole;
                }
            }
        }
    }

    /// Whether there are no contacts between two bodies, which a pin joins.
    fn take(&mut self, first: &str, second: &str) -> bool {
        let mut is_excluded = false;
        for pair in &mut self.pairs {
            let [one, other] = &pair.bodies;
            if [one, other] == [first, second] || [other, one] == [first, second] {
                pair.is_pinned = true;
                is_excluded = true;
            }
        }
        is_excluded
    }

    /// Only bodies that are pinned together ignore each other in a scene.
    fn tell(&self, notes: &mut Vec<String>) {
        for pair in &self.pairs {
            if !pair.is_pinned {
                let line = pair.line;
                let [one, other] = pair.bodies.each_ref().map(|name| excerpt(name));
                notes.push(format!(
                    "line {line}: <exclude>: `{one}` and `{other}` touch here, as no pin joins them"
                ));
            }
        }
    }
}

fn pins(
    section: Element,
    bodies: &Bodies,
    excluded: &mut Excluded,
    draft: &mut Draft,
) -> Result<()> {
    excluded.find_wholes(bodies);
    for element in section.children() {
        if element.attribute("active") == Some("false") {
            continue;
        }
        if element.name() != "connect" {
            let found = tag(element.name());
            let expected = "only <connect>, a pin";
            return element.refuse(found, expected);
        }
        let read = ["name", "body1", "body2", "anchor", "active"];
        element.allow(&read, &["solref", "solimp", "class"])?;
        let Some(first) = element.attribute("body1") else {
            let expected = "the name of a body";
            return element.refuse("no body1", expected);
        };
        let Some([x, y, z]) = element.exactly("anchor")? else {
            let expected = "a point, \"x y z\", in the frame of body1";
            return element.refuse("no anchor", expected);
        };
        let Some((at, whole)) = bodies.place(first, &Vector3::new(x, y, z)) else {
            let expected = "the name of a body";
            return element.refuse_value("body1", expected);
        };
        let mut names = Vec::new();
        names.extend(whole);
        match element.attribute("body2") {
            None | Some(WORLD) => {}
            Some(second) => {
                let whole = bodies.whole(second);
                names.push(whole.unwrap_or_else(|| second.to_owned()));
            }
        }
        let collide = match names.as_slice() {
            [first, second] => !excluded.take(first, second),
            _ => false,
        };
        draft.pins.push(DraftPin {
            line: element.line(),
            bodies: names,
            at,
            collide,
        });
    }
    Ok(())
}

/// Velocities are those of the first key; places are those of the model.
fn keyframe(
    section: Element,
    bodies: &Bodies,
    draft: &mut Draft,
) -> Result<Vec<(Vector, Rational)>> {
    let mut keys = section.children();
    let Some(first) = keys.next() else {
        return Ok(Vec::new());
    };
    let line = first.line();
    first.allow(
        &["name", "time", "qpos", "qvel"],
        &["act", "ctrl", "mpos", "mquat"],
    )?;
    let places = first.numbers("qpos")?.unwrap_or_default();
    if places.iter().any(|place| !place.is_zero()) {
        let note = "the keys have other places and are passed over: places are those of the bodies";
        draft.notes.push(format!("line {line}: {note}"));
        return Ok(Vec::new());
    }
    let velocities = match first.numbers("qvel")? {
        None => Vec::new(),
        Some(velocities) => bodies.velocities(&Key {
            element: first,
            velocities,
        })?,
    };
    if keys.next().is_some() {
        let note = format!("line {line}: only the first key is read");
        draft.notes.push(note);
    }
    Ok(velocities)
}
