//! What becomes of a text that is too long: cuts, files and excerpts, searched among the forms that
//! profiles have, with bounds that the records tell.

use sightline::json::quote;
use sightline::profile::Surface;

use super::draft::{Draft, is_same, member_of};
use super::figures::{Figures, Pieces};
use crate::results::read::Observed;
use crate::results::replay::replay;

/// Bytes of a wire from which a record may tell of a size; what is below is never cut by what is known.
pub(super) const LARGE: usize = 8_000;
/// Larger ones are asked last: they take long to project.
const HUGE: usize = 250_000;
/// How many records words are taken from.
const SAMPLES: usize = 4;

/// Whether a record is asked about sizes, and about nothing else.
pub(super) fn is_large(one: &Observed) -> bool {
    one.record.wire.len() >= LARGE
}

/// The one text of a record that is not what a surface projects: what is projected, and what arrived.
pub(super) struct Differing {
    /// The text that is projected.
    pub whole: String,
    /// The text that arrived.
    pub shown: String,
}

impl Differing {
    /// Returns it, where all else is equal.
    pub fn of(one: &Observed, surface: &Surface) -> Option<Self> {
        let own = replay(one, surface).ok()?.parts;
        let parts = &one.record.parts;
        if own.len() != parts.len() {
            return None;
        }
        let mut differing = own.iter().zip(parts).filter(|(own, part)| own.text != part.text);
        let (own, part) = differing.next()?;
        let (own, text) = (own.text.as_deref()?, part.text.as_deref()?);
        if differing.next().is_some() {
            return None;
        }
        // Inside of an object its member differs.
        let (whole, shown) = match (member_of(own), member_of(text)) {
            (Some((key, own)), Some((other, text))) if key == other => (own, text),
            _ => (own.to_owned(), text.to_owned()),
        };
        Some(Self { whole, shown })
    }
}

/// A member of a behaviour and its value.
type Member = (&'static str, String);

/// Sets the cut, file or excerpt that explains most of the large records.
pub(super) fn search(draft: &mut Draft, large: &[&Observed]) {
    // Two rounds: errors may be cut otherwise, and a text that is huge otherwise than one that is large.
    for _ in 0..2 {
        let Some(found) = best(draft, large) else { break };
        draft.chosen.extend(found.chosen);
        match draft.sizes.iter_mut().find(|(name, _)| *name == found.member.0) {
            Some((_, values)) => values.insert(0, found.member.1),
            None => draft.sizes.push((found.member.0, vec![found.member.1])),
        }
    }
}

struct Found {
    member: Member,
    chosen: Option<String>,
}

fn best(draft: &Draft, large: &[&Observed]) -> Option<Found> {
    let surface = Draft { frame: String::new(), ..draft.clone() }.surface()?;
    let (mut cut, mut kept) = (Vec::new(), Vec::new());
    let explained = draft.explains(large);
    let mut takes_errors = false;
    for (one, is_explained) in large.iter().zip(explained) {
        let whole = if is_explained { None } else { Differing::of(one, &surface) };
        let is_shorter = whole.as_ref().is_some_and(|found| found.shown.len() < found.whole.len());
        takes_errors |= is_shorter && crate::results::cell::traits(&one.record).is_error;
        match whole.and_then(|found| Pieces::of(&found.whole, &draft.unframed(&found.shown))) {
            Some(pieces) => cut.push((*one, pieces)),
            None if is_explained => kept.push(*one),
            None => {}
        }
    }
    cut.sort_by_key(|(one, _)| one.record.wire.len());
    let asked: Vec<&Observed> = large
        .iter()
        .filter(|one| one.record.wire.len() < HUGE)
        .copied()
        .chain(cut.first().map(|(one, _)| *one))
        .collect();
    let told = draft.count(&asked);
    let uncut: Vec<String> = kept.iter().filter_map(|one| longest(one, &surface)).collect();
    let mut best: Option<(usize, Found)> = None;
    for (one, pieces) in cut.iter().take(SAMPLES) {
        let bounds = Bounds { pieces, cut: cut.iter().map(|(_, pieces)| pieces).collect(), uncut: &uncut };
        for found in candidates(pieces, &bounds, takes_errors) {
            let tried = draft.with_size(&found.member);
            let Some(surface) = tried.surface().filter(|surface| is_same(one, surface)) else { continue };
            let many = asked.iter().filter(|one| is_same(one, &surface)).count();
            if many > told && best.as_ref().is_none_or(|(most, _)| many > *most) {
                best = Some((many, found));
            }
        }
    }
    best.map(|(_, found)| found)
}

/// The longest text that is projected for a record.
fn longest(one: &Observed, surface: &Surface) -> Option<String> {
    let parts = replay(one, surface).ok()?.parts;
    parts.into_iter().filter_map(|part| part.text).max_by_key(String::len)
}

/// What the records say of where a bound lies.
struct Bounds<'a> {
    pieces: &'a Pieces,
    cut: Vec<&'a Pieces>,
    uncut: &'a [String],
}

