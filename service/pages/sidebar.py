"""What stands beside the board: the scoreboard, the tiles to come, the story so far."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rendering.draws import DRAWN, UNKNOWN, next_draws
from rendering.palette import PIGMENTS
from rendering.words import line_in_words
from service.pages.board import pawn_picture, tile_picture
from service.pages.markup import h
from verifier.carcassonne.position import Position
from verifier.carcassonne.solo.letters import letters_of
from verifier.carcassonne.turn import Outcome

_SMALL = 64


def scoreboard(
    position: Position, final: tuple[int, ...] | None = None, *, playing: bool = True
) -> Element:
    """Return the scores (final ones if given), the meeples in hand and whose turn it is."""
    rows = [
        _row(position, colour, final, playing=playing) for colour in range(position.rules.colours)
    ]
    hidden = " · ".join(str(pile.hidden) for pile in position.piles)
    notes = [
        f"Tiles face down: {hidden}" if any(pile.hidden for pile in position.piles) else "",
        f"Monasteries scored: {position.monasteries}" if position.monasteries else "",
        f"Out of the game: {' '.join(letters_of(position.discards))}" if position.discards else "",
        *(f"{key}: {value}" for key, value in position.rules.switches),
    ]
    return h(
        "section",
        h("h2", "Scoreboard"),
        h("ul", *rows, class_="colours"),
        *(h("p", note, class_="note") for note in notes if note),
        class_="card",
        id="scoreboard",
    )


def _row(
    position: Position, colour: int, final: tuple[int, ...] | None, *, playing: bool
) -> Element:
    scores = position.scores if final is None else final
    score, supply = scores[colour], position.supplies[colour]
    to_move = playing and colour == position.to_move and not position.over
    pawns = [pawn_picture(colour, spent=index >= supply) for index in range(position.rules.meeples)]
    words = [PIGMENTS[colour].name]
    if score == min(scores):
        words.append("lowest")
    if to_move:
        words.append("to move")
    return h(
        "li",
        h("span", str(colour + 1), class_=f"disc ink-{colour + 1}", aria_hidden="true"),
        h("span", h("b", words[0]), h("small", ", ".join(words[1:])), class_="name"),
        h("span", str(score), h("span", " points", class_="unseen"), class_="score"),
        h(
            "span",
            *pawns,
            h("span", f"{supply} of {position.rules.meeples} meeples in hand", class_="unseen"),
            class_="supply",
        ),
        class_="active" if to_move else None,
    )


def next_tiles(position: Position, *, skip: int = 0) -> Element | None:
    """Return the tiles to come and who draws them, without the first ``skip``."""
    draws = next_draws(position)[skip:]
    if not draws:
        return None
    shown = [
        h(
            "li",
            _blank() if draw.tile == UNKNOWN else tile_picture(draw.tile, 0, pixels=_SMALL),
            pawn_picture(draw.colour),
            h("span", f" for {PIGMENTS[draw.colour].name}", class_="unseen"),
        )
        for draw in draws[:DRAWN]
    ]
    rest = " ".join(draw.letter for draw in draws[DRAWN:])
    return h(
        "section",
        h("h2", "Coming up"),
        h("ol", *shown, class_="coming"),
        h("p", f"and then {rest}", class_="note") if rest else None,
        class_="card",
        id="coming",
    )


def _blank() -> Element:
    return h("span", "?", class_="facedown")


def story(start: Position, outcomes: Sequence[Outcome]) -> Element | None:
    """Return the turns made so far in words, the last one first."""
    sentences = line_in_words(start, outcomes)
    if not sentences:
        return None
    items = [h("li", text, value=number) for number, text in enumerate(sentences, start=1)]
    return h(
        "details",
        h(
            "summary",
            f"Moves ({len(sentences)})",
        ),
        h("ol", *reversed(items), class_="story"),
        class_="card",
    )
