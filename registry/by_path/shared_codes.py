"""Codes for missing values that columns of text share, found where the file lies."""

from collections.abc import Mapping

from registry.by_path.columns import SAMPLED, STAGE, cells_seen, grouped
from registry.by_path.engine import Session, text
from registry.columns.fault_codes import FAR_CODE, FEWEST_COLUMNS, far_codes
from registry.columns.missing_rules import Beside


def shared_codes(session: Session, columns: Mapping[str, str]) -> dict[str, Beside]:
    """What columns of text, by name with what they are called in the stage, show of one another: codes for missing."""
    coded = {cell: f"regexp_full_match({cell}, {text(FAR_CODE.pattern)})" for cell in columns.values()}
    asked = ", ".join(f"bool_or({condition})" for condition in coded.values())
    found = session.execute(f"SELECT {asked} FROM {STAGE}").fetchall()[0]
    marked = {name: cell for (name, cell), is_coded in zip(columns.items(), found, strict=True) if is_coded}
    if len(marked) < FEWEST_COLUMNS:
        return {}
    seen = [
        grouped(session, cell, f"__row < {SAMPLED}").with_more(grouped(session, cell, coded[cell]))
        for cell in marked.values()
    ]
    codes = far_codes([cells_seen(each)[0] for each in seen])
    return {name: Beside(own) for name, own in zip(marked, codes, strict=True) if own}
