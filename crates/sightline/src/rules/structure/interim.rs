//! Shapes of a result that asks for input, as the schema of the revision has them.

use super::results::{BARE_MESSAGES, MESSAGES};
use super::shape::{Case, Cases, Field, Shape, may, must};
use crate::rules::revisions::{ALL, FROM_2025_11, ONLY_2025_11};

/// A result that asks for input. Methods that no client answers have a rule of their own.
pub(super) static INPUT_REQUIRED: Shape = Shape::Object(&[&[
    may("requestState", &Shape::Text),
    may("inputRequests", &Shape::Inside(&Shape::Map(&REQUEST))),
]]);

static REQUEST: Shape = Shape::Case(&Cases {
    by: "method",
    known: &[
        Case {
            name: "elicitation/create",
            within: &ALL,
            shape: &Shape::Object(&[&[must("params", &ELICITATION)]]),
        },
        Case {
            name: "sampling/createMessage",
            within: &ALL,
            shape: &Shape::Object(&[&[must("params", &SAMPLING)]]),
        },
        Case {
            name: "roots/list",
            within: &ALL,
            shape: &Shape::Object(&[&[may("params", &Shape::Object(&[&[may("_meta", &Shape::Record)]]))]]),
        },
    ],
    absent: None,
    is_open: true,
});

static ELICITATION: Shape = Shape::Case(&Cases {
    by: "mode",
    known: &[
        Case { name: "form", within: &ALL, shape: &Shape::Object(&[FORM]) },
        Case {
            name: "url",
            within: &ALL,
            shape: &Shape::Object(&[&[must("message", &Shape::Text), must("url", &Shape::Text)]]),
        },
    ],
    absent: Some(&Shape::Object(&[FORM])),
    is_open: false,
});

/// That the form is of type object has a rule of its own.
static FORM: &[Field] = &[
    must("message", &Shape::Text),
    must(
        "requestedSchema",
        &Shape::Inside(&Shape::Object(&[&[
            must("properties", &Shape::Map(&PRIMITIVE)),
            may("required", &Shape::List(&Shape::Text)),
            may("$schema", &Shape::Text),
        ]])),
    )
    .owner("MRTR-009"),
];

static LABELS: &[Field] = &[may("title", &Shape::Text), may("description", &Shape::Text)];
static DEFAULT_TEXT: &[Field] = &[may("default", &Shape::Text)];

static CHOICES: Shape =
    Shape::List(&Shape::Object(&[&[must("const", &Shape::Text), must("title", &Shape::Text)]]));

/// One field of a form.
static PRIMITIVE: Shape = Shape::Case(&Cases {
    by: "type",
    known: &[
        Case { name: "string", within: &ALL, shape: &STRING },
        Case { name: "number", within: &ALL, shape: &Shape::Object(&[LABELS, NUMBER]) },
        Case { name: "integer", within: &ALL, shape: &Shape::Object(&[LABELS, NUMBER]) },
        Case {
            name: "boolean",
            within: &ALL,
            shape: &Shape::Object(&[LABELS, &[may("default", &Shape::Boolean)]]),
        },
        Case { name: "array", within: &ALL, shape: &Shape::Object(&[LABELS, SEVERAL]) },
    ],
    absent: None,
    is_open: false,
});

static STRING: Shape = Shape::AnyOf(&[
    Shape::Object(&[
        LABELS,
        DEFAULT_TEXT,
        &[
            may("minLength", &Shape::Integer),
            may("maxLength", &Shape::Integer),
            may("format", &Shape::Word(&["email", "uri", "date", "date-time"])),
        ],
    ]),
    Shape::Object(&[LABELS, DEFAULT_TEXT, &[must("enum", &Shape::List(&Shape::Text))]]),
    Shape::Object(&[LABELS, DEFAULT_TEXT, &[must("oneOf", &CHOICES)]]),
]);

static NUMBER: &[Field] =
    &[may("minimum", &Shape::Number), may("maximum", &Shape::Number), may("default", &Shape::Number)];

/// A choice of several values: an array of an enum.
static SEVERAL: &[Field] = &[
    may("default", &Shape::List(&Shape::Text)),
    may("minItems", &Shape::Integer),
    may("maxItems", &Shape::Integer),
    must(
        "items",
        &Shape::AnyOf(&[
            Shape::Object(&[&[
                must("type", &Shape::Word(&["string"])),
                must("enum", &Shape::List(&Shape::Text)),
            ]]),
            Shape::Object(&[&[must("anyOf", &CHOICES)]]),
        ]),
    ),
];

static SAMPLING: Shape = Shape::Object(&[
    &[must("messages", &MESSAGES), may("tools", &Shape::List(&OFFERED)).within(&FROM_2025_11)],
    PARAMS,
]);

/// A sampling request that stands by itself. Its tools, and the results in its messages, are subjects of
/// their own.
pub(super) static REQUESTED: Shape = Shape::Object(&[
    &[
        must("messages", &BARE_MESSAGES).owner("BLK-012"),
        may("tools", &Shape::List(&Shape::Record)).within(&FROM_2025_11),
        may("_meta", &Shape::Object(&[&[may("progressToken", &TOKEN)]])).within(&ONLY_2025_11),
        may("task", &Shape::Object(&[&[may("ttl", &Shape::Integer)]])).within(&ONLY_2025_11),
    ],
    PARAMS,
]);

/// The JSON-RPC request for sampling when its `params` are no object.
pub(super) static REQUEST_WITHOUT_PARAMS: Shape = Shape::Object(&[&[must("params", &Shape::Record)]]);

static TOKEN: Shape = Shape::AnyOf(&[Shape::Text, Shape::Integer]);

/// What a sampling request holds beside messages and tools.
static PARAMS: &[Field] = &[
    must("maxTokens", &Shape::Integer),
    may("systemPrompt", &Shape::Text),
    may("temperature", &Shape::Number),
    may("stopSequences", &Shape::List(&Shape::Text)),
    may("includeContext", &Shape::Word(&["none", "thisServer", "allServers"])),
    may("metadata", &Shape::Record),
    may("modelPreferences", &PREFERENCES),
    may("toolChoice", &Shape::Object(&[&[may("mode", &Shape::Word(&["auto", "none", "required"]))]]))
        .within(&FROM_2025_11),
];

static PREFERENCES: Shape = Shape::Object(&[&[
    may("costPriority", &Shape::Fraction),
    may("speedPriority", &Shape::Fraction),
    may("intelligencePriority", &Shape::Fraction),
    may("hints", &Shape::List(&Shape::Object(&[&[may("name", &Shape::Text)]]))),
]]);

/// A definition that the request offers to the model.
static OFFERED: Shape = Shape::Object(&[&[
    must("name", &Shape::Text),
    may("description", &Shape::Text),
    must("inputSchema", &Shape::Record),
]]);
