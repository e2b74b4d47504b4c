"""How preparations are said: patterns over sentences whose columns are signs, each read to the end of its clause."""

import re
from typing import Literal, cast

from agent.reasoning.rules.reading.preparing.grammar_de_ja import (
    END_DE,
    END_JA,
    GERMAN,
    JAPANESE,
    START_DE,
    START_JA,
    UNREAD_DE,
    UNREAD_JA,
    WITHOUT_DE,
)
from agent.reasoning.rules.reading.preparing.masked import COLUMN, NAME

ClauseKind = Literal[
    "fill", "drop_missing", "duplicates", "outliers", "clip", "formula", "minmax", "zscore", "normalise", "create",
]  # fmt: skip

_THE = r"(?:(?:the|all|any|its|their|these|those|such|each|every|our|of|both|(?:an?|the|each)\s+\w+'s)\s+)*"
_THING = (
    r"(?:\s+(?:columns?|variables?|features?|fields?|values?|attributes?|data|distribution|"
    r"(?<=⟧ )(?:prices?|scores?))|(?<=⟧)[ -]coordinates?(?: columns?)?)?"
)
_COL = rf"{_THE}(?:(?:columns?|values? of|variables?)\s+)?{_THE}{COLUMN}{_THING}"
_COLS = rf"{_COL}(?:(?:\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*){_COL})*"
_IN = r"(?:in|of|for|from|on|within|to|at)"
_NUMBER = r"-?\d+(?:\.\d+)?"
_DATA = (
    r"(?:\s+(?:in|from|of|on) (?:the |this |our )?(?:entire |whole |given )?"
    r"(?:data ?set|data|table|file|data ?frame|analysis))?"
)
_WAY = r"(?:with|by|using|to|via|through)"

# ---------------------------------------------------------------- missing cells

_EMPTY = r"(?:missing|null|nan|n/a|na|empty|blank)"
_CELLS = r"(?:values?|cells?|entries|entry|data(?: points?)?|fields?|observations?|ones)"
_GAPS = (
    rf"{_THE}(?:{_EMPTY}(?:\s+(?P<inside>{_COLS}))?(?:\s+{_CELLS})?|gaps)"
    rf"(?:\s+{_IN}\s+(?P<cols>{_COLS}|{_THE}(?:numeric(?:al)? )?columns?)|"
    r"\s+(?:in|of) the (?:data ?set|data|table))?"
)
_FILLING = r"(?:fill(?:ing)?(?: (?:in|up|out))?|imput(?:e|ing)|replac(?:e|ing)|handl(?:e|ing)|treat(?:ing)?)"
_METHOD = (
    rf"{_THE}(?:respective\s+)?(?:column\s+|column's\s+)?(?:(?P<mean_of>{COLUMN})\s+)?"
    rf"(?P<method>mean|average|median|mode|most (?:frequent|common)(?: (?:value|one))?(?:\s*\([^)]*\))?|"
    rf"zeros?|zeroes|(?:previous|last|preceding)(?: valid| known)?(?: value| row| observation)?|"
    rf"(?:the )?value (?:above|before)|{NAME}|(?P<constant>{_NUMBER}))"
    rf"(?:\s+(?P<of_it>{COLUMN}))?(?:\s+values?)?"
    rf"(?:\s+{_IN}\s+(?P<of>{_COLS}|{_THE}(?:same |respective )?columns?))?"
)
_FILL_BY = (
    rf"(?:(?:\s+(?:should|must|are|to|is)(?: be)?)?\s+)?"
    rf"(?:{_WAY}\s+(?:(?:imput|fill|replac)ing (?:them|it|these) {_WAY} )?)"
)
FILL = (
    rf"{_FILLING}\s+{_GAPS}{_FILL_BY}{_METHOD}",
    rf"(?:fill|imput)\w*\s+(?P<inside>{_COLS})\s+{_WAY}\s+{_METHOD}",
    rf"(?:with\s+)?{_GAPS}(?:\s+(?:should|must|are|is|were|to|have)(?: be| been)*)?\s+"
    rf"(?:filled|imputed|replaced)(?: in)?\s+(?:with|by|using)\s+{_METHOD}",
    r"(?:use |using |apply(?:ing)? )?(?P<method>mean|median|mode)[ -]imput(?:ation|ing)"
    rf"(?:\s+(?:for|of|in|on)\s+(?:{_THE}{_EMPTY} {_CELLS} (?:in|of) )?(?P<cols>{_COLS}))?(?: to fill (?:these|"
    rf"the|any) missing values)?",
    r"forward[- ]fill(?:ing)?\s+(?P<forward>" + _COLS + ")",
)
_ROWS = r"(?:rows?|records?|entries|entry|observations?|lines?|cases?|data points?)"
_DROPPING = (
    r"(?:remov(?:e|ing)|drop(?:ping)?|exclud(?:e|ing)|delet(?:e|ing)|discard(?:ing)?|eliminat(?:e|ing)|"
    r"filter(?:ing)? out|leav(?:e|ing) out|tak(?:e|ing) out|tak(?:e|ing) away|get(?:ting)? rid of|ignor(?:e|ing)|"
    r"without|trim(?:ming)?)"
)
DROP_MISSING = (
    rf"{_DROPPING}\s+{_THE}{_ROWS}\s+(?:with|that (?:have|has|contain)|having|containing|where there (?:is|are))\s+"
    rf"(?:an?\s+)?{_THE}{_EMPTY}(?:\s+(?:{_CELLS}\s+)?(?:(?:in|of|for)\s+)?(?P<cols>{_COLS}))(?:\s+{_CELLS})?{_DATA}",
    rf"{_DROPPING}\s+{_THE}{_ROWS}\s+(?:where|in which|whose)\s+(?P<cols>{_COLS})\s+(?:is|are)\s+{_EMPTY}{_DATA}",
)
DUPLICATES = (
    rf"{_DROPPING}\s+{_THE}(?:exact\s+)?(?:duplicates?|duplicated?|repeated|double)(?:\s+{_ROWS})?"
    rf"(?:\s+(?:based on|by)\s+(?:the entire row|(?P<cols>{_COLS})))?{_DATA}",
    rf"{_THE}(?:duplicates?|duplicated?)(?:\s+{_ROWS})?\s+(?:are |were |have been )?(?:removed|dropped|deleted){_DATA}",
)

