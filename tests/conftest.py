"""What all tests share."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

pytest.register_assert_rewrite("contract")


@pytest.fixture(scope="session")
def spawned():
    """A process that was spawned: it has imported nothing and inherited nothing from this one."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        yield executor
