//! Which words may be names.

/// Words that begin a section, or that are numbers, and the sections of integer variables that are
/// refused.
const RESERVED: [&str; 39] = [
    "min", "minimum", "minimize", "minimise", "max", "maximum", "maximize", "maximise", "st",
    "s.t.", "st.", "subject", "such", "bounds", "bound", "end", "free", "inf", "infinity",
    "problem", "prob", "general", "generals", "gen", "integer", "integers", "int", "binary",
    "binaries", "bin", "semi", "semis", "sos", "sos1", "sos2", "to", "that", "range", "ranges",
];

/// Whether a character may begin a name (or, with `inside`, go on with it).
pub(super) fn is_name_character(character: char, inside: bool) -> bool {
    character.is_ascii_alphabetic()
        || "!\"#$%&(),;?@_`'{}|~".contains(character)
        || inside && (character.is_ascii_digit() || character == '.' || character == '/')
}

/// Whether a word means something else than a name.
pub(super) fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word.to_ascii_lowercase().as_str())
}

/// Whether a text can be written as a name and read again, here and elsewhere.
pub(super) fn is_writable(name: &str) -> bool {
    let mut characters = name.chars();
    characters
        .next()
        .is_some_and(|first| is_name_character(first, false))
        && characters.all(|character| is_name_character(character, true))
        && !is_reserved(name)
}
