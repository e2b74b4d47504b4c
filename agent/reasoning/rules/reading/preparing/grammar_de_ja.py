"""The common short forms of preparations in German and Japanese."""

import re

from agent.reasoning.rules.reading.preparing.masked import COLUMN, NAME

# ---------------------------------------------------------------- German

_NUMBER = r"\d+(?:[.,]\d+)?"
_ARTICLE = r"(?:(?:die|der|das|den|dem|des|alle|allen|aller|diese|dieser)\s+)*"
_COL = rf"{_ARTICLE}(?:spalten?\s+)?{COLUMN}(?:-?(?:werten?|spalten?))?"
_COLS = rf"{_COL}(?:(?:\s*,\s*|\s+und\s+){_COL})*"
_IN = r"(?:in|bei|aus|von|für|unter)"
_GAPS_DE = (
    rf"{_ARTICLE}(?:fehlende[nrs]?|leere[nr]?)\s+(?:(?P<inside>{_COLS})|(?:werten?|zellen|angaben|einträgen?)"
    rf"(?:\s+{_IN}\s+(?P<cols>{_COLS}))?)"
)
_WITH_DE = (
    rf"(?:mit|durch)\s+{_ARTICLE}(?:jeweiligen\s+)?(?P<method>mittelwert|durchschnitt|median|modus|häufigsten wert|"
    rf"null|(?:vorigen|vorherigen|letzten) wert|{NAME}|(?P<constant>{_NUMBER}))"
)
_RULE_DE = (
    rf"(?:\s*\(?\s*(?:(?:nach|mit|per)\s+)?{_ARTICLE}(?P<rule>z-?score|z-wert|iqr|interquartilsabstand|mad)"
    rf"(?:-(?:methode|regel))?(?:\s*(?:,|mit|von|>|über)?\s*(?:schwell\w*\s*(?:von\s*)?)?(?P<reach>{_NUMBER}))?\s*\)?|"
    rf"\s*\(?\s*(?:(?:außerhalb|jenseits)(?: von)?|mehr als|über)\s+(?P<sds>{_NUMBER})\s+standardabweichungen"
    rf"(?:\s+vom\s+mittelwert)?\s*\)?)?"
)
_OUT_DE = rf"{_ARTICLE}ausreißern?(?:\s+{_IN}\s+(?P<cols>{_COLS}))?"
_AWAY_DE = r"(?:entfernen|weglassen|herausnehmen|ausschließen|löschen)"
GERMAN: tuple[tuple[str, str], ...] = (
    ("fill", rf"(?:fülle?|ersetze|ergänze)\s+{_GAPS_DE}\s+{_WITH_DE}(?:\s+auf)?"),
    ("fill", rf"(?:auffüllen|füllen|ersetzen|ergänzen)\s+{_GAPS_DE}\s+{_WITH_DE}"),
    ("fill", rf"{_GAPS_DE}\s+{_WITH_DE}\s+(?:auf)?(?:gefüllt|ersetzt|füllen|ersetzen|ergänzt|ergänzen)"),
    ("outliers", rf"(?:entferne|lösche|streiche)\s+{_OUT_DE}{_RULE_DE}"),
    ("outliers", rf"(?:lasse?|nimm)\s+{_OUT_DE}{_RULE_DE}\s+(?:weg|heraus|raus)"),
    ("outliers", rf"(?:entfernen|weglassen|ausschluss|entfernung)\s+{_OUT_DE}{_RULE_DE}"),
    ("outliers", rf"{_OUT_DE}{_RULE_DE}\s+(?:{_AWAY_DE}|entfernt|weggelassen|ausgeschlossen)"),
    ("drop_missing", rf"(?:entferne|lösche|lasse?)\s+{_ARTICLE}zeilen\s+ohne\s+(?P<cols>{_COLS})(?:\s+weg)?"),
    ("duplicates", rf"(?:entferne|lösche)\s+{_ARTICLE}(?:doppelte[nr]?\s+zeilen|duplikate|dubletten)"),
    ("zscore", rf"standardisiere\s+(?P<cols>{_COLS})"),
    ("minmax", rf"(?:skaliere|normiere|normalisiere)\s+(?P<cols>{_COLS})\s+(?:auf|von)\s+0\s*(?:bis|-)\s*1"),
    ("normalise", rf"(?:normalisiere|normiere)\s+(?P<cols>{_COLS})"),
    ("formula", rf"(?P<formula>logarithm)iere\s+(?P<cols>{_COLS})"),
)
START_DE = (
    r"(?P<start>^\W*|[,;:(]\s*|\b(?:und|dann|nach|nachdem|zuerst|bitte|jetzt|nun|nochmals?|aber|mit|danach|anschließend)\s+)"
    r"(?:(?:dem|der|jetzt|nun|bitte)\s+)*"
)
END_DE = r"(?=\s*(?:$|[,;:?!)]|\.(?!\d)|\b(?:und|dann|wie|was|welche\w*|berechne|zeige?|gib|nenne)\b))"
WITHOUT_DE = rf"(?P<start>\s*\(?)\b(?P<clause>(?:ohne|abzüglich)\s+{_OUT_DE}{_RULE_DE})\)?"
UNREAD_DE = re.compile(
    rf"{START_DE}(?:(?:fülle?|ersetze|ergänze)\s+(?:\w+\s+)?(?:fehlende|leere|lücken)|normalisiere|normiere|standardisiere|"
    rf"logarithmiere|(?:entferne|lösche)\s+(?:\w+\s+){{0,2}}ausreißer)[^.;?!]*|\bohne\s+(?:die\s+)?ausreißer[^.;?!]*",
    re.I,
)

