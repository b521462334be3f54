//! Expressions of the LP format: linear terms, and a quadratic part in brackets.

use super::error::TextError;
use super::name::is_reserved;
use super::read::Reader;
use super::token::Token;
use num_traits::{One, Zero};
use std::collections::BTreeMap;
use zwang_exact::Rational;

/// Terms by their first appearance.
#[derive(Default)]
pub(super) struct Expression {
    pub(super) linear: Vec<(usize, Rational)>,
    /// The sum of the terms without a variable.
    pub(super) constant: Rational,
    /// The bracket: coefficients of products, smaller variable first.
    pub(super) quadratic: Option<BTreeMap<(usize, usize), Rational>>,
}

impl Reader {
    /// Terms up to a comparison, a section word or the end.
    pub(super) fn expression(&mut self, may_be_quadratic: bool) -> Result<Expression, TextError> {
        let mut expression = Expression::default();
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        let mut is_first = true;
        while !matches!(self.peek(), None | Some(Token::Comparison(_))) && self.section().is_none()
        {
            let Some(sign) = self.sign(is_first)? else {
                break;
            };
            is_first = false;
            if may_be_quadratic && self.peek() == Some(&Token::Sign('[')) {
                self.position += 1;
                if expression.quadratic.is_some() {
                    return Err(self.unexpected("one quadratic part"));
                }
                expression.quadratic = Some(self.bracket(&sign)?);
                continue;
            }
            let value = self.coefficient(sign)?;
            if self.is_behind_number() && !self.is_at_name() {
                expression.constant += value;
                continue;
            }
            let name = self.name("a variable")?;
            let variable = self.variables.index(&name);
            match places
                .get(&variable)
                .and_then(|&place| expression.linear.get_mut(place))
            {
                Some((_, sum)) => *sum += value,
                None => {
                    places.insert(variable, expression.linear.len());
                    expression.linear.push((variable, value));
                }
            }
        }
        Ok(expression)
    }

    /// `x ^ 2 + 4/3 x * y ] / 2`.
    fn bracket(
        &mut self,
        outer: &Rational,
    ) -> Result<BTreeMap<(usize, usize), Rational>, TextError> {
        let mut products: BTreeMap<(usize, usize), Rational> = BTreeMap::new();
        let mut is_first = true;
        while self.peek() != Some(&Token::Sign(']')) {
            let Some(sign) = self.sign(is_first)? else {
                break;
            };
            is_first = false;
            let value = self.coefficient(sign)?;
            let name = self.name("a variable")?;
            let first = self.variables.index(&name);
            let second = match self.peek() {
                Some(Token::Sign('^')) => {
                    self.position += 1;
                    self.two("the exponent 2")?;
                    first
                }
                Some(Token::Sign('*')) => {
                    self.position += 1;
                    let name = self.name("a variable")?;
                    self.variables.index(&name)
                }
                _ => return Err(self.unexpected("^ 2 or * and a variable")),
            };
            *products
                .entry((first.min(second), first.max(second)))
                .or_insert_with(Rational::zero) += value * outer;
        }
        self.expect(']', "+, - or ]")?;
        self.expect('/', "/ 2 after the bracket")?;
        self.two("/ 2 after the bracket")?;
        Ok(products)
    }

    /// Signs before a term, as 1 or -1; the first term needs none. `None` if there is no sign, and
    /// so no term.
    pub(super) fn sign(&mut self, is_first: bool) -> Result<Option<Rational>, TextError> {
        let mut sign = Rational::one();
        let start = self.position;
        while let Some(Token::Sign(character @ ('+' | '-'))) = self.peek() {
            if *character == '-' {
                sign = -sign;
            }
            self.position += 1;
        }
        Ok((is_first || self.position > start).then_some(sign))
    }

    /// The number before a variable, if there is one.
    fn coefficient(&mut self, sign: Rational) -> Result<Rational, TextError> {
        match self.peek() {
            Some(Token::Number(value)) => {
                let value = value * sign;
                self.position += 1;
                Ok(value)
            }
            _ => Ok(sign),
        }
    }

    /// Whether the token read last is a number.
    fn is_behind_number(&self) -> bool {
        let last = self.position.checked_sub(1);
        let last = last.and_then(|last| self.tokens.get(last));
        last.is_some_and(|placed| matches!(placed.token, Token::Number(_)))
    }

    /// Whether the next token is a name that a variable may have.
    fn is_at_name(&self) -> bool {
        matches!(self.peek(), Some(Token::Name(name)) if !is_reserved(name))
    }

    fn two(&mut self, expected: &str) -> Result<(), TextError> {
        match self.peek() {
            Some(Token::Number(value)) if *value == Rational::from_integer(2.into()) => {
                self.position += 1
            }
            _ => return Err(self.unexpected(expected)),
        }
        Ok(())
    }

    fn expect(&mut self, sign: char, expected: &str) -> Result<(), TextError> {
        if self.peek() != Some(&Token::Sign(sign)) {
            return Err(self.unexpected(expected));
        }
        self.position += 1;
        Ok(())
    }
}
