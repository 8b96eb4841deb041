"""What a real NumPy and PyTorch print for short pieces of Python: tests/python/{numpy,torch}.json.

    python3 scripts/numpy_golden.py

The test of the Python cell's modules runs every piece in MicroPython and compares what it prints
character for character. A piece that is one expression is printed by its repr; an error by its type
and message. Made with NumPy 1.24.2 and PyTorch 1.13.1; the versions stand in the files.
"""

import contextlib
import io
import json
import math
import pathlib
import sys
import warnings

sys.dont_write_bytecode = True  # nothing built stands among the sources

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from numpy_snippets import NUMPY
from torch_snippets import TORCH

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "python"


def printed(source):
    names = {"np": np, "torch": torch, "nn": nn, "F": F, "math": math}
    out = io.StringIO()
    with contextlib.redirect_stdout(out), torch.no_grad():
        try:
            try:
                value = eval(source, names)
            except SyntaxError:
                exec(source, names)
            else:
                print(repr(value))
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
    np.set_printoptions(precision=8, suppress=False, threshold=1000, edgeitems=3, linewidth=75, floatmode="maxprec")
    torch.set_printoptions(profile="default", sci_mode=None)
    return out.getvalue()


def write(name, versions, snippets):
    assert len(set(snippets)) == len(snippets), [s for s in snippets if snippets.count(s) > 1]
    pieces = [{"source": source, "printed": printed(source)} for source in snippets]
    text = json.dumps({**versions, "pieces": pieces}, indent=2, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n")
    print(name, len(pieces))


warnings.simplefilter("ignore")
np.seterr(all="ignore")
write("numpy", {"numpy": np.__version__}, NUMPY)
write("torch", {"torch": torch.__version__}, TORCH)
