"""Excel in memory, with the add-in's own VBA in it: what the code asks of the system is answered by stand-ins.

The procedures that run are those of the built add-in; only reading a file, asking whether there is one, and starting a
program are replaced, by procedures that know the files of this world and write down what would be started.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from oletools.olevba import VBA_Parser
from pyopenvba.apps.excel import ExcelApplication
from pyopenvba.interpreter._preprocess import strip_directives

COMMENT_OF_DIRECTIVE = re.compile(r"^([ \t]*#[^'\n]*)'.*$", re.MULTILINE)
"""The interpreter reads no comment behind a directive."""
READING = re.compile(
    r"^(?:Private |Public )?Function (?:GetConfigFromFile|FileExists|ReadFile|WScript)\(.*?^End Function\n",
    re.MULTILINE | re.DOTALL,
)
TRUTH = re.compile(r"(GetConfig\([^()]*\)) = True")
"""Excel compares the text with the truth value; the interpreter wants it said."""
STARTED = "STARTS "
SHELL = f"""
Public Function ExpandEnvironmentStrings(ByVal text As String) As String
    ExpandEnvironmentStrings = text
End Function
Public Function Run(ByVal command As String, ByVal style, ByVal waits) As Long
    Debug.Print "{STARTED}" & command
End Function
"""
SYSTEM = f"""
Function WScript(Optional CreateNew As Boolean) As Object
    Set WScript = New Shell
End Function
Function ReadFile(ByVal name As String) As String
End Function
Function CreateObject(ByVal kind As String) As Object
    Set CreateObject = New Dictionary
End Function
Function Environ(ByVal name As String) As String
    Environ = "C:\\" & name
End Function
Function AppleScriptTask(ByVal script As String, ByVal handler As String, ByVal text As String) As String
    Debug.Print "{STARTED}" & text
End Function
Function MacScript(ByVal text As String) As String
    MacScript = "/Home/jv"
End Function
Function XLPyDLLActivateAuto(result, ByVal command As String, ByVal mode As Long) As Long
    Debug.Print "{STARTED}" & command
    Set result = New PythonServer
End Function
Function LoadLibrary(ByVal name As String) As Long
    Debug.Print "{STARTED}" & name
    LoadLibrary = 1
End Function
"""
SERVER = f"""
Public Function [Module](ByVal name As String) As String
End Function
Public Sub SetAttr(ByVal owner, ByVal name As String, ByVal value)
End Sub
Public Sub Exec(ByVal command As String)
    Debug.Print "{STARTED}" & command
End Sub
"""


def sources(addin: Path) -> dict[str, str]:
    """Give the text of every module in an add-in, as an independent reader finds it."""
    parser = VBA_Parser(str(addin))
    found = {
        path.rpartition("/")[2]: code.replace("\r\n", "\n") for _, path, _, code in parser.extract_macros()
    }
    parser.close()
    return found


class World:
    """Excel with the add-in, and ``workbook`` in front; ``files`` are the settings that stand in files.

    ``caller`` is the VBA expression for what calls: by default an error, as for a button of the ribbon.
    """

    def __init__(
        self,
        modules: Mapping[str, str],
        workbook: Path,
        files: Mapping[str, Mapping[str, str]],
        *,
        is_mac: bool = False,
        caller: str = "CVErr(2023)",
    ) -> None:
        self.excel = ExcelApplication()
        self.excel.add_workbook()
        self.excel.open_workbook(workbook)
        self.is_mac = is_mac
        self.caller = caller
        for name, text in modules.items():
            self.add(name, READING.sub("", text))
        self.add("TheSystem", SYSTEM + reading(files))
        self.add("Shell", SHELL, kind="class")
        self.add("PythonServer", SERVER.replace("[Module]", "Module"), kind="class")

    def add(self, name: str, text: str, kind: str = "standard") -> None:
        """Add a module, compiled for the system of this world."""
        plain = COMMENT_OF_DIRECTIVE.sub(r"\1", text).replace("Application.Caller", self.caller)
        plain = TRUTH.sub(r"CBool(\1)", plain)
        plain = re.sub(r"^ *Kill LOG_FILE$", "", plain, flags=re.MULTILINE)
        plain = plain.replace("Application.Path", '"C:\\Office"').replace("Application.Hwnd", "42")
        compiled = strip_directives(plain, constants={"Mac": self.is_mac})
        declared = re.sub(r"^\s*(?:Private )?Declare .*\n", "", compiled, flags=re.MULTILINE)
        self.excel.add_module(declared, name=name, kind=kind)

    def run(self, procedure: str, *arguments: object) -> object:
        """Run a procedure."""
        return self.excel.run(procedure, *arguments)

    @property
    def started(self) -> list[str]:
        """Give what would have been started so far: commands, scripts and libraries."""
        console = self.excel.interpreter.console
        return [line.removeprefix(STARTED) for line in console if line.startswith(STARTED)]


def reading(files: Mapping[str, Mapping[str, str]]) -> str:
    """Write the procedures that know which files there are, and what each of them sets."""
    lines = ["Function FileExists(ByVal name As String) As Boolean"]
    lines += ['    FileExists = Right$(name, 4) = ".exe"']
    lines += [f'    If name = "{path}" Then FileExists = True' for path in files]
    lines += ["End Function"]
    lines += [
        "Function GetConfigFromFile(sFile As String, sName As String, Optional sValue As String) As Boolean"
    ]
    for path, settings in files.items():
        for key, value in settings.items():
            lines += [f'    If sFile = "{path}" And LCase$(sName) = "{key.lower()}" Then']
            lines += [f'        sValue = "{value}"', "        GetConfigFromFile = True", "    End If"]
    return "\n".join([*lines, "End Function", ""])
