//! Dates and times that texts write with words: `14. Mai 2026`, `May 14`, `2 pm`, `14 Uhr`, `9月8日`.

use super::date::Date;
use super::lexicon::{self, Meaning};
use super::scan::{Kind, Scan};

/// A date or a time of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) date: Date,
    /// The day of the week that stands beside it.
    pub(super) weekday: Option<u8>,
    pub(super) end: usize,
}

/// Reads the date or the time that starts at a token.
pub(super) fn read(scan: &Scan, at: usize) -> Option<Moment> {
    let token = scan.tokens.get(at)?;
    let named = match scan.word_at(at) {
        "noon" | "midday" | "mittags" | "mediodia" | "mezzogiorno" => Some(12 * 3600),
        "midnight" | "mitternacht" | "minuit" | "medianoche" | "mezzanotte" => Some(0),
        _ => None,
    };
    if let Some(clock) = named {
        return Some(Moment {
            date: Date { clock: Some(clock), ..Date::default() },
            weekday: None,
            end: at + 1,
        });
    }
    let of = |date: Date, end: usize| Some(Moment { date, weekday: None, end });
    let weekday = meaning(scan, at, |meaning| match meaning {
        Meaning::Weekday(day) => Some(day),
        _ => None,
    });
    if let Some((weekday, length)) = weekday {
        let here = at + length;
        let mut next = here;
        while next < at + length + 3
            && (scan.is_mark(next, ',') || scan.is_mark(next, '.') || lexicon::is(scan, next, Meaning::Join))
        {
            next += 1;
        }
        let moment = date(scan, next);
        if let Some(moment) = moment.filter(|moment| moment.date.day.is_some()) {
            return Some(Moment { weekday: Some(weekday), ..moment });
        }
        // `Fri 3`
        let is_day = |at: usize| {
            at == here
                && scan.tokens.get(at).is_some_and(|token| !token.line)
                && super::amount::read(scan, at).is_some_and(|amount| !amount.has_unit())
                && !scan.is_mark(at + 1, ':')
        };
        if let Some(day) = whole(scan, next, 31.0)
            .and_then(|day| u8::try_from(day).ok())
            .filter(|_| token.capital && is_day(next))
        {
            let date = Date { day: Some(day), ..Date::default() };
            return Some(Moment { date, weekday: Some(weekday), end: next + 1 });
        }
        // `(Wed)`
        let is_in_brackets =
            at.checked_sub(1).is_some_and(|before| matches!(scan.word_at(before), "(" | "（"))
                && matches!(scan.word_at(here), ")" | "）");
        let is_alone = is_in_brackets && token.capital
            || token.end - token.start > 4 && (token.capital || !token_is_latin(scan, at));
        return is_alone.then_some(Moment {
            date: Date::default(),
            weekday: Some(weekday),
            end: at + length,
        });
    }
    if let Some(moment) = date(scan, at) {
        return Some(with_day_behind(scan, moment));
    }
    match token.kind {
        Kind::Clock(clock) => {
            let (clock, end) = half_day(scan, clock, at + 1);
            let end = end + usize::from(matches!(scan.word_at(end), "uhr" | "h") && !scan.is_mark(end, '.'));
            let (offset, end) = zone(scan, end).unwrap_or_else(|| offset(scan, end));
            of(Date { clock: Some(clock), offset, ..Date::default() }, end)
        }
        Kind::Number(number) => {
            if let Some(clock) = pointed(scan, at) {
                return of(Date { clock: Some(clock), ..Date::default() }, at + 2);
            }
            let hour = hour(number.first.value)?;
            let (clock, end) = half_day(scan, hour * 3600, at + 1);
            if end > at + 1 {
                return of(Date { clock: Some(clock), ..Date::default() }, end);
            }
            clock_in_words(scan, hour, at)
        }
        Kind::Date(_) | Kind::Id | Kind::Mark(_) | Kind::Word => None,
    }
}

