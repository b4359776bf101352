"""The house game in words: goals, part-turns, solutions, what attempts bring, and final scoring.

In final scoring, scorings are numbered from 1, and the completed cities that touch a farm with
followers have letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from string import ascii_uppercase
from typing import Any, TypeVar

from meepleproof.rendering.wording import SIDES, points_in_text
from verifier.carcassonne.house.key import FinalScore
from verifier.carcassonne.house.notation import parse_part_turn
from verifier.carcassonne.house.part_turn import FeatureAt, FinalScoring, PartTurn
from verifier.carcassonne.house.position import Position
from verifier.carcassonne.house.puzzle import STUDIES, Goal, HousePuzzle
from verifier.carcassonne.tiles.drawing import Kind, segment_named
from verifier.wording import colour_name, listed

_ROTATIONS = ("unturned", "a quarter turn clockwise", "a half turn", "a quarter turn anticlockwise")
_PIECES = {"little": "follower", "big": "big follower", "builder": "builder"}
_STUDY_WISHES = {
    "win": "wins",
    "save": "does not lose",
    "most": "brings the best margin at the end",
}
_KINDS = {"city": "city", "road": "road", "monastery": "monastery", "field": "field"}

_City = TypeVar("_City")


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


def _part_turn_in_words(turn: PartTurn, colour: int) -> str:
    """Return a part-turn as a sentence.

    >>> print(_part_turn_in_words(PartTurn("base/V", 0, -1, 0, "big", "Sl"), 1))
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
    turns = [_part_turn_in_words(parse_part_turn(text), colour) for text in solution["line"]]
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
        lines.append(f"{number}. {_part_turn_in_words(turn, colour)}")
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


def _scored(gain: int) -> str:
    return f"it scores {points_in_text(gain)}" if gain else "it scores nothing"


def turn_in_words(puzzle: HousePuzzle, gain: int, *, solved: bool, placed: bool) -> str:
    """Return what part-turns bring that score so many points.

    ``placed`` says whether their placements are those of a solution.
    """
    scored = points_in_text(gain)
    if solved:
        return f"It solves the puzzle and scores {scored}."
    if placed:
        return f"The placement is right, but with this piece it scores {scored}."
    fails = " and makes its colour no owner" if puzzle.goal.kind == "own" else ""
    return f"It scores {scored}{fails}."


def wrong_number_in_words(puzzle: HousePuzzle) -> str:
    """Return what a puzzle of a turn asks for, where something else was played."""
    wanted = "both parts of a turn" if puzzle.part_turns > 1 else "one part-turn"
    return f"It can be played, but the puzzle asks for {wanted}."


def refutation_in_words(
    puzzle: HousePuzzle, rest: Sequence[PartTurn], margin: int, *, placed: bool
) -> str:
    """Return what follows a wrong first part-turn of a study, and the margin that it brings."""
    player = puzzle.position.rules.player_of(puzzle.position.to_move) + 1
    line = " ".join(map(str, rest))
    result = f"at best player {player} then {margin_in_words(margin)}: {line}."
    start = "The placement is right, but with this piece" if placed else "It is refuted:"
    return f"{start} {result}"


def study_in_words(
    puzzle: HousePuzzle, play: Mapping[str, Any], *, kept: bool, placed: bool
) -> str:
    """Return how the play of a study stands.

    ``kept`` says whether the goal can still be reached; ``placed`` that only the first part-turn
    was played, and its placement is that of the solution.
    """
    player = puzzle.position.rules.player_of(puzzle.position.to_move) + 1
    if "margin" in play:
        goal = "reached" if kept else "missed"
        result = margin_in_words(play["margin"])
        return f"The game is over: player {player} {result}. The goal is {goal}."
    if not play["standings"]:
        return goal_in_words(puzzle)
    if "refutation" in play:
        shown = play["refutation"]
        rest = [parse_part_turn(text) for text in shown["line"]]
        return refutation_in_words(puzzle, rest, shown["margin"], placed=placed)
    if placed:
        return "This is the only right placement."
    return "The goal can still be reached."


def farms_in_words(
    points: Sequence[int | str], wrong: Mapping[str, Any] | None, *, solved: bool
) -> str:
    """Return whether these are the points of the farms; if not, the mistake that leads to them.

    ``wrong`` is the wrong answer of the pack that it is, if it is one.
    """
    said = f"{points_in_words(points).capitalize()}"
    if solved:
        return f"{said}: this is right."
    if wrong is None:
        return f"{said}: this is wrong."
    where = "; ".join(place_in_words(feature_of(place)) for place in wrong["farms"])
    farms = "farm" if len(wrong["farms"]) == 1 else "farms"
    reasons = "; or: ".join(wrong["reasons"])
    return f"{said}: this is wrong, for {reasons}. Look at the {farms} {where}."


