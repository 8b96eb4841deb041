import torch
import torch.nn as nn
import torch.nn.functional as F
import math

class SelfAttention(nn.Module):
    """A head."""
    def __init__(self, embed_size, heads):
        super(SelfAttention, self).__init__()
        self.embed_size = embed_size
        self.heads = heads
        self.head_dim = embed_size // heads
        assert self.head_dim * heads == embed_size, "Embed size needs to be div by heads"
        self.values = nn.Linear(self.embed_size, self.embed_size, bias=False)
        self.keys = nn.Linear(self.embed_size, self.embed_size, bias=False)
        self.queries = nn.Linear(self.embed_size, self.embed_size, bias=False)
        self.fc_out = nn.Linear(heads * self.head_dim, embed_size)
        self.register_buffer("tril", torch.tril(torch.ones(8, 8)))
        self.dropout = nn.Dropout(0.0)

    def forward(self, x, mask=None):
        B, T, C = x.shape
        v = self.values(x).reshape(B, T, self.heads, self.head_dim)
        k = self.keys(x).reshape(B, T, self.heads, self.head_dim)
        q = self.queries(x).reshape(B, T, self.heads, self.head_dim)
        energy = torch.einsum("nqhd,nkhd->nhqk", [q, k])
        energy = energy.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
        att = torch.softmax(energy / (self.embed_size ** (1 / 2)), dim=3)
        out = torch.einsum("nhql,nlhd->nqhd", [att, v]).reshape(B, T, C)
        return self.fc_out(out), att

torch.manual_seed(0)
m = SelfAttention(4, 2)
x = torch.randn(1, 3, 4)
with torch.no_grad():
    out, att = m(x)
print(out.shape, att.shape)
print(out)
print(att)
print(m)
print(sum(p.numel() for p in m.parameters()))
for name, p in m.named_parameters():
    print(name, p.shape, tuple(p.size()))
print(list(m.state_dict().keys()))
