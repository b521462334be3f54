//! From rows to states: every free body once at every time, times ascending from 0.

use super::error::{TableError, quoted, shown};
use super::in_space::{self, SpaceTable};
use super::row::{Content, Placement, Row, Texts};
use super::{Contact, Header, State, Table, csv, ndjson, units};
use crate::double::unit_in_the_last_place;
use malachite::Rational;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use std::collections::BTreeMap;
use zwang_scene::{BodyId, Scene, space};

/// Steps are equally long if no time is off by more than a step divided by this.
const STEP_PRECISION: u32 = 1000;

/// Reads the table of a run of a scene, CSV or NDJSON.
///
/// # Errors
/// [`TableError`] for the first thing that is wrong: a form, a number, a body that is missing or
/// unknown, a time out of order, a unit that cannot be the scene's.
pub fn read(text: &str, scene: &Scene) -> Result<Table, TableError> {
    let bodies = scene.bodies.iter();
    let bodies = bodies.map(|body| (body.name.as_str(), body.is_fixed()));
    let (table, lines) = read_of_bodies(text, bodies.collect())?;
    units::check(scene, &table.states, &lines)?;
    Ok(table)
}

/// Reads the table of a run of a scene in space.
///
/// # Errors
/// The same.
pub fn read_in_space(text: &str, scene: &space::Scene) -> Result<SpaceTable, TableError> {
    let bodies = scene.bodies.iter();
    let bodies = bodies.map(|body| (body.name.as_str(), body.is_fixed()));
    let (table, lines) = read_of_bodies(text, bodies.collect())?;
    in_space::check(scene, &table.states[0], lines[0])?;
    Ok(table)
}

/// The table of bodies with these names, of which some are fixed, and the last line of each state.
fn read_of_bodies<P: Placement + Clone>(
    text: &str,
    named: Vec<(&str, bool)>,
) -> Result<(Table<P>, Vec<usize>), TableError> {
    let text = text.trim_start_matches('\u{feff}');
    let is_json = text.trim_start().starts_with('{');
    let Texts { header, rows } = if is_json {
        ndjson::read(text, P::COLUMNS)?
    } else {
        csv::read(text, P::COLUMNS)?
    };
    let mut gathering = Gathering::new(named);
    for (line, fields) in &rows {
        let row = Row::new(*line, fields)?;
        gathering.add(row)?;
    }
    let (states, lines) = gathering.finish()?;
    let mut has_velocities = false;
    let mut lacks_velocities = false;
    for body in states.iter().flat_map(|state: &State<P>| &state.bodies) {
        has_velocities |= body.has_velocity();
        lacks_velocities |= !body.has_velocity();
    }
    if has_velocities && lacks_velocities {
        let velocities = P::VELOCITIES;
        return Err(TableError::new(
            1,
            "velocities in some rows",
            format!("{velocities} for every body at every time, or never"),
        ));
    }
    let has_contacts = states.iter().any(|state| !state.contacts.is_empty());
    let step = uniform_step(&header, &states, &lines)?;
    let table = Table {
        header,
        step,
        states,
        has_velocities,
        has_contacts,
    };
    Ok((table, lines))
}

/// The states that are complete, and the one that is being read.
struct Gathering<'a, P> {
    /// The names of the bodies.
    names: Vec<&'a str>,
    numbers: BTreeMap<&'a str, usize>,
    /// The place of each body among the free ones.
    free: Vec<Option<usize>>,
    states: Vec<State<P>>,
    /// The last line of each state.
    lines: Vec<usize>,
    time: Option<Rational>,
    line: usize,
    bodies: Vec<Option<P>>,
    contacts: Vec<Contact>,
}

