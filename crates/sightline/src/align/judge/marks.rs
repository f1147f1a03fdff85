//! Marks beside names, and nothing where the data has something: `✓ name`, `no orders`.

use super::{Conflict, Found, Ground, Judge};
use crate::align::amount;
use crate::align::hear::Mention;
use crate::align::index::{Entry, NONE, Value};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::Kind;

/// Words behind what there is none of.
const FOUND: [&str; 30] = [
    "available",
    "aktuell",
    "encontrada",
    "encontradas",
    "encontrado",
    "encontrados",
    "exist",
    "exists",
    "found",
    "gefunden",
    "gevonden",
    "left",
    "match",
    "matched",
    "matching",
    "moment",
    "present",
    "returned",
    "right",
    "trovata",
    "trovate",
    "trovati",
    "trovato",
    "trouve",
    "trouvee",
    "trouvees",
    "trouves",
    "vorhanden",
    "were",
    "yet",
];

impl Judge<'_, '_> {
    /// `✓ name` and `[x] name`: a mark beside the name of a row is the one flag that the row has.
    pub(super) fn judge_mark(&self, at: usize, mention: &Mention, found: &mut Found) {
        let rows = self.names.rows(self.index, mention);
        let [row] = rows[..] else { return };
        let Some(says) = self.mark_beside(mention) else { return };
        let mut flags = (0u32..)
            .zip(&self.index.entries)
            .filter(|(_, entry)| entry.row == row && matches!(entry.value, Value::Bool(_)));
        let (Some((entry, fact)), None) = (flags.next(), flags.next()) else { return };
        if fact.value == Value::Bool(says) {
            found.stated.insert(entry);
            found.agreed += 1;
        } else {
            found.conflicts.push(Conflict {
                entry,
                at: self.mentions[at].at,
                end: mention.end,
                ground: Ground::Mark,
            });
        }
    }

    pub(super) fn mark_beside(&self, mention: &Mention) -> Option<bool> {
        let mark = |at: usize| {
            let token = self.scan.tokens.get(at)?;
            if token.is_word() || matches!(token.kind, crate::align::scan::Kind::Mark('-' | '–' | '—')) {
                return None;
            }
            let is = |wanted: Meaning| lexicon::is(self.scan, at, wanted);
            if is(Meaning::Yes) { Some(true) } else { is(Meaning::No).then_some(false) }
        };
        let before = mention.at.checked_sub(1)?;
        if self.scan.is_mark(before, ']') {
            let inner = before.checked_sub(1)?;
            let is_open = self.scan.is_mark(inner, '[');
            return if is_open { Some(false) } else { (self.scan.word_at(inner) == "x").then_some(true) };
        }
        let behind =
            self.scan.tokens.get(mention.end).filter(|token| !token.line).and_then(|_| mark(mention.end));
        let colon = || self.scan.is_mark(mention.end, ':').then(|| mark(mention.end + 1)).flatten();
        mark(before).or(behind).or_else(colon)
    }

    /// `No matching orders.` beside two orders, `nobody` beside a name.
    pub(super) fn judge_counts_of_none(&self, found: &mut Found) {
        for at in 0..self.scan.tokens.len() {
            // `未読` is one word, and says nothing of mails.
            let is_part = matches!(self.scan.word_at(at), "未" | "不" | "非" | "無" | "无");
            // `13 times without errors`
            let is_counted = (1..=3).any(|back| {
                at.checked_sub(back).is_some_and(|before| {
                    self.breaks.clauses[before] == self.breaks.clauses[at]
                        && matches!(self.scan.tokens[before].kind, Kind::Number(_))
                })
            });
            if is_counted || is_part || !lexicon::is(self.scan, at, Meaning::Negation) || self.is_of_data(at)
            {
                continue;
            }
            for step in 1..=3 {
                let Some(token) =
                    self.scan.tokens.get(at + step).filter(|token| token.is_word() && !token.line)
                else {
                    break;
                };
                if lexicon::is_join(self.scan, at + step, token) && step < 3 {
                    continue;
                }
                let counted = (0u32..).zip(&self.index.entries).find(|(_, entry)| {
                    let is_number = matches!(entry.value, Value::Count(_) | Value::Number(_));
                    is_number && entry.row == NONE && self.is_keyed_at(at + step, entry)
                });
                let Some((entry, fact)) = counted else { continue };
                let is_none = match fact.value {
                    Value::Count(count) => count == 0,
                    Value::Number(value) => value == 0.0,
                    _ => true,
                };
                if is_none {
                    found.stated.insert(entry);
                    found.agreed += 1;
                } else if step <= 2 && !self.has_other_words(at, at + step) && self.ends_none(at + step + 1) {
                    found.conflicts.push(Conflict {
                        entry,
                        at,
                        end: at + step + 1,
                        ground: Ground::NoneOfThem,
                    });
                }
                break;
            }
        }
    }

    /// `no orders found` says that there are none; `no span reported an error` says that of errors.
    fn ends_none(&self, at: usize) -> bool {
        self.ends_clause(at) || FOUND.contains(&self.scan.word_at(at)) || !self.scan.word_at(at).is_ascii()
    }

    /// `no more than 3 orders`, `not all orders`, `no other orders` deny nothing.
    pub(super) fn has_other_words(&self, first: usize, end: usize) -> bool {
        (first..end + 3).any(|at| {
            matches!(
                self.scan.word_at(at),
                "more"
                    | "all"
                    | "other"
                    | "further"
                    | "only"
                    | "longer"
                    | "additional"
                    | "weiteren"
                    | "mehr"
                    | "alle"
                    | "autre"
                    | "autres"
                    | "plus"
                    | "mas"
                    | "otros"
                    | "otras"
                    | "altri"
                    | "solo"
            )
        }) || amount::read(self.scan, end + 1).is_some()
    }

    pub(super) fn is_keyed_at(&self, token: usize, entry: &Entry<'_>) -> bool {
        self.index.key_of(entry).is_some_and(|key| {
            key.words.len() == 1
                && super::anchors::is_word_of_key(self.scan, token, &key.words[0], &key.nouns[0])
        })
    }
}
