"""Puzzles of the house game."""

from generator.listed import Listed, ListedForm

_KINDS = "generator.house.kinds:KINDS"
_LIMITS = 300, 500, 650
"""Ratings of all kinds compare."""

KINDS = (
    Listed("whose-farm", "Whose farm?", _KINDS, _LIMITS),
    Listed("part-turn", "One part-turn", _KINDS, _LIMITS),
    Listed("study", "The last three tiles", _KINDS, _LIMITS),
    Listed("farm-study", "Farms joined at the end", _KINDS, _LIMITS),
    Listed("study-of-four", "The last four tiles", _KINDS, _LIMITS),
    Listed("last-bag-tile", "The last bag tile", _KINDS, _LIMITS),
    Listed("double-turn", "The builder's second part", _KINDS, _LIMITS),
)

_KIND_OF_GOAL = {
    "farms": "whose-farm",
    "points": "part-turn",
    "own": "part-turn",
    "double": "double-turn",
    "win": "study",
    "save": "study",
    "most": "study",
}
"""The kind of a puzzle whose pack names none."""

FORMS = (
    ListedForm(
        "house-pack",
        "house-plan",
        "generator.house.pack:HOUSE_PACKS",
        "house-puzzle",
        ("goal", "kind"),
        {**_KIND_OF_GOAL, **{kind.name: kind.name for kind in KINDS}},
    ),
)

THEMES = (
    "big-mistake",
    "big-piece",
    "bridge-mistake",
    "corner-mistake",
    "double-turn",
    "exact-points",
    "foreign-city",
    "foreign-farm",
    "inner-mistake",
    "join-of-farms",
    "open-mistake",
    "other-tile",
    "quiet",
    "sacrifice",
    "several-at-once",
    "twice-mistake",
)
"""The ideas that solutions may need, or the mistakes that lead astray."""
