//! The sections of a model.

use super::WORLD;
use super::bodies::{Bodies, Key};
use super::model;
use super::shapes::Meshes;
use crate::ImportOptions;
use crate::draft::{Draft, DraftPin};
use crate::error::{Result, excerpt, tag};
use crate::xml::Element;
use num_traits::{One, Zero};
use zwang_exact::{Rational, Vector};

/// Sections that say nothing of a scene.
pub const IGNORED: &[&str] = &["size", "visual", "statistic", "custom", "sensor"];

/// What may stand in a model.
const SECTIONS: &str = "only compiler, option, default, asset, worldbody, equality, contact, actuator, \
                        keyframe";

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
    root.allow(&["model"], &[])?;
    let scale = options.scale();
    if !scale.is_one() {
        let found = format!("the scale {scale}");
        let expected = "1, since models of MuJoCo have metres";
        return root.refuse(found, expected);
    }
    let name = root.attribute("model").unwrap_or(&options.name);
    let mut draft = Draft::new(name);
    draft.notes.extend(model.notes);
    draft.skipped = model.skipped;
    // MuJoCo's own default.
    draft.gravity = Some(earth());
    let meshes = meshes(root)?;
    let mut bodies = Bodies::new(&meshes, &options.fixed);
    for section in root.children() {
        match section.name() {
            "compiler" => compiler(section)?,
            "actuator" => motors(section, &mut draft)?,
            "option" => option(section, &mut draft)?,
            "worldbody" => bodies.read_world(section)?,
            "asset" | "equality" | "contact" | "keyframe" | "default" => {}
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
            excluded.read(section)?;
        }
    }
    for section in root.children() {
        match section.name() {
            "equality" => pins(section, &bodies, &mut excluded, &mut draft)?,
            "keyframe" => keyframe(section, &mut bodies, &mut draft)?,
            _ => {}
        }
    }
    draft.names.extend(bodies.names());
    excluded.are_pinned()?;
    draft.friction = bodies.friction();
    draft.bodies = bodies.finish(&mut draft.notes)?;
    Ok(draft)
}

/// Motors push with the force that a controller asks for, and a model has no controller.
fn motors(section: Element, draft: &mut Draft) -> Result<()> {
    for element in section.children() {
        if element.name() != "motor" {
            let found = tag(element.name());
            let expected = "only <motor>, which rests; --skip NAME leaves an element out";
            return element.refuse(found, expected);
        }
        let line = element.line();
        let thing = element.thing();
        let note = format!("line {line}: {thing} rests, and is passed over");
        draft.notes.push(note);
    }
    Ok(())
}

fn earth() -> Vector {
    let none = Rational::zero();
    let falling = Rational::new((-981).into(), 100.into());
    Vector::new(none, falling)
}

/// Reads settings that change how a model is to be understood.
pub fn compiler(element: Element) -> Result<()> {
    let read = [
        "angle",
        "autolimits",
        "inertiafromgeom",
        "boundmass",
        "boundinertia",
        "coordinate",
    ];
    let ignored = [
        "meshdir",
        "texturedir",
        "assetdir",
        "strippath",
        "convexhull",
        "usethread",
        "discardvisual",
        "balanceinertia",
        "eulerseq",
        "alignfree",
        "saveinertial",
        "maxhullvert",
    ];
    element.allow(&read, &ignored)?;
    if element.attribute("inertiafromgeom") == Some("true") {
        let expected = "auto or false";
        return element.refuse_value("inertiafromgeom", expected);
    }
    if matches!(element.attribute("coordinate"), Some(kind) if kind != "local") {
        let expected = "local";
        return element.refuse_value("coordinate", expected);
    }
    for bound in ["boundmass", "boundinertia"] {
        let number = element.number(bound)?;
        if number.is_some_and(|number| !number.is_zero()) {
            let expected = "0";
            return element.refuse_value(bound, expected);
        }
    }
    Ok(())
}

/// Numbers of `option` that change nothing if they are 0.
const MEDIUM: [&str; 3] = ["density", "viscosity", "wind"];

/// Flags that take forces away if they are turned off.
const MATTERING: [&str; 7] = [
    "constraint",
    "equality",
    "contact",
    "gravity",
    "override",
    "frictionloss",
    "passive",
];

fn option(element: Element, draft: &mut Draft) -> Result<()> {
    plain_option(element, &mut draft.notes)?;
    if let Some([x, y, z]) = element.exactly("gravity")? {
        if !y.is_zero() {
            let expected = "gravity in the plane xz, y = 0";
            return element.refuse_value("gravity", expected);
        }
        draft.gravity = Some(Vector::new(x, z));
    }
    Ok(())
}

