//! Texts that are left out before joining.

use super::slots::Slots;
use crate::profile::SkipTexts;

pub(super) fn skip(slots: &mut Slots, which: SkipTexts) {
    let is_blank = |text: &str| text.trim().is_empty();
    match which {
        SkipTexts::Blank => slots.retain_texts(|text| !is_blank(text)),
        SkipTexts::BlankTogether if !slots.has_medium() && slots.texts().all(|text| is_blank(text)) => {
            slots.retain_texts(|_| false);
        }
        SkipTexts::EmptyWithoutMedia if !slots.has_medium() => slots.retain_texts(|text| !text.is_empty()),
        SkipTexts::BlankTogether | SkipTexts::EmptyWithoutMedia | SkipTexts::None => {}
        SkipTexts::Empty => slots.retain_texts(|text| !text.is_empty()),
        SkipTexts::EmptyAtFront => slots.skip_empty_at_front(),
    }
}
