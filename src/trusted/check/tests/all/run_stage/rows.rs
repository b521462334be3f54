//! Which rows and corners a step has, and how deep bodies lie in each other, by looking at
//! everything (`proofs/RUN.md`, sections 3 and 6).

use super::plane::{is_negative, q, sign_over_roots, square, zero};
use super::world::World;
use zwang_certificate::run::Corner;
use zwang_certificate::{Contact, Feature, PartId};
use zwang_exact::{Rational, Vector};

impl World<'_> {
    /// R².
    pub fn reach_square(&self) -> Rational {
        let targets = self.targets();
        let square_of = |body: usize| {
            let parts = self.scene.bodies[body].parts.iter().enumerate();
            let arms = parts.flat_map(|(part, polygon)| {
                (0..polygon.vertices().len()).map(move |index| Feature {
                    part: PartId { body, part },
                    index,
                })
            });
            let longest = arms
                .map(|feature| square(&self.arm(feature)))
                .max()
                .unwrap();
            square(&targets[body].0) + square(&(&self.now[body].c - &self.before[body].c)) * longest
        };
        let bodies = (0..self.scene.bodies.len()).filter(|body| self.is_free(*body));
        q(32, 1) * bodies.map(square_of).max().unwrap_or_else(zero)
    }

    fn parts(&self) -> Vec<PartId> {
        let bodies = self.scene.bodies.iter().enumerate();
        bodies
            .flat_map(|(body, found)| (0..found.parts.len()).map(move |part| PartId { body, part }))
            .collect()
    }

    fn direction(&self, edge: Feature) -> Vector {
        &self.point(self.end(edge)) - &self.point(edge)
    }

    fn normal(&self, edge: Feature) -> Vector {
        -&self.direction(edge).quarter_turn()
    }

    fn faces(&self, vertex: Feature, edge: Feature) -> bool {
        let count = self.count(vertex.part);
        let ending = Feature {
            index: (vertex.index + count - 1) % count,
            ..vertex
        };
        let n = self.normal(edge);
        let [first, second] = [ending, vertex].map(|edge| self.normal(edge));
        sign_over_roots(
            &n.dot(&first),
            &square(&first),
            &n.dot(&second),
            &square(&second),
        ) < 0
    }

    /// The edge that a vertex has a row with, of a part.
    fn row_edge(&self, vertex: Feature, part: PartId) -> Option<Feature> {
        let edges: Vec<Feature> = (0..self.count(part))
            .map(|index| Feature { part, index })
            .collect();
        let gap = |edge: Feature| self.gap(&Contact { vertex, edge });
        let facing: Vec<Feature> = edges
            .iter()
            .copied()
            .filter(|edge| self.faces(vertex, *edge))
            .collect();
        let beats = |one: Feature, other: Feature| {
            let (first, second) = (square(&self.direction(one)), square(&self.direction(other)));
            sign_over_roots(&gap(one), &first, &-gap(other), &second) > 0
        };
        let edge = facing.iter().copied().find(|edge| {
            facing
                .iter()
                .all(|other| other == edge || beats(*edge, *other))
        })?;
        let e = self.direction(edge);
        let along = (&self.point(vertex) - &self.point(edge)).dot(&e);
        let projects = !is_negative(&along) && along <= square(&e);
        let distance = gap(edge);
        let outside_or_in =
            !is_negative(&distance) || edges.iter().all(|edge| gap(*edge) <= zero());
        let close = distance <= zero() || &distance * &distance <= self.reach_square() * square(&e);
        (projects && outside_or_in && close).then_some(edge)
    }

    fn pairs(&self) -> Vec<(PartId, PartId)> {
        let parts = self.parts();
        let pairs = parts
            .iter()
            .flat_map(|first| parts.iter().map(move |second| (*first, *second)));
        pairs
            .filter(|(first, second)| {
                first.body != second.body && (self.is_free(first.body) || self.is_free(second.body))
            })
            .collect()
    }

    fn vertices(&self, part: PartId) -> impl Iterator<Item = Feature> {
        (0..self.count(part)).map(move |index| Feature { part, index })
    }

    /// The rows of the step.
    pub fn rows(&self) -> Vec<Contact> {
        let mut rows = Vec::new();
        for (part, other) in self.pairs() {
            for vertex in self.vertices(part) {
                rows.extend(
                    self.row_edge(vertex, other)
                        .map(|edge| Contact { vertex, edge }),
                );
            }
        }
        for (_, meeting) in self.meetings() {
            if self.choice(&meeting).is_none() {
                rows.extend(meeting.into_iter().map(|(row, _)| row));
            }
        }
        rows.sort();
        rows.dedup();
        rows
    }

    /// The corners of the step with their sides.
    pub fn corners(&self) -> Vec<(Corner, [Vec<Contact>; 2])> {
        let corners = self.meetings().into_iter();
        let mut corners: Vec<_> = corners
            .filter_map(|(corner, rows)| Some((corner, self.choice(&rows)?)))
            .collect();
        corners.sort();
        corners
    }

    /// Vertices that meet, with the rows that separate and their directions.
    fn meetings(&self) -> Vec<(Corner, Vec<(Contact, Vector)>)> {
        let mut meetings = Vec::new();
        for (part, other) in self
            .pairs()
            .into_iter()
            .filter(|(part, other)| part < other)
        {
            for k in self
                .vertices(part)
                .filter(|k| self.row_edge(*k, other).is_none())
            {
                for l in self
                    .vertices(other)
                    .filter(|l| self.row_edge(*l, part).is_none())
                {
                    if square(&(&self.point(k) - &self.point(l))) <= self.reach_square() {
                        meetings.push((
                            Corner {
                                first: k,
                                second: l,
                            },
                            self.candidates(k, l),
                        ));
                    }
                }
            }
        }
        meetings
    }

    fn candidates(&self, k: Feature, l: Feature) -> Vec<(Contact, Vector)> {
        let around = |vertex: Feature, step: usize| {
            let count = self.count(vertex.part);
            Feature {
                index: (vertex.index + count + step - 1) % count,
                ..vertex
            }
        };
        let candidates = [(k, around(l, 0)), (k, l), (l, around(k, 0)), (l, k)];
        let rows = candidates
            .into_iter()
            .map(|(vertex, edge)| Contact { vertex, edge });
        let separates = |row: &Contact| {
            (0..3).all(|step| {
                !is_negative(&self.gap(&Contact {
                    vertex: around(row.vertex, step),
                    edge: row.edge,
                }))
            })
        };
        let direction = |row: Contact| {
            let normal = self.normal(row.edge);
            (
                row,
                if row.edge.part == l.part {
                    normal
                } else {
                    -&normal
                },
            )
        };
        rows.filter(separates).map(direction).collect()
    }

    /// The two sides, unless there is no choice.
    fn choice(&self, rows: &[(Contact, Vector)]) -> Option<[Vec<Contact>; 2]> {
        let directions: Vec<&Vector> = rows.iter().map(|(_, direction)| direction).collect();
        let m0 = directions
            .iter()
            .find(|m| directions.iter().all(|other| m.cross(other) >= zero()))?;
        let m1 = directions
            .iter()
            .find(|m| directions.iter().all(|other| m.cross(other) <= zero()))?;
        let close = |m: &Vector, other: &Vector| {
            m.dot(other) > zero()
                && q(2, 1) * m.dot(other) * m.dot(other) > square(m) * square(other)
        };
        let side = |m: &Vector| {
            rows.iter()
                .filter(|(_, other)| close(m, other))
                .map(|(row, _)| *row)
                .collect()
        };
        (!close(m0, m1)).then(|| [side(m0), side(m1)])
    }

    /// The square of the largest penetration.
    pub fn penetration(&self) -> Rational {
        let mut largest = zero();
        for (part, other) in self
            .pairs()
            .into_iter()
            .filter(|(part, other)| part < other)
        {
            // For each edge: the least gap of the vertices of the other part, and the square of the
            // edge.
            let edges = [(part, other), (other, part)]
                .into_iter()
                .flat_map(|(part, other)| {
                    self.vertices(part).map(move |edge| {
                        let gaps = self
                            .vertices(other)
                            .map(|vertex| self.gap(&Contact { vertex, edge }));
                        (gaps.min().unwrap(), square(&self.direction(edge)))
                    })
                });
            let edges: Vec<(Rational, Rational)> = edges.collect();
            if edges.iter().all(|(gap, _)| is_negative(gap)) {
                let least = edges
                    .iter()
                    .map(|(gap, square)| gap * gap / square)
                    .min()
                    .unwrap();
                largest = largest.max(least);
            }
        }
        largest
    }
}