/// Reads all settings but gravity.
pub fn plain_option(element: Element, notes: &mut Vec<String>) -> Result<()> {
    let mut passed_over = Vec::new();
    for (name, _) in element.attributes() {
        let is_read = name == "gravity" || MEDIUM.contains(&name) || SOLVER.contains(&name);
        if !is_read {
            passed_over.push(name.to_owned());
        }
    }
    element.require_plain_attributes()?;
    for name in MEDIUM {
        let numbers = element.numbers(name)?.unwrap_or_default();
        if numbers.iter().any(|number| !number.is_zero()) {
            return element.refuse_value(name, "0: bodies move in empty space");
        }
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
            passed_over.push(name.to_owned());
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

/// The meshes of all assets: bodies may come before them in the file.
fn meshes(root: Element) -> Result<Meshes> {
    let mut meshes = Meshes::default();
    for section in root.children() {
        if section.name() != "asset" {
            continue;
        }
        for asset in section.children() {
            match asset.name() {
                "mesh" => meshes.read(asset)?,
                "texture" | "material" => {}
                name => {
                    let found = tag(name);
                    let expected = "only mesh, texture, material";
                    return asset.refuse(found, expected);
                }
            }
        }
    }
    Ok(meshes)
}

/// Pairs of bodies between which there are no contacts.
#[derive(Default)]
struct Excluded<'a> {
    pairs: Vec<ExcludedPair<'a>>,
}

struct ExcludedPair<'a> {
    element: Element<'a>,
    bodies: [&'a str; 2],
    is_pinned: bool,
}

impl<'a> Excluded<'a> {
    fn read(&mut self, section: Element<'a>) -> Result<()> {
        for element in section.children() {
            if element.name() != "exclude" {
                let found = tag(element.name());
                let expected = "only <exclude>, of two bodies that a <connect> joins";
                return element.refuse(found, expected);
            }
            element.allow(&["name", "body1", "body2"], &[])?;
            let names = [element.attribute("body1"), element.attribute("body2")];
            let [Some(first), Some(second)] = names else {
                let expected = "body1 and body2";
                return element.refuse("fewer than two bodies", expected);
            };
            self.pairs.push(ExcludedPair {
                element,
                bodies: [first, second],
                is_pinned: false,
            });
        }
        Ok(())
    }

    /// Whether there are no contacts between two bodies, which a pin joins.
    fn take(&mut self, first: &str, second: &str) -> bool {
        let mut is_excluded = false;
        for pair in &mut self.pairs {
            if pair.bodies == [first, second] || pair.bodies == [second, first] {
                pair.is_pinned = true;
                is_excluded = true;
            }
        }
        is_excluded
    }

    /// Only bodies that are pinned together ignore each other in a scene.
    fn are_pinned(&self) -> Result<()> {
        for pair in &self.pairs {
            if !pair.is_pinned {
                let [first, second] = pair.bodies;
                let found = format!("`{first}` and `{second}`, which no <connect> joins");
                let expected = "two bodies that one joins";
                return pair.element.refuse(found, expected);
            }
        }
        Ok(())
    }
}

fn pins(
    section: Element,
    bodies: &Bodies,
    excluded: &mut Excluded,
    draft: &mut Draft,
) -> Result<()> {
    for element in section.children() {
        if element.name() != "connect" {
            let found = tag(element.name());
            let expected = "only <connect>, a pin";
            return element.refuse(found, expected);
        }
        let read = ["name", "body1", "body2", "anchor", "active"];
        element.allow(&read, &["solref", "solimp", "class"])?;
        if element.attribute("active") == Some("false") {
            let expected = "true";
            return element.refuse_value("active", expected);
        }
        let Some(first) = element.attribute("body1") else {
            let expected = "the name of a body";
            return element.refuse("no body1", expected);
        };
        let Some([x, _, z]) = element.exactly("anchor")? else {
            let expected = "a point, \"x y z\", in the frame of body1";
            return element.refuse("no anchor", expected);
        };
        let Some(frame) = bodies.frame(first) else {
            let expected = "the name of a body";
            return element.refuse_value("body1", expected);
        };
        let mut names = vec![first.to_owned()];
        let mut collide = false;
        match element.attribute("body2") {
            None | Some(WORLD) => {}
            Some(second) => {
                names.push(second.to_owned());
                collide = !excluded.take(first, second);
            }
        }
        let anchor = Vector::new(x, z);
        draft.pins.push(DraftPin {
            line: element.line(),
            bodies: names,
            at: frame.of(&anchor),
            collide,
        });
    }
    Ok(())
}

/// Velocities are those of the first key; places are those of the model.
fn keyframe(section: Element, bodies: &mut Bodies, draft: &mut Draft) -> Result<()> {
    let mut keys = section.children();
    let Some(first) = keys.next() else {
        return Ok(());
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
        return Ok(());
    }
    if let Some(velocities) = first.numbers("qvel")? {
        let key = Key {
            element: first,
            velocities,
        };
        bodies.set_velocities(&key)?;
    }
    if keys.next().is_some() {
        let note = format!("line {line}: only the first key is read");
        draft.notes.push(note);
    }
    Ok(())
}
