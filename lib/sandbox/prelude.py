# What the sandbox's interpreter does once, before its first program: it loads the modules that
# programs use most, switches off what the reference executor for generated code switches off (each
# name then raises TypeError when called, as None would), and hands over to the guard, which never
# returns. Programs run in forks of this process and see these modules as they are left here.
import sys

import abc, array, base64, binascii, bisect, calendar, cmath, collections, collections.abc
import contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, hashlib, heapq
import inspect, io, itertools, json, keyword, linecache, locale, logging, math, numbers, operator, os
import pprint, queue, random, re, secrets, shutil, signal, statistics, string, struct, subprocess
import tempfile, textwrap, threading, time, timeit, traceback, types, typing, unicodedata, warnings, zlib
import builtins, faulthandler
from importlib.machinery import ExtensionFileLoader as _loader
from importlib.util import spec_from_file_location as _spec, module_from_spec as _module

_WRONG, _EXIT, _NO_MEMORY = 1, 2, 3  # enum guard_outcome
_LONGEST = 300


def compile_program(text, _compile=builtins.compile, _seed=random.seed):
    _seed(0)  # forking has seeded it anew; the same program shall draw the same numbers
    return _compile(text, "<string>", "exec", 0, True)


def _named(kind):
    module = kind.__module__
    if module in ("builtins", "__main__") or not isinstance(module, str):
        return kind.__qualname__
    return module + "." + kind.__qualname__


def _line_of(error, text):
    """Where it was raised, as the last line of the program that it passed through."""
    if isinstance(error, SyntaxError):
        return error.lineno if error.filename == "<string>" else None
    line, trace = None, error.__traceback__
    while trace is not None:
        frame = trace.tb_frame
        if frame.f_code.co_filename == "<string>" and frame.f_globals is not globals():
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def describe(error):
    """(outcome, the exception's last line) for the guard."""
    kind = type(error)
    try:
        said = error.msg if isinstance(error, SyntaxError) else str(error)
    except BaseException:
        said = "<its text can't be had>"
    if not isinstance(said, str):
        said = repr(said)
    text = _named(kind) + (": " + said if said else "")
    text = " ".join(text.split())
    text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    line = _line_of(error, text)
    if line is not None:
        text += " (line %d)" % line
    if isinstance(error, MemoryError):
        return _NO_MEMORY, text
    if isinstance(error, SystemExit):
        return _EXIT, text
    return _WRONG, text


class _NoInput(io.StringIO):
    """Standard input: there is none, and reading says so."""

    def _none(self, *args, **more):
        raise OSError("there is no standard input in the sandbox")

    read = readline = readlines = _none

    def readable(self, *args, **more):
        return False


def _off(name):
    def off(*args, **more):
        raise TypeError(name + "() is switched off in the sandbox")

    off.__name__ = off.__qualname__ = name.rpartition(".")[2]
    return off


def _switch_off():
    table = {
        os: "kill system putenv remove removedirs rmdir fchdir setuid fork forkpty killpg rename "
            "renames truncate replace unlink fchmod fchown chmod chown chroot lchown getcwd chdir",
        shutil: "rmtree move chown",
        subprocess: "Popen",
        builtins: "exit quit help",
    }
    for module, names in table.items():
        for name in names.split():
            prefix = "" if module is builtins else module.__name__ + "."
            setattr(module, name, _off(prefix + name))
    for name in ("ipdb", "joblib", "resource", "psutil", "tkinter"):
        sys.modules[name] = None


def _plain_integers():
    """A ctypes with its plain integers alone: programs use them to wrap around, the rest reaches memory."""
    module = types.ModuleType("ctypes")
    sizes = {"byte": 1, "short": 2, "int": 4, "long": 8, "longlong": 8,
             "int8": 1, "int16": 2, "int32": 4, "int64": 8}
    for name, size in sizes.items():
        for sign, signed in (("", True), ("u", False)):
            setattr(module, "c_" + sign + name, _plain_integer("c_" + sign + name, size, signed))
    module.c_size_t, module.c_ssize_t = module.c_ulong, module.c_long
    module.sizeof = lambda of: of._size
    return module


def _plain_integer(name, size, signed):
    modulus = 1 << (8 * size)

    class Integer:
        _size = size

        def __init__(self, value=0):
            self.value = value

        @property
        def value(self):
            return self._value

        @value.setter
        def value(self, value):
            value = operator.index(value) % modulus
            self._value = value - modulus if signed and value >= modulus // 2 else value

        def __repr__(self):
            return "%s(%d)" % (name, self._value)

    Integer.__name__ = Integer.__qualname__ = name
    return Integer


def _no_trace(function):
    if function is not None:
        raise RuntimeError("trace functions are switched off in the sandbox")


sys.stdin = _NoInput()
faulthandler.disable()
sys.settrace = sys.setprofile = _no_trace
_switch_off()
sys.modules["ctypes"] = _plain_integers()
_module(_spec("guard", loader=_loader("guard", "/sandbox/guard.so")))
