"""A figure of the question may be said again as what it was there, never as a result."""

import pytest

from agent.grounding.citations import resolve, violations
from tests.agent.made_artifacts import staff, table

PRICES = {"A1": table(["region", "price_mean"], [["North", 12.5], ["South", 9.25]], ["region"])}
N = "{A1[North].price_mean}"


def struck(text: str, question: str) -> list[str]:
    return [one["display"] for one in resolve(text, PRICES, question=question)["citations"] if not one["verified"]]


@pytest.mark.parametrize(
    ("question", "text", "figure"),
    [
        ("Is the difference significant (alpha = 0.05)?", "The p-value is 0.05.", "0.05"),
        ("Is the difference significant (alpha = 0.05)?", "The test gave a p-value of 0.05.", "0.05"),
        ("Is it significant at 0.05?", "It is not significant (p = 0.05).", "0.05"),
        ("Is it significant at 0.05?", "The p-value for North and South came out as 0.03 or p-value 0.05.", "0.05"),
        ("Is it significant at the 5 % level?", "0.05 is the p-value.", "0.05"),
        ("Is the mean price above 50?", "The mean price is 50.", "50"),
        ("Is the mean price above 50?", "The mean price in North is about $50.", "50"),
        ("Is the mean price above 50?", "North has a mean of 50.", "50"),
        ("Is the mean price above 50?", "It is 50.", "50"),
        ("Is the mean price above 50?", "50.", "50"),
        ("Is the mean price above 50?", "Mean price: 50", "50"),
        ("Is the mean price above 50?", "North pays 50 on average.", "50"),
        ("Which regions sold more than 50?", "North sold 50.", "50"),
        ("Which regions sold more than 50?", f"North sold 50, at a mean of {N}.", "50"),
        ("Are there more than 50 orders?", "There are 50 orders.", "50"),
        ("zorp it to 4711", "Price is explained by region with 4711 percent.", "4711 percent"),
        ("zorp it to 4711", "The price is explained by region with 4711.", "4711"),
        ("zorp it to 50", "North exceeds South by 50.", "50"),
        ("zorp it to 50", "Prices are highest in North (50).", "50"),
        ("zorp it to 50", "In North, 50 % of the orders come back.", "50 %"),
        ("zorp auf 50", "Region erklärt den Preis mit 50.", "50"),
        ("Is the correlation stronger than 0.5?", "The correlation between price and rating is 0.5.", "0.5"),
        ("Does it make up 30 percent?", "Its share of the total equals 30 percent.", "30 percent"),
        ("top 7 regions by price", "The total is 7.", "7"),
        ("Liegt der Mittelwert über 50?", "Der Mittelwert ist 50.", "50"),
        ("Liegt der Mittelwert über 50?", "Der Mittelwert beträgt rund 50.", "50"),
        ("Ist es signifikant (Alpha 0,05)?", "Der p-Wert von 0,05 ist zu groß.", "0,05"),
        ("Gibt es mehr als 50 Bestellungen?", "Es gibt 50 Bestellungen.", "50"),
        ("平均は50より大きいですか", "平均は50です。", "50"),
        ("有意水準0.05で差はありますか", "p値は0.05です。", "0.05"),
        ("50件より多いですか", "全部で50件です。", "50"),
    ],
)
def test_a_figure_of_the_question_told_as_a_result_is_unverified(question: str, text: str, figure: str) -> None:
    assert figure in struck(text, question)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Is the difference significant (alpha = 0.05)?", f"The mean of {N} is significant at the 0.05 level."),
        ("Is the difference significant (alpha = 0.05)?", "The p-value is above 0.05."),
        ("Is the difference significant (alpha = 0.05)?", "The p-value is at least 0.05."),
        ("Is it significant at the 5 % level?", "It is significant at the 5 % level."),
        ("Is it significant at 0.05?", "The significance level is 0.05."),
        ("Is the mean price above 50?", f"The mean price is {N}, which is not above 50."),
        ("Is the mean price above 50?", f"The mean price is {N}, below the threshold of 50."),
        ("Is the mean price above 50?", f"{N} is lower than 50."),
        ("Which regions sold more than 50?", f"North sold 50 or more, at a mean of {N}."),
        ("mean price where quantity is over 50", f"{N} is the mean price where quantity is above 50."),
        (
            "mean price where quantity is 50 and year is 2015",
            f"The mean price where quantity is 50 and year is 2015 is {N}.",
        ),
        ("mean price for a quantity of 50", f"The mean price of orders with a quantity of 50 is {N}."),
        ("top 7 regions by price", f"The top 7 regions by mean price are led by North with {N}."),
        ("which 7 regions have the highest price?", f"Of the 7 regions, the mean is highest in North with {N}."),
        ("mean of 7 days", f"The mean of 7 days is {N}."),
        ("total price in 2015", f"The total in 2015 was {N}."),
        ("total price in 2015", f"The total of 2015 is {N}."),
        ("total price since 2015", f"In 2015 the total was {N}; 2015 was a good year."),
        ("price between 20 and 30", f"Between 20 and 30 the mean price is {N}."),
        ("mean price in group 2", f"The mean price in group 2 is {N}."),
        ("products that make up 80 % of the total", "North and South make up 80 % of the total."),
        ("significant at 0.05?", f"At the 5 % level {N} is significant."),
        ("signifikant bei 5 Prozent?", f"Bei 5 % ist {N} signifikant."),
        ("5パーセント水準で有意ですか", f"5%水準で{N}は有意です。"),
        ("how does it compare with 50?", f"{N} is little compared with 50."),
        ("regions with 50 orders", f"Regions with 50 orders have {N}."),
        ("is it above 50?", f"{N} is not above the threshold (50)."),
        ("Preis über 50", f"Der Mittelwert der Preise über 50 ist {N}."),
        ("Preis mindestens 50", f"Bei Preisen ab 50 ist der Mittelwert {N}."),
        ("Ist es signifikant (Alpha 0,05)?", "Der p-Wert ist größer als 0,05."),
        ("Umsatz 2015", f"Der Umsatz im Jahr 2015 war {N}."),
        ("平均は50より大きいですか", f"平均は{N}で、50より小さいです。"),
        ("有意水準0.05で差はありますか", "p値は0.05以上です。"),
        ("2015年の合計", f"合計は2015年に{N}です。"),
        ("上位10件の合計", f"上位10件の合計は{N}です。"),
    ],
)
def test_a_figure_said_again_as_what_it_was_stays_clean(question: str, text: str) -> None:
    assert struck(text, question) == []


