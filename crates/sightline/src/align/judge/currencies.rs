//! Money is of the currency that the data names.

use super::{Found, Ground, Judge};
use crate::align::hear::What;
use crate::align::index::{Entry, Value};
use crate::align::lexicon::{self, Dimension, Meaning};

impl Judge<'_, '_> {
    /// An amount of money is of the currency that the data names.
    pub(super) fn judge_currencies(&self, found: &mut Found) {
        let currency = |entry: &Entry<'_>| {
            let (unit, length) =
                lexicon::meaning(&self.index.scan, entry.first as usize, |meaning| match meaning {
                    Meaning::Unit(Dimension::Currency, of) => Some(of),
                    _ => None,
                })?;
            ((entry.end - entry.first) as usize == length).then_some(unit)
        };
        let known: Vec<(u32, f64)> = (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, entry)| entry.value == Value::Text && (1..=2).contains(&(entry.end - entry.first)))
            .filter_map(|(at, entry)| Some((at, currency(entry)?)))
            .take(200)
            .collect();
        // Crowns and dollars are of several countries.
        let alike = |text: f64, data: f64| {
            let is_one_of = |of: f64, group: &[f64]| group.iter().any(|one| one.to_bits() == of.to_bits());
            let groups: [&[f64]; 2] = [&[14.0, 7.0, 8.0, 9.0], &[2.0, 17.0, 18.0]];
            let is_shared = |group: &&[f64]| is_one_of(text, &group[..1]) && is_one_of(data, group);
            text.to_bits() == data.to_bits() || groups.iter().any(is_shared)
        };
        for (at, mention) in self.mentions.iter().enumerate() {
            let What::Amount(amount) = &mention.what else { continue };
            let Some((_, of)) =
                amount.units.iter().flatten().find(|(dimension, _)| *dimension == Dimension::Currency)
            else {
                continue;
            };
            // `R$ 20` and `A$ 20` are dollars of some country, and cents those of any money.
            let is_of_country = || {
                amount.at.checked_sub(2).is_some_and(|letter| {
                    let mark = self.scan.tokens[letter + 1];
                    mark.is_mark('$') && !mark.spaced && self.scan.tokens[letter].is_word()
                })
            };
            if of.to_bits() == 16f64.to_bits() || is_of_country() {
                continue;
            }
            let mut near = known
                .iter()
                .filter(|(entry, _)| self.is_in_scope(at, &self.index.entries[*entry as usize]))
                .peekable();
            let Some((entry, _)) = near.peek().copied() else { continue };
            // `{"pln": 4.28}`
            let is_key = |word: &String| matches!(lexicon::unit_of(word), Some((Dimension::Currency, known)) if alike(*of, known));
            if self.index.keys.iter().any(|key| key.words.iter().any(is_key)) {
                continue;
            }
            if !near.any(|(_, data)| alike(*of, *data)) {
                found.conflicts.push(super::Conflict {
                    entry: *entry,
                    at: mention.at,
                    end: mention.end,
                    ground: Ground::Currency,
                });
            }
        }
    }
}
