//! A model as one tree: with the files that it includes, and the defaults of its classes.
//!
//! An element has the attributes of its class, `class="…"`, or of the `childclass` of the nearest
//! body around it, or of the main class; a class has those of the class that it is in.

use crate::ImportOptions;
use crate::error::{Result, excerpt, tag};
use crate::xml::{Element, MOST_LEVELS, Tree};
use num_traits::One;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The class of all that have no other one.
const MAIN: &str = "main";

/// The most files that a model includes.
const MOST_FILES: usize = 64;

/// Elements that have defaults, but for those that are for pictures.
const WITH_DEFAULTS: [&str; 5] = ["geom", "joint", "mesh", "connect", "pair"];

/// Attributes that turn an element; it has one of them.
const TURNS: [&str; 5] = ["quat", "euler", "axisangle", "xyaxes", "zaxis"];

/// A model with everything in its place.
pub struct Model {
    pub name: String,
    pub tree: Tree,
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
        name: options.name.clone(),
        skipped: tree.skip(&options.skip),
        tree,
    };
    model.apply_classes()?;
    let root = model.tree.root();
    root.allow(&["model"], &[])?;
    let scale = options.scale();
    if !scale.is_one() {
        let found = format!("the scale {scale}");
        let expected = "1, since models of MuJoCo have metres";
        return root.refuse(found, expected);
    }
    if let Some(name) = root.attribute("model") {
        model.name = name.to_owned();
    }
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
        let own = element.attribute("class").filter(|own| !own.is_empty());
        let own = own.unwrap_or(class);
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
            let is_turned = TURNS.iter().any(|turn| element.attribute(turn).is_some());
            for (name, value) in attributes {
                if is_turned && TURNS.contains(&name.as_str()) {
                    continue;
                }
                missing.push((element.index(), name.clone(), value.clone()));
            }
        }
        let inner = element.attribute("childclass").unwrap_or(class);
        complete(element, inner, level + 1, classes, missing)?;
    }
    Ok(())
}
