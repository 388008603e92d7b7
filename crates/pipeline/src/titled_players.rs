//! Players with a title on the lists of longer controls, for the separate list of titled players who are unrated (2018 7.22, D53).

use crate::Result;
use crate::job::Job;
use amendments::AmendedPlayers;
use model::{InputFile, InputRole};
use publish::TitledPlayer;
use rulebook::Edition;
use std::collections::BTreeMap;
use tables::PlayerText;

/// Reads the titled players of the newest list of each longer control, where the publication edition asks for the separate list. The shortest of
/// the longer controls comes first. Players who are withheld by name or by federation are left out.
pub(crate) fn titled_on_longer_lists(
    job: &Job,
    publication: &Edition,
    amended: &AmendedPlayers,
    inputs: &mut Vec<InputFile>,
) -> Result<Vec<TitledPlayer>> {
    let mut titled: BTreeMap<u32, TitledPlayer> = BTreeMap::new();
    if publication.extra_lists.unrated_titled.article().is_none() {
        return Ok(Vec::new());
    }
    for (&control, source) in job.longer.iter().rev().filter_map(|(control, catalog)| Some((control, catalog.newest()?))) {
        let (list, input) = source.read_shared(InputRole::Longer(control))?;
        inputs.push(input);
        let with = |title: PlayerText| list.text.column(title).rows_with(|title| !title.is_empty());
        for row in with(PlayerText::Title).into_iter().chain(with(PlayerText::WomenTitle)) {
            let fide_id = list.index.ids()[row];
            let is_excluded = amended.excluded_federations.contains(list.text.get(PlayerText::Federation, row));
            if list.merged.contains_key(&fide_id) || amended.withheld_ids.contains(&fide_id) || is_excluded {
                continue;
            }
            titled.entry(fide_id).or_insert_with(|| TitledPlayer {
                fide_id,
                text: PlayerText::ALL.map(|field| list.text.get(field, row).to_owned()),
                birth_year: list.rows[row].birth_year,
            });
        }
    }
    Ok(titled.into_values().collect())
}
