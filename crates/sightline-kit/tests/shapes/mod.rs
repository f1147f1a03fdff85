//! Data of several shapes, as JSON texts.

use serde_json::{Value, json};

/// Name, what it looks like, and the value.
pub fn shapes() -> Vec<(&'static str, &'static str, String)> {
    let rows =
        |of: fn(usize) -> Value, many: usize| Value::from((1..=many).map(of).collect::<Vec<_>>()).to_string();
    let flat = |id: usize| json!({"id": id, "name": format!("Item {id}"), "price": id * 7 % 90, "inStock": !id.is_multiple_of(3)});
    vec![
        ("dataset", "250 rows of 9 fields, the survey's", sightline_peer::demo::dataset(250, 1)),
        ("few rows", "3 rows of 4 fields", rows(flat, 3)),
        ("rows", "40 rows of 4 fields", rows(flat, 40)),
        (
            "rows in an object",
            "20 rows beside a total and a cursor",
            json!({"total": 812, "next": "c2", "rows": (1..=20).map(flat).collect::<Vec<_>>()}).to_string(),
        ),
        (
            "sparse rows",
            "40 rows, each with 3 of 12 fields",
            rows(
                |id| {
                    let fields = (0..3).map(|field| (format!("field{}", (id * 5 + field * 4) % 12), json!(id + field)));
                    Value::Object(fields.collect())
                },
                40,
            ),
        ),
        (
            "rows with lists",
            "20 rows, each with tags and an address",
            rows(
                |id| {
                    json!({"id": id, "tags": ["new", "sale", "blue"], "address": {"city": "Bern", "zip": 3000 + id}})
                },
                20,
            ),
        ),
        (
            "nested",
            "a settings tree, 4 levels",
            json!({"server": {"http": {"port": 8080, "hosts": ["a.example", "b.example"], "tls": {"cert": "/etc/c.pem", "minimum": "1.2"}},
                "log": {"level": "info", "to": ["stdout"]}}, "features": {"search": true, "export": false}, "limits": {"rows": 1000, "seconds": 30}})
            .to_string(),
        ),
        (
            "long text",
            "3 documents of 120 words",
            rows(|id| json!({"id": id, "title": format!("Report {id}"), "body": "The quick brown fox jumps over the lazy dog, twice. ".repeat(12)}), 3),
        ),
        ("numbers", "200 readings", Value::from((0..200_u32).map(|n| f64::from(n * 37 % 1000) / 8.0).collect::<Vec<_>>()).to_string()),
        ("matrix", "12 × 12 integers", Value::from((0..12).map(|row| (0..12).map(|column| row * column).collect::<Vec<i32>>()).collect::<Vec<_>>()).to_string()),
        ("lookup", "60 keys to numbers", Value::Object((0..60).map(|n| (format!("key-{n:02}"), json!(n * n))).collect()).to_string()),
        ("record", "one flat object", json!({"city": "Bern", "celsius": 8.5, "sky": "light rain", "wind": 12, "warning": null}).to_string()),
        ("words", "30 strings with commas and quotes", Value::from((0..30).map(|n| format!("No. {n}, \"{n}\": yes | no")).collect::<Vec<_>>()).to_string()),
        ("empty list", "no rows", "[]".to_owned()),
    ]
}
