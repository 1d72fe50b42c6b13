"""Files of strategy trees: JSON, the bracket format of the public challenge, indented text.

The suffix chooses: ``.json`` holds the rules, the strategy's name and its claimed total beside the
nodes; ``.txt`` is ``{AB:{10:{AC:{10:AA,01:CB,00:BB}},...}}``: a guess, then for each feedback,
black before white, what follows it; a leaf is the last guess, the feedback of a win is left out.
From ten pegs on feedback is written ``10b0w`` there. Codes are digits from 1 (up to 9 colors),
letters (up to 26; always in brackets) or numbers from 1: ``1-27-30``, ``27-`` for one peg.
"""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from evomind.codes import Code
from evomind.errors import EvomindError, InvalidRulesError, InvalidTreeError
from evomind.feedback import Feedback
from evomind.rules import MAX_COLORS, Rules
from evomind.tree import Node, Tree
from evomind.tree_builder import TreeBuilder

__all__ = ["brackets", "indented", "parse_brackets", "read_tree", "write_tree"]

_LETTERS = string.ascii_uppercase
_DIGITS = "123456789"
_COLORS = {symbol: color for symbols in (_DIGITS, _LETTERS) for color, symbol in enumerate(symbols)}
_COLUMNS = ["turn", "feedback", "guess"]
_TOKENS = re.compile(r"\s+|([{}:,])|([^\s{}:,]+)")


