//! The two orders of titles, open and women's, and which titles a player may still gain (T4, T33, T40).

use crate::event::{Sex, TitleSet};
use rulebook::Title;

/// The open and the women's titles, the highest first.
const ORDERS: [[Title; 4]; 2] = [[Title::Gm, Title::Im, Title::Fm, Title::Cm], [Title::Wgm, Title::Wim, Title::Wfm, Title::Wcm]];

/// The titles and the sex of a player on a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TitledPlayer {
    pub titles: TitleSet,
    pub sex: Sex,
}

/// The titles of the same order, open or women's, the highest first.
pub(crate) const fn order_of(title: Title) -> [Title; 4] {
    match title {
        Title::Gm | Title::Im | Title::Fm | Title::Cm => ORDERS[0],
        Title::Wgm | Title::Wim | Title::Wfm | Title::Wcm => ORDERS[1],
    }
}

/// The titles of the same order that are lower, the highest first.
pub(crate) fn lower_titles(title: Title) -> impl Iterator<Item = Title> {
    order_of(title).into_iter().skip_while(move |other| *other != title).skip(1)
}

/// Whether a title can be gained by norms (1.4).
pub(crate) const fn has_norms(title: Title) -> bool {
    match title {
        Title::Gm | Title::Im | Title::Wgm | Title::Wim => true,
        Title::Fm | Title::Cm | Title::Wfm | Title::Wcm => false,
    }
}

impl TitledPlayer {
    /// Whether the player holds the title or a higher one of its order.
    const fn holds_or_is_above(self, title: Title) -> bool {
        let higher = match title {
            Title::Gm | Title::Wgm => TitleSet::NONE,
            Title::Im => TitleSet::NONE.with(Title::Gm),
            Title::Fm => TitleSet::NONE.with(Title::Gm).with(Title::Im),
            Title::Cm => TitleSet::NONE.with(Title::Gm).with(Title::Im).with(Title::Fm),
            Title::Wim => TitleSet::NONE.with(Title::Wgm),
            Title::Wfm => TitleSet::NONE.with(Title::Wgm).with(Title::Wim),
            Title::Wcm => TitleSet::NONE.with(Title::Wgm).with(Title::Wim).with(Title::Wfm),
        };
        self.titles.has_any(higher.with(title))
    }

    /// Whether the player may still gain a title by norms or a direct result (T4, T40).
    ///
    /// Women's titles are for players of sex F. A GM gains none, and an IM only WGM, because IM and WGM are held side by side.
    pub fn may_gain(self, title: Title) -> bool {
        if self.holds_or_is_above(title) {
            return false;
        }
        match title {
            Title::Gm | Title::Im | Title::Fm | Title::Cm => true,
            Title::Wgm => self.sex == Sex::Female && !self.titles.has(Title::Gm),
            Title::Wim | Title::Wfm | Title::Wcm => self.sex == Sex::Female && !self.titles.has(Title::Gm) && !self.titles.has(Title::Im),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Title::*;

    fn gainable(sex: Sex, titles: &[Title]) -> Vec<Title> {
        let player = TitledPlayer { titles: titles.iter().copied().collect(), sex };
        Title::ALL.into_iter().filter(|title| player.may_gain(*title)).collect()
    }

    #[test]
    fn t4_women_titles_are_for_women_and_open_titles_for_all() {
        assert_eq!(gainable(Sex::Female, &[]), Title::ALL);
        assert_eq!(gainable(Sex::Male, &[]), [Gm, Im, Fm, Cm]);
        assert_eq!(gainable(Sex::Unknown, &[]), [Gm, Im, Fm, Cm]);
    }

    #[test]
    fn t4_a_title_held_makes_it_and_the_lower_ones_rest() {
        assert_eq!(gainable(Sex::Male, &[Fm]), [Gm, Im]);
        assert_eq!(gainable(Sex::Female, &[Wim]), [Gm, Im, Fm, Cm, Wgm]);
        assert_eq!(gainable(Sex::Female, &[Fm]), [Gm, Im, Wgm, Wim, Wfm, Wcm]);
    }

    #[test]
    fn t4_a_woman_im_may_become_wgm_and_a_gm_nothing() {
        assert_eq!(gainable(Sex::Female, &[Im]), [Gm, Wgm]);
        assert_eq!(gainable(Sex::Female, &[Im, Wgm]), [Gm]);
        assert_eq!(gainable(Sex::Female, &[Gm]), []);
    }

    #[test]
    fn lower_titles_stay_within_the_open_or_the_womens_titles() {
        assert!(lower_titles(Im).eq([Fm, Cm]));
        assert!(lower_titles(Wgm).eq([Wim, Wfm, Wcm]));
        assert_eq!(lower_titles(Cm).count(), 0);
    }
}
