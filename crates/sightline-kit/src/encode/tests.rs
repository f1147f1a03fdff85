use sightline::json::Document;

use super::*;

fn check(json: &str, encoding: Encoding, expected: &str) {
    let document = Document::parse(json).unwrap();
    assert_eq!(encode(document.root(), encoding), expected, "{json} as {encoding}");
}

#[test]
fn rows_under_one_line_of_names() {
    let rows = r#"[{"id":1,"n":"a|b"},{"n":"x,\"y\"\nz","extra":[1]}]"#;
    check(rows, Encoding::Table, "|id|n|extra|\n|---|---|---|\n|1|a\\|b||\n||x,\"y\"<br>z|[1]|");
    check(rows, Encoding::Csv, "id,n,extra\n1,a|b,\n,\"x,\"\"y\"\"\nz\",[1]");
}

#[test]
fn rows_inside_an_object() {
    let json = r#"{"total":2,"rows":[{"id":1},{"id":2}],"page":{"next":null}}"#;
    check(json, Encoding::Csv, "total: 2\npage.next: null\n\nrows:\nid\n1\n2");
    check(json, Encoding::Table, "total: 2\npage.next: null\n\nrows:\n|id|\n|---|\n|1|\n|2|");
}

#[test]
fn values_without_rows() {
    for encoding in [Encoding::Csv, Encoding::Table, Encoding::KeyValue] {
        check("[]", encoding, "(none)");
        check("{}", encoding, "(empty)");
        check("null", encoding, "null");
        check("1.50", encoding, "1.50");
    }
    check(r#"["a","b"]"#, Encoding::Csv, "value\na\nb");
}

#[test]
fn lines_name_every_value() {
    let json = r#"{"a":{"b":1E2,"c":[]},"d":[1,2],"e":[{"f":"x\ny"},["p,q"]]}"#;
    check(json, Encoding::KeyValue, "a.b: 1E2\na.c: (none)\nd: 1, 2\ne[0].f: x\n  y\ne[1][0]: p,q");
}

#[test]
fn toon() {
    let check = |json: &str, expected: &str| check(json, Encoding::Toon, expected);
    check("[]", "[]");
    check("{}", "");
    check(r#""a: b""#, r#""a: b""#);
    check(r#"{"a":{},"b":[],"c d":null}"#, "a:\nb: []\n\"c d\": null");
    check(r#"{"rows":[{"a":1,"b":"x"},{"b":"05","a":-0.0}]}"#, "rows[2]{a,b}:\n  1,x\n  -0.0,\"05\"");
    check(r#"[{"a":1},{"b":2,"c":[1,2]}]"#, "[2]:\n  - a: 1\n  - b: 2\n    c[2]: 1,2");
    check(r#"[[{"a":1}],[],"-x",{}]"#, "[4]:\n  - [1]:\n    - a: 1\n  - [0]:\n  - \"-x\"\n  -");
    check(
        r#"{"items":[{"users":[{"id":1},{"id":2}],"note":"x"}]}"#,
        "items[1]:\n  - users[2]{id}:\n      1\n      2\n    note: x",
    );
    check(r#"{"n":12345678901234567890123}"#, "n: 12345678901234567890123");
    check(r#"["a\tb\u0001","é","1e5","true"]"#, "[4]: \"a\\tb\\u0001\",é,\"1e5\",\"true\"");
}
