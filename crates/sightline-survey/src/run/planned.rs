//! What a survey would do: a path a line, with what is known of it already. Asks no registry.

use std::collections::BTreeMap;
use std::path;

use serde::Serialize;

use super::course::batched;
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
    /// How many scenarios there are.
    pub scenarios: usize,
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
/// let path = Path { dialect: "gemini".into(), transport: "http".into(), eras: vec![Era::Both, Era::Initialize] };
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
        let runs = batched(&order.recipe, scenarios.to_vec()).len();
        for path in &order.paths {
            for &era in &path.eras {
                let name = store::path_name(&path.dialect, &path.transport, era);
                let is_wanted = |name: &str| scenarios.iter().any(|scenario| scenario.name == name);
                planned.push(Planned {
                    client: client.to_owned(),
                    version: order.version.clone(),
                    dialect: path.dialect.clone(),
                    transport: path.transport.clone(),
                    served: era.name().to_owned(),
                    scenarios: scenarios.len(),
                    runs,
                    known: store::known(out, client, &name, is_wanted),
                });
            }
        }
    }
    planned
}
