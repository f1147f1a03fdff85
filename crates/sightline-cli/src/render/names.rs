//! Long lists of clients in a note are cut in a text for people; the JSON names all.

use std::borrow::Cow;
use std::sync::LazyLock;

use sightline::profile::{self, Profile};

/// Most clients that are named.
const NAMED: usize = 5;

static TITLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let profiles = profile::clients().filter_map(|client| Profile::of(client).ok());
    let mut titles: Vec<String> = profiles.map(|profile| profile.title).collect();
    // Of two titles that begin alike the longer one is tried first.
    titles.sort_by_key(|title| std::cmp::Reverse(title.len()));
    titles
});

/// Cuts the list of clients in a note, when it is long; other notes stay as they are.
pub fn folded(note: &str) -> Cow<'_, str> {
    // Most notes have no list at all.
    if note.matches(", ").count() <= NAMED {
        return Cow::Borrowed(note);
    }
    let mut starts = note.char_indices().map(|(at, _)| at);
    let Some(start) = starts.find(|at| after_title(&note[*at..]).is_some()) else {
        return Cow::Borrowed(note);
    };
    let (mut rest, mut count, mut kept) = (&note[start..], 0, 0);
    while let Some(after) = after_title(rest) {
        count += 1;
        if count == NAMED {
            kept = note.len() - after.len();
        }
        rest = after;
        match after.strip_prefix(", ").or_else(|| after.strip_prefix(" and ")) {
            Some(next) if after_title(next).is_some() => rest = next,
            Some(_) | None => break,
        }
    }
    if count <= NAMED + 2 {
        return Cow::Borrowed(note);
    }
    Cow::Owned(format!("{} and {} others{rest}; --format json names all", &note[..kept], count - NAMED))
}

/// What follows the title of a client, and what has to be chosen there, at the beginning of a text.
fn after_title(text: &str) -> Option<&str> {
    let mut rest = TITLES.iter().find_map(|title| text.strip_prefix(title.as_str()))?;
    if let Some((_, after)) = rest.strip_prefix(" (").and_then(|rest| rest.split_once(')')) {
        rest = after;
    }
    for before in [" over ", " with "] {
        if let Some(chosen) = rest.strip_prefix(before) {
            let end = chosen.find([' ', '\n']).unwrap_or(chosen.len());
            // A comma at its end parts it from the next client.
            let word = chosen.get(..end).unwrap_or(chosen).trim_end_matches(',');
            rest = chosen.get(word.len()..).unwrap_or_default();
        }
    }
    Some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_lists_of_clients_are_cut() {
        let mut titles: Vec<&str> = TITLES.iter().map(String::as_str).collect();
        titles.sort_unstable();
        let list = |many: usize| {
            let (last, first) = titles[..many].split_last().unwrap();
            let first = first.iter().enumerate().map(|(at, title)| match at {
                2 => format!("{title} over HTTP"),
                3 => format!("{title} (chat) over stdio with a=b,c=d"),
                _ => (*title).to_owned(),
            });
            let first = first.collect::<Vec<_>>().join(", ");
            format!("the model of {first} and {last} (chat) with a=b sees it")
        };
        let long = folded(&list(12)).into_owned();
        assert!(long.starts_with(&format!("the model of {}, {}", titles[0], titles[1])), "{long}");
        assert!(long.ends_with(" and 7 others sees it; --format json names all"), "{long}");
        for short in [list(6), "a, b, c, d, e, f, g, h, i and j".to_owned(), String::new()] {
            assert_eq!(folded(&short), short);
        }
    }
}
