//! The LP format: what it means, what comes back from it, and what it refuses.

use proptest::prelude::*;
use zwang_exact::{Rational, parse};
use zwang_program::text::{NamedProgram, Program, WriteError, read, write};
use zwang_program::{Interval, LinearProgram, LinearRow, Polyhedron, QuadraticProgram, Sense};

fn value(text: &str) -> Rational {
    parse(text).unwrap()
}

fn linear(text: &str) -> (NamedProgram, LinearProgram) {
    let named = read(text).unwrap_or_else(|error| panic!("{error}"));
    let Program::Linear(program) = named.program.clone() else {
        panic!("quadratic")
    };
    (named, program)
}

#[test]
fn everything_that_the_format_has() {
    let text = "\
\\ a comment
Problem
 small
MAXIMIZE
 gain: 3/4 x1 - 1/3 y   \\ another one
   + z.2 - x1 + 2.5e-1 z.2
Subject To
 c1: x1 + 2y >= .5
 1 <= x1 - y <= 7/2
 eq: - x1 - + y
   = -3
 upper: 5 >= z.2
 free: z.2 >= -inf
bounds
 x1 <= 40
 -inf <= y <= -2
 2 <= z.2
eND
";
    // `free` is a word of the bounds; as a name it is refused.
    assert!(
        read(text)
            .unwrap_err()
            .to_string()
            .starts_with("line 13: row 5: found the word `free`; expected a name")
    );
    let (named, program) = linear(&text.replace(" free:", " open:"));
    assert_eq!(named.objective, "gain");
    assert_eq!(named.variables, ["x1", "y", "z.2"]);
    assert_eq!(named.rows, ["c1", "c2", "eq", "upper", "open"]);
    let row = |coefficients: &[(usize, &str)], range| LinearRow {
        coefficients: coefficients
            .iter()
            .map(|(variable, text)| (*variable, value(text)))
            .collect(),
        range,
    };
    let rows = vec![
        row(&[(0, "1"), (1, "2")], Interval::at_least(value("1/2"))),
        row(
            &[(0, "1"), (1, "-1")],
            Interval::between(value("1"), value("7/2")),
        ),
        row(&[(0, "-1"), (1, "-1")], Interval::exactly(value("-3"))),
        row(&[(2, "1")], Interval::at_most(value("5"))),
        row(&[(2, "1")], Interval::free()),
    ];
    let bounds = vec![
        Interval::between(value("0"), value("40")),
        Interval::at_most(value("-2")),
        Interval::at_least(value("2")),
    ];
    let objective = ["-1/4", "-1/3", "5/4"].map(value).to_vec();
    assert_eq!(
        program,
        LinearProgram {
            sense: Sense::Maximise,
            objective,
            feasible: Polyhedron { bounds, rows }
        }
    );
}

#[test]
fn section_words_and_comparisons_in_every_spelling() {
    let (_, expected) =
        linear("Minimize\n x + y\nSubject To\n x + y >= 1\n x - y <= 2\nBounds\n x free\nEnd\n");
    for text in [
        "min obj: x + y st x + y > 1 x - y < 2 bounds x >= -infinity end",
        "MINIMUM x + y S.T. x + y => 1  x - y =< 2 BOUND -inf <= x <= +inf END",
        "minimise x + y such that c: 1 <= x + y  2 >= x - y bounds x free bounds end",
    ] {
        assert_eq!(linear(text).1, expected, "{text}");
    }
}

#[test]
fn quadratic_parts() {
    let text = "Minimize\n obj: x - y + [ 2 x ^ 2 + 4/3 x * y\n - 1/3 y*x + y^2 ] / 2\n\
                Subject To\n x + y >= 1\nEnd\n";
    let Program::Quadratic(program) = read(text).unwrap().program else {
        panic!("linear")
    };
    // The bracket is xᵀHx: a product counts for both entries of H.
    assert_eq!(
        program.hessian,
        [(0, 0, value("2")), (0, 1, value("1/2")), (1, 1, value("1"))]
    );
    assert_eq!(program.linear, [value("1"), value("-1")]);
}

