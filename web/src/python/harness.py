# What runs a cell: it stands between the page and the reader's code, inside the interpreter.
# The matrices of the page lie in the interpreter's own globals before a run and after it.

import builtins
import io
import json
import sys

import __main__

CELL = "<cell>"


def _no_input(*_):
    raise EOFError("EOF when reading a line")


def _end(*_):
    raise SystemExit


builtins.input = _no_input
builtins.exit = builtins.quit = _end

# The bridge to JavaScript is the page's own, and no part of Python.
_import = builtins.__import__

# MicroPython finds its own math before any file of that name.
_instead = {}


def _import_python(name, *more):
    if name.split(".")[0] in ("js", "jsffi"):
        raise ImportError("no module named '{}'".format(name))
    return _instead.get(name) or _import(name, *more)


def bring(family):
    """Reads the modules of a family ahead of the code: that takes longer than a small cell."""
    if family == "standard":
        # Ahead of MicroPython's own, of which some are loaded already.
        sys.path.insert(0, "/lib/standard")
        for name in ("collections", "functools", "itertools", "random", "re", "time"):
            sys.modules.pop(name, None)
        _instead["math"] = _import("_math")
    else:
        _import(family)


builtins.__import__ = _import_python


def split(source):
    """The code, and its last expression made to keep its value; None where it ends with a statement."""
    lines = source.rstrip().split("\n")
    for i in range(len(lines) - 1, -1, -1):
        line = lines[i]
        if not line or line[0] in " \t#)]}":
            continue
        tail = "\n".join(lines[i:])
        head = "\n".join(lines[:i])
        try:
            compile(tail, CELL, "eval")
            compile(head, CELL, "exec")
        except SyntaxError:
            break
        # As many lines down as it stands, for the line of an error.
        return head, "\n" * i + "__value__ = (" + tail + "\n)"
    return source, None


def execute(source, scope):
    compile(source, CELL, "exec")
    head, last = split(source)
    exec(compile(head, CELL, "exec"), scope)
    if last is None:
        return None
    exec(compile(last, CELL, "exec"), scope)
    value = scope.pop("__value__")
    if value is not None:
        print(repr(value))
    return value


def is_pair(value):
    return isinstance(value, tuple) and len(value) == 2


def called(scope, names):
    """Calls what the code defines and does not call itself."""
    for name, arguments in (("self_attention", "X Wq Wk Wv"), ("attention", "Q K V")):
        function = scope.get(name)
        arguments = arguments.split()
        if callable(function) and all(argument in scope for argument in arguments):
            value = function(*[scope[argument] for argument in arguments])
            if is_pair(value):
                return value, "output, weights = {}({})".format(name, ", ".join(arguments))
    return None, None


def told(error):
    where = io.StringIO()
    sys.print_exception(error, where)
    try:
        message = str(error)
    except BaseException:
        message = "<exception str() failed>"
    if isinstance(error, KeyError) and error.args:
        message = repr(error.args[0])
    return {"type": type(error).__name__, "message": message, "trace": where.getvalue()}


def run(request):
    request = json.loads(request)
    scope = {"__name__": "__main__"}
    failure = call = None
    names = request["matrices"]
    try:
        for name in names:
            scope[name] = getattr(__main__, name)
        for name, labels in request["labels"].items():
            scope[name] = labels
        value = execute(request["code"], scope)
        results = request["results"]
        if not any(name in scope for name in results):
            if not is_pair(value):
                value, call = called(scope, results)
            if is_pair(value):
                scope["output"], scope["weights"] = value
        for name in results + names:
            setattr(__main__, name, scope.get(name))
    except SystemExit as end:
        if end.args and isinstance(end.args[0], str):
            print(end.args[0])
    except BaseException as error:
        # What the code holds may be all the memory there is.
        scope.clear()
        failure = told(error)
    return json.dumps({"error": failure, "call": call})
