"""Where a token stands: sinusoidal, rotary, and the slopes of ALiBi."""

from typing import Iterable, Optional, Union

import numpy as np

from .entry import Draw, Entry, entry


def sinusoidal(tokens: int, width: int, base: float = 10_000) -> np.ndarray:
    """
    sin(p / base^(2i / width)) in column 2i, the cosine of the same angle in column 2i + 1.
    Source: Vaswani et al. (2017), section 3.5.
    """
    columns = np.arange(width)
    angles = np.arange(tokens)[:, None] / base ** (2 * (columns // 2) / width)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))


def rotary(
    x,
    theta: float = 10_000,
    pairing: str = "interleaved",
    dims: Optional[int] = None,
    positions: Optional[Iterable[int]] = None,
) -> np.ndarray:
    """
    Pair i of the row at position p, taken as a complex number, times exp(j p theta^(-2i / dims)).
    Source: Su et al., "RoFormer" (2021), section 3.2.2.
    """
    x = np.array(x, float)
    tokens, width = x.shape[-2:]
    dims = width if dims is None else dims
    p = np.array(range(tokens) if positions is None else positions)[:, None]

    pairs = np.arange(dims // 2)
    half = pairing == "half"
    first, second = (pairs, pairs + dims // 2) if half else (2 * pairs, 2 * pairs + 1)
    frequencies = float(theta) ** (-2 * pairs / max(dims, 1))
    turned = (x[..., first] + 1j * x[..., second]) * np.exp(1j * p * frequencies)

    result = x.copy()
    result[..., first], result[..., second] = turned.real, turned.imag
    return result


def alibi_slopes(heads: int) -> np.ndarray:
    """
    A power of two: 2^(-8 i / heads). Any other number: the slopes of the next lower power of two,
    then every other one of twice that power. Source: Press, Smith and Lewis (2022) and their code.
    """
    power = 2 ** int(np.log2(heads))
    slopes = 2.0 ** (-8 * np.arange(1, power + 1) / power)
    if power == heads:
        return slopes
    return np.concatenate([slopes, alibi_slopes(2 * power)[0::2][: heads - power]])


def slopes_of(alibi: Union[bool, list, None], heads: int) -> np.ndarray:
    """The option `alibi`: true, or one slope per query head."""
    if alibi is True:
        return alibi_slopes(heads)
    return np.array(alibi or [0.0] * heads, float)


def entries() -> list[Entry]:
    def turned(name: str, heads: int = 0, **options) -> Entry:
        def build(d: Draw) -> dict:
            return {"x": d.heads(heads, 3, 6) if heads else d.matrix(4, 6), **options}

        return entry(f"rotary, {name}", rotary, build)

    def slopes(heads: int) -> Entry:
        return entry(f"ALiBi slopes, {heads} heads", alibi_slopes, lambda d: {"heads": heads})

    return [
        entry("sinusoidal", sinusoidal, lambda d: {"tokens": 4, "width": 6}),
        entry("sinusoidal, odd width, base 100", sinusoidal,
              lambda d: {"tokens": 3, "width": 5, "base": 100}),
        turned("interleaved"),
        turned("half", pairing="half"),
        turned("two heads, half of the first 4 of 6 columns, own positions and theta", heads=2,
               pairing="half", dims=4, theta=500, positions=[7, 0, 31]),
        slopes(8),
        slopes(6),
        slopes(12),
    ]
