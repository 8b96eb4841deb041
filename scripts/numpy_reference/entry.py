"""One problem with its answer, and the generator that problems are drawn from."""

from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional

SEED = 2017
MASK = 2**64 - 1

# |got - want| <= TOLERANCE (1 + |want|) for float64 sums of this size
TOLERANCE = 1e-12


def split_mix(state: int) -> int:
    """The output function of SplitMix64. Source: Steele, Lea and Flood (2014)."""
    z = state
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


class Draw:
    """
    Numbers with two decimals, short and exact in JSON. The stream depends on the name alone: an
    entry that is added or moved changes no other one, nor does another version of NumPy.
    """

    def __init__(self, name: str) -> None:
        self.state = SEED
        for byte in name.encode():
            self.state = split_mix((self.state * 257 + byte) & MASK)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        return split_mix(self.state) % n

    def numbers(self, count: int, largest: float = 1.5) -> list[float]:
        """Even between -largest and largest."""
        steps = round(largest * 100)
        return [(self.below(2 * steps + 1) - steps) / 100 for _ in range(count)]

    def matrix(self, rows: int, columns: int, largest: float = 1.5) -> list[list[float]]:
        return [self.numbers(columns, largest) for _ in range(rows)]

    def heads(self, heads: int, rows: int, columns: int, largest: float = 1.5) -> list:
        return [self.matrix(rows, columns, largest) for _ in range(heads)]

    def flags(self, rows: int, columns: int) -> list[list[bool]]:
        """Two of three are true."""
        return [[self.below(3) > 0 for _ in range(columns)] for _ in range(rows)]


@dataclass(frozen=True)
class Entry:
    name: str
    call: str
    input: dict
    expected: Any
    tolerance: float


def camel_case(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def entry(
    name: str,
    call: Callable[..., Any],
    build: Callable[[Draw], dict],
    keep: Optional[Iterable[str]] = None,
    tolerance: float = TOLERANCE,
    shorten: Callable[[Any], Any] = lambda result: result,
) -> Entry:
    """
    Draws the input, by the names of its fields, and computes the answer. `keep` names the fields
    of the answer that are written; all of them if left out. `shorten` does what `keep` cannot say.
    """
    given = build(Draw(name))
    result = shorten(call(**given))
    expected = result if keep is None else {field: result[field] for field in keep}
    return Entry(name, camel_case(call.__name__), given, expected, tolerance)
