"""Where the table stands in a report: groups of names, several tables, totals, closing lines, labels above blanks."""

import pytest

from registry.dataset import ReadingChoices
from tests.registry.reading import column, read, said

MONTHS = "Centre,Jan,Feb,Mar,Total\nNorth,1,2,3,6\nSouth,4,5,6,15\nEast,7,8,9,24\n"
TWO_TABLES = (
    "Channel,Users,Revenue\nSearch,10,1.5\nDirect,20,2.5\nMail,30,3.5\n\nDay,Users\n1/1/24,5\n1/2/24,6\n1/3/24,7\n"
)
ACCOUNT = "Day;Text;Amount\n01.02.2024;Rent;-500,00\n02.02.2024;Pay;900,50\n03.02.2024;Food;-20,25\nBalance;;380,25\n"


def test_names_are_joined_with_the_groups_above_them() -> None:
    table = read(",2023,,2024,\nCity,Sales,Cost,Sales,Cost\nUlm,1,2,3,4\nBonn,5,6,7,8\n")
    assert list(table.frame.columns) == ["City", "2023 Sales", "2023 Cost", "2024 Sales", "2024 Cost"]


def test_question_texts_below_the_names_describe_the_columns() -> None:
    text = "id,Q1,Q2\nResponse number,How old are you?,How many pets?\n1,34,2\n2,28,0\n3,41,1\n"
    table = read(text)
    assert table.frame["Q1"].tolist() == [34, 28, 41]
    assert table.descriptions["Q1"] == "How old are you?"


def test_another_table_of_the_file_is_offered_and_read_when_chosen() -> None:
    table = read(TWO_TABLES)
    assert list(table.frame.columns) == ["Channel", "Users", "Revenue"]
    assert said(table, "unsure", "several tables").choice == ("table", "line 6")
    assert column(TWO_TABLES, "Users", ReadingChoices(table="line 6")) == [5, 6, 7]


def test_a_total_column_is_set_apart_and_can_be_had_back() -> None:
    table = read(MONTHS)
    assert list(table.frame.columns) == ["Centre", "Jan", "Feb", "Mar"]
    assert said(table, "skipped", "total column").choice == ("totals", "in")
    assert column(MONTHS, "Total", ReadingChoices(totals="in")) == [6, 15, 24]


def test_a_column_called_total_that_is_no_sum_stays() -> None:
    assert "Total" in read(MONTHS.replace("6\nSouth", "60\nSouth").replace("24\n", "99\n")).frame.columns


def test_a_total_without_a_label_is_known_by_what_it_adds_up_to() -> None:
    text = "name,amount\na,1.5\nb,2.25\nc,4\nd,8\ne,16\nf,1\ng,1\nh,1\ni,1\nj,1\n,36.75\n"
    assert len(read(text).frame) == 10


def test_a_closing_balance_is_no_row() -> None:
    assert column(ACCOUNT, "Amount") == [-500.0, 900.5, -20.25]


def test_rows_that_begin_with_a_hash_are_rows_when_they_fit() -> None:
    text = "tag,n,share\n#spring,10,0.5\nmail,20,0.25\n#sale,30,0.75\nsearch,40,0.5\nx,50,0.1\ny,60,0.2\nz,70,0.3\n"
    assert len(read(text).frame) == 7


def test_what_nobody_of_a_group_has_is_not_offered_to_be_filled() -> None:
    ends = "DNF,a,\nDNF,b,\nDNF,c,\n"
    ranks = "".join(f"{place},r{place},{place}.5\n" for place in range(1, 60))
    entries = read(f"place,runner,time\n{ranks}{ends}").receipt.entries
    assert not [entry for entry in entries if "repeats the row" in entry.text]


def test_blanks_below_a_label_are_offered_to_be_filled() -> None:
    text = "group,item,n\nA,x,1\n,y,2\n,z,3\nB,x,4\n,y,5\n"
    assert said(read(text), "unsure", "names a group").choice == ("fill_down", "group")
    assert column(text, "group", ReadingChoices(fill_down=("group",))) == ["A", "A", "A", "B", "B"]


