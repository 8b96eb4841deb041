"""Keys and values from one latent per token."""

import numpy as np

from .attention import attention
from .entry import Draw, Entry, entry
from .heads import merge_heads, output_of
from .positions import rotary as rotate


def latent_attention(
    x, wq, wDkv, wUk, wUv, heads, wKr=None, wo=None, form="naive", rotary=None, positions=None,
    **options,
) -> dict:
    """
    Keys and values of every head are rebuilt from one latent per token; a rotary key is shared by
    all heads. The naive form, whatever `form` says: the absorbed one must give the same numbers.
    Source: DeepSeek-V2 (2024), section 2.1.
    """
    x, wq, wUk, wUv = (np.array(a, float) for a in (x, wq, wUk, wUv))
    d_nope, d_v = wUk.shape[2], wUv.shape[2]
    turn = dict(rotary or {})
    if positions is not None:
        turn["positions"] = positions

    c = x @ np.array(wDkv, float)
    k_rope = rotate(x @ np.array(wKr, float), **turn) if wKr is not None else c[:, :0]
    q = x @ wq
    q[..., d_nope:] = rotate(q[..., d_nope:], **turn)
    k = np.concatenate([c @ wUk, np.repeat(k_rope[None], heads, axis=0)], axis=2)

    trace = attention(q, k, c @ wUv, **options)
    outputs = trace.pop("output")
    merged = merge_heads(outputs)
    numbers = c.shape[1] + k_rope.shape[1]
    full = heads * (k.shape[2] + d_v)
    result = {"c": c, "kRope": k_rope, "q": q, **trace, "headOutputs": outputs, "merged": merged}
    cache = {"numbersPerToken": numbers, "fullNumbersPerToken": full}
    return {**result, "output": output_of(merged, wo), "cache": cache}


def entries() -> list[Entry]:
    def latent(name: str, d_c=3, d_rope=2, sizes=(4, 5, 2, 3, 2), keep=None, wo=None, **options):
        tokens, d_model, heads, d_nope, d_v = sizes

        def build(d: Draw) -> dict:
            given = {"x": d.matrix(tokens, d_model), "heads": heads}
            given["wq"] = d.heads(heads, d_model, d_nope + d_rope)
            given["wDkv"] = d.matrix(d_model, d_c)
            if d_rope:
                given["wKr"] = d.matrix(d_model, d_rope)
            given["wUk"] = d.heads(heads, d_c, d_nope)
            given["wUv"] = d.heads(heads, d_c, d_v)
            if wo:
                given["wo"] = d.matrix(heads * d_v, wo)
            return {**given, **options}

        return entry(name, latent_attention, build, keep)

    short = ["weights", "output", "cache"]
    turned = ["c", "kRope", "q", "weights", "output"]
    result = []
    for form in ("naive", "absorbed"):
        result += [
            latent(f"{form}, every result", form=form, causal=True),
            latent(f"{form}, no mask, wo", wo=4, form=form, keep=short),
            latent(f"{form}, no rotary part", d_rope=0, form=form, causal=True,
                   keep=["c", "q", *short]),
            latent(f"{form}, 4 heads, wide latent", d_c=8, d_rope=4, sizes=(6, 6, 4, 2, 3),
                   form=form, causal=True, keep=short),
            latent(f"{form}, half pairs, own theta and positions", d_rope=4, form=form,
                   rotary={"pairing": "half", "theta": 300}, positions=[3, 4, 9, 10], keep=turned),
            latent(f"{form}, window, sinks and padding", sizes=(6, 4, 2, 2, 2), form=form,
                   causal=True, window=2, sinks=1, keyPadding=[False] * 4 + [True, False],
                   keep=short),
            latent(f"{form}, ALiBi and scale", form=form, causal=True, alibi=True, scale=0.25,
                   keep=short),
        ]
    return result
