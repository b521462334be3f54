//! Values of parameters from outside of the file.

use std::str::FromStr;
use zwang_exact::{NumberError, Rational};

/// A value of a parameter, written `NAME=NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The parameter.
    pub name: String,
    /// Its value.
    pub value: Rational,
}

/// Why a text is no setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// It has no equals sign.
    #[error("expected NAME=NUMBER, such as x=1/5")]
    NoValue,
    /// The text behind the equals sign is no number.
    #[error(transparent)]
    Number(#[from] NumberError),
}

impl FromStr for Setting {
    type Err = SettingError;

    fn from_str(text: &str) -> Result<Self, SettingError> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(SettingError::NoValue);
        };
        Ok(Self {
            name: name.trim().to_owned(),
            value: zwang_exact::parse(value)?,
        })
    }
}
