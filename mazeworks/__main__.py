"""`python -m mazeworks` is `maze`."""

from mazeworks.cli import main

main()
