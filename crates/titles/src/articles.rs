//! Articles as rows write them, in the numbering of any edition.

use crate::rows::Articles;
use std::cmp::Ordering;

/// Whether two numbers name one article: the edition of 2024 writes 1.41c as 1.4.1c.
pub(crate) fn is_same_article(a: &str, b: &str) -> bool {
    without_dots(a).eq(without_dots(b))
}

/// The order of articles in the text.
pub(crate) fn text_order(a: &str, b: &str) -> Ordering {
    without_dots(a).cmp(without_dots(b)).then_with(|| a.cmp(b))
}

/// Several lists of articles, separated by spaces, as one: each article once, in the order of the text.
pub(crate) fn joined_articles<'a>(lists: impl IntoIterator<Item = &'a str>) -> Articles {
    let mut articles: Vec<&str> = lists.into_iter().flat_map(str::split_whitespace).collect();
    articles.sort_by(|a, b| text_order(a, b));
    articles.dedup();
    articles.into_iter().map(str::to_owned).collect()
}

fn without_dots(article: &str) -> impl Iterator<Item = u8> {
    article.bytes().filter(|byte| *byte != b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_of_both_editions_stand_in_the_order_of_the_text() {
        assert_eq!(joined_articles(["1.42e 1.11", "1.1.3b", "1.13 1.11"]), ["1.11", "1.13", "1.1.3b", "1.42e"]);
        assert_eq!(joined_articles([]), Vec::<String>::new());
    }

    #[test]
    fn an_article_with_one_more_dot_is_the_same() {
        assert!(is_same_article("1.41c", "1.4.1c") && !is_same_article("1.41c", "1.4.1e"));
    }
}
