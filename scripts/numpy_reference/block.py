"""What stands around attention: the block with its norms and residuals, and stacks of blocks."""

import numpy as np

from .entry import Draw, Entry, entry
from .heads import multi_head_attention, projections
from .layers import feed_forward, layer_norm, rms_norm
from .layers import feed_forward_weights as forward
from .recurrent import state_space


def normalize(x, normalization: str = "layer", **options) -> dict:
    return {"layer": layer_norm, "rms": rms_norm}[normalization](x, **options)


def mixed_states(x, a, b, c, d=None, wIn=None, wOut=None) -> dict:
    """A state-space layer between two projections."""
    inner = x if wIn is None else x @ np.array(wIn, float)
    layer = state_space(inner, a, b, c, d)
    mixed = layer["output"]
    output = mixed if wOut is None else mixed @ np.array(wOut, float)
    return {"input": inner, "states": layer["states"], "mixed": mixed, "output": output}


def block(x, context=None, norm: str = "pre", normalization="layer", epsilon=1e-5, **given) -> dict:
    """
    One part after the other, each with a way past it. post: norm(x + part(x)), Vaswani et al.
    (2017), section 3.1. pre: x + part(norm(x)), Xiong et al. (2020).
    """
    x = np.array(x, float)
    parts = {
        "attention": lambda y, part: multi_head_attention(y, **part),
        "stateSpace": lambda y, part: mixed_states(y, **part),
        "cross": lambda y, part: multi_head_attention(y, context=context, **part),
        "feedForward": lambda y, part: feed_forward(y, **part),
    }
    result: dict = {}
    for i, name in enumerate((name for name in parts if name in given), start=1):
        own = {"normalization": normalization, "epsilon": epsilon, **given.get(f"norm{i}", {})}
        if norm == "pre":
            normed = normalize(x, **own)
            trace = parts[name](normed["output"], given[name])
            x = residual = x + trace["output"]
        else:
            trace = parts[name](x, given[name])
            residual = x + trace["output"]
            normed = normalize(residual, **own)
            x = normed["output"]
        result[name] = {**trace, "norm": normed, "residual": residual}
    return {**result, "output": x}


def stack(x, layers: list, context=None, finalNorm=None) -> dict:
    traces = []
    for layer in layers:
        traces.append(block(x, context=context, **layer))
        x = traces[-1]["output"]
    if finalNorm is None:
        return {"layers": traces, "output": x}
    last = normalize(x, **finalNorm)
    return {"layers": traces, "finalNorm": last, "output": last["output"]}


def heads(d: Draw, context=None, options=None, **sizes) -> dict:
    """The attention of a block: without x and context, which are the block's."""
    given = projections(d, context=context, **sizes)
    return {**{k: v for k, v in given.items() if k not in ("x", "context")}, **(options or {})}


def layer_weights(d: Draw, bias=True) -> dict:
    return {"gain": d.numbers(4), **({"bias": d.numbers(4)} if bias else {})}


def mixer(d: Draw, channels=4, projected=False) -> dict:
    """Numbers below 1 in `a`: a state that fades."""
    given = {"a": d.matrix(channels, 2, 0.9)}
    given |= {"b": d.matrix(channels, 2), "c": d.matrix(channels, 2)}
    if projected:
        given |= {"wIn": d.matrix(4, channels), "wOut": d.matrix(channels, 4)}
    return {**given, "d": d.numbers(channels)}


