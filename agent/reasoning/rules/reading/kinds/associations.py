"""Questions whether two columns of categories go together: a test of association, not a correlation."""

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import Frame, GroupSlot
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.parse import Parts
from registry.profile import ColumnProfile

_PAIR = 2
_MOST_VALUES = 60
_MOST_CODES = 12
_MOST_TESTED = 30
"""Different whole numbers that a question for a chi-square test may mean as categories."""
_ROWS_A_VALUE = 3
_CODES = frozenset(
    {"class", "level", "type", "code", "group", "category", "grade", "tier", "stage", "zone", "status", "cluster",
     "klasse", "stufe", "typ", "gruppe", "kategorie", "区分", "種別", "等級", "クラス"}
)  # fmt: skip
"""Words of columns whose small numbers name something."""
_CORRELATES = ("correl", "korrel", "相関", "coefficient", "koeffizient")


def association(parts: Parts) -> Frame | None:
    """`is there an association between gender and department?`, `chi-square test of plan and region`."""
    question = parts.question
    asks_test = question.has("test:chi_square", "test:fisher")
    if not (asks_test or question.has("corr", "effect") or _differ(parts)) or question.has(
        "plot", "plot:", "method:", "corr_matrix"
    ):
        return None
    links = free_links(parts)
    if len(links) != _PAIR or (question.has("test:") and not asks_test):
        return None
    columns = [link.first.column for link in links]
    if not (all(_may_be_tested(column) for column in columns) if asks_test else _are_categories(columns, parts)):
        return None
    chosen = [ref(link.first) for link in links]
    return Frame(
        intent="association",
        dataset_id=parts.table.dataset_id,
        columns=chosen,
        conditions=[item for item in parts.conditions if item[0].column not in chosen],
        method="fisher" if question.has("test:fisher") else None,
    )


def _differ(parts: Parts) -> bool:
    """`does the plan differ by region?`: of two columns of words, and not how many there are of each."""
    question = parts.question
    counts = question.has("count", "agg:", "share", "high", "low", "distinct", "missing")
    links = free_links(parts)
    return question.has("difference") and not counts and all(_is_category(link.first.column) for link in links)


def crossed(parts: Parts) -> Frame | None:
    """`cross table of plan and region` where no word has made groups of both: the rows of each combination."""
    question = parts.question
    links = free_links(parts)
    if not question.has("cross") or len(links) != _PAIR or len(parts.grouping.slots) == _PAIR:
        return None
    if not all(_is_category(link.first.column) for link in links) or question.has("agg:", "share", "plot", "plot:"):
        return None
    groups = [GroupSlot(columns=[ref(link.first)]) for link in links]
    return Frame(dataset_id=parts.table.dataset_id, groups=groups, conditions=parts.conditions)


def free_links(parts: Parts) -> list[ColumnLink]:
    """The columns that the question names and no condition has used, each once, whatever word stands before them."""
    own = {link.start for link in (*parts.metric_links, *parts.other_links)} | parts.grouping.links
    found: list[ColumnLink] = []
    for link in parts.question.links:
        said = any(other.first == link.first for other in found) or _ends_a_name(link, parts)
        if link.start in own and not said:
            found.append(link)
    exact = [link for link in found if link.literal]
    return exact if len(exact) >= _PAIR else found


def _ends_a_name(link: ColumnLink, parts: Parts) -> bool:
    """The score of `life expectancy score`: it belongs to the name before, though another column's name has it too."""
    if link.start == link.end:
        return False  # the values of a wide table, which no word names
    token = parts.question.tokens[link.start]
    is_part = link.end - link.start == 1 and list(name_words(link.first.name)) != [token.stem]
    beside = any(other.end == link.start for other in parts.question.links)
    return is_part and beside and token.stem in _ENDINGS


_ENDINGS = frozenset({"score", "value", "rate", "level", "index", "amount", "number", "count", "figure", "wert"})


def texts_named(parts: Parts) -> list[ColumnLink]:
    """The columns of words, or of true and false, among them: `between` may have taken one for a group."""
    return [link for link in free_links(parts) if link.first.column.kind in ("text", "boolean")]


def _are_categories(columns: list[ColumnProfile], parts: Parts) -> bool:
    """Two columns of words; or one beside a yes or no or a code; or two of those, of which none is an amount."""
    plain = [column for column in columns if _is_category(column)]
    codes = [column for column in columns if column not in plain and (_is_yes_no(column) or _is_code(column))]
    if len(plain) + len(codes) < _PAIR:
        return False
    correlates = any(word in mark.text for mark in parts.question.tagged("corr") for word in _CORRELATES)
    return bool(plain) or (any(_is_yes_no(column) for column in codes) and not correlates)


def _is_category(column: ColumnProfile) -> bool:
    return column.kind in ("text", "boolean") and 1 < column.unique <= _MOST_VALUES


def _is_yes_no(column: ColumnProfile) -> bool:
    """Nothing but 0 and 1."""
    numeric = column.numeric
    return (
        numeric is not None and numeric.is_integer and (numeric.minimum, numeric.maximum) == (0, 1)
        and column.unique == _PAIR
    )  # fmt: skip


def _is_code(column: ColumnProfile) -> bool:
    """Few whole numbers under a name that says that they stand for something: level 1 to 3."""
    whole = column.numeric is not None and column.numeric.is_integer and 1 < column.unique <= _MOST_CODES
    return is_number(column) and whole and bool(_CODES & set(name_words(column.name)))


def _may_be_tested(column: ColumnProfile) -> bool:
    whole = column.numeric is not None and column.numeric.is_integer and 1 < column.unique <= _MOST_TESTED
    repeats = column.count >= _ROWS_A_VALUE * column.unique
    return _is_category(column) or (is_number(column) and whole and repeats)
