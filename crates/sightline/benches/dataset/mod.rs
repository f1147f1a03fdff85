//! The survey's dataset, which the benches measure: 250 rows of nine fields.

use std::fmt::Write as _;

/// Prints the rows as a bare array, compact.
pub fn rows() -> String {
    let mut rows = String::from("[");
    for row in 1..=250u32 {
        let comma = if row == 1 { "" } else { "," };
        let segment = ["SMB", "Startup", "Enterprise"][row as usize % 3];
        let _ = write!(
            rows,
            "{comma}{{\"id\":\"row-{row:04}\",\"name\":\"Acme Corp {row}\",\"category\":\"{segment}\",\
             \"revenue\":{},\"headcount\":{},\"ageMonths\":{},\"score\":{},\"openTickets\":{},\"nps\":{}}}",
            48_200_000 + row * 1_371,
            1_200 + row,
            31 + row % 90,
            row * 79 % 100,
            row % 7,
            row * 63 % 100,
        );
    }
    rows.push(']');
    rows
}

/// Prints the structured content: the rows in an object.
pub fn structured() -> String {
    format!("{{\"rows\":{}}}", rows())
}
