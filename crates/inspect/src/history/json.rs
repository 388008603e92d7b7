//! Histories as JSON: numbers are numbers, and nothing is null.

use super::{Histories, History, HistoryEntry};
use serde_json::{Value, json};

impl Histories {
    /// The players with their lists, and the notes.
    pub fn to_json(&self) -> Value {
        let player = |history: &History| {
            json!({
                "fide_id": history.fide_id,
                "name": some(&history.name),
                "control": history.control,
                "lists": history.lists.iter().map(entry_json).collect::<Vec<_>>(),
                "lists_before": history.lists_before,
            })
        };
        json!({ "players": self.players.iter().map(player).collect::<Vec<_>>(), "notes": self.notes })
    }

    /// One object for each player and list.
    pub fn to_json_rows(&self) -> impl Iterator<Item = Value> {
        let rows = self.players.iter().flat_map(|history| history.lists.iter().map(move |entry| (history, entry)));
        rows.map(|(history, entry)| {
            let mut row = json!({ "fide_id": history.fide_id, "control": history.control });
            if let (Value::Object(row), Value::Object(entry)) = (&mut row, entry_json(entry)) {
                row.extend(entry);
            }
            row
        })
    }
}

fn entry_json(entry: &HistoryEntry) -> Value {
    let mut value = json!({
        "list": entry.list,
        "folder": entry.folder,
        "status": entry.status,
        "unlisted": some(&entry.unlisted),
        "rating": entry.rating,
        "games": entry.games,
        "k": entry.k,
        "flag": some(&entry.flag),
        "change": entry.change,
        "cause": some(&entry.cause),
        "title": some(&entry.title),
        "women_title": some(&entry.women_title),
        "federation": some(&entry.federation),
        "name": some(&entry.name),
    });
    if let (Some(titles), Value::Object(object)) = (&entry.titles, &mut value) {
        object.insert("titles".to_owned(), json!(titles));
    }
    value
}

fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