@pytest.mark.parametrize(
    ("encoding", "words"),
    [
        ("cp1250", "Łódź,Kraków,Gdańsk,świętokrzyskie"),
        ("cp1251", "Москва,Казань,Самара,Нижний Новгород"),
        ("cp1253", "Αθήνα,Πάτρα,Θεσσαλονίκη,Ηράκλειο"),
        ("cp1254", "İstanbul,Ağrı,Muğla,Şırnak"),
        ("cp1255", "ירושלים,חיפה,אשדוד,נתניה"),
        ("cp1256", "القاهرة,الرياض,بيروت,عمان"),
        ("cp874", "กรุงเทพ,เชียงใหม่,ขอนแก่น,ภูเก็ต"),
        ("cp850", "Köln,Düsseldorf,München,Lübeck"),
    ],
)
def test_code_pages_are_known_by_the_letters_of_their_languages(encoding: str, words: str) -> None:
    rows = "".join(f"{word},{number}\n" for number, word in enumerate(words.split(",")))
    table = read(f"city,n\n{rows}".encode(encoding))
    assert table.receipt.encoding == encoding
    assert table.frame["city"].tolist() == words.split(",")


def test_garbled_letters_are_told_and_mended_when_chosen() -> None:
    text = "name,n\nMÃ¼ller,1\nWeiÃŸ,2\n"
    assert said(read(text), "unsure", "mojibake").choice == ("encoding", "utf-8 twice")
    assert column(text, "name", ReadingChoices(encoding="utf-8 twice")) == ["Müller", "Weiß"]


def test_several_currencies_beside_amounts_are_pointed_out() -> None:
    assert said(read("cur,amount\nEUR,1.5\nUSD,2.5\nCHF,3.5\n"), "unsure", "several currencies")


def test_a_row_with_one_empty_cell_is_no_total_though_its_price_is_a_sum() -> None:
    """Seen in a shop's export: a price was the sum of the two sales before it, and how it was paid was left out."""
    lines = [f"2024-05-{n:02d},North,Tea,{10 * n + 7},cash" for n in range(1, 23)]
    lines += ["2024-05-23,North,Cup,12,", "2024-05-24,North,Pot,30,cash", "2024-05-25,South,Jug,40,cash"]
    lines += ["2024-05-26,South,Kettle,70,", "2024-05-27,North,Tea,9,cash"]
    table = read("day,shop,product,amount,payment\n" + "\n".join(lines) + "\n")
    assert len(table.frame) == len(lines)


def test_rows_without_a_word_are_totals_where_they_are_exact_sums_of_the_rows_above() -> None:
    text = "name,bill,due\nA,r0,1\nA,r1,9.5\nA,r2,20\n,,30.5\nB,r3,7\n,,7\n,,37.5\n"
    assert column(text, "due") == [1, 9.5, 20, 7]
    assert len(read(text, ReadingChoices(totals="in")).frame) == 7


def test_a_last_row_of_any_name_is_one_of_totals_where_all_its_numbers_are_sums() -> None:
    text = "land,nov,dec\nUlm,10,11\nBonn,20,12\nKiel,30,14\nEssen,40,18\nGermany,100,55\n"
    assert column(text, "nov") == [10, 20, 30, 40]
    assert len(read(text.replace("55", "56")).frame) == 5


def test_blank_labels_of_a_group_are_no_totals_for_one_sum_by_chance() -> None:
    assert column("region,n\nNorth,10\n,20\nSouth,30\n,40\nWest,50\n,70\n", "n") == [10, 20, 30, 40, 50, 70]


def test_mean_and_deviation_below_the_rows_are_no_rows() -> None:
    assert column("tube,cells\nt1,10\nt2,20\nt3,40\nMean,23.3\nSD,15.3\n", "cells") == [10, 20, 40]


def test_the_longer_of_two_tables_beside_each_other_is_read_and_the_other_offered() -> None:
    text = "a,n,,key,count\nx,1,,open,5\ny,2,,closed,6\nz,3,,,\nu,4,,,\n"
    table = read(text)
    assert table.frame.to_dict("list") == {"a": ["x", "y", "z", "u"], "n": [1, 2, 3, 4]}
    choice = said(table, "unsure", "several tables").choice
    assert choice == ("table", "line 1, column 4")
    assert column(text, "count", ReadingChoices(table="line 1, column 4")) == [5, 6]


def test_the_main_table_is_called_by_its_file_and_another_by_its_place() -> None:
    text = "a,n,,key,count\nx,1,,open,5\ny,2,,closed,6\nz,3,,,\nu,4,,,\n"
    assert read(text).called == "table.csv"
    assert read(text, ReadingChoices(table="line 1, column 4")).called == "table – line 1, column 4.csv"


