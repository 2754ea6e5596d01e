"""A workbook that came by e-mail sets nothing and starts nothing: the built add-in's VBA, run with one in front."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from pyopenvba.exceptions import VBARuntimeError

from macros_py.builder.addin import xlwings_sources
from macros_py.builder.addin.xlwings_sources import obeying_no_workbook, xlwings_folder
from tests.builder.addin.excel_world import World, sources

ADDIN = Path(__file__).parents[3] / "workbook" / "Sportulti.xlam"
OUR_PYTHON = r"C:\Sportulti\venv\Scripts\python.exe"
OUR_SETTINGS = {
    "INTERPRETER_WIN": OUR_PYTHON,
    "INTERPRETER_MAC": "/Home/jv/Sportulti/venv/bin/python",
    "PYTHONPATH": r"C:\Sportulti\program",
    "ADD_WORKBOOK_TO_PYTHONPATH": "False",
    "UDF MODULES": "macros_py.functions",
}
"""As the installer writes them."""
USER_FILES = (r"C:\USERPROFILE\.sportulti\sportulti.conf", "/Home/jv/sportulti.conf")
EVIL = "rossz"
"""Stands in whatever the hostile workbook would like to have its way with."""
HOSTILE_SETTINGS = {
    "INTERPRETER_WIN": rf"\\203.0.113.9\x\{EVIL}.exe",
    "INTERPRETER_MAC": f"/Volumes/{EVIL}/python",
    "INTERPRETER": f"{EVIL}.exe",
    "PYTHONPATH": rf"\\203.0.113.9\{EVIL}",
    "LICENSE_KEY": f"';import {EVIL};'",
    "ADD_WORKBOOK_TO_PYTHONPATH": "True",
    "CONDA PATH": f"C:/{EVIL}",
    "CONDA ENV": EVIL,
    "TEMP DIR": f"C:/{EVIL}",
    "ONEDRIVE_CONSUMER_WIN": rf"\\203.0.113.9\{EVIL}",
    "SHOW CONSOLE": "True",
    "UDF MODULES": EVIL,
}


@pytest.fixture(scope="module")
def built() -> dict[str, str]:
    """Give the modules of the committed add-in."""
    return sources(ADDIN)


@pytest.fixture(scope="module")
def theirs() -> dict[str, str]:
    """Give xlwings' own modules, which obey any workbook: the proof that this world would show it."""
    folder = xlwings_folder()
    files = {"xlwings": folder / "xlwings_custom_addin.bas"}
    text = {name: path.read_bytes().decode("cp1252").replace("\r\n", "\n") for name, path in files.items()}
    return {name: part.replace('"myaddin"', '"sportulti"') for name, part in text.items()}


@pytest.fixture
def workbook(tmp_path: Path) -> Path:
    """Give a workbook with hostile settings in a sheet that cannot be seen, and Python code in another one."""
    book = Workbook()
    settings = book.create_sheet("sportulti.conf")
    settings.sheet_state = "veryHidden"
    for row in HOSTILE_SETTINGS.items():
        settings.append(row)
    book.create_sheet("macros_py.py")["A1"] = f"import {EVIL}"
    folder = tmp_path / f"{EVIL} mappa"
    folder.mkdir()
    book.save(folder / f"{EVIL} kupa.xlsx")
    return folder / f"{EVIL} kupa.xlsx"


STARTING = {
    "RunPython": (EVIL,),
    "ExecuteMac": (EVIL, EVIL),
    "ExecuteWindows": (False, EVIL, EVIL),
    "KillFileOnMac": (EVIL,),
}
"""What starts or deletes something, with what a formula could hand over."""
Make = Callable[..., World]
USED = ("xlwings", "SportultiGuard", "SportultiWords")


@pytest.fixture
def world(workbook: Path) -> Make:
    """Give the maker of a world: the hostile workbook in front, a hostile file beside it, the user's own settings."""

    def make(modules: dict[str, str], *, server: bool = False, **others: Any) -> World:
        beside = {f"{workbook.parent}/sportulti.conf": HOSTILE_SETTINGS, r"\sportulti.conf": HOSTILE_SETTINGS}
        own = OUR_SETTINGS | ({"USE UDF SERVER": "True"} if server else {})
        used = {name: text for name, text in modules.items() if name in USED}
        return World(used, workbook, {**beside, **dict.fromkeys(USER_FILES, own)}, **others)

    return make


