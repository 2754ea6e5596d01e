"""The add-in's sources: the ribbon against the procedures, the procedures against the verbs, VBA that compiles."""

from __future__ import annotations

import ast
import importlib
import re
from xml.etree import ElementTree

import pytest
from pyopenvba.exceptions import VBACompileError
from pyopenvba.interpreter import Interpreter, parse_module

from macros_py.builder.addin.package import RIBBON_NAMESPACES, VBA_FOLDER, modules, ribbon_part
from macros_py.builder.addin.vba_modules import Kind, Module, sentences, worksheet_functions
from macros_py.verbs import Option, verbs

THEIRS = {"xlwings", "xlwings_udfs"}
OURS = [module for module in modules() if module.name not in THEIRS]
GROUPS = ["Előkészítés", "Forduló", "Döntések", "Papírok", "Zárás", "Segítség"]
ARITY = {"onLoad": 1, "getLabel": 2, "getSupertip": 2, "getEnabled": 2, "getPressed": 2}
ON_ACTION = {"button": 1, "toggleButton": 2}
BOTH = {"id", "label", "size", "imageMso", "keytip", "screentip", "supertip", "tag", "onAction"}
ALLOWED = {
    "customUI": {"onLoad"},
    "ribbon": {"startFromScratch"},
    "tabs": set(),
    "tab": {"id", "label", "keytip"},
    "group": {"id", "label"},
    "button": BOTH | {"getLabel", "getSupertip", "getEnabled"},
    "toggleButton": BOTH | {"getLabel", "getSupertip", "getEnabled", "getPressed"},
}
"""Attributes that both namespaces have, of the elements used."""
INSIDE = {"ribbon": "customUI", "tabs": "ribbon", "tab": "tabs", "group": "tab", "button": "group"}
EXCLUSIVE = [("label", "getLabel"), ("supertip", "getSupertip")]
LONGEST_LINE, MOST_CONTINUED, LONGEST_TIP, LONGEST_QUESTION = 1023, 24, 1024, 255


def source(name: str) -> str:
    """Give the source of a module."""
    return next(module.source for module in OURS if module.name == name)


def callbacks() -> dict[str, int]:
    """Give the public procedures of our modules, as the ribbon names them, with the count of their parameters."""
    found = {}
    for module in OURS:
        for name, listed in re.findall(r"^Public Sub (\w+)\((.*)\)", module.source, re.MULTILINE):
            found[f"{module.name}.{name}"] = len([entry for entry in listed.split(",") if entry.strip()])
    return found


@pytest.fixture(params=RIBBON_NAMESPACES)
def ribbon(request: pytest.FixtureRequest) -> ElementTree.Element:
    """Give each of the two ribbon parts."""
    root = ElementTree.fromstring(ribbon_part(request.param))
    assert root.tag == f"{{{RIBBON_NAMESPACES[request.param]}}}customUI"
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def test_every_callback_exists_with_its_parameters(ribbon: ElementTree.Element) -> None:
    """Excel passes a control, and in most cases a second value: the procedure takes exactly these."""
    known = callbacks()
    for element in ribbon.iter():
        for attribute, value in element.attrib.items():
            wanted = ON_ACTION.get(element.tag) if attribute == "onAction" else ARITY.get(attribute)
            assert wanted is None or known.get(value) == wanted, (element.attrib, attribute)


