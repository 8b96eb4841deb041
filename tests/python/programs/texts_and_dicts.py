words = "the cat sat on the mat".split()
print(" | ".join(w.center(7) for w in words))
print("title case".title(), "abc".ljust(6) + "|", "abc".rjust(6) + "|", "5".zfill(3))
print("Hello".swapcase(), "hello".capitalize(), "a,b,c".partition(","), "x".isalpha(), "1".isdigit())
print("abcabc".count("b"), "abc".find("c"), "abc".index("b"), "a-b".replace("-", "+"))
print("prefix_name".removeprefix("prefix_"), "name.py".removesuffix(".py"))
print("one\ntwo".splitlines(), "  x ".strip() + "|", "abc"[::-1], "é".upper())
print("=" * 40)
print("{:^20}".format("centred"), "{:>10}|{:<10}|".format("r", "l"), "{:*^9}".format("x"))
print("%-10s|%5d|%8.3f" % ("ab", 3, 2.5))
print("abc".startswith(("a", "b")), "abc".endswith("c"))
print("ab12".isalnum(), "a".translate({97: "b"}))
import numpy as np
sentence = "attention is all you need".split()
vocab = {w: i for i, w in enumerate(sorted(set(sentence)))}
print(vocab)
ids = [vocab[w] for w in sentence]
print(ids)
emb = np.eye(len(vocab))[ids]
print(emb)
inv = {v: k for k, v in vocab.items()}
print([inv[i] for i in np.argmax(emb, axis=1)])
for i, (w, row) in enumerate(zip(sentence, emb)):
    print(f"{i}: {w:<10} -> {row}")
print(sorted(vocab, key=lambda w: (len(w), w)), max(vocab, key=vocab.get))
counts = {}
for ch in "attention":
    counts[ch] = counts.get(ch, 0) + 1
print(sorted(counts.items(), key=lambda kv: -kv[1])[:3])
import math
Q = [[1.0, 0.0], [0.0, 1.0]]
K = [[1.0, 1.0], [0.5, -0.5]]
V = [[1.0, 2.0], [3.0, 4.0]]
def dot(a, b):
    return sum(x * y for x, y in zip(a, b))
def softmax(xs):
    m = max(xs)
    es = [math.exp(x - m) for x in xs]
    return [e / sum(es) for e in es]
for q in Q:
    w = softmax([dot(q, k) / math.sqrt(len(q)) for k in K])
    out = [sum(w[j] * V[j][c] for j in range(len(V))) for c in range(2)]
    print(["%.4f" % x for x in w], [round(x, 4) for x in out], out)
print(math.pi, math.e, math.inf, math.isclose(0.1 + 0.2, 0.3), math.floor(-1.5), math.log2(8), math.factorial(5))
import numpy as np
tokens = ["the", "cat", "sat"]
E = {t: np.array([i, i + 1.0]) for i, t in enumerate(tokens)}
X = np.stack([E[t] for t in tokens])
print(X)
S = X @ X.T
print(S.astype(int))
names = list(E)
print(names, E["cat"])
table = [[f"{tokens[i]}->{tokens[j]}" for j in range(3)] for i in range(3)]
print(table[0])
best = {t: tokens[int(np.argmax(S[i]))] for i, t in enumerate(tokens)}
print(best)
pairs = [(i, j) for i in range(3) for j in range(3) if j <= i]
print(pairs, len(pairs))
for (i, j), s in zip(pairs, [S[p] for p in pairs]):
    print(i, j, s, end="; ")
print()
total = 0
for row in S:
    for x in row:
        if x > 3:
            total += x
        elif x == 0:
            continue
        else:
            total -= 1
print(total, type(total).__name__ in ("float", "float64"))
def attention(query, key, value):
    """Pure Python attention."""
    import math
    n, d = len(query), len(query[0])
    scores = [[sum(a * b for a, b in zip(q, k)) / math.sqrt(d) for k in key] for q in query]
    weights = []
    for row in scores:
        biggest = max(row)
        exps = [math.exp(s - biggest) for s in row]
        z = sum(exps)
        weights.append([e / z for e in exps])
    out = [[sum(w * v[c] for w, v in zip(row, value)) for c in range(len(value[0]))] for row in weights]
    return out, weights
Qs = [[1, 0, 1], [0, 1, 1]]
o, w = attention(Qs, Qs, [[1, 2], [3, 4]])
for r in w: print([f"{x:.3f}" for x in r])
print(o)
print(["{:.2f}".format(x) for r in o for x in r], sum(map(sum, w)))
matrix = [[j for j in range(3)] for i in range(2)]
print(matrix, [list(r) for r in zip(*matrix)], sum(matrix, []))
print(all(abs(sum(r) - 1) < 1e-9 for r in w), any(x < 0 for r in w for x in r))
print(max(range(2), key=lambda i: w[0][i]), sorted(w[0], reverse=True)[0] == max(w[0]), min(w[0]) <= max(w[0]))
lines = """one two
three""".split("\n")
print(lines, len(lines[0].split()), "-".join(reversed(["a", "b"])), "abc"[::-1], (1, 2, 3)[::-1], "hello world".title())
print("{0} {1} {0}".format("a", "b"), "{x}".format(x=1), "%d%%" % 5, "%5.1f|%-5s|%05d" % (1.25, "a", 42), "{:>8.3f}".format(2.5))
