"""The rules in one place: the catalogue, the switches where readings differ, and rule sets.

A rule has an id, one sentence, its sources and a status. A switch is a question of the ambiguity
register with its possible answers and the default. A rule set is a choice of options and switches.
"""

from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.catalogue.rules import Rule, all_rules, rule, sources, statuses
from verifier.catalogue.switches import (
    SettledQuestion,
    Switch,
    all_switches,
    settled_questions,
    switch,
)

__all__ = [
    "SOLO",
    "Rule",
    "RuleSet",
    "SettledQuestion",
    "Switch",
    "all_rules",
    "all_switches",
    "rule",
    "settled_questions",
    "sources",
    "statuses",
    "switch",
]
