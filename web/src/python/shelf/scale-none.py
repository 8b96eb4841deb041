import torch

# Wrong: not divided. Right: Q @ K.mT / Q.shape[-1] ** 0.5
scores = Q @ K.mT
weights = torch.softmax(scores, dim=-1)
output = weights @ V
