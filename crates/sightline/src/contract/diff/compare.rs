//! Compares schemas kind by kind; what objects hold is next door.

use std::collections::BTreeSet;

use super::facts::{self, Bound, KINDS, Side};
use super::parts::{Alternatives, Conjunction, alternatives, are_told_apart};
use super::{Change, ChangeKind, Effect};
use crate::json::{Kind, Node};

use Effect::{Breaks, Compatible, Undecided};

/// Most pairs of schemas that are compared.
const MOST_PAIRS: usize = 20_000;
/// Deepest nesting of compared schemas.
const MAX_LEVELS: usize = 64;
/// Longest value in a message, in characters.
const SHOWN: usize = 60;

/// Two places in the two documents, by where the schemas of each start.
type Pair = (Vec<usize>, Vec<usize>);

/// An alternative of each side, and what parts them.
struct Match {
    /// No value holds to both.
    is_apart: bool,
    left: usize,
    right: usize,
    changes: Vec<Change>,
}

/// All alternatives of one side with all of the other.
struct Matches(Vec<Match>);

impl Matches {
    /// Whether some old alternative lets in all that a new one does.
    fn reads(&self, right: usize) -> bool {
        let is_covered = |one: &Match| one.changes.iter().all(|change| change.readers == Compatible);
        self.0.iter().any(|one| one.right == right && is_covered(one))
    }

    /// Whether some new alternative lets in all that an old one does.
    fn writes(&self, left: usize) -> bool {
        let is_covered = |one: &Match| one.changes.iter().all(|change| change.writers == Compatible);
        self.0.iter().any(|one| one.left == left && is_covered(one))
    }

    fn has_rival_old(&self, this: &Match) -> bool {
        self.0.iter().any(|one| one.right == this.right && one.left != this.left && !one.is_apart)
    }

    fn has_rival_new(&self, this: &Match) -> bool {
        self.0.iter().any(|one| one.left == this.left && one.right != this.right && !one.is_apart)
    }
}

/// A comparison under way.
pub(super) struct Comparison<'o, 'n> {
    old: Node<'o>,
    new: Node<'n>,
    changes: Vec<Change>,
    /// Pairs that are being compared: met again inside, nothing new is to be said of them.
    open: Vec<Pair>,
    pairs: usize,
    /// Whether all that references name is the same in both.
    has_same_definitions: bool,
}

impl<'o, 'n> Comparison<'o, 'n> {
    pub(super) fn of(old: Node<'o>, new: Node<'n>) -> Self {
        let same = |name| match (old.member(name), new.member(name)) {
            (None, None) => true,
            (Some(old), Some(new)) => old.equals(new),
            _ => false,
        };
        let has_same_definitions = same("$defs") && same("definitions");
        Self { old, new, changes: Vec::new(), open: Vec::new(), pairs: 0, has_same_definitions }
    }

    pub(super) fn finish(self) -> Vec<Change> {
        self.changes
    }

    pub(super) fn put(
        &mut self,
        kind: ChangeKind,
        pointer: &str,
        message: String,
        readers: Effect,
        writers: Effect,
    ) {
        self.changes.push(Change::new(kind, pointer, message, readers, writers));
    }

    /// Runs something, and takes the changes that it found out of the list.
    pub(super) fn apart(&mut self, run: impl FnOnce(&mut Self)) -> Vec<Change> {
        let before = std::mem::take(&mut self.changes);
        run(self);
        std::mem::replace(&mut self.changes, before)
    }

    /// Compares what two conjunctions of schemas allow.
    pub(super) fn schemas(&mut self, old: &[Node<'o>], new: &[Node<'n>], pointer: &str) {
        let starts = |nodes: &[usize]| nodes.to_vec();
        let pair = (
            starts(&old.iter().map(|node| node.span().start).collect::<Vec<_>>()),
            starts(&new.iter().map(|node| node.span().start).collect::<Vec<_>>()),
        );
        if self.open.contains(&pair) || self.are_same(old, new) {
            return;
        }
        self.pairs += 1;
        if self.pairs > MOST_PAIRS || self.open.len() >= MAX_LEVELS {
            let message =
                format!("more than {MOST_PAIRS} pairs of schemas, or more than {MAX_LEVELS} levels");
            self.put(ChangeKind::TooLarge, "", message, Undecided, Undecided);
            return;
        }
        self.open.push(pair);
        let (old, new) = (alternatives(self.old, old), alternatives(self.new, new));
        self.choices(&old, &new, pointer);
        self.open.pop();
    }

