//! The first claims of every proof: C1 to C3, and that its groups divide the scene.

use crate::plane::figure::Figure;
use crate::plane::velocity::{self, SettledCorner};
use crate::plane::{contact, pin, seam, separation, touching};
use crate::proof::group::{self, Group};
use crate::proof::named::Named;
use crate::rejection::Result;
use zwang_certificate::{Contact, Corner, Separation};
use zwang_scene::{BodyId, Scene};

/// The parts of a scene that a proof lists besides forces and motions.
pub(crate) struct Listed<'a> {
    pub separations: &'a [Separation],
    pub contacts: &'a [Contact],
    pub corners: &'a [Corner],
    /// The bodies of each group.
    pub groups: Vec<Vec<BodyId>>,
}

/// The things that forces and motions may name.
pub(crate) struct Ground<'a> {
    pub named: Named<'a>,
    pub settled: Vec<SettledCorner<'a>>,
    pub groups: Vec<Group<'a>>,
}

impl Listed<'_> {
    /// Form, C1, C2 and C3, friction that is not negative, and then what is proved.
    pub(crate) fn prove_with_friction<T>(
        self,
        scene: &Scene,
        proof: impl FnOnce(&Ground) -> Result<T>,
    ) -> Result<T> {
        self.prove(scene, |ground| {
            contact::no_friction_is_negative(ground.named.contacts)?;
            proof(ground)
        })
    }

    /// Form, C1, C2 and C3, and then what is proved on this ground.
    pub(crate) fn prove<T>(
        self,
        scene: &Scene,
        proof: impl FnOnce(&Ground) -> Result<T>,
    ) -> Result<T> {
        let Self {
            separations,
            contacts,
            corners,
            groups,
        } = self;
        let figure = &Figure::new(scene);
        let pins = &pin::pins(figure)?;
        let contacts = &contact::contacts(figure, contacts, corners)?;
        let corners = &contact::corners(contacts, corners)?;
        let separations = &separation::bodies_do_not_overlap(figure, separations)?;
        touching::contacts_are_complete(figure, contacts, corners, separations)?;
        if !scene.friction.is_none() {
            seam::note_seams(contacts, corners);
        }
        let settled = velocity::velocities_are_admissible(contacts, corners, pins)?;
        let groups = group::groups(figure, groups, contacts, &settled, pins)?;
        let named = Named {
            scene,
            contacts,
            corners,
        };
        let ground = Ground {
            named,
            settled,
            groups,
        };
        proof(&ground)
    }
}
