//! Printed JSON against the runtimes themselves: node, python3 and serde.
//!
//! The texts are generated, the same ones on every run. Each runtime starts once and prints all of
//! them in every style; every byte must be equal. A runtime that is not installed is named and its
//! comparisons are counted as missing.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{self, Command};
use std::{env, fs};

use sightline::json::Document;
use sightline::sdk::print::{Runtime, Spacing, Style, print};

/// One text after another, in every style; texts hold no NUL, nor does what is printed.
const NODE: &str = r"
const fs = require('fs');
const texts = fs.readFileSync(process.argv[1], 'utf8').split('\0');
const out = [];
for (const text of texts) {
  const value = JSON.parse(text);
  out.push(JSON.stringify(value), JSON.stringify(value, null, 2));
}
fs.writeFileSync(process.argv[2], out.join('\0'));
";

/// A lone surrogate cannot leave Python as UTF-8; it is compared by its escape.
const PYTHON: &str = r"
import json, sys
texts = open(sys.argv[1], encoding='utf-8', newline='').read().split('\0')
out = []
for text in texts:
    value = json.loads(text)
    out.append(json.dumps(value))
    out.append(json.dumps(value, ensure_ascii=False))
    out.append(json.dumps(value, separators=(',', ':')))
    out.append(json.dumps(value, separators=(',', ':'), ensure_ascii=False, sort_keys=True))
    out.append(json.dumps(value, sort_keys=True))
    out.append(json.dumps(value, indent=2))
    out.append(json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True))
open(sys.argv[2], 'wb').write('\0'.join(out).encode('utf-8', 'backslashreplace'))
";

const fn style(runtime: Runtime, spacing: Spacing, ascii: bool, sort_keys: bool) -> Style {
    Style { runtime, spacing, ascii, sort_keys }
}

const NODE_STYLES: &[Style] = &[
    style(Runtime::Javascript, Spacing::Compact, false, false),
    style(Runtime::Javascript, Spacing::Indented, false, false),
];

const PYTHON_STYLES: &[Style] = &[
    style(Runtime::Python, Spacing::Spaced, true, false),
    style(Runtime::Python, Spacing::Spaced, false, false),
    style(Runtime::Python, Spacing::Compact, true, false),
    style(Runtime::Python, Spacing::Compact, false, true),
    style(Runtime::Python, Spacing::Spaced, true, true),
    style(Runtime::Python, Spacing::Indented, true, false),
    style(Runtime::Python, Spacing::Indented, false, true),
];

const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "0.0",
    "-0.0",
    "0e0",
    "-0e5",
    "0E+400",
    "1",
    "-1",
    "1.0",
    "-1.0",
    "1.50",
    "10.0",
    "0.1",
    "0.10",
    "21.5",
    "1e0",
    "1E+2",
    "1e+02",
    "1.5E3",
    "-1e-3",
    "1e2",
    "100e-2",
    "1e-400",
    "-1e-400",
    "1e400",
    "-1e400",
    "1e308",
    "1.7976931348623157e308",
    "1.7976931348623159e308",
    "5e-324",
    "2.4703282292062327e-324",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9007199254740993.0",
    "999999999999999",
    "1000000000000000",
    "9999999999999998",
    "123456789012345",
    "1234567890123456",
    "12345678901234567",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678901234567890",
    "-123456789012345678901234567890",
    "100000000000000000000",
    "1000000000000000000000",
    "999999999999999900000",
    "0.30000000000000004",
    "0.1000000000000000055511151231257827",
    "3.141592653589793238462643383279",
    "4.35",
    "4.349999999999999",
    "1.7800000000000000001",
    "0.000001",
    "0.0000001",
    "0.00001",
    "0.0001",
    "0.001",
    "123456.789e-10",
    "12345678901234567890.5",
    "0.000000000000000000000000000001",
];

const STRINGS: &[&str] = &[
    r#""""#,
    r#""plain""#,
    r#""a\"b\\c\/d/e""#,
    r#""\b\f\n\r\t""#,
    r#""\u0000\u0001\u001f\u0020\u007f\u0080""#,
    "\"raw delete \u{7f} and \u{80} \u{a0}\"",
    "\"\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}\"",
    r#""\u2028\u2029\ufeff\uffff""#,
    r#""é\u00e9\u00E9""#,
    "\"grüße 漢字 😀 \u{10ffff}\"",
    r#""\ud83d\ude00\uD83D\uDE00""#,
    r#""\ud800""#,
    r#""\udc00\ud800x\udfff""#,
    r#""\ud83dé\ude00""#,
    r#""😀\ud83d""#,
    r#""<script>&amp;'`</script>""#,
    r#""\u0022\u005c\u002f\u0041""#,
];

