//! A stack as a scene.

use crate::proof::Stack;
use zwang_exact::Rational;
use zwang_families::{Brick, GenerateError};
use zwang_scene::{Expectation, Scene};

impl Stack {
    /// The centres of the bricks of each level, from the table up, in lengths of a brick.
    #[must_use]
    pub fn levels(&self) -> Vec<Vec<Rational>> {
        let mut rest = self.centres.as_slice();
        let mut levels = Vec::new();
        for count in &self.pattern.levels {
            let (level, higher) = rest.split_at((*count).min(rest.len()));
            levels.push(level.to_vec());
            rest = higher;
        }
        levels
    }

    /// The scene of the stack, with bricks of length 1 m and height 1/4 m, without friction.
    ///
    /// # Errors
    /// [`GenerateError`] if bricks of a level overlap.
    pub fn scene(&self, overhang: &str) -> Result<Scene, GenerateError> {
        let count = self.centres.len();
        let name = format!("overhang-{count}");
        let title = match count {
            1 => format!("1 brick that reaches {overhang} beyond the edge of a table"),
            _ => format!("{count} bricks that reach {overhang} beyond the edge of a table"),
        };
        let expect = Some(Expectation::Stands);
        zwang_families::levels(name, title, expect, &self.levels(), &Brick::default())
    }
}
