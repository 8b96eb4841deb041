import numpy as np
B, H, T, D = 2, 2, 3, 4
np.random.seed(3)
x = np.random.randn(B, T, H * D)
q = x.reshape(B, T, H, D).transpose(0, 2, 1, 3)
s = np.einsum("bhqd,bhkd->bhqk", q, q) / np.sqrt(D)
w = np.exp(s - s.max(-1, keepdims=True))
w /= w.sum(-1, keepdims=True)
o = np.einsum("bhqk,bhkd->bqhd", w, q).reshape(B, T, H * D)
print(o.round(3))
print(w[0])
print(np.einsum("ij->ji", np.arange(6).reshape(2, 3)), np.einsum("ii", np.eye(3)), np.einsum("i,j->ij", [1, 2], [3, 4]))
import numpy as np
a = np.arange(10)
b = a[2:5]
b[0] = 100
print(a, b.base is a)
c = a[[1, 2]]
c[0] = -1
print(a)
d = a.reshape(2, 5)
d[0, 0] = 7
print(a)
d.T[1] = 0
print(d)
a *= 2
print(d)
print(np.shares_memory(a, d))
a[::2] += 1
print(a, a[-1], a[::-1])
import numpy as np
# sinusoidal positions
def positional_encoding(n, d):
    pos = np.arange(n)[:, np.newaxis]
    i = np.arange(d)[np.newaxis, :]
    angle = pos / np.power(10000, (2 * (i // 2)) / np.float32(d))
    pe = np.zeros((n, d))
    pe[:, 0::2] = np.sin(angle[:, 0::2])
    pe[:, 1::2] = np.cos(angle[:, 1::2])
    return pe
print(positional_encoding(4, 6))
print(positional_encoding(4, 6).dtype)
import numpy as np
# online softmax
def online(xs, block=2):
    m, l = -np.inf, 0.0
    for i in range(0, len(xs), block):
        b = xs[i:i + block]
        new = max(m, b.max())
        l = l * np.exp(m - new) + np.exp(b - new).sum()
        m = new
        print(f"block {i // block}: m={m:.3f} l={l:.6f}")
    return np.exp(xs - m) / l
xs = np.array([1.0, 3.0, 2.0, 5.0, -1.0])
print(online(xs))
print(online(xs).sum())
assert np.allclose(online(xs), np.exp(xs) / np.exp(xs).sum()), "no"
import numpy as np
x = np.arange(6.0).reshape(2, 3)
mu = x.mean(axis=-1, keepdims=True)
sd = x.std(axis=-1, keepdims=True)
print((x - mu) / (sd + 1e-5))
print(x.var(ddof=1), x.std(axis=0), x.sum(axis=(0, 1)), x.mean(0))
print(x[:, None, :].shape, x[..., 0], x[[0, 1], [1, 2]], x[x > 2], x[np.ix_([0, 1], [0, 2])] if hasattr(np, "ix_") else None)
x[x > 3] = 0
x[0] = [9, 8, 7]
x[:, -1] *= 2
print(x)
i = np.array([1, 0])
print(x[i], x[np.arange(2), i], np.take(x, [0, 2], axis=1), x.flatten(), x.ravel()[:2], x.T.copy())
print(np.expand_dims(x, 0).shape, np.squeeze(x[None]).shape, np.moveaxis(np.ones((2, 3, 4)), 0, -1).shape, np.swapaxes(x, 0, 1).shape, np.broadcast_to([1, 2], (2, 2)))
import numpy as np
N = 4
slopes = 2.0 ** (-8 * np.arange(1, N + 1) / N)
pos = np.arange(3)
dist = pos[None, :] - pos[:, None]
bias = slopes[:, None, None] * -np.abs(dist)
print(slopes)
print(bias)
print(np.tril(np.ones((3, 3))) * bias[0])
theta = 1.0 / (10000 ** (np.arange(0, 8, 2) / 8))
print(theta, np.outer(np.arange(3), theta))
import numpy as np
# scaled dot product attention, batch of heads with masks
def sdpa(q, k, v, mask=None):
    d = q.shape[-1]
    s = q @ np.swapaxes(k, -1, -2) / np.sqrt(d)
    if mask is not None:
        s = np.where(mask, s, -1e9)
    s -= s.max(axis=-1, keepdims=True)
    w = np.exp(s)
    w /= w.sum(axis=-1, keepdims=True)
    return w @ v, w
rng = np.random.default_rng(0)
q = rng.normal(size=(2, 3, 4)); k = rng.normal(size=(2, 5, 4)); v = rng.normal(size=(2, 5, 2))
pad = np.array([[True, True, True, False, False], [True] * 5])
o, w = sdpa(q, k, v, pad[:, None, :])
print(o)
print(np.round(w, 4))
with np.printoptions(precision=2, suppress=True):
    print(w)
print(f"{o.mean():+.5f} {o.std():.5f}", o.shape, o.ndim, o.size)
for b in range(2):
    for i, row in enumerate(w[b]):
        print(b, i, " ".join(f"{x:.2f}" for x in row), "*" if row.argmax() == i else "")
import numpy as np
q = np.array([[1., 0.], [0., 1.]]); k = np.array([[1., 1.], [0., 2.]]); v = np.array([[1., 2.], [3., 4.]])
# streaming attention
m = np.full(2, -np.inf); l = np.zeros(2); acc = np.zeros((2, 2))
for j in range(2):
    s = q @ k[j] / np.sqrt(2)
    m_new = np.maximum(m, s)
    alpha = np.exp(m - m_new)
    p = np.exp(s - m_new)
    l = l * alpha + p
    acc = acc * alpha[:, None] + p[:, None] * v[j][None, :]
    m = m_new
    print("step", j, "m", m, "l", l)
print(acc / l[:, None])
s = q @ k.T / np.sqrt(2)
w = np.exp(s) / np.exp(s).sum(1, keepdims=True)
print(np.allclose(acc / l[:, None], w @ v), np.abs(acc / l[:, None] - w @ v).max() < 1e-12)
lse = np.log(np.exp(s).sum(1)); print(lse, m + np.log(l))
temps = [0.5, 1, 2]
for T in temps:
    z = s / T
    e = np.exp(z - z.max(1, keepdims=True)); p = e / e.sum(1, keepdims=True)
    H = -(p * np.log(p)).sum(1)
    print(f"T={T}: p={p.round(3).tolist()} H={H.round(4)}")
