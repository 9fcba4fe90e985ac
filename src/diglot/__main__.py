"""``python -m diglot``."""

import sys

from diglot.cli import main

sys.exit(main())
