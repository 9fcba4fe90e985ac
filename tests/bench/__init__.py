"""The benchmarks lie beside the package, in the project's root, and are no part of the wheel."""

from __future__ import annotations

import pytest

pytest.importorskip("bench", reason="the benchmarks are in the project's checkout only")
