"""evomind breaks Mastermind codes by evolution, and measures how close it comes to perfect play."""

__version__ = "0.1.0"
