//! Words of a command line, for the commands that messages propose.

use crate::line::one_line;

/// The text as one word of a POSIX shell, without anything that could start a new line: as it is,
/// or in single quotes if a shell would read more into it.
#[must_use]
pub fn word(text: &str) -> String {
    let text = one_line(text);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text;
    }
    let escaped = text.replace('\'', r"'\''");
    format!("'{escaped}'")
}

/// Whether a shell reads nothing more into this letter.
fn is_plain(letter: char) -> bool {
    letter.is_alphanumeric() || "_-./=:,+@%".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::word;

    #[test]
    fn words_are_quoted_if_a_shell_would_split_or_replace_them() {
        for (text, quoted) in [
            ("tower-5.toml", "tower-5.toml"),
            ("größe=-1/2", "größe=-1/2"),
            ("my tower.toml", "'my tower.toml'"),
            ("$HOME", "'$HOME'"),
            ("it's", r"'it'\''s'"),
            ("a\nb", r"'a\u000ab'"),
            ("", "''"),
        ] {
            assert_eq!(word(text), quoted);
        }
    }
}
