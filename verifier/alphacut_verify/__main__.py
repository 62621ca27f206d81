"""`python -m alphacut_verify FILE`."""

import sys

from alphacut_verify.cli import main

sys.exit(main())
