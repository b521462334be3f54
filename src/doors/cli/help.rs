//! Help texts, as `cmd/help` has them: files whose lines are wrapped for who reads them there, and
//! that the terminal wraps anew, at its own width.

/// The text with each paragraph, and each item of a list, in one line. Listings, which have lines
/// that are indented, stay as they are.
pub fn flowing(text: &str) -> String {
    let mut paragraphs = Vec::new();
    for paragraph in text.trim_end().split("\n\n") {
        let is_listing = paragraph.lines().any(|line| line.starts_with(' '));
        paragraphs.push(match is_listing {
            true => paragraph.to_owned(),
            false => in_one_line(paragraph),
        });
    }
    paragraphs.join("\n\n")
}

/// A paragraph in one line, but for items `* …`, which begin lines of their own.
fn in_one_line(paragraph: &str) -> String {
    let mut flowing = String::new();
    for line in paragraph.lines() {
        if !flowing.is_empty() {
            flowing.push(if line.starts_with("* ") { '\n' } else { ' ' });
        }
        flowing.push_str(line);
    }
    flowing
}

#[cfg(test)]
mod tests {
    use super::flowing;
    use crate::cli::Cli;
    use clap::{Arg, Command, CommandFactory};

    #[test]
    fn paragraphs_flow_and_listings_stay() {
        let text = "One\nline.\n\nExamples:\n  zwang a\n  zwang b\n\nThe\nend.\n";
        let expected = "One line.\n\nExamples:\n  zwang a\n  zwang b\n\nThe end.";
        assert_eq!(flowing(text), expected);
    }

    #[test]
    fn items_of_a_list_begin_lines() {
        let text = "Until\n\n* faces are\nflush;\n* gaps are\nclosed.\n";
        let expected = "Until\n\n* faces are flush;\n* gaps are closed.";
        assert_eq!(flowing(text), expected);
    }

    /// Options that do nothing where they are not given.
    const WITHOUT_DEFAULT: [&str; 12] = [
        "set",
        "proof",
        "html",
        "float",
        "restitution-pair",
        "tolerance",
        "vary",
        "tilt",
        "load",
        "join",
        "duration",
        "skip",
    ];

    /// Whether the help says what happens where an option with a value is not given.
    fn says_its_default(option: &Arg) -> bool {
        let help = option.get_help().map(ToString::to_string);
        let help = help.unwrap_or_default();
        let is_said = help.contains("Default") || help.contains("instead of");
        is_said || !option.get_default_values().is_empty()
    }

    fn options_without_default(command: &Command, found: &mut Vec<String>) {
        // A sweep gets what a family requires as an option, or by --vary.
        let family = zwang_families::find(command.get_name()).ok();
        let parameters = family.map_or(&[][..], |family| family.parameters);
        for option in command.get_arguments() {
            let takes_value = option.get_action().takes_values();
            let is_of_family = parameters.iter().any(|known| known.name == option.get_id());
            let is_optional = !option.is_positional() && !option.is_required_set();
            let is_shown = takes_value && is_optional && !option.is_hide_set() && !is_of_family;
            let name = option.get_long().unwrap_or_default();
            if is_shown && !says_its_default(option) && !WITHOUT_DEFAULT.contains(&name) {
                found.push(format!("{}: --{name}", command.get_name()));
            }
        }
        for below in command.get_subcommands() {
            options_without_default(below, found);
        }
    }

    #[test]
    fn every_option_says_what_happens_without_it() {
        let mut found = Vec::new();
        options_without_default(&Cli::command(), &mut found);
        assert!(found.is_empty(), "{}", found.join("\n"));
    }

    /// Words that begin a sentence whose subject comes late.
    const LATE: [&str; 5] = ["What", "Where", "Who", "Of", "As"];

    /// All that the help of a command says, text by text.
    fn texts(command: &Command, path: &str, found: &mut Vec<String>) {
        let path = format!("{path} {}", command.get_name());
        let abouts = [
            command.get_about(),
            command.get_long_about(),
            command.get_before_help(),
            command.get_after_help(),
        ];
        for about in abouts.into_iter().flatten() {
            found.push(format!("{path}: {about}"));
        }
        for argument in command.get_arguments() {
            let helps = [argument.get_help(), argument.get_long_help()];
            for help in helps.into_iter().flatten() {
                found.push(format!("{path} {}: {help}", argument.get_id()));
            }
            for value in argument.get_possible_values() {
                if let Some(help) = value.get_help() {
                    found.push(format!("{path} {}: {help}", argument.get_id()));
                }
            }
        }
        for below in command.get_subcommands() {
            texts(below, &path, found);
        }
    }

    #[test]
    fn sentences_begin_with_their_subject() {
        let mut found = Vec::new();
        texts(&Cli::command(), "", &mut found);
        assert!(found.len() > 200, "{}", found.len());
        let mut late = Vec::new();
        for text in &found {
            let text = text.replace('\n', " ");
            for sentence in text.split([':', '.', ';']) {
                let first = sentence.split_whitespace().next().unwrap_or_default();
                if LATE.contains(&first) {
                    late.push(text.clone());
                }
            }
        }
        assert!(late.is_empty(), "{}", late.join("\n"));
    }
}
