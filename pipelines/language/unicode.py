#!/usr/bin/env python3
"""Writes lib/language/unicode_tables.c: the character classes of the reference checkers.

They run on CPython 3.11 (Unicode 14) and, in their word and sentence tokenizers, on the `regex`
module, whose classes differ (a combining mark is a word character there). Both are asked, character
by character, so that the tables hold what they do and not what a standard says.

    python3.11 -m venv V && V/bin/pip install regex==2026.11.19
    V/bin/python pipelines/language/unicode.py >lib/language/unicode_tables.c
"""
import re
import sys
import unicodedata
from re import _casefix

import _sre
import regex

assert unicodedata.unidata_version == "14.0.0", unicodedata.unidata_version

NAMES = "ALPHA DECIMAL DIGIT NUMERIC SPACE UPPER LOWER TITLE CASED IGNORABLE RWORD RSPACE RDIGIT".split()
BIT = {name: 1 << i for i, name in enumerate(NAMES)}
SHIFT = 6  # 64 characters a block
LAST = 0x110000
SURROGATE = range(0xD800, 0xE000)

RWORD, RSPACE, RDIGIT = (regex.compile(p) for p in (r"\w", r"\s", r"\d"))


def flags(c):
    ch = chr(c)
    if c in SURROGATE:
        return 0
    out = 0
    final = (ch + "\u03a3").lower().endswith("\u03c2")
    for name, holds in (
        ("ALPHA", ch.isalpha()),
        ("DECIMAL", ch.isdecimal()),
        ("DIGIT", ch.isdigit()),
        ("NUMERIC", ch.isnumeric()),
        ("SPACE", ch.isspace()),
        ("UPPER", ch.isupper()),
        ("LOWER", ch.islower()),
        ("TITLE", unicodedata.category(ch) == "Lt"),
        # a final sigma is written after a cased letter, ignorable characters between them not seen
        ("CASED", final),
        ("IGNORABLE", not final and ("A" + ch + "\u03a3").lower().endswith("\u03c2")),
        ("RWORD", RWORD.match(ch)),
        ("RSPACE", RSPACE.match(ch)),
        ("RDIGIT", RDIGIT.match(ch)),
    ):
        if holds:
            out |= BIT[name]
    return out


def lower(c):
    """str.lower() of the character alone; U+0130, the only one that becomes two, is the code's affair."""
    if c in SURROGATE or c == 0x130:
        return c
    (low,) = chr(c).lower()
    return ord(low)


def fold(c):
    """Two characters match under re.IGNORECASE exactly where their folds are equal."""
    if c in SURROGATE:
        return c
    low = _sre.unicode_tolower(c)
    return min((low, *_casefix._EXTRA_CASES.get(low, ())))


def decimal(c):
    return unicodedata.decimal(chr(c), 0) if c not in SURROGATE else 0


def main():
    records, index = {}, []
    for c in range(LAST):
        rec = (flags(c), lower(c) - c, fold(c) - c, decimal(c))
        index.append(records.setdefault(rec, len(records)))
    assert len(records) < 65536
    blocks, stage1 = {}, []
    for at in range(0, LAST, 1 << SHIFT):
        block = tuple(index[at : at + (1 << SHIFT)])
        stage1.append(blocks.setdefault(block, len(blocks)))
    ascii_of = []
    for c in range(0x80, LAST):
        if c in SURROGATE:
            continue
        text = unicodedata.normalize("NFKD", chr(c)).encode("ascii", "ignore").decode()
        if text:
            ascii_of.append((c, text))
    pool = ""
    for text in sorted({t for _, t in ascii_of}, key=lambda t: (-len(t), t)):
        if text not in pool:
            pool += text

    out = sys.stdout.write
    out("/* Written by pipelines/language/unicode.py; don't edit. */\n/* clang-format off */\n")
    out('#include "language/unicode.h"\n\n')
    out("const struct uc_record uc_records[] = {\n")
    for f, low, fo, dec in records:
        out(f"\t{{{f}, {dec}, {low}, {fo}}},\n")
    out("};\n\n")
    rows("const uint16_t uc_stage1[]", stage1)
    kind = "uint8_t" if len(records) < 256 else "uint16_t"
    rows(f"const {kind} uc_stage2[]", [i for block in blocks for i in block])
    out("const struct uc_ascii uc_ascii[] = {\n")
    line = "\t"
    for c, text in ascii_of:
        item = f"{{{c:#x}, {pool.index(text)}, {len(text)}}},"
        if len(line) + len(item) > 96:
            out(line + "\n")
            line = "\t"
        line += item
    out(line + "\n};\n\n")
    out(f"const size_t uc_ascii_count = {len(ascii_of)};\n\n")
    out("const char uc_ascii_pool[] =\n")
    for at in range(0, len(pool), 80):
        part = pool[at : at + 80].replace("\\", "\\\\").replace('"', '\\"').replace("?", "\\?")
        out(f'\t"{part}"\n')
    out("\t;\n\n")
    vietnamese()


def vietnamese():
    """Letters and tone marks that a language detector composes, by canonical composition."""
    out = sys.stdout.write
    letters = [ord(c) for c in "AEIOUYaeiouy\u00c2\u00ca\u00d4\u00e2\u00ea\u00f4\u0102\u0103\u01a0\u01a1\u01af\u01b0"]
    marks = [0x300, 0x301, 0x303, 0x309, 0x323]
    out("const struct uc_pair uc_vietnamese[] = {\n")
    for c in sorted(letters):
        composed = [ord(unicodedata.normalize("NFC", chr(c) + chr(m))) for m in marks]
        out(f"\t{{{c:#x}, {{{', '.join(map(hex, composed))}}}}},\n")
    out("};\n\nconst size_t uc_vietnamese_count = %d;\n" % len(letters))


def rows(name, values):
    out = sys.stdout.write
    out(f"{name} = {{\n")
    line = "\t"
    for v in values:
        item = f"{v},"
        if len(line) + len(item) > 96:
            out(line + "\n")
            line = "\t"
        line += item
    out(line + "\n};\n\n")


main()