def read_tree(path: str | Path, rules: Rules | None = None) -> Tree:
    """Read a tree from a file.

    Parameters
    ----------
    path : path ending in ``.json`` or ``.txt``
    rules : Rules, optional
        The board; it overrides what the file says. The bracket format does not name its board:
        without ``rules`` it is the smallest one that has every guess and feedback of the tree.

    Raises
    ------
    InvalidTreeError
        With the place of the fault, where the file is damaged.
    """
    path = Path(path)
    read, _ = _format(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidTreeError(f"cannot read the tree {path}: {error}") from None
    try:
        return read(text, rules)
    except InvalidTreeError as error:
        raise InvalidTreeError(f"{path}, {error}") from None


def write_tree(tree: Tree, path: str | Path) -> None:
    """Write a tree to a file whose suffix is ``.json`` or ``.txt``."""
    path = Path(path)
    _, write = _format(path)
    path.write_text(write(tree), encoding="utf-8")


def _format(path: Path) -> tuple[Callable[[str, Rules | None], Tree], Callable[[Tree], str]]:
    if path.suffix == ".json":
        return parse_json, as_json
    if path.suffix == ".txt":
        return parse_brackets, brackets
    raise InvalidTreeError(f"a tree file ends in .json or .txt, got {path.name}")


# -- codes and feedback in files ------------------------------------------------------------------


def _code_text(code: Code, rules: Rules, *, digits: bool = True) -> str:
    alphabet = _DIGITS if digits and rules.colors <= 9 else _LETTERS
    # A tree with a fault may hold a color that the board lacks.
    if max(*code, rules.colors - 1) < len(alphabet):
        return "".join(alphabet[color] for color in code)
    return "-".join(str(color + 1) for color in code) + ("-" if len(code) == 1 else "")


def _read_code(text: str) -> Code:
    """Read ``1123``, ``AABC`` or ``1-27-30``; any color that an array can hold."""
    if "-" in text:
        numbers = text.removesuffix("-").split("-")
        if all(re.fullmatch("[1-9][0-9]{0,4}", number) for number in numbers):
            code = tuple(int(number) - 1 for number in numbers)
            if max(code) < MAX_COLORS:
                return code
    elif text.isascii() and (text.isalpha() or (text.isdigit() and "0" not in text)):
        return tuple(_COLORS[symbol] for symbol in text.upper())
    raise InvalidTreeError(f"expected a guess such as 1122, AABB or 1-27-30, got {text!r}")


def _read_feedback(text: str) -> Feedback:
    match = re.fullmatch(r"([0-9])([0-9])|([0-9]{1,5})b([0-9]{1,5})w", text)
    if match is None:
        raise InvalidTreeError(f"expected a feedback such as 10 or 1b0w, got {text!r}")
    return Feedback(*(int(digits) for digits in match.groups() if digits is not None))


# -- JSON -----------------------------------------------------------------------------------------


def as_json(tree: Tree) -> str:
    """Write a tree as JSON: its nodes in preorder, a line each, so that depth is no limit."""
    lines = []
    for index in range(len(tree)):
        guess = _code_text(Node(tree, index).guess, tree.rules)
        answer = str(Feedback.of_id(tree.answers[index], tree.rules.pegs)) if index else ""
        lines.append(json.dumps([int(tree.turns[index]), answer, guess]))
    head = {
        "rules": str(tree.rules),
        "strategy": tree.strategy,
        "total": tree.root.total,
        "columns": _COLUMNS,
    }
    nodes = ",\n  ".join(lines)
    return json.dumps(head, indent=1)[:-2] + f',\n "nodes": [\n  {nodes}\n ]\n}}\n'


def parse_json(text: str, rules: Rules | None = None) -> Tree:
    """Read a tree from the text of a JSON file."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InvalidTreeError(f"not JSON: {error}") from None
    except RecursionError:
        raise InvalidTreeError("not a tree: JSON nested too deeply") from None
    if not isinstance(document, dict):
        raise InvalidTreeError(f"expected a JSON object, got {type(document).__name__}")
    for key, kind in (("rules", str), ("strategy", str), ("total", int), ("nodes", list)):
        if not isinstance(document.get(key), kind):
            raise InvalidTreeError(
                f"expected {key!r} to be {kind.__name__}, got {document.get(key)!r:.40}"
            )
    try:
        builder = TreeBuilder(rules or Rules.parse(document["rules"]))
    except InvalidRulesError as error:
        raise InvalidTreeError(f"'rules': {error}") from None
    for number, row in enumerate(document["nodes"], start=1):
        try:
            match row:
                case [int(turn), str(answer), str(guess)]:
                    told = _read_feedback(answer) if answer else None
                    builder.add(turn, told, _read_code(guess))
                case _:
                    raise InvalidTreeError(f"expected [turn, feedback, guess], got {row!r:.60}")
        except InvalidTreeError as error:
            raise InvalidTreeError(f"node {number}: {error}") from None
    return builder.build(document["strategy"], document["total"])


# -- brackets -------------------------------------------------------------------------------------


def brackets(tree: Tree) -> str:
    """Write a tree in the bracket format, on one line."""
    rules, pieces = tree.rules, []
    for index in range(len(tree)):
        guess = _code_text(Node(tree, index).guess, rules, digits=False)
        answer = Feedback.of_id(tree.answers[index], rules.pegs)
        if index:
            pieces.append(f"{answer.black}{answer.white}:" if rules.pegs < 10 else f"{answer}:")
        if tree.ends[index] > index + 1:
            pieces.append(f"{{{guess}:{{")
            continue
        pieces.append(guess)
        last = index + 1 == len(tree)
        pieces.append("}}" * int(tree.turns[index] - (1 if last else tree.turns[index + 1])))
        pieces.append("" if last else ",")
    return "".join(pieces) + "\n"


def parse_brackets(text: str, rules: Rules | None = None) -> Tree:
    """Read a tree in the bracket format."""
    outline = list(_outline(text))
    builder = TreeBuilder(rules or _smallest_rules(outline))
    for node in outline:
        try:
            builder.add(node.turn, node.answer, node.guess)
        except InvalidTreeError as error:
            raise InvalidTreeError(f"{_place(text, node.offset)}: {error}") from None
    return builder.build()


@dataclass(frozen=True, slots=True)
class _Bracketed:
    """A node as it stands in the text."""

    offset: int
    turn: int
    answer: Feedback | None
    guess: Code


def _place(text: str, offset: int) -> str:
    line = text.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - text.rfind(chr(10), 0, offset)}"


def _outline(text: str) -> Iterator[_Bracketed]:
    """Yield the nodes of a tree in the bracket format, in preorder.

    ``awaited`` says what may come next; a closed subtree is followed by a comma or two braces.
    """
    tokens = [match for match in _TOKENS.finditer(text) if match[1] or match[2]]
    turn, answer, awaited = 1, None, "{ or guess"
    for token in tokens:
        sign, word = token[1], token[2]
        try:
            if awaited == "{ or guess" and sign == "{":
                awaited = "guess"
            elif awaited in ("{ or guess", "guess") and word:
                yield _Bracketed(token.start(), turn, answer, _read_code(word))
                awaited = ": after a guess" if awaited == "guess" else "comma or }"
            elif awaited == ": after a guess" and sign == ":":
                awaited = "{ and feedbacks"
            elif awaited == "{ and feedbacks" and sign == "{":
                turn += 1
                awaited = "feedback"
            elif awaited == "feedback" and word:
                answer = _read_feedback(word)
                awaited = ": after a feedback"
            elif awaited == ": after a feedback" and sign == ":":
                awaited = "{ or guess"
            elif awaited == "comma or }" and turn > 1 and sign == ",":
                awaited = "feedback"
            elif awaited == "comma or }" and turn > 1 and sign == "}":
                awaited = "second }"
            elif awaited == "second }" and sign == "}":
                turn -= 1
                awaited = "comma or }"
            else:
                expected = "the end" if awaited == "comma or }" and turn == 1 else awaited
                raise InvalidTreeError(f"expected {expected}, got {token[0]!r}")
        except InvalidTreeError as error:
            raise InvalidTreeError(f"{_place(text, token.start())}: {error}") from None
    if awaited != "comma or }" or turn > 1:
        raise InvalidTreeError(f"{_place(text, len(text))}: expected {awaited}, got the end")


def _smallest_rules(outline: list[_Bracketed]) -> Rules:
    """Return the smallest board with these guesses and feedbacks: a full tree has every code."""
    guesses = [node.guess for node in outline]
    answers = [node.answer for node in outline if node.answer is not None]
    try:
        return Rules(
            pegs=len(guesses[0]),
            colors=max(color for guess in guesses for color in guess) + 1,
            repetition=any(len(set(guess)) < len(guess) for guess in guesses),
            white_pegs=not answers or any(answer.white for answer in answers),
        )
    except EvomindError as error:
        raise InvalidTreeError(f"no board has these guesses: {error}") from None


# -- text for people ------------------------------------------------------------------------------


def indented(tree: Tree, max_turns: int | None = None) -> Iterator[str]:
    """Yield a line for each node: the feedback that leads to it, its guess, how many codes follow.

    ``max_turns`` leaves out later turns.
    """
    for index in range(len(tree)):
        turn = int(tree.turns[index])
        if max_turns is not None and turn > max_turns:
            continue
        node = Node(tree, index)
        guess = _code_text(node.guess, tree.rules)
        answer = f"{Feedback.of_id(tree.answers[index], tree.rules.pegs)} " if index else ""
        codes = f"  {node.codes} codes" if tree.ends[index] > index + 1 else ""
        yield "  " * (turn - 1) + answer + guess + codes
