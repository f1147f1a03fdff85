//! Which tools are listed together, and in which order they are called.

use super::{Company, Scenario};

/// Orders scenarios so that three that may fail never follow each other, as far as there are others.
///
/// ```
/// use sightline_survey::scenario::{all, arrange};
///
/// let arranged = arrange(all());
/// assert!(!arranged.windows(3).any(|three| three.iter().all(|scenario| scenario.may_fail)));
/// ```
#[must_use]
pub fn arrange(scenarios: Vec<Scenario>) -> Vec<Scenario> {
    let total = scenarios.len();
    let (failing, plain): (Vec<_>, Vec<_>) = scenarios.into_iter().partition(|scenario| scenario.may_fail);
    // Spread evenly: after each plain one as many failing ones as its share.
    let gaps = plain.len() + 1;
    let mut arranged = Vec::with_capacity(total);
    let (mut failing, count) = (failing.into_iter(), plain_share(total - plain.len(), gaps));
    for (index, plain) in plain.into_iter().enumerate() {
        arranged.extend(failing.by_ref().take(count(index)));
        arranged.push(plain);
    }
    arranged.extend(failing);
    arranged
}

/// How many of `failing` stand in the gap of that index, so that gaps differ by one at most.
fn plain_share(failing: usize, gaps: usize) -> impl Fn(usize) -> usize {
    move |index| (failing * (index + 1)) / gaps - (failing * index) / gaps
}

/// Splits scenarios into lists of tools, each for one run of a client, with at most so many tools.
///
/// What has to be alone comes with one harmless tool, and so do many that may fail with few others:
/// some clients give up a server after three failures in a row.
///
/// ```
/// use sightline_survey::scenario::{all, batches};
///
/// let batches = batches(all(), 20);
/// assert!(batches.iter().all(|batch| batch.len() <= 20));
/// assert_eq!(batches.iter().filter(|batch| batch.iter().any(|one| one.name == "no_object")).count(), 1);
/// ```
#[must_use]
pub fn batches(scenarios: Vec<Scenario>, most: usize) -> Vec<Vec<Scenario>> {
    let most = most.max(2);
    let mut batches = Vec::new();
    let (alone, others): (Vec<_>, Vec<_>) =
        scenarios.into_iter().partition(|scenario| scenario.company == Company::Alone);
    let (grouped, any): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|scenario| scenario.company == Company::Group);
    let arranged = arrange(spaced(any));
    // Equal parts of one arrangement keep its spread.
    let parts = arranged.len().div_ceil(most).max(1);
    let size = arranged.len().div_ceil(parts).max(1);
    batches.extend(arranged.chunks(size).map(<[Scenario]>::to_vec));
    let mut groups: Vec<String> = Vec::new();
    for scenario in &grouped {
        if !groups.contains(&scenario.group) {
            groups.push(scenario.group.clone());
        }
    }
    for group in groups {
        let own = spaced(grouped.iter().filter(|scenario| scenario.group == group).cloned().collect());
        let own = arrange(own);
        batches.extend(own.chunks(most).map(<[Scenario]>::to_vec));
    }
    batches.extend(alone.into_iter().map(|scenario| {
        let witness = witness().filter(|witness| witness.name != scenario.name);
        std::iter::once(scenario).chain(witness).collect()
    }));
    batches
}

/// Adds harmless scenarios where there are too few to stand between those that may fail.
fn spaced(mut scenarios: Vec<Scenario>) -> Vec<Scenario> {
    let failing = scenarios.iter().filter(|scenario| scenario.may_fail).count();
    let wanted = failing.div_ceil(2).saturating_sub(1);
    let missing = wanted.saturating_sub(scenarios.len() - failing);
    let is_free = |one: &Scenario| {
        let is_harmless = !one.may_fail && one.company == Company::Any && one.handshake.is_none();
        is_harmless && one.canaries.contains_key("t1") && !scenarios.iter().any(|own| own.name == one.name)
    };
    let added: Vec<Scenario> = super::all().into_iter().filter(is_free).take(missing).collect();
    scenarios.extend(added);
    scenarios
}

/// The harmless tool beside one that may break the list.
fn witness() -> Option<Scenario> {
    super::find("text")
}

#[cfg(test)]
mod tests {
    use super::super::all;
    use super::*;

    /// Some clients give up a server after three failures in a row.
    const IN_A_ROW: usize = 2;

    #[test]
    fn three_that_may_fail_never_follow_each_other() {
        for most in [10, 20, 30, 100] {
            for batch in batches(all(), most) {
                let mut row = 0;
                for scenario in &batch {
                    row = if scenario.may_fail { row + 1 } else { 0 };
                    assert!(row <= IN_A_ROW, "{}", scenario.name);
                }
            }
        }
    }

    #[test]
    fn a_choice_that_may_fail_throughout_is_spaced() {
        let errors: Vec<Scenario> = all().into_iter().filter(|one| one.group == "errors").collect();
        let batch = batches(errors.clone(), 100).remove(0);
        assert!(errors.iter().all(|one| batch.contains(one)) && batch.len() > errors.len());
        assert!(!batch.windows(3).any(|three| three.iter().all(|one| one.may_fail)));
    }

    #[test]
    fn every_scenario_is_in_one_batch() {
        for most in [2, 7, 1000] {
            let batches = batches(all(), most);
            for scenario in all() {
                let count = batches.iter().flatten().filter(|one| **one == scenario).count();
                assert!(count == 1 || scenario.name == "text", "{}: {count}", scenario.name);
            }
        }
    }
}
