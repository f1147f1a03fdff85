//! Other readings of a number than a fact of the data: places in a list, names, codes, scales.

use super::amounts::{number, tells};
use super::{Ground, Judge, Outcome};
use crate::align::amount::Amount;
use crate::align::hear::What;
use crate::align::index::{Entry, Value, is_time, same_noun};
use crate::align::lexicon::{self, Meaning};
use crate::align::scan::Kind;

impl Judge<'_, '_> {
    /// `1.` and `2)` at the start of a line.
    pub(super) fn is_list_mark(&self, amount: &Amount) -> bool {
        let token = self.scan.tokens[amount.at];
        let next = self.scan.tokens.get(amount.at + 1);
        let is_marked =
            next.is_some_and(|next| !next.spaced && matches!(next.kind, Kind::Mark('.' | ')' | ':' | '、')));
        token.line && is_marked && amount.count().is_some_and(|count| count <= 1000)
    }

    /// `2) Museum` where the data gives the museum another place.
    pub(super) fn out_of_order(&self, at: usize, amount: &Amount) -> Option<u32> {
        const KEYS: [&str; 9] = ["seq", "n", "no", "nr", "rank", "position", "pos", "index", "step"];
        let place = amount.count().filter(|_| self.is_list_mark(amount))?;
        let next = self
            .mentions
            .get(at + 1)
            .filter(|next| next.sentence == self.mentions[at].sentence || next.at <= amount.end + 3)?;
        let [row] = self.names.rows(self.index, next)[..] else { return None };
        let is_place = |entry: &Entry<'_>| {
            let is_key = self
                .index
                .key_of(entry)
                .is_some_and(|key| matches!(&*key.words, [word] if KEYS.contains(&word.as_str())));
            is_key && entry.row == row
        };
        let own = (0u32..).zip(&self.index.entries).find(|(_, entry)| is_place(entry))?;
        let is_other = number(own.1).is_some_and(|known| !amount.is(known, &[None; 3]));
        // Other lists may be counted from another number on, or in another order.
        let has = |value: f64| {
            self.index.entries.iter().any(|other| {
                other.key == own.1.key
                    && number(other).is_some_and(|known| known.to_bits() == value.to_bits())
            })
        };
        let all =
            self.mentions.iter().enumerate().filter(
                |(_, mention)| matches!(&mention.what, What::Amount(mark) if self.is_list_mark(mark)),
            );
        let fits = all.filter(|(at, mention)| {
            let What::Amount(mark) = &mention.what else { return false };
            self.mentions.get(at + 1).is_some_and(|next| {
                self.names.rows(self.index, next).iter().any(|row| {
                    self.index.entries.iter().any(|other| {
                        other.row == *row
                            && other.key == own.1.key
                            && number(other).is_some_and(|known| mark.is(known, &[None; 3]))
                    })
                })
            })
        });
        (is_other && has(u32::try_from(place).map_or(0.0, f64::from)) && fits.count() > 0).then_some(own.0)
    }

    /// `Message 1 of 3`: a place in a list, which is as long as the whole.
    pub(super) fn is_position(&self, at: usize, amount: &Amount) -> bool {
        let is_one = |token: usize| {
            let word = self.scan.word_at(token);
            !word.ends_with('s')
                && self.index.entries.iter().any(|entry| {
                    let key = self.index.key_of(entry).and_then(|key| key.words.last());
                    matches!(entry.value, Value::Count(_))
                        && key.is_some_and(|key| key != word && same_noun(word, key))
                })
        };
        let is_first = |first: &Amount, whole: &Amount| {
            lexicon::is(self.scan, first.end, Meaning::Of)
                && whole.at == first.end + 1
                && first
                    .count()
                    .is_some_and(|first| whole.count().is_some_and(|whole| first >= 1 && first <= whole))
                && first.at.checked_sub(1).is_some_and(is_one)
        };
        let is_whole_known = |whole: &Amount| {
            self.index.entries.iter().any(|entry| Self::is_number(entry) && tells(self.index, whole, entry))
        };
        let other =
            |at: Option<usize>| match at.and_then(|at| self.mentions.get(at)).map(|mention| &mention.what) {
                Some(What::Amount(other)) => Some(*other),
                _ => None,
            };
        other(Some(at + 1)).is_some_and(|whole| is_first(amount, &whole) && is_whole_known(&whole))
            || other(at.checked_sub(1))
                .is_some_and(|first| is_first(&first, amount) && is_whole_known(amount))
    }

    /// `812 × 375` of what is 375 wide and 812 high.
    pub(super) fn is_turned(&self, at: usize, amount: &Amount) -> Option<u32> {
        let What::Amount(second) = &self.mentions.get(at + 1)?.what else { return None };
        let is_times =
            second.at == amount.end + 1 && matches!(self.scan.word_at(amount.end), "×" | "x" | "*");
        if !is_times {
            return None;
        }
        let of = |amount: &Amount, words: [&str; 3]| {
            self.in_scope(at).find(|(_, entry)| {
                self.index
                    .key_of(entry)
                    .is_some_and(|key| key.words.iter().any(|word| words.contains(&word.as_str())))
                    && tells(self.index, amount, entry)
            })
        };
        let (wide, high) = (["width", "w", "breite"], ["height", "h", "hohe"]);
        let (first, _) = of(amount, high)?;
        let is_other = of(second, wide).is_some() && of(amount, wide).is_none();
        is_other.then_some(first)
    }

    /// `every 30 s`, `24h/24`, `200 OK`
    pub(super) fn is_how_often(&self, amount: &Amount) -> bool {
        let is_every = |at: usize| lexicon::is(self.scan, at, Meaning::Every);
        let has_times = self
            .index
            .entries
            .iter()
            .any(|entry| matches!(entry.value, Value::Number(_)) && is_time(&self.index.units(entry)));
        let is_led = amount.has_unit()
            && !has_times
            && (1..=2).any(|back| amount.at.checked_sub(back).is_some_and(is_every));
        let is_all_day = |at: usize| self.scan.word_at(at) == "24";
        let is_day = is_all_day(amount.at)
            && (self.scan.is_mark(amount.end, '/') && is_all_day(amount.end + 1)
                || amount.at.checked_sub(3).is_some_and(|first| is_all_day(first) || is_all_day(first + 1)));
        let is_code =
            (100..600).contains(&amount.count().unwrap_or(0)) && self.scan.word_at(amount.end) == "ok";
        is_led || is_day || is_code
    }

    /// `results 11–20 of 64`: which of them are shown, where the data knows how many there are.
    pub(super) fn is_page(&self, at: usize, amount: &Amount) -> bool {
        let number = |at: Option<usize>| match at.and_then(|at| self.mentions.get(at)).map(|next| &next.what)
        {
            Some(What::Amount(other)) => Some(*other),
            _ => None,
        };
        let is_range = |first: &Amount, last: &Amount| {
            last.at == first.end + 1
                && matches!(self.scan.word_at(first.end), "-" | "–" | "—")
                && first.count() < last.count()
        };
        let is_of = |last: &Amount, whole: &Amount| {
            lexicon::is(self.scan, last.end, Meaning::Of)
                && whole.at == last.end + 1
                && last.count() <= whole.count()
                && self
                    .index
                    .entries
                    .iter()
                    .any(|entry| Self::is_number(entry) && tells(self.index, whole, entry))
        };
        let of = |first: Option<Amount>, last: Option<Amount>, whole: Option<Amount>| {
            first
                .zip(last)
                .zip(whole)
                .is_some_and(|((first, last), whole)| is_range(&first, &last) && is_of(&last, &whole))
        };
        let is_plain = amount.count().is_some() && !amount.is_word;
        is_plain
            && (of(Some(*amount), number(Some(at + 1)), number(Some(at + 2)))
                || of(number(at.checked_sub(1)), Some(*amount), number(Some(at + 1))))
    }

    /// `7-day average`: over how long something is counted, where no fact is that long.
    pub(super) fn is_window(&self, at: usize, amount: &Amount) -> bool {
        let is_time = |token: usize| {
            lexicon::meaning(self.scan, token, |meaning| {
                matches!(meaning, Meaning::Unit(lexicon::Dimension::Time, _)).then_some(())
            })
            .is_some()
        };
        let dash = amount.at + 1;
        let is_joined = |token: usize| self.scan.tokens.get(token).is_some_and(|token| !token.spaced);
        self.scan.is_mark(dash, '-')
            && is_joined(dash)
            && is_joined(dash + 1)
            && is_time(dash + 1)
            && !self.in_scope(at).any(|(_, entry)| tells(self.index, amount, entry))
    }

    /// `stage 1` beside a key `stage1_cm`
    pub(super) fn is_key_with_number(&self, amount: &Amount) -> bool {
        let Some(before) = amount.at.checked_sub(1).filter(|before| self.scan.tokens[*before].is_word())
        else {
            return false;
        };
        let name = format!("{}{}", self.scan.word_at(before), self.scan.word_at(amount.at));
        amount.count().is_some() && self.index.keys.iter().any(|key| key.words.contains(&name))
    }

    /// `you (+2)`: so many more that are not named, where no fact has that number.
    pub(super) fn is_so_many_more(&self, at: usize, amount: &Amount) -> bool {
        let sign = amount.at.checked_sub(1).filter(|sign| self.scan.is_mark(*sign, '+'));
        let is_open = sign
            .and_then(|sign| sign.checked_sub(1))
            .is_some_and(|open| matches!(self.scan.word_at(open), "(" | "（" | ","));
        is_open
            && amount.count().is_some()
            && !amount.has_unit()
            && !self.in_scope(at).any(|(_, entry)| tells(self.index, amount, entry))
    }

    /// `no one else`
    pub(super) fn is_nobody(&self, amount: &Amount) -> bool {
        amount.is_word
            && amount
                .at
                .checked_sub(1)
                .is_some_and(|before| matches!(self.scan.word_at(before), "no" | "not"))
    }

    /// `0-1 Verhagen`: two small numbers with a dash between and no blanks.
    pub(super) fn is_score(&self, amount: &Amount) -> bool {
        let is_dash =
            |at: usize| matches!(self.scan.word_at(at), "-" | "–" | ":") && !self.scan.tokens[at].spaced;
        let is_digits = |at: usize| {
            let token = self.scan.tokens.get(at);
            token.is_some_and(|token| matches!(token.kind, Kind::Number(_)) && !token.spaced)
        };
        let is_before = || {
            amount.at.checked_sub(2).is_some_and(|first| {
                matches!(self.scan.tokens[first].kind, Kind::Number(_)) && is_dash(first + 1)
            }) && is_digits(amount.at)
        };
        let is_small =
            amount.count().is_some_and(|count| count < 100) && !amount.has_unit() && !amount.is_word;
        is_small && (is_dash(amount.at + 1) && is_digits(amount.at + 2) || is_before())
    }

    /// `#3391`, where a string of the data has that number.
    pub(super) fn is_numbered(&self, amount: &Amount) -> bool {
        amount.at.checked_sub(1).is_some_and(|before| self.scan.is_mark(before, '#'))
            && self.index.places_of(self.scan.word_at(amount.at)).iter().any(|(_, token)| {
                token.checked_sub(1).is_some_and(|before| self.index.scan.is_mark(before as usize, '#'))
            })
    }

    /// `AQ 702`, `HTTP 200`: capital letters and a number that are one name.
    pub(super) fn designation(&self, amount: &Amount) -> Option<Outcome> {
        let before = amount.at.checked_sub(1)?;
        let token = self.scan.tokens[before];
        let word = self.scan.word(&token);
        let is_name = token.is_word()
            && token.upper
            && (2..=5).contains(&word.len())
            && word.is_ascii()
            && !self.scan.tokens[amount.at].line
            && amount.count().is_some()
            && !amount.is_word
            && !amount.has_unit()
            && self.index.places_of(word).is_empty()
            && (!lexicon::is_known(self.scan, before) || self.is_joined(word, amount))
            && !self.index.keys.iter().any(|key| key.words.iter().any(|own| same_noun(word, own)));
        if !is_name {
            return None;
        }
        let name = format!("{word}{}", self.scan.word_at(amount.at));
        let is_alike = |known: &str| {
            known.strip_prefix(word).is_some_and(|rest| {
                let rest = rest.trim_start_matches('-');
                !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit())
            })
        };
        let mut denied = None;
        for (at, entry) in (0u32..).zip(&self.index.entries) {
            for token in (entry.first..entry.end).take(64) {
                let known = self.index.scan.word_at(token as usize);
                if known == name || known.replace('-', "") == name {
                    return Some(Outcome::Agrees(Some(at)));
                }
                denied = denied.or(is_alike(known).then_some(at));
            }
        }
        Some(denied.map_or(Outcome::Silent, |entry| Outcome::Denied(entry, Ground::Designation)))
    }

    /// `AF 22` of `AF22`
    fn is_joined(&self, word: &str, amount: &Amount) -> bool {
        !self.index.places_of(&format!("{word}{}", self.scan.word_at(amount.at))).is_empty()
    }

    /// `1 EUR = 11.62 NOK`
    pub(super) fn is_base(&self, amount: &Amount) -> bool {
        let after = (amount.end..amount.end + 2).any(|at| {
            matches!(
                self.scan.word_at(at),
                "=" | "≈" | "equals" | "entspricht" | "entsprach" | "vaut" | "equivale"
            )
        });
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        let is_per = matches!(before, "per" | "pro" | "par" | "por" | "je" | "a" | "each");
        #[expect(clippy::float_cmp, reason = "one is exact")]
        let is_one = amount.value() == 1.0;
        // `1泊21,500円`: a price for one.
        let is_price = self.mentions.iter().any(|mention| {
            (amount.end..amount.end + 3).contains(&mention.at)
                && !self.scan.word_at(amount.end).is_ascii()
                && matches!(mention.what, What::Amount(_))
        });
        let after = after || is_price;
        is_one
            && (after
                || is_per
                || amount.units[0].is_some()
                    && !self.index.entries.iter().any(|entry| number(entry).is_some_and(|value| value < 3.0)))
    }

    /// `4.35 out of 5`
    pub(super) fn is_scale(&self, amount: &Amount) -> bool {
        let is_usual =
            amount.count().is_some_and(|count| [5, 10, 20, 100].contains(&count)) && !amount.has_unit();
        let is_of = |back: usize| {
            amount.at.checked_sub(back).is_some_and(|at| lexicon::is(self.scan, at, Meaning::Of))
        };
        let behind_number = |back: usize| {
            amount.at.checked_sub(back).is_some_and(|at| matches!(self.scan.tokens[at].kind, Kind::Number(_)))
        };
        is_usual
            && ((is_of(1) && behind_number(2)) || (is_of(2) && behind_number(3)))
            && !self.index.entries.iter().any(|entry| tells(self.index, amount, entry))
    }

    /// `per 100 km`
    pub(super) fn is_step(&self, amount: &Amount) -> bool {
        let before = amount.at.checked_sub(1).map_or("", |at| self.scan.word_at(at));
        matches!(before, "per" | "pro" | "par" | "je" | "/")
            && amount.count().is_some_and(|count| [10, 100, 1000, 1_000_000].contains(&count))
            && !self.index.entries.iter().any(|entry| tells(self.index, amount, entry))
    }

    /// `5 of 5` where only one fact is 5: the first one is meant for another fact.
    pub(super) fn is_pair_of_one(&self, at: usize, amount: &Amount) -> bool {
        let Some(next) = self.mentions.get(at + 1) else { return false };
        let What::Amount(whole) = &next.what else { return false };
        let between = next.at.saturating_sub(amount.end);
        let is_of = (1..=3).contains(&between) && lexicon::is(self.scan, amount.end, Meaning::Of);
        #[expect(clippy::float_cmp, reason = "both are whole numbers")]
        let is_same = amount.count().is_some() && amount.value() == whole.value();
        if !is_of || !is_same {
            return false;
        }
        let direct = self.in_scope(at).filter(|(_, entry)| tells(self.index, amount, entry)).count();
        direct == 1
            && self.index.entries.iter().filter(|entry| matches!(entry.value, Value::Number(_))).count() > 1
    }

    /// `8 °C (46 °F)`: the number before in another unit.
    pub(super) fn is_in_other_unit(&self, at: usize, amount: &Amount) -> bool {
        let Some(before) = at.checked_sub(1).map(|before| &self.mentions[before]) else { return false };
        let What::Amount(first) = &before.what else { return false };
        let between = before.end..amount.at;
        let is_beside = (1..=4).contains(&between.len())
            && matches!(self.scan.word_at(between.start), "(" | "/" | "=" | "≈" | "~" | "（")
            && between
                .clone()
                .all(|at| !self.scan.tokens[at].is_word() || lexicon::is(self.scan, at, Meaning::About));
        is_beside && first.is_other_form(amount)
    }

    /// `step 2 of 5`: the second number of a place.
    pub(super) fn is_of_place(&self, at: usize, amount: &Amount) -> bool {
        at.checked_sub(1).is_some_and(|before| match &self.mentions[before].what {
            What::Amount(first) => {
                first.is_place && lexicon::is(self.scan, first.end, Meaning::Of) && amount.at <= first.end + 2
            }
            _ => false,
        })
    }
}
