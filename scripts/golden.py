#!/usr/bin/env python3
"""
The golden data: problems and their answers by the second opinion in scripts/numpy_reference.

  python3 scripts/golden.py          writes tests/golden/*.json
  python3 scripts/golden.py --check  computes them anew; exit code 1 and the first difference if
                                     the files say otherwise

tests/web/golden.test.ts puts the same problems to the core. Needs Python 3.9 and NumPy.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any, Iterator, Optional

sys.dont_write_bytecode = True  # nothing built stands among the sources

import numpy as np

from numpy_reference import (
    additive,
    attention,
    block,
    decode,
    experiments,
    gradients,
    heads,
    latent,
    layers,
    masks,
    positions,
    recurrent,
)
from numpy_reference.entry import SEED, Entry

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "golden"

FILES = {
    "positions": positions.entries,
    "masks": masks.entries,
    "patterns": attention.entries,
    "multi-head": heads.entries,
    "latent": latent.entries,
    "additive": additive.entries,
    "decode": decode.entries,
    "gradients": gradients.entries,
    "experiments": experiments.entries,
    "layers": layers.entries,
    "block": block.entries,
    "recurrent": recurrent.entries,
}

# Another NumPy, or another libm, may round the last bits otherwise.
LAST_BITS = 1e-13

# Some problems hide NaN and infinities behind a mask, on purpose.
np.seterr(invalid="ignore")


def plain(value: Any) -> Any:
    """As JSON holds it: Python's own numbers, and names for those that are not finite."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(part) for part in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def content(entries: list[Entry]) -> dict:
    names = [entry.name for entry in entries]
    assert len(set(names)) == len(names), "the same name twice"
    return {
        "generator": "scripts/golden.py",
        "seed": SEED,
        "numpy": np.__version__,
        "format": 1,
        "entries": [plain(vars(entry)) for entry in entries],
    }


def to_json(file: dict) -> str:
    """One line per field of an input or an answer. json writes a float by its repr."""

    def lines(value: Any, indent: str, depth: int) -> str:
        if depth == 0 or not isinstance(value, (dict, list)) or not value:
            return json.dumps(value, separators=(",", ": "))
        inner = indent + " "
        if isinstance(value, dict):
            parts = [f"{json.dumps(k)}: {lines(v, inner, depth - 1)}" for k, v in value.items()]
            begin, end = "{}"
        else:
            parts = [lines(v, inner, depth - 1) for v in value]
            begin, end = "[]"
        return f"{begin}\n{inner}" + f",\n{inner}".join(parts) + f"\n{indent}{end}"

    return lines(file, "", 4) + "\n"


def differences(path: str, old: Any, new: Any) -> Iterator[str]:
    """Where a file says something else than what was computed, beyond the last bits."""
    if isinstance(old, dict) and isinstance(new, dict):
        if list(old) != list(new):
            yield f"{path} has {', '.join(old)} in the file, {', '.join(new)} computed anew"
            return
        for name in old:
            yield from differences(f"{path}: {name}", old[name], new[name])
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for i, (a, b) in enumerate(zip(old, new)):
            yield from differences(f"{path}[{i}]", a, b)
    elif isinstance(old, float) and isinstance(new, float):
        if not abs(old - new) <= LAST_BITS * max(1, abs(old)):
            yield f"{path} is {old!r} in the file, {new!r} computed anew"
    elif type(old) is not type(new) or old != new:
        yield f"{path} is {json.dumps(old)} in the file, {json.dumps(new)} computed anew"


def by_name(file: dict) -> dict:
    """Entries by their names, for a difference to say which one it is in."""
    return {**file, "entries": {entry["name"]: entry for entry in file["entries"]}}


def first_difference() -> Optional[str]:
    expected = {f"{name}.json" for name in FILES}
    present = {path.name for path in FOLDER.glob("*")}
    for name in sorted(expected ^ present):
        return f"tests/golden/{name} is {'missing' if name in expected else 'written by nobody'}"
    for name, entries in FILES.items():
        old = json.loads((FOLDER / f"{name}.json").read_text())
        new = json.loads(to_json({**content(entries()), "numpy": old.get("numpy")}))
        found = next(differences(name, by_name(old), by_name(new)), None)
        if found:
            return found
    return None


def main(arguments: list[str]) -> int:
    if arguments == ["--check"]:
        found = first_difference()
        if found:
            print(found, file=sys.stderr)
            return 1
        print("tests/golden says what was computed anew")
        return 0
    if arguments:
        print(__doc__)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name, entries in FILES.items():
        (FOLDER / f"{name}.json").write_text(to_json(content(entries())))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
