"""The receipt for people: equal lines together, what matters first."""

from registry.receipt import group_receipt
from tests.registry.reading import read

WIDE = "id,a,b,c\n1,NA,1,NA\n2,NA,2,5\n3,7,NA,6\n4,8,9,10\n"


def test_what_is_true_of_several_columns_is_one_line() -> None:
    groups = [group for group in group_receipt(read(WIDE).receipt) if "counts as missing" in group.text]
    assert len(groups) == 1
    group = groups[0]
    assert (group.columns, group.count, group.lines) == (("a", "b", "c"), 4, (2, 3, 4))
    assert "“NA” in 2 cells of “a”" in group.text
    assert "2 more columns: “b”, “c”" in group.text
    assert [entry.choice for entry in group.entries] == [("kept_words", (name, "NA")) for name in "abc"]


def test_other_words_are_other_lines() -> None:
    groups = group_receipt(read("id,a,b\n1,NA,n/a\n2,3,4\n3,5,6\n").receipt)
    assert sum("counts as missing" in group.text for group in groups) == 2


def test_nothing_is_lost_and_what_matters_comes_first() -> None:
    receipt = read("id;a;when\n1;NA;03/04/2024\n2;x;05/06/2024\n3;y;07/08/2024;9\nTotal;;\n").receipt
    groups = group_receipt(receipt)
    assert sum(len(group.entries) for group in groups) == len(receipt.entries)
    actions = [group.action for group in groups]
    assert actions == sorted(actions, key=["unsure", "warning", "skipped", "converted", "assumed"].index)
