//! MPS files: what they mean, and what is refused.

use proptest::prelude::*;
use zwang_exact::{Rational, parse};
use zwang_program::text::{NamedProgram, Program, read};
use zwang_program::{Interval, LinearProgram, Sense};

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

const FREE: &str = "\
* The example of the format's authors, with a maximisation.
NAME testprob
OBJSENSE
    MAX
ROWS
 N COST
 L LIM1
 G LIM2
 E MYEQN
 N OTHER
COLUMNS
 XONE COST 1 LIM1 1
 XONE LIM2 1 OTHER 9
 MARKER 'MARKER' 'INTORG'
 YTWO COST 4.5 LIM1 1
 YTWO MYEQN -1
 MARKER 'MARKER' 'INTEND'
 ZTHREE COST 9/7 LIM2 1
 ZTHREE MYEQN 1e-1
RHS
 RHS LIM1 4 LIM2 1
 RHS MYEQN 7 COST -2
 SECOND LIM1 100
RANGES
 RNG LIM1 2.5 MYEQN -3
BOUNDS
 UP BND XONE 4
 LO BND YTWO -1
 UP BND YTWO 1
 FR BND ZTHREE
ENDATA
";

#[test]
fn everything_that_the_format_has() {
    let (named, program) = linear(FREE);
    assert_eq!(named.objective, "COST");
    assert_eq!(named.variables, ["XONE", "YTWO", "ZTHREE"]);
    assert_eq!(named.rows, ["LIM1", "LIM2", "MYEQN"]);
    assert_eq!(named.constant, value("2"));
    assert_eq!(named.integers, [1]);
    assert_eq!(program.sense, Sense::Maximise);
    assert_eq!(program.objective, ["1", "9/2", "9/7"].map(value));
    let ranges: Vec<Interval> = program
        .feasible
        .rows
        .iter()
        .map(|row| row.range.clone())
        .collect();
    let expected = [
        Interval::between(value("3/2"), value("4")),
        Interval::at_least(value("1")),
        Interval::between(value("4"), value("7")),
    ];
    assert_eq!(ranges, expected);
    let bounds = [
        Interval::between(value("0"), value("4")),
        Interval::between(value("-1"), value("1")),
        Interval::free(),
    ];
    assert_eq!(program.feasible.bounds, bounds);
    let equation = &program.feasible.rows[2].coefficients;
    assert_eq!(equation, &[(1, value("-1")), (2, value("1/10"))]);
}

/// Names with spaces, in the columns of the fixed format, and numbers of their right sides.
#[test]
fn fixed_columns() {
    let text = "\
NAME          SPACES
ROWS
 N  THE COST
 G  AT LEAST
COLUMNS
    A ONE     THE COST            2.   AT LEAST            1.
    A TWO     THE COST           3.5   AT LEAST           2.0
RHS
    R SIDE    AT LEAST            6.
BOUNDS
 UP B SET     A TWO             2.50
ENDATA
";
    let (named, program) = linear(text);
    assert_eq!(named.objective, "THE COST");
    assert_eq!(named.variables, ["A ONE", "A TWO"]);
    assert_eq!(program.objective, ["2", "7/2"].map(value));
    assert_eq!(
        program.feasible.rows[0].range,
        Interval::at_least(value("6"))
    );
    let bounds = [
        Interval::nonnegative(),
        Interval::between(value("0"), value("5/2")),
    ];
    assert_eq!(program.feasible.bounds, bounds);
}

#[test]
fn quadratic_sections() {
    for (section, entries) in [
        ("QUADOBJ", " X X 2\n X Y 1\n Y Y 2\n"),
        ("QMATRIX", " X X 2\n X Y 1\n Y X 1\n Y Y 2\n"),
    ] {
        let text = format!(
            "NAME q\nROWS\n N f\n L c\nCOLUMNS\n X f -3 c 1\n Y c 1\nRHS\n RHS c 1\n{section}\n{entries}ENDATA\n"
        );
        let named = read(&text).unwrap();
        let Program::Quadratic(program) = named.program else {
            panic!("linear")
        };
        let hessian = [(0, 0, value("2")), (0, 1, value("1")), (1, 1, value("2"))];
        assert_eq!(program.hessian, hessian);
    }
}

#[test]
fn mistakes_are_told_with_line_thing_found_and_expected() {
    let begin = "NAME x\nROWS\n N f\n L c\nCOLUMNS\n X f 1 c 1\n";
    for (rest, expected) in [
        ("", "line 6: text: found its end; expected ENDATA"),
        (
            "FUNNY\n",
            "line 7: COLUMNS: found `FUNNY`; expected a section such as ROWS, COLUMNS or ENDATA",
        ),
        (
            " Y d 1\nENDATA\n",
            "line 7: COLUMNS: found `d`; expected a row of ROWS",
        ),
        (
            " X c 2\nENDATA\n",
            "line 7: COLUMNS: found a second entry in row `c`; expected one",
        ),
        (
            "RHS\n RHS c 1x\nENDATA\n",
            "line 8: RHS: found `1x`; expected a number",
        ),
        (
            "BOUNDS\n UP BND Z 1\nENDATA\n",
            "line 8: BOUNDS: found `BND`; expected a variable of COLUMNS",
        ),
        (
            "BOUNDS\n XX BND X 1\nENDATA\n",
            "line 8: BOUNDS: found `XX`; expected UP, LO, FX, FR, MI, PL, BV, UI or LI",
        ),
        (
            "BOUNDS\n UP BND X -1\nENDATA\n",
            "line 9: BOUNDS: found a negative upper bound of `X` without a lower one; \
             expected a lower bound as well (MI or LO): 0 is the default",
        ),
        (
            "BOUNDS\n SC BND X 1\nENDATA\n",
            "line 8: BOUNDS: found `SC`; expected UP, LO, FX, FR, MI, PL, BV, UI or LI",
        ),
    ] {
        let error = read(&format!("{begin}{rest}")).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

proptest! {
    #[test]
    fn any_lines_are_read_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "ROWS\n", "COLUMNS\n", "RHS\n", "RANGES\n", "BOUNDS\n", "QUADOBJ\n", "ENDATA\n",
                " N f\n", " L c\n", " E d\n", " X f 1 c 2\n", " Y d 3\n", " R c 1/2\n",
                " UP B X 7\n", " BV B Y\n", " X Y 1\n", " X\n", " \u{e9}\n", "x", "\n", "*",
                " MARKER 'MARKER' 'INTORG'\n",
            ]),
            0..30,
        ),
    ) {
        let text = format!("NAME n\n{}", words.concat());
        if let Err(error) = read(&text) {
            let message = error.to_string();
            prop_assert!(message.starts_with("line ") && message.contains("; expected "), "{}", message);
        }
    }
}

/// 60,000 numbers of exponent 999 are 200 million binary digits, in the LP format as well.
#[test]
fn a_text_pays_for_the_binary_digits_of_its_numbers() {
    let of_exponents = |rows: usize| {
        let mut text = "NAME n\nROWS\n N obj\n".to_owned();
        for row in 0..rows {
            text += &format!(" G c{row}\n");
        }
        text += "COLUMNS\n";
        for row in 0..rows {
            text += &format!(" x c{row} 1e999\n");
        }
        text + "RHS\nENDATA\n"
    };
    assert!(read(&of_exponents(300)).is_ok());
    let told = read(&of_exponents(1000)).unwrap_err().to_string();
    assert!(
        told.contains("COLUMNS: found numbers of more binary digits than the text pays for"),
        "{told}"
    );
}
