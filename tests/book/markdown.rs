//! Enough Markdown for the front page and the book: fenced blocks, headings and links.

/// A fenced block of code or output.
#[derive(Debug, PartialEq)]
pub(super) struct Block<'a> {
    pub(super) language: &'a str,
    /// The line of its first fence, counted from 1.
    pub(super) line: usize,
    pub(super) lines: Vec<&'a str>,
    /// Whether nothing but blank lines stands between the block before it and this one.
    pub(super) follows_a_block: bool,
}

/// The fenced blocks of a page, in order.
pub(super) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block> = Vec::new();
    let (mut is_open, mut is_prose_since) = (false, true);
    for (at, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), is_open) {
            (Some(language), false) => {
                found.push(Block { language, line: at + 1, lines: Vec::new(), follows_a_block: !is_prose_since });
                is_open = true;
            }
            (Some(_), true) => (is_open, is_prose_since) = (false, false),
            (None, true) => found.last_mut().expect("it is open").lines.push(line),
            (None, false) => is_prose_since |= !line.trim().is_empty(),
        }
    }
    assert!(!is_open, "the last block has no end");
    found
}

/// The lines that are not in a fenced block.
pub(super) fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_open = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_open ^= is_fence;
        !is_open && !is_fence
    })
}

/// Where the links of a page lead, as written.
pub(super) fn links(text: &str) -> Vec<&str> {
    prose(text).flat_map(|line| line.split("](").skip(1)).filter_map(|rest| rest.split(')').next()).collect()
}

/// The names by which headings of a page are linked to: small letters, hyphens for spaces, nothing else.
pub(super) fn anchors(text: &str) -> Vec<String> {
    prose(text)
        .filter(|line| line.starts_with('#'))
        .map(|line| {
            line.trim_start_matches('#')
                .trim()
                .to_lowercase()
                .chars()
                .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
                .map(|c| if c == ' ' { '-' } else { c })
                .collect()
        })
        .collect()
}

#[test]
fn blocks_links_and_anchors_of_a_page_are_found() {
    let page = "# One's own, [now](a.md#b)\n\n```sh\nrun [x](y)\n```\n\n```text\nout\n```\nand [`[c]`](d)\n\n```toml\n```\n";
    let found = blocks(page);
    let found: Vec<(&str, usize, usize, bool)> =
        found.iter().map(|block| (block.language, block.line, block.lines.len(), block.follows_a_block)).collect();
    assert_eq!(found, [("sh", 3, 1, false), ("text", 7, 1, true), ("toml", 12, 0, false)]);
    assert_eq!(links(page), ["a.md#b", "d"]);
    assert_eq!(anchors("# One's own list\ntext\n## Exit codes\n"), ["ones-own-list", "exit-codes"]);
}
