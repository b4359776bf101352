"""Goals, part-turns and answers of the house game in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meepleproof.rendering.house.score import place_in_words
from meepleproof.rendering.palette import colour_name
from verifier.carcassonne.house.drawing import segment_named
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import FeatureAt, PartTurn
from verifier.carcassonne.house.puzzle import STUDIES, Goal, HousePuzzle

_ROTATIONS = ("unturned", "a quarter turn clockwise", "a half turn", "a quarter turn anticlockwise")
_PIECES = {"little": "follower", "big": "big follower", "builder": "builder"}
_STUDY_WISHES = {
    "win": "wins",
    "save": "does not lose",
    "most": "brings the best margin at the end",
}
_KINDS = {"city": "city", "road": "road", "monastery": "monastery", "field": "field"}


def goal_in_words(puzzle: HousePuzzle) -> str:
    """Return what is asked, as an instruction.

    >>> from verifier.carcassonne.house.notation import parse_position
    >>> table = parse_position("h2~b0.0.D0~t1~nEVW~u9")
    >>> goal_in_words(HousePuzzle(Goal("points", 9), table))
    'Colour 1 (blue) is to move: score exactly 9 points in this part-turn.'
    """
    goal = puzzle.goal
    if goal.kind == "farms":
        return "All tiles are played: what does each colour get for its farms?"
    mover = colour_name(puzzle.position.to_move).capitalize()
    if goal.kind in STUDIES:
        player = puzzle.position.rules.player_of(puzzle.position.to_move) + 1
        own, other = goal.handicaps
        handicaps = f" Handicaps: player 1 {own}, player 2 {other}." if own or other else ""
        wish = _STUDY_WISHES[goal.kind]
        found = f"find the only placement that, by best play of both, {wish}.{handicaps}"
        to_move = f"{mover} is to move, for player {player}"
        if puzzle.position.bag:
            bag = " and ".join(puzzle.position.bag)
            known = f"All tiles to come are known: the hand, and {bag} in the bag"
            return f"{to_move}. {known}. Say which tile of the hand to take, and {found}"
        return f"{to_move}, and all tiles to come lie open: {found}"
    return f"{mover} is to move: {_wish(goal)}."


def _wish(goal: Goal) -> str:
    if goal.kind == "points":
        return f"score exactly {goal.number} points in this part-turn"
    if goal.kind == "double":
        return f"score at least {goal.number} points with both parts of the turn"
    worth = f" worth at least {goal.number} points" if goal.number else ""
    return (
        f"become an owner, alone or with others, of a {goal.feature}{worth} that only other "
        "players own"
    )


def part_turn_in_words(turn: PartTurn, colour: int) -> str:
    """Return a part-turn as a sentence.

    >>> print(part_turn_in_words(PartTurn("base/V", 0, -1, 0, "big", "Sl"), 1))
    Colour 2 (red) lays base/V, unturned, on (-1, 0), and a big follower on its field in the east \
