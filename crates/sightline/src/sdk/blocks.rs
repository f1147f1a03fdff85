//! The content blocks that SDKs know, as shapes: member order is that of their schemas.

use crate::sdk::shape::{Field, Rest, Shape, optional, required};

macro_rules! object {
    ($rest:ident: $($field:expr),* $(,)?) => {
        Shape::Object(&[$($field),*], Rest::$rest)
    };
}

const TEXT: Field = required("text", &Shape::Text);
const DATA: Field = required("data", &Shape::Base64);
const MIME: Field = required("mimeType", &Shape::Text);
const URI: Field = required("uri", &Shape::Text);
const NAME: Field = required("name", &Shape::Text);
const TITLE: Field = optional("title", &Shape::Text);
const DESCRIPTION: Field = optional("description", &Shape::Text);
const MAYBE_MIME: Field = optional("mimeType", &Shape::Text);
const SIZE: Field = optional("size", &Shape::Number);
const META: Field = optional("_meta", &Shape::Record);
const ANNOTATIONS: Field = optional(
    "annotations",
    &object!(Dropped:
        optional("audience", &Shape::List(&Shape::Word(&["user", "assistant"]))),
        optional("priority", &Shape::Fraction),
        optional("lastModified", &Shape::Moment),
    ),
);
const RESOURCE: Field = required(
    "resource",
    &Shape::FirstOf(&[
        object!(Dropped: URI, MAYBE_MIME, META, TEXT),
        object!(Dropped: URI, MAYBE_MIME, META, required("blob", &Shape::Base64)),
    ]),
);
const SIZES: Field = optional("sizes", &Shape::List(&Shape::Text));
const ICON: Shape = object!(Dropped:
    required("src", &Shape::Text), MAYBE_MIME, SIZES,
    optional("theme", &Shape::Word(&["light", "dark"])),
);
const BARE_ICON: Shape = object!(Dropped: required("src", &Shape::Text), MAYBE_MIME, SIZES);

macro_rules! kind {
    ($name:literal) => {
        required("type", &Shape::Word(&[$name]))
    };
}

/// TypeScript SDK from 1.25 on (read in 1.32.2 and 2.0.0): unknown members are dropped.
pub(crate) const TYPESCRIPT: Shape = Shape::FirstOf(&[
    object!(Dropped: kind!("text"), TEXT, ANNOTATIONS, META),
    object!(Dropped: kind!("image"), DATA, MIME, ANNOTATIONS, META),
    object!(Dropped: kind!("audio"), DATA, MIME, ANNOTATIONS, META),
    object!(Dropped:
        NAME, TITLE, optional("icons", &Shape::List(&ICON)), URI, DESCRIPTION, MAYBE_MIME, SIZE,
        ANNOTATIONS, META, kind!("resource_link"),
    ),
    object!(Dropped: kind!("resource"), RESOURCE, ANNOTATIONS, META),
]);

/// The TypeScript SDK before it knew annotations, sizes of links and themes of icons.
pub(crate) const TYPESCRIPT_BARE: Shape = Shape::FirstOf(&[
    object!(Dropped: kind!("text"), TEXT, META),
    object!(Dropped: kind!("image"), DATA, MIME, META),
    object!(Dropped: kind!("audio"), DATA, MIME, META),
    object!(Dropped:
        NAME, TITLE, optional("icons", &Shape::List(&BARE_ICON)), URI, DESCRIPTION, MAYBE_MIME, META,
        kind!("resource_link"),
    ),
    object!(Dropped: kind!("resource"), RESOURCE, META),
]);

const MAYBE_NAME: Field = optional("name", &Shape::Text);

/// An open reader: unknown members go last, unknown types pass, sounds are unknown.
pub(crate) const OPEN: Shape = Shape::FirstOf(&[
    object!(Kept: kind!("text"), TEXT),
    object!(Kept: kind!("image"), required("data", &Shape::PaddedBase64), MIME),
    object!(Kept:
        kind!("resource"),
        required("resource", &Shape::FirstOf(&[
            object!(Kept: URI, MAYBE_NAME, TITLE, MAYBE_MIME, TEXT),
            object!(Kept: URI, MAYBE_NAME, TITLE, MAYBE_MIME, required("blob", &Shape::PaddedBase64)),
        ])),
    ),
    object!(Kept: kind!("resource_link"), URI, NAME, DESCRIPTION, MAYBE_MIME),
    Shape::TypeOtherThan(&["text", "image", "resource", "resource_link"]),
]);

