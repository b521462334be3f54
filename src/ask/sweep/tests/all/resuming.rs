//! Whoever is killed loses nothing and repeats nothing.

use crate::folder::{Folder, finish, stacks, table};
use std::fs;
use zwang_program::Stop;
use zwang_sweep::{Ask, Format, Plan, Scenes, Shard, SweepError, WorkOptions, work};

#[test]
fn wherever_a_file_is_torn_the_complete_rows_stay() {
    let folder = Folder::new("torn");
    let plan = stacks();
    let whole = folder.path("whole");
    finish(&whole, &plan, "0/1");
    let expected = table(&whole, Format::Csv);
    let rows = fs::read(whole.join("part-0-of-1.ndjson")).unwrap();
    let torn = folder.path("torn");
    for length in (0..rows.len()).step_by(97) {
        fs::create_dir_all(&torn).unwrap();
        fs::copy(whole.join("sweep.json"), torn.join("sweep.json")).unwrap();
        fs::write(torn.join("part-0-of-1.ndjson"), &rows[..length]).unwrap();
        let complete = rows[..length].iter().filter(|byte| **byte == b'\n').count() as u64;
        let options = WorkOptions::default();
        let stop = Stop::default();
        let worked = work(&torn, &plan, Shard::whole(), &options, &stop, |_| ()).unwrap();
        assert_eq!((worked.known, worked.made), (complete, 12 - complete));
        assert!(table(&torn, Format::Csv) == expected, "torn at {length}");
        fs::remove_dir_all(&torn).unwrap();
    }
}

#[test]
fn a_sweep_that_is_stopped_goes_on() {
    let folder = Folder::new("stopped");
    let plan = stacks();
    let path = folder.path("out");
    let stop = Stop::default();
    let options = WorkOptions {
        threads: 1,
        ..WorkOptions::default()
    };
    let worked = work(&path, &plan, Shard::whole(), &options, &stop, |worked| {
        if worked.made == 3 {
            stop.request();
        }
    })
    .unwrap();
    assert!(!worked.is_complete() && worked.made >= 3, "{worked:?}");
    finish(&path, &plan, "0/1");
    let whole = folder.path("whole");
    finish(&whole, &plan, "0/1");
    assert!(table(&path, Format::Csv) == table(&whole, Format::Csv));
}

#[test]
fn a_folder_holds_one_sweep() {
    let folder = Folder::new("other");
    let path = folder.path("out");
    finish(&path, &stacks(), "0/1");
    let scenes = Scenes::family("harmonic", [("count", "4")], []);
    let other = Plan::new(scenes, None, Ask::Collapse).unwrap();
    let options = WorkOptions::default();
    let stop = Stop::default();
    let error = work(&path, &other, Shard::whole(), &options, &stop, |_| ()).unwrap_err();
    assert!(matches!(error, SweepError::OtherSweep { .. }), "{error}");
}

#[test]
fn items_without_time_are_tried_again_if_that_is_wanted() {
    let folder = Folder::new("time");
    let path = folder.path("out");
    let scenes = Scenes::family("diamond", [], [("size", "5,6")]);
    let plan = Plan::new(scenes, None, Ask::Collapse).unwrap();
    let hasty = WorkOptions {
        time_limit: Some(std::time::Duration::from_nanos(1)),
        ..WorkOptions::default()
    };
    let stop = Stop::default();
    let worked = work(&path, &plan, Shard::whole(), &hasty, &stop, |_| ()).unwrap();
    assert_eq!((worked.made, worked.failed), (2, 2));
    assert_eq!(zwang_sweep::status(&path).unwrap().time_limits, 2);
    let patient = WorkOptions::default();
    let worked = work(&path, &plan, Shard::whole(), &patient, &stop, |_| ()).unwrap();
    assert_eq!((worked.known, worked.made), (2, 0));
    let retry = WorkOptions {
        retry: true,
        ..patient
    };
    let worked = work(&path, &plan, Shard::whole(), &retry, &stop, |_| ()).unwrap();
    assert_eq!((worked.made, worked.failed), (2, 0));
    let status = zwang_sweep::status(&path).unwrap();
    assert_eq!((status.time_limits, status.verdicts["moves"]), (0, 2));
}

#[test]
fn a_scene_file_that_has_changed_is_refused() {
    let folder = Folder::new("changed");
    let file = folder.path("scene.toml");
    let text = include_str!("../../../../../scenes/cantilever.toml");
    fs::write(&file, text).unwrap();
    let scenes = Scenes::files([file.as_path()]).unwrap();
    let plan = Plan::new(scenes, None, Ask::Collapse).unwrap();
    fs::write(&file, text.replace("cantilever", "other")).unwrap();
    let options = WorkOptions::default();
    let stop = Stop::default();
    let path = folder.path("out");
    let error = work(&path, &plan, Shard::whole(), &options, &stop, |_| ()).unwrap_err();
    assert!(matches!(error, SweepError::Changed { .. }), "{error}");
}

#[test]
fn shards_may_begin_at_the_same_time() {
    let folder = Folder::new("together");
    let plan = stacks();
    let path = folder.path("out");
    std::thread::scope(|scope| {
        for index in 0..12 {
            let (path, plan) = (&path, &plan);
            scope.spawn(move || finish(path, plan, &format!("{index}/12")));
        }
    });
    let whole = folder.path("whole");
    finish(&whole, &plan, "0/1");
    assert!(table(&path, Format::Csv) == table(&whole, Format::Csv));
}
