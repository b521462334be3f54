//! Reads the data of a film as docs/films.md describes them; nothing is shared with what wrote
//! them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use num_bigint::BigInt;
use serde_json::Value;
use std::io::Read;
use zwang_exact::Rational;

/// A film.
pub struct FilmData {
    pub scene: Value,
    /// For each step and free body the numbers of its state: x, y, n, t, and those of
    /// its velocity and spin.
    pub states: Vec<Vec<[Rational; 7]>>,
    pub facts: Vec<Facts>,
    pub groups: Vec<Vec<Group>>,
    /// For each step the contacts made, and those lost.
    pub changes: Vec<[Vec<Change>; 2]>,
    /// For each step of a film with friction the contacts that begin to slide, those that cease to,
    /// and those that slide back.
    pub sliding: Vec<[Vec<Change>; 3]>,
}

#[derive(Debug)]
pub struct Facts {
    pub bits: u64,
    pub has_impact: bool,
    pub penetration: Rational,
    pub pin_drift: Rational,
}

/// 0, or a number and whether it is negative.
pub type Coordinate = Option<(usize, bool)>;

/// Forces: (row, number, whether with an impact); (pin, for each coordinate its number and sign);
/// leading bits of numbers.
#[derive(Debug)]
pub struct Group {
    pub rows: Vec<(usize, usize, bool)>,
    /// With friction, whether each row slides.
    pub slides: Vec<bool>,
    pub pins: Vec<(usize, [Coordinate; 2])>,
    pub leading: Vec<(BigInt, i64)>,
}

/// A contact that is made or lost: its row, between which parts of the step, whether the velocity
/// jumps.
#[derive(Debug)]
pub struct Change {
    pub row: usize,
    pub bounds: [u64; 2],
    pub velocity_jumps: bool,
}

/// The text of an element.
pub fn element<'a>(page: &'a str, id: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).unwrap();
    rest.split_once("</script>").unwrap().0
}

fn unpacked(page: &str, id: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(STANDARD.decode(element(page, id)).unwrap().as_slice())
        .read_to_end(&mut bytes)
        .unwrap();
    bytes
}

struct Bytes {
    bytes: Vec<u8>,
    at: usize,
}

impl Bytes {
    fn take(&mut self, count: usize) -> &[u8] {
        self.at += count;
        &self.bytes[self.at - count..self.at]
    }

    fn natural(&mut self) -> u64 {
        let mut value = 0;
        for place in 0.. {
            let byte = self.take(1)[0];
            value |= u64::from(byte % 128) << (7 * place);
            if byte < 128 {
                return value;
            }
        }
        unreachable!()
    }

    fn index(&mut self) -> usize {
        self.natural() as usize
    }

    fn small(&mut self) -> i64 {
        let value = self.natural() as i64;
        if value % 2 == 0 {
            value / 2
        } else {
            -(value + 1) / 2
        }
    }

    fn integer(&mut self) -> BigInt {
        let head = self.index();
        let magnitude = BigInt::from_bytes_le(num_bigint::Sign::Plus, self.take(head / 2));
        if head % 2 == 1 { -magnitude } else { magnitude }
    }

    fn fraction(&mut self) -> Rational {
        let numerator = self.integer();
        Rational::new(numerator, self.integer())
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = self.index();
        (0..count).map(|_| item(self)).collect()
    }

    fn state(&mut self, grid: u64, body: &Value) -> [Rational; 7] {
        let over = |number: BigInt| Rational::new(number, BigInt::from(1) << grid);
        let (x, y) = (self.integer(), self.integer());
        let quarter = BigInt::from(self.natural());
        let origin = |axis: usize| {
            zwang_exact::parse(body["free"]["centroid"][axis].as_str().unwrap()).unwrap()
        };
        [
            over(x) + origin(0),
            over(y) + origin(1),
            Rational::from_integer(quarter),
            over(self.integer()),
            over(self.integer()),
            over(self.integer()),
            over(self.integer()),
        ]
    }

    fn facts(&mut self) -> Facts {
        let (bits, has_impact) = (self.natural(), self.natural() == 1);
        self.take(32);
        let (penetration, pin_drift) = (self.fraction(), self.fraction());
        Facts {
            bits,
            has_impact,
            penetration,
            pin_drift,
        }
    }

    fn group(&mut self, has_friction: bool) -> Group {
        let mut slides = Vec::new();
        let rows = self.list(|bytes| {
            let (row, number) = (bytes.index(), bytes.index());
            if has_friction {
                let _along = bytes.index();
                slides.push(bytes.natural() == 1);
            }
            (row, number / 2, number % 2 == 1)
        });
        let coordinate = |number: usize| {
            number
                .checked_sub(1)
                .map(|number| (number / 2, number % 2 == 1))
        };
        let pins = self.list(|bytes| {
            (
                bytes.index(),
                [coordinate(bytes.index()), coordinate(bytes.index())],
            )
        });
        let leading = self.list(|bytes| {
            let significand = BigInt::from_bytes_le(num_bigint::Sign::Plus, bytes.take(6));
            (significand, bytes.small())
        });
        Group {
            rows,
            slides,
            pins,
            leading,
        }
    }

    fn change(&mut self) -> Change {
        Change {
            row: self.index(),
            bounds: [self.natural(), self.natural()],
            velocity_jumps: self.natural() == 1,
        }
    }
}

impl FilmData {
    /// Of the text of a page.
    pub fn read(page: &str) -> Self {
        let scene: Value = serde_json::from_str(element(page, "film-scene")).unwrap();
        let steps = scene["steps"].as_u64().unwrap() as usize;
        let free = scene["bodies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|body| !body["free"].is_null());
        let free: Vec<&Value> = free.collect();
        let grid = scene["grid"].as_u64().unwrap();
        let mut bytes = Bytes {
            bytes: unpacked(page, "film-steps"),
            at: 0,
        };
        let states = (0..steps)
            .map(|_| free.iter().map(|body| bytes.state(grid, body)).collect())
            .collect();
        let facts = (0..steps).map(|_| bytes.facts()).collect();
        let has_friction = scene["friction"].as_bool().unwrap_or_default();
        let groups = (0..steps).map(|_| bytes.list(|bytes| bytes.group(has_friction)));
        let groups: Vec<Vec<Group>> = groups.collect();
        let mut changes = Vec::new();
        let mut sliding = Vec::new();
        for _ in 0..steps {
            changes.push([(); 2].map(|()| bytes.list(Bytes::change)));
            if has_friction {
                sliding.push([(); 3].map(|()| bytes.list(Bytes::change)));
            }
        }
        assert_eq!(
            bytes.at,
            bytes.bytes.len(),
            "the steps end where they should"
        );
        Self {
            scene,
            states,
            facts,
            groups,
            changes,
            sliding,
        }
    }
}
