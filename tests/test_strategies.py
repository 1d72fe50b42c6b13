"""The registry: strategies by name, by file, by place; their parameters in and out of text."""

from importlib.metadata import EntryPoint

import players
import pytest

from evomind import strategies
from evomind.errors import InvalidParameterError, InvalidTreeError, UnknownStrategyError
from evomind.strategies import (
    as_toml,
    load_strategy,
    parameters,
    registered,
    short_spec,
    spec,
    strategy_names,
    with_parameters,
)


@pytest.fixture
def plug_in(monkeypatch):
    """A third party has registered a strategy, and one that cannot be imported."""
    entries = strategies._entries() | {
        name: EntryPoint(name, value, strategies.GROUP)
        for name, value in (("player", "players:PLAYER"), ("gone", "no_such_module:GONE"))
    }
    monkeypatch.setattr(strategies, "_entries", lambda: entries)


@pytest.mark.parametrize("name", strategy_names())
def test_every_registered_strategy_says_where_it_comes_from(name):
    strategy = registered(name)
    assert strategy.name == name
    assert strategy.about.source
    assert strategy.about.year > 1970
    assert strategy.about.kind in ("exact", "evolution", "baseline")


@pytest.mark.parametrize("name", strategy_names())
def test_every_registered_strategy_round_trips(name, tmp_path):
    strategy = registered(name)
    assert load_strategy(spec(strategy)) == strategy
    path = tmp_path / "setting.toml"
    path.write_text(as_toml(strategy))
    assert load_strategy(str(path)) == strategy
    assert short_spec(strategy) == name


def test_parameters_follow_a_colon(plug_in):
    strategy = load_strategy("player:weight=2,shy=yes,maxgen=7,fault=cheats")
    assert strategy == players.Player(weight=2.0, shy=True, maxgen=7, fault="cheats")
    assert load_strategy("player:maxgen=none") == players.PLAYER
    assert short_spec(strategy) == "player:fault=cheats,weight=2.0,shy=true,maxgen=7"
    assert load_strategy(short_spec(strategy)) == strategy
    assert spec(players.PLAYER) == "player:fault=,turn=2,weight=1.0,shy=false,maxgen=none"


def test_parameters_tell_their_type_and_value():
    found = parameters(players.PLAYER)
    assert list(found) == ["fault", "turn", "weight", "shy", "maxgen"]
    assert (found["maxgen"].kind, found["maxgen"].optional) == (int, True)
    assert (found["weight"].kind, found["weight"].value) == (float, 1.0)


def test_changed_settings_go_through_toml(plug_in, tmp_path):
    strategy = players.Player(weight=0.125, shy=True, fault='a "quoted" word')
    path = tmp_path / "mine.toml"
    path.write_text(as_toml(strategy))
    assert load_strategy(str(path)) == strategy
    assert load_strategy(f"{path}:weight=3") == with_parameters(strategy, {"weight": 3})


def test_modules_name_strategies_too():
    assert load_strategy("players:RAISES") is players.RAISES
    assert load_strategy("players:Player") == players.PLAYER
    assert load_strategy("players:RAISES:turn=4") == players.Player("raises", "raises", 4)


def test_the_least_strategy_has_no_parameters():
    assert load_strategy("players:LEAST") is players.LEAST
    assert parameters(players.LEAST) == {}
    assert spec(players.LEAST) == short_spec(players.LEAST) == "least"
    with pytest.raises(InvalidParameterError, match="least has no parameter 'x'; it has none"):
        load_strategy("players:LEAST:x=1")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("knut", "no strategy is called 'knut'; did you mean knuth"),
        ("entrophy", "did you mean entropy"),
        ("zzz", "no strategy is called 'zzz'; there are .*knuth"),
        ("gone", "gone cannot be loaded from no_such_module:GONE: No module named"),
        ("no_such_module:X", "cannot be loaded: No module named"),
        ("players:NO_SUCH", "cannot be loaded: module 'players' has no attribute"),
        ("players:NOT_A_STRATEGY", "is no strategy: it needs a name and new_game"),
        ("players:PlayerGame", "is a class that needs more"),
        ("nowhere.toml", "cannot read the strategy nowhere.toml"),
    ],
)
def test_unknown_strategies_are_named(plug_in, text, says):
    with pytest.raises(UnknownStrategyError, match=says):
        load_strategy(text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player:maxgn=3", "player has no parameter 'maxgn'; it has fault, turn, weight, shy"),
        ("player:turn=two", "turn of player is a value of type int, got 'two'"),
        ("player:turn=1.5", "turn of player is a value of type int, got '1.5'"),
        ("player:maxgen=x", "maxgen of player is a value of type int or none, got 'x'"),
        ("player:shy=perhaps", "shy of player is a value of type bool, got 'perhaps'"),
        ("player:turn=0", "turn must be at least 1, got 0"),
        ("player:turn=2,", "name=value,name=value, got ''"),
    ],
)
def test_bad_parameters_are_named(plug_in, text, says):
    with pytest.raises(InvalidParameterError, match=says):
        load_strategy(text)


@pytest.mark.parametrize(
    ("content", "error", "says"),
    [
        ("strategy = ", UnknownStrategyError, "cannot read the strategy"),
        ("name = 'x'", UnknownStrategyError, 'needs strategy = "a name"'),
        ("strategy = 'player'\n[parameters]\nturn = 'x'", InvalidParameterError, "type int"),
        ("strategy = 'player'\n[parameters]\nturn = 1.5", InvalidParameterError, "got 1.5"),
        ("strategy = 'player'\n[parameters]\nshy = 1", InvalidParameterError, "type bool, got 1"),
    ],
)
def test_bad_files_are_named(plug_in, tmp_path, content, error, says):
    path = tmp_path / "bad.toml"
    path.write_text(content)
    with pytest.raises(error, match=says):
        load_strategy(str(path))


def test_trees_are_strategies(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}")
    strategy = load_strategy(str(path))
    assert strategy.name == short_spec(strategy) == "small"
    other = tmp_path / "other" / "small.txt"
    other.parent.mkdir()
    other.write_text("{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{CA:{01:BC}},00:CC}}")
    assert spec(load_strategy(str(path))) == spec(strategy)
    assert spec(load_strategy(str(other))) != spec(strategy)
    with pytest.raises(InvalidTreeError, match="cannot read the tree"):
        load_strategy(str(tmp_path / "none.json"))