OPEN_KINDS: Mapping[Kind, str] = {
    "city": "open city",
    "road": "open road",
    "river": "river",
    "monastery": "unfinished monastery",
    "field": "farm",
}
_HALVES = {"Nl": "W", "Nr": "E", "El": "N", "Er": "S", "Sl": "E", "Sr": "W", "Wl": "S", "Wr": "N"}
"""The half-edges, each with the side of its edge on which it is."""


def score_lines(position: Position, score: FinalScore) -> Iterator[str]:
    """Yield final scoring in words: features, the cities at farms, colours, players."""
    letters = city_letters(score)
    for number, scoring in enumerate(score.scorings, start=1):
        yield f"{number:3}. {_scoring_in_words(scoring, letters)}"
    if not score.scorings:
        yield "No feature on the table has a follower on it."
    yield ""
    for city, letter in letters.items():
        yield f"City {letter}: the one {place_in_words(city)}"
    if letters:
        yield ""
    yield from total_lines(position, score)


def _scoring_in_words(scoring: FinalScoring, letters: Mapping[FeatureAt, str]) -> str:
    """Return what one feature brings, and to whom.

    >>> farm = FinalScoring(((0, 1, "Nl"),), "field", 3, ((0, 1), (1, 2)), (1,), ((0, 2, "S"),))
    >>> print(_scoring_in_words(farm, {(0, 2, "S"): "A"}))
    The farm in the west half of the north edge of (0, 1), touching city A: 3 points to colour 2 \
(red), who has 2 to 1 of colour 1 (blue)
    """
    what = f"The {OPEN_KINDS[scoring.kind]} {place_in_words(scoring.feature)}"
    if scoring.kind == "field":
        touched = listed([letters[city] for city in scoring.cities])
        cities = "city" if len(scoring.cities) == 1 else "cities"
        what += f", touching {f'{cities} {touched}' if touched else 'no completed city'}"
    points = points_in_text(scoring.value)
    each = " each" if len(scoring.owners) > 1 else ""
    owners = listed([colour_name(owner) for owner in scoring.owners])
    return f"{what}: {points}{each} to {owners}{_against(scoring)}"


def _against(scoring: FinalScoring) -> str:
    others = [
        f"{weight} of {colour_name(colour)}"
        for colour, weight in scoring.weights
        if colour not in scoring.owners
    ]
    if not others:
        return ""
    most = max(weight for _, weight in scoring.weights)
    return f", who {'has' if len(scoring.owners) == 1 else 'have'} {most} to {listed(others)}"


def place_in_words(feature: FeatureAt) -> str:
    """Return where a feature is, as players see it on the board.

    >>> place_in_words((0, -1, "M")), place_in_words((2, 3, "E")), place_in_words((2, 3, "SW"))
    ('on (0, -1)', 'at the east edge of (2, 3)', 'in the south-west corner of (2, 3)')
    """
    x, y, name = feature
    cell = f"({x}, {y})"
    if name == "M":
        return f"on {cell}"
    if name in SIDES:
        return f"at the {SIDES[name]} edge of {cell}"
    if name in _HALVES:
        return f"in the {SIDES[_HALVES[name]]} half of the {SIDES[name[0]]} edge of {cell}"
    return f"in the {SIDES[name[0]]}-{SIDES[name[1]]} corner of {cell}"


def lettered(cities: Iterable[_City]) -> dict[_City, str]:
    """Return a letter for each city that farms touch: A to Z, then AA to ZZ.

    >>> lettered(["0.0.N", "1.2.E", "0.0.N"])
    {'0.0.N': 'A', '1.2.E': 'B'}
    """
    doubled = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    return dict(zip(dict.fromkeys(cities), (*ascii_uppercase, *doubled), strict=False))


def city_letters(score: FinalScore) -> dict[FeatureAt, str]:
    """Return a letter for each completed city that touches a farm with followers."""
    return lettered(city for scoring in score.scorings for city in scoring.cities)


def total_lines(position: Position, score: FinalScore) -> Iterator[str]:
    """Yield the totals of colours and players, and who wins."""
    rules = position.rules
    for colour, (before, after) in enumerate(zip(position.scores, score.scores, strict=True)):
        yield f"{colour_name(colour).capitalize()}: {before} + {after - before} = {after}"
    for player, total in enumerate(score.totals):
        colours = [c for c in range(rules.colours) if rules.player_of(c) == player]
        summed = sum(score.scores[colour] for colour in colours)
        handicap = f", handicap {total - summed}" if total != summed else ""
        yield f"Player {player + 1}: {total} points{handicap}"
    winners = listed([str(winner + 1) for winner in score.winners])
    one = len(score.winners) == 1
    yield f"{'The winner is player' if one else 'A tie of players'} {winners}."
