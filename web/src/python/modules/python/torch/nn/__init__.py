import _arrays
from _core import slice_type
from _words import at_home
from math import sqrt
from ucollections import OrderedDict
import torch
from torch import Tensor, no_grad, wrap


class Parameter(Tensor):
    def __init__(self, data, requires_grad=True):
        self.h = data.h
        self.requires_grad = requires_grad

    def __repr__(self):
        return "Parameter containing:\n" + Tensor.__repr__(self)

    __str__ = __repr__


class Module:
    training = True

    def __init__(self):
        pass

    # MicroPython's dicts keep no order; parameters are told in that of their making.
    def __setattr__(self, name, value):
        own = self.__dict__
        if "_order" not in own:
            object.__setattr__(self, "_order", [])
        if name not in own and isinstance(value, (Module, Tensor)):
            self._order.append(name)
        object.__setattr__(self, name, value)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def forward(self, *args):
        raise NotImplementedError('Module [%s] is missing the required "forward" function' % type(self).__name__)

    def named(self, kind):
        own = self.__dict__
        return [(n, own[n]) for n in own.get("_order", ()) if isinstance(own[n], kind)]

    def named_children(self):
        return self.named(Module)

    def children(self):
        return [m for _, m in self.named_children()]

    def named_modules(self, prefix=""):
        out = [(prefix, self)]
        for name, m in self.named_children():
            out.extend(m.named_modules(prefix + "." + name if prefix else name))
        return out

    def modules(self):
        return [m for _, m in self.named_modules()]

    def named_parameters(self):
        return [
            (prefix + "." + name if prefix else name, p)
            for prefix, m in self.named_modules()
            for name, p in m.named(Parameter)
        ]

    def parameters(self):
        return [p for _, p in self.named_parameters()]

    def named_buffers(self):
        return [
            (prefix + "." + name if prefix else name, getattr(m, name))
            for prefix, m in self.named_modules()
            for name, kept in m.__dict__.get("_buffers", ())
        ]

    def buffers(self):
        return [b for _, b in self.named_buffers()]

    def state_dict(self):
        out = OrderedDict()
        for prefix, m in self.named_modules():
            kept = [name for name, persistent in m.__dict__.get("_buffers", ()) if persistent]
            for name in [n for n, _ in m.named(Parameter)] + kept:
                out[prefix + "." + name if prefix else name] = getattr(m, name)
        return out

    def load_state_dict(self, state):
        own = self.state_dict()
        missing = [n for n in own if n not in state] + [n for n in state if n not in own]
        if missing:
            raise RuntimeError("Error(s) in loading state_dict for %s: %s" % (type(self).__name__, ", ".join(missing)))
        for name in own:
            own[name].copy_(state[name])

    def train(self, mode=True):
        for m in self.modules():
            m.training = mode
        return self

    def eval(self):
        return self.train(False)

    def apply(self, f):
        for m in self.children():
            m.apply(f)
        f(self)
        return self

    # There is one device.
    def to(self, *args, **options):
        for a in list(args) + [options.get("dtype")]:
            if isinstance(a, torch.dtype) and a is not torch.float32:
                raise NotImplementedError("Module.to(%r) is not here" % a)
        return self

    def cpu(self):
        return self

    def zero_grad(self, set_to_none=True):
        pass

    def requires_grad_(self, on=True):
        return self

    def register_parameter(self, name, parameter):
        setattr(self, name, parameter)

    def register_buffer(self, name, tensor, persistent=True):
        setattr(self, name, tensor)
        if "_buffers" not in self.__dict__:
            self._buffers = []
        self._buffers.append((name, persistent))

    def __repr__(self):
        lines = []
        for name, m in self.named_children():
            lines.append("  (%s): %s" % (name, repr(m).replace("\n", "\n  ")))
        extra = self.extra_repr()
        if lines:
            return "%s(\n%s\n)" % (type(self).__name__, "\n".join(([("  " + extra)] if extra else []) + lines))
        return "%s(%s)" % (type(self).__name__, extra)

    def __str__(self):
        return repr(self)

    def extra_repr(self):
        return ""


def uniform(bound, *shape):
    return Parameter(wrap(_arrays.torch_uniform("float32", -bound, bound, *shape)))


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True):
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / sqrt(in_features)
        self.weight = uniform(bound, out_features, in_features)
        self.bias = uniform(bound, out_features) if bias else None

    def forward(self, input):
        return functional.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return "in_features=%d, out_features=%d, bias=%s" % (
            self.in_features,
            self.out_features,
            self.bias is not None,
        )


class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim):
        self.weight = Parameter(torch.randn(num_embeddings, embedding_dim))

    def forward(self, input):
        return self.weight[input]

    def extra_repr(self):
        return "%d, %d" % tuple(self.weight.shape)


class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-05):
        shape = (normalized_shape,) if type(normalized_shape) is int else tuple(normalized_shape)
        self.normalized_shape, self.eps = shape, eps
        self.weight = Parameter(torch.ones(shape))
        self.bias = Parameter(torch.zeros(shape))

    def forward(self, input):
        return functional.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        return "%s, eps=%s, elementwise_affine=True" % (self.normalized_shape, self.eps)


