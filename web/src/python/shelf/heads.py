import torch

heads = 2  # divides the widths of Q, K and V


def split(M):
    """[tokens, width] to [heads, tokens, width of a head]"""
    return M.view(M.shape[0], heads, -1).transpose(0, 1)


q, k, v = split(Q), split(K), split(V)
weights = torch.softmax(q @ k.mT / k.shape[-1] ** 0.5, dim=-1)

# Back to one row for each token, head beside head.
output = (weights @ v).transpose(0, 1).reshape(Q.shape[0], -1)
print(weights)
