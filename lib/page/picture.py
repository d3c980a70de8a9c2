#!/usr/bin/env python3
"""A Vega-Lite specification on standard input, its picture as SVG on standard output."""
import sys

import vl_convert

# As bundle.py has it: the page and the picture are drawn by one version.
VERSION = "6.4"

sys.stdout.write(vl_convert.vegalite_to_svg(sys.stdin.read(), vl_version=VERSION))