const STRUCTURES: &[&str] = &[
    "null",
    " true ",
    "\tfalse\r\n",
    "[]",
    "{}",
    "[ ]",
    "{\n}",
    "[[],{},[[]],[{}]]",
    r#"{"a":{},"b":[],"c":[{}]}"#,
    "[1 , 2,3 ,  4,\t5]",
    r#"{ "a" :1 ,"b":  2,"c": 3, "d":	4 }"#,
    r#"{"a, b: c": "d:e, f", "g":[1,2]}"#,
    r#"{"a":1,"b":2,"a":3}"#,
    r#"{"a":1,"\u0061":2}"#,
    r#"{"a":{"b":1,"c":2,"b":[3]},"d":0,"a":null}"#,
    r#"{"b":1,"2":2,"a":3,"1":4,"10":5,"0":6}"#,
    r#"{"01":1,"1":2,"-1":3,"1.0":4,"1e1":5,"+1":6," 1":7}"#,
    r#"{"4294967295":1,"4294967294":2,"4294967296":3,"0":4,"x":5,"99999999999":6}"#,
    r#"{"x":0,"\u0031":1,"0":2}"#,
    r#"{"2":1,"1":2,"2":3}"#,
    r#"{"2":1,"1":2,"\u0032":3,"y":0,"1":5}"#,
    r#"{"__proto__":1,"constructor":2,"toString":3,"a":{"__proto__":{"b":1}}}"#,
    r#"{"":1," ":2,"":3}"#,
    r#"{"z":1,"y":{"b":2,"a":[{"d":1,"c":2}]},"Z":3,"é":4,"e":5,"10":6,"9":7}"#,
    "{\"\u{ffff}\":1,\"\u{10000}\":2,\"\u{e000}\":3,\"\u{7f}\":4}",
    r#"{"\ud800":1,"\udc00":2,"\ufffd":3,"\ud801":4,"\uffff":5,"\ud800\udc00":6,"\ue000":7,"\ud800":8}"#,
    r#"{"\ud800a":1,"\ud800":2,"\ud800b":3,"\ud7ff":4}"#,
    r#"[{"a" :[ {"b": {"c" :[[ ]]}}] , "d":"\u007f"}]"#,
    r#"{"n":[1.0,-0,1e21,{"m":0.10}],"s":["\/","\u0041","ü"],"t":true,"f":false,"z":null}"#,
];

/// Pseudo-random numbers, the same on every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() >> 11).unwrap() % bound
    }

    fn one<'a>(&mut self, of: &'a [String]) -> &'a str {
        &of[self.below(of.len())]
    }
}

fn numbers(random: &mut Random) -> Vec<String> {
    let mut numbers: Vec<String> = NUMBERS.iter().map(|&number| number.to_owned()).collect();
    // Every threshold at which one of the runtimes begins or ends exponents.
    for exponent in (-9..=-3).chain(14..=23).chain([-325, -324, -310, -100, 99, 100, 308]) {
        for mantissa in ["1", "-1", "1.5", "9.999999999999999", "9.9999999999999999", "123.456"] {
            numbers.push(format!("{mantissa}e{exponent}"));
        }
    }
    for digits in 1..=30 {
        numbers.push("9".repeat(digits));
        numbers.push(format!("-1{}", "0".repeat(digits)));
        numbers.push(format!("{}.5", "9".repeat(digits)));
        numbers.push(format!("0.{}1", "0".repeat(digits)));
    }
    while numbers.len() < 2_600 {
        let double = f64::from_bits(random.next());
        if double.is_finite() {
            numbers.push(match random.below(4) {
                0 => format!("{double:e}"),
                1 => format!("{double:.17e}"),
                2 => format!("{double:.25E}"),
                _ => format!("{double:?}"),
            });
        }
        // Sizes that people send.
        #[expect(clippy::cast_precision_loss, reason = "any double will do")]
        let usual = (random.next() >> 12) as f64 / 10f64.powi(i32::try_from(random.below(20)).unwrap());
        numbers.push(format!("{usual}"));
    }
    numbers
}

fn strings(random: &mut Random) -> Vec<String> {
    let mut strings: Vec<String> = STRINGS.iter().map(|&string| string.to_owned()).collect();
    for unit in (0..0x100).chain([0x7ff, 0x800, 0x2027, 0x202a, 0xd7ff, 0xd800, 0xdbff, 0xdfff, 0xe000]) {
        strings.push(format!("\"\\u{unit:04x}\""));
    }
    for _ in 0..300 {
        let mut string = "\"".to_owned();
        for _ in 0..random.below(12) {
            match random.below(6) {
                0 => {
                    let _ = write!(string, "\\u{:04X}", random.below(0x1_0000));
                }
                1 => string.push_str(["\\n", "\\\"", "\\\\", "\\/", "\\b"][random.below(5)]),
                2 => string.extend(char::from_u32(u32::try_from(0x7f + random.below(0x11_0000)).unwrap())),
                _ => string.push(char::from(b'a' + u8::try_from(random.below(26)).unwrap())),
            }
        }
        string.push('"');
        strings.push(string);
    }
    strings
}

