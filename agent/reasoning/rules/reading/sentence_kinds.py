"""How the sentences of a written task sound: those that ask, that tell how to write the answer, that name a method."""

import re

LIST_NUMBER = re.compile(
    r"(?:^\s*|(?<=[\n{(])\s*|(?<=[.;])\s+)(?:(?:question|task|frage|aufgabe)\s*)?\(?\d{1,2}\s*[.:)]\s+(?=\D)|^\s*[-*•]\s+",
    re.I | re.M,
)
SENTENCE = re.compile(r"(?<=[.?!;。？！])\s+(?=[^a-z])|\n+|(?<=[。？！])")


def any_of(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.I)


ASKS = any_of(
    r"^(?:(?:please|then|now|first(?:ly)?|finally|also|additionally|next),?\s+)*"
    r"(?:calculate|compute|find|determine|identify|check|test|assess|evaluate|analy[sz]e|investigate|explore|perform|"
    r"conduct|give|show|list|report|provide|return|count|compare|examine|estimate|measure|create|generate|add|make|"
    r"plot|draw|get|tell|what|which|who|when|where|how|is|are|was|were|do|does|did|can|could|has|have)\b"
)
CONSTRAINS = any_of(
    r"^(?:please\s+)?(?:use|using|ignore|do not|don't|exclude|drop|round|assume|consider|if\b|define|outliers)",
    r"^calculate\b",
    r"^(?:treat|only|apply|conclude|report|reject|values|for the|make sure|ensure|set)\b",
    r"^the (?:null|calculation|mean|values|correlation|test|significance|result)",
)
FORMAT = any_of(
    r"@\w+\[",
    r"^(?:give|format|constraints?)\s*:",
    r"\bwhere\s+[\"'“<]",
    r"\b(?:round\w*|decimal\w*|digits?)\b",
    r"^\W*[\"“<'][\w.%\- ]+[\"”>']?\s+(?:is|are|denotes|represents|should)\b",
    r"\bis (?:a|an|the|one of) (?:string|float|integer|number|boolean)\b",
    r"\bbuilt-in\b|\bpython\b|\bpandas\b|\bnumpy\b|\bscipy\b|\bsklearn\b|\blibrar(?:y|ies)\b|\bpackages?\b",
)
TELLS_HOW_TO_READ_IT = any_of(
    r"^if\b.{0,80}?(?:p-?value|significance|correlation|r value|\br\b)",
    r"^(?:otherwise|else\b|reject|conclude|assess the |report |interpret|in this test|the null hypothesis)",
    r"^consider the (?:data|distribution|values|correlation|relationship)",
    r"null hypothesis|p-?value",
    r"(?:significance level|alpha)\D{0,30}0\.05(?!\d)",
)
DEFAULTS = any_of(
    r"\b(?:ignore|exclude|drop|skip|excluding|ignoring|not consider|not include|only|without)\b.{0,60}?"
    r"\b(?:missing|(?:non-)?null|nan|empty|recorded)\b",
    r"\bdo not (?:remove|modify|exclude|apply|use any)\b|without excluding",
    r"\b(?:all|whole|entire)\b.{0,30}\b(?:data|dataset|column|values|observations)\b",
    r"(?:arithmetic|standard) (?:mean|statistical)",
)
BEYOND = any_of(
    r"\b(?:machine learning|random forest|regressors?|classif\w+|neural|cluster\w*|cross-validation)\b",
    r"\b(?:logistic|ridge|lasso|polynomial|forest|tree|vector|non-?linear|poisson|quantile|stepwise|net) regression\b",
    r"\b(?:predict(?:s|ed|ing|ions?|ive)?|forecast\w*)\b.{0,80}\bregression\b",
    r"\bregression\b.{0,80}\b(?:predict(?:s|ed|ing|ions?|ive)?|forecast\w*)\b",
    r"\btrain(?:ing|ed|s)?\b.{0,25}\b(?:model|set|data|test\w*)|\btest(?:ing)? set\b|\btrain a\b",
    r"\b(?:imput\w+|encod\w+|one-hot|normali[sz](?:e|es|ing)|normali[sz]ation|standardi[sz](?:e|ing)|min-?max)\b",
    r"\b(?:mean squared|rmse|preprocess\w*|mixed model|random intercepts?)\b",
    r"\bfill(?:ing)?\b.{0,20}\bmissing\b",
    r"\b(?:transform(?:s|ing|ed|ation)?|string manipulation|logarithm\w*|categori[sz]e\w*)\b",
    r"\bafter removing\b|\bremov\w+ (?:the |these |those |any |them |identified )*outliers\b",
    r"\brecalculat\w+|\bnew mean\b",
    r"\bpercentage change\b",
)
DENIED = any_of(
    r"^(?:do not|don't|no |without)", r"\bwithout\b|\bnot (?:to )?(?:apply|remove)\b", r"\bif\b.{0,40}\bneeded\b"
)
MORE = any_of(r"^(?:if (?:so|yes|there are)|and if)\b")
DERIVES = any_of(
    r"\b(?:creat\w+|generat\w+|add\w*|make|build\w*|comput\w+)\b.{0,25}\b(?:feature|column|variable|field)\b"
)
_NAME = r"(?:the |their |his |her |its |each \w+'s |a \w+'s )*([\w./%() -]+?)(?: columns?| prices| values)?"
DERIVED: tuple[tuple[re.Pattern[str], str], ...] = (
    (any_of(rf"dividing {_NAME} by {_NAME}(?= for | and |[.,]|$)"), r"\1 divided rowwise by \2"),
    (any_of(rf"ratio of {_NAME} to {_NAME}(?= for |[.,]|$)"), r"\1 divided rowwise by \2"),
    (any_of(rf"subtracting {_NAME} from {_NAME}(?= for |[.,]|$)"), r"difference between \2 and \1"),
    (any_of(rf"difference between {_NAME} and {_NAME}(?= for |[.,]|$)"), r"difference between \1 and \2"),
)
STATISTIC = any_of(r"\b(?:mean|average|median|standard deviation|minimum|maximum|sum)\b")
REWORDED: tuple[tuple[re.Pattern[str], str], ...] = (  # words of tasks in the words of questions
    (any_of(r"\badheres? to\b"), "follows"),
    (any_of(r"\b(?:identify|detect)\b"), "find"),
    (
        any_of(
            r"\b(?:perform|conduct|do|run) (?:(?:a|an|the) )?"
            r"(correlation|outlier|distribution|normality|regression|linear regression) (?:analysis|test|detection)\b"
        ),
        r"\1",
    ),
    (any_of(r"(?<=\b\w)-coordinates?\b"), ""),
    (
        any_of(
            r"\bto (?:assess|measure|determine if there is)(?: the| an?y?)? (?:strength(?: and direction)? of the )?"
            r"(?:linear )?(?:relationship|correlation|association)(?= between)"
        ),
        "",
    ),
    (any_of(r"\bexplore the distribution of (.{3,40}?) and find (?:any |the )?outliers"), r"find outliers in \1"),
    (any_of(r"\s*\bfor the absolute z-scores?"), ""),
    (
        any_of(
            r"\busing (?:the )?z-?scores?(?: method)? (?:and|with) an? (?:z-score )?threshold(?: of)? (\d+(?:\.\d+)?)"
        ),
        r"(z-score \1)",
    ),
    (any_of(r"\b(?:using|with) (?:the )?(z-score|iqr)(?: method)? as the outlier detection method"), r"(\1)"),
    (any_of(r"\s*\b(?:with|at|using) (?:an? |the )?significance level(?: \(alpha\))?(?: of)? 0\.05(?!\d)"), ""),
    (any_of(r"\s*\busing a two-(?:tailed|sided) test\b"), ""),
)
METHODS: tuple[tuple[str, str, str], ...] = (  # what the request is about, how a method is named, what is read
    (r"normal|distribut|gauss", r"shapiro", "(Shapiro-Wilk test)"),
    (r"normal|distribut|gauss", r"kolmogorov|\bks[- ]test", "(Kolmogorov-Smirnov normality test)"),
    (r"normal|distribut|gauss", r"anderson", "(Anderson-Darling test)"),
    (r"normal|distribut|gauss", r"d.agostino|normaltest", "(D'Agostino normality test)"),
    (r"correl|relation|associat", r"spearman", "(Spearman)"),
    (r"correl|relation|associat", r"kendall", "(Kendall)"),
    (r"correl|relation|associat", r"pearson", "(Pearson correlation)"),
    (
        r"correl|relation|associat|depend|effect|trend",
        r"linear regression|least squares|\bols\b",
        "(linear regression)",
    ),
    (r"regression|relation|associat|effect", r"r[- ]squared|coefficient of determination", "(R-squared)"),
    (r"relation|associat|depend", r"chi[- ]?squared?\b|test of independence", "(chi-square test)"),
    (r"relation|associat|depend", r"fisher'?s? exact", "(Fisher's exact test)"),
    (r"outlier", r"iqr|interquartile|quartile", "IQR"),
    (r"outlier", r"z[- ]?score|standard deviations? (?:from|away)", "z-score"),
    (r"differ|significan|compar", r"mann[- ]whitney", "(Mann-Whitney test)"),
    (r"differ|significan|compar", r"kruskal", "(Kruskal-Wallis test)"),
    (r"differ|significan|compar", r"anova", "(ANOVA)"),
)
TIMES = {
    "IQR": re.compile(r"(\d+(?:\.\d+)?)\s*(?:x|\*|times)?\s*(?:the\s+)?(?:iqr|interquartile)", re.I),
    "z-score": re.compile(
        r"(?:threshold of|greater than|above|exceeds?|more than|\bthan)\s*(\d+(?:\.\d+)?)|"
        r"\b(\d+(?:\.\d+)?) standard deviations", re.I
    ),
}  # fmt: skip
APART = any_of(r"\bseparately\b|\bfor each\b|\bper\b|\bby (?:group|category|class)\b|\beach of\b|\bamong\b")
ALPHA = re.compile(r"(?:significance level|alpha)\D{0,30}(0\.\d+)", re.I)
USUAL_ALPHA = 0.05
DEVIATES = re.compile(r"\bpopulation (?:standard deviation|variance)\b", re.I)
OTHER_MEASURE = any_of(r"\bskew\w*|\bkurtosis\b")
LONG = 14  # words
