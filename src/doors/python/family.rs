//! Scenes by the rule. The functions of `zwang.families` call [`family`]; tests hold them against
//! [`families`].

use crate::errors::exception;
use crate::scene::Scene;
use crate::waiting::wait;
use pyo3::prelude::*;
use zwang::Rational;
use zwang::families::{FAMILIES, find};
use zwang::scene::Friction;

/// The scene of a family with these arguments, pairs of name and text. Friction is that of all
/// bodies.
///
/// Raises `SceneError` if the arguments make no scene.
#[pyfunction]
pub fn family(
    py: Python,
    name: &str,
    arguments: Vec<(String, String)>,
    friction: Rational,
) -> PyResult<Scene> {
    let none = Rational::default();
    if friction < none {
        let message = format!(
            "friction: found `{friction}`; \
             expected a number, at least 0"
        );
        return Err(exception(py, "SceneError", message));
    }
    let made = wait(py, || find(name)?.scene(&arguments))?;
    let mut scene = made.map_err(|error| exception(py, "SceneError", error))?;
    if friction != none {
        scene.friction = Friction::uniform(&scene.bodies, &friction);
        // What is expected of a family is meant without friction.
        scene.expect = None;
    }
    Ok(Scene::new(scene, Vec::new()))
}

/// A choice in a family: the name, and the default if there is one.
type Choice = (&'static str, Option<&'static str>);
/// A family: its name, what its scenes look like, and what can be chosen.
type Listed = (&'static str, &'static str, Vec<Choice>);

/// Every family.
#[pyfunction]
pub fn families() -> Vec<Listed> {
    let mut families = Vec::new();
    for family in FAMILIES {
        let mut choices = Vec::new();
        for parameter in family.parameters {
            choices.push((parameter.name, parameter.default));
        }
        families.push((family.name, family.about, choices));
    }
    families
}
