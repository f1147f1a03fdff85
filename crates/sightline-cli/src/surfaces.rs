//! The surfaces that a call is projected for: the newest version of each client that has a profile,
//! and the survey's letter for the others.

use anyhow::{Result, anyhow, bail};
use sightline::profile::{Profile, Selector, Surface, clients};
use sightline::revision::Revision;
use sightline::survey;

/// Returns one surface per client, for a connection of that revision.
pub fn of_all_clients(revision: &Revision) -> Result<Vec<Surface>> {
    Ok(of_all_clients_that_fit(&Selector::default(), revision)?.0)
}

/// Returns one surface per client that has what is asked for, and the names of the clients that do not.
///
/// # Errors
/// No client has it.
pub fn of_all_clients_that_fit(
    selector: &Selector,
    revision: &Revision,
) -> Result<(Vec<Surface>, Vec<&'static str>)> {
    let (mut surfaces, mut lacking) = (Vec::new(), Vec::new());
    for client in clients() {
        match of_client(client, selector, revision) {
            Ok(surface) => surfaces.push(surface),
            Err(_) => lacking.push(client),
        }
    }
    surfaces.extend(
        survey::surfaces().into_iter().filter(|surface| !clients().any(|known| known == surface.client)),
    );
    if surfaces.is_empty() {
        bail!("no client has what is asked for; sightline clients NAME lists versions and surfaces");
    }
    Ok((surfaces, lacking))
}

/// Returns the surfaces of the named clients.
pub fn of_clients(names: &[String], revision: &Revision) -> Result<Vec<Surface>> {
    names.iter().map(|name| of_client(name, &Selector::default(), revision)).collect()
}

/// Returns the surface of one client; by the survey when it has no profile.
pub fn of_client(name: &str, selector: &Selector, revision: &Revision) -> Result<Surface> {
    if clients().any(|known| known == name) {
        return Ok(Profile::of(name)?.surface_toward(selector, revision)?.clone());
    }
    survey::surfaces().into_iter().find(|surface| surface.client == name).ok_or_else(|| {
        let surveyed = survey::surfaces();
        let mut known: Vec<&str> = clients()
            .map(|client| client as &str)
            .chain(surveyed.iter().map(|surface| surface.client.as_str()))
            .collect();
        known.sort_unstable();
        known.dedup();
        anyhow!("unknown client {name:?}; known are {}", known.join(", "))
    })
}
