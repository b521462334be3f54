//! Bodies in each other, by their hinges, sliders, cylinders and universal joints.

use crate::ExportError;
use std::collections::VecDeque;
use zwang_scene::space::{Joint, JointKind, Scene};

/// For each body those that are in it, and the joint by which it is in another one.
pub struct Tree {
    inner: Vec<Vec<usize>>,
    held_by: Vec<Option<usize>>,
}

impl Tree {
    /// The tree of a scene: fixed bodies and, where none of those joined is fixed, the first of
    /// them are its roots.
    pub fn of(scene: &Scene) -> Result<Self, ExportError> {
        let mut joints = vec![Vec::new(); scene.bodies.len()];
        for (index, joint) in scene.joints.iter().enumerate() {
            if is_of_tree(scene, joint)? {
                for body in joint.bodies {
                    joints[body.0].push(index);
                }
            }
        }
        let mut tree = Self {
            inner: vec![Vec::new(); scene.bodies.len()],
            held_by: vec![None; scene.bodies.len()],
        };
        let mut is_found = vec![false; scene.bodies.len()];
        let mut fixed = VecDeque::new();
        for (index, body) in scene.bodies.iter().enumerate() {
            if body.is_fixed() {
                is_found[index] = true;
                fixed.push_back(index);
            }
        }
        tree.grow(scene, &joints, fixed, &mut is_found)?;
        for index in 0..scene.bodies.len() {
            if !is_found[index] {
                is_found[index] = true;
                tree.grow(scene, &joints, VecDeque::from([index]), &mut is_found)?;
            }
        }
        for inner in &mut tree.inner {
            inner.sort_unstable();
        }
        Ok(tree)
    }

    /// Puts into these bodies all that are joined to them, near ones first.
    fn grow(
        &mut self,
        scene: &Scene,
        joints: &[Vec<usize>],
        mut queue: VecDeque<usize>,
        is_found: &mut [bool],
    ) -> Result<(), ExportError> {
        while let Some(body) = queue.pop_front() {
            for joint in &joints[body] {
                if self.held_by[body] == Some(*joint) {
                    continue;
                }
                let [first, second] = scene.joints[*joint].bodies;
                let other = if first.0 == body { second.0 } else { first.0 };
                if is_found[other] {
                    return Err(refusal(
                        scene,
                        *joint,
                        "which closes a loop of joints",
                        LOOP,
                    ));
                }
                is_found[other] = true;
                self.held_by[other] = Some(*joint);
                self.inner[body].push(other);
                queue.push_back(other);
            }
        }
        Ok(())
    }

    /// The bodies that are in no other one, ascending.
    pub fn roots(&self) -> Vec<usize> {
        let mut roots = Vec::new();
        for (index, held_by) in self.held_by.iter().enumerate() {
            if held_by.is_none() {
                roots.push(index);
            }
        }
        roots
    }

    /// The bodies in a body, ascending.
    pub fn children(&self, body: usize) -> Vec<usize> {
        self.inner[body].clone()
    }

    /// The joint by which a body is in another one.
    pub fn held(&self, body: usize) -> Option<usize> {
        self.held_by[body]
    }
}

/// Whether a body is in another one by this joint.
fn is_of_tree(scene: &Scene, joint: &Joint) -> Result<bool, ExportError> {
    match joint.kind {
        JointKind::Ball { .. } | JointKind::Weld { .. } => Ok(false),
        JointKind::Hinge { .. }
        | JointKind::Slider { .. }
        | JointKind::Cylinder { .. }
        | JointKind::Universal { .. } => Ok(true),
        JointKind::Rod { .. } => {
            let mut listed = scene.joints.iter();
            let index = listed.position(|other| other == joint).unwrap_or_default();
            Err(refusal(scene, index, "which MuJoCo has not", ROD))
        }
    }
}

/// The way out for a rod.
const ROD: &str = "a thin body with a ball at each of its ends, which does the same";

/// The way out of a loop.
const LOOP: &str = "only balls and welds to close a loop: MuJoCo's bodies are a tree, and the \
                    rest of its joints join a body to the one around it; two balls on the axis of \
                    a hinge hold it as well";

fn refusal(scene: &Scene, joint: usize, why: &str, expected: &str) -> ExportError {
    let Joint { bodies, kind } = &scene.joints[joint];
    let [first, second] = bodies.map(|body| &scene.bodies[body.0].name);
    let kind = kind.name();
    ExportError {
        thing: format!("joint of `{first}` and `{second}`"),
        found: format!("a {kind}, {why}"),
        expected: expected.to_owned(),
    }
}
