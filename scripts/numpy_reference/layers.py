"""The parts of a block that look at one token at a time: norms and the feed-forward network."""

import math

import numpy as np

from .entry import Draw, Entry, entry


def array(values, otherwise: float) -> np.ndarray:
    return np.array(otherwise if values is None else values, float)


def layer_norm(x, gain=None, bias=None, epsilon: float = 1e-5) -> dict:
    """The variance is that of the row itself (over n). Source: Ba, Kiros and Hinton (2016)."""
    x = np.array(x, float)
    mean, variance = x.mean(axis=-1), x.var(axis=-1)
    normal = (x - mean[..., None]) / np.sqrt(variance[..., None] + epsilon)
    return {"output": normal * array(gain, 1) + array(bias, 0), "mean": mean, "variance": variance}


def rms_norm(x, gain=None, epsilon: float = 1e-5) -> dict:
    """Source: Zhang and Sennrich (2019); with an epsilon under the root."""
    x = np.array(x, float)
    square = (x * x).mean(axis=-1)
    output = x / np.sqrt(square[..., None] + epsilon) * array(gain, 1)
    return {"output": output, "rootMeanSquare": np.sqrt(square)}


def gelu(x: np.ndarray) -> np.ndarray:
    """x · P(X <= x) for a normal X. Source: Hendrycks and Gimpel (2016)."""
    return x * (1 + np.vectorize(math.erf)(x / math.sqrt(2))) / 2


def gelu_tanh(x: np.ndarray) -> np.ndarray:
    """Its approximation, from the same paper."""
    return x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


def silu(x: np.ndarray) -> np.ndarray:
    return x / (1 + np.exp(-x))


ACTIVATIONS = {"gelu": gelu, "gelu-tanh": gelu_tanh, "relu": relu}


def feed_forward(x, w1, w2, b1=None, b2=None, wGate=None, activation: str = "gelu") -> dict:
    """
    activation(x w1 + b1) w2 + b2; swiglu: (silu(x wGate) * (x w1 + b1)) w2 + b2.
    Sources: Vaswani et al. (2017), section 3.3; Shazeer, "GLU Variants" (2020).
    """
    x, w1, w2 = (np.array(a, float) for a in (x, w1, w2))
    trace = {"hidden": x @ w1 + array(b1, 0)}
    if activation == "swiglu":
        trace["gate"] = x @ np.array(wGate, float)
        trace["activated"] = silu(trace["gate"]) * trace["hidden"]
    else:
        trace["activated"] = ACTIVATIONS[activation](trace["hidden"])
    return {**trace, "output": trace["activated"] @ w2 + array(b2, 0)}


def feed_forward_weights(
    d: Draw, width=4, inner=5, out=4, gate=False, biases=True, **options
) -> dict:
    given = {"w1": d.matrix(width, inner), "w2": d.matrix(inner, out)}
    if biases:
        given |= {"b1": d.numbers(inner), "b2": d.numbers(out)}
    if gate:
        given["wGate"] = d.matrix(width, inner)
    return {**given, **options}


def norm_entries() -> list[Entry]:
    def normed(call, name: str, parts=(), **options) -> Entry:
        def build(d: Draw) -> dict:
            return {"x": d.matrix(3, 4), **{part: d.numbers(4) for part in parts}, **options}

        return entry(name, call, build)

    return [
        normed(layer_norm, "layer norm"),
        normed(layer_norm, "layer norm, gain, bias and epsilon", ("gain", "bias"), epsilon=0.25),
        entry("layer norm, equal numbers", layer_norm, lambda d: {"x": [[2.5] * 4, [0.0] * 4]}),
        normed(rms_norm, "RMS norm"),
        normed(rms_norm, "RMS norm, gain and epsilon", ("gain",), epsilon=0.1),
    ]


def feed_forward_entries() -> list[Entry]:
    def fed(name: str, **options) -> Entry:
        def build(d: Draw) -> dict:
            return {"x": d.matrix(3, 3), **feed_forward_weights(d, width=3, out=2, **options)}

        return entry(f"feed-forward, {name}", feed_forward, build)

    return [
        fed("GELU is the default", biases=False),
        fed("GELU", activation="gelu"),
        fed("GELU by tanh", activation="gelu-tanh"),
        fed("ReLU", activation="relu"),
        fed("SwiGLU", gate=True, activation="swiglu"),
        fed("SwiGLU, no biases", gate=True, biases=False, activation="swiglu"),
    ]


def entries() -> list[Entry]:
    return [*norm_entries(), *feed_forward_entries()]
