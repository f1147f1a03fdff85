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
             counts-from = \"2026-06-04\"\nevidence = {{ how = \"ran\", date = \"2026-06-04\", source = \"s\" }}\n\
             [[version.surface]]\nname = \"a\"\ndialect = \"none\"\n{surface}\n[behaviour.b]\ncases = [{{ show = [] }}]\n"
        )
    };
    for wrong in ["", "letter = \"A\"\nbehaviour = \"b\"", "letter = \"E\"", "behaviour = \"c\""] {
        assert!(Profile::parse(&file(wrong)).is_err(), "{wrong}");
    }
    let read = "behaviour = \"b\"\nevidence = { how = \"read\", date = \"2026-06-05\", source = \"s\" }";
    let profile = Profile::parse(&file(read)).unwrap();
    assert_eq!(profile.surface(&Selector::default()).unwrap().evidence.how, How::Read);
    assert_eq!(profile.versions[0].evidence.how, How::Ran);
}

/// A profile that is wrong in one place, and the error that names it.
#[track_caller]
fn wrong(part: &str, instead: &str, place: (usize, usize), why: &str) {
    let file = r#"client = "c"
title = "C"
home = ""

[[version]]
version = "1"
counts-from = "2026-06-04"
evidence = { how = "ran", date = "2026-06-04", source = "s" }
surface = [{ name = "a", dialect = "none", behaviour = "upper" }]

[behaviour.lower]
errors = "flag"
cases = [{ show = ["content"], prefix = "{tool}: " }]

[behaviour.upper]
extends = "lower"
blocks = [{ kind = "text", emit = [{ text = "{text}" }] }]
"#;
    assert!(Profile::parse(file).is_ok() && file.contains(part), "{part}");
    let error = Profile::parse(&file.replacen(part, instead, 1)).unwrap_err();
    assert_eq!(error.place().map(|place| (place.line, place.column)), Some(place), "{error}");
    assert!(error.reason().contains(why), "{error}");
}

#[test]
fn what_is_wrong_is_told_with_line_and_column_and_what_is_right() {
    wrong("title = \"C\"", "title = 5", (2, 9), "expected a string");
    wrong("client = \"c\"", "client = \"C c\"", (1, 10), "such as my-client");
    wrong("\"2026-06-04\"", "\"yesterday\"", (7, 15), "YYYY-MM-DD");
    wrong("date = \"2026-06-04\"", "date = \"2026-02-30\"", (8, 34), "YYYY-MM-DD");
    wrong("behaviour = \"upper\"", "behaviour = \"up\"", (9, 56), "there are lower, upper");
    wrong(", behaviour = \"upper\"", "", (9, 12), "needs a behaviour or a letter");
    wrong("behaviour = \"upper\"", "letter = \"E\"", (9, 53), "A, B, C");
    wrong("surface = [{", "surface = [] #", (5, 1), "[[version.surface]]");
    wrong("extends = \"lower\"", "extends = 5", (16, 11), "names a behaviour, as a string");
    wrong("extends = \"lower\"", "extends = \"low\"", (16, 11), "there are lower, upper");
    wrong("extends = \"lower\"", "extends = \"upper\"", (16, 11), "in a circle");
    wrong("cases = [{ show", "# cases = [{ show", (15, 12), "[[behaviour.upper.cases]]");
    wrong("errors = \"flag\"", "errors = \"flog\"", (12, 10), "expected one of `flag`");
    wrong("errors = \"flag\"", "error = \"flag\"", (12, 1), "unknown field `error`, expected one of");
    wrong("\"{tool}: \"", "\"{tol}: \"", (13, 41), "unknown placeholder {tol}; known here are {arguments}");
    wrong("\"{text}\"", "\"{txt}\"", (17, 45), "unknown placeholder {txt}");
}

#[test]
fn names_that_stand_twice_are_an_error() {
    let version = |name: &str, surfaces: &str| {
        format!(
            "[[version]]\nversion = \"{name}\"\ncounts-from = \"2026-06-04\"\n\
             evidence = {{ how = \"ran\", date = \"2026-06-04\", source = \"s\" }}\nsurface = [{surfaces}]\n"
        )
    };
    let surface = "{ name = \"a\", dialect = \"none\", letter = \"A\" }";
    let place = |versions: &[String]| {
        let text = format!("client = \"c\"\ntitle = \"C\"\nhome = \"\"\n{}", versions.concat());
        let error = Profile::parse(&text).err()?;
        let place = error.place()?;
        Some((place.line, place.column))
    };
    assert_eq!(place(&[version("1", surface), version("2", surface)]), None);
    assert_eq!(place(&[version("1", surface), version("1", surface)]), Some((10, 11)));
    let twice = format!("{surface}, {surface}");
    assert_eq!(place(&[version("1", &twice)]), Some((8, 60)));
}

#[test]
fn braces_of_json_are_no_placeholders() {
    let text = r#"{"a": {arguments}} {} {5} {{tool}} {name|none} {size?: }"#;
    let known = placeholders::OF_CALL;
    assert!(known.is_sorted() && placeholders::OF_BLOCK.is_sorted() && placeholders::OF_EXCERPT.is_sorted());
    let file = format!(
        "client = \"c\"\ntitle = \"C\"\nhome = \"\"\n[[version]]\nversion = \"1\"\ncounts-from = \"2026-06-04\"\n\
         evidence = {{ how = \"ran\", date = \"2026-06-04\", source = \"s\" }}\n\
         surface = [{{ name = \"a\", dialect = \"none\", behaviour = \"b\" }}]\n\
         [behaviour.b]\ncases = [{{ show = [\"content\"] }}]\nblocks = [{{ kind = \"text\", emit = [{{ text = '{text}' }}] }}]\n"
    );
    assert!(Profile::parse(&file).is_ok());
}

/// One that a selector cannot tell from another would hide it.
#[test]
fn surfaces_of_a_version_are_told_apart() {
    for client in clients() {
        for version in Profile::of(client).unwrap().versions {
            let key = |surface: &Surface| {
                let Surface { name, dialect, era, transport, model, options, .. } = surface.clone();
                (name, dialect, era, transport, model, options)
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
