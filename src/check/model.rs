//! The scene as the certificate divides it: for each group its members, the constraints that every
//! case imposes, and what its cases may decide.

use crate::figure::Figure;
use crate::form::{self, Memberships};
use crate::gap::{self, Gap};
use crate::newton::{self, Balance};
use crate::rejection::Condition::Form;
use crate::row::Row;
use crate::velocity::CornerState;
use crate::{Rejection, names};
use zwang_certificate::Certificate;
use zwang_scene::{BodyId, Scene};

/// The group of a free body, and its place in the list of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub group: usize,
    pub position: usize,
}

/// What touches a group; all lists ascend.
#[derive(Clone, Default)]
pub(crate) struct System {
    /// Contacts imposed in every case: resting ones, and those of forced sides.
    pub imposed: Vec<usize>,
    /// Undecided corners.
    pub undecided: Vec<usize>,
    /// Pins.
    pub pins: Vec<usize>,
}

pub(crate) struct Model<'a> {
    pub scene: &'a Scene,
    pub certificate: &'a Certificate,
    pub memberships: Memberships,
    pub gaps: Vec<Gap>,
    pub corners: Vec<CornerState>,
    pub pins: Vec<[Row; 2]>,
    pub members: Vec<Option<Member>>,
    pub systems: Vec<System>,
    pub balances: Vec<Option<Balance>>,
}

impl<'a> Model<'a> {
    /// Form, as far as it needs velocities: what is imposed acts within one group, and the groups'
    /// lists are in order.
    pub(crate) fn new(
        figure: &Figure<'a>,
        certificate: &'a Certificate,
        memberships: Memberships,
        gaps: Vec<Gap>,
        corners: Vec<CornerState>,
    ) -> Result<Self, Rejection> {
        let scene = figure.scene;
        let members = form::members(figure, certificate)?;
        let pins = scene
            .pins
            .iter()
            .map(|pin| Ok(gap::pin(figure, pin)?.0))
            .collect::<Result<Vec<[Row; 2]>, Rejection>>()?;
        let balances = newton::balances(
            scene,
            gaps.iter().map(|gap| &gap.row).chain(pins.iter().flatten()),
        );
        let systems = vec![System::default(); certificate.groups.len()];
        let mut model = Self {
            scene,
            certificate,
            memberships,
            gaps,
            corners,
            pins,
            members,
            systems,
            balances,
        };
        model.systems = model.divide()?;
        (0..certificate.groups.len()).try_for_each(|group| form::group(&model, group))?;
        Ok(model)
    }

    fn divide(&self) -> Result<Vec<System>, Rejection> {
        let mut systems = self.systems.clone();
        for (contact, (gap, membership)) in self.gaps.iter().zip(&self.memberships).enumerate() {
            let imposed = match membership {
                None => gap.velocity.is_zero(),
                Some((corner, side)) => {
                    self.corners.get(*corner) == Some(&CornerState::Forced(*side))
                }
            };
            let group = if imposed {
                self.group_of(&gap.row, || {
                    names::contact(self.scene, self.certificate, contact)
                })?
            } else {
                None
            };
            group
                .and_then(|group| systems.get_mut(group))
                .into_iter()
                .for_each(|system| system.imposed.push(contact));
        }
        for (corner, state) in self.corners.iter().enumerate() {
            let place = || names::corner(self.scene, self.certificate, corner);
            let contact = self
                .certificate
                .corners
                .get(corner)
                .and_then(|corner| corner.sides.iter().flatten().next());
            let row = contact
                .and_then(|contact| self.gaps.get(*contact))
                .filter(|_| *state == CornerState::Undecided);
            let group = row.map_or(Ok(None), |gap| self.group_of(&gap.row, place))?;
            group
                .and_then(|group| systems.get_mut(group))
                .into_iter()
                .for_each(|system| system.undecided.push(corner));
        }
        for (pin, [row, _]) in self.pins.iter().enumerate() {
            let group = self.group_of(row, || names::pin(self.scene, pin))?;
            group
                .and_then(|group| systems.get_mut(group))
                .into_iter()
                .for_each(|system| system.pins.push(pin));
        }
        Ok(systems)
    }

    /// The one group whose bodies a row joins; `None` if both are fixed.
    fn group_of(&self, row: &Row, place: impl Fn() -> String) -> Result<Option<usize>, Rejection> {
        let [first, second] =
            [Some(row.first), row.second].map(|body| Some(self.member(body?)?.group));
        match (first, second) {
            (Some(first), Some(second)) if first != second => Err(Rejection::new(
                Form,
                place(),
                format!("bodies of groups {first} and {second}"),
                "bodies of one group",
            )),
            _ => Ok(first.or(second)),
        }
    }

    pub(crate) fn member(&self, body: BodyId) -> Option<Member> {
        self.members.get(body).copied().flatten()
    }

    pub(crate) fn is_member(&self, body: BodyId, group: usize) -> bool {
        self.member(body)
            .is_some_and(|member| member.group == group)
    }

    pub(crate) fn gap(&self, contact: usize) -> Result<&Gap, Rejection> {
        self.gaps
            .get(contact)
            .ok_or_else(|| Rejection::index("certificate", "contact", contact, self.gaps.len()))
    }

    pub(crate) fn pin(&self, pin: usize) -> Result<&[Row; 2], Rejection> {
        self.pins
            .get(pin)
            .ok_or_else(|| Rejection::index("scene", "pin", pin, self.pins.len()))
    }

    pub(crate) fn system(&self, group: usize) -> Result<&System, Rejection> {
        self.systems
            .get(group)
            .ok_or_else(|| Rejection::index("certificate", "group", group, self.systems.len()))
    }
}
