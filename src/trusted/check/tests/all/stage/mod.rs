//! Small scenes with certificates made by hand; the numbers are derived in the comments.

pub mod refusal;

use zwang_certificate::{
    BigInt, Case, Certificate, Contact, Corner, Feature, Group, Line, Motion, PartId, Separation,
};
use zwang_exact::{Rational, Vector};
use zwang_scene::{Body, BodyId, Dynamics, Friction, Load, Pin, Polygon, Scene};

/// A scene and its proof.
pub type Proved = (Scene, Certificate);

pub fn number(text: &str) -> Rational {
    zwang_exact::parse(text).unwrap()
}

pub fn vector(x: &str, y: &str) -> Vector {
    Vector::new(number(x), number(y))
}

/// A polygon given as `x,y x,y …`.
pub fn polygon(text: &str) -> Polygon {
    let point = |pair: &str| pair.split_once(',').map(|(x, y)| vector(x, y)).unwrap();
    Polygon::new(text.split(' ').map(point).collect())
        .unwrap()
        .0
}

/// The rectangle `x0,y0 x1,y1` between two opposite vertices.
pub fn rectangle(text: &str) -> Polygon {
    let (low, high) = text.split_once(' ').unwrap();
    let ((x0, y0), (x1, y1)) = (low.split_once(',').unwrap(), high.split_once(',').unwrap());
    polygon(&format!("{x0},{y0} {x1},{y0} {x1},{y1} {x0},{y1}"))
}

pub fn fixed(name: &str, part: Polygon) -> Body {
    Body {
        name: name.to_owned(),
        parts: vec![part],
        dynamics: None,
    }
}

/// A homogeneous body of density 1.
pub fn free(name: &str, part: Polygon, velocity: Vector, spin: &str) -> Body {
    let moments = part.moments();
    let centroid = moments.first.scaled(&moments.area.recip());
    let inertia = &moments.second - &moments.area * centroid.dot(&centroid);
    let dynamics = Dynamics {
        mass: moments.area,
        centroid,
        inertia,
        velocity,
        spin: number(spin),
    };
    Body {
        name: name.to_owned(),
        parts: vec![part],
        dynamics: Some(dynamics),
    }
}

pub fn resting(name: &str, part: Polygon) -> Body {
    free(name, part, Vector::zero(), "0")
}

pub fn scene(gravity: Vector, bodies: Vec<Body>, pins: Vec<Pin>) -> Scene {
    Scene {
        name: "stage".to_owned(),
        title: None,
        expect: None,
        gravity,
        bodies,
        pins,
        friction: Friction::default(),
        restitution: zwang_scene::SceneRestitution::default(),
        loads: Vec::new(),
    }
}

/// A load on the body of this index, whether there is one or not.
pub fn push_on(body: usize) -> Load {
    Load {
        name: "push".to_owned(),
        body: BodyId(body),
        at: Vector::zero(),
        force: Vector::from_integers(1, 0),
        torque: number("0"),
    }
}

fn part(body: usize) -> PartId {
    PartId { body, part: 0 }
}

pub fn separation([first, second, owner, edge]: [usize; 4]) -> Separation {
    Separation {
        first: part(first),
        second: part(second),
        line: Line::Edge { owner, edge },
    }
}

/// Vertex body, vertex, edge body, edge.
pub fn contact([body, vertex, edge_body, edge]: [usize; 4]) -> Contact {
    let feature = |body, index| Feature {
        part: part(body),
        index,
    };
    Contact {
        vertex: feature(body, vertex),
        edge: feature(edge_body, edge),
    }
}

/// An optimal case; motion and forces are over the denominator.
pub fn optimal(denominator: i64, motion: &[[i64; 3]], forces: &[(usize, i64)]) -> Case {
    let accelerations = triples(motion);
    let motion = Motion {
        denominator: BigInt::from(denominator),
        accelerations,
        idle: None,
    };
    let forces = forces
        .iter()
        .map(|(contact, force)| (*contact, BigInt::from(*force)))
        .collect();
    Case {
        sides: vec![],
        forces,
        pins: vec![],
        motion: Some(motion),
    }
}

pub fn triples(rows: &[[i64; 3]]) -> Vec<[BigInt; 3]> {
    rows.iter().map(|row| row.map(BigInt::from)).collect()
}

pub fn group(bodies: &[usize], cases: Vec<Case>, answers: &[usize]) -> Group {
    Group {
        bodies: bodies.to_vec(),
        cases,
        answers: answers.to_vec(),
    }
}

/// A certificate with a matching digest.
pub fn proof(
    scene: &Scene,
    separations: &[[usize; 4]],
    contacts: &[[usize; 4]],
    groups: Vec<Group>,
) -> Certificate {
    let separations = separations.iter().copied().map(separation).collect();
    let contacts = contacts.iter().copied().map(contact).collect();
    Certificate {
        scene: scene.digest(),
        separations,
        contacts,
        corners: vec![],
        groups,
    }
}