fn nested(random: &mut Random, numbers: &[String], strings: &[String], depth: usize) -> String {
    let space = |random: &mut Random| ["", "", " ", "  ", "\n\t"][random.below(5)];
    match random.below(if depth == 0 { 3 } else { 6 }) {
        0 => random.one(numbers).to_owned(),
        1 => random.one(strings).to_owned(),
        2 => ["null", "true", "false"][random.below(3)].to_owned(),
        3 => {
            let items = (0..random.below(5)).map(|_| {
                let item = nested(random, numbers, strings, depth - 1);
                format!("{}{item}{}", space(random), space(random))
            });
            let items = items.collect::<Vec<_>>().join(",");
            format!("[{items}]")
        }
        _ => {
            let members = (0..random.below(6)).map(|_| {
                let key = match random.below(4) {
                    0 => format!("\"{}\"", random.below(12)),
                    1 => random.one(strings).to_owned(),
                    _ => format!("\"k{}\"", random.below(9)),
                };
                let value = nested(random, numbers, strings, depth - 1);
                format!("{}{key}{}:{}{value}", space(random), space(random), space(random))
            });
            let members = members.collect::<Vec<_>>().join(",");
            format!("{{{members}}}")
        }
    }
}

fn texts() -> Vec<String> {
    let mut random = Random(0x5157_4c49_4e45_0001);
    let numbers = numbers(&mut random);
    let strings = strings(&mut random);
    let mut texts: Vec<String> = STRUCTURES.iter().map(|&text| text.to_owned()).collect();
    texts.extend((0..600).map(|_| nested(&mut random, &numbers, &strings, 4)));
    texts.extend(numbers.iter().map(|number| format!("[{number}]")));
    texts.extend(strings.iter().map(|string| format!("[{string},{{{string}: {string}}}]")));
    texts.extend(numbers);
    texts.extend(strings);
    texts
}

/// Prints all texts with a program; `None` when it is not installed.
fn printed(program: &str, script: &[&str], texts: &[String]) -> Option<Vec<String>> {
    let place = |name: &str| -> PathBuf {
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{program}-{}-{name}", process::id()))
    };
    let (input, output) = (place("in"), place("out"));
    fs::write(&input, texts.join("\0")).unwrap();
    let run = Command::new(program).args(script).arg(&input).arg(&output).output();
    let ran = match run {
        Ok(ran) => ran,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{program}: {error}"),
    };
    assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
    let text = fs::read_to_string(&output).unwrap();
    fs::remove_file(input).unwrap();
    fs::remove_file(output).unwrap();
    Some(text.split('\0').map(str::to_owned).collect())
}

fn check(program: &str, script: &[&str], styles: &[Style]) {
    let texts = texts();
    let comparisons = texts.len() * styles.len();
    let Some(expected) = printed(program, script, &texts) else {
        println!("NOT COMPARED: {program} is not installed; {comparisons} comparisons are missing");
        return;
    };
    assert_eq!(expected.len(), comparisons, "{program} printed another number of texts");
    let mut wrong = Vec::new();
    for (text, expected) in texts.iter().zip(expected.chunks(styles.len())) {
        let document = Document::parse(text).unwrap();
        for (style, expected) in styles.iter().zip(expected) {
            let found = print(document.root(), style);
            if found != *expected {
                wrong.push(format!("{style:?}\n text     {text}\n {program} {expected}\n found    {found}"));
            }
        }
    }
    println!("{program}: {comparisons} comparisons, {} differ", wrong.len());
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

#[test]
fn javascript_is_printed_as_node_prints_it() {
    check("node", &["-e", NODE], NODE_STYLES);
}

#[test]
fn python_is_printed_as_python3_prints_it() {
    check("python3", &["-c", PYTHON], PYTHON_STYLES);
}

#[test]
fn scalars_are_printed_as_serde_prints_them() {
    let mut random = Random(0x5157_4c49_4e45_0001);
    let numbers = numbers(&mut random);
    let strings = strings(&mut random);
    let (mut wrong, mut compared, mut refused) = (Vec::new(), 0, 0);
    for text in numbers.iter().chain(&strings) {
        // serde refuses numbers beyond a double and lone surrogates; nothing is printed then.
        let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else {
            refused += 1;
            continue;
        };
        compared += 1;
        let document = Document::parse(text).unwrap();
        let found = print(document.root(), &Style::SERDE);
        let expected = value.to_string();
        if found != expected {
            wrong.push(format!("text {text}\n serde {expected}\n found {found}"));
        }
    }
    println!("serde: {compared} comparisons, {} differ, {refused} refused by serde", wrong.len());
    assert!(compared > 2_500 && refused > 2);
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong[..wrong.len().min(8)].join("\n"));
}

/// An object whose members hold more kinds of objects than a printer remembers keeps its own order.
#[test]
fn sorted_keys_hold_whatever_objects_stand_inside() {
    let many = |kinds: usize| {
        let inner: Vec<String> = (0..kinds).map(|kind| format!(r#"{{"k{kind:02}":{kind}}}"#)).collect();
        inner.join(",")
    };
    for kinds in 0..30 {
        let inner = many(kinds);
        let text = format!(r#"{{"c":3,"b":2,"a":[{inner}]}}"#);
        let document = Document::parse(&text).unwrap();
        let sorted = print(document.root(), &style(Runtime::Python, Spacing::Compact, false, true));
        assert_eq!(sorted, format!(r#"{{"a":[{inner}],"b":2,"c":3}}"#));
    }
}
