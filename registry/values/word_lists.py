"""Words that files use for things that are no data: missing cells, totals, notes. All in folded form."""

import re
import unicodedata

MISSING_TOKENS: frozenset[str] = frozenset(
    {
        "", "na", "n/a", "n.a.", "n.a", "#n/a", "#na", "<na>", "nan", "-nan", "null", "\\n", "#null", "none", "(none)",
        "(null)", "-", "--", "---", "—", "–", "―", "ー", "?", "??", "???", "missing", "(missing)", "<missing>",
        "not available", "no data", "nodata", "(blank)", "<blank>", "(empty)", "k.a.", "k. a.", "k.a", "ka.",
        "keine angabe", "keine angaben", "n.v.", "sin dato", "sin datos", "s/d", "欠測", "欠損", "未入力",
        "該当なし", "缺失",
        "#value!", "#ref!", "#div/0!", "#name?", "#null!", "#num!",
    }
)  # fmt: skip
"""A cell that holds one of these as a whole holds no value."""

NUMBER_COLUMN_TOKENS: frozenset[str] = frozenset(
    {
        "nd", "n.d.", "n.d", "inf", "-inf", "+inf", "infinity", "nil", ".", "..", "...", "*", "**", "x", "xx",
        "***", "****", "unknown", "error", "err", "fault", "fehler", "defekt", "fehlt", "leer", "blank", "empty",
        "no value", ":", "/", "ovrflw", "overflow", "over", "saturated", "oor", "out of range",
        "not measured", "not recorded", "unbekannt", "inconnu", "desconocido", "不明", "なし", "無し", "无",
        "エラー", "tbd", "(x)", "(d)", "(s)", "(na)", "n.b.", "n. b.",
        "s.o.",
    }
)  # fmt: skip
"""These hold no value in a column of numbers or dates; among words they are words ("ND" is a state)."""

DOUBTFUL_TOKENS: frozenset[str] = frozenset({"none", "missing"})
"""Missing tokens that could be an answer of their own in a column of words: the receipt says so."""

TOTAL_WORDS: frozenset[str] = frozenset(
    {
        "total", "totals", "grand total", "sub total", "subtotal", "sub-total", "sum", "overall", "overall total",
        "all", "average", "avg", "avg.", "mean", "schnitt", "ø", "średnia", "среднее", "gemiddelde", "المعدل",
        "summe", "gesamt", "gesamtsumme", "zwischensumme", "insgesamt", "durchschnitt",
        "mittelwert", "total général", "total general", "total geral", "totali",
        "totais", "totales", "totaux", "gesamtergebnis", "sous-total", "somme", "moyenne", "suma",
        "subtotal general", "promedio", "totale", "somma", "media", "totaal", "合計", "総計", "小計", "総合計",
        "計", "平均",
        "总计", "合计", "小计", "합계", "총계",
    }
)  # fmt: skip
"""First cell of a row that sums up other rows."""

TOTAL_STARTS = (
    r"grand total|sub-?total|totals?|totali|totais|totales|totaux|gesamtergebnis|overall|"
    r"summe|(zwischen|end|gesamt|monats|jahres|teil)summe|gesamt|"
    r"insgesamt|somme|sous-total|totale?|razem|suma|ogółem|celkem|összesen|итого|всего|разом|σύνολο|toplam|yhteensä|"
    r"i alt|summa|totaal|subtotaal|合計|総計|小計|总计|合计|小计|합계|총계|รวม|סה\"?כ|المجموع|الإجمالي"
)
TOTAL_START = re.compile(rf"^\**\s*({TOTAL_STARTS})(?!\w)[\s:：]*")
"""A longer label of a total: "Total 2024", "Summe:"."""

TOTAL_END = re.compile(r"\b(total|totals|subtotal|gesamt|insgesamt|summe|gesamtsumme)$|(合計|総計|小計|総合計|全体)$")
"""What a total is of stands before the word: "World total", "Filiale Nord gesamt", "東京合計"."""

WHOLES: frozenset[str] = frozenset(
    {
        "world", "all countries", "all regions", "all groups", "all products", "all stores", "all departments",
        "all years", "all months", "everyone", "everything", "both", "welt", "alle", "alle länder", "alle regionen",
        "全国", "全体", "世界", "全社", "すべて", "全て", "全店",
    }
)  # fmt: skip
"""A label of a row that sums up the others only where its numbers prove it."""

STATISTICS: frozenset[str] = frozenset(
    {
        "mean", "average", "avg", "mittelwert", "moyenne", "media", "promedio", "sd", "std", "std.", "std dev", "stdev",
        "st. dev.", "standard deviation", "standardabweichung", "stabw", "stabw.", "écart-type", "desv. est.", "cv",
        "cv %", "cv%", "rsd", "rsd %", "sem", "variance", "varianz", "median", "médiane", "min", "min.", "minimum",
        "max", "max.", "maximum", "n", "count", "anzahl", "range", "平均", "標準偏差", "最大", "最小", "中央値",
    }
)  # fmt: skip
"""Labels of rows below or above the data that describe them all; two of them side by side are no rows."""

