//! Boxes, and meshes that are prisms along y, as polygons in the plane xz.

use crate::affine::Affine;
use crate::error::{Result, tag};
use crate::hull::{hull, outline};
use crate::xml::Element;
use num_traits::{Signed, Zero};
use std::collections::BTreeMap;
use zwang_exact::{Rational, Vector};

/// A polygon, and where the prism over it begins and ends along y.
#[derive(Clone)]
pub struct Prism {
    pub outline: Vec<Vector>,
    pub low: Rational,
    pub high: Rational,
}

/// The meshes of a model, by name.
#[derive(Default)]
pub struct Meshes {
    prisms: BTreeMap<String, Prism>,
}

impl Meshes {
    /// Reads a mesh whose vertices are in the file.
    pub fn read(&mut self, element: Element) -> Result<()> {
        element.allow(&["name", "vertex"], &["inertia", "class"])?;
        let Some(name) = element.attribute("name") else {
            let expected = "a name";
            return element.refuse("a mesh without a name", expected);
        };
        let Some(numbers) = element.numbers("vertex")? else {
            let expected = "vertices in the file, vertex=\"x y z …\"";
            return element.refuse("no vertex", expected);
        };
        let prism = prism(element, &numbers)?;
        let earlier = self.prisms.insert(name.to_owned(), prism);
        if earlier.is_some() {
            let expected = "each name once";
            return element.refuse("a second mesh of this name", expected);
        }
        Ok(())
    }

    fn get(&self, element: Element) -> Result<Prism> {
        let expected = "the name of a mesh";
        let Some(name) = element.attribute("mesh") else {
            return element.refuse("no mesh", expected);
        };
        let Some(prism) = self.prisms.get(name) else {
            return element.refuse_value("mesh", expected);
        };
        Ok(prism.clone())
    }
}

/// The prism over the vertices of a mesh.
fn prism(element: Element, numbers: &[Rational]) -> Result<Prism> {
    let mut sides: BTreeMap<Rational, Vec<Vector>> = BTreeMap::new();
    let (vertices, rest) = numbers.as_chunks::<3>();
    if !rest.is_empty() {
        let count = numbers.len();
        let found = format!("{count} numbers in vertex");
        let expected = "three for each vertex";
        return element.refuse(found, expected);
    }
    for [x, y, z] in vertices {
        let side = sides.entry(y.clone()).or_default();
        let vertex = Vector::new(x.clone(), z.clone());
        side.push(vertex);
    }
    let expected = "a prism along y, with each corner at both ends";
    let sides = Vec::from_iter(sides);
    let [(low, first), (high, second)] = sides.as_slice() else {
        let count = sides.len();
        let found = format!("vertices at {count} values of y");
        return element.refuse(found, expected);
    };
    // MuJoCo takes the convex hull.
    let corners = hull(first);
    if corners != hull(second) {
        let found = "two sides that differ";
        return element.refuse(found, expected);
    }
    let [low, high] = [low, high].map(Rational::clone);
    Ok(Prism {
        outline: outline(first).unwrap_or(corners),
        low,
        high,
    })
}

/// The prism of a geom in the frame of its body.
pub fn shape(element: Element, meshes: &Meshes) -> Result<Prism> {
    let frame = frame(element)?;
    let expected = "type=\"box\", type=\"mesh\", or type=\"plane\" in the world";
    let mut prism = match element.attribute("type") {
        Some("box") => cuboid(element)?,
        Some("mesh") => meshes.get(element)?,
        Some(_) => return element.refuse_value("type", expected),
        None if element.attribute("mesh").is_some() => meshes.get(element)?,
        None => {
            let found = "no type, which is a sphere";
            return element.refuse(found, expected);
        }
    };
    for vertex in &mut prism.outline {
        *vertex = frame.of(vertex);
    }
    let along = along(element)?;
    prism.low += &along;
    prism.high += along;
    Ok(prism)
}

/// Where an element is along y, in the frame around it.
pub fn along(element: Element) -> Result<Rational> {
    match element.exactly("pos")? {
        Some([_, y, _]) => Ok(y),
        None => Ok(Rational::zero()),
    }
}

fn cuboid(element: Element) -> Result<Prism> {
    let Some([x, y, z]) = element.exactly("size")? else {
        let expected = "three half sides, size=\"x y z\"";
        return element.refuse("no size", expected);
    };
    for half in [&x, &y, &z] {
        if !half.is_positive() {
            let expected = "positive half sides";
            return element.refuse_value("size", expected);
        }
    }
    let left = -&x;
    let bottom = -&z;
    let outline = vec![
        Vector::new(left.clone(), bottom.clone()),
        Vector::new(x.clone(), bottom),
        Vector::new(x, z.clone()),
        Vector::new(left, z),
    ];
    Ok(Prism {
        outline,
        low: -&y,
        high: y,
    })
}

/// Where the frame of an element is in that around it: its `pos` and `quat`, without y.
pub fn frame(element: Element) -> Result<Affine> {
    let mut frame = Affine::identity();
    if let Some([w, x, y, z]) = element.exactly("quat")? {
        if !x.is_zero() || !z.is_zero() {
            let expected = "a rotation about y, quat=\"w 0 y 0\"";
            return element.refuse_value("quat", expected);
        }
        // A rotation about y turns z towards x, which is clockwise here.
        let turn = -y;
        let Some(rotation) = Affine::rotation_of_half(&w, &turn) else {
            let expected = "a quaternion other than 0";
            return element.refuse_value("quat", expected);
        };
        frame = rotation;
    }
    if let Some([x, _, z]) = element.exactly("pos")? {
        frame.origin = Vector::new(x, z);
    }
    for attribute in ["euler", "axisangle", "xyaxes", "zaxis", "fromto"] {
        if element.attribute(attribute).is_some() {
            let found = format!("the attribute `{attribute}`");
            let expected = "quat=\"w 0 y 0\", or euler or axisangle about y";
            return element.refuse(found, expected);
        }
    }
    Ok(frame)
}

/// Names an element that has none.
pub fn name(element: Element, kind: &str, count: usize) -> String {
    match element.attribute("name") {
        Some(name) => name.to_owned(),
        None => format!("{kind} {count}"),
    }
}

/// Refuses elements where none are read.
pub fn refuse_child<T>(child: Element, expected: &str) -> Result<T> {
    let found = tag(child.name());
    child.refuse(found, expected)
}
