//! Functions that several tests use.

use zwang_exact::Vector;

/// Points whose coordinates stand one after the other.
pub fn points(list: &str) -> Vec<Vector> {
    let mut points = Vec::new();
    let mut numbers = list.split_whitespace();
    while let Some(x) = numbers.next() {
        let y = numbers.next().unwrap();
        let x = x.parse().unwrap();
        let y = y.parse().unwrap();
        points.push(Vector::from_integers(x, y));
    }
    points
}