# ---------------------------------------------------------------- outliers

_OUT = rf"{_THE}(?:identified |detected |found |possible |extreme )?outliers?(?:\s+(?:values?|{_ROWS}))?"
_SCALE = r"(?P<rule>z[- ]?scores?|iqr|inter-?quartile[- ]range|mad|tukey)"
_REACH = (
    rf"(?:\s*(?:,|with|and|of|at|=|>|above|over|greater than|more than|beyond)?\s*(?:an?\s+|the\s+)?(?:absolute\s+)?"
    rf"(?:z-?score\s+)?(?:threshold|cut-?off|limit|value)?\s*(?:of|=|above|at)?\s*(?P<reach>{_NUMBER}))?"
)
_RULE = (
    rf"(?:\s*\(?\s*(?:(?:using|by|with|via|based on|according to|per|from)\s+)?(?:the\s+|an?\s+)?"
    rf"(?:(?P<times>{_NUMBER})\s*[x*×]?\s*)?{_SCALE}(?:\s+(?:method|rule|criterion|approach|technique))?{_REACH}\s*\)?|"
    rf"\s*\(?\s*(?:(?:that (?:are|lie)|lying)\s+)?(?:beyond|more than|outside|over|above|further than)\s+"
    rf"(?P<sds>{_NUMBER})\s*(?:sds?|sigmas?|std|standard deviations?)(?:\s+(?:from|of|away from)\s+{_THE}mean)?\s*\)?)?"
)
_ANAPHOR = r"(?P<them>them|these|those|it)"
OUTLIERS = (
    rf"(?:(?:identify(?:ing)?|detect(?:ing)?|find(?:ing)?)\s+and\s+)?{_DROPPING}\s+{_OUT}"
    rf"(?:\s+{_IN}\s+(?P<cols>{_COLS}))?{_RULE}{_DATA}",
    rf"(?:identify(?:ing)?|detect(?:ing)?|find(?:ing)?)\s+{_OUT}(?:\s+{_IN}\s+(?P<cols>{_COLS}))?{_RULE}{_DATA}"
    rf"\s*(?:,\s*|\s+)(?:(?:and|then)\s+)+{_DROPPING}\s+{_ANAPHOR}{_DATA}",
    rf"{_DROPPING}\s+(?P<cols>{_COLS})\s+outliers{_RULE}{_DATA}",
    rf"(?:with\s+)?{_OUT}(?:\s+{_IN}\s+(?P<cols>{_COLS}))?(?:\s+(?:are|were|have been|being))?\s+"
    rf"(?:removed|excluded|dropped|left out|taken out){_RULE}{_DATA}",
)
CLIP = (
    rf"(?:clip(?:ping)?|cap(?:ping)?|winsori[sz](?:e|ing))\s+{_OUT}(?:\s+{_IN}\s+(?P<cols>{_COLS}))?{_RULE}{_DATA}",
    rf"(?:with\s+)?{_OUT}(?:\s+{_IN}\s+(?P<cols>{_COLS}))?\s+(?:clipped|capped){_RULE}",
)

