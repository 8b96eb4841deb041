import torch, torch.nn as nn
from dataclasses import dataclass, asdict, field
d = {"zeta": 1, "alpha": 2, "q": 3, "b": 4, "k9": 5}
print(d, list(d), list(d.items()))
print(list({c: i for i, c in enumerate("the cat sat on")}))
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))
        self.net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 2))
        self.ln = nn.LayerNorm(2)
        self.ls = nn.ModuleList([nn.Linear(1, 1) for _ in range(2)])
    def forward(self, x):
        return self.ln(x + self.net(x) * self.scale)
torch.manual_seed(1)
b = Block()
print(b)
print([n for n, _ in b.named_parameters()])
print(len(list(b.parameters())), b.training, b.eval().training)
print(torch.round(b(torch.tensor([[1., 2.]])), decimals=3).tolist()[0][0] < 1, len(b.ls), b.ls[0], b.net[0])
@dataclass(frozen=True)
class C:
    """Doc: string."""
    d_model: int
    heads: int = 8  # number
    names: list = field(default_factory=list)
    @property
    def hd(self) -> int:
        return self.d_model // self.heads
c = C(64)
print(c, c.hd, asdict(c))
try:
    c.heads = 3
except Exception as e:
    print(type(e).__name__, e)
try:
    C()
except TypeError as e:
    print(e)
v = {w: i for i, w in enumerate("the cat sat on the mat".split())}
print(v, {**{}}, {1, 2} == {2, 1}, dict(zip("zyx", range(3))))
e = {
    # comment
    "zeta": [1, {"in": 2, "ab": (3,)}],  # more
    "alpha": lambda x: {x: 1},
    "f": f"{1 + 1}",
}
for k in e: print(k)
print(e["alpha"](3), e["f"], {i: v for i, v in enumerate([{}, {1: 2}])}, {k: 1 for k in "ba"}["b"])
def f(**kw): return sorted(kw.items())
print(f(**{"q": 1, "a": 2}), len({}), {}.get(1), isinstance({}, dict))
