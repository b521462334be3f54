//! Lines of a run: reading undoes writing, a line has one spelling, and what is not a line says
//! where.

use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::prelude::*;
use zwang_certificate::run::{
    BigRational, Corner, CornerRule, Facts, Forces, Format, FreeGroup, FrictionFacts,
    FrictionForces, Group, GroupProof, Header, Impact, ImpactForces, Kind, LineError,
    MOST_DECISIONS, Node, Opening, Pair, Placement, Record, kind, read_header, read_record,
    write_header, write_record,
};
use zwang_certificate::{Contact, Feature, PartId};

fn integer() -> impl Strategy<Value = BigInt> {
    let long = (any::<i64>(), 0_usize..300)
        .prop_map(|(number, shift)| (BigInt::from(number) << shift) + 1);
    prop_oneof![any::<i8>().prop_map(BigInt::from), long]
}

fn fraction() -> impl Strategy<Value = BigRational> {
    let nonzero = integer().prop_filter("nonzero", |number| *number != BigInt::from(0));
    (integer(), nonzero)
        .prop_map(|(numerator, denominator)| BigRational::new(numerator, denominator))
}

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![4 => 0_usize..12, 1 => any::<usize>()]
}

fn feature() -> impl Strategy<Value = Feature> {
    (index(), index(), index()).prop_map(|(body, part, index)| Feature {
        part: PartId { body, part },
        index,
    })
}

fn row() -> impl Strategy<Value = Contact> {
    (feature(), feature()).prop_map(|(vertex, edge)| Contact { vertex, edge })
}

fn pins() -> impl Strategy<Value = Vec<(usize, [BigInt; 2])>> {
    vec((index(), [integer(), integer()]), 0..3)
}

fn forces() -> impl Strategy<Value = Forces> {
    let (rows, sides) = (
        vec((index(), integer()), 0..3),
        vec((index(), index(), integer()), 0..3),
    );
    (rows, sides, pins()).prop_map(|(rows, sides, pins)| Forces { rows, sides, pins })
}

fn opening() -> impl Strategy<Value = Opening> {
    let motion = vec([integer(), integer(), integer()], 0..4);
    prop_oneof![
        [fraction(), fraction()].prop_map(Opening::Point),
        motion.prop_map(Opening::Motion),
    ]
}

fn node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        (integer(), forces()).prop_map(|(denominator, forces)| Node::Optimal {
            denominator,
            forces
        }),
        forces().prop_map(|forces| Node::Impossible { forces }),
        (integer(), forces(), opening()).prop_map(|(denominator, forces, opening)| {
            Node::Enclosed {
                denominator,
                forces,
                opening,
            }
        }),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        (index(), vec(inner, 0..4)).prop_map(|(corner, branches)| Node::Choice { corner, branches })
    })
}

fn placement() -> impl Strategy<Value = Placement> {
    let position = || [fraction(), fraction()];
    prop_oneof![
        (position(), 0_u8..4, fraction()).prop_map(|(position, quarter, tangent)| {
            Placement::Grid {
                position,
                quarter,
                tangent,
            }
        }),
        (position(), position())
            .prop_map(|(position, rotation)| Placement::Exact { position, rotation }),
    ]
}

fn pairs_of_forces() -> impl Strategy<Value = Vec<(usize, [BigInt; 2])>> {
    vec((index(), [integer(), integer()]), 0..3)
}

fn proof(format: Format) -> BoxedStrategy<GroupProof> {
    if format == Format::Frictionless {
        let tree = (node(), index());
        return tree
            .prop_map(|(tree, answer)| GroupProof::Tree { tree, answer })
            .boxed();
    }
    let head = (vec((index(), index()), 0..3), any::<u64>(), integer());
    let sides = vec((index(), index(), [integer(), integer()]), 0..3);
    (head, pairs_of_forces(), sides, pairs_of_forces())
        .prop_map(|((choices, relaxed, denominator), rows, sides, pins)| {
            GroupProof::Friction(FrictionForces {
                choices,
                relaxed,
                denominator,
                rows,
                sides,
                pins,
            })
        })
        .boxed()
}