    fn are_same(&self, old: &[Node<'o>], new: &[Node<'n>]) -> bool {
        old.len() == new.len()
            && old.iter().zip(new).all(|(old, new)| {
                old.equals(*new)
                    && (self.has_same_definitions || !refers(old.text()))
                    && !refers_elsewhere(old.text())
            })
    }

    fn choices(&mut self, old: &Alternatives<'o>, new: &Alternatives<'n>, pointer: &str) {
        if old.is_cut || new.is_cut {
            let message = "the schema has more alternatives than are compared".to_owned();
            self.put(ChangeKind::TooLarge, pointer, message, Undecided, Undecided);
            return;
        }
        // Even where both have the same, it may stand in a branch, and what else changed decide.
        if !old.opaque.is_empty() || !new.opaque.is_empty() {
            let message = "a reference or an exclusive choice that is not followed".to_owned();
            self.put(ChangeKind::Keyword, pointer, message, Undecided, Undecided);
        }
        self.types(old, new, pointer);
        for (index, kind) in KINDS.into_iter().enumerate() {
            // Arrays of kinds have six places, one for each of `KINDS`.
            let olds: Vec<&Conjunction<'o>> = old.all.iter().filter(|one| facts::kinds(one)[index]).collect();
            let news: Vec<&Conjunction<'n>> = new.all.iter().filter(|one| facts::kinds(one)[index]).collect();
            if kind != Kind::Null && !olds.is_empty() && !news.is_empty() {
                self.kind(&olds, &news, kind, pointer);
            }
        }
    }

