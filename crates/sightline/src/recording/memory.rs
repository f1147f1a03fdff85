//! A map that forgets its oldest entries when it grows too large.

use std::collections::{HashMap, VecDeque};

#[derive(Debug)]
pub(super) struct Memory<V> {
    most: usize,
    most_weight: usize,
    entries: HashMap<String, (V, usize, u64)>,
    /// Keys in the order in which they came, each with the stamp of its entry.
    order: VecDeque<(String, u64)>,
    weight: usize,
    stamp: u64,
    forgotten: usize,
}

impl<V> Memory<V> {
    pub(super) fn new(most: usize, most_weight: usize) -> Self {
        Self {
            most,
            most_weight,
            entries: HashMap::new(),
            order: VecDeque::new(),
            weight: 0,
            stamp: 0,
            forgotten: 0,
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&V> {
        self.entries.get(key).map(|(value, _, _)| value)
    }

    pub(super) fn take(&mut self, key: &str) -> Option<V> {
        let (value, weight, _) = self.entries.remove(key)?;
        self.weight -= weight;
        Some(value)
    }

    pub(super) fn insert(&mut self, key: String, value: V, weight: usize) {
        self.take(&key);
        self.stamp += 1;
        self.order.push_back((key.clone(), self.stamp));
        self.entries.insert(key, (value, weight, self.stamp));
        self.weight += weight;
        while self.entries.len() > self.most || (self.weight > self.most_weight && self.entries.len() > 1) {
            let Some((key, stamp)) = self.order.pop_front() else { break };
            // An entry that was taken or replaced since has another stamp.
            if self.entries.get(&key).is_some_and(|entry| entry.2 == stamp) {
                self.take(&key);
                self.forgotten += 1;
            }
        }
        // Keys of entries that are gone do not pile up.
        if self.order.len() > 2 * self.most {
            let entries = &self.entries;
            self.order.retain(|(key, stamp)| entries.get(key).is_some_and(|entry| entry.2 == *stamp));
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.order.clear();
        self.weight = 0;
    }

    /// Entries that had to go before anybody asked for them.
    pub(super) fn forgotten(&self) -> usize {
        self.forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first_and_are_counted() {
        let mut memory = Memory::new(2, 10);
        for (key, weight) in [("a", 1), ("b", 1), ("a", 2), ("c", 1)] {
            memory.insert(key.to_owned(), key.to_uppercase(), weight);
        }
        // `a` came again after `b`.
        assert_eq!(
            (memory.get("a").is_some(), memory.get("b").is_some(), memory.forgotten()),
            (true, false, 1)
        );
        memory.insert("d".to_owned(), "D".to_owned(), 10);
        assert_eq!((memory.get("a").is_some(), memory.get("c").is_some()), (false, false));
        assert_eq!(memory.take("d").as_deref(), Some("D"));
        for at in 0..1000 {
            memory.insert(at.to_string(), String::new(), 1);
            memory.take(&at.to_string());
        }
        assert!(memory.order.len() <= 5 && memory.weight == 0);
    }
}
