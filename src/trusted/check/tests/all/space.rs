//! Certificates of nonsense for scenes in space: refused, and never more than that.

use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::prelude::*;
use zwang_certificate::PartId;
use zwang_certificate::space::{
    CornerForces, HoldingForces, Leaf, Optimum, OptimumGroup, Plane, Separation,
};
use zwang_certificate::space::{Node, Split, SplitBy, Statics, StaticsClaim, StaticsGroup, Tree};
use zwang_check::{space_optimum, space_statics};
use zwang_scene::space::Scene;

const SCENE: &str = "
    format = 'zwang-space-1'
    name = 'two cubes and a wedge'
    [[body]]
    name = 'stone'
    fixed = true
    box = { center = [0, 0, 0], size = [2, 2, 2] }
    [[body]]
    name = 'cube'
    box = { center = [2, 0, 2], size = [2, 2, 2] }
    [[body]]
    name = 'wedge'
    parts = [[[0, -1, 1], [0, 1, 1], [-1, -1, 3], [-1, 1, 3], [1, -1, 3], [1, 1, 3]]]
";

fn number() -> impl Strategy<Value = BigInt> {
    prop_oneof![-3..4_i64, any::<i64>()].prop_map(BigInt::from)
}

fn index() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..4_usize, 1 => 0..40_usize, 1 => any::<usize>()]
}

fn separation() -> impl Strategy<Value = Separation> {
    let part = || (0..4_usize, prop_oneof![9 => Just(0), 1 => 0..2_usize]);
    let plane = prop_oneof![
        index().prop_map(Plane::FaceOfFirst),
        index().prop_map(Plane::FaceOfSecond),
        ([index(), index()], [index(), index()])
            .prop_map(|(first, second)| Plane::Edges { first, second }),
    ];
    (part(), part(), plane).prop_map(|((body, part), (other, other_part), plane)| Separation {
        first: PartId { body, part },
        second: PartId {
            body: other,
            part: other_part,
        },
        plane,
    })
}

fn six() -> impl Strategy<Value = [BigInt; 6]> {
    [number(), number(), number(), number(), number(), number()]
}

fn rows() -> impl Strategy<Value = Vec<(usize, BigInt)>> {
    vec((index(), number()), 0..2)
}

fn split() -> impl Strategy<Value = Split> {
    let by = prop_oneof![
        index().prop_map(|vertex| SplitBy::Sides { vertex }),
        [0..3_u32, 0..3_u32].prop_map(SplitBy::Normal),
    ];
    (index(), by).prop_map(|(corner, by)| Split { corner, by })
}

/// One leaf, or a list of entries that is a tree by chance only.
fn tree<L: Clone + std::fmt::Debug>(
    leaf: impl Strategy<Value = L> + Clone,
) -> impl Strategy<Value = Tree<L>> {
    let node = prop_oneof![
        split().prop_map(Node::Split),
        leaf.clone().prop_map(Node::Leaf),
    ];
    prop_oneof![
        leaf.prop_map(|leaf| vec![Node::Leaf(leaf)]),
        vec(node, 0..8),
    ]
}

fn holding() -> impl Strategy<Value = HoldingForces> + Clone {
    let forces = vec((index(), [number(), number(), number()]), 0..4).boxed();
    let holding = (number(), forces, rows(), corners(), rows(), joints());
    let holding =
        holding.prop_map(
            |(denominator, contacts, rows, corners, bonds, joints)| HoldingForces {
                denominator,
                contacts,
                rows,
                corners,
                bonds,
                joints,
            },
        );
    holding.boxed()
}

fn joints() -> impl Strategy<Value = Vec<(usize, Vec<BigInt>)>> {
    vec((index(), vec(number(), 0..7)), 0..2)
}

fn corners() -> impl Strategy<Value = Vec<(usize, CornerForces)>> {
    let vector = || [number(), number(), number()];
    let forces = (vector(), vec(vector(), 0..3));
    let forces = forces.prop_map(|(normal, forces)| CornerForces { normal, forces });
    vec((index(), forces), 0..2)
}

fn claim() -> impl Strategy<Value = StaticsClaim> {
    prop_oneof![
        tree(holding()).prop_map(StaticsClaim::Held),
        vec(six(), 0..4).prop_map(StaticsClaim::Falling),
    ]
}

fn leaf() -> impl Strategy<Value = Leaf> + Clone {
    let numbers = (number(), vec(six(), 0..4), rows(), rows(), joints());
    let leaf = numbers.prop_map(|(denominator, motion, forces, rows, joints)| Leaf {
        denominator,
        motion,
        forces,
        rows,
        joints,
    });
    leaf.boxed()
}

