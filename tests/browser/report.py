"""TAP: the report in headless Chromium. report.py FOLDER"""
import os
import subprocess
import sys

import axe_core_python
from browser import Browser

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RENDER = os.path.join(os.environ.get("BIN", os.path.join(ROOT, "bin")), "render")
AXE = os.path.join(os.path.dirname(axe_core_python.__file__), "axe.min.js")
ALL_DRAWN = "[...document.querySelectorAll('.plot')].every((p) => p.querySelector('svg'))"
count = failed = 0


def ok(condition, title, more=""):
    global count, failed
    count += 1
    print(f"{'ok' if condition else 'not ok'} {count} - {title}", flush=True)
    if not condition:
        failed += 1
        for line in str(more).splitlines()[:40]:
            print("# " + line)


def axe(b):
    with open(AXE, encoding="utf-8") as f:
        b.run(f.read())
    result = b.driver.execute_async_script(
        "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then((r) => done("
        "r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160) + ' ' +"
        " (n.any[0] ? n.any[0].message : '')).join(' | '))));")
    return result


def campaign(folder, *arguments, edit=None):
    text = subprocess.run([sys.executable, os.path.join(ROOT, "tests/render/mkcampaign.py"), *arguments],
                          check=True, capture_output=True, text=True).stdout
    path = os.path.join(folder, "index.html")
    subprocess.run([RENDER, "-f", "html", "-o", path, "-B", os.path.join(ROOT, ".deps/share/vega-bundle.js")],
                   input=edit(text) if edit else text, check=True, text=True)
    return path


def column(b, table, index):
    return b.run("return [...document.getElementById(arguments[0]).tBodies[0].rows]"
                 ".map((r) => r.cells[arguments[1]].textContent)", table, index)


def test_page(b, path):
    b.open(path)
    b.run("dispatchEvent(new Event('beforeprint'))")
    ok(b.wait(ALL_DRAWN), "every chart is drawn")
    ok(b.run("return document.querySelectorAll('.plot svg .mark-symbol path').length") > 100, "dots are there")
    log = b.console()
    ok(not log, "the console stays silent", log)
    asked = [u for u in b.requests() if not u.startswith("file://")]
    ok(not asked, "no request leaves the file", asked)


def test_sorting(b):
    before = column(b, "registry-table", 6)
    b.run("[...document.querySelectorAll('#registry-table thead button')]"
          ".find((x) => x.textContent.startsWith('Decode')).click()")
    after = [float(x.replace(",", "")) for x in column(b, "registry-table", 6)]
    ok(after == sorted(after, reverse=True), "a click sorts numbers, largest first", before)
    b.run("[...document.querySelectorAll('#registry-table thead button')]"
          ".find((x) => x.textContent.startsWith('Decode')).click()")
    after = [float(x.replace(",", "")) for x in column(b, "registry-table", 6)]
    ok(after == sorted(after), "a second click turns the order")
    ok(b.run("return document.querySelectorAll('#registry-table th[aria-sort=ascending]').length") == 1,
       "the order is told to screen readers")


def test_narrow(b, path):
    b.size(390, 844)
    b.open(path)
    b.run("dispatchEvent(new Event('beforeprint'))")
    b.wait(ALL_DRAWN)
    width = b.run("return document.documentElement.scrollWidth")
    ok(width <= 390, "390 px: the page does not scroll sideways", width)
    b.size(1280, 900)


def test_axe(b, path):
    for scheme in ("light", "dark"):
        b.media(**{"prefers-color-scheme": scheme})
        b.open(path)
        b.run("dispatchEvent(new Event('beforeprint')); document.querySelectorAll('details')"
              ".forEach((d) => d.open = true)")
        b.wait(ALL_DRAWN)
        found = axe(b)
        ok(not found, f"axe finds nothing, {scheme}", "\n".join(found))
    b.media()


def test_print(b, path):
    b.open(path)
    b.media("print")
    ok(b.run("return getComputedStyle(document.querySelector('nav')).display") == "none",
       "on paper the list of sections is gone")
    pdf = b.cdp("Page.printToPDF", printBackground=False)["data"]
    ok(len(pdf) > 20000, "it prints")
    b.media()


def test_hostile(b, folder):
    evil = '\\"><img src=x onerror=alert(1)></script><script>alert(2)</script>\\u202e\\u001b[31m'
    path = campaign(folder, "--items", "30", "--families", "3",
                    edit=lambda s: s.replace("Aster-27B", "Aster" + evil))
    b.console()
    b.open(path)
    b.run("dispatchEvent(new Event('beforeprint'))")
    ok(b.wait(ALL_DRAWN), "hostile names: every chart is drawn")
    ok(b.run("return document.querySelectorAll('img, script:not([type])').length") == 2,
       "hostile names: they make no element")
    ok("<U+202E>" in b.run("return document.body.innerText"), "hostile names: direction marks are told")
    log = b.console()
    ok(not log, "hostile names: the console stays silent", log)


def main():
    folder = sys.argv[1]
    path = campaign(folder, "--items", "60")
    with Browser() as b:
        test_page(b, path)
        test_sorting(b)
        test_narrow(b, path)
        test_axe(b, path)
        test_print(b, path)
        test_hostile(b, folder)
    print(f"1..{count}")
    sys.exit(failed > 0)


main()
