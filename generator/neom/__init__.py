"""Puzzles of NEOM."""

from generator.listed import Listed, ListedForm, Option

_KINDS = "generator.neom.kinds:KINDS"
_OPTIONS = (
    Option("catalogue", "The tiles of NEOM; the demo if not given.", "document", metavar="FILE"),
)

KINDS = (
    Listed("last-turns", "The last turns", _KINDS, (150, 350, 400), _OPTIONS),
    Listed("link", "Link these tiles", _KINDS, (700, 1000, 1200), _OPTIONS),
    Listed("purchase", "The least money", _KINDS, (120, 220, 300), _OPTIONS),
    Listed("disaster", "Take the Disaster?", _KINDS, (80, 150, 200), _OPTIONS),
)

FORMS = (
    ListedForm(
        "neom-pack",
        "neom-plan",
        "generator.neom.pack:NEOM_PACKS",
        kind_at=("question", "kind"),
    ),
)

THEMES = (
    "center",
    "cornerstone",
    "disaster",
    "floor-errs",
    "four-tiles",
    "goods",
    "greedy-errs",
    "income-errs",
    "leave",
    "limits-errs",
    "one-helper",
    "one-tile",
    "overbuilding",
    "place",
    "points-errs",
    "price-errs",
    "prices-errs",
    "receipts-errs",
    "routes-errs",
    "sell",
    "take",
    "three-helpers",
    "three-tiles",
    "three-turns",
    "tokens-errs",
    "two-helpers",
    "two-tiles",
    "two-turns",
)
"""The ideas that solutions may need, or the mistakes that lead astray."""