    fn types(&mut self, old: &Alternatives<'o>, new: &Alternatives<'n>, pointer: &str) {
        let allowed = |all: &[Conjunction<'_>]| {
            KINDS
                .iter()
                .enumerate()
                .filter(|(index, _)| all.iter().any(|one| facts::kinds(one)[*index]))
                .map(|(_, kind)| *kind)
                .collect::<Vec<Kind>>()
        };
        let (olds, news) = (allowed(&old.all), allowed(&new.all));
        let without = |left: &[Kind], right: &[Kind]| -> Vec<Kind> {
            left.iter().copied().filter(|kind| !right.contains(kind)).collect()
        };
        let (mut added, mut removed) = (without(&news, &olds), without(&olds, &news));
        let readers =
            if new.all.iter().any(facts::is_vague) || !new.opaque.is_empty() { Undecided } else { Breaks };
        let writers =
            if old.all.iter().any(facts::is_vague) || !old.opaque.is_empty() { Undecided } else { Breaks };
        // In the order of `KINDS`, numbers are the third.
        let are_whole = |all: &[Conjunction<'_>]| all.iter().filter(|one| facts::kinds(one)[2]).all(is_whole);
        let names = |kinds: &[Kind], are_whole: bool| match kinds {
            [] => "nothing".to_owned(),
            _ if kinds.len() == KINDS.len() => "anything".to_owned(),
            _ => {
                let name =
                    |kind: &Kind| if *kind == Kind::Number && are_whole { "integer" } else { kind.name() };
                kinds.iter().map(name).collect::<Vec<_>>().join(" or ")
            }
        };
        if added.contains(&Kind::Null) && !olds.is_empty() && added.len() < 4 {
            added.retain(|kind| *kind != Kind::Null);
            self.put(ChangeKind::NullableAdded, pointer, "may be null now".to_owned(), readers, Compatible);
        }
        if removed.contains(&Kind::Null) && !news.is_empty() && removed.len() < 4 {
            removed.retain(|kind| *kind != Kind::Null);
            self.put(
                ChangeKind::NullableRemoved,
                pointer,
                "is never null now".to_owned(),
                Compatible,
                writers,
            );
        }
        let (old_names, new_names) = (names(&olds, are_whole(&old.all)), names(&news, are_whole(&new.all)));
        let message = format!("was {old_names}, is {new_names}");
        match (added.is_empty(), removed.is_empty()) {
            (true, true) => {}
            (false, true) => self.put(ChangeKind::TypeWidened, pointer, message, readers, Compatible),
            (true, false) => self.put(ChangeKind::TypeNarrowed, pointer, message, Compatible, writers),
            (false, false) => self.put(ChangeKind::TypeChanged, pointer, message, readers, writers),
        }
    }

    /// Compares the alternatives that allow one kind.
    fn kind(&mut self, olds: &[&Conjunction<'o>], news: &[&Conjunction<'n>], kind: Kind, pointer: &str) {
        if let ([old], [new]) = (olds, news) {
            self.detail(old, new, kind, pointer);
            return;
        }
        let listed = |all: &[Option<Vec<String>>]| -> Option<BTreeSet<String>> {
            all.iter().cloned().collect::<Option<Vec<_>>>().map(|lists| lists.into_iter().flatten().collect())
        };
        let of_olds = listed(&olds.iter().map(|one| texts(one, kind)).collect::<Vec<_>>());
        let of_news = listed(&news.iter().map(|one| texts(one, kind)).collect::<Vec<_>>());
        let are_only_lists = olds.iter().all(|one| !facts::says_more_than_lists(one, kind))
            && news.iter().all(|one| !facts::says_more_than_lists(one, kind));
        if let (Some(old), Some(new), true) = (of_olds, of_news, are_only_lists) {
            self.values(&old, &new, pointer);
            return;
        }
        self.pair_up(olds, news, kind, pointer);
    }

    /// Finds for each alternative the one on the other side that it became.
    fn pair_up(&mut self, olds: &[&Conjunction<'o>], news: &[&Conjunction<'n>], kind: Kind, pointer: &str) {
        let mut matches = Matches(Vec::new());
        for (left, old) in olds.iter().enumerate() {
            for (right, new) in news.iter().enumerate() {
                let changes = self.apart(|inner| inner.detail(old, new, kind, pointer));
                matches.0.push(Match { is_apart: are_told_apart(old, new), left, right, changes });
            }
        }
        matches.0.sort_by_key(|one| (one.is_apart, one.changes.len(), one.left, one.right));
        let (mut old_taken, mut new_taken) = (BTreeSet::new(), BTreeSet::new());
        for one in matches.0.iter().filter(|one| !one.is_apart) {
            if old_taken.contains(&one.left) || new_taken.contains(&one.right) {
                continue;
            }
            old_taken.insert(one.left);
            new_taken.insert(one.right);
            self.changes.extend(one.changes.iter().cloned().map(|mut change| {
                // Another alternative may let in what this one no longer does.
                change.readers = eased(change.readers, matches.reads(one.right), matches.has_rival_old(one));
                change.writers = eased(change.writers, matches.writes(one.left), matches.has_rival_new(one));
                change
            }));
        }
        for (right, new) in news.iter().enumerate().filter(|(right, _)| !new_taken.contains(right)) {
            let is_apart = olds.iter().all(|old| are_told_apart(old, new)) && !facts::is_vague(new);
            let effect = eased(Breaks, matches.reads(right), !is_apart);
            let message = format!("one more shape of {} is allowed: {}", kind.name(), shape(new));
            self.put(ChangeKind::AlternativeAdded, pointer, message, effect, Compatible);
        }
        for (left, old) in olds.iter().enumerate().filter(|(left, _)| !old_taken.contains(left)) {
            let is_apart = news.iter().all(|new| are_told_apart(old, new)) && !facts::is_vague(old);
            let effect = eased(Breaks, matches.writes(left), !is_apart);
            let message = format!("a shape of {} is gone: {}", kind.name(), shape(old));
            self.put(ChangeKind::AlternativeRemoved, pointer, message, Compatible, effect);
        }
    }

    /// Compares two conjunctions as far as values of one kind go.
    fn detail(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, kind: Kind, pointer: &str) {
        let (olds, news) = (texts(old, kind), texts(new, kind));
        match (&olds, &news) {
            (Some(old), Some(new)) => {
                self.values(&old.iter().cloned().collect(), &new.iter().cloned().collect(), pointer);
            }
            (None, Some(new)) => {
                let message = format!("only some values are allowed now: {}", cut(&new.join(", ")));
                self.put(ChangeKind::EnumAdded, pointer, message, Compatible, unless(facts::is_vague(old)));
            }
            (Some(old), None) => {
                let message = format!("other values are allowed now than {}", cut(&old.join(", ")));
                self.put(ChangeKind::EnumRemoved, pointer, message, unless(facts::is_vague(new)), Compatible);
            }
            (None, None) => {}
        }
        let rest = self.apart(|inner| inner.keywords(old, new, kind, pointer));
        let ease_readers = news.is_some() || facts::is_vague(new);
        let ease_writers = olds.is_some() || facts::is_vague(old);
        self.changes.extend(rest.into_iter().map(|mut change| {
            change.readers = eased(change.readers, false, ease_readers);
            change.writers = eased(change.writers, false, ease_writers);
            change
        }));
    }

    fn keywords(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, kind: Kind, pointer: &str) {
        match kind {
            Kind::Null | Kind::Bool => {}
            Kind::Number => {
                match (is_whole(old), is_whole(new)) {
                    (true, false) => self.put(
                        ChangeKind::TypeWidened,
                        pointer,
                        "was integer, is number".to_owned(),
                        Breaks,
                        Compatible,
                    ),
                    (false, true) => self.put(
                        ChangeKind::TypeNarrowed,
                        pointer,
                        "was number, is integer".to_owned(),
                        Compatible,
                        Breaks,
                    ),
                    _ => {}
                }
                self.bound(old, new, ("minimum", "exclusiveMinimum"), Side::Least, pointer);
                self.bound(old, new, ("maximum", "exclusiveMaximum"), Side::Most, pointer);
            }
            Kind::String => {
                self.bound(old, new, ("minLength", ""), Side::Least, pointer);
                self.bound(old, new, ("maxLength", ""), Side::Most, pointer);
                self.formats(old, new, pointer);
            }
            Kind::Array => {
                self.bound(old, new, ("minItems", ""), Side::Least, pointer);
                self.bound(old, new, ("maxItems", ""), Side::Most, pointer);
                self.schemas(&items(old), &items(new), &format!("{pointer}/items"));
            }
            Kind::Object => {
                self.bound(old, new, ("minProperties", ""), Side::Least, pointer);
                self.bound(old, new, ("maxProperties", ""), Side::Most, pointer);
                self.objects(old, new, pointer);
            }
        }
        self.opaque(old, new, kind, pointer);
    }

    fn values(&mut self, old: &BTreeSet<String>, new: &BTreeSet<String>, pointer: &str) {
        for value in new.difference(old) {
            let message = format!("the value {} is new", cut(value));
            self.put(ChangeKind::EnumValueAdded, pointer, message, Breaks, Compatible);
        }
        for value in old.difference(new) {
            let message = format!("the value {} is gone", cut(value));
            self.put(ChangeKind::EnumValueRemoved, pointer, message, Compatible, Breaks);
        }
    }

    fn bound(
        &mut self,
        old: &Conjunction<'o>,
        new: &Conjunction<'n>,
        keywords: (&str, &str),
        side: Side,
        pointer: &str,
    ) {
        let (Ok(old), Ok(new)) = (facts::bound(old, keywords, side), facts::bound(new, keywords, side))
        else {
            let message = format!("`{}` has a form that is not compared", keywords.0);
            self.put(ChangeKind::Bound, pointer, message, Undecided, Undecided);
            return;
        };
        let within = |one: Option<Bound<'_>>, other: Option<Bound<'_>>| match (one, other) {
            (_, None) => true,
            // Counts begin at zero.
            (None, Some(other)) => {
                side == Side::Least && keywords.1.is_empty() && other.number.as_str() == "0"
            }
            (Some(one), Some(other)) => one.is_within(other, side),
        };
        let (reads, writes) = (within(new, old), within(old, new));
        if !reads || !writes {
            let words = |bound: Option<Bound<'_>>| match bound {
                None => "none".to_owned(),
                Some(bound) if bound.is_exclusive => format!("{} (itself left out)", bound.number.as_str()),
                Some(bound) => bound.number.as_str().to_owned(),
            };
            let message = format!("`{}` was {}, is {}", keywords.0, words(old), words(new));
            self.put(ChangeKind::Bound, pointer, message, unless_holds(reads), unless_holds(writes));
        }
    }

