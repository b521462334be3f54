//! From a scene to a framework.
//!
//! Grids of points start at vertex 0 of the rectangle and run along edge 0, then upwards; Simpson's
//! weights 1, 4, 1 integrate polynomials of degree 2. A pin at a point mass of both bodies makes
//! them one node; a pin to a fixed body or to the world takes the node out of the unknowns.

use super::framework::{
    Bar, Bracing, Frame, Framework, FrameworkError, Image, Model, Node, Outline, Vertex,
};
use super::number::ratio;
use zwang_collapse::symmetry;
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Pin, PinId, Polygon, Resultant, Scene};

/// A rectangle as points: places with their share of the mass, the grid coordinates of each, and
/// pairs joined by bars.
struct Grid {
    side: i64,
    points: Vec<(Vector, Rational)>,
    bars: Vec<[usize; 2]>,
}

impl Framework {
    /// The acceleration of each node where nothing holds it, m/s².
    pub(crate) fn gravity(&self) -> Vec<Vector> {
        self.nodes.iter().map(|node| node.gravity.clone()).collect()
    }

    /// The framework of a scene.
    ///
    /// # Errors
    /// [`FrameworkError`] if the model is one of point masses and a free body is not a rectangle
    /// with the moments that the points have, or has loads, or a pin is not at a point of both of
    /// its bodies; if a load acts on no free body; and if loads on a rigid body have torques beside
    /// those of their forces.
    pub fn new(scene: &Scene, model: Model) -> Result<Self, FrameworkError> {
        scene.require_loads_on_free_bodies()?;
        let mut framework = Self {
            nodes: vec![],
            bars: vec![],
            joints: vec![],
            outlines: vec![],
            friction: scene.friction.clone(),
            restitution: scene.restitution.clone(),
            ignoring: scene.ignoring_pairs(),
            frames: Some(vec![]),
            images: vec![],
        };
        match model {
            Model::Rigid => framework.add_rigid_bodies(scene)?,
            Model::Corners(bracing) => framework.add_grids(scene, 2, bracing)?,
            Model::NinePoints(bracing) => framework.add_grids(scene, 3, bracing)?,
        }
        let start: Vec<Vector> = framework
            .nodes
            .iter()
            .map(|node| node.place.clone())
            .collect();
        let symmetries = symmetry::detect(scene);
        framework.images = symmetries
            .into_iter()
            .map(|symmetry| Image::new(symmetry, &framework.outlines, &start))
            .collect();
        Ok(framework)
    }

    fn add_rigid_bodies(&mut self, scene: &Scene) -> Result<(), FrameworkError> {
        let mut centres = Vec::new();
        for ((id, body), loads) in scene.numbered_bodies().zip(scene.resultants()) {
            centres.push(self.nodes.len());
            let couple = loads.turning.couple.clone();
            if couple != ratio(0, 1) {
                return Err(FrameworkError::Torque {
                    body: body.name.clone(),
                    torque: Box::new(couple),
                });
            }
            if let Some(free) = &body.dynamics {
                self.add_rigid_nodes(id, free, &scene.gravity, &loads);
            }
            for part in &body.parts {
                let places = part.vertices().iter();
                let vertices = places.map(|place| rigid_point(body, centres[id], place));
                self.outlines.push(Outline {
                    body: id,
                    is_fixed: body.is_fixed(),
                    vertices: vertices.collect(),
                });
            }
        }
        for pin in &scene.pins {
            let first = rigid_point(&scene.bodies[pin.first], centres[pin.first], &pin.at);
            let second = match pin.second {
                Some(body) => rigid_point(&scene.bodies[body], centres[body], &pin.at),
                None => Vertex::Fixed(pin.at.clone()),
            };
            self.joints.push([first, second]);
        }
        Ok(())
    }

    fn add_rigid_nodes(
        &mut self,
        body: BodyId,
        free: &Dynamics,
        gravity: &Vector,
        loads: &Resultant,
    ) {
        let turn = self.nodes.len() + 1;
        let pushed = loads.force.scaled(&free.mass.recip());
        // Σ f conj(q) = Σ q · f + i Σ q × f.
        let turning = Vector::new(loads.turning.virial.clone(), loads.turning.moment.clone());
        self.nodes.push(Node {
            mass: free.mass.clone(),
            gravity: gravity + &pushed,
            place: free.centroid.clone(),
            velocity: free.velocity.clone(),
        });
        self.nodes.push(Node {
            mass: free.inertia.clone(),
            gravity: turning.scaled(&free.inertia.recip()),
            place: Vector::from_integers(1, 0),
            velocity: Vector::new(ratio(0, 1), free.spin.clone()),
        });
        let ends = [Vertex::Node(turn), Vertex::Fixed(Vector::zero())];
        self.bars.push(Bar {
            body,
            ends,
            squared_length: ratio(1, 1),
        });
    }