half of the south edge.
    """
    laid = (
        f"{colour_name(colour).capitalize()} lays {turn.tile}, {_ROTATIONS[turn.rotation]}, "
        f"on ({turn.x}, {turn.y})"
    )
    second = " The second part of the turn follows." if turn.second else ""
    if turn.piece is None:
        return f"{laid}.{second}"
    segment = segment_named(turn.tile, turn.rotation, turn.feature)
    kind = _KINDS[segment.kind] if segment else "feature"
    where = place_in_words((0, 0, turn.feature)).removesuffix(" of (0, 0)")
    on = f"its {kind}" if turn.feature == "M" else f"its {kind} {where}"
    return f"{laid}, and a {_PIECES[turn.piece]} on {on}.{second}"


def points_in_words(points: Sequence[int | str]) -> str:
    """Return what the colours get, in turn order.

    >>> points_in_words((3, 0, 12))
    'blue 3, red 0, yellow 12'
    """
    names = (colour_name(colour).partition("(")[2].rstrip(")") for colour in range(len(points)))
    return ", ".join(f"{name} {number}" for name, number in zip(names, points, strict=True))


def solution_in_words(puzzle: HousePuzzle, solution: Mapping[str, Any]) -> list[str]:
    """Return a solution as lines: farms, or the part-turns with what others would bring."""
    if puzzle.goal.kind == "farms":
        return [
            *(_farm_in_words(farm) for farm in solution["farms"]),
            f"So the answer is: {points_in_words(solution['points'])}.",
            *(_wrong_in_words(wrong) for wrong in solution["wrong"]),
        ]
    if puzzle.goal.kind in STUDIES:
        return _study_in_words(puzzle, solution)
    colour = puzzle.position.to_move
    turns = [part_turn_in_words(parse_part_turn(text), colour) for text in solution["line"]]
    ways = solution["ways"]
    more = f" The same placements solve it with other pieces, too: {ways} ways." * (ways > 1)
    fails = " and makes it no owner" * (puzzle.goal.kind == "own")
    others = [
        f"Not {' '.join(other['line'])}: {_scored(other['gain'])}{fails}."
        for other in solution["others"]
    ]
    gain = solution["gain"]
    brings = f"scores {points_in_text(gain)}"
    if puzzle.goal.kind == "own":
        scores = f" and {brings}" if gain else ""
        brings = f"makes {colour_name(colour)} an owner{scores}"
    return [*turns, f"This {brings}.{more}", *others]


def _study_in_words(puzzle: HousePuzzle, solution: Mapping[str, Any]) -> list[str]:
    position = puzzle.position
    colour, lines = position.to_move, list[str]()
    for number, text in enumerate(solution["line"], start=1):
        turn = parse_part_turn(text)
        lines.append(f"{number}. {part_turn_in_words(turn, colour)}")
        if not turn.second:
            colour = (colour + 1) % position.rules.colours
    player = position.rules.player_of(position.to_move) + 1
    lines.append(f"By best play of both player {player} {margin_in_words(solution['value'])}.")
    # With a tile left in the bag, the first refutation of each other tile is its best placement.
    met = {parse_part_turn(solution["line"][0]).tile} if position.bag else set(position.hand)
    for other in solution["refutations"]:
        first, *rest = other["line"]
        tile = parse_part_turn(first).tile
        start = f"Not {first}" if tile in met else f"Not {tile} from the hand: at best {first}"
        met.add(tile)
        then = f"then {' '.join(rest)}" if rest else "the game is over"
        lines.append(f"{start}: {then}, and player {player} {margin_in_words(other['value'])}.")
    return lines


def margin_in_words(margin: int) -> str:
    """Return what a margin at the end of the game means.

    >>> margin_in_words(-3)
    'loses by 3 points'
    """
    if margin == 0:
        return "does not win and does not lose"
    return f"{'wins' if margin > 0 else 'loses'} by {points_in_text(abs(margin))}"


def feature_of(text: str) -> FeatureAt:
    """Return a feature on the board from its text in documents.

    >>> feature_of("-1.2.Sl")
    (-1, 2, 'Sl')
    """
    x, y, name = text.split(".")
    return (int(x), int(y), name)


def _farm_in_words(farm: Mapping[str, Any]) -> str:
    owners = " and ".join(colour_name(owner - 1) for owner in farm["owners"])
    cities = len(farm["cities"])
    touching = (
        "no completed city"
        if not cities
        else ("1 completed city" if cities == 1 else f"{cities} completed cities")
    )
    each = " each" if len(farm["owners"]) > 1 else ""
    return (
        f"The farm {place_in_words(feature_of(farm['feature']))} touches {touching}: "
        f"{points_in_text(farm['points'])}{each} to {owners}."
    )


def _wrong_in_words(wrong: Mapping[str, Any]) -> str:
    where = "; ".join(place_in_words(feature_of(place)) for place in wrong["farms"])
    reasons = "; or: ".join(wrong["reasons"])
    farms = "farm" if len(wrong["farms"]) == 1 else "farms"
    return f"Not {points_in_words(wrong['points'])}: {reasons}. Look at the {farms} {where}."


def points_in_text(number: int) -> str:
    """Return a number of points as it stands in sentences.

    >>> points_in_text(1), points_in_text(0)
    ('1 point', '0 points')
    """
    return "1 point" if number == 1 else f"{number} points"


def _scored(gain: int) -> str:
    return f"it scores {points_in_text(gain)}" if gain else "it scores nothing"
