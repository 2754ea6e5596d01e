"""VBA modules as a project stores them: code page 1252, CRLF, the attributes of their kind in front.

Some are made from lists: the add-in's sentences, a procedure a button, a wrapper a worksheet function (the source of
``macros_py/functions.py`` is read, not imported: it stands above the builder).
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path

from macros_py import TEMPLATES
from macros_py.verbs import OFFERS, Option, Verb, verbs

CODE_PAGE = "cp1252"
WORKBOOK = "00020819-0000-0000-C000-000000000046"
SHEET_CLASS = "00020820-0000-0000-C000-000000000046"
"""What a workbook and a sheet are to Excel."""
_DOCUMENT_FLAGS = {
    **{"GlobalNameSpace": False, "Creatable": False, "PredeclaredId": True},
    **{"Exposed": True, "TemplateDerived": False, "Customizable": True},
}
_SENTENCES_FILE = TEMPLATES / "words" / "addin.toml"
MODULE, PYTHON_MODULE = "SportultiVerbs", "macros_py.functions"
_FILE_ANSWER, _NAME_ANSWER = "file", "person"
"""The answers: the file, where the verb does not run on the workbook in front; and who vouches for something."""
_SOURCE = Path(__file__).parents[2] / "functions.py"
_PREFIX, _CATEGORY = "ULTI_", "Sportulti"
_LONGEST_HELP = 255
"""Letters that the function wizard takes for a function or an argument."""


class Kind(Enum):
    """What a module is, in the word of the PROJECT stream."""

    STANDARD = "Module"
    DOCUMENT = "Document"


@dataclass(frozen=True, slots=True)
class Module:
    """One module; ``source`` is the text exactly as its stream stores it."""

    name: str
    kind: Kind
    source: str


def _with_crlf(text: str) -> str:
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return (lines if lines.endswith("\n") or not lines else lines + "\n").replace("\n", "\r\n")


def standard(name: str, text: str) -> Module:
    """Make a standard module from a ``.bas`` text, with or without its first line.

    :raises ValueError: the text names itself otherwise.
    """
    head, body = f'Attribute VB_Name = "{name}"\r\n', _with_crlf(text)
    if not body.startswith("Attribute VB_Name"):
        body = head + body
    if not body.startswith(head):
        raise ValueError(f"the text of module {name} bears another name")
    return Module(name, Kind.STANDARD, body)


def document(name: str, base: str, text: str = "") -> Module:
    """Make the module of the workbook or of a sheet; ``base`` is :data:`WORKBOOK` or :data:`SHEET_CLASS`."""
    flags = "".join(f"Attribute VB_{flag} = {value}\r\n" for flag, value in _DOCUMENT_FLAGS.items())
    head = f'Attribute VB_Name = "{name}"\r\nAttribute VB_Base = "0{{{base}}}"\r\n{flags}'
    return Module(name, Kind.DOCUMENT, head + _with_crlf(text))


def vba_text(text: str) -> str:
    """Write a text as a VBA expression; letters that code page 1252 lacks, such as ő, become ``ChrW`` calls."""
    pieces = re.findall(r"([\x20-\x7e\xa0-\xff]+)|(.)", text, re.DOTALL)
    quoted = (
        '"{}"'.format(plain.replace('"', '""')) if plain else f"ChrW({ord(odd)})" for plain, odd in pieces
    )
    return " & ".join(quoted) or '""'


@cache
def sentences() -> dict[str, str]:
    """Give the sentences by their keys."""
    table = tomllib.loads(_SENTENCES_FILE.read_text("utf-8"))
    return {key: text for key, text in table.items() if isinstance(text, str)}


def _words_module() -> Module:
    """Make the module with ``Words(key)``."""
    cases = [f'        Case "{key}": Words = {vba_text(text)}' for key, text in sentences().items()]
    head = ["Option Explicit", "' Every sentence the add-in says itself.", ""]
    body = ["Public Function Words(ByVal key As String) As String", "    Select Case key", *cases]
    return standard("SportultiWords", "\n".join([*head, *body, "    End Select", "End Function"]))


def callback(verb: Verb) -> str:
    """Give the name of the procedure behind a verb's button."""
    return f"Click_{verb.id}"


def _verbs_module() -> Module:
    head = ["Option Explicit", "' One procedure a button; the list of verbs is templates/buttons.toml.", ""]
    return standard(MODULE, "\n".join([*head, *(line for verb in verbs().values() for line in _stub(verb))]))


def _stub(verb: Verb) -> Iterator[str]:
    label = vba_text(verb.label)
    yield f"Public Sub {callback(verb)}(control As IRibbonControl)"
    yield "    Dim answers As String"
    yield f'    If Not VerbMayStart("{verb.id}", {label}, {verb.file == "open"}) Then Exit Sub'
    for condition, asked in groupby(_questions(verb), key=lambda one: one[0]):
        yield from _asking(condition, [question for _, question in asked])
    yield f'    RunVerb "{verb.id}", {label}, answers'
    yield "End Sub"
    yield ""


def _asking(condition: str, questions: Iterable[str]) -> list[str]:
    lines = [f"    If Not {question} Then Exit Sub" for question in questions]
    if condition:
        lines = [f"    If {condition} Then", *(f"    {line}" for line in lines), "    End If"]
    return lines