    fn formats(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, pointer: &str) {
        let (old, new) = (facts::formats(old), facts::formats(new));
        if old != new {
            let names = |formats: &BTreeSet<String>| {
                if formats.is_empty() {
                    "none".to_owned()
                } else {
                    formats.iter().cloned().collect::<Vec<_>>().join(", ")
                }
            };
            // An annotation in 2020-12: validators let it pass, and clients may parse by it.
            let message = format!("`format` was {}, is {}", names(&old), names(&new));
            let of = |is_kept: bool| if is_kept { Compatible } else { Undecided };
            self.put(
                ChangeKind::Format,
                pointer,
                message,
                of(new.is_superset(&old)),
                of(old.is_superset(&new)),
            );
        }
    }

    /// Compares keywords as text: more of them only narrows, the rest is undecided.
    fn opaque(&mut self, old: &Conjunction<'o>, new: &Conjunction<'n>, kind: Kind, pointer: &str) {
        let (old, new) = (facts::opaque(old, kind), facts::opaque(new, kind));
        let names: BTreeSet<&str> = old.symmetric_difference(&new).map(|(name, _)| name.as_str()).collect();
        for name in names {
            let texts = |all: &BTreeSet<(String, String)>| -> BTreeSet<String> {
                all.iter().filter(|(known, _)| known == name).map(|(_, text)| text.clone()).collect()
            };
            let (old, new) = (texts(&old), texts(&new));
            let narrows = |more: &BTreeSet<String>, less: &BTreeSet<String>| {
                more.is_superset(less) && more.iter().all(|text| facts::only_narrows(name, text))
            };
            let of = |is_narrower: bool| if is_narrower { Compatible } else { Undecided };
            let message = format!("`{name}` changed, which is not compared any further");
            self.put(ChangeKind::Keyword, pointer, message, of(narrows(&new, &old)), of(narrows(&old, &new)));
        }
        let same: Vec<&(String, String)> = old.intersection(&new).collect();
        let is_moved = |text: &str| refers(text) && !self.has_same_definitions || refers_elsewhere(text);
        if same.iter().any(|(_, text)| is_moved(text)) {
            let message = "a keyword that is not compared refers to what changed".to_owned();
            self.put(ChangeKind::Keyword, pointer, message, Undecided, Undecided);
        }
    }
}

