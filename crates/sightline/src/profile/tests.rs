use std::fmt::Write as _;

use super::*;

/// A profile of versions, each with the day from which it counts and how it is known.
fn profile(versions: &[(&str, &str, &str)]) -> Profile {
    let mut text = "client = \"c\"\ntitle = \"C\"\nhome = \"\"\n".to_owned();
    for (version, day, how) in versions {
        let _ = write!(
            text,
            "[[version]]\nversion = \"{version}\"\ncounts-from = \"{day}\"\n\
             evidence = {{ how = \"{how}\", date = \"{day}\", source = \"s\" }}\n\
             [[version.surface]]\nname = \"conversation\"\ndialect = \"none\"\nletter = \"A\"\n"
        );
    }
    Profile::parse(&text).unwrap()
}

#[track_caller]
fn check(profile: &Profile, as_of: Option<&str>, expected: &str) {
    let selector = Selector { as_of: as_of.map(str::to_owned), ..Selector::default() };
    assert_eq!(profile.version(&selector).unwrap().version, expected);
}

#[test]
fn what_ran_comes_before_what_was_read_later() {
    let profile = profile(&[
        ("survey", "2026-06-04", "read"),
        ("1.0", "2026-07-01", "ran"),
        ("1.1", "2026-08-01", "ran"),
        ("main", "2026-09-01", "read"),
        ("rumour", "2026-10-01", "reported"),
    ]);
    check(&profile, None, "1.1");
    check(&profile, Some("2026-11-30"), "rumour");
    check(&profile, Some("2026-09-30"), "main");
    check(&profile, Some("2026-07-31"), "1.0");
    check(&profile, Some("2026-06-04"), "survey");
}

#[test]
fn of_versions_that_begin_together_the_better_known_counts_then_the_later_one() {
    let profile = profile(&[
        ("ran", "2026-07-01", "ran"),
        ("read", "2026-07-01", "read"),
        ("a", "2026-08-01", "read"),
        ("b", "2026-08-01", "read"),
    ]);
    check(&profile, Some("2026-07-15"), "ran");
    check(&profile, Some("2026-08-01"), "b");
    check(&profile, None, "ran");
}

#[test]
fn before_the_first_version_nothing_is_known() {
    let profile = profile(&[("a", "2026-06-04", "read")]);
    let selector = Selector { as_of: Some("2026-06-03".to_owned()), ..Selector::default() };
    assert!(profile.version(&selector).is_err());
}

#[test]
fn a_surface_takes_a_behaviour_or_a_letter_and_may_have_evidence_of_its_own() {
    let file = |surface: &str| {
        format!(
            "client = \"c\"\ntitle = \"C\"\nhome = \"\"\n[[version]]\nversion = \"1\"\n\
             counts-from = \"2026-06-04\"\nevidence = {{ how = \"ran\", date = \"d\", source = \"s\" }}\n\
             [[version.surface]]\nname = \"a\"\ndialect = \"none\"\n{surface}\n[behaviour.b]\n"
        )
    };
    for wrong in ["", "letter = \"A\"\nbehaviour = \"b\"", "letter = \"E\"", "behaviour = \"c\""] {
        assert!(Profile::parse(&file(wrong)).is_err(), "{wrong}");
    }
    let read = "behaviour = \"b\"\nevidence = { how = \"read\", date = \"d\", source = \"s\" }";
    let profile = Profile::parse(&file(read)).unwrap();
    assert_eq!(profile.surface(&Selector::default()).unwrap().evidence.how, How::Read);
    assert_eq!(profile.versions[0].evidence.how, How::Ran);
}

/// One that a selector cannot tell from another would hide it.
#[test]
fn surfaces_of_a_version_are_told_apart() {
    for client in clients() {
        for version in Profile::of(client).unwrap().versions {
            let key = |surface: &Surface| {
                let Surface { name, dialect, era, model, options, .. } = surface.clone();
                (name, dialect, era, model, options)
            };
            for (at, surface) in version.surfaces.iter().enumerate() {
                let twice = version.surfaces[..at].iter().any(|other| key(other) == key(surface));
                assert!(!twice, "{client} {}: {} ({})", version.version, surface.name, surface.dialect);
            }
        }
    }
}

#[test]
fn the_history_of_a_client_is_told_by_days() {
    let letters = |client: &str, day: &str| {
        let profile = Profile::of(client).unwrap();
        let selector = Selector { as_of: Some(day.to_owned()), ..Selector::default() };
        profile.version(&selector).unwrap().version.clone()
    };
    for (client, day, expected) in [
        ("opencode", "2026-06-11", "8f2afba7"),
        ("opencode", "2026-06-12", "PR 32074"),
        ("opencode", "2026-06-29", "PR 34505"),
        ("opencode", "2026-11-30", "1.18.33"),
        ("cline", "2026-06-23", "31a118fc"),
        ("cline", "2026-06-24", "21cb8d25"),
        ("librechat", "2026-07-31", "older copies"),
        ("librechat", "2026-08-31", "newer copies (001f16d8)"),
        ("claude-code", "2026-07-01", "2.1.197"),
        ("zed", "2026-06-04", "2026, text-only builds"),
    ] {
        assert_eq!(letters(client, day), expected, "{client} on {day}");
    }
}
