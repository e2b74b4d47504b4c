"""Columns of dates and times: forms, day and month, what has to be asked, what does not exist."""

from datetime import datetime

import pytest

from registry.dataset import ReadingChoices
from tests.registry.reading import column, one_column, read, said


def day(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("cells", "days"),
    [
        (["2012-01-31", "2012-02-01"], ["2012-01-31", "2012-02-01"]),
        (["2012/01/31", "2012/2/1"], ["2012-01-31", "2012-02-01"]),
        (["29/06/2025", "01/02/2025"], ["2025-06-29", "2025-02-01"]),
        (["6/29/2025", "1/2/2025"], ["2025-06-29", "2025-01-02"]),
        (["29-06-2025", "01-02-2025"], ["2025-06-29", "2025-02-01"]),
        (["03.04.2024", "05.06.2024"], ["2024-04-03", "2024-06-05"]),
        (["2024年3月5日", "2024年12月31日"], ["2024-03-05", "2024-12-31"]),
        (["2024/03/05(火)", "2024/03/06(水)"], ["2024-03-05", "2024-03-06"]),
        (["Mi 01.05.24", "Do 02.05.24"], ["2024-05-01", "2024-05-02"]),
        (["Sat 5/25/2024", "Mon 5/27/2024"], ["2024-05-25", "2024-05-27"]),
        (["15-May-2017", "1-Dec-2017"], ["2017-05-15", "2017-12-01"]),
        (["Sep 17, 2017", "Jan 2, 2018"], ["2017-09-17", "2018-01-02"]),
        (["17 September 2017", "2 Jan 2018"], ["2017-09-17", "2018-01-02"]),
        (["1. März 2024", "24. Dezember 2024"], ["2024-03-01", "2024-12-24"]),
        (["1 février 2024", "24 août 2024"], ["2024-02-01", "2024-08-24"]),
        (["1 de enero de 2024", "24 de agosto de 2024"], ["2024-01-01", "2024-08-24"]),
        (["Mon, 17 Sep 2018", "Tue, 18 Sep 2018"], ["2018-09-17", "2018-09-18"]),
        (["19-Jan-18", "20-Jan-18"], ["2018-01-19", "2018-01-20"]),
        (["25.12.98", "01.01.02"], ["1998-12-25", "2002-01-01"]),
        (["2024-01-01 00:00:00", "2024-01-02 00:00:00"], ["2024-01-01", "2024-01-02"]),
        (["05/05/2024", "06/06/2024"], ["2024-05-05", "2024-06-06"]),
    ],
)
def test_dates_are_read_as_people_write_them(cells: list[str], days: list[str] | None) -> None:
    text = one_column(cells, "when")
    if days is None:
        assert read(text).kinds["when"] == "text"
        return
    assert read(text).kinds["when"] == "date"
    assert column(text, "when") == [day(each) for each in days]
    assert str(read(text).frame["when"].dtype) == "datetime64[us]"


@pytest.mark.parametrize(
    ("cells", "moments"),
    [
        (["2024-03-01 10:30", "2024-03-02 11:00"], ["2024-03-01T10:30", "2024-03-02T11:00"]),
        (["2024-03-01T10:30:05", "2024-03-02T11:00:00"], ["2024-03-01T10:30:05", "2024-03-02T11:00"]),
        (["2024-03-01T10:30:05.250Z", "2024-03-02T11:00:00Z"], ["2024-03-01T10:30:05.250", "2024-03-02T11:00"]),
        (["2024-03-01T10:30:00+02:00", "2024-03-02T00:30:00+02:00"], ["2024-03-01T10:30", "2024-03-02T00:30"]),
        (["2024/03/01 1:05:00 PM GMT+1", "2024/03/02 12:30:00 AM GMT+1"], ["2024-03-01T13:05", "2024-03-02T00:30"]),
        (["13/03/2024 1:05 PM", "14/03/2024 12:10 AM"], ["2024-03-13T13:05", "2024-03-14T00:10"]),
        (["2024.03.23_20:24:00_TAI", "2024.03.23_20:36:00_TAI"], ["2024-03-23T20:24", "2024-03-23T20:36"]),
    ],
)
def test_dates_with_a_clock_time_are_moments(cells: list[str], moments: list[str]) -> None:
    text = one_column(cells, "when")
    assert read(text).kinds["when"] == "datetime"
    assert column(text, "when") == [day(each) for each in moments]


