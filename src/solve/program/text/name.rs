//! Which words may be names.

/// Words that begin a section, or that are numbers, and the sections of integer variables that are
/// refused.
const RESERVED: &str = "
    min minimum minimize minimise max maximum maximize maximise st s.t. st. subject such
    bounds bound end free inf infinity problem prob general generals gen integer integers
    int binary binaries bin semi semis sos sos1 sos2 to that range ranges
";

/// The characters of a name besides letters and, inside, digits, `.` and `/`.
const SYMBOLS: &str = "!\"#$%&(),;?@_`'{}|~";

/// Whether a character may begin a name (or, with `inside`, go on with it).
pub(super) fn is_name_character(character: char, inside: bool) -> bool {
    let may_begin = character.is_ascii_alphabetic() || SYMBOLS.contains(character);
    if !inside {
        return may_begin;
    }
    may_begin || character.is_ascii_digit() || matches!(character, '.' | '/')
}

/// Whether a word means something else than a name.
pub(super) fn is_reserved(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let mut reserved = RESERVED.split_whitespace();
    reserved.any(|other| other == word)
}

/// Whether a text can be written as a name and read again, here and elsewhere.
pub(super) fn is_writable(name: &str) -> bool {
    let mut characters = name.chars();
    let Some(first) = characters.next() else {
        return false;
    };
    let are_characters = characters.all(|character| is_name_character(character, true));
    is_name_character(first, false) && are_characters && !is_reserved(name)
}