def _questions(verb: Verb) -> Iterator[tuple[str, str]]:
    """Give the calls that ask for all a verb needs to know, each with its condition; blank: always.

    Which round is meant, Python sees from the active row.
    """
    if verb.file == "folder":
        yield "", f'AskFolder(answers, "{_FILE_ANSWER}", {vba_text(sentences()["folder"])})'
    elif verb.file == "new":
        yield "", _ask_target(verb, _FILE_ANSWER, sentences()["new_file"])
    asked: set[str] = set()
    for option in verb.options:
        if (option.required or option.ask) and option.kind != "rounds":
            condition = f'Not IsAnswered(answers, "{option.unless}")' if option.unless in asked else ""
            condition = f'IsAnswered(answers, "{option.beside}")' if option.beside else condition
            yield condition, _question_for(verb, option)
            asked.add(option.name)
    if verb.ask_name:
        yield "", f'AskText(answers, "{_NAME_ANSWER}", {vba_text(verb.ask_name)}, {vba_text("")}, False)'


def _question_for(verb: Verb, option: Option) -> str:
    asked = option.ask or option.help[:1].upper() + option.help[1:]
    if option.kind == "target":
        return _ask_target(verb, option.name, asked)
    if option.kind == "path":
        return f'AskPath(answers, "{option.name}", {vba_text(asked)})'
    if option.kind == "flag":
        return f'AskYesNo(answers, "{option.name}", {vba_text(asked)})'
    offered = f"{OFFERS[option.offers]}()" if option.offers else vba_text(option.default)
    offered = f"CellUnder({vba_text(option.column)})" if option.column else offered
    return f'AskText(answers, "{option.name}", {vba_text(asked)}, {offered}, {option.required})'


def _ask_target(verb: Verb, name: str, asked: str) -> str:
    offered = verb.offered_name or f"{verb.id}.xlsx"
    return f'AskTarget(answers, "{name}", {vba_text(asked)}, {vba_text(offered)})'


@dataclass(frozen=True, slots=True)
class WorksheetFunction:
    """One worksheet function: name, help, and the help of each argument by its name."""

    name: str
    help: str
    arguments: dict[str, str]


@cache
def worksheet_functions() -> tuple[WorksheetFunction, ...]:
    """Give the worksheet functions by name, from the docstrings of the source."""
    nodes = (node for node in ast.parse(_SOURCE.read_text("utf-8")).body if isinstance(node, ast.FunctionDef))
    found = []
    for node in (node for node in nodes if node.name.startswith(_PREFIX)):
        head, _, rest = (ast.get_docstring(node) or "").partition("\n")
        paragraphs = dict(re.findall(r"^(\w+): (.*(?:\n +.*)*)", rest, re.MULTILINE))
        helps = {entry.arg: " ".join(paragraphs[entry.arg].split()) for entry in node.args.args}
        found.append(WorksheetFunction(node.name, head, helps))
    return tuple(sorted(found, key=lambda function: function.name))


def wrappers_module() -> Module:
    """Make the module ``xlwings_udfs``; xlwings looks for it by this name.

    It has no ``Option Explicit``, since ``XLPy`` comes from xlwings' own module.
    """
    head = ["'Autogenerated code by xlwings - changes will be lost with next import!"]
    head += ['#Const App = "Microsoft Excel" \'Adjust when using outside of Excel']
    return standard("xlwings_udfs", "\n".join([*head, *map(_wrapper, worksheet_functions()), ""]))


def _wrapper(function: WorksheetFunction) -> str:
    """Write the wrapper of one function: Python answers, and what goes wrong is the cell's text.

    No workbook is handed over: xlwings would look in it for sheets of Python code.
    """
    name, arguments = function.name, ", ".join(function.arguments)
    call = f'{name} = XLPy.CallUDF("{PYTHON_MODULE}", "{name}", Array({arguments})'
    return f"""Function {name}({arguments})
    #If App = "Microsoft Excel" Then
        If TypeOf Application.Caller Is Range Then On Error GoTo failed
        {call}, Nothing, Application.Caller)
        Exit Function
    #Else
        {call})
        Exit Function
    #End If
failed:
    {name} = Err.Description
End Function
"""


_END_OF_HELP = f"""End Sub

' Excel refuses this in some states of the add-in's window; the functions work without.
Private Sub Describe(ByVal functionName As String, ByVal help As String, ByVal arguments As Variant)
    On Error Resume Next
    Application.MacroOptions _
        Macro:="'" & ThisWorkbook.Name & "'!" & functionName, Description:=help, _
        Category:="{_CATEGORY}", ArgumentDescriptions:=arguments
End Sub"""


def _help_module() -> Module:
    """Make the module that tells the function wizard category and help of each function, at every start."""
    lines = ["Option Explicit", "' Category and help of the worksheet functions.", ""]
    lines += ["Public Sub RegisterFunctions()"]
    for function in worksheet_functions():
        texts = [vba_text(_shortened(text)) for text in function.arguments.values()]
        lines += [f'    Describe "{function.name}", _', f"        {vba_text(_shortened(function.help))}, _"]
        lines += ["        Array( _", *(f"            {text}, _" for text in texts[:-1])]
        lines += [f"            {texts[-1]})"]
    return standard("SportultiFunctions", "\n".join([*lines, _END_OF_HELP]))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_HELP else text[: _LONGEST_HELP - 1] + "…"


def listed_modules() -> list[Module]:
    """Make the modules that are made from lists."""
    return [_words_module(), _verbs_module(), _help_module(), wrappers_module()]