def test_times_of_several_offsets_stay_as_written_and_it_is_said() -> None:
    table = read(one_column(["2024-03-01T10:30:00+02:00", "2024-03-02T00:30:00+01:00"], "when"))
    assert "no day changes" in said(table, "unsure", "offsets").text


def test_a_number_over_twelve_decides_for_the_whole_column() -> None:
    entry = said(read(one_column(["01/02/2024", "13/02/2024"], "when")), "assumed", "day/month/year")
    assert "“13/02/2024” shows it" in entry.text


def test_dates_that_all_read_both_ways_stay_text_and_have_to_be_asked() -> None:
    table = read(one_column(["05/03/2023", "04/10/2024"], "when"))
    assert table.kinds["when"] == "ambiguous_date"
    assert table.frame["when"].tolist() == ["05/03/2023", "04/10/2024"]
    assert said(table, "warning", "until you say which is right").column == "when"


@pytest.mark.parametrize(("day_first", "first"), [(True, "2023-03-05"), (False, "2023-05-03")])
def test_the_choice_of_the_person_settles_it(day_first: bool, first: str) -> None:
    choices = ReadingChoices(day_first=(("when", day_first),))
    text = one_column(["05/03/2023", "04/10/2024"], "when")
    assert column(text, "when", choices)[0] == day(first)
    assert "as you chose" in said(read(text, choices), "assumed", "“when”").text


def test_another_column_of_the_file_can_show_the_order() -> None:
    text = "start,end\n10/1/2016,9/30/2017\n11/1/2016,10/31/2017\n"
    assert column(text, "start")[0] == day("2016-10-01")
    assert "another column" in said(read(text), "assumed", "“start”").text


def test_both_orders_in_one_column_stay_text_with_a_warning() -> None:
    table = read(one_column(["13/02/2024", "02/14/2024", "01/02/2024"], "when"))
    assert table.kinds["when"] == "text"
    assert said(table, "warning", "mixes day/month and month/day")


def test_dates_in_several_forms_are_each_read_by_their_own() -> None:
    text = one_column(["2024-01-05", "06.01.2024", "7 Jan 2024", "2024/01/31"], "when")
    assert column(text, "when") == [day(f"2024-01-{each}") for each in ("05", "06", "07", "31")]
    assert said(read(text), "assumed", "several ways")


def test_words_among_dates_leave_text_with_a_warning() -> None:
    table = read(one_column(["2024-01-05", "soon", "2024-01-07"], "when"))
    assert table.frame["when"].tolist() == ["2024-01-05", "soon", "2024-01-07"]
    assert said(table, "warning", "no date (“soon”)").lines == (3,)


def test_days_that_do_not_exist_become_missing_with_their_lines() -> None:
    cells = [f"{number:02d}/03/2024" for number in range(1, 31)]
    table = read(one_column([*cells, "31/02/2024"], "when"))
    assert table.kinds["when"] == "date"
    assert said(table, "warning", "“31/02/2024”").lines == (32,)


def test_two_digit_years_say_their_pivot() -> None:
    assert "1969" in said(read(one_column(["25.12.98", "01.01.02"], "when")), "assumed", "two digits").text


@pytest.mark.parametrize(
    ("header", "kind"), [("date", "date"), ("Datum", "date"), ("日付", "date"), ("amount", "number")]
)
def test_eight_digits_are_dates_only_below_a_name_that_says_so(header: str, kind: str) -> None:
    assert read(one_column(["20240131", "20240201"], header)).kinds[header] == kind


@pytest.mark.parametrize(("header", "kind"), [("month", "date"), ("年月", "date"), ("label2", "text")])
def test_months_are_dates_only_below_a_name_that_says_so(header: str, kind: str) -> None:
    assert read(one_column(["2024-01", "2024-02"], header)).kinds[header] == kind


@pytest.mark.parametrize(
    ("cells", "times"),
    [
        (["11:38:36", "9:05:00"], ["11:38:36", "09:05:00"]),
        (["7:13 PM", "12:05 AM"], ["19:13:00", "00:05:00"]),
        (["23:59", "00:00"], ["23:59:00", "00:00:00"]),
    ],
)
def test_times_of_day_are_text_of_one_form(cells: list[str], times: list[str]) -> None:
    assert read(one_column(cells)).kinds["v"] == "time"
    assert column(one_column(cells), "v") == times