# ---------------------------------------------------------------- other scales

_FORMULA = (
    r"(?P<formula>natural log(?:arithm)?|log(?:arithm(?:ic)?)?[ -]?(?P<base>10|2|e)?|ln|base[ -]?10 log(?:arithm)?|"
    r"square[ -]?root|sqrt|logarithm(?:ic)?)(?:\s+function)?"
)
_BASE = r"(?:\s*\((?:natural|base[ -](?P<base_said>10|e|2)|ln)\))?"
_BASE_BEHIND = r"(?:\s*\((?:natural|base[ -](?P<base_behind>10|e|2)|ln)\))?"
_FORM = r"(?:[ -]transform(?:s|ation|ations)?)"
FORMULA = (
    rf"(?:appl(?:y|ying)|perform(?:ing)?|tak(?:e|ing)|us(?:e|ing)|do(?:ing)?)\s+(?:an?\s+|the\s+)?{_FORMULA}{_BASE}"
    rf"(?:{_FORM}|\s+function)?{_BASE_BEHIND}\s+(?:of|to|on|for)\s+(?P<cols>{_COLS})",
    rf"{_FORMULA}[ -]transform(?:ing)?\s+(?P<cols>{_COLS})",
    rf"transform(?:ing)?\s+(?P<cols>{_COLS})\s+(?:by|using|with|via)\s+(?:(?:applying|taking|using)\s+)?(?:an?\s+|the\s+)?"
    rf"{_FORMULA}{_BASE}(?:{_FORM}|\s+function)?{_BASE_BEHIND}",
)
_MINMAX = r"min(?:imum)?[ -]?max(?:imum)?(?:[ -](?:normali[sz]ation|normali[sz]ing|scal(?:ing|er)))?(?:\s+method)?"
_UNIT_RANGE = (
    r"(?:\s+(?:to|into|between)\s+(?:be between\s+|the range\s+(?:of\s+)?|a range of\s+)?"
    r"[\[(]?0\s*(?:to|and|-|,|–)\s*1[\])]?)"
)
_NORMALISE = r"(?:normali[sz](?:e|ing)|(?:re)?scal(?:e|ing))"
MINMAX = (
    rf"min[ -]?max[ -]?{_NORMALISE}\s+(?P<cols>{_COLS}){_UNIT_RANGE}?",
    rf"{_NORMALISE}\s+(?P<cols>{_COLS})\s+(?:using|by|with|via)\s+(?:the\s+)?{_MINMAX}{_UNIT_RANGE}?",
    rf"{_NORMALISE}\s+(?P<cols>{_COLS}){_UNIT_RANGE}",
    rf"(?:apply(?:ing)?|perform(?:ing)?|us(?:e|ing))\s+{_MINMAX}\s+(?:to|on|of|for)\s+(?P<cols>{_COLS}){_UNIT_RANGE}?",
)
_Z = r"z[ -]?scores?"
ZSCORE = (
    rf"(?:{_Z}[ -]?)?(?:standardi[sz](?:e|ing))\s+(?P<cols>{_COLS})"
    rf"(?:\s+(?:using|by|with|via|to|into)\s+(?:the\s+)?{_Z}(?:\s+(?:normali[sz]ation|method))?)?",
    rf"{_Z}[ -]?{_NORMALISE}\s+(?P<cols>{_COLS})",
    rf"{_NORMALISE}\s+(?P<cols>{_COLS})\s+(?:using|by|with|via|"
    rf"to)\s+(?:the\s+)?{_Z}(?:[ -]normali[sz]ation)?(?:\s+method)?",
)
NORMALISE = (rf"normali[sz](?:e|ing)\s+(?P<cols>{_COLS})",)

# ---------------------------------------------------------------- new columns