def test_the_users_settings_are_obeyed_and_no_others(built: dict[str, str], world: Make) -> None:
    """Each key that the workbook sets gets the user's value, or none where the user sets none."""
    for is_mac in (False, True):
        here = world(built, is_mac=is_mac)
        for key in HOSTILE_SETTINGS:
            assert here.run("GetConfig", key) == OUR_SETTINGS.get(key, ""), key
        assert here.run("GetConfig", "USE UDF SERVER", "False") == "False"


def test_the_world_shows_what_is_obeyed(theirs: dict[str, str], world: Make) -> None:
    """xlwings' own module takes program, path and code from the workbook: else the test above would prove nothing."""
    here = world(theirs)
    assert here.run("GetConfig", "INTERPRETER_WIN") == HOSTILE_SETTINGS["INTERPRETER_WIN"]
    command = str(here.run("XLPyCommand"))
    assert f"import {EVIL};" in command
    assert HOSTILE_SETTINGS["INTERPRETER_WIN"] in command


def test_the_command_of_a_formula_names_nothing_of_the_workbook(built: dict[str, str], world: Make) -> None:
    """What a worksheet function starts is our Python, by its whole path, which looks in no current folder."""
    command = str(world(built).run("XLPyCommand"))
    assert EVIL not in command
    assert command.startswith(
        f'C:\\ComSpec  /K ""{OUR_PYTHON}" -B -P -c "import sys, os;import xlwings.utils;'
    )
    assert 'prepare_sys_path(\\"false;;;;;;C:\\\\Sportulti\\\\program\\")' in command


def pressed(here: World, command: str = "import macros_py.buttons") -> list[str]:
    """Press a button, and give what would have been started."""
    here.add(
        "Press",
        f'Sub Press()\n    Dim failed As Boolean\n    RunPythonForButton "{command}", failed\nEnd Sub\n',
    )
    here.run("Press")
    return here.started


def test_a_button_starts_our_python_only(built: dict[str, str], world: Make) -> None:
    """On Windows by the server or by a command, on a Mac by the script: the workbook gives its name, nothing else."""
    dll, server, command = pressed(world(built, server=True))[-3:]
    assert dll.startswith("C:\\Sportulti\\venv")
    assert EVIL not in server
    assert command == "import macros_py.buttons"
    [started] = pressed(world(built))
    assert re.sub(rf'--wb="{EVIL} kupa.xlsx"', "", started).count(EVIL) == 0
    assert started.startswith("C:\\ComSpec /C C: & cd ")
    assert f'"{OUR_PYTHON}" -B -P -c "import xlwings.utils;' in started
    [started] = pressed(world(built, is_mac=True))
    pieces = started.split("|")
    assert pieces[:2] == [r"false;;;;;;C:\Sportulti\program;", "/Home/jv"]
    assert pieces[3] == f"{EVIL} kupa.xlsx"
    assert EVIL not in "".join(pieces[:3] + pieces[4:])


@pytest.mark.parametrize(
    ("name", "is_mac"),
    [
        ("kupa$(open -a Calculator).xlsx", True),
        ("kupa`id`.xlsx", True),
        ("kupa|x.xlsx", True),
        ('kupa".xlsx', True),
        ("kupa%CMDCMDLINE%&calc&.xlsx", False),
    ],
)
def test_a_workbooks_name_is_no_command(
    built: dict[str, str], world: Make, workbook: Path, name: str, is_mac: bool
) -> None:
    """A name with a mark that the shell takes for its own goes on no command line: the referee is told to rename it."""
    workbook.rename(workbook.with_name(name))
    here = World(
        {key: built[key] for key in USED},
        workbook.with_name(name),
        dict.fromkeys(USER_FILES, OUR_SETTINGS),
        is_mac=is_mac,
    )
    with pytest.raises(VBARuntimeError, match="Mentse a munkafüzetet más néven"):
        pressed(here)
    assert not here.started


