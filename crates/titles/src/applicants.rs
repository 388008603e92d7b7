//! Who is judged for which title (T4, T8).

use crate::event::{EventPlayer, Sex, TitleSet};
use rulebook::Title;

/// Titles whose holders are not judged for a title by norms: the title itself and the higher ones.
const fn titles_at_or_above(title: Title) -> TitleSet {
    let gm = TitleSet::NONE.with(Title::Gm);
    let wgm = gm.with(Title::Wgm);
    match title {
        Title::Gm => gm,
        Title::Im => gm.with(Title::Im),
        // A woman IM is judged for WGM, as the two are held side by side.
        Title::Wgm => wgm,
        Title::Wim => wgm.with(Title::Wim).with(Title::Im),
        // No norms lead to these.
        Title::Fm | Title::Cm | Title::Wfm | Title::Wcm => TitleSet::NONE,
    }
}

/// Whether a player is judged for a title: not yet held, for women's titles by women only, and never without a usable id.
pub(crate) fn is_judged_for(player: &EventPlayer, title: Title) -> bool {
    let may_hold = !title.is_womens() || player.sex == Sex::Female;
    player.player.fide_id().is_some() && may_hold && !player.titles.has_any(titles_at_or_above(title))
}
