"""Text from data as data: quoted, cut to length, and left out where it reads like instructions to a model."""

import json
import re

LONGEST_CELL = 40  # characters of one value that a prompt holds
LONGEST_NAME = 120
LEFT_OUT = "(left out: reads like an instruction)"
_INSTRUCTION = re.compile(
    r"""
    \b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|prompt|rule|above|previous|prior|earlier|all)
    | \b(system|developer)\s*(prompt|message|instruction)
    | \b(you\s+are\s+(now|an?\s+\w*\s*(assistant|model|ai))|act\s+as|pretend\s+to\s+be|from\s+now\s+on)\b
    | \b(reply|respond|answer|output|print|say|write|tell|return|report|claim|state)\b.{0,20}
      \b(only|exactly|the\s+following|that\s+the|instead|user|everyone|with\s+the)\b
    | \b(as\s+an?\s+(ai|assistant|language\s+model))\b | \b(assistant|ai|llm|chatgpt|gpt)\b\s*[:,]
    | <\|?\s*/?\s*(im_start|im_end|system|assistant|user|endoftext|instructions?)\b | ^\s*\#{2,}\s*\w+ | \[/?INST\]
    | \b(ignoriere|missachte|vergiss)\b.{0,40}\b(anweisung|regel|vorherig|alle|oben)
    | \b(ignorez|oubliez)\b.{0,40}\b(instruction|consigne|pr[eé]c[eé]dent)
    | \b(ignora|olvida)\b.{0,40}\b(instruccion|instrucciones|anterior)
    | (指示|命令|ルール|プロンプト).{0,12}(無視|忘れ) | (无视|忽略|忘记).{0,12}(指令|指示|提示|规则)
    | https?://\S+[?&]\S*= | !\[[^\]]*\]\(
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)


def reads_like_instruction(text: str) -> bool:
    """Whether text from data seems to talk to a model. Errs on the side of yes: only a sample is lost by it."""
    return bool(_INSTRUCTION.search(text))


def shorten(text: str, longest: int = LONGEST_CELL) -> str:
    """The text, or its beginning with a mark of the cut, so that nobody takes a part for the whole."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def quote(text: str, longest: int = LONGEST_CELL) -> str:
    """The text as a JSON string on one line, cut to `longest` characters, with no character that could end a block."""
    return json.dumps(shorten(text, longest), ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")


def quoted_cell(text: str) -> str:
    """A value as quoted data; one that reads like an instruction is left out."""
    return json.dumps(LEFT_OUT) if reads_like_instruction(text) else quote(text)


def block(name: str, lines: list[str]) -> str:
    """Lines of data between marks that say how long they are."""
    body = "\n".join(lines)
    return f"<{name} characters={len(body)}>\n{body}\n</{name}>"
