"""Tasks on a cluster of Ray, or on the cores of this machine that Ray gives out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import RunError
from diglot.extras import extra_for
from diglot.runs.jobs import Outcome, Task, run_task

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def run_on_ray(tasks: Sequence[Task], address: str | None) -> Iterator[Outcome]:
    """Do tasks on a cluster, and give each when it is finished.

    Every node needs diglot, and sees the folders of the files and of the run under the same paths.

    Args:
        tasks: what is to be done.
        address: of the cluster; None starts Ray on this machine, whatever else runs on it.

    Raises:
        MissingExtraError: Ray is not installed.
        RunError: there is no cluster at the address.
    """
    with extra_for("running on a cluster", instead="leave out --runner"):
        import ray
    if not ray.is_initialized():
        try:
            ray.init(address=address or "local", log_to_driver=False, include_dashboard=False)
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise RunError(f"Ray cannot be reached at {address or 'local'}: {error}") from error
    # Another attempt is ours to make, as it is with processes.
    remote = ray.remote(num_cpus=1, max_retries=0)(run_task)
    busy = {remote.remote(task): task for task in tasks}
    while busy:
        (done,), _ = ray.wait(list(busy), num_returns=1)
        task = busy.pop(done)
        try:
            yield task, ray.get(done)
        except ray.exceptions.RayError:
            yield task, None
