import torch

slope = 0.5
n = Q.shape[0]
position = torch.arange(n)
distance = (position[:, None] - position[None, :]).abs()
scores = Q @ K.mT / Q.shape[-1] ** 0.5
# Wrong: the farther, the better. Right: scores - slope * distance
scores = scores + slope * distance
weights = torch.softmax(scores, dim=-1)
output = weights @ V
print(weights)