def block_entries() -> list[Entry]:
    causal = {"causal": True}

    def around(name: str, build) -> Entry:
        def given(d: Draw) -> dict:
            return {"x": d.matrix(4, 4), **build(d)}

        return entry(f"block, {name}", block, given, shorten=without_inner_results)

    return [
        around("pre-norm, the defaults", lambda d: {
            "attention": heads(d), "feedForward": forward(d)}),
        around("post-norm, weights of the norms", lambda d: {
            "norm": "post", "attention": heads(d), "feedForward": forward(d),
            "norm1": layer_weights(d), "norm2": layer_weights(d)}),
        around("pre-norm, RMS, SwiGLU, rotary, grouped, causal", lambda d: {
            "normalization": "rms", "epsilon": 1e-3,
            "attention": heads(d, kv_heads=1, options={**causal, "rotary": True}),
            "feedForward": forward(d, gate=True, biases=False, activation="swiglu"),
            "norm1": layer_weights(d, bias=False), "norm2": layer_weights(d, bias=False)}),
        around("post-norm, RMS, GELU by tanh", lambda d: {
            "norm": "post", "normalization": "rms", "attention": heads(d, options=causal),
            "feedForward": forward(d, activation="gelu-tanh")}),
        around("decoder, pre-norm", lambda d: {
            "context": d.matrix(3, 5), "attention": heads(d, biases=True, options=causal),
            "cross": heads(d, context=(3, 5)), "feedForward": forward(d, activation="relu"),
            "norm1": layer_weights(d), "norm2": layer_weights(d), "norm3": layer_weights(d)}),
        around("decoder, post-norm, padding of the context", lambda d: {
            "norm": "post", "context": d.matrix(3, 5), "attention": heads(d, options=causal),
            "cross": heads(d, context=(3, 5), options={"keyPadding": [False, True, False]}),
            "feedForward": forward(d), "norm3": layer_weights(d)}),
        around("attention alone", lambda d: {"attention": heads(d), "norm1": layer_weights(d)}),
        around("feed-forward alone", lambda d: {"feedForward": forward(d),
                                                "norm1": layer_weights(d)}),
        around("state space", lambda d: {"stateSpace": mixer(d), "feedForward": forward(d)}),
        around("state space between projections, post-norm", lambda d: {
            "norm": "post", "stateSpace": mixer(d, channels=3, projected=True),
            "feedForward": forward(d), "norm2": layer_weights(d)}),
    ]


def stack_entries() -> list[Entry]:
    causal = {"causal": True}
    local = {"causal": True, "window": 2}

    def stacked(name: str, build) -> Entry:
        return entry(f"stack, {name}", stack, build, shorten=outputs_alone, tolerance=1e-11)

    return [
        stacked("two layers and a norm behind them", lambda d: {
            "x": d.matrix(4, 4),
            "layers": [{"attention": heads(d, options=causal), "feedForward": forward(d)}
                       for _ in range(2)],
            "finalNorm": layer_weights(d)}),
        stacked("hybrid: state space, window, full", lambda d: {
            "x": d.matrix(5, 4),
            "layers": [
                {"normalization": "rms", "stateSpace": mixer(d), "feedForward": forward(d)},
                {"normalization": "rms", "attention": heads(d, options=local)},
                {"normalization": "rms", "attention": heads(d, options=causal),
                 "feedForward": forward(d, gate=True, biases=False, activation="swiglu")},
            ],
            "finalNorm": {"normalization": "rms", "gain": d.numbers(4), "epsilon": 1e-6}}),
        stacked("decoder of two layers, post-norm", lambda d: {
            "x": d.matrix(3, 4),
            "context": d.matrix(4, 3),
            "layers": [{"norm": "post", "attention": heads(d, options=causal),
                        "cross": heads(d, context=(4, 3)), "feedForward": forward(d)}
                       for _ in range(2)]}),
    ]


def without_inner_results(trace: dict) -> dict:
    """What a part itself gives on the way is told by the entries of that part."""
    names = ("weights", "output", "residual")

    def short(part: dict) -> dict:
        kept = {name: part[name] for name in names if name in part}
        return {**kept, "norm": {"output": part["norm"]["output"]}}

    parts = {name: short(part) for name, part in trace.items() if name != "output"}
    return {**parts, "output": trace["output"]}


def outputs_alone(trace: dict) -> dict:
    return {**trace, "layers": [{"output": layer["output"]} for layer in trace["layers"]]}


def entries() -> list[Entry]:
    return [*block_entries(), *stack_entries()]
