"""Puzzles of the Solo Variant: for goals of the checklist, and on records and rules."""

from collections.abc import Iterator

from generator.grade import LEVELS, LEVELS_FOR_LENGTH
from generator.listed import Listed, ListedForm, Option

HIGHEST_RATING, MOST_TILES = 10_000, 10
MOST_ON_TABLE, MOST_POINTS, MOST_IN_HANDS, MOST_DECOYS = 131, 9999, 35, 99
_SOLVED, _BEGINS, _RATED = "How it is solved", "Where it begins", "How hard it is"


def _bounds(name: str, most: int, what: str) -> Iterator[Option]:
    """Yield the two options for the fewest and the most of something."""
    yield Option(f"{name}_from", f"The fewest {what}.", "number", 0, section=_BEGINS)
    yield Option(f"{name}_to", f"The most {what}.", "number", most, section=_BEGINS)


_FOR_GOALS = (
    Option(
        "goal",
        "A goal of the checklist, or kind.least.most.colours or two-goals.GOAL.GOAL.",
        metavar="GOAL",
    ),
    Option("checklist", "Every goal of the checklist.", "yes", default=False),
    Option("tiles", "Tiles a puzzle needs.", "number", 4, shown=True),
    Option("colours", "Colours that play, 3 or 4.", "number", 3, shown=True),
    Option("meeples", "Meeples of a colour.", "number", 4, shown=True),
    Option(
        "boxes",
        "A box beside the base game: river, ic, tb or ks.",
        "words",
        "",
        metavar="BOX",
        spelled="box",
    ),
    Option("large", "Each colour has a large meeple.", "yes", default=False),
    Option(
        "needs",
        "A rule without which the solutions are others: lowest, supply, order, return, "
        "duty; inns, cathedrals, large, river.",
        "words",
        "",
        metavar="RULE",
        section=_SOLVED,
    ),
    Option("by_order", "The scoring order must decide.", "yes", default=False, section=_SOLVED),
    Option(
        "early",
        "Begin with few tiles on the table; the puzzle sets the goal's numbers.",
        "yes",
        default=False,
        section=_BEGINS,
    ),
    Option(
        "mid_game",
        "Begin with few meeples or uneven scores.",
        "yes",
        default=False,
        section=_BEGINS,
    ),
    Option("level", "Puzzles of that level, by their rating.", choices=LEVELS, section=_RATED),
    Option(
        "level_for_length",
        "Puzzles of that level among those with as many tiles.",
        choices=LEVELS_FOR_LENGTH,
        section=_RATED,
    ),
    Option("rating_from", "The lowest rating.", "number", 0, section=_RATED),
    Option("rating_to", "The highest rating.", "number", HIGHEST_RATING, section=_RATED),
    Option(
        "themes",
        "An idea that the solution needs, like joining; a wrong name lists all.",
        "words",
        "",
        metavar="THEME",
        spelled="theme",
        section=_SOLVED,
    ),
    Option(
        "without_themes",
        "An idea that it does not need.",
        "words",
        "",
        metavar="THEME",
        spelled="without-theme",
        section=_SOLVED,
    ),
    Option("with_tiles", "Tiles among those to place, like EEJ.", default="", metavar="LETTERS"),
    Option("without_tiles", "Tiles not among them.", default="", metavar="LETTERS"),
    *_bounds("table", MOST_ON_TABLE, "tiles on the table where the puzzle begins"),
    *_bounds("points", MOST_POINTS, "points of all colours together there"),
    *_bounds("hands", MOST_IN_HANDS, "meeples in all hands there"),
    Option(
        "decoys",
        "The fewest first placements that nearly work.",
        "number",
        0,
        least=0,
        most=MOST_DECOYS,
        section=_RATED,
    ),
)

_RECORDS = "generator.solo.records"

_COLUMNS: dict[str, type[int | str]] = {
    "goal": str,
    "tiles": int,
    "line": str,
    "proof_game": str,
    "best": int,
    "deviation": int,
    "technique": int,
    "decoys": int,
    "needs": str,
    "skeleton": str,
    "outcomes": int,
    "begins": str,
    "on_table": int,
    "scores": str,
    "supplies": str,
}

KINDS = (
    Listed(
        *("goal", "Reach the goal", "generator.solo.goal_puzzles:KIND"),
        (800, 1100, 1400),
        _FOR_GOALS,
        _COLUMNS,
        one_of=("goal", "checklist"),
    ),
    Listed(
        *("find-the-error", "Find the error", f"{_RECORDS}.find_the_error:FIND_THE_ERROR"),
        (450, 600, 700),
    ),
    Listed(
        *("which-rule", "Which rule forbids it?", f"{_RECORDS}.which_rule:WHICH_RULE"),
        (550, 580, 610),
    ),
    Listed("help", "Lay them in the right order", f"{_RECORDS}.help:HELP", (1100, 1250, 1400)),
    Listed("retro", "Which tile was laid last?", f"{_RECORDS}.past:RETRO", (1200, 1450, 1650)),
    Listed(
        *("proof-game", "How did it come about?", f"{_RECORDS}.past:PROOF_GAME"),
        (1050, 1200, 1350),
    ),
)

FORMS = (
    ListedForm("pack", "plan", "generator.solo.pack:GOAL_PACKS", "puzzle", kinds={"": "goal"}),
    ListedForm("record-pack", "record-plan", f"{_RECORDS}.kind:RECORD_PACKS", kind_at=("kind",)),
)

THEMES = (
    "joining",
    "third-colour",
    "from-afar",
    "detour",
    "closing-a-hole",
    "loop",
    "right-claim",
    "claiming-at-the-end",
    "blocking",
    "running-out",
    "coming-home",
    "without-points",
    "scoring-order",
    "raising-the-lowest",
    "two-at-once",
    "outvoting",
    "tie-for-last",
    "levelling",
    "lowest-round",
    "monastery-given-up",
    "monastery-at-once",
    "three-sorts",
    "laid-aside",
    "fit",
    "must-place",
    "occupied",
    "order",
    "run-out",
    "lowest",
    "supply",
    "return",
    "shared",
    "several-scorings",
)
"""The ideas that solutions may need, or the mistakes that lead astray."""
NEEDS = ("lowest", "supply", "order", "return", "duty", "inns", "cathedrals", "large", "river")
"""The rules without which a puzzle would have other solutions."""
