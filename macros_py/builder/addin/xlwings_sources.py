"""The VBA module of the installed xlwings that makes RunPython work: read at build time, nowhere copied.

xlwings lets a workbook say what is started: by a sheet of settings, by a file beside it, by sheets of Python code, by
its own name on a command line, by a formula that calls any public function. A workbook comes by e-mail, so here all of
it is cut; what is left obeys the user's own settings only. xlwings is only located, not imported: on Windows it would
look for Excel.
"""

from __future__ import annotations

import importlib.util
import re
from dataclasses import dataclass
from pathlib import Path

from macros_py.builder.addin.vba_modules import CODE_PAGE, Module, standard

_PROJECT_NAME = "sportulti"
"""By it xlwings' module finds our settings: ``.sportulti/sportulti.conf`` in the user's folder."""


@dataclass(frozen=True, slots=True)
class Cut:
    """All from one piece of text up to another; each of them stands there exactly once."""

    begin: str
    end: str


_CUTS = (
    # A sheet or a file beside the workbook in front would be asked before the user's own settings.
    Cut("    ' Sheet\n", "    ' User Config\n"),
    # Sheets named *.py, and paths made from the workbook's own.
    Cut("    ' Check for embedded Python code\n", "    #If Mac Then\n        PYTHONPATH = "),
    Cut("    ' PythonCommand with embedded code\n", "    ' Call Python platform-dependent\n"),
    # A setting that would be written into the Python command as it is.
    Cut('    licenseKey = GetConfig("LICENSE_KEY", "")\n', "    If DEBUG_UDFS = True Then\n"),
    # What no button and no worksheet function of ours needs.
    Cut("Public Function RunFrozenPython(", "Private Sub CleanUp()"),
    Cut("Function NDims(", "Function XLPy()\n"),
    Cut("Sub KillPy()", '\'Attribute VB_Name = "Config"\n'),
    Cut(
        '#If App = "Microsoft Excel" Then\nFunction GetDirectoryPath(',
        "Function GetConfigFilePath() As String\n",
    ),
    Cut("Function GetDirectoryConfigFilePath()", "Function GetConfig("),
    Cut("Function SaveConfigToFile(", "Function GetConfigFromFile("),
    Cut("Function IsFullName(", "Function FileExists("),
    Cut("Function GetDirectory(", "Function KillFileOnMac("),
    Cut("Function GetBaseName(", "Public Function CreateGUID("),
)
_LAST_CUT = '#If App = "Microsoft Excel" Then\nFunction GetFullName('
"""From here on to the end."""
_SWAPS = (
    ('PROJECT_NAME As String = "myaddin"', f'PROJECT_NAME As String = "{_PROJECT_NAME}"', 1),
    # The settings are followed by the names of two workbooks, for a folder that is never added to Python's path.
    ('AddExcelDir & ";" & ActiveFullName & ";" & ThisFullName & ";" & ', '"false;;;" & ', 2),
    (
        'AddExcelDir & ";" & ActiveWorkbook.FullName & ";" & ThisWorkbook.FullName & ";" & ',
        '"false;;;" & ',
        1,
    ),
    ('    AddExcelDir = GetConfig("ADD_WORKBOOK_TO_PYTHONPATH", "true")\n', "", 1),
    ('String + "|" + ActiveWorkbook.Name', 'String + "|" + HarmlessName(ActiveWorkbook.Name)', 1),
    (
        '" --wb=" & """" & ActiveWorkbook.Name & """',
        '" --wb=" & """" & HarmlessName(ActiveWorkbook.Name) & """',
        1,
    ),
    # Without settings any program of this name would do, also one that lies beside the workbook.
    ('GetConfig("INTERPRETER", "python")', "NoInterpreter()", 1),
    ('GetConfig("INTERPRETER", "pythonw")', "NoInterpreter()", 2),
    # Excel's current folder may be that of the workbook: neither a program nor a Python module is taken from there.
    (' -B -c ""import ', ' -B -P -c ""import ', 2),
    ('WScript.Run("cmd.exe /C "', 'WScript.Run(Environ("ComSpec") & " /C "', 1),
    ('PYTHON_WIN = "cmd.exe " &', 'PYTHON_WIN = Environ("ComSpec") & " " &', 2),
)
"""What is changed, what takes its place, how often it stands there."""
_GUARDED = ("RunPython", "ExecuteMac", "ExecuteWindows", "KillFileOnMac")
"""What starts or deletes something: asks first who calls, since a picture in a workbook may call anything."""
_KEPT = {
    *("RunPython", "ExecuteMac", "ExecuteWindows", "CleanUp", "XLPyCommand", "XLPyLoadDLL", "XLPy"),
    *("GetConfigFilePath", "GetConfig", "GetConfigFromFile", "WScript", "FileExists", "FileExistsOnWindows"),
    *("FileOrFolderExistsOnMac", "ParentFolder", "KillFileOnMac", "ToMacPath", "GetMacDir", "ToPosixPath"),
    *("ShowError", "ExpandEnvironmentStrings", "ReadFile", "SheetExists", "CreateGUID", "CheckConda"),
}
"""Every procedure that is left."""
_PUBLIC = {"XLPy"}
"""What our modules call: a cell can call it too, and gets nothing but our own Python started."""
_PROCEDURE = re.compile(r"^(?:Public |Private )?((?:Function|Sub) (\w+)\()", re.MULTILINE)
_WAY_IN = """
' Ours: the only way in for a button. A Sub, since a cell can call any public function.
Public Sub RunPythonForButton(ByVal command As String, ByRef hasFailed As Boolean)
    hasFailed = (RunPython(command) = -1)
End Sub
"""