/// A brick of weight 2 on a floor, whose normal is (0, 10): φ = 1/10 at either end.
pub fn brick_on_floor(velocity: Vector) -> Proved {
    let brick = free("brick", rectangle("0,0 2,1"), velocity, "0");
    let scene = scene(
        vector("0", "-1"),
        vec![fixed("floor", rectangle("-5,-1 5,0")), brick],
        vec![],
    );
    let case = optimal(10, &[[0, 0, 0]], &[(0, 1), (1, 1)]);
    let contacts = [[1, 0, 0, 2], [1, 1, 0, 2]];
    let proof = proof(
        &scene,
        &[[0, 1, 0, 2]],
        &contacts,
        vec![group(&[1], vec![case], &[0])],
    );
    (scene, proof)
}

/// A brick of half-length 1, half-height 1/4 and mass 1, centroid 1/10 beyond the table edge, g =
/// 10: I = 17/48; at the table edge the force (0, 2 φ) with φ = 2125/437 gives a_y = 4250/437 - 10
/// = -120/437 and α = -425/437 · 48/17 = -1200/437.
pub fn cantilever() -> Proved {
    let brick = resting("brick", rectangle("-9/10,0 11/10,1/2"));
    let scene = scene(
        vector("0", "-10"),
        vec![fixed("table", rectangle("-10,-1 0,0")), brick],
        vec![],
    );
    let case = optimal(437, &[[0, -120, -1200]], &[(1, 2125)]);
    let contacts = [[1, 0, 0, 2], [0, 2, 1, 0]];
    let proof = proof(
        &scene,
        &[[0, 1, 0, 2]],
        &contacts,
        vec![group(&[1], vec![case], &[0])],
    );
    (scene, proof)
}

pub fn free_fall() -> Proved {
    let scene = scene(
        vector("0", "-1"),
        vec![resting("brick", rectangle("0,0 2,1"))],
        vec![],
    );
    let proof = proof(
        &scene,
        &[],
        &[],
        vec![group(&[0], vec![optimal(1, &[[0, -1, 0]], &[])], &[0])],
    );
    (scene, proof)
}

/// A plate of mass 2 and I = 5/6 pinned to the world at r = (-1, 1/2) from its centroid. About the
/// pin, I is 10/3 and gravity has torque -2: α = -3/5. At rest a = -α J r = (-3/10, -3/5) and f = m
/// (a - g) = (-3/5, 4/5); spinning once, a = r - α J r = (-13/10, -1/10) and f = (-13/5, 9/5).
pub fn pendulum(is_spinning: bool) -> Proved {
    let plate = rectangle("0,-1 2,0");
    let bob = if is_spinning {
        free("bob", plate, vector("1/2", "1"), "1")
    } else {
        resting("bob", plate)
    };
    let pin = Pin {
        first: BodyId(0),
        second: None,
        at: Vector::zero(),
        collide: false,
    };
    let scene = scene(vector("0", "-1"), vec![bob], vec![pin]);
    let (motion, force) = if is_spinning {
        ([-13, -1, -6], [-26, 18])
    } else {
        ([-3, -6, -6], [-6, 8])
    };
    let mut case = optimal(10, &[motion], &[]);
    case.pins = vec![(0, force.map(BigInt::from))];
    let proof = proof(&scene, &[], &[], vec![group(&[0], vec![case], &[0])]);
    (scene, proof)
}

/// A unit brick at the upper right vertex of a fixed block. Side 0 keeps it to the right, side 1
/// above; either has two contacts, of unit normals.
pub fn corner(gravity: Vector, velocity: Vector, cases: Vec<Case>, answers: &[usize]) -> Proved {
    let brick = free("brick", rectangle("0,0 1,1"), velocity, "0");
    let scene = scene(
        gravity,
        vec![fixed("block", rectangle("-1,-1 0,0")), brick],
        vec![],
    );
    let contacts = [[1, 0, 0, 1], [0, 2, 1, 3], [1, 0, 0, 2], [0, 2, 1, 0]];
    let mut proof = proof(
        &scene,
        &[[0, 1, 0, 1]],
        &contacts,
        vec![group(&[1], cases, answers)],
    );
    proof.corners = vec![Corner {
        sides: [vec![0, 1], vec![2, 3]],
    }];
    (scene, proof)
}

fn on_side(side: usize, case: Case) -> Case {
    Case {
        sides: vec![(0, side)],
        ..case
    }
}

/// Falling with g = (-1, -2). Kept right by a force F, a_x = F - 1, α = 3 F and the vertex has F +
/// 3 F / 2 = 1: F = 2/5 and the restraint is 5/4 F² = 1/5. Kept up, F = 4/5, and the restraint is
/// 4/5.
pub fn decided_corner() -> Proved {
    let right = on_side(0, optimal(5, &[[-3, -10, 6]], &[(0, 1), (1, 1)]));
    let up = on_side(1, optimal(5, &[[-5, -6, -12]], &[(2, 2), (3, 2)]));
    corner(vector("-1", "-2"), Vector::zero(), vec![right, up], &[0])
}

