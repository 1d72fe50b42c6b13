"""The errors of evomind: each is also the fitting built-in and names what was expected."""

__all__ = [
    "CapacityError",
    "EvomindError",
    "InconsistentHistoryError",
    "InvalidCodeError",
    "InvalidFeedbackError",
    "InvalidParameterError",
    "InvalidRulesError",
    "InvalidTreeError",
    "StorageError",
    "UnknownStrategyError",
]


class EvomindError(Exception):
    """Base of every error that evomind raises on purpose."""


class InvalidRulesError(EvomindError, ValueError):
    """Rules that no board can have."""


class InvalidCodeError(EvomindError, ValueError):
    """A code that is not on the board."""


class InvalidFeedbackError(EvomindError, ValueError):
    """A feedback that cannot be read, or that no secret can give to that guess."""


class InconsistentHistoryError(EvomindError, ValueError):
    """A history that no code fits."""


class InvalidParameterError(EvomindError, ValueError):
    """A parameter that does not exist, or whose value is out of its range."""


class InvalidTreeError(EvomindError, ValueError):
    """A strategy tree that cannot be read, or does not break every code."""


class UnknownStrategyError(EvomindError, LookupError):
    """A strategy name that nobody registered."""


class StorageError(EvomindError, OSError):
    """A file or database that cannot be opened, read or written."""


class CapacityError(EvomindError, MemoryError):
    """Work that would not fit into the memory allowed for it."""
