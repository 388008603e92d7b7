//! What a page of an explanation says beyond the explanation: titles of players, and links to the pages that lie beside it.

use crate::explain::ExplainError;
use crate::explain::explainer::Explainer;
use pages::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Titles of players, and the pages that can be linked to. The default has neither.
#[derive(Clone, Debug, Default)]
pub struct PageContext {
    titles: BTreeMap<u32, String>,
    /// Names of files in the folder in which the page lies.
    pages: BTreeSet<String>,
}

/// The name of the file with a player's page.
pub fn player_page_name(id: u32) -> String {
    format!("player-{id}.html")
}

/// The name of the file with a tournament's page. Characters that a file name or a link cannot have are written as their numbers.
pub fn tournament_page_name(id: &str) -> String {
    let mut name = String::from("tournament-");
    for character in id.chars() {
        match character {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => name.push(character),
            other => name.push_str(&format!("_{:x}", u32::from(other))),
        }
    }
    // Most file systems end at 255 bytes.
    if name.len() > 200 {
        name.truncate(180);
        name.push_str(&format!("-{:x}", id.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()))));
    }
    name + ".html"
}

impl PageContext {
    /// Reads the titles of all players who have one; `pages` are the files of the folder in which the page lies.
    pub fn read(explainer: &Explainer, pages: BTreeSet<String>) -> Result<Self, ExplainError> {
        Ok(Self { titles: explainer.directory.titles()?, pages })
    }

    /// A player's name with the title, linked where the player's page is there.
    pub(super) fn player(&self, id: Option<u32>, name: &str) -> Value {
        let title = id.and_then(|id| self.titles.get(&id));
        let name = match (title, name) {
            (Some(title), name) => format!("{title} {name}"),
            (None, name) => name.to_owned(),
        };
        let page = id.map(player_page_name).filter(|page| self.pages.contains(page));
        Value::from(name).linked(page)
    }

    /// A tournament's page, where it is there.
    pub(super) fn tournament_page(&self, id: &str) -> Option<String> {
        Some(tournament_page_name(id)).filter(|page| self.pages.contains(page))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_names_of_files_on_any_system() {
        assert_eq!(player_page_name(7), "player-7.html");
        assert_eq!(tournament_page_name("T-2024"), "tournament-T-2024.html");
        assert_eq!(tournament_page_name("../a b<é"), "tournament-_2e_2e_2fa_20b_3c_e9.html");
        let (one, other) = (tournament_page_name(&format!("{}1", "x".repeat(300))), tournament_page_name(&format!("{}2", "x".repeat(300))));
        assert!(one.len() < 255 && one != other, "{one}");
    }

    #[test]
    fn only_pages_that_are_there_are_linked() {
        let context = PageContext { titles: BTreeMap::from([(7, "GM".to_owned())]), pages: BTreeSet::from(["player-7.html".to_owned()]) };
        assert_eq!(context.player(Some(7), "Ann"), Value::from("GM Ann").linked(Some("player-7.html".to_owned())));
        assert_eq!(context.player(Some(8), "Ben"), Value::from("Ben"));
        assert_eq!(context.tournament_page("T1"), None);
    }
}
