"""A free solo game: dealing, playing on, what a player sees, the checklist, the end."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from generator.chance import Chance
from meepleproof.service.play.solo.attempt import final_scoring
from meepleproof.service.play.solo.free import (
    Game,
    checklist_entries,
    deal,
    play_on,
    scenario,
    visible_position,
)
from meepleproof.service.play.solo.turns import end_rule
from tests.naive_goals import reached
from verifier.carcassonne.engine.solo import Engine, players
from verifier.carcassonne.engine.solo.players import playouts
from verifier.carcassonne.model.solo.key import Model
from verifier.carcassonne.model.solo.listing import turns_of
from verifier.carcassonne.solo.claims import scenario_from_json
from verifier.carcassonne.solo.codec import record_from_json
from verifier.carcassonne.solo.keyring import Keyring
from verifier.carcassonne.solo.letters import letter_of, letters_of, tiles_of
from verifier.carcassonne.solo.notation import line_text, parse_line
from verifier.carcassonne.solo.position import Pile, setup
from verifier.carcassonne.solo.rule_set import SOLO, RuleSet
from verifier.carcassonne.solo.turn import NO_CLAIM, Outcome, Record, Turn
from verifier.documents import validation
from verifier.errors import Malformed

VECTORS = json.loads((Path(__file__).parent / "vectors" / "free-games.json").read_text("utf-8"))
SHORT = RuleSet(meeples=3)
LONG = RuleSet(meeples=7)
FOUR = RuleSet(colours=4)


def play_turns(seed: int, rules: RuleSet) -> Game:
    """Play a random game to its end."""
    chance, game = Chance("test", seed), deal(seed, rules)
    while not game.position.over:
        turns = [o.turn for o in Engine().outcomes(game.position) if o.turn is not None]
        game = play_on(game, [chance.choice(sorted(turns, key=repr))])
    return game


def rebuilt(record: Record) -> Game:
    """Return a record of a game as a free game whose piles hold what was drawn from them."""
    rules = record.start.rules
    drawn = [tuple[str, ...]()] * rules.colours
    left = Counter(SOLO.sheet.counts())
    left["base/D"] -= 1
    for turn in record.turns:
        drawn[turn.colour if turn.pile is None else turn.pile] += (*turn.discards, turn.tile)
    for tiles in drawn:
        left.subtract(tiles)
    rest = tuple(sorted(left.elements()))
    piles = []
    for tiles, size in zip(drawn, rules.pile_sizes, strict=True):
        piles.append(Pile(tiles + rest[: size - len(tiles)]))
        rest = rest[size - len(tiles) :]
    turns = [
        Turn(
            turn.tile,
            turn.rotation,
            turn.x,
            turn.y,
            turn.meeples[0].segment if turn.meeples else NO_CLAIM,
            turn.order,
        )
        for turn in record.turns
    ]
    return play_on(Game(setup(rules, tuple(piles))), turns)


@pytest.fixture(scope="module", params=[30, 361], ids=str)
def long_game(request: pytest.FixtureRequest) -> tuple[int, Game]:
    """Return a game played greedily: to the last tile, and to an early end, a tile laid aside."""
    number = int(request.param)
    return number, rebuilt(players.game(number, seed=5, rules=LONG))


# Dealing


@pytest.mark.parametrize("rules", [SOLO, SHORT, FOUR], ids=str)
def test_a_seed_deals_the_whole_box_but_the_start_tile(rules: RuleSet) -> None:
    piles = deal(12, rules).start.piles

    assert rules.pile_sizes == tuple(len(pile.known) for pile in piles)
    box = Counter(tiles_of("D"))
    for pile in piles:
        box.update(pile.known)
    assert Counter(SOLO.sheet.counts()) == box


def test_what_seeds_deal_never_changes() -> None:
    # Who shares a seed shares a game; these are the piles of the day this was written.
    piles = ("JARDVRBESMPNVCDLAIVBSUUL", "UNJBKKVWWUPVEBVHEQFTUDUJ", "VREHFUHPWWVUVXIMGNOLEOK")
    assert piles == tuple(letters_of(pile.known) for pile in deal(20261121).start.piles)


def test_the_number_of_meeples_has_no_part_in_the_deal() -> None:
    assert deal(3, SOLO).start.piles == deal(3, LONG).start.piles


def test_seeds_deal_differently() -> None:
    assert 50 == len({deal(seed).start.piles for seed in range(50)})


@pytest.mark.parametrize("seed", [-1, 1 << 53])
def test_seeds_that_are_none_are_refused(seed: int) -> None:
    with pytest.raises(Malformed, match="whole number from 0"):
        deal(seed)


# Playing


@pytest.mark.parametrize("rules", [SOLO, SHORT, FOUR], ids=str)
def test_a_game_comes_again_from_its_turns_and_is_legal(rules: RuleSet) -> None:
    game = play_turns(1, rules)

    assert game == play_on(deal(1, rules), game.line)
    record = record_from_json(scenario(game, 1)["record"])
    assert () == Engine().violations(record)


@pytest.fixture(scope="module")
def model() -> Iterator[Model]:
    opened = Model(beside=turns_of)
    yield opened
    opened.close()


@pytest.mark.parametrize("rules", [SHORT, SOLO, FOUR], ids=str)
def test_both_keys_say_that_the_game_went_like_this(rules: RuleSet, model: Model) -> None:
    document = scenario(play_turns(2, rules), 2)
    validation.validate("scenario", document)

    verdict = Keyring([Engine(), model]).check(scenario_from_json(document))

    assert "holds" == verdict.answer
    assert ("engine", "model") == verdict.keys


def test_a_game_goes_on_turn_by_turn_as_all_at_once(long_game: tuple[int, Game]) -> None:
    _, game = long_game
    half = play_on(Game(game.start), game.line[:20])

    assert game == play_on(half, game.line[20:])


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("{}0.0.0.-", "BASE-PLACE-2"),  # the cell is taken
        ("{}0.9.9.-", "BASE-PLACE-2"),  # nothing lies beside it
        ("X0.0.-1.-", "SOLO-PLACE-1"),  # another tile was drawn
    ],
)
def test_a_turn_against_the_rules_is_refused_and_nothing_lost(text: str, rule: str) -> None:
    game = deal(7)
    tile = game.start.piles[0].known[0]
    refused = play_on(game, parse_line(text.format(letter_of(tile))))

    assert refused.refusal is not None
    assert (1, (rule,)) == (refused.refusal.turn, refused.refusal.rules)
    assert game == replace(refused, refusal=None)


def test_nothing_is_made_after_a_refused_turn() -> None:
    vector = VECTORS[0]
    game = deal(vector["seed"], SHORT)
    first, *_ = line = parse_line(vector["line"])
    refused = play_on(game, [replace(first, x=9), *line])

    assert () == refused.outcomes
    assert refused.refusal is not None
    assert 1 == refused.refusal.turn


def test_nothing_is_played_after_the_end() -> None:
    game = play_turns(3, SHORT)
    refused = play_on(game, parse_line("U0.0.9.-"))

    assert refused.refusal is not None
    assert (len(game.line) + 1, ("SOLO-END-1",)) == (refused.refusal.turn, refused.refusal.rules)
    assert game == replace(refused, refusal=None)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["name"]))
def test_games_that_were_shared_stay_what_they_were(vector: dict[str, Any]) -> None:
    rules = RuleSet(vector["colours"], vector["meeples"])
    game = play_on(deal(vector["seed"], rules), parse_line(vector["line"]))

    assert vector["line"] == line_text(game.line)
    assert vector["scores"] == list(game.outcomes[-1].final or ())
    assert vector["result"] == game.result
    assert vector["ended_by"] == end_rule(game.outcomes)
    goals = {
        entry.goal.id: entry.turn for entry in checklist_entries(game) if entry.turn is not None
    }
    assert vector["goals"] == goals


# What is seen


def test_only_the_tile_drawn_is_face_up() -> None:
    game = deal(7)
    first, *others = game.start.piles

    shown = visible_position(game)

    hidden = (Pile(first.known[:1], 23), *(Pile((), len(pile.known)) for pile in others))
    assert replace(game.start, piles=hidden) == shown


def test_what_is_seen_is_all_that_a_turn_needs(long_game: tuple[int, Game]) -> None:
    _, game = long_game
    laid_aside = next(n for n, outcome in enumerate(game.outcomes) if outcome.discards)
    for turns in (0, 3, laid_aside, len(game.line) - 1):
        now = play_on(Game(game.start), game.line[:turns])
        shown = visible_position(now)
        outcomes = {_without_piles(outcome) for outcome in Engine().outcomes(now.position)}

        assert outcomes == {_without_piles(outcome) for outcome in Engine().outcomes(shown)}
        face_up = [tile for pile in shown.piles for tile in pile.known]
        assert face_up == [*game.outcomes[turns].discards, game.line[turns].tile]


def _without_piles(outcome: Outcome) -> Outcome:
    return replace(outcome, after=replace(outcome.after, piles=()))


def test_after_the_end_no_tile_is_face_up() -> None:
    game = play_turns(3, SHORT)

    assert all(not pile.known for pile in visible_position(game).piles)
    assert [pile.hidden for pile in visible_position(game).piles] == [
        len(pile.known) for pile in game.position.piles
    ]


# The checklist


def test_the_goals_met_are_those_the_kernel_counts(long_game: tuple[int, Game]) -> None:
    number, game = long_game
    # What one game adds to those before it is its own.
    before = playouts(number, seed=5, rules=LONG).goals
    after = playouts(number + 1, seed=5, rules=LONG).goals

    met = {entry.goal.id: int(entry.turn is not None) for entry in checklist_entries(game)}

    assert {goal: after[goal] - before[goal] for goal in after} == met
    assert any(met.values())
    assert sum(met.values()) < len(met)


def test_a_goal_met_names_its_turn(long_game: tuple[int, Game]) -> None:
    _, game = long_game
    for entry in checklist_entries(game):
        if entry.turn is not None:
            made, last = game.outcomes[: entry.turn], game.outcomes[entry.turn - 1]
            assert reached(entry.goal, last)
            assert not any(reached(entry.goal, outcome) for outcome in made[:-1])


# The end


def test_an_early_end_names_its_rule() -> None:
    game = play_turns(3, SHORT)

    assert "SOLO-END-1" == end_rule(game.outcomes)
    assert any(not pile.empty for pile in game.position.piles)
    assert end_rule(deal(3).outcomes) is None


def test_a_game_to_the_last_tile_names_its_rule() -> None:
    game = rebuilt(players.game(30, seed=5, rules=LONG))

    assert "SOLO-END-4" == end_rule(game.outcomes)
    assert {"all-tiles"} <= {
        entry.goal.id for entry in checklist_entries(game) if entry.turn is not None
    }


def test_a_game_whose_last_tile_has_no_place_ends_by_itself() -> None:
    # The city of the start tile is closed, so C fits nowhere.
    start = replace(deal(7).start, piles=(Pile(tiles_of("E")), Pile(tiles_of("C")), Pile()))
    game = play_on(Game(start), parse_line("E2.0.1.S.S"))

    assert "SOLO-END-6" == end_rule(game.outcomes)
    assert game.position.over
    assert tiles_of("C") == game.position.discards
    # All piles are empty, though not all tiles were placed (AMB-18).
    assert {"all-tiles": 1} == {
        t.goal.id: t.turn for t in checklist_entries(game) if t.turn is not None
    }


@pytest.mark.parametrize("rules", [SOLO, SHORT, LONG, FOUR], ids=str)
def test_final_scoring_follows_the_closing_formula(rules: RuleSet) -> None:
    game = play_turns(4, rules)
    rows = final_scoring(game.outcomes)

    # FACT-1
    assert game.result == min(row.before + 2 * row.on_tiles for row in rows)
    assert all(row.after == row.before + 2 * row.scored for row in rows)
    assert all(row.scored <= row.on_tiles for row in rows)
    assert game.position.meeples_on_tiles() == tuple(row.on_tiles for row in rows)


def test_there_is_no_final_scoring_before_the_end() -> None:
    assert () == final_scoring(deal(7).outcomes)
    assert deal(7).result is None
