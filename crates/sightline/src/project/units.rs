//! Texts measured and cut by UTF-16 code units, as JavaScript does.

use std::borrow::Cow;

/// Counts UTF-16 code units by the first bytes of characters: four bytes are two units.
pub(super) fn count_units(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.is_ascii() {
        return bytes.len();
    }
    let characters = bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    characters + bytes.iter().filter(|byte| **byte >= 0xf0).count()
}

/// Tells whether a text has more code units than that; of most texts the beginning says so.
pub(super) fn has_more_units(text: &str, bound: usize) -> bool {
    // A text has no more units than bytes.
    match text.as_bytes().get(..=bound) {
        Some(beginning) => beginning.is_ascii() || count_units(text) > bound,
        None => false,
    }
}

/// The first code units of a text; of a character that is cut in two, U+FFFD stays.
pub(super) fn first_units(text: &str, many: usize) -> Cow<'_, str> {
    if text.as_bytes().get(..many).is_some_and(<[u8]>::is_ascii) {
        return Cow::Borrowed(&text[..many]);
    }
    let mut left = many;
    for (at, character) in text.char_indices() {
        match left.checked_sub(character.len_utf16()) {
            _ if left == 0 => return Cow::Borrowed(&text[..at]),
            Some(less) => left = less,
            None => return Cow::Owned(format!("{}\u{fffd}", &text[..at])),
        }
    }
    Cow::Borrowed(text)
}

/// The last code units of a text; of a character that is cut in two, U+FFFD stays.
pub(super) fn last_units(text: &str, many: usize) -> Cow<'_, str> {
    let start = text.len().saturating_sub(many);
    if text.as_bytes()[start..].is_ascii() {
        return Cow::Borrowed(&text[start..]);
    }
    let mut left = many;
    for (at, character) in text.char_indices().rev() {
        let end = at + character.len_utf8();
        match left.checked_sub(character.len_utf16()) {
            _ if left == 0 => return Cow::Borrowed(&text[end..]),
            Some(less) => left = less,
            None => return Cow::Owned(format!("\u{fffd}{}", &text[end..])),
        }
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn units_are_those_of_utf_16(text in "[a-zé😀]{0,12}", many in 0usize..16) {
            let units: Vec<u16> = text.encode_utf16().collect();
            let many = many.min(units.len());
            prop_assert_eq!(count_units(&text), units.len());
            for bound in 0..units.len() + 3 {
                prop_assert_eq!(has_more_units(&text, bound), units.len() > bound);
            }
            prop_assert_eq!(first_units(&text, many), String::from_utf16_lossy(&units[..many]));
            prop_assert_eq!(last_units(&text, many), String::from_utf16_lossy(&units[units.len() - many..]));
        }
    }
}
