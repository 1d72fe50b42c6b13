"""Tournaments: the same secrets for all, the same games whatever happens, faults counted."""

import math
import pickle

import joblib
import numpy as np
import players
import pytest
import sqlalchemy as sa
from scipy import stats

from evomind.errors import InvalidParameterError, InvalidRulesError, StorageError
from evomind.rules import Rules
from evomind.strategies import load_strategy
from experiments.games import play_game, turn_limit
from experiments.journal import opened_storage
from experiments.seeding import secrets, stream
from experiments.statistics import mean_estimate, paired_difference
from experiments.storage import Series, Storage, data_directory
from experiments.tournament import Tournament

SMALL = Rules(3, 4)


def tournament(*names, games=12, **options):
    chosen = [getattr(players, name) for name in names]
    return Tournament(SMALL, chosen, games, **options)


def played(comparison):
    """Return all that a game's chance decides."""
    return {
        name: [(r.game, r.secret, r.turns, r.solved, r.evaluations, r.origins) for r in results]
        for name, results in comparison.results.items()
    }


# -- random streams -------------------------------------------------------------------------------


def test_streams_differ_by_address_only():
    draws = [
        stream(*a).integers(2**60) for a in [(0, "a", 1), (0, "a", 2), (0, "b", 1), (1, "a", 1)]
    ]
    assert len(set(draws)) == 4
    assert stream(0, "a", 1).integers(2**60) == draws[0]


def test_streams_look_independent():
    draws = np.array([stream(3, "game", game).random(50) for game in range(40)])
    assert stats.kstest(draws.ravel(), "uniform").pvalue > 0.001
    assert np.abs(np.corrcoef(draws)[np.triu_indices(40, 1)]).max() < 0.7


def test_a_seed_is_not_negative():
    with pytest.raises(InvalidParameterError, match="seed is 0 or more, got -1"):
        stream(-1, "a")


def test_secrets_do_not_depend_on_how_many_there_are():
    assert secrets(SMALL, 20, seed=7)[:5] == secrets(SMALL, 5, seed=7)
    assert secrets(SMALL, 20, seed=8) != secrets(SMALL, 20, seed=7)
    assert len(set(secrets(SMALL, None, seed=0))) == SMALL.n_codes


# -- games ----------------------------------------------------------------------------------------


def test_a_game_is_counted():
    result = play_game(players.PLAYER, SMALL, 3, (0, 1, 2), seed=1, max_turns=50)
    assert result.solved
    assert result.turns == sum(result.origins.values())
    assert result.evaluations >= result.turns
    assert result.error == ""


@pytest.mark.parametrize(
    ("name", "turns", "says"),
    [
        ("RAISES", 1, "ZeroDivisionError: too clever"),
        ("CHEATS", 1, "ValueError"),
        ("STANDS_STILL", 50, "not found in 50 turns"),
    ],
)
def test_a_fault_ends_its_game_only(name, turns, says):
    result = play_game(getattr(players, name), SMALL, 0, (3, 2, 3), seed=0, max_turns=50)
    assert not result.solved
    assert result.error.startswith(says)
    assert result.turns == turns


def test_the_limit_of_turns_leaves_room():
    assert turn_limit(Rules(1, 1000)) >= 1000
    assert turn_limit(Rules(50, 50)) >= 300
    assert turn_limit(Rules(1024, 1024, white_pegs=False)) >= 12_769  # El Ouali et al. (2018)


# -- tournaments ----------------------------------------------------------------------------------


def test_everyone_meets_the_same_secrets_in_games_of_their_own():
    comparison = tournament("PLAYER", "LEAST").play()
    a, b = comparison.results.values()
    assert [r.secret for r in a] == [r.secret for r in b] == secrets(SMALL, 12, 0)
    assert [r.turns for r in a] != [r.turns for r in b]


def test_other_strategies_and_more_games_change_no_game():
    alone = played(tournament("PLAYER", games=6).play())["player"]
    among = played(tournament("LEAST", "PLAYER", games=12).play())["player"]
    assert among[:6] == alone


@pytest.mark.parametrize("workers", [2, 3])
def test_the_number_of_processes_changes_no_game(workers):
    names = ("PLAYER", "RAISES", "LEAST")
    assert played(tournament(*names).play(workers=workers)) == played(tournament(*names).play())


