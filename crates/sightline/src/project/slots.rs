//! What the tool's message holds on its way out: texts, and places of media between them.

/// One place in the tool's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The next of the media that stand in the tool's message.
    Medium,
    /// A text.
    Text(String),
    /// A text that is a JSON value where texts become one list.
    Value(String),
}

impl Slot {
    fn text(&self) -> Option<&String> {
        match self {
            Self::Medium => None,
            Self::Text(text) | Self::Value(text) => Some(text),
        }
    }

    fn text_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Medium => None,
            Self::Text(text) | Self::Value(text) => Some(text),
        }
    }
}

/// The places in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Slots(Vec<Slot>);

impl From<String> for Slots {
    fn from(text: String) -> Self {
        Self(vec![Slot::Text(text)])
    }
}

impl IntoIterator for Slots {
    type Item = Slot;
    type IntoIter = std::vec::IntoIter<Slot>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl Slots {
    /// Appends a text.
    pub(super) fn push(&mut self, text: String) {
        self.0.push(Slot::Text(text));
    }

    /// Appends a text that is a value in a list.
    pub(super) fn push_value(&mut self, json: String) {
        self.0.push(Slot::Value(json));
    }

    /// Appends the place of the next medium.
    pub(super) fn push_medium(&mut self) {
        self.0.push(Slot::Medium);
    }

    /// Puts texts before all others.
    pub(super) fn put_first(&mut self, texts: Vec<String>) {
        self.0.splice(0..0, texts.into_iter().map(Slot::Text));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.0.iter()
    }

    /// The texts without the media between them.
    pub(super) fn texts(&self) -> impl Iterator<Item = &String> {
        self.0.iter().filter_map(Slot::text)
    }

    pub(super) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.0.iter_mut().filter_map(Slot::text_mut)
    }

    /// The text at the end; none when a medium stands there.
    pub(super) fn last_mut(&mut self) -> Option<&mut String> {
        self.0.last_mut().and_then(Slot::text_mut)
    }

    /// The first of the texts, wherever it stands.
    pub(super) fn first_text_mut(&mut self) -> Option<&mut String> {
        self.0.iter_mut().find_map(Slot::text_mut)
    }

    /// The last of the texts, wherever it stands.
    pub(super) fn last_text_mut(&mut self) -> Option<&mut String> {
        self.0.iter_mut().rev().find_map(Slot::text_mut)
    }

    /// Takes the last of the texts out of its place.
    pub(super) fn take_last_text(&mut self) -> String {
        self.last_text_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Whether a medium stands between the texts.
    pub(super) fn has_medium(&self) -> bool {
        self.0.contains(&Slot::Medium)
    }

    /// Takes the places of media away: they stand elsewhere.
    pub(super) fn drop_media(&mut self) {
        self.0.retain(|slot| *slot != Slot::Medium);
    }

    /// Keeps the texts that are wanted, and all media.
    pub(super) fn retain_texts(&mut self, wanted: impl Fn(&str) -> bool) {
        self.0.retain(|slot| slot.text().is_none_or(|text| wanted(text)));
    }

    /// Puts another text in the place of each, or drops it.
    pub(super) fn rewrite_texts(&mut self, mut rewrite: impl FnMut(String) -> Option<String>) {
        let slots = std::mem::take(&mut self.0).into_iter();
        let rewritten = slots.filter_map(|slot| match slot {
            Slot::Medium => Some(Slot::Medium),
            Slot::Text(text) => rewrite(text).map(Slot::Text),
            Slot::Value(text) => rewrite(text).map(Slot::Value),
        });
        self.0 = rewritten.collect();
    }

    /// Drops empty texts before the first medium and the first text with a character.
    pub(super) fn skip_empty_at_front(&mut self) {
        let is_empty = |slot: &&Slot| slot.text().is_some_and(String::is_empty);
        let front = self.0.iter().take_while(is_empty).count();
        self.0.drain(..front);
    }

    /// All texts as one.
    pub(super) fn joined(&self, separator: &str) -> String {
        let mut out = String::with_capacity(self.joined_length(separator));
        for (index, text) in self.texts().enumerate() {
            if index > 0 {
                out.push_str(separator);
            }
            out.push_str(text);
        }
        out
    }

    /// Makes one text of those that stand side by side.
    pub(super) fn join_neighbours(&mut self, separator: &str) {
        let mut joined: Vec<Slot> = Vec::with_capacity(self.0.len());
        for slot in std::mem::take(&mut self.0) {
            match (joined.last_mut().and_then(Slot::text_mut), slot.text()) {
                (Some(before), Some(text)) => {
                    before.push_str(separator);
                    before.push_str(text);
                }
                (_, _) => joined.push(slot),
            }
        }
        self.0 = joined;
    }

    /// The size of all texts as one, in bytes.
    pub(super) fn joined_length(&self, separator: &str) -> usize {
        let texts: usize = self.texts().map(String::len).sum();
        texts + separator.len() * self.texts().count().saturating_sub(1)
    }

    /// Puts one text in the place of all; media stand behind it.
    pub(super) fn become_text(&mut self, text: String) {
        self.become_one(Slot::Text(text));
    }

    /// Puts one text that is JSON in the place of all; media stand behind it.
    pub(super) fn become_value(&mut self, json: String) {
        self.become_one(Slot::Value(json));
    }

    fn become_one(&mut self, slot: Slot) {
        self.0.retain(|slot| *slot == Slot::Medium);
        self.0.insert(0, slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots() -> Slots {
        let mut slots = Slots::from("a".to_owned());
        slots.push_medium();
        slots.push_value("1".to_owned());
        slots
    }

    #[test]
    fn texts_are_found_and_joined_past_media() {
        assert_eq!((slots().joined("--"), slots().joined_length("--")), ("a--1".to_owned(), 4));
        assert_eq!((Slots::default().joined("-"), Slots::default().joined_length("-")), (String::new(), 0));
        let mut slots = slots();
        slots.push_medium();
        assert_eq!(slots.last_mut(), None);
        assert_eq!(slots.last_text_mut().unwrap(), "1");
        slots.retain_texts(|_| false);
        assert_eq!((slots.len(), slots.has_medium()), (2, true));
        assert_eq!(slots.last_text_mut(), None);
    }

    #[test]
    fn neighbours_become_one() {
        let mut slots = slots();
        slots.put_first(vec!["0".to_owned()]);
        slots.join_neighbours("+");
        assert!(slots.iter().eq(&[Slot::Text("0+a".to_owned()), Slot::Medium, Slot::Value("1".to_owned())]));
    }

    #[test]
    fn one_text_stands_before_the_media() {
        let mut slots = slots();
        slots.become_text("b".to_owned());
        assert!(slots.iter().eq(&[Slot::Text("b".to_owned()), Slot::Medium]));
        slots.put_first(vec!["c".to_owned()]);
        slots.drop_media();
        assert_eq!(slots.texts().collect::<Vec<_>>(), ["c", "b"]);
    }
}
