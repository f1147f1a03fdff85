//! Plain texts of a sentence or two.

use serde_json::json;

use super::super::Relation;
use super::{aligned, check};

/// Texts that somebody wrote who had not seen the code, and texts like them, each with one fact changed.
#[test]
fn plain_texts_and_their_twins() {
    let cases: [(&str, &str, &str); 18] = [
        ("1280x720 px", "1280x768 px", r#"{"width":1280,"height":720}"#),
        (
            "- Acme: $9\n- Globex: $12",
            "- Acme: $12\n- Globex: $9",
            r#"{"rows":[{"name":"Acme","fee":9},{"name":"Globex","fee":12}]}"#,
        ),
        (
            "Alice owes 30, Bob owes 20.",
            "Alice owes 20, Bob owes 30.",
            r#"{"debts":[{"who":"Alice","owes":30},{"who":"Bob","owes":20}]}"#,
        ),
        (
            "Call +1 (555) 010-9999 for Ann.",
            "Call +1 (555) 010-9998 for Ann.",
            r#"{"name":"Ann","phone":"+15550109999"}"#,
        ),
        ("Ana, +34 600 123 456", "Ana, +34 600 123 465", r#"{"name":"Ana","phone":"+34600123456"}"#),
        ("Order A-17 was shipped.", "Order A-17 was not shipped.", r#"{"order":"A-17","status":"shipped"}"#),
        ("Ada Lovelace is an admin.", "Ada Byron is an admin.", r#"{"name":"Ada Lovelace","role":"admin"}"#),
        (
            "Le vol AF123 part à 9h30.",
            "Le vol AF123 part à 9h45.",
            r#"{"flight":"AF123","departure":"2026-01-02T09:30:00"}"#,
        ),
        (
            "Found 3 results:\n1. One\n2. Two\n3. Six",
            "Found 7 results:\n1. One\n2. Two\n3. Six",
            r#"{"results":[{"t":"One"},{"t":"Two"},{"t":"Six"}]}"#,
        ),
        (
            "Showing 2 of 134 issues.",
            "Showing 2 of 143 issues.",
            r#"{"total":134,"issues":[{"n":500},{"n":501}]}"#,
        ),
        (
            "50 products found, showing 2.",
            "55 products found, showing 2.",
            r#"{"total":50,"products":["Lamp","Desk"],"next_cursor":"c"}"#,
        ),
        (
            "Showing 2 rows; 1,532 rows match.",
            "Showing 2 rows; 1,352 rows match.",
            r#"{"rows":[{"a":1},{"a":2}],"matched":1532}"#,
        ),
        (
            "412 passed, 3 failed, 5 skipped.",
            "412 passed, 8 failed, 5 skipped.",
            r#"{"passed":412,"failed":3,"skipped":5}"#,
        ),
        ("Dune, 166 min", "Dune, 116 min", r#"{"title":"Dune","runtime":166}"#),
        ("uptime: 14 days", "uptime: 41 days", r#"{"uptime":14}"#),
        ("CI: passing.", "CI: failing.", r#"{"ci":"success"}"#),
        ("A mole is 6.022e23 of them.", "A mole is 6.220e23 of them.", r#"{"mole":6.022e23}"#),
        ("Found 2 orders.", "Found 3 orders.", r#"{"orders":[1,2]}"#),
    ];
    for (honest, twin, data) in cases {
        let of = |text: &str| {
            aligned(&json!([{"type": "text", "text": text}]), &serde_json::from_str(data).unwrap())
        };
        assert_eq!(of(honest).relation, Relation::Summary, "{honest} / {data}: {:?}", of(honest));
        assert_eq!(of(twin).relation, Relation::Differs, "{twin} / {data}: {:?}", of(twin));
    }
    for (text, data) in [
        ("Nothing to do.", r#"{"tasks":[],"count":0}"#),
        ("Command succeeded.", r#"{"exitCode":0}"#),
        ("There are no open incidents.", r#"{"open_incidents":0}"#),
        ("Pass rate went from 91% to 94.5%.", r#"{"before":0.91,"after":0.945}"#),
        ("You are the 42nd visitor.", r#"{"visitor":42}"#),
        (
            "Lyon to Geneva: 149 km, 1 hour 50 minutes via A42 and A40.",
            r#"{"from":"Lyon","to":"Geneva","distance_m":149200,"duration_s":6600,"via":["A42","A40"]}"#,
        ),
    ] {
        check(text, &serde_json::from_str(data).unwrap(), Relation::Summary, "", "");
    }
}

/// A text of one short sentence that the data denies is no guess.
#[test]
fn all_that_a_text_says_is_denied_for_sure() {
    for (text, data, is_guess) in [
        ("Found 3 orders.", r#"{"orders":[1,2]}"#, false),
        ("Valid: no", r#"{"valid":true}"#, false),
        ("Finished in 25s", r#"{"elapsed_ms":2500}"#, true),
    ] {
        let alignment =
            aligned(&json!([{"type": "text", "text": text}]), &serde_json::from_str(data).unwrap());
        assert_eq!(
            (alignment.relation, alignment.is_guess),
            (Relation::Differs, is_guess),
            "{text}: {alignment:?}"
        );
    }
}
