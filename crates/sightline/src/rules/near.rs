//! Keys that are likely to be meant for another one: written in another case or manner, or with a slip.
//!
//! An object that takes any key takes a misspelt one in silence, and what stands under it is lost.

use super::Revisions;
use super::settings::distance;
use crate::json::{MadeKey, Member, Node};
use crate::revision::Revision;

/// A member that an object may have.
pub(super) struct Known {
    pub(super) name: &'static str,
    pub(super) within: &'static Revisions,
}

/// Shortest name of which one with a wrong letter is still told from a word of its own.
const TELLING: usize = 8;

/// Returns the members whose keys are meant for one that the object lacks, each with that one.
pub(super) fn misspelt<'d>(
    object: Node<'d>,
    known: &[Known],
    revision: &Revision,
) -> Vec<(Member<'d>, &'static str)> {
    let is_known = |member: &Member<'_>| known.iter().any(|known| member.key.is(known.name));
    let unknown = object.members().filter(|member| !is_known(member));
    unknown
        .filter_map(|member| Some((member, meant(&member.key.to_str(), object, known, revision)?)))
        .collect()
}

fn meant(key: &str, object: Node<'_>, known: &[Known], revision: &Revision) -> Option<&'static str> {
    let lacking =
        known.iter().filter(|known| known.within.contain(revision) && object.member(known.name).is_none());
    let is_near =
        |name: &str| plain(key) == plain(name) || (name.len() >= TELLING && distance(key, name) <= 1);
    lacking.map(|known| known.name).find(|name| is_near(name))
}

/// Tells whether a key that an edit makes stands there already, written otherwise: what it holds would be lost
/// for good.
pub(super) fn is_written_otherwise(made: &MadeKey<'_>) -> bool {
    let is_twin = |member: Member<'_>| {
        let key = member.key.to_str();
        key != made.key.as_str() && plain(&key) == plain(&made.key)
    };
    made.before.is_none() && made.object.members().any(is_twin)
}

/// A name without what only manners of writing part.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::revisions::{ALL, FROM_2025_06};
    use super::*;
    use crate::json::Document;

    #[test]
    fn a_key_is_meant_for_one_that_is_near_and_absent() {
        let known = [
            Known { name: "_meta", within: &FROM_2025_06 },
            Known { name: "mimeType", within: &ALL },
            Known { name: "uri", within: &ALL },
        ];
        for (text, revision, expected) in [
            (r#"{"mime_type":1}"#, Revision::V2025_11_25, vec!["mimeType"]),
            (r#"{"mimetype":1,"URI":2,"meta":{}}"#, Revision::V2025_11_25, vec!["mimeType", "uri", "_meta"]),
            (r#"{"mimeTyp":1,"urn":2}"#, Revision::V2025_11_25, vec!["mimeType"]),
            (r#"{"mime_type":1,"mimeType":1}"#, Revision::V2025_11_25, vec![]),
            (r#"{"meta":1,"type":2,"mime":3}"#, Revision::V2025_03_26, vec![]),
        ] {
            let document = Document::parse(text).unwrap();
            let found = misspelt(document.root(), &known, &revision);
            assert_eq!(found.into_iter().map(|(_, meant)| meant).collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
