//! Working on a shard: each item that has no row yet gets one.

use crate::error::Result;
use crate::folder;
use crate::item::digest_and_bodies;
use crate::part::{PartWriter, Shard};
use crate::plan::Plan;
use crate::row::{Row, Status};
use serde_json::json;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use zwang_program::{Monitor, Stop};
use zwang_scene::AnyScene;

/// This many rows may wait to be written.
const WAITING: usize = 64;

/// How to work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkOptions {
    /// How many items are worked on at a time, each in one thread; 0 for as many as there are
    /// cores.
    pub threads: usize,
    /// How long an item may take. Its row then says so, and has no answer.
    pub time_limit: Option<Duration>,
    /// Whether items whose time was up are worked on again.
    pub retry: bool,
}

/// How far a shard is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worked {
    /// The items of the shard.
    pub items: u64,
    /// Those that had a row before.
    pub known: u64,
    /// Those that have got one.
    pub made: u64,
    /// For these, those without an answer.
    pub failed: u64,
}

impl Worked {
    /// Whether every item of the shard has a row.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known + self.made == self.items
    }

    /// Returns a line of JSON, of the format `zwang-sweep-worked-1`.
    #[must_use]
    pub fn json(&self, shard: Shard) -> String {
        let value = json!({
            "format": "zwang-sweep-worked-1",
            "shard": shard.to_string(),
            "items": self.items,
            "known": self.known,
            "made": self.made,
            "failed": self.failed,
            "complete": self.is_complete(),
        });
        format!("{value}\n")
    }
}

/// Works on a shard of a sweep in a folder, which is made if need be. After each row `tell` is told
/// how far the shard is. A process that is stopped, or killed, loses the items that it works on and
/// no others; called again, it goes on.
///
/// # Errors
/// [`SweepError`](crate::SweepError) if the folder holds another sweep, another process works on
/// the shard, the question cannot be asked about a scene in space, or a file cannot be read or
/// written.
pub fn work(
    folder: &Path,
    plan: &Plan,
    shard: Shard,
    options: &WorkOptions,
    stop: &Stop,
    mut tell: impl FnMut(&Worked),
) -> Result<Worked> {
    plan.refuse_space()?;
    folder::begin(folder, plan)?;
    let mut done = BTreeSet::new();
    let path = folder::part(folder, shard);
    let mut part = PartWriter::open(&path, |row| {
        if options.retry && row.status == Status::TimeLimit {
            done.remove(&row.item);
        } else {
            done.insert(row.item);
        }
    })?;
    let mut worked = Worked {
        items: shard.size(plan.items()),
        known: done.len() as u64,
        made: 0,
        failed: 0,
    };
    tell(&worked);
    let items = shard.items(plan.items());
    let left = items.filter(|item| !done.contains(item));
    let left = Mutex::new(left);
    let worker = Worker {
        plan,
        time_limit: options.time_limit,
        stop,
    };
    thread::scope(|scope| {
        let (sender, rows) = mpsc::sync_channel(WAITING);
        for _ in 0..threads(options) {
            let sender = sender.clone();
            scope.spawn(|| worker.work(&left, sender));
        }
        drop(sender);
        for row in rows {
            let row = row?;
            part.push(&row)?;
            worked.made += 1;
            worked.failed += u64::from(row.status != Status::Ok);
            tell(&worked);
        }
        Ok(())
    })?;
    part.finish()?;
    Ok(worked)
}

fn threads(options: &WorkOptions) -> usize {
    match options.threads {
        0 => thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// Data that all threads share.
struct Worker<'a> {
    plan: &'a Plan,
    time_limit: Option<Duration>,
    stop: &'a Stop,
}

impl Worker<'_> {
    /// Takes one item after the other, until there is none, or nobody wants more rows.
    fn work(&self, left: &Mutex<impl Iterator<Item = u64>>, rows: SyncSender<Result<Row>>) {
        while !self.stop.is_due() {
            // The lock is not kept while the item is worked on.
            let Some(item) = next(left) else {
                return;
            };
            let start = Instant::now();
            let row = match self.plan.scene(item) {
                Ok(scene) => Ok(self.row(item, scene, start)),
                Err(error) => Err(error),
            };
            let is_last = row.is_err();
            // What was cut short is no row.
            if self.stop.is_due() || rows.send(row).is_err() || is_last {
                return;
            }
        }
    }

    fn row(&self, item: u64, scene: Result<AnyScene, String>, start: Instant) -> Row {
        let mut row = Row {
            item,
            status: Status::Error,
            message: None,
            scene: None,
            bodies: None,
            answer: None,
            microseconds: 0,
        };
        match scene {
            Err(error) => row.message = Some(error),
            Ok(scene) => {
                let (digest, bodies) = digest_and_bodies(&scene);
                row.scene = Some(digest);
                row.bodies = Some(bodies);
                self.answer(&mut row, &scene, start);
            }
        }
        row.microseconds = microseconds(start.elapsed());
        row
    }

    fn answer(&self, row: &mut Row, scene: &AnyScene, start: Instant) {
        let stop = match self.time_limit {
            Some(limit) => Stop::at(start + limit),
            None => self.stop.clone(),
        };
        let monitor = Monitor::default().with_stop(stop);
        match self.plan.ask().answer(scene, &monitor) {
            Ok(answer) => {
                row.status = Status::Ok;
                row.answer = Some(answer);
            }
            Err(_) if monitor.stop().is_due() => {
                row.status = Status::TimeLimit;
                row.message = Some("no answer within the time limit".to_owned());
            }
            Err(error) => row.message = Some(error.to_string()),
        }
    }
}

fn next<T>(items: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    let items = items.lock();
    let mut items = items.unwrap_or_else(PoisonError::into_inner);
    items.next()
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}
