"""One VBA procedure for the button of each verb: it asks what the verb needs, then starts Python."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby

from macros_py.builder.addin.sentences import sentences, suggested_names
from macros_py.builder.addin.vba_modules import Module, standard, vba_text
from macros_py.verbs import OFFERS, Option, Verb, verbs

MODULE = "SportultiVerbs"
FILE_ANSWER = "file"
"""The answer that names the file itself, where the verb does not run on the workbook in front."""
NAME_ANSWER = "person"
"""The answer that names who vouches for something."""


def callback(verb: Verb) -> str:
    """Give the name of the procedure behind a verb's button."""
    return f"Click_{verb.id}"


def verbs_module() -> Module:
    """Make the module with the procedures of all verbs."""
    head = ["Option Explicit", "' One procedure a button; the list of verbs is templates/buttons.toml.", ""]
    return standard(MODULE, "\n".join([*head, *(line for verb in verbs().values() for line in stub(verb))]))


def stub(verb: Verb) -> Iterator[str]:
    """Write the procedure of one verb."""
    label = vba_text(verb.label)
    yield f"Public Sub {callback(verb)}(control As IRibbonControl)"
    yield "    Dim answers As String"
    yield f'    If Not VerbMayStart("{verb.id}", {label}, {verb.file == "open"}) Then Exit Sub'
    for condition, asked in groupby(questions(verb), key=lambda one: one[0]):
        yield from asking(condition, [question for _, question in asked])
    yield f'    RunVerb "{verb.id}", {label}, answers'
    yield "End Sub"
    yield ""


def asking(condition: str, questions: Iterable[str]) -> Iterator[str]:
    """Write the questions of one condition; blank: always."""
    indent = "    "
    if condition:
        yield f"{indent}If {condition} Then"
    for question in questions:
        yield f"{indent}{indent if condition else ''}If Not {question} Then Exit Sub"
    if condition:
        yield f"{indent}End If"


def questions(verb: Verb) -> Iterator[tuple[str, str]]:
    """Give the calls that ask for all a verb needs to know, each with its condition; blank: always.

    Which round is meant, Python sees from the active row.
    """
    if verb.file == "folder":
        yield "", f'AskFolder(answers, "{FILE_ANSWER}", {vba_text(sentences()["folder"])})'
    elif verb.file == "new":
        yield "", ask_target(verb, FILE_ANSWER, sentences()["new_file"])
    asked: set[str] = set()
    for option in verb.options:
        if (option.required or option.ask) and option.kind != "rounds":
            yield condition_of(option, asked), question_for(verb, option)
            asked.add(option.name)
    if verb.ask_name:
        yield "", f'AskText(answers, "{NAME_ANSWER}", {vba_text(verb.ask_name)}, {vba_text("")}, False)'


def condition_of(option: Option, asked: Collection[str]) -> str:
    """Give the expression of whether an option is asked for, after what was asked before; blank: always."""
    if option.beside:
        return f'IsAnswered(answers, "{option.beside}")'
    return f'Not IsAnswered(answers, "{option.unless}")' if option.unless in asked else ""


def question_for(verb: Verb, option: Option) -> str:
    """Give the call that asks for one option."""
    asked = option.ask or option.help[:1].upper() + option.help[1:]
    if option.kind == "target":
        return ask_target(verb, option.name, asked)
    if option.kind == "path":
        return f'AskPath(answers, "{option.name}", {vba_text(asked)})'
    if option.kind == "flag":
        return f'AskYesNo(answers, "{option.name}", {vba_text(asked)})'
    return f'AskText(answers, "{option.name}", {vba_text(asked)}, {preset(option)}, {option.required})'


def ask_target(verb: Verb, name: str, asked: str) -> str:
    """Give the call that asks where a file is to be written."""
    offered = suggested_names().get(verb.id, f"{verb.id}.xlsx")
    return f'AskTarget(answers, "{name}", {vba_text(asked)}, {vba_text(offered)})'


def preset(option: Option) -> str:
    """Give the expression of the answer offered: from the active row or cell, or always the same."""
    if option.column:
        return f"CellUnder({vba_text(option.column)})"
    if option.offers:
        return f"{OFFERS[option.offers]}()"
    return vba_text(option.default)
