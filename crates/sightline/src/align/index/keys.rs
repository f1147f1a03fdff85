//! The words of keys, and the units that they name.

use super::Key;
use crate::align::amount::Unit;
use crate::align::lexicon::{self, Dimension, Meaning};
use crate::align::scan::Scan;

pub(in crate::align) fn whole_unit(text: &str) -> Option<Unit> {
    let mut folded = String::new();
    text.trim().chars().for_each(|character| lexicon::fold(character, &mut folded));
    let scan = Scan::of(&folded);
    let (unit, length) = lexicon::meaning(&scan, 0, |meaning| match meaning {
        Meaning::Unit(dimension, factor) => Some((dimension, factor)),
        _ => None,
    })?;
    (length == scan.tokens.len()).then_some(unit)
}

/// The units that the words of a key name, or those above it: `sizeBytes`, `latency.p99Ms`.
pub(super) fn key_units(words: &[String], above: Option<&Key>) -> [Option<Unit>; 3] {
    let mut found = [None; 3];
    let joined = words.len().checked_sub(2).and_then(|at| words.get(at..)).map(|words| words.join("/"));
    let last = words.last().map_or("", String::as_str);
    let phrase = match (joined.as_deref(), last) {
        (Some("km/h" | "m/s"), _) => joined.as_deref().unwrap_or_default(),
        _ => last,
    };
    let scan = Scan::of(phrase);
    lexicon::meanings(&scan, 0, |meaning, length| {
        if let Meaning::Unit(dimension, factor) = meaning
            && length == scan.tokens.len()
            && let Some(place) = found.iter_mut().find(|place| place.is_none())
        {
            *place = Some((dimension, factor));
        }
    });
    if found[0].is_none() {
        found[0] = unit_at_end(last);
    }
    // Wind in `ms` is one of metres in a second.
    if last == "ms"
        && words
            .iter()
            .any(|word| matches!(word.as_str(), "wind" | "gust" | "gusts" | "speed" | "vent" | "viento"))
    {
        found = [lexicon::unit_of("mps"), None, None];
    }
    // One letter is a unit behind another word only, and a year is a name of a year as well.
    let is_name = (words.len() == 1 && (last.len() == 1 || last == "min"))
        || matches!(last, "year" | "month" | "day" | "to" | "time");
    if is_name {
        found = [None; 3];
    }
    if found[0].is_none()
        && let Some(any) = words.iter().find(|word| {
            matches!(
                word.as_str(),
                "percent" | "pct" | "bytes" | "cents" | "minor" | "ms" | "seconds" | "minutes" | "km" | "kg"
            )
        })
    {
        found[0] = lexicon::unit_of(any);
    }
    match above {
        Some(above) if found[0].is_none() => above.units,
        _ => found,
    }
}

/// The unit that a compound ends with: `resttage`, `用时分钟`, `大小gb`.
fn unit_at_end(word: &str) -> Option<Unit> {
    let starts = word.char_indices().skip(1).take(24);
    starts.map(|(at, _)| word.split_at(at)).find_map(|(head, tail)| {
        // The time of `runtime` and `uptime` is no hour in Danish.
        if tail == "time" {
            return None;
        }
        let is_spaced = tail.is_ascii();
        let is_long = if is_spaced { tail.len() > 3 } else { tail.chars().count() > 1 };
        let is_after_other = is_spaced && tail.len() > 1 && head.ends_with(|last: char| !last.is_ascii());
        let unit = || if is_spaced { lexicon::unit_of(tail) } else { whole_unit(tail) };
        (is_long || is_after_other).then(unit).flatten().filter(|(dimension, _)| {
            is_after_other || !is_spaced || matches!(dimension, Dimension::Time | Dimension::Share)
        })
    })
}

/// The words of a key as they are compared: `onHand`, `on_hand` and `on-hand` are two.
pub(in crate::align) fn key_words(key: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut before = ' ';
    for character in key.chars() {
        let starts = character.is_uppercase() && before.is_lowercase()
            || character.is_ascii_digit() != before.is_ascii_digit()
                && before.is_alphanumeric()
                && !before.is_uppercase();
        if !character.is_alphanumeric() || (starts && !character.is_ascii_digit() && !before.is_ascii_digit())
        {
            words.push(String::new());
        }
        if character.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            lexicon::fold(character, word);
        }
        before = character;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether two words are one noun in singular and plural, or by the table of nouns.
pub(in crate::align) fn same_noun(word: &str, other: &str) -> bool {
    if word == other {
        return true;
    }
    let (short, long) = if word.len() < other.len() { (word, other) } else { (other, word) };
    if short.len() < 3 {
        return false;
    }
    if let Some(ending) = long.strip_prefix(short) {
        return matches!(ending, "s" | "es" | "n" | "en" | "e" | "er" | "i" | "x");
    }
    // `category` and `categories`
    short.strip_suffix('y').is_some_and(|stem| long.strip_suffix("ies") == Some(stem))
}

/// Tells whether anything of a time is known.
pub(in crate::align) fn is_time(units: &[Option<Unit>; 3]) -> bool {
    units.iter().flatten().any(|(dimension, _)| *dimension == Dimension::Time)
}