    fn add_grids(
        &mut self,
        scene: &Scene,
        side: i64,
        bracing: Bracing,
    ) -> Result<(), FrameworkError> {
        for (body, loads) in scene.bodies.iter().zip(scene.resultants()) {
            if !loads.is_zero() {
                return Err(FrameworkError::Loads {
                    body: body.name.clone(),
                });
            }
        }
        let grids = scene.bodies.iter().map(|body| match &body.dynamics {
            Some(free) => Grid::new(body, free, side, bracing).map(Some),
            None => Ok(None),
        });
        let grids = grids.collect::<Result<Vec<Option<Grid>>, FrameworkError>>()?;
        let points = self.add_points(scene, &grids)?;
        for (id, body) in scene.numbered_bodies() {
            let Some(grid) = &grids[id] else {
                for part in &body.parts {
                    let vertices = part
                        .vertices()
                        .iter()
                        .map(|place| Vertex::Fixed(place.clone()))
                        .collect();
                    self.outlines.push(Outline {
                        body: id,
                        is_fixed: true,
                        vertices,
                    });
                }
                continue;
            };
            let vertices = grid
                .corners()
                .map(|corner| points[id][corner].clone())
                .to_vec();
            self.outlines.push(Outline {
                body: id,
                is_fixed: false,
                vertices,
            });
            self.add_bars(id, grid, &points[id]);
            match &mut self.frames {
                Some(frames) if scene.pins.is_empty() => {
                    frames.push(Frame::new(&points[id], grid.side as usize))
                }
                frames => *frames = None,
            }
        }
        Ok(())
    }

    fn add_bars(&mut self, body: BodyId, grid: &Grid, points: &[Vertex]) {
        for &[i, j] in &grid.bars {
            let ends = [points[i].clone(), points[j].clone()];
            let vector = &grid.points[i].0 - &grid.points[j].0;
            if !ends.iter().all(|end| matches!(end, Vertex::Fixed(_))) {
                self.bars.push(Bar {
                    body,
                    ends,
                    squared_length: vector.dot(&vector),
                });
            }
        }
    }

    /// Makes nodes of points, one of all that are pinned together, none of those that are pinned to
    /// what is fixed.
    fn add_points(
        &mut self,
        scene: &Scene,
        grids: &[Option<Grid>],
    ) -> Result<Vec<Vec<Vertex>>, FrameworkError> {
        let first = grids.iter().scan(0, |count, grid| {
            let first = *count;
            *count += grid.as_ref().map_or(0, |grid| grid.points.len());
            Some(first)
        });
        let first: Vec<usize> = first.collect();
        let all: Vec<(BodyId, &(Vector, Rational))> = grids
            .iter()
            .enumerate()
            .flat_map(|(index, grid)| {
                let body = BodyId(index);
                grid.iter()
                    .flat_map(move |grid| grid.points.iter().map(move |point| (body, point)))
            })
            .collect();
        // Each point names the least point that it is one with; `None` of a point stands for the
        // world.
        let mut class: Vec<Option<usize>> = (0..all.len()).map(Some).collect();
        for (index, pin) in scene.numbered_pins() {
            let [one, other] = pinned(scene, grids, &first, index, pin)?
                .map(|point| point.and_then(|point| class[point]));
            let joined = one.zip(other).map(|(one, other)| one.min(other));
            class
                .iter_mut()
                .filter(|name| name.is_some() && (**name == one || **name == other))
                .for_each(|name| *name = joined);
        }
        let mut vertices = Vec::new();
        for (point, (body, (place, mass))) in all.iter().enumerate() {
            vertices.push(match class[point] {
                None => Vertex::Fixed(place.clone()),
                Some(least) if least < point => {
                    let vertex: &Vertex = &vertices[least];
                    if let Vertex::Node(node) = vertex {
                        self.nodes[*node].mass += mass;
                    }
                    vertex.clone()
                }
                Some(_) => {
                    let velocity = scene.bodies[*body].velocity_at(place);
                    let (mass, gravity) = (mass.clone(), scene.gravity.clone());
                    self.nodes.push(Node {
                        mass,
                        gravity,
                        place: place.clone(),
                        velocity,
                    });
                    Vertex::Node(self.nodes.len() - 1)
                }
            });
        }
        let counts = grids
            .iter()
            .map(|grid| grid.as_ref().map_or(0, |grid| grid.points.len()));
        Ok(counts
            .zip(first)
            .map(|(count, first)| vertices[first..first + count].to_vec())
            .collect())
    }
}