#[test]
fn constants_and_integers() {
    let text = "Max\n obj: 2 x + 3 - 1/2\nst\n c: x + 5 <= 8\n d: 1 <= y - 2 x + 1 <= 4\n\
                Bounds\n z <= 3\nGeneral\n y\nBinary\n w x\nEnd";
    let (named, program) = linear(text);
    assert_eq!(named.constant, value("5/2"));
    assert_eq!(named.variables, ["x", "y", "z", "w"]);
    assert_eq!(named.integers, [0, 1, 3]);
    assert_eq!(program.objective, ["2", "0", "0", "0"].map(value));
    assert_eq!(
        program.feasible.rows[0].range,
        Interval::at_most(value("3"))
    );
    let between = Interval::between(value("0"), value("3"));
    assert_eq!(program.feasible.rows[1].range, between);
    let unit = Interval::between(value("0"), value("1"));
    let bounds = [unit.clone(), Interval::nonnegative(), between, unit];
    assert_eq!(program.feasible.bounds, bounds);
}

#[test]
fn mistakes_are_told_with_line_thing_found_and_expected() {
    for (text, expected) in [
        (
            "",
            "line 1: text: found the end of the text; expected Minimize or Maximize",
        ),
        (
            "x + y",
            "line 1: text: found `x`; expected Minimize or Maximize",
        ),
        (
            "Min\n x 3 y\nst\nEnd",
            "line 2: objective: found `3`; expected +, - or Subject To",
        ),
        (
            "Min\n x\nst\n x + 1/0 y >= 1\nEnd",
            "line 4: text: found that `1/0` divides by zero; expected a denominator other than 0",
        ),
        (
            "Min\n x\nst\n c: x y >= 1\nEnd",
            "line 4: row `c`: found `y`; expected +, - or a comparison <=, >= or =",
        ),
        (
            "Min\n x\nst\n c: x >= y\nEnd",
            "line 4: row `c`: found `y`; expected a number on the right side",
        ),
        (
            "Min\n x\nst\n c: 1 <= x >= 0\nEnd",
            "line 4: row `c`: found `>=`; \
             expected the comparison of the left side, <= or >=, again",
        ),
        (
            "Min\n x\nst\n c: 3 <= x <= 2\nEnd",
            "line 4: row `c`: found the lower bound `3` above the upper bound `2`; \
             expected at most it",
        ),
        (
            "Min\n x\nst\n c: x = inf\nEnd",
            "line 4: row `c`: found an infinite value; expected a finite one",
        ),
        (
            "Min\n x\nst\n c: x >= 1\n c: x >= 2\nEnd",
            "line 5: row `c`: found this name again, first in line 4; expected another name",
        ),
        (
            "Min\n x\nBounds\n x <= 3\n x <= 4\nEnd",
            "line 5: bounds of `x`: found a second bound on the same side, first in line 4; \
             expected one",
        ),
        (
            "Min\n x\nBounds\n x <= -3\nEnd",
            "line 4: bounds of `x`: found the upper bound `-3` without a lower one; \
             expected a lower bound as well, such as -inf, because 0 is the default",
        ),
        (
            "Min\n x\nst\n x >= 1\nSOS1\n x\nEnd",
            "line 5: text: found the word `SOS1`; expected a linear or quadratic program, and End",
        ),
        (
            "Min\n x\nst\n x >= 1\n",
            "line 4: text: found the end of the text; \
             expected Bounds, General, Binary or End",
        ),
        (
            "Min\n x\nst\n x >= 1\nEnd\nMin",
            "line 6: text: found the word `Min`; expected nothing after End",
        ),
        (
            "Min\n [ x ^ 2 ]\nst\nEnd",
            "line 3: objective: found the word `st`; expected / 2 after the bracket",
        ),
        (
            "Min\n [ x ^ 3 ] / 2\nst\nEnd",
            "line 2: objective: found `3`; expected the exponent 2",
        ),
        (
            "Min\n x\nst\n q: [ x ^ 2 ] / 2 <= 1\nEnd",
            "line 4: row `q`: found `[`; expected a variable",
        ),
        (
            "Min\n x € 3\nEnd",
            "line 2: text: found `€`; expected a name, a number or one of + - : < > = [ ] ^ * /",
        ),
    ] {
        assert_eq!(read(text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// A text with n rows, in each of them an exponent of `exponent`.
fn of_exponents(rows: usize, exponent: usize) -> String {
    let mut text = "minimize\n x\nsubject to\n".to_owned();
    for _ in 0..rows {
        text += &format!(" x >= 1e{exponent}\n");
    }
    text + "end\n"
}

/// 10^999 has 3319 binary digits in the numerator and one in the denominator. A row of 12 bytes
/// pays for 384 of them, and 2^20 are free.
#[test]
fn a_text_pays_for_the_binary_digits_of_its_numbers() {
    let most = |rows: usize| (1 << 20) + 32 * of_exponents(rows, 999).len();
    let affordable = (1..).take_while(|rows| 3320 * rows <= most(*rows)).count();
    assert!(read(&of_exponents(affordable, 999)).is_ok());
    let error = read(&of_exponents(affordable + 1, 999)).unwrap_err();
    let line = affordable + 4;
    let most = most(affordable + 1);
    assert_eq!(
        error.to_string(),
        format!(
            "line {line}: text: found numbers of more binary digits than the text pays for; \
             expected at most {most} in all, 2^20 and 32 for each byte; smaller exponents have \
             fewer"
        )
    );
    assert!(read(&of_exponents(10_000, 30)).is_ok());
}

#[test]
fn names_that_could_not_be_read_again_are_not_written() {
    let (good, _) = linear("Min x st c: x >= 1 End");
    let error = |change: &dyn Fn(&mut NamedProgram)| {
        let mut bad = good.clone();
        change(&mut bad);
        write(&bad, &[]).unwrap_err()
    };
    for name in ["", "2x", ".x", "a b", "a:b", "free", "End", "ä", "x^"] {
        assert_eq!(
            error(&|bad| bad.variables[0] = name.to_owned()),
            WriteError::Name(name.to_owned())
        );
    }
    assert!(matches!(
        error(&|bad| bad.rows.clear()),
        WriteError::Names {
            what: "rows",
            found: 0,
            expected: 1
        }
    ));
    let (two, _) = linear("Min x + y st x >= 1 End");
    let mut twice = two;
    twice.variables[1] = "x".to_owned();
    assert_eq!(
        write(&twice, &[]).unwrap_err(),
        WriteError::RepeatedName("x".to_owned())
    );
}

#[test]
fn the_text_of_a_small_program() {
    let text = "Minimize\n obj: x + 2/3 y + [ 2 x ^ 2 + 4/3 x * y + y ^ 2 ] / 2\n\
                Subject To\n c1: x - 1/3 y >= 2\n c2: -1 <= x <= 4/7\n\
                Bounds\n -inf <= x <= 5\n y free\nEnd\n";
    let comments = ["one\ntwo".to_owned()];
    assert_eq!(
        write(&read(text).unwrap(), &comments).unwrap(),
        format!("\\ one two\n{text}")
    );
}

fn fraction() -> impl Strategy<Value = Rational> {
    (-40_i64..=40, 1_i64..=9)
        .prop_map(|(numerator, denominator)| Rational::new(numerator.into(), denominator.into()))
}

fn interval() -> impl Strategy<Value = Interval> {
    (prop::option::of(fraction()), prop::option::of(fraction())).prop_map(|(one, two)| {
        match (one, two) {
            (Some(one), Some(two)) => Interval::between(one.clone().min(two.clone()), one.max(two)),
            (lower, upper) => Interval { lower, upper },
        }
    })
}

fn named() -> impl Strategy<Value = NamedProgram> {
    (0_usize..=14).prop_flat_map(|size| {
        let entry = move || (0..size.max(1), fraction());
        let rows = prop::collection::vec(
            (
                prop::collection::btree_map(0..size.max(1), fraction(), 0..=size),
                interval(),
            ),
            0..=4,
        );
        let bounds =
            prop::collection::vec(prop_oneof![Just(Interval::nonnegative()), interval()], size);
        let quadratic = prop::option::of(prop::collection::vec((entry(), 0..size.max(1)), 0..=9));
        let objective = prop::collection::vec(prop_oneof![Just(value("0")), fraction()], size);
        (objective, rows, bounds, quadratic, any::<bool>()).prop_map(
            move |(objective, rows, bounds, quadratic, minimise)| {
                let rows: Vec<LinearRow> = rows
                    .into_iter()
                    .map(|(terms, range)| LinearRow {
                        coefficients: terms
                            .into_iter()
                            .take(size)
                            .filter(|(_, term)| *term != value("0"))
                            .collect(),
                        range,
                    })
                    .collect();
                let names = |letter: &str, count: usize| {
                    (0..count).map(|index| format!("{letter}{index}")).collect()
                };
                let (variables, row_names) = (names("x_", size), names("Row", rows.len()));
                let feasible = Polyhedron { bounds, rows };
                let program = match quadratic {
                    Some(entries) if size > 0 => {
                        let entries = entries.into_iter().map(|((row, value), column)| {
                            ((row.min(column), row.max(column)), value)
                        });
                        let entries: std::collections::BTreeMap<_, _> = entries.collect();
                        let hessian = entries
                            .into_iter()
                            .map(|((row, column), value)| (row, column, value))
                            .collect();
                        Program::Quadratic(QuadraticProgram {
                            sense: Sense::Minimise,
                            hessian,
                            linear: objective,
                            feasible,
                        })
                    }
                    _ => {
                        let sense = if minimise {
                            Sense::Minimise
                        } else {
                            Sense::Maximise
                        };
                        Program::Linear(LinearProgram {
                            sense,
                            objective,
                            feasible,
                        })
                    }
                };
                let integers = (0..size).filter(|variable| variable % 3 == 2).collect();
                NamedProgram {
                    constant: value(if minimise { "0" } else { "-7/3" }),
                    integers,
                    ..NamedProgram::new("cost".to_owned(), variables, row_names, program)
                }
            },
        )
    })
}

/// Text of words of the format in any order.
fn rubble() -> impl Strategy<Value = String> {
    let words = [
        "Minimize",
        "max",
        "Subject To",
        "st",
        "Bounds",
        "End",
        "free",
        "inf",
        "x",
        "y1",
        "c:",
        ":",
        "+",
        "-",
        "<=",
        ">",
        "=",
        "[",
        "]",
        "^",
        "2",
        "*",
        "/",
        "3/4",
        "1e-3",
        "7.",
        ".",
        "1/0",
        "\n",
        "\\",
        "e",
        "problem",
        "int",
        "é",
        "\u{0}",
    ];
    prop::collection::vec(prop::sample::select(words.to_vec()), 0..40)
        .prop_map(|words| words.join(" "))
}

#[track_caller]
fn assert_is_refusal(message: &str) {
    assert!(!message.contains('\n'), "{message}");
    assert!(message.starts_with("line "), "{message}");
    assert!(message.contains("; expected "), "{message}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_is_written_is_read_again(named in named()) {
        let text = write(&named, &["head".to_owned()]).unwrap();
        let again = read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        prop_assert_eq!(&again, &named);
        prop_assert_eq!(write(&again, &["head".to_owned()]).unwrap(), text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), rubble in rubble()) {
        for text in [format!("min {rubble}"), rubble, text] {
            if let Err(error) = read(&text) {
                assert_is_refusal(&error.to_string());
            }
        }
    }
}