@pytest.mark.parametrize("caller", ['ActiveSheet.Range("A1")', '"Picture 1"'])
@pytest.mark.parametrize("is_mac", [False, True])
def test_a_cell_or_a_picture_starts_nothing(
    built: dict[str, str], world: Make, caller: str, is_mac: bool
) -> None:
    """A formula such as =RunPython("…"), or a picture with a macro, calls what an add-in has: it is refused."""
    for procedure, arguments in STARTING.items():
        here = world(built, caller=caller, is_mac=is_mac, server=True)
        with pytest.raises(VBARuntimeError, match="nem indíthat semmit"):
            here.run(procedure, *arguments)
        assert not here.started


def test_no_cell_can_call_what_starts_something(built: dict[str, str]) -> None:
    """Of xlwings' functions a formula sees one, which starts our Python; a dll's functions are hidden too."""
    public = re.findall(r"^(?:Public )?(?:Function|Sub) (\w+)", built["xlwings"], re.MULTILINE)
    assert public == ["XLPy", "RunPythonForButton"]
    assert "Public Sub RunPythonForButton(" in built["xlwings"]
    assert not re.findall(r"^ *(?:Public )?Declare ", built["xlwings"], re.MULTILINE)


def test_no_settings_means_no_program(built: dict[str, str], workbook: Path) -> None:
    """Where the user's settings are missing, no program of the name of Python is looked for."""
    here = World({key: built[key] for key in USED}, workbook, {})
    for start in (lambda: here.run("XLPyCommand"), lambda: pressed(here)):
        with pytest.raises(VBARuntimeError, match="beállításai hiányoznak"):
            start()
    assert not here.started


def test_no_workbook_is_handed_to_the_functions(built: dict[str, str]) -> None:
    """xlwings' Python would take sheets named *.py from it, and the code in them."""
    wrappers = built["xlwings_udfs"]
    assert "ActiveWorkbook" not in wrappers
    assert wrappers.count(", Nothing, Application.Caller)") == wrappers.count("\nFunction ULTI_")


def test_nothing_is_left_that_asks_a_workbook(built: dict[str, str]) -> None:
    """No sheet is looked for by the name of the settings or by *.py, and no code is made from a licence."""
    text = built["xlwings"]
    for gone in (
        "GetConfigFromSheet",
        "DirectoryConfig",
        '".py"',
        '"LICENSE_KEY"',
        ".Sheets(PROJECT_NAME",
        "pro.",
    ):
        assert gone not in text
    assert not re.findall(r"Workbook\.(?:Full)?Name(?!\))", text)


@pytest.mark.parametrize(
    ("theirs", "ours", "words"),
    [
        ("    ' Sheet\n", "    ' Sheets\n", "stands 0 times, not 1"),
        ("    ' User Config\n", "    ' User Config\n    ' User Config\n", "stands 2 times, not 1"),
        ('"myaddin"', '"xlwings"', "stands 0 times, not 1"),
        ('WScript.Run("cmd.exe /C "', 'WScript.Run("cmd /C "', "stands 0 times, not 1"),
        (
            "Function CheckConda(",
            "Function Other()\nEnd Function\nFunction CheckConda(",
            r"other procedures: \['Other'\]",
        ),
        ("Public Function RunPython(P", "Public  Function RunPython(P", "RunPython"),
    ],
)
def test_another_xlwings_is_no_xlwings_to_build_from(theirs: str, ours: str, words: str) -> None:
    """A release in which anything of what is cut looks otherwise stops the build."""
    path = xlwings_folder() / "xlwings_custom_addin.bas"
    text = path.read_bytes().decode("cp1252").replace("\r\n", "\n")
    assert theirs in text
    with pytest.raises(RuntimeError, match=words):
        obeying_no_workbook(text.replace(theirs, ours, 1))


def test_pieces_in_another_order_stop_the_build() -> None:
    """A cut whose end stands before its begin would take the rest of the module with it."""
    with pytest.raises(RuntimeError, match="stands before"):
        xlwings_sources.without("end begin", xlwings_sources.Cut("begin", "end"))