_KIND = r"(?:column|feature|variable|field|attribute|metric)"
_NEW = rf"(?:an?\s+|the\s+)?(?:new\s+|additional\s+|derived\s+)*{_KIND}"
_CALLED = (
    rf"(?:(?:\s*,)?\s+(?:called|named|titled))?\s*[,:]?\s*(?P<name>{NAME}|(?<=called )\w+|"
    rf"(?<=named )\w+)(?:\s+{_KIND})?"
)
_IS = (
    r"(?:\s*,?\s*(?:by|as|that|which|to|is|are|was|will be|should be|represent(?:s|ing)?|calculat(?:es|ed|ing)|"
    r"contain(?:s|ing)?|comput(?:es|ed|ing)|show(?:s|ing)?|hold(?:s|ing)?|reflect(?:s|ing)?|defined|equals?|equal|"
    r"giv(?:es|ing)|indicat(?:es|ing)|denot(?:es|ing)|measur(?:es|ing)|using|the|a|an|formula|result|of|taking|:|=))+\s+"
)
CREATE = (
    rf"(?:creat(?:e|ing)|generat(?:e|ing)|add(?:ing)?|mak(?:e|ing)|comput(?:e|ing)|calculat(?:e|ing)|deriv(?:e|ing)|"
    rf"build(?:ing)?|introduc(?:e|ing)|engineer(?:ing)?)\s+{_NEW}(?:{_DATA})?{_CALLED}{_DATA}{_IS}(?P<body>.+?)",
)
CLAUSES: tuple[tuple[ClauseKind, tuple[str, ...]], ...] = (
    ("create", CREATE),
    ("fill", FILL),
    ("outliers", OUTLIERS),
    ("clip", CLIP),
    ("drop_missing", DROP_MISSING),
    ("duplicates", DUPLICATES),
    ("minmax", MINMAX),
    ("zscore", ZSCORE),
    ("formula", FORMULA),
    ("normalise", NORMALISE),
)
_START = (
    r"(?P<start>^\W*|[,;:(]\s*|\b(?:and|then|by|after|first|firstly|please|next|finally|also|once|when|lastly|"
    r"now|again|but|second|third|if you|i want to|you|to)\s+)"
)
_END = r"(?=\s*(?:$|[,;:?!)]|\.(?!\d)|\b(?:and|then|before|after|what|how|give|show|calculate|compute)\b))"
PATTERNS: tuple[tuple[ClauseKind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(rf"{_START}(?:then\s+|also\s+|please\s+|first\s+|only\s+)*(?P<clause>{pattern}){_END}", re.I))
    for kind, patterns in CLAUSES
    for pattern in patterns
) + tuple(
    (cast(ClauseKind, kind), re.compile(f"{start}(?P<clause>{pattern}){end}", re.I))
    for forms, start, end in ((GERMAN, START_DE, END_DE), (JAPANESE, START_JA, END_JA))
    for kind, pattern in forms
)
_END_ANYWHERE = (
    rf"(?:{_END}|(?=\s*\b(?:by|per|for|across|in|on|among|where|when|nach|je|pro|für|im)\b"
    r"(?!\s+(?:the\s+)?(?:z\b|z-|iqr|mad\b|tukey|more|\d)(?!\d{3}))))"
)
ANYWHERE: tuple[tuple[ClauseKind, re.Pattern[str]], ...] = (
    (
        "outliers",
        re.compile(
            rf"(?P<start>\s*\(?)(?<!with and )(?<!with or )\b(?P<clause>(?:without|excluding|ignoring|"
            rf"leaving out|minus)\s+"
            rf"{_OUT}(?:\s+(?:in|of|for|from)\s+(?P<cols>{_COLS}))?{_RULE})\)?{_END_ANYWHERE}",
            re.I,
        ),
    ),
    ("outliers", re.compile(WITHOUT_DE + _END_ANYWHERE, re.I)),
)
"""Said in the middle of a question as well."""
UNREAD: tuple[re.Pattern[str], ...] = (
    re.compile(
        rf"{_START}(?:then\s+|also\s+|please\s+)*(?P<clause>fill(?:ing)?\b.{{0,25}}(?:missing|gaps|null|empty)|imput(?:e|ing)\b|"
        rf"(?:remov|dropp?|exclud|delet|discard|clipp?|capp?|winsori[sz])\w*\s+(?:\w+\s+){{0,3}}outliers|"
        rf"normali[sz](?:e|ing)\b|standardi[sz](?:e|ing)\b|(?:re)?scal(?:e|ing)\s+⟦|(?:min-?max|"
        rf"z-?score)[ -](?:scal|normal)\w+|"
        rf"(?:log|ln|sqrt)[ -]transform|transform(?:ing)?\s+(?:the\s+)?⟦|"
        rf"(?:creat|generat|add|mak)\w*\s+(?:an?\s+)?(?:new\s+)?(?:column|feature|variable)\b)[^.;?!]*|"
        rf"\bwithout\s+(?:the\s+)?outliers[^.;?!]*",
        re.I,
    ),
    UNREAD_DE,
    UNREAD_JA,
)
"""What begins a preparation, in the words that are left once those that were understood are taken out."""