class Softmax(Module):
    def __init__(self, dim=None):
        self.dim = dim

    def forward(self, input):
        return torch.softmax(input, self.dim)

    def extra_repr(self):
        return "dim=%s" % self.dim


class Dropout(Module):
    def __init__(self, p=0.5):
        self.p = p

    def forward(self, input):
        return functional.dropout(input, self.p, self.training)

    def extra_repr(self):
        return "p=%s, inplace=False" % self.p


class ReLU(Module):
    def forward(self, input):
        return functional.relu(input)


class Tanh(Module):
    def forward(self, input):
        return torch.tanh(input)


class Sigmoid(Module):
    def forward(self, input):
        return torch.sigmoid(input)


class GELU(Module):
    def forward(self, input):
        return functional.gelu(input)

    def extra_repr(self):
        return "approximate='none'"


class Listed(Module):
    def __init__(self, modules):
        self.items = []
        for m in modules:
            self.append(m)

    def append(self, module):
        setattr(self, str(len(self.items)), module)
        self.items.append(module)
        return self

    def __getitem__(self, i):
        return type(self)(*self.picked(i)) if type(i) is slice_type else self.items[i]

    def picked(self, i):
        return self.items[i]

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)


class Sequential(Listed):
    def __init__(self, *modules):
        Listed.__init__(self, modules)

    def forward(self, input):
        for m in self.items:
            input = m(input)
        return input


class ModuleList(Listed):
    def __init__(self, modules=()):
        Listed.__init__(self, modules)

    def picked(self, i):
        return (self.items[i],)

    def extend(self, modules):
        for m in modules:
            self.append(m)
        return self


class ModuleDict(Module):
    def __init__(self, modules={}):
        self.names = []
        for name in modules:
            self[name] = modules[name]

    def __setitem__(self, name, module):
        if name not in self.names:
            self.names.append(name)
        setattr(self, name, module)

    def __getitem__(self, name):
        return getattr(self, name)

    def keys(self):
        return self.names

    def values(self):
        return [self[n] for n in self.names]

    def items(self):
        return [(n, self[n]) for n in self.names]


class Identity(Module):
    def __init__(self, *args, **options):
        pass

    def forward(self, input):
        return input


class NonDynamicallyQuantizableLinear(Linear):
    pass


class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, batch_first=False):
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        # The numbers of a seed come in this order: out_proj's, then the three in one.
        out = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias)
        self.in_proj_weight = uniform(sqrt(6 / (4 * embed_dim)), 3 * embed_dim, embed_dim)
        self.in_proj_bias = Parameter(torch.zeros(3 * embed_dim)) if bias else None
        if bias:
            out.bias = Parameter(torch.zeros(embed_dim))
        self.out_proj = out

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True
    ):
        single = query.ndim == 2
        given = (query, key, value)
        if single:
            given = [x.unsqueeze(0) for x in given]
        elif not self.batch_first:
            given = [x.transpose(0, 1) for x in given]
        e, h = self.embed_dim, self.num_heads
        q, k, v = [
            functional.linear(
                x,
                self.in_proj_weight[i * e : i * e + e],
                None if self.in_proj_bias is None else self.in_proj_bias[i * e : i * e + e],
            )
            .unflatten(-1, (h, -1))
            .transpose(1, 2)
            for i, x in enumerate(given)
        ]
        scores = (q / sqrt(self.head_dim)) @ k.transpose(-2, -1)
        for mask, axes in ((attn_mask, None), (key_padding_mask, True)):
            if mask is None:
                continue
            if axes:
                mask = mask.view(-1, 1, 1, mask.size(-1))
            elif mask.ndim == 3:
                mask = mask.view(-1, h, mask.size(-2), mask.size(-1))
            scores = scores.masked_fill(mask, -torch.inf) if mask.dtype is torch.bool else scores + mask
        weights = functional.dropout(torch.softmax(scores, -1), self.dropout, self.training)
        out = self.out_proj((weights @ v).transpose(1, 2).flatten(2))
        if average_attn_weights:
            weights = weights.mean(1)
        if single:
            out, weights = out.squeeze(0), weights.squeeze(0)
        elif not self.batch_first:
            out = out.transpose(0, 1)
        return out, weights if need_weights else None


for __home, __names in (
    ("module", "Module"),
    ("linear", "Linear Identity NonDynamicallyQuantizableLinear"),
    ("sparse", "Embedding"),
    ("normalization", "LayerNorm"),
    ("dropout", "Dropout"),
    ("activation", "Softmax ReLU Tanh Sigmoid GELU MultiheadAttention"),
    ("container", "Sequential ModuleList ModuleDict"),
):
    at_home("torch.nn.modules." + __home, __names, globals())
at_home("torch.nn.parameter", "Parameter", globals())
from . import functional


def __getattr__(name):
    raise AttributeError("module 'torch.nn' has no attribute '%s' here" % name)
