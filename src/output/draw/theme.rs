//! The colours of pictures.
//!
//! The marks have the hues of the palette of Okabe and Ito (*Color Universal Design*, 2008), which
//! people with the common kinds of colour blindness can tell apart; green and purple are darker
//! than there on white, and lighter on black, so that they stand out from every body. Tests compute
//! that every mark has a contrast of 3 : 1 to whatever it lies on, and text of 4.5 : 1, by the
//! definition of WCAG 2.1; and that marks stay apart for people with protanopia, deuteranopia and
//! tritanopia, as simulated by Machado, Oliveira & Fernandes (2009). Shapes differ as well, so that
//! a print in grey still reads.

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
    shifts: [[0xe9, 0xf4, 0xfc], [0xd0, 0xe9, 0xf9]],
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A linear map of colours, by rows.
    type Matrix = [[f64; 3]; 3];

    /// Machado, Oliveira & Fernandes: *A physiologically-based model for simulation of color vision
    /// deficiency* (2009), severity 1, for linear RGB.
    const PROTANOPIA: Matrix = [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ];
    const DEUTERANOPIA: Matrix = [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ];
    const TRITANOPIA: Matrix = [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ];
    const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// From linear sRGB to CIE XYZ, IEC 61966-2-1.
    const TO_XYZ: Matrix = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ];

    fn linear(colour: Colour) -> [f64; 3] {
        colour.map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        })
    }

    fn apply(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| {
            row.iter()
                .zip(vector)
                .map(|(factor, value)| factor * value)
                .sum()
        })
    }

    /// WCAG 2.1, "contrast ratio".
    fn contrast(one: Colour, other: Colour) -> f64 {
        let luminance = |colour| apply(&[[0.2126, 0.7152, 0.0722]; 3], linear(colour))[0] + 0.05;
        let (one, other) = (luminance(one), luminance(other));
        (one / other).max(other / one)
    }

    /// CIE L*a*b* with the white of D65.
    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        let root = |value: f64| {
            let is_large = value > 216.0 / 24389.0;
            if is_large {
                value.cbrt()
            } else {
                (24389.0 / 27.0 * value + 16.0) / 116.0
            }
        };
        let [x, y, z] = apply(&TO_XYZ, rgb);
        let [x, y, z] = [root(x / 0.95047), root(y), root(z / 1.08883)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The difference ΔE*ab (CIE 1976) of two colours as somebody sees them; about 2.3 is just
    /// noticeable.
    fn difference(sight: &Matrix, one: Colour, other: Colour) -> f64 {
        let seen = |colour| lab(apply(sight, linear(colour)).map(|value| value.clamp(0.0, 1.0)));
        let squares = seen(one)
            .into_iter()
            .zip(seen(other))
            .map(|(a, b)| (a - b) * (a - b));
        squares.sum::<f64>().sqrt()
    }

    fn marks(colours: &Colours) -> [(&'static str, Colour); 5] {
        let Colours {
            force,
            motion,
            opening,
            corner,
            idle,
            ..
        } = *colours;
        [
            ("force", force),
            ("motion", motion),
            ("opening", opening),
            ("corner", corner),
            ("idle", idle),
        ]
    }

    fn grounds(colours: &Colours) -> [Colour; 7] {
        let Colours {
            page,
            body,
            rests,
            shifts: [slow_shift, shift],
            turns: [slow_turn, turn],
            ..
        } = *colours;
        [page, body, rests, slow_shift, shift, slow_turn, turn]
    }

    /// WCAG 2.1, 1.4.3 (text) and 1.4.11 (graphics).
    #[test]
    fn everything_stands_out_from_what_it_lies_on() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = theme.colours();
            let lines = [("axis", colours.axis), ("outline", colours.outline)];
            for ground in grounds(colours) {
                for (name, mark) in marks(colours).into_iter().chain(lines) {
                    let found = contrast(mark, ground);
                    assert!(
                        found >= 3.0,
                        "{theme:?}: {name} on {}: {found}",
                        hex(ground)
                    );
                }
                assert!(
                    contrast(colours.text, ground) >= 4.5,
                    "{theme:?}: text on {}",
                    hex(ground)
                );
            }
            for text in [colours.title, colours.note] {
                assert!(
                    contrast(text, colours.page) >= 4.5,
                    "{theme:?}: {}",
                    hex(text)
                );
            }
            assert!(
                contrast(colours.impact, colours.text).max(contrast(colours.impact, colours.page))
                    >= 3.0
            );
        }
    }

    #[test]
    fn marks_differ_for_everybody() {
        for (sight, least) in [
            (NORMAL, 40.0),
            (PROTANOPIA, 15.0),
            (DEUTERANOPIA, 15.0),
            (TRITANOPIA, 10.0),
        ] {
            for theme in [Theme::Light, Theme::Dark] {
                let marks = marks(theme.colours());
                for (index, (one, colour)) in marks.iter().enumerate() {
                    for (other, other_colour) in &marks[..index] {
                        let found = difference(&sight, *colour, *other_colour);
                        assert!(
                            found >= least,
                            "{theme:?}: {one} and {other}: {found}, expected {least}"
                        );
                    }
                }
            }
        }
    }

    /// What is published: black on white has the contrast 21, and the deuteranope confuses this red
    /// and this green.
    #[test]
    fn the_measures_are_right() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        let [lightness, a, b] = lab(linear([255; 3]));
        assert!((lightness - 100.0).abs() < 1e-3 && a.abs() < 0.02 && b.abs() < 0.02);
        let (red, green) = ([0xa6, 0x61, 0x00], [0x63, 0x78, 0x2b]);
        assert!(difference(&DEUTERANOPIA, red, green) < 0.5 * difference(&NORMAL, red, green));
    }
}
