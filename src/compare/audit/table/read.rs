//! From rows to states: every free body once at every time, times ascending from 0.

use super::error::{TableError, quoted, shown};
use super::row::{Content, Row, Texts};
use super::{Contact, Header, Placed, State, Table, csv, ndjson, units};
use crate::double::unit_in_the_last_place;
use malachite::Rational;
use malachite::rational::rational::arithmetic::traits::SimplestRationalInInterval;
use zwang_scene::{BodyId, Scene};

/// Steps are equally long if no time is off by more than a step divided by this.
const STEP_PRECISION: u32 = 1000;

/// Reads the table of a run of a scene, CSV or NDJSON.
///
/// # Errors
/// [`TableError`] for the first thing that is wrong: a form, a number, a body that is missing or
/// unknown, a time out of order, a unit that cannot be the scene's.
pub fn read(text: &str, scene: &Scene) -> Result<Table, TableError> {
    let text = text.trim_start_matches('\u{feff}');
    let is_json = text.trim_start().starts_with('{');
    let Texts { header, rows } = if is_json {
        ndjson::read(text)?
    } else {
        csv::read(text)?
    };
    let mut gathering = Gathering::new(scene);
    for (line, fields) in &rows {
        let row = Row::new(*line, fields)?;
        gathering.add(row)?;
    }
    let (states, lines) = gathering.finish()?;
    let mut has_velocities = false;
    let mut lacks_velocities = false;
    for body in states.iter().flat_map(|state| &state.bodies) {
        has_velocities |= body.velocity.is_some();
        lacks_velocities |= body.velocity.is_none();
    }
    if has_velocities && lacks_velocities {
        return Err(TableError::new(
            1,
            "velocities in some rows",
            "vx, vy and spin for every body at every time, or never",
        ));
    }
    let has_contacts = states.iter().any(|state| !state.contacts.is_empty());
    let step = uniform_step(&header, &states, &lines)?;
    units::check(scene, &states, &lines)?;
    Ok(Table {
        header,
        step,
        states,
        has_velocities,
        has_contacts,
    })
}

/// The states that are complete, and the one that is being read.
struct Gathering<'a> {
    scene: &'a Scene,
    /// The place of each body among the free ones.
    free: Vec<Option<usize>>,
    states: Vec<State>,
    /// The last line of each state.
    lines: Vec<usize>,
    time: Option<Rational>,
    line: usize,
    bodies: Vec<Option<Placed>>,
    contacts: Vec<Contact>,
}

impl<'a> Gathering<'a> {
    fn new(scene: &'a Scene) -> Self {
        let mut count = 0;
        let mut free = Vec::new();
        for body in &scene.bodies {
            if body.is_fixed() {
                free.push(None);
            } else {
                free.push(Some(count));
                count += 1;
            }
        }
        Self {
            scene,
            free,
            states: Vec::new(),
            lines: Vec::new(),
            time: None,
            line: 1,
            bodies: vec![None; count],
            contacts: Vec::new(),
        }
    }

    fn add(&mut self, row: Row) -> Result<(), TableError> {
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
            Content::Contact(other, point, force) => {
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
                let Some(place) = self.free[body] else {
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
        if let Some(body) = self.scene.body_id(name) {
            return Ok(body);
        }
        let bodies = &self.scene.bodies;
        let first = bodies.iter().take(6);
        let mut known: Vec<&str> = first.map(|body| body.name.as_str()).collect();
        if bodies.len() > 6 {
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
        let free = self.scene.bodies.iter().filter(|body| !body.is_fixed());
        let mut missing = Vec::new();
        for (body, placed) in free.zip(&self.bodies) {
            if placed.is_none() {
                missing.push(quoted(&body.name));
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

    fn finish(mut self) -> Result<(Vec<State>, Vec<usize>), TableError> {
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
fn uniform_step(
    header: &Header,
    states: &[State],
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
