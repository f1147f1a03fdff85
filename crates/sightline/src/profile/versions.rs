//! Releases between those that a profile names.

use super::{Profile, Version};

impl Profile {
    /// Finds the version that stands for a release which has none of its own: the latest one before it, or the
    /// first one where that says that it stands for earlier ones. Commits and dates have no order to be told by.
    ///
    /// ```
    /// use sightline::profile::Profile;
    ///
    /// let profile = Profile::of("agent-framework-python").unwrap();
    /// assert_eq!(profile.standing_for("1.18.0").unwrap().version, "1.9.0");
    /// assert!(profile.standing_for("edcc7866").is_none());
    /// ```
    #[must_use]
    pub fn standing_for(&self, release: &str) -> Option<&Version> {
        let wanted = numbers(release)?;
        let known = self.versions.iter().filter_map(|version| Some((numbers(&version.version)?, version)));
        let (mut before, mut first) = (None, None);
        for (numbers, version) in known {
            if numbers <= wanted && before.as_ref().is_none_or(|(latest, _)| *latest <= numbers) {
                before = Some((numbers, version));
            } else if numbers > wanted && first.as_ref().is_none_or(|(earliest, _)| *earliest > numbers) {
                first = Some((numbers, version));
            }
        }
        let found = before.or_else(|| first.filter(|(_, version)| version.earlier_too));
        found.map(|(_, version)| version)
    }
}

/// The numbers of a release, such as 1.18.33 or v2.0.0; zeros at the end do not count.
fn numbers(release: &str) -> Option<Vec<u64>> {
    let release = release.strip_prefix('v').unwrap_or(release);
    // `parse` takes a sign too, which no release has.
    let number = |part: &str| part.parse().ok().filter(|_| !part.starts_with('+'));
    let mut numbers: Vec<u64> = release.split('.').map(number).collect::<Option<_>>()?;
    // A commit may have no letter in it, and no point.
    if numbers.len() < 2 {
        return None;
    }
    while numbers.last() == Some(&0) {
        numbers.pop();
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_ordered_by_their_numbers() {
        assert!(numbers("1.9.0") < numbers("1.18.0"));
        assert_eq!(numbers("v2.0.0"), numbers("2.0"));
        for no_release in ["edcc7866", "12345678", "main 2026", "1.2-beta", "1..2", "PR 34505", ""] {
            assert_eq!(numbers(no_release), None, "{no_release}");
        }
    }

    #[test]
    fn a_release_is_stood_for_by_the_one_before_it() {
        let text = r#"
client = "c"
title = "C"
home = ""
version = [
    { version = "abc", counts-from = "2026-01-01", evidence = { how = "read", date = "2026-01-01", source = "s" }, surface = [{ name = "s", dialect = "none", letter = "A" }] },
    { version = "1.2.0", earlier-too = true, counts-from = "2026-02-01", evidence = { how = "read", date = "2026-01-01", source = "s" }, surface = [{ name = "s", dialect = "none", letter = "A" }] },
    { version = "1.10.0", counts-from = "2026-03-01", evidence = { how = "read", date = "2026-01-01", source = "s" }, surface = [{ name = "s", dialect = "none", letter = "B" }] },
]
"#;
        let check = |text: &str, release: &str, expected: Option<&str>| {
            let profile = Profile::parse(text).unwrap();
            let found = profile.standing_for(release).map(|version| version.version.as_str());
            assert_eq!(found, expected, "{release}");
        };
        check(text, "1.2", Some("1.2.0"));
        check(text, "1.9.9", Some("1.2.0"));
        check(text, "1.10.1", Some("1.10.0"));
        check(text, "3.0.0", Some("1.10.0"));
        check(text, "0.9.0", Some("1.2.0"));
        check(text, "abd", None);
        check(&text.replace("earlier-too = true, ", ""), "0.9.0", None);
    }
}
