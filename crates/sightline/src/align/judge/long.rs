//! Long numbers that are written in groups, such as those of telephones: `+1 (555) 010-9999` for `+15550109999`.

use super::{Conflict, Found, Ground, Judge};
use crate::align::index::Entry;
use crate::align::scan::{Kind, Token};

/// Fewest digits of a number that is told in groups.
const SHORTEST: usize = 8;
/// Most tokens of one.
const LONGEST: usize = 12;
/// Most digits that another number may have otherwise.
const SLIP: usize = 2;

impl Judge<'_, '_> {
    /// A number in groups tells a string of the same digits, and denies one of nearly the same.
    pub(super) fn judge_long_numbers(&self, found: &mut Found) {
        let known: Vec<(u32, String)> = (0u32..)
            .zip(&self.index.entries)
            .filter_map(|(at, entry)| Some((at, digits_of(entry)?)))
            .take(64)
            .collect();
        if known.is_empty() {
            return;
        }
        let mut at = 0;
        while at < self.scan.tokens.len() {
            let end = self.group_end(at);
            let said: String =
                (at..end).flat_map(|at| self.scan.word_at(at).chars()).filter(char::is_ascii_digit).collect();
            if end > at + 1 && said.len() >= SHORTEST {
                if let Some((entry, _)) = known.iter().find(|(_, known)| *known == said) {
                    found.stated.insert(*entry);
                    found.agreed += 1;
                } else if let Some((entry, _)) = known.iter().find(|(_, known)| is_slip(&said, known)) {
                    found.conflicts.push(Conflict { entry: *entry, at, end, ground: Ground::UnknownId });
                }
            }
            at = end.max(at + 1);
        }
    }

    /// Where the digits and their marks end that begin at a token.
    fn group_end(&self, at: usize) -> usize {
        let is_digits = |token: &Token| match token.kind {
            Kind::Number(_) => true,
            Kind::Id => !self.scan.word(token).contains(char::is_alphabetic),
            _ => false,
        };
        let is_mark = |token: &Token| matches!(token.kind, Kind::Mark('+' | '(' | ')' | '-' | '/'));
        let of_group = |(step, token): &(usize, &Token)| {
            (*step == 0 || !token.line) && (is_digits(token) || is_mark(token))
        };
        let tokens = &self.scan.tokens[at..(at + LONGEST).min(self.scan.tokens.len())];
        at + tokens.iter().enumerate().take_while(of_group).count()
    }
}

/// The digits of a string that has nothing but digits and the marks between their groups.
fn digits_of(entry: &Entry<'_>) -> Option<String> {
    let text = entry.node.as_str().filter(|text| text.len() <= 32)?;
    let is_of = |character: char| {
        character.is_ascii_digit() || matches!(character, '+' | '(' | ')' | '-' | '/' | '.' | ' ')
    };
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    (digits.len() >= SHORTEST && text.chars().all(is_of)).then_some(digits)
}

/// As many digits, of which one or two are others.
fn is_slip(said: &str, known: &str) -> bool {
    said.len() == known.len()
        && said.bytes().zip(known.bytes()).filter(|(one, two)| one != two).count() <= SLIP
}
