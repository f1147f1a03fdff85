//! Which record of one survey answers the same question as which one of another.

use std::collections::BTreeMap;

use serde_json::Value;

use super::read::Observed;

/// What a run tells of itself in the setup, and no question holds: how many tools its model happened to call.
const OF_THE_RUN: [&str; 1] = ["tools_called"];

/// Records of one path, paired: what each side has at which place, and what is left over.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Paired {
    /// Places of the old and the new record.
    pub pairs: Vec<(usize, usize)>,
    /// Places of old records that nothing of the new survey answers.
    pub old: Vec<usize>,
    /// Places of new records that nothing of the old survey answers.
    pub new: Vec<usize>,
}

/// What makes two records of one path and one scenario comparable.
type Asked<'o> = (&'o str, Option<&'o str>, Option<&'o str>);

fn asked(observed: &Observed) -> Asked<'_> {
    let record = &observed.record;
    (&record.case, record.transport.as_deref(), record.model.as_deref())
}

/// The setup without what only tells of the run.
fn setup(observed: &Observed) -> Value {
    let mut setup = observed.record.setup.clone();
    if let Some(members) = setup.as_object_mut() {
        members.retain(|name, _| !OF_THE_RUN.contains(&&**name));
    }
    setup
}

/// Pairs the records of one path. A scenario may be asked more than once, of servers that were set up otherwise or
/// with another result: what is most alike goes together, and each record at most once.
pub(super) fn pair(old: (&[Observed], &[usize]), new: (&[Observed], &[usize])) -> Paired {
    let mut groups: BTreeMap<Asked<'_>, [Vec<(usize, &Observed)>; 2]> = BTreeMap::new();
    for (side, (observed, places)) in [old, new].into_iter().enumerate() {
        for (place, one) in places.iter().filter_map(|place| Some((*place, observed.get(*place)?))) {
            if let Some(own) = groups.entry(asked(one)).or_default().get_mut(side) {
                own.push((place, one));
            }
        }
    }
    let mut paired = Paired::default();
    for [mut before, mut now] in groups.into_values() {
        for (same_wire, same_setup) in [(true, true), (true, false), (false, true), (false, false)] {
            now.retain(|(place, one)| {
                let is_alike = |other: &&Observed| {
                    (!same_wire || other.record.wire == one.record.wire)
                        && (!same_setup || setup(other) == setup(one))
                };
                let Some(twin) = before.iter().position(|(_, other)| is_alike(other)) else { return true };
                paired.pairs.push((before.remove(twin).0, *place));
                false
            });
        }
        paired.old.extend(before.into_iter().map(|(place, _)| place));
        paired.new.extend(now.into_iter().map(|(place, _)| place));
    }
    // In the order of the newer records.
    paired.pairs.sort_by_key(|(_, new)| *new);
    paired
}

#[cfg(test)]
mod tests {
    use super::super::read::records;
    use super::*;

    fn read(lines: &[&str]) -> Vec<Observed> {
        records("here", &lines.join("\n"), "").unwrap()
    }

    fn of(old: &[&str], new: &[&str]) -> (Vec<(usize, usize)>, Vec<usize>, Vec<usize>) {
        let (old, new) = (read(old), read(new));
        let places = |side: &[Observed]| (0..side.len()).collect::<Vec<_>>();
        let paired = pair((&old, &places(&old)), (&new, &places(&new)));
        (paired.pairs, paired.old, paired.new)
    }

    #[test]
    fn how_many_tools_a_run_called_parts_nothing() {
        let record = |called: u8| {
            format!(
                r#"{{"case":"survey:a","wire":"{{}}","setup":{{"server":"probe","tools_called":{called}}}}}"#
            )
        };
        assert_eq!(of(&[&record(1)], &[&record(3)]), (vec![(0, 0)], vec![], vec![]));
    }

    #[test]
    fn transport_and_model_part_and_a_rest_is_named() {
        let stdio = r#"{"case":"survey:a","transport":"stdio","model":"m"}"#;
        let http = r#"{"case":"survey:a","transport":"http","model":"m"}"#;
        let other = r#"{"case":"survey:a","transport":"http","model":"n"}"#;
        assert_eq!(of(&[stdio, http], &[other, http]), (vec![(1, 1)], vec![0], vec![0]));
    }

    #[test]
    fn what_is_most_alike_goes_together_and_each_record_once() {
        let a = r#"{"case":"x","wire":"1","setup":"server speaks one"}"#;
        let b = r#"{"case":"x","wire":"1","setup":"server speaks two"}"#;
        let c = r#"{"case":"x","wire":"2","setup":"server speaks two"}"#;
        assert_eq!(of(&[a, b, c], &[c, b, a]), (vec![(2, 0), (1, 1), (0, 2)], vec![], vec![]));
        // The same result beats the same setup; another result is better than none.
        assert_eq!(of(&[b, c], &[a]), (vec![(0, 0)], vec![1], vec![]));
        assert_eq!(of(&[c], &[a, a]), (vec![(0, 0)], vec![], vec![1]));
    }
}
