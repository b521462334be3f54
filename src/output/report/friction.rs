//! The answer of `collapse` for a scene with friction.

use super::contacts::add_table;
use super::motion::{self, Reading};
use super::{Page, ReportOptions, count, more};
use crate::SymmetryLine;
use crate::outcome;
use crate::table::Table;
use crate::told::{self, ToldRough};
use zwang_certificate::friction::Law;
use zwang_check::friction::{
    ContactBehaviour, FrictionAnswer, FrictionGroup, FrictionVerdict, VerifiedAccelerations,
};
use zwang_scene::Scene;

/// Behaviours in the order in which they are counted, with the words for one and for several.
const BEHAVIOURS: [(ContactBehaviour, &str); 5] = [
    (ContactBehaviour::Sticks, "sticking"),
    (ContactBehaviour::BeginsToSlide, "beginning to slide"),
    (ContactBehaviour::Slides, "sliding"),
    (ContactBehaviour::Opens, "opening"),
    (ContactBehaviour::Idle, "idle"),
];

/// The answer of `collapse` for a scene with friction: how it starts to move, and what its contacts
/// do. `is_unique` says whether no other motion has contacts that behave as here; that is found by
/// the solver and not part of the proof.
#[must_use]
pub fn friction(
    verified: &VerifiedAccelerations,
    symmetries: &[SymmetryLine],
    is_unique: bool,
    options: &ReportOptions,
) -> String {
    let scene = verified.scene();
    let heading = super::heading_of(scene, verified.digest());
    let mut page = Page::new(heading, options);
    page.line(&format!("  law        {}", law_words(verified.law())));
    page.line(&format!("  verdict    {}", verdict_words(verified)));
    if verified.verdict() == FrictionVerdict::Moves && verified.law() == Law::Coulomb {
        page.line(&format!("  motion     {}", uniqueness_words(is_unique)));
    }
    for line in super::symmetry_lines(symmetries) {
        page.line(&line);
    }
    page.almost_touching(scene);
    if verified.verdict() != FrictionVerdict::Stuck {
        let motions = motion::section(
            scene,
            &verified.first_accelerations(),
            symmetries,
            Reading::Acceleration,
            &mut page.numbers,
            page.options,
        );
        page.section(&motions);
    }
    let answers = verified
        .groups()
        .iter()
        .filter_map(|group| group.answers.first());
    let answers: Vec<&FrictionAnswer> = answers.collect();
    page.rough_contacts(scene, &answers);
    page.rough_pins(scene, &answers);
    for group in verified.groups() {
        match group.answers.len() {
            0 => {
                let bodies = motion::list(scene, &group.bodies);
                page.section(&format!("no acceleration obeys the law: {bodies}\n"));
            }
            1 => {}
            _ => page.several_answers(scene, group),
        }
    }
    page.finish()
}

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
        FrictionVerdict::Stuck => "stuck: some bodies have no acceleration that obeys the law, \
                                   so velocities have to jump"
            .to_owned(),
        FrictionVerdict::Stands => "stands: the forces below hold it, and nothing but rest obeys \
                                    the law"
            .to_owned(),
        FrictionVerdict::Rests => "rests: the forces below hold it; \
                                   that nothing else obeys the law is not shown"
            .to_owned(),
        FrictionVerdict::Ambiguous => "ambiguous: several motions obey the law; \
                                       the first is told here, all of them below"
            .to_owned(),
        FrictionVerdict::Moves => format!("moves: {moving} of {free} free bodies accelerate"),
    }
}

fn uniqueness_words(is_unique: bool) -> &'static str {
    if is_unique {
        "the only one whose contacts behave as told here"
    } else {
        "others may obey the law as well; this is one of them"
    }
}

impl Page<'_> {
    /// How many contacts behave in which way, and those with a force.
    fn rough_contacts(&mut self, scene: &Scene, answers: &[&FrictionAnswer]) {
        let mut contacts = Vec::new();
        for answer in answers {
            contacts.extend(answer.contacts.iter().map(told::rough));
        }
        if contacts.is_empty() {
            return;
        }
        let all = count(contacts.len(), "contact", "contacts");
        let mut counts = Vec::new();
        for (behaviour, word) in BEHAVIOURS {
            let alike = contacts
                .iter()
                .filter(|contact| contact.answer.behaviour == behaviour);
            let number = alike.count();
            if number > 0 {
                counts.push(format!("{number} {word}"));
            }
        }
        let counts = counts.join(", ");
        let mut text = format!("{all}: {counts}\n");
        let pressing: Vec<&ToldRough> = contacts.iter().filter(|told| told.presses()).collect();
        if !pressing.is_empty() {
            let table = self.rough_table(scene, &pressing);
            add_table(&mut text, &table, pressing.len(), self.options);
        }
        self.section(&text);
    }

    fn rough_table(&mut self, scene: &Scene, pressing: &[&ToldRough]) -> Table {
        let mut table = Table::new([
            "pressing",
            "at",
            "force (N) on the first",
            "friction used",
            "of",
            "contact",
        ]);
        for contact in pressing.iter().take(self.options.limit()) {
            table.push([
                outcome::pair(scene, contact.first, contact.second),
                self.numbers.pair(&contact.answer.point),
                self.numbers.pair(&contact.force),
                self.numbers.text(&contact.used()),
                self.numbers.text(&contact.answer.friction),
                contact.answer.behaviour.to_string(),
            ]);
        }
        table
    }

    fn rough_pins(&mut self, scene: &Scene, answers: &[&FrictionAnswer]) {
        let pins: Vec<_> = answers.iter().flat_map(|answer| &answer.pins).collect();
        if pins.is_empty() {
            return;
        }
        let mut text = count(pins.len(), "pin with a force", "pins with a force");
        text.push('\n');
        let mut table = Table::new(["joined", "at", "force (N) on the first"]);
        for (index, force) in pins {
            // The checker has looked up every pin.
            let Some(pin) = scene.pins.get(index.0) else {
                continue;
            };
            let told = told::pin(pin);
            table.push([
                outcome::joined(scene, &told),
                self.numbers.pair(&pin.at),
                self.numbers.pair(&told.force(force)),
            ]);
        }
        text.push_str(&table.text(2));
        self.section(&text);
    }

    fn several_answers(&mut self, scene: &Scene, group: &FrictionGroup) {
        let bodies = motion::list(scene, &group.bodies);
        let all = group.answers.len();
        self.section(&format!("{all} motions that obey the law, of {bodies}\n"));
        let shown = group.answers.iter().take(self.options.limit());
        for (answer, number) in shown.zip(1..) {
            self.line(&format!("  motion {number} of {all}"));
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
