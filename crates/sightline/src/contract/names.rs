//! What the name of a member says of its strings: that they name a kind, or one thing of many.

/// Last words of names whose values are kinds.
const KINDS: &[&str] = &[
    "action",
    "category",
    "class",
    "event",
    "format",
    "kind",
    "level",
    "method",
    "mode",
    "op",
    "operation",
    "outcome",
    "phase",
    "role",
    "severity",
    "shape",
    "state",
    "status",
    "tag",
    "tier",
    "type",
    "variant",
];

/// Last words of names whose values are one thing of many.
const ONES: &[&str] = &[
    "account", "assignee", "author", "city", "customer", "email", "file", "host", "hostname", "id", "key",
    "login", "name", "number", "owner", "path", "sku", "slug", "title", "token", "uid", "url", "user",
    "username", "uuid",
];

/// Whether the values of a member of that name are kinds.
pub(super) fn names_kind(name: &str) -> bool {
    is_one_of(KINDS, name)
}

/// Whether the values of a member of that name each name one thing.
pub(super) fn names_one(name: &str) -> bool {
    is_one_of(ONES, name)
}

fn is_one_of(words: &[&str], name: &str) -> bool {
    let last = last_word(name);
    words.iter().any(|word| last.eq_ignore_ascii_case(word))
}

/// The last word of `snake_case`, `kebab-case` and `camelCase`.
fn last_word(name: &str) -> &str {
    let last = name.rsplit(['_', '-', '.', ' ', '$', '@']).next().unwrap_or(name);
    let is_inner = |at: usize| last[..at].ends_with(|c: char| c.is_ascii_lowercase());
    let mut humps = last.char_indices().filter(|(at, c)| c.is_ascii_uppercase() && is_inner(*at));
    humps.next_back().map_or(last, |(at, _)| &last[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_word_of_a_name_says_what_its_values_are() {
        for kind in ["kind", "eventType", "order_status", "@type", "STATE"] {
            assert!(names_kind(kind) && !names_one(kind), "{kind}");
        }
        for one in ["id", "orderId", "user_name", "sku", "author-login"] {
            assert!(names_one(one) && !names_kind(one), "{one}");
        }
        for other in ["", "polled_at", "note", "paid", "typed"] {
            assert!(!names_one(other) && !names_kind(other), "{other}");
        }
    }
}
