#!/usr/bin/env python3
"""Writes the JavaScript that draws a report's charts: Vega, Vega-Lite and Vega-Embed in one file.

usage: bundle.py FILE

The bundle comes out of vl-convert alone; nothing is fetched. Vega-Embed brings the interpreter of
Vega's expressions along, so that a page can forbid eval.
"""
import os
import sys

import vl_convert

# Of Vega-Lite: the one whose Vega is the Vega that vl-convert bundles. It reads specifications of 5.
VERSION = "6.4"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: bundle.py FILE")
    text = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=VERSION)
    # The HTML parser must not see the end of a script or the start of a comment inside it.
    text = text.replace("</script", "<\\/script").replace("<!--", "<\\!--")
    temporary = sys.argv[1] + ".tmp"
    with open(temporary, "w", encoding="utf-8", newline="\n") as f:
        f.write(text)
    os.rename(temporary, sys.argv[1])


main()
