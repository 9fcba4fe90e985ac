"""``diglot annotate assign``: who judges which items."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.output import print_json

if TYPE_CHECKING:
    import argparse

HELP = "share the items of a layer out among annotators"
DESCRIPTION = (
    "Give the items of a layer to annotators by a design: overlapping ranges, circular, all to "
    "all, or a sample to all and the rest to one each. Known answers and repeats may be mixed in."
)
DESIGNS = ("ranges", "circular", "full", "sample", "active")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("project", type=Path, metavar="PROJECT", help="folder of the project")
    parser.add_argument("layer", metavar="LAYER", help="name of the layer")
    parser.add_argument(
        "--to",
        required=True,
        type=_names,
        metavar="NAMES",
        help="annotators, divided by commas, as they sign in; whoever is new is added",
    )
    parser.add_argument(
        "--design",
        choices=DESIGNS,
        default="ranges",
        help="ranges (each range to two of three annotators, default), circular (each block to "
        "--per-item in turn), full (all items to all), sample (--shared items to all, the rest to "
        "one), active (least certain first)",
    )
    parser.add_argument(
        "--per-item",
        type=int,
        default=2,
        metavar="N",
        help="annotators an item is judged by, where the design leaves it open (default: 2)",
    )
    parser.add_argument(
        "--shared", type=int, metavar="N", help="items that everybody judges in a sample"
    )
    parser.add_argument(
        "--repeat",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of items that come back to the same person later (default: 0)",
    )
    parser.add_argument(
        "--known",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="share of items with a known answer in what each judges, as far as the layer has any "
        "(default: 0.1)",
    )
    parser.add_argument(
        "--random",
        type=float,
        default=0.1,
        metavar="SHARE",
        help="share of the active design that is drawn at random, for estimates (default: 0.1)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of what is drawn (default: 0)"
    )


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def run(arguments: argparse.Namespace) -> int:
    """Share out and say who got how much."""
    from diglot.annotate.assigning import AssignOptions, assign
    from diglot.annotate.projects import open_project

    options = AssignOptions(
        design=arguments.design,
        per_item=arguments.per_item,
        shared=arguments.shared,
        repeat=arguments.repeat,
        known=arguments.known,
        random=arguments.random,
        seed=arguments.seed,
    )
    with open_project(arguments.project) as store:
        shares = assign(store, arguments.layer, arguments.to, options)
    if arguments.json:
        print_json({"layer": arguments.layer, "design": arguments.design, "items": shares})
    elif not arguments.quiet:
        width = max(map(len, shares))
        for name, count in shares.items():
            print(f"{name:<{width}}  {count:,}")
    return 0
