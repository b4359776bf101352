"""Puzzles of dominoes."""

from generator.listed import Listed, ListedForm, Option

KINDS = (
    Listed(
        "ends",
        "How can it end?",
        "generator.domino.kinds:KIND",
        (100, 200, 300),
        (Option("dominoes", "In hand.", "number", 4, "N", least=2, most=9, shown=True),),
    ),
)
FORMS = (
    ListedForm(
        *("domino-pack", "domino-plan", "generator.domino.kinds:DOMINO_PACKS", "domino-puzzle"),
        kinds={"": "ends"},
    ),
)
