//! Figures of a page.

use super::Html;
use crate::Figures;
use crate::figures::FigureWeight;

impl Figures {
    pub(crate) fn to_html(&self) -> Html {
        let figure = |figure: &crate::figures::Figure| {
            let mut html = Html::text(&figure.name).wrapped_in("dt", "");
            html.push(Html::value(&figure.value).wrapped_in("dd", " class=\"v\""));
            if !figure.remark.is_empty() {
                html.push(Html::value(&figure.remark).wrapped_in("dd", " class=\"was\""));
            }
            let class = match figure.weight {
                FigureWeight::Plain => "",
                FigureWeight::First => " class=\"main first\"",
                FigureWeight::Second => " class=\"main\"",
                FigureWeight::Pair => " class=\"pair\"",
            };
            html.wrapped_in("div", class)
        };
        self.figures.iter().map(figure).collect::<Html>().wrapped_in("dl", " class=\"figures\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    #[test]
    fn a_figure_has_its_name_its_value_and_its_remark() {
        let html = Figures::new().first("On <A>", Value::Rating(1500), "").figure("Players", Value::Count(12_000), "as many").to_html();
        assert!(html.as_str().contains("<div class=\"main first\"><dt>On &lt;A&gt;</dt>\n<dd class=\"v\">1500</dd>\n</div>"), "{html:?}");
        assert!(html.as_str().contains("<dd class=\"v\">12\u{202f}000</dd>\n<dd class=\"was\">as many</dd>"), "{html:?}");
    }
}
