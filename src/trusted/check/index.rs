//! Indices of what has been looked up.
//!
//! A certificate names contacts, corners, pins and free bodies by plain numbers. Each number is
//! looked up once, where the certificate enters; what is known by then to exist has an index of
//! its own type, so that the index of a contact is never taken for that of a corner. The types of
//! bodies and pins are those of the scene, [`zwang_scene::BodyId`] and [`zwang_scene::PinId`].

/// The index of a contact in the certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ContactId(pub(crate) usize);

/// The index of a corner in the certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CornerId(pub(crate) usize);