fn impact_forces(format: Format) -> BoxedStrategy<ImpactForces> {
    match format {
        Format::Frictionless => vec((index(), integer()), 0..3)
            .prop_map(ImpactForces::Frictionless)
            .boxed(),
        Format::Friction => pairs_of_forces().prop_map(ImpactForces::Friction).boxed(),
    }
}

fn friction_facts(format: Format) -> BoxedStrategy<Option<FrictionFacts>> {
    if format == Format::Frictionless {
        return Just(None).boxed();
    }
    (fraction(), fraction(), vec((row(), fraction()), 0..3))
        .prop_map(|(impact_heat, heat, sliding)| {
            Some(FrictionFacts {
                impact_heat,
                heat,
                sliding,
            })
        })
        .boxed()
}

fn facts(format: Format) -> impl Strategy<Value = Facts> {
    let numbers = [(); 8].map(|()| fraction());
    let rows = [(); 3].map(|()| vec(row(), 0..3));
    let friction = friction_facts(format);
    (
        any::<u64>(),
        numbers,
        friction,
        vec(free_group(), 0..3),
        rows,
    )
        .prop_map(|(bits, numbers, friction, free, [made, lost, impacts])| {
            let [
                penetration,
                pin_drift,
                kinetic,
                potential,
                right,
                up,
                angular_momentum,
                impact_kinetic,
            ] = numbers;
            let momentum = [right, up];
            Facts {
                bits,
                penetration,
                pin_drift,
                kinetic,
                potential,
                momentum,
                angular_momentum,
                impact_kinetic,
                friction,
                free,
                made,
                lost,
                impacts,
            }
        })
}

fn vector() -> impl Strategy<Value = [BigRational; 2]> {
    [fraction(), fraction()]
}

fn free_group() -> impl Strategy<Value = FreeGroup> {
    (vec(index(), 0..3), vector(), fraction(), vector()).prop_map(
        |(bodies, momentum, angular_momentum, defect)| FreeGroup {
            bodies,
            momentum,
            angular_momentum,
            defect,
        },
    )
}

fn format() -> impl Strategy<Value = Format> {
    prop_oneof![Just(Format::Frictionless), Just(Format::Friction)]
}

fn formatted() -> impl Strategy<Value = (Format, Record)> {
    format().prop_flat_map(|format| (Just(format), record(format)))
}

fn record(format: Format) -> impl Strategy<Value = Record> {
    let impact = (vec(index(), 0..3), integer(), impact_forces(format), pins()).prop_map(
        |(bodies, denominator, forces, pins)| Impact {
            bodies,
            denominator,
            forces,
            pins,
        },
    );
    let corner = (feature(), feature()).prop_map(|(first, second)| Corner { first, second });
    let group =
        (vec(index(), 0..3), proof(format)).prop_map(|(bodies, proof)| Group { bodies, proof });
    let head = (
        any::<u64>(),
        proptest::option::of(vec(impact, 0..3)),
        vec(row(), 0..4),
        proptest::option::of("[0-9a-f]{64}"),
        vec(corner, 0..3),
    );
    (
        head,
        vec(group, 0..3),
        vec(placement(), 0..4),
        facts(format),
    )
        .prop_map(
            |((k, impact, rows, all_rows, corners), groups, state, facts)| Record {
                k,
                impact,
                rows,
                all_rows,
                corners,
                groups,
                state,
                facts,
            },
        )
}

fn header() -> impl Strategy<Value = Header> {
    let pair = ([index(), index()], fraction()).prop_map(|(bodies, restitution)| Pair {
        bodies,
        restitution,
    });
    let corner = prop_oneof![
        Just(CornerRule::Stop),
        Just(CornerRule::First),
        Just(CornerRule::Last)
    ];
    let numbers = (fraction(), proptest::option::of(any::<u64>()), fraction());
    let text = || "[a-z\\\\\"é ]{0,9}";
    let texts = (text(), text(), proptest::option::of(text()));
    (format(), texts, numbers, vec(pair, 0..3), corner).prop_map(
        |(format, (scene, program, scene_file), (step, grid, restitution), pairs, corner)| Header {
            format,
            scene,
            step,
            grid,
            restitution,
            pairs,
            corner,
            program,
            scene_file,
        },
    )
}

