"""TAP: the report in headless Chromium. report.py FOLDER"""
import json
import os
import subprocess
import sys
import urllib.parse

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


def campaign(folder, *arguments, edit=None, options=()):
    text = subprocess.run([sys.executable, os.path.join(ROOT, "tests/render/mkcampaign.py"), *arguments],
                          check=True, capture_output=True, text=True).stdout
    path, text = os.path.join(folder, "index.html"), edit(text) if edit else text
    with open(os.path.join(folder, "campaign.jsonl"), "w", encoding="utf-8") as f:
        f.write(text)
    subprocess.run([RENDER, "-f", "html", "-o", path, "-B", os.path.join(ROOT, ".deps/share/vega-bundle.js"), *options],
                   input=text, check=True, text=True)
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


def text(b, selector="#view"):
    return b.run("return document.querySelector(arguments[0]).innerText", selector)


def go(b, path, fragment, wait="!document.getElementById('view').hidden"):
    b.open("/dev/null")
    b.open(path, fragment)
    return b.wait(wait)


def records(path):
    with open(os.path.join(os.path.dirname(path), "campaign.jsonl"), encoding="utf-8") as f:
        return [json.loads(line) for line in f]


def test_explorer(b, path):
    go(b, path, "#explorer?kv=q4_0&sort=9-", "document.querySelector('#explorer output').textContent")
    shown = b.run("return [...document.querySelectorAll('#explorer-table tbody tr:not([hidden])')]"
                  ".map((r) => r.cells[2].textContent)")
    ok(shown and set(shown) == {"q4_0"}, "the address filters the explorer", shown)
    quality = b.run("return [...document.querySelectorAll('#explorer-table tbody tr:not([hidden])')]"
                    ".map((r) => parseFloat(r.cells[9].textContent)).filter((x) => !isNaN(x))")
    ok(quality == sorted(quality, reverse=True), "the address sorts it", quality)
    took = b.run("""const s = document.querySelector('#explorer .filters select'), t = performance.now();
        s.selectedIndex = 1; s.dispatchEvent(new Event('input', {bubbles: true}));
        document.body.offsetHeight; return performance.now() - t;""")
    ok(took < 100, "a filter takes less than 100 ms", took)
    ok("checkpoint=" in b.run("return location.hash"), "a filter goes into the address")


def test_cell(b, path, all_records):
    key = next(r["cell"] for r in all_records if r["kind"] == "row")
    go(b, path, f"#cell/{key}")
    said = text(b)
    ok("llama-server -m" in said and "Memory at its peak" in said, "a cell tells its command and memory", said)
    b.run("document.querySelector('#view tbody a').click()")
    ok(b.wait("document.querySelector('#view .answer')"), "its answers come from the folder beside the page")
    b.run("document.querySelectorAll('#view .answer')[3].open = true")
    b.wait("document.querySelector('#view .answer pre')")
    said = text(b)
    ok("<script>alert" in said, "what a model wrote is text", said)
    ok(b.run("return document.querySelectorAll('#view script, #view img, #view b').length") == 0,
       "and makes no element")
    ok("Took" in said and "Extracted" in said, "an answer tells its verdict and its times", said)


def test_flips(b, path, all_records):
    gap = next(r for r in all_records if r["kind"] == "gap" and r.get("flips", {}).get("b", 0) > 1)
    name = urllib.parse.quote(gap["contrast"], safe="")
    go(b, path, f"#flips/{name}/{gap['task']}", "document.querySelector('#view .pair')")
    flips = b.run("return document.querySelectorAll('#view .pair').length")
    ok(flips == gap["flips"]["b"] + gap["flips"]["c"], "every flipped item is there", flips)
    ok(b.run("return [...document.querySelectorAll('#view .pair')].every((p) => p.querySelectorAll('mark').length == 2)"),
       "the differing stretch is marked on both sides")
    asked = [u for u in b.requests() if not u.startswith("file://")]
    ok(not asked, "no request leaves the folder", asked)
    found = axe(b)
    ok(not found, "axe finds nothing among the answers", "\n".join(found))
    b.open(path)
    b.run("dispatchEvent(new Event('beforeprint'))")
    b.wait(ALL_DRAWN)
    b.run("[...document.querySelectorAll('[data-chart=gaps] .mark-symbol path')][5].dispatchEvent("
          "new MouseEvent('click', {bubbles: true}))")
    ok(b.wait("location.hash.startsWith('#flips/')"), "a click on a dot opens its flips", b.run("return location.hash"))


def test_compare(b, path, all_records):
    keys = list(dict.fromkeys(r["cell"] for r in all_records if r["kind"] == "row"))[:2]
    go(b, path, f"#compare/{keys[0]}/{keys[1]}")
    ok("What differs" in text(b), "two cells are compared")
    go(b, path, "#cell/%3Cimg%20src%3Dx%3E")
    ok("No such cell" in text(b) and b.run("return document.querySelectorAll('img').length") == 0,
       "an address of nothing says so")


def test_bundled(b, folder, all_records):
    os.makedirs(os.path.join(folder, "one"), exist_ok=True)
    path = campaign(os.path.join(folder, "one"), "--items", "20", "--families", "3", "--verdicts", "20", options=["--bundle"])
    ok(not os.path.exists(os.path.join(folder, "one", "answers")), "bundled: no folder beside the page")
    key = next(r["cell"] for r in records(path) if r["kind"] == "row")
    go(b, path, f"#cell/{key}/gsm8k", "document.querySelector('#view .answer')")
    ok(b.run("return document.querySelectorAll('#view .answer').length") == 20, "bundled: the answers are in the page")


def test_paint(b, path):
    b.open(path)
    b.wait("performance.getEntriesByType('paint').length > 0")
    paint = b.run("return Math.max(...performance.getEntriesByType('paint').map((e) => e.startTime))")
    print(f"# first paint after {paint:.0f} ms")


def main():
    folder = sys.argv[1]
    path = campaign(folder, "--items", "60", "--verdicts", "60")
    all_records = records(path)
    with Browser() as b:
        test_page(b, path)
        test_sorting(b)
        test_narrow(b, path)
        test_axe(b, path)
        test_print(b, path)
        test_explorer(b, path)
        test_cell(b, path, all_records)
        test_flips(b, path, all_records)
        test_compare(b, path, all_records)
        test_bundled(b, folder, all_records)
        test_paint(b, path)
        ok(not (log := b.console()), "the console stayed silent to the end", log)
        test_hostile(b, folder)
    print(f"1..{count}")
    sys.exit(failed > 0)


main()