def test_the_ribbon_keeps_the_rules_of_both_namespaces(ribbon: ElementTree.Element) -> None:
    """Elements in their place, attributes that both have, ids and key tips of their own, texts not too long."""
    for parent in ribbon.iter():
        for child in parent:
            assert INSIDE.get(child.tag, "group") == parent.tag
    for element in ribbon.iter():
        assert set(element.attrib) <= ALLOWED[element.tag], element.attrib
        assert not any(one in element.attrib and other in element.attrib for one, other in EXCLUSIVE)
        assert all(len(value) < LONGEST_TIP for value in element.attrib.values())
    ids = [element.get("id") for element in ribbon.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[A-Za-z_]\w*", str(one)) for one in ids)
    tips = [str(element.get("keytip")) for group in ribbon.iter("group") for element in group]
    assert len(tips) == len(set(tips))
    assert not [tip for tip in tips if any(other != tip and other.startswith(tip) for other in tips)]


def test_the_groups_follow_the_day(ribbon: ElementTree.Element) -> None:
    """What comes next stands first; then the groups in the order of the day, each verb in its own."""
    groups = {str(group.get("label")): [child.get("id") for child in group] for group in ribbon.iter("group")}
    assert list(groups)[1:] == GROUPS
    for verb in verbs().values():
        assert verb.id in groups[verb.group]


def test_every_verb_has_button_stub_action_and_help(ribbon: ElementTree.Element) -> None:
    """One name from the button to the action; the button has picture, label and help."""
    buttons = {element.get("id"): element for element in ribbon.iter("button")}
    for verb in verbs().values():
        found = buttons[verb.id]
        assert found.get("onAction") == f"SportultiVerbs.Click_{verb.id}"
        assert (found.get("imageMso"), found.get("label")) == (verb.icon, verb.label)
        assert verb.help in (found.get("tag"), found.get("supertip"))
        assert f'    RunVerb "{verb.id}", ' in source("SportultiVerbs")
        assert callable(getattr(importlib.import_module(f"macros_py.actions.{verb.id}"), verb.id))


def asked(options: tuple[Option, ...]) -> list[str]:
    """Give the options that a button has to ask for."""
    return [one.name for one in options if (one.required or one.ask) and one.kind != "rounds"]


def test_a_button_asks_for_all_that_is_required() -> None:
    """A procedure asks for exactly what is required or has a question, and for the name; questions are short enough."""
    procedures = re.findall(
        r"^Public Sub Click_(\w+).*?^End Sub", source("SportultiVerbs"), re.MULTILINE | re.DOTALL
    )
    assert procedures == list(verbs())
    for verb in verbs().values():
        begin = source("SportultiVerbs").index(f"Sub Click_{verb.id}(")
        body = source("SportultiVerbs")[begin:].partition("End Sub")[0]
        names = [name for name in re.findall(r'Ask\w+\(answers, "([\w-]+)"', body) if name != "file"]
        assert names == [*asked(verb.options), *(["person"] if verb.ask_name else [])]
        assert len(verb.ask_name) <= LONGEST_QUESTION
        assert all(len(option.ask or option.help) <= LONGEST_QUESTION for option in verb.options)
        assert ('"file"' in body) is (verb.file != "open")


def test_a_button_offers_a_name_for_the_kind_of_file_it_writes() -> None:
    """The name offered ends as the help of the option says the file does: the draw is no workbook."""
    offered = {
        verb.id: re.findall(r'AskTarget\(answers, "[\w-]+", .*"([\w.]+)"\)', body_of(verb.id))
        for verb in verbs().values()
    }
    assert {verb for verb, found in offered.items() if found} == {
        *("new_event", "trial_event", "recover"),
        *("export_entry", "export_draw", "write_record"),
    }
    assert offered["export_draw"] == ["sorsolas.csv"]
    for verb in verbs().values():
        targets = [option for option in verb.options if option.kind == "target" and option.required]
        assert len(offered[verb.id]) >= len(targets)
        endings = [f".{name.rpartition('.')[2]}" for name in offered[verb.id]]
        assert all(ending in option.help for option in targets for ending in endings)


def body_of(verb: str) -> str:
    """Give the procedure of a verb's button."""
    begin = source("SportultiVerbs").index(f"Sub Click_{verb}(")
    return source("SportultiVerbs")[begin:].partition("End Sub")[0]


def test_a_button_asks_for_a_result_or_for_a_cell() -> None:
    """Once the sheet is answered, the questions about a result are left out, and the other way round."""
    names = r'AskText\(answers, "(\w+)"'
    with_sheet = re.findall(r"    If IsAnswered.*?    End If", body_of("correct_result"), re.DOTALL)
    without = re.findall(r"    If Not IsAnswered.*?    End If", body_of("correct_result"), re.DOTALL)
    assert [re.findall(names, block) for block in with_sheet] == [["row", "column", "value"]]
    assert [re.findall(names, block) for block in without] == [
        ["deal", "table", "soloist", "achievement", "ft", "state"]
    ]
    assert "ActiveSheetOfDecisions()" in body_of("correct_result")
    assert "IsAnswered" not in body_of("import_entrants")


def test_whether_a_question_was_answered_is_told_by_its_name() -> None:
    """Run by an interpreter: a name inside another answer's text is no answer."""
    vba = Interpreter()
    function = re.search(
        r"Public Function IsAnswered.*?End Function", source("SportultiQuestions"), re.DOTALL
    )
    assert function
    vba.add_module(function[0], name="SportultiQuestions")
    answers = r"'reason': 'a sheet\u0027: x', 'row': '2'"
    assert [vba.run("IsAnswered", [answers, name]) for name in ("row", "reason", "sheet")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("module", OURS, ids=lambda module: module.name)
def test_our_vba_compiles(module: Module) -> None:
    """Every module of ours is parsed whole, declares its variables and keeps to the lengths the editor takes."""
    assert "\r\nOption Explicit\r\n" in module.source or module.name == "Sheet1"
    known = module.source.replace("WithEvents ", "")  # the one word that the analyser does not know
    parse_module(known, name=module.name, kind="standard" if module.kind is Kind.STANDARD else "class")
    lines = module.source.split("\r\n")
    assert max(map(len, lines)) <= LONGEST_LINE
    joined = "".join("_" if line.endswith(" _") else "." for line in lines)
    assert max(map(len, joined.split("."))) <= MOST_CONTINUED


def test_the_analyser_finds_a_fault() -> None:
    """A block that is not closed does not compile."""
    with pytest.raises(VBACompileError):
        parse_module("Sub a()\n    If True Then\nEnd Sub\n", name="a")


def test_sources_written_by_hand_are_plain() -> None:
    """They are ASCII: what a referee reads comes from the catalogue, each sentence of which is used."""
    texts = [path.read_bytes().decode("ascii") for path in sorted(VBA_FOLDER.iterdir())]
    used = set(re.findall(r'Words\("(\w+)"\)', "".join(texts)))
    assert used | {"folder", "new_file"} == set(sentences())


@pytest.mark.parametrize(
    "answer", ["C:\\Új mappa\\Ő & %PATH% \"x\" 'y'.xlsx", "P 40 U-K", "", "8,-4,-4\n{a}"]
)
def test_an_answer_survives_as_python(answer: str) -> None:
    """The procedures, run by an interpreter, write a dict literal of plain characters that Python reads back."""
    vba = Interpreter()
    escaping = re.search(
        r"Public Function Escaped.*?(?=Public Function AskPath)", source("SportultiQuestions"), re.DOTALL
    )
    assert escaping
    vba.add_module(escaping[0], name="SportultiQuestions")
    literal = f"'{vba.run('Escaped', [answer])}'"
    assert re.fullmatch(r"'[A-Za-z0-9_./ \\-]*'", literal)
    assert ast.literal_eval(literal) == answer


def test_the_wizard_has_help_for_every_function() -> None:
    """Each worksheet function and each of its arguments has a help of at most 255 letters."""
    assert len(worksheet_functions()) == len(
        re.findall(r"^    Describe ", source("SportultiFunctions"), re.MULTILINE)
    )
    for function in worksheet_functions():
        assert function.help
        assert all(function.arguments.values())
