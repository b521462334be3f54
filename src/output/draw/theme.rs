//! The colours of pictures.
//!
//! The marks have the hues of the palette of Okabe and Ito (*Color Universal Design*, 2008), which people with the common kinds of colour blindness can
//! tell apart; on white, green and purple are darker than there, so that they stand out from every body. Tests compute, by the definition of
//! WCAG 2.1, that every mark has a contrast of 3 : 1 to whatever it lies on, and text of 4.5 : 1, and that marks stay apart under protanopia,
//! deuteranopia and tritanopia as simulated by Machado, Oliveira & Fernandes (2009). Shapes differ as well, so that a print in grey still reads.

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark on white, for print.
    #[default]
    Light,
    /// Light on black, for screens.
    Dark,
}

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// The colours of a theme.
pub(super) struct Colours {
    pub(super) page: Colour,
    pub(super) title: Colour,
    pub(super) text: Colour,
    pub(super) note: Colour,
    /// Outlines of bodies.
    pub(super) outline: Colour,
    /// Bodies of which nothing is known.
    pub(super) body: Colour,
    /// Bodies that stay at rest.
    pub(super) rests: Colour,
    /// Bodies that shift, slow and fast.
    pub(super) shifts: [Colour; 2],
    /// Bodies that turn, slow and fast.
    pub(super) turns: [Colour; 2],
    /// The lines on fixed bodies.
    pub(super) hatch: Colour,
    pub(super) axis: Colour,
    pub(super) force: Colour,
    /// Within the outline of a force that is not unique.
    pub(super) indeterminate: Colour,
    pub(super) motion: Colour,
    pub(super) opening: Colour,
    pub(super) idle: Colour,
    pub(super) corner: Colour,
    /// Where bodies hit each other; outlined.
    pub(super) impact: Colour,
}

const LIGHT: Colours = Colours {
    page: [0xff, 0xff, 0xff],
    title: [0x00, 0x00, 0x00],
    text: [0x22, 0x22, 0x22],
    note: [0x55, 0x55, 0x55],
    outline: [0x44, 0x44, 0x44],
    body: [0xff, 0xff, 0xff],
    rests: [0xec, 0xec, 0xec],
    shifts: [[0xe9, 0xf4, 0xfc], [0xc9, 0xe5, 0xf7]],
    turns: [[0xff, 0xf7, 0xe6], [0xfc, 0xe0, 0xa6]],
    hatch: [0xa0, 0xa0, 0xa0],
    axis: [0x77, 0x77, 0x77],
    force: [0x00, 0x72, 0xb2],
    indeterminate: [0xff, 0xff, 0xff],
    motion: [0xd5, 0x5e, 0x00],
    opening: [0x00, 0x79, 0x5a],
    idle: [0x22, 0x22, 0x22],
    corner: [0xa0, 0x44, 0x7f],
    impact: [0xf0, 0xe4, 0x42],
};

const DARK: Colours = Colours {
    page: [0x14, 0x17, 0x1a],
    title: [0xff, 0xff, 0xff],
    text: [0xe6, 0xe6, 0xe6],
    note: [0xa8, 0xae, 0xb4],
    outline: [0xa8, 0xae, 0xb4],
    body: [0x22, 0x27, 0x2c],
    rests: [0x30, 0x36, 0x3c],
    shifts: [[0x14, 0x2b, 0x3a], [0x1b, 0x3f, 0x57]],
    turns: [[0x33, 0x2a, 0x16], [0x54, 0x3f, 0x0e]],
    hatch: [0x5c, 0x63, 0x6a],
    axis: [0x8c, 0x93, 0x9a],
    force: [0x56, 0xb4, 0xe9],
    indeterminate: [0x14, 0x17, 0x1a],
    motion: [0xe6, 0x9f, 0x00],
    opening: [0x1f, 0xb8, 0x8b],
    idle: [0xe6, 0xe6, 0xe6],
    corner: [0xd9, 0x8c, 0xb8],
    impact: [0xf0, 0xe4, 0x42],
};

impl Theme {
    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

/// `#rrggbb`.
pub(super) fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
