//! Properties of elements: attributes, or declarations in the attribute `style`.

use crate::xml::Element;

/// The value of a property of an element, if it has it. A declaration in `style` comes before an
/// attribute, and the last declaration before the others.
pub fn property<'a>(element: Element<'a>, name: &str) -> Option<&'a str> {
    declaration(element, name).or(element.attribute(name))
}

/// The value of a property in the attribute `style`.
pub fn declaration<'a>(element: Element<'a>, name: &str) -> Option<&'a str> {
    let style = element.attribute("style")?;
    let mut last = None;
    for declaration in style.split(';') {
        if let Some((property, value)) = declaration.split_once(':')
            && property.trim().eq_ignore_ascii_case(name)
        {
            last = Some(without_importance(value));
        }
    }
    last
}

fn without_importance(value: &str) -> &str {
    match value.split_once('!') {
        Some((value, _)) => value.trim(),
        None => value.trim(),
    }
}
