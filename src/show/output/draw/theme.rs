//! The colours of pictures.
//!
//! The marks have the hues of the palette of Okabe and Ito (*Color Universal Design*, 2008), which
//! people with the common kinds of colour blindness can tell apart; green and purple are darker
//! than there on white, and lighter on black, so that they stand out from every body. Tests compute
//! that every mark has a contrast of 3 : 1 to whatever it lies on, and text of 4.5 : 1, by the
//! definition of WCAG 2.1; and that marks stay apart for people with protanopia, deuteranopia and
//! tritanopia, as simulated by Machado, Oliveira & Fernandes (2009). Shapes differ as well, so that
//! a print in grey still reads.

use std::fmt;

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
#[derive(Clone, Copy, Debug)]
pub(super) struct Colour(pub(super) [u8; 3]);

impl Colour {
    /// The mixture of two colours with so large a share of the second.
    pub(super) fn mixed(first: Self, second: Self, share: f64) -> Self {
        Self([0, 1, 2].map(|channel| {
            let from = f64::from(first.0[channel]);
            let to = f64::from(second.0[channel]);
            let mixed = from + (to - from) * share;
            mixed.round() as u8
        }))
    }
}

/// Writes `#rrggbb`, the form of style sheets.
impl fmt::Display for Colour {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(formatter, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// The colour 0xrrggbb.
const fn rgb(code: u32) -> Colour {
    let [_, red, green, blue] = code.to_be_bytes();
    Colour([red, green, blue])
}

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
    /// Bodies without pressure, with half of the largest, and with the largest.
    pub(super) heat: [Colour; 3],
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
    /// Points at which bodies hit each other; outlined.
    pub(super) impact: Colour,
    /// Forces and torques from outside.
    pub(super) load: Colour,
}

const LIGHT: Colours = Colours {
    page: rgb(0xffffff),
    title: rgb(0x000000),
    text: rgb(0x222222),
    note: rgb(0x555555),
    outline: rgb(0x444444),
    body: rgb(0xffffff),
    rests: rgb(0xececec),
    shifts: [rgb(0xe9f4fc), rgb(0xd0e9f9)],
    turns: [rgb(0xfff7e6), rgb(0xfce0a6)],
    heat: [rgb(0xfff7ec), rgb(0xfdbb84), rgb(0xc9281c)],
    hatch: rgb(0xa0a0a0),
    axis: rgb(0x777777),
    force: rgb(0x0072b2),
    indeterminate: rgb(0xffffff),
    motion: rgb(0xd55e00),
    opening: rgb(0x00795a),
    idle: rgb(0x222222),
    corner: rgb(0xa0447f),
    impact: rgb(0xf0e442),
    load: rgb(0x5522dd),
};

const DARK: Colours = Colours {
    page: rgb(0x14171a),
    title: rgb(0xffffff),
    text: rgb(0xe6e6e6),
    note: rgb(0xa8aeb4),
    outline: rgb(0xa8aeb4),
    body: rgb(0x22272c),
    rests: rgb(0x30363c),
    shifts: [rgb(0x142b3a), rgb(0x1b3f57)],
    turns: [rgb(0x332a16), rgb(0x543f0e)],
    heat: [rgb(0x22272c), rgb(0x7d4420), rgb(0xffa05c)],
    hatch: rgb(0x5c636a),
    axis: rgb(0x8c939a),
    force: rgb(0x56b4e9),
    indeterminate: rgb(0x14171a),
    motion: rgb(0xe69f00),
    opening: rgb(0x1fb88b),
    idle: rgb(0xe6e6e6),
    corner: rgb(0xd98cb8),
    impact: rgb(0xf0e442),
    load: rgb(0xaa77ff),
};

impl Theme {
    pub(super) fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

impl Colours {
    /// The colours that the style sheet has, by their names there.
    pub(super) fn of_sheet(&self) -> [(&'static str, Colour); 15] {
        [
            ("page", self.page),
            ("title", self.title),
            ("text", self.text),
            ("note", self.note),
            ("outline", self.outline),
            ("body", self.body),
            ("rests", self.rests),
            ("axis", self.axis),
            ("force", self.force),
            ("indeterminate", self.indeterminate),
            ("motion", self.motion),
            ("opening", self.opening),
            ("idle", self.idle),
            ("corner", self.corner),
            ("impact", self.impact),
        ]
    }
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
        colour.0.map(|channel| {
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
            let terms = row.iter().zip(vector);
            terms.map(|(factor, value)| factor * value).sum()
        })
    }

    /// WCAG 2.1, "relative luminance", and what is added to it for contrasts.
    fn luminance(colour: Colour) -> f64 {
        let [red, green, blue] = linear(colour);
        0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }

    /// WCAG 2.1, "contrast ratio".
    fn contrast(one: Colour, other: Colour) -> f64 {
        let ratio = luminance(one) / luminance(other);
        ratio.max(ratio.recip())
    }

    /// The function f of CIE 1976.
    fn root(value: f64) -> f64 {
        if value > 216.0 / 24389.0 {
            value.cbrt()
        } else {
            (24389.0 / 27.0 * value + 16.0) / 116.0
        }
    }

    /// CIE L*a*b* with the white of D65.
    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        let [x, y, z] = apply(&TO_XYZ, rgb);
        let x = root(x / 0.95047);
        let y = root(y);
        let z = root(z / 1.08883);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// A colour as somebody sees it.
    fn seen(sight: &Matrix, colour: Colour) -> [f64; 3] {
        let light = apply(sight, linear(colour));
        lab(light.map(|value| value.clamp(0.0, 1.0)))
    }

    /// The difference ΔE*ab (CIE 1976) of two colours as somebody sees them; about 2.3 is just
    /// noticeable.
    fn difference(sight: &Matrix, one: Colour, other: Colour) -> f64 {
        let mut sum = 0.0;
        let one = seen(sight, one);
        let other = seen(sight, other);
        for (a, b) in one.into_iter().zip(other) {
            sum += (a - b) * (a - b);
        }
        sum.sqrt()
    }

    fn marks(colours: &Colours) -> [(&'static str, Colour); 6] {
        let Colours {
            force,
            motion,
            opening,
            corner,
            idle,
            load,
            ..
        } = *colours;
        [
            ("force", force),
            ("motion", motion),
            ("opening", opening),
            ("corner", corner),
            ("idle", idle),
            ("load", load),
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

    /// WCAG 2.1, 1.4.11 (graphics).
    #[test]
    fn marks_stand_out_from_what_they_lie_on() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = theme.colours();
            let lines = [("axis", colours.axis), ("outline", colours.outline)];
            for ground in grounds(colours) {
                for (name, mark) in marks(colours).into_iter().chain(lines) {
                    let found = contrast(mark, ground);
                    assert!(found >= 3.0, "{theme:?}: {name} on {ground}: {found}");
                }
            }
            let impact = colours.impact;
            let to_outline = contrast(impact, colours.text);
            let to_page = contrast(impact, colours.page);
            assert!(to_outline.max(to_page) >= 3.0, "{theme:?}");
        }
    }

    /// WCAG 2.1, 1.4.3 (text).
    #[test]
    fn text_stands_out_from_what_it_lies_on() {
        for theme in [Theme::Light, Theme::Dark] {
            let colours = theme.colours();
            for ground in grounds(colours) {
                let found = contrast(colours.text, ground);
                assert!(found >= 4.5, "{theme:?}: text on {ground}: {found}");
            }
            for text in [colours.title, colours.note] {
                let found = contrast(text, colours.page);
                assert!(found >= 4.5, "{theme:?}: {text}: {found}");
            }
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

    /// More pressure is darker on white and lighter on black, so that a print in grey still reads.
    #[test]
    fn heat_goes_one_way_in_grey() {
        for theme in [Theme::Light, Theme::Dark] {
            let [cold, warm, hot] = theme.colours().heat;
            let to_warm = luminance(warm) / luminance(cold);
            let to_hot = luminance(hot) / luminance(warm);
            match theme {
                Theme::Light => assert!(to_warm < 0.8 && to_hot < 0.5, "{to_warm}, {to_hot}"),
                Theme::Dark => assert!(to_warm > 1.5 && to_hot > 2.0, "{to_warm}, {to_hot}"),
            }
        }
    }

    /// Compares with published facts: black on white has the contrast 21, and the deuteranope
    /// confuses this red and this green.
    #[test]
    fn the_measures_are_right() {
        let white = rgb(0xffffff);
        let black_on_white = contrast(rgb(0), white);
        assert_near(black_on_white, 21.0, 1e-9);
        let [lightness, a, b] = lab(linear(white));
        assert_near(lightness, 100.0, 1e-3);
        assert_near(a, 0.0, 0.02);
        assert_near(b, 0.0, 0.02);
        let red = rgb(0xa66100);
        let green = rgb(0x63782b);
        let by_others = difference(&NORMAL, red, green);
        let by_deuteranope = difference(&DEUTERANOPIA, red, green);
        assert!(by_deuteranope < 0.5 * by_others);
    }

    fn assert_near(found: f64, expected: f64, error: f64) {
        let apart = found - expected;
        assert!(apart.abs() < error, "{found}");
    }
}