proptest! {
    #[test]
    fn reading_undoes_writing(header in header(), (format, record) in formatted()) {
        prop_assert_eq!(read_header(&write_header(&header)), Ok(header));
        prop_assert_eq!(read_record(&write_record(&record), format), Ok(record));
    }

    #[test]
    fn what_is_read_has_one_spelling(
        (format, record) in formatted(),
        at in any::<prop::sample::Index>(),
        byte in 32_u8..127,
    ) {
        let line = write_record(&record);
        let mut bytes = line.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let changed = String::from_utf8(bytes).unwrap();
        if let Ok(read) = read_record(&changed, format) {
            prop_assert_eq!(write_record(&read), changed);
        }
    }
}

const LINE: &str = concat!(
    r#"{"k":7,"impact":null,"rows":[[1,0,0,0,0,2]],"corners":[],"groups":[{"bodies":[1],"#,
    r#""tree":{"denominator":"2a","forces":[[0,"-ff"]],"sides":[],"pins":[]},"answer":0}],"#,
    r#""state":[["0","1/2",1,"-3/4"]],"facts":{"bits":8,"penetration":"0","pin_drift":"0","#,
    r#""kinetic":"0","#,
    r#""potential":"0","momentum":["0","0"],"angular_momentum":"5","impact_kinetic":"-1/7","#,
    r#""free":[{"bodies":[1,4],"momentum":["0","1"],"angular_momentum":"5/2","#,
    r#""defect":["-1/8","0"]}],"#,
    r#""made":[],"lost":[],"impacts":[]}}"#
);

/// A line of a run without friction.
fn read_plain(line: &str) -> Result<Record, LineError> {
    read_record(line, Format::Frictionless)
}

const FRICTION_LINE: &str = concat!(
    r#"{"k":7,"impact":[{"bodies":[1],"denominator":"3","forces":[[0,"ff","-7"]],"pins":[]}],"#,
    r#""rows":[[1,0,0,0,0,2]],"corners":[[0,0,1,1,0,2]],"groups":[{"bodies":[1],"#,
    r#""choices":[[0,1]],"relaxed":2,"denominator":"2a","forces":[[0,"ff","-1"]],"#,
    r#""sides":[[0,1,"1","0"]],"pins":[[0,"-1","b"]]}],"#,
    r#""state":[["0","1/2",1,"-3/4"]],"facts":{"bits":8,"penetration":"0","pin_drift":"0","#,
    r#""kinetic":"0","#,
    r#""potential":"0","momentum":["0","0"],"angular_momentum":"5","impact_kinetic":"-1/7","#,
    r#""impact_heat":"1/7","heat":"2","sliding":[[[1,0,0,0,0,2],"3/2"]],"#,
    r#""free":[],"made":[],"lost":[],"impacts":[]}}"#
);

#[test]
fn the_keys_with_friction_are_those_of_the_page() {
    let read = read_record(FRICTION_LINE, Format::Friction).unwrap();
    assert_eq!(write_record(&read), FRICTION_LINE);
    assert_eq!(read.bits(), 8);
    let sliding = &read.facts.friction.as_ref().unwrap().sliding;
    assert_eq!(sliding[0].0, read.rows[0]);
    let header = concat!(
        r#"{"format":"zwang-friction-run-1","scene":"00","step":"1/100","grid":40,"#,
        r#""restitution":"0","pairs":[],"corner":"stop","scheme":"rigid","program":"a"}"#,
    );
    let read = read_header(header).unwrap();
    assert_eq!(read.format, Format::Friction);
    assert_eq!(write_header(&read), header);
    assert_eq!(Kind::of(header.as_bytes()), Kind::Run);
    let (kind, _) = kind(header.as_bytes()).unwrap();
    assert_eq!(kind, Kind::Run);
    let other = header.replace("friction-run-1", "friction-run-2");
    let error = read_header(&other).unwrap_err().to_string();
    assert!(error.contains("or `zwang-friction-run-1`"), "{error}");
}

