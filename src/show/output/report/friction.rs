//! The answer of `collapse` for a scene with friction.

use super::contacts::add_table;
use super::motion::{self, Reading};
use super::{Page, Reader, ReportOptions, count, more};
use crate::bars;
use crate::outcome;
use crate::table::Table;
use crate::told::{self, ToldRough};
use crate::{FrictionFindings, Indeterminate, SymmetryLine};
use zwang_certificate::friction::Law;
use zwang_check::Verdict;
use zwang_check::friction::{
    ContactBehaviour, FrictionAnswer, FrictionGroup, FrictionVerdict, VerifiedAccelerations,
};
use zwang_exact::Rational;
use zwang_scene::{PinId, Scene};

/// Behaviours in the order in which they are counted, with the words for one and for several.
const BEHAVIOURS: [(ContactBehaviour, &str); 5] = [
    (ContactBehaviour::Sticks, "sticking"),
    (ContactBehaviour::BeginsToSlide, "beginning to slide"),
    (ContactBehaviour::Slides, "sliding"),
    (ContactBehaviour::Opens, "opening"),
    (ContactBehaviour::Idle, "idle"),
];

/// The answer of `collapse` for a scene with friction: how it starts to move, and what its contacts
/// do. Whether motion and forces are unique is found by the solver and not part of the proof.
#[must_use]
pub fn friction(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    page.line(&format!("  law        {}", law_words(verified.law())));
    page.line(&format!("  verdict    {}", verdict_words(verified)));
    if verified.verdict() == FrictionVerdict::Moves && verified.law() == Law::Coulomb {
        page.line(&format!(
            "  motion     {}",
            uniqueness_words(findings.is_unique)
        ));
    }
    if let Some(words) = another_motion_words(verified, findings, page.options.detail.reader) {
        page.line(&format!("  {words}"));
    }
    for line in super::symmetry_lines(findings.symmetries) {
        page.line(&line);
    }
    let mut rounded = Vec::new();
    for answer in verified
        .groups()
        .iter()
        .filter_map(|group| group.answers.first())
    {
        for contact in answer.contacts.iter().filter(|contact| contact.is_rounded) {
            rounded.push([contact.first, contact.second]);
        }
    }
    let rests = told::collapse_verdict(verified.verdict()) == Verdict::Rests;
    page.rounded_corners(scene, rests, rounded.into_iter());
    page.balanced(scene);
    page.almost_touching(scene);
    if verified.verdict() != FrictionVerdict::Impossible {
        let motions = motion::section(
            scene,
            &verified.first_accelerations(),
            findings.symmetries,
            Reading::Acceleration,
            &mut page.numbers,
            page.options,
        );
        page.section(&motions);
    }
    let mut answers = Vec::new();
    for group in verified.groups() {
        if let Some(answer) = group.answers.first() {
            let indeterminate = (findings.indeterminate)(scene, answer);
            answers.push(Marked {
                answer,
                indeterminate,
            });
        }
    }
    page.rough_contacts(scene, &answers);
    page.rough_pins(scene, &answers);
    for group in verified.groups() {
        match group.answers.len() {
            0 => {
                let bodies = motion::list(scene, &group.bodies);
                page.section(&format!("no acceleration obeys the law: {bodies}\n"));
            }
            1 => {}
            _ if group.rests => {}
            _ => page.several_answers(scene, group, findings.symmetries),
        }
    }
    page.finish()
}

/// Said below a table with forces that are not unique.
pub(super) const NOT_UNIQUE: &str = "  *: other forces may do the same\n";

fn law_words(law: Law) -> &'static str {
    match law {
        Law::Coulomb => "Coulomb's: friction opposes sliding, with μ times the normal force",
        Law::Convex => {
            "convex: what slides is lifted by μ times its sliding; \
             for comparison, bodies do not move so"
        }
    }
}

