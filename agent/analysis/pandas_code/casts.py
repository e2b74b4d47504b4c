"""The steps that read a column as another type, or its values as others, as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.durations import CLOCK, MINUTES, PARTS, STOPWATCH, UNITS
from agent.analysis.filtering.number_text import CURRENCY, GROUPINGS, PLAIN
from agent.analysis.frames.schema import Column
from agent.analysis.pandas_code.program import Program, assign, cell
from agent.analysis.transforms.cast import DAY_FIRST, MONTH_FIRST, NAMED_MONTHS, TIMES, seconds_in
from agent.analysis.transforms.mapping import MOST_STRAY
from agent.specs.base import Scalar
from agent.specs.transforms import CastType
from registry.values.own_order import ordinal_pattern

_ISO = [
    "%Y-%m-%d", "%Y-%m", "%Y",
    *(f"%Y-%m-%d{mark}{time}" for mark in (" ", "T") for time in ("%H:%M", "%H:%M:%S", "%H:%M:%S.%f")),
]  # fmt: skip
_PLAIN_TEXT: Sequence[str] = (
    "def plain(value):",
    "    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()",
)


def cast(program: Program, step: CastType) -> None:
    """As the step `cast_type`. A few values that cannot be read are missing; more of them stop the program."""
    storage = program.column(step.col).storage
    if step.to == "number":
        _to_number(program, step.col, storage)
    elif step.to == "date":
        if storage != "moment":
            _to_date(program, step)
    elif step.to == "seconds":
        _to_seconds(program, step, program.column(step.col))
    else:
        _to_text(program, step.col, storage)


def _to_number(program: Program, name: str, storage: str) -> None:
    if storage == "number":
        return
    if storage == "boolean":
        assign(program, name, f"{cell(name)}.astype('Float64')")
        return
    program.add("import re", "def as_number(text):")
    program.add(
        f"    bare = re.sub({CURRENCY.pattern!r}, '', text.replace('\\u2212', '-'), flags=re.IGNORECASE)",
        "    bare = bare.strip().removesuffix('%').strip()",
        "    negative = bare.startswith('(') and bare.endswith(')')",
        "    bare = bare[1:-1].strip() if negative else bare",
    )
    program.add(f"    if re.fullmatch({PLAIN.pattern!r}, bare):", "        pass")
    for pattern, separators, point in GROUPINGS:
        program.add(
            f"    elif re.fullmatch({pattern.pattern!r}, bare):",
            f"        bare = re.sub({separators!r}, '', bare).replace({point!r}, '.')",
        )
    program.add(
        "    else:",
        f"        place = re.fullmatch({ordinal_pattern()!r}, text.strip(), re.IGNORECASE)",
        "        return float(place[1] or place[2]) if place else None",
        "    return -float(bare) if negative else float(bare)",
    )
    _keep_most(program, name, f"{cell(name)}.map(as_number, na_action='ignore').astype('float64')", "number")


def _keep_most(program: Program, name: str, read: str, what: str, most: float = MOST_STRAY) -> None:
    """The column as it was read, unless too many of its cells could not be."""
    program.add(
        f"read = {read}",
        f"if (read.isna() & {cell(name)}.notna()).sum() > {most} * {cell(name)}.notna().sum():",
        f"    raise ValueError({f'{name} holds what cannot be read as a {what}'!r})",
    )
    assign(program, name, "read")


def _to_date(program: Program, step: CastType) -> None:
    named = [form + time for form in NAMED_MONTHS for time in TIMES]
    orders: Mapping[bool | None, tuple[tuple[str, ...], ...]] = {
        True: (DAY_FIRST,), False: (MONTH_FIRST,), None: (DAY_FIRST, MONTH_FIRST),
    }  # fmt: skip
    program.add("import re", "from datetime import datetime", *_PLAIN_TEXT, *_AS_DATE)
    if step.date_format is not None:
        program.add(f"forms = [[{step.date_format!r}]]")
    else:
        program.add(f"others = {[*named]!r}", f"iso = {_ISO!r}", "forms = [")
        for days in orders[step.day_first]:
            program.add(f"    iso + {[form + time for form in days for time in TIMES]!r} + others,")
        program.add("]")
    program.add(
        f"written = {cell(step.col)}.dropna().unique()",
        "orders = [[as_date(plain(value), each) for value in written] for each in forms]",
        "most = min(dates.count(None) for dates in orders)",
        "orders = [dates for dates in orders if dates.count(None) == most]",
        "if orders[0] != orders[-1]:",
        f"    raise ValueError({f'the dates in {step.col} read both as day/month and as month/day'!r})",
        "dates = dict(zip(written, orders[0]))",
    )
    _keep_most(program, step.col, f"pd.to_datetime({cell(step.col)}.map(dates))", "date")


def _to_seconds(program: Program, step: CastType, column: Column) -> None:
    name, factor = column.name, seconds_in(column)
    if factor is not None:
        assign(program, name, f"{cell(name)}.astype('float64') * {factor}")
        return
    if column.storage == "moment":
        assign(program, name, f"({cell(name)} - {cell(name)}.dt.normalize()).dt.total_seconds()")
        return
    if column.storage == "number":
        program.add(f"hours, minutes = {cell(name)} // 100, {cell(name)} % 100")
        program.add("is_time = hours.between(0, 23) & (minutes < 60)")
        _keep_most(program, name, "(hours * 3600 + minutes * 60).where(is_time).astype('float64')", "time", most=0)
        return
    minutes_first = {"m:ss": "True", "h:mm": "False"}.get(
        step.written or "", f"{cell(name)}.str.strip().str.fullmatch({MINUTES.pattern!r}).any()"
    )
    program.add(
        "import re",
        f"minutes_first = {minutes_first}  # 1:23 is minutes and seconds, and a number alone seconds",
        "def as_seconds(text):",
        f"    short = re.fullmatch({STOPWATCH.pattern!r}, text.strip())",
        "    if minutes_first and short:",
        "        if short[2] and float(short[3]) >= 60:",
        "            return None",
        "        return (int(short[2] or 0) * 60 + float(short[3])) * (-1 if short[1] else 1)",
        f"    clock = re.fullmatch({CLOCK.pattern!r}, text.strip())",
        "    if clock:",
        "        total = int(clock[2]) * 3600 + int(clock[3]) * 60 + float(clock[4] or 0)",
        "        return -total if clock[1] else total",
        f"    short = re.fullmatch({MINUTES.pattern!r}, text.strip())",
        "    if short:",
        "        return (int(short[2]) * 60 + float(short[3])) * (-1 if short[1] else 1)",
        f"    parts = re.fullmatch({PARTS.pattern!r}, text.strip(), re.IGNORECASE)",
        "    if not parts or not any(parts.groups()[1:]):",
        "        return None",
        f"    total = sum(float(part or 0) * unit for part, unit in zip(parts.groups()[1:], {UNITS!r}))",
        "    return -total if parts[1] else total",
    )
    _keep_most(program, name, f"{cell(name)}.map(as_seconds, na_action='ignore').astype('float64')", "time or duration")


_AS_DATE: Sequence[str] = (
    "def as_date(text, forms):",
    "    part = re.fullmatch(r'(\\d{4})-?([HQWhqw])(\\d{1,2})', text)",
    "    try:",
    "        if part and part[2] in 'Ww':",
    "            return datetime.fromisocalendar(int(part[1]), int(part[3]), 1)",
    "        if part:",
    "            months = 6 if part[2] in 'Hh' else 3",
    "            return datetime(int(part[1]), (int(part[3]) - 1) * months + 1, 1)",
    "    except ValueError:",
    "        return None",
    "    for form in forms:",
    "        try:",
    "            return datetime.strptime(text, form)",
    "        except ValueError:",
    "            pass",
)


def _to_text(program: Program, name: str, storage: str) -> None:
    value = cell(name)
    if storage == "moment":
        form = "%Y-%m-%d" if program.column(name).kind == "date" else "%Y-%m-%d %H:%M:%S"
        assign(program, name, f"{value}.dt.strftime({form!r})")
    elif storage != "text":
        program.add(*_PLAIN_TEXT)
        assign(program, name, f"{value}.map(plain, na_action='ignore').astype('str')")


def map_values(
    program: Program, source: str, name: str, mapping: Mapping[str, Scalar], rest: Scalar | None = None
) -> None:
    """As the step `recode_column` with a mapping: values by their text, exactly where it is there, else ignoring case
    and outer blanks. Values that the mapping does not name are the `rest`, else keep their text; where labels are
    numbers they are missing.
    """
    labels = [*mapping.values(), *([rest] if rest is not None else [])]
    numbers = all(isinstance(label, int | float) and not isinstance(label, bool) for label in labels)
    told = {written: float(label) if numbers else _label(label) for written, label in mapping.items()}
    exactly = program.column(source).storage == "text"
    program.add("import unicodedata", *_PLAIN_TEXT, "def folded(text):")
    program.add("    return unicodedata.normalize('NFKC', text).casefold().strip()")
    program.add(
        f"texts = {cell(source)}.map({'str' if exactly else 'plain'}, na_action='ignore')",
        "labels = {}",
        f"for written, label in {told!r}.items():",
        "    same = [text for text in texts.dropna().unique() if folded(text) == folded(written)]",
        "    labels |= dict.fromkeys([written] if written in same else same, label)"
        if exactly
        else "    labels |= dict.fromkeys(same, label)",
    )
    others = "None" if numbers else "text"
    if rest is not None:
        others = repr(float(rest) if numbers else _label(rest))
    assign(program, name, f"texts.map(lambda text: labels.get(text, {others}), na_action='ignore')"
            + (".astype('float64')" if numbers else ".astype('str')"))  # fmt: skip


def _label(label: Scalar) -> str:
    return str(int(label)) if isinstance(label, float) and label.is_integer() else str(label)
