"""pictures.py PAGE FOLDER: a report's pictures, a section each, wide, narrow and dark."""
import os
import sys

from browser import Browser

DRAWN = "[...document.querySelectorAll('.plot')].every((p) => p.querySelector('svg'))"


def element(b, selector, path):
    box = b.run("document.querySelector(arguments[0]).scrollIntoView();"
                "const r = document.querySelector(arguments[0]).getBoundingClientRect();"
                "return [r.x + scrollX, r.y + scrollY, r.width, r.height]", selector)
    b.clip(path, *box[:3], min(box[3], 1600))


def main():
    page, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    with Browser(1280, 900) as b:
        for name, width, scheme in (("wide", 1280, "light"), ("dark", 1280, "dark"), ("narrow", 390, "light")):
            b.size(width, 900)
            b.media(**{"prefers-color-scheme": scheme})
            b.open(page)
            b.run("dispatchEvent(new Event('beforeprint'))")
            b.wait(DRAWN)
            for section in b.run("return [...document.querySelectorAll('main > section')].map((s) => s.id)"):
                element(b, "#" + section, os.path.join(folder, f"{section}-{name}.png"))


main()
