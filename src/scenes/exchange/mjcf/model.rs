//! A model as one tree: with the files that it includes, the defaults of its classes, and turns
//! about y as quaternions.
//!
//! An element has the attributes of its class, `class="…"`, or of the `childclass` of the nearest
//! body around it, or of the main class; a class has those of the class that it is in. `euler` and
//! `axisangle` about y become `quat="w 0 y 0"` of the nearest rational turn, whose half angle has
//! the direction (1 + i)^k (1 + i t) for k quarter turns and a half tangent t.

use crate::ImportOptions;
use crate::decimal::{decimal, rounded_up};
use crate::error::{Result, excerpt, tag};
use crate::number;
use crate::xml::{Element, MOST_LEVELS, Tree};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use zwang_angle::{Turn, half_pi, turn};
use zwang_exact::{Rational, Vector};

/// The class of all that have no other one.
const MAIN: &str = "main";

/// The most files that a model includes.
const MOST_FILES: usize = 64;

/// Elements that have defaults, but for those that are for pictures.
const WITH_DEFAULTS: [&str; 5] = ["geom", "joint", "mesh", "connect", "pair"];

/// A model with everything in its place.
pub struct Model {
    pub tree: Tree,
    pub notes: Vec<String>,
    pub skipped: BTreeSet<String>,
}

/// The attributes that a class gives to elements, by their names.
type Class = BTreeMap<String, BTreeMap<String, String>>;

/// Reads a model, and the files that it includes.
pub fn read(text: &str, options: &ImportOptions) -> Result<Model> {
    let mut tree = Tree::of(text)?;
    let root = tree.root();
    if root.name() != "mujoco" {
        let expected = "<mujoco>";
        return root.refuse(tag(root.name()), expected);
    }
    include(&mut tree, options.folder.as_deref())?;
    for element in tree.all() {
        if let Some(space) = element.name_space() {
            let space = excerpt(space);
            let found = format!("the name space `{space}`");
            return element.refuse(found, "elements without one");
        }
    }
    let mut model = Model {
        skipped: tree.skip(&options.skip),
        tree,
        notes: Vec::new(),
    };
    model.apply_classes()?;
    model.turn_about_y()?;
    Ok(model)
}

/// Puts files in place of `include`.
fn include(tree: &mut Tree, folder: Option<&Path>) -> Result<()> {
    let mut files = BTreeSet::new();
    loop {
        let elements = tree.all();
        let include = elements.iter().find(|element| element.name() == "include");
        let Some(element) = include.copied() else {
            return Ok(());
        };
        element.allow(&["file"], &[])?;
        let Some(file) = element.attribute("file") else {
            return element.refuse("no file", "the name of a file");
        };
        let Some(folder) = folder else {
            let expected = "a model that is read from a file of its own";
            return element.refuse_value("file", expected);
        };
        if files.len() == MOST_FILES || !files.insert(file.to_owned()) {
            let expected = "each file once, and at most 64 files";
            return element.refuse_value("file", expected);
        }
        let text = match text_of(&folder.join(file)) {
            Ok(text) => text,
            Err(reason) => return element.refuse(reason, "a file that can be read"),
        };
        let other = match Tree::of(&text) {
            Ok(other) => other,
            Err(error) => {
                let file = excerpt(file);
                let found = format!("{file}: {error}");
                return element.refuse(found, "a file of XML");
            }
        };
        let name = file.to_owned();
        let index = element.index();
        tree.replace(index, &name, other);
    }
}

fn text_of(path: &Path) -> Result<String, String> {
    let shown = path.display();
    let length = match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => metadata.len(),
        Ok(_) => return Err(format!("{shown}, which is no file")),
        Err(error) => return Err(format!("{shown}: {error}")),
    };
    if length > zwang_scene::read::LARGEST {
        return Err(format!("{shown} with {length} bytes"));
    }
    fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))
}

impl Model {
    fn apply_classes(&mut self) -> Result<()> {
        let mut classes: BTreeMap<String, Class> = BTreeMap::new();
        classes.insert(MAIN.to_owned(), Class::new());
        let root = self.tree.root();
        for section in root.children() {
            if section.name() == "default" {
                collect(section, None, 0, &mut classes)?;
            }
        }
        let mut missing = Vec::new();
        complete(root, MAIN, 0, &classes, &mut missing)?;
        for (index, name, value) in missing {
            self.tree.complete(index, &name, &value);
        }
        Ok(())
    }

    fn turn_about_y(&mut self) -> Result<()> {
        let angles = Angles::of(self.tree.root())?;
        let mut made = Vec::new();
        for element in self.tree.all() {
            if element.name() == "default" {
                continue;
            }
            for attribute in ["euler", "axisangle"] {
                let Some(angle) = angles.about_y(element, attribute)? else {
                    continue;
                };
                let Some(turn) = turn(&angle) else {
                    let expected = "an angle that is not between two fractions";
                    return element.refuse_value(attribute, expected);
                };
                if !turn.error.is_zero() {
                    self.notes.push(turned(element, &angle, &turn.error));
                }
                let Vector { x, y } = half_turn(&turn);
                let value = format!("{x} 0 {y} 0");
                made.push((element.index(), attribute, value));
            }
        }
        for (index, attribute, value) in made {
            self.tree.take(index, attribute);
            self.tree.complete(index, "quat", &value);
        }
        Ok(())
    }
}