fn verdict_words(verified: &VerifiedAccelerations) -> String {
    let free = outcome::count_free(verified.scene());
    let motions = verified.first_accelerations();
    let moving = motions.iter().filter(|motion| !motion.is_zero()).count();
    match verified.verdict() {
        FrictionVerdict::Impossible => "impossible: some bodies have no acceleration that obeys \
                                        the law; velocities have to jump"
            .to_owned(),
        FrictionVerdict::Stands | FrictionVerdict::Rests => {
            "rests: the forces below hold it".to_owned()
        }
        FrictionVerdict::Ambiguous => "ambiguous: no forces hold it, and several motions obey the \
                                       law; the first is told here, all that were found below"
            .to_owned(),
        FrictionVerdict::Moves => format!("moves: {moving} of {free} free bodies accelerate"),
    }
}

/// The words about another motion than rest.
fn another_motion_words(
    verified: &VerifiedAccelerations,
    findings: &FrictionFindings,
    reader: Reader,
) -> Option<String> {
    if findings.is_beside_rest {
        let words = "rest       obeys the law as well: forces hold what is at rest";
        return Some(words.to_owned());
    }
    let mut groups = verified.groups().iter();
    if groups.any(|group| group.another_motion() == Some(true)) {
        let hint = reader.motion();
        return Some(format!(
            "motion     another_motion: one obeys the law as well; {hint}"
        ));
    }
    let words = match (verified.verdict(), verified.another_motion()) {
        (FrictionVerdict::Stands, _) => Some("motion     none: nothing but rest obeys the law"),
        (FrictionVerdict::Rests, Some(_)) => Some("motion     none: that of this law is unique"),
        (FrictionVerdict::Rests, None) => {
            Some("motion     no other was found; that there is none is not proved")
        }
        _ => None,
    };
    words.map(str::to_owned)
}

fn uniqueness_words(is_unique: bool) -> &'static str {
    if is_unique {
        "unique for this set of sticking, sliding and opening contacts"
    } else {
        "others may obey the law as well; this is one of them"
    }
}

/// Says of a motion that it is its own mirror image, or that of an earlier one.
fn image_words(answers: &[FrictionAnswer], index: usize, symmetries: &[SymmetryLine]) -> String {
    let Some(own) = answers.get(index) else {
        return String::new();
    };
    for symmetry in symmetries {
        if is_mirror_image(own, own, symmetry) {
            return ": its own mirror image".to_owned();
        }
        for (earlier, number) in answers.iter().take(index).zip(1..) {
            if is_mirror_image(earlier, own, symmetry) {
                return format!(": mirror image of motion {number}");
            }
        }
    }
    String::new()
}

/// Whether a reflection takes the motion of each body of an answer to that of its image in another
/// answer.
fn is_mirror_image(
    answer: &FrictionAnswer,
    image: &FrictionAnswer,
    symmetry: &SymmetryLine,
) -> bool {
    answer.bodies.iter().all(|moving| {
        let [x, y, angular] = moving.acceleration.numbers();
        let Some([x, y]) = symmetry.kind.mirror([x, y]) else {
            return false;
        };
        let target = symmetry.images.get(moving.body.0);
        let mut bodies = image.bodies.iter();
        bodies.any(|body| {
            let numbers = [x.clone(), y.clone(), -angular];
            Some(&body.body) == target && *body.acceleration.numbers() == numbers
        })
    })
}

/// An answer, and which of its forces are not unique.
struct Marked<'a> {
    answer: &'a FrictionAnswer,
    indeterminate: Indeterminate,
}

/// A contact as people are told of it.
struct MarkedContact<'a> {
    told: ToldRough<'a>,
    is_unique: bool,
}

