"""Make everything ready from a fresh copy of the project, with nothing but Python at hand.

    python setup_workbook.py                  builds workbook/Sportulti.xlsx and workbook/Sportulti.xlam
    python setup_workbook.py --demo [DIR]     then plays a sample event into DIR (default: minta)
    python setup_workbook.py --test [...]     runs the tests, --quick a part; what follows goes to pytest
    python setup_workbook.py install          puts ribbon and buttons into Excel (macros_py/installation)
    python setup_workbook.py uninstall        removes exactly that again
    python setup_workbook.py doctor           looks for what is wrong, and writes a page about it
    --venv DIR                                the virtual environment, if it is not to be .venv in the project

Only the standard library is imported here, and the syntax is kept old, so that a Python too old can say so.
All that needs the installed packages runs as a process of the virtual environment's own Python.

Exit codes: 0 done · 1 it could not be made ready · 2 usage · otherwise that of the verb or of pytest.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - the sentence is for whoever starts this with an old Python
    sys.exit(
        "A Sportulti 3.11-es vagy újabb Pythont igényel; ez a(z) {}.{} változat. "
        "Telepítsen újabbat a python.org oldalról, és indítsa azzal ezt a parancsot.".format(
            *sys.version_info[:2]
        )
    )

import hashlib
import importlib.util
import json
import os
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

PROJECT = Path(__file__).resolve().parent
PROJECT_VENV = PROJECT / ".venv"
WORKBOOK = PROJECT / "workbook" / "Sportulti.xlsx"
BUILDERS = {
    WORKBOOK.name: ("macros_py.builder.workbook", "build_workbook"),
    "Sportulti.xlam": ("macros_py.builder.addin.package", "build_addin"),
}
STAMP_NAME = "sportulti-telepites.json"
LOG_NAME = "sportulti-telepites.log"
LOCKS = {"": "locks/product.txt", "test": "locks/test.txt"}
"""Every package with its version and the hashes of its files, for all systems; how they are made: docs/packages.md."""
NEEDED_MODULES = ("pip", "macros_py", "openpyxl", "xlsxwriter", "xlwings")
EXTRA_MODULES = {"": (), "test": ("pytest", "xdist", "hypothesis")}
SPREAD = ("-n", "logical", "--dist", "loadgroup", "--no-loadscope-reorder")
"""Tests run in as many processes as there are cores, in the order of tests/conftest.py; ``-n 0`` undoes that."""
DONE, NOT_READY, USAGE, INTERRUPTED = 0, 1, 2, 130
INSTALLATION_TASKS = ("install", "uninstall", "doctor")
NO_TESTS_RAN = 5
LOG_LINES_SHOWN = 5

PROBE = """
import importlib.util, sys
missing = [name for name in sys.argv[1:] if importlib.util.find_spec(name) is None]
print(sys.version)
sys.exit(bool(missing) or sys.version_info < (3, 11))
"""
BUILD = """
import importlib, pathlib, sys
module, function, path = sys.argv[1:]
getattr(importlib.import_module(module), function)(pathlib.Path(path))
"""
NETWORK_SIGNS = (
    *("NewConnectionError", "NameResolutionError", "ConnectTimeout", "ReadTimeout", "ProxyError", "SSLError"),
    *("Max retries", "name resolution", "getaddrinfo", "unreachable", "Connection reset", "timed out"),
)

HASH_SIGN = "DO NOT MATCH THE HASHES"
"""What pip says of a package that is not the one in the lock."""


class SetupError(Exception):
    """It cannot be made ready. ``str()`` is the Hungarian sentence; ``exit_code`` ends the process."""

    def __init__(self, code: str, exit_code: int = NOT_READY, **fields: object) -> None:
        super().__init__(say(code, **fields))
        self.exit_code = exit_code


def say(code: str, **fields: object) -> str:
    """Give the sentence ``[setup] code`` of the project's catalogue."""
    from macros_py.words import say as say_from_catalogue

    return say_from_catalogue(f"setup.{code}", **fields)


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks for: one task and its settings."""

    task: str = "workbook"
    venv: Path = PROJECT_VENV
    demo: Path = PROJECT / "minta"
    pytest: tuple[str, ...] = ()


def read_wish(words: Sequence[str]) -> Wish:
    """Understand the command line; whatever follows ``--test`` belongs to pytest.

    :raises SetupError: an unknown option, ``--venv`` without a folder, two tasks at once, or anything beside
        a task of Excel's.
    """
    waiting = list(words)
    if waiting[:1] and waiting[0] in INSTALLATION_TASKS:
        if waiting[1:] and not {"-h", "--help"} & {*waiting}:
            raise SetupError("one_task", USAGE)
        return Wish(task="help" if waiting[1:] else waiting[0])
    found: dict[str, object] = {}
    while waiting:
        word, equals, value = waiting.pop(0).partition("=")
        if word in ("-h", "--help"):
            return Wish(task="help")
        if word in ("--demo", "--test") and "task" in found:
            raise SetupError("one_task", USAGE)
        if word == "--test" and not equals:
            return Wish(**{**found, "task": "test", "pytest": tuple(waiting)})  # type: ignore[arg-type]
        if word == "--demo":
            found["task"] = "demo"
        elif word != "--venv":
            raise SetupError("unknown_option", USAGE, option=word)
        if not equals and waiting and not waiting[0].startswith("-"):
            value = waiting.pop(0)
        if value:
            found[word.lstrip("-")] = Path(value).absolute()
        elif word == "--venv" or equals:
            raise SetupError("folder_missing", USAGE, option=word)
    return Wish(**found)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Environment:
    """A virtual environment in ``folder``, which may not exist yet, or be broken."""

    folder: Path

    @property
    def python(self) -> Path:
        """Give the path of its own Python."""
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def run(self, *words: str) -> int:
        """Run its Python in the project's folder, seen by the user, and give the exit code."""
        code = subprocess.run([str(self.python), *words], cwd=PROJECT, check=False).returncode
        return code if code >= 0 else NOT_READY

    def version(self, modules: Sequence[str]) -> str:
        """Give its Python's full version; ``""`` if it does not start, is too old or lacks a module."""
        try:
            probe = subprocess.run(
                [str(self.python), "-I", "-c", PROBE, *modules], capture_output=True, text=True, check=False
            )
        except OSError:
            return ""
        return "" if probe.returncode else probe.stdout.strip()


