//! Where shipped profiles differ from what was observed.

use std::collections::BTreeMap;

use serde::Serialize;
use sightline::profile::Profile;

use super::around::equal_around;
use super::read::Observed;
use super::replay::{Difference, difference, replay, surface};

/// One record that a profile does not explain.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Drift {
    /// Id of the client.
    pub client: String,
    /// The version that was observed.
    pub version: String,
    /// The version of the profile that it was held against.
    pub profile_version: String,
    /// Whether the profile knows the version that was observed.
    pub is_known_version: bool,
    /// Surface, dialect and era.
    pub path: String,
    /// The scenario.
    pub case: String,
    /// Index of the record.
    #[serde(skip)]
    pub record: usize,
    /// What was observed.
    pub observed: String,
    /// What the profile says.
    pub projected: String,
    /// Whether all that arrived is what the profile says, and only the mark of an error differs; a survey
    /// judges that mark without knowing the client.
    pub only_error_mark: bool,
}

/// How the records of one client fared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Tally {
    /// Records that the profile explains.
    pub same: usize,
    /// Records that it does not explain.
    pub differ: usize,
    /// Records that were not compared.
    pub not_compared: usize,
}

/// What a comparison of records with profiles brought.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Drifts {
    /// Records that a profile explains.
    pub same: usize,
    /// Records that none does.
    pub drifts: Vec<Drift>,
    /// Records of surveys that a profile explains but for the mark of an error: a survey judges that mark by
    /// what arrived, without knowing the client. They count as explained.
    pub marks: Vec<Drift>,
    /// Shipped records whose mark of an error is known to contradict their own text, where the profile says the
    /// one that is right. They count as explained.
    pub contradictions: Vec<Drift>,
    /// Records that were not compared, by reason.
    pub not_compared: BTreeMap<String, usize>,
    /// The same by client.
    pub clients: BTreeMap<String, Tally>,
    /// Clients and versions that profiles do not know; held against the newest known version.
    pub new_versions: BTreeMap<String, usize>,
}

/// Holds records against the profiles that ship with Sightline.
///
/// ```
/// use sightline_survey::results::{drift::drifts, read::records};
///
/// let line = r#"{"client": "nobody", "wire": "{}"}"#;
/// let found = drifts(&records("", line, "").unwrap());
/// assert_eq!(found.not_compared.len(), 1, "there is no profile of that client");
/// ```
#[must_use]
pub fn drifts(observed: &[Observed]) -> Drifts {
    drifts_from(observed, &mut |client| Profile::of(client).ok())
}

/// Holds records against profiles of one's own.
#[must_use]
pub fn drifts_from(observed: &[Observed], profile: &mut dyn FnMut(&str) -> Option<Profile>) -> Drifts {
    let mut found = Drifts::default();
    let mut profiles: BTreeMap<String, Option<Profile>> = BTreeMap::new();
    for (index, one) in observed.iter().enumerate() {
        let client = &one.record.client;
        let known = profiles.entry(client.clone()).or_insert_with(|| profile(client));
        let tally = found.clients.entry(client.clone()).or_default();
        let Some(known) = known else {
            tally.not_compared += 1;
            *found.not_compared.entry(format!("no profile of {client}")).or_default() += 1;
            continue;
        };
        match compare(known, one, index) {
            Ok((None, new)) => {
                found.same += 1;
                tally.same += 1;
                count_new(&mut found, new, one);
            }
            Ok((Some(drift), new)) => {
                let excused = if !drift.only_error_mark {
                    None
                } else if is_judged_by_survey(one) {
                    Some(&mut found.marks)
                } else if is_known_contradiction(&drift) {
                    Some(&mut found.contradictions)
                } else {
                    None
                };
                if let Some(excused) = excused {
                    excused.push(drift);
                    found.same += 1;
                    tally.same += 1;
                } else {
                    found.drifts.push(drift);
                    tally.differ += 1;
                }
                count_new(&mut found, new, one);
            }
            Err(reason) => {
                tally.not_compared += 1;
                *found.not_compared.entry(format!("{client}: {reason}")).or_default() += 1;
            }
        }
    }
    found
}

/// Whether what differs is the mark of an error alone, which a survey cannot judge.
pub(crate) fn is_mark_of_survey(one: &Observed, found: &Difference) -> bool {
    one.record.complete && is_judged_by_survey(one) && is_only_mark(found, &one.record.wire)
}

/// Whether a survey, and no reader, said how the record marks an error.
fn is_judged_by_survey(one: &Observed) -> bool {
    one.record.case.starts_with("survey:")
}

/// Records whose mark contradicts their own text, a line each: client, case, what the record says, what is
/// right, and why. The test that holds projections against the observations reads the same file.
const CONTRADICTIONS: &str = include_str!("../../../sightline/tests/data/contradictions.tsv");

/// Whether a record says the wrong mark by a known contradiction, and the profile the right one.
fn is_known_contradiction(drift: &Drift) -> bool {
    let mark = |account: &str| account.lines().next().unwrap_or_default().to_owned();
    let (observed, projected) = (mark(&drift.observed), mark(&drift.projected));
    let own = [&*drift.client, &*drift.case, &*observed, &*projected];
    CONTRADICTIONS.lines().any(|line| line.split('\t').take(own.len()).eq(own))
}

fn count_new(found: &mut Drifts, is_new: bool, one: &Observed) {
    if is_new {
        let version = one.record.version.as_deref().unwrap_or("of no stated version");
        *found.new_versions.entry(format!("{} {version}", one.record.client)).or_default() += 1;
    }
}

fn compare(profile: &Profile, one: &Observed, record: usize) -> Result<(Option<Drift>, bool), String> {
    let (surface, is_known_version) = surface(profile, &one.record)?;
    let projection = replay(one, surface)?;
    let differs = difference(&one.record, &projection);
    let drift = differs.map(|found| Drift {
        client: one.record.client.clone(),
        version: one.record.version.clone().unwrap_or_default(),
        profile_version: surface.version.clone(),
        is_known_version,
        path: [&*one.record.surface, &one.record.dialect, &one.record.era].join(" · "),
        case: one.record.case.clone(),
        record,
        only_error_mark: one.record.complete && is_only_mark(&found, &one.record.wire),
        observed: found.observed,
        projected: found.projected,
    });
    Ok((drift, !is_known_version))
}

/// Whether two accounts differ in their first line alone, where the mark of the error stands.
fn is_only_mark(found: &Difference, wire: &str) -> bool {
    let split = |text: &str| {
        let (mark, parts) = text.split_once('\n').unwrap_or((text, ""));
        (mark.to_owned(), parts.to_owned())
    };
    let ((mark, observed), (other, projected)) = (split(&found.observed), split(&found.projected));
    // A run that ended is no message without parts.
    let is_message = |mark: &str| matches!(mark, "flagged" | "none" | "substituted");
    is_message(&mark) && is_message(&other) && equal_around(&observed, &projected, wire)
}
