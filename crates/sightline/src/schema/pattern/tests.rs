use super::{Syntax, plain, syntax};

#[test]
fn patterns_are_told_apart_as_node_does() {
    for valid in [
        "",
        "^a{1,3}$",
        r"^(?<y>\d{4})-\k<y>$",
        r"^\uD83D\uDE00$",
        "^(.{1,1000}){1,1000}$",
        r"^\/$",
        r"[\w\-.]",
        r"\p{L}+",
        r"\u{1F600}",
        "(?=a)b",
        "(?<!a)b",
        "a|",
        "()",
        r"[\b]",
        r"\cA",
        "[^]",
        "[]",
        r"(a)\1",
        "a+?",
        "(?:a){2,}",
        "[a-z]",
        r"\0",
        r"[\uD83D\uDE00-\uD83D\uDE4F]",
        "(?i:abc)",
        "(?i-m:abc)",
        "(?<a>x)|(?<a>y)",
        "(?:(?<a>x)|(?<a>y))z",
        "é{2}",
    ] {
        assert_eq!(syntax(valid), Syntax::Valid, "{valid}");
    }
    for lenient in [
        r"^[\w-.]+$",
        r"^https\:\/\/",
        "^{.*}$",
        "^a{,3}$",
        r"\A\d\Z",
        "a]",
        r"\_",
        r"\1",
        "(?=a)*",
        r"\x1",
        r"\k<y>",
        r"\-",
    ] {
        assert_eq!(syntax(lenient), Syntax::WithoutUnicode, "{lenient}");
    }
    for invalid in [
        "(",
        ")",
        "[",
        "*a",
        "a**",
        "(?i)abc",
        "(?P<n>a)",
        "[z-a]",
        "a{2,1}",
        "\\",
        "(?<1>a)",
        "x{1}{2}",
        r"(?<y>a)\k<z>",
        "^*",
        "(?>a)",
        "a++",
        "(?#x)",
        "(?<a>x)(?<a>y)",
        "(?:(?<a>x)|(?<a>y))(?<a>z)",
        "(?ii:a)",
        "(?i-i:a)",
        "(?-:a)",
    ] {
        assert_eq!(syntax(invalid), Syntax::Invalid, "{invalid}");
    }
    assert_eq!(syntax(&"(".repeat(100_000)), Syntax::Invalid);
}

/// A pattern comes from a peer: reading it takes as many steps as it has characters, or nearly so.
#[test]
fn a_long_pattern_is_read_in_one_go() {
    for part in [
        "{",
        "(",
        "[",
        "(?<a>",
        "(?<a>)",
        "a|",
        "\\k<a>",
        "\\k<",
        "\\1",
        "a{1}",
        "a{1",
        "\\u{",
        "\\p{",
        "(?:",
        "(a)",
        "(?<a>)|",
        "(?<a>x)|\\k<a>",
        "{1,",
        "[a-",
        "(?i:",
    ] {
        let steps = super::steps(&part.repeat(100_000 / part.len()));
        assert!(steps < 2_000_000, "{part}: {steps}");
    }
}

#[test]
fn what_the_engine_lacks_is_written_otherwise() {
    for (pattern, expected) in [
        (r"^(?<y>\d{4})-\k<y>5$", r"^(\d{4})-(?:\1)5$"),
        (r"(a)[(](?<b>c)\k<b>", r"(a)[(](c)(?:\2)"),
        (r"^\uD83D\uDE00\u0041\\$", r"^😀\u0041\\$"),
        (r"(?<=a)\(?<b>", r"(?<=a)\(?<b>"),
    ] {
        assert_eq!(plain(pattern), expected);
    }
}