def stamp(version: str) -> str:
    """Give what an installation depends on, as a hash: the project's settings, its place, the Python."""
    settings = [(PROJECT / name).read_bytes() for name in ("pyproject.toml", *LOCKS.values())]
    return hashlib.sha256(b"\0".join((*settings, str(PROJECT).encode(), version.encode()))).hexdigest()


def is_ready(environment: Environment, extra: str) -> bool:
    """Tell whether the project, with the extra, is installed there as ``pyproject.toml`` now asks."""
    try:
        record = json.loads((environment.folder / STAMP_NAME).read_text("utf-8"))
        known, extras = record["stamp"], record["extras"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    version = environment.version((*NEEDED_MODULES, *EXTRA_MODULES[extra]))
    return bool(version) and known == stamp(version) and extra in ("", *extras)


def prepare(folder: Path, extra: str = "") -> Environment:
    """Give a virtual environment with the project installed; made, repaired or just used, as needed.

    :raises SetupError: the folder is somebody else's, venv or pip is missing, or the installation failed.
    """
    environment = Environment(folder)
    if is_ready(environment, extra):
        return environment
    if not environment.version(("pip",)):
        create(folder)
    (folder / STAMP_NAME).unlink(missing_ok=True)
    install(environment, extra)
    record = {"stamp": stamp(environment.version(("pip",))), "extras": [extra] if extra else []}
    (folder / STAMP_NAME).write_text(json.dumps(record), "utf-8")
    return environment


def create(folder: Path) -> None:
    """Make a fresh virtual environment in ``folder``; a broken one there is replaced.

    :raises SetupError: ``folder`` holds something else, or this Python cannot make one (no venv, no pip).
    """
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupError("no_venv_module")
    if folder.exists() and not may_clear(folder):
        raise SetupError("foreign_folder", USAGE, path=folder)
    print(say("rebuilding" if folder.exists() else "creating", path=folder), flush=True)
    base_python = getattr(sys, "_base_executable", None) or sys.executable
    made = subprocess.run(
        [base_python, "-m", "venv", "--clear", str(folder)], capture_output=True, text=True, check=False
    )
    if made.returncode or not Environment(folder).version(("pip",)):
        raise SetupError("venv_failed", path=folder, details=(made.stdout + made.stderr).strip())


def may_clear(folder: Path) -> bool:
    """Tell whether ``folder`` is ours to empty: the project's own, an environment already, or empty."""
    if not folder.is_dir():
        return False
    return folder == PROJECT_VENV or (folder / "pyvenv.cfg").is_file() or not any(folder.iterdir())


def pip_steps(extra: str) -> list[list[str]]:
    """Give what pip is asked for: packages of the lock only, then the project itself, for which nothing is fetched.

    What the product needs comes ready made, so that nothing unlocked is fetched to build it; the lock has the builder.
    """
    by_hash = ["--require-hashes", "--requirement"]
    steps = [["--only-binary", ":all:", *by_hash, LOCKS[""]]]
    if extra:
        steps.append(["--no-build-isolation", *by_hash, LOCKS[extra]])
    return [*steps, ["--no-build-isolation", "--no-deps", "--editable", "."]]


def install(environment: Environment, extra: str) -> None:
    """Install the project there, editable, showing that time passes.

    :raises SetupError: pip failed; the network is named as the cause where it is, the log always.
    """
    print(say("installing"), end="", flush=True)
    log = environment.folder / LOG_NAME
    words = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    with log.open("w", encoding="utf-8") as output:
        codes = (wait_for([str(environment.python), *words, *step], output) for step in pip_steps(extra))
        has_failed = any(codes)
    print(flush=True)
    if has_failed:
        raise explain(log)


def wait_for(words: Sequence[str], output: TextIO) -> int:
    """Run a command in the project's folder with its output into a log, a dot a second; give the exit code."""
    process = subprocess.Popen(
        words,
        cwd=PROJECT,
        env={**os.environ, "PIP_USER": "0", "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
    )
    while True:
        try:
            return process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            print(".", end="", flush=True)


def explain(log: Path) -> SetupError:
    """Give the error that a failed installation's log calls for."""
    text = log.read_text("utf-8", errors="replace")
    if HASH_SIGN in text:
        return SetupError("other_package", log=log)
    if any(sign in text for sign in NETWORK_SIGNS):
        return SetupError("no_network", log=log)
    return SetupError(
        "install_failed", log=log, details="\n".join(text.strip().splitlines()[-LOG_LINES_SHOWN:])
    )


def build(wish: Wish) -> int:
    """Build the workbook and the add-in; a file whose contents are the same already is left alone."""
    environment = prepare(wish.venv)
    WORKBOOK.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=WORKBOOK.parent) as folder:
        for name, builder in BUILDERS.items():
            fresh, built = Path(folder) / name, WORKBOOK.with_name(name)
            code = environment.run("-c", BUILD, *builder, str(fresh))
            if code:
                return code
            if not has_same_parts(fresh, built):
                os.replace(fresh, built)
    print(say("workbook_ready", path=WORKBOOK), flush=True)
    return DONE


def has_same_parts(one: Path, other: Path) -> bool:
    """Tell whether two workbooks have the same parts, however they were compressed."""
    try:
        with zipfile.ZipFile(one) as left, zipfile.ZipFile(other) as right:
            return left.namelist() == right.namelist() and all(
                left.read(name) == right.read(name) for name in left.namelist()
            )
    except (OSError, zipfile.BadZipFile):
        return False


def demo(wish: Wish) -> int:
    """Build the workbook, then play the sample event into the folder wished for."""
    return build(wish) or Environment(wish.venv).run("-m", "macros_py.demo", str(wish.demo))


def test(wish: Wish) -> int:
    """Run the tests with the arguments wished for and give pytest's exit code."""
    code = prepare(wish.venv, "test").run("-m", "pytest", *SPREAD, *wish.pytest)
    if code == NO_TESTS_RAN:
        print(say("no_tests"), file=sys.stderr)
    return code


def around_excel(wish: Wish) -> int:
    """Install into Excel, remove from it, or examine the installation."""
    from macros_py.installation.tasks import run_task

    return run_task(wish.task, PROJECT)


def show_help(wish: Wish) -> int:
    """Show the options."""
    print(say("help"))
    return DONE


TASKS: dict[str, Callable[[Wish], int]] = {
    "workbook": build,
    "demo": demo,
    "test": test,
    "help": show_help,
    **dict.fromkeys(INSTALLATION_TASKS, around_excel),
}


def main(words: Sequence[str]) -> int:
    """Carry out one command line; every failure foreseen ends in one Hungarian sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        wish = read_wish(words)
        return TASKS[wish.task](wish)
    except SetupError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("\n" + say("interrupted"), file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        print(
            say("no_access", path=error.filename or PROJECT, reason=error.strerror or error), file=sys.stderr
        )
        return NOT_READY


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