fn refers(text: &str) -> bool {
    ["\"$ref\"", "\"$dynamicRef\"", "\"$recursiveRef\"", "\\u"].iter().any(|word| text.contains(word))
}

/// Whether something refers to other places than definitions.
fn refers_elsewhere(text: &str) -> bool {
    refers(text)
        && text.split("Ref\"").flat_map(|piece| piece.split("$ref\"")).skip(1).any(|piece| {
            let target = piece.trim_start_matches([':', ' ', '\n', '\t', '\r']);
            !target.starts_with("\"#/$defs/") && !target.starts_with("\"#/definitions/")
        })
}

/// The effect when something else lets the values in, or may.
fn eased(effect: Effect, is_covered: bool, may_be_covered: bool) -> Effect {
    match effect {
        _ if is_covered => Compatible,
        Breaks if may_be_covered => Undecided,
        effect => effect,
    }
}

fn unless(is_vague: bool) -> Effect {
    if is_vague { Undecided } else { Breaks }
}

fn unless_holds(holds: bool) -> Effect {
    if holds { Compatible } else { Breaks }
}

/// The values that are listed for a kind, in one spelling for equal ones.
fn texts(conjunction: &Conjunction<'_>, kind: Kind) -> Option<Vec<String>> {
    let listed = facts::listed(conjunction, kind)?;
    // Both booleans are all there are.
    if kind == Kind::Bool && listed.len() > 1 {
        return None;
    }
    Some(listed.into_iter().map(facts::spelling).collect())
}

fn is_whole(conjunction: &Conjunction<'_>) -> bool {
    let listed = facts::listed(conjunction, Kind::Number);
    let are_whole = |values: &Vec<Node<'_>>| {
        values.iter().all(|value| value.as_number().is_some_and(crate::json::Number::is_integer))
    };
    facts::is_whole(conjunction) || listed.as_ref().is_some_and(are_whole)
}

/// The schemas of items, where all items have one.
fn items<'d>(conjunction: &Conjunction<'d>) -> Vec<Node<'d>> {
    let is_plain = |part: &&Node<'d>| part.member("prefixItems").is_none();
    let items = conjunction.parts.iter().filter(is_plain).filter_map(|part| part.member("items"));
    items.filter(|items| !items.is_array()).collect()
}

/// What an alternative is about: the names that it requires.
fn shape(conjunction: &Conjunction<'_>) -> String {
    let parts: Vec<&str> = conjunction.parts.iter().map(|part| part.text()).collect();
    cut(&parts.join(" and "))
}

fn cut(text: &str) -> String {
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut characters = line.chars();
    let head: String = characters.by_ref().take(SHOWN).collect();
    if characters.next().is_some() { format!("{head}…") } else { head }
}
