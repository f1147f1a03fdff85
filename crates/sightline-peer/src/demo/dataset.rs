//! The demo's dataset: rows of nine fields, made from a seed. The same seed gives the same bytes.

use std::fmt::Write as _;

/// Returns so many rows as one compact JSON array.
///
/// ```
/// let rows = sightline_peer::demo::dataset(2, 1);
/// assert!(rows.starts_with(r#"[{"id":"row-0001","name":""#));
/// assert_eq!(rows, sightline_peer::demo::dataset(2, 1));
/// assert_eq!(sightline_peer::demo::dataset(0, 1), "[]");
/// ```
#[must_use]
pub fn dataset(rows: usize, seed: u64) -> String {
    let mut random = Random(seed);
    let mut json = String::with_capacity(2 + rows.saturating_mul(160));
    json.push('[');
    for index in 0..rows {
        if index > 0 {
            json.push(',');
        }
        push_row(&mut json, index + 1, &mut random);
    }
    json.push(']');
    json
}

const FIRST: [&str; 12] = [
    "Alder", "Birch", "Cobalt", "Delta", "Ember", "Fjord", "Granite", "Harbor", "Ivory", "Juniper",
    "Kestrel", "Lumen",
];
const SECOND: [&str; 8] =
    ["Analytics", "Bakeries", "Clinics", "Dynamics", "Freight", "Press", "Robotics", "Vineyards"];
const CATEGORIES: [&str; 4] = ["Enterprise", "Mid-Market", "Public Sector", "Start-up"];

fn push_row(json: &mut String, number: usize, random: &mut Random) {
    let name = random.pick(&FIRST);
    let trade = random.pick(&SECOND);
    let category = random.pick(&CATEGORIES);
    let headcount = 5 + random.below(4_995);
    let revenue = headcount * (40 + random.below(160)) * 1_000;
    let age_months = random.below(240);
    let score = random.below(101);
    let open_tickets = random.below(25);
    let nps = i64::try_from(random.below(201)).unwrap_or(0) - 100;
    // Writing to a String cannot fail; the words hold nothing that JSON escapes.
    let _ = write!(
        json,
        r#"{{"id":"row-{number:04}","name":"{name} {trade}","category":"{category}","revenue":{revenue},"headcount":{headcount},"ageMonths":{age_months},"score":{score},"openTickets":{open_tickets},"nps":{nps}}}"#,
    );
}

/// A small generator of the splitmix family: good enough to look like data, and never a secret.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end.max(1)
    }

    fn pick(&mut self, words: &[&'static str]) -> &'static str {
        // Below the length, which is that of one of the lists above.
        words.get(self.below(words.len() as u64) as usize).copied().unwrap_or_default()
    }
}
