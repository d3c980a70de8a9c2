#!/usr/bin/env python3
"""derive.py HOW FILE: what SOURCE wants of a downloaded FILE, on standard output.

raw             the file as it is
zip:MEMBER      a member of an archive
profiles        langdetect's profiles of an archive, a line each, sorted by language
keys            the keys of a JSON object, sorted, a line each
tagger:PART     weights, tagdict or classes of NLTK's pickled perceptron tagger, as JSON
"""
import io
import json
import pickle
import sys
import tarfile
import zipfile


class Plain(pickle.Unpickler):
    """The tagger is dicts, sets, strings and numbers; nothing else is let in."""

    def find_class(self, module, name):
        if (module, name) in (("collections", "defaultdict"), ("builtins", "set"), ("__builtin__", "set")):
            return super().find_class(module.replace("__builtin__", "builtins"), name)
        raise pickle.UnpicklingError(f"{module}.{name} is not expected here")


def profiles(path):
    out = {}
    with tarfile.open(path) as archive:
        for member in archive:
            folder, _, name = member.name.rpartition("/")
            if member.isfile() and folder.endswith("/profiles") and not name.startswith("__"):
                out[name] = json.load(archive.extractfile(member))
    return "".join(
        json.dumps({"lang": name, "profile": out[name]}, ensure_ascii=False) + "\n" for name in sorted(out)
    ).encode()


def tagger(path, part):
    with zipfile.ZipFile(path) as archive:
        name = next(n for n in archive.namelist() if n.endswith(".pickle"))
        weights, tagdict, classes = Plain(io.BytesIO(archive.read(name)), encoding="utf-8").load()
    value = {"weights": weights, "tagdict": tagdict, "classes": sorted(classes)}[part]
    return json.dumps(value, ensure_ascii=False).encode()


def main(how, path):
    kind, _, what = how.partition(":")
    if kind == "raw":
        data = open(path, "rb").read()
    elif kind == "zip":
        data = zipfile.ZipFile(path).read(what)
    elif kind == "profiles":
        data = profiles(path)
    elif kind == "keys":
        data = "".join(k + "\n" for k in sorted(json.load(open(path, encoding="utf-8")))).encode()
    elif kind == "tagger":
        data = tagger(path, what)
    else:
        sys.exit(f"derive.py: {how}: no such way")
    sys.stdout.buffer.write(data)


main(*sys.argv[1:])
