//! Who is what: `mei becomes primary`, `assignee is ops-bot`, where the data gives the role to another.

use super::anchors::{ends_with_key, is_word_of_key};
use super::{Conflict, Found, Ground, Judge};
use crate::align::hear::What;
use crate::align::index::{Entry, Value};
use crate::align::lexicon;
use crate::align::scan::Kind;

/// Most tokens between a name and its role.
const NEAR: usize = 2;
/// Longest name, in tokens.
const LONGEST: u32 = 4;
/// Words between a name and its role.
const BECOMES: [&str; 14] = [
    "as", "become", "becomes", "devient", "diventa", "est", "es", "ist", "jest", "now", "remains", "stays",
    "wird", "wordt",
];

impl Judge<'_, '_> {
    /// A name that stands at the word of one key and is the value of the key beside it.
    pub(super) fn judge_roles(&self, found: &mut Found) {
        for (at, mention) in self.mentions.iter().enumerate() {
            let What::Facts(hits) = &mention.what else { continue };
            let [hit] = hits[..] else { continue };
            let own = &self.index.entries[hit as usize];
            if !is_name(own) || !self.is_in_scope(at, own) || self.is_aside(mention.at) {
                continue;
            }
            let denied = (0u32..).zip(&self.index.entries).find(|(entry, other)| {
                *entry != hit
                    && is_name(other)
                    && self.are_roles(own, other)
                    && self.is_role_beside(at, other)
                    && !self.is_role_beside(at, own)
                    && other.node.text() != own.node.text()
            });
            if let Some((entry, _)) = denied {
                found.conflicts.push(Conflict {
                    entry,
                    at: mention.at,
                    end: mention.end,
                    ground: Ground::Role,
                });
            }
        }
    }

    /// Two members of one object with keys of one word.
    fn are_roles(&self, one: &Entry<'_>, two: &Entry<'_>) -> bool {
        let keys = self.index.key_of(one).zip(self.index.key_of(two));
        one.row == two.row
            && one.node.parent().zip(two.node.parent()).is_some_and(|(one, two)| one.span() == two.span())
            && keys.is_some_and(|(one, two)| {
                one.words.len() == 1
                    && two.words.len() == 1
                    && one.nouns.iter().all(|noun| !two.nouns.contains(noun))
            })
    }

    /// Tells whether the word of a key stands right before or behind a mention, with nothing between but
    /// what makes one the other.
    fn is_role_beside(&self, at: usize, entry: &Entry<'_>) -> bool {
        let Some(key) = self.index.key_of(entry) else { return false };
        let (Some(word), Some(nouns)) = (key.words.first(), key.nouns.first()) else { return false };
        let mention = &self.mentions[at];
        let is_word = |token: usize| is_word_of_key(self.scan, token, word, nouns);
        let is_between = |token: usize| {
            let word = self.scan.word_at(token);
            BECOMES.contains(&word)
                || matches!(word, ":" | "=" | "：" | "は" | "是" | "为")
                || matches!(self.scan.tokens[token].kind, Kind::Word)
                    && matches!(word, "is" | "are" | "was")
                    && lexicon::is_join(self.scan, token, &self.scan.tokens[token])
        };
        let is_here = |token: usize| {
            self.breaks.sentences.get(token) == Some(&mention.sentence)
                && (token > mention.at || !self.scan.tokens[mention.at].line)
        };
        let behind = (0..=NEAR).any(|gap| {
            let token = mention.end + gap;
            gap > 0 && is_here(token) && is_word(token) && (mention.end..token).all(is_between)
        });
        let before = (0..=NEAR).any(|gap| {
            let token = mention.at.checked_sub(gap + 1).filter(|token| is_here(*token));
            token.is_some_and(|token| {
                let is_role = is_word(token)
                    || !self.scan.word_at(token).is_ascii() && ends_with_key(self.scan, token + 1, key);
                gap > 0 && is_role && (token + 1..mention.at).all(is_between)
            })
        });
        behind || before
    }
}

fn is_name(entry: &Entry<'_>) -> bool {
    entry.value == Value::Text && entry.end > entry.first && entry.end - entry.first <= LONGEST
}
