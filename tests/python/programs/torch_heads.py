import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
class Head(nn.Module):
    def __init__(self, n_embd, head_size, block_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size, bias=False)
        self.query = nn.Linear(n_embd, head_size, bias=False)
        self.value = nn.Linear(n_embd, head_size, bias=False)
        self.register_buffer('tril', torch.tril(torch.ones(block_size, block_size)))
    def forward(self, x):
        B, T, C = x.shape
        k = self.key(x)
        q = self.query(x)
        wei = q @ k.transpose(-2, -1) * C ** -0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float('-inf'))
        wei = F.softmax(wei, dim=-1)
        v = self.value(x)
        return wei @ v
h = Head(8, 4, 6)
x = torch.randn(2, 5, 8)
with torch.no_grad():
    y = h(x)
print(y)
print(y.shape)
print(h)
print(sum(p.numel() for p in h.parameters()))
for name, p in h.named_parameters():
    print(name, tuple(p.shape), p.requires_grad)
import torch, torch.nn as nn
torch.manual_seed(7)
class MHA(nn.Module):
    def __init__(self, d, h):
        super(MHA, self).__init__()
        assert d % h == 0
        self.d_k = d // h
        self.h = h
        self.linears = nn.ModuleList([nn.Linear(d, d) for _ in range(4)])
        self.attn = None
        self.dropout = nn.Dropout(p=0.1)
    def forward(self, q, k, v, mask=None):
        nb = q.size(0)
        q, k, v = [l(x).view(nb, -1, self.h, self.d_k).transpose(1, 2) for l, x in zip(self.linears, (q, k, v))]
        s = torch.matmul(q, k.transpose(-2, -1)) / (self.d_k ** 0.5)
        if mask is not None:
            s = s.masked_fill(mask == 0, -1e9)
        p = s.softmax(dim=-1)
        self.attn = self.dropout(p)
        x = torch.matmul(p, v).transpose(1, 2).contiguous().view(nb, -1, self.h * self.d_k)
        return self.linears[-1](x)
m = MHA(8, 2)
m.eval()
x = torch.rand(1, 3, 8)
mask = torch.tril(torch.ones(1, 1, 3, 3))
print(m(x, x, x, mask).detach())
print(m.attn.shape)
print(m)
print(len(list(m.parameters())))
import torch
import torch.nn as nn
torch.manual_seed(3)
emb = nn.Embedding(10, 4)
ids = torch.tensor([[1, 2, 3]])
e = emb(ids)
print(e.shape, e.detach())
ln = nn.LayerNorm(4)
print(ln(e).detach())
ff = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 4))
print(ff(e).detach())
print(ff, ff[0].weight.shape)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln1, self.ff = nn.LayerNorm(4), ff
    def forward(self, x):
        return x + self.ff(self.ln1(x))
b = Block()
print(b(e).detach())
print([n for n, _ in b.named_parameters()])
print(sorted(b.state_dict().keys()))
import torch
import torch.nn as nn
import torch.nn.functional as F
class CausalSelfAttention(nn.Module):
    """Multi-head masked self-attention."""
    def __init__(self, config):
        super().__init__()
        assert config["n_embd"] % config["n_head"] == 0
        self.c_attn = nn.Linear(config["n_embd"], 3 * config["n_embd"])
        self.c_proj = nn.Linear(config["n_embd"], config["n_embd"])
        self.n_head, self.n_embd = config["n_head"], config["n_embd"]
        self.register_buffer("bias", torch.tril(torch.ones(config["block_size"], config["block_size"])).view(1, 1, config["block_size"], config["block_size"]))
    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(self.n_embd, dim=2)
        k = k.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        q = q.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        v = v.view(B, T, self.n_head, C // self.n_head).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / k.size(-1) ** 0.5)
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = att @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))
torch.manual_seed(1337)
cfg = dict(n_embd=8, n_head=2, block_size=4)
m = CausalSelfAttention(cfg).eval()
x = torch.randn(1, 3, 8)
with torch.no_grad():
    print(m(x))
print(m)
print(m.__class__.__name__, m.training, isinstance(m, nn.Module))
print(sum(p.numel() for p in m.parameters()), [tuple(p.shape) for p in m.parameters()])
print(list(m.state_dict().keys()))
for n, p in m.named_parameters():
    print(f"{n:20s} {str(tuple(p.shape)):>10} {p.dtype}")