def test_whoever_wrote_it_is_told_to_name_the_cell() -> None:
    resolved = resolve("The mean price is 50.", PRICES, question="Is the mean price above 50?")
    (said,) = violations(resolved)
    assert "'50'" in said and "told as a result" in said and "reference" in said


def test_a_figure_told_as_a_result_that_equals_a_cell_is_led_to_it() -> None:
    (citation,) = resolve("It is 12.5.", PRICES, question="Is it above 12.5?")["citations"]
    assert citation["verified"] and citation["cells"][0]["row"] == "North"


def test_the_words_before_a_filled_in_number_count_too() -> None:
    assert struck("The mean of {A1[#1].region} is 50.", "Is the mean above 50?") == ["50"]


def test_thresholds_of_a_measure_and_figures_of_a_spec_are_no_results_either() -> None:
    compared = table(["p"], [[0.31]], spec={"op": "compare_groups", "top_k": 7})
    for text in ("The p-value is 0.05.", "The mean is 7."):
        assert violations(resolve(text, {"A1": compared}))
    for text in ("It is not significant at the 0.05 level.", "The top 7 are compared."):
        assert not violations(resolve(text, {"A1": compared}))


def test_counts_of_rows_may_be_told_as_results() -> None:
    assert not violations(resolve("The number of rows is 60,000.", staff(), question="more than 60000 rows?"))


def test_an_explanation_of_an_idea_may_tell_what_it_explains() -> None:
    grounds = {"question": "What does a p-value of 0.03 mean?", "conventions": (0.03,)}
    assert not violations(resolve("A p-value of 0.03 means that ...", {}, **grounds))  # type: ignore[arg-type]
