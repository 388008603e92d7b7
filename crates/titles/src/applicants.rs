//! Who is judged for which title (T4, T8).

use crate::event::EventPlayer;
use crate::title_order::TitledPlayer;
use rulebook::Title;

/// Whether a player is judged for a title: one that the player may still gain, and never without a usable id.
pub(crate) fn is_judged_for(player: &EventPlayer, title: Title) -> bool {
    player.player.fide_id().is_some() && TitledPlayer { titles: player.titles, sex: player.sex }.may_gain(title)
}