/// What is said of a turn that is not exact, in degrees.
pub fn turned(element: Element, angle: &Rational, error: &Rational) -> String {
    let line = element.line();
    let thing = element.thing();
    let degrees = decimal(angle).text;
    let short = degrees.get(..9).unwrap_or(&degrees);
    let error = rounded_up(error);
    format!(
        "line {line}: {thing} turns by {short} degrees as the nearest turn with a rational half \
         tangent, less than {error} degrees off"
    )
}

/// Cosine and sine of half of a turn, times a positive number, as integers: a quaternion may have
/// any length.
pub fn half_turn(turn: &Turn) -> Vector {
    let tangent = &turn.half_tangent;
    let [above, below] = [tangent.numer(), tangent.denom()];
    let [sine, cosine] = [above, below].map(|part| part.clone().into());
    let mut half = Vector::new(cosine, sine);
    for _ in 0..turn.quarters {
        half = &half + &half.quarter_turn();
    }
    half
}

/// The classes in a section `default`, and in those in it.
fn collect(
    section: Element,
    outer: Option<&Class>,
    level: usize,
    classes: &mut BTreeMap<String, Class>,
) -> Result<()> {
    section.allow(&["class"], &[])?;
    if level > MOST_LEVELS {
        return section.refuse("classes in each other", "fewer");
    }
    let name = match (section.attribute("class"), level) {
        (Some(name), _) => name,
        (None, 0) => MAIN,
        (None, _) => return section.refuse("a class without a name", "class=\"…\""),
    };
    let mut class = match (outer, classes.get(name)) {
        (Some(outer), _) => outer.clone(),
        (None, Some(earlier)) => earlier.clone(),
        (None, None) => Class::new(),
    };
    for element in section.children() {
        if element.name() == "default" {
            continue;
        }
        let attributes = class.entry(element.name().to_owned()).or_default();
        for (name, value) in element.attributes() {
            attributes.insert(name.to_owned(), value.to_owned());
        }
    }
    if name == MAIN || level == 0 {
        classes.insert(MAIN.to_owned(), class.clone());
    }
    for inner in section.children() {
        if inner.name() == "default" {
            collect(inner, Some(&class), level + 1, classes)?;
        }
    }
    classes.insert(name.to_owned(), class);
    Ok(())
}

/// Finds the attributes that elements have from their classes.
fn complete(
    parent: Element,
    class: &str,
    level: usize,
    classes: &BTreeMap<String, Class>,
    missing: &mut Vec<(usize, String, String)>,
) -> Result<()> {
    if level > MOST_LEVELS {
        return parent.refuse("elements in each other", "fewer");
    }
    for element in parent.children() {
        if element.name() == "default" {
            continue;
        }
        let own = element.attribute("class").unwrap_or(class);
        let Some(defaults) = classes.get(own) else {
            return element.refuse_value("class", "the name of a class");
        };
        let kind = match element.name() {
            "connect" => "equality",
            name => name,
        };
        if WITH_DEFAULTS.contains(&element.name())
            && let Some(attributes) = defaults.get(kind)
        {
            for (name, value) in attributes {
                missing.push((element.index(), name.clone(), value.clone()));
            }
        }
        let inner = element.attribute("childclass").unwrap_or(class);
        complete(element, inner, level + 1, classes, missing)?;
    }
    Ok(())
}

/// How a model gives angles.
pub struct Angles {
    is_radian: bool,
}

impl Angles {
    /// What the compiler of a model says.
    pub fn of(root: Element) -> Result<Self> {
        let mut is_radian = false;
        for section in root.children() {
            if section.name() == "compiler" {
                match section.attribute("angle") {
                    Some("radian") => is_radian = true,
                    None | Some("degree") => {}
                    Some(_) => return section.refuse_value("angle", "degree or radian"),
                }
            }
        }
        Ok(Self { is_radian })
    }

    /// The angle of a rotation about y by an attribute, in degrees, from x to z; `None` if there
    /// is none, or it is about another axis.
    fn about_y(&self, element: Element, attribute: &str) -> Result<Option<Rational>> {
        // Its own quaternion, or that of its class.
        let Some(text) = element.attribute(attribute) else {
            return Ok(None);
        };
        let mut numbers = Vec::new();
        for word in text.split_ascii_whitespace() {
            match number::decimal(word) {
                Ok(number) => numbers.push(number),
                Err(_) => return Ok(None),
            }
        }
        let angle = match (attribute, numbers.as_slice()) {
            ("euler", [x, y, z]) if x.is_zero() && z.is_zero() => y.clone(),
            ("axisangle", [x, y, z, angle]) if x.is_zero() && z.is_zero() && !y.is_zero() => {
                if *y > Rational::zero() {
                    angle.clone()
                } else {
                    -angle
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(self.degrees(&angle)))
    }

    /// An angle of the model in degrees.
    pub fn degrees(&self, angle: &Rational) -> Rational {
        if self.is_radian {
            degrees(angle)
        } else {
            angle.clone()
        }
    }
}

/// An angle in degrees that is given in radians, up to 2^-120 of it.
fn degrees(radians: &Rational) -> Rational {
    const DIGITS: u64 = 128;
    let quarter = half_pi(DIGITS);
    let unit = BigInt::from(1) << DIGITS;
    let quarter = Rational::new(quarter.low, unit);
    radians * Rational::from_integer(90.into()) / quarter
}