impl<'a, P: Clone> Gathering<'a, P> {
    fn new(named: Vec<(&'a str, bool)>) -> Self {
        let mut count = 0;
        let mut free = Vec::new();
        let mut names = Vec::new();
        for (name, is_fixed) in named {
            names.push(name);
            if is_fixed {
                free.push(None);
            } else {
                free.push(Some(count));
                count += 1;
            }
        }
        let numbers = names.iter().enumerate().map(|(body, name)| (*name, body));
        Self {
            numbers: numbers.collect(),
            names,
            free,
            states: Vec::new(),
            lines: Vec::new(),
            time: None,
            line: 1,
            bodies: vec![None; count],
            contacts: Vec::new(),
        }
    }

    fn add(&mut self, row: Row<P>) -> Result<(), TableError> {
        match &self.time {
            Some(time) if *time > row.time => {
                let earlier = shown(&row.time);
                let time = shown(time);
                let found = format!("{earlier} after {time}");
                let error = TableError::new(row.line, found, "times in ascending order");
                return Err(error.in_column("time"));
            }
            Some(time) if *time < row.time => self.complete()?,
            _ => {}
        }
        self.time = Some(row.time);
        self.line = row.line;
        let body = self.body(&row.body, row.line, "body")?;
        match row.content {
            Content::Contact(contact) => {
                let (other, point, force) = *contact;
                let other = self.body(&other, row.line, "other")?;
                if other == body {
                    let expected = "another body than `body`";
                    let error = TableError::new(row.line, quoted(&row.body), expected);
                    return Err(error.in_column("other"));
                }
                self.contacts.push(Contact {
                    bodies: [body, other],
                    point,
                    force,
                });
            }
            Content::Body(placed) => {
                // Fixed bodies may be listed; they are where the scene has them.
                let Some(place) = self.free[body.0] else {
                    return Ok(());
                };
                if self.bodies[place].replace(placed).is_some() {
                    let body = quoted(&row.body);
                    let time = self.time_text();
                    return Err(TableError::new(
                        row.line,
                        format!("body {body} a second time at time {time}"),
                        "each body once at each time",
                    ));
                }
            }
        }
        Ok(())
    }

    fn body(&self, name: &str, line: usize, column: &str) -> Result<BodyId, TableError> {
        if let Some(body) = self.numbers.get(name) {
            return Ok(BodyId(*body));
        }
        let mut known: Vec<&str> = self.names.iter().copied().take(6).collect();
        if self.names.len() > 6 {
            known.push("…");
        }
        let known = known.join(", ");
        let name = quoted(name);
        let error = TableError::new(
            line,
            format!("the unknown body {name}"),
            format!("the name of a body of the scene: {known}"),
        );
        Err(error.in_column(column))
    }

    fn time_text(&self) -> String {
        self.time.as_ref().map_or("0".to_owned(), shown)
    }

    /// Ends the state of one time.
    fn complete(&mut self) -> Result<(), TableError> {
        let Some(time) = self.time.clone() else {
            return Ok(());
        };
        let mut missing = Vec::new();
        for (name, place) in self.names.iter().zip(&self.free) {
            if place.is_some_and(|place| self.bodies[place].is_none()) {
                missing.push(quoted(name));
            }
        }
        if let Some(first) = missing.first() {
            let others = match missing.len() - 1 {
                0 => String::new(),
                others => format!(" and {others} more"),
            };
            let time = shown(&time);
            return Err(TableError::new(
                self.line,
                format!("no row of body {first}{others} at time {time}"),
                "a row for each free body at each time",
            ));
        }
        let bodies = self.bodies.iter_mut().filter_map(Option::take).collect();
        self.states.push(State {
            time,
            bodies,
            contacts: std::mem::take(&mut self.contacts),
        });
        self.lines.push(self.line);
        Ok(())
    }

    fn finish(mut self) -> Result<(Vec<State<P>>, Vec<usize>), TableError> {
        self.complete()?;
        if let Some(first) = self.states.first().filter(|first| first.time != 0) {
            let expected = "the time 0 first, with the bodies as in the scene; \
                subtract the first time, or export an earlier state";
            let found = shown(&first.time);
            let error = TableError::new(self.lines[0], found, expected);
            return Err(error.in_column("time"));
        }
        if self.states.len() < 2 {
            let count = self.states.len();
            return Err(TableError::new(
                self.line,
                format!("{count} times"),
                "at least two: the scene at time 0, and what became of it",
            ));
        }
        Ok((self.states, self.lines))
    }
}

/// The header's step, or the simplest fraction within half a unit of the last place of the first
/// one; `None` if times are not its multiples, up to a thousandth of it.
fn uniform_step<P>(
    header: &Header,
    states: &[State<P>],
    lines: &[usize],
) -> Result<Option<Rational>, TableError> {
    let first = &states[1].time;
    let step = header.step.clone().unwrap_or_else(|| {
        let bits = header.precision.significant_bits();
        let half_unit = unit_in_the_last_place(first, bits) / Rational::from(2);
        let low = first - &half_unit;
        let high = first + half_unit;
        Rational::simplest_rational_in_open_interval(&low, &high)
    });
    let slack = &step / Rational::from(STEP_PRECISION);
    let off = (0..states.len()).find(|&index| {
        let apart = &states[index].time - &step * Rational::from(index);
        apart > slack || apart < -&slack
    });
    match off {
        None => Ok(Some(step)),
        Some(index) if header.step.is_some() => {
            let found = shown(&states[index].time);
            let time = &step * Rational::from(index);
            let time = shown(&time);
            let expected = format!("{time}, since the header has steps of {step} s");
            let error = TableError::new(lines[index], found, expected);
            Err(error.in_column("time"))
        }
        Some(_) => Ok(None),
    }
}
