//! Scenes that several tests ask about.

use zwang_scene::space::Scene;

/// A scene in space.
pub fn in_space(text: &str) -> Scene {
    let head = "format = \"zwang-space-1\"\nname = \"scene\"\n";
    format!("{head}{text}").parse().unwrap()
}

/// A wedge in a groove of the slopes 3 in 4 along y.
pub const GROOVE: &str = r#"
[[body]]
name = "right"
fixed = true
parts = [[[0, -10, 0], [4, -10, 3], [5, -10, 3], [5, -10, -1], [0, -10, -1],
    [0, 10, 0], [4, 10, 3], [5, 10, 3], [5, 10, -1], [0, 10, -1]]]
[[body]]
name = "left"
fixed = true
parts = [[[0, -10, 0], [-4, -10, 3], [-5, -10, 3], [-5, -10, -1], [0, -10, -1],
    [0, 10, 0], [-4, 10, 3], [-5, 10, 3], [-5, 10, -1], [0, 10, -1]]]
[[body]]
name = "wedge"
parts = [[[0, -5, 0], [4, -5, 3], [-4, -5, 3], [0, 5, 0], [4, 5, 3], [-4, 5, 3]]]
"#;
