//! Lists of names for people: `brick 4, 7, 8, 11–13, floor`.

/// A name between two `` ` ``.
pub(crate) fn code(name: &str) -> String {
    format!("`{name}`")
}

/// Names in the given order, those that differ only in a number at their end drawn together, runs
/// of three and more as ranges.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut families: Vec<Family> = Vec::new();
    for name in names {
        let (stem, number) = split_number(name);
        let mut numbered = families.iter_mut();
        let same = numbered.find(|family| family.is_numbered(stem));
        match (same, number) {
            (Some(family), Some(number)) => family.numbers.push(number),
            _ => families.push(Family {
                stem,
                numbers: number.into_iter().collect(),
            }),
        }
    }
    let mut texts = Vec::new();
    for family in &families {
        texts.push(family.text());
    }
    texts.join(", ")
}

/// The characters that separate a stem from a number.
const SEPARATORS: [char; 6] = [' ', '-', '_', '.', '#', ':'];

/// Names that share a stem; without numbers, the stem is the name.
struct Family<'a> {
    stem: &'a str,
    numbers: Vec<u64>,
}

impl Family<'_> {
    /// Whether it has numbers after this stem.
    fn is_numbered(&self, stem: &str) -> bool {
        self.stem == stem && !self.numbers.is_empty()
    }

    fn text(&self) -> String {
        // `brick 4, 7` reads well, `r3c4, 7` does not: the stem is said once only if something
        // separates it from the number.
        let separated = self.stem.ends_with(SEPARATORS);
        let mut items = Vec::new();
        for Run { first, last } in runs(&self.numbers) {
            let is_said = separated && !items.is_empty();
            let stem = if is_said { "" } else { self.stem };
            let mut item = format!("{stem}{first}");
            if first != last {
                let end = format!("–{last}");
                item.push_str(&end);
            }
            items.push(item);
        }
        if items.is_empty() {
            return self.stem.to_owned();
        }
        items.join(", ")
    }
}

/// The name without the number at its end, and that number if it is spelt as numbers are (no
/// leading zeros) and is short.
fn split_number(name: &str) -> (&str, Option<u64>) {
    let stem = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = name.strip_prefix(stem).unwrap_or_default();
    let canonical = digits == "0" || !digits.starts_with('0');
    match digits.parse() {
        Ok(number) if canonical && digits.len() <= 12 => (stem, Some(number)),
        _ => (name, None),
    }
}

/// Consecutive numbers.
struct Run {
    first: u64,
    last: u64,
}

impl Run {
    fn of(number: u64) -> Self {
        Self {
            first: number,
            last: number,
        }
    }
}

/// The runs of some numbers; a run of two is told as two.
fn runs(numbers: &[u64]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some(run) if run.last + 1 == number => run.last = number,
            _ => runs.push(Run::of(number)),
        }
    }
    let mut items = Vec::new();
    for run in runs {
        if run.last == run.first + 1 {
            items.push(Run::of(run.first));
            items.push(Run::of(run.last));
        } else {
            items.push(run);
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn numbers_are_drawn_together() {
        for (names, expected) in [
            (vec![], ""),
            (vec!["floor"], "floor"),
            (
                vec![
                    "brick 4", "brick 7", "brick 8", "brick 11", "brick 12", "brick 13",
                ],
                "brick 4, 7, 8, 11–13",
            ),
            (vec!["brick 0", "table", "brick 1"], "brick 0, 1, table"),
            (vec!["b1", "b2", "b4", "b5", "b6"], "b1, b2, b4–6"),
            (vec!["a-01", "a-02", "a-3"], "a-01, a-02, a-3"),
            (vec!["9", "10", "11", "12"], "9–12"),
            (vec!["left", "left 2", "left 2"], "left, left 2, 2"),
        ] {
            assert_eq!(list(names.iter().copied()), expected);
        }
    }
}