def xlwings_folder() -> Path:
    """Give the folder of the installed package.

    :raises RuntimeError: there is none.
    """
    found = importlib.util.find_spec("xlwings")
    if found is None or found.origin is None:
        raise RuntimeError("xlwings is not installed: run setup_workbook.py")
    return Path(found.origin).parent


def xlwings_module() -> Module:
    """Give xlwings' module for add-ins of one's own, obeying no workbook.

    :raises RuntimeError: xlwings is not installed, or its module is not as expected.
    """
    text = (xlwings_folder() / "xlwings_custom_addin.bas").read_bytes().decode(CODE_PAGE)
    return standard("xlwings", obeying_no_workbook(text.replace("\r\n", "\n")))


def obeying_no_workbook(text: str) -> str:
    """Cut and change xlwings' module; line ends are single.

    :raises RuntimeError: a text that is to be cut or changed does not stand there as often as expected, or another
        procedure is left than those known.
    """
    for cut in _CUTS:
        text = without(text, cut)
    _expect(text, _LAST_CUT, 1)
    text = text.partition(_LAST_CUT)[0]
    for theirs, ours, times in _SWAPS:
        _expect(text, theirs, times)
        text = text.replace(theirs, ours)
    left = [name for _, name in _PROCEDURE.findall(text)]
    if sorted(left) != sorted(_KEPT):
        raise RuntimeError(
            f"xlwings' VBA module has other procedures: {sorted(_KEPT.symmetric_difference(left))}"
        )
    return _guarded(_private(text)) + _WAY_IN


def without(text: str, cut: Cut) -> str:
    """Cut one piece out.

    :raises RuntimeError: its begin or its end does not stand there exactly once, in this order.
    """
    _expect(text, cut.begin, 1)
    _expect(text, cut.end, 1)
    head, _, rest = text.partition(cut.begin)
    _, found, tail = rest.partition(cut.end)
    if not found:
        raise RuntimeError(f"in xlwings' VBA module {cut.end!r} stands before {cut.begin!r}")
    return head + found + tail


def _expect(text: str, piece: str, times: int) -> None:
    """:raises RuntimeError: the piece of text stands there more or less often."""
    if text.count(piece) != times:
        raise RuntimeError(f"in xlwings' VBA module {piece!r} stands {text.count(piece)} times, not {times}")


def _private(text: str) -> str:
    """Hide every procedure but ``_PUBLIC``, and every function of a dll, from cells and other projects."""
    hidden = _PROCEDURE.sub(lambda found: ("" if found[2] in _PUBLIC else "Private ") + found[1], text)
    return re.sub(r"^( *)Declare ", r"\1Private Declare ", hidden, flags=re.MULTILINE)


def _guarded(text: str) -> str:
    """Let what starts something ask first who calls it.

    :raises RuntimeError: the head of one is not found.
    """
    for name in _GUARDED:
        head = re.compile(rf"^Private (?:Function|Sub) {name}\((?:[^\n]* _\n)*[^\n]*\n", re.MULTILINE)
        text, count = head.subn(lambda found: found[0] + "    RefuseSheets\n", text)
        if count != 1:
            raise RuntimeError(f"in xlwings' VBA module the head of {name} stands {count} times")
    return text
