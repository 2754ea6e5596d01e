"""All that is wrong with rulings and substitutions, and what of the rulings is probably a slip."""

from __future__ import annotations

from macros_py.actions.hall import Hall, check_decisions, results_of
from macros_py.rules.penalty_sense import doubtful_penalties
from macros_py.rules.problems import Problem
from macros_py.rules.ranking import standings
from macros_py.rules.rulebook import Rulebook
from macros_py.rules.scoring import score


def examine_decisions(hall: Hall, rulebook: Rulebook) -> list[Problem]:
    """Give the problems of tDontesek and tCserek; deductions are held against the points as they stand now."""
    problems = check_decisions(hall)
    if not any(ruling.is_penalty and not ruling.is_withdrawn for ruling in hall.rulings):
        return problems
    scores = score(results_of(hall), rulebook.scoring, hall.lineup.tables)
    unpunished = {one.position: one for one in standings(scores, (), rulebook, hall.lineup.positions)}
    return [*problems, *doubtful_penalties(hall.rulings, hall.lineup, unpunished)]
