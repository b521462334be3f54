//! Lines of a run of format 2: reading undoes writing, a line has one spelling, and what is not a
//! line says where.

use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use zwang_certificate::run2::{
    BigRational, BodyState, Forces, Grade, Group, Header, Leaf, MOST_CHOICES, Node, Opening, Part,
    Record, Round, Unit, read_header, read_record, write_header, write_record,
};

fn integer() -> impl Strategy<Value = BigInt> {
    let long = (any::<i64>(), 0_usize..300)
        .prop_map(|(number, shift)| (BigInt::from(number) << shift) + 1);
    prop_oneof![any::<i8>().prop_map(BigInt::from), long]
}

fn fraction() -> impl Strategy<Value = BigRational> {
    let nonzero = integer().prop_filter("nonzero", |number| *number != BigInt::from(0));
    (integer(), nonzero).prop_map(|(above, below)| BigRational::new(above, below))
}

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![4 => 0_usize..12, 1 => any::<usize>()]
}

fn forces() -> impl Strategy<Value = Forces> {
    let rows = vec((index(), integer()), 0..3);
    let pins = vec((index(), [integer(), integer()]), 0..3);
    (rows, pins).prop_map(|(rows, pins)| Forces {
        rows,
        friction: Vec::new(),
        pins,
    })
}

fn leaf() -> impl Strategy<Value = Leaf> {
    let motion = vec([integer(), integer(), integer()], 0..4);
    let unit = prop_oneof![
        any::<u64>().prop_map(Unit::Shift),
        integer().prop_map(Unit::Over)
    ];
    let opening = (unit, motion).prop_map(|(unit, motion)| Opening { unit, motion });
    (forces(), option::of(opening)).prop_map(|(forces, opening)| Leaf { forces, opening })
}

fn node() -> impl Strategy<Value = Node> {
    let simple = prop_oneof![leaf().prop_map(Node::Leaf), forces().prop_map(Node::Bound)];
    simple.prop_recursive(3, 12, 3, |inner| {
        (leaf(), vec(inner, 0..4)).prop_map(|(leaf, branches)| Node::Choice { leaf, branches })
    })
}

fn group() -> impl Strategy<Value = Group> {
    let grade = prop_oneof![Just(Grade::Unique), Just(Grade::Near)];
    (index(), grade, vec(part(), 0..3)).prop_map(|(first, grade, parts)| Group {
        first,
        grade,
        parts,
    })
}

fn part() -> impl Strategy<Value = Part> {
    let parts = (
        option::of(index()),
        vec(round(), 0..3),
        vec(node(), 0..3),
        leaf(),
    );
    parts.prop_map(|(length, rounds, programs, velocity)| Part {
        length,
        rounds,
        programs,
        velocity,
    })
}

fn round() -> impl Strategy<Value = Round> {
    (integer(), forces()).prop_map(|(unit, impulses)| Round { unit, impulses })
}

fn body_state() -> impl Strategy<Value = BodyState> {
    let numbers = (integer(), integer(), integer(), integer());
    let pairs = ([integer(), integer()], [integer(), integer()]);
    (numbers, pairs, 0..4_u8, integer()).prop_map(|(numbers, pairs, quarter, turn_memory)| {
        let (tangent, x, y, spin) = numbers;
        let (velocity, memory) = pairs;
        BodyState {
            displacement: [x, y],
            quarter,
            tangent,
            velocity,
            spin,
            memory,
            turn_memory,
        }
    })
}

fn record() -> impl Strategy<Value = Record> {
    let state = option::of(vec(body_state(), 0..3));
    (any::<u64>(), vec(group(), 0..3), state).prop_map(|(k, groups, state)| Record {
        k,
        groups,
        state,
    })
}

fn header() -> impl Strategy<Value = Header> {
    let texts = ("[ -~äß]*", "[ -~]*", option::of("[ -~]*"));
    let numbers = [fraction(), fraction(), fraction(), fraction()];
    let pairs = vec(([index(), index()], fraction()), 0..3);
    let impacts = (fraction(), pairs, any::<u64>());
    (texts, numbers, any::<u64>(), impacts).prop_map(|(texts, numbers, grid, impacts)| {
        let [step, touch, radius, law] = numbers;
        let (restitution, pairs, rounds) = impacts;
        let (program, scene, scene_file) = texts;
        Header {
            scene,
            step,
            grid,
            touch,
            radius,
            law,
            restitution,
            pairs,
            rounds,
            program,
            scene_file,
        }
    })
}

proptest! {
    #[test]
    fn reading_undoes_writing(record in record(), header in header()) {
        let line = write_record(&record);
        prop_assert!(!line.contains('\n'));
        prop_assert_eq!(read_record(&line), Ok(record));
        let line = write_header(&header);
        prop_assert_eq!(read_header(&line), Ok(header));
    }

    /// A change of one character is another record or no line at all.
    #[test]
    fn a_line_has_one_spelling(record in record(), place: prop::sample::Index, byte in 32..127_u8) {
        let mut bytes = write_record(&record).into_bytes();
        let place = place.index(bytes.len());
        bytes[place] = byte;
        let line = String::from_utf8(bytes).unwrap();
        if let Ok(read) = read_record(&line) {
            prop_assert_eq!(write_record(&read), line);
        }
    }
}

#[test]
fn deep_trees_are_refused() {
    let leaf = r#"{"forces":[],"pins":[],"opening":null"#;
    let deep = |depth: usize| {
        let begin = format!("{leaf},\"branches\":[").repeat(depth);
        let tree = format!("{begin}{leaf}}}{}", "]}".repeat(depth));
        format!(
            "{{\"k\":1,\"groups\":[{{\"first\":0,\"grade\":\"near\",\"parts\":[{{\
             \"rounds\":[],\"programs\":[{tree}],\"velocity\":{leaf}}}}}]}}]}}"
        )
    };
    assert!(read_record(&deep(MOST_CHOICES)).is_ok());
    let error = read_record(&deep(MOST_CHOICES + 1)).unwrap_err();
    assert!(error.expected.contains("256 choices"), "{error}");
}