# ---------------------------------------------------------------- Japanese

_COL_JA = rf"{COLUMN}(?:の?列|の値)?"
_COLS_JA = rf"{_COL_JA}(?:(?:、|と|及び|および){_COL_JA})*"
_DONE_JA = r"(?:て(?:から)?|た(?:後の?|あとの?|上で|とき(?:の)?|場合の?|うえで)?|で)"
_RULE_JA = (
    rf"(?:[（(]?\s*(?P<rule>z-?スコア|zスコア|z-?score|iqr|四分位範囲)\s*(?P<reach>{_NUMBER})?\s*[）)]?|"
    rf"[（(]?\s*標準偏差の?(?P<sds>{_NUMBER})倍(?:超|以上)?\s*[）)]?)?"
)
_FILLED_JA = r"(?:埋め|補完し|補い|置き換え|置換し|補っ)"
JAPANESE: tuple[tuple[str, str], ...] = (
    (
        "outliers",
        rf"(?:(?P<cols>{_COLS_JA})の)?外れ値{_RULE_JA}を(?:除い|除外し|取り除い|削除し|除去し){_DONE_JA}",
    ),
    ("outliers", rf"(?:(?P<cols>{_COLS_JA})の)?外れ値(?:なし|抜き|を除く)(?:で|の)?"),
    (
        "fill",
        rf"(?P<cols>{_COLS_JA})の(?:欠損値?|欠測値?|空欄|空白|欠け)を(?P<method>平均値?|中央値|最頻値|直前の値|ゼロ|(?P<constant>{_NUMBER}))"
        rf"で{_FILLED_JA}{_DONE_JA}",
    ),
    ("drop_missing", rf"(?P<cols>{_COLS_JA})が(?:欠損|空|欠測)(?:の|している)行を(?:除い|除外し|削除し){_DONE_JA}"),
    ("duplicates", rf"重複(?:した|する)?(?:行)?を(?:除い|除外し|削除し){_DONE_JA}"),
    ("zscore", rf"(?P<cols>{_COLS_JA})を標準化し{_DONE_JA}"),
    ("minmax", rf"(?P<cols>{_COLS_JA})を0(?:から|〜|～|-)1に(?:正規化|変換|スケーリング)し{_DONE_JA}"),
    ("normalise", rf"(?P<cols>{_COLS_JA})を正規化し{_DONE_JA}"),
    ("formula", rf"(?P<cols>{_COLS_JA})を(?P<formula>対数)変換し{_DONE_JA}"),
)
START_JA = r"(?P<start>^\W*|[、。,]\s*|(?<=[てでは])|\s+)"
END_JA = r"(?=\s*[、。,]?\s*\S|\s*$)"
UNREAD_JA = re.compile(r"欠損値?を.{0,8}で|(?:外れ値|欠損値?)を(?:除|補|埋)|正規化し|標準化し|対数変換", re.I)
