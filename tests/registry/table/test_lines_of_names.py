"""Lines of names among and above the rows, and rows that are totals only if their numbers are."""

import pytest

from tests.registry.reading import column, read, said


def _table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


def test_a_line_that_repeats_most_names_is_none_of_the_rows() -> None:
    teams = _table("Starters,MIN,PTS,REB", "Ann,31,12,4", "Bea,28,9,7", "Bench,MIN,PTS,REB", "Cid,11,2,1", "Dan,9,4,3")
    assert column(teams, "PTS") == [12, 9, 2, 4]
    assert said(read(teams), "skipped", "header")


def test_a_row_with_two_words_that_are_names_is_a_row() -> None:
    assert len(read(_table("kind,kind2,note,n", "a,b,x,1", "kind,kind2,y,2", "c,d,z,3")).frame) == 3


def test_a_later_line_of_names_names_the_columns_that_begin_there() -> None:
    logged = _table("t,a,b", "1,5,7", "2,6,8", "3,7,9", "t,a,b,c", "4,8,10,2", "5,9,11,3", "6,8,12,4")
    assert column(logged, "c") == [None, None, None, 2, 3, 4]
    assert column(logged, "b") == [7, 8, 9, 10, 11, 12]
    assert said(read(logged), "assumed", "later line")


def test_days_above_the_names_are_what_the_columns_are_of() -> None:
    stock = _table(
        ";;31.12.2022;31.12.2022", ";;all;men", "01;Ahlen;3000;1400", "02;Bonn;3500;1750", "03;Celle;900;420"
    )
    assert [*read(stock).frame.columns][2:] == ["31.12.2022 all", "31.12.2022 men"]


@pytest.mark.parametrize("label", ["Media", "Mean", "Average"])
def test_a_row_called_mean_is_one_only_if_its_numbers_are_whatever_stands_beside(label: str) -> None:
    rows = ["Sales,Kim,12,120", "Legal,Lea,4,33", "Press,Mo,9,81"]
    assert len(read(_table("department,head,staff,cost", *rows, f"{label},,5,61")).frame) == 4
    assert len(read(_table("department,head,staff,cost", *rows, f"{label},,8.3,78")).frame) == 3


def test_a_total_of_any_name_is_one_if_its_numbers_add_up_although_words_stand_beside() -> None:
    rows = ["Ann,31:10,12", "Bea,28:05,9", "Cid,11:40,27"]
    assert column(_table("player,min,pts", *rows, "Team totals,240,48"), "pts") == [12, 9, 27]
    assert column(_table("player,min,pts", *rows, "Team totals,240,47"), "pts") == [12, 9, 27, 47]


def test_a_word_for_all_among_words_is_a_value() -> None:
    roles = _table("year,title,role,episodes", "2004,Zoo,Voice,All", "2006,Day,Host,Fridays", "2010,Live,Guest,Two")
    assert len(read(roles).frame) == 3


def test_rows_that_leave_out_empty_cells_at_their_end_are_as_wide_as_the_names() -> None:
    rows = [f"L{n};book {n % 4};{n}" + (";torn;east" if n % 4 == 0 else "") for n in range(12)]
    loans = _table("loan;title;times;remark;branch", *rows)
    assert column(loans, "times") == [*range(12)]
    assert column(loans, "branch") == ["east" if n % 4 == 0 else None for n in range(12)]
    assert column("Library;Ulm\n" + loans, "times") == [*range(12)]


def test_a_title_wider_than_all_rows_names_nothing() -> None:
    titled = _table("Loans;of;the;year", "title;times", "a;1", "b;2", "c;3", "d;4")
    assert [*read(titled).frame.columns] == ["title", "times"]


def test_a_statistic_of_any_name_between_others_is_none_of_the_rows() -> None:
    measured = [f"S{n},7.{n}{n},Le" for n in range(1, 8)]
    below = ["Mean,7.44,", "Std. error,0.15,", "Min,7.11,", "Max,7.77,"]
    assert len(read(_table("probe,ph,by", *measured, *below)).frame) == 7
    assert len(read(_table("probe,ph,by", *measured, "S8,7.4,")).frame) == 8


def test_what_stands_above_a_table_with_names_names_nothing() -> None:
    rows = [f'"0{n}.05.2026";"0,{n}";"1{n},25";' for n in range(1, 8)]
    depot = _table(";", '"Depot";"May 2026";', "", '"day";"pieces";"worth";', *rows)
    assert [*read(depot).frame.columns] == ["day", "pieces", "worth"] and len(read(depot).frame) == 7
    apart = _table("day;pieces;worth", "", "1;2;3", "2;3;4", "3;5;6")
    assert [*read(apart).frame.columns] == ["day", "pieces", "worth"]


@pytest.mark.parametrize("note", ["Note: values are, in part, estimated", "These, as said, are rounded"])
def test_a_sentence_below_the_rows_is_no_row_however_often_it_has_commas(note: str) -> None:
    rows = [f"{n},{n * 2},{n * 3}" for n in range(1, 7)]
    assert column(_table("a,b,c", *rows, note), "c") == [3, 6, 9, 12, 15, 18]
    spaced = _table("town, when, what", "Bonn, today, tea", "Ulm, then, rice", "Jena, now, oil", "Kiel, once, jam")
    assert len(read(spaced).frame) == 4
