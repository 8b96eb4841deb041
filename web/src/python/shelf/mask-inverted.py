import torch
import torch.nn.functional as F

later = torch.ones(Q.shape[0], K.shape[0]).triu(1).bool()
# Wrong: True means "may be seen" here. Right: attn_mask=~later
output = F.scaled_dot_product_attention(Q, K, V, attn_mask=later)
print(output)