macro_rules! maybe {
    ($name:literal, $shape:expr) => {
        optional($name, &Shape::Absentable(&$shape))
    };
}

const TYPED_META: Field = maybe!("_meta", Shape::Record);
const TYPED_ANNOTATIONS: Field = maybe!(
    "annotations",
    object!(Dropped:
        maybe!("audience", Shape::List(&Shape::Word(&["user", "assistant"]))),
        maybe!("priority", Shape::Number),
        maybe!("lastModified", Shape::Text),
    )
);
const TYPED_ICON: Shape = object!(Dropped:
    required("src", &Shape::Text), maybe!("mimeType", Shape::Text),
    maybe!("sizes", Shape::List(&Shape::Text)), maybe!("theme", Shape::Word(&["light", "dark"])),
);

/// What the Rust SDK's types hand on (read in `rmcp` 3.11.0, `model/content.rs` and `model/resource.rs`): unknown
/// members are dropped, and so is what may be missing and is `null`.
pub(crate) const TYPED: Shape = Shape::FirstOf(&[
    object!(Dropped: kind!("text"), TEXT, TYPED_META, TYPED_ANNOTATIONS),
    object!(Dropped: kind!("image"), required("data", &Shape::Text), MIME, TYPED_META, TYPED_ANNOTATIONS),
    object!(Dropped: kind!("audio"), required("data", &Shape::Text), MIME, TYPED_META, TYPED_ANNOTATIONS),
    object!(Dropped:
        kind!("resource"),
        required("resource", &Shape::FirstOf(&[
            object!(Dropped: URI, maybe!("mimeType", Shape::Text), TEXT, TYPED_META),
            object!(Dropped: URI, maybe!("mimeType", Shape::Text), required("blob", &Shape::Text), TYPED_META),
        ])),
        TYPED_META, TYPED_ANNOTATIONS,
    ),
    object!(Dropped:
        kind!("resource_link"), URI, NAME, maybe!("title", Shape::Text), maybe!("description", Shape::Text),
        maybe!("mimeType", Shape::Text), maybe!("size", Shape::Number), maybe!("icons", Shape::List(&TYPED_ICON)),
        TYPED_META, TYPED_ANNOTATIONS,
    ),
]);

const LABEL: &Shape = &Shape::Nullable(&Shape::Text);
const RUST_META: Field = optional("_meta", &Shape::Nullable(&Shape::Record));
const RUST_ANNOTATIONS: Field = optional(
    "annotations",
    &Shape::Nullable(&object!(Kept:
        optional("audience", &Shape::Nullable(&Shape::List(&Shape::Word(&["user", "assistant"])))),
        optional("priority", &Shape::Nullable(&Shape::Number)),
        optional("lastModified", &Shape::Nullable(&Shape::Moment)),
    )),
);

/// The Rust SDK: what may be missing may be `null`, and data are strings.
pub(crate) const RUST: Shape = Shape::FirstOf(&[
    object!(Kept: kind!("text"), TEXT, RUST_META, RUST_ANNOTATIONS),
    object!(Kept: kind!("image"), required("data", &Shape::Text), MIME, RUST_META, RUST_ANNOTATIONS),
    object!(Kept: kind!("audio"), required("data", &Shape::Text), MIME, RUST_META, RUST_ANNOTATIONS),
    object!(Kept:
        kind!("resource_link"), URI, NAME, optional("title", LABEL), optional("description", LABEL),
        optional("mimeType", LABEL), optional("size", &Shape::Nullable(&Shape::Number)), RUST_META,
        RUST_ANNOTATIONS,
    ),
    object!(Kept:
        kind!("resource"),
        required("resource", &Shape::FirstOf(&[
            object!(Kept: URI, optional("mimeType", LABEL), TEXT, RUST_META),
            object!(Kept: URI, optional("mimeType", LABEL), required("blob", &Shape::Text), RUST_META),
        ])),
        RUST_META, RUST_ANNOTATIONS,
    ),
]);
