"""The recurrent network that attention replaced, and the linear-cost layer of hybrid stacks."""

import numpy as np

from .entry import Draw, Entry, entry
from .gradients import assert_gradient


def vector(values, width: int) -> np.ndarray:
    return np.zeros(width) if values is None else np.array(values, float)


def states_of(x, wIh, wHh, b, h0) -> np.ndarray:
    """h_t = tanh(x_t wIh + h_(t-1) wHh + b). Source: Elman (1990)."""
    h, states = h0, []
    for row in x:
        h = np.tanh(row @ wIh + h @ wHh + b)
        states.append(h)
    return np.array(states)


def signal(run, x: np.ndarray) -> np.ndarray:
    """
    [t][i] How far the state at t is from what it would be had token i been zeros, as a share of
    the same distance at i itself.
    """
    n = len(x)
    states = run(x)
    result = np.zeros((n, n))
    for i in range(n):
        without = x.copy()
        without[i] = 0
        distance = np.linalg.norm(states - run(without), axis=1)
        if distance[i] > 0:
            result[:, i] = distance / distance[i]
    return result


def backward(states: np.ndarray, wHh: np.ndarray) -> np.ndarray:
    """
    [t][i][hidden][hidden] dh_t / dh_i, a product of t - i Jacobians: dh_t / dh_(t-1) is wHh with
    column j times 1 - h_tj^2. Source: Bengio, Simard and Frasconi (1994).
    """
    n, width = states.shape
    result = np.zeros((n, n, width, width))
    for i in range(n):
        result[i, i] = np.eye(width)
        for t in range(i + 1, n):
            result[t, i] = result[t - 1, i] @ (wHh * (1 - states[t] ** 2))
    return result


def recurrent(x, wIh, wHh, bIh=None, bHh=None, h0=None) -> dict:
    """gradient [t][i]: the root mean square of the singular values of dh_t / dh_i."""
    x, wIh, wHh = (np.array(a, float) for a in (x, wIh, wHh))
    width = len(wHh)
    b = vector(bIh, width) + vector(bHh, width)
    states = states_of(x, wIh, wHh, b, vector(h0, width))
    jacobians = backward(states, wHh)
    singular = np.linalg.svd(jacobians, compute_uv=False)

    for i in range(len(x) - 1):
        rest = x[i + 1 :]
        assert_gradient(
            "dh_t / dh_i",
            jacobians[i + 1 :, i].sum(axis=(0, 2)),
            lambda h: float(states_of(rest, wIh, wHh, b, h).sum()),
            states[i],
        )
    return {
        "states": states,
        "signal": signal(lambda y: states_of(y, wIh, wHh, b, vector(h0, width)), x),
        "gradient": np.sqrt((singular**2).mean(axis=2)),
    }


def state_space(x, a, b, c, d=None, form: str = "recurrent") -> dict:
    """
    h_t = a h_(t-1) + b x_t and y_t = c · h_t + d x_t for each channel; or all at once,
    y_t = sum over i of K_i x_(t-i) + d x_t with K_i = c · a^i b.
    Source: Gupta, Gu and Berant, "Diagonal State Spaces" (2022).
    """
    x, a, b, c = (np.array(m, float) for m in (x, a, b, c))
    n, channels = x.shape
    past = x * vector(d, channels)
    if form == "convolution":
        kernel = np.array([(c * a**i * b).sum(axis=1) for i in range(n)])
        output = np.array([(kernel[: t + 1] * x[t::-1]).sum(axis=0) for t in range(n)])
        return {"kernel": kernel, "output": output + past}
    h, states, output = np.zeros_like(a), [], []
    for row in x:
        h = a * h + b * row[:, None]
        states.append(h.ravel())
        output.append((c * h).sum(axis=1))
    return {"states": np.array(states), "output": np.array(output) + past}


def entries() -> list[Entry]:
    def network(name: str, n=5, width=2, hidden=3, largest=1.0, extras=False) -> Entry:
        def build(d: Draw) -> dict:
            given = {"x": d.matrix(n, width), "wIh": d.matrix(width, hidden, largest)}
            given["wHh"] = d.matrix(hidden, hidden, largest)
            names = ("bIh", "bHh", "h0") if extras else ()
            return {**given, **{name: d.numbers(hidden) for name in names}}

        return entry(f"recurrent, {name}", recurrent, build)

    def silent(d: Draw) -> dict:
        return {"x": [[0.5], [0.0], [-1.0]], "wIh": [[1.0, -0.5]], "wHh": d.matrix(2, 2)}

    def layer(name: str, n=5, channels=2, state=3, past=False, **form) -> Entry:
        def build(d: Draw) -> dict:
            given = {"x": d.matrix(n, channels)}
            given |= {name: d.matrix(channels, state, 1.0) for name in "abc"}
            return {**given, **({"d": d.numbers(channels)} if past else {}), **form}

        return entry(f"state space, {name}", state_space, build)

    return [
        network("fading", largest=0.5),
        network("strong", largest=2.0),
        network("biases and a first state", extras=True),
        network("one unit, one number", n=4, width=1, hidden=1),
        entry("recurrent, a token of zeros", recurrent, silent),
        layer("token by token"),
        layer("token by token, with d", past=True, form="recurrent"),
        layer("convolution", form="convolution"),
        layer("convolution, with d", past=True, n=6, channels=3, state=1, form="convolution"),
    ]