impl Page<'_> {
    /// How many contacts behave in which way, and those with a force.
    fn rough_contacts(&mut self, scene: &Scene, answers: &[Marked]) {
        let mut contacts = Vec::new();
        for marked in answers {
            for (index, contact) in marked.answer.contacts.iter().enumerate() {
                contacts.push(MarkedContact {
                    told: told::rough(contact),
                    is_unique: marked.indeterminate.is_unique_contact(index),
                });
            }
        }
        if contacts.is_empty() {
            return;
        }
        let all = count(contacts.len(), "contact", "contacts");
        let mut counts = Vec::new();
        for (behaviour, word) in BEHAVIOURS {
            let alike = contacts
                .iter()
                .filter(|contact| contact.told.answer.behaviour == behaviour);
            let number = alike.count();
            if number > 0 {
                counts.push(format!("{number} {word}"));
            }
        }
        let counts = counts.join(", ");
        let mut text = format!("{all}: {counts}\n");
        contacts.retain(|contact| contact.told.presses());
        if !contacts.is_empty() {
            let table = self.rough_table(scene, &contacts);
            add_table(&mut text, &table, contacts.len(), self.options);
            let mut shown = contacts.iter().take(self.options.limit());
            if !shown.all(|contact| contact.is_unique) {
                text.push_str(NOT_UNIQUE);
            }
        }
        self.section(&text);
    }

    fn rough_table(&mut self, scene: &Scene, pressing: &[MarkedContact]) -> Table {
        let mut table = Table::new([
            "pressing",
            "at",
            "force (N) on the first",
            "friction used",
            "of",
            "contact",
        ]);
        for MarkedContact { told, is_unique } in pressing.iter().take(self.options.limit()) {
            table.push([
                outcome::pair(scene, told.first, told.second),
                self.numbers.pair(&told.answer.point),
                self.numbers.force(&told.force, *is_unique),
                self.used(&told.used(), *is_unique),
                self.numbers.text(&told.answer.friction),
                told.answer.behaviour.to_string(),
            ]);
        }
        table
    }

    /// The friction that a contact uses, marked as its force is.
    pub(super) fn used(&mut self, used: &Rational, is_unique: bool) -> String {
        if is_unique {
            self.numbers.text(used)
        } else {
            self.numbers.one_of_several(used)
        }
    }

    fn rough_pins(&mut self, scene: &Scene, answers: &[Marked]) {
        self.rough_bars(scene, answers);
        let others = bars::other_pins(scene);
        let is_told = |index: &PinId| others.binary_search(index).is_ok();
        let mut pins = 0;
        for marked in answers {
            let told = marked
                .answer
                .pins
                .iter()
                .filter(|(index, _)| is_told(index));
            pins += told.count();
        }
        if pins == 0 {
            return;
        }
        let mut text = count(pins, "pin with a force", "pins with a force");
        text.push('\n');
        let mut table = Table::new(["joined", "at", "force (N) on the first"]);
        let mut all_unique = true;
        for marked in answers {
            for (index, force) in &marked.answer.pins {
                // The checker has looked up every pin.
                let Some(pin) = scene.pins.get(index.0).filter(|_| is_told(index)) else {
                    continue;
                };
                let is_unique = marked.indeterminate.is_unique_pin(index.0);
                all_unique &= is_unique;
                let told = told::pin(pin);
                table.push([
                    outcome::joined(scene, &told),
                    self.numbers.pair(&pin.at),
                    self.numbers.force(&told.force(force), is_unique),
                ]);
            }
        }
        text.push_str(&table.text(2));
        if !all_unique {
            text.push_str(NOT_UNIQUE);
        }
        self.section(&text);
    }

    fn rough_bars(&mut self, scene: &Scene, answers: &[Marked]) {
        let mut forces = Vec::new();
        for marked in answers {
            forces.extend(bars::of_rough_answer(
                scene,
                marked.answer,
                &marked.indeterminate,
            ));
        }
        let text =
            super::bars::section(scene, &forces, NOT_UNIQUE, &mut self.numbers, self.options);
        self.section(&text);
    }

    fn several_answers(
        &mut self,
        scene: &Scene,
        group: &FrictionGroup,
        symmetries: &[SymmetryLine],
    ) {
        let bodies = motion::list(scene, &group.bodies);
        let all = group.answers.len();
        // That there are no others is not proved.
        self.section(&format!("at least {all} motions obey the law: {bodies}\n"));
        let shown = group.answers.iter().take(self.options.limit());
        for (answer, number) in shown.zip(1..) {
            let image = image_words(&group.answers, number - 1, symmetries);
            self.line(&format!("  motion {number} of {all}{image}"));
            let mut motions = Vec::new();
            for body in &answer.bodies {
                motions.push((&body.acceleration, body.body));
            }
            let table = motion::table_of(scene, &motions, &mut self.numbers, self.options);
            self.text.push_str(&table);
        }
        if let Some(more) = more(all, self.options) {
            self.line(&more);
        }
    }
}
