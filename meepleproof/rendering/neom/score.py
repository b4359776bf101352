"""The score of a NEOM game by headings, as a result sheet in words."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.neom.parameters import Parameters
from verifier.neom.score import HEADINGS, HeadingName, Score, total

__all__ = ["heading_in_words", "score_lines", "solo_title"]

_WORDS: dict[HeadingName, str] = {
    "printed": "printed points",
    "conditional": "effects",
    "neighbourhoods": "neighborhoods",
    "goods": "goods",
    "money": "money",
    "pollution": "pollution",
    "structures": "missing structures",
}


def heading_in_words(name: HeadingName) -> str:
    """Return what people call a heading of the score.

    >>> heading_in_words("conditional")
    'effects'
    """
    return _WORDS[name]


def score_lines(parameters: Parameters, score: Score) -> Iterator[str]:
    """Yield a line for each heading, then the total with its rank in the solo table.

    >>> from verifier.neom.demo import demo_catalogue
    >>> from verifier.neom.score import Heading
    >>> headings = (Heading("printed", 28), Heading("money", 3))
    >>> for line in score_lines(demo_catalogue().parameters, headings):
    ...     print(line)
    printed points          28  NEOM-SCORE-1
    money                    3  NEOM-SCORE-5
    total                   31  a village (NEOM-END-2)
    """
    for heading in score:
        points = "?" if heading.points is None else heading.points
        yield f"{heading_in_words(heading.name):20}{points:>6}  {HEADINGS[heading.name]}"
        for unknown in heading.unknown:
            yield f"{'':28}{unknown}"
    reached = total(score)
    if reached is None:
        yield f"{'total':20}{'?':>6}  cannot be determined: a heading is unknown"
    else:
        yield f"{'total':20}{reached:>6}  {_rank(parameters, reached)}"


def solo_title(parameters: Parameters, points: int) -> str | None:
    """Return the title of a total in the catalogue's solo table; None if it has none (NEOM-END-2).

    >>> from verifier.neom.demo import demo_catalogue
    >>> solo_title(demo_catalogue().parameters, 74)
    'a town'
    """
    reached = [rank for rank in parameters.solo_table or () if rank.points <= points]
    return max(reached, key=lambda rank: rank.points).title if reached else None


def _rank(parameters: Parameters, points: int) -> str:
    if parameters.solo_table is None:
        return "its rank cannot be determined: NEOM-END-2 needs solo_table"
    return f"{solo_title(parameters, points) or 'not in the solo table'} (NEOM-END-2)"
