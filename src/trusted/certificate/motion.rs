//! Certificates, of the format `zwang-proof-1`, read from JSON.

use crate::numbers::Numbers;
use crate::text::{File, FormatError, Hex, Object, ReadGroup, present};
use crate::{Case, Certificate, Group, Motion};
use num_bigint::BigInt;
use serde::Deserialize;

pub(crate) const FORMAT: &str = "zwang-proof-1";

/// Reads a certificate.
///
/// # Errors
/// [`FormatError`] if the text is not of the format; the contents are not judged.
pub fn read(text: &str) -> Result<Certificate, FormatError> {
    let Object(file): Object<File<GroupFile>> = serde_json::from_str(text)?;
    let contents = file.contents(FORMAT)?;
    let geometry = contents.geometry;
    Ok(Certificate {
        scene: contents.scene,
        separations: geometry.separations,
        contacts: geometry.contacts,
        corners: geometry.corners,
        groups: contents.groups,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupFile {
    bodies: Vec<usize>,
    cases: Vec<Object<CaseFile>>,
    answers: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseFile {
    sides: Vec<(usize, usize)>,
    #[serde(default, deserialize_with = "present")]
    denominator: Option<Hex>,
    #[serde(default, deserialize_with = "present")]
    motion: Option<Vec<[Hex; 3]>>,
    #[serde(deserialize_with = "crate::numbers::read")]
    forces: Vec<(usize, BigInt)>,
    #[serde(deserialize_with = "crate::numbers::read")]
    pins: Vec<(usize, [BigInt; 2])>,
    #[serde(default, deserialize_with = "present")]
    idle: Option<Vec<[Hex; 3]>>,
}

impl ReadGroup for GroupFile {
    type Group = Group;

    fn into_group(self, index: usize) -> Result<Group, FormatError> {
        let mut cases = Vec::with_capacity(self.cases.len());
        for (case, Object(file)) in self.cases.into_iter().enumerate() {
            cases.push(file.into_case(index, case)?);
        }
        Ok(Group {
            bodies: self.bodies,
            cases,
            answers: self.answers,
        })
    }
}

impl CaseFile {
    fn into_case(self, group: usize, case: usize) -> Result<Case, FormatError> {
        let Self {
            sides,
            denominator,
            motion,
            forces,
            pins,
            idle,
        } = self;
        let motion = match (denominator, motion, idle) {
            (None, None, None) => None,
            (None, ..) => {
                let key = "denominator";
                return Err(FormatError::HalfMotion { group, case, key });
            }
            (Some(_), None, _) => {
                let key = "motion";
                return Err(FormatError::HalfMotion { group, case, key });
            }
            (Some(Hex(denominator)), Some(motion), idle) => Some(Motion {
                denominator,
                accelerations: Numbers::from_read(motion),
                idle: idle.map(Numbers::from_read),
            }),
        };
        Ok(Case {
            sides,
            forces,
            pins,
            motion,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::MOST_ENTRIES;
    use crate::{Contact, Feature, Line, PartId, Separation, write};

    fn sample() -> Certificate {
        let table = PartId { body: 0, part: 0 };
        let brick = PartId { body: 1, part: 0 };
        let contact = Contact {
            vertex: Feature {
                part: brick,
                index: 0,
            },
            edge: Feature {
                part: table,
                index: 2,
            },
        };
        let acceleration = [0, -120, -1200].map(BigInt::from);
        let motion = Motion {
            denominator: BigInt::from(437),
            accelerations: vec![acceleration],
            idle: None,
        };
        let case = Case {
            sides: vec![],
            forces: vec![(0, BigInt::from(255))],
            pins: vec![],
            motion: Some(motion),
        };
        Certificate {
            scene: "00".to_owned(),
            separations: vec![Separation {
                first: table,
                second: brick,
                line: Line::Edge { owner: 0, edge: 2 },
            }],
            contacts: vec![contact],
            corners: vec![],
            groups: vec![Group {
                bodies: vec![1],
                cases: vec![case],
                answers: vec![0],
            }],
        }
    }

    #[test]
    fn reading_undoes_writing() {
        let text = write(&sample());
        assert_eq!(read(&text).unwrap(), sample());
        assert!(text.contains("\"-4b0\""), "{text}");
    }

    #[test]
    fn there_is_one_way_to_write_each_thing() {
        let text = write(&sample());
        let as_list = r#"["zwang-proof-1","00",[],[],[],[]]"#;
        let message = read(as_list).unwrap_err().to_string();
        assert!(message.contains("expected an object"), "{message}");
        for (find, put) in [
            (r#"{"bodies":[1],"#, r#"[[1],[],[0]],{"bodies":[1],"#),
            (r#","pins":[]"#, r#","pins":[],"idle":null"#),
            (r#""motion":[["0","-78","-4b0"]]"#, r#""motion":null"#),
            (r#""answers":[0]"#, r#""answers":[-0]"#),
            (r#""answers":[0]"#, r#""answers":[0.0]"#),
            (r#""answers":[0]"#, r#""answers":[0],"answers":[0]"#),
            (r#"{"format""#, "\u{feff}{\"format\""),
        ] {
            let spoilt = text.replacen(find, put, 1);
            assert_ne!(spoilt, text, "{find}");
            assert!(read(&spoilt).is_err(), "{put}");
        }
    }

    fn with_contacts(rows: &str) -> String {
        let head = format!(r#"{{"format":"{FORMAT}","scene":"","#);
        let lists = format!(r#""separations":[],"contacts":[{rows}],"#);
        head + &lists + r#""corners":[],"groups":[]}"#
    }

    #[test]
    fn a_million_contacts_are_the_most() {
        let most = vec!["[0,0,0,1,0,0]"; MOST_ENTRIES].join(",");
        assert!(read(&with_contacts(&most)).is_ok());
        let more = with_contacts(&format!("{most},[0,0,0,1,0,0]"));
        let message = read(&more).unwrap_err().to_string();
        let expected = "contacts: found 1048577 entries; expected at most 1048576";
        assert_eq!(message, expected);
    }

    #[test]
    fn malformed_files_say_where() {
        let text = write(&sample());
        for (find, put, message) in [
            (
                "zwang-proof-1",
                "zwang-proof-2",
                "format is `zwang-proof-2`",
            ),
            ("\"ff\"", "\"0ff\"", "not a hexadecimal integer"),
            ("\"answers\"", "\"anwers\"", "unknown field `anwers`"),
            ("\"denominator\":\"1b5\",", "", "`denominator` is missing"),
        ] {
            let spoilt = text.replace(find, put);
            let error = read(&spoilt).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}
