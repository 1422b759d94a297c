"""`python -m hornsup` is `hornsup`."""

from hornsup.cli import main

if __name__ == "__main__":
    main()