@pytest.mark.parametrize("above", [
    "Account;DE00 TEST\nPeriod;January 2026\n",
    "Account name:;J Okafor\nAccount number:;****4417\nSort code:;04-00-75\nOverdraft limit:;500\n",
    "Girokonto;DE12120300001012345678\nZeitraum:;01.05.2024 - 31.05.2024\nKontostand:;4.711,08 EUR\n",
])  # fmt: skip
def test_lines_of_a_name_and_a_value_above_the_table_are_no_table(above: str) -> None:
    rows = "".join(f"0{n}.01.2026;Shop {n};{n},50\n" for n in range(1, 9))
    table = read(f"{above}\nDay;Text;Amount\n{rows}")
    assert len(table.frame) == 8 and not table.offered and not table.receipt.of("unsure")


def test_an_empty_column_inside_one_table_makes_no_two_of_it() -> None:
    table = read("a,n,,key,count\nx,1,,open,5\ny,2,,closed,6\nz,3,,held,7\n")
    assert not table.offered
    assert len(table.frame.columns) == 4


def test_the_head_of_a_page_is_no_row_of_the_list_that_goes_on_below_it() -> None:
    page = "LIST OF BILLS      PAGE {}\n04:47 RUN\n\nNO     DAY         SUM\n-----  ----------  -----\n"
    rows = ["10001  2024-01-05  10.50\n10002  2024-01-06  20.50\n", "10003  2024-01-07  30.50\n"]
    table = read("\n".join(page.format(number) + row for number, row in enumerate(rows, 1)))
    assert table.frame["SUM"].tolist() == [10.5, 20.5, 30.5]
    assert not table.offered
    assert said(table, "skipped", "every page repeats").count == 2


def test_names_and_values_above_a_table_of_the_same_width_are_no_rows() -> None:
    text = (
        "Title,Prices\nCode,L522\nUnit,Index\nNotes,\n2015,99.5\n2016,100.5\n2017,101\n2018,102\n2019,103\n2020,104\n"
    )
    table = read(text)
    assert len(table.frame) == 6
    assert said(table, "assumed", "no header row")


def test_short_marks_among_measurements_count_as_missing_and_are_told() -> None:
    table = read("town,rate\na,1.5\nb,2.5\nc,s\nd,3.5\ne,4.5\n")
    assert said(table, "unsure", "but a mark").choice == ("kinds", ("rate", "text"))


def test_dates_may_end_in_a_dot() -> None:
    assert str(read("day,n\n2024.05.01.,1\n2024.05.13.,2\n").frame["day"].dtype).startswith("datetime")


def test_a_diameter_is_no_letter_of_another_alphabet() -> None:
    assert column("part,n\nRing Ø 47,1\nDisk Ø 5,2\n".encode("cp1252"), "part") == ["Ring Ø 47", "Disk Ø 5"]


def test_a_total_above_the_rows_is_proven_by_thousands_with_dots() -> None:
    rows = "01 Elba;1.204.310;602.155\n02 Giglio;31.400;15.200\n03 Capraia;2.090;1.045\n"
    text = f"Isola;Totale;Donne\nTotale nazionale;1.237.800;618.400\n{rows}"
    assert column(text, "Totale") == [1204310, 31400, 2090]
    assert column(text.replace("1.237.800;618.400", "1.300.000;700.000"), "Totale")[0] == 1300000


def test_a_line_of_means_is_no_row_where_its_numbers_prove_it() -> None:
    rows = "pupil;essay;oral\nA. Roy;12,5;11\nB. Diaz;9,0;14\nC. Paul;15,5;abs\n"
    for label in ("Class average", "Moyenne du groupe", "Klassendurchschnitt"):
        assert column(f"{rows}{label};12,33;12,5\n", "essay") == [12.5, 9.0, 15.5]
    assert len(column(f"{rows}Moyenne Marie;16,0;12,5\n", "essay")) == 4


def test_years_prove_no_line_of_means() -> None:
    games = "game,maker,year\nAlma,North Forge,2005\nBrio,Quill Media,2007\nCove,Tin House,2008\nDune,Old Road,2009\n"
    assert column(games, "game") == ["Alma", "Brio", "Cove", "Dune"]


def test_a_footnote_that_separators_cut_into_cells_is_no_row() -> None:
    rows = "Probe;pH;Cl\n0071;7,1;12\n0072;6,9*;15\n0073;7,4;11\n0074;7,0*;19\n"
    assert column(f"{rows}* geschätzt; nicht gemessen; siehe Bericht\n", "Probe") == ["0071", "0072", "0073", "0074"]
    assert column(f"{rows}*0075;7,2;14\n", "Cl") == [12, 15, 11, 19, 14]
    assert len(column("who;says\n* Ann; hello\n* Bob; bye\n* Cid; well\n", "who")) == 3