def test_every_secret_once():
    comparison = Tournament(SMALL, [load_strategy("first-eligible")], None).play()
    (summary,) = comparison.summaries()
    assert summary.games == SMALL.n_codes == sum(summary.histogram.values())
    assert summary.total == sum(turns * n for turns, n in summary.histogram.items())


def test_faults_are_counted_and_named():
    comparison = tournament("PLAYER", "RAISES", "CHEATS", "STANDS_STILL", max_turns=9).play()
    good, *bad = comparison.summaries()
    assert not good.failures
    for summary in bad:
        assert len(summary.failures) + sum(summary.histogram.values()) == 12
        assert all(failed.error for failed in summary.failures)
    assert math.isfinite(good.turns.mean)
    assert {d.turns.n for d in comparison.differences() if d.a == "player"} == {
        12 - len(summary.failures) for summary in bad
    }


def test_the_summary_adds_up():
    comparison = tournament("PLAYER", games=30).play()
    (summary,) = comparison.summaries()
    turns = [r.turns for r in comparison.results["player"]]
    assert summary.total == sum(turns)
    assert summary.max == max(turns)
    assert summary.turns.mean == pytest.approx(np.mean(turns))
    assert summary.evaluations_per_game == np.mean(
        [r.evaluations for r in comparison.results["player"]]
    )
    assert summary.origins == {"eligible": sum(turns)}


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: tournament("PLAYER", games=0), "games must be at least 1, got 0"),
        (lambda: tournament(), "at least one strategy"),
        (lambda: tournament("PLAYER", "PLAYER"), "player is named twice"),
        (lambda: tournament("PLAYER", max_turns=0), "max_turns must be at least 1, got 0"),
        (lambda: tournament("PLAYER").play(workers=0), "workers must be at least 1, got 0"),
    ],
)
def test_bad_tournaments_are_refused(make, says):
    with pytest.raises(InvalidParameterError, match=says):
        make()


def test_a_board_that_a_strategy_does_not_play_is_refused_at_once(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}")
    with pytest.raises(InvalidRulesError, match="is for p2c3r, got p3c4r"):
        Tournament(SMALL, [load_strategy(str(path))], 3)


# -- storage --------------------------------------------------------------------------------------


@pytest.fixture
def storage(tmp_path):
    storage = Storage(tmp_path / "games.sqlite")
    yield storage
    storage.close()


def test_games_come_back_as_they_were(storage):
    names = ("PLAYER", "RAISES")
    event = tournament(*names)
    comparison = event.play(storage=storage)
    for series, results in zip(event.series, comparison.results.values(), strict=True):
        assert storage.games(series) == results


def test_a_finished_tournament_is_not_played_again(storage, monkeypatch):
    first = tournament("PLAYER").play(storage=storage)
    monkeypatch.setattr("experiments.tournament.play_game", None)
    assert tournament("PLAYER").play(storage=storage) == first


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_loses_nothing(storage, workers):
    def interrupt(name, done, total):
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament("PLAYER", "LEAST").play(storage=storage, workers=workers, progress=interrupt)
    seen = []
    resumed = tournament("PLAYER", "LEAST").play(
        storage=storage, workers=workers, progress=lambda name, done, total: seen.append(done)
    )
    assert seen[0] >= 5
    assert seen[-1] == 24
    assert played(resumed) == played(tournament("PLAYER", "LEAST").play())


def test_more_games_go_on_from_those_stored(storage):
    tournament("PLAYER", games=5).play(storage=storage)
    seen = []
    longer = tournament("PLAYER", games=9).play(storage=storage, progress=lambda *a: seen.append(a))
    assert seen[0] == ("", 5, 9)
    assert played(longer) == played(tournament("PLAYER", games=9).play())
    shorter = tournament("PLAYER", games=3).play(storage=storage)
    assert len(shorter.results["player"]) == 3


def test_nothing_is_stored_twice_or_mixed_up(storage):
    event = tournament("PLAYER", games=4)
    comparison = event.play(storage=storage)
    storage.add(event.series[0], comparison.results["player"])
    assert len(storage.games(event.series[0])) == 4
    for other in (
        tournament("PLAYER", games=4, seed=1),
        tournament("PLAYER", games=4, max_turns=9),
        Tournament(SMALL, [players.Player(weight=2.0)], 4),
        Tournament(Rules(3, 5), [players.PLAYER], 4),
        tournament("PLAYER", games=None),
    ):
        assert storage.games(other.series[0]) == []