fn rigid_point(body: &Body, centre: usize, place: &Vector) -> Vertex {
    match &body.dynamics {
        None => Vertex::Fixed(place.clone()),
        Some(free) => Vertex::Turned {
            centre,
            turn: centre + 1,
            arm: place - &free.centroid,
        },
    }
}

/// The points that a pin joins; `None` for a fixed body or the world.
fn pinned(
    scene: &Scene,
    grids: &[Option<Grid>],
    first: &[usize],
    index: PinId,
    pin: &Pin,
) -> Result<[Option<usize>; 2], FrameworkError> {
    let mut points = [None, None];
    for (point, body) in points.iter_mut().zip([Some(pin.first), pin.second]) {
        let Some(body) = body else {
            continue;
        };
        let Some(grid) = &grids[body] else {
            continue;
        };
        let mut places = grid.points.iter();
        let Some(found) = places.position(|(place, _)| *place == pin.at) else {
            return Err(FrameworkError::Pin {
                pin: index,
                body: scene.bodies[body].name.clone(),
                at: Box::new(pin.at.clone()),
            });
        };
        *point = Some(first[body] + found);
    }
    Ok(points)
}

impl Grid {
    fn new(
        body: &Body,
        free: &Dynamics,
        side: i64,
        bracing: Bracing,
    ) -> Result<Self, FrameworkError> {
        let (origin, [across, up]) = rectangle(body)?;
        let centre = &origin + &(&across + &up).scaled(&ratio(1, 2));
        if centre != free.centroid {
            let (found, expected) = (Box::new(free.centroid.clone()), Box::new(centre));
            return Err(FrameworkError::Centroid {
                body: body.name.clone(),
                found,
                expected,
            });
        }
        let homogeneous = &free.mass * (across.dot(&across) + up.dot(&up)) * ratio(1, 12);
        if side == 3 && homogeneous != free.inertia {
            let (found, expected) = (Box::new(free.inertia.clone()), Box::new(homogeneous));
            return Err(FrameworkError::Inertia {
                body: body.name.clone(),
                found,
                expected,
            });
        }
        let weights: &[i64] = if side == 3 { &[1, 4, 1] } else { &[3, 3] };
        let mut points = Vec::new();
        for (row, row_weight) in (0..).zip(weights) {
            for (column, column_weight) in (0..).zip(weights) {
                let step =
                    &across.scaled(&ratio(column, side - 1)) + &up.scaled(&ratio(row, side - 1));
                points.push((
                    &origin + &step,
                    &free.mass * ratio(row_weight * column_weight, 36),
                ));
            }
        }
        Ok(Self {
            side,
            points,
            bars: bars(side as usize, bracing),
        })
    }

    /// The corners, counter-clockwise.
    fn corners(&self) -> [usize; 4] {
        let (last, count) = (self.side as usize - 1, self.points.len());
        [0, last, count - 1, count - 1 - last]
    }
}

/// The sides of all cells and one diagonal of each; more or fewer as the bracing says.
fn bars(side: usize, bracing: Bracing) -> Vec<[usize; 2]> {
    let mut bars = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let point = side * row + column;
            bars.extend((column + 1 < side).then_some([point, point + 1]));
            bars.extend((row + 1 < side).then_some([point, point + side]));
            bars.extend((column + 1 < side && row + 1 < side).then_some([point, point + side + 1]));
        }
    }
    match (side, bracing) {
        (2, Bracing::Redundant) => bars.push([1, 2]),
        (3, Bracing::Minimal) => bars.retain(|bar| *bar != [4, 8]),
        _ => {}
    }
    bars
}

/// Vertex 0 of a rectangle and the two edges from there.
fn rectangle(body: &Body) -> Result<(Vector, [Vector; 2]), FrameworkError> {
    let vertices = body.parts.first().map_or(&[][..], Polygon::vertices);
    if let ([p, q, r, s], 1) = (vertices, body.parts.len()) {
        let (across, up) = (q - p, s - p);
        if across.dot(&up) == ratio(0, 1) && q + &up == *r {
            return Ok((p.clone(), [across, up]));
        }
    }
    let (parts, vertices) = (body.parts.len(), vertices.len());
    Err(FrameworkError::NotRectangle {
        body: body.name.clone(),
        parts,
        vertices,
    })
}
