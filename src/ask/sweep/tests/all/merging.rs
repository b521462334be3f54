//! The merged table: the same bytes however a sweep was shared, and what is in it.

use crate::folder::{Folder, finish, stacks, table};
use zwang_program::Stop;
use zwang_sweep::{Ask, Format, Plan, Sample, Scenes, Shard, SweepError, WorkOptions, merge, work};

#[test]
fn the_table_does_not_depend_on_the_number_of_shards() {
    let folder = Folder::new("shards");
    let plan = stacks();
    for count in [1, 2, 7] {
        let path = folder.path(&count.to_string());
        // Backwards, as nobody promises an order.
        for index in (0..count).rev() {
            finish(&path, &plan, &format!("{index}/{count}"));
        }
    }
    // Two processes that share a sweep differently do some items twice.
    let mixed = folder.path("mixed");
    finish(&mixed, &plan, "0/2");
    finish(&mixed, &plan, "0/1");
    for format in [Format::Csv, Format::Parquet] {
        let whole = table(&folder.path("1"), format);
        for other in ["2", "7", "mixed"] {
            assert!(whole == table(&folder.path(other), format), "{other}");
        }
    }
}

#[test]
fn rows_say_what_each_item_is_and_does() {
    let folder = Folder::new("rows");
    let path = folder.path("out");
    finish(&path, &stacks(), "0/1");
    let table = table(&path, Format::Csv);
    let mut reader = csv::Reader::from_reader(table.as_slice());
    let names = reader.headers().unwrap().clone();
    let column = |name: &str| names.iter().position(|found| found == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 12);
    for (item, row) in rows.iter().enumerate() {
        let cell = |name: &str| &row[column(name)];
        assert_eq!(cell("item"), item.to_string());
        let beyond = ["-1/10", "0", "1/10", "1/7"][item / 3];
        let height = ["1/4", "0", "1/3"][item % 3];
        assert_eq!([cell("beyond"), cell("height")], [beyond, height]);
        if height == "0" {
            assert_eq!(cell("status"), "error");
            assert!(cell("message").contains("the height is 0"), "{row:?}");
            assert_eq!([cell("verdict"), cell("proof")], ["", ""]);
            continue;
        }
        // A harmonic stack stands up to its critical overhang, that included.
        let verdict = if item < 6 { "rests" } else { "moves" };
        assert_eq!([cell("status"), cell("verdict")], ["ok", verdict]);
        assert!(cell("proof").starts_with("{\"format\":\"zwang-proof-1\""));
    }
    // Restraint of three bricks of mass 1/4 that stay at rest: 3 · ½ · ¼ · 1².
    assert_eq!(&rows[0][column("restraint")], "3/8");
    assert_eq!(&rows[0][column("restraint_double")], "0.375");
}

#[test]
fn an_incomplete_sweep_is_merged_only_if_that_is_wanted() {
    let folder = Folder::new("incomplete");
    let path = folder.path("out");
    finish(&path, &stacks(), "1/3");
    let mut table = Vec::new();
    let error = merge(&path, Format::Csv, false, false, &mut table).unwrap_err();
    let SweepError::Incomplete {
        found,
        expected,
        first,
        ..
    } = error
    else {
        panic!("{error}");
    };
    assert_eq!([found, expected, first], [4, 12, 0]);
    let merged = merge(&path, Format::Csv, false, true, &mut table).unwrap();
    assert_eq!((merged.rows, merged.items), (4, 12));
}

#[test]
fn a_sample_is_drawn_from_the_values_and_its_seed_determines_it() {
    let drawn = |seed| {
        let folder = Folder::new(&format!("sample-{seed}"));
        let vary = [("overhang", "-1/4..1/4:2^-10"), ("gravity", "9,10")];
        let scenes = Scenes::family("cantilever", [], vary);
        let sample = Sample { count: 40, seed };
        let plan = Plan::new(scenes, Some(sample), Ask::Stability).unwrap();
        finish(&folder.path("out"), &plan, "0/1");
        table(&folder.path("out"), Format::Csv)
    };
    let first = drawn(1);
    assert_eq!(first, drawn(1));
    assert_ne!(first, drawn(2));
    let mut reader = csv::Reader::from_reader(first.as_slice());
    for row in reader.records() {
        let row = row.unwrap();
        let overhang = zwang_exact::parse(&row[1]).unwrap();
        let units = &overhang * zwang_exact::parse("1024").unwrap();
        assert!(units.is_integer());
        // A brick stands as long as its centre is not beyond the edge.
        let stands = overhang <= zwang_exact::parse("0").unwrap();
        assert_eq!(row.iter().any(|cell| cell == "stands"), stands, "{row:?}");
    }
}

#[test]
fn every_question_is_answered_and_proved() {
    let folder = Folder::new("questions");
    for (question, verdict) in [
        ("collapse", "moves"),
        ("stability", "falls"),
        ("simulate:3", "moves"),
        ("simulate:2:1/50", "moves"),
        ("simulate:4", "rests"),
        ("critical:friction", "can stand"),
        ("critical:left", "can stand"),
        ("critical:right", "can stand"),
    ] {
        let path = folder.path(&question.replace([':', '/'], "-"));
        let (family, fixed) = match question.starts_with("critical") {
            true => (
                "wall",
                vec![("rows", "2"), ("columns", "2"), ("friction", "1/2")],
            ),
            false => ("diamond", vec![("size", "5")]),
        };
        let (family, fixed) = match question {
            "critical:friction" => ("ladder", vec![]),
            "simulate:4" => ("wall", vec![("rows", "2"), ("columns", "2")]),
            _ => (family, fixed),
        };
        let scenes = Scenes::family(family, fixed, []);
        let plan = Plan::new(scenes, None, question.parse().unwrap()).unwrap();
        let options = WorkOptions::default();
        let stop = Stop::default();
        let worked = work(&path, &plan, Shard::whole(), &options, &stop, |_| ()).unwrap();
        assert_eq!((worked.made, worked.failed), (1, 0), "{question}");
        let status = zwang_sweep::status(&path).unwrap();
        assert_eq!(
            status.verdicts.get(verdict),
            Some(&1),
            "{question}: {status:?}"
        );
        let checked = zwang_sweep::check(&path, Shard::whole(), |_| ()).unwrap();
        assert_eq!(checked.accepted, 1, "{question}: {checked:?}");
    }
}
