"""What pages of the Solo Variant ask for beside puzzles on the shelf: drafts, links, a search."""

from __future__ import annotations

from meepleproof.service.play.asked import Answers, Told
from meepleproof.service.play.solo.drafted import DRAFTED, told_of_draft
from meepleproof.service.play.solo.links import CODED, coded
from meepleproof.service.play.solo.searching import SEARCHED, searched


def answers() -> Answers:
    """Return what is answered at which path."""
    return {
        DRAFTED: Told(told_of_draft),
        SEARCHED: Told(searched),
        CODED: Told(coded),
    }