/// Falling along the diagonal: both sides have restraint 1/5.
pub fn tied_corner() -> Proved {
    let right = on_side(0, optimal(5, &[[-3, -5, 6]], &[(0, 1), (1, 1)]));
    let up = on_side(1, optimal(5, &[[-5, -3, -6]], &[(2, 1), (3, 1)]));
    corner(vector("-1", "-1"), Vector::zero(), vec![right, up], &[0, 1])
}

/// Pulled away: neither side is needed.
pub fn satisfied_corner() -> Proved {
    corner(
        vector("1", "1"),
        Vector::zero(),
        vec![optimal(1, &[[1, 1, 0]], &[])],
        &[0],
    )
}

/// Sliding over the block: side 0 closes, so side 1 is forced. F = 2/5, a_y = F - 1, α = -3 F.
pub fn forced_corner() -> Proved {
    corner(
        vector("0", "-1"),
        vector("-1", "0"),
        vec![optimal(5, &[[0, -3, -6]], &[(2, 1), (3, 1)])],
        &[0],
    )
}

/// Sliding away: side 0 opens, and nothing is imposed.
pub fn open_corner() -> Proved {
    corner(
        vector("0", "-1"),
        vector("1", "0"),
        vec![optimal(1, &[[0, -1, 0]], &[])],
        &[0],
    )
}

/// A triangle to the right of a wall x = 1 with normal (4, 0), turning about the origin: its tip at
/// (1, 0) would have to leave the circle to the outside. Forces (4, 0) at the tip and (-4, 0) at
/// the pin cancel, and their work at a = α = 0 is -4 ω² ((1 - c) + c) = -4.
pub fn impossible() -> Proved {
    let triangle = free("triangle", polygon("1,0 4,-1 4,1"), vector("0", "3"), "1");
    let pin = Pin {
        first: BodyId(1),
        second: None,
        at: Vector::zero(),
        collide: false,
    };
    let scene = scene(
        vector("0", "-1"),
        vec![fixed("wall", rectangle("0,-2 1,2")), triangle],
        vec![pin],
    );
    let forces = vec![(0, BigInt::from(1))];
    let case = Case {
        sides: vec![],
        forces,
        pins: vec![(0, [-4, 0].map(BigInt::from))],
        motion: None,
    };
    let proof = proof(
        &scene,
        &[[0, 1, 0, 1]],
        &[[1, 0, 0, 1]],
        vec![group(&[1], vec![case], &[])],
    );
    (scene, proof)
}

/// Two bricks of weight 1 side by side on a floor of normal (0, 10): φ = 1/20 below them, and
/// nothing between them. Both contacts between them open when the left one moves left.
pub fn neighbours() -> Proved {
    let bodies = vec![
        fixed("floor", rectangle("-5,-1 5,0")),
        resting("left", rectangle("0,0 1,1")),
        resting("right", rectangle("1,0 2,1")),
    ];
    let scene = scene(vector("0", "-1"), bodies, vec![]);
    let mut case = optimal(
        20,
        &[[0, 0, 0], [0, 0, 0]],
        &[(0, 1), (1, 1), (2, 1), (3, 1)],
    );
    case.motion.as_mut().unwrap().idle = Some(triples(&[[-1, 0, 0], [0, 0, 0]]));
    let contacts = [
        [1, 0, 0, 2],
        [1, 1, 0, 2],
        [2, 0, 0, 2],
        [2, 1, 0, 2],
        [1, 1, 2, 3],
        [2, 3, 1, 1],
    ];
    let separations = [[0, 1, 0, 2], [0, 2, 0, 2], [1, 2, 0, 1]];
    let proof = proof(
        &scene,
        &separations,
        &contacts,
        vec![group(&[1, 2], vec![case], &[0])],
    );
    (scene, proof)
}

/// A slab of weight 4 that slides to the right over a base of its own width. At the left end the
/// slab's vertex slides inward, at the right end the base's.
pub fn sliding() -> Proved {
    let slab = free("slab", rectangle("0,1 2,3"), vector("1", "0"), "0");
    let scene = scene(
        vector("0", "-1"),
        vec![fixed("base", rectangle("0,0 2,1")), slab],
        vec![],
    );
    let case = optimal(1, &[[0, 0, 0]], &[(0, 1), (1, 1)]);
    let contacts = [[1, 0, 0, 2], [0, 2, 1, 0]];
    let proof = proof(
        &scene,
        &[[0, 1, 1, 0]],
        &contacts,
        vec![group(&[1], vec![case], &[0])],
    );
    (scene, proof)
}

/// All scenes above, with their names.
pub fn all() -> Vec<(&'static str, Proved)> {
    vec![
        ("brick on floor", brick_on_floor(Vector::zero())),
        ("cantilever", cantilever()),
        ("free fall", free_fall()),
        ("pendulum", pendulum(false)),
        ("spinning pendulum", pendulum(true)),
        ("decided corner", decided_corner()),
        ("tied corner", tied_corner()),
        ("satisfied corner", satisfied_corner()),
        ("forced corner", forced_corner()),
        ("open corner", open_corner()),
        ("impossible", impossible()),
        ("neighbours", neighbours()),
        ("sliding", sliding()),
    ]
}
