//! The kinds of files of zwang, for messages about a file of the wrong kind.

/// The longest beginning of a file that is looked at, in characters.
const BEGINNING: usize = 4096;

/// Files that zwang writes or reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A scene.
    Scene,
    /// A run.
    Run,
    /// A run of a scheme for comparison.
    Comparison,
    /// A proof of an answer.
    Proof,
    /// A table of a run made elsewhere.
    Table,
    /// An answer that a command has printed with `--json`.
    Answer,
}

impl FileKind {
    /// The kind of a text, by the format that it names at its beginning.
    #[must_use]
    pub fn of(text: &str) -> Option<Self> {
        let beginning: String = text.chars().take(BEGINNING).collect();
        let (_, after) = beginning.split_once("format")?;
        let value = after.trim_start_matches(['"', '\'', ':', '=', ' ', '\t']);
        let end = value.find(|letter: char| letter != '-' && !letter.is_ascii_alphanumeric());
        let format = &value[..end?];
        Some(match format {
            "zwang-scene-1" | "zwang-space-1" => Self::Scene,
            "zwang-run-1" | "zwang-friction-run-1" | "zwang-run-2" => Self::Run,
            "zwang-comparison-1" => Self::Comparison,
            "zwang-proof-1"
            | "zwang-statics-1"
            | "zwang-ranges-1"
            | "zwang-threshold-1"
            | "zwang-friction-1"
            | "zwang-space-statics-1"
            | "zwang-space-proof-1"
            | "zwang-space-threshold-1"
            | "zwang-space-ranges-1"
            | "zwang-space-coulomb-1" => Self::Proof,
            "zwang-table-1" => Self::Table,
            _ if format.starts_with("zwang-") => Self::Answer,
            _ => return None,
        })
    }

    /// The kind in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Scene => "a scene",
            Self::Run => "a run of zwang",
            Self::Comparison => "a run of a scheme for comparison",
            Self::Proof => "a proof",
            Self::Table => "a table of a run",
            Self::Answer => "an answer of zwang",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::FileKind;

    #[test]
    fn files_are_known_by_their_format() {
        for (text, kind) in [
            (
                "format = \"zwang-scene-1\"\nname = 'a'",
                Some(FileKind::Scene),
            ),
            (
                "# a tower\n\nformat='zwang-scene-1'\n",
                Some(FileKind::Scene),
            ),
            ("{ \"format\" : \"zwang-proof-1\" }", Some(FileKind::Proof)),
            ("{\"format\":\"zwang-friction-run-1\",", Some(FileKind::Run)),
            (
                "{\n  \"format\": \"zwang-stability-1\"",
                Some(FileKind::Answer),
            ),
            (
                "{\"format\":\"zwang-comparison-1\"}",
                Some(FileKind::Comparison),
            ),
            ("# {\"format\":\"zwang-table-1\"}", Some(FileKind::Table)),
            ("{\"format\":\"other-1\"}", None),
            ("time,body,x,y,angle\n", None),
            ("format", None),
            ("format = \"zwang-scene-1", None),
            ("", None),
        ] {
            assert_eq!(FileKind::of(text), kind, "{text}");
        }
        let long = format!("{}format = \"zwang-scene-1\"", "ä".repeat(5000));
        assert_eq!(FileKind::of(&long), None);
    }
}
