//! Shapes of results, content blocks, definitions and lists, as the schemas of the revisions have them.

use super::shape::{Case, Cases, Field, Shape, may, must};
use crate::rules::revisions::{
    ALL, FROM_2025_03, FROM_2025_06, FROM_2025_11, FROM_2026_07, ONLY_2025_11, TO_2025_06,
};

pub(super) static META: &[Field] = &[may("_meta", &Shape::Record).within(&FROM_2025_06).owner("META-001")];

static META_OF_RESULT: &[Field] = &[
    may("_meta", &Shape::Record).owner("META-001"),
    may("_meta", &Shape::Inside(&Shape::Object(&[SERVER_INFO]))).within(&FROM_2026_07).owner("META-001"),
];

static SERVER_INFO: &[Field] = &[may(
    "io.modelcontextprotocol/serverInfo",
    &Shape::Object(&[&[
        must("name", &Shape::Text),
        must("version", &Shape::Text),
        may("title", &Shape::Text),
        may("description", &Shape::Text),
        may("websiteUrl", &Shape::Text),
        may("icons", &ICONS),
    ]]),
)];

static ICONS: Shape = Shape::List(&Shape::Object(&[&[
    must("src", &Shape::Text),
    may("mimeType", &Shape::Text),
    may("sizes", &Shape::List(&Shape::Text)),
    may("theme", &Shape::Word(&["light", "dark"])),
]]));

/// Values of `audience` and `priority` have rules of their own.
static ANNOTATIONS: &[Field] =
    &[may("annotations", &Shape::Object(&[&[may("lastModified", &Shape::Text).within(&FROM_2025_06)]]))
        .owner("BLK-007")];

static LINK: &[Field] = &[
    may("title", &Shape::Text),
    may("description", &Shape::Text),
    may("mimeType", &Shape::Text),
    may("size", &Shape::Integer),
    may("icons", &ICONS).within(&FROM_2025_11),
];

static EMBEDDED: &[Field] =
    &[may("resource", &Shape::Inside(&Shape::Object(&[&[may("mimeType", &Shape::Text)], META])))];

/// A block of a result: its type and what the type requires have rules of their own.
static BLOCK: Shape = Shape::Case(&Cases {
    by: "type",
    known: &[
        Case { name: "text", within: &ALL, shape: &Shape::Object(&[ANNOTATIONS, META]) },
        Case { name: "image", within: &ALL, shape: &Shape::Object(&[ANNOTATIONS, META]) },
        Case { name: "audio", within: &FROM_2025_03, shape: &Shape::Object(&[ANNOTATIONS, META]) },
        Case { name: "resource", within: &ALL, shape: &Shape::Object(&[EMBEDDED, ANNOTATIONS, META]) },
        Case {
            name: "resource_link",
            within: &FROM_2025_06,
            shape: &Shape::Object(&[LINK, ANNOTATIONS, META]),
        },
    ],
    absent: None,
    is_open: true,
});

/// A complete result.
pub(super) static RESULT: Shape = Shape::Object(&[
    META_OF_RESULT,
    &[may("content", &Shape::Inside(&Shape::List(&BLOCK))).owner("BLK-001")],
]);

/// What all results share.
pub(super) static ANY_RESULT: Shape = Shape::Object(&[META_OF_RESULT]);

/// A result of `tools/list`; its entries are subjects of their own.
pub(super) static LIST: Shape = Shape::Object(&[
    &[
        must("resultType", &Shape::Text).within(&FROM_2026_07).owner("RES-002"),
        must("tools", &Shape::Array),
        may("nextCursor", &Shape::Text),
    ],
    META_OF_RESULT,
]);

/// The schemas of a definition before they had a dialect; since then the dialect says it.
static SCHEMA: Shape = Shape::Inside(&Shape::Object(&[&[
    may("properties", &Shape::Map(&Shape::Schema)).within(&TO_2025_06),
    may("required", &Shape::List(&Shape::Text)).within(&TO_2025_06),
]]));

/// One definition.
pub(super) static TOOL: Shape = Shape::Inside(&Shape::Object(&[
    &[
        may("title", &Shape::Text).within(&FROM_2025_06),
        may("description", &Shape::Text),
        may("inputSchema", &SCHEMA),
        may("outputSchema", &SCHEMA).within(&FROM_2025_06),
        may("icons", &ICONS).within(&FROM_2025_11).owner("TOOL-011"),
        may("execution", &Shape::Record).within(&ONLY_2025_11).owner("TOOL-016"),
    ],
    META,
]));

/// What an exchange holds beside the messages.
pub(super) static EXCHANGE: Shape = Shape::Object(&[&[
    may("tool", &Shape::Record).owner("TOOL-001"),
    may("list", &Shape::Record),
    may("result", &Shape::Record).owner("RES-001"),
    may("results", &Shape::List(&Shape::Record)).owner("RES-001"),
    may("pages", &Shape::List(&Shape::Record)),
    may("limits", &LIMITS),
]]);

static LIMITS: Shape = Shape::Object(&[&[
    may("bytes", &Shape::Integer),
    may("lookup_entries", &Shape::Integer),
    may("max_depth", &Shape::Integer),
    may("rows", &Shape::Integer),
]]);

static FULL_ANNOTATIONS: &[Field] = &[may(
    "annotations",
    &Shape::Object(&[&[
        may("audience", &Shape::List(&Shape::Word(&["user", "assistant"]))),
        may("priority", &Shape::Fraction),
        may("lastModified", &Shape::Text).within(&FROM_2025_06),
    ]]),
)];

