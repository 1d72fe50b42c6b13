"""What all tests share."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("contract")

settings.register_profile("evomind", deadline=None)  # the first call of a kernel compiles it
settings.load_profile("evomind")


@pytest.fixture(scope="session")
def spawned():
    """A process that was spawned: it has imported nothing and inherited nothing from this one."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        yield executor
