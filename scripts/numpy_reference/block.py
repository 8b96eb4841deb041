"""What stands around attention: norms, feed-forward network, residuals, blocks and stacks."""

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


def entries() -> list[Entry]:
    def normed(call, name: str, parts=(), **options) -> Entry:
        def build(d: Draw) -> dict:
            return {"x": d.matrix(3, 4), **{part: d.numbers(4) for part in parts}, **options}

        return entry(name, call, build)

    def forward(name: str, gate=False, biases=True, **options) -> Entry:
        def build(d: Draw) -> dict:
            given = {"x": d.matrix(3, 3), "w1": d.matrix(3, 5), "w2": d.matrix(5, 2)}
            if biases:
                given |= {"b1": d.numbers(5), "b2": d.numbers(2)}
            if gate:
                given["wGate"] = d.matrix(3, 5)
            return {**given, **options}

        return entry(f"feed-forward, {name}", feed_forward, build)

    return [
        normed(layer_norm, "layer norm"),
        normed(layer_norm, "layer norm, gain, bias and epsilon", ("gain", "bias"), epsilon=0.25),
        entry("layer norm, equal numbers", layer_norm, lambda d: {"x": [[2.5] * 4, [0.0] * 4]}),
        normed(rms_norm, "RMS norm"),
        normed(rms_norm, "RMS norm, gain and epsilon", ("gain",), epsilon=0.1),
        forward("GELU is the default", biases=False),
        forward("GELU", activation="gelu"),
        forward("GELU by tanh", activation="gelu-tanh"),
        forward("ReLU", activation="relu"),
        forward("SwiGLU", gate=True, activation="swiglu"),
        forward("SwiGLU, no biases", gate=True, biases=False, activation="swiglu"),
    ]
