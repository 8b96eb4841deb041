a = {"q": 1}
print(f"{a['q']} {a}", """{a: b} dict(""", {(1, 2): 3}, {1 if a else 2: "x"}, {x[1:2]: 3 for x in ["ab"]}, {"for": 1}, { "a" : 1 for _ in range(1) })
print({"f": lambda x: x}["f"](2), [1, 2][1 < 2], 1 if 1 < 2 else 2, {**a, "b": 2}, {1, 2} == {2, 1})
x = -1 < 2
def f(x: dict = {}, *, k=1.0 * 2) -> dict: return {"x": x, "k": k}
print(x, f(), f({"z": 1}), isinstance(f(), dict), type(f()).__name__ if 0 else "", dict(a, c=3), {k: {j: 1 for j in range(2)} for k in "xy"})
d = {}
d["w"] = 1; d.update({"v": 2}); d.setdefault("a", []).append(3)
for k, v in d.items(): print(k, v)
print(sorted(d), d.pop("w"), d, "v" in d, list(d.keys())[-1], max(d, key=lambda k: str(d[k])))
s = "100%" ; print(s % () if 0 else s, 7 % 3, "a" if 5 % 2 else "b", "%s" "%s" % (1, 2))
import json
print(json.dumps({"b": 1, "a": [1.5, None]}))
n = 5; print(2.0 * n - 1.0, 1.0 / n, 3.0 ** 2, 1.5e-3 * 2, 10.0 // 4, 7.0 % 4, 2.0 ** -1, -2.0 ** 2)