#[test]
fn neither_format_is_the_other() {
    let error = read_record(LINE, Format::Friction).unwrap_err().to_string();
    assert!(error.ends_with("expected `,\"choices\":`"), "{error}");
    let error = read_plain(FRICTION_LINE).unwrap_err().to_string();
    assert!(error.contains("found `,\"-7\"]]"), "{error}");
    for (find, put, message) in [
        ("\"relaxed\":2", "\"relaxed\":02", "found `02`"),
        (",\"-1\"]],\"sides\"", "]],\"sides\"", "expected `,`"),
        ("\"heat\":\"2\",", "", "expected `,\"heat\":`"),
        (",\"3/2\"]", "]", "expected `,`"),
        ("[[0,1]]", "[[0,1,2]]", "expected `]`"),
    ] {
        assert!(FRICTION_LINE.contains(find));
        let line = FRICTION_LINE.replace(find, put);
        let error = read_record(&line, Format::Friction).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn the_keys_are_those_of_the_page() {
    assert_eq!(write_record(&read_plain(LINE).unwrap()), LINE);
    let header = concat!(
        r#"{"format":"zwang-run-1","scene":"00","step":"1/100","grid":40,"restitution":"0","#,
        r#""pairs":[[1,2,"1/2"]],"corner":"stop","scheme":"rigid","program":"a \"b\" \\"}"#,
    );
    let read = read_header(header).unwrap();
    assert_eq!((read.program.as_str(), read.grid), ("a \"b\" \\", Some(40)));
    assert_eq!(read.scene_file, None);
    assert_eq!(write_header(&read), header);
    let end = r#""program":"a \"b\" \\"}"#;
    let with_scene = r#""program":"a \"b\" \\","scene_file":"{\"name\":\"a\"}"}"#;
    let header = header.replace(end, with_scene);
    let read = read_header(&header).unwrap();
    assert_eq!(read.scene_file.as_deref(), Some(r#"{"name":"a"}"#));
    assert_eq!(write_header(&read), header);
    for (found, message) in [
        ("{\\n}", "expected `\\\"`, `\\\\` or the end of the text"),
        ("{\n}", "found ` }"),
    ] {
        let error = read_header(&header.replace("{\\\"name\\\":\\\"a\\\"}", found));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn malformed_lines_say_where() {
    for (find, put, message) in [
        (
            "\"k\":7",
            "\"k\":07",
            "column 6: found `07`, expected an integer",
        ),
        (
            "\"rows\"",
            "\"row\"",
            "column 21: found `,\"row\":[[1,0,0,0,0,2]]",
        ),
        (
            "\"2a\"",
            "\"2A\"",
            "found `2A`, expected a hexadecimal integer",
        ),
        (
            "\"-ff\"",
            "\"0ff\"",
            "found `0ff`, expected a hexadecimal integer",
        ),
        ("\"1/2\"", "\"2/4\"", "found `2/4`, expected a fraction"),
        (
            ",1,\"-3",
            ",4,\"-3",
            "expected 0, 1, 2 or 3, or a fraction in quotes",
        ),
        (
            "\"answer\":0",
            "\"answer\":0,\"answer\":0",
            "found `,\"answer\":0",
        ),
        ("\"lost\":[],", "", "expected `,\"lost\":`"),
        (
            ",\"corners\"",
            ",\"all_rows\":\"0f\",\"corners\"",
            "found `0f`, expected 64 digits of a hexadecimal number",
        ),
        (
            ",\"defect\":[\"-1/8\",\"0\"]",
            "",
            "expected `,\"defect\":`",
        ),
        ("\"5/2\"", "\"10/4\"", "found `10/4`, expected a fraction"),
        (
            "\"impacts\":[]}}",
            "\"impacts\":[]}} ",
            "found ` `, expected the end of the line",
        ),
        (
            "\"impacts\":[]}}",
            "\"impacts\":[",
            "found the end of the line",
        ),
    ] {
        assert!(LINE.contains(find));
        let error = read_plain(&LINE.replace(find, put))
            .unwrap_err()
            .to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn trees_nest_so_deep_and_no_deeper() {
    let nested = |depth: usize| {
        let tree = r#"{"corner":0,"branches":["#.repeat(depth)
            + r#"{"forces":[],"sides":[],"pins":[]}"#
            + &"]}".repeat(depth);
        let found = r#"{"denominator":"2a","forces":[[0,"-ff"]],"sides":[],"pins":[]}"#;
        assert!(LINE.contains(found));
        LINE.replace(found, &tree)
    };
    assert!(read_plain(&nested(MOST_DECISIONS)).is_ok());
    let error = read_plain(&nested(MOST_DECISIONS + 1))
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("expected at most 256 corners on a path"),
        "{error}"
    );
}
