//! Scenes.

use std::fs;
use zwang_exact::Rational;
use zwang_scene::Scene;
use zwang_scene::read::parse_toml;

pub fn ratio(numerator: i64, denominator: i64) -> Rational {
    Rational::new(numerator.into(), denominator.into())
}

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn from_gallery(name: &str) -> Scene {
    let path = format!("{}/../../../scenes/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap())
}

pub fn parse(text: &str) -> Scene {
    parse_toml(text).unwrap().scene
}

/// A floor with the upper side y = 0 from x = -`half` to `half`, g = 10 m/s², and these bodies.
pub fn on_floor(half: i64, bodies: &str) -> Scene {
    let width = 2 * half;
    parse(&format!(
        "format = 'zwang-scene-1'\nname = 'floor'\ngravity = [0, -10]\n\
         [[body]]\nname = 'floor'\nfixed = true\n\
         rectangle = {{ center = [0, -1], size = [{width}, 2] }}\n{bodies}"
    ))
}