@pytest.mark.parametrize("cells", [["1.2.3", "2.3.4"], ["2024Q1", "2024Q2"], ["May", "June"]])
def test_what_is_no_date_stays_text(cells: list[str]) -> None:
    assert read(one_column(cells, "date")).kinds["date"] == "text"
    assert column(one_column(cells, "date"), "date") == cells


def test_a_year_is_a_number() -> None:
    assert read(one_column(["1999", "2000"], "year")).kinds["year"] == "number"


def test_spreadsheet_serials_below_a_date_name_are_dates_and_the_receipt_is_unsure() -> None:
    table = read(one_column(["45292", "45293.25"], "date"))
    assert column(one_column(["45292", "45293.25"], "date"), "date") == [day("2024-01-01"), day("2024-01-02 06:00")]
    assert said(table, "unsure", "as Excel counts them").choice == ("kinds", ("date", "number"))
    assert read(one_column(["45292", "45293"], "amount")).kinds["amount"] == "number"


def test_seconds_since_1970_below_a_name_of_time_are_times_in_utc() -> None:
    assert column(one_column(["1717200000", "1717203600"], "timestamp"), "timestamp") == [
        day("2024-06-01 00:00"), day("2024-06-01 01:00"),
    ]  # fmt: skip
    assert read(one_column(["1717200000", "1717203600"], "amount")).kinds["amount"] == "number"


def test_durations_of_more_than_a_day_are_hours() -> None:
    table = read(one_column(["36:15:00", "12:30:00"]))
    assert (table.kinds["v"], table.units["v"]) == ("number", "h")
    assert table.frame["v"].tolist() == [36.25, 12.5]
    assert said(table, "converted", "durations").choice == ("kinds", ("v", "text"))


@pytest.mark.parametrize(
    ("cells", "hours"),
    [
        (["2h 15m", "45m", "3h"], [2.25, 0.75, 3.0]),
        (["1 hr 30 min", "2 hrs", "50 mins"], [1.5, 2.0, 5 / 6]),
        (["-1h 6m", "30m", "1m 30s"], [-1.1, 0.5, 0.025]),
        (["1:30", "-0:45", "7:15"], [1.5, -0.75, 7.25]),
        (["1.5h", "45min", "2 h"], [1.5, 0.75, 2.0]),
        (["PT1H30M", "P1DT2H", "PT45S"], [1.5, 26.0, 0.0125]),
        (["1 day, 2:30:00", "0:45:00", "2 days 03:00:00"], [26.5, 0.75, 51.0]),
    ],
)
def test_durations_in_parts_or_below_zero_are_hours(cells: list[str], hours: list[float]) -> None:
    table = read(one_column(cells))
    assert (table.kinds["v"], table.units["v"]) == ("number", "h")
    assert table.frame["v"].tolist() == pytest.approx(hours)
    said(table, "converted", "durations")


def test_one_unit_alone_is_no_proof_of_a_duration() -> None:
    assert column(one_column(["P12", "PT100", "P7D"]), "v") == ["P12", "PT100", "P7D"]
    assert read(one_column(["2:30:00", "10:45:00"])).kinds["v"] == "time"
    assert read(one_column(["15m", "30m", "45m"])).units["v"] == "m"
    assert read(one_column(["1:30", "0:45", "7:15"])).kinds["v"] == "time"


@pytest.mark.parametrize("ending", ["hs.", "h", "hrs", "Uhr"])
def test_a_time_may_end_in_the_word_for_hours(ending: str) -> None:
    cells = [f"5 de junho de 2024 18:40 {ending}", f"6 de julho de 2024 08:05 {ending}"]
    assert [str(each) for each in column(one_column(cells), "v")] == ["2024-06-05 18:40:00", "2024-07-06 08:05:00"]


def test_an_h_may_stand_between_hours_and_minutes() -> None:
    assert column(one_column(["8h30", "17H05"]), "v") == ["08:30:00", "17:05:00"]
    assert [str(each) for each in column(one_column(["14/03/2024 8h30", "15/03/2024 19h45"]), "v")] == [
        "2024-03-14 08:30:00",
        "2024-03-15 19:45:00",
    ]
    assert column(one_column(["36h15", "7h30"]), "v") == [36.25, 7.5]
    assert column(one_column(["8h", "12h", "9h"]), "v") == [8, 12, 9]
