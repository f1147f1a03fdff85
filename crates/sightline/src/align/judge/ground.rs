//! What a conflict is believed by.

use crate::align::hear::What;

/// What a conflict is believed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::align) enum Ground {
    All,
    Currency,
    Direction,
    Extreme,
    Group,
    Key,
    Label,
    List,
    Mark,
    Misplaced,
    Named,
    NoneOfThem,
    NotAll,
    Role,
    State,
    Swapped,
    Designation,
    Trend,
    UnknownCapital,
    UnknownId,
    UnknownMoment,
    UnknownNumber,
    UnknownPart,
    UnknownQuote,
    WordBehindKey,
}

impl Ground {
    pub(in crate::align) fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Currency => "currency",
            Self::Designation => "designation",
            Self::Direction => "direction",
            Self::Extreme => "extreme",
            Self::Group => "group",
            Self::Key => "key",
            Self::Label => "label",
            Self::List => "list",
            Self::Mark => "mark",
            Self::Misplaced => "misplaced",
            Self::Named => "named",
            Self::NoneOfThem => "none-of-them",
            Self::NotAll => "not-all",
            Self::Role => "role",
            Self::State => "state",
            Self::Swapped => "swapped",
            Self::Trend => "trend",
            Self::UnknownCapital => "unknown-capital",
            Self::UnknownId => "unknown-id",
            Self::UnknownMoment => "unknown-moment",
            Self::UnknownNumber => "unknown-number",
            Self::UnknownPart => "unknown-part",
            Self::UnknownQuote => "unknown-quote",
            Self::WordBehindKey => "word-behind-key",
        }
    }

    pub(super) fn of_unknown(what: &What) -> Self {
        match what {
            What::Amount(_) => Self::UnknownNumber,
            What::Moment(_) => Self::UnknownMoment,
            What::Id => Self::UnknownId,
            What::Quote => Self::UnknownQuote,
            What::Facts(_) | What::Name | What::Part(_) | What::State(_) => Self::UnknownPart,
        }
    }
}