/// How a size is counted.
#[derive(Clone, Copy)]
enum Unit {
    Bytes,
    Chars,
    Tokens,
    Units,
}

impl Unit {
    fn of(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Chars => text.chars().count(),
            Self::Tokens => text.chars().count().div_ceil(4),
            Self::Units => text.encode_utf16().count(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Chars => "chars",
            Self::Tokens => "tokens",
            Self::Units => "units",
        }
    }
}

impl Bounds<'_> {
    /// A bound that all records hold to, with what was chosen; what the words name comes first, then what
    /// is kept, then round numbers.
    fn bound(&self, unit: Unit) -> Option<(usize, Option<String>)> {
        let above = self.cut.iter().map(|pieces| unit.of(&pieces.whole)).min()?;
        let below =
            self.uncut.iter().map(|text| unit.of(text)).filter(|size| *size < above).max().unwrap_or(0);
        let is_within = |bound: &usize| (below..above).contains(bound);
        // What differs from text to text is a figure of it.
        let others: Vec<Vec<usize>> = self.cut.iter().map(|pieces| pieces.named_numbers()).collect();
        let is_fixed = |number: &usize| others.iter().all(|numbers| numbers.contains(number));
        let named = self.pieces.named_numbers().into_iter().filter(is_fixed);
        let kept = self.pieces.head.len() + self.pieces.tail.len();
        let sure = named.chain([kept]).find(is_within);
        if let Some(bound) = sure {
            return Some((bound, None));
        }
        let bound = round(below, above)?;
        let name = unit.name();
        Some((
            bound,
            Some(format!(
                "a text is too long beyond {bound} {name}: the longest that is whole has {below}, the shortest that is not {above}"
            )),
        ))
    }
}

/// The first usual bound in a range, else its lower end.
fn round(from: usize, to: usize) -> Option<usize> {
    const USUAL: [usize; 18] = [1, 2, 4, 5, 8, 10, 12, 16, 20, 25, 32, 40, 50, 64, 80, 100, 250, 500];
    let usual = USUAL.iter().flat_map(|many| [many * 1_000, many * 1_024]);
    usual
        .filter(|bound| (from..to).contains(bound))
        .min()
        .or(Some(from).filter(|from| *from < to && *from > 0))
}

/// A usual bound at or above a size, and no further than some words.
fn usual_above(size: usize) -> Option<usize> {
    const WORDS: usize = 200;
    round(size, size + WORDS).filter(|bound| *bound != size)
}

fn candidates(pieces: &Pieces, bounds: &Bounds<'_>, takes_errors: bool) -> Vec<Found> {
    let mut found = Vec::new();
    let mut add = |name: &'static str, value: String, chosen: Option<String>| {
        found.push(Found { member: (name, value), chosen });
    };
    for pieces in pieces.readings() {
        limits(&pieces, &mut |value| add("limits", value, None));
        spills(&pieces, bounds, takes_errors, &mut |value, chosen| add("spills", value, chosen));
        excerpts(&pieces, bounds, &mut |value, chosen| add("excerpts", value, chosen));
    }
    found
}

/// Cuts of the middle: by bytes that stay, or by units with the marker.
fn limits(pieces: &Pieces, add: &mut dyn FnMut(String)) {
    if !pieces.before.is_empty()
        || !pieces.after.is_empty()
        || pieces.head.is_empty()
        || pieces.tail.is_empty()
    {
        return;
    }
    let marker = quote(&Figures::of_limit(pieces).said(&pieces.between));
    let kept = pieces.head.len() + pieces.tail.len();
    for bytes in [Some(kept), usual_above(kept)].into_iter().flatten() {
        for shared in
            ["", ", shared = [\"bytes\"]", ", shared = [\"tokens\"]", ", shared = [\"bytes\", \"tokens\"]"]
        {
            add(format!("{{ middle-bytes = {bytes}, marker = {marker}{shared} }}"));
        }
    }
    let units = Unit::Units.of(&pieces.shown());
    for bound in [units, units + 1] {
        add(format!("{{ middle-bytes = {bound}, units-with-marker = true, marker = {marker} }}"));
    }
    let percent = (pieces.head.len() * 100).div_ceil(kept.max(1));
    for bound in pieces.named_numbers().into_iter().chain([units]).take(4) {
        let marker = Figures::of_limit(pieces).said(&pieces.between).replace(&bound.to_string(), "{bound}");
        for percent in [percent, percent.saturating_sub(1), percent / 5 * 5] {
            for line_end in ["", ", line-end-within = 200", ", line-end-within = 1000"] {
                add(format!(
                    "{{ middle-bytes = {bound}, units-with-marker = true, head-percent = {percent}{line_end}, marker = {} }}",
                    quote(&marker)
                ));
            }
        }
    }
}