NOTE_START = re.compile(
    r"^(#|%|\*|//|--|note\b|notes\b|source\b|quelle\b|hinweis\b|anmerkung|exported\b|export(iert)?\b|generated\b|created\b|erstellt\b|"
    r"stand\b|end of\b|remark|bemerkung|fuente\b|nota\b|※|注|出典|備考|作成)"
)
"""A line of notes before or after the table."""


YES_WORDS: frozenset[str] = frozenset(
    {
        "true",
        "t",
        "yes",
        "y",
        "1",
        "ja",
        "j",
        "wahr",
        "oui",
        "o",
        "vrai",
        "sí",
        "si",
        "s",
        "sì",
        "tak",
        "x",
        "はい",
        "有",
        "○",
        "✓",
        "✔",
    }
)
NO_WORDS: frozenset[str] = frozenset(
    {"false", "f", "no", "n", "0", "nein", "falsch", "non", "faux", "nie", "nee", "いいえ", "無", "×", "✗", "✘"}
)
"""What cells say in a column that a person calls one of yes and no; nothing is taken for such a column unasked."""

MEANS = "average|avg|mean|durchschnitt|mittelwert|moyenne|media|média|promedio|gemiddelde|średnia|среднее|平均"
MEAN_LABEL = re.compile(rf"^({MEANS})\b(?!$)|(^|\s)({MEANS})$|\w(durchschnitt|mittelwert|mittel|平均)$")
"""A label of a row of means: "Moyenne de la classe", "Class average", "Klassendurchschnitt"."""

TOTAL_LIKE = (
    rf"^[\s*]*({'|'.join(map(re.escape, sorted(TOTAL_WORDS | WHOLES)))}|{TOTAL_STARTS}|{MEANS})|^\s*(grand|sub)|"
    rf"({MEANS}|mittel)[\s:：]*$|"
    r"(total|totals|subtotal|gesamt|insgesamt|summe|gesamtsumme|合計|総計|小計|総合計|全体)[\s:：]*$"
)
"""What every label of a total has: a quick look at many texts at once, whose hits are then judged one by one."""
_STATISTICS = "|".join(r"\s+".join(map(re.escape, word.split())) for word in sorted(STATISTICS))
STATISTIC_LIKE = rf"^\s*({_STATISTICS})[\s:：]*$"
LONGEST_TOKEN = 20
DASHES = re.compile(r"[-–—_]{2,}")
"""How instruments write that they measured nothing, in whatever length."""
LONGEST_LABEL = 40


def folded(text: str) -> str:
    """Width, case and blanks put aside: what two spellings of one thing have in common."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    return " ".join(plain.casefold().split())


def may_be_token(text: str) -> bool:
    """A quick look: tokens are short and hold no digits at their beginning, where numbers and dates have theirs."""
    return len(text) <= LONGEST_TOKEN and not text[:1].isdigit() and not text[1:2].isdigit()


def is_missing(text: str) -> bool:
    """Whether a whole cell says that there is no value."""
    return may_be_token(text) and (folded(text) in MISSING_TOKENS or DASHES.fullmatch(text.strip()) is not None)


def is_total(text: str) -> bool:
    """Whether the label of a row says that it sums up others."""
    if text[:1].isdigit() or len(text) > LONGEST_LABEL:
        return False
    label = folded(text).rstrip(":： ")
    return label in TOTAL_WORDS or bool(TOTAL_START.match(label) and len(label) <= LONGEST_LABEL)


BALANCE = re.compile(
    r"^[#*\s]*((opening|closing|starting|ending|beginning|previous|final|new|old|current|net)\s+(balance|movement)|"
    r"a riportare\b|riporto\b|à reporter\b|a reportar\b|do przeniesienia\b|"
    r"balance\b|(carried|brought) forward|[bc]/f\b|(letzter |neuer |alter )?kontostand|\w*saldo\b|\w*bestand\b|"
    r"übertrag\b|(ancien |nouveau )?solde\b|beginsaldo|stan konta|остаток|前月繰越|次月繰越|残高|期初|期末|余额)",
    re.I,
)
"""How much an account holds before or after the rows."""


def is_balance(text: str) -> bool:
    """Whether a label says that its line holds a balance rather than a movement."""
    return len(text) <= LONGEST_LABEL and BALANCE.match(text) is not None


def may_be_mean(text: str) -> bool:
    """Whether the label of a row names the mean of others, which its numbers have to prove."""
    return len(text) <= LONGEST_LABEL and MEAN_LABEL.search(folded(text).rstrip(":： ")) is not None


def may_be_total(text: str) -> bool:
    """Whether the label of a row names a whole ("World total", "alle"), which its numbers have to prove."""
    if text[:1].isdigit() or len(text) > LONGEST_LABEL:
        return False
    label = folded(text).rstrip(":： ")
    return is_total(text) or label in WHOLES or TOTAL_END.search(label) is not None
