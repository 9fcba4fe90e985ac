"""The same run by 1, 2 and 4 processes and on three nodes: ``python -m bench.run_cluster A B``.

A and B are folders whose pages translate each other. `diglot align` aligns them with `--jobs` 1, 2
and 4, then on a cluster of Ray with three nodes on this machine (extra `cluster`), and once more
while a node is removed in the middle. All outputs must have the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from diglot.runs.execution import job_status

NODES = 3
PROCESSES = (1, 2, 4)


def main() -> None:
    """Print the digest of every run; exit code 1 if they differ."""
    parser = argparse.ArgumentParser(prog="python -m bench.run_cluster", description=__doc__)
    parser.add_argument("source")
    parser.add_argument("target")
    parser.add_argument("more", nargs="*", help="more arguments of diglot align, behind --")
    options = parser.parse_args()
    command = [sys.executable, "-m", "diglot", "align", options.source, options.target]
    command += [*options.more, "--quiet"]
    with tempfile.TemporaryDirectory() as name:
        found = {
            f"{jobs} processes": run([*command, "--jobs", str(jobs)], Path(name, f"{jobs}.jsonl"))
            for jobs in PROCESSES
        }
        found |= on_cluster(command, Path(name))
    raise SystemExit(len(set(found.values())) > 1)


def on_cluster(command: Sequence[str], folder: Path) -> dict[str, str]:
    """Run on three nodes, and on three of which one is removed when a third is done."""
    from ray.cluster_utils import Cluster

    cluster = Cluster()
    nodes = [cluster.add_node(num_cpus=1, include_dashboard=False) for _ in range(NODES)]
    command = [*command, "--runner", "ray", "--address", cluster.address]
    try:
        whole = run(command, folder / "ray.jsonl")

        def remove(kept: Path, shards: int) -> bool:
            done = len(list(kept.glob("*-aligning/records/*.json")))
            if done * NODES < shards:
                return False
            cluster.remove_node(nodes[-1], allow_graceful=False)
            print(f"node removed after {done} of {shards} shards", flush=True)
            return True

        return {"Ray": whole, "Ray, a node removed": run(command, folder / "less.jsonl", remove)}
    finally:
        cluster.shutdown()


def run(
    command: Sequence[str], out: Path, strike: Callable[[Path, int], bool] | None = None
) -> str:
    """Run a command to its end and return the digest of its output.

    Args:
        command: without its output.
        out: where to write.
        strike: is called with the folder of the run and the number of its shards until it is true.
    """
    begun = time.perf_counter()
    kept = out.with_suffix(".run")
    with subprocess.Popen(
        [*command, "-o", str(out), "--run", str(kept)], env=os.environ
    ) as process:
        struck = strike is None
        while process.poll() is None:
            if strike and not struck and (jobs := list(kept.glob("*-aligning/job.json"))):
                struck = strike(kept, job_status(jobs[0].parent).shards)
            time.sleep(0.2)
    if process.returncode or not struck:
        raise SystemExit(f"exit code {process.returncode}, node removed: {struck}")
    digest = hashlib.sha256(out.read_bytes()).hexdigest()[:16]
    print(f"{' '.join(command[6:])}: {digest}, {time.perf_counter() - begun:.0f} s", flush=True)
    return digest


if __name__ == "__main__":
    main()