static TEXT: &[Field] = &[must("text", &Shape::Text)];
static MEDIA: &[Field] = &[must("data", &Shape::Text), must("mimeType", &Shape::Text)];
static URI: &[Field] = &[must("uri", &Shape::Text), may("mimeType", &Shape::Text)];

const SAMPLED_TEXT: Case =
    Case { name: "text", within: &ALL, shape: &Shape::Object(&[TEXT, FULL_ANNOTATIONS, META]) };
const SAMPLED_IMAGE: Case =
    Case { name: "image", within: &ALL, shape: &Shape::Object(&[MEDIA, FULL_ANNOTATIONS, META]) };
const SAMPLED_AUDIO: Case =
    Case { name: "audio", within: &FROM_2025_03, shape: &Shape::Object(&[MEDIA, FULL_ANNOTATIONS, META]) };
const SAMPLED_USE: Case = Case {
    name: "tool_use",
    within: &FROM_2025_11,
    shape: &Shape::Object(&[
        &[must("id", &Shape::Text), must("name", &Shape::Text), must("input", &Shape::Record)],
        META,
    ]),
};
static USE_ID: &[Field] = &[must("toolUseId", &Shape::Text)];

/// A block that stands in a sampling message, where no other rule looks at it.
static SAMPLED: &[Case] = &[
    SAMPLED_TEXT,
    SAMPLED_IMAGE,
    SAMPLED_AUDIO,
    SAMPLED_USE,
    Case {
        name: "tool_result",
        within: &FROM_2025_11,
        shape: &Shape::Object(&[
            USE_ID,
            &[
                must("content", &Shape::List(&RETURNED)),
                may("structuredContent", &Shape::Record).within(&ONLY_2025_11),
                may("isError", &Shape::Boolean),
            ],
            META,
        ]),
    },
];

/// The same where the tool results are subjects of their own.
static BARE: &[Case] = &[
    SAMPLED_TEXT,
    SAMPLED_IMAGE,
    SAMPLED_AUDIO,
    SAMPLED_USE,
    Case { name: "tool_result", within: &FROM_2025_11, shape: &Shape::Object(&[USE_ID]) },
];

/// A block inside of a tool result of a sampling message.
static RETURNED: Shape = Shape::Case(&Cases {
    by: "type",
    known: &[
        Case { name: "text", within: &ALL, shape: &Shape::Object(&[TEXT, FULL_ANNOTATIONS, META]) },
        Case { name: "image", within: &ALL, shape: &Shape::Object(&[MEDIA, FULL_ANNOTATIONS, META]) },
        Case { name: "audio", within: &ALL, shape: &Shape::Object(&[MEDIA, FULL_ANNOTATIONS, META]) },
        Case {
            name: "resource",
            within: &ALL,
            shape: &Shape::Object(&[
                &[must(
                    "resource",
                    &Shape::AnyOf(&[
                        Shape::Object(&[URI, TEXT, META]),
                        Shape::Object(&[URI, &[must("blob", &Shape::Text)], META]),
                    ]),
                )],
                FULL_ANNOTATIONS,
                META,
            ]),
        },
        Case {
            name: "resource_link",
            within: &ALL,
            shape: &Shape::Object(&[
                &[must("uri", &Shape::Text), must("name", &Shape::Text)],
                LINK,
                FULL_ANNOTATIONS,
                META,
            ]),
        },
    ],
    absent: None,
    is_open: false,
});

static SAMPLED_BLOCK: Shape =
    Shape::Case(&Cases { by: "type", known: SAMPLED, absent: None, is_open: false });

/// One message of a sampling request.
static MESSAGE: Shape = Shape::Object(&[
    ROLE,
    &[
        must("content", &SAMPLED_BLOCK).within(&TO_2025_06),
        must("content", &Shape::OneOrMore(&SAMPLED_BLOCK)).within(&FROM_2025_11),
    ],
]);

static ROLE: &[Field] =
    &[must("role", &Shape::Word(&["user", "assistant"])), may("_meta", &Shape::Record).within(&FROM_2025_11)];

/// The messages of a sampling request.
pub(super) static MESSAGES: Shape = Shape::List(&MESSAGE);

/// A block of a sampling message that stands by itself.
pub(super) static BARE_BLOCK: Shape =
    Shape::Case(&Cases { by: "type", known: BARE, absent: None, is_open: false });

static BARE_CONTENT: &[Field] = &[
    must("content", &BARE_BLOCK).within(&TO_2025_06),
    must("content", &Shape::OneOrMore(&BARE_BLOCK)).within(&FROM_2025_11),
];

/// A sampling message that stands by itself.
pub(super) static BARE_MESSAGE: Shape = Shape::Object(&[ROLE, BARE_CONTENT]);

/// The messages of a sampling request that stands by itself.
pub(super) static BARE_MESSAGES: Shape = Shape::List(&BARE_MESSAGE);

/// What a client answers to a sampling request.
pub(super) static SAMPLED_ANSWER: Shape = Shape::Object(&[
    &[must("role", &Shape::Word(&["user", "assistant"])), may("_meta", &Shape::Record)],
    BARE_CONTENT,
    &[must("model", &Shape::Text), may("stopReason", &Shape::Text)],
]);