/// Files: the ends stay, whole lines of the head, or some units of it.
fn spills(
    pieces: &Pieces,
    bounds: &Bounds<'_>,
    takes_errors: bool,
    add: &mut dyn FnMut(String, Option<String>),
) {
    let (head, tail) = (Unit::Units.of(&pieces.head), Unit::Units.of(&pieces.tail));
    let figures = Figures::of_spill(pieces);
    let said = |text: &str| figures.said(text);
    let tail_place = if tail > 0 { "{tail}" } else { "" };
    let around = |between: &str| {
        let text =
            format!("{}{{head}}{}{tail_place}{}", said(&pieces.before), said(between), said(&pieces.after));
        quote(&text)
    };
    let mut keeps = vec![(format!("{{ ends = [{head}, {tail}] }}"), around(&pieces.between))];
    if tail == 0 {
        if let Some(between) = pieces.between.strip_prefix("\n...") {
            for units in pieces.named_numbers().into_iter().chain([head]) {
                if (head..head + 1_000).contains(&units) {
                    keeps.push((format!("{{ head-units = {units} }}"), around(between)));
                }
            }
        }
        // Whole lines: the bound lies between what stays and what the next line would make of it.
        let line =
            pieces.whole.get(pieces.head.len()..).and_then(|rest| rest.lines().find(|line| !line.is_empty()));
        let bound = round(pieces.head.len(), pieces.head.len() + line.map_or(0, str::len) + 2);
        if let Some(bound) = bound.filter(|_| !pieces.head.is_empty()) {
            let text = around(&pieces.between);
            for lines in ["", ", max-lines = 2000", ", max-lines = 1000"] {
                for stage in ["whole", "parts"] {
                    add(
                        format!(
                            "{{ stage = \"{stage}\", max-bytes = {bound}{lines}, keep = \"head-lines\", text = {text}, takes-errors = {takes_errors} }}"
                        ),
                        None,
                    );
                }
            }
        }
    }
    for (member, unit) in [("max-units", Unit::Units), ("max-bytes", Unit::Bytes)] {
        let Some((bound, chosen)) = bounds.bound(unit) else { continue };
        for (keep, text) in &keeps {
            for stage in ["whole", "parts"] {
                let value = format!(
                    "{{ stage = \"{stage}\", {member} = {bound}, keep = {keep}, text = {text}, takes-errors = {takes_errors} }}"
                );
                add(value, chosen.clone());
            }
        }
    }
}

/// Words with parts of a text.
fn excerpts(pieces: &Pieces, bounds: &Bounds<'_>, add: &mut dyn FnMut(String, Option<String>)) {
    let (head, tail) = (pieces.head.len(), pieces.tail.len());
    for unit in [Unit::Bytes, Unit::Chars, Unit::Tokens] {
        let Some((bound, chosen)) = bounds.bound(unit) else { continue };
        for per_token in ["", "3.3", "3.5"] {
            let figures = Figures::of_excerpt(pieces, per_token.parse().ok());
            let said = |text: &str| figures.said(text);
            let ratio =
                if per_token.is_empty() { String::new() } else { format!(", bytes-per-token = {per_token}") };
            let mut put = |keep: String, text: String| {
                let value = format!(
                    "{{ over = {{ {} = {bound} }}, keep = {keep}{ratio}, text = {} }}",
                    unit.name(),
                    quote(&text)
                );
                add(value, chosen.clone());
            };
            if tail > 0 {
                // The ends bring a line's end towards the words.
                let between = pieces.between.strip_prefix('\n').unwrap_or(&pieces.between);
                let between = between.strip_suffix('\n').unwrap_or(between);
                let text = format!(
                    "{}{{head}}{}{{tail}}{}",
                    said(&pieces.before),
                    said(between),
                    said(&pieces.after)
                );
                put(format!("{{ ends = {} }}", head + tail), text);
            } else {
                let text = format!("{}{{kept}}{}", said(&pieces.before), said(&pieces.between));
                let chars = pieces.head.chars().count();
                for many in pieces.named_numbers().into_iter().chain([chars]).filter(|many| *many >= chars) {
                    put(format!("{{ head = {many} }}"), text.clone());
                    put(format!("{{ lines = {{ lines = 10, chars = {many} }} }}"), text.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_a_usual_number_where_there_is_one() {
        assert_eq!(round(30_000, 100_000), Some(32_000));
        assert_eq!(round(51_190, 51_220), Some(51_200));
        assert_eq!(round(7, 9), Some(7));
        assert_eq!(round(0, 0), None);
    }
}
