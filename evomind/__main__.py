"""``python -m evomind``: the command line."""

from evomind.app.cli import main

if __name__ == "__main__":
    main()
