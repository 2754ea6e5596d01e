"""The command line: what is understood, and the Hungarian sentence for what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from macros_py.command_line import UsageError, help_of, help_of_all, parse_command
from macros_py.verbs import verbs


@pytest.mark.parametrize(
    ("words", "rounds"), [("3", (3,)), ("2-7", (2, 3, 4, 5, 6, 7)), ("1,4", (1, 4)), ("4, 2–3", (2, 3, 4))]
)
def test_rounds_are_one_several_or_a_range(words: str, rounds: tuple[int, ...]) -> None:
    """``--round`` takes 3, 2-7 and 1,4; each round once, ascending."""
    assert parse_command(["deal_round", "v.xlsx", "--round", words]).options == {"round": rounds}


def test_options_may_stand_before_the_file() -> None:
    """The order of file and options does not matter; flags and the person are read."""
    command = parse_command(
        ["deal_round", "--elsewhere", "--round", "1", "ő ű.xlsx", "--person", "Kiss Béla"]
    )
    assert command.file == Path("ő ű.xlsx")
    assert command.options == {"round": (1,), "elsewhere": True}
    assert command.person == "Kiss Béla"


def test_a_value_may_begin_with_a_sign() -> None:
    """``--ft -4,2,2`` is a value, however the sign looks; a hyphen in an option's name becomes an underscore."""
    words = ["correct_result", "v.xlsx", "--round", "1", "--deal", "2", "--table", "3", "--ft", "-4,2,2"]
    command = parse_command([*words, "--official-error", "--reason", "elírás"])
    assert command.options["ft"] == "-4,2,2"
    assert command.options["official_error"] is True


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Hiányzik a művelet neve"),
        ("chek_results v.xlsx", "Talán erre gondolt: check_results"),
        ("check_results", "Hiányzik a versenyfájl neve"),
        ("deal_round v.xlsx", "Hiányzik a --round kapcsoló"),
        ("deal_round v.xlsx --round", "--round kapcsoló értéke"),
        ("deal_round v.xlsx --round x", "„x” nem olvasható"),
        ("deal_round v.xlsx --round 0", "„0” nem olvasható"),
        ("deal_round v.xlsx --round 1000", "„1000” nem olvasható"),
        ("deal_round v.xlsx --rou 1", "nem ismeri ezt: „--rou”"),
        ("deal_round v.xlsx --round 7-2", "„7-2” nem olvasható"),
        ("deal_round v.xlsx --round 1 --rund 2", "Talán erre gondolt: --round"),
        ("check_entries v.xlsx --round 1", "nem ismeri ezt: „--round”"),
        ("check_entries v.xlsx w.xlsx", "nem ismeri ezt: „w.xlsx”"),
        ("trial_event v.xlsx --players 9x --rounds 1 --deals 1 --seed 1", "„9x”"),
        ("check_entries v.xlsx --person", "--person kapcsoló értéke"),
        ("deal_round v.xlsx --round=1 --elsewhere=igen", "--elsewhere"),
    ],
)
def test_a_line_that_cannot_be_carried_out_is_answered_in_hungarian(line: str, sentence: str) -> None:
    """Each mistake has its own sentence, which names the word at fault; none is argparse's English."""
    with pytest.raises(UsageError, match=sentence) as caught:
        parse_command(line.split())
    assert not any(word in str(caught.value) for word in ("argument", "expected", "required", "invalid"))


def test_the_help_names_every_verb_and_every_option() -> None:
    """The list of all verbs in the order of the day, and a page for each with all its options."""
    everything = help_of_all()
    for verb in verbs().values():
        assert verb.id in everything
        assert verb.help in everything
        page = help_of(verb)
        assert all(f"--{option.name}" in page and f" {option.help}" in page for option in verb.options)


def test_a_list_of_masterpoints_stands_in_for_a_list_of_entrants() -> None:
    """Of --from and --masterpoints one is enough, and none is too little."""
    assert "masterpoints" in parse_command(["import_entrants", "x.xlsx", "--masterpoints", "m.csv"]).options
    assert (
        parse_command(["import_entrants", "x.xlsx", "--from", "l.csv", "--dry-run"]).options["dry_run"]
        is True
    )
    with pytest.raises(UsageError, match="--from"):
        parse_command(["import_entrants", "x.xlsx"])
