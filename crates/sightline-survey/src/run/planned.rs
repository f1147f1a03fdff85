//! What a survey would do: a path a line, with what is known of it already. Asks no registry.

use std::collections::BTreeMap;
use std::path;

use serde::Serialize;

use super::course::{batched, divided};
use super::{Order, store};
use crate::scenario::Scenario;

/// One path through one client, before it is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Planned {
    /// Name of the recipe.
    pub client: String,
    /// The version that was asked for; none for the newest, which only the registry knows.
    pub version: Option<String>,
    /// The dialect.
    pub dialect: String,
    /// The transport.
    pub transport: String,
    /// What the probe server speaks.
    pub served: String,
    /// How many scenarios run on it.
    pub scenarios: usize,
    /// How many run on the client's first path alone, and this is another.
    pub elsewhere: usize,
    /// How many runs of the client they take from nothing, where none ends early.
    pub runs: usize,
    /// How many scenarios are known already, by version.
    pub known: BTreeMap<String, usize>,
}

/// Tells what a survey of these orders would do, beside what is kept in a folder.
///
/// A path that serves `initialize` alone is left out when it runs, where the client agrees on an older
/// revision although both are served: so there may be fewer runs than planned.
///
/// ```
/// use sightline_survey::{recipe, scenario};
/// use sightline_survey::run::{Order, Path, attend::Era, plan};
///
/// let path = Path::new("gemini", "http", vec![Era::Both, Era::Initialize]);
/// let order = Order { recipe: recipe::find("gemini-cli").unwrap().into(), version: None, paths: vec![path] };
/// let planned = plan(&[order], &scenario::all(), "no such folder".as_ref());
/// assert_eq!(planned.len(), 2);
/// assert!(planned[0].runs > 1 && planned[0].known.is_empty());
/// ```
#[must_use]
pub fn plan(orders: &[Order], scenarios: &[Scenario], out: &path::Path) -> Vec<Planned> {
    let mut planned = Vec::new();
    for order in orders {
        let client = order.recipe.name();
        for path in &order.paths {
            let (own, elsewhere) = divided(&order.recipe, path.breadth, scenarios);
            let runs = batched(&order.recipe, path.breadth, own.clone()).len();
            for &era in &path.eras {
                let name = store::path_name(&path.dialect, &path.transport, era);
                let is_wanted = |name: &str| own.iter().any(|scenario| scenario.name == name);
                planned.push(Planned {
                    client: client.to_owned(),
                    version: order.version.clone(),
                    dialect: path.dialect.clone(),
                    transport: path.transport.clone(),
                    served: era.name().to_owned(),
                    scenarios: own.len(),
                    elsewhere: elsewhere.len(),
                    runs,
                    known: store::known(out, client, &name, is_wanted),
                });
            }
        }
    }
    planned
}

#[cfg(test)]
mod tests {
    use super::super::attend::Era;
    use super::super::{Breadth, Path};
    use super::*;
    use crate::recipe;
    use crate::scenario::{Company, all};

    /// A plan for the first path of a client and for another one.
    fn planned(client: &str, breadth: Breadth) -> Vec<Planned> {
        let first = Path::new("openai-chat", "stdio", vec![Era::Both]);
        let other = Path { breadth, ..Path::new("anthropic-messages", "http", vec![Era::Both]) };
        let recipe = recipe::find(client).unwrap().into();
        plan(&[Order { recipe, version: None, paths: vec![first, other] }], &all(), "no such folder".as_ref())
    }

    #[test]
    fn what_needs_a_run_of_its_own_runs_on_the_first_path_alone() {
        for (client, ends_runs) in [("strands", 0), ("deepagents", 8)] {
            let [first, other]: [Planned; 2] =
                planned(client, Breadth::Together).try_into().unwrap_or_else(|many| panic!("{many:?}"));
            let alone =
                all().iter().filter(|scenario| scenario.company == Company::Alone).count() + ends_runs;
            assert_eq!((first.scenarios, first.elsewhere), (all().len(), 0));
            assert_eq!((other.scenarios, other.elsewhere), (all().len() - alone, alone), "{client}");
            // One list of what may be listed with all, one of what is listed with its group.
            assert_eq!((first.runs, other.runs), (3 + alone, 2), "{client}");
        }
    }

    #[test]
    fn the_full_product_runs_all_on_every_path() {
        let planned = planned("strands", Breadth::Every);
        assert!(
            planned.iter().all(|path| path.runs == planned[0].runs && path.elsewhere == 0),
            "{planned:?}"
        );
    }
}