def test_many_processes_open_one_empty_storage(tmp_path):
    path = str(tmp_path / "new.sqlite")
    results = joblib.Parallel(n_jobs=4, batch_size=1)(
        joblib.delayed(_store_one)(path, game) for game in range(8)
    )
    assert results == [None] * 8
    storage = Storage(path)
    assert [r.game for r in storage.games(_SERIES)] == list(range(8))
    storage.close()


_SERIES = Series(SMALL, "player", "random", 0, 50, "0")


def _store_one(path: str, game: int) -> None:
    storage = Storage(path)
    storage.add(_SERIES, [play_game(players.PLAYER, SMALL, game, (0, 1, 2), 0, 50)])
    storage.close()


@pytest.mark.parametrize(
    ("place", "says"),
    [
        ("{tmp}/no/such/place.sqlite", "unable to open database file"),
        ("{tmp}/damaged.sqlite", "file is not a database"),
        ("nonsense://x", "is no storage"),
        ("mysql://localhost/x", "is no storage|is SQLite or PostgreSQL"),
    ],
)
def test_a_storage_that_cannot_be_used_says_so_in_one_line(tmp_path, place, says):
    (tmp_path / "damaged.sqlite").write_text("this is no database, but it is long enough" * 50)
    with pytest.raises(StorageError, match=says) as failure:
        Storage(place.format(tmp=tmp_path))
    assert "\n" not in str(failure.value)


def test_passwords_are_not_shown():
    with pytest.raises(StorageError) as failure:
        Storage("postgresql+nodriver://me:geheim@localhost/x")
    assert "geheim" not in str(failure.value)


def test_a_storage_of_another_version_is_refused(tmp_path):
    path = tmp_path / "old.sqlite"
    Storage(path).close()
    engine = sa.create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE schema_version SET version = 99"))
    engine.dispose()
    with pytest.raises(StorageError, match="tables of version 99, this evomind writes version 1"):
        Storage(path)


# -- the journal ----------------------------------------------------------------------------------


def test_the_journal_goes_when_all_went_well(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    event = tournament("PLAYER", games=3)
    for ends_well in (False, True):
        try:
            with opened_storage("", event.key, print) as storage:
                event.play(storage=storage)
                if not ends_well:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        kept = list((data_directory() / "tournaments").iterdir())
        assert bool(kept) is not ends_well


def test_the_journal_is_named_by_what_is_played():
    keys = {
        tournament("PLAYER").key,
        tournament("PLAYER", games=13).key,
        tournament("PLAYER", seed=1).key,
        tournament("LEAST").key,
    }
    assert len(keys) == 4
    assert tournament("PLAYER").key in keys


def test_without_a_place_for_the_journal_there_is_a_warning(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    warnings = []
    with opened_storage("", "key", warnings.append) as storage:
        assert storage is None
    assert "interrupt will lose" in warnings[0]


# -- statistics -----------------------------------------------------------------------------------


def test_intervals_are_those_of_student():
    values = [4.0, 5.0, 5.0, 3.0, 6.0, 4.0]
    estimate = mean_estimate(values)
    low, high = stats.t.interval(0.95, 5, loc=np.mean(values), scale=stats.sem(values))
    assert (estimate.low, estimate.high) == pytest.approx((low, high))
    assert estimate.std == pytest.approx(np.std(values, ddof=1))
    assert estimate.half_width == pytest.approx((high - low) / 2)


def test_few_values_have_no_interval():
    assert math.isnan(mean_estimate([]).mean)
    one = mean_estimate([4.0])
    assert one.mean == 4.0
    assert math.isnan(one.low)


def test_differences_are_paired():
    a, b = {0: 4.0, 1: 5.0, 2: 6.0, 7: 1.0}, {0: 3.0, 1: 4.0, 2: 5.0, 8: 9.0}
    difference = paired_difference(a, b)
    assert (difference.n, difference.mean, difference.std) == (3, 1.0, 0.0)


def test_results_travel_between_processes():
    comparison = tournament("PLAYER", games=2).play()
    assert pickle.loads(pickle.dumps(comparison)) == comparison
