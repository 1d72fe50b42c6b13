"""The time left, as it is told where stderr is no terminal."""

import pytest

from evomind.app import progress
from evomind.app.progress import ProgressReport


@pytest.fixture
def told(monkeypatch):
    """What a report says of games that were done at given seconds."""

    def report(*calls: tuple[float, int]) -> list[str]:
        lines: list[str] = []
        now = [0.0]
        monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
        monkeypatch.setattr(progress, "say", lines.append)
        with ProgressReport() as played:
            for seconds, done in calls:
                now[0] = seconds
                played("", done, 1000)
        return lines

    return report


def test_the_pace_is_that_of_the_games_after_the_first(told):
    # Twenty seconds of compiling, then ten games a second.
    lines = told((0.0, 0), (20.0, 4), (36.0, 164))
    assert lines == ["4 of 1000 games", "164 of 1000 games, about 84 s left"]


def test_games_of_an_earlier_run_do_not_count_for_the_pace(told):
    lines = told((0.0, 500), (1.0, 510), (21.0, 610))
    assert lines == [
        "500 of 1000 games have been played before",
        "610 of 1000 games, about 78 s left",
    ]