/// `7.40 Uhr`: hours and minutes with a point between.
fn pointed(scan: &Scan, at: usize) -> Option<u32> {
    let Kind::Number(number) = scan.tokens.get(at)?.kind else { return None };
    let value = number.first.value;
    let is_clock = number.first.decimals == 2 && (0.0..24.0).contains(&value);
    if !is_clock || !matches!(scan.word_at(at + 1), "uhr" | "uur") {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is from 0 to 24")]
    let (hours, minutes) = (value.trunc() as u32, (value.fract() * 100.0).round() as u32);
    (minutes < 60).then_some(hours * 3600 + minutes * 60)
}

/// The days of the week by one character, Monday first.
const DAYS: [&str; 7] = ["月", "火", "水", "木", "金", "土", "日"];

/// `3月1日(日)`: the day of the week in brackets behind the date.
fn with_day_behind(scan: &Scan, moment: Moment) -> Moment {
    let is_open = matches!(scan.word_at(moment.end), "(" | "（");
    if !is_open || !matches!(scan.word_at(moment.end + 2), ")" | "）" | "曜") {
        return moment;
    }
    let word = scan.word_at(moment.end + 1);
    let day = DAYS.iter().position(|day| *day == word).and_then(|day| u8::try_from(day).ok());
    match day {
        Some(day) => Moment { weekday: Some(day), end: moment.end + 2, ..moment },
        None => moment,
    }
}

/// The name of a zone in capital letters, in brackets or not.
fn zone(scan: &Scan, at: usize) -> Option<(Option<i32>, usize)> {
    let at = at + usize::from(scan.is_mark(at, '('));
    scan.tokens.get(at).filter(|token| token.upper && !token.line)?;
    let (minutes, length) = meaning(scan, at, |meaning| match meaning {
        Meaning::Zone(minutes) => Some(minutes),
        _ => None,
    })?;
    // `UTC-8`, `UTC+02:00`
    let sign = match scan.tokens.get(at + length).filter(|next| !next.spaced).map(|next| next.kind) {
        Some(Kind::Mark('+')) => 1,
        Some(Kind::Mark('-' | '−')) => -1,
        _ => return Some((Some(minutes), at + length)),
    };
    let (minutes, end) = match scan.tokens.get(at + length + 1).map(|next| next.kind) {
        Some(Kind::Number(number)) if number.first.value <= 14.0 => {
            #[expect(clippy::cast_possible_truncation, reason = "it is fourteen hours at most")]
            let minutes = (number.first.value * 60.0) as i32;
            (sign * minutes, at + length + 2)
        }
        Some(Kind::Clock(clock)) => (i32::try_from(clock / 60).ok()? * sign, at + length + 2),
        _ => return Some((Some(minutes), at + length)),
    };
    Some((Some(minutes), end))
}

/// Reads `+0100` behind a time.
fn offset(scan: &Scan, at: usize) -> (Option<i32>, usize) {
    let sign = match scan.tokens.get(at).map(|token| token.kind) {
        Some(Kind::Mark('+')) => 1,
        Some(Kind::Mark('-' | '−')) => -1,
        _ => return (None, at),
    };
    let Some(token) = scan.tokens.get(at + 1).filter(|token| !token.spaced) else { return (None, at) };
    let word = scan.word(token);
    let hours = word.get(..2).and_then(|hours| hours.parse::<i32>().ok());
    let minutes = word.get(2..).and_then(|minutes| minutes.parse::<i32>().ok());
    match (word.len(), hours, minutes) {
        (4, Some(hours @ 0..=14), Some(minutes @ 0..60)) => (Some(sign * (hours * 60 + minutes)), at + 2),
        _ => (None, at),
    }
}

fn token_is_latin(scan: &Scan, at: usize) -> bool {
    scan.word_at(at).is_ascii()
}

fn meaning<T>(scan: &Scan, at: usize, test: impl FnMut(Meaning) -> Option<T>) -> Option<(T, usize)> {
    lexicon::meaning(scan, at, test)
}

fn hour(value: f64) -> Option<u32> {
    #[expect(clippy::cast_sign_loss, reason = "it is a whole number from 0 to 24")]
    ((0.0..=24.0).contains(&value) && value.fract() == 0.0).then_some(value as u32)
}

/// Reads `am`, `pm`, `a.m.` behind a time.
fn half_day(scan: &Scan, clock: u32, at: usize) -> (u32, usize) {
    let word = scan.word_at(at);
    let (is_late, end) = match word {
        "am" | "pm" => (word == "pm", at + 1),
        "a" | "p" if scan.is_mark(at + 1, '.') && scan.word_at(at + 2) == "m" => {
            (word == "p", at + 3 + usize::from(scan.is_mark(at + 3, '.')))
        }
        "noon" => return (12 * 3600, at + 1),
        _ => return (clock, at),
    };
    let hour = clock / 3600;
    let clock = match (is_late, hour) {
        (true, 0..12) => clock + 12 * 3600,
        (false, 12) => clock - 12 * 3600,
        _ => clock,
    };
    (clock, end)
}

/// `14 Uhr 30`, `14時30分`, `14点30分`.
fn clock_in_words(scan: &Scan, hour: u32, at: usize) -> Option<Moment> {
    let word = scan.word_at(at + 1);
    let is_character = matches!(word, "時" | "点" | "시") && scan.word_at(at + 2) != "間";
    if word != "uhr" && !is_character {
        return None;
    }
    // `午後1時`, `下午3点`
    let is_late = at.checked_sub(1).is_some_and(|before| {
        let first = before.checked_sub(1).map_or("", |first| scan.word_at(first));
        matches!(
            (first, scan.word_at(before)),
            ("午", "後")
                | ("下", "午")
                | ("晚", "上")
                | ("夕", "方")
                | (_, "오후" | "저녁" | "밤" | "夜" | "晚")
        )
    });
    let hour = if is_late && hour < 12 { hour + 12 } else { hour };
    let mut end = at + 2;
    let mut minutes = 0;
    if matches!(scan.word_at(end), "半" | "반") {
        minutes = 30;
        end += 1;
    }
    if let Some(Kind::Number(number)) = scan.tokens.get(end).map(|token| token.kind)
        && number.first.value < 60.0
        && number.first.value.fract() == 0.0
    {
        #[expect(clippy::cast_sign_loss, reason = "it is a whole number below 60")]
        let value = number.first.value as u32;
        minutes = value;
        end += 1;
        end += usize::from(matches!(scan.word_at(end), "分" | "분"));
    }
    Some(Moment {
        date: Date { clock: Some(hour * 3600 + minutes * 60), ..Date::default() },
        weekday: None,
        end,
    })
}

fn date(scan: &Scan, at: usize) -> Option<Moment> {
    match scan.tokens.get(at)?.kind {
        Kind::Date(date) => {
            let end = at + 1;
            Some(Moment { date, weekday: None, end })
        }
        Kind::Number(_) => {
            in_characters(scan, at).or_else(|| day_and_month(scan, at)).or_else(|| day_first(scan, at))
        }
        Kind::Word => month_first(scan, at),
        Kind::Clock(_) | Kind::Id | Kind::Mark(_) => None,
    }
}

fn whole(scan: &Scan, at: usize, most: f64) -> Option<u32> {
    let Kind::Number(number) = scan.tokens.get(at)?.kind else { return None };
    let value = number.first.value;
    #[expect(clippy::cast_sign_loss, reason = "it is a whole number above 0")]
    (number.first.decimals == 0 && value >= 1.0 && value <= most && value.fract() == 0.0)
        .then_some(value as u32)
}

fn month(scan: &Scan, at: usize) -> Option<(u8, usize)> {
    meaning(scan, at, |meaning| match meaning {
        Meaning::Month(month) => Some(month),
        _ => None,
    })
}

fn year(scan: &Scan, at: usize) -> Option<i32> {
    let year = whole(scan, at, 2999.0).filter(|year| *year >= 1000)?;
    (scan.tokens[at].end - scan.tokens[at].start == 4).then(|| i32::try_from(year).ok()).flatten()
}

/// Skips what may stand between the parts of a date.
fn skip(scan: &Scan, mut at: usize, most: usize) -> usize {
    for _ in 0..most {
        let is_between = matches!(scan.word_at(at), "." | "," | "de" | "of" | "del" | "/" | "-" | "г" | "do");
        if !is_between || scan.tokens.get(at).is_some_and(|token| token.line) {
            break;
        }
        at += 1;
    }
    at
}

/// Months that are other words too.
const DOUBTFUL: [&str; 12] =
    ["ago", "dec", "dic", "fev", "gen", "giu", "lug", "mag", "mar", "may", "out", "set"];

/// `14 May 2026`, `14. Mai 2026`, `14 de mayo de 2026`, `1er mai`.
fn day_first(scan: &Scan, at: usize) -> Option<Moment> {
    let day = u8::try_from(whole(scan, at, 31.0)?).ok()?;
    let mut next = at + 1;
    let ordinal = matches!(scan.word_at(next), "st" | "nd" | "rd" | "th" | "er" | "º" | "ª" | "°");
    next += usize::from(ordinal && scan.tokens.get(next).is_some_and(|token| !token.spaced));
    next = skip(scan, next, 2);
    // `30. 6. 2026`
    if next == at + 2
        && scan.is_mark(at + 1, '.')
        && let Some(month) = whole(scan, next, 12.0).and_then(|month| u8::try_from(month).ok())
        && scan.is_mark(next + 1, '.')
        && let Some(year) = year(scan, next + 2)
    {
        let date = Date { year: Some(year), month: Some(month), day: Some(day), ..Date::default() };
        return Some(Moment { date, weekday: None, end: next + 3 });
    }
    let (month, length) = month(scan, next)?;
    let end = next + length;
    let after = skip(scan, end, 2);
    let year = year(scan, after);
    // `2 out of 3`, `3 ago`: short words that are other words too need a year behind them, or a capital.
    if year.is_none() && !scan.tokens[next].capital && DOUBTFUL.contains(&scan.word_at(next)) {
        return None;
    }
    let date = Date { year, month: Some(month), day: Some(day), ..Date::default() };
    Some(Moment { date, weekday: None, end: if year.is_some() { after + 1 } else { end } })
}

/// `May 14, 2026`, `May 2026`.
fn month_first(scan: &Scan, at: usize) -> Option<Moment> {
    let (month, length) = month(scan, at)?;
    let next = skip(scan, at + length, 2);
    if let Some(year) = year(scan, next) {
        let date = Date { year: Some(year), month: Some(month), ..Date::default() };
        return Some(Moment { date, weekday: None, end: next + 1 });
    }
    let day = u8::try_from(whole(scan, next, 31.0)?).ok().filter(|_| scan.tokens[at].capital)?;
    let mut end = next + 1;
    let ordinal = matches!(scan.word_at(end), "st" | "nd" | "rd" | "th");
    end += usize::from(ordinal && scan.tokens.get(end).is_some_and(|token| !token.spaced));
    let after = skip(scan, end, 1);
    let year = year(scan, after);
    let date = Date { year, month: Some(month), day: Some(day), ..Date::default() };
    Some(Moment { date, weekday: None, end: if year.is_some() { after + 1 } else { end } })
}

/// `05.05.`
fn day_and_month(scan: &Scan, at: usize) -> Option<Moment> {
    let is_point = scan.is_mark(at + 1, '.') && !scan.tokens[at + 1].spaced;
    let is_end =
        scan.tokens.get(at + 2).is_none_or(|next| next.spaced || !matches!(next.kind, Kind::Number(_)));
    let (day, month) = scan.word_at(at).split_once('.').filter(|_| is_point && is_end)?;
    let part = |text: &str, most: u8| {
        text.parse::<u8>().ok().filter(|value| text.len() == 2 && (1..=most).contains(value))
    };
    let date = Date { day: Some(part(day, 31)?), month: Some(part(month, 12)?), ..Date::default() };
    Some(Moment { date, weekday: None, end: at + 2 })
}

/// `2026年4月17日`, `4月17日`.
fn in_characters(scan: &Scan, at: usize) -> Option<Moment> {
    let mut date = Date::default();
    let mut next = at;
    let is = |at: usize, words: [&str; 2]| words.iter().any(|word| scan.word_at(at).starts_with(word));
    if is(next + 1, ["年", "년"]) {
        date.year = year(scan, next);
        next += 2;
    }
    if is(next + 1, ["月", "월"]) {
        date.month = u8::try_from(whole(scan, next, 12.0)?).ok();
        next += 2;
        if is(next + 1, ["日", "일"]) || scan.word_at(next + 1) == "号" {
            date.day = u8::try_from(whole(scan, next, 31.0)?).ok();
            next += 2;
        }
    }
    date.month?;
    Some(Moment { date, weekday: None, end: next })
}