/// The separations that hold: of stone and cube, of stone and wedge, of cube and wedge.
fn right_separations() -> Vec<Separation> {
    let part = |body| PartId { body, part: 0 };
    let separation = |first, second, plane| Separation {
        first: part(first),
        second: part(second),
        plane,
    };
    vec![
        separation(0, 1, Plane::FaceOfFirst(5)),
        separation(0, 2, Plane::FaceOfFirst(5)),
        separation(1, 2, Plane::FaceOfFirst(2)),
    ]
}

proptest! {
    #[test]
    fn nonsense_is_refused(
        separations in prop_oneof![vec(separation(), 0..5), Just(right_separations())],
        claims in vec((vec(index(), 0..3), claim()), 0..3),
        trees in vec((vec(index(), 0..3), tree(leaf()), vec(index(), 0..2)), 0..3),
        together in any::<bool>(),
    ) {
        let scene: Scene = SCENE.parse().unwrap();
        let own = |bodies| if together { vec![1, 2] } else { bodies };
        let claims = claims.into_iter();
        let statics = Statics {
            scene: scene.digest(),
            separations: separations.clone(),
            groups: claims
                .map(|(bodies, claim)| StaticsGroup { bodies: own(bodies), claim })
                .collect(),
        };
        let trees = trees.into_iter();
        let optimum = Optimum {
            scene: scene.digest(),
            separations,
            groups: trees
                .map(|(bodies, tree, answers)| OptimumGroup {
                    bodies: own(bodies),
                    tree,
                    answers,
                })
                .collect(),
        };
        // The wedge tips over the edge of the cube, and so many small integers may say so.
        if let Ok(verified) = space_statics::verify(&scene, &statics) {
            prop_assert_eq!(verified.verdict().to_string(), "falls");
        }
        if let Ok(verified) = space_optimum::verify(&scene, &optimum) {
            prop_assert_eq!(verified.verdict().to_string(), "moves");
        }
    }
}

#[test]
fn the_right_separations_hold() {
    let scene: Scene = SCENE.parse().unwrap();
    let velocity = [0, 0, 1, 0, 0, 0].map(BigInt::from);
    let statics = Statics {
        scene: scene.digest(),
        separations: right_separations(),
        groups: vec![StaticsGroup {
            bodies: vec![1, 2],
            claim: StaticsClaim::Falling(vec![velocity.clone(), velocity]),
        }],
    };
    let rejection = space_statics::verify(&scene, &statics).unwrap_err();
    // All of the geometry is right; but what rises does not fall.
    assert_eq!(rejection.condition().to_string(), "S5", "{rejection}");
}

/// Splits whose branches never come are refused without rows for all the branches that wait: a
/// list of n entries takes about n steps, and no more memory.
#[test]
fn splits_without_leaves_are_refused_at_once() {
    let scene: Scene = "
        format = 'zwang-space-1'
        name = 'edge on edge'
        [[body]]
        name = 'ridge'
        fixed = true
        parts = [[[-1, 0, 0], [1, 0, 0], [-1, -1, -1], [1, -1, -1], [-1, 1, -1], [1, 1, -1]]]
        [[body]]
        name = 'wedge'
        parts = [[[-1, 0, 0], [1, 0, 0], [-1, -1, 1], [1, -1, 1], [-1, 1, 1], [1, 1, 1]]]
    "
    .parse()
    .unwrap();
    let split = |vertex| {
        Node::Split(Split {
            corner: 0,
            by: SplitBy::Sides { vertex },
        })
    };
    let mut statics = Statics {
        scene: scene.digest(),
        separations: vec![Separation {
            first: PartId { body: 0, part: 0 },
            second: PartId { body: 1, part: 0 },
            plane: Plane::FaceOfFirst(0),
        }],
        groups: vec![StaticsGroup {
            bodies: vec![1],
            claim: StaticsClaim::Held((0..400_000).map(|entry| split(entry % 2)).collect()),
        }],
    };
    // The plane of a face of the ridge touches the wedge along the edge alone.
    let planes = (0..5).map(Plane::FaceOfFirst);
    let rejections = planes.map(|plane| {
        statics.separations[0].plane = plane;
        space_statics::verify(&scene, &statics)
            .unwrap_err()
            .to_string()
    });
    let found: Vec<String> = rejections.collect();
    let expected = "400000 entries";
    assert!(
        found.iter().any(|told| told.contains(expected)),
        "{found:?}"
    );
}
